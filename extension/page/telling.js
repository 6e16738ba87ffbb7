// How often each value stands on a page: a text that stands once says more about an element than a class on forty.

import { readingOf } from "./alike.js";

const BEGINNING = 80;

/**
 * Part of a descriptor, as far as it is had cheaply: tag, role, type, text or name, testid, id, nameAttr, ariaLabel, href, classes.
 * @typedef {Pick<import("./describe.js").Descriptor, "tag"> & Partial<import("./describe.js").Descriptor>} Brief
 */

/**
 * Of the elements looked at. A value that stands once is left out.
 * @typedef {object} Counts
 * @property {number} elements
 * @property {Record<string, number>} text the beginning of it
 * @property {Record<string, number>} word of those texts
 * @property {Record<string, number>} href
 * @property {Record<string, number>} class
 */

/** As much of a text as is counted, and looked at to choose whom to describe. @param {string} text */
export function beginningOf(text) {
  return text.slice(0, BEGINNING);
}

/** What a person reads on an element, or hears. @param {Brief} element */
export function saidOf({ text, name, ariaLabel, label, placeholder, alt, title }) {
  return text ?? name ?? ariaLabel ?? label ?? placeholder ?? alt ?? title ?? "";
}

/**
 * How telling a value is: 1 where it stands once, 0 where every element has it.
 * @param {Counts | undefined} counts
 * @param {"text" | "word" | "href" | "class"} field
 * @param {string} value
 */
export function tellingOf(counts, field, value) {
  if (!counts) return 1;
  const key = field === "text" ? readingOf(beginningOf(value)).folded : value;
  const count = Object.hasOwn(counts[field], key) ? counts[field][key] ?? 1 : 1;
  return 1 - Math.log(count) / Math.log(Math.max(counts.elements, count, 2));
}

/** Words all over the page hardly count in a comparison of texts. @param {Counts | undefined} counts @returns {(word: string) => number} */
export function wordWeightOf(counts) {
  return (word) => tellingOf(counts, "word", word) ** 3;
}
