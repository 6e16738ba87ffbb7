//! `aite init`: a first config and script, never over anything that is there.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::{Exit, complain};
use crate::config::FILE_NAME;

#[derive(Debug, Args)]
pub(super) struct InitArgs {
    /// The folder to start in
    #[arg(default_value = ".")]
    folder: PathBuf,
    /// Where the app under test answers
    #[arg(long, default_value = "http://localhost:8080")]
    base_url: url::Url,
}

const SCRIPT: &str = r#"# A first test: change it to what your app shows, then type: aite run

test "The front page says hello"
  open "/"
  verify title contains "Welcome"
  verify heading "Welcome" is visible
"#;

pub(super) fn init(args: &InitArgs) -> Exit {
    let base = args.base_url.as_str().trim_end_matches('/');
    let config = format!("{{\n  \"version\": 1,\n  \"baseUrl\": \"{base}\"\n}}\n");
    let files = [
        (FILE_NAME, config.as_str()),
        ("first.aite", SCRIPT),
        (".gitignore", ".aite/\n"),
    ];
    for (name, text) in files {
        let path = args.folder.join(name);
        match create(&path, text) {
            Ok(()) => println!("wrote {}", path.display()),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                println!("kept  {} (it is there already)", path.display());
            }
            Err(error) => {
                let sentence = format!("{} cannot be written: {error}", path.display());
                return complain(Exit::Problems, &sentence);
            }
        }
    }
    println!("\nNext: start your app at {base}, then type: aite run");
    Exit::Passed
}

fn create(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(text.as_bytes())
}
