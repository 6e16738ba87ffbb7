// What the worker may ask of a page. Each call is one look, or one act, answered at once.

import { aimAt, fileInputFor, noticePlace } from "./ready.js";
import { armGuard, disarmGuard } from "./guard.js";
import { calmOfPage } from "./quiet.js";
import { clearOutlines, drawOutlines } from "./outline.js";
import { describe } from "./describe.js";
import { elementOf, handleOf } from "./handles.js";
import { findDescribed } from "./find-described.js";
import { frameBox, framesWithin, introduce, isFrameVisible } from "./frames.js";
import { isPressedWith } from "./owners.js";
import { inOneTurn } from "./memo.js";
import { lookAt } from "./verify.js";
import { matchesOf, scopesOf } from "./resolve.js";
import { nearTo, wordsOf } from "./near.js";
import { perform } from "./act.js";
import { readText, readValue } from "./read.js";
import { pointedElsewhere, startPicker, stopPicker } from "./picker.js";
import { searchFor, surveyFor } from "./repair.js";
import { startRecorder, stopRecorder } from "./recorder.js";
import { shadowRootOf } from "./tree.js";
import { targetsFor } from "./targets.js";
import { unlikeRemembered } from "./unlike.js";
import { whileMutated } from "./mutate.js";

/**
 * @typedef {{ ok: boolean, [field: string]: unknown }} CallAnswer
 * @typedef {Record<string, any>} CallRequest
 */

/** @type {Record<string, (request: CallRequest) => CallAnswer | Promise<CallAnswer>>} */
export const calls = {
  find,
  aim,
  check,
  act: ({ to, focused, ...request }) => {
    const found = focused ? focusedElement() : elementFor(request);
    if (!found) return GONE;
    return /** @type {CallAnswer} */ (perform(/** @type {import("./act.js").Act} */ (request), found, to ? elementFor(to) : null));
  },
  read: (request) => {
    const element = elementFor(request);
    if (!element) return GONE;
    return { ok: true, text: request.what === "value" ? readValue(element) : readText(element) };
  },
  scopes: ({ within }) => {
    const scopes = scopesOf(within);
    return { ok: true, found: scopes.length > 0, within: framesWithin(scopes) };
  },
  survey: (request) => ({ ok: true, ...surveyFor(/** @type {any} */ (request)) }),
  search: (request) => ({ ok: true, ...searchFor(/** @type {any} */ (request)) }),
  targets: (request) => ({ ok: true, ...targetsFor(request) }),
  record: ({ on }) => {
    if (on) startRecorder();
    else stopRecorder();
    return { ok: true };
  },
  pick: ({ on, elsewhere }) => {
    if (elsewhere) pointedElsewhere();
    else if (on) startPicker();
    else stopPicker();
    return { ok: true };
  },
  counts: ({ targets }) => ({ ok: true, counts: meaningsOf(targets) }),
  mutated,
  means: ({ handle, other }) => {
    const [one, two] = [elementOf(handle), elementOf(other)];
    return { ok: true, same: one !== null && two !== null && isPressedWith(one, two) };
  },
  disarm: () => {
    disarmGuard();
    return { ok: true };
  },
  shield: () => {
    armGuard(null);
    return { ok: true };
  },
  outline: ({ items, clear }) => {
    if (clear) return { ok: true, ...clearOutlines() };
    return { ok: true, drawn: drawOutlines(items.map(outlined)) };
  },
  state: () => ({ ok: true, url: location.href, title: document.title, ready: document.readyState }),
  frameBox: (request) => /** @type {CallAnswer} */ (frameBox(/** @type {{ nonce: string, x: number, y: number, hit?: boolean }} */ (request))),
  frameVisible: ({ nonce }) => ({ ok: true, visible: isFrameVisible(nonce) }),
  introduce: () => {
    introduce();
    return { ok: true };
  },
  beacon: ({ nonce, handle }) => {
    if (handle && !elementOf(handle)) return GONE;
    const binding = /** @type {{ aiteBeacon?: (payload: string) => void }} */ (globalThis).aiteBeacon;
    if (!binding) return { ok: false, reason: "unsupported", detail: { message: "no binding aiteBeacon is installed in this frame" } };
    binding(JSON.stringify({ nonce }));
    return { ok: true };
  },
};

/** @type {CallAnswer} the element that was meant is not in this document any more */
const GONE = { ok: false, reason: "not-found", gone: true, detail: {} };

/**
 * The element of a handle; when that is gone, the same one again by its descriptor.
 * @param {CallRequest} request
 * @returns {Element | null}
 */
function elementFor({ handle, descriptor, byHandleOnly }) {
  return elementOf(handle) ?? (descriptor && !byHandleOnly ? findDescribed(descriptor) : null);
}

/**
 * The elements of a target. `then` is a call that is made at once with the element, where there is just one that is
 * visible. With `unseen`, hidden ones are as good where none is visible. With `was`, the element remembered, the one that is found
 * is held against it, and where nothing is, the page is watched.
 * @param {CallRequest} request {target, limit?, near?, then?, unseen?, was?}
 * @returns {Promise<CallAnswer>}
 */
