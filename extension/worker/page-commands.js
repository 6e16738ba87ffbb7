// The commands that ask the page: resolve, locate, act, verify, wait, read, outline, hit, beacon, mutate, targets, record, pick.

import { aimInTab, findTarget, unresolved } from "./page-find.js";
import { askOwner, frameOfHandle } from "./page-calls.js";
import { failure, success } from "./answers.js";
import { findRemembered, isTimeToRepair } from "./page-repair.js";
import { Frames, NO_TAB } from "./frames.js";
import { Live } from "./live.js";
import { isSeen, lookOnce } from "./page-verify.js";
import { notYet, poll } from "./page-poll.js";
import { resolveMutated } from "./page-mutate.js";
import { targetsOnce } from "./page-targets.js";

/**
 * @typedef {import("./dispatch.js").Request} Request
 * @typedef {import("./dispatch.js").Context} Context
 * @typedef {import("./page-calls.js").Visit} Visit
 * @typedef {import("./page-poll.js").Seen} Seen
 * @typedef {import("./frames.js").PageAnswer} PageAnswer
 */

const WENT_AWAY = "the page went away while it was being acted on; the act is not tried again";

/** What a request without `timeoutMs` gets where it waits. */
const DEFAULT_MS = 5000;

/** @type {Frames} */
let pages;
/** @type {Live} */
let live;

/**
 * Listens for the pages' ports. Called once, synchronously, when the worker starts: a listener that is added later
 * misses the event that woke the worker.
 * @param {Context} context
 * @param {import("./state.js").State} state
 */
export function registerPages(context, state) {
  pages = new Frames(context);
  pages.register();
  live = new Live({ pages, context, state });
  live.register();
  return live;
}

/** @type {import("./dispatch.js").Commands} */
export const pageCommands = {
  resolve: (request, context) => looking(request, context, resolveOnce),
  locate: (request, context) => looking(request, context, locateOnce),
  read: (request, context) => looking(request, context, readOnce),
  verify: (request, context) => poll(pages, request, context, { timeoutMs: request.timeoutMs ?? 0, look: (visit) => lookOnce(visit, request) }),
  wait,
  act,
  hit,
  outline,
  beacon,
  mutate: async (request, context) => {
    const now = await visitNow(request, context);
    return now.visit ? resolveMutated(now.visit, request, resolveOnce) : now.problem;
  },
  pick: (request) => live.picker.command(request),
  record: (request) => live.recorder.command(request),
  targets: (request, context) => looking(request, context, targetsOnce),
};

/**
 * @param {Request} request
 * @param {Context} context
 * @param {(visit: Visit, request: Request) => Promise<Seen | undefined>} once
 */
function looking(request, context, once) {
  return poll(pages, request, context, { timeoutMs: request.timeoutMs ?? DEFAULT_MS, look: (visit) => once(visit, request) });
}

/** @param {Visit} visit @param {Request} request @returns {Promise<Seen | undefined>} */
async function resolveOnce(visit, request) {
  const seen = await resolveAnd(visit, request, undefined);
  if (seen) delete seen.acted;
  return seen;
}

/**
 * Resolves a target and, where it asks for that, makes the element ready; `then` is a call made with it in the same visit,
 * whose answer is `acted`.
 * @param {Visit} visit
 * @param {Request} request
 * @param {Record<string, unknown>} [then]
 * @returns {Promise<Seen & { acted?: PageAnswer } | undefined>}
 */
async function resolveAnd(visit, request, then) {
  const { target, descriptor } = request;
  const purpose = request.for;
  if (purpose === "press") visit.pages.expectPress(visit.frames);
  const aim = purpose && { call: "aim", for: purpose, then };
  const findings = await findTarget(visit, target, aim, descriptor);
  const askedToAct = visit.frames.length === 1 ? findings.trouble : findings.then;
  if (then && askedToAct?.died) return failure("navigation", { message: WENT_AWAY });
  if (findings.trouble?.died) return undefined;
  if (findings.trouble) return troubled(findings.trouble);
  const failed = unresolved(target, findings);
  if (failed) return mayBeRepaired(visit, request, failed, findings) ? repairAnd(visit, request, failed, aim) : notYet(failed);
  const [found] = findings.visible;
  if (!found || !findings.frame) return undefined;
  const { unlike, frame } = findings;
  const resolved = success({ ...found, matches: 1, repaired: false, via: "exact", ...(unlike ? { unlike } : {}) });
  if (!purpose) return resolved;
  return findings.then && aimedAt(visit, { target, frame, purpose }, resolved, findings.then);
}

