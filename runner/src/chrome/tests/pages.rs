use super::*;
use crate::config::Viewport;

#[tokio::test]
async fn a_page_has_the_profiles_surroundings_from_its_first_script_on() {
    let profile = Profile {
        viewport: Some(Viewport {
            width: 900,
            height: 700,
        }),
        locale: Some("de-CH".into()),
        timezone: Some("Asia/Tokyo".into()),
        color_scheme: Some(crate::config::ColorScheme::Dark),
        geolocation: Some(crate::config::Geolocation {
            latitude: 47.5,
            longitude: 8.25,
            accuracy: 10.0,
        }),
        permissions: vec!["geolocation".into()],
        ..Profile::default()
    };
    let look = "<script>
        const look = () => ({
            size: `${innerWidth}x${innerHeight}`,
            language: navigator.language,
            locale: new Intl.NumberFormat().resolvedOptions().locale,
            zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
            dark: matchMedia('(prefers-color-scheme: dark)').matches,
            webdriver: navigator.webdriver,
        });
        window.first = look();
    </script>";
    let Browser {
        chrome,
        page,
        origin,
        _folder,
    } = open_as(profile, look).await;
    let expected = json!({
        "size": "900x700", "language": "de-CH", "locale": "de-CH", "zone": "Asia/Tokyo", "dark": true, "webdriver": false,
    });
    assert_eq!(evaluate(&chrome, &page, "first").await, expected);
    let opened = format!(
        "new Promise((done) => {{ const w = open('{origin}/popup'); w.onload = () => done(w.first); }})"
    );
    assert_eq!(evaluate(&chrome, &page, &opened).await, expected);
    let place = "new Promise((done, no) => navigator.geolocation.getCurrentPosition((p) => done([p.coords.latitude, p.coords.longitude]), (e) => done(e.message)))";
    assert_eq!(evaluate(&chrome, &page, place).await, json!([47.5, 8.25]));
}

#[tokio::test]
async fn a_time_zone_that_does_not_exist_is_refused_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let profile = Profile {
        timezone: Some("Mars/Olympus".into()),
        ..Profile::default()
    };
    let said = launch_in(folder.path(), profile)
        .await
        .unwrap_err()
        .to_string();
    assert!(
        said.contains(
            "Emulation.setTimezoneOverride {\"timezoneId\":\"Mars/Olympus\"}: Invalid timezone"
        ),
        "{said}"
    );
}

/// A page with a frame of another site, which has a process of its own. The frame tells the page what it gets.
async fn open_with_frame() -> Browser {
    let inner = serve(
        "<style>body { margin: 0 }</style><input style='width:200px;height:40px' autofocus>
        <script>
            addEventListener('message', (e) => dispatchEvent(new CustomEvent('aite-beacon', { detail: e.data })));
            document.querySelector('input').oninput = (e) => parent.postMessage(e.target.value, '*');
            document.querySelector('input').ondblclick = () => alert('from within');
        </script>",
    )
    .await
    .replace("127.0.0.1", "localhost");
    let outer = format!(
        "<style>body {{ margin: 0 }}</style><iframe src='{inner}' style='position:absolute;left:100px;top:100px;width:300px;height:100px;border:0'></iframe>
        <script>window.heard = ''; addEventListener('message', (e) => heard = e.data)</script>"
    );
    open_with_beacon(&outer).await
}

#[tokio::test]
async fn a_beacon_tells_the_tab_and_the_frame() {
    let browser = open_with_frame().await;
    for round in 0..20 {
        let page = find_by_beacon(&browser, "window", &format!("outer{round}")).await;
        assert_eq!(
            (&page.session, &page.frame),
            (&browser.page.session, &browser.page.session)
        );
        let nonce = format!("inner{round}");
        let beacon = browser.chrome.expect_beacon(&nonce);
        evaluate(
            &browser.chrome,
            &browser.page,
            &format!("frames[0].postMessage('{nonce}', '*')"),
        )
        .await;
        let inner = beacon.found(Duration::from_secs(5)).await.unwrap();
        assert_eq!(inner.session, page.session);
        assert_ne!(inner.frame, page.frame);
        assert!(inner.context.is_some());
    }
}

#[tokio::test]
async fn a_beacon_that_never_comes_has_an_end() {
    let (chrome, _folder) = launch(Profile::default()).await;
    assert_eq!(
        chrome
            .expect_beacon("n")
            .found(Duration::from_millis(50))
            .await,
        None
    );
}

