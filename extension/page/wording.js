// The shortest words that mean one element and no other.

import { cssOf } from "./describe.js";
import { collapse } from "./text.js";
import { flatContains, flatParent } from "./tree.js";
import { HEADING_SELECTOR } from "./roles.js";
import { isHolder, nameableOf } from "./nameable.js";
import { labelsOf } from "./names.js";
import { matchesOf } from "./resolve.js";
import { once } from "./memo.js";

/**
 * @typedef {import("./resolve.js").Target} Target
 * @typedef {import("./nameable.js").Nameable} Nameable
 */

/** Texts up to this long are said whole; of longer ones the beginning. */
const SAID_WHOLE = 60;
const SAID_BEGINNING = 40;
/** How many parts of the page around an element are tried to tell it from others like it. */
const HOLDERS_TRIED = 4;

/**
 * Targets that mean just this element, the words a person would use first; the last is the way to it. A mere text that stands for something else, as a
 * label does, has none.
 * @param {Nameable} nameable
 * @param {Target} [within] the part of the page that all of them are to be said within
 * @returns {Generator<Target>}
 */
export function* wordingsOf(nameable, within) {
  const { element } = nameable;
  const plain = [...plainWords(nameable)];
  for (const words of plain) yield* ifAlone(element, inPart(words, within));
  const short = plain.filter(({ role, text }) => role !== undefined || text !== undefined);
  for (const part of holdersOf(element)) {
    for (const words of short) yield* ifAlone(element, inPart({ ...words, within: part }, within));
  }
  const isMereText = !nameable.role && nameable.text !== "";
  for (const words of isMereText ? short : [...short, { css: cssOf(element) }]) {
    const target = inPart(words, within);
    const at = found(target).indexOf(element);
    if (at >= 0) yield found(target).length === 1 ? target : { ...target, nth: at + 1 };
  }
}

/** @param {Element} element @param {Target} target */
function* ifAlone(element, target) {
  const elements = found(target);
  if (elements.length === 1 && elements[0] === element) yield target;
}

/** The visible elements a target means, as a step would find them. @param {Target} target */
function found(target) {
  return once("found", JSON.stringify(target), () => matchesOf(target).visible);
}

/** @param {Target} target @param {Target | undefined} part @returns {Target} */
function inPart(target, part) {
  if (!part) return target;
  const { within } = target;
  return { ...target, within: within === undefined ? part : inPart(typeof within === "string" ? { text: within } : within, part) };
}

/** What an element may be called, whether or not others are called so too. @param {Nameable} nameable @returns {Generator<Target>} */
function* plainWords({ element, role, name, text }) {
  if (role && name) for (const words of saying(name)) yield { role, name: words.wanted, ...words.how };
  for (const said of new Set([text, isHolder(element, role) ? "" : name])) {
    if (said) for (const words of saying(said)) yield { text: words.wanted, ...words.how };
  }
  for (const label of labelsOf(element)) if (label) yield { label };
  /** @type {["placeholder" | "alt" | "title" | "testid", string][]} */
  const attributes = [["placeholder", "placeholder"], ["alt", "alt"], ["title", "title"], ["testid", "data-testid"]];
  for (const [kind, attribute] of attributes) {
    const said = collapse(element.getAttribute(attribute) ?? "");
    if (said) yield { [kind]: said };
  }
}

/** @param {string} said @returns {Generator<{ wanted: string, how: { match?: "part" } }>} */
function* saying(said) {
  if (said.length <= SAID_WHOLE) return yield { wanted: said, how: {} };
  const beginning = said.slice(0, SAID_BEGINNING + 1).replace(/\s+\S*$/, "").slice(0, SAID_BEGINNING);
  // Half of a character that takes two is none.
  yield { wanted: beginning.replace(/[\ud800-\udbff]$/, ""), how: { match: "part" } };
  if (said.length < 3 * SAID_WHOLE) yield { wanted: said, how: {} };
}

/** Named parts of the page around an element, the nearest first, each in words that mean it alone. @param {Element} element @returns {Target[]} */
function holdersOf(element) {
  const holders = [];
  for (let at = flatParent(element); at && at.tagName !== "BODY" && holders.length < HOLDERS_TRIED; at = flatParent(at)) {
    const words = once("holder", at, () => wordsForHolder(/** @type {Element} */ (at)));
    if (words) holders.push(words);
  }
  return holders;
}

/** @param {Element} holder @returns {Target | undefined} */
function wordsForHolder(holder) {
  if (isHolder(holder)) {
    const { role = "", name = "" } = nameableOf(holder) ?? {};
    if (!role || !name || name.length > SAID_WHOLE) return undefined;
    const target = { role, name };
    const [only, other] = found(target);
    return only === holder && !other ? target : undefined;
  }
  return isCard(holder) ? wordsForCard(holder) : undefined;
}

/** Whether it is one of several like it that stand side by side. @param {Element} element */
function isCard(element) {
  const { parentElement } = element;
  if (!parentElement || parentElement.childElementCount < 2) return element.tagName === "LI";
  return element.tagName === "LI" || [...parentElement.children].some((other) => other !== element && other.tagName === element.tagName && other.className === element.className);
}

/** The heading of a card stands for it. @param {Element} card @returns {Target | undefined} */
function wordsForCard(card) {
  const headings = card.querySelectorAll(HEADING_SELECTOR);
  const heading = headings.length === 1 ? headings[0] : undefined;
  const name = heading && nameableOf(heading)?.name;
  if (!heading || !name || name.length > SAID_WHOLE) return undefined;
  const target = { role: "heading", name };
  const [only, other] = found(target);
  return only && !other && flatContains(card, only) ? target : undefined;
}
