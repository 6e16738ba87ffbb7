// Elements by what a person reads on them: the smallest element that holds the text, or the control it stands on or for.

import { allIn } from "./lists.js";
import { collapse, textsOf } from "./text.js";
import { flatParent } from "./tree.js";
import { isField, isPressed, roleOf } from "./roles.js";
import { once } from "./memo.js";
import { isReachable, isVisible } from "./visible.js";
import { labelsOf, nameOf, referencesOf } from "./names.js";

/**
 * @typedef {import("./text.js").Matcher} Matcher
 * @typedef {import("./tree.js").Root | Element} Tree
 */

/** A common letter on a huge page: more places than this are not looked at. */
const PLACES_LIMIT = 5000;
const BLANK = /[\s\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe0e\ufe0f\ufeff]/;

/**
 * Where a text stands in one tree. `holder` is the innermost element around it.
 * @typedef {{ first: Text, last: Text, holder: Element, whole: boolean }} Place
 */

/**
 * The places where a text may stand, judged by the text content alone.
 * @param {Tree} tree
 * @param {Matcher} matcher
 * @param {boolean} whole only places that fill their text nodes, as the text of an element or a run of it does
 * @returns {Place[]}
 */
export function placesIn(tree, matcher, whole) {
  const top = tree instanceof Document ? tree.documentElement : tree;
  const content = once("content", top, () => top?.textContent);
  if (!content) return [];
  const { loose } = matcher;
  /** @type {[number, number][]} */
  const spans = [];
  loose.lastIndex = 0;
  for (let found = loose.exec(content); found && spans.length < PLACES_LIMIT; found = loose.exec(content)) {
    if (found[0] === "") break;
    spans.push([found.index, found.index + found[0].length]);
    loose.lastIndex = found.index + 1;
  }
  return spans.length ? located(top, spans, whole) : [];
}

/**
 * Goes down only to where spans are: the length of a subtree's text content costs less than a walk over its nodes.
 * @param {Node} top
 * @param {[number, number][]} spans ascending places in the text content
 * @param {boolean} whole
 */
function located(top, spans, whole) {
  /** @type {Place[]} */
  const places = [];
  /** @type {{ node: Text, start: number, end: number }[]} the nodes that spans which are still open run over */
  let open = [];
  let next = 0;

  /** @param {Text} node @param {number} start */
  const enter = (node, start) => {
    const end = start + node.length;
    open.push({ node, start, end });
    for (let span = spans[next]; span && span[1] <= end; span = spans[next]) {
      const place = placeFor(open, span, whole);
      if (place) places.push(place);
      next += 1;
    }
    const keepFrom = spans[next]?.[0] ?? Infinity;
    open = open.filter((piece) => piece.end > keepFrom);
  };

  /** @param {Node} parent @param {number} from @param {number} to where its text content begins and ends */
  const descend = (parent, from, to) => {
    let at = from;
    for (let child = parent.firstChild; child && next < spans.length; child = child.nextSibling) {
      const length = child.nextSibling || child.nodeType !== Node.ELEMENT_NODE ? memoLength(child) : to - at;
      if (length && at + length > /** @type {[number, number]} */ (spans[next])[0]) {
        if (child.nodeType === Node.ELEMENT_NODE) descend(child, at, at + length);
        else enter(/** @type {Text} */ (child), at);
      }
      at += length;
    }
  };
  descend(top, 0, top.textContent?.length ?? 0);
  return places;
}

/** @param {Node} node */
function memoLength(node) {
  return once("length", node, () => contentLength(node));
}

/** @param {Node} node */
function contentLength(node) {
  if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE) return /** @type {Text} */ (node).length;
  if (node.nodeType !== Node.ELEMENT_NODE) return 0;
  return node.firstChild ? (node.textContent?.length ?? 0) : 0;
}

/**
 * @param {{ node: Text, start: number, end: number }[]} pieces
 * @param {[number, number]} span
 * @param {boolean} whole
 * @returns {Place | null}
 */
function placeFor(pieces, [start, end], whole) {
  const first = pieces.find((piece) => piece.end > start);
  const last = pieces.findLast((piece) => piece.start < end);
  if (!first || !last) return null;
  const fills = isBlank(first.node.data, 0, start - first.start) && isBlank(last.node.data, end - last.start, last.node.length);
  if (whole && !fills) return null;
  const holder = commonElement(first.node, last.node);
  return holder ? { first: first.node, last: last.node, holder, whole: fills } : null;
}

