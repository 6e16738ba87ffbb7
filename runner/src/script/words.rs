//! The words the language keeps for itself, and the word that was probably meant.

use super::roles;

/// The words of the language that no name may be, in the alphabet's order. Role words are kept too: [`roles::ALL`].
const KEYWORDS: &[&str] = &[
    "accept",
    "after",
    "all",
    "alt",
    "answer",
    "as",
    "at",
    "back",
    "before",
    "by",
    "changed",
    "changes",
    "check",
    "checked",
    "clear",
    "click",
    "close",
    "contains",
    "count",
    "css",
    "dialog",
    "disabled",
    "dismiss",
    "do",
    "double",
    "drag",
    "each",
    "enabled",
    "env",
    "exists",
    "fill",
    "first",
    "flow",
    "focused",
    "for",
    "forward",
    "go",
    "gone",
    "has",
    "hidden",
    "hover",
    "idle",
    "in",
    "into",
    "is",
    "label",
    "last",
    "least",
    "let",
    "matches",
    "most",
    "network",
    "new",
    "not",
    "number",
    "of",
    "open",
    "placeholder",
    "press",
    "profile",
    "read",
    "reload",
    "require",
    "right",
    "screenshot",
    "scroll",
    "secret",
    "select",
    "selected",
    "since",
    "soft",
    "switch",
    "tab",
    "test",
    "testid",
    "text",
    "timeout",
    "title",
    "to",
    "tooltip",
    "try",
    "type",
    "uncheck",
    "unchecked",
    "until",
    "upload",
    "url",
    "use",
    "value",
    "verify",
    "visible",
    "wait",
    "with",
    "within",
    "xpath",
];

/// Names that mean something in every script.
pub const BUILT_IN: &[&str] = &["unique", "today", "runId"];

pub fn is_reserved(word: &str) -> bool {
    KEYWORDS.binary_search(&word).is_ok() || roles::find(word).is_some()
}

/// The candidate closest to what was written, if it is close enough to have been meant. A difference of case alone
/// always is; else one slip in three letters, at most.
pub fn closest<'c>(
    written: &str,
    candidates: impl IntoIterator<Item = &'c str>,
) -> Option<&'c str> {
    const LONGEST: usize = 40;
    if written.chars().count() > LONGEST {
        return None;
    }
    let folded = written.to_lowercase();
    candidates
        .into_iter()
        .filter(|candidate| *candidate != written)
        .filter_map(|candidate| {
            let slips = strsim::damerau_levenshtein(&folded, &candidate.to_lowercase());
            let allowed = candidate.chars().count().div_ceil(3).min(3);
            (slips <= allowed && slips < folded.chars().count()).then_some((slips, candidate))
        })
        .min_by_key(|(slips, _)| *slips)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant() {
        let steps = ["click", "check", "clear", "fill"];
        assert_eq!(closest("clik", steps), Some("click"));
        assert_eq!(closest("Click", steps), Some("click"));
        assert_eq!(closest("lcick", steps), Some("click"));
        assert_eq!(closest("banana", steps), None);
        assert_eq!(closest("x", ["y"]), None);
    }

    #[test]
    fn keywords_are_in_order() {
        assert!(KEYWORDS.is_sorted());
        assert!(is_reserved("click") && is_reserved("button") && !is_reserved("amount"));
    }
}
