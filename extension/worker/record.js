// Tells the bridge what a person does in the pages, in the order it is done, while recording is on.

import { NO_TAB } from "./frames.js";
import { isWeb } from "./allow.js";
import { success } from "./answers.js";
import { wordsInTab } from "./page-targets.js";

/**
 * @typedef {import("./frames.js").Frame} Frame
 * @typedef {import("./dispatch.js").Request} Request
 * @typedef {import("./dispatch.js").Context} Context
 * @typedef {{ step: Record<string, unknown> & { kind: string }, used?: { handle: string, wordings: any[] } }} Message what a page tells
 */

/** A page that leaves by itself so soon after a person used it leaves because of that, in milliseconds. */
const CAUSED_WITHIN = 2000;
/** How long stopping waits for a page that does not answer. */
const STOP_WITHIN = 1000;

export class Recorder {
  #pages;
  #context;
  #state;
  /** What is told is told in order, though finding its words may take time. */
  #telling = Promise.resolve();
  /** Tabs that a page opened and nothing was done in yet, the newest last. @type {number[]} */
  #opened = [];
  /** @type {Map<number, number>} when something was last done in a tab, in the time of performance.now() */
  #used = new Map();

  /** @param {{ pages: import("./frames.js").Frames, context: Context, state: import("./state.js").State }} parts */
  constructor({ pages, context, state }) {
    this.#pages = pages;
    this.#context = context;
    this.#state = state;
  }

  /** Adds the listeners; synchronously, at the worker's start. */
  register() {
    this.#pages.onHello((frame) => void this.#tellPage(frame));
    this.#pages.onTold("recorded", (frame, message) => {
      this.#used.set(frame.tab, performance.now());
      this.#queue((recording) => this.#tellOf(frame, message, recording));
    });
    chrome.webNavigation.onCommitted.addListener((details) => {
      const step = details.frameId === 0 ? this.#travelled(details) : undefined;
      if (step) this.#queue((recording) => this.#tellTravel(details.tabId, step, recording));
    });
    chrome.webNavigation.onCreatedNavigationTarget.addListener(({ tabId }) => void this.#opened.push(tabId));
    this.#context.tabs.onGone((tab) => {
      this.#opened = this.#opened.filter((other) => other !== tab);
      this.#used.delete(tab);
      this.#queue((recording) => this.#tellClosed(tab, recording));
    });
  }

  /**
   * Begins with the page that is open; when it ends, all that was done has been told before the answer.
   * @param {Request} request
   */
  async command(request) {
    if (!request.on) {
      await this.#askPages({ call: "record", on: false });
      await this.#telling;
      await this.#state.update((now) => void (now.recording = null));
      return success({ on: false });
    }
    const tab = await this.#context.tabs.target(request);
    if (tab === undefined) return NO_TAB;
    const open = await chrome.tabs.get(tab).catch(() => undefined);
    if (!open) return (await this.#context.tabs.problem(tab)) ?? NO_TAB;
    await this.#pages.of(tab);
    await this.#state.update((now) => void (now.recording = { tab, cameFrom: [], seen: [tab] }));
    await this.#askPages({ call: "record", on: true });
    if (URL.canParse(open.url ?? "") && isWeb(new URL(open.url ?? ""))) this.#emit(tab, { kind: "open", url: open.url });
    return success({ on: true, tab });
  }

  /** Another run begins, which has not asked for it. */
  forget() {
    void this.#askPages({ call: "record", on: false });
  }

  /** @param {Record<string, unknown>} call */
  #askPages(call) {
    return Promise.all(this.#pages.all().map((frame) => frame.call(call, performance.now() + STOP_WITHIN)));
  }

  /** A page that comes while recording is on records too. @param {Frame} frame */
  async #tellPage(frame) {
    if ((await this.#state.read()).recording) void frame.call({ call: "record", on: true }, performance.now() + STOP_WITHIN);
  }

  /** @param {(recording: import("./state.js").Recording) => Promise<void>} tell */
  #queue(tell) {
    this.#telling = this.#telling.then(async () => {
      const { recording } = await this.#state.read();
      if (recording) await tell(recording).catch(() => {});
    });
  }

  /** @param {number} tab @param {Record<string, unknown>} step */
  #emit(tab, step) {
    this.#context.emit("recorded", { tab, step });
  }

  /** @param {Frame} frame @param {Message} message @param {import("./state.js").Recording} recording */
  async #tellOf(frame, { step, used }, recording) {
    const target = used && (await wordsInTab(this.#pages, frame, used));
    // Without words for it there is nothing that a script could do again.
    if (used && !target) return;
    await this.#enter(frame.tab, recording);
    this.#emit(frame.tab, target ? { ...step, target } : step);
  }

  /** Says that what follows is done in another tab. @param {number} tab @param {import("./state.js").Recording} recording */
  async #enter(tab, recording) {
    if (tab === recording.tab) return;
    const isNew = this.#opened.at(-1) === tab;
    this.#opened = this.#opened.filter((other) => other !== tab);
    const url = (await chrome.tabs.get(tab)).url ?? "";
    this.#emit(tab, isNew ? { kind: "switchToNewTab" } : { kind: "switchToTab", url });
    await this.#goTo(tab, recording);
  }

  /** @param {number} tab @param {import("./state.js").Recording} recording */
  async #goTo(tab, { tab: from, cameFrom, seen }) {
    const way = from === null ? cameFrom : [...cameFrom, from];
    await this.#state.update((now) => void (now.recording = { tab, cameFrom: way, seen: [...new Set([...seen, tab])] }));
  }

  /**
   * How a person went to a page without using the page before it.
   * @param {chrome.webNavigation.WebNavigationTransitionCallbackDetails} details
   */
  #travelled({ tabId, url, transitionType, transitionQualifiers }) {
    const address = URL.parse(url);
    if (!address || !isWeb(address)) return undefined;
    const isCaused = performance.now() - (this.#used.get(tabId) ?? -Infinity) < CAUSED_WITHIN;
    if (transitionQualifiers.includes("client_redirect")) return undefined;
    if (transitionQualifiers.includes("forward_back")) return isCaused ? undefined : { kind: "back" };
    if (transitionType === "reload") return isCaused ? undefined : { kind: "reload" };
    return /^(typed|auto_bookmark|generated|keyword|keyword_generated)$/.test(transitionType) ? { kind: "open", url } : undefined;
  }

  /** @param {number} tab @param {Record<string, unknown> & { kind: string }} step @param {import("./state.js").Recording} recording */
  async #tellTravel(tab, step, recording) {
    if (step.kind === "open" && !recording.seen.includes(tab)) {
      this.#emit(tab, { ...step, newTab: true });
      return this.#goTo(tab, recording);
    }
    await this.#enter(tab, recording);
    this.#emit(tab, step);
  }

  /** @param {number} tab @param {import("./state.js").Recording} recording */
  async #tellClosed(tab, { tab: current, cameFrom, seen }) {
    const way = cameFrom.filter((other) => other !== tab);
    if (tab === current) this.#emit(tab, { kind: "closeTab" });
    const now = tab === current ? way.pop() ?? null : current;
    await this.#state.update((state) => void (state.recording = { tab: now, cameFrom: way, seen }));
  }
}