/** @param {string} text @param {number} from @param {number} to */
function isBlank(text, from, to) {
  for (let at = from; at < to; at += 1) {
    if (!BLANK.test(text.charAt(at))) return false;
  }
  return true;
}

/** @param {Text} first @param {Text} last */
function commonElement(first, last) {
  for (let at = first.parentNode; at; at = at.parentNode) {
    if (at.contains(last)) return at instanceof Element ? at : at instanceof ShadowRoot ? at.host : null;
  }
  return null;
}

/**
 * Elements for a text, best kind first; a later kind counts only where the earlier ones hold nothing that fits:
 * those that say just this, are called so or are labelled so; those with a run of their text that does; those whose name
 * a person does not read, but may know.
 * @param {Tree[]} trees
 * @param {Matcher} matcher
 * @returns {(() => Element[])[]}
 */
export function byText(trees, matcher) {
  /** @type {Element[]} */
  const runs = [];
  /** @type {Element[]} */
  const quiet = [];
  const best = () => {
    /** @type {Set<Element>} */
    const found = new Set();
    for (const tree of trees) {
      if (matcher.match === "regex") addTested(tree, matcher, found);
      else addHolders(tree, matcher, found, runs);
    }
    for (const tree of trees) addNamed(tree, matcher, found, quiet);
    dropLabels(found);
    return [...found];
  };
  return [best, () => runs, () => quiet];
}

/**
 * @param {Tree} tree
 * @param {Matcher} matcher
 * @param {Set<Element>} found
 * @param {Element[]} runs
 */
function addHolders(tree, matcher, found, runs) {
  const exact = matcher.match === "exact";
  /** @type {Set<Element>} */
  const judged = new Set();
  for (const { first, last, holder } of placesIn(tree, matcher, exact)) {
    if (holder.tagName === "TEXTAREA" || holder.tagName === "SCRIPT" || holder.tagName === "STYLE") continue;
    if (holder.tagName === "title" || holder.tagName === "desc") {
      if (holder.parentElement && matcher.test(collapse(holder.textContent ?? ""))) found.add(standsFor(holder.parentElement));
      continue;
    }
    const again = judged.has(holder);
    judged.add(holder);
    const owner = standsFor(holder, flatParent(first) ?? holder);
    if (!again && says(holder, matcher)) found.add(owner);
    else if (exact && first === last && !found.has(owner) && matchesRun(holder, first, matcher)) runs.push(owner);
  }
}

/**
 * Whether the element's visible text is the one meant; of one that cannot be seen, its text content.
 * @param {Element} holder
 * @param {Matcher} matcher
 */
function says(holder, matcher) {
  // Twice the length and some: enough to know that there is more than was asked for.
  const limit = matcher.match === "exact" ? matcher.wanted.length * 2 + 200 : Infinity;
  const { dom, shown } = textsOf(holder, { limit });
  if (matcher.test(dom) || (shown !== dom && matcher.test(shown))) return true;
  return matcher.test(collapse(holder.textContent ?? "")) && !isVisible(holder);
}

/** @param {Element} holder @param {Text} node @param {Matcher} matcher */
function matchesRun(holder, node, matcher) {
  if (matcher.test(collapse(node.data))) return true;
  const { textTransform } = getComputedStyle(holder);
  return textTransform !== "none" && collapse(node.data).toLowerCase() === matcher.wanted.toLowerCase() && holder.childNodes.length > 1;
}

/**
 * For a regular expression: the smallest elements whose text fits.
 * @param {Tree} tree
 * @param {Matcher} matcher
 * @param {Set<Element>} found
 */
