// Whether the one element a target means now hardly resembles the one remembered, so that it is probably another.

import { changesOf } from "./changes.js";
import { describe, pathOf, rowTextOf } from "./describe.js";
import { areaOf, candidateCheck, elementsIn } from "./candidates.js";
import { isSameRow } from "./owners.js";
import { changedKind, isPressedKind } from "./kinds.js";
import { nameContradicts, score } from "./score.js";

/** @typedef {import("./describe.js").Descriptor} Descriptor */

/** Elements that may be the one remembered, or stand in its row. */
const SEARCHED = 500;

/**
 * Texts and numbers of a page change, so that an element scores low is no sign. These are: it is a thing of another kind; the testid it had is
 * another element's; what is pressed says something else, and one other says what it said; or the row it stood in is still there, and it stands in
 * another.
 * @param {Element} element
 * @param {Descriptor} now
 * @param {Descriptor} was
 * @returns {{ score: number, old: Descriptor, changed: string[], changes: string[] } | undefined}
 */
export function unlikeRemembered(element, now, was) {
  const isUnlike = changedKind(was, now) !== undefined || hasLostTestid(element, was, now) || hasLostWords(element, was, now) || isInOtherRow(element, was, now);
  if (!isUnlike) return undefined;
  return { score: score(was, now).score, old: was, ...changesOf(was, now) };
}

/** @param {Element} element @param {Descriptor} was @param {Descriptor} now */
function hasLostTestid(element, was, now) {
  if (!was.testid || was.testid === now.testid) return false;
  const area = areaOf(null);
  const found = elementsIn(area, `[data-testid="${CSS.escape(was.testid)}"]`).filter(candidateCheck(area));
  const [only] = found;
  return only !== undefined && found.length === 1 && !only.contains(element) && !element.contains(only);
}

/** @param {Element} element @param {Descriptor} was @param {Descriptor} now */
function hasLostWords(element, was, now) {
  if (!isPressedKind(was) || !nameContradicts(was, now)) return false;
  const others = elementsIn(areaOf(null), CSS.escape(was.tag)).slice(0, SEARCHED).filter((other) => other !== element && isStillThere(other, was));
  return others.length === 1;
}

/** @param {Element} other @param {Descriptor} was */
function isStillThere(other, was) {
  return other.checkVisibility({ visibilityProperty: true }) && saysAsBefore(other, was) && pathOf(other) === was.href;
}

/** @param {Element} element @param {Descriptor} was @param {Descriptor} now */
function isInOtherRow(element, was, now) {
  const isRow = /^(row|listitem|option)$/.test(was.role ?? "");
  const remembered = isRow ? was.text : was.context?.row;
  if (!remembered || isSameRow(remembered, isRow ? now.text : now.context?.row)) return false;
  let searched = 0;
  for (const other of elementsIn(areaOf(null), CSS.escape(was.tag))) {
    if (other === element || (searched += 1) > SEARCHED) continue;
    const row = isRow ? describeRow(other) : rowTextOf(other);
    if (row && isSameRow(remembered, row) && (isRow || saysAsBefore(other, was))) return true;
  }
  return false;
}

/** @param {Element} row */
function describeRow(row) {
  return describe(row).text ?? "";
}

/** @param {Element} other @param {Descriptor} was */
function saysAsBefore(other, was) {
  const now = describe(other);
  return now.text === was.text && now.name === was.name;
}
