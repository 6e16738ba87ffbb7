//! The flags Chrome is started with, each with its reason.

use std::path::Path;

use super::launch::Launch;

/// For every start.
const ALWAYS: &[&str] = &[
    // The private line to this process; a port would be open to every program on the machine.
    "--remote-debugging-pipe",
    // Without it `Extensions.loadUnpacked` is refused; branded Chrome has ignored --load-extension since 137.
    "--enable-unsafe-extension-debugging",
    // The pipe sets navigator.webdriver, and pages that look at it would show something else than they show people.
    "--disable-blink-features=AutomationControlled",
    // Nobody is there to answer first-run questions.
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-search-engine-choice-screen",
    "--disable-default-apps",
    "--disable-session-crashed-bubble",
    "--hide-crash-restore-bubble",
    // A keyring would ask for a password, on Linux and on macOS.
    "--password-store=basic",
    "--use-mock-keychain",
    // Traffic of the browser's own would be in the way of the page's and leave the machine.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-client-side-phishing-detection",
    "--disable-domain-reliability",
    "--disable-sync",
    "--disable-quic",
    "--metrics-recording-only",
    "--disable-breakpad",
    "--no-pings",
    // Pages in the background are tested as well: several tabs, several profiles at once.
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-hang-monitor",
    // A test that navigates or posts again and again is no attack.
    "--disable-ipc-flooding-protection",
    "--disable-prompt-on-repost",
    // A blocked window.open would be a difference to nothing a script can see.
    "--disable-popup-blocking",
    // A page brought back from the cache comes without load events and with its ports closed.
    "--disable-back-forward-cache",
    // One colour on every screen, for pictures.
    "--force-color-profile=srgb",
    "--disable-infobars",
];

/// Features taken away.
const DISABLED_FEATURES: &[&str] = &[
    // A bar over the page that nobody closes.
    "Translate",
    // It looks for devices in the network.
    "MediaRouter",
    "DialMediaRouteProvider",
    // They ask servers of the browser's maker about pages.
    "OptimizationHints",
    "CertificateTransparencyComponentUpdater",
    // `http://` in a script means http.
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    // A page loaded ahead of time takes the place of the one the pipe knows.
    "Prerender2",
    // After a click it lets the page's other tasks, and so our next look, wait for the next frame; it cost a third of
    // a look on a page of 1,500 elements.
    "DeferRendererTasksAfterInput",
    // The address bar's popup is three pages of the browser's own, loaded beside the first page under test; together they
    // took longer than its first steps.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
];

const DISABLE_FEATURES: &str = "--disable-features=";

/// Features for a Chrome that nobody scrolls: it paints 256 pixels around what is in view, not 4,000, and draws 200 of them, not 3,000.
/// On a page of 1,500 elements a look behind a click waits 4 ms less for the click's frame.
const HEADLESS_FEATURES: &[&str] = &[
    "ExpandCompositedCullRect:pixels/256",
    "SmallerInterestArea:size_in_pixels/200",
];

const ENABLE_FEATURES: &str = "--enable-features=";

/// Less shared memory than this, and pages crash (containers often have 64 MB).
const SHARED_MEMORY_BYTES: u64 = 1 << 30;

/// All arguments for a start, the configured ones behind ours so that they win.
pub(super) fn to_args(launch: &Launch, folder: &Path) -> Vec<String> {
    let mut args: Vec<String> = ALWAYS.iter().map(|flag| (*flag).to_owned()).collect();
    args.push(format!("--user-data-dir={}", folder.display()));
    if let Some(viewport) = launch.profile.viewport {
        args.push(format!(
            "--window-size={},{}",
            viewport.width, viewport.height
        ));
    }
    if let Some(locale) = &launch.profile.locale {
        // What a page reads as navigator.language and servers as Accept-Language.
        args.push(format!("--accept-lang={}", accept_languages(locale)));
    }
    let headless = launch.profile.headless.unwrap_or(true);
    if headless {
        args.push("--headless".into());
        args.push("--mute-audio".into());
    }
    if rustix::process::geteuid().is_root() {
        // Chrome refuses to sandbox as root. --test-type keeps it from saying so in a bar that takes 56 pixels from the first page.
        args.push("--no-sandbox".into());
        args.push("--test-type".into());
    }
    if has_little_shared_memory() {
        args.push("--disable-dev-shm-usage".into());
    }
    let mut others: Vec<&str> = launch.args.iter().map(String::as_str).collect();
    args.push(joined(DISABLE_FEATURES, DISABLED_FEATURES, &mut others));
    if headless {
        args.push(joined(ENABLE_FEATURES, HEADLESS_FEATURES, &mut others));
    }
    args.extend(others.into_iter().map(str::to_owned));
    args.push("about:blank".into());
    args
}

/// One flag of our features and those of the configured arguments, which are taken out: Chrome heeds only the last flag of a name.
fn joined(flag: &str, ours: &[&str], configured: &mut Vec<&str>) -> String {
    let mut features = ours.to_vec();
    configured.retain(|arg| match arg.strip_prefix(flag) {
        Some(more) => {
            features.push(more);
            false
        }
        None => true,
    });
    format!("{flag}{}", features.join(","))
}

/// `ru-RU` reads Russian of any kind too.
fn accept_languages(locale: &str) -> String {
    match locale.split_once('-') {
        Some((language, _)) => format!("{locale},{language}"),
        None => locale.to_owned(),
    }
}

fn has_little_shared_memory() -> bool {
    rustix::fs::statvfs("/dev/shm")
        .is_ok_and(|shm| shm.f_bavail * shm.f_frsize < SHARED_MEMORY_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Profile, Viewport};

    #[test]
    fn configured_arguments_come_last_and_add_to_our_features() {
        let launch = Launch {
            executable: "chromium".into(),
            profile: Profile {
                viewport: Some(Viewport {
                    width: 800,
                    height: 600,
                }),
                locale: Some("ru-RU".into()),
                ..Profile::default()
            },
            watch_network: false,
            args: vec![
                "--disable-features=Mine".into(),
                "--enable-features=Other".into(),
                "--proxy-server=localhost:1".into(),
            ],
        };
        let args = to_args(&launch, Path::new("/profile"));
        for expected in [
            "--headless",
            "--user-data-dir=/profile",
            "--window-size=800,600",
            "--accept-lang=ru-RU,ru",
        ] {
            assert!(
                args.iter().any(|arg| arg == expected),
                "{expected} in {args:?}"
            );
        }
        for (flag, end) in [
            (DISABLE_FEATURES, ",WebUIOmniboxFullPopup,Mine"),
            (
                ENABLE_FEATURES,
                ",SmallerInterestArea:size_in_pixels/200,Other",
            ),
        ] {
            let features: Vec<_> = args.iter().filter(|arg| arg.starts_with(flag)).collect();
            assert_eq!(features.len(), 1);
            assert!(features[0].ends_with(end), "{features:?}");
        }
        assert_eq!(
            args[args.len() - 2..],
            ["--proxy-server=localhost:1", "about:blank"]
        );
    }
}
