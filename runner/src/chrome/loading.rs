//! The extension in a Chrome that runs: loaded, asked what it may touch, woken.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::extension::to_pattern;
use super::{Chrome, ChromeError, ExtensionFolder};
use crate::config::AllowEntry;

impl Chrome {
    /// Loads the extension and answers its id, the host of its origin (`chrome-extension://ID`). That its worker runs, only its hello shows.
    pub async fn load_extension(&self, extension: &ExtensionFolder) -> Result<String, ChromeError> {
        let what = "Extensions.loadUnpacked";
        let answer = self
            .pipe
            .command(None, what, json!({ "path": extension.path() }))
            .await?;
        let id = answer["id"].as_str().ok_or(ChromeError::Unexpected {
            what: what.into(),
            lacks: "an id",
        })?;
        Ok(id.to_owned())
    }

    /// The entries of the allow list that Chrome did not grant: it drops what it does not understand without a word.
    ///
    /// Waits for the extension's worker to be there; after its hello that takes no time.
    pub async fn refused_origins(
        &self,
        extension: &ExtensionFolder,
        id: &str,
    ) -> Result<Vec<AllowEntry>, ChromeError> {
        const WITHIN: Duration = Duration::from_secs(10);
        let deadline = Instant::now() + WITHIN;
        let granted = loop {
            if let Some(granted) = self.granted_patterns(id).await? {
                break granted;
            }
            if Instant::now() >= deadline {
                return Err(ChromeError::Deadline {
                    what: "what the extension may touch".into(),
                    within: WITHIN,
                });
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        let refused = extension.allow().entries.iter().filter(|entry| {
            // Chrome leaves out a port that may be any.
            to_pattern(entry).is_none_or(|pattern| !granted.contains(&pattern.replace(":*/", "/")))
        });
        Ok(refused.cloned().collect())
    }

    /// `None` while the worker is not up.
    async fn granted_patterns(&self, id: &str) -> Result<Option<Vec<String>>, ChromeError> {
        let Some(worker) = self.find_worker(id).await? else {
            return Ok(None);
        };
        let attach = json!({ "targetId": worker, "flatten": true });
        let attached = self
            .pipe
            .command(None, "Target.attachToTarget", attach)
            .await?;
        let session = attached["sessionId"].as_str().unwrap_or_default().into();
        let ask = json!({
            "expression": "globalThis.chrome?.permissions?.getAll()",
            "awaitPromise": true,
            "returnByValue": true,
        });
        let answer = self
            .pipe
            .command(Some(&session), "Runtime.evaluate", ask)
            .await;
        let detach = json!({ "sessionId": session.as_str() });
        self.pipe
            .command(None, "Target.detachFromTarget", detach)
            .await?;
        let origins = answer?.pointer("/result/value/origins").cloned();
        Ok(origins.and_then(|origins| serde_json::from_value(origins).ok()))
    }

    async fn find_worker(&self, id: &str) -> Result<Option<Value>, ChromeError> {
        let address = format!("chrome-extension://{id}/");
        let answer = self
            .pipe
            .command(None, "Target.getTargets", json!({}))
            .await?;
        let targets = answer["targetInfos"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        let worker = targets.iter().find(|target| {
            let url = target["url"].as_str().unwrap_or_default();
            target["type"] == "service_worker" && url.starts_with(&address)
        });
        Ok(worker.map(|worker| worker["targetId"].clone()))
    }

    /// Starts the extension's worker when Chrome has ended it. It does nothing to one that runs.
    pub async fn wake_extension(&self, id: &str) -> Result<(), ChromeError> {
        let page = self.pages.any_page().ok_or(ChromeError::PageGone)?;
        self.pipe
            .command(Some(&page), "ServiceWorker.enable", json!({}))
            .await?;
        let scope = json!({ "scopeURL": format!("chrome-extension://{id}/") });
        self.pipe
            .command(Some(&page), "ServiceWorker.startWorker", scope)
            .await?;
        Ok(())
    }
}
