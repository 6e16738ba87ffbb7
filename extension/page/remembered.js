// The remembered names that may lead to an element on their own, and whether one is to be believed.

import { elementsIn } from "./candidates.js";

/** @typedef {"testid" | "id" | "ariaLabel" | "nameAttr"} NameField */

/** @type {[NameField, string][]} the first that leads to one element counts */
const NAMING_ATTRIBUTES = [["testid", "data-testid"], ["id", "id"], ["ariaLabel", "aria-label"], ["nameAttr", "name"]];

/**
 * What each remembered name leads to: all visible, enabled elements that have it.
 * @param {import("./describe.js").Descriptor} was
 * @param {import("./candidates.js").Area} area
 * @param {(element: Element) => boolean} isCandidate
 * @returns {{ by: NameField, elements: Element[] }[]}
 */
export function namedElements(was, area, isCandidate) {
  return NAMING_ATTRIBUTES.flatMap(([by, attribute]) => {
    const value = was[by];
    if (!value) return [];
    return [{ by, elements: elementsIn(area, `[${attribute}="${CSS.escape(value)}"]`).filter(isCandidate) }];
  });
}
