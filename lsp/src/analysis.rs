//! All that is known of one version of a script: what it says, what it uses, what is wrong with it.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use aite::config::Config;
use aite::script::{
    Before, File, Opened, Problem, Reference, Surroundings, check, lower, lower_again,
    lower_around, open_file, text,
};
use tower_lsp::lsp_types::{Location, Position, Range, Url};
use tree_sitter::Tree;

use aite::script::ast::{Flow, Script, Span};

use crate::documents::{Documents, is_script};
use crate::editor::Editor;
use crate::position::{Encoding, to_byte, to_offset, to_range};
use crate::scripts::OnDisk;

/// One version of a script, with all it uses.
pub struct Analysis {
    pub uri: Url,
    pub version: i32,
    generation: u64,
    pub encoding: Encoding,
    pub tree: Tree,
    /// The script is the first of its files.
    pub opened: Opened,
    /// Each with the index of its file.
    pub problems: Vec<(usize, Problem)>,
    /// The config in force, or why there is none.
    pub config: Result<Config, String>,
    references: OnceLock<Vec<Reference>>,
}

impl Analysis {
    /// The script itself.
    pub fn file(&self) -> &File {
        &self.opened.files[0]
    }

    pub fn offset(&self, position: Position) -> usize {
        to_offset(self.file(), position, self.encoding)
    }

    /// A span of the script itself.
    pub fn range(&self, span: Span) -> Range {
        to_range(self.file(), span, self.encoding)
    }

    /// Every name in the files that could be resolved.
    pub fn references(&self) -> &[Reference] {
        self.references
            .get_or_init(|| aite::script::references(&self.opened))
    }

    /// The name at a byte of the script itself; at a name's end too.
    pub fn reference_at(&self, offset: usize) -> Option<&Reference> {
        let own = self.references().iter().filter(|found| found.file == 0);
        own.into_iter()
            .find(|found| found.span.start <= offset && offset <= found.span.end)
    }

    /// A span of one of the files.
    pub fn location(&self, file: usize, span: Span) -> Option<Location> {
        let file = self.opened.files.get(file)?;
        Some(Location {
            uri: uri_of(&file.path)?,
            range: to_range(file, span, self.encoding),
        })
    }
}

/// The open documents and what is known of them, for every handler.
#[derive(Clone)]
pub struct Workspace {
    documents: Arc<Mutex<Documents>>,
    pub editor: Arc<Editor>,
    pub(crate) on_disk: Arc<OnDisk>,
}

impl Workspace {
    pub fn new(documents: Documents, editor: Editor) -> Workspace {
        Workspace {
            documents: Arc::new(Mutex::new(documents)),
            on_disk: Arc::new(OnDisk::of(editor.folders.clone())),
            editor: Arc::new(editor),
        }
    }

    pub fn documents(&self) -> MutexGuard<'_, Documents> {
        // A handler that panicked left the documents as whole as any other.
        self.documents
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// What is known of an open script as it is now.
    pub fn analysis(&self, uri: &Url) -> Option<Arc<Analysis>> {
        let (generation, known, tree, rope, path, version) = {
            let documents = self.documents();
            let document = documents.get(uri)?;
            (
                documents.generation,
                document.analysis.clone(),
                document.tree.clone()?,
                document.rope.clone(),
                document.path.clone(),
                document.version,
            )
        };
        if let Some(known) = known
            .as_ref()
            .filter(|known| known.generation == generation)
        {
            return Some(known.clone());
        }
        let text = rope.to_string();
        let parsed = match &known {
            Some(known) => lower_again(&tree, &text, before(known)),
            None => lower(&tree, &text),
        };
        drop(known);
        let opened = self.open(File::new(&path, text, parsed));
        let config = config_for(&path);
        let analysis = Arc::new(Analysis {
            uri: uri.clone(),
            version,
            generation,
            encoding: self.editor.encoding,
            references: OnceLock::new(),
            problems: problems(&opened, config.as_ref().ok()),
            tree,
            opened,
            config,
        });
        let mut documents = self.documents();
        if let Some(document) = documents.get_mut(uri)
            && document.version == version
        {
            document.analysis = Some(analysis.clone());
        }
        Some(analysis)
    }