/**
 * Only where the target means nothing at all: what is hidden or there twice is never repaired.
 * @param {Visit} visit
 * @param {Request} request
 * @param {import("./answers.js").Failure} failed
 * @param {import("./page-find.js").Findings} findings
 */
function mayBeRepaired(visit, { descriptor, exact, accepted, timeoutMs = DEFAULT_MS }, failed, { calms }) {
  return failed.reason === "not-found" && descriptor !== undefined && !exact && isTimeToRepair(visit, { accepted, timeoutMs }, calms);
}

/**
 * Looks for the element remembered and makes it ready just as one that was found exactly.
 * @param {Visit} visit
 * @param {any} request
 * @param {import("./answers.js").Failure} failed
 * @param {Record<string, unknown>} [aim]
 * @returns {Promise<Seen & { acted?: PageAnswer } | undefined>}
 */
async function repairAnd(visit, request, failed, aim) {
  const outcome = await findRemembered(visit, request, failed.detail);
  if (outcome.trouble) return troubled(outcome.trouble);
  if (outcome.failed) return notYet(outcome.failed);
  const since = await findTarget(visit, request.target);
  // It has come itself while what is like it was looked for.
  if (since.visibleCount || since.hiddenCount) return resolveAnd(visit, request, /** @type {Record<string, unknown> | undefined} */ (aim?.then));
  if (since.trouble) return troubled(since.trouble);
  const { frame, candidate, via, repair, scored } = outcome.repaired;
  const { descriptor, handle } = candidate;
  const resolved = success({ descriptor, handle, matches: 1, repaired: true, via, repair, scored });
  if (!aim) return resolved;
  const answer = await frame.call({ ...aim, handle }, visit.end);
  if (aim.then && answer.died) return failure("navigation", { message: WENT_AWAY });
  return aimedAt(visit, { target: request.target, frame, purpose: request.for }, resolved, answer);
}

/**
 * @param {Visit} visit
 * @param {{ target: unknown, frame: import("./frames.js").Frame, purpose: string }} about
 * @param {import("./answers.js").Success} resolved
 * @param {PageAnswer} aim
 * @returns {Promise<Seen & { acted?: PageAnswer } | undefined>}
 */
async function aimedAt(visit, { target, frame, purpose }, resolved, aim) {
  const aimed = await aimInTab(visit, frame, aim, purpose);
  if (!aimed.ok) return unready(aimed, { target, descriptor: resolved.descriptor });
  return { ...resolved, handle: aimed.handle, at: aimed.at, acted: aim.then };
}

/**
 * @param {PageAnswer} answer that an element is not ready
 * @param {Record<string, unknown>} about
 * @returns {Seen | undefined}
 */
function unready(answer, about) {
  if (answer.died || answer.gone) return undefined;
  if (answer.late) return troubled(answer);
  return notYet(failure(answer.reason ?? "internal", { ...about, ...answer.detail }));
}

/** @param {PageAnswer} answer @returns {Seen | undefined} */
function troubled(answer) {
  if (answer.died) return undefined;
  if (answer.late) return notYet(failure("timeout", { message: "the page did not answer: it is busy, or a dialog is open" }));
  return failure(answer.reason ?? "internal", answer.detail);
}

/** @param {Visit} visit @param {Request} request @returns {Promise<Seen | undefined>} */
async function locateOnce(visit, request) {
  const purpose = request.for ?? "press";
  if (purpose === "press") visit.pages.expectPress(visit.frames);
  const { frame, answer } = await askOwner(visit, request, { call: "aim", for: purpose });
  if (answer.gone) return notYet(failure("not-found", { descriptor: request.descriptor }));
  if (!frame || answer.died) return undefined;
  const aimed = answer.ok ? await aimInTab(visit, frame, answer, purpose) : answer;
  if (aimed.ok && purpose !== "file") return success(aimed.at);
  // The input that takes the file may be another element than the button that stands for it.
  return aimed.ok ? success({ ...aimed.at, handle: aimed.handle }) : unready(aimed, { descriptor: request.descriptor });
}

