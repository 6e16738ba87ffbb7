// The two shapes of an answer, before the dispatcher puts the request's id on it.

/** @typedef {import("../wire/types.js").Reason} Reason */

/**
 * @typedef {{ ok: true, retries?: number, [field: string]: unknown }} Success
 * @typedef {{ ok: false, reason: Reason, detail: Record<string, unknown>, retries?: number, [field: string]: unknown }} Failure
 * @typedef {Success | Failure} Answer
 */

/**
 * @param {Record<string, unknown>} [fields]
 * @returns {Success}
 */
export function success(fields = {}) {
  return { ok: true, ...fields };
}

/**
 * @param {Reason} reason
 * @param {Record<string, unknown>} [detail] what the report needs to explain it; see the wire's `Detail`
 * @returns {Failure}
 */
export function failure(reason, detail = {}) {
  return { ok: false, reason, detail };
}
