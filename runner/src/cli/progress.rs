//! How a run gets on, for whoever watches: a spinner and a line a test at a terminal, plain lines elsewhere.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::report::TestResult;
use crate::report::terminal::{Look, printable, step_line, test_line};
use crate::run::Progress;
use crate::session::{Observer, StepResult};

/// How much is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Detail {
    /// Failures and the summary.
    Quiet,
    /// A line a test.
    Tests,
    /// And a line a step.
    Steps,
}

pub(super) struct Lines {
    detail: Detail,
    look: Look,
    bar: ProgressBar,
    test: String,
}

impl Lines {
    pub(super) fn new(detail: Detail, tests: u64, look: Look) -> Lines {
        let target = match detail {
            Detail::Quiet => ProgressDrawTarget::hidden(),
            // indicatif hides a bar whose target is no terminal, so a log holds the lines alone.
            Detail::Tests | Detail::Steps => ProgressDrawTarget::stderr(),
        };
        let bar = ProgressBar::with_draw_target(Some(tests), target);
        let style = ProgressStyle::with_template("{spinner:.cyan} {pos}/{len} {wide_msg:.dim}");
        if let Ok(style) = style {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(120));
        Lines {
            detail,
            look,
            bar,
            test: String::new(),
        }
    }

    /// Takes the bar away; the lines stay.
    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn say(&self, line: &str) {
        self.bar.suspend(|| println!("{line}"));
    }
}

impl Observer for Lines {
    fn step_started(&mut self, step: &StepResult) {
        let source = printable(step.source.trim());
        self.bar.set_message(format!("{}  {source}", self.test));
    }

    fn step_finished(&mut self, step: &StepResult) {
        if self.detail >= Detail::Steps {
            self.say(&step_line(step, self.look));
        }
    }
}

impl Progress for Lines {
    fn test_started(&mut self, script: &str, title: &str) {
        self.test = format!("{script} › {}", printable(title));
        self.bar.set_message(self.test.clone());
        if self.detail >= Detail::Steps {
            self.say(&self.test);
        }
    }

    fn test_finished(&mut self, script: &str, test: &TestResult) {
        if self.detail >= Detail::Tests {
            self.say(&test_line(script, test, self.look));
        }
        if test.id > 0 {
            self.bar.inc(1);
        }
    }
}
