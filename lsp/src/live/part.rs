//! Which lines of a script are meant by a place in it.

use aite::script::ast::{HookKind, Line, Row, Script, Span, StepKind, Table, Test};
use aite::script::{File, Opened, Severity};
use aite::session::{Known, RunFacts, Scope, bind_row};

use super::commands::Extent;
use crate::analysis::Analysis;

/// A block of steps.
#[derive(Debug, Clone, Copy)]
pub enum Block<'a> {
    /// With its number among the script's tests, from 1.
    Test(usize, &'a Test),
    Flow(&'a aite::script::ast::Flow),
    Hook(HookKind, &'a [Line]),
}

impl<'a> Block<'a> {
    pub fn lines(self) -> &'a [Line] {
        match self {
            Block::Test(_, test) => &test.lines,
            Block::Flow(flow) => &flow.lines,
            Block::Hook(_, lines) => lines,
        }
    }

    /// Whether it is a file's steps without a heading.
    pub fn is_bare(self) -> bool {
        matches!(self, Block::Test(_, test) if test.is_bare())
    }

    /// What it is called in results, where it is no test.
    pub fn name(self) -> Option<String> {
        match self {
            Block::Test(..) => None,
            Block::Flow(flow) => Some(format!("flow {}", flow.name.text)),
            Block::Hook(kind, _) => Some(kind.to_string()),
        }
    }

    pub fn number(self) -> usize {
        match self {
            Block::Test(number, _) => number,
            _ => 0,
        }
    }

    pub fn table(self) -> Option<(&'a Table, &'a Row)> {
        let Block::Test(_, test) = self else {
            return None;
        };
        let table = test.table.as_ref()?;
        Some((table, table.rows.first()?))
    }

    /// The profile that is in force before one of its lines.
    pub fn profile_before(self, line: usize, script: &Script) -> String {
        let switches = self.lines()[..line]
            .iter()
            .rev()
            .find_map(|line| match line {
                Line::Step(step) => match &step.kind {
                    StepKind::As(name) => Some(name.text.clone()),
                    _ => None,
                },
                Line::Let(_) => None,
            });
        switches.unwrap_or_else(|| script.first_profile().to_owned())
    }

    /// How many steps stand before one of its lines.
    pub fn steps_before(self, line: usize) -> usize {
        let before = self.lines()[..line].iter();
        before.filter(|line| matches!(line, Line::Step(_))).count()
    }
}

/// A block, and the line of it that a place is on.
#[derive(Debug, Clone, Copy)]
pub struct At<'a> {
    pub block: Block<'a>,
    /// The index of the line at the place, or of the first behind it; the number of lines where all stand before it.
    pub line: usize,
    /// Whether there is a step at the place itself.
    pub on_step: bool,
}

/// The block that a line of the file is in.
pub fn find(file: &File, line: usize) -> Option<At<'_>> {
    let start = file.lines.start(line)?;
    let end = file.lines.start(line + 1).unwrap_or(file.text.len() + 1);
    // A block reaches to the next heading, whatever stands between.
    let begins = |heading: Span| {
        let line = file.lines.line(heading.start);
        file.lines.start(line).is_some_and(|top| top < end)
    };
    let script = &file.script;
    let tests = script.tests.iter().enumerate();
    let tests = tests.map(|(at, test)| (Block::Test(at + 1, test), test.span));
    let flows = script
        .flows
        .iter()
        .map(|flow| (Block::Flow(flow), flow.span));
    let hooks = script
        .hooks
        .iter()
        .map(|hook| (Block::Hook(hook.kind, &hook.lines), hook.span));
    let (block, _) = tests
        .chain(flows)
        .chain(hooks)
        .filter(|(_, heading)| begins(*heading))
        .max_by_key(|(_, heading)| heading.start)?;
    let lines = block.lines();
    let line = lines.partition_point(|line| span(line).end < start);
    let on_step = lines
        .get(line)
        .is_some_and(|line| span(line).start < end && matches!(line, Line::Step(_)));
    Some(At {
        block,
        line,
        on_step,
    })
}

/// The names that a block's line can use: those given, its table's first row, and the `let` lines before.
pub fn scope<'o>(
    opened: &'o Opened,
    facts: &'o RunFacts,
    at: At<'_>,
    given: Vec<(&str, Known)>,
) -> Scope<'o> {
    let mut scope = Scope::new(opened, 0, facts);
    for (name, known) in given {
        scope.bind(name, known);
    }
    if let Some((table, row)) = at.block.table() {
        bind_row(&mut scope, Some(table), Some(row));
    }
    for line in &at.block.lines()[..at.line] {
        if let Line::Let(found) = line {
            // One that needs what was not read yet is said where it is used.
            let _ = scope.bind_let(&found.name.text, &found.value);
        }
    }
    scope
}

pub fn span(line: &Line) -> Span {
    match line {
        Line::Step(step) => step.span,
        Line::Let(found) => found.span,
    }
}

/// Why nothing of that may be run, in a sentence.
pub fn refusal(analysis: &Analysis, extent: Extent, line: usize) -> Option<String> {
    let mut errors = analysis
        .problems
        .iter()
        .filter(|(_, problem)| problem.severity == Severity::Error);
    let files = &analysis.opened.files;
    let error = match extent {
        // One can be tried while the rest of the file is being written.
        Extent::Step => errors
            .find(|(file, problem)| *file == 0 && files[0].lines.line(problem.span.start) == line),
        _ => errors.next(),
    };
    if let Some((file, problem)) = error {
        let file = &files[*file];
        let name = file.path.file_name().unwrap_or_default().to_string_lossy();
        let line = file.lines.line(problem.span.start) + 1;
        return Some(format!(
            "Nothing was run: {name}:{line}: {}",
            problem.message
        ));
    }
    let error = analysis.config.as_ref().err()?;
    Some(format!("Nothing was run: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use aite::script::parse;

    const SCRIPT: &str = "let a = \"x\"\n\nbefore each\n  open \"/\"\n\nflow pay amount\n  as qian\n  click \"Pay\"\n\ntest \"One\"\n  let b = \"y\"\n  click \"A\"\n\n  # here\n  click \"B\"\n\n\ntest \"Two\"\n  click \"C\"";

    fn at(line: usize) -> String {
        let file = File::new("x.aite".as_ref(), SCRIPT.into(), parse(SCRIPT));
        let Some(At {
            block,
            line,
            on_step,
        }) = find(&file, line)
        else {
            return "nowhere".into();
        };
        let name = block
            .name()
            .unwrap_or_else(|| format!("test {}", block.number()));
        let profile = block.profile_before(line, &file.script);
        let steps = block.steps_before(line);
        format!("{name}, line {line}, {steps} steps before, on a step: {on_step}, as {profile}")
    }

    #[test]
    fn a_line_leads_to_its_block_and_step() {
        assert_eq!(at(0), "nowhere");
        assert_eq!(
            at(3),
            "before each, line 0, 0 steps before, on a step: true, as default"
        );
        assert_eq!(
            at(7),
            "flow pay, line 1, 1 steps before, on a step: true, as qian"
        );
        assert_eq!(
            at(9),
            "test 1, line 0, 0 steps before, on a step: false, as default"
        );
        assert_eq!(
            at(11),
            "test 1, line 1, 0 steps before, on a step: true, as default"
        );
        assert_eq!(
            at(13),
            "test 1, line 2, 1 steps before, on a step: false, as default"
        );
        assert_eq!(
            at(18),
            "test 2, line 0, 0 steps before, on a step: true, as default"
        );
    }
}
