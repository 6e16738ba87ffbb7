//! What the editor asks, each answered in a line or two: convert, call, convert back.

use std::sync::{Arc, OnceLock};

use serde_json::Value;
use tokio::sync::watch;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::*;
use tower_lsp::{Client, LanguageServer};

use crate::analysis::{Analysis, Workspace};
use crate::capabilities::capabilities;
use crate::documents::{Documents, is_script, path_of};
use crate::editor::Editor;
use crate::features;
use crate::live::commands::Command;
use crate::live::hints::hints;
use crate::live::lenses::lenses;
use crate::live::{self, Abilities, Settings};
use crate::running::Running;

pub(crate) struct Server {
    client: Client,
    running: Arc<OnceLock<Running>>,
    /// Which process the editor is, for whoever watches it.
    introduced: watch::Sender<Option<u32>>,
}

impl Server {
    /// `running` is filled when the editor introduces itself; then `introduced` hears which process it is.
    pub fn new(
        client: Client,
        running: Arc<OnceLock<Running>>,
        introduced: watch::Sender<Option<u32>>,
    ) -> Server {
        Server {
            client,
            running,
            introduced,
        }
    }

    /// `window/workDoneProgress/cancel`
    pub async fn cancel(&self, told: WorkDoneProgressCancelParams) {
        if let Ok(running) = self.running() {
            running.stepper.cancel(&told.token);
        }
    }

    /// Files on disk are other than they were: scripts may be used by others, a config decides for many, a lock knows what
    /// was shown to be new.
    fn files_changed(&self, uris: &[Url]) {
        let Ok(running) = self.running() else { return };
        running.workspace.documents().generation += 1;
        if uris.iter().any(|uri| !is_script(&path_of(uri))) {
            live::forget_settled(running.stepper.results(), &running.workspace);
        }
        running.diagnoser.all();
    }

    fn running(&self) -> Result<&Running> {
        self.running.get().ok_or_else(|| Error {
            code: tower_lsp::jsonrpc::ErrorCode::ServerError(-32002),
            message: "the server has not been initialized".into(),
            data: None,
        })
    }

    /// Answers about an open script; nothing of a text that is none.
    fn about<T>(
        &self,
        uri: &Url,
        answer: impl FnOnce(&Workspace, &Analysis) -> T,
    ) -> Result<Option<T>> {
        let workspace = &self.running()?.workspace;
        let analysis = workspace.analysis(uri);
        Ok(analysis.map(|analysis| answer(workspace, &analysis)))
    }

