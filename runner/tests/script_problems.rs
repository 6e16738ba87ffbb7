//! What is said of bad scripts: each file of `problems/` with what is found in it, under its lines.
//! `INSTA_UPDATE=always cargo test -p aite --test script_problems` writes the expected texts anew.

use std::fmt::Write;
use std::path::Path;

use aite::script::{self, Opened, Surroundings};
use url::Url;

#[test]
fn every_problem_reads_like_a_sentence() {
    // Tests run in the package's folder, so the paths in messages are the same everywhere.
    let mut names: Vec<_> = std::fs::read_dir(Path::new("tests/problems"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "aite")
        })
        .collect();
    names.sort();
    for path in names {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let opened = script::open(&path, &|path| std::fs::read(path));
        insta::assert_snapshot!(name, shown(&opened));
    }
}

fn shown(opened: &Opened) -> String {
    let base = Url::parse("http://localhost:8080/").unwrap();
    let around = Surroundings {
        base_url: Some(&base),
        allows: &|url| matches!(url.host_str(), Some("localhost" | "shop.test")),
        profiles: vec!["mia".to_owned()],
        exists: &|path| path.is_file(),
    };
    let problems = script::check(opened, &around);
    let file = &opened.files[0];
    let index = script::LineIndex::new(&file.text);
    let mut shown = String::new();
    for (number, line) in file.text.lines().enumerate() {
        writeln!(shown, "{line}").unwrap();
        for (_, problem) in problems
            .iter()
            .filter(|(at, problem)| *at == 0 && index.line(problem.span.start) == number)
        {
            let start = index.place(&file.text, problem.span.start).column;
            let length = file.text[problem.span.start..problem.span.end]
                .chars()
                .count();
            let carets = "^".repeat(length.max(1));
            let kind = format!("{:?}", problem.severity).to_lowercase();
            let pad = " ".repeat(start);
            writeln!(shown, "{pad}{carets} {kind} {}", problem.code).unwrap();
            writeln!(shown, "{pad}{}", problem.message).unwrap();
            if let Some(help) = &problem.help {
                writeln!(shown, "{pad}{help}").unwrap();
            }
            if let Some(replacement) = &problem.replacement {
                writeln!(shown, "{pad}-> {replacement}").unwrap();
            }
            if let Some((span, what)) = &problem.related {
                let line = index.line(span.start) + 1;
                writeln!(shown, "{pad}line {line}: {what}").unwrap();
            }
        }
    }
    shown
}
