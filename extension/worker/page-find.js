// What a target means in all frames of a tab together.

import { framesInside, isFrameShown, toTab, wireHandle } from "./page-calls.js";

/**
 * @typedef {import("./page-calls.js").Visit} Visit
 * @typedef {import("./frames.js").Frame} Frame
 * @typedef {import("./frames.js").PageAnswer} PageAnswer
 * @typedef {{ handle: string, descriptor: any }} Found
 * @typedef {{ frame: Frame, target: any, answer: PageAnswer }} Asked
 */

/**
 * @typedef {object} Findings
 * @property {Found[]} visible ten at most
 * @property {number} visibleCount
 * @property {number} hiddenCount
 * @property {Found} [hidden] one of those that cannot be seen
 * @property {any[]} near
 * @property {boolean} missingWithin what to look within is nowhere
 * @property {Frame} [frame] of the only visible one
 * @property {PageAnswer} [then] the answer to the call made with it
 * @property {PageAnswer} [trouble] a frame that did not answer
 * @property {any} [unlike] how the only one differs from the one remembered, where it hardly resembles it
 * @property {(import("./page-repair.js").Calm | undefined)[]} calms of each frame, where nothing was found and something is remembered
 */

/** Candidates that an ambiguous answer names. */
const NAMED = 10;

/**
 * @param {Visit} visit
 * @param {any} target
 * @param {Record<string, unknown>} [then] a call to make with the element where there is just one
 * @param {unknown} [was] the element remembered
 * @returns {Promise<Findings>}
 */
export async function findTarget(visit, target, then, was) {
  // A file can be given to an input that nobody sees.
  const unseen = then?.for === "file";
  const { frames, last } = visit;
  const [only] = frames;
  if (frames.length === 1 && only) {
    return merged([{ frame: only, target, answer: await ask(visit, only, target, { limit: NAMED, near: last, then, unseen, was }) }]);
  }
  const { nth, ...any } = target;
  const how = { limit: NAMED, near: last, unseen, was };
  const asked = await Promise.all(frames.map(async (frame) => ({ frame, target: any, answer: await ask(visit, frame, any, how) })));
  await askInside(visit, asked, how);
  if (!unseen) await hideUnseen(visit, asked);
  const findings = nth === undefined ? merged(asked) : await nthOf(visit, asked, nth, was);
  const [one] = findings.visible;
  if (then && one && findings.frame && findings.visibleCount === 1) {
    findings.then = await findings.frame.call({ ...then, handle: one.handle }, visit.end);
  }
  return findings;
}

/** @param {Visit} visit @param {Frame} frame @param {any} target @param {Record<string, unknown>} how */
function ask({ end }, frame, target, how) {
  return frame.call({ call: "find", target, ...how }, end);
}

/**
 * What to look within may hold whole frames: those are asked for the target anywhere in them.
 * @param {Visit} visit
 * @param {Asked[]} asked
 * @param {Record<string, unknown>} how
 */
async function askInside(visit, asked, how) {
  const inside = await framesInside(visit, asked.flatMap(({ answer }) => answer.within ?? []));
  await Promise.all(
    asked.map(async (one) => {
      if (!inside.has(one.frame)) return;
      const { within, ...anywhere } = one.target;
      one.target = anywhere;
      one.answer = await ask(visit, one.frame, anywhere, how);
    }),
  );
}

/**
 * What is in a frame that cannot be seen cannot be seen.
 * @param {Visit} visit
 * @param {Asked[]} asked
 */
async function hideUnseen(visit, asked) {
  await Promise.all(
    asked.map(async ({ frame, answer }) => {
      if (!answer.visibleCount || (await isFrameShown(visit, frame))) return;
      Object.assign(answer, { hidden: answer.visible[0], hiddenCount: answer.hiddenCount + answer.visibleCount, visibleCount: 0, visible: [] });
    }),
  );
}

/**
 * Counts on from frame to frame.
 * @param {Visit} visit
 * @param {Asked[]} asked
 * @param {number} nth from 1; from the end when negative
 * @param {unknown} was
 */
async function nthOf(visit, asked, nth, was) {
  const total = asked.reduce((sum, { answer }) => sum + (answer.visibleCount ?? 0), 0);
  let place = nth < 0 ? total + nth + 1 : nth;
  for (const { frame, target, answer } of asked) {
    const count = answer.visibleCount ?? 0;
    if (place >= 1 && place <= count) {
      const one = { ...target, nth: place };
      return merged([{ frame, target: one, answer: await ask(visit, frame, one, { limit: 1, was }) }]);
    }
    place -= count;
  }
  return { ...merged(asked), visible: [], visibleCount: 0, frame: undefined };
}

/**
 * @param {Asked[]} asked
 * @returns {Findings}
 */
function merged(asked) {
  /** @type {Findings} */
  const findings = { visible: [], visibleCount: 0, hiddenCount: 0, near: [], missingWithin: true, calms: [] };
  for (const { frame, answer } of asked) {
    if (!answer.ok) {
      findings.trouble ??= answer;
      continue;
    }
    /** @param {Found} found */
    const onWire = ({ handle, descriptor }) => ({ handle: wireHandle(frame, handle), descriptor });
    findings.visible.push(...answer.visible.map(onWire));
    findings.visibleCount += answer.visibleCount;
    findings.hiddenCount += answer.hiddenCount;
    if (answer.hidden) findings.hidden ??= onWire(answer.hidden);
    if (answer.near) findings.near.push(...answer.near);
    findings.missingWithin &&= answer.missingWithin === true;
    if (answer.visibleCount === 1) findings.frame ??= frame;
    if (answer.then) findings.then = answer.then;
    if (answer.unlike) findings.unlike = answer.unlike;
    findings.calms.push(answer.calm);
  }
  // A frame without an answer may hold what decides, unless it is one that is only just going away.
  if (findings.trouble?.died && findings.visibleCount) findings.trouble = undefined;
  if (findings.trouble) findings.missingWithin = false;
  if (findings.visibleCount !== 1) findings.unlike = undefined;
  findings.visible.splice(NAMED);
  findings.near.splice(5);
  return findings;
}

/**
 * The failure for a target that does not mean exactly one visible element; `undefined` when it does.
 * @param {any} target
 * @param {Findings} findings
 * @returns {import("./answers.js").Failure | undefined}
 */
export function unresolved(target, findings) {
  const { visible, visibleCount, hidden, hiddenCount, near, trouble } = findings;
  if (visibleCount === 1) return undefined;
  if (visibleCount > 1) return { ok: false, reason: "ambiguous", detail: { target, matches: visibleCount, candidates: visible } };
  if (hidden) return { ok: false, reason: "not-visible", detail: { target, hidden: hiddenCount, descriptor: hidden.descriptor } };
  if (trouble?.reason) return { ok: false, reason: trouble.reason, detail: trouble.detail ?? {} };
  /** @type {Record<string, unknown>} */
  const detail = { target, near };
  if (findings.missingWithin) detail.missingWithin = target.within;
  return { ok: false, reason: "not-found", detail };
}

/**
 * Where to press, hover or type, in the tab's viewport.
 * @param {Visit} visit
 * @param {Frame} frame
 * @param {PageAnswer} aim
 * @param {string} purpose
 */
export async function aimInTab(visit, frame, aim, purpose) {
  const placed = await toTab(visit, frame, aim, purpose);
  if (!placed.ok) return placed;
  const { ok, handle, then, ...at } = placed;
  return { ok, at, handle: wireHandle(frame, handle) };
}
