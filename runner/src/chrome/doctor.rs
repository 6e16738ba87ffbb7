//! What `aite doctor` knows of the browser.

use std::path::{Path, PathBuf};

use super::find::check_version;
use super::install::find_manager_name;
use super::{ChromeError, find_browser, read_version};

/// What there is, and what is missing.
#[derive(Debug)]
pub struct Diagnosis {
    /// The browser that would be started, with its version.
    pub browser: Result<(PathBuf, String), ChromeError>,
    /// What `--install-browser` would use.
    pub package_manager: Option<&'static str>,
    /// As root Chrome runs without its sandbox: no place to open pages one does not trust.
    pub sandbox: bool,
}

/// Looks for a browser as [`find_browser`] does, and asks it for its version.
pub async fn diagnose(configured: Option<&Path>) -> Diagnosis {
    Diagnosis {
        browser: find_usable(configured).await,
        package_manager: find_manager_name(),
        sandbox: !rustix::process::geteuid().is_root(),
    }
}

async fn find_usable(configured: Option<&Path>) -> Result<(PathBuf, String), ChromeError> {
    let path = find_browser(configured)?;
    let version = read_version(&path).await?;
    check_version(&path, &version)?;
    Ok((path, version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_browser_that_is_not_there_is_part_of_the_diagnosis() {
        let diagnosis = diagnose(Some(Path::new("/no/such/chrome"))).await;
        assert!(matches!(
            diagnosis.browser,
            Err(ChromeError::NotThere { .. })
        ));
    }
}
