// Which element a person means by pressing somewhere, and the words for it.

import { cssOf } from "./describe.js";
import { flatParent } from "./tree.js";
import { inOneTurn } from "./memo.js";
import { isHolder, nameableOf, wordFor } from "./nameable.js";
import { standsFor } from "./by-text.js";
import { wordingsOf } from "./wording.js";

/** Wordings that are tried against the other frames. */
const WORDINGS_TOLD = 4;

/**
 * The control that was pressed, else what says something there, else the element itself.
 * @param {Element} hit
 * @returns {Element | null} none where only the page's ground was met
 */
export function usedElement(hit) {
  const owner = standsFor(hit);
  if (owner !== hit || nameableOf(owner)) return owner;
  for (let at = /** @type {Element | null} */ (hit); at && at.tagName !== "BODY"; at = flatParent(at)) {
    if (isHolder(at)) break;
    if (nameableOf(at)) return at;
  }
  return /^(HTML|BODY|MAIN)$/.test(hit.tagName) ? null : hit;
}

/** The best words first. @param {Element} element @returns {import("./resolve.js").Target[]} */
export function wordsForUse(element) {
  return inOneTurn(() => {
    const nameable = nameableOf(element) ?? { element, role: wordFor(element), name: "", text: "" };
    const wordings = [];
    for (const target of wordingsOf(nameable)) if (wordings.push(target) === WORDINGS_TOLD) break;
    // Of an element that cannot be seen, such as a file field, nothing is found.
    const way = { css: cssOf(element) };
    return wordings.length ? [...wordings, way] : [...unseenWords(nameable), way];
  });
}

/** @param {import("./nameable.js").Nameable} nameable @returns {import("./resolve.js").Target[]} */
function unseenWords({ name, role }) {
  return role && name ? [{ role, name }] : [];
}
