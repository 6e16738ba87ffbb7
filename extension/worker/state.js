// What the worker must not forget when Chrome stops it: it lives in chrome.storage.session, which lasts as long as the browser.

/**
 * @typedef {object} RunState
 * @property {string | null} runId the run the bridge last welcomed us to
 * @property {number | null} tab the run's tab
 * @property {number[]} cameFrom the tabs the run left for another, the last one last
 * @property {number[]} opened tabs that opened by themselves and that the run has not taken, the newest last
 * @property {number[]} begun ids of the latest requests that act
 * @property {Recording | null} recording
 * @property {number | null} picking the tab in which a person is to pick an element
 */

/**
 * What a person does is told.
 * @typedef {object} Recording
 * @property {number | null} tab the tab of the last step
 * @property {number[]} cameFrom the tabs left for another, the last one last
 * @property {number[]} seen every tab that something was done in
 */

const KEY = "run";

/**
 * @param {string | null} [runId]
 * @returns {RunState}
 */
function emptyState(runId = null) {
  return { runId, tab: null, cameFrom: [], opened: [], begun: [], recording: null, picking: null };
}

/** @param {Pick<chrome.storage.StorageArea, "get" | "set">} [area] */
export function createRunState(area = chrome.storage.session) {
  /** @type {Promise<RunState> | undefined} */
  let loaded;

  function read() {
    loaded ??= area.get(KEY).then((stored) => ({ ...emptyState(), .../** @type {object} */ (stored[KEY]) }));
    return loaded;
  }

  /**
   * Changes the state; resolves once it is stored.
   * @param {(state: RunState) => void} change
   */
  async function update(change) {
    const state = await read();
    change(state);
    await area.set({ [KEY]: state });
  }

  return {
    /** @type {() => Promise<Readonly<RunState>>} */
    read,
    update,
    /**
     * Starts with nothing for another run.
     * @param {string} runId
     */
    begin: (runId) => update((state) => void Object.assign(state, emptyState(runId))),
  };
}

/** @typedef {ReturnType<typeof createRunState>} State */
