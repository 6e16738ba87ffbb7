// How surely an element is the one remembered, field by field. Pure: the same two descriptors and counts give the same score in a
// page, in a test and from a saved report.

import { addressAlike, foldedText, pathAlike, positionAlike, shareOf, sizeAlike, spacedWords, standsBeside, textAlike } from "./alike.js";
import { changedKind } from "./kinds.js";

/** @typedef {import("./describe.js").Descriptor} Descriptor */

/**
 * Part of a descriptor, as far as it is had cheaply: tag, role, type, text, testid, id, nameAttr, ariaLabel, href, classes.
 * @typedef {Pick<Descriptor, "tag"> & Partial<Descriptor>} Brief
 */

/**
 * How often each value stands among the elements looked at. A value that stands once is left out.
 * @typedef {object} Counts
 * @property {number} elements
 * @property {Record<string, number>} text folded
 * @property {Record<string, number>} href
 * @property {Record<string, number>} class
 */

/**
 * @typedef {object} FieldScore
 * @property {string} field a descriptor's field, or the name of what fields say together
 * @property {string} [was]
 * @property {string} [now]
 * @property {number} similarity
 * @property {number} weight points if the field were the same
 * @property {number} points what it adds to a hundred
 */

/**
 * @typedef {object} Score
 * @property {number} score 0 to 1
 * @property {FieldScore[]} fields
 * @property {string} [disqualified] in words
 */

/**
 * @param {Brief[]} elements
 * @returns {Counts}
 */
export function countsOf(elements) {
  const text = new Map();
  const href = new Map();
  const classes = new Map();
  const add = (/** @type {Map<string, number>} */ counts, /** @type {string} */ value) => counts.set(value, (counts.get(value) ?? 0) + 1);
  for (const element of elements) {
    const said = saidOf(element);
    if (said) add(text, foldedText(said));
    if (element.href) add(href, element.href);
    for (const name of element.classes ?? []) add(classes, name);
  }
  return { elements: elements.length, text: repeated(text), href: repeated(href), class: repeated(classes) };
}

/** @param {Map<string, number>} counts */
function repeated(counts) {
  return Object.fromEntries([...counts].filter(([, count]) => count > 1));
}

/** @param {Brief} element */
function saidOf({ text, name, ariaLabel, label, placeholder, alt, title }) {
  return text ?? name ?? ariaLabel ?? label ?? placeholder ?? alt ?? title ?? "";
}

/** How telling a value is: 1 where it stands once, 0 where it stands everywhere. @param {Counts | undefined} counts @param {"text" | "href" | "class"} field @param {string} value */
function tellingOf(counts, field, value) {
  if (!counts) return 1;
  const count = Object.hasOwn(counts[field], value) ? counts[field][value] ?? 1 : 1;
  return 1 - Math.log(count) / Math.log(Math.max(counts.elements, count, 2));
}

/**
 * @param {Descriptor} was
 * @param {Descriptor} now
 * @param {Counts} [counts]
 * @returns {Score}
 */
