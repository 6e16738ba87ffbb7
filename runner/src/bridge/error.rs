//! Why there is no bridge.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::messages::{MESSAGE_LIMIT, PROTOCOL};

#[derive(Debug, thiserror::Error)]
pub enum BridgeError {
    #[error(
        "no port of 127.0.0.1 can be listened on: {0}. The loopback interface must be up and allow a program to listen"
    )]
    Listen(#[source] io::Error),

    #[error("{} cannot be written: {source}. The extension reads from it where to connect", path.display())]
    Card {
        path: PathBuf,
        #[source]
        source: io::Error,
    },

    #[error(
        "the extension did not say hello within {within:?}{}", .refused.as_deref().map(|why| format!("; a connection was refused: {why}")).unwrap_or_default()
    )]
    NoHello {
        within: Duration,
        /// Why the last connection that tried was refused.
        refused: Option<String>,
    },

    #[error(
        "the extension ({ext_version}) speaks another protocol number than this program ({PROTOCOL}); both must come from the same version of aite"
    )]
    ProtocolMismatch { ext_version: String },

    #[error(
        "{command} would be a message of {bytes} bytes, and the extension takes {MESSAGE_LIMIT} at most; shorten the text it carries"
    )]
    TooLarge { command: &'static str, bytes: usize },

    #[error("{command} cannot be written as JSON: {source}")]
    Unwritable {
        command: &'static str,
        #[source]
        source: serde_json::Error,
    },
}
