//! A run for a person at a terminal: a block for each failure, then the counts.

use std::fmt::Write as _;
use std::path::Path;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use console::{Style, measure_text_width};

use super::results::{Run, ScriptResult, TestResult, Verdict};
use crate::session::{Status, StepResult, explain, repair_in_words};

/// How the terminal is written to.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    pub colour: bool,
    /// In columns.
    pub width: usize,
}

impl Look {
    /// As the terminal behind standard output is.
    pub fn of_stdout() -> Look {
        let term = console::Term::stdout();
        Look {
            colour: console::colors_enabled(),
            width: usize::from(term.size().1).max(40),
        }
    }

    /// As the terminal behind standard error is.
    pub fn of_stderr() -> Look {
        Look {
            colour: console::colors_enabled_stderr(),
            ..Look::of_stdout()
        }
    }

    pub fn style(self) -> Style {
        Style::new().force_styling(self.colour)
    }
}

/// What stands before a test's name, and how it is written.
fn mark_of(verdict: Verdict, look: Look) -> (&'static str, Style) {
    let style = look.style();
    match verdict {
        Verdict::Passed => ("✓", style.green()),
        Verdict::Failed => ("✗", style.red().bold()),
        Verdict::PreState => ("◌", style.yellow()),
        Verdict::Skipped | Verdict::NotRun => ("-", style.dim()),
    }
}

/// One line for a test that ended.
pub fn test_line(script: &str, test: &TestResult, look: Look) -> String {
    let (mark, style) = mark_of(test.verdict, look);
    let mark = style.apply_to(mark);
    let name = format!("{script} › {}", printable(&full_title(test)));
    let note = match (test.verdict, &test.note) {
        (Verdict::Skipped, Some(reason)) if !reason.is_empty() => {
            format!("skipped: {}", printable(reason))
        }
        (Verdict::Skipped, _) => "skipped".into(),
        (Verdict::NotRun, _) => "not run".into(),
        _ => duration(test.ms),
    };
    let dots = look
        .width
        .min(100)
        .saturating_sub(measure_text_width(&name) + measure_text_width(&note) + 5);
    let note = look.style().dim().apply_to(note);
    format!("{mark} {name} {}{note}", " ".repeat(dots.max(1)))
}

/// A test's title with the row it ran with.
pub fn full_title(test: &TestResult) -> String {
    match &test.row {
        Some(row) => {
            let cells: Vec<_> = row
                .iter()
                .map(|(name, cell)| format!("{name} {cell}"))
                .collect();
            format!("{} [{}]", test.title, cells.join(", "))
        }
        None => test.title.clone(),
    }
}

/// Why a test failed: each failed step under its source line, with what a person acts on.
pub fn failure_block(
    script: &ScriptResult,
    test: &TestResult,
    run_folder: &Path,
    look: Look,
) -> String {
    let mut block = String::new();
    let title = format!("{} › {}", script.path, printable(&full_title(test)));
    let (mark, style) = mark_of(test.verdict, look);
    let heading = style.apply_to(format!("{mark} {title}"));
    let _ = writeln!(block, "{heading}");
    for step in test.failed_steps() {
        let _ = writeln!(block, "{}", step_block(step, run_folder, look));
    }
    block
}

fn step_block(step: &StepResult, run_folder: &Path, look: Look) -> String {
    let Some(failure) = &step.outcome.failure else {
        return String::new();
    };
    let explanation = explain(failure);
    let source = printable(&step.source);
    let indent = source.len() - source.trim_start().len();
    let start = byte_of(&source, step.place.column).max(indent);
    let end = byte_of(&source, step.place.end_column).max(start);
    let label = format!(
        "{} after {}",
        failure.reason.name(),
        duration(step.outcome.ms)
    );
    let snippet = Snippet::source(source.as_str())
        .line_start(step.place.line)
        .path(step.place.file.as_str())
        .annotation(AnnotationKind::Primary.span(start..end).label(label));
    let title = printable(&explanation.headline);
    let block = match &step.block {
        Some(block) => format!(" in {block}"),
        None => String::new(),
    };
    let title = format!("step {}{block}: {title}", step.id);
    let mut group = Group::with_title(Level::ERROR.primary_title(title.as_str())).element(snippet);
    let facts: Vec<_> = explanation
        .facts
        .iter()
        .map(|(label, text)| format!("{label}: {}", printable_lines(text, label.len() + 2)))
        .collect();
    for fact in &facts {
        group = group.element(Level::NOTE.no_name().message(fact.as_str()));
    }
    let picture = step
        .outcome
        .screenshot
        .as_ref()
        .map(|name| format!("picture: {}", run_folder.join(name).display()));
    if let Some(picture) = &picture {
        group = group.element(Level::NOTE.no_name().message(picture.as_str()));
    }
    let console: Vec<_> = step
        .outcome
        .console
        .iter()
        .map(|message| format!("console {}: {}", message.level, printable(&message.text)))
        .collect();
    for line in &console {
        group = group.element(Level::NOTE.no_name().message(line.as_str()));
    }
    let renderer = if look.colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    renderer.term_width(look.width).render(&[group]).to_string()
}

