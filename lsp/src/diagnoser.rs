//! Tells the editor what is wrong with its scripts, a moment after each change: of many changes in a row only the last
//! state is looked at.

use std::collections::HashSet;

use tokio::sync::mpsc;
use tower_lsp::Client;
use tower_lsp::lsp_types::{Diagnostic, Url};

use crate::analysis::{Analysis, Workspace};
use crate::features::diagnostics::diagnostics;

/// Takes what is to be looked at.
#[derive(Clone)]
pub struct Diagnoser(mpsc::UnboundedSender<Wish>);

enum Wish {
    /// A script has changed; those that use it may have other problems now.
    Changed(Url),
    /// Something that every script may depend on has changed.
    All,
}

/// What is shown of a script beside its problems.
pub type More = Box<dyn Fn(&Analysis) -> Vec<Diagnostic> + Send + Sync>;

impl Diagnoser {
    /// Starts looking. `shows_problems`: the editor does not ask for them itself.
    pub fn start(
        workspace: Workspace,
        client: Client,
        more: More,
        shows_problems: bool,
    ) -> Diagnoser {
        let (sender, mut wishes) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Some(first) = wishes.recv().await {
                let mut asked = vec![first];
                while let Ok(next) = wishes.try_recv() {
                    asked.push(next);
                }
                for uri in scripts_to_show(&workspace, &asked) {
                    let Some((version, found)) =
                        look(&workspace, &uri, &more, shows_problems).await
                    else {
                        continue;
                    };
                    client.publish_diagnostics(uri, found, Some(version)).await;
                }
            }
        });
        Diagnoser(sender)
    }

    pub fn changed(&self, uri: Url) {
        // Only a server that is ending listens no more.
        let _ = self.0.send(Wish::Changed(uri));
    }

    pub fn all(&self) {
        let _ = self.0.send(Wish::All);
    }
}

/// The scripts that were changed, first, then those that use them.
fn scripts_to_show(workspace: &Workspace, asked: &[Wish]) -> Vec<Url> {
    if asked.iter().any(|wish| matches!(wish, Wish::All)) {
        return workspace.scripts();
    }
    let mut seen = HashSet::new();
    let changed = asked.iter().filter_map(|wish| match wish {
        Wish::Changed(uri) => Some(uri.clone()),
        Wish::All => None,
    });
    let mut scripts: Vec<_> = changed.filter(|uri| seen.insert(uri.clone())).collect();
    let documents = workspace.documents();
    let paths: Vec<_> = scripts
        .iter()
        .filter_map(|uri| documents.get(uri).map(|document| document.path.clone()))
        .collect();
    let users = documents.all().filter(|document| {
        let uses = document
            .analysis
            .iter()
            .flat_map(|known| &known.opened.files);
        uses.into_iter().any(|file| paths.contains(&file.path))
    });
    scripts.extend(
        users
            .map(|document| document.uri.clone())
            .filter(|uri| seen.insert(uri.clone())),
    );
    scripts
}

async fn look(
    workspace: &Workspace,
    uri: &Url,
    more: &More,
    shows_problems: bool,
) -> Option<(i32, Vec<Diagnostic>)> {
    let analysis = {
        let (workspace, uri) = (workspace.clone(), uri.clone());
        tokio::task::spawn_blocking(move || workspace.analysis(&uri))
            .await
            .ok()??
    };
    let mut found = if shows_problems {
        diagnostics(&analysis)
    } else {
        Vec::new()
    };
    found.extend(more(&analysis));
    Some((analysis.version, found))
}
