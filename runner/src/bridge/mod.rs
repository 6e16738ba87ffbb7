//! The wire to the extension: one websocket a profile, of which this is the server.
//!
//! [`Listening`] has a port and a token but no extension yet; [`Listening::accept`] makes a [`Bridge`] of it once the extension has said
//! hello. A connection that breaks may come back; what that means for the request under way is in [`Bridge::request`].
//!
//! What happens here is told to the `log` crate at debug level under this module's name, without tokens, values or page texts.

mod card;
mod connection;
mod error;
mod exchange;
mod gate;
mod listening;
pub mod messages;

#[cfg(test)]
mod tests;

use std::time::Duration;

pub use card::Card;
pub use error::BridgeError;
pub use exchange::Bridge;
pub use listening::Listening;

/// How long the bridge is patient. The defaults are the protocol's.
#[derive(Debug, Clone, Copy)]
pub struct Timings {
    /// From a connection to its hello.
    pub hello: Duration,
    /// From ping to ping.
    pub ping: Duration,
    /// From a ping to its pong.
    pub pong: Duration,
    /// From a connection's loss to its return.
    pub comeback: Duration,
}

impl Default for Timings {
    fn default() -> Self {
        Self {
            hello: Duration::from_secs(5),
            ping: Duration::from_secs(15),
            pong: Duration::from_secs(10),
            comeback: Duration::from_secs(10),
        }
    }
}
