// From a target to the elements it means.

import { byAttribute, byCss, byLabel, byXpath } from "./by-attribute.js";
import { byPlace, flatContains, flatParent, rootsUnder } from "./tree.js";
import { byRole } from "./by-role.js";
import { byText } from "./by-text.js";
import { isAriaHidden, isInert, isReachable } from "./visible.js";
import { matcherFor } from "./text.js";
import { scopeOf } from "./scope.js";

/**
 * A target as it crosses the wire: exactly one of text, role (with or without name), label, placeholder, alt, title,
 * testid, css and xpath says what; the rest how and where.
 * @typedef {object} Target
 * @property {string} [text]
 * @property {string} [role]
 * @property {string} [name]
 * @property {string} [label]
 * @property {string} [placeholder]
 * @property {string} [alt]
 * @property {string} [title]
 * @property {string} [testid]
 * @property {string} [css]
 * @property {string} [xpath]
 * @property {"exact" | "part" | "regex"} [match]
 * @property {string} [flags] of a regular expression
 * @property {number} [nth] from 1; -1 is the last
 * @property {string | Target} [within]
 */

/**
 * @typedef {object} Matches
 * @property {Element[]} visible in document order; after `nth`, one at most
 * @property {Element[]} hidden those that fit but cannot be seen, when none can
 * @property {boolean} missingWithin the part of the page to look in was not there
 * @property {Element[] | null} scopes the parts to look in; `null` for the whole page
 */

/** The elements a target means now. Throws a sentence for a selector or expression the browser refuses. @param {Target} target @returns {Matches} */
export function matchesOf(target) {
  return matchesIn(target, rootsUnder(document));
}

/**
 * @param {Target} target
 * @param {(import("./tree.js").Root | Element)[]} trees
 * @returns {Matches}
 */
function matchesIn(target, trees) {
  const scopes = target.within === undefined ? null : scopesOf(target.within, trees);
  if (scopes?.length === 0) return { visible: [], hidden: [], missingWithin: true, scopes };
  /** @type {Set<Element>} */
  const hidden = new Set();
  for (const kind of kindsOf(target, trees)) {
    const found = kind().filter((element) => !scopes || scopes.some((scope) => scope !== element && flatContains(scope, element)));
    const visible = [];
    for (const element of new Set(found)) {
      if (isReachable(element)) visible.push(element);
      else hidden.add(element);
    }
    if (visible.length) {
      const ordered = distinct(target, preferred(visible));
      return { visible: picked(ordered, target.nth), hidden: [], missingWithin: false, scopes };
    }
  }
  return { visible: [], hidden: [...hidden], missingWithin: false, scopes };
}

/**
 * The parts of the page a `within` stands for.
 * @param {string | Target} within
 * @param {(import("./tree.js").Root | Element)[]} [trees]
 * @returns {Element[]}
 */
export function scopesOf(within, trees = rootsUnder(document)) {
  const target = typeof within === "string" ? { text: within } : within;
  const { visible } = matchesIn(target, trees);
  const named = target.text !== undefined || target.role === "heading";
  return named ? [...new Set(visible.map(scopeOf))] : visible;
}

/**
 * @param {Target} target
 * @param {(import("./tree.js").Root | Element)[]} trees
 * @returns {(() => Element[])[]}
 */
function kindsOf(target, trees) {
  const { match, flags } = target;
  /** @param {string} wanted */
  const matcher = (wanted) => matcherFor(wanted, match, flags);
  if (target.text !== undefined) return byText(trees, matcher(target.text));
  if (target.role !== undefined) return byRole(trees, target.role.toLowerCase(), target.name === undefined ? null : matcher(target.name));
  if (target.label !== undefined) return [() => byLabel(trees, matcher(target.label ?? ""))];
  if (target.css !== undefined) return [() => byCss(trees, target.css ?? "")];
  if (target.xpath !== undefined) return [() => byXpath(trees, target.xpath ?? "")];
  for (const kind of /** @type {const} */ (["placeholder", "alt", "title", "testid"])) {
    const wanted = target[kind];
    if (wanted !== undefined) return [() => byAttribute(trees, kind, matcher(wanted))];
  }
  throw new Error("the target names nothing: it needs one of text, role, label, placeholder, alt, title, testid, css, xpath");
}

/**
 * What is kept from the person's hand or from assistive technology counts only where there is nothing else: the page
 * behind a modal dialog often holds the same words.
 * @param {Element[]} visible
 */
function preferred(visible) {
  if (visible.length === 1) return visible;
  const live = visible.filter((element) => !isInert(element));
  const candidates = live.length ? live : visible;
  const exposed = candidates.filter((element) => !isAriaHidden(element));
  return exposed.length ? exposed : candidates;
}

/**
 * In document order. Hits nested in one another are one, the innermost; for a selector each stands for itself.
 * @param {Target} target
 * @param {Element[]} elements
 */
function distinct(target, elements) {
  if (elements.length === 1) return elements;
  const ordered = elements.sort(byPlace);
  if (target.text === undefined && !(target.role !== undefined && target.name !== undefined)) return ordered;
  /** @type {Set<Element>} */
  const outer = new Set();
  for (const element of ordered) {
    for (let at = flatParent(element); at && !outer.has(at); at = flatParent(at)) outer.add(at);
  }
  return ordered.filter((element) => !outer.has(element));
}

/** @param {Element[]} elements @param {number | undefined} nth */
function picked(elements, nth) {
  if (nth === undefined) return elements;
  const one = elements[nth < 0 ? elements.length + nth : nth - 1];
  return one ? [one] : [];
}
