// Looks in all frames of a tab for an element that the lock remembers and its target does not find.

import { failure } from "./answers.js";
import { framesInside, isFrameShown, wireHandle } from "./page-calls.js";
import { judge } from "./repair-bands.js";

/**
 * @typedef {import("./page-calls.js").Visit} Visit
 * @typedef {import("./frames.js").Frame} Frame
 * @typedef {import("./frames.js").PageAnswer} PageAnswer
 * @typedef {import("./repair-bands.js").Candidate} Candidate
 * @typedef {{ frame: Frame, within?: unknown }} Place
 * @typedef {{ parsed: boolean, loaded: boolean, quietMs: number, watchedMs: number }} Calm what a frame says of its rest
 * @typedef {{ frame: Frame, candidate: Candidate, via: "descriptor" | "repair", repair: Record<string, unknown>, scored: unknown }} Repaired
 * @typedef {{ repaired: Repaired, failed?: undefined, trouble?: undefined } | { failed: import("./answers.js").Failure, repaired?: undefined, trouble?: undefined }
 *   | { trouble: PageAnswer, repaired?: undefined, failed?: undefined }} Outcome `trouble`: a frame did not answer
 */

/** For so many milliseconds nothing must have changed before a repair that nobody has accepted. */
const QUIET_MS = 500;
const LOOKED_AT = 2000;
const DESCRIBED = 60;

/**
 * Whether it is time to look: at once for what a person accepted, else when the page has come to rest or half the time-out is over. A page
 * that is still being read, or has only just come, is left to it.
 * @param {Visit} visit
 * @param {{ accepted?: boolean, timeoutMs: number }} request
 * @param {(Calm | undefined)[]} calms of every frame
 */
export function isTimeToRepair({ end }, { accepted = false, timeoutMs }, calms) {
  const isHalfOver = performance.now() >= end - timeoutMs / 2;
  return calms.every((calm) => {
    if (!calm?.parsed) return false;
    if (accepted || (calm.loaded && calm.quietMs >= QUIET_MS)) return true;
    return isHalfOver && calm.watchedMs >= Math.min(QUIET_MS, timeoutMs / 2);
  });
}

/**
 * @param {Visit} visit
 * @param {{ target: any, descriptor: any, others?: any[], rejected?: any[] }} request
 * @param {Record<string, unknown>} detail of the failure to find it exactly
 * @returns {Promise<Outcome>}
 */
export async function findRemembered(visit, { target, descriptor, others, rejected }, detail) {
  const places = await placesToLook(visit, target.within);
  if (!Array.isArray(places)) return places;
  const search = { descriptor, others, rejected };
  const survey = places.length > 1 ? await surveyed(visit, places, search) : undefined;
  if (survey?.trouble) return { trouble: survey.trouble };

  /** @type {{ frame: Frame, answer: PageAnswer }[]} */
  const searched = await Promise.all(
    places.map(async ({ frame, within }, at) => {
      const answer = await frame.call({ call: "search", ...search, within, counts: survey?.counts, limit: survey?.limits[at] }, visit.end);
      return { frame, answer };
    }),
  );
  const trouble = searched.find(({ answer }) => !answer.ok)?.answer;
  if (trouble) return { trouble };

  /** @type {Map<Candidate, Frame>} */
  const frames = new Map();
  for (const { frame, answer } of searched) for (const candidate of answer.candidates) frames.set(onWire(frame, candidate), frame);
  const candidates = [...frames.keys()].sort((a, b) => b.score - a.score).slice(0, DESCRIBED);
  const named = searched.flatMap(({ frame, answer }) => answer.named.map((/** @type {any} */ one) => (one.handle ? { ...one, handle: wireHandle(frame, one.handle) } : one)));
  const scored = {
    looked: searched.reduce((sum, { answer }) => sum + answer.looked, 0),
    counts: survey?.counts ?? searched[0]?.answer.counts ?? {},
    candidates: candidates.map(({ descriptor, score, fields, disqualified, held, refused }) => defined({ descriptor, score, fields, disqualified, held, refused })),
  };

  const verdict = judge(candidates, named, descriptor);
  if ("took" in verdict) {
    const { took, runnerUp, by } = verdict;
    const { score, changed, changes } = took;
    const repair = { score, runnerUp, old: descriptor, changed, changes, ...(by ? { by } : {}) };
    return { repaired: { frame: /** @type {Frame} */ (frames.get(took)), candidate: took, via: by ? "descriptor" : "repair", repair, scored } };
  }
  if ("drifted" in verdict) {
    const { descriptor: candidate, handle, score, held, changed, changes } = verdict.drifted;
    return { failed: failure("drifted", defined({ target, candidate, handle, score, runnerUp: verdict.runnerUp, held, old: descriptor, changed, changes, scored })) };
  }
  if ("rivals" in verdict) {
    const rivals = verdict.rivals.map(({ descriptor, handle, score }) => ({ descriptor, handle, score }));
    return { failed: failure("ambiguous", { target, repair: true, candidates: rivals, old: descriptor, scored }) };
  }
  const { bestScore, refused } = verdict;
  const more = searched.some(({ answer }) => answer.more);
  const note = more ? { note: `the page has more than ${LOOKED_AT} elements; ${LOOKED_AT} of them were looked at` } : {};
  return { failed: failure("not-found", { ...detail, repairTried: true, bestScore, ...(refused.length ? { refused } : {}), ...note, scored }) };
}

