//! Tests in a real browser. They fail where there is none, and say how to get one.

mod drag;
mod input;
mod launch;
mod network;
mod pages;
mod upload;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpListener;

use super::*;
use crate::config::{AllowList, Profile};

/// A Chrome with a page of its own server in front.
struct Browser {
    chrome: Chrome,
    page: Page,
    origin: String,
    _folder: TempDir,
}

/// Starts a headless Chrome in a new folder.
async fn launch(profile: Profile) -> (Chrome, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let chrome = launch_in(folder.path(), profile)
        .await
        .unwrap_or_else(|error| panic!("{error}"));
    (chrome, folder)
}

async fn launch_in(folder: &Path, profile: Profile) -> Result<Chrome, ChromeError> {
    let folder = UserDataDir::lock(folder)?;
    let launch = Launch {
        executable: find_browser(None)?,
        profile,
        watch_network: true,
        args: Vec::new(),
    };
    Chrome::launch(folder, &launch).await
}

/// Starts a Chrome and opens a page with this body. Other paths of the server: `/slow` answers after 300 ms, `/never` does not.
async fn open(body: &str) -> Browser {
    open_as(Profile::default(), body).await
}

async fn open_as(profile: Profile, body: &str) -> Browser {
    let origin = serve(body).await;
    let (chrome, folder) = launch(profile).await;
    let session = chrome.pages.any_page().unwrap();
    let page = Page {
        session: session.clone(),
        frame: session,
        context: None,
    };
    navigate(&chrome, &page, &origin).await;
    Browser {
        chrome,
        page,
        origin,
        _folder: folder,
    }
}

async fn serve(body: &str) -> String {
    let body: Arc<str> =
        format!("<!doctype html><meta charset=utf-8><title>Test</title><body>{body}").into();
    let router = Router::new()
        .route(
            "/slow",
            get(|| async { tokio::time::sleep(Duration::from_millis(300)).await }),
        )
        .route("/never", get(std::future::pending::<()>))
        .route("/favicon.ico", get(|| async { StatusCode::NOT_FOUND }))
        .fallback(move || {
            let body = body.clone();
            async move { Html(body.to_string()).into_response() }
        });
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let origin = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    origin
}

async fn navigate(chrome: &Chrome, page: &Page, url: &str) {
    chrome
        .pipe
        .command(Some(&page.session), "Page.navigate", json!({ "url": url }))
        .await
        .unwrap();
    evaluate(chrome, page, LOADED).await;
}

const LOADED: &str = "new Promise((done) => document.readyState === 'complete' ? done() : addEventListener('load', done))";

/// What an expression is worth in the page's own world; promises are awaited.
async fn evaluate(chrome: &Chrome, page: &Page, expression: &str) -> Value {
    let ask = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
    let answer = chrome
        .pipe
        .command(Some(&page.session), "Runtime.evaluate", ask)
        .await
        .unwrap();
    assert!(
        answer.get("exceptionDetails").is_none(),
        "{expression}: {answer}"
    );
    answer["result"]["value"].clone()
}

fn allow(origins: &[&str]) -> AllowList {
    let origins: Vec<String> = origins.iter().map(|origin| (*origin).to_owned()).collect();
    AllowList::parse(&origins).unwrap()
}

/// An extension in the real one's place, with its name and nothing but the world that answers a beacon: `aite-beacon` with the nonce as detail.
async fn load_beacon(chrome: &Chrome, folder: &Path) {
    let manifest = json!({
        "manifest_version": 3,
        "name": "aite",
        "version": "1",
        "host_permissions": ["http://*/*"],
        "content_scripts": [{
            "matches": ["http://*/*"], "js": ["page.js"], "all_frames": true, "run_at": "document_start",
        }],
    });
    let script = "globalThis.aite = { element: (handle) => document.querySelector(handle) };
        addEventListener('aite-beacon', (e) => globalThis.aiteBeacon(JSON.stringify({ nonce: e.detail })));";
    let folder = folder.join("beacon");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("manifest.json"), manifest.to_string()).unwrap();
    std::fs::write(folder.join("page.js"), script).unwrap();
    chrome
        .pipe
        .command(None, "Extensions.loadUnpacked", json!({ "path": folder }))
        .await
        .unwrap();
}

/// Opens a page whose tab and frames answer beacons.
async fn open_with_beacon(body: &str) -> Browser {
    let browser = open("").await;
    load_beacon(&browser.chrome, browser._folder.path()).await;
    let origin = serve(body).await;
    navigate(&browser.chrome, &browser.page, &origin).await;
    Browser { origin, ..browser }
}

/// Has the document where `expression` finds a window call the binding.
async fn find_by_beacon(browser: &Browser, expression: &str, nonce: &str) -> Page {
    let beacon = browser.chrome.expect_beacon(nonce);
    let send = format!(
        "{expression}.dispatchEvent(new CustomEvent('aite-beacon', {{ detail: '{nonce}' }}))"
    );
    evaluate(&browser.chrome, &browser.page, &send).await;
    beacon.found(Duration::from_secs(5)).await.unwrap()
}
