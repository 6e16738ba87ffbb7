use proptest::prelude::*;

use super::super::file::{LockFile, Sighting, Update};
use super::*;
use crate::files::to_json;

fn descriptor(name: &str) -> Descriptor {
    Descriptor {
        tag: "button".into(),
        name: name.into(),
        classes: vec!["big".into(), name.into()],
        ..Descriptor::default()
    }
}

fn accepted() -> Accepted {
    Accepted {
        was: "button \"Send\"".into(),
        score: 0.744,
        on: "2026-11-30".into(),
    }
}

fn written(lock: &LockFile) -> String {
    String::from_utf8(to_json(lock).expect("JSON")).expect("UTF-8")
}

fn edit(page: &str, target: &str, change: Change) -> Edit {
    Edit {
        page: page.into(),
        target: target.into(),
        change,
    }
}

/// What an edit means, on the lock as data.
fn apply(lock: &mut LockFile, edit: &Edit) {
    let page = lock.elements.entry(edit.page.clone()).or_default();
    match (&edit.change, page.get_mut(&edit.target)) {
        (Change::Add(descriptor), None) => {
            page.insert(edit.target.clone(), Entry::of(descriptor.clone()));
        }
        (Change::Refresh(descriptor), Some(entry)) => {
            entry.descriptor = descriptor.clone();
            entry.accepted = None;
        }
        (Change::Accept(descriptor, accepted), Some(entry)) => {
            entry.descriptor = descriptor.clone();
            entry.accepted = Some(accepted.clone());
            entry.rejected.retain(|no| !descriptor.is_still(no));
        }
        (Change::Reject(descriptor), Some(entry)) => entry.rejected.push(descriptor.clone()),
        (Change::Remove, Some(_)) => {
            page.remove(&edit.target);
        }
        _ => {}
    }
    lock.elements.retain(|_, page| !page.is_empty());
}

fn any_change() -> impl Strategy<Value = Change> {
    let descriptor = || prop::sample::select(vec!["A", "B", "é \"quoted\"\n"]).prop_map(descriptor);
    prop_oneof![
        4 => descriptor().prop_map(Change::Add),
        1 => descriptor().prop_map(Change::Refresh),
        2 => descriptor().prop_map(|now| Change::Accept(now, accepted())),
        2 => descriptor().prop_map(Change::Reject),
        1 => Just(Change::Remove),
    ]
}

fn any_edit() -> impl Strategy<Value = Edit> {
    let page = prop::sample::select(vec!["/", "/a", "https://pay.test/ü"]);
    let target = prop::sample::select(vec!["\"Send\"", "button \"A\\\\\"", "css \"#x\""]);
    (page, target, any_change()).prop_map(|(page, target, change)| edit(page, target, change))
}

proptest! {
    #[test]
    fn a_lock_of_ours_stays_as_our_writer_writes_it(edits in prop::collection::vec(any_edit(), 0..20)) {
        let mut lock = LockFile::default();
        let mut text = written(&lock);
        for edit in &edits {
            let missing = lock.find(&edit.page, &edit.target).is_none();
            match edited(&text, std::slice::from_ref(edit)) {
                Ok(after) => text = after,
                Err(error) => {
                    prop_assert!(missing && !matches!(edit.change, Change::Add(_)), "{error}");
                    continue;
                }
            }
            apply(&mut lock, edit);
            prop_assert_eq!(&text, &written(&lock));
        }
    }
}

/// As nobody's writer would have it.
const BY_HAND: &str = r#"{"version":1, "elements":
{
    "/wallet": {
        "button \"Send\"":   {"descriptor": {"tag":"button","name":"Send"}},

	"\"To\"": { "descriptor": { "tag" : "input" },
               "rejected": [{"tag":"a","name":"To"}, {"tag":"b"}] }
    }
}}"#;

/// The lines that went and those that came.
fn changed_lines(change: Change) -> String {
    let target = match change {
        Change::Add(_) => "\"New\"",
        _ => "button \"Send\"",
    };
    let after = edited(BY_HAND, &[edit("/wallet", target, change)]).expect("an edit");
    let diff = similar_lines(BY_HAND, &after);
    serde_json::from_str::<LockFile>(&after).expect("a lock");
    diff
}

