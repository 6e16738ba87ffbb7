// How the measured weights were found: a straight line through the evidence, fitted on all sites but one.

import { countsOf, quick, score } from "../page/score.js";
import { TOGETHER, WEIGHTS } from "../page/weights.js";
import { measure, withoutNear } from "./repair-measure.mjs";

/** @typedef {import("./repair-data.mjs").Case} Case */
/** @typedef {{ table: Record<string, any>, field: string, part?: "same" | "other", sign: 1 | -1 }} Weight */
/** @typedef {{ site: string, right: boolean, fixed: number, shares: number[] }} Row */

/** @type {Weight[]} */
const FITTED = [
  ...["text", "href", "id", "nameAttr", "path", "size", "position"].map((field) => /** @type {Weight} */ ({ table: WEIGHTS, field, part: "same", sign: 1 })),
  ...["text", "href", "nameAttr", "tag"].map((field) => /** @type {Weight} */ ({ table: WEIGHTS, field, part: "other", sign: -1 })),
  ...["part of the text", "same words in the same place", "same words in the same looks"].map((field) => /** @type {Weight} */ ({ table: TOGETHER, field, sign: 1 })),
  ...["text gone", "now a control", "stands beside"].map((field) => /** @type {Weight} */ ({ table: TOGETHER, field, sign: -1 })),
];

/** Points that the right element should reach and another one stay under; a weight costs a little by its size. */
const RIGHT_OVER = 114;
const OTHERS_UNDER = 10;
const UNIT = 52;
const OTHERS_COUNT = 0.3;
const SHRINK = 0.02;
const HARDEST = 25;
const ROUNDS = 1500;

/**
 * Every site measured with weights fitted on the others.
 * @param {Case[]} cases
 * @param {boolean} near
 */
export function fittedWithout(cases, near) {
  const rows = rowsOf(cases.filter(({ suspect }) => !suspect), near);
  const shipped = FITTED.map(valueOf);
  const measured = [...new Set(cases.map(({ site }) => site))].flatMap((site) => {
    setWeights(fit(rows.filter((row) => row.site !== site)));
    return measure(cases, { near, of: (one) => one.site === site });
  });
  setWeights(shipped);
  return measured;
}

/** @param {Weight} weight @returns {number} */
function valueOf({ table, field, part }) {
  return part ? table[field][part] : table[field];
}

/** @param {number[]} values */
function setWeights(values) {
  FITTED.forEach(({ table, field, part }, at) => {
    if (part) table[field][part] = Math.round(values[at] ?? 0);
    else table[field] = Math.round(values[at] ?? 0);
  });
}

/** The right element and the hardest others of each case. @param {Case[]} cases @param {boolean} near @returns {Row[]} */
function rowsOf(cases, near) {
  return cases.flatMap(({ site, page, right, was: recorded }) => {
    const candidates = near ? page.candidates : page.candidates.map(withoutNear);
    const was = near ? recorded : withoutNear(recorded);
    const counts = countsOf(candidates);
    const hard = candidates
      .map((element, index) => ({ element, index, rough: quick(was, element, counts) }))
      .filter(({ rough }) => rough >= 0)
      .sort((one, other) => other.rough - one.rough);
    const first = hard.find(({ index }) => right.has(index));
    return [...(first ? [first] : []), ...hard.filter(({ index }) => !right.has(index)).slice(0, HARDEST)].map((one) => {
      const { fields, points } = score(was, one.element, counts);
      const shares = FITTED.map((weight) => shareIn(fields, weight));
      const fitted = shares.reduce((sum, share, at) => sum + share * valueOf(/** @type {Weight} */ (FITTED[at])), 0);
      return { site, right: one === first, fixed: points - fitted, shares };
    });
  });
}

/** How much of a weight a score got. @param {import("../page/score.js").FieldScore[]} fields @param {Weight} weight */
function shareIn(fields, { table, field: wanted, part }) {
  const found = fields.find(({ field }) => field === wanted);
  if (!found) return 0;
  if (!part) return found.similarity;
  if (part === "other") return 1 - found.similarity;
  if (wanted === "text" || wanted === "href") return found.similarity === 1 ? found.weight / table[wanted].same : 0;
  return found.similarity;
}

/** Least squares of what falls short, by descent with momentum. @param {Row[]} rows @returns {number[]} */
function fit(rows) {
  const count = rows.filter(({ right }) => right).length;
  let weights = FITTED.map(() => 0);
  let ahead = [...weights];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const slope = ahead.map((weight) => 2 * SHRINK * weight);
    for (const { right, fixed, shares } of rows) {
      const points = fixed / UNIT + shares.reduce((sum, share, at) => sum + share * (ahead[at] ?? 0), 0);
      const short = right ? Math.min(RIGHT_OVER / UNIT - points, 2) : points - OTHERS_UNDER / UNIT;
      if (short <= 0) continue;
      const pull = ((right ? -1 : OTHERS_COUNT) * short) / count;
      shares.forEach((share, at) => (slope[at] = (slope[at] ?? 0) + pull * share));
    }
    const next = ahead.map((weight, at) => {
      const moved = weight - 0.08 * (slope[at] ?? 0);
      return FITTED[at]?.sign === 1 ? Math.max(moved, 0) : Math.min(moved, 0);
    });
    ahead = next.map((weight, at) => weight + ((round - 1) / (round + 2)) * (weight - (weights[at] ?? 0)));
    weights = next;
  }
  return weights.map((weight) => weight * UNIT);
}
