//! Pictures: the one a step asks for, and the one of a failure with what it is about outlined.

use std::time::Duration;

use serde_json::Value;

use super::browser::{Deadline, Session};
use crate::bridge::messages::{
    Cleared, Command, Drawn, ElementRef, Failure, Outline, OutlineItem, Reason, TabList, Tone,
};
use crate::chrome::Page;
use crate::files::write_whole;

/// How long everything around one picture may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// How many boxes are drawn at most: the protocol's limit.
const MOST_BOXES: usize = 10;

impl Session {
    /// `screenshot "NAME"`
    pub(super) async fn picture(&mut self, name: &str) -> Result<(), Failure> {
        self.open_tab()?;
        if let Err(message) = self.take_picture(name).await {
            self.warn("screenshot", message);
        }
        Ok(())
    }

    /// The page as it was when the step failed. A picture that cannot be taken is a warning.
    pub(super) async fn picture_failure(&mut self, failure: &Failure) {
        let nothing_to_see = matches!(failure.reason, Reason::ConnectionLost | Reason::TabClosed);
        if self.tab.is_none() || nothing_to_see || self.is_lost() {
            return;
        }
        // The page's script does not answer while a dialog is open, and no picture is taken of it either.
        if self.chrome.any_dialog().is_some() {
            return;
        }
        let items = boxes(failure);
        let drawn = !items.is_empty() && self.draw(items).await;
        let name = format!("failed-{}", self.pictures + 1);
        if let Err(message) = self.take_picture(&name).await {
            self.warn("screenshot", message);
        }
        if drawn {
            self.clear_boxes().await;
        }
    }

    async fn draw(&mut self, items: Vec<OutlineItem>) -> bool {
        let wanted = items.len();
        let command = Command::Outline(Outline {
            items,
            ..self.outline()
        });
        let drawn: Result<Drawn, _> = self.send(command, Deadline::after(PATIENCE)).await;
        match drawn {
            Ok(drawn) if drawn.drawn as usize == wanted => true,
            Ok(drawn) => {
                self.warn(
                    "outline",
                    format!("{} of {wanted} boxes could be drawn", drawn.drawn),
                );
                drawn.drawn > 0
            }
            Err(failure) => {
                self.warn(
                    "outline",
                    format!("no boxes could be drawn: {}", failure.reason),
                );
                false
            }
        }
    }

    async fn clear_boxes(&mut self) {
        let command = Command::Outline(Outline {
            clear: true,
            ..self.outline()
        });
        let cleared: Result<Cleared, _> = self.send(command, Deadline::after(PATIENCE)).await;
        match cleared {
            Ok(cleared) if cleared.remaining == 0 => {}
            Ok(cleared) => self.warn(
                "outline",
                format!("{} boxes could not be removed", cleared.remaining),
            ),
            Err(failure) => self.warn(
                "outline",
                format!("the boxes could not be removed: {}", failure.reason),
            ),
        }
    }

    pub(super) fn outline(&self) -> Outline {
        Outline {
            items: Vec::new(),
            clear: false,
            tab: self.tab,
            timeout_ms: Some(PATIENCE.as_millis() as u64),
        }
    }

    /// Takes the picture and keeps it in the run's folder.
    async fn take_picture(&mut self, name: &str) -> Result<(), String> {
        let page = self.page_to_see().await?;
        let png = self
            .chrome
            .screenshot(&page, PATIENCE)
            .await
            .map_err(|error| error.to_string())?;
        self.pictures += 1;
        let file = format!(
            "screenshots/{}-{:03}-{}.png",
            self.profile,
            self.pictures,
            file_name(name)
        );
        let path = self.run_folder.join(&file);
        write_whole(&path, &png)
            .map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        self.log.screenshot = Some(file);
        Ok(())
    }

    /// The run's tab in Chrome; for a page without our script, the one tab that shows its address.
    async fn page_to_see(&mut self) -> Result<Page, String> {
        let deadline = Deadline::after(PATIENCE);
        if let Ok(page) = self.page_in_chrome(deadline).await {
            return Ok(page);
        }
        let list: Result<TabList, _> = self.send(Command::Tabs, deadline).await;
        let tabs = list.map_err(|failure| failure.reason.to_string())?.tabs;
        let tab = tabs.into_iter().find(|tab| Some(tab.id) == self.tab);
        let tab = tab.ok_or("the step's tab is closed")?;
        let page = self.chrome.find_page(&tab.url, &tab.title).await;
        let page = page.map_err(|error| error.to_string())?;
        page.ok_or_else(|| {
            "more than one tab shows the page's address and title, so no picture was taken".into()
        })
    }
}

/// What a failed step is about: the drifted candidate, the matches it could not tell apart, the element an act failed on.
fn boxes(failure: &Failure) -> Vec<OutlineItem> {
    let read = |value: &Value| -> Option<ElementRef> {
        let inner = value.get("descriptor").unwrap_or(value);
        Some(ElementRef {
            descriptor: serde_json::from_value(inner.clone()).ok()?,
            handle: value
                .get("handle")
                .and_then(Value::as_str)
                .map(str::to_owned),
        })
    };
    let item = |element: ElementRef, label: String, tone: Tone| OutlineItem {
        xpath: None,
        element,
        label,
        tone,
    };
    if let Some(candidate) = failure.detail.get("candidate").and_then(read) {
        let score = failure
            .detail
            .get("score")
            .and_then(Value::as_f64)
            .unwrap_or_default();
        return vec![item(
            candidate,
            format!("possible match {score:.2}"),
            Tone::Candidate,
        )];
    }
    if let Some(candidates) = failure.detail.get("candidates").and_then(Value::as_array) {
        let elements = candidates.iter().filter_map(read).take(MOST_BOXES);
        return elements
            .enumerate()
            .map(|(index, element)| item(element, format!("match {}", index + 1), Tone::Candidate))
            .collect();
    }
    let element = failure.detail.get("descriptor").and_then(read);
    let label = failure.reason.name().to_owned();
    element
        .map(|element| item(element, label, Tone::Failed))
        .into_iter()
        .collect()
}

/// A name that any file system takes.
fn file_name(name: &str) -> String {
    let clean: String = name
        .chars()
        .map(|letter| {
            if letter.is_alphanumeric() || letter == '-' {
                letter
            } else {
                '-'
            }
        })
        .take(60)
        .collect();
    clean.trim_matches('-').to_owned()
}
