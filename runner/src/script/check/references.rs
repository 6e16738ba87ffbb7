//! Which names stand where, and what each stands for: what an editor needs to go from a use to its definition and back.

use super::scope::{Local, Origin};
use super::{Check, Surroundings, run};
use crate::script::ast::{Name, Span};
use crate::script::open::{Global, Opened};

/// One place where a name stands, and what it stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The index of the file it stands in.
    pub file: usize,
    pub span: Span,
    pub symbol: Symbol,
    pub place: Place,
}

/// Something a script gave a name to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Symbol {
    pub kind: SymbolKind,
    pub name: String,
    /// The index of the file, and the name where it first gets its meaning. None for a profile: every script and the
    /// config speak of the same one.
    pub defined: Option<(usize, Span)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// At the top of a file.
    Let,
    Secret,
    Flow,
    Parameter,
    Column,
    /// A `let` inside a block.
    LocalLet,
    /// `read … as NAME`
    Read,
    Profile,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    Definition,
    Use,
}

/// Every name of a script and the files it uses that could be resolved, by file, then in the text's order.
pub fn references(opened: &Opened) -> Vec<Reference> {
    let nothing = Surroundings {
        base_url: None,
        allows: &|_| true,
        profiles: Vec::new(),
        exists: &|_| true,
    };
    let mut references = run(opened, &nothing).references;
    references.sort_by_key(|found| (found.file, found.span.start));
    references.dedup();
    references
}

impl Symbol {
    /// Whether it means something in one block alone.
    pub fn is_local(&self) -> bool {
        use SymbolKind::{Column, LocalLet, Parameter, Read};
        matches!(self.kind, Column | LocalLet | Parameter | Read)
    }

    pub(super) fn local(file: usize, local: &Local) -> Symbol {
        Symbol {
            kind: match local.origin {
                Origin::Parameter => SymbolKind::Parameter,
                Origin::Column => SymbolKind::Column,
                Origin::Let => SymbolKind::LocalLet,
                Origin::Read => SymbolKind::Read,
            },
            name: local.name.text.clone(),
            defined: Some((file, local.first)),
        }
    }

    pub(super) fn global(file: usize, global: Global) -> Symbol {
        let (kind, name) = match global {
            Global::Let(found) => (SymbolKind::Let, &found.name),
            Global::Secret(secret) => (SymbolKind::Secret, &secret.name),
        };
        Symbol::at(kind, file, name)
    }

    pub(super) fn profile(name: &Name) -> Symbol {
        Symbol {
            kind: SymbolKind::Profile,
            name: name.text.clone(),
            defined: None,
        }
    }

    pub(super) fn at(kind: SymbolKind, file: usize, name: &Name) -> Symbol {
        Symbol {
            kind,
            name: name.text.clone(),
            defined: Some((file, name.span)),
        }
    }
}

impl Check<'_> {
    pub(super) fn defines(&mut self, file: usize, name: &Name, symbol: Symbol) {
        self.refers(file, name, symbol, Place::Definition);
    }

    pub(super) fn uses(&mut self, file: usize, name: &Name, symbol: Symbol) {
        self.refers(file, name, symbol, Place::Use);
    }

    fn refers(&mut self, file: usize, name: &Name, symbol: Symbol, place: Place) {
        self.references.push(Reference {
            file,
            span: name.span,
            symbol,
            place,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::open;

    fn shown(files: &[(&str, &str)]) -> String {
        let contents = |path: &std::path::Path| {
            let found = files
                .iter()
                .find(|(name, _)| path == std::path::Path::new(name));
            found
                .map(|(_, text)| text.as_bytes().to_vec())
                .ok_or_else(|| std::io::Error::from(std::io::ErrorKind::NotFound))
        };
        let opened = open(files[0].0.as_ref(), &contents);
        let lines = references(&opened).into_iter().map(|found| {
            let place = |file: usize, span: Span| {
                let place = opened.files[file].place(span.start);
                format!("{file}:{}:{}", place.line + 1, place.column + 1)
            };
            let Symbol {
                kind,
                name,
                defined,
            } = &found.symbol;
            let target = defined.map_or(String::new(), |(file, span)| place(file, span));
            let arrow = match found.place {
                Place::Definition => "=",
                Place::Use => "->",
            };
            format!(
                "{} {kind:?} {name} {arrow} {target}\n",
                place(found.file, found.span)
            )
        });
        lines.collect()
    }

    #[test]
    fn names_lead_to_what_they_stand_for() {
        let shown = shown(&[
            (
                "a.aite",
                "use \"b.aite\"\nprofile mia\nlet x = \"1\"\nsecret pw = env \"PW\"\n\
                 flow f x\n  fill \"A\" with x\n\
                 test \"{n} {y}\"\n  | n |\n  | 1 |\n  do f \"{n} {x}\"\n  let x = pw\n  fill x with \"{x}\"\n\
                 \x20 read y as z\n  read y as z\n  as mia\n  do g z\n  verify number y changed by x since z\n",
            ),
            ("b.aite", "let y = css \".b\"\nflow g a\n  type a\n"),
        ]);
        insta::assert_snapshot!(shown, @r"
        0:2:9 Profile mia = 
        0:3:5 Let x = 0:3:5
        0:4:8 Secret pw = 0:4:8
        0:5:6 Flow f = 0:5:6
        0:5:8 Parameter x = 0:5:8
        0:6:17 Parameter x -> 0:5:8
        0:7:8 Column n -> 0:8:5
        0:7:12 Let y -> 1:1:5
        0:8:5 Column n = 0:8:5
        0:10:6 Flow f -> 0:5:6
        0:10:10 Column n -> 0:8:5
        0:10:14 Let x -> 0:3:5
        0:11:7 LocalLet x = 0:11:7
        0:11:11 Secret pw -> 0:4:8
        0:12:8 LocalLet x -> 0:11:7
        0:12:17 LocalLet x -> 0:11:7
        0:13:8 Let y -> 1:1:5
        0:13:13 Read z = 0:13:13
        0:14:8 Let y -> 1:1:5
        0:14:13 Read z = 0:13:13
        0:15:6 Profile mia -> 
        0:16:6 Flow g -> 1:2:6
        0:16:8 Read z -> 0:13:13
        0:17:17 Let y -> 1:1:5
        0:17:30 LocalLet x -> 0:11:7
        0:17:38 Read z -> 0:13:13
        1:1:5 Let y = 1:1:5
        1:2:6 Flow g = 1:2:6
        1:2:8 Parameter a = 1:2:8
        1:3:8 Parameter a -> 1:2:8
        ");
    }
}