function addTested(tree, matcher, found) {
  const walker = document.createTreeWalker(tree instanceof Document ? tree.documentElement : tree, NodeFilter.SHOW_TEXT);
  /** @type {Set<Element>} */
  const judged = new Set();
  for (let node = /** @type {Text | null} */ (walker.nextNode()); node; node = /** @type {Text | null} */ (walker.nextNode())) {
    let holder = node.parentElement;
    if (!holder || holder.tagName === "SCRIPT" || holder.tagName === "STYLE" || holder.tagName === "TEXTAREA" || !node.data.trim()) continue;
    // A text in pieces is held by one of the nearest ancestors.
    for (let up = 0; up < 4 && holder && !judged.has(holder) && (up === 0 || (holder.textContent ?? "").length < 1000); up += 1) {
      judged.add(holder);
      if (matcher.test(collapse(holder.textContent ?? "")) && says(holder, matcher)) {
        found.add(standsFor(holder));
        break;
      }
      holder = holder.parentElement;
    }
  }
}

const NAMING = "[aria-label],[aria-labelledby],[alt],[title],[placeholder],[aria-placeholder],input[type=submit],input[type=button],input[type=reset]";

/**
 * @param {Tree} tree
 * @param {Matcher} matcher
 * @param {Set<Element>} found
 * @param {Element[]} quiet
 */
function addNamed(tree, matcher, found, quiet) {
  for (const element of allIn(tree, NAMING)) {
    const said = saidBy(element);
    const fits = said.some((text) => matcher.test(text));
    if (!fits && !mayBePiece(element, said, matcher)) continue;
    const owner = standsFor(element);
    if (!fits) {
      if (owner !== element && matcher.test(nameOf(owner))) found.add(owner);
    } else if (isReadable(element) && isSaidFirst(element, matcher)) found.add(owner);
    else quiet.push(element);
  }
}

/** The texts of an element's naming attributes, collapsed. @param {Element} element */
function saidBy(element) {
  const texts = [];
  for (const attribute of ["aria-label", "alt", "title", "placeholder", "aria-placeholder"]) {
    const text = element.getAttribute(attribute);
    if (text) texts.push(collapse(text));
  }
  if (element.hasAttribute("aria-labelledby")) texts.push(...labelsOf(element));
  if (element instanceof HTMLInputElement && /^(submit|button|reset)$/.test(element.type)) texts.push(nameOf(element));
  return texts;
}

/** A picture's text may be one part of a control's name. @param {Element} element @param {string[]} said @param {Matcher} matcher */
function mayBePiece(element, said, matcher) {
  if (matcher.match !== "exact" || isField(element)) return false;
  return said.some((text) => text !== "" && matcher.wanted.includes(text));
}

/** Something a person names by its name: a control or a picture. @param {Element} element */
function isReadable(element) {
  const role = roleOf(element);
  return isPressed(element) || isField(element) || /^(image|combobox|listbox|slider|progressbar|meter|heading)$/.test(role) || standsFor(element) !== element;
}

/** A tooltip is no name of an element that has another. @param {Element} element @param {Matcher} matcher */
function isSaidFirst(element, matcher) {
  if (matcher.test(nameOf(element))) return true;
  const placeholder = element.getAttribute("placeholder") ?? element.getAttribute("aria-placeholder");
  return (placeholder !== null && matcher.test(collapse(placeholder))) || labelsOf(element).some((text) => matcher.test(text));
}

/**
 * The control an element stands on or for: text in a button is that button, a label is its control.
 * @param {Element} element
 * @param {Element} [from] where to begin: the slot that shows the text
 * @returns {Element}
 */
export function standsFor(element, from = element) {
  for (let at = /** @type {Element | null} */ (from); at; at = flatParent(at)) {
    if (isPressed(at)) return at;
    // A label of something hidden, in whose place the page shows something else, is only a text.
    if (at instanceof HTMLLabelElement && at.control) return isReachable(at.control) || !isVisible(at) ? at.control : at;
    if (at.tagName === "BODY") break;
  }
  return element;
}

/**
 * A text that labels a control by `aria-labelledby` stands for it, and the other way round a region is not called for by
 * the text that names it.
 * @param {Set<Element>} found
 */
function dropLabels(found) {
  for (const element of [...found]) {
    for (const label of referencesOf(element, "aria-labelledby")) {
      const holder = [...found].find((other) => other !== element && (label === other || label.contains(other)));
      if (!holder) continue;
      const isControl = isPressed(element) || isField(element) || /^(combobox|listbox|slider|spinbutton)$/.test(roleOf(element));
      found.delete(isControl && !isPressed(holder) ? holder : element);
    }
  }
}