#[tokio::test]
async fn input_reaches_a_frame_of_another_site_by_the_tabs_coordinates() {
    let browser = open_with_frame().await;
    let beacon = browser.chrome.expect_beacon("inner");
    evaluate(
        &browser.chrome,
        &browser.page,
        "frames[0].postMessage('inner', '*')",
    )
    .await;
    let inner = beacon.found(Duration::from_secs(5)).await.unwrap();
    let (chrome, page) = (&browser.chrome, &inner);
    let field = Point { x: 150.0, y: 120.0 };
    for round in 0..20 {
        chrome
            .click(page, field, crate::script::ast::Click::Single)
            .await
            .unwrap();
        chrome.press(page, "Ctrl+A").await.unwrap();
        chrome
            .type_text(page, &format!("round {round}"))
            .await
            .unwrap();
        let heard = format!(
            "new Promise((done) => {{ const look = () => heard === 'round {round}' ? done(heard) : setTimeout(look, 5); look(); }})"
        );
        assert_eq!(
            evaluate(chrome, page, &heard).await,
            format!("round {round}")
        );
    }
    let delivery = chrome
        .click(page, field, crate::script::ast::Click::Double)
        .await
        .unwrap();
    let Delivery::DialogOpened(dialog) = delivery else {
        panic!("{delivery:?}")
    };
    assert_eq!(dialog.message, "from within");
    assert_eq!(chrome.accept_dialog(page).await.unwrap(), Some(dialog));
    assert_eq!(chrome.dialog(page), None);
    assert_eq!(evaluate(chrome, page, "1 + 1").await, 2);
}

#[tokio::test]
async fn a_page_is_found_by_its_address_only_when_one_is_meant() {
    let browser = open("").await;
    let (chrome, url) = (&browser.chrome, format!("{}/", browser.origin));
    assert_eq!(
        chrome.find_page(&url, "anything").await.unwrap().as_ref(),
        Some(&browser.page)
    );
    assert_eq!(chrome.find_page("http://other/", "").await.unwrap(), None);
    evaluate(
        chrome,
        &browser.page,
        &format!("new Promise((done) => {{ open('{url}').onload = done }})"),
    )
    .await;
    assert_eq!(chrome.find_page(&url, "Test").await.unwrap(), None);
    evaluate(chrome, &browser.page, "document.title = 'Mine'").await;
    assert_eq!(
        chrome.find_page(&url, "Mine").await.unwrap().as_ref(),
        Some(&browser.page)
    );
}

#[tokio::test]
async fn a_crash_ends_what_is_under_way() {
    let browser = open("").await;
    let (chrome, page) = (&browser.chrome, &browser.page);
    let forever = json!({ "expression": "new Promise(() => {})", "awaitPromise": true });
    let call = chrome
        .pipe
        .send(Some(&page.session), "Runtime.evaluate", forever)
        .await
        .unwrap();
    let crash = chrome
        .pipe
        .send(Some(&page.session), "Page.crash", json!({}))
        .await
        .unwrap();
    assert!(matches!(
        call.await_answer().await,
        Err(ChromeError::PageCrashed)
    ));
    drop(crash);
    assert!(chrome.is_crashed(page));
    let error = chrome.press(page, "a").await.unwrap_err();
    assert!(matches!(error, ChromeError::PageCrashed), "{error}");
    navigate(chrome, page, &browser.origin).await;
    assert!(!chrome.is_crashed(page));
}

#[tokio::test]
async fn history_goes_both_ways_and_has_ends() {
    use crate::script::ast::History;
    let browser = open("").await;
    let (chrome, page) = (&browser.chrome, &browser.page);
    navigate(chrome, page, &format!("{}/second", browser.origin)).await;
    assert!(!chrome.go(page, History::Forward).await.unwrap());
    assert!(chrome.go(page, History::Back).await.unwrap());
    let back = "new Promise((done) => { const look = () => location.pathname === '/' ? done() : setTimeout(look, 5); look(); })";
    evaluate(chrome, page, back).await;
    assert!(chrome.go(page, History::Reload).await.unwrap());
}

#[tokio::test]
async fn the_script_joined_from_the_extensions_page_parses() {
    let browser = open("").await;
    let compile = json!({ "expression": super::extension::page_script().unwrap(), "sourceURL": "page.js", "persistScript": false });
    let answer = browser
        .chrome
        .pipe
        .command(
            Some(&browser.page.session),
            "Runtime.compileScript",
            compile,
        )
        .await
        .unwrap();
    assert!(answer.get("exceptionDetails").is_none(), "{answer}");
}
