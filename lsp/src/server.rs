//! What the editor asks, each answered in a line or two: convert, call, convert back.

use std::process::ExitCode;
use std::sync::{Arc, OnceLock};

use tokio::sync::watch;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::*;
use tower_lsp::{Client, LanguageServer, LspService};

use crate::analysis::{Analysis, Workspace};
use crate::diagnoser::Diagnoser;
use crate::documents::Documents;
use crate::features;
use crate::life::{Watched, gone};
use crate::position::Encoding;

/// What is there once the editor has introduced itself.
struct Running {
    workspace: Workspace,
    diagnoser: Diagnoser,
}

struct Server {
    client: Client,
    running: OnceLock<Running>,
    /// Which process the editor is, for whoever watches it.
    introduced: watch::Sender<Option<u32>>,
}

/// Serves standard input and output until the editor says `exit`, closes them, or is gone.
pub async fn serve() -> ExitCode {
    let (input, mut ended) = Watched::new(tokio::io::stdin());
    let (introduced, mut editor) = watch::channel(None);
    let (service, socket) = LspService::new(|client| Server {
        client,
        running: OnceLock::new(),
        introduced,
    });
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
        _ = ended.wait_for(|ended| *ended) => {}
        () = editor_gone => {}
    }
    ExitCode::SUCCESS
}

impl Server {
    fn running(&self) -> Result<&Running> {
        self.running.get().ok_or_else(|| Error {
            code: tower_lsp::jsonrpc::ErrorCode::ServerError(-32002),
            message: "the server has not been initialized".into(),
            data: None,
        })
    }

    /// What is known of an open script as it is now.
    fn analysis(&self, uri: &Url) -> Result<Option<Arc<Analysis>>> {
        Ok(self.running()?.workspace.analysis(uri))
    }
}

#[tower_lsp::async_trait]
impl LanguageServer for Server {
    async fn initialize(&self, asked: InitializeParams) -> Result<InitializeResult> {
        let general = asked.capabilities.general.as_ref();
        let encoding =
            Encoding::negotiate(general.and_then(|general| general.position_encodings.as_deref()));
        let documents = Documents::new().map_err(|error| {
            let mut internal = Error::internal_error();
            internal.message =
                format!("this build's grammar and parser do not fit together: {error}").into();
            internal
        })?;
        let text = asked.capabilities.text_document.as_ref();
        let pulls = text.is_some_and(|text| text.diagnostic.is_some());
        let workspace = Workspace::new(documents, encoding);
        let diagnoser = Diagnoser::start(
            workspace.clone(),
            self.client.clone(),
            Box::new(|_| Vec::new()),
            !pulls,
        );
        let _ = self.introduced.send(asked.process_id);
        let running = Running {
            workspace,
            diagnoser,
        };
        if self.running.set(running).is_err() {
            return Err(Error::invalid_request());
        }
        Ok(InitializeResult {
            server_info: Some(ServerInfo {
                name: "aite-lsp".into(),
                version: Some(env!("CARGO_PKG_VERSION").into()),
            }),
            capabilities: capabilities(encoding),
        })
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, told: DidOpenTextDocumentParams) {
        let Ok(running) = self.running() else { return };
        let document = told.text_document;
        running
            .workspace
            .documents()
            .open(document.uri.clone(), document.version, &document.text);
        running.diagnoser.changed(document.uri);
    }

    async fn did_change(&self, told: DidChangeTextDocumentParams) {
        let Ok(running) = self.running() else { return };
        let document = told.text_document;
        let encoding = running.workspace.encoding;
        running.workspace.documents().change(
            &document.uri,
            document.version,
            &told.content_changes,
            encoding,
        );
        running.diagnoser.changed(document.uri);
    }

    async fn did_close(&self, told: DidCloseTextDocumentParams) {
        let Ok(running) = self.running() else { return };
        let uri = told.text_document.uri;
        running.workspace.documents().close(&uri);
        // Nothing is shown of a text that is not open.
        self.client.publish_diagnostics(uri, Vec::new(), None).await;
    }

    async fn diagnostic(
        &self,
        asked: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReportResult> {
        let analysis = self.analysis(&asked.text_document.uri)?;
        let items = analysis.map_or_else(Vec::new, |analysis| {
            features::diagnostics::diagnostics(&analysis)
        });
        let report = RelatedFullDocumentDiagnosticReport {
            full_document_diagnostic_report: FullDocumentDiagnosticReport {
                result_id: None,
                items,
            },
            related_documents: None,
        };
        Ok(DocumentDiagnosticReport::Full(report).into())
    }
}

fn capabilities(encoding: Encoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(encoding.kind()),
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                save: Some(TextDocumentSyncSaveOptions::Supported(true)),
                ..TextDocumentSyncOptions::default()
            },
        )),
        diagnostic_provider: Some(DiagnosticServerCapabilities::Options(DiagnosticOptions {
            inter_file_dependencies: true,
            workspace_diagnostics: false,
            ..DiagnosticOptions::default()
        })),
        ..ServerCapabilities::default()
    }
}
