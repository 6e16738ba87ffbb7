// Whether a text can be read on the page, or on a part of it.

import { allIn } from "./lists.js";
import { blockAround, collapse, controlText, holdsWhole, matcherFor, textsOf } from "./text.js";
import { flatContains, rootsUnder } from "./tree.js";
import { placesIn } from "./by-text.js";
import { isVisible } from "./visible.js";

/**
 * @param {string} wanted
 * @param {Element[] | null} scopes `null` for the whole page
 */
export function isTextVisible(wanted, scopes) {
  const plain = collapse(wanted);
  if (plain === "") return true;
  const tops = scopes ?? [document.body ?? document.documentElement];
  // Of the whole page the roots are remembered, of a part of it they are not.
  const trees = scopes ? tops.flatMap((top) => rootsUnder(top)) : [...tops, ...rootsUnder(document).slice(1)];
  return trees.some((tree) => standsIn(tree, plain)) || onControls(trees, plain) || inPieces(tops, trees, plain);
}

/**
 * In one tree, all of it, judged by the block around each place the text content has it.
 * @param {import("./tree.js").Root | Element} tree
 * @param {string} plain
 */
function standsIn(tree, plain) {
  /** @type {Set<Element>} */
  const judged = new Set();
  for (const { holder } of placesIn(tree, matcherFor(plain, "part"), false)) {
    const list = holder.closest("select");
    let block = blockAround(list ?? holder);
    if (tree instanceof Element && !flatContains(tree, block)) block = tree;
    if (judged.has(block)) continue;
    judged.add(block);
    if (isHeld(block, plain)) return true;
  }
  return false;
}

/** @param {Element} block @param {string} plain */
function isHeld(block, plain) {
  const { dom, shown } = textsOf(block);
  if (!holdsWhole(shown, plain) && !holdsWhole(dom, plain)) return false;
  return isVisible(block) || [...block.children].some(isVisible);
}

/** Inscriptions of buttons are no text content. @param {(import("./tree.js").Root | Element)[]} trees @param {string} plain */
function onControls(trees, plain) {
  return trees.some((tree) =>
    allIn(tree, "input[type=submit],input[type=button],input[type=reset]").some(
      (button) => holdsWhole(collapse(controlText(button)), plain) && isVisible(button),
    ),
  );
}

/**
 * Something hidden, or a slot, may stand in the middle of it. All words must be there for this long look.
 * @param {Element[]} tops
 * @param {(import("./tree.js").Root | Element)[]} trees
 * @param {string} plain
 */
function inPieces(tops, trees, plain) {
  const words = plain.toLowerCase().split(" ");
  const content = trees.map((tree) => (tree instanceof Document ? tree.documentElement : tree).textContent ?? "").join(" ").toLowerCase();
  if (words.length < 2 && trees.length < 2 && !content.includes(words[0] ?? "")) return false;
  if (!words.every((word) => matcherFor(word, "part").loose.test(content))) return false;
  return tops.some((top) => isHeld(top, plain));
}
