//! What a test leaves in the browser, taken away before the next.

use serde_json::json;

use super::{Chrome, ChromeError, DialogKind, Page};

impl Chrome {
    /// Whether the pipe is closed: Chrome crashed, or somebody closed it.
    pub fn is_closed(&self) -> bool {
        self.pipe.is_closed()
    }

    /// Leaves the page in the tab for an empty one, whatever it asks of people who leave.
    pub async fn leave_page(&self, page: &Page) -> Result<(), ChromeError> {
        let blank = json!({ "url": "about:blank" });
        let session = Some(&page.session);
        let leaving = self.pipe.command(session, "Page.navigate", blank);
        tokio::select! {
            left = leaving => left.map(drop),
            (asking, dialog) = self.dialog_opens() => {
                match dialog.kind {
                    DialogKind::BeforeUnload => self.accept_dialog(&asking).await?,
                    _ => self.dismiss_dialog(&asking).await?,
                };
                Ok(())
            }
        }
    }

    /// Forgets every cookie, and what these origins have stored: local and session storage, databases, caches, workers.
    pub async fn clear_site_data(&self, origins: &[String]) -> Result<(), ChromeError> {
        let mut calls = vec![
            self.pipe
                .send(None, "Storage.clearCookies", json!({}))
                .await?,
        ];
        if let Some(page) = self.pages.any_page() {
            for origin in origins {
                let what = json!({ "origin": origin, "storageTypes": "all" });
                let clear = "Storage.clearDataForOrigin";
                calls.push(self.pipe.send(Some(&page), clear, what).await?);
            }
        }
        for call in calls {
            call.await_answer().await?;
        }
        Ok(())
    }
}
