// Follows the loading of each tab's page, as chrome.webNavigation tells it.

/**
 * How a load ended. `gone`: the tab was closed. `idle`: it never began.
 * @typedef {{ kind: "loaded" } | { kind: "failed", error: string } | { kind: "gone" } | { kind: "idle" }} LoadEnd
 */

/**
 * What happened to a tab's main frame. `moved`: another address in the same document; `settled`: Chrome shows the tab
 * as no longer loading.
 * @typedef {{ kind: "started" } | { kind: "committed", document: string, url: string } | { kind: "completed", document: string }
 *   | { kind: "moved", url: string } | { kind: "settled" } | { kind: "error", error: string } | { kind: "gone" }} Report
 */

/** Chrome's text for a navigation that was given up: another one took its place, or it became a download. */
const ABORTED = "net::ERR_ABORTED";

/** Chrome tells of the abort before it tells of the navigation or the closing of the tab that brought it about. */
const ABORT_SETTLES_MS = 200;

/** One load of one tab, from its start or from before it to its end. */
class Load {
  /** @type {(end: LoadEnd) => void} */
  #finish = () => {};
  /** @type {string | undefined} */
  #document;
  #isStarted;
  #accepts;
  #mayCommit;
  #tab;
  hasEnded = false;

  /**
   * @param {number} tab
   * @param {{ isStarted: boolean, accepts?: (url: string) => boolean, mayCommit?: (url: string) => boolean }} how
   *   `accepts` says whether a move within the document to this address is the whole of the navigation, `mayCommit`
   *   whether a document at this address can be where it leads
   */
  constructor(tab, { isStarted, accepts = () => false, mayCommit = () => true }) {
    this.#tab = tab;
    this.#isStarted = isStarted;
    this.#accepts = accepts;
    this.#mayCommit = mayCommit;
    /** @type {Promise<LoadEnd>} */
    this.end = new Promise((resolve) => {
      this.#finish = (end) => {
        this.hasEnded = true;
        resolve(end);
      };
    });
  }

  /** @param {Report} report */
  hear(report) {
    switch (report.kind) {
      case "started":
        this.#isStarted = true;
        break;
      case "committed":
        if (!this.#mayCommit(report.url)) break;
        this.#isStarted = true;
        this.#document = report.document;
        break;
      case "completed":
        // The page before this one may finish loading while this one is still on its way.
        if (report.document === this.#document) this.#finish({ kind: "loaded" });
        break;
      case "settled":
        if (this.#document) this.#finish({ kind: "loaded" });
        break;
      case "moved":
        if (!this.#isStarted && this.#accepts(report.url)) this.#finish({ kind: "loaded" });
        break;
      case "error":
        if (!this.#isStarted) break;
        if (report.error === ABORTED) void this.#endIfStill();
        else this.#finish({ kind: "failed", error: report.error });
        break;
      case "gone":
        this.#finish({ kind: "gone" });
        break;
    }
  }

  /** Ends it unless it has begun. */
  expectStart() {
    if (!this.#isStarted) this.#finish({ kind: "idle" });
  }

  /** After an abort: the end, unless another navigation or the closing of the tab is what aborted it. */
  async #endIfStill() {
    await new Promise((resolve) => setTimeout(resolve, ABORT_SETTLES_MS));
    const tab = await chrome.tabs.get(this.#tab).catch(() => undefined);
    if (!tab || tab.status === "loading") return;
    this.#finish(this.#document ? { kind: "loaded" } : { kind: "failed", error: ABORTED });
  }
}

export function createLoads() {
  /**
   * Each tab's latest load, so that one that ended before its tab's id was known is not missed.
   * @type {Map<number, Load>}
   */
  const latest = new Map();
  /** @type {Map<number, Set<Load>>} */
  const watched = new Map();
  /**
   * Chrome's text for the error page a tab shows.
   * @type {Map<number, string>}
   */
  const errors = new Map();

  /**
   * @param {number} tab
   * @param {Report} report
   */
  function tell(tab, report) {
    const load = latest.get(tab);
    if (report.kind === "started" && (!load || load.hasEnded)) latest.set(tab, new Load(tab, { isStarted: true }));
    latest.get(tab)?.hear(report);
    for (const load of watched.get(tab) ?? []) load.hear(report);

    if (report.kind === "error" && report.error !== ABORTED) errors.set(tab, report.error);
    if (report.kind === "committed" || report.kind === "gone") errors.delete(tab);
    if (report.kind === "gone") latest.delete(tab);
  }

  /**
   * @template {{ tabId: number, frameId: number }} Details
   * @param {(details: Details) => Report} toReport
   * @returns {(details: Details) => void}
   */
  const ofMainFrame = (toReport) => (details) => {
    if (details.frameId === 0) tell(details.tabId, toReport(details));
  };

  return {
    /** Adds the listeners; they must be there when the worker's first turn ends. */
    register() {
      const { webNavigation, tabs } = chrome;
      webNavigation.onBeforeNavigate.addListener(ofMainFrame(() => ({ kind: "started" })));
      webNavigation.onCommitted.addListener(
        ofMainFrame(({ documentId, url }) => ({ kind: "committed", document: documentId, url })),
      );
      webNavigation.onCompleted.addListener(
        ofMainFrame(({ documentId }) => ({ kind: "completed", document: documentId })),
      );
      webNavigation.onHistoryStateUpdated.addListener(ofMainFrame(({ url }) => ({ kind: "moved", url })));
      webNavigation.onReferenceFragmentUpdated.addListener(ofMainFrame(({ url }) => ({ kind: "moved", url })));
      webNavigation.onErrorOccurred.addListener(ofMainFrame(({ error }) => ({ kind: "error", error })));
      tabs.onUpdated.addListener((tab, { status }) => {
        if (status === "complete") tell(tab, { kind: "settled" });
      });
      tabs.onRemoved.addListener((tab) => tell(tab, { kind: "gone" }));
    },

    /**
     * The load of a tab that was just created, which may be over already.
     * @param {number} tab
     * @returns {Promise<LoadEnd>}
     */
    first(tab) {
      const load = latest.get(tab) ?? new Load(tab, { isStarted: false });
      latest.set(tab, load);
      return load.end;
    },

    /**
     * The load that `start` brings about in a tab.
     * @param {number} tab
     * @param {{ start: () => Promise<unknown>, accepts: (url: string) => boolean, mayCommit?: (url: string) => boolean,
     *   beginsWithinMs?: number, until: AbortSignal }} how
     * @returns {Promise<LoadEnd>}
     * @throws what `start` throws
     */
    after(tab, { start, accepts, mayCommit, beginsWithinMs, until }) {
      const load = new Load(tab, { isStarted: false, accepts, mayCommit });
      const others = watched.get(tab) ?? new Set();
      watched.set(tab, others.add(load));
      const leave = () => {
        others.delete(load);
        if (others.size === 0) watched.delete(tab);
      };
      load.end.then(leave);
      until.addEventListener("abort", leave);
      // The end is not waited for behind the start: a script that leaves its own page may never be answered.
      const started = start().then(() => {
        if (beginsWithinMs !== undefined) setTimeout(() => load.expectStart(), beginsWithinMs);
        return load.end;
      });
      return Promise.race([load.end, started]);
    },

    /**
     * Chrome's text for the error page a tab shows, if it shows one.
     * @param {number} tab
     * @returns {Promise<string | undefined>}
     */
    async errorOf(tab) {
      const frame = await chrome.webNavigation.getFrame({ tabId: tab, frameId: 0 }).catch(() => null);
      if (!frame?.errorOccurred) return undefined;
      return errors.get(tab) ?? "Chrome shows its own error page";
    },
  };
}

/** @typedef {ReturnType<typeof createLoads>} Loads */
