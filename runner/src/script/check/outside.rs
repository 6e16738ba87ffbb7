//! What a script names outside itself: addresses, files, keys. Only what is known before a run is looked at.

use url::{ParseError, Url};

use super::meaning::{named, of_value};
use super::{Block, Check, value_span};
use crate::script::ast::{Part, Value};
use crate::script::keys;
use crate::script::problem::Problem;

/// `open V`: an address that the browser can open, of an origin the allow list has.
pub fn address(check: &mut Check, block: &Block, value: &Value) {
    let known = of_value(check, block, value).known;
    let addresses =
        known.unwrap_or_else(|| known_origin(check, block, value).into_iter().collect());
    let problem = addresses
        .iter()
        .find_map(|address| bad_address(check, address));
    if let Some(problem) = problem {
        let span = value_span(value);
        check.report(block.file, Problem { span, ..problem });
    }
}

/// `upload V to T`: a file, relative to the file the step stands in.
pub fn upload(check: &mut Check, block: &Block, value: &Value) {
    let known = of_value(check, block, value).known.unwrap_or_default();
    let script = &check.opened.files[block.file].path;
    let folder = script.parent().unwrap_or(std::path::Path::new(""));
    let missing = known
        .iter()
        .find(|file| !(check.around.exists)(&folder.join(file)));
    if let Some(missing) = missing {
        let problem = Problem::error(
            "missing-file",
            value_span(value),
            format!("There is no file \"{missing}\" to upload."),
        );
        let help = format!("It was looked for at {}.", folder.join(missing).display());
        check.report(block.file, problem.help(help));
    }
}

/// `press V`: keys that there are.
pub fn keys(check: &mut Check, block: &Block, value: &Value) {
    let known = of_value(check, block, value).known.unwrap_or_default();
    let Some(error) = known.iter().find_map(|keys| keys::parse(keys).err()) else {
        return;
    };
    let problem = Problem::error(
        "unknown-key",
        value_span(value),
        format!("{}.", capitalised(&error.to_string())),
    );
    check.report(
        block.file,
        problem.help(match error.did_you_mean() {
            Some(meant) => format!("Did you mean \"{meant}\"?"),
            None => "Keys are named as \"Enter\", \"ArrowDown\", \"F5\", \"a\" or \"Ctrl+A\"."
                .to_owned(),
        }),
    );
}

fn bad_address(check: &Check, address: &str) -> Option<Problem> {
    let error = |code, message: String| Some(Problem::error(code, Default::default(), message));
    let url = match (Url::parse(address), check.around.base_url) {
        (Ok(url), _) => Ok(url),
        (Err(ParseError::RelativeUrlWithoutBase), Some(base)) => base.join(address),
        (Err(ParseError::RelativeUrlWithoutBase), None) => {
            return Some(
                error(
                    "relative-address",
                    format!("\"{address}\" is only the end of an address, and the config names no beginning."),
                )?
                .help("Set `baseUrl` in aite.config.json, or write the whole address."),
            );
        }
        (Err(error), _) => Err(error),
    };
    match url {
        Ok(url) if url.as_str() == "about:blank" => None,
        Ok(url) if !matches!(url.scheme(), "http" | "https") => Some(
            error(
                "bad-address",
                format!("\"{address}\" is no http or https address."),
            )?
            .help("Write http:// or https:// in front of the host."),
        ),
        Ok(url) if !(check.around.allows)(&url) => {
            let origin = url.origin().ascii_serialization();
            Some(
                error(
                    "outside-allow-list",
                    format!("{origin} is outside the allow list, so nothing there is touched."),
                )?
                .help(format!("Add \"{origin}\" to `allow` in aite.config.json."))
                .missing(origin),
            )
        }
        Ok(_) => None,
        Err(reason) => error(
            "bad-address",
            format!("\"{address}\" is no address: {reason}."),
        ),
    }
}

/// The scheme and host of an address of which the rest is not known, as `https://shop.test/{id}`.
fn known_origin(check: &Check, block: &Block, value: &Value) -> Option<String> {
    let Value::Text(text) = value else {
        return None;
    };
    let mut start = String::new();
    for part in &text.parts {
        match part {
            Part::Literal(literal) => start.push_str(literal),
            Part::Name(name) => match named(check, block, &name.text).known?.as_slice() {
                [only] => start.push_str(only),
                _ => break,
            },
        }
        let host = start.find("://").map(|at| at + "://".len());
        let end = host.and_then(|host| Some(host + start[host..].find(['/', '?', '#'])?));
        if let Some(end) = end {
            return Some(start[..end].to_owned());
        }
    }
    None
}

fn capitalised(sentence: &str) -> String {
    let mut chars = sentence.chars();
    let first = chars.next().map(|first| first.to_uppercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}