    /// Answers about a place in an open script.
    fn at<T>(
        &self,
        place: &TextDocumentPositionParams,
        answer: impl FnOnce(&Workspace, &Analysis, usize) -> T,
    ) -> Result<Option<T>> {
        self.about(&place.text_document.uri, |workspace, analysis| {
            answer(workspace, analysis, analysis.offset(place.position))
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
        let editor = Editor::of(&asked);
        let encoding = editor.encoding;
        let documents = Documents::new().map_err(|error| {
            let mut internal = Error::internal_error();
            internal.message =
                format!("this build's grammar and parser do not fit together: {error}").into();
            internal
        })?;
        let settings =
            match Settings::read(&asked.initialization_options.clone().unwrap_or_default()) {
                Ok(settings) => settings,
                Err(sentence) => {
                    self.client
                        .show_message(MessageType::WARNING, sentence)
                        .await;
                    Settings::default()
                }
            };
        let can = Abilities::of(&asked.capabilities);
        let workspace = Workspace::new(documents, editor);
        let running = Running::start(workspace, self.client.clone(), settings, can);
        let _ = self.introduced.send(asked.process_id);
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

    async fn initialized(&self, _: InitializedParams) {
        let Ok(running) = self.running() else { return };
        if running.can.watches_files {
            // Without it the editor tells of what it saves itself.
            let _ = self
                .client
                .register_capability(vec![live::files_to_watch()])
                .await;
        }
    }

    async fn did_save(&self, told: DidSaveTextDocumentParams) {
        self.files_changed(&[told.text_document.uri]);
    }

    async fn did_change_watched_files(&self, told: DidChangeWatchedFilesParams) {
        let uris: Vec<_> = told.changes.into_iter().map(|change| change.uri).collect();
        self.files_changed(&uris);
    }

    async fn did_change_workspace_folders(&self, told: DidChangeWorkspaceFoldersParams) {
        let Ok(running) = self.running() else { return };
        let event = told.event;
        running
            .workspace
            .change_folders(&event.added, &event.removed);
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
        let encoding = running.workspace.editor.encoding;
        let (uri, version) = (document.uri, document.version);
        let edits =
            running
                .workspace
                .documents()
                .change(&uri, version, &told.content_changes, encoding);
        running.stepper.results().edit(&uri, version, &edits);
        running.diagnoser.changed(uri);
    }

    async fn did_close(&self, told: DidCloseTextDocumentParams) {
        let Ok(running) = self.running() else { return };
        let uri = told.text_document.uri;
        running.workspace.documents().close(&uri);
        running.stepper.results().forget(&uri);
        // Nothing is shown of a text that is not open.
        self.client.publish_diagnostics(uri, Vec::new(), None).await;
    }

    async fn inlay_hint(&self, asked: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        let uri = &asked.text_document.uri;
        let stepper = &self.running()?.stepper;
        let marks = stepper.results().of(uri);
        let analysis = self.analysis(uri)?;
        Ok(analysis.map(|analysis| {
            let glances = stepper.page().glances(uri, analysis.version);
            hints(&analysis, (&marks, &glances), asked.range)
        }))
    }

    async fn code_action(&self, asked: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let running = self.running()?;
        let uri = &asked.text_document.uri;
        let Some(analysis) = self.analysis(uri)? else {
            return Ok(None);
        };
        let marks = running.stepper.results().of(uri);
        running.stepper.page().look_at(uri, asked.range.start.line);
        let place = (asked.range, asked.context.diagnostics.as_slice());
        let mut actions = live::repairs::actions(&analysis, &running.workspace, &marks, place);
        actions.extend(live::lenses::actions(&analysis, asked.range));
        let own = features::actions::actions(&running.workspace, &analysis, asked.range);
        actions.extend(own);
        match &asked.context.only {
            Some(only) => actions.retain(|action| is_wanted(action, only)),
            // Actions on the whole file are for who asks for them.
            None => actions.retain(|action| !is_wanted(action, &[CodeActionKind::SOURCE])),
        }
        Ok(Some(actions))
    }

    async fn code_lens(&self, asked: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        let settings = &self.running()?.settings;
        let analysis = self.analysis(&asked.text_document.uri)?;
        Ok(analysis.map(|analysis| lenses(&analysis, settings)))
    }

    async fn execute_command(&self, asked: ExecuteCommandParams) -> Result<Option<Value>> {
        let progress = asked.work_done_progress_params.work_done_token;
        let command = Command::read(&asked.command, &asked.arguments, progress);
        let command = command.map_err(Error::invalid_params)?;
        if let Err(sentence) = self.running()?.stepper.ask(command) {
            let kind = MessageType::WARNING;
            self.client.show_message(kind, sentence).await;
        }
        Ok(None)
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

    async fn document_symbol(
        &self,
        asked: DocumentSymbolParams,
    ) -> Result<Option<DocumentSymbolResponse>> {
        self.about(
            &asked.text_document.uri,
            features::symbols::document_symbols,
        )
    }

    async fn symbol(&self, asked: WorkspaceSymbolParams) -> Result<Option<Vec<SymbolInformation>>> {
        let workspace = &self.running()?.workspace;
        let found = features::symbols::workspace_symbols(workspace, &asked.query);
        Ok(Some(found))
    }

    async fn folding_range(&self, asked: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.about(&asked.text_document.uri, |_, analysis| {
            features::folding::folding_ranges(analysis)
        })
    }

    async fn selection_range(
        &self,
        asked: SelectionRangeParams,
    ) -> Result<Option<Vec<SelectionRange>>> {
        self.about(&asked.text_document.uri, |_, analysis| {
            features::selection::selection_ranges(analysis, &asked.positions)
        })
    }

    async fn semantic_tokens_full(
        &self,
        asked: SemanticTokensParams,
    ) -> Result<Option<SemanticTokensResult>> {
        self.about(&asked.text_document.uri, |_, analysis| {
            let whole = 0..analysis.file().text.len();
            let data = features::semantic_tokens::semantic_tokens(analysis, whole);
            SemanticTokensResult::Tokens(SemanticTokens {
                result_id: None,
                data,
            })
        })
    }

    async fn semantic_tokens_range(
        &self,
        asked: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        self.about(&asked.text_document.uri, |_, analysis| {
            let part = analysis.offset(asked.range.start)..analysis.offset(asked.range.end);
            let data = features::semantic_tokens::semantic_tokens(analysis, part);
            SemanticTokensRangeResult::Tokens(SemanticTokens {
                result_id: None,
                data,
            })
        })
    }

    async fn completion(&self, asked: CompletionParams) -> Result<Option<CompletionResponse>> {
        let running = self.running()?;
        let place = &asked.text_document_position;
        let page = running.stepper.page();
        page.look_at(&place.text_document.uri, place.position.line);
        let (offered, is_old) = page.offered();
        let uri = &place.text_document.uri;
        let Some((analysis, whole)) = running.workspace.sketch(uri, place.position) else {
            return Ok(None);
        };
        let offset = analysis.offset(place.position);
        let asked = features::completion::Asked {
            workspace: &running.workspace,
            analysis: &analysis,
            whole: &whole,
            offset,
        };
        let mut items = live::items(&analysis, offset, &offered);
        let own = features::completion::completion(&asked);
        items.extend(own.items);
        Ok(Some(CompletionResponse::List(CompletionList {
            // The page is looked at meanwhile, so that the next letter finds it as it is now.
            is_incomplete: own.is_incomplete || is_old && running.stepper.has_page(),
            items,
        })))
    }

    async fn goto_definition(
        &self,
        asked: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        self.at(
            &asked.text_document_position_params,
            |_, analysis, offset| {
                GotoDefinitionResponse::Array(features::navigation::definition(analysis, offset))
            },
        )
    }

    async fn references(&self, asked: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let with_definition = asked.context.include_declaration;
        self.at(
            &asked.text_document_position,
            |workspace, analysis, offset| {
                let found =
                    features::navigation::references(workspace, analysis, offset).into_iter();
                let wanted = found.filter(|each| with_definition || each.is_use());
                wanted.map(|each| each.location).collect()
            },
        )
    }

    async fn document_highlight(
        &self,
        asked: DocumentHighlightParams,
    ) -> Result<Option<Vec<DocumentHighlight>>> {
        self.at(
            &asked.text_document_position_params,
            |_, analysis, offset| features::navigation::highlights(analysis, offset),
        )
    }

    async fn prepare_rename(
        &self,
        asked: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        let found = self.at(&asked, |_, analysis, offset| {
            features::rename::prepare(analysis, offset)
        });
        Ok(found?.flatten())
    }

    async fn rename(&self, asked: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let edit = self.at(
            &asked.text_document_position,
            |workspace, analysis, offset| {
                features::rename::rename(workspace, analysis, (offset, &asked.new_name))
                    .map(|edits| edits.into_workspace_edit(workspace))
            },
        );
        edit?.transpose().map(Option::flatten).map_err(refused)
    }

    async fn hover(&self, asked: HoverParams) -> Result<Option<Hover>> {
        let running = self.running()?;
        let place = &asked.text_document_position_params;
        let uri = &place.text_document.uri;
        running.stepper.page().look_at(uri, place.position.line);
        let Some(analysis) = self.analysis(uri)? else {
            return Ok(None);
        };
        let offset = analysis.offset(place.position);
        let said = features::hover::hover(&running.workspace, &analysis, offset);
        let target = features::hover::target_at(&analysis.file().script, offset);
        if target.is_none() || !running.workspace.editor.markdown {
            return Ok(said);
        }
        let picture = running.stepper.show(&analysis, offset).await;
        Ok(live::with_picture(said, picture))
    }

    async fn signature_help(&self, asked: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        let help = self.at(
            &asked.text_document_position_params,
            |_, analysis, offset| features::signature::signature_help(analysis, offset),
        );
        Ok(help?.flatten())
    }

    async fn document_link(&self, asked: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        self.about(&asked.text_document.uri, |_, analysis| {
            features::links::document_links(analysis)
        })
    }

    async fn formatting(&self, asked: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.about(&asked.text_document.uri, |_, analysis| {
            features::formatting::whole(analysis)
        })
    }

    async fn range_formatting(
        &self,
        asked: DocumentRangeFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>> {
        self.about(&asked.text_document.uri, |_, analysis| {
            features::formatting::range(analysis, asked.range)
        })
    }

    async fn on_type_formatting(
        &self,
        asked: DocumentOnTypeFormattingParams,
    ) -> Result<Option<Vec<TextEdit>>> {
        self.at(&asked.text_document_position, |_, analysis, offset| {
            features::formatting::on_type(analysis, offset, &asked.ch)
        })
    }
}

/// What cannot be done, with the sentence that says why.
fn refused(why: String) -> Error {
    Error {
        code: tower_lsp::jsonrpc::ErrorCode::InvalidParams,
        message: why.into(),
        data: None,
    }
}

/// Whether an action is of one of the kinds asked for; `quickfix.x` is of the kind `quickfix`.
fn is_wanted(action: &CodeActionOrCommand, only: &[CodeActionKind]) -> bool {
    let CodeActionOrCommand::CodeAction(CodeAction {
        kind: Some(kind), ..
    }) = action
    else {
        return true;
    };
    only.iter().any(|wanted| {
        let rest = kind.as_str().strip_prefix(wanted.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}
