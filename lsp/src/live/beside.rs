//! What the page gives while nothing runs: what is picked and recorded in it, what it offers, and its elements shown.

use std::time::Duration;

use aite::session::{LiveEvent, LiveEvents, Scope};
use tokio::sync::{mpsc, watch};

use super::author::{Author, Recording, Waiting};
use super::bench::{Bench, secrets, whose};
use super::commands::Place;
use super::page::{self, Interest};
use super::part;
use super::stepper::Job;
use crate::analysis::Analysis;
use crate::features::hover::target_at;

/// How long a person may take to pick an element.
const PICK_WITHIN: Duration = Duration::from_secs(300);
/// How long a person's hands have to be still before the page is looked at.
const STILL: Duration = Duration::from_millis(120);

impl Bench {
    pub(super) async fn pick(&mut self, place: Place, analysis: &Analysis) {
        let line = Some(place.position.line as usize);
        let Some(whose) = self.connect(analysis, line).await else {
            return;
        };
        self.end_recording().await;
        let Some(session) = self.session(&whose) else {
            return;
        };
        let events = session.live_events();
        match session.start_pick(PICK_WITHIN).await {
            Ok(()) => {
                let waiting = Waiting::Pick {
                    uri: place.uri,
                    position: place.position,
                };
                self.waiting = Some((waiting, whose));
                self.events = Some(events);
                self.tell("Click the element in the browser; Escape leaves it.")
                    .await;
            }
            Err(failure) => self.say_failure(&failure).await,
        }
    }

    pub(super) async fn record(&mut self, place: Place, analysis: &Analysis) {
        let records = matches!(self.waiting, Some((Waiting::Record(_), _)));
        self.end_recording().await;
        if records {
            return;
        }
        let line = place.position.line as usize;
        let Some(whose) = self.connect(analysis, Some(line)).await else {
            return;
        };
        let Some(session) = self.session(&whose) else {
            return;
        };
        let events = session.live_events();
        match session.start_recording().await {
            Ok(()) => {
                let at = Interest {
                    uri: place.uri,
                    line,
                };
                self.waiting = Some((Waiting::Record(Recording::new(at)), whose));
                self.events = Some(events);
                self.tell(
                    "What you do in the browser is written here; give the command again to end it.",
                )
                .await;
            }
            Err(failure) => self.say_failure(&failure).await,
        }
    }

    /// Ends a pick or a recording; what was told before is written.
    pub(super) async fn end_recording(&mut self) {
        let Some((waiting, whose)) = &self.waiting else {
            return;
        };
        let records = matches!(waiting, Waiting::Record(_));
        let whose = whose.clone();
        if let Some(session) = self.session(&whose) {
            // A page that is gone tells nothing more.
            let _ = match records {
                true => session.stop_recording().await,
                false => session.stop_pick().await,
            };
        }
        while let Some(event) = self.events.as_mut().and_then(LiveEvents::take) {
            self.hear(Some(event)).await;
        }
        let author = self.author();
        if let Some((waiting, _)) = &mut self.waiting {
            author.finish(waiting).await;
        }
        self.waiting = None;
        self.events = None;
    }

    pub(super) async fn hear(&mut self, event: Option<LiveEvent>) {
        let author = self.author();
        let goes_on = match (&mut self.waiting, event) {
            (Some((waiting, _)), Some(event)) => author.hear(waiting, event).await,
            _ => false,
        };
        if !goes_on {
            self.waiting = None;
            self.events = None;
        }
    }

    fn author(&self) -> Author {
        Author {
            client: self.around.client.clone(),
            workspace: self.around.workspace.clone(),
            facts: self.facts.clone(),
        }
    }

    /// Looks at the open page for what a person is at, once nothing else is asked for.
    pub(super) async fn look(
        &mut self,
        interests: &mut watch::Receiver<Option<Interest>>,
        asked: &mpsc::UnboundedReceiver<Job>,
    ) {
        let Some(interest) = interests.borrow().clone() else {
            return;
        };
        let Some(analysis) = self.around.workspace.analysis(&interest.uri) else {
            return;
        };
        let Ok(config) = &analysis.config else { return };
        let whose = whose(&analysis, config, Some(interest.line));
        let (known, settings, facts) = (
            self.around.page.clone(),
            self.around.settings.clone(),
            self.facts.clone(),
        );
        let told = self.around.told.clone();
        let Some(session) = self.session(&whose) else {
            return known.forget();
        };
        if known.offered().1 {
            let secrets = secrets(&analysis, &facts).unwrap_or_default();
            page::refresh_offers(&known, session, &secrets).await;
        }
        // Whoever types is not shown what changes with each letter.
        tokio::time::sleep(STILL).await;
        if interests.has_changed().unwrap_or(false) || !asked.is_empty() {
            return;
        }
        if let Some(at) = part::find(analysis.file(), interest.line).filter(|_| settings.preview) {
            let is_wanted = || asked.is_empty();
            if page::refresh_glances(&known, session, (&analysis, &facts), at, is_wanted).await {
                told(&interest.uri);
            }
        }
    }

    pub(super) async fn show(&mut self, analysis: &Analysis, offset: usize) -> Option<Vec<u8>> {
        let config = analysis.config.as_ref().ok()?;
        let file = analysis.file();
        let line = file.lines.line(offset);
        let whose = whose(analysis, config, Some(line));
        let target = target_at(&file.script, offset)?;
        let facts = self.facts.clone();
        let scope = match part::find(file, line) {
            Some(at) => part::scope(&analysis.opened, &facts, at, Vec::new()),
            None => Scope::new(&analysis.opened, 0, &facts),
        };
        let session = self.session(&whose)?;
        let preview = session.outline_target(target, &scope).await.ok()?;
        let [only] = preview.candidates.as_slice() else {
            return None;
        };
        session.picture_of(only).await.ok()
    }
}
