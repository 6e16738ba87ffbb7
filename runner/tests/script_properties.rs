//! What holds for every text, sensible or not.

use aite::script::{self, Surroundings, ast::Script};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use regex::Regex;

const GOOD: &str = include_str!("problems/everything.aite");
const PIECES: &[&str] = &[
    "\"",
    "{",
    "}",
    "/",
    "|",
    "\\",
    "~",
    "#",
    "@",
    "=",
    " ",
    "\n",
    "\r\n",
    "\n\n\n",
    "\t",
    "|\n|",
    " # x\n",
    "é",
    "😀",
    "\u{301}",
    "\u{200d}",
    "\u{feff}",
    "\0",
    "1st ",
    "11th ",
    "10s",
    " within ",
    " not ",
    "test ",
    "flow ",
    "try ",
    " timeout ",
    "click ",
    "\"x\" ",
    "| a | b |\n",
    "-",
    "0",
];

/// A good script with a few cuts and insertions at random places.
fn spoilt() -> impl Strategy<Value = String> {
    let change = (
        any::<prop::sample::Index>(),
        0..12usize,
        prop::sample::select(PIECES),
    );
    prop::collection::vec(change, 1..8).prop_map(|changes| {
        let mut chars: Vec<char> = GOOD.chars().collect();
        for (at, cut, piece) in changes {
            let start = at.index(chars.len() + 1);
            let end = (start + cut).min(chars.len());
            chars.splice(start..end, piece.chars());
        }
        chars.into_iter().collect()
    })
}

/// Any text, most of it made of what scripts are made of.
fn anything() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(PIECES).prop_map(str::to_owned),
        2 => prop::sample::select(GOOD.split_whitespace().collect::<Vec<_>>()).prop_map(|word| format!("{word} ")),
        1 => any::<String>(),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn without_spans(script: &Script) -> String {
    let mut script = script.clone();
    script.unreadable.clear();
    let spans = Regex::new(r"Span \{ start: \d+, end: \d+ \}").unwrap();
    spans.replace_all(&format!("{script:?}"), "").into_owned()
}

fn holds(text: &str) {
    let (script, problems) = script::parse(text);
    for problem in &problems {
        assert!(problem.span.start <= problem.span.end, "{problem:?}");
        assert!(
            text.get(problem.span.start..problem.span.end).is_some(),
            "{problem:?}"
        );
        assert!(!problem.message.contains('\n'), "{problem:?}");
    }
    for line in &script.unreadable {
        let said = problems
            .iter()
            .any(|problem| line.start <= problem.span.start && problem.span.end <= line.end);
        assert!(
            said,
            "{:?} is left out and nothing is said of it",
            &text[line.start..line.end]
        );
    }

    let formatted = script::format(text);
    assert_eq!(
        script::format(&formatted),
        formatted,
        "formatting {text:?} twice"
    );
    let (again, still) = script::parse(&formatted);
    assert_eq!(
        without_spans(&again),
        without_spans(&script),
        "formatting {text:?}"
    );
    let codes = |problems: &[script::Problem]| {
        problems
            .iter()
            .map(|problem| problem.code)
            .collect::<Vec<_>>()
    };
    assert_eq!(codes(&still), codes(&problems), "formatting {text:?}");

    let tree = script::parser()
        .expect("a parser")
        .parse(text, None)
        .expect("a tree");
    for offset in [0, text.len() / 3, text.len() / 2, text.len()] {
        let part = script::lower_around(&tree, text, offset);
        holds_around(&part, &script, offset);
    }

    let opened = script::open("a.aite".as_ref(), &|path| match path.to_str() {
        Some("a.aite") => Ok(text.as_bytes().to_vec()),
        _ => Ok(b"flow buy\n  reload\n".to_vec()),
    });
    let around = Surroundings {
        base_url: None,
        allows: &|_| false,
        profiles: Vec::new(),
        exists: &|_| false,
    };
    for (file, problem) in script::check(&opened, &around) {
        let text = &opened.files[file].text;
        assert!(
            text.get(problem.span.start..problem.span.end).is_some(),
            "{problem:?}"
        );
    }
}

/// A script that was read around an offset alone says the same there, and has the same names everywhere.
fn holds_around(part: &Script, whole: &Script, offset: usize) {
    assert_eq!(part.lets, whole.lets);
    assert_eq!(part.secrets, whole.secrets);
    assert_eq!((&part.uses, &part.profiles), (&whole.uses, &whole.profiles));
    let heading = |flow: &script::ast::Flow| (flow.name.clone(), flow.parameters.clone());
    let flows = part.flows.iter().map(heading).collect::<Vec<_>>();
    assert_eq!(flows, whole.flows.iter().map(heading).collect::<Vec<_>>());
    for (one, other) in part.tests.iter().zip(&whole.tests) {
        assert_eq!((one.span, one.block), (other.span, other.block));
        if one.block.start <= offset && offset <= one.block.end {
            assert_eq!(one, other);
        }
    }
}

/// The same texts in every run, so that a change is what makes a test fail.
const SEED: u64 = 2026;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(SEED), ..ProptestConfig::with_cases(150) })]

    #[test]
    fn of_a_spoilt_script(text in spoilt()) {
        holds(&text);
    }

    #[test]
    fn of_anything(text in anything()) {
        holds(&text);
    }
}

#[test]
fn of_a_good_script() {
    holds(GOOD);
    assert_eq!(script::format(GOOD), GOOD);
    assert_eq!(script::parse(GOOD).1, []);
    let with_returns = GOOD.replace('\n', "\r\n");
    assert_eq!(script::format(&with_returns), GOOD);
}

/// Lines that are long, each in a way that something could be slow or deep for.
#[test]
fn of_a_very_long_line() {
    const MEGABYTE: usize = 1_000_000;
    let of = |bytes: usize, start: &str, part: &str| {
        format!("{start}{}", part.repeat(bytes / part.len()))
    };
    for line in [
        of(MEGABYTE, "click \"", "x") + "\"",
        of(MEGABYTE, "", "é"),
        of(MEGABYTE, "click", " "),
        of(MEGABYTE / 5, "click \"", "{a"),
        of(MEGABYTE / 5, "click ", "a within "),
        of(MEGABYTE / 5, "do f ", "\"a\" "),
        of(MEGABYTE / 5, "test \"a\" ", "@a "),
        of(MEGABYTE / 5, "", "a/b#\""),
        of(MEGABYTE / 5, "test \"a\"\n", "|"),
    ] {
        let started = std::time::Instant::now();
        let (_, problems) = script::parse(&line);
        let formatted = script::format(&line);
        // Generous, for a build without optimization on a busy machine: what is quadratic takes hours.
        assert!(started.elapsed().as_secs() < 60, "{}", &line[..20]);
        assert!(problems.len() < 10);
        assert_eq!(script::format(&formatted), formatted);
    }
}
