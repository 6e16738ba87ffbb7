// The elements a person could name, in all frames of a tab together.

import { failure, success } from "./answers.js";
import { framesInside, isFrameShown, wireHandle } from "./page-calls.js";

/**
 * @typedef {import("./page-calls.js").Visit} Visit
 * @typedef {import("./frames.js").Frame} Frame
 * @typedef {import("./page-poll.js").Seen} Seen
 * @typedef {{ handle: string, wordings: any[], score: number, rect: import("../wire/types.js").Box, [field: string]: any }} Offer as the page gives it
 * @typedef {{ count: number, handle?: string, within: string[] }} Meaning what a target means in one frame
 */

const MOST = 200;

/** How long the other frames are given, in milliseconds, to say what they have of the same words. */
const WORDS_WITHIN = 1000;

/**
 * @param {Visit} visit
 * @param {any} request
 * @returns {Promise<Seen | undefined>}
 */
export async function targetsOnce(visit, { query, limit = MOST, within }) {
  const shown = await shownFrames(visit);
  const alone = visit.frames.length === 1;
  const answers = await Promise.all(shown.map((frame) => frame.call({ call: "targets", query, limit, within, alone }, visit.end)));
  const inside = await framesInside(visit, answers.flatMap((answer) => answer.frames ?? []));
  await Promise.all(
    shown.map(async (frame, at) => {
      if (inside.has(frame)) answers[at] = saidWithin(await frame.call({ call: "targets", query, limit, alone }, visit.end), within);
    }),
  );
  const broken = answers.find((answer) => !answer.ok && !answer.died);
  if (broken) return failure(broken.reason ?? "timeout", broken.detail ?? { message: "the page did not answer: it is busy, or a dialog is open" });
  if (answers.every((answer) => answer.died)) return undefined;

  /** @type {{ frame: Frame, offer: Offer }[]} */
  const offers = shown.flatMap((frame, at) => (answers[at]?.offers ?? []).map((/** @type {Offer} */ offer) => ({ frame, offer })));
  if (query) offers.sort((a, b) => b.offer.score - a.offer.score);
  const chosen = offers.slice(0, limit);
  const targets = alone ? chosen.map(({ offer }) => offer.wordings[0]) : await wordsAmongAll(visit, chosen);
  const more = answers.some((answer) => answer.more) || offers.length > chosen.length;
  const origins = new Map(await Promise.all(shown.map(async (frame) => /** @type {const} */ ([frame, await originOf(visit, frame)]))));
  const named = chosen.map(({ frame, offer: { wordings, score, handle, rect, ...offer } }, at) => ({
    target: targets[at],
    handle: wireHandle(frame, handle),
    ...offer,
    rect: inTab(rect, origins.get(frame)),
  }));
  return success({ targets: named.filter(({ target }) => target !== undefined), more });
}

/**
 * What a frame offers that stands as a whole in the part to look within.
 * @param {import("./frames.js").PageAnswer} answer
 * @param {unknown} within
 */
function saidWithin(answer, within) {
  // What is within another part of the frame is in no part of the page around it.
  const wordings = (/** @type {Offer} */ offer) => offer.wordings.filter((target) => target.within === undefined).map((target) => ({ ...target, within }));
  const offers = (answer.offers ?? []).map((/** @type {Offer} */ offer) => ({ ...offer, wordings: wordings(offer) }));
  return { ...answer, offers: offers.filter((/** @type {Offer} */ offer) => offer.wordings.length > 0) };
}

/** @param {Visit} visit */
async function shownFrames(visit) {
  if (visit.frames.length === 1) return visit.frames;
  const seen = await Promise.all(visit.frames.map((frame) => isFrameShown(visit, frame)));
  return visit.frames.filter((_, at) => seen[at]);
}

/**
 * For each offer the first wording that means it alone in all frames; else its place among all that the best one means.
 * @param {Visit} visit
 * @param {{ frame: Frame, offer: Offer }[]} offers
 * @returns {Promise<any[]>} undefined for one that no words mean
 */
async function wordsAmongAll(visit, offers) {
  const meanings = await meaningsOf(visit, offers.flatMap(({ offer }) => offer.wordings.map(withoutNth)));
  let next = 0;
  return offers.map(({ frame, offer: { wordings, handle } }) => {
    const own = meanings.slice(next, (next += wordings.length));
    const place = visit.frames.indexOf(frame);
    const before = (/** @type {number} */ at) => (own[at] ?? []).slice(0, place).reduce((sum, { count }) => sum + count, 0);
    const isIt = (/** @type {number} */ at) => own[at]?.[place]?.handle === handle;
    const total = (/** @type {number} */ at) => own[at]?.reduce((sum, { count }) => sum + count, 0);
    const best = wordings.findIndex(({ nth }, at) => nth !== undefined || (total(at) === 1 && isIt(at)));
    const at = best >= 0 ? best : wordings.findIndex((_, at) => isIt(at));
    const words = wordings[at];
    return words && (words.nth === undefined && best >= 0 ? words : { ...words, nth: before(at) + (words.nth ?? 1) });
  });
}

