//! What is known of the page that is open now, found out while nothing runs.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use aite::script::ast::{Line, Span};
use aite::script::pieces::{Piece, pieces};
use aite::session::{LiveQuery, OfferedTarget, RunFacts, Secrets, Session, said};
use tokio::sync::watch;
use tower_lsp::lsp_types::Url;

use super::part::{self, At};
use crate::analysis::Analysis;

/// What a person is at: whoever asks for a hover, a completion or code actions at a place is at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interest {
    pub uri: Url,
    pub line: usize,
}

/// An element of the page in the script's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    pub words: String,
    pub tag: String,
}

/// How many elements a step's target means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glance {
    /// The step, in bytes of the version that was looked at.
    pub step: Span,
    pub matches: u32,
    pub hidden: u32,
}

/// Shared by the stepper, which finds out, and the handlers, which never wait for it.
#[derive(Clone)]
pub struct Page {
    known: Arc<Mutex<Known>>,
    interest: watch::Sender<Option<Interest>>,
}

#[derive(Default)]
struct Known {
    offered: Arc<Vec<Offered>>,
    at: Option<Instant>,
    glances: Option<(Url, i32, Vec<Glance>)>,
}

/// For how long what the page offers is taken to be still so.
const FRESH: Duration = Duration::from_millis(700);

impl Default for Page {
    fn default() -> Page {
        Page {
            known: Arc::default(),
            interest: watch::channel(None).0,
        }
    }
}

impl Page {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes what a person is at.
    pub fn look_at(&self, uri: &Url, line: u32) {
        let interest = Interest {
            uri: uri.clone(),
            line: line as usize,
        };
        self.interest.send_replace(Some(interest));
    }

    pub fn interests(&self) -> watch::Receiver<Option<Interest>> {
        self.interest.subscribe()
    }

    /// What the page offered when it was last looked at, and whether that is too long ago.
    pub fn offered(&self) -> (Arc<Vec<Offered>>, bool) {
        let known = self.known();
        let is_old = known.at.is_none_or(|at| at.elapsed() > FRESH);
        (known.offered.clone(), is_old)
    }

    /// What the steps of a version of a script would find, where that was looked at.
    pub fn glances(&self, uri: &Url, version: i32) -> Vec<Glance> {
        let known = self.known();
        match &known.glances {
            Some((at, of, glances)) if at == uri && *of == version => glances.clone(),
            _ => Vec::new(),
        }
    }

    /// There is no page, or another than there was.
    pub fn forget(&self) {
        *self.known() = Known::default();
    }

    fn set_offered(&self, offered: Vec<Offered>) {
        let mut known = self.known();
        known.offered = Arc::new(offered);
        known.at = Some(Instant::now());
    }

    /// False where that was known.
    fn set_glances(&self, analysis: &Analysis, glances: Vec<Glance>) -> bool {
        let mut known = self.known();
        let now = Some((analysis.uri.clone(), analysis.version, glances));
        let changed = known.glances != now;
        known.glances = now;
        changed
    }
}

/// Asks the page for the elements it could offer.
pub async fn refresh_offers(page: &Page, session: &mut Session, secrets: &Secrets) {
    match session.targets(LiveQuery::default()).await {
        Ok(targets) => {
            let offered = targets.iter().filter_map(offered);
            // A page may show what it was told in confidence.
            let is_open = |one: &Offered| secrets.mask(&one.words) == one.words;
            page.set_offered(offered.filter(is_open).collect());
        }
        // There is no page, or one that may not be touched.
        Err(_) => page.set_offered(Vec::new()),
    }
}

fn offered(target: &OfferedTarget) -> Option<Offered> {
    Some(Offered {
        words: said(&target.target)?,
        tag: target.tag.clone(),
    })
}

/// Looks for the targets of a block's steps, as long as nothing else is asked for; true where something is new.
pub async fn refresh_glances(
    page: &Page,
    session: &mut Session,
    (analysis, facts): (&Analysis, &RunFacts),
    at: At<'_>,
    is_wanted: impl Fn() -> bool,
) -> bool {
    let mut scope = part::scope(&analysis.opened, facts, At { line: 0, ..at }, Vec::new());
    let mut glances = Vec::new();
    for line in at.block.lines() {
        let step = match line {
            Line::Step(step) => step,
            Line::Let(found) => {
                // One that needs what is not known yet is left out where it is used.
                let _ = scope.bind_let(&found.name.text, &found.value);
                continue;
            }
        };
        for piece in pieces(&step.kind) {
            let Piece::Target(target) = piece else {
                continue;
            };
            if !is_wanted() {
                return false;
            }
            let Ok(preview) = session.preview(target, &scope).await else {
                continue;
            };
            glances.push(Glance {
                step: part::span(line),
                matches: preview.matches,
                hidden: preview.hidden,
            });
        }
    }
    page.set_glances(analysis, glances)
}
