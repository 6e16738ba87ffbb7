//! The page's own scorer, run without a page: from a saved report the same numbers again.

use rquickjs::{CatchResultExt, Context, Function, Runtime};
use serde_json::{Value, json};

use crate::bridge::messages::FieldScore;
use crate::chrome::page_modules;

/// Scores descriptors with the very source that a page does.
pub struct Scorer {
    context: Context,
    source: String,
}

/// As the scorer gives it.
#[derive(Debug, Clone, PartialEq, serde::Deserialize)]
pub struct Rescored {
    pub score: f64,
    pub fields: Vec<FieldScore>,
}

#[derive(Debug, thiserror::Error)]
#[error("the scores cannot be computed again: {0}")]
pub struct ScorerError(String);

impl Scorer {
    pub fn new() -> Result<Scorer, ScorerError> {
        let failed = |error: &dyn std::fmt::Display| ScorerError(error.to_string());
        let modules = page_modules("score.js").map_err(|error| failed(&error))?;
        let runtime = Runtime::new().map_err(|error| failed(&error))?;
        Ok(Scorer {
            context: Context::full(&runtime).map_err(|error| failed(&error))?,
            source: format!(
                "(() => {{ \"use strict\";\n{modules}\nreturn (text) => {{ const {{ was, now, counts }} = JSON.parse(text); return JSON.stringify(score(was, now, counts)); }};\n}})()"
            ),
        })
    }

    /// Each of `candidates` against `was`, in their order.
    pub fn score(
        &self,
        was: &Value,
        candidates: &[&Value],
        counts: &Value,
    ) -> Result<Vec<Rescored>, ScorerError> {
        self.context.with(|ctx| {
            let failed = |error: rquickjs::CaughtError<'_>| ScorerError(error.to_string());
            let score: Function<'_> = ctx.eval(self.source.as_str()).catch(&ctx).map_err(failed)?;
            let one = |now: &&Value| {
                let pair = json!({"was": was, "now": now, "counts": counts}).to_string();
                let text: String = score.call((pair,)).catch(&ctx).map_err(failed)?;
                serde_json::from_str(&text).map_err(|error| ScorerError(error.to_string()))
            };
            candidates.iter().map(one).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_source_runs_here() {
        let was = json!({"tag": "button", "text": "Send", "testid": "send", "path": {"xpath": "/html/body/button"}});
        let now = json!({"tag": "button", "text": "Send now", "testid": "send", "path": {"xpath": "/html/body/div/button"}});
        let away = json!({"tag": "input", "type": "checkbox"});
        let counts =
            json!({"elements": 9, "text": {}, "word": {"send": 2}, "href": {}, "class": {}});
        let scorer = Scorer::new().expect("a scorer");
        let scores = scorer.score(&was, &[&was, &now, &away], &counts);
        let scores = scores.expect("three scores");
        assert!(scores[0].score > scores[1].score, "{scores:?}");
        assert!(scores[1].score > 0.0, "{scores:?}");
        assert_eq!(scores[2].score, 0.0);
        let testid = scores[1]
            .fields
            .iter()
            .find(|field| field.field == "testid");
        assert_eq!(testid.expect("a testid").points, 40.0);
    }
}
