//! The server's life, from its first word to the editor's last.

use std::process::ExitCode;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::watch;
use tower_lsp::LspService;

use crate::life::{Watched, gone};
use crate::manners::{Farewell, Mannered};
use crate::server::Server;

/// How long Chrome is given to end; its pipe closes with this process in any case.
const CLOSE_WITHIN: Duration = Duration::from_secs(3);

/// Serves standard input and output until the editor says `exit`, closes them, or is gone.
pub async fn serve() -> ExitCode {
    let (input, mut ended) = Watched::new(tokio::io::stdin());
    let (introduced, mut editor) = watch::channel(None);
    let running = Arc::new(OnceLock::new());
    let (service, socket) =
        LspService::build(|client| Server::new(client, running.clone(), introduced))
            .custom_method("window/workDoneProgress/cancel", Server::cancel)
            .finish();
    let (service, mut farewell) = Mannered::new(service);
    let served = tower_lsp::Server::new(input, tokio::io::stdout(), socket).serve(service);
    let editor_gone = async {
        match editor
            .wait_for(Option::is_some)
            .await
            .ok()
            .and_then(|editor| *editor)
        {
            Some(process) => gone(process).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        () = served => {}
        _ = farewell.wait_for(|said| matches!(said, Farewell::Exit { .. })) => {}
        _ = ended.wait_for(|ended| *ended) => {}
        () = editor_gone => {}
    }
    let said = *farewell.borrow();
    if let Some(running) = running.get() {
        running.stepper.close(CLOSE_WITHIN).await;
    }
    // LSP: `exit` without `shutdown` before it is an error.
    match said {
        Farewell::Exit { shut_down: false } => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    }
}
