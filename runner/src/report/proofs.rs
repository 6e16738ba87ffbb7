//! What changing the pages under a suite came to, for a person at a terminal.

use std::fmt::Write as _;

use console::{Style, measure_text_width};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::terminal::{Look, printable};
use crate::bridge::messages::Mutation;
use crate::session::{Finding, Proof, Trial, descriptor_in_words, taken_in_words};

/// `prove.json`, and what `aite prove --format json` says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Proofs {
    pub version: u32,
    pub run_id: String,
    /// The version of aite that ran.
    pub aite: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chrome: Option<String>,
    pub ms: f64,
    /// How many repairs took another element than the one meant.
    pub wrong: usize,
    pub targets: Vec<Proof>,
}

impl Proofs {
    fn trials(&self) -> impl Iterator<Item = &Trial> {
        self.targets.iter().flat_map(|proof| &proof.trials)
    }
}

/// How many trials ended in a repair that took another element.
pub fn count_wrong(proofs: &[Proof]) -> usize {
    let trials = proofs.iter().flat_map(|proof| &proof.trials);
    trials
        .filter(|trial| trial.finding == Finding::Wrong)
        .count()
}

/// How wide the targets' column is at most.
const TARGET_WIDTH: usize = 46;

/// A row for each target, a column for each mutation.
pub fn targets_table(proofs: &Proofs, look: Look) -> String {
    let mut text = String::new();
    let heads = Mutation::ALL.map(|mutation| format!("{:>7}", short(mutation)));
    let mut page = None;
    let bold = look.style().bold();
    for proof in &proofs.targets {
        if page != Some(&proof.entry.page) {
            page = Some(&proof.entry.page);
            let title = cut(&printable(&proof.entry.page), TARGET_WIDTH);
            let title = bold.apply_to(pad(&title, TARGET_WIDTH));
            let _ = writeln!(text, "{title}{}", heads.concat());
        }
        let target = cut(&printable(&proof.entry.target), TARGET_WIDTH - 2);
        let _ = write!(text, "  {}", pad(&target, TARGET_WIDTH - 2));
        for mutation in Mutation::ALL {
            let trial = proof.trials.iter().find(|it| it.mutation == mutation);
            let (mark, style) = trial.map_or(("", look.style()), |it| mark_of(it.finding, look));
            let _ = write!(text, "{}", style.apply_to(format!("{mark:>7}")));
        }
        text.push('\n');
    }
    let _ = writeln!(
        text,
        "\n= still meant by the target itself · ✓ repaired · · refused · ≠ the target itself means another now · ✗ repaired wrongly\n\
         - nothing to change · ! not tried"
    );
    text
}

/// A row for each mutation: how often it came to what.
pub fn sums_table(proofs: &Proofs, look: Look) -> String {
    const COLUMNS: [(&str, &[Finding]); 7] = [
        ("exact", &[Finding::Exact]),
        ("repaired", &[Finding::Repaired]),
        ("drifted", &[Finding::Drifted]),
        ("ambiguous", &[Finding::Ambiguous]),
        ("not found", &[Finding::NotFound, Finding::NotVisible]),
        ("another fits", &[Finding::AnotherFits]),
        ("WRONG", &[Finding::Wrong]),
    ];
    let mut text = pad("", 32);
    for (head, _) in COLUMNS {
        let _ = write!(text, "{head:>width$}", width = head.len() + 2);
    }
    text.push('\n');
    let mut row = |name: &str, counts: &dyn Fn(&[Finding]) -> usize| {
        text.push_str(&pad(name, 32));
        for (head, findings) in COLUMNS {
            let count = counts(findings);
            let shown = match count {
                0 if head != "WRONG" => ".".to_owned(),
                count => count.to_string(),
            };
            let style = match (head, count) {
                ("WRONG", 1..) => look.style().red().bold(),
                ("WRONG", _) => look.style().green(),
                _ => look.style(),
            };
            let shown = format!("{shown:>width$}", width = head.len() + 2);
            let _ = write!(text, "{}", style.apply_to(shown));
        }
        text.push('\n');
    };
    for mutation in Mutation::ALL {
        row(long(mutation), &|findings| {
            let trials = proofs.trials().filter(|it| it.mutation == mutation);
            trials.filter(|it| findings.contains(&it.finding)).count()
        });
    }
    row("all", &|findings| {
        let trials = proofs.trials();
        trials.filter(|it| findings.contains(&it.finding)).count()
    });
    text
}

