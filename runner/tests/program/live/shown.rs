//! What a target means, seen without waiting and without acting.

use std::time::{Duration, Instant};

use aite::session::{Failure, LiveEvent, Preview};

use super::author::Author;

#[test]
fn a_target_is_seen_as_it_is_now() {
    let mut author = Author::new();
    author.perform("open \"/login\"\nwait for link \"Wallet\"");
    let counts = |preview: Preview| {
        let named = preview.candidates.len();
        (preview.matches, preview.hidden, named)
    };
    let started = Instant::now();
    let of = |author: &mut Author, words: &str| counts(author.preview(words).expect("an answer"));
    assert_eq!(of(&mut author, "field \"Password\""), (1, 0, 1));
    assert_eq!(of(&mut author, "link /./"), (8, 0, 8));
    assert_eq!(of(&mut author, "button \"Send\""), (0, 0, 0));
    assert_eq!(of(&mut author, "css \"#refused\""), (0, 1, 1));
    // None of them waited for what was not there.
    assert!(started.elapsed() < Duration::from_secs(4));
    let broken = author
        .preview("css \"a[\"")
        .expect_err("a selector that is none");
    assert_eq!(broken.reason.name(), "internal");
}

#[test]
fn a_target_is_outlined_and_pictured() {
    let mut author = Author::new();
    author.perform("open \"/login\"\nwait for link \"Wallet\"");
    let outlines = "css \"[data-aite-overlay]\"";
    for (words, drawn) in [
        ("field \"Password\"", 1),
        ("link /./", 8),
        ("\"Nothing\"", 0),
    ] {
        let asked = author.ask_about(words, async |session, target, scope| {
            session.outline_target(target, scope).await
        });
        assert_eq!(asked.expect("an answer").matches, drawn, "{words}");
        let seen = author.preview(outlines).expect("an answer");
        assert_eq!(seen.matches, drawn, "{words}");
        author
            .ask(async |session| session.clear_outlines().await)
            .expect("outlines cleared");
        assert_eq!(author.preview(outlines).expect("an answer").matches, 0);
    }

    let found = author.preview("field \"Password\"").expect("an answer");
    let png = author.ask(async |session| session.picture_of(&found.candidates[0]).await);
    let png = png.expect("a picture");
    let (width, height) = size(&png);
    let rect = found.candidates[0].descriptor.rect.expect("a place");
    assert!(
        width.abs_diff(rect.width as u32 + 8) <= 2,
        "{width} of {rect:?}"
    );
    assert!(
        height.abs_diff(rect.height as u32 + 8) <= 2,
        "{height} of {rect:?}"
    );
}

#[test]
fn a_pick_that_is_stopped_is_told() {
    let mut author = Author::new();
    author.perform("open \"/login\"");
    let told = author.ask(async |session| {
        let events = session.live_events();
        session.start_pick(Duration::from_secs(60)).await?;
        session.stop_pick().await?;
        // Another command does it too.
        session.start_pick(Duration::from_secs(60)).await?;
        Ok::<_, Failure>(events)
    });
    let mut told = told.expect("picks begun and ended");
    author.perform("click button \"Log in\"");
    for _ in 0..2 {
        match told.take() {
            Some(LiveEvent::Picked(picked)) => assert!(picked.cancelled, "{picked:?}"),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(told.take(), None);
}

/// Of a PNG, as its header says it.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[1..4], b"PNG");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}
