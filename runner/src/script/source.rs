//! Bytes of a file to the text of a script.

use super::ast::Span;
use super::problem::Problem;

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The text of a script file. A byte order mark is dropped, so spans count from behind it; `\r\n` is kept as it is.
///
/// Bytes that are not UTF-8 are a problem that names the first bad one; its span is of the bytes, not of a text.
pub fn read(bytes: Vec<u8>) -> Result<String, Box<Problem>> {
    match String::from_utf8(bytes) {
        Ok(mut text) => {
            if text.starts_with(BYTE_ORDER_MARK) {
                text.drain(..BYTE_ORDER_MARK.len());
            }
            Ok(text)
        }
        Err(error) => Err(Box::new(not_utf8(&error))),
    }
}

fn not_utf8(error: &std::string::FromUtf8Error) -> Problem {
    let at = error.utf8_error().valid_up_to();
    let bytes = error.as_bytes();
    let line = 1 + bytes[..at].iter().filter(|&&byte| byte == b'\n').count();
    let found = bytes.get(at).copied().unwrap_or_default();
    Problem::error(
        "not-utf8",
        Span {
            start: at,
            end: at + 1,
        },
        format!(
            "This file is not UTF-8: byte {at}, in line {line}, is 0x{found:02X}, which begins no UTF-8 character."
        ),
    )
    .help(
        "Save the file as UTF-8. Most editors have \"save with encoding\" or a setting by that name.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drops_the_byte_order_mark_and_keeps_line_ends() {
        assert_eq!(
            read(b"\xEF\xBB\xBFgo back\r\n".to_vec()).unwrap(),
            "go back\r\n"
        );
    }

    #[test]
    fn names_the_first_byte_that_is_not_utf8() {
        let problem = read(b"go back\nclick \"caf\xE9\"\n".to_vec()).unwrap_err();
        assert_eq!(
            problem.message,
            "This file is not UTF-8: byte 18, in line 2, is 0xE9, which begins no UTF-8 character."
        );
        assert_eq!(problem.span.start, 18);
    }
}
