//! Names that nothing refers to.

use super::Check;
use super::scope::{Origin, Scope};
use crate::script::ast::Name;
use crate::script::problem::Problem;
use crate::script::{text, words};

pub fn locals(check: &mut Check, file: usize, scope: &Scope) {
    for local in scope.unused() {
        let what = match local.origin {
            Origin::Parameter => "This flow does not use its parameter",
            Origin::Column => "No step uses the column",
            Origin::Let => "Nothing below uses the let",
            Origin::Read => "Nothing below uses what is read into",
        };
        report(check, file, local.name, what);
    }
}

/// Lets and secrets at the top of a file with tests that nothing refers to. A file without tests is there for others.
pub fn globals(check: &mut Check) {
    let opened = check.opened;
    for (at, file) in opened.files.iter().enumerate() {
        if file.script.tests.is_empty() {
            continue;
        }
        let lets = file
            .script
            .lets
            .iter()
            .map(|found| (&found.name, "Nothing uses the let"));
        let secrets = file
            .script
            .secrets
            .iter()
            .map(|secret| (&secret.name, "Nothing uses the secret"));
        for (name, what) in lets.chain(secrets) {
            if !check.used.contains(&(at, name.text.as_str())) {
                report(check, at, name, what);
            }
        }
    }
}

fn report(check: &mut Check, file: usize, name: &Name, what: &str) {
    let text = name.text.as_str();
    // What cannot be named that has been said; nothing can use it.
    let impossible = words::is_reserved(text) || !text::is_name(text);
    let meant = text.starts_with('_') || check.mentioned[file].contains(text);
    if !meant && !impossible {
        let message = format!("{what} `{}`.", name.text);
        check.report(file, Problem::warning("unused-name", name.span, message));
    }
}
