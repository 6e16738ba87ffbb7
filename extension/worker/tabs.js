// Which tab the run is on, which it came from, and which opened by themselves.

import { failure } from "./answers.js";

/**
 * What page commands ask of the tabs.
 * @typedef {object} Tabs
 * @property {(request: { tab?: number }) => Promise<number | undefined>} target
 *   the tab a command is meant for: the one it names, or the run's; undefined when there is none yet
 * @property {(tab: number) => Promise<import("./answers.js").Failure | undefined>} problem
 *   why no command can reach a tab's page, if that is so: it is closed, it shows Chrome's own error page, or its
 *   address is outside the allow list
 * @property {(handler: (tab: number) => void) => { dispose(): void }} onGone a tab was closed
 */

/** @param {{ state: import("./state.js").State, loads: import("./loads.js").Loads, allow: import("./allow.js").AllowList }} parts */
export function createTabs({ state, loads, allow }) {
  /** @type {Set<(tab: number) => void>} */
  const goneHandlers = new Set();
  /** @type {Set<() => void>} */
  const changeHandlers = new Set();
  /** @type {Set<number>} */
  const ours = new Set();
  /** Settles once every tab that we asked for has its id. */
  let creating = Promise.resolve();

  const changed = () => {
    for (const handler of [...changeHandlers]) handler();
  };

  /** @param {chrome.tabs.Tab} tab */
  async function noteCreated({ id }) {
    await creating;
    if (id === undefined || ours.has(id)) return;
    await state.update((now) => void now.opened.push(id));
    changed();
  }

  /** @param {number} id */
  async function noteGone(id) {
    ours.delete(id);
    for (const handler of [...goneHandlers]) handler(id);
    const { opened } = await state.read();
    if (opened.includes(id)) await state.update((now) => void (now.opened = now.opened.filter((tab) => tab !== id)));
    changed();
  }

  return {
    register() {
      chrome.tabs.onCreated.addListener((tab) => void noteCreated(tab));
      chrome.tabs.onRemoved.addListener((id) => void noteGone(id));
      chrome.tabs.onUpdated.addListener(changed);
    },

    /** @param {{ tab?: number }} request */
    async target(request) {
      return request.tab ?? (await state.read()).tab ?? undefined;
    },

    /** @param {number} id */
    async problem(id) {
      const tab = await findTab(id);
      if (!tab) return failure("tab-closed", { tab: id });
      const url = tab.url ?? "";
      const error = await loads.errorOf(id);
      if (error) return failure("load-failed", { url, error });
      if (!(await allow.allows(url))) return failure("internal", { message: await allow.refusal(url), url });
      return undefined;
    },

    /** @param {(tab: number) => void} handler */
    onGone(handler) {
      goneHandlers.add(handler);
      return { dispose: () => void goneHandlers.delete(handler) };
    },

    /**
     * Settles at the next change to any tab.
     * @returns {Promise<void>}
     */
    nextChange() {
      return new Promise((resolve) => {
        const handler = () => {
          changeHandlers.delete(handler);
          resolve();
        };
        changeHandlers.add(handler);
      });
    },

    /**
     * Opens a tab, in a new window when there is none, and puts the run on it.
     * @param {string} url
     * @returns {Promise<number>} its id
     */
    async open(url) {
      const creation = createTab(url);
      creating = Promise.allSettled([creating, creation.then((id) => void ours.add(id))]).then(() => {});
      const id = await creation;
      await state.update((now) => {
        if (now.tab !== null) now.cameFrom.push(now.tab);
        now.tab = id;
      });
      return id;
    },

    /**
     * Puts a run that is on no tab yet on this one.
     * @param {number} id
     */
    async adopt(id) {
      if ((await state.read()).tab === null) await state.update((now) => void (now.tab = id));
    },

    /**
     * Puts the run on another tab.
     * @param {number} to
     * @param {number | undefined} from the tab it leaves
     */
    async enter(to, from) {
      await state.update((now) => {
        if (from !== undefined && from !== to) now.cameFrom.push(from);
        now.tab = to;
        now.opened = now.opened.filter((id) => id !== to);
      });
    },

    /**
     * Takes a closed tab from the run, which goes back to where it came from if it was on it.
     * @param {number} closed
     * @returns {Promise<number | null>} the tab the run is on now
     */
    async leave(closed) {
      const open = new Set((await chrome.tabs.query({})).map((tab) => tab.id));
      await state.update((now) => {
        now.cameFrom = now.cameFrom.filter((id) => id !== closed && open.has(id));
        if (now.tab === closed) now.tab = now.cameFrom.pop() ?? null;
      });
      return (await state.read()).tab;
    },

    /** Tabs that opened by themselves and are not taken, the newest last. */
    async opened() {
      return (await state.read()).opened;
    },
  };
}

/** @typedef {ReturnType<typeof createTabs>} TabKeeper */

/**
 * @param {number} id
 * @returns {Promise<chrome.tabs.Tab | undefined>} undefined when there is no such tab
 */
export function findTab(id) {
  return chrome.tabs.get(id).catch(() => undefined);
}

/**
 * Brings a tab to the front of its window, and the window to the front.
 * @param {chrome.tabs.Tab} tab
 */
export async function bringToFront({ id, windowId }) {
  if (id !== undefined) await chrome.tabs.update(id, { active: true });
  await chrome.windows.update(windowId, { focused: true });
}

/**
 * @param {string} url
 * @returns {Promise<number>}
 */
async function createTab(url) {
  const windows = await chrome.windows.getAll({ windowTypes: ["normal"] });
  const tab = windows.length ? await chrome.tabs.create({ url }) : (await chrome.windows.create({ url }))?.tabs?.[0];
  if (tab?.id === undefined) throw new Error("Chrome opened no tab");
  return tab.id;
}
