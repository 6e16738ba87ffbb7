//! A person at work on a script, with the shop open beside it.

use std::path::Path;

use aite::cli::demo::{DemoServer, ENVIRONMENT, serve};
use aite::config::Config;
use aite::script::ast::{Line, StepKind, Target};
use aite::script::{Opened, open};
use aite::session::{Browsers, Failure, Preview, RunFacts, Scope, Session, SessionOptions};
use serde_json::json;
use tokio::runtime::Runtime;

use crate::folder::Folder;

/// The shop and a browser that stays open.
pub struct Author {
    pub folder: Folder,
    pub shop: DemoServer,
    pub facts: RunFacts,
    browsers: Browsers,
    runtime: Runtime,
}

impl Author {
    pub fn new() -> Author {
        let runtime = Runtime::new().expect("a runtime");
        let shop = runtime.block_on(serve()).expect("a shop");
        let allow = [shop.shop_origin(), shop.pay_origin()];
        let folder = Folder::new().config(json!({"baseUrl": shop.shop_origin(), "allow": allow}));
        let config = Config::find(&folder.path("")).expect("a config");
        let mut facts = RunFacts::of_now();
        facts
            .variables
            .extend(ENVIRONMENT.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let options = SessionOptions {
            process: "editor".into(),
            ..SessionOptions::new(folder.path(".aite/runs/live"))
        };
        let browsers = Browsers::new(config, options, &facts);
        Author {
            folder,
            shop,
            facts,
            browsers,
            runtime,
        }
    }

    /// Performs a script's steps in the browser; each has to pass.
    pub fn perform(&mut self, steps: &str) {
        let opened = script(steps, &self.folder.path("live.aite"));
        let mut scope = Scope::new(&opened, 0, &self.facts);
        self.runtime.block_on(async {
            let session = self.browsers.open("default").await.expect("a browser");
            for line in &opened.script().tests[0].lines {
                let Line::Step(step) = line else { continue };
                let outcome = session.perform(step, &mut scope).await;
                let text = &opened.files[0].text[step.span.start..step.span.end];
                assert!(outcome.failure.is_none(), "{text}: {:?}", outcome.failure);
            }
        });
    }

    /// Asks the session something.
    pub fn ask<T>(&mut self, question: impl AsyncFnOnce(&mut Session) -> T) -> T {
        self.runtime.block_on(async {
            let session = self.browsers.open("default").await.expect("a browser");
            question(session).await
        })
    }

    /// Asks the session something about a target in a script's words.
    pub fn ask_about<T>(
        &mut self,
        words: &str,
        question: impl AsyncFnOnce(&mut Session, &Target, &Scope<'_>) -> T,
    ) -> T {
        let opened = script(&format!("click {words}"), Path::new("live.aite"));
        let target = clicked(&opened);
        let scope = Scope::new(&opened, 0, &self.facts);
        self.runtime.block_on(async {
            let session = self.browsers.open("default").await.expect("a browser");
            question(session, &target, &scope).await
        })
    }

    /// What a target means on the page that is open.
    pub fn preview(&mut self, words: &str) -> Result<Preview, Failure> {
        self.ask_about(words, async |session, target, scope| {
            session.preview(target, scope).await
        })
    }
}

impl Drop for Author {
    fn drop(&mut self) {
        self.runtime.block_on(self.browsers.close());
    }
}

/// A script that has no problem.
fn script(text: &str, path: &Path) -> Opened {
    let mut opened = open(path, &|_| Ok(text.as_bytes().to_vec()));
    let file = &mut opened.files[0];
    assert_eq!(file.problems, [], "{text}");
    opened
}

fn clicked(opened: &Opened) -> Target {
    match &opened.script().tests[0].lines[0] {
        Line::Step(step) => match &step.kind {
            StepKind::Click { target, .. } => target.clone(),
            other => panic!("{other:?} is no click"),
        },
        other => panic!("{other:?} is no step"),
    }
}
