//! What an editor asks of the page that is open, on the bundled shop in a real Chromium.

mod author;
mod offers;
mod recorded;
mod shown;
