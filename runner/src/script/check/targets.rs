//! Targets and regular expressions: that they can find anything.

use super::Check;
use crate::script::ast::{Locator, Regex, Target};
use crate::script::pieces::{self, Piece};
use crate::script::problem::Problem;
use crate::script::{roles, words};

pub fn piece(check: &mut Check, file: usize, piece: Piece) {
    match piece {
        Piece::Target(target) => {
            for target in pieces::chain(target) {
                one(check, file, target);
            }
        }
        Piece::Regex(found) => regex(check, file, found),
        _ => {}
    }
}

fn one(check: &mut Check, file: usize, target: &Target) {
    if let Locator::Role { role, .. } = &target.locator {
        if roles::find(&role.text).is_none() {
            let all = roles::ALL.iter().map(|role| role.word);
            let problem = Problem::error(
                "unknown-role",
                role.span,
                format!("`{}` is no role.", role.text),
            );
            let meant = other_name(&role.text)
                .or_else(|| words::closest(&role.text, all))
                .filter(|_| !words::is_reserved(&role.text));
            check.report(
                file,
                match meant {
                    Some(_) => problem.did_you_mean(meant),
                    None => problem.help(
                        "Roles are words such as button, link, field, checkbox, heading, image or row.",
                    ),
                },
            );
        }
    }
    match pieces::sought(&target.locator) {
        (Some(text), _) if text.parts.is_empty() => {
            let problem =
                Problem::error("empty-text", text.span, "An empty string finds no element.");
            check.report(
                file,
                problem.help("Write what a person reads on the element."),
            );
        }
        (_, Some(found)) => regex(check, file, found),
        _ => {}
    }
}

/// The role that people call by another name.
fn other_name(word: &str) -> Option<&'static str> {
    match word {
        "textfield" | "input" | "textarea" | "edit" => Some("field"),
        "picture" | "icon" => Some("image"),
        "dropdown" => Some("combobox"),
        "modal" | "popup" => Some("dialog"),
        "nav" => Some("navigation"),
        _ => None,
    }
}

fn regex(check: &mut Check, file: usize, found: &Regex) {
    let flags = if found.ignore_case { "i" } else { "" };
    let error = if found.source.is_empty() {
        "it is empty".to_owned()
    } else {
        match regress::Regex::with_flags(&found.source, flags) {
            Ok(_) => return,
            Err(error) => error.text,
        }
    };
    let problem = Problem::error(
        "bad-regex",
        found.span,
        format!(
            "This is no regular expression: {}.",
            error.trim_end_matches('.')
        ),
    );
    check.report(
        file,
        problem.help("It is read as JavaScript reads regular expressions."),
    );
}
