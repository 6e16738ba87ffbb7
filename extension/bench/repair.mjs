// node bench/repair.mjs FILE: how often a changed element is found again, and how often another one is taken for it, on recorded pages.
// FILE is JSON Lines of `page` and `case` records, gzip or not. The last line is JSON with shares of all cases, all fields in use.
// With --cases every case that is not found is a line too; with --by-site a line for each site.

import { parseArgs } from "node:util";

import { changedKind } from "../page/kinds.js";
import { countsOf, nameContradicts, quick, sameTarget, score } from "../page/score.js";
import { readCases } from "./repair-data.mjs";

const ACT = 0.85;
const APART = 0.15;
const DESCRIBED = 60;
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
export function repaired(was, left, owned) {
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
function withoutNear(element) {
  const { context, ...rest } = element;
  return rest;
}

/**
 * @param {Case[]} all
 * @param {{ near: boolean, owners: boolean }} how
 */
function measure(all, { near, owners }) {
  const seen = near ? (/** @type {Descriptor} */ element) => element : withoutNear;
  return all.filter(({ suspect }) => !suspect).map((one) => {
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

const SHARES = /** @type {const} */ (["right", "wrong", "absentWrong", "absentWrongNoTwins", "top1"]);

/** @param {Measured[]} measured */
function shares(measured) {
  const share = (/** @type {(typeof SHARES)[number]} */ key) => Math.round((measured.filter((one) => one[key]).length / measured.length) * 1e4) / 1e4;
  return { cases: measured.length, ...Object.fromEntries(SHARES.map((key) => [key, share(key)])) };
}

/** @param {string} name @param {Measured[]} measured */
function row(name, measured) {
  const all = /** @type {Record<string, number>} */ (shares(measured));
  return [name.padEnd(34), String(all.cases).padStart(5), ...SHARES.map((key) => `${((all[key] ?? 0) * 100).toFixed(1)} %`.padStart(20))].join(" ");
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { cases: { type: "boolean" }, "by-site": { type: "boolean" } } });
const [file] = positionals;
if (!file) {
  console.error("usage: node bench/repair.mjs [--cases] [--by-site] FILE");
  process.exit(2);
}
const cases = await readCases(file);
const all = measure(cases, { near: true, owners: true });
console.log(["".padEnd(34), "cases".padStart(5), ...SHARES.map((key) => key.padStart(20))].join(" "));
console.log(row("all fields", all));
console.log(row("without near", measure(cases, { near: false, owners: true })));
console.log(row("all fields, no owners known", measure(cases, { near: true, owners: false })));
console.log(`by a remembered name: ${all.filter(({ present }) => present.via).length}; not among the best ${DESCRIBED}: ${all.filter(({ fallen }) => fallen).length}`);
if (values["by-site"]) for (const site of new Set(all.map(({ one }) => one.site))) console.log(row(site, all.filter(({ one }) => one.site === site)));
if (values.cases) for (const one of all) tell(one);
console.log(JSON.stringify(shares(all)));

/** @param {Measured} measured */
function tell({ one, present, absent, absentNoTwins, right, wrong }) {
  const nameOf = (/** @type {number | undefined} */ index) => (index === undefined ? "none" : JSON.stringify(one.page.candidates[index]?.text ?? one.page.candidates[index]?.tag));
  const scoreOf = (/** @type {Answer} */ answer) => answer.via ?? answer.top[0]?.score ?? 0;
  const said = JSON.stringify(one.was.text ?? one.was.tag);
  if (wrong) console.log(`${one.id} ${said}: wrong, ${nameOf(present.accepted)}`);
  if (!right && !wrong) console.log(`${one.id} ${said}: refused, best ${nameOf(present.best)} ${scoreOf(present)}, then ${present.top.slice(1, 4).map((other) => other.score).join(" ")}`);
  if (absent.accepted !== undefined) console.log(`${one.id} ${said}: gone, yet ${nameOf(absent.accepted)} ${scoreOf(absent)}`);
  if (absentNoTwins.accepted !== undefined) console.log(`${one.id} ${said}: gone with its twins, yet ${nameOf(absentNoTwins.accepted)} ${scoreOf(absentNoTwins)}`);
}
