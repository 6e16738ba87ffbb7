use std::fs;
use std::path::PathBuf;

use super::*;

fn file(folder: &TempDir) -> PathBuf {
    let path = folder.path().join("note.txt");
    fs::write(&path, "hello").unwrap();
    path
}

const NAMES: &str = "[...document.querySelector('input').files].map((file) => file.name).join()";

#[tokio::test]
async fn a_chooser_gives_its_field_the_file() {
    let browser = open(
        "<style>body { margin: 0 } button { width: 100px; height: 100px }</style>
        <button onclick='document.querySelector(\"input\").click()'>Choose</button><input type=file hidden>",
    )
    .await;
    let files = [file(&browser._folder)];
    let at = Point { x: 50.0, y: 50.0 };
    for _ in 0..20 {
        evaluate(
            &browser.chrome,
            &browser.page,
            "document.querySelector('input').value = ''",
        )
        .await;
        let given = browser
            .chrome
            .upload_by_chooser(&browser.page, at, &files, Duration::from_secs(5))
            .await
            .unwrap();
        assert_eq!(given, Upload::Given);
        assert_eq!(
            evaluate(&browser.chrome, &browser.page, NAMES).await,
            "note.txt"
        );
    }
}

#[tokio::test]
async fn a_click_that_opens_no_chooser_is_told() {
    let browser = open("").await;
    let files = [file(&browser._folder)];
    let at = Point { x: 50.0, y: 50.0 };
    let given = browser
        .chrome
        .upload_by_chooser(&browser.page, at, &files, Duration::from_millis(200))
        .await;
    assert_eq!(given.unwrap(), Upload::NoFileField);
}

#[tokio::test]
async fn a_file_that_is_not_there_is_named() {
    let browser = open("").await;
    let missing = [browser._folder.path().join("missing.txt")];
    let said = browser
        .chrome
        .upload(&browser.page, "0:1", &missing)
        .await
        .unwrap_err()
        .to_string();
    assert!(
        said.contains("missing.txt could not be uploaded: No such file"),
        "{said}"
    );
}

#[tokio::test]
async fn a_file_field_and_its_label_take_the_file_and_nothing_else_does() {
    let browser = open_with_beacon(
        "<label id=label for=field>Picture</label><input type=file id=field><p id=text>no</p>",
    )
    .await;
    let page = find_by_beacon(&browser, "window", "n1").await;
    let files = [file(&browser._folder)];
    for (handle, expected) in [
        ("#field", Upload::Given),
        ("#label", Upload::Given),
        ("#text", Upload::NoFileField),
        ("#none", Upload::NoFileField),
    ] {
        evaluate(
            &browser.chrome,
            &page,
            "document.querySelector('input').value = ''",
        )
        .await;
        assert_eq!(
            browser.chrome.upload(&page, handle, &files).await.unwrap(),
            expected,
            "{handle}"
        );
        let names = if expected == Upload::Given {
            "note.txt"
        } else {
            ""
        };
        assert_eq!(
            evaluate(&browser.chrome, &page, NAMES).await,
            names,
            "{handle}"
        );
    }
}