export function score(was, now, counts) {
  /** @type {FieldScore[]} */
  const fields = [];
  const disqualified = changedKind(was, now);
  const add = (/** @type {string} */ field, /** @type {string} */ old, /** @type {string} */ fresh, /** @type {number} */ similarity, /** @type {number} */ same, /** @type {number} */ other) => {
    fields.push({ field, was: old, now: fresh, similarity: rounded(similarity), weight: rounded(same), points: rounded(other + (same - other) * similarity) });
  };
  const oldText = saidOf(was);
  const newText = saidOf(now);
  if (oldText && newText) add("text", oldText, newText, textAlike(oldText, newText), 25 + 20 * tellingOf(counts, "text", foldedText(newText)), -30);
  if (was.href && now.href) add("href", was.href, now.href, addressAlike(was.href, now.href), 5 + 20 * tellingOf(counts, "href", now.href), -15);
  if (was.testid && now.testid) add("testid", was.testid, now.testid, was.testid === now.testid ? 1 : 0, 40, -20);
  if (was.id && now.id) add("id", was.id, now.id, was.id === now.id ? 1 : textAlike(spacedWords(was.id), spacedWords(now.id)) / 2, 25, -5);
  if (was.nameAttr && now.nameAttr) add("name", was.nameAttr, now.nameAttr, was.nameAttr === now.nameAttr ? 1 : 0, 20, -5);
  add("tag", was.tag, now.tag, was.tag === now.tag ? 1 : 0, 5, -10);
  const classes = was.classes ?? [];
  const fresh = now.classes ?? [];
  if (classes.length > 0 && fresh.length > 0) add("class", classes.join(" "), fresh.join(" "), shareOf(classes, fresh, (name) => tellingOf(counts, "class", name)), 15, -5);
  const oldPath = was.path?.xpath;
  const newPath = now.path?.xpath;
  if (oldPath && newPath) {
    add("path", oldPath, newPath, pathAlike(oldPath, newPath), 15, 0);
    if (standsBeside(oldPath, newPath)) add("stands beside", oldPath, newPath, 1, -10, 0);
  }
  if (was.rect && now.rect) {
    add("size", "", "", sizeAlike(was.rect, now.rect), 6, 0);
    add("position", "", "", positionAlike(was.rect, now.rect), 10, 0);
  }
  const points = fields.reduce((sum, field) => sum + field.points, 0);
  const reached = disqualified ? 0 : Math.min(Math.max(points / 100, 0), 1);
  return { score: Math.round(reached * 1e4) / 1e4, fields, ...(disqualified ? { disqualified } : {}) };
}

/** @param {number} value */
function rounded(value) {
  return Math.round(value * 100) / 100;
}

/**
 * A rough score from what is had cheaply, to choose whom to describe in full. Only its order counts; -1 for no candidate at all.
 * @param {Descriptor} was
 * @param {Brief} brief
 * @param {Counts} [counts]
 */
export function quick(was, brief, counts) {
  if (changedKind(was, brief)) return -1;
  let points = was.tag === brief.tag ? 5 : 0;
  const oldText = saidOf(was);
  const newText = saidOf(brief);
  if (oldText && newText) points += 45 * textAlike(oldText.slice(0, 80), newText.slice(0, 80));
  if (was.href && brief.href) points += 25 * addressAlike(was.href, brief.href);
  if (was.testid && was.testid === brief.testid) points += 40;
  if (was.id && was.id === brief.id) points += 25;
  if (was.nameAttr && was.nameAttr === brief.nameAttr) points += 20;
  if (was.classes && brief.classes) points += 15 * shareOf(was.classes, brief.classes, (name) => tellingOf(counts, "class", name));
  return points;
}

/**
 * Whether an element that a remembered name leads to says something else altogether, in its text and in its accessible name.
 * @param {Descriptor} was
 * @param {Descriptor} now
 */
export function nameContradicts(was, now) {
  const pairs = [[was.text, now.text], [was.name, now.name]].filter(([old, fresh]) => old && fresh);
  return pairs.length > 0 && pairs.every(([old = "", fresh = ""]) => textAlike(old, fresh) < 0.3);
}

/**
 * Whether pressing the one is pressing the other: nested elements that cover the same place. They are no rivals.
 * @param {Descriptor} one
 * @param {Descriptor} other
 */
export function sameTarget(one, other) {
  const box = one.rect;
  const inner = other.rect;
  if (!box || !inner) return false;
  const x = inner.x + inner.width / 2;
  const y = inner.y + inner.height / 2;
  if (x < box.x || x > box.x + box.width || y < box.y || y > box.y + box.height) return false;
  const across = Math.min(box.x + box.width, inner.x + inner.width) - Math.max(box.x, inner.x);
  const down = Math.min(box.y + box.height, inner.y + inner.height) - Math.max(box.y, inner.y);
  const common = Math.max(across, 0) * Math.max(down, 0);
  if (common / (box.width * box.height + inner.width * inner.height - common) >= 0.85) return true;
  const path = `${one.path?.xpath ?? ""}/`;
  const otherPath = `${other.path?.xpath ?? ""}/`;
  return otherPath.startsWith(path) || (path.startsWith(otherPath) && one.text === other.text);
}
