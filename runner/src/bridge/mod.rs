//! The wire to the extension: one websocket a profile, of which this is the server.

pub mod messages;
