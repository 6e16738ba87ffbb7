use std::time::Instant;

use super::*;

async fn ask(browser: &Browser, expression: &str) {
    evaluate(
        &browser.chrome,
        &browser.page,
        &format!("void {expression}"),
    )
    .await;
}

#[tokio::test]
async fn idle_is_half_a_second_after_the_last_answer() {
    let browser = open("").await;
    ask(&browser, "fetch('/slow').then(() => fetch('/slow'))").await;
    let started = Instant::now();
    browser
        .chrome
        .wait_for_network_idle(&browser.page, Duration::from_secs(10))
        .await
        .unwrap();
    assert!(
        started.elapsed() >= Duration::from_millis(1050),
        "{:?}",
        started.elapsed()
    );
}

#[tokio::test]
async fn a_page_at_rest_is_idle_at_once() {
    let browser = open("").await;
    let within = Duration::from_secs(10);
    browser
        .chrome
        .wait_for_network_idle(&browser.page, within)
        .await
        .unwrap();
    let started = Instant::now();
    browser
        .chrome
        .wait_for_network_idle(&browser.page, within)
        .await
        .unwrap();
    assert!(started.elapsed() < Duration::from_millis(100));
}

#[tokio::test]
async fn what_keeps_it_from_idling_is_named() {
    let browser = open("").await;
    ask(&browser, "fetch('/never')").await;
    let error = browser
        .chrome
        .wait_for_network_idle(&browser.page, Duration::from_millis(800))
        .await
        .unwrap_err();
    let expected = format!(
        "Chrome did not answer the request of {}/never within 800ms",
        browser.origin
    );
    assert_eq!(error.to_string(), expected);
    navigate(
        &browser.chrome,
        &browser.page,
        &format!("{}/other", browser.origin),
    )
    .await;
    browser
        .chrome
        .wait_for_network_idle(&browser.page, Duration::from_secs(10))
        .await
        .unwrap();
}

#[tokio::test]
async fn an_event_source_does_not_count() {
    let browser = open("").await;
    ask(&browser, "(window.source = new EventSource('/never'))").await;
    browser
        .chrome
        .wait_for_network_idle(&browser.page, Duration::from_secs(10))
        .await
        .unwrap();
}

#[tokio::test]
async fn without_watching_requests_are_known_from_the_first_wait_on() {
    let folder = tempfile::tempdir().unwrap();
    let profile = UserDataDir::lock(folder.path()).unwrap();
    let launch = Launch {
        executable: find_browser(None).unwrap(),
        ..Launch::default()
    };
    let chrome = Chrome::launch(profile, &launch).await.unwrap();
    let session = chrome.pages.any_page().unwrap();
    let page = Page {
        session: session.clone(),
        frame: session,
        context: None,
    };
    let origin = serve("").await;
    navigate(&chrome, &page, &origin).await;
    let within = Duration::from_millis(800);
    chrome.wait_for_network_idle(&page, within).await.unwrap();
    evaluate(&chrome, &page, "void fetch('/never')").await;
    let said = chrome
        .wait_for_network_idle(&page, within)
        .await
        .unwrap_err()
        .to_string();
    assert!(said.contains("the request of http://"), "{said}");
}
