//! What an editor asks of the page that is open. It only looks: nothing waits, nothing is noted, no lock is asked.

use std::time::Duration;

use super::browser::{Deadline, Log, Session};
use super::scope::Scope;
use crate::bridge::messages::{
    Candidate, Cleared, Command, Drawn, ElementRef, Failure, Locate, Located, Memory,
    OfferedTarget, Offers, Outline, OutlineItem, Purpose, Reason, Resolve, Resolved, Targets, Tone,
    Within,
};
use crate::chrome::Clip;
use crate::script::ast::Target;

/// How long a page may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is shown around an element, in CSS pixels.
const MARGIN: f64 = 4.0;

/// What elements are asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LiveQuery {
    /// What is typed so far: those most like it come first.
    pub typed: String,
    /// None for as many as the extension gives.
    pub limit: Option<u32>,
    /// Only what stands in this part of the page; the targets say so.
    pub within: Option<Within>,
}

/// What a target means on the page that is open now.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Preview {
    /// Those that can be seen.
    pub matches: u32,
    /// Where none can be seen: those that cannot.
    pub hidden: u32,
    /// The visible ones with what is known of them, ten at most; where none can be seen, one that cannot.
    pub candidates: Vec<Candidate>,
}

impl Session {
    /// The elements a person could name, each with the shortest words that mean it and no other.
    pub async fn targets(&mut self, query: LiveQuery) -> Result<Vec<OfferedTarget>, Failure> {
        let command = Command::Targets(Targets {
            query: Some(query.typed).filter(|typed| !typed.is_empty()),
            limit: query.limit,
            within: query.within,
            tab: Some(self.open_tab()?),
            timeout_ms: Some(PATIENCE.as_millis() as u64),
        });
        let offers: Offers = self.look(command, PATIENCE).await?;
        Ok(offers.targets)
    }

    /// What a target means now, exactly.
    pub async fn preview(
        &mut self,
        target: &Target,
        scope: &Scope<'_>,
    ) -> Result<Preview, Failure> {
        let command = Command::Resolve(Resolve {
            target: scope.target(target)?.wire,
            memory: Memory::default(),
            purpose: None,
            tab: Some(self.open_tab()?),
            timeout_ms: Some(0),
        });
        let resolved: Result<Resolved, Failure> = self.look(command, PATIENCE).await;
        match resolved {
            Ok(resolved) => Ok(Preview {
                matches: 1,
                hidden: 0,
                candidates: vec![Candidate {
                    descriptor: resolved.descriptor,
                    handle: resolved.handle,
                    score: None,
                }],
            }),
            Err(failure) => preview_of(failure),
        }
    }

    /// Outlines what a target means now, until it is cleared or outlined anew; the page takes the boxes away itself after a while. Answers what it means.
    pub async fn outline_target(
        &mut self,
        target: &Target,
        scope: &Scope<'_>,
    ) -> Result<Preview, Failure> {
        let preview = self.preview(target, scope).await?;
        let tone = match preview.matches {
            1 => Tone::Wanted,
            _ => Tone::Candidate,
        };
        let items = preview.candidates.iter().enumerate();
        let items = items.map(|(index, candidate)| OutlineItem {
            xpath: None,
            element: reference(candidate),
            label: match preview.matches {
                0 | 1 => String::new(),
                matches => format!("match {} of {matches}", index + 1),
            },
            tone,
        });
        let items = items.collect();
        if preview.matches > 0 {
            let outline = Outline {
                items,
                ..self.outline()
            };
            let _: Drawn = self.look(Command::Outline(outline), PATIENCE).await?;
        }
        Ok(preview)
    }

    /// Takes every outline away.
    pub async fn clear_outlines(&mut self) -> Result<(), Failure> {
        let outline = Outline {
            clear: true,
            ..self.outline()
        };
        let _: Cleared = self.look(Command::Outline(outline), PATIENCE).await?;
        Ok(())
    }

    /// A PNG of an element of the page that is open, scrolled into view where it is not. No window comes to the front for it.
    pub async fn picture_of(&mut self, element: &Candidate) -> Result<Vec<u8>, Failure> {
        let tab = Some(self.open_tab()?);
        let locate = Locate {
            element: reference(element),
            purpose: Some(Purpose::Scroll),
            tab,
            timeout_ms: Some(0),
        };
        let located: Located = self.look(Command::Locate(locate), PATIENCE).await?;
        let kept = std::mem::take(&mut self.log);
        let page = self.page_in_chrome(Deadline::after(PATIENCE)).await;
        self.log = kept;
        let clip = Clip {
            x: located.rect.x - MARGIN,
            y: located.rect.y - MARGIN,
            width: located.rect.width + 2.0 * MARGIN,
            height: located.rect.height + 2.0 * MARGIN,
        };
        Ok(self.chrome.screenshot_of(&page?, clip, PATIENCE).await?)
    }

    /// Sends a command beside the steps: nothing of it is part of one.
    pub(super) async fn look<T: serde::de::DeserializeOwned>(
        &mut self,
        command: Command,
        within: Duration,
    ) -> Result<T, Failure> {
        self.refuse_open_dialog()?;
        let kept = std::mem::take(&mut self.log);
        let answer = self.send(command, Deadline::after(within)).await;
        let _: Log = std::mem::replace(&mut self.log, kept);
        answer
    }
}

fn reference(candidate: &Candidate) -> ElementRef {
    ElementRef {
        descriptor: Some(candidate.descriptor.clone()),
        handle: candidate.handle.clone(),
    }
}

/// What a failure to find the one element says of what there is instead.
fn preview_of(failure: Failure) -> Result<Preview, Failure> {
    let candidates: Vec<Candidate> = failure.detail("candidates").unwrap_or_default();
    match failure.reason {
        Reason::NotFound => Ok(Preview::default()),
        Reason::NotVisible => Ok(Preview {
            matches: 0,
            hidden: failure.detail("hidden").unwrap_or(1),
            candidates: failure
                .detail("descriptor")
                .map(|descriptor| Candidate {
                    descriptor,
                    handle: None,
                    score: None,
                })
                .into_iter()
                .collect(),
        }),
        Reason::Ambiguous => Ok(Preview {
            matches: failure
                .detail("matches")
                .unwrap_or(u32::try_from(candidates.len()).unwrap_or(u32::MAX)),
            hidden: 0,
            candidates,
        }),
        _ => Err(failure),
    }
}
