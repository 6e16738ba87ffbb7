// The two shapes of an answer, before the dispatcher puts the request's id on it.

/**
 * The protocol's closed list of reasons for a step that did not pass.
 * @typedef {"not-found" | "ambiguous" | "not-visible" | "not-enabled" | "timeout" | "mismatch" | "drifted"
 *   | "navigation" | "load-failed" | "tab-closed" | "connection-lost" | "unsupported" | "pre-state" | "internal"} Reason
 */

/**
 * @typedef {{ ok: true, retries?: number, [field: string]: unknown }} Success
 * @typedef {{ ok: false, reason: Reason, detail?: Record<string, unknown>, retries?: number, [field: string]: unknown }} Failure
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
 * @param {Record<string, unknown>} [detail] what the report needs to explain it
 * @returns {Failure}
 */
export function failure(reason, detail) {
  return detail ? { ok: false, reason, detail } : { ok: false, reason };
}
