//! Files given to a file field.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use super::folder::failed;
use super::input::Point;
use super::{Chrome, ChromeError, Page};
use crate::script::ast::Click;

/// Where the files went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Upload {
    Given,
    /// The element is neither a file field nor the label of one: [`Chrome::upload_by_chooser`] clicks it.
    NoFileField,
}

impl Chrome {
    /// Gives files to the element the extension knows by `handle`: a file field, or its label. `page` comes from a beacon of the element's frame.
    pub async fn upload(
        &self,
        page: &Page,
        handle: &str,
        files: &[PathBuf],
    ) -> Result<Upload, ChromeError> {
        let files = absolute(files)?;
        let session = Some(&page.frame);
        let find = format!(
            "(() => {{
                const found = globalThis.aite?.element({});
                const field = found instanceof HTMLLabelElement ? found.control : found;
                return field instanceof HTMLInputElement && field.type === \"file\" ? field : null;
            }})()",
            Value::from(handle)
        );
        let ask = json!({ "expression": find, "contextId": page.context });
        let answer = self.pipe.command(session, "Runtime.evaluate", ask).await?;
        let Some(object) = answer.pointer("/result/objectId") else {
            return Ok(Upload::NoFileField);
        };
        if answer.get("exceptionDetails").is_some() {
            let message = answer
                .pointer("/result/description")
                .and_then(Value::as_str)
                .unwrap_or_default();
            return Err(ChromeError::Refused {
                what: "the element".into(),
                message: message.to_owned(),
            });
        }
        let give = json!({ "files": files, "objectId": object });
        self.pipe
            .command(session, "DOM.setFileInputFiles", give)
            .await?;
        Ok(Upload::Given)
    }

    /// Clicks what opens a file chooser, keeps the chooser from opening and gives its field the files.
    ///
    /// [`Upload::NoFileField`] when no chooser was asked for within `within`.
    pub async fn upload_by_chooser(
        &self,
        page: &Page,
        at: Point,
        files: &[PathBuf],
        within: Duration,
    ) -> Result<Upload, ChromeError> {
        let files = absolute(files)?;
        self.intercept_choosers(page, true).await?;
        let given = async {
            self.click(page, at, Click::Single).await?;
            let chooser = self
                .pages
                .wait_until(|state| state.take_chooser(&page.session));
            let Ok((session, field)) = tokio::time::timeout(within, chooser).await else {
                return Ok(Upload::NoFileField);
            };
            let give = json!({ "files": files, "backendNodeId": field });
            self.pipe
                .command(Some(&session), "DOM.setFileInputFiles", give)
                .await?;
            Ok(Upload::Given)
        };
        let given = given.await;
        self.intercept_choosers(page, false).await?;
        given
    }

    async fn intercept_choosers(&self, page: &Page, enabled: bool) -> Result<(), ChromeError> {
        let params = json!({ "enabled": enabled });
        for session in [&page.session, &page.frame] {
            self.pipe
                .command(
                    Some(session),
                    "Page.setInterceptFileChooserDialog",
                    params.clone(),
                )
                .await?;
        }
        Ok(())
    }
}

/// Chrome's folder is not ours, and it takes a file that is not there without a word.
fn absolute(files: &[PathBuf]) -> Result<Vec<PathBuf>, ChromeError> {
    let resolve = |file: &PathBuf| Path::canonicalize(file).map_err(failed("uploaded", file));
    files.iter().map(resolve).collect()
}