async function find({ target, limit = 10, near = false, then, unseen = false, was }) {
  const matches = matchesOf(target);
  const { missingWithin } = matches;
  const visible = unseen && !matches.visible.length ? matches.hidden : matches.visible;
  const hidden = visible === matches.hidden ? [] : matches.hidden;
  /** @type {CallAnswer} */
  const answer = { ok: true, visibleCount: visible.length, hiddenCount: hidden.length, visible: visible.slice(0, limit).map(named) };
  if (missingWithin) answer.missingWithin = true;
  else if (matches.scopes) answer.within = framesWithin(matches.scopes);
  if (!visible.length && hidden[0]) answer.hidden = named(hidden[0]);
  if (near && !visible.length) answer.near = nearTo(wordsOf(missingWithin ? asTarget(target.within) : target));
  if (was && !visible.length && !hidden.length) answer.calm = calmOfPage();
  const [only] = visible;
  const [first] = /** @type {ReturnType<typeof named>[]} */ (answer.visible);
  if (only && first && visible.length === 1) {
    const handle = handleOf(only);
    const unlike = was && unlikeRemembered(only, first.descriptor, was);
    if (unlike) answer.unlike = unlike;
    if (then) answer.then = await answerTo({ ...then, handle });
    else noticePlace(only);
  }
  return answer;
}

/** How much each target means here. @param {import("./resolve.js").Target[]} targets */
function meaningsOf(targets) {
  return inOneTurn(() =>
    targets.map((target) => {
      const { visible, scopes } = matchesOf(target);
      const [only] = visible;
      return { count: visible.length, ...(only && visible.length === 1 ? { handle: handleOf(only) } : {}), within: scopes ? framesWithin(scopes) : [] };
    }),
  );
}

/** @param {string | import("./resolve.js").Target} within @returns {import("./resolve.js").Target} */
function asTarget(within) {
  return typeof within === "string" ? { text: within } : within;
}

/** What has the focus, if it is in this frame. */
function focusedElement() {
  let focused = document.hasFocus() || window === window.top ? document.activeElement : null;
  for (let root = focused && shadowRootOf(focused); root?.activeElement; root = shadowRootOf(root.activeElement)) focused = root.activeElement;
  return focused instanceof HTMLIFrameElement ? null : focused;
}

/** @param {Element} element */
function named(element) {
  return { handle: handleOf(element), descriptor: describe(element) };
}

/** The calls that may be made of a changed page: they are over before they first wait. */
const LOOKS = new Set(["find", "scopes", "survey", "search"]);

/**
 * A call made of the page as it would be after a mutation; without `then` only whether there is anything to change.
 * @param {CallRequest} request {handle, mutation, target, then?}
 * @returns {Promise<CallAnswer>}
 */
async function mutated({ handle, mutation, target, then }) {
  const element = elementOf(handle);
  if (!element) return GONE;
  if (then && (!LOOKS.has(then.call) || then.then)) return { ok: false, reason: "unsupported", detail: { message: `${then.call} is no look` } };
  const outcome = whileMutated(element, { mutation, target }, () => then && calls[then.call]?.(then));
  if ("lacks" in outcome) return then ? { ok: false, reason: "internal", detail: { message: `the page changed by itself: ${outcome.lacks}` } } : { ok: true, lacks: outcome.lacks };
  return (await outcome.seen) ?? { ok: true, change: outcome.change };
}

/** @param {CallRequest} request {handle?, descriptor?, for, shield?} @returns {Promise<CallAnswer>} */
async function aim(request) {
  const { then } = request;
  const element = elementFor(request);
  if (!element) return GONE;
  const purpose = request.for ?? "press";
  const aimed = await aimAt(element, purpose);
  if (!aimed.ok) return aimed;
  if (purpose === "press") armGuard(element);
  const owner = purpose === "file" ? fileInputFor(element) ?? element : element;
  const handle = handleOf(owner);
  return { ...aimed, handle, ...(then ? { then: await answerTo({ ...then, handle }) } : {}) };
}

/** @param {CallRequest} request a verify's fields and the handle it is about @returns {CallAnswer} */
function check(request) {
  const isOfPage = request.kind === "text" || request.kind === "url" || request.kind === "title";
  const about = isOfPage ? null : elementFor(request);
  if (!isOfPage && !about) return GONE;
  const { scopes, ...seen } = lookAt(/** @type {import("./verify.js").Check} */ (request), about);
  return { ok: true, ...seen, ...(scopes ? { within: framesWithin(scopes) } : {}) };
}

/** @param {CallRequest} item */
function outlined({ xpath, handle, descriptor, label, tone }) {
  /** @type {Element | null} */
  let element = elementFor({ handle, descriptor });
  if (!element && xpath) {
    const node = document.evaluate(xpath, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue;
    element = node instanceof Element ? node : null;
  }
  return { element, label, tone };
}

/**
 * Answers a call. It never throws.
 * @param {CallRequest} request
 * @returns {Promise<CallAnswer>}
 */
export async function answerTo(request) {
  const call = Object.hasOwn(calls, request.call) ? calls[request.call] : undefined;
  if (!call) return { ok: false, reason: "unsupported", detail: { message: `unknown page call ${request.call}` } };
  try {
    return await call(request);
  } catch (error) {
    return { ok: false, reason: "internal", detail: { message: error instanceof Error ? error.message : String(error) } };
  }
}
