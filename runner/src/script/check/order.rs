//! What may stand where among a block's steps.

use super::{Block, BlockKind, Check, flows};
use crate::script::ast::{Line, Step, StepKind, Wait};
use crate::script::problem::Problem;

pub fn block(check: &mut Check, block: &Block) {
    let mut acted = false;
    for (at, step) in steps(block.lines).enumerate() {
        if at == 0 {
            first(check, block, step);
        }
        modifiers(check, block.file, step);
        require(check, block.file, step, acted);
        if let StepKind::Wait(Wait::Pause(_)) = step.kind {
            let problem = Problem::warning(
                "bare-wait",
                step.span,
                "A wait for a fixed time is too short on a slow day and too long on all others.",
            );
            check.report(
                block.file,
                problem.help("Wait for what should happen: wait for …, or verify …"),
            );
        }
        acted |= match &step.kind {
            StepKind::Do { flow, .. } => flows::acts(check.opened, block.file, &flow.text),
            kind => is_act(kind),
        };
    }
}

/// Whether a block itself, without the flows it calls, acts on the page.
pub fn acts(lines: &[Line]) -> bool {
    steps(lines).any(|step| is_act(&step.kind))
}

/// Whether a block itself, without the flows it calls, holds a `require`.
pub fn requires(lines: &[Line]) -> bool {
    steps(lines).any(|step| matches!(step.kind, StepKind::Require(_)))
}

fn steps(lines: &[Line]) -> impl Iterator<Item = &Step> {
    lines.iter().filter_map(|line| match line {
        Line::Step(step) => Some(step),
        Line::Let(_) => None,
    })
}

/// Whether a step sends the page something a person would do to it.
fn is_act(step: &StepKind) -> bool {
    matches!(
        step,
        StepKind::Click { .. }
            | StepKind::Hover(_)
            | StepKind::Fill { .. }
            | StepKind::Type { .. }
            | StepKind::Clear(_)
            | StepKind::Press { .. }
            | StepKind::Check(_)
            | StepKind::Uncheck(_)
            | StepKind::Select { .. }
            | StepKind::Drag { .. }
            | StepKind::Upload { .. }
            | StepKind::Dialog(_)
    )
}

/// A flow may begin with a dialog step, as its caller may have opened the dialog.
fn first(check: &mut Check, block: &Block, step: &Step) {
    if matches!(step.kind, StepKind::Dialog(_)) && block.kind != BlockKind::Flow {
        let problem = Problem::error(
            "nothing-opened-dialog",
            step.span,
            "No step before this one can have opened a dialog.",
        );
        check.report(
            block.file,
            problem.help("A dialog step follows the step that opens the dialog, as a click."),
        );
    }
}

fn modifiers(check: &mut Check, file: usize, step: &Step) {
    if step.soft && !matches!(step.kind, StepKind::Verify(_)) {
        let problem = Problem::error(
            "soft-without-verify",
            step.span,
            "`soft` stands in front of a verify, and of no other step.",
        );
        check.report(
            file,
            problem.help("Write `try` for a step whose failure does not matter."),
        );
    } else if step.soft && step.optional {
        let problem = Problem::error(
            "try-and-soft",
            step.span,
            "A failure that does not matter (`try`) cannot fail the test at its end (`soft`).",
        );
        check.report(file, problem.help("Remove one of the two."));
    }
    if step.optional && matches!(step.kind, StepKind::Require(_)) {
        let problem = Problem::error(
            "try-require",
            step.span,
            "A precondition whose failure does not matter (`try`) is none.",
        );
        check.report(file, problem.help("Remove the `try`, or the line."));
    }
}

fn require(check: &mut Check, file: usize, step: &Step, acted: bool) {
    if !acted || step.optional {
        return;
    }
    match &step.kind {
        StepKind::Require(_) => {
            let problem = Problem::error(
                "late-require",
                step.span,
                "A precondition stands before the first step that acts on the page.",
            );
            check.report(file, problem.help("Move it up, or write verify."));
        }
        StepKind::Do { flow, .. } if flows::requires(check.opened, file, &flow.text) => {
            let problem = Problem::error(
                "late-require",
                flow.span,
                format!(
                    "The flow `{}` requires something, which stands before the first step that acts on the page.",
                    flow.text
                ),
            );
            check.report(
                file,
                problem.help("Move the call up, or let the flow verify."),
            );
        }
        _ => {}
    }
}