/// The counts, the time, and where to read on.
pub fn summary(run: &Run, run_folder: &Path, look: Look) -> String {
    let counts = run.counts();
    let repaired = run.scripts.iter().flat_map(|script| script.steps());
    let repaired = repaired.map(|step| step.outcome.repairs.len()).sum();
    let style = look.style();
    let mut parts = Vec::new();
    let mut part = |number: usize, word: &str, style: Style| {
        if number > 0 {
            parts.push(style.apply_to(format!("{number} {word}")).to_string());
        }
    };
    part(counts.passed, "passed", style.clone().green());
    part(counts.failed, "failed", style.clone().red().bold());
    part(counts.pre_state, "pre-state", style.clone().yellow());
    part(repaired, "repaired", style.clone().yellow());
    part(counts.skipped, "skipped", style.clone().dim());
    part(counts.not_run, "not run", style.clone().dim());
    if parts.is_empty() {
        parts.push("no tests".into());
    }
    let mut text = String::new();
    for error in &run.errors {
        let _ = writeln!(
            text,
            "{} {}",
            style.clone().red().bold().apply_to("error:"),
            printable_lines(error, "error: ".len())
        );
    }
    for warning in &run.warnings {
        let _ = writeln!(
            text,
            "{} {}",
            style.clone().yellow().apply_to("warning:"),
            printable(warning)
        );
    }
    let interrupted = if run.interrupted {
        " · interrupted"
    } else {
        ""
    };
    let retries: u32 = run.tests().map(|(_, test)| sum_retries(&test.steps)).sum();
    let retried = match retries {
        0 => String::new(),
        1 => " · 1 command sent again".into(),
        number => format!(" · {number} commands sent again"),
    };
    let _ = writeln!(
        text,
        "{} · {}{retried}{interrupted}",
        parts.join(" · "),
        duration(run.ms)
    );
    let _ = write!(text, "run: {}", run_folder.display());
    text
}

fn sum_retries(steps: &[StepResult]) -> u32 {
    steps
        .iter()
        .map(|step| step.outcome.retries + sum_retries(&step.steps))
        .sum()
}

/// One line for a step, as `--verbose` shows it.
pub fn step_line(step: &StepResult, look: Look) -> String {
    let style = look.style();
    let mark = match step.outcome.status {
        Status::Passed => style.green().apply_to("✓"),
        Status::Failed => style.red().apply_to("✗"),
        Status::Tolerated => style.dim().apply_to("~"),
        Status::NotRun => style.dim().apply_to("-"),
    };
    let depth = step.id.matches('.').count().max(1);
    let mut facts = vec![duration(step.outcome.ms)];
    let repairs = step.outcome.repairs.iter().map(|repair| {
        let words = printable(&repair_in_words(repair));
        format!("repaired {:.2}: {words}", repair.repair.difference.score)
    });
    facts.extend(repairs);
    facts.extend(step.outcome.via.as_ref().map(|via| format!("via {via}")));
    if step.outcome.retries > 0 {
        facts.push(format!("retries {}", step.outcome.retries));
    }
    facts.extend(
        step.outcome
            .warnings
            .iter()
            .map(|warning| printable(&warning.message)),
    );
    let facts = look.style().dim().apply_to(facts.join(" · "));
    let text = printable(step.source.trim());
    format!("{}{mark} {} {text}  {facts}", "  ".repeat(depth), step.id)
}

/// A time a person reads: `18 ms`, `1.2 s`, `2 min 5 s`.
pub fn duration(ms: f64) -> String {
    match ms {
        ms if ms < 1000.0 => format!("{ms:.0} ms"),
        ms if ms < 60_000.0 => format!("{:.1} s", ms / 1000.0),
        ms => {
            let seconds = (ms / 1000.0).round() as u64;
            format!("{} min {} s", seconds / 60, seconds % 60)
        }
    }
}

/// Text from a page or a script with nothing in it that a terminal would obey: control characters, escape sequences
/// and direction overrides are shown as their code.
pub fn printable(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\t' => clean.push(' '),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                let _ = write!(clean, "\\u{{{:x}}}", u32::from(letter));
            }
            letter if letter.is_control() => {
                let _ = write!(clean, "\\u{{{:x}}}", u32::from(letter));
            }
            letter => clean.push(letter),
        }
    }
    clean
}

fn printable_lines(text: &str, indent: usize) -> String {
    let lines: Vec<_> = text.split('\n').map(printable).collect();
    lines.join(&format!("\n{}", " ".repeat(indent)))
}

/// The byte at a column counted from 1 in characters.
fn byte_of(line: &str, column: usize) -> usize {
    line.char_indices()
        .nth(column.saturating_sub(1))
        .map_or(line.len(), |(byte, _)| byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_cannot_speak_to_the_terminal() {
        assert_eq!(
            printable("a\u{1b}[31mb\u{202e}c\r"),
            "a\\u{1b}[31mb\\u{202e}c\\u{d}"
        );
    }

    #[test]
    fn times_are_short() {
        let shown = [17.6, 1234.0, 125_000.0].map(duration);
        assert_eq!(shown, ["18 ms", "1.2 s", "2 min 5 s"]);
    }
}
