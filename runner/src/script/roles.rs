//! The words that name what an element is, and the ARIA roles they stand for.

/// A role word. The list is closed: [`ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Role {
    /// As a script writes it: `field`, `image`, `button`.
    pub word: &'static str,
    /// The ARIA roles an element may have to be one. `field` also takes entry fields that ARIA gives no role (a
    /// password, a date).
    pub aria: &'static [&'static str],
}

macro_rules! roles {
    ($($word:literal $(=> [$($aria:literal),+])?),+ $(,)?) => {
        &[$(Role { word: $word, aria: roles!(@aria $word $($($aria),+)?) }),+]
    };
    (@aria $word:literal) => { &[$word] };
    (@aria $word:literal $($aria:literal),+) => { &[$($aria),+] };
}

/// Every role, in the alphabet's order. `tooltip` is none: the word is a locator of its own.
pub const ALL: &[Role] = roles![
    "alert",
    "alertdialog",
    "application",
    "article",
    "banner",
    "blockquote",
    "button",
    "cell" => ["cell", "gridcell"],
    "checkbox",
    "columnheader",
    "combobox",
    "complementary",
    "contentinfo",
    "dialog" => ["dialog", "alertdialog"],
    "document",
    "feed",
    "field" => ["textbox", "searchbox", "combobox", "spinbutton"],
    "figure",
    "form",
    "grid",
    "gridcell",
    "group",
    "heading",
    "image" => ["img", "image"],
    "img" => ["img", "image"],
    "link",
    "list",
    "listbox",
    "listitem",
    "log",
    "main",
    "marquee",
    "math",
    "menu",
    "menubar",
    "menuitem" => ["menuitem", "menuitemcheckbox", "menuitemradio"],
    "menuitemcheckbox",
    "menuitemradio",
    "meter",
    "navigation",
    "note",
    "option",
    "progressbar",
    "radio",
    "radiogroup",
    "region",
    "row",
    "rowgroup",
    "rowheader",
    "scrollbar",
    "search",
    "searchbox",
    "separator",
    "slider",
    "spinbutton",
    "status",
    "switch",
    "tab",
    "table",
    "tablist",
    "tabpanel",
    "textbox",
    "timer",
    "toolbar",
    "tree",
    "treegrid",
    "treeitem",
];

/// The role a word names.
pub fn find(word: &str) -> Option<&'static Role> {
    ALL.binary_search_by(|role| role.word.cmp(word))
        .ok()
        .and_then(|at| ALL.get(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_every_role_and_no_other_word() {
        for role in ALL {
            assert_eq!(find(role.word), Some(role));
        }
        assert_eq!(find("buton"), None);
        assert_eq!(find("tooltip"), None);
        assert!(find("field").unwrap().aria.contains(&"searchbox"));
        assert_eq!(find("link").unwrap().aria, ["link"]);
    }
}