    /// What is known of an open script at once: its text, its names and the block around a place as they are now, with all
    /// else as it was when the script was last read whole, which is the second.
    pub fn sketch(&self, uri: &Url, position: Position) -> Option<(Arc<Analysis>, Arc<Analysis>)> {
        let (whole, tree, rope, version) = {
            let documents = self.documents();
            let document = documents.get(uri)?;
            (
                document.analysis.clone(),
                document.tree.clone()?,
                document.rope.clone(),
                document.version,
            )
        };
        let sketched = whole
            .filter(|whole| whole.version != version)
            .and_then(|whole| {
                let text = rope.to_string();
                let offset = to_byte(&rope, position, self.editor.encoding);
                let script = lower_around(&tree, &text, offset);
                let file = File::new(&whole.file().path, text, (script, Vec::new()));
                let opened = beside_same_files(file, &whole.opened)?;
                let sketch = Analysis {
                    uri: uri.clone(),
                    version,
                    generation: whole.generation,
                    encoding: self.editor.encoding,
                    references: OnceLock::new(),
                    problems: Vec::new(),
                    tree,
                    opened,
                    config: whole.config.clone(),
                };
                Some((Arc::new(sketch), whole))
            });
        sketched.or_else(|| {
            let whole = self.analysis(uri)?;
            Some((whole.clone(), whole))
        })
    }

    /// What is known of an open script, where it is known of its present text; nothing is found out for that.
    pub fn known(&self, uri: &Url) -> Option<Arc<Analysis>> {
        let documents = self.documents();
        let document = documents.get(uri)?;
        let known = document.analysis.clone()?;
        (known.version == document.version).then_some(known)
    }

    fn open(&self, file: File) -> Opened {
        open_file(file, &|path| self.contents(path))
    }

    /// A file as the editor has it, or as it is on disk.
    pub fn contents(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        let text = self.documents().text_at(path);
        text.map_or_else(|| std::fs::read(path), |text| Ok(text.into_bytes()))
    }

    /// The same as text; a byte order mark is not part of it.
    pub fn text(&self, path: &Path) -> std::io::Result<String> {
        let read = aite::script::read(self.contents(path)?);
        read.map_err(|problem| std::io::Error::other(problem.message))
    }

    /// The open scripts.
    pub fn scripts(&self) -> Vec<Url> {
        let documents = self.documents();
        let scripts = documents.all().filter(|document| is_script(&document.path));
        scripts.map(|document| document.uri.clone()).collect()
    }
}

/// What an earlier text of a script said.
fn before(known: &Analysis) -> Before<'_> {
    let file = known.file();
    Before {
        text: &file.text,
        script: &file.script,
        problems: &file.problems,
    }
}

/// A newer text of the script with what it can see of the files it uses. None where it uses others than before.
fn beside_same_files(mut file: File, before: &Opened) -> Option<Opened> {
    let uses = |file: &File| -> Vec<_> {
        let lines = file.script.uses.iter();
        lines.map(|line| text::as_written(&line.path)).collect()
    };
    if uses(&file) != uses(&before.files[0]) {
        return None;
    }
    file.uses = before.files[0].uses.clone();
    let seen = before.files[1..].iter().map(|used| {
        let script = &used.script;
        let heading = |flow: &Flow| Flow {
            name: flow.name.clone(),
            parameters: flow.parameters.clone(),
            lines: Vec::new(),
            ..*flow
        };
        let seen = Script {
            lets: script.lets.clone(),
            secrets: script.secrets.clone(),
            profiles: script.profiles.clone(),
            flows: script.flows.iter().map(heading).collect(),
            ..Script::default()
        };
        File::new(&used.path, String::new(), (seen, Vec::new()))
    });
    let files = std::iter::once(file).chain(seen).collect();
    Some(Opened { files })
}

fn config_for(path: &Path) -> Result<Config, String> {
    let folder = path.parent().unwrap_or(Path::new("."));
    Config::find(folder).map_err(|error| error.to_string())
}

fn problems(opened: &Opened, config: Option<&Config>) -> Vec<(usize, Problem)> {
    let Some(config) = config else {
        let known = opened.files.iter().enumerate();
        return known
            .flat_map(|(at, file)| {
                file.problems
                    .iter()
                    .map(move |problem| (at, problem.clone()))
            })
            .collect();
    };
    let surroundings = Surroundings {
        base_url: config.file.base_url.as_ref(),
        allows: &|url| config.allow.allows(url),
        profiles: config.file.profiles.keys().cloned().collect(),
        exists: &|path| path.is_file(),
    };
    check(opened, &surroundings)
}

pub fn uri_of(path: &Path) -> Option<Url> {
    let full = std::path::absolute(path).ok()?;
    Url::from_file_path(full).ok()
}
