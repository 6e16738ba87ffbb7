// Elements by label, by one attribute, or by a selector.

import { allIn } from "./lists.js";
import { collapse } from "./text.js";
import { labelsOf } from "./names.js";

/**
 * @typedef {import("./text.js").Matcher} Matcher
 * @typedef {import("./tree.js").Root | Element} Tree
 */

/** @type {Record<string, string[]>} */
const ATTRIBUTES = {
  placeholder: ["placeholder", "aria-placeholder"],
  alt: ["alt"],
  title: ["title"],
  testid: ["data-testid"],
};

/**
 * @param {Tree[]} trees
 * @param {string} kind placeholder, alt, title or testid
 * @param {Matcher} matcher
 */
export function byAttribute(trees, kind, matcher) {
  const names = ATTRIBUTES[kind] ?? [];
  const selector = names.map((name) => `[${name}]`).join(",");
  return trees.flatMap((tree) =>
    [...tree.querySelectorAll(selector)].filter((element) => names.some((name) => matcher.test(collapse(element.getAttribute(name) ?? "")))),
  );
}

/**
 * Controls, and whatever else has a label, by the text of one of its labels.
 * @param {Tree[]} trees
 * @param {Matcher} matcher
 */
export function byLabel(trees, matcher) {
  /** @type {Set<Element>} */
  const found = new Set();
  for (const tree of trees) {
    for (const label of /** @type {readonly HTMLLabelElement[]} */ (allIn(tree, "label"))) {
      const control = label.control;
      if (control && labelsOf(control).some((text) => matcher.test(text))) found.add(control);
    }
    for (const element of allIn(tree, "[aria-label],[aria-labelledby]")) {
      if (labelsOf(element).some((text) => matcher.test(text))) found.add(element);
    }
  }
  return [...found];
}

/**
 * @param {Tree[]} trees
 * @param {string} selector
 */
export function byCss(trees, selector) {
  return trees.flatMap((tree) => [...tree.querySelectorAll(selector)]);
}

/**
 * @param {Tree[]} trees
 * @param {string} expression
 */
export function byXpath(trees, expression) {
  /** @type {Set<Element>} */
  const elements = new Set();
  for (const tree of trees) {
    // XPath knows no shadow roots: it is asked from each of a root's own children.
    for (const context of tree instanceof ShadowRoot ? tree.children : [tree]) {
      const found = document.evaluate(expression, context, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE);
      for (let at = 0; at < found.snapshotLength; at += 1) {
        const node = found.snapshotItem(at);
        if (node instanceof Element) elements.add(node);
      }
    }
  }
  return [...elements];
}
