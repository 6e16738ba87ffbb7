// Has a person pick an element in the run's tab: begun by a command, ended by an event.

import { NO_TAB } from "./frames.js";
import { success } from "./answers.js";
import { wireHandle } from "./page-calls.js";
import { wordsInTab } from "./page-targets.js";

/**
 * @typedef {import("./frames.js").Frame} Frame
 * @typedef {import("./dispatch.js").Request} Request
 * @typedef {import("./dispatch.js").Context} Context
 */

/** How long a person may take, in milliseconds, where the request does not say. */
const PICK_WITHIN = 120_000;
/** How long a page may take to begin or to end. */
const ASK_WITHIN = 1000;
/** Commands that only look at the page, and so may come while somebody picks. */
const LOOKS = new Set(["targets", "pick", "record", "outline", "tabs", "read", "verify", "beacon"]);

export class Picker {
  #pages;
  #context;
  #state;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Whether this worker has begun the pick that is under way. */
  #isOwn = false;

  /** @param {{ pages: import("./frames.js").Frames, context: Context, state: import("./state.js").State }} parts */
  constructor({ pages, context, state }) {
    this.#pages = pages;
    this.#context = context;
    this.#state = state;
  }

  /** Adds the listeners; synchronously, at the worker's start. */
  register() {
    this.#pages.onHello((frame) => void this.#greet(frame));
    this.#pages.onTold("picked", (frame, pick) => void this.#take(frame, pick));
    this.#context.tabs.onGone((tab) => void this.#ended(tab));
  }

  /** @param {Request} request */
  async command(request) {
    if (!request.on) {
      await this.cancel();
      return success({ on: false });
    }
    const tab = await this.#context.tabs.target(request);
    if (tab === undefined) return NO_TAB;
    await this.cancel();
    const frames = await this.#pages.of(tab);
    if (!Array.isArray(frames)) return frames;
    await this.#state.update((now) => void (now.picking = tab));
    this.#isOwn = true;
    this.#timer = setTimeout(() => void this.cancel({ timeout: true }), request.timeoutMs ?? PICK_WITHIN);
    await askToPick(frames, true);
    return success({ on: true, tab });
  }

  /** Ends the pick for a command that is about to use the page. @param {Request} request */
  async yieldTo({ cmd, for: purpose }) {
    if (!LOOKS.has(cmd) && (cmd !== "resolve" || purpose !== undefined)) await this.cancel();
  }

  /** Ends the pick that is under way, if one is. @param {{ timeout?: true }} [why] */
  async cancel(why = {}) {
    const tab = (await this.#state.read()).picking;
    if (tab !== null) await this.#end(tab, { cancelled: true, ...why });
  }

  /** A page that comes while somebody picks may be picked from too; a worker that was stopped meanwhile has lost the pick. @param {Frame} frame */
  async #greet(frame) {
    const { picking } = await this.#state.read();
    if (picking !== null && !this.#isOwn) return this.cancel();
    if (picking === frame.tab) await askToPick([frame], true);
  }

  /** @param {Frame} frame @param {any} pick */
  async #take(frame, pick) {
    if ((await this.#state.read()).picking !== frame.tab) return;
    if (pick.pointed) {
      const others = this.#pages.all().filter((other) => other.tab === frame.tab && other !== frame);
      return void others.map((other) => other.call({ call: "pick", elsewhere: true }, performance.now() + ASK_WITHIN));
    }
    if (pick.cancelled) return this.#end(frame.tab, { cancelled: true });
    const { wordings, descriptor } = pick;
    const target = await wordsInTab(this.#pages, frame, { wordings });
    await this.#end(frame.tab, { target, handle: wireHandle(frame, pick.handle), descriptor });
  }

  /** @param {number} tab */
  async #ended(tab) {
    if ((await this.#state.read()).picking === tab) await this.#end(tab, { cancelled: true });
  }

  /** @param {number} tab @param {Record<string, unknown>} fields */
  async #end(tab, fields) {
    clearTimeout(this.#timer);
    await this.#state.update((now) => void (now.picking = null));
    await askToPick(this.#pages.all().filter((frame) => frame.tab === tab), false);
    this.#context.emit("picked", { tab, ...fields });
  }
}

/** @param {Frame[]} frames @param {boolean} on */
function askToPick(frames, on) {
  return Promise.all(frames.map((frame) => frame.call({ call: "pick", on }, performance.now() + ASK_WITHIN)));
}
