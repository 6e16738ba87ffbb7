// Knows the page script of every frame by its port, and which frame stands in which.

import { failure } from "./answers.js";

/**
 * What a page answers. `died`: it went away before it did, and `late`: it did not in time.
 * @typedef {{ ok: boolean, died?: true, late?: true, gone?: true, reason?: import("./answers.js").Reason,
 *   detail?: Record<string, unknown>, [field: string]: any }} PageAnswer
 */

/** How long a page that should have the script is given to connect, in milliseconds. */
const CONNECT_WITHIN = 1500;
/** How long a look that begins at the end of a command's time may take. */
const GRACE = 1000;
/** How long a frame's parent is given to hear of it. */
const INTRODUCED_WITHIN = 300;

/** The page script of one document in one frame. */
export class Frame {
  nonce = "";
  /** @type {Set<string>} the nonces of the frames in it */
  children = new Set();
  isOpen = true;
  since = Date.now();
  #next = 1;
  /** @type {Map<number, (answer: PageAnswer) => void>} */
  #pending = new Map();

  /**
   * @param {chrome.runtime.Port} port
   * @param {number} tab
   * @param {number} id Chrome's frame id; 0 is the page itself
   */
  constructor(port, tab, id) {
    this.port = port;
    this.tab = tab;
    this.id = id;
  }

