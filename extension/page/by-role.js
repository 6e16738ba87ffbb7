// Elements by role, and by what they are called.

import { collapse } from "./text.js";
import { flatContains } from "./tree.js";
import { byText } from "./by-text.js";
import { isInOneTurn, once } from "./memo.js";
import { hasRole, isNamedByContent, roleOf, selectorFor } from "./roles.js";
import { labelsFor } from "./labels.js";
import { labelsOf, nameOf } from "./names.js";

/**
 * @typedef {import("./text.js").Matcher} Matcher
 * @typedef {import("./tree.js").Root | Element} Tree
 */

/**
 * Elements of a role, best kind first: those whose accessible name fits; then those that can be known by the text although
 * their name is another: a field by placeholder or one of several labels, a row by a cell, a dialog by its heading.
 * @param {Tree[]} trees
 * @param {string} role
 * @param {Matcher | null} matcher `null` for any name
 * @returns {(() => Element[])[]}
 */
export function byRole(trees, role, matcher) {
  const selector = selectorFor(role);
  /** @type {Element[] | undefined} */
  let all;
  const ofRole = () => {
    all ??= once("of role", role, () => trees.flatMap((tree) => [...tree.querySelectorAll(selector)].filter((element) => hasRole(element, role))));
    return all;
  };
  if (matcher?.match === "exact" && isInOneTurn()) {
    const byName = once("by name", role, () => byNames(ofRole()));
    return [() => byName.get(matcher.wanted) ?? [], () => knownBy(ofRole(), trees, matcher)];
  }
  if (!matcher) return [ofRole];
  return [
    () => ofRole().filter((element) => mayBeCalled(element, matcher) && matcher.test(nameOf(element))),
    () => knownBy(ofRole(), trees, matcher),
  ];
}

/** @param {Element[]} elements @returns {Map<string, Element[]>} */
function byNames(elements) {
  const byName = new Map();
  for (const element of elements) {
    const name = memoName(element);
    byName.set(name, [...(byName.get(name) ?? []), element]);
  }
  return byName;
}

/** An element's accessible name, computed once in a turn of many looks. @param {Element} element */
export function memoName(element) {
  return once("name", element, () => nameOf(element));
}

/**
 * A quick look, without any style or layout, that rules most elements out.
 * @param {Element} element
 * @param {Matcher} matcher
 */
function mayBeCalled(element, matcher) {
  if (matcher.match !== "exact") return true;
  if (element.hasAttribute("aria-labelledby") || labelsFor(element).length) return true;
  const said = element.getAttribute("aria-label");
  if (said?.trim()) return matcher.test(collapse(said));
  if (!isNamedByContent(roleOf(element)) || element.hasAttribute("title") || element.hasAttribute("aria-owns") || element.tagName === "INPUT") return true;
  const content = element.textContent ?? "";
  const text = collapse(content);
  // CSS may add to the content and a part may be hidden, so the two need not be equal.
  if (text === "" || matcher.wanted.includes(text)) return true;
  if (element.firstElementChild === null) return element.shadowRoot !== null;
  return hasPieceOf(element, matcher.wanted);
}

/** Whether any text below, or attribute that names, is part of the wanted name. @param {Element} element @param {string} wanted */
function hasPieceOf(element, wanted) {
  if (element.querySelector("[aria-label],[aria-labelledby],[alt],[title],slot,input,select")) return true;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = /** @type {Text | null} */ (walker.nextNode()); node; node = /** @type {Text | null} */ (walker.nextNode())) {
    const text = collapse(node.data);
    if (text !== "" && wanted.includes(text)) return true;
  }
  return false;
}

/**
 * @param {Element[]} elements
 * @param {Tree[]} trees
 * @param {Matcher} matcher
 */
function knownBy(elements, trees, matcher) {
  if (!elements.length) return [];
  const labelled = elements.filter((element) => {
    const placeholder = element.getAttribute("placeholder");
    if (placeholder !== null && matcher.test(collapse(placeholder))) return true;
    return labelsOf(element).some((text) => matcher.test(text));
  });
  if (labelled.length) return labelled;
  const [whole] = byText(trees, matcher);
  const texts = whole ? whole() : [];
  return elements.filter((element) => texts.some((text) => flatContains(element, text)));
}
