// Which elements are spoken for: those that other targets of the page mean, and those a person said no to.

import { atPath, byOwnName, isSame } from "./find-described.js";
import { closestFlat, rootsUnder } from "./tree.js";
import { collapse } from "./text.js";
import { frameAddress, rowTextOf } from "./describe.js";
import { isPressed } from "./roles.js";
import { nameContradicts, score } from "./score.js";

/** @typedef {import("./describe.js").Descriptor} Descriptor */
/** @typedef {{ element: Element, descriptor: Descriptor }} Described */

/**
 * The elements of this document that other entries mean exactly.
 * @param {Descriptor[]} others
 * @param {Descriptor} was the entry that is looked for; another one that remembers the same element owns nothing
 * @returns {Element[]}
 */
export function ownedElements(others, was) {
  const here = frameAddress();
  const owned = [];
  for (const other of others) {
    if ((other.path?.frame ?? "") !== here || remembersSame(other, was)) continue;
    const element = meantBy(other);
    if (element) owned.push(element);
  }
  return owned;
}

/** Whether one press means both: the same element, or one in the other that is pressed with it. @param {Element} one @param {Element} other */
export function isPressedWith(one, other) {
  if (one === other) return true;
  if (!one.contains(other) && !other.contains(one)) return false;
  const control = closestFlat(one, isPressed);
  if (control && control === closestFlat(other, isPressed)) return true;
  return !control && boxShare(one.getBoundingClientRect(), other.getBoundingClientRect()) >= 0.85;
}

/** How much of what two boxes cover they cover both. @param {DOMRect} one @param {DOMRect} other */
function boxShare(one, other) {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const common = Math.max(across, 0) * Math.max(down, 0);
  return common / (one.width * one.height + other.width * other.height - common);
}

const NAMES = /** @type {const} */ (["testid", "id", "nameAttr", "ariaLabel", "href", "placeholder", "alt", "title", "type"]);
const SAYS = /** @type {const} */ (["text", "name", "label"]);

/** Whether two entries remember one element. @param {Descriptor} one @param {Descriptor} other */
function remembersSame(one, other) {
  if (one.tag !== other.tag || String(one.path?.shadow ?? "") !== String(other.path?.shadow ?? "") || !isSameRow(one.context?.row, other.context?.row)) return false;
  const isSamePlace = one.path?.xpath === other.path?.xpath;
  if ((one.id && one.id === other.id) || (isSamePlace && one.testid && one.testid === other.testid)) return !nameContradicts(one, other);
  return isSamePlace && [...SAYS, ...NAMES].every((field) => one[field] === other[field]);
}

/** @param {Descriptor} other @returns {Element | null} */
function meantBy(other) {
  const named = [byOwnName(other, "data-testid", other.testid), byOwnName(other, "id", other.id)];
  const place = placed(other);
  const exact = [place, ...named].find((element) => element && isWhatItWas(element, other));
  return exact ?? onlyOneLike(other) ?? named.find((element) => element && !contradicts(element, other)) ?? null;
}

/** @param {Descriptor} other */
function placed(other) {
  try {
    return atPath(other);
  } catch {
    // A lock is edited by people: a path that is none leads nowhere.
    return null;
  }
}

/** @param {Element} element @param {Descriptor} other */
function isWhatItWas(element, other) {
  if (!isSame(element, other) || !isSameRow(other.context?.row, rowTextOf(element))) return false;
  // An element that says nothing is known by what it is called in the page.
  return SAYS.some((field) => other[field]) || (namesOf(other).length > 0 && namesOf(other).every(([attribute, value]) => collapse(element.getAttribute(attribute) ?? "") === value));
}

/** @param {Descriptor} descriptor @returns {[string, string][]} attributes and their values */
function namesOf({ testid, id, nameAttr, title, alt, placeholder }) {
  const pairs = { "data-testid": testid, id, name: nameAttr, title, alt, placeholder };
  return Object.entries(pairs).flatMap(([name, value]) => (value ? [/** @type {[string, string]} */ ([name, value])] : []));
}

/** @param {Descriptor} other */
function onlyOneLike(other) {
  const said = other.text || other.name;
  if (!said) return null;
  const found = rootsUnder(document)
    .flatMap((tree) => [...tree.querySelectorAll(CSS.escape(other.tag))])
    .filter((element) => (!other.text || collapse((element.textContent ?? "").slice(0, 2000)).includes(other.text.slice(0, 20)) || element instanceof HTMLInputElement) && isWhatItWas(element, other));
  return found.length === 1 ? found[0] ?? null : null;
}

/** Whether it says something else, and not just another number. @param {Element} element @param {Descriptor} other */
function contradicts(element, other) {
  const text = collapse((element.textContent ?? "").slice(0, 400));
  const [was, now] = [other, { tag: element.localName, text, name: element.getAttribute("aria-label") ?? text }].map(({ tag, text, name }) => ({
    tag,
    text: text && withoutNumbers(text),
    name: name && withoutNumbers(name),
  }));
  return was !== undefined && now !== undefined && nameContradicts(was, now);
}

/** @param {string} text */
function withoutNumbers(text) {
  return text.replace(/\p{N}+/gu, "").trim();
}

/**
 * Rows are told apart by their words; numbers and prices in them change.
 * @param {string | undefined} was
 * @param {string | undefined} now
 */
export function isSameRow(was, now) {
  const before = wordsOfRow(was);
  if (!before.size) return true;
  const after = wordsOfRow(now);
  if (!after.size) return false;
  const shared = [...before].filter((word) => after.has(word)).length;
  return (2 * shared) / (before.size + after.size) >= 0.5;
}

/** @param {string | undefined} row */
function wordsOfRow(row) {
  return new Set((row ?? "").toLowerCase().match(/[\p{L}\p{M}]{2,}|\p{Script=Han}/gu) ?? []);
}

/**
 * Which of some elements are those a person said no to: what says and is called the same, else the one that would be taken for it.
 * @param {Described[]} described
 * @param {Descriptor[]} rejected
 * @param {import("./telling.js").Counts} counts
 * @returns {Set<Element>}
 */
export function rejectedAmong(described, rejected, counts) {
  /** @type {Set<Element>} */
  const refused = new Set();
  for (const no of rejected) {
    const same = described.filter(({ descriptor }) => isStill(descriptor, no));
    if (!same.length) {
      const scores = described.map((one) => ({ ...one, ...score(no, one.descriptor, counts) })).sort((a, b) => b.score - a.score);
      const [likest] = scores;
      if (likest && likest.score >= 0.85) same.push(likest);
    }
    for (const { element } of same) refused.add(element);
  }
  return refused;
}

/** @param {Descriptor} now @param {Descriptor} no */
function isStill(now, no) {
  if (now.tag !== no.tag || (now.path?.frame ?? "") !== (no.path?.frame ?? "")) return false;
  if ((no.testid && now.testid === no.testid) || (no.id && now.id === no.id)) return true;
  if (!SAYS.every((field) => (now[field] ?? "") === (no[field] ?? "")) || !isSameRow(no.context?.row, now.context?.row)) return false;
  if (SAYS.some((field) => no[field])) return NAMES.every((field) => !no[field] || !now[field] || no[field] === now[field]);
  return now.path?.xpath === no.path?.xpath;
}
