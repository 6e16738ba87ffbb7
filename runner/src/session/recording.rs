//! A person's pass through a site as the lines of a script.

use std::collections::HashMap;

use url::Url;

use super::live_events::Recorded;
use super::said::said;
use crate::bridge::messages::{Locator, RecordedStep, Target};
use crate::lock::page_key;
use crate::script::text::{is_name, quote};
use crate::script::words::is_reserved;

/// The lines of a recorded pass, as the formatter writes them but for their indentation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// `secret password = env "PASSWORD"`, for the script's top: one for each password.
    pub secrets: Vec<String>,
    pub steps: Vec<String>,
}

impl Written {
    /// A whole script with one test.
    pub fn script(&self, title: &str) -> String {
        let mut script = String::new();
        for secret in &self.secrets {
            script.push_str(secret);
            script.push('\n');
        }
        if !self.secrets.is_empty() {
            script.push('\n');
        }
        script.push_str(&format!("test {}\n", quote(title)));
        for step in &self.steps {
            script.push_str(&format!("  {step}\n"));
        }
        script
    }
}

/// What was recorded, in a script's words. Addresses below `base` are written without it.
pub fn written(recorded: &[Recorded], base: Option<&Url>) -> Written {
    let mut writer = Writer {
        base,
        lines: Vec::new(),
        secrets: HashMap::new(),
        written: Written::default(),
        at: None,
    };
    for (index, one) in recorded.iter().enumerate() {
        let next = recorded[index + 1..]
            .iter()
            .find(|next| !matches!(next.step, RecordedStep::Arrive { .. }));
        writer.write(one, next);
    }
    writer.written.steps = writer.lines.into_iter().map(|line| line.text).collect();
    writer.written
}

struct Line {
    text: String,
    /// What it fills or clicks, so that more of the same takes its place.
    of: Option<(Kind, Target)>,
    /// The page may leave because of it.
    acts: bool,
    tab: Option<u64>,
    /// The page that was left, where the line waits for the next.
    left: Option<Url>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Click,
    Fill,
}

struct Writer<'a> {
    base: Option<&'a Url>,
    lines: Vec<Line>,
    /// The secrets' names by the words of their fields.
    secrets: HashMap<String, String>,
    written: Written,
    /// Where the pass is.
    at: Option<Url>,
}

