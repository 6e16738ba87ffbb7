//! What is wrong with a script's text, as diagnostics.

use aite::script::{Problem, Severity};
use tower_lsp::lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, NumberOrString,
    Range,
};

use crate::analysis::Analysis;

pub const SOURCE: &str = "aite";

/// The problems of the script itself. What is wrong with a file it uses is shown there; where its `use` line stands, only
/// that something is.
pub fn diagnostics(analysis: &Analysis) -> Vec<Diagnostic> {
    let own = analysis.problems.iter().filter(|(file, _)| *file == 0);
    let mut found: Vec<_> = own
        .map(|(_, problem)| diagnostic(analysis, problem))
        .collect();
    found.extend(of_config(analysis));
    found.extend(of_used_files(analysis));
    found
}

/// One of the script's own problems.
pub fn diagnostic(analysis: &Analysis, problem: &Problem) -> Diagnostic {
    let message = match &problem.help {
        Some(help) => format!("{}\n{help}", problem.message),
        None => problem.message.clone(),
    };
    let related = problem.related.as_ref().and_then(|(span, words)| {
        Some(vec![DiagnosticRelatedInformation {
            location: analysis.location(0, *span)?,
            message: words.clone(),
        }])
    });
    Diagnostic {
        range: analysis.range(problem.span),
        severity: Some(severity(problem.severity)),
        code: Some(NumberOrString::String(problem.code.to_owned())),
        source: Some(SOURCE.to_owned()),
        message,
        related_information: related,
        tags: problem
            .code
            .starts_with("unused")
            .then(|| vec![DiagnosticTag::UNNECESSARY]),
        ..Diagnostic::default()
    }
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
    }
}

fn of_config(analysis: &Analysis) -> Option<Diagnostic> {
    let message = analysis.config.as_ref().err()?.clone();
    Some(Diagnostic {
        severity: Some(DiagnosticSeverity::ERROR),
        code: Some(NumberOrString::String("config".to_owned())),
        source: Some(SOURCE.to_owned()),
        message,
        range: Range::default(),
        ..Diagnostic::default()
    })
}

fn of_used_files(analysis: &Analysis) -> Vec<Diagnostic> {
    let file = analysis.file();
    let used = file.script.uses.iter().zip(&file.uses);
    used.filter_map(|(line, used)| {
        let at = (*used)?;
        let mut problems = analysis.problems.iter();
        let (_, first) =
            problems.find(|(file, problem)| *file == at && problem.severity == Severity::Error)?;
        let place = analysis.opened.files[at].place(first.span.start);
        Some(Diagnostic {
            range: analysis.range(line.path.span),
            severity: Some(DiagnosticSeverity::ERROR),
            code: Some(NumberOrString::String("used-file".to_owned())),
            source: Some(SOURCE.to_owned()),
            message: format!(
                "This file has errors in it; the first is in line {}: {}",
                place.line + 1,
                first.message
            ),
            related_information: analysis.location(at, first.span).map(|location| {
                vec![DiagnosticRelatedInformation {
                    location,
                    message: first.message.clone(),
                }]
            }),
            ..Diagnostic::default()
        })
    })
    .collect()
}
