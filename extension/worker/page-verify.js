// One look of a verify and of a wait.

import { askOwner, framesInside, isFrameShown } from "./page-calls.js";
import { failure, success } from "./answers.js";
import { findTarget, unresolved } from "./page-find.js";
import { notYet } from "./page-poll.js";

/**
 * @typedef {import("./page-calls.js").Visit} Visit
 * @typedef {import("./page-poll.js").Seen} Seen
 * @typedef {import("./dispatch.js").Request} Request
 */

/**
 * @param {Visit} visit
 * @param {Request} request
 * @returns {Promise<Seen | undefined>}
 */
export async function lookOnce(visit, request) {
  switch (request.kind) {
    case "url":
    case "title":
      return lookAtAddress(visit, request);
    case "text":
      return lookForText(visit, request);
    case "exists":
      return lookForAny(visit, request);
    case "count":
      return lookAtCount(visit, request);
    case "state":
      if (request.value === "visible" || request.value === "hidden") return lookAtVisible(visit, request);
      return lookAtElement(visit, request);
    case "targetText":
    case "value":
    case "number":
    case "numberChange":
      return lookAtElement(visit, request);
    default:
      return failure("unsupported", { message: `unknown verify kind ${request.kind}` });
  }
}

/**
 * The answer for what was looked at, turned round where `negate` asks for it.
 * @param {Request} request
 * @param {{ holds: boolean, expected: string, found: string }} seen
 * @returns {Seen}
 */
function verdict({ negate, kind }, { holds, expected, found }) {
  if (holds !== (negate === true)) return negate ? success() : success({ found });
  const quoted = kind === "state" || kind === "count" || kind.startsWith("number") ? expected : JSON.stringify(expected);
  return notYet(failure("mismatch", { expected: negate ? `not ${quoted}` : expected, found }));
}

/** @param {Visit} visit @param {Request} request */
async function lookAtAddress({ frames, end }, request) {
  const [page] = frames;
  const answer = await page?.call({ call: "check", kind: request.kind, op: request.op, value: request.value, flags: request.flags }, end);
  return answer?.ok ? verdict(request, /** @type {any} */ (answer)) : troubled(answer);
}

/** @param {import("./frames.js").PageAnswer | undefined} answer */
function troubled(answer) {
  if (!answer || answer.died) return undefined;
  if (answer.late) return notYet(failure("timeout", { message: "the page did not answer: it is busy, or a dialog is open" }));
  return failure(answer.reason ?? "internal", answer.detail);
}

/** @param {Visit} visit @param {Request} request */
async function lookForText(visit, request) {
  const looks = [];
  /** @type {string[]} */
  const within = [];
  for (const frame of visit.frames) {
    const anywhere = within.length > 0 && (await framesInside(visit, within)).has(frame);
    const part = anywhere ? undefined : request.within;
    const answer = await frame.call({ call: "check", kind: "text", value: request.value, within: part, near: visit.last && !request.negate }, visit.end);
    within.push(...(answer.within ?? []));
    if (answer.died && frame.id !== 0) continue;
    if (!answer.ok) return troubled(answer);
    if (frame.id !== 0 && answer.holds && !(await isFrameShown(visit, frame))) continue;
    looks.push(answer);
    if (answer.holds) break;
  }
  if (looks.every((look) => look.missingWithin)) {
    return notYet(failure("not-found", { target: typeof request.within === "string" ? { text: request.within } : request.within, message: "there is nothing to look within" }));
  }
  const holding = looks.find((look) => look.holds);
  const best = holding ?? looks.find((look) => look.found !== "") ?? looks[0];
  return verdict(request, { holds: holding !== undefined, expected: request.value, found: best?.found ?? "" });
}

/** @param {Visit} visit @param {Request} request */
async function lookForAny(visit, request) {
  if (!request.target) return lookAtElement(visit, request);
  const findings = await findTarget(visit, request.target);
  if (findings.trouble) return troubled(findings.trouble);
  const count = findings.visibleCount + findings.hiddenCount;
  if (request.negate) {
    return count === 0 ? success() : notYet(failure("mismatch", { expected: "not on the page", found: counted(count) }));
  }
  return count > 0 ? success() : notYet(unresolved(request.target, findings) ?? failure("not-found", { target: request.target }));
}

/** @param {number} count */
function counted(count) {
  return count === 1 ? "1 element" : `${count} elements`;
}

/** @param {Visit} visit @param {Request} request */
async function lookAtCount(visit, request) {
  const findings = await findTarget(visit, request.target);
  if (findings.trouble) return troubled(findings.trouble);
  const wanted = Number(request.value);
  const op = request.op ?? "is";
  const count = findings.visibleCount;
  const holds = op === "atLeast" ? count >= wanted : op === "atMost" ? count <= wanted : count === wanted;
  const words = op === "atLeast" ? "at least " : op === "atMost" ? "at most " : "";
  return verdict(request, { holds, expected: words + wanted, found: String(count) });
}

/**
 * Visible is what a person sees; hidden is anything else, also what is not there.
 * @param {Visit} visit
 * @param {Request} request
 */
async function lookAtVisible(visit, request) {
  const sees = await isSeen(visit, request);
  if (typeof sees !== "boolean") return sees;
  const holds = sees === (request.value === "visible");
  return verdict(request, { holds, expected: request.value, found: sees ? "visible" : "hidden" });
}

/**
 * @param {Visit} visit
 * @param {Request} request names a target, or an element
 * @returns {Promise<boolean | Seen | undefined>}
 */
export async function isSeen(visit, request) {
  const check = { call: "check", kind: "state", value: "visible" };
  if (request.handle !== undefined || !request.target) {
    const { answer } = await askOwner(visit, request, check);
    if (answer.ok) return answer.holds;
    if (!answer.gone) return troubled(answer);
    if (!request.target) return false;
  }
  const findings = await findTarget(visit, request.target);
  if (findings.trouble) return troubled(findings.trouble);
  for (const { handle } of findings.visible) {
    const { answer } = await askOwner(visit, { handle }, check);
    // One that went away between the two looks is not seen.
    if (answer.ok && answer.holds) return true;
  }
  return false;
}

/**
 * About one element: by its handle while that is good, else by its target.
 * @param {Visit} visit
 * @param {Request} request
 */
async function lookAtElement(visit, request) {
  const call = { call: "check", kind: request.kind, value: request.value, op: request.op, flags: request.flags, since: request.since };
  if (request.handle !== undefined || !request.target) {
    const { answer } = await askOwner(visit, request, call);
    if (answer.ok) return verdict(request, /** @type {any} */ (answer));
    if (!answer.gone) return troubled(answer);
    if (!request.target) return notYet(failure("not-found", { descriptor: request.descriptor }));
  }
  const findings = await findTarget(visit, request.target, call);
  if (findings.trouble) return troubled(findings.trouble);
  if (findings.visibleCount === 0 && findings.hiddenCount === 1 && findings.hidden && request.kind === "state") {
    const { answer } = await askOwner(visit, findings.hidden, call);
    return answer.ok ? verdict(request, /** @type {any} */ (answer)) : undefined;
  }
  const failed = unresolved(request.target, findings);
  if (failed) return notYet(failed);
  return findings.then?.ok ? verdict(request, /** @type {any} */ (findings.then)) : troubled(findings.then);
}
