//! The tab's history, for tabs that hold no page script to ask.

use serde_json::json;

use super::{Chrome, ChromeError, Page};
use crate::script::ast::History;

impl Chrome {
    /// Goes back, forward, or loads again. False when there is nowhere to go. It does not wait for the page.
    pub async fn go(&self, page: &Page, history: History) -> Result<bool, ChromeError> {
        let session = Some(&page.session);
        let by = match history {
            History::Back => -1,
            History::Forward => 1,
            History::Reload => {
                self.pipe.command(session, "Page.reload", json!({})).await?;
                return Ok(true);
            }
        };
        let known = self
            .pipe
            .command(session, "Page.getNavigationHistory", json!({}))
            .await?;
        let wanted = known["currentIndex"]
            .as_i64()
            .and_then(|index| usize::try_from(index + by).ok());
        let entry = wanted
            .and_then(|index| known["entries"].get(index))
            .map(|entry| entry["id"].clone());
        let Some(entry) = entry else { return Ok(false) };
        self.pipe
            .command(
                session,
                "Page.navigateToHistoryEntry",
                json!({ "entryId": entry }),
            )
            .await?;
        Ok(true)
    }
}
