//! A text that is a little other than before: the blocks that stayed the same are taken from there.

use std::collections::HashMap;

use tree_sitter::{Node, Tree};

use super::{Lowering, whole_line};
use crate::script::ast::{Script, Span};
use crate::script::problem::Problem;
use crate::script::shift::Shift;

/// A text that was lowered before, and what it said.
#[derive(Clone, Copy)]
pub struct Before<'b> {
    pub text: &'b str,
    pub script: &'b Script,
    /// In the text's order.
    pub problems: &'b [Problem],
}

/// The same as [`super::lower`], in less time.
pub fn lower_again<'t>(
    tree: &'t Tree,
    text: &'t str,
    before: Before<'t>,
) -> (Script, Vec<Problem>) {
    let mut lowering = Lowering::of(text);
    lowering.known = Known::of(before);
    lowering.file(tree.root_node());
    lowering.finish()
}

/// The blocks of the text before, by their own text.
#[derive(Default)]
pub(super) struct Known<'b> {
    before: Option<Before<'b>>,
    blocks: HashMap<&'b str, (Which, Span)>,
}

#[derive(Clone, Copy)]
enum Which {
    Hook(usize),
    Flow(usize),
    Test(usize),
}

impl<'b> Known<'b> {
    fn of(before: Before<'b>) -> Known<'b> {
        let Before { text, script, .. } = before;
        let hooks = script.hooks.iter().enumerate();
        let hooks = hooks.map(|(at, hook)| (Which::Hook(at), hook.block));
        let flows = script.flows.iter().enumerate();
        let flows = flows.map(|(at, flow)| (Which::Flow(at), flow.block));
        let tests = script.tests.iter().enumerate();
        let tests = tests.filter(|(_, test)| !test.is_bare());
        let tests = tests.map(|(at, test)| (Which::Test(at), test.block));
        let blocks = hooks.chain(flows).chain(tests).filter_map(|(which, span)| {
            let whole = from_line_start(text, span);
            Some((text.get(whole.start..whole.end)?, (which, whole)))
        });
        Known {
            before: Some(before),
            blocks: blocks.collect(),
        }
    }
}

impl<'t> Lowering<'t> {
    /// Takes a block from the text before; false if there is none that is the same.
    pub(super) fn take_known(&mut self, node: Node) -> bool {
        let Some(before) = self.known.before else {
            return false;
        };
        let text = self.parts.text;
        let here = from_line_start(text, super::span(node));
        let known = text.get(here.start..here.end);
        let Some((which, there)) = known.and_then(|known| self.known.blocks.get(known)) else {
            return false;
        };
        let by = here.start as isize - there.start as isize;
        let script = &mut self.script;
        match *which {
            Which::Hook(at) => script.hooks.push(moved(&before.script.hooks[at], by)),
            Which::Flow(at) => script.flows.push(moved(&before.script.flows[at], by)),
            Which::Test(at) => script.tests.push(moved(&before.script.tests[at], by)),
        }
        let unreadable = within(&before.script.unreadable, *there, |span| span.start);
        script
            .unreadable
            .extend(unreadable.iter().map(|span| moved(span, by)));
        let problems = within(before.problems, *there, |problem| problem.span.start);
        self.parts
            .problems
            .extend(problems.iter().map(|problem| moved(problem, by)));
        true
    }
}

fn moved<T: Shift + Clone>(what: &T, by: isize) -> T {
    let mut moved = what.clone();
    if by != 0 {
        moved.shift(by);
    }
    moved
}

/// A block with what stands in front of it in its line.
fn from_line_start(text: &str, block: Span) -> Span {
    let (start, _) = whole_line(text, block.start.min(text.len()));
    Span { start, ..block }
}

/// Those that begin in a span.
fn within<T>(all: &[T], span: Span, start: impl Fn(&T) -> usize) -> &[T] {
    let from = all.partition_point(|each| start(each) < span.start);
    let to = all.partition_point(|each| start(each) <= span.end);
    &all[from..to.max(from)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::{lower, parse, parser};

    /// Fails where what is known of the text before changes what the new one says.
    fn check(old: &str, new: &str) {
        let (script, problems) = parse(old);
        let before = Before {
            text: old,
            script: &script,
            problems: &problems,
        };
        let tree = parser().unwrap().parse(new, None).unwrap();
        assert_eq!(lower_again(&tree, new, before), lower(&tree, new), "{new}");
    }

    #[test]
    fn a_text_says_the_same_whatever_is_known_of_the_one_before() {
        let blocks = [
            "before each\n  open \"/\"\n",
            "flow pay user\n  fill \"To\" with user timeout 3s\n  verify number css \"b\" changed by 5 since total\n",
            "test \"é {a}\" @smoke @skip \"why\"\n  | a |\n  | 1 |\n  let x = button \"Send\" within 2nd row /a/i\n  click x\n",
            "test \"broken\"\n  clik \"x\"\n  verify url matches /x/z\n  upload \"f\" to label ~\"F\"\n",
            "test \"same\"\n  go back\n",
            "test \"same\"\n  go back\n",
            "tst \"lost\"\n  go back\n",
            "  test \"indented\"\n  select env \"A\" in placeholder \"p\"",
        ];
        for from in 0..blocks.len() {
            for to in from..=blocks.len() {
                let old = blocks[from..to].concat();
                check(&old, &blocks.concat());
                check(&blocks.concat(), &old);
                check(&old, &format!("# moved\n\n{old}\n"));
                check(
                    &format!("use \"x\"\n{old}"),
                    &old.replace("go back", "reload"),
                );
                check(&old, &old.replace('\n', "\r\n"));
            }
        }
    }
}
