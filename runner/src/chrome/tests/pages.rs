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
