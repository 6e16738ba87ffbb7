// How surely an element is the one remembered, field by field. Pure: the same two descriptors and counts give the same score in a
// page, in a test and from a saved report.

import { addressAlike, readingOf, shareOf, textAlike } from "./alike.js";
import { Sheet, hundredth } from "./evidence.js";
import { changedKind } from "./kinds.js";
import { beginningOf, saidOf, tellingOf, wordWeightOf } from "./telling.js";

/** @typedef {import("./describe.js").Descriptor} Descriptor */
/** @typedef {import("./telling.js").Counts} Counts */
/** @typedef {import("./telling.js").Brief} Brief */
/** @typedef {import("./evidence.js").FieldScore} FieldScore */

/**
 * @typedef {object} Score
 * @property {number} score 0 to 1
 * @property {number} points what the fields add up to, of a hundred; orders those that are sure alike
 * @property {FieldScore[]} fields
 * @property {string} [disqualified] in words
 * @property {string} [held] in words, why it stays under what is acted on though the points would do
 */

/** Just under what is acted on. */
const HELD_AT = 0.84;

/**
 * @param {Descriptor} was
 * @param {Descriptor} now
 * @param {Counts} [counts]
 * @returns {Score}
 */
export function score(was, now, counts) {
  const sheet = new Sheet(counts);
  const words = sheet.words(was, now);
  sheet.names(was, now, words);
  sheet.kind(was, now);
  const looks = sheet.looks(was, now, words);
  sheet.place(was, now, words);
  sheet.around(was, now, words);
  const points = hundredth(sheet.fields.reduce((sum, field) => sum + field.points, 0));
  const disqualified = changedKind(was, now);
  const held = points / 100 > HELD_AT ? sheet.lacks(words, looks) : undefined;
  const reached = disqualified ? 0 : Math.min(Math.max(points / 100, 0), held ? HELD_AT : 1);
  return { score: Math.round(reached * 1e4) / 1e4, points, fields: sheet.fields, ...(disqualified ? { disqualified } : held ? { held } : {}) };
}

/**
 * @param {Brief[]} elements in document order
 * @returns {Counts}
 */
export function countsOf(elements) {
  const text = new Map();
  const word = new Map();
  const href = new Map();
  const classes = new Map();
  const add = (/** @type {Map<string, number>} */ counts, /** @type {string} */ value) => counts.set(value, (counts.get(value) ?? 0) + 1);
  const readings = elements.map((element) => readingOf(beginningOf(saidOf(element))));
  let last = { said: "", tag: "" };
  for (const [at, element] of elements.entries()) {
    const { folded: said, words } = /** @type {typeof readings[0]} */ (readings[at]);
    // What an element holds alone comes right after it and says the same.
    if (said && (said !== last.said || element.tag === last.tag)) {
      add(text, said);
      // The words of what holds others are counted where they stand.
      const inside = readings[at + 1]?.folded;
      if (!inside || inside === said || !said.startsWith(inside)) for (const one of new Set(words)) add(word, one);
    }
    last = { said, tag: element.tag };
    if (element.href) add(href, element.href);
    for (const name of element.classes ?? []) add(classes, name);
  }
  return { elements: elements.length, text: repeated(text), word: repeated(word), href: repeated(href), class: repeated(classes) };
}

/** @param {Map<string, number>} counts */
function repeated(counts) {
  /** @type {Record<string, number>} */
  const kept = {};
  for (const [value, count] of counts) if (count > 1) kept[value] = count;
  return kept;
}

/**
 * A rough score from what is had cheaply, to choose whom to describe in full. Only its order counts; -1 for no candidate at all.
 * @param {Descriptor} was
 * @param {Brief} brief
 * @param {Counts} [counts]
 */
export function quick(was, brief, counts) {
  if (changedKind(was, brief)) return -1;
  let points = was.tag === brief.tag ? 10 : 0;
  const old = saidOf(was);
  const fresh = saidOf(brief);
  if (old && fresh) points += 60 * (old === fresh ? 1 : textAlike(beginningOf(old), beginningOf(fresh), wordWeightOf(counts)));
  if (was.href && brief.href) points += 25 * addressAlike(was.href, brief.href);
  if (was.testid && was.testid === brief.testid) points += 40;
  if (was.id && was.id === brief.id) points += 25;
  if (was.nameAttr && was.nameAttr === brief.nameAttr) points += 25;
  if (was.classes && brief.classes && was.classes.some((name) => brief.classes?.includes(name))) {
    points += 15 * shareOf(was.classes, brief.classes, (name) => tellingOf(counts, "class", name));
  }
  return points;
}

/**
 * Whether an element that a remembered name leads to says something else, in its text and in its accessible name.
 * @param {Descriptor} was
 * @param {Descriptor} now
 */
export function nameContradicts(was, now) {
  const pairs = [[was.text, now.text], [was.name, now.name]].filter(([old, fresh]) => old && fresh);
  return pairs.length > 0 && pairs.every(([old = "", fresh = ""]) => textAlike(old, fresh) < 0.75);
}

/**
 * Nested elements that cover the same place are one target: none is a rival of the other.
 * @param {import("./describe.js").Descriptor} one
 * @param {import("./describe.js").Descriptor} other
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