/** @param {Visit} visit @param {Request} request @returns {Promise<Seen | undefined>} */
async function readOnce(visit, request) {
  const call = { call: "read", what: request.what };
  if (request.handle !== undefined || !request.target) {
    const { answer } = await askOwner(visit, request, call);
    if (answer.ok) return success({ text: answer.text });
    if (!answer.gone) return troubled(answer);
    if (!request.target) return notYet(failure("not-found", { descriptor: request.descriptor }));
  }
  const findings = await findTarget(visit, request.target, call);
  if (findings.trouble) return troubled(findings.trouble);
  const failed = unresolved(request.target, findings);
  if (failed) return notYet(failed);
  return findings.then?.ok ? success({ text: findings.then.text }) : findings.then && troubled(findings.then);
}

/** @type {import("./dispatch.js").Command} */
async function wait(request, context) {
  /** @type {string | undefined} */
  let before;
  /** @param {Visit} visit @returns {Promise<Seen | undefined>} */
  const look = async (visit) => {
    switch (request.kind) {
      case "visible":
      case "gone": {
        const sees = await isSeen(visit, request);
        if (typeof sees !== "boolean") return sees;
        if (sees === (request.kind === "visible")) return success();
        return notYet(await notThere(visit, request));
      }
      case "textChanges": {
        const seen = await readOnce(visit, request);
        if (!seen?.ok) return seen;
        const text = String(seen.text);
        before ??= text;
        return text === before ? notYet(failure("timeout", { found: text })) : success({ found: text });
      }
      case "url": {
        const seen = await lookOnce(visit, { ...request, op: "contains", value: request.contains });
        if (!seen || seen.ok || seen.reason !== "mismatch") return seen && (seen.ok ? success({ found: seen.found ?? (await addressOf(visit)) }) : seen);
        return notYet(failure("timeout", { expected: request.negate ? `not ${request.contains}` : request.contains, found: String(seen.detail?.found) }));
      }
      default:
        return failure("unsupported", { message: `unknown wait kind ${request.kind}` });
    }
  };
  return poll(pages, request, context, { timeoutMs: request.timeoutMs ?? DEFAULT_MS, look });
}

/** @param {Visit} visit */
async function addressOf({ frames, end }) {
  return (await frames[0]?.call({ call: "state" }, end))?.url;
}

/** What a wait for something to come or go says when the time is over. @param {Visit} visit @param {Request} request */
async function notThere(visit, { kind, target, descriptor }) {
  if (!target) return failure("timeout", { descriptor });
  const { visibleCount, hiddenCount, near } = await findTarget(visit, target);
  if (kind === "gone") return failure("timeout", { target, found: visibleCount === 1 ? "1 element" : `${visibleCount} elements` });
  return failure("timeout", { target, near, ...(hiddenCount ? { hidden: hiddenCount } : {}) });
}

/**
 * Acts once. Only choosing from a list is tried again, as long as the option is not there.
 * @type {import("./dispatch.js").Command}
 */
async function act(request, context) {
  if (request.target) return actOnTarget(request, context);
  const { id, cmd, tab, timeoutMs, handle, descriptor, ...rest } = request;
  let opened = false;
  /** @param {Visit} visit @returns {Promise<Seen>} */
  const once = async (visit) => {
    const { answer } = await actor(visit, { handle, descriptor }, { call: "act", ...rest, opened });
    if (answer.ok) return /** @type {Seen} */ (answer);
    if (answer.died) return failure("navigation", { message: WENT_AWAY });
    if (answer.late) return failure("timeout", { message: "the page did not answer: it is busy, or a dialog is open" });
    if (answer.gone) return failure("not-found", { descriptor });
    opened ||= answer.opened === true;
    const failed = failure(answer.reason ?? "internal", answer.detail);
    return request.action === "select" && failed.reason === "not-found" ? notYet(failed) : failed;
  };
  const answer = await poll(pages, request, context, { timeoutMs: timeoutMs ?? DEFAULT_MS, look: once });
  delete answer.retries;
  return answer;
}

/**
 * Finds a field and focuses or fills it in one visit to its page, once.
 * @type {import("./dispatch.js").Command}
 */
