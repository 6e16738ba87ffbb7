//! What an editor asks for by `workspace/executeCommand`.

use serde::Deserialize;
use serde_json::Value;
use tower_lsp::lsp_types::{Position, ProgressToken, Url};

/// Every command, as an editor names it.
pub const NAMES: &[&str] = &[
    "aite.runStep",
    "aite.runToHere",
    "aite.runFromHere",
    "aite.runTest",
    "aite.runFile",
    "aite.stop",
    "aite.connect",
    "aite.disconnect",
    "aite.pick",
    "aite.record",
];

/// One of them, with its argument.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    Run(Extent, Place),
    Stop,
    /// Opens the Chrome that the script's first profile has.
    Connect(Place),
    Disconnect,
    /// Writes the words for the element that a person clicks in the page.
    Pick(Place),
    /// Writes what a person does in the page as steps, until it is given again or stopped.
    Record(Place),
}

/// How much of a script is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// The step at the place, on the page that is open.
    Step,
    /// The test, from a clean start to the place.
    ToHere,
    /// The test's steps from the place on, on the page that is open.
    FromHere,
    /// The test, from a clean start.
    Test,
    /// Every test of the file.
    File,
}

/// A place in a document, as the argument of a command has it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Place {
    pub uri: Url,
    #[serde(default)]
    pub position: Position,
    /// Where the editor shows how it gets on, if it has said so.
    #[serde(skip)]
    pub progress: Option<ProgressToken>,
}

impl Command {
    /// Reads a command; a sentence where it is none.
    pub fn read(
        name: &str,
        arguments: &[Value],
        progress: Option<ProgressToken>,
    ) -> Result<Command, String> {
        let place = || {
            let argument = arguments.first().cloned().unwrap_or_default();
            let place = Place::deserialize(&argument);
            place.map(|place| Place { progress: progress.clone(), ..place }).map_err(|error| {
                format!("{name} takes {{\"uri\": …, \"position\": {{\"line\": …, \"character\": …}}}}; {argument} was found: {error}")
            })
        };
        Ok(match name {
            "aite.runStep" => Command::Run(Extent::Step, place()?),
            "aite.runToHere" => Command::Run(Extent::ToHere, place()?),
            "aite.runFromHere" => Command::Run(Extent::FromHere, place()?),
            "aite.runTest" => Command::Run(Extent::Test, place()?),
            "aite.runFile" => Command::Run(Extent::File, place()?),
            "aite.stop" => Command::Stop,
            "aite.connect" => Command::Connect(place()?),
            "aite.disconnect" => Command::Disconnect,
            "aite.pick" => Command::Pick(place()?),
            "aite.record" => Command::Record(place()?),
            _ => {
                return Err(format!(
                    "there is no command {name}; known are {}",
                    NAMES.join(", ")
                ));
            }
        })
    }
}
