// What a page would answer on the recorded cases: the element itself there, gone, and gone with its twins.

import { changedKind } from "../page/kinds.js";
import { countsOf, nameContradicts, quick, sameTarget, score } from "../page/score.js";

const ACT = 0.85;
const APART = 0.15;
export const DESCRIBED = 60;
const LOOKED_AT = 2000;

/** @typedef {import("./repair-data.mjs").Case} Case */
/** @typedef {import("../page/score.js").Score} Score */
/** @typedef {import("../page/describe.js").Descriptor} Descriptor */
/** @typedef {{ index: number, element: Descriptor, score: number, points: number }} Scored */
/** @typedef {{ accepted?: number, best?: number, top: Scored[], via?: string, outOfBest?: boolean }} Answer */

/**
 * What the page would answer if it looked like this.
 * @param {Descriptor} was
 * @param {Map<number, Descriptor>} left the candidates, by their number
 * @param {Set<number>} owned
 * @returns {Answer}
 */
function repaired(was, left, owned) {
  const entries = [...left].slice(0, LOOKED_AT);
  const counts = countsOf(entries.map(([, element]) => element));
  const named = byRememberedName(was, entries, owned);
  if (named !== undefined) return { accepted: named, best: named, top: [], via: "name" };
  const chosen = entries
    .filter(([index]) => !owned.has(index))
    .map(([index, element]) => ({ index, element, rough: quick(was, element, counts) }))
    .filter(({ rough }) => rough >= 0)
    .sort((one, other) => other.rough - one.rough)
    .slice(0, DESCRIBED);
  const top = chosen
    .map(({ index, element }) => ({ index, element, ...score(was, element, counts) }))
    .sort((one, other) => other.score - one.score || other.points - one.points);
  const [best] = top;
  if (!best) return { top };
  const rival = top.find((one) => one !== best && !sameTarget(best.element, one.element));
  const sure = best.score >= ACT && best.score - (rival?.score ?? 0) > APART;
  return { ...(sure ? { accepted: best.index } : {}), best: best.index, top };
}

/** @param {Descriptor} was @param {[number, Descriptor][]} entries @param {Set<number>} owned */
function byRememberedName(was, entries, owned) {
  for (const field of /** @type {const} */ (["testid", "id", "ariaLabel", "nameAttr"])) {
    if (!was[field]) continue;
    const found = entries.filter(([, element]) => element[field] === was[field]);
    const [only] = found;
    if (!only || found.length > 1) continue;
    const [index, element] = only;
    if (!owned.has(index) && !changedKind(was, element) && !nameContradicts(was, element)) return index;
  }
  return undefined;
}

/**
 * The candidates that other elements remembered on the page resolve to exactly: same tag, text and address, and nothing else is.
 * @param {Case} one
 * @param {Case[]} cases
 * @param {Map<number, Descriptor>} left
 */
function ownedBy(one, cases, left) {
  const keyOf = (/** @type {Descriptor} */ { tag, text, href }) => JSON.stringify([tag, text, href]);
  /** @type {Map<string, number[]>} */
  const byKey = new Map();
  for (const [index, element] of left) {
    if (!element.text) continue;
    const key = keyOf(element);
    const same = byKey.get(key);
    if (same) same.push(index);
    else byKey.set(key, [index]);
  }
  const mine = keyOf(one.was);
  const owned = cases
    .filter(({ page, was }) => page === one.page && keyOf(was) !== mine)
    .map(({ was }) => byKey.get(keyOf(was)) ?? [])
    .filter(({ length }) => length === 1)
    .flat();
  return new Set(owned);
}

/** @param {Descriptor} element @returns {Descriptor} */
export function withoutNear(element) {
  const { context, ...rest } = element;
  return rest;
}

/**
 * @param {Case[]} all
 * @param {{ near?: boolean, owners?: boolean, of?: (one: Case) => boolean }} [how] `of` chooses the cases; the others only own their elements
 */
export function measure(all, { near = true, owners = true, of = () => true } = {}) {
  const seen = near ? (/** @type {Descriptor} */ element) => element : withoutNear;
  return all.filter((one) => !one.suspect && of(one)).map((one) => {
    const was = seen(one.was);
    const answerWithout = (/** @type {Set<number>[]} */ ...gone) => {
      const left = new Map(one.page.candidates.map((element, index) => /** @type {[number, Descriptor]} */ ([index, seen(element)])));
      for (const set of gone) for (const index of set) left.delete(index);
      return repaired(was, left, owners ? ownedBy(one, all, left) : new Set());
    };
    const present = answerWithout();
    const absent = answerWithout(one.right);
    const absentNoTwins = answerWithout(one.right, one.twins);
    return {
      one,
      present,
      absent,
      absentNoTwins,
      right: present.accepted !== undefined && one.right.has(present.accepted),
      wrong: present.accepted !== undefined && !one.right.has(present.accepted),
      absentWrong: absent.accepted !== undefined,
      absentWrongNoTwins: absentNoTwins.accepted !== undefined,
      top1: present.best !== undefined && one.right.has(present.best),
      fallen: present.via === undefined && !present.top.some(({ index }) => one.right.has(index)),
    };
  });
}

/** @typedef {ReturnType<typeof measure>[number]} Measured */

export const SHARES = /** @type {const} */ (["right", "wrong", "absentWrong", "absentWrongNoTwins", "top1"]);

/** @param {Measured[]} measured */
export function shares(measured) {
  const share = (/** @type {(typeof SHARES)[number]} */ key) => Math.round((measured.filter((one) => one[key]).length / measured.length) * 1e4) / 1e4;
  return { cases: measured.length, ...Object.fromEntries(SHARES.map((key) => [key, share(key)])) };
}

export const HEADER = ["".padEnd(34), "cases".padStart(5), ...SHARES.map((key) => key.padStart(20))].join(" ");

/** @param {string} name @param {Measured[]} measured */
export function row(name, measured) {
  const all = /** @type {Record<string, number>} */ (shares(measured));
  return [name.padEnd(34), String(all.cases).padStart(5), ...SHARES.map((key) => `${((all[key] ?? 0) * 100).toFixed(1)} %`.padStart(20))].join(" ");
}

