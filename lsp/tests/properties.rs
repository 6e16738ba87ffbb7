//! What holds for every text and every change of it, sensible or not.

use aite::script::{File, Problem, parse};
use aite_lsp::analysis::{Analysis, Workspace};
use aite_lsp::documents::Documents;
use aite_lsp::editor::Editor;
use aite_lsp::features::{
    actions, completion, folding, formatting, hover, links, navigation, rename, selection,
    semantic_tokens, signature, symbols,
};
use aite_lsp::position::{Encoding, to_byte, to_position};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use tower_lsp::lsp_types::{Position, Range, TextDocumentContentChangeEvent, TextEdit, Url};
use tree_sitter::Node;

const START: &str = "# 關於\r\nuse \"a.aite\"\r\nprofile mia\nlet total = css \".x\"\nsecret pw = env \"PW\"\n\nflow 登录 user word\r\n  fill \"E\u{301}mail\" with user\n  type \"{word}😀\" into total\n\ntest \"{n} 😀\" @烟\n  | n | m |\n  | 1 | e\u{301} |\n  open \"/a\"\n  do 登录 \"{n}\" pw\n  read total as مبلغ\n  verify number total changed by 1 since مبلغ\n  click button \"Send\" within \"x\" timeout 5s # c";

const PIECES: &[&str] = &[
    "\"",
    "{",
    "}",
    "/",
    "|",
    "\\",
    "~",
    "#",
    "@",
    "=",
    " ",
    "\n",
    "\r\n",
    "\n\n\n",
    "\t",
    "|\n|",
    "é",
    "😀",
    "\u{301}",
    "\u{200d}",
    "👩\u{200d}👧",
    "\u{feff}",
    "\0",
    "مبلغ",
    "漢字",
    "\r",
    "10s",
    " within ",
    " not ",
    "\ntest \"a\"\n",
    "\nflow f x\n",
    "do ",
    "try ",
    " timeout ",
    "\nclick ",
    "\"x\" ",
    "{n}",
    "\n| a | b |\n",
    "as ",
    "verify ",
    "-",
    "0",
    "x",
    "",
];

#[derive(Debug, Clone)]
struct Change {
    at: prop::sample::Index,
    cut: usize,
    piece: &'static str,
    /// Where features are asked for.
    look: prop::sample::Index,
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = (
        any::<prop::sample::Index>(),
        prop_oneof![3 => 0..3usize, 1 => 0..12usize],
        prop::sample::select(PIECES),
        any::<prop::sample::Index>(),
    );
    let change = change.prop_map(|(at, cut, piece, look)| Change {
        at,
        cut,
        piece,
        look,
    });
    prop::collection::vec(change, EDITS..=EDITS)
}

/// The position of a byte, counted in the plainest way.
fn counted(text: &str, byte: usize, encoding: Encoding) -> Position {
    let start = text[..byte].rfind('\n').map_or(0, |at| at + 1);
    let units = match encoding {
        Encoding::Utf8 => byte - start,
        Encoding::Utf16 => text[start..byte].chars().map(char::len_utf16).sum(),
    };
    Position::new(text[..byte].matches('\n').count() as u32, units as u32)
}

/// A byte that a position can name: none inside a character or between `\r` and `\n`.
fn byte_at(text: &str, near: usize) -> usize {
    let mut at = near.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    let behind = text[at..].starts_with('\n') && text[..at].ends_with('\r');
    at - usize::from(behind)
}

fn same(one: Node, other: Node) -> bool {
    let (mut one, mut other) = (one.walk(), other.walk());
    loop {
        let (left, right) = (one.node(), other.node());
        if left.kind_id() != right.kind_id() || left.byte_range() != right.byte_range() {
            return false;
        }
        if one.field_id() != other.field_id() || left.start_position() != right.start_position() {
            return false;
        }
        let down = one.goto_first_child();
        if down != other.goto_first_child() {
            return false;
        }
        if down {
            continue;
        }
        loop {
            let next = one.goto_next_sibling();
            if next != other.goto_next_sibling() {
                return false;
            }
            if next {
                break;
            }
            let up = one.goto_parent();
            if up != other.goto_parent() {
                return false;
            }
            if !up {
                return true;
            }
        }
    }
}