async function actOnTarget(request, context) {
  const { action, select, value, timeoutMs = DEFAULT_MS } = request;
  if (action !== "focus" && action !== "fill") return failure("unsupported", { message: `${action} takes a handle or a descriptor, not a target` });
  /** @param {Visit} visit @returns {Promise<Seen | undefined>} */
  const once = async (visit) => {
    const seen = await resolveAnd(visit, { ...request, for: "edit" }, { call: "act", action, select, value });
    if (!seen) return undefined;
    const { acted, at, ...resolved } = seen;
    if (!resolved.ok) return resolved;
    if (!acted?.ok) return failure(acted?.reason ?? "internal", acted?.detail);
    return acted.kind ? { ...resolved, kind: acted.kind } : resolved;
  };
  const answer = await poll(pages, request, context, { timeoutMs, look: once });
  delete answer.retries;
  return answer;
}

/**
 * The frame that acts: the one with the element, or for keys without one the one with the focus.
 * @param {Visit} visit
 * @param {{ handle?: string, descriptor?: any }} about
 * @param {Record<string, unknown>} call
 */
async function actor(visit, about, call) {
  if (about.handle !== undefined || about.descriptor) return askOwner(visit, about, call);
  /** @type {PageAnswer} */
  let answer = { ok: false, gone: true };
  for (const frame of visit.frames) {
    answer = await frame.call({ ...call, focused: true }, visit.end);
    if (!answer.gone) break;
  }
  return { answer };
}

/**
 * The frames as they are, for a command that neither waits nor is tried again.
 * @param {Request} request
 * @param {Context} context
 * @returns {Promise<{ visit: Visit } | { visit?: undefined, problem: import("./answers.js").Failure }>}
 */
async function visitNow(request, context) {
  const tab = await context.tabs.target(request);
  if (tab === undefined) return { problem: NO_TAB };
  const frames = await pages.of(tab);
  if (!Array.isArray(frames)) return { problem: frames };
  return { visit: { pages, frames, end: performance.now() + (request.timeoutMs ?? DEFAULT_MS), last: true } };
}

/** How long a press may take to reach the page, in milliseconds. */
const PRESS_MS = 2000;

/**
 * What became of the press that the runner sends beside this command.
 * @type {import("./dispatch.js").Command}
 */
async function hit(request, context) {
  const tab = await context.tabs.target(request);
  if (tab === undefined) return NO_TAB;
  const verdict = await pages.verdict(tab, Math.min(request.timeoutMs ?? PRESS_MS, PRESS_MS));
  pages.disarm(tab);
  if (!verdict) return success({ delivered: false });
  return verdict.ok ? success({ delivered: true }) : failure("not-visible", verdict.detail);
}

/** @type {import("./dispatch.js").Command} */
async function outline(request, context) {
  const now = await visitNow(request, context);
  if (!now.visit) return now.problem;
  const { visit } = now;
  const { frames, end } = visit;
  if (request.clear) {
    const answers = await Promise.all(frames.map((frame) => frame.call({ call: "outline", clear: true }, end)));
    /** @param {"removed" | "remaining"} field */
    const sum = (field) => answers.reduce((total, answer) => total + (answer[field] ?? 0), 0);
    return success({ removed: sum("removed"), remaining: sum("remaining") });
  }
  let drawn = 0;
  for (const frame of frames) {
    const items = /** @type {any[]} */ (request.items ?? []).filter((item) => frame === ownerOf(frames, item));
    if (!items.length) continue;
    const answer = await frame.call({ call: "outline", items }, end);
    if (!answer.ok) return failure(answer.reason ?? "internal", answer.detail);
    drawn += answer.drawn;
  }
  return success({ drawn });
}

/** @param {import("./frames.js").Frame[]} frames @param {any} item */
function ownerOf(frames, item) {
  if (item.handle !== undefined) return frameOfHandle(frames, item.handle);
  const address = item.descriptor?.path?.frame;
  if (address === undefined) return frames[0];
  return frames.find((frame) => frame.id !== 0 && frame.port.sender?.url?.startsWith(address));
}

/** @type {import("./dispatch.js").Command} */
async function beacon(request, context) {
  const now = await visitNow(request, context);
  if (!now.visit) return now.problem;
  const { visit } = now;
  const { nonce, handle } = request;
  const frame = handle === undefined ? visit.frames[0] : frameOfHandle(visit.frames, handle);
  const answer = await frame?.call({ call: "beacon", nonce, handle }, visit.end);
  if (answer?.ok) return success();
  if (!answer || answer.gone || answer.died) return failure("not-found", { handle });
  return failure(answer.reason ?? "internal", answer.detail);
}
