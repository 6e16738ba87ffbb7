//! Pictures of a page.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

use super::{Chrome, ChromeError, Page};

/// A part of the tab's viewport, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clip {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Chrome {
    /// A PNG of the tab's viewport. The tab is brought to the front: one in the background is never drawn.
    ///
    /// A page that stands still behind a dialog cannot be drawn either; that is said at once.
    pub async fn screenshot(&self, page: &Page, within: Duration) -> Result<Vec<u8>, ChromeError> {
        self.refuse_undrawable(page)?;
        let front = self
            .pipe
            .send(Some(&page.session), "Page.bringToFront", json!({}))
            .await?;
        let picture = self
            .pipe
            .send(Some(&page.session), CAPTURE, how(None))
            .await?;
        front.within(within).await_answer().await?;
        read_picture(&picture.within(within).await_answer().await?)
    }

    /// A PNG of a part of the viewport, of a tab that is in front; one that is not stays where it is, and there is no picture in time.
    pub async fn screenshot_of(
        &self,
        page: &Page,
        clip: Clip,
        within: Duration,
    ) -> Result<Vec<u8>, ChromeError> {
        self.refuse_undrawable(page)?;
        let picture = self
            .pipe
            .send(Some(&page.session), CAPTURE, how(Some(clip)))
            .await?;
        read_picture(&picture.within(within).await_answer().await?)
    }

    fn refuse_undrawable(&self, page: &Page) -> Result<(), ChromeError> {
        if let Some(dialog) = self.dialog(page) {
            return Err(ChromeError::DialogOpen(dialog.message));
        }
        if self.is_crashed(page) {
            return Err(ChromeError::PageCrashed);
        }
        Ok(())
    }
}

const CAPTURE: &str = "Page.captureScreenshot";

fn how(clip: Option<Clip>) -> Value {
    // Compressing less takes 54 ms in place of 93.
    let mut how =
        json!({ "format": "png", "optimizeForSpeed": true, "captureBeyondViewport": false });
    if let Some(Clip {
        x,
        y,
        width,
        height,
    }) = clip
    {
        how["clip"] = json!({ "x": x, "y": y, "width": width, "height": height, "scale": 1 });
    }
    how
}

fn read_picture(answer: &Value) -> Result<Vec<u8>, ChromeError> {
    let data = answer["data"].as_str().unwrap_or_default();
    let broken = ChromeError::Unexpected {
        what: CAPTURE.into(),
        lacks: "a picture",
    };
    BASE64_STANDARD
        .decode(data)
        .ok()
        .filter(|png| !png.is_empty())
        .ok_or(broken)
}