impl Writer<'_> {
    fn write(&mut self, recorded: &Recorded, next: Option<&Recorded>) {
        let tab = recorded.tab;
        match &recorded.step {
            RecordedStep::Click { target } => {
                self.act("click", target, Some(Kind::Click), tab);
            }
            RecordedStep::DoubleClick { target } => {
                self.drop_same(Kind::Click, target);
                self.act("double click", target, None, tab);
            }
            RecordedStep::RightClick { target } => self.act("right click", target, None, tab),
            RecordedStep::Check { target } => self.act("check", target, None, tab),
            RecordedStep::Uncheck { target } => self.act("uncheck", target, None, tab),
            RecordedStep::Fill { target, value, .. } => {
                let Some(words) = said(target) else { return };
                let text = match value.as_deref() {
                    Some("") => format!("clear {words}"),
                    Some(value) => format!("fill {words} with {}", quote(value)),
                    None => format!("fill {words} with {}", self.secret_for(target, &words)),
                };
                self.drop_same(Kind::Fill, target);
                self.push(text, Some((Kind::Fill, target.clone())), tab);
            }
            RecordedStep::Select { target, option } => {
                self.with_target(target, tab, |words| {
                    format!("select {} in {words}", quote(option))
                });
            }
            RecordedStep::Press { keys, target } => match target {
                Some(target) => self.with_target(target, tab, |words| {
                    format!("press {} in {words}", quote(keys))
                }),
                None => self.push(format!("press {}", quote(keys)), None, tab),
            },
            RecordedStep::Upload { target, files } => {
                self.drop_same(Kind::Click, target);
                for file in files {
                    self.with_target(target, tab, |words| {
                        format!("upload {} to {words}", quote(file))
                    });
                }
            }
            RecordedStep::Open { url, new_tab } => {
                let place = if *new_tab { " in new tab" } else { "" };
                let text = format!("open {}{place}", quote(&self.address(url)));
                self.travel(text, tab);
                self.at = Url::parse(url).ok();
            }
            RecordedStep::Back => self.travel("go back".into(), tab),
            RecordedStep::Reload => self.travel("reload".into(), tab),
            RecordedStep::SwitchToNewTab => self.travel("switch to new tab".into(), tab),
            RecordedStep::SwitchToTab { url } => {
                let address = self.address(url);
                let part = if address == "/" {
                    url.as_str()
                } else {
                    &address
                };
                self.travel(format!("switch to tab {}", quote(part)), tab);
            }
            RecordedStep::CloseTab => self.travel("close tab".into(), tab),
            RecordedStep::AcceptDialog => self.push("accept dialog".into(), None, tab),
            RecordedStep::DismissDialog => self.push("dismiss dialog".into(), None, tab),
            RecordedStep::AnswerDialog { value } => {
                self.push(format!("answer dialog with {}", quote(value)), None, tab);
            }
            RecordedStep::Arrive { url } => self.arrive(url, tab, next),
        }
    }

    fn act(&mut self, verb: &str, target: &Target, kind: Option<Kind>, tab: Option<u64>) {
        if let Some(words) = said(target) {
            let of = kind.map(|kind| (kind, target.clone()));
            self.push(format!("{verb} {words}"), of, tab);
        }
    }

    fn with_target(
        &mut self,
        target: &Target,
        tab: Option<u64>,
        text: impl FnOnce(&str) -> String,
    ) {
        if let Some(words) = said(target) {
            self.push(text(&words), None, tab);
        }
    }

    fn push(&mut self, text: String, of: Option<(Kind, Target)>, tab: Option<u64>) {
        self.lines.push(Line {
            text,
            of,
            acts: true,
            tab,
            left: None,
        });
    }

    fn travel(&mut self, text: String, tab: Option<u64>) {
        self.push(text, None, tab);
        if let Some(line) = self.lines.last_mut() {
            line.acts = false;
        }
    }

    /// The last line goes, if it is of the same.
    fn drop_same(&mut self, kind: Kind, target: &Target) {
        let last = self.lines.last().and_then(|line| line.of.as_ref());
        if last.is_some_and(|(of, same)| *of == kind && same == target) {
            self.lines.pop();
        }
    }

    /// What a person does next is done on the page that the last step led to: a script has to wait for it.
    fn arrive(&mut self, url: &str, tab: Option<u64>, next: Option<&Recorded>) {
        let Ok(new) = Url::parse(url) else { return };
        let mut old = self.at.replace(new.clone());
        // It went on by itself.
        let went_on = |line: &Line| line.left.is_some() && line.tab == tab;
        if self.lines.last().is_some_and(went_on) {
            old = self.lines.pop().and_then(|line| line.left);
        }
        let is_of_last = self
            .lines
            .last()
            .is_some_and(|line| line.acts && (line.tab == tab || line.tab.is_none()));
        let goes_on = next.is_some_and(|next| next.tab == tab && !travels(&next.step));
        let Some(left) = old.filter(|_| is_of_last && goes_on) else {
            return;
        };
        let (new, old) = (lasting_path(&new), lasting_path(&left));
        let text = if old == new {
            return;
        } else if !old.contains(&new) {
            format!("wait until url contains {}", quote(&new))
        } else {
            format!("wait until not url contains {}", quote(&old))
        };
        self.lines.push(Line {
            text,
            of: None,
            acts: true,
            tab,
            left: Some(left),
        });
    }

    fn address(&self, url: &str) -> String {
        let parsed = Url::parse(url).ok();
        let below =
            parsed.filter(|url| self.base.is_some_and(|base| base.origin() == url.origin()));
        match below {
            Some(url) => url[url::Position::BeforePath..].to_owned(),
            None => url.to_owned(),
        }
    }

    fn secret_for(&mut self, target: &Target, words: &str) -> String {
        if let Some(name) = self.secrets.get(words) {
            return name.clone();
        }
        let name = secret_name(target, &self.secrets);
        let variable = name.to_uppercase().replace('-', "_");
        self.written
            .secrets
            .push(format!("secret {name} = env {}", quote(&variable)));
        self.secrets.insert(words.to_owned(), name.clone());
        name
    }
}

fn travels(step: &RecordedStep) -> bool {
    use RecordedStep::{Back, CloseTab, Open, Reload, SwitchToNewTab, SwitchToTab};
    matches!(
        step,
        Open { .. } | Back | Reload | SwitchToNewTab | SwitchToTab { .. } | CloseTab
    )
}

/// An address's path up to where it differs from time to time, as by an order's number.
fn lasting_path(url: &Url) -> String {
    let key = page_key(url, Some(url));
    key.split('*').next().unwrap_or_default().to_owned()
}

/// A name after what the field is called.
fn secret_name(target: &Target, taken: &HashMap<String, String>) -> String {
    let called = match &target.by {
        Locator::Role { name, .. } => name.clone().unwrap_or_default(),
        Locator::Text { text } => text.clone(),
        Locator::Label { label } => label.clone(),
        Locator::Placeholder { placeholder } => placeholder.clone(),
        Locator::TestId { testid } => testid.clone(),
        _ => String::new(),
    };
    let words: Vec<_> = called
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_ascii_lowercase)
        .collect();
    let mut name = words.join("-");
    if !is_name(&name) || is_reserved(&name) {
        name = "password".into();
    }
    let mut free = name.clone();
    let mut number = 2;
    while taken.values().any(|other| *other == free) {
        free = format!("{name}-{number}");
        number += 1;
    }
    free
}

#[cfg(test)]
#[path = "recording_tests.rs"]
mod tests;
