use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::Value;
use tempfile::TempDir;

use crate::bridge::{BridgeError, Listening};

fn keys(card: &Value) -> BTreeSet<&String> {
    card.as_object().unwrap().keys().collect()
}

#[tokio::test]
async fn only_its_owner_may_read_it() {
    let folder = TempDir::new().unwrap();
    let listening = Listening::bind().await.unwrap();
    let card = listening.write_card(folder.path(), "qian").unwrap();
    let mode = fs::metadata(card.path()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[tokio::test]
async fn it_says_what_the_sample_says() {
    let folder = TempDir::new().unwrap();
    let listening = Listening::bind().await.unwrap();
    let card = listening.write_card(folder.path(), "qian").unwrap();
    let written: Value = serde_json::from_slice(&fs::read(card.path()).unwrap()).unwrap();
    let sample = include_str!("../../../../extension/wire/samples/card.json");
    assert_eq!(keys(&written), keys(&serde_json::from_str(sample).unwrap()));
    assert_eq!(written["profile"], "qian");
    let address = written["address"].as_str().unwrap();
    assert!(
        address.starts_with("ws://127.0.0.1:") && address.ends_with("/ext"),
        "{address}"
    );
}

#[tokio::test]
async fn it_is_gone_afterwards_and_so_is_everything_beside_it() {
    let folder = TempDir::new().unwrap();
    let listening = Listening::bind().await.unwrap();
    drop(listening.write_card(folder.path(), "qian").unwrap());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn one_that_a_crashed_run_left_is_replaced() {
    let folder = TempDir::new().unwrap();
    let left = folder.path().join("bridge.json");
    fs::write(&left, "{").unwrap();
    fs::set_permissions(&left, fs::Permissions::from_mode(0o644)).unwrap();
    let listening = Listening::bind().await.unwrap();
    let card = listening.write_card(folder.path(), "qian").unwrap();
    let written: Value = serde_json::from_slice(&fs::read(card.path()).unwrap()).unwrap();
    assert_eq!(written["profile"], "qian");
    let mode = fs::metadata(card.path()).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[tokio::test]
async fn a_folder_that_is_not_there_is_named() {
    let folder = TempDir::new().unwrap();
    let listening = Listening::bind().await.unwrap();
    let error = listening
        .write_card(&folder.path().join("gone"), "qian")
        .unwrap_err();
    assert!(matches!(error, BridgeError::Card { .. }));
    assert!(
        error
            .to_string()
            .contains("gone/bridge.json cannot be written"),
        "{error}"
    );
}
