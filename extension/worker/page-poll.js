// Looking at a page again and again until it is as wanted or the time is over.

import { failure } from "./answers.js";
import { NO_TAB } from "./frames.js";

/**
 * @typedef {import("./page-calls.js").Visit} Visit
 * @typedef {import("./answers.js").Answer} Answer
 * @typedef {Answer & { again?: true }} Seen `again`: not yet as wanted, or not any more a page that answers
 */

/** Milliseconds between looks; the last goes on. */
const PAUSES = [0, 16, 32, 64, 100];

/**
 * Looks until an answer is final. A look that a navigation cut off is made again at the new page and counted.
 * @param {import("./frames.js").Frames} pages
 * @param {import("./dispatch.js").Request} request
 * @param {import("./dispatch.js").Context} context
 * @param {{ timeoutMs: number, look: (visit: Visit) => Promise<Seen | undefined> }} how `look` answers `undefined` when the
 *   page went away under it
 * @returns {Promise<Answer>}
 */
export async function poll(pages, request, context, { timeoutMs, look }) {
  const tab = await context.tabs.target(request);
  if (tab === undefined) return NO_TAB;
  const end = performance.now() + timeoutMs;
  let retries = 0;
  /** @param {Answer} answer @returns {Answer} */
  const counted = (answer) => (retries ? { ...answer, retries } : answer);

  for (let turn = 0; ; turn += 1) {
    const last = performance.now() >= end;
    const frames = await pages.of(tab);
    if (!Array.isArray(frames)) return counted(frames);
    const seen = frames.length ? await look({ pages, frames, end, last }) : undefined;
    if (seen && !seen.again) return counted(seen);
    if (last || (timeoutMs === 0 && seen)) {
      if (!seen) return counted(failure("navigation", { message: "the page kept going away before it could be looked at", looked: false }));
      const { again, ...answer } = seen;
      return counted(/** @type {Answer} */ (answer));
    }
    if (!seen) retries += 1;
    await sleep(Math.min(PAUSES[Math.min(turn, PAUSES.length - 1)] ?? 100, Math.max(0, end - performance.now())));
  }
}

/**
 * A failure that a later look may mend.
 * @param {Answer} answer
 * @returns {Seen}
 */
export function notYet(answer) {
  return { ...answer, again: true };
}

/** @param {number} ms */
function sleep(ms) {
  return ms > 0 ? new Promise((done) => setTimeout(done, ms)) : Promise.resolve();
}