fn similar_lines(before: &str, after: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (before.lines().collect(), after.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = old[head..]
        .iter()
        .rev()
        .zip(new[head..].iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let went = old[head..old.len() - tail]
        .iter()
        .map(|line| format!("-{line}\n"));
    let came = new[head..new.len() - tail]
        .iter()
        .map(|line| format!("+{line}\n"));
    went.chain(came).collect()
}

#[test]
fn what_a_person_formatted_stays_so_but_for_the_entry() {
    insta::assert_snapshot!(changed_lines(Change::Accept(descriptor("Go"), accepted())));
    insta::assert_snapshot!(changed_lines(Change::Refresh(descriptor("Go"))));
    insta::assert_snapshot!(changed_lines(Change::Reject(descriptor("Go"))));
    insta::assert_snapshot!(changed_lines(Change::Remove));
    insta::assert_snapshot!(changed_lines(Change::Add(descriptor("Go"))));
}

#[test]
fn a_yes_takes_back_the_no_to_the_same_element_only() {
    let no = Descriptor {
        tag: "b".into(),
        ..Descriptor::default()
    };
    let yes = edit("/wallet", "\"To\"", Change::Accept(no, accepted()));
    let after = edited(BY_HAND, &[yes]).expect("an edit");
    let lock: LockFile = serde_json::from_str(&after).expect("a lock");
    let entry = lock.find("/wallet", "\"To\"").expect("an entry");
    assert_eq!(entry.rejected.len(), 1);
    assert_eq!(entry.rejected[0].tag, "a");
}

#[test]
fn line_ends_stay() {
    let lock = LockFile::default();
    let text = written(&lock).replace('\n', "\r\n");
    let add = edit("/", "\"Send\"", Change::Add(descriptor("Send")));
    let after = edited(&text, &[add]).expect("an edit");
    assert_eq!(after.matches('\n').count(), after.matches("\r\n").count());
}

#[test]
fn what_is_no_lock_is_refused() {
    let add = || edit("/", "\"Send\"", Change::Add(descriptor("Send")));
    let cases = [
        ("", "not JSON"),
        ("{\"version\": 1, // one\n\"elements\": {}}", "not JSON"),
        ("{\"version\": 1, \"elements\": {},}", "not JSON"),
        ("[]", "the lock is no object"),
        (
            "{\"version\": 1, \"elements\": 3}",
            "\"elements\" is no object",
        ),
    ];
    for (text, expected) in cases {
        let error = edited(text, &[add()]).expect_err(text).to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
    let remove = edit("/", "\"Send\"", Change::Remove);
    let error = edited("{\"version\": 1}", &[remove]).expect_err("no entry");
    assert_eq!(error.to_string(), "there is no entry for \"Send\" on /");
}

#[test]
fn a_run_adds_the_first_and_refreshes_to_the_last() {
    let sighting = |name: &str| Sighting {
        page: "/".into(),
        target: "\"Send\"".into(),
        descriptor: descriptor(name),
    };
    let lock = LockFile::default();
    let sightings = [sighting("A"), sighting("B")];
    let of = |lock: &LockFile, update| lock.edits_for(&sightings, update);
    let first = edit("/", "\"Send\"", Change::Add(descriptor("A")));
    assert_eq!(of(&lock, Update::AddMissing), std::slice::from_ref(&first));
    let last = edit("/", "\"Send\"", Change::Add(descriptor("B")));
    assert_eq!(of(&lock, Update::Refresh), [last]);
    let mut known = LockFile::default();
    apply(&mut known, &first);
    assert_eq!(of(&known, Update::AddMissing), []);
    let refreshed = edit("/", "\"Send\"", Change::Refresh(descriptor("B")));
    assert_eq!(of(&known, Update::Refresh), [refreshed]);
    assert_eq!(of(&known, Update::Nothing), []);
}
