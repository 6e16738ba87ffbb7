// What all transports have in common: the states, one attempt at a time, reconnecting with backoff, and handing frames
// to handlers. A kind of channel adds only how it is opened.

import { BROKEN } from "./types.js";

/**
 * @typedef {import("./transport.js").Transport} Transport
 * @typedef {import("./types.js").ProtocolFrame} ProtocolFrame
 * @typedef {import("./types.js").ConnectionState} ConnectionState
 * @typedef {import("./types.js").CloseCause} CloseCause
 */

/**
 * An open way to the other side, or one that is being opened.
 * @typedef {object} Channel
 * @property {boolean} [isOpen] true when it was open from the start, and so never reports `opened`
 * @property {(frame: ProtocolFrame) => void} send
 * @property {(code: number, reason: string) => void} close
 */

/**
 * What a channel reports. Reports of a channel that has been replaced are ignored.
 * @typedef {object} ChannelEvents
 * @property {() => void} opened
 * @property {(decoded: { frame: ProtocolFrame } | { problem: string }) => void} received
 * @property {(cause: CloseCause) => void} closed
 */

/**
 * @typedef {object} Settings
 * @property {readonly number[]} [backoffMs] the waits between attempts; the last one repeats
 * @property {(message: string, cause?: unknown) => void} [log]
 * @property {Clock} [clock]
 */

/** @typedef {{ setTimeout(run: () => void, ms: number): any, clearTimeout(timer: any): void }} Clock */

/** The transport contract's own sequence. */
export const DEFAULT_BACKOFF_MS = [1000, 2000, 4000, 8000, 16000, 30000];

/** @implements {Transport} */
export class ReconnectingTransport {
  /** @type {(events: ChannelEvents) => Promise<Channel>} */
  #open;
  #backoffMs;
  #log;
  #clock;

  /** @type {ConnectionState} */
  #state = "disconnected";
  /** @type {Channel | undefined} */
  #channel;
  /** @type {{ promise: Promise<void>, resolve: () => void, reject: (error: Error) => void } | undefined} */
  #attempt;
  /** Counts attempts, so that reports of an earlier one are known as late. */
  #generation = 0;
  /** @type {any} */
  #timer;
  #failures = 0;

  /** @type {Set<(frame: ProtocolFrame) => void>} */
  #messageHandlers = new Set();
  /** @type {Set<(state: ConnectionState, cause?: CloseCause) => void>} */
  #stateHandlers = new Set();

  /**
   * @param {(events: ChannelEvents) => Promise<Channel>} open starts a channel; it has been opened when it reports so
   * @param {Settings} [settings]
   */
  constructor(open, { backoffMs = DEFAULT_BACKOFF_MS, log = console.warn, clock = globalThis } = {}) {
    this.#open = open;
    this.#backoffMs = backoffMs;
    this.#log = log;
    this.#clock = clock;
  }

  get state() {
    return this.#state;
  }

  /** @returns {Promise<void>} */
  connect() {
    if (this.#state === "connected") return Promise.resolve();
    return (this.#attempt ?? this.#start()).promise;
  }

  /** @returns {Promise<void>} */
  async disconnect() {
    this.#abandon(1000, "disconnected");
    this.#setState("disconnected");
  }

  /** @param {ProtocolFrame} frame */
  send(frame) {
    if (this.#state !== "connected" || !this.#channel) {
      throw new Error(`a frame was to be sent while the transport is ${this.#state}`);
    }
    this.#channel.send(frame);
  }

  /** @param {(frame: ProtocolFrame) => void} handler */
  onMessage(handler) {
    return addTo(this.#messageHandlers, handler);
  }

  /** @param {(state: ConnectionState, cause?: CloseCause) => void} handler */
  onConnectionStateChange(handler) {
    return addTo(this.#stateHandlers, handler);
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  reopen(code, reason) {
    if (this.#state === "connected") this.#broken(code, reason);
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  declareVersionSkew(code, reason) {
    this.#abandon(code, reason);
    this.#setState("version_skew");
  }

  #start() {
    this.#clock.clearTimeout(this.#timer);
    const generation = ++this.#generation;
    /** @param {() => void} run */
    const ifCurrent = (run) => {
      if (generation === this.#generation) run();
    };
    const attempt = withResolvers();
    this.#attempt = attempt;
    this.#setState("connecting");
    // A state handler may have disconnected already.
    if (this.#attempt !== attempt) return attempt;

    this.#open({
      opened: () => ifCurrent(() => this.#opened()),
      received: (decoded) => ifCurrent(() => this.#received(decoded)),
      closed: ({ code, reason }) => ifCurrent(() => this.#broken(code, reason)),
    }).then(
      (channel) => {
        if (generation !== this.#generation) channel.close(1000, "no longer wanted");
        else this.#adopt(channel);
      },
      (error) => ifCurrent(() => this.#broken(BROKEN, error instanceof Error ? error.message : String(error))),
    );
    return attempt;
  }

  /** @param {Channel} channel */
  #adopt(channel) {
    this.#channel = channel;
    if (channel.isOpen) this.#opened();
  }

  #opened() {
    const attempt = this.#attempt;
    this.#attempt = undefined;
    this.#failures = 0;
    this.#setState("connected");
    attempt?.resolve();
  }

  /** @param {{ frame: ProtocolFrame } | { problem: string }} decoded */
  #received(decoded) {
    if ("problem" in decoded) {
      this.#log(`an inbound frame was dropped: ${decoded.problem}`);
      return;
    }
    this.#callAll(this.#messageHandlers, [decoded.frame]);
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  #broken(code, reason) {
    this.#abandon(code, reason);
    const wait = this.#backoffMs[Math.min(this.#failures, this.#backoffMs.length - 1)] ?? 0;
    this.#failures += 1;
    // Before the handlers are told, so that a handler that disconnects also stops this.
    this.#timer = this.#clock.setTimeout(() => this.#start(), wait);
    this.#setState("disconnected", { code, reason });
  }

  /**
   * Lets go of the channel or attempt that there is.
   * @param {number} code
   * @param {string} reason
   */
  #abandon(code, reason) {
    this.#clock.clearTimeout(this.#timer);
    this.#generation += 1;
    const channel = this.#channel;
    const attempt = this.#attempt;
    this.#channel = undefined;
    this.#attempt = undefined;
    channel?.close(code, reason);
    attempt?.reject(new Error(`the connection was not made: ${reason || `closed with ${code}`}`));
  }

  /**
   * @param {ConnectionState} state
   * @param {CloseCause} [cause]
   */
  #setState(state, cause) {
    if (state === this.#state) return;
    this.#state = state;
    this.#callAll(this.#stateHandlers, [state, cause]);
  }

  /**
   * @template {any[]} Values
   * @param {Set<(...values: Values) => void>} handlers
   * @param {Values} values
   */
  #callAll(handlers, values) {
    for (const handler of [...handlers]) {
      // Disposed by a handler before it.
      if (!handlers.has(handler)) continue;
      try {
        handler(...values);
      } catch (error) {
        this.#log("a handler failed", error);
      }
    }
  }
}

/**
 * @template T
 * @param {Set<T>} handlers
 * @param {T} handler
 */
function addTo(handlers, handler) {
  handlers.add(handler);
  return { dispose: () => void handlers.delete(handler) };
}

function withResolvers() {
  /** @type {() => void} */
  let resolve = () => {};
  /** @type {(error: Error) => void} */
  let reject = () => {};
  /** @type {Promise<void>} */
  const promise = new Promise((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // A reconnection by timer has nobody who waits for it, and its failure is told by the state.
  promise.catch(() => {});
  return { promise, resolve, reject };
}
