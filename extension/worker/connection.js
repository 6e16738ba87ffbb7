// The handshake and the states above the transport: hello, welcome, ping, the bridge's close codes, and which frames
// are requests.

import { CLOSE, PROTOCOL } from "../wire/types.js";

/**
 * @typedef {import("../transport/types.js").ProtocolFrame} ProtocolFrame
 * @typedef {import("../transport/types.js").CloseCause} CloseCause
 */

const WELCOME_WITHIN_MS = 5000;

/** Events kept while there is no bridge to tell them to. */
const MAX_WAITING_EVENTS = 100;

/**
 * @typedef {object} Parts
 * @property {import("../transport/transport.js").Transport} transport
 * @property {() => Promise<Record<string, unknown>>} introduce what hello says besides its type and `resume`
 * @property {import("./state.js").State} state
 * @property {import("./badge.js").Badge} badge
 * @property {(request: import("./dispatch.js").Request) => Promise<ProtocolFrame>} answer
 * @property {() => void} forgetRun another run begins
 * @property {(message: string, cause?: unknown) => void} [log]
 * @property {import("../transport/reconnecting.js").Clock} [clock]
 */

/** @param {Parts} parts */
export function createConnection(parts) {
  const { transport, introduce, state, badge, answer, forgetRun, log = console.warn, clock = globalThis } = parts;
  /** Counts connections, so that an answer made for an earlier one is not sent on a later one. */
  let generation = 0;
  let isWelcomed = false;
  /** Settled once what was kept of another run is gone. */
  let entered = Promise.resolve();
  let isEntered = false;
  let isReplaced = false;
  /** @type {any} */
  let welcomeTimer;
  /** @type {ProtocolFrame[]} */
  let waitingEvents = [];

  transport.onConnectionStateChange((now, cause) => {
    generation += 1;
    isWelcomed = false;
    isEntered = false;
    clock.clearTimeout(welcomeTimer);
    if (now === "connected") void sayHello(generation);
    if (now === "disconnected" && cause) explainClose(cause);
  });

  transport.onMessage((frame) => {
    if (frame.type === "ping") transport.send({ type: "pong" });
    else if (frame.type === "welcome") void acceptWelcome(frame, generation);
    else if (isWelcomed && typeof frame.id === "number" && typeof frame.cmd === "string") {
      void reply(/** @type {import("./dispatch.js").Request} */ (frame), generation);
    } else log(`a frame of no known kind was dropped: ${JSON.stringify(frame).slice(0, 200)}`);
  });

  /** @param {number} current */
  async function sayHello(current) {
    welcomeTimer = clock.setTimeout(() => transport.reopen(1000, "no welcome in time"), WELCOME_WITHIN_MS);
    const [{ runId }, introduction] = await Promise.all([state.read(), introduce()]);
    if (current !== generation) return;
    transport.send({ type: "hello", ...introduction, ...(runId === null ? {} : { resume: runId }) });
  }

  /**
   * @param {ProtocolFrame} welcome
   * @param {number} current
   */
  async function acceptWelcome({ protocol, runId }, current) {
    clock.clearTimeout(welcomeTimer);
    if (protocol !== PROTOCOL) {
      badge.error(`the bridge speaks protocol ${protocol}, and this extension speaks ${PROTOCOL}.`);
      transport.declareVersionSkew(CLOSE.protocolMismatch, `this extension speaks protocol ${PROTOCOL}`);
      return;
    }
    badge.clear();
    isWelcomed = true;
    entered = enterRun(String(runId));
    await entered;
    if (current !== generation) return;
    isEntered = true;
    tellWaitingEvents();
  }

  /** @param {string} runId */
  async function enterRun(runId) {
    const known = await state.read();
    if (known.runId === runId) return;
    if (known.runId !== null) waitingEvents = [];
    forgetRun();
    await state.begin(runId);
  }

  /**
   * @param {import("./dispatch.js").Request} request
   * @param {number} current
   */
  async function reply(request, current) {
    await entered;
    const frame = await answer(request);
    if (current !== generation) return;
    try {
      transport.send(frame);
    } catch (error) {
      const message = `the answer could not be sent: ${error instanceof Error ? error.message : error}`;
      transport.send({ id: request.id, ok: false, reason: "internal", detail: { message } });
    }
  }

  function tellWaitingEvents() {
    const events = waitingEvents;
    waitingEvents = [];
    for (const event of events) transport.send(event);
  }

  /** @param {CloseCause} cause */
  function explainClose({ code }) {
    if (code === CLOSE.wrongToken) badge.error("the bridge refused the token in bridge.json.");
    if (code === CLOSE.replaced) {
      isReplaced = true;
      badge.error("another extension has taken over the bridge.");
      void transport.disconnect();
    }
  }

  return {
    /** Sees to it that there is a connection, or an attempt at one, unless this extension has to stand back. */
    wake() {
      if (isReplaced || transport.state === "version_skew") return;
      // A failed attempt is followed by the next; the state tells of both.
      transport.connect().catch(() => {});
    },

    /**
     * @param {string} kind
     * @param {Record<string, unknown>} fields
     */
    emit(kind, fields) {
      const event = { type: "event", kind, ...fields };
      if (isEntered) transport.send(event);
      else waitingEvents = [...waitingEvents, event].slice(-MAX_WAITING_EVENTS);
    },
  };
}
