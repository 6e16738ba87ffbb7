//! Reading `run.json`.

use serde_json::Value;

/// Each test's title and verdict.
pub fn verdicts(results: &Value) -> Vec<(String, String)> {
    let tests = results["scripts"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|script| script["tests"].as_array().into_iter().flatten());
    tests
        .map(|test| (text(&test["title"]), text(&test["verdict"])))
        .collect()
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Every step of the first script's tests with its status, a line each; a flow's steps are further in.
pub fn steps(results: &Value) -> String {
    fn list(steps: &Value, into: &mut String) {
        for step in steps.as_array().into_iter().flatten() {
            let id = text(&step["id"]);
            let depth = "  ".repeat(id.matches('.').count() - 1);
            let block = match step["block"].as_str() {
                Some(block) => format!(" ({block})"),
                None => String::new(),
            };
            let (source, status) = (text(&step["source"]), text(&step["status"]));
            into.push_str(&format!("{depth}{id}{block} {}: {status}\n", source.trim()));
            list(&step["steps"], into);
        }
    }
    let mut listed = String::new();
    for test in results["scripts"][0]["tests"]
        .as_array()
        .into_iter()
        .flatten()
    {
        list(&test["steps"], &mut listed);
    }
    listed
}

/// The lines that went, with a `-`, and those that came, with a `+`, in the order of a diff.
pub fn lines_that_differ(before: &str, after: &str) -> Vec<String> {
    let mut new = after.lines().peekable();
    let mut lines = Vec::new();
    for went in before.lines() {
        if !new.clone().any(|line| line == went) {
            lines.push(format!("-{went}"));
            continue;
        }
        while let Some(came) = new.next_if(|line| *line != went) {
            lines.push(format!("+{came}"));
        }
        new.next();
    }
    lines.extend(new.map(|line| format!("+{line}")));
    lines
}