  /**
   * One call; it settles when the page answers or goes away, and `late` when the deadline comes before.
   * @param {Record<string, unknown>} request
   * @param {number} end in the time of performance.now()
   * @returns {Promise<PageAnswer>}
   */
  call(request, end) {
    if (!this.isOpen) return Promise.resolve(DIED);
    const n = this.#next++;
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(LATE), Math.max(GRACE, end - performance.now()));
      /** @param {PageAnswer} answer */
      const settle = (answer) => {
        clearTimeout(timer);
        this.#pending.delete(n);
        resolve(answer);
      };
      this.#pending.set(n, settle);
      try {
        this.port.postMessage({ n, ...request });
      } catch {
        settle(DIED);
      }
    });
  }

  /** @param {{ n: number } & PageAnswer} message */
  take({ n, ...answer }) {
    this.#pending.get(n)?.(answer);
  }

  close() {
    this.isOpen = false;
    for (const settle of [...this.#pending.values()]) settle(DIED);
    this.port.disconnect();
  }
}

/** @typedef {{ ok: true } | { ok: false, detail: Record<string, unknown> }} Verdict */

/** @type {PageAnswer} */
const DIED = { ok: false, died: true };
/** @type {PageAnswer} */
const LATE = { ok: false, late: true };

export class Frames {
  /** @type {Map<number, Map<number, Frame>>} by tab, then by frame */
  #tabs = new Map();
  /** @type {Map<number, Verdict>} by tab: what its page told of the last press */
  #verdicts = new Map();
  /** @type {Set<() => void>} */
  #watchers = new Set();
  /** @type {((frame: Frame) => void)[]} */
  #greeters = [];
  /** @type {Map<string, (frame: Frame, told: any) => void>} by what a page tells */
  #told = new Map();
  /** @type {import("./dispatch.js").Context} */
  #context;

  /** @param {import("./dispatch.js").Context} context */
  constructor(context) {
    this.#context = context;
  }

  /** Adds the listeners; synchronously, at the worker's start. */
  register() {
    chrome.runtime.onConnect.addListener((port) => {
      if (port.name === "page") this.#accept(port);
    });
    // A page that is kept for going back to keeps its port, but it is not what the tab shows.
    chrome.webNavigation.onCommitted.addListener(({ tabId, frameId, documentId, timeStamp }) => {
      for (const frame of this.#tabs.get(tabId)?.values() ?? []) {
        const isOld = frame.since < timeStamp && frame.port.sender?.documentId !== documentId;
        if (isOld && (frameId === 0 || frame.id === frameId)) this.#drop(frame);
      }
    });
    this.#context.tabs.onGone((tab) => {
      for (const frame of this.#tabs.get(tab)?.values() ?? []) frame.close();
      this.#tabs.delete(tab);
      this.#verdicts.delete(tab);
    });
  }

  /** @param {(frame: Frame) => void} handler is told of every page's script that begins to answer */
  onHello(handler) {
    this.#greeters.push(handler);
  }

  /** @param {"recorded" | "picked"} what a person did in a page @param {(frame: Frame, told: any) => void} handler */
  onTold(what, handler) {
    this.#told.set(what, handler);
  }

  /** Those of every tab. @returns {Frame[]} */
  all() {
    return [...this.#tabs.values()].flatMap((frames) => [...frames.values()]).filter((frame) => frame.nonce !== "");
  }

  /** @param {chrome.runtime.Port} port */
  #accept(port) {
    const tab = port.sender?.tab?.id;
    const id = port.sender?.frameId;
    if (tab === undefined || id === undefined) return;
    const frame = new Frame(port, tab, id);
    const frames = this.#tabs.get(tab) ?? new Map();
    this.#tabs.set(tab, frames);
    // A new document in a frame takes the place of the one whose port has not closed yet.
    frames.get(id)?.close();
    frames.set(id, frame);
    port.onMessage.addListener((message) => this.#hear(frame, message));
    port.onDisconnect.addListener(() => {
      void chrome.runtime.lastError;
      this.#drop(frame);
    });
  }

  /** @param {Frame} frame */
  #drop(frame) {
    frame.close();
    const frames = this.#tabs.get(frame.tab);
    if (frames?.get(frame.id) === frame) frames.delete(frame.id);
    this.#changed();
  }

  /** @param {Frame} frame @param {any} message */
  #hear(frame, message) {
    if (typeof message.n === "number") return frame.take(message);
    if (message.verdict) {
      // Where a press begins in one frame and ends in another, its beginning counts.
      if (!this.#verdicts.has(frame.tab)) this.#verdicts.set(frame.tab, message.verdict);
    }
    else if (typeof message.hello === "string") {
      frame.nonce = message.hello;
      for (const nonce of message.children ?? []) frame.children.add(nonce);
      for (const greet of this.#greeters) greet(frame);
    } else if (message.recorded) this.#told.get("recorded")?.(frame, message.recorded);
    else if (message.picked) this.#told.get("picked")?.(frame, message.picked);
    else if (typeof message.child === "string") frame.children.add(message.child);
    else if (typeof message.console === "string") this.#context.emit("console", { tab: frame.tab, level: "error", text: message.console });
    this.#changed();
  }

  /** Forgets the last press: another is on its way. @param {Frame[]} frames of one tab */
  expectPress(frames) {
    if (frames[0]) this.#verdicts.delete(frames[0].tab);
  }

  /**
   * What became of the press in a tab.
   * @param {number} tab
   * @param {number} withinMs
   * @returns {Promise<Verdict | undefined>} none when no press came in time
   */
  async verdict(tab, withinMs) {
    await this.#until(() => this.#verdicts.has(tab), withinMs);
    return this.#verdicts.get(tab);
  }

  /**
   * The press is over. The frame that told of it has nothing to wait for any more; the others have.
   * @param {number} tab
   */
  disarm(tab) {
    const frames = [...(this.#tabs.get(tab)?.values() ?? [])];
    if (frames.length === 1 && this.#verdicts.has(tab)) return;
    for (const frame of frames) void frame.call({ call: "disarm" }, 0);
  }

  #changed() {
    for (const look of [...this.#watchers]) look();
  }

  /**
   * Settles as soon as a condition on the frames holds, or when the time is over.
   * @param {() => boolean} holds
   * @param {number} withinMs
   * @returns {Promise<boolean>} whether it held
   */
  #until(holds, withinMs) {
    if (holds()) return Promise.resolve(true);
    return new Promise((resolve) => {
      /** @param {boolean} held */
      const settle = (held) => {
        clearTimeout(timer);
        this.#watchers.delete(look);
        resolve(held);
      };
      const look = () => holds() && settle(true);
      const timer = setTimeout(() => settle(holds()), withinMs);
      this.#watchers.add(look);
    });
  }

  /**
   * The frames of a tab, the page itself first and each frame behind the one it stands in. A tab that has no script yet
   * is given it.
   * @param {number} tab
   * @returns {Promise<Frame[] | import("./answers.js").Failure>}
   */
  async of(tab) {
    if (!this.#hasPage(tab)) {
      const problem = await this.#context.tabs.problem(tab);
      if (problem) return problem;
      if (!this.#hasPage(tab)) await this.#inject(tab);
    }
    return this.#ordered(tab);
  }

  /** @param {number} tab */
  #hasPage(tab) {
    return (this.#tabs.get(tab)?.get(0)?.nonce ?? "") !== "";
  }

  /** Tabs that were open before the extension have no script. Where there is one already, this does nothing. @param {number} tab */
  async #inject(tab) {
    const target = { tabId: tab, allFrames: true };
    // It may fail because the page is just leaving; the next look tries again.
    await chrome.scripting.executeScript({ target, files: ["page.js"], injectImmediately: true }).then(
      () => chrome.scripting.executeScript({ target, files: ["page/console.js"], world: "MAIN", injectImmediately: true }),
    ).catch(() => {});
    await this.#until(() => this.#hasPage(tab), CONNECT_WITHIN);
  }

  /** The frames of a tab as they are, which may be none while its page is leaving. @param {number} tab */
  now(tab) {
    return this.#ordered(tab);
  }

  /** @param {number} tab */
  #ordered(tab) {
    const frames = [...(this.#tabs.get(tab)?.values() ?? [])].filter((frame) => frame.nonce !== "");
    /** @type {Frame[]} */
    const ordered = [];
    /** @param {Frame} frame */
    const add = (frame) => {
      if (ordered.includes(frame)) return;
      ordered.push(frame);
      for (const nonce of frame.children) {
        const child = frames.find((other) => other.nonce === nonce);
        if (child) add(child);
      }
    };
    for (const frame of frames.sort((a, b) => a.id - b.id)) add(frame);
    return ordered;
  }

  /**
   * The frame that another stands in; `undefined` for the page itself, and for one whose parent has no script.
   * @param {Frame} frame
   * @returns {Promise<Frame | undefined>}
   */
  async parentOf(frame) {
    if (frame.id === 0) return undefined;
    const find = () => [...(this.#tabs.get(frame.tab)?.values() ?? [])].find((other) => other.children.has(frame.nonce));
    if (!find()) {
      await frame.call({ call: "introduce" }, performance.now() + INTRODUCED_WITHIN);
      await this.#until(() => find() !== undefined, INTRODUCED_WITHIN);
    }
    return find();
  }
}

/** The failure for a tab without an id to look in. */
export const NO_TAB = failure("tab-closed", { message: "the run has no tab yet: open a page first" });
