// The command navigate: a new tab, another address in a tab, or a step in its history.

import { isWeb } from "./allow.js";
import { failure, success } from "./answers.js";
import { deadlineOf } from "./deadline.js";
import { findTab } from "./tabs.js";

/**
 * @typedef {import("./dispatch.js").Request} Request
 * @typedef {import("./answers.js").Answer} Answer
 * @typedef {import("./loads.js").LoadEnd} LoadEnd
 * @typedef {{ keeper: import("./tabs.js").TabKeeper, loads: import("./loads.js").Loads, allow: import("./allow.js").AllowList }} Parts
 */

/**
 * @param {Parts} parts
 * @returns {import("./dispatch.js").Commands}
 */
export function createNavigate(parts) {
  return {
    navigate: (request) => (request.history ? goInHistory(request, parts) : goToAddress(request, parts)),
  };
}

/**
 * @param {Request} request
 * @param {Parts} parts
 * @returns {Promise<Answer>}
 */
async function goToAddress(request, { keeper, loads, allow }) {
  const url = URL.parse(request.url);
  if (!url || !isWeb(url)) {
    return failure("unsupported", { url: request.url, message: "only http and https addresses can be opened" });
  }
  if (!(await allow.allows(url.href))) {
    return failure("internal", { url: url.href, message: await allow.refusal(url.href) });
  }
  if (request.tab === undefined) {
    const deadline = deadlineOf(request);
    const tab = await keeper.open(url.href);
    return report(tab, url.href, await deadline.race(loads.first(tab)));
  }
  return load(request, request.tab, {
    keeper,
    loads,
    start: (tab) => chrome.tabs.update(tab, { url: url.href }),
    accepts: (moved) => moved === url.href,
    // A tab on its way to an empty page may arrive there first.
    mayCommit: (committed) => committed !== "about:blank",
  });
}

/** How long Chrome may take to begin a step in the history; there is no other sign that there is no such step. */
const STEP_BEGINS_WITHIN_MS = 1000;

const NO_STEP = "there is no such page in the tab's history";

/** @type {Record<string, (tab: number) => Promise<unknown>>} */
const STEPS = {
  back: (tab) => goBy(tab, -1).catch(() => chrome.tabs.goBack(tab)),
  forward: (tab) => goBy(tab, 1).catch(() => chrome.tabs.goForward(tab)),
  reload: (tab) => chrome.tabs.reload(tab),
};

/**
 * Asks the page to go, because the browser's own back and forward skip pages that nobody clicked in before they were left
 * (https://chromium.googlesource.com/chromium/src/+/main/docs/history_manipulation_intervention.md).
 * @param {number} tab
 * @param {number} steps
 */
function goBy(tab, steps) {
  return chrome.scripting.executeScript({
    target: { tabId: tab },
    args: [steps],
    func: (/** @type {number} */ by) => history.go(by),
  });
}

/**
 * @param {Request} request
 * @param {Parts} parts
 * @returns {Promise<Answer>}
 */
async function goInHistory(request, { keeper, loads }) {
  const start = Object.hasOwn(STEPS, request.history) ? STEPS[request.history] : undefined;
  if (!start) {
    return failure("unsupported", { message: `history should be back, forward or reload, not "${request.history}"` });
  }
  const tab = await keeper.target(request);
  if (tab === undefined) return failure("tab-closed", { message: "the run is on no tab yet" });
  return load(request, tab, { keeper, loads, start, accepts: () => true, beginsWithinMs: STEP_BEGINS_WITHIN_MS });
}

/**
 * @typedef {object} Start
 * @property {Parts["keeper"]} keeper
 * @property {Parts["loads"]} loads
 * @property {(tab: number) => Promise<unknown>} start
 * @property {(url: string) => boolean} accepts
 * @property {(url: string) => boolean} [mayCommit]
 * @property {number} [beginsWithinMs]
 */

/**
 * @param {Request} request
 * @param {number} tab
 * @param {Start} how
 * @returns {Promise<Answer>}
 */
async function load(request, tab, { keeper, loads, start, accepts, mayCommit, beginsWithinMs }) {
  const url = request.url ?? "";
  const given = new AbortController();
  try {
    const end = await deadlineOf(request).race(
      loads.after(tab, { start: () => start(tab), accepts, mayCommit, beginsWithinMs, until: given.signal }),
    );
    await keeper.adopt(tab);
    return await report(tab, url, end);
  } catch (error) {
    // Chrome refuses to start: there is no such tab, or no such step in the history of an error page.
    if (!(await findTab(tab))) return failure("tab-closed", { tab });
    return failure("load-failed", { url, error: error instanceof Error ? error.message : String(error) });
  } finally {
    given.abort();
  }
}

/**
 * @param {number} tab
 * @param {string} asked
 * @param {LoadEnd | "late"} end
 * @returns {Promise<Answer>}
 */
async function report(tab, asked, end) {
  const now = end !== "late" && end.kind === "gone" ? undefined : await findTab(tab);
  if (!now) return failure("tab-closed", { tab });
  const url = now.url || now.pendingUrl || asked;
  if (end === "late") return failure("timeout", { tab, url, message: "the page did not finish loading" });
  if (end.kind === "idle") return failure("load-failed", { tab, url, error: NO_STEP });
  if (end.kind === "failed") return failure("load-failed", { tab, url: asked || url, error: end.error });
  return success({ tab, url });
}
