//! What was meant, in the place of what is written.

use aite::script::Problem;

use super::{Asked, Fix};

pub fn fix(asked: &Asked, problem: &Problem) -> Option<Fix> {
    let meant = match problem.code {
        "glued-comment" => format!(" {}", written(asked, problem)),
        "unknown-escape" => format!("\\{}", written(asked, problem)),
        _ => problem.replacement.clone()?,
    };
    let title = match problem.code {
        "glued-comment" => "Put a space in front of the #".to_owned(),
        "unknown-escape" => "Write \\\\ for the backslash".to_owned(),
        _ => format!("Change to `{meant}`"),
    };
    let edit = asked.edit(problem.span, meant);
    Some(asked.fix(title, vec![edit]).preferred())
}

fn written<'a>(asked: &'a Asked, problem: &Problem) -> &'a str {
    let span = problem.span;
    asked
        .file()
        .text
        .get(span.start..span.end)
        .unwrap_or_default()
}