/// Asks for everything at a place; what comes back lies in the text.
fn look(workspace: &Workspace, analysis: &Analysis, offset: usize) {
    let file = analysis.file();
    // What was taken from the text before is what this one says.
    let (fresh, problems) = parse(&file.text);
    let fresh = File::new(&file.path, file.text.clone(), (fresh, problems));
    assert_eq!(file.script, fresh.script);
    let of_text = |problem: &&Problem| !matches!(problem.code, "unreadable-file" | "use-with-name");
    let known: Vec<_> = file.problems.iter().filter(of_text).collect();
    assert_eq!(known, fresh.problems.iter().collect::<Vec<_>>());
    let position = to_position(file, offset, analysis.encoding);
    let inside = |range: Range| {
        let (start, end) = (analysis.offset(range.start), analysis.offset(range.end));
        assert!(
            start <= end && file.text.get(start..end).is_some(),
            "{range:?}"
        );
    };
    symbols::document_symbols(workspace, analysis);
    folding::folding_ranges(analysis);
    for selection in selection::selection_ranges(analysis, &[position]) {
        inside(selection.range);
    }
    semantic_tokens::semantic_tokens(analysis, 0..file.text.len());
    semantic_tokens::semantic_tokens(analysis, offset..file.text.len());
    let asked = completion::Asked {
        workspace,
        analysis,
        whole: analysis,
        offset,
    };
    completion::completion(&asked);
    signature::signature_help(analysis, offset);
    links::document_links(analysis);
    navigation::definition(analysis, offset);
    navigation::highlights(analysis, offset);
    if let Some(range) = hover::hover(workspace, analysis, offset).and_then(|hover| hover.range) {
        inside(range);
    }
    rename::prepare(analysis, offset);
    let _ = rename::rename(workspace, analysis, (offset, "another"));
    for typed in ["\n", "|"] {
        formatting::on_type(analysis, offset, typed);
    }
    let start = byte_at(&file.text, offset / 2);
    let range = Range::new(to_position(file, start, analysis.encoding), position);
    formatting::range(analysis, range);
    actions::actions(workspace, analysis, range);
    actions::actions(workspace, analysis, Range::new(position, position));
    laid_out(analysis, &formatting::whole(analysis));
}

/// The edits that lay a script out give what the formatter gives, but for the ends of lines.
fn laid_out(analysis: &Analysis, edits: &[TextEdit]) {
    let text = &analysis.file().text;
    let mut edits: Vec<_> = edits
        .iter()
        .map(|edit| {
            let start = analysis.offset(edit.range.start);
            (start, analysis.offset(edit.range.end), &edit.new_text)
        })
        .collect();
    edits.sort();
    let mut new = text.clone();
    for (start, end, with) in edits.into_iter().rev() {
        new.replace_range(start..end, with);
    }
    let plain = |text: &str| {
        let lines = text.split('\n').map(|line| line.trim_end_matches('\r'));
        lines.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        plain(&new),
        aite::script::format(text),
        "laying out {text:?}"
    );
}

fn holds(changes: &[Change], encoding: Encoding) {
    let uri = Url::parse("file:///nowhere/at/all/a.aite").expect("an address");
    let documents = Documents::new().expect("a parser");
    let editor = Editor {
        encoding,
        snippets: true,
        document_changes: true,
        ..Editor::default()
    };
    let workspace = Workspace::new(documents, editor);
    workspace.documents().open(uri.clone(), 0, START);
    let mut parser = aite::script::parser().expect("a parser");
    let mut text = START.to_owned();
    for (version, change) in changes.iter().enumerate() {
        let start = byte_at(&text, change.at.index(text.len() + 1));
        let end = byte_at(&text, start + change.cut).max(start);
        let event = TextDocumentContentChangeEvent {
            range: Some(Range::new(
                counted(&text, start, encoding),
                counted(&text, end, encoding),
            )),
            range_length: None,
            text: change.piece.to_owned(),
        };
        text.replace_range(start..end, change.piece);
        let mut documents = workspace.documents();
        documents.change(&uri, version as i32, &[event], encoding);
        let document = documents.get(&uri).expect("open");
        assert_eq!(document.rope.to_string(), text);
        let fresh = parser.parse(&text, None).expect("a tree");
        let tree = document.tree.as_ref().expect("a tree");
        assert!(
            same(tree.root_node(), fresh.root_node()),
            "{text:?}\n{}\n{}",
            tree.root_node().to_sexp(),
            fresh.root_node().to_sexp()
        );
        let seen = byte_at(&text, change.look.index(text.len() + 1));
        let position = counted(&text, seen, encoding);
        assert_eq!(
            to_byte(&document.rope, position, encoding),
            seen,
            "{text:?}"
        );
        drop(documents);
        if version % LOOKS == 0 {
            let analysis = workspace.analysis(&uri).expect("open");
            assert_eq!(to_position(analysis.file(), seen, encoding), position);
            assert_eq!(analysis.offset(position), seen);
            look(&workspace, &analysis, seen);
        }
    }
}

/// The same texts in every run, so that a change is what makes a test fail.
const SEED: u64 = 2026;
const EDITS: usize = 60;
/// Every so many edits, all features are asked for.
const LOOKS: usize = 15;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, rng_seed: RngSeed::Fixed(SEED), ..ProptestConfig::with_cases(90) })]

    #[test]
    fn of_an_editor_that_counts_in_utf_16(changes in changes()) {
        holds(&changes, Encoding::Utf16);
    }

    #[test]
    fn of_an_editor_that_counts_in_utf_8(changes in changes()) {
        holds(&changes, Encoding::Utf8);
    }
}
