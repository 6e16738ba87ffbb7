//! Work-done progress: that something runs, what, and a button that ends it.

use std::sync::atomic::{AtomicU32, Ordering};

use tokio::sync::mpsc;
use tower_lsp::Client;
use tower_lsp::lsp_types::notification::Progress as ProgressNotification;
use tower_lsp::lsp_types::request::WorkDoneProgressCreate;
use tower_lsp::lsp_types::{
    NumberOrString, ProgressParams, ProgressParamsValue, ProgressToken, WorkDoneProgress,
    WorkDoneProgressBegin, WorkDoneProgressCreateParams, WorkDoneProgressEnd,
    WorkDoneProgressReport,
};

/// One piece of work, shown until this is dropped. What it tells goes out in order, behind the work's back.
pub struct Progress {
    told: Option<mpsc::UnboundedSender<WorkDoneProgress>>,
    pub token: Option<ProgressToken>,
}

static LAST: AtomicU32 = AtomicU32::new(0);

impl Progress {
    /// Begins with the editor's own token, or one it is asked to make; shows nothing where it cannot.
    pub fn begin(
        client: &Client,
        given: Option<ProgressToken>,
        creates: bool,
        title: String,
    ) -> Progress {
        let number = LAST.fetch_add(1, Ordering::Relaxed);
        let own = given.is_none();
        let token =
            given.or_else(|| creates.then(|| NumberOrString::String(format!("aite/{number}"))));
        let Some(token) = token else {
            return Progress {
                told: None,
                token: None,
            };
        };
        let (sender, mut receiver) = mpsc::unbounded_channel();
        let (client, shown) = (client.clone(), token.clone());
        tokio::spawn(async move {
            if own {
                let asked = WorkDoneProgressCreateParams {
                    token: shown.clone(),
                };
                if client
                    .send_request::<WorkDoneProgressCreate>(asked)
                    .await
                    .is_err()
                {
                    return;
                }
            }
            while let Some(value) = receiver.recv().await {
                let value = ProgressParamsValue::WorkDone(value);
                let told = ProgressParams {
                    token: shown.clone(),
                    value,
                };
                client.send_notification::<ProgressNotification>(told).await;
            }
        });
        let progress = Progress {
            told: Some(sender),
            token: Some(token),
        };
        progress.tell(WorkDoneProgress::Begin(WorkDoneProgressBegin {
            title,
            cancellable: Some(true),
            ..WorkDoneProgressBegin::default()
        }));
        progress
    }

    pub fn report(&self, message: &str) {
        self.tell(WorkDoneProgress::Report(WorkDoneProgressReport {
            message: Some(message.to_owned()),
            cancellable: Some(true),
            percentage: None,
        }));
    }

    fn tell(&self, value: WorkDoneProgress) {
        if let Some(told) = &self.told {
            let _ = told.send(value);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.tell(WorkDoneProgress::End(WorkDoneProgressEnd { message: None }));
    }
}