/**
 * The words for an element of one frame that mean it in the whole tab. Its own page is not asked again: it may have changed since it found them.
 * @param {import("./frames.js").Frames} pages
 * @param {Frame} frame
 * @param {{ wordings: any[] }} used as the page gives them
 * @returns {Promise<any>} undefined where there are none
 */
export async function wordsInTab(pages, frame, { wordings }) {
  const frames = pages.now(frame.tab);
  // Of a page that is leaving there is nobody else to ask.
  if (frames.length < 2 || !frames.includes(frame)) return wordings[0];
  const visit = { pages, frames, end: performance.now() + WORDS_WITHIN, last: true };
  const meanings = await meaningsOf({ ...visit, frames: frames.filter((other) => other !== frame) }, wordings.map(withoutNth));
  const others = frames.indexOf(frame);
  const best = wordings.findIndex(({ nth }, at) => nth !== undefined || meanings[at]?.every(({ count }) => count === 0));
  const words = wordings[Math.max(best, 0)];
  if (!words || (words.nth === undefined && best >= 0)) return words;
  const before = (meanings[Math.max(best, 0)] ?? []).slice(0, others).reduce((sum, { count }) => sum + count, 0);
  return { ...words, nth: before + (words.nth ?? 1) };
}

/** @param {any} target */
function withoutNth({ nth, ...target }) {
  return target;
}

/**
 * What each target means in each frame, as `resolve` looks for it: what stands in a frame that stands in the part to look within stands in that part.
 * @param {Visit} visit
 * @param {any[]} targets
 * @returns {Promise<Meaning[][]>} by target, then by frame
 */
async function meaningsOf(visit, targets) {
  const { frames, end } = visit;
  const shown = new Set(await shownFrames(visit));
  const none = { count: 0, within: [] };
  /** @param {Frame} frame @param {any[]} asked @returns {Promise<Meaning[]>} */
  const ask = async (frame, asked) => (asked.length && (await frame.call({ call: "counts", targets: asked }, end)).counts) || asked.map(() => none);
  const byFrame = await Promise.all(frames.map((frame) => ask(frame, targets)));
  const nonces = targets.map((_, at) => byFrame.flatMap((meanings) => meanings[at]?.within ?? []));
  const inside = new Map();
  for (const list of nonces) if (list.length && !inside.has(String(list))) inside.set(String(list), await framesInside(visit, list));
  await Promise.all(
    frames.map(async (frame, index) => {
      const anew = targets.flatMap((_, at) => (inside.get(String(nonces[at]))?.has(frame) ? [at] : []));
      const meanings = await ask(frame, anew.map((at) => ({ ...targets[at], within: undefined })));
      anew.forEach((at, nr) => byFrame[index]?.splice(at, 1, meanings[nr] ?? none));
    }),
  );
  return targets.map((_, at) => frames.map((frame, index) => (shown.has(frame) && byFrame[index]?.[at]) || none));
}

/** @typedef {{ x: number, y: number, scaleX: number, scaleY: number }} Origin */

/** Where a frame's viewport begins in the tab's. @param {Visit} visit @param {Frame} frame @returns {Promise<Origin | undefined>} */
async function originOf({ pages, end }, frame) {
  let origin = { x: 0, y: 0, scaleX: 1, scaleY: 1 };
  for (let child = frame; child.id !== 0; ) {
    const parent = await pages.parentOf(child);
    const point = await parent?.call({ call: "frameBox", nonce: child.nonce, x: 0, y: 0 }, end);
    if (!parent || !point?.ok) return undefined;
    origin = { x: point.x + origin.x * point.scaleX, y: point.y + origin.y * point.scaleY, scaleX: point.scaleX * origin.scaleX, scaleY: point.scaleY * origin.scaleY };
    child = parent;
  }
  return origin;
}

/** @param {import("../wire/types.js").Box} rect @param {Origin | undefined} origin */
function inTab({ x, y, width, height }, origin = { x: 0, y: 0, scaleX: 1, scaleY: 1 }) {
  return { x: origin.x + x * origin.scaleX, y: origin.y + y * origin.scaleY, width: width * origin.scaleX, height: height * origin.scaleY };
}