/**
 * The frames that can be seen, and what to look within in each. Where that is nowhere on the page any more, it is all of the page.
 * @param {Visit} visit
 * @param {unknown} within
 * @returns {Promise<Place[] | { trouble: PageAnswer }>}
 */
async function placesToLook(visit, within) {
  const shown = await Promise.all(visit.frames.map((frame) => isFrameShown(visit, frame)));
  const frames = visit.frames.filter((_, at) => shown[at]);
  if (within === undefined) return frames.map((frame) => ({ frame }));
  const asked = await Promise.all(frames.map(async (frame) => ({ frame, answer: await frame.call({ call: "scopes", within }, visit.end) })));
  const trouble = asked.find(({ answer }) => !answer.ok)?.answer;
  if (trouble) return { trouble };
  const inside = await framesInside(visit, asked.flatMap(({ answer }) => answer.within));
  const places = asked.flatMap(({ frame, answer }) => (inside.has(frame) ? [{ frame }] : answer.found ? [{ frame, within }] : []));
  return places.length ? places : frames.map((frame) => ({ frame }));
}

/**
 * How often each value stands in all frames together, and how many elements each is to look at.
 * @param {Visit} visit
 * @param {Place[]} places
 * @param {Record<string, unknown>} search
 */
async function surveyed(visit, places, search) {
  /** @type {Record<string, any>} */
  let counts = {};
  let left = LOOKED_AT;
  const limits = [];
  for (const { frame, within } of places) {
    const answer = await frame.call({ call: "survey", ...search, within, limit: left }, visit.end);
    if (!answer.ok) return { trouble: answer, counts, limits };
    limits.push(answer.looked);
    left -= answer.looked;
    counts = summed(counts, answer.counts);
  }
  return { trouble: undefined, counts, limits };
}

/**
 * The sums of the numbers in two records, at any depth.
 * @param {Record<string, any>} one
 * @param {Record<string, any>} other
 * @returns {Record<string, any>}
 */
function summed(one, other) {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...keys].map((key) => {
    const both = [one, other].flatMap((record) => (Object.hasOwn(record, key) ? [record[key]] : []));
    return [key, typeof both[0] === "number" ? both.reduce((sum, value) => sum + value, 0) : both.reduce(summed, {})];
  }));
}

/** @param {Record<string, unknown>} fields */
function defined(fields) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** @param {Frame} frame @param {Candidate} candidate @returns {Candidate} */
function onWire(frame, candidate) {
  const { pressedWith } = candidate;
  return { ...candidate, handle: wireHandle(frame, candidate.handle), ...(pressedWith ? { pressedWith: wireHandle(frame, pressedWith) } : {}) };
}
