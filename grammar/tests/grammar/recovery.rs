//! A bad line is bad alone.

use crate::{forms, lines, parse};

/// Lines that say nonsense, and lines somebody is in the middle of typing.
const BAD: &[&str] = &[
    "clik \"Send\"",
    "click \"Sen",
    "click /Sen",
    "click",
    "click buton \"Send\"",
    "click button \"Send\" \"Cancel\"",
    "click first",
    "click within",
    "fill \"Email\" with",
    "fill with \"x\"",
    "fill \"Email\" wth \"x\"",
    "verify",
    "verify not",
    "verify text",
    "verify \"x\" is visble",
    "verify count of",
    "let =",
    "let x =",
    "secret x = \"plain\"",
    "use",
    "do",
    "wait 3sec",
    "wait until",
    "try",
    "try clik \"x\"",
    "click \"a\" timeout",
    "click \"{",
    "click \"{name",
    "click \"\\",
    "click \"a\"#glued",
    "| a | \"b",
    "|",
    "\"a string\"",
    "\"",
    "/",
    "~",
    "@",
    "{",
    "\\",
    "}{)(;:,.!?&%$§*+='`^<>[]",
    "12 monkeys",
    "🙂",
    "\u{0}",
    "\u{301}",
    "with",
];

#[test]
fn every_form_is_understood() {
    for line in forms() {
        let tree = parse(line).root_node().to_sexp();
        for word in [
            "ERROR",
            "MISSING",
            "unexpected",
            "invalid",
            "unterminated",
            "unknown",
        ] {
            assert!(!tree.contains(word), "{line}\n{tree}");
        }
    }
}

#[test]
fn a_bad_line_leaves_its_neighbours_alone() {
    for pair in forms().windows(2) {
        for bad in BAD {
            for end in ["\n", "\r\n"] {
                neighbours_are_intact(pair[0], bad, pair[1], end);
            }
        }
    }
}

#[test]
fn a_line_that_stops_anywhere_leaves_its_neighbours_alone() {
    for line in forms() {
        for (at, _) in line.char_indices() {
            neighbours_are_intact("click \"Send\"", &line[..at], "reload", "\n");
        }
    }
}

#[test]
fn a_line_that_lacks_a_word_or_repeats_one_leaves_its_neighbours_alone() {
    for line in forms() {
        let words: Vec<&str> = line.split(' ').collect();
        for at in 0..words.len() {
            let mut fewer = words.clone();
            fewer.remove(at);
            neighbours_are_intact("click \"Send\"", &fewer.join(" "), "reload", "\n");
            let mut more = words.clone();
            more.insert(at, words[words.len() - 1 - at]);
            neighbours_are_intact("click \"Send\"", &more.join(" "), "reload", "\n");
        }
    }
}

#[test]
fn no_text_makes_an_error_node() {
    let words: Vec<&str> = forms()
        .into_iter()
        .flat_map(|line| line.split_inclusive(' '))
        .chain(BAD.iter().copied())
        .collect();
    let pieces = [
        "\n", "\r\n", "\r", "\"", "/", "\\", "{", "}", "|", "#", " # ", "~", "@", "-", "3", "é",
        "\u{0}", "\u{feff}",
    ];
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut pick = |below: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    };
    for _ in 0..2_000 {
        let mut text = String::new();
        for _ in 0..pick(60) {
            match pick(3) {
                0 => text.push_str(pieces[pick(pieces.len())]),
                _ => text.push_str(words[pick(words.len())]),
            }
        }
        let tree = parse(&text);
        assert!(
            !tree.root_node().has_error(),
            "{text:?}\n{}",
            tree.root_node().to_sexp()
        );
        neighbours_are_intact(
            "click \"Send\"",
            &text.replace(['\n', '\r'], " "),
            "reload",
            "\n",
        );
    }
}

/// `above` and `below` say the same with `bad` between them as they say alone.
fn neighbours_are_intact(above: &str, bad: &str, below: &str, end: &str) {
    let source = [above, bad, below].join(end);
    assert!(!parse(&source).root_node().has_error(), "{source:?}");
    let found = lines(&source);
    for (row, neighbour) in [(0, above), (2, below)] {
        let alone: Vec<_> = lines(neighbour)
            .into_iter()
            .map(|(_, text, tree)| (text, tree))
            .collect();
        let here: Vec<_> = found
            .iter()
            .filter(|line| line.0 == row)
            .map(|line| (line.1.clone(), line.2.clone()))
            .collect();
        assert_eq!(here, alone, "{source:?}");
    }
}
