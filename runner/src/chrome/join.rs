//! ES modules as one classic script: Chrome imports nothing into a content script.

/// Joins modules, given in the order of their dependence, into a script that does nothing in a world that already ran it.
///
/// The modules keep to one form: named imports on one line, `export` only in front of a declaration at a line's start, top-level names that are
/// unique over all of them.
pub(super) fn join(modules: &[&str]) -> String {
    let mut script = String::from(
        "\"use strict\";\n(() => {\nif (globalThis.aitePageScript) return;\nglobalThis.aitePageScript = true;\n",
    );
    script.push_str(&declarations(modules));
    script.push_str("})();\n");
    script
}

/// All that modules declare, one after the other.
pub(super) fn declarations(modules: &[&str]) -> String {
    let mut script = String::new();
    for line in modules.iter().flat_map(|module| module.lines()) {
        if !is_import(line) {
            script.push_str(line.strip_prefix("export ").unwrap_or(line));
            script.push('\n');
        }
    }
    script
}

/// The names of the modules that a module imports from.
pub(super) fn imports(module: &str) -> Vec<&str> {
    let lines = module.lines().filter(|line| is_import(line));
    lines
        .filter_map(|line| line.rsplit_once("from \"./")?.1.strip_suffix("\";"))
        .collect()
}

fn is_import(line: &str) -> bool {
    line.starts_with("import ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chrome::extension::page_script;
    use std::collections::HashSet;

    #[test]
    fn imports_go_and_exports_become_declarations() {
        let ready = "/** Docs. */\nexport function ready() {\n  return 1;\n}\n";
        let main = "import { ready } from \"./ready.js\";\nexport const n = ready();";
        assert_eq!(
            join(&[ready, main]),
            "\"use strict\";\n(() => {\nif (globalThis.aitePageScript) return;\nglobalThis.aitePageScript = true;\n/** Docs. */\nfunction ready() {\n  return 1;\n}\nconst n = ready();\n})();\n"
        );
    }

    #[test]
    fn no_two_modules_of_the_page_share_a_name() {
        let declared =
            regex::Regex::new(r"(?m)^(?:async )?(?:function\*?|const|let|var|class) (\w+)")
                .unwrap();
        let script = page_script().unwrap();
        let mut seen = HashSet::new();
        for found in declared.captures_iter(&script) {
            assert!(
                seen.insert(found[1].to_owned()),
                "{} is declared twice in extension/page/",
                &found[1]
            );
        }
    }

    #[test]
    fn nothing_of_a_module_is_left_in_the_joined_script() {
        let script = page_script().unwrap();
        for line in script.lines() {
            assert!(
                !line.starts_with("export ") && !line.starts_with("import "),
                "extension/page/ holds a line that cannot be joined: {line}"
            );
        }
    }
}
