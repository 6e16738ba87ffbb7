//! `aite check`.

use std::path::PathBuf;

use super::problems::{check_all, plural};
use super::{Exit, complain, config_for, select};

pub(super) fn check(paths: &[PathBuf]) -> Exit {
    let config = match config_for(paths) {
        Ok(config) => config,
        Err(exit) => return exit,
    };
    let scripts = match select::scripts(paths, &config) {
        Ok(scripts) => scripts,
        Err(error) => return complain(Exit::Problems, &error),
    };
    if check_all(&scripts, &config).report() {
        return Exit::Problems;
    }
    println!("{} checked, no errors", plural(scripts.len(), "script"));
    Exit::Passed
}
