//! What there is once the editor has introduced itself.

use tower_lsp::Client;

use crate::analysis::{Analysis, Workspace};
use crate::diagnoser::Diagnoser;
use crate::live::{self, Abilities, Page, Results, Settings, Stepper};

/// For every handler.
pub(crate) struct Running {
    pub workspace: Workspace,
    pub diagnoser: Diagnoser,
    pub stepper: Stepper,
    pub settings: Settings,
    pub can: Abilities,
}

impl Running {
    /// Starts what works behind the handlers' backs.
    pub fn start(
        workspace: Workspace,
        client: Client,
        settings: Settings,
        can: Abilities,
    ) -> Running {
        let results = Results::default();
        let shown = {
            let results = results.clone();
            Box::new(move |analysis: &Analysis| {
                live::diagnostics(analysis, &results.of(&analysis.uri))
            })
        };
        let diagnoser = Diagnoser::start(
            workspace.clone(),
            client.clone(),
            shown,
            !can.pulls_diagnostics,
        );
        let stepper = Stepper::start(live::Surroundings {
            told: live::tell(client.clone(), diagnoser.clone(), can),
            workspace: workspace.clone(),
            client,
            results,
            settings: settings.clone(),
            page: Page::default(),
            creates_progress: can.progress,
        });
        Running {
            workspace,
            diagnoser,
            stepper,
            settings,
            can,
        }
    }
}
