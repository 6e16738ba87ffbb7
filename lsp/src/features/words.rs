//! What the words of the language do, each in a sentence: for hover and completion.

/// What a line that begins with a word does, and how it is written.
pub struct Said {
    pub form: &'static str,
    pub does: &'static str,
}

const fn said(form: &'static str, does: &'static str) -> Said {
    Said { form, does }
}

/// Of the first word of a line.
pub fn of_line(word: &str) -> Option<Said> {
    Some(match word {
        "open" => said(
            "open \"URL\" [in new tab]",
            "Opens an address, and waits until its page is loaded. One that begins with / is joined to the config's `baseUrl`.",
        ),
        "go" => said(
            "go back | go forward",
            "Goes back or forward in the tab's history.",
        ),
        "reload" => said("reload", "Loads the page again."),
        "switch" => said(
            "switch to tab \"PART OF URL\" | switch to new tab",
            "Goes on in another tab: the one whose address has this part, or the one that was opened last.",
        ),
        "close" => said(
            "close tab",
            "Closes the tab, and goes on in the one before.",
        ),
        "as" => said(
            "as PROFILE",
            "The steps below, up to the next `as` or the block's end, run in this profile's Chrome.",
        ),
        "click" => said(
            "click TARGET",
            "Clicks the one element that the target names, with the real mouse, once it is visible, enabled and holds still.",
        ),
        "double" => said("double click TARGET", "Clicks an element twice."),
        "right" => said(
            "right click TARGET",
            "Clicks an element with the right mouse button.",
        ),
        "hover" => said("hover TARGET", "Moves the mouse over an element."),
        "scroll" => said("scroll to TARGET", "Scrolls until an element is in view."),
        "fill" => said(
            "fill TARGET with VALUE",
            "Replaces what stands in a field by a value, with real keys.",
        ),
        "type" => said(
            "type VALUE [into TARGET]",
            "Types keys into a field, or to whatever has the focus, behind what stands there.",
        ),
        "clear" => said("clear TARGET", "Empties a field."),
        "press" => said(
            "press \"KEYS\" [in TARGET]",
            "Presses a key, or several together, as \"Enter\" or \"Ctrl+A\".",
        ),
        "check" => said(
            "check TARGET",
            "Checks a checkbox, radio button or switch; one that is checked stays so.",
        ),
        "uncheck" => said(
            "uncheck TARGET",
            "Takes the check from a checkbox or switch.",
        ),
        "select" => said(
            "select VALUE in TARGET",
            "Chooses an option of a list by its text.",
        ),
        "drag" => said("drag TARGET to TARGET", "Drags one element to another."),
        "upload" => said(
            "upload \"FILE\" to TARGET",
            "Gives a file to a file field. Its path counts from this script's folder.",
        ),
        "accept" => said(
            "accept dialog",
            "Says yes to the dialog that the step before opened.",
        ),
        "dismiss" => said(
            "dismiss dialog",
            "Says no to the dialog that the step before opened.",
        ),
        "answer" => said(
            "answer dialog with VALUE",
            "Answers the prompt that the step before opened.",
        ),
        "verify" => said(
            "verify [not] …",
            "Waits until something holds; the test fails if it does not in time.",
        ),
        "require" => said(
            "require [not] …",
            "A precondition, in front of the first act: where it does not hold, the result is pre-state, not a failed app.",
        ),
        "wait" => said(
            "wait for TARGET | wait until … | wait for network idle",
            "Waits for something to come, to go or to change, up to the timeout.",
        ),
        "read" => said(
            "read [value of] TARGET as NAME | read url as NAME",
            "Reads a text, a field's value or the address, and gives it a name for the steps below.",
        ),
        "screenshot" => said(
            "screenshot \"NAME\"",
            "Puts a picture of the page into the report.",
        ),
        "do" => said(
            "do FLOW VALUE …",
            "Runs a flow's steps, with a value for each of its parameters.",
        ),
        "use" => said(
            "use \"FILE\"",
            "Brings in that file's flows, lets and secrets.",
        ),
        "profile" => said(
            "profile NAME",
            "A Chrome profile that this script uses. The first is where its tests start.",
        ),
        "let" => said(
            "let NAME = VALUE | let NAME = TARGET",
            "Gives a value or a target a name.",
        ),
        "secret" => said(
            "secret NAME = env \"VARIABLE\"",
            "A value from the environment that is masked in every output.",
        ),
        "before" => said(
            "before each | before all",
            "Steps that run before each test, or once before all.",
        ),
        "after" => said(
            "after each | after all",
            "Steps that run after each test, or once after all.",
        ),
        "flow" => said(
            "flow NAME PARAMETER …",
            "Steps under a name, for tests to run with `do`.",
        ),
        "test" => said(
            "test \"TITLE\" [@TAG …]",
            "A test. A table under its heading runs it once a row.",
        ),
        "try" => said(
            "try STEP",
            "If this step fails, the test goes on as if nothing had been.",
        ),
        "soft" => said(
            "soft verify …",
            "If this fails, the test goes on, and fails at its end.",
        ),
        _ => return None,
    })
}

/// Of a word inside a line, wherever it stands.
pub fn inside(word: &str) -> Option<&'static str> {
    Some(match word {
        "within" => "The element in front is looked for inside of the one behind.",
        "timeout" => "How long this step may take, as 10s. Else the config's `timeoutMs` holds.",
        "not" => "The opposite has to hold.",
        "first" => "The first of several matches.",
        "last" => "The last of several matches.",
        "env" => "A variable of the environment in which the tests run.",
        "label" => "Finds a field by its label.",
        "placeholder" => "Finds a field by its placeholder.",
        "alt" => "Finds an image by its alternative text.",
        "tooltip" => "Finds an element by its `title` attribute.",
        "testid" => "Finds an element by its `data-testid` attribute.",
        "css" => "Finds an element by a CSS selector.",
        "xpath" => "Finds an element by an XPath expression.",
        "exists" => "There is such an element on the page, visible or not.",
        "visible" => "The element can be seen.",
        "hidden" => "The element cannot be seen, or is not there.",
        "enabled" => "The element can be used.",
        "disabled" => "The element cannot be used.",
        "checked" => "The checkbox, radio button or switch is on.",
        "unchecked" => "The checkbox, radio button or switch is off.",
        "focused" => "The element has the keyboard's focus.",
        "selected" => "The option or tab is the chosen one.",
        "gone" => "The element is hidden, or no longer there.",
        "changes" => "The element's text becomes another.",
        "idle" => "No request has been on its way for half a second.",
        "unique" => "A text that is new in each run, for the names of things that tests make.",
        "today" => "Today's date, as 2026-11-30.",
        "runId" => "The name of the run, as its folder has it.",
        _ => return None,
    })
}

/// Of a tag with a meaning of its own.
pub fn tag(word: &str) -> Option<&'static str> {
    Some(match word {
        "@skip" => "This test does not run; a reason may follow: @skip \"reason\".",
        "@only" => "Only tests with this tag run.",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use aite::script::forms::{LOCATOR_WORDS, MODIFIERS, OTHERS, STEPS};
    use aite::script::words::BUILT_IN;

    #[test]
    fn every_line_of_the_language_is_explained() {
        let words = STEPS.iter().chain(OTHERS).map(|form| form.word);
        for word in words.chain(MODIFIERS.iter().copied()) {
            let said = of_line(word).unwrap_or_else(|| panic!("{word}"));
            assert!(said.form.contains(word), "{word}");
        }
        for word in LOCATOR_WORDS.iter().chain(BUILT_IN) {
            assert!(inside(word).is_some(), "{word}");
        }
    }
}