/// A block for each repair that took another element; empty where none did.
pub fn wrong_blocks(proofs: &Proofs, look: Look) -> String {
    let mut text = String::new();
    for proof in &proofs.targets {
        for trial in &proof.trials {
            if trial.finding == Finding::Wrong {
                text.push_str(&wrong_block(proof, trial, look));
            }
        }
    }
    text
}

fn wrong_block(proof: &Proof, trial: &Trial, look: Look) -> String {
    let heading = format!(
        "✗ {}  {}  on {}",
        proof.step,
        printable(&proof.entry.target),
        printable(&proof.entry.page)
    );
    let heading = look.style().red().bold().apply_to(heading);
    let words = |descriptor| {
        let json = serde_json::to_value(descriptor).unwrap_or_default();
        printable(&descriptor_in_words(&json).unwrap_or_default())
    };
    let mut text = format!("{heading}\n  was:     {}\n", words(&proof.was));
    let change = trial.change.as_deref().unwrap_or_default();
    let _ = writeln!(
        text,
        "  changed: {}: {}",
        long(trial.mutation),
        printable(change)
    );
    if let Some(taken) = &trial.taken {
        let _ = writeln!(text, "  taken:   {}", words(&taken.descriptor));
        let why = printable(&taken_in_words(taken));
        let _ = writeln!(
            text,
            "  because: {:.2}: {why}",
            trial.score.unwrap_or_default()
        );
    }
    text
}

/// How many targets and changes there were, and how many repairs were wrong.
pub fn last_line(proofs: &Proofs, look: Look) -> String {
    let tried = proofs
        .trials()
        .filter(|it| !matches!(it.finding, Finding::DoesNotApply | Finding::Untried));
    let targets = match proofs.targets.len() {
        1 => "1 target".to_owned(),
        targets => format!("{targets} targets"),
    };
    let wrong = match proofs.wrong {
        0 => look.style().green().apply_to("0 repaired wrongly".into()),
        wrong => look
            .style()
            .red()
            .bold()
            .apply_to(format!("{wrong} repaired wrongly")),
    };
    format!("{targets} · {} changes · {wrong}", tried.count())
}

fn mark_of(finding: Finding, look: Look) -> (&'static str, Style) {
    let style = look.style();
    match finding {
        Finding::DoesNotApply => ("-", style.dim()),
        Finding::Exact => ("=", style),
        Finding::Repaired => ("✓", style.green()),
        Finding::Drifted | Finding::Ambiguous | Finding::NotFound | Finding::NotVisible => {
            ("·", style.yellow())
        }
        Finding::AnotherFits => ("≠", style.yellow()),
        Finding::Wrong => ("✗", style.red().bold()),
        Finding::Untried => ("!", style.dim()),
    }
}

fn long(mutation: Mutation) -> &'static str {
    match mutation {
        Mutation::AddWord => "a word added to its name",
        Mutation::ReplaceWord => "another word in its name",
        Mutation::DropId => "its id dropped",
        Mutation::DropTestid => "its testid dropped",
        Mutation::ChangeClasses => "its classes changed",
        Mutation::WrapAndMove => "wrapped and moved",
        Mutation::SwapSiblings => "swapped with its sibling",
        Mutation::Remove => "removed",
        Mutation::RemoveAndRenameNeighbour => "removed, its neighbour renamed",
    }
}

fn short(mutation: Mutation) -> &'static str {
    match mutation {
        Mutation::AddWord => "word+",
        Mutation::ReplaceWord => "word≠",
        Mutation::DropId => "id",
        Mutation::DropTestid => "testid",
        Mutation::ChangeClasses => "class",
        Mutation::WrapAndMove => "move",
        Mutation::SwapSiblings => "swap",
        Mutation::Remove => "gone",
        Mutation::RemoveAndRenameNeighbour => "gone≠",
    }
}

fn pad(text: &str, width: usize) -> String {
    let gap = width.saturating_sub(measure_text_width(text));
    format!("{text}{}", " ".repeat(gap))
}

fn cut(text: &str, width: usize) -> String {
    if measure_text_width(text) <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    for letter in text.chars() {
        if measure_text_width(&short) + 2 > width {
            break;
        }
        short.push(letter);
    }
    format!("{short}…")
}
