// Whether an element would be found again after a change of its page: every look at it is made of the page as it would be.

import { failure, success } from "./answers.js";
import { frameOfHandle } from "./page-calls.js";

/**
 * @typedef {import("./page-calls.js").Visit} Visit
 * @typedef {import("./frames.js").Frame} Frame
 * @typedef {import("./page-poll.js").Seen} Seen
 * @typedef {{ handle: string, mutation: string, target: any }} Change
 */

/** The page calls that see the change; any other is about the page as it is. */
const SEES_CHANGE = new Set(["find", "scopes", "survey", "search"]);

/**
 * @param {Visit} visit
 * @param {any} request
 * @param {(visit: Visit, request: any) => Promise<Seen | undefined>} resolve as `resolve` does it
 * @returns {Promise<import("./answers.js").Answer>}
 */
export async function resolveMutated(visit, request, resolve) {
  const { handle, mutation, target } = request;
  const owner = frameOfHandle(visit.frames, handle);
  if (!owner) return failure("not-found", { handle });
  const { ok, change, lacks, reason, detail } = await owner.call({ call: "mutated", handle, mutation, target }, visit.end);
  if (!ok) return failure(reason ?? "navigation", { ...detail, handle });
  if (lacks !== undefined) return success({ lacks });

  const frames = visit.frames.map((frame) => (frame === owner ? changed(frame, { handle, mutation, target }) : frame));
  const seen = await resolve({ ...visit, frames }, { ...request, accepted: true });
  if (!seen) return failure("navigation", { message: "the page went away while it was looked at", handle });
  const { again, ...answer } = seen;
  if (!answer.ok) return success({ change, answer });
  const other = String(answer.handle);
  const isNear = frameOfHandle(visit.frames, other) === owner;
  const meant = isNear && (await owner.call({ call: "means", handle, other }, visit.end));
  return success({ change, same: meant && meant.same === true, answer });
}

/** A frame that shows itself changed to whoever looks. @param {Frame} frame @param {Change} change @returns {Frame} */
function changed(frame, change) {
  /** @type {Frame["call"]} */
  const call = (request, end) => frame.call(SEES_CHANGE.has(String(request.call)) ? { call: "mutated", ...change, then: request } : request, end);
  return Object.create(frame, { call: { value: call } });
}
