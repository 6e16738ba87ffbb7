// The commands about tabs: tabs, switchTab, closeTab.

import { failure, success } from "./answers.js";
import { deadlineOf } from "./deadline.js";
import { bringToFront, findTab } from "./tabs.js";

/**
 * @typedef {import("./dispatch.js").Request} Request
 * @typedef {import("./tabs.js").TabKeeper} TabKeeper
 */

/**
 * @param {TabKeeper} keeper
 * @returns {import("./dispatch.js").Commands}
 */
export function createTabCommands(keeper) {
  return {
    tabs: async () => success({ tabs: await listTabs() }),
    switchTab: (request) => switchTab(request, keeper),
    closeTab: (request) => closeTab(request, keeper),
  };
}

/** The open tabs as the protocol lists them. */
async function listTabs() {
  return (await chrome.tabs.query({})).map(describeTab);
}

/** @param {chrome.tabs.Tab} tab */
function describeTab({ id, url, pendingUrl, title, active }) {
  return { id, url: url || pendingUrl || "", title: title ?? "", active };
}

/**
 * @param {Request} request
 * @param {TabKeeper} keeper
 */
async function switchTab(request, keeper) {
  const from = await keeper.target(request);
  const deadline = deadlineOf(request);
  /** @type {number | undefined} */
  let blankSince;
  for (;;) {
    const change = keeper.nextChange();
    const found = await matchingTabs(request.match, from, keeper);
    if (found.length > 1) {
      return failure("ambiguous", { matches: found.length, tabs: found.map(describeTab) });
    }
    const [tab] = found;
    if (tab && hasLoaded(tab)) {
      if (tab.url === BLANK) blankSince ??= performance.now();
      if (tab.url !== BLANK || performance.now() - Number(blankSince) >= BLANK_FOR_MS) {
        return takeTab(tab, from, keeper);
      }
    }
    const next = blankSince === undefined ? change : Promise.race([change, pause(BLANK_FOR_MS)]);
    if ((await deadline.race(next)) === "late") {
      return failure("timeout", { tabs: await listTabs() });
    }
  }
}

const BLANK = "about:blank";

/** A page often opens an empty tab and only then says where it goes; behind that tab its timers run once a second. */
const BLANK_FOR_MS = 1200;

/**
 * A tab that a page has just opened has no address yet and counts as complete for Chrome.
 * @param {chrome.tabs.Tab} tab
 */
function hasLoaded({ status, url, pendingUrl }) {
  return status === "complete" && Boolean(url) && !pendingUrl;
}

/**
 * @param {chrome.tabs.Tab} tab
 * @param {number | undefined} from
 * @param {TabKeeper} keeper
 */
async function takeTab(tab, from, keeper) {
  await bringToFront(tab);
  await keeper.enter(/** @type {number} */ (tab.id), from);
  return success({ tab: tab.id, url: tab.url, title: tab.title ?? "" });
}

/** @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * The tabs a switch may mean, never the one the run is on.
 * @param {{ urlContains?: string, new?: boolean }} match
 * @param {number | undefined} from
 * @param {TabKeeper} keeper
 * @returns {Promise<chrome.tabs.Tab[]>}
 */
async function matchingTabs(match, from, keeper) {
  const tabs = (await chrome.tabs.query({})).filter(({ id }) => id !== from);
  if (match?.new) {
    const newest = (await keeper.opened()).findLast((id) => id !== from);
    return tabs.filter(({ id }) => id === newest);
  }
  const part = match?.urlContains;
  if (typeof part !== "string") throw new Error("switchTab's match should be { urlContains: TEXT } or { new: true }");
  return tabs.filter(({ url }) => url?.includes(part));
}

/**
 * @param {Request} request
 * @param {TabKeeper} keeper
 */
async function closeTab(request, keeper) {
  const id = await keeper.target(request);
  if (id === undefined) return failure("tab-closed", { message: "the run is on no tab yet" });
  const isOpen = (await findTab(id)) !== undefined;
  if (isOpen && !(await removeTab(id, request, keeper))) {
    return failure("timeout", { tab: id, message: "the tab did not close" });
  }
  const now = await keeper.leave(id);
  const tab = now === null ? undefined : await findTab(now);
  if (tab) await bringToFront(tab);
  return success({ closed: id, tab: now, ...(isOpen ? {} : { alreadyClosed: true }) });
}

/**
 * @param {number} id
 * @param {Request} request
 * @param {TabKeeper} keeper
 * @returns {Promise<boolean>} false when the page kept it open
 */
async function removeTab(id, request, keeper) {
  let subscription = { dispose() {} };
  /** @type {Promise<void>} */
  const gone = new Promise((resolve) => {
    subscription = keeper.onGone((closed) => {
      if (closed === id) resolve();
    });
  });
  // While the page asks whether it may be left, this is not settled.
  const removal = chrome.tabs.remove(id).then(() => gone);
  try {
    return (await deadlineOf(request).race(Promise.race([gone, removal]))) !== "late";
  } finally {
    subscription.dispose();
  }
}
