//! A line's form as a snippet: its words, and a place to fill in for each part.

use aite::script::ast::Name;
use aite::script::forms::{Form, Piece};

/// `fill ${1:target} with ${2:value}`, up to where there is more than one way to go on.
pub fn of_form(form: &Form) -> String {
    let mut snippet = form.word.to_owned();
    let mut number = 0;
    for piece in form.rest {
        let place = match piece {
            Piece::Word(word) => {
                snippet.push(' ');
                snippet.push_str(word);
                continue;
            }
            Piece::Equals => {
                snippet.push_str(" =");
                continue;
            }
            Piece::Target => "target",
            Piece::Value => "value",
            Piece::LetValue => "value",
            Piece::Name(_) => "name",
            Piece::Duration => "10s",
            Piece::Text => {
                number += 1;
                snippet.push_str(&format!(" \"${number}\""));
                continue;
            }
            Piece::Env => {
                number += 1;
                snippet.push_str(&format!(" env \"${{{number}:VARIABLE}}\""));
                continue;
            }
            Piece::Optional(_) | Piece::Repeat(_) => continue,
            Piece::OneOf(_) | Piece::Matcher | Piece::Tag => {
                snippet.push_str(" $0");
                return snippet;
            }
        };
        number += 1;
        snippet.push_str(&format!(" ${{{number}:{place}}}"));
    }
    snippet
}

/// A flow's name with a place for each of its parameters.
pub fn of_flow(name: &Name, parameters: &[Name]) -> String {
    let mut snippet = escaped(&name.text);
    for (at, parameter) in parameters.iter().enumerate() {
        snippet.push_str(&format!(" ${{{}:{}}}", at + 1, escaped(&parameter.text)));
    }
    snippet
}

/// A text as it is in a snippet.
pub fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('$', "\\$")
        .replace('}', "\\}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use aite::script::forms::{OTHERS, STEPS};

    #[test]
    fn a_form_is_filled_in_from_left_to_right() {
        let of = |word: &str| {
            let mut forms = STEPS.iter().chain(OTHERS);
            of_form(forms.find(|form| form.word == word).expect("a form"))
        };
        assert_eq!(of("fill"), "fill ${1:target} with ${2:value}");
        assert_eq!(of("open"), "open ${1:value}");
        assert_eq!(of("verify"), "verify $0");
        assert_eq!(of("secret"), "secret ${1:name} = env \"${2:VARIABLE}\"");
        assert_eq!(of("test"), "test \"$1\"");
    }
}
