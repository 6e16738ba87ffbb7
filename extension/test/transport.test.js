// One suite for every transport: what it says of the seam holds whatever the channel is.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PortTransport } from "../transport/port.js";
import { DEFAULT_BACKOFF_MS } from "../transport/reconnecting.js";
import { MAX_FRAME_BYTES } from "../transport/types.js";
import { WebSocketTransport } from "../transport/websocket.js";
import { FakeClock, FakePort, FakeSocket, settle } from "./fakes.js";

/**
 * The test's side of a transport's channels.
 * @typedef {object} Rig
 * @property {import("../transport/transport.js").Transport} transport
 * @property {FakeClock} clock
 * @property {string[]} log
 * @property {string[]} states every change, as it was told
 * @property {any[]} causes
 * @property {any[]} received
 * @property {() => number} attempts how many channels were asked for
 * @property {(n?: number) => Promise<void>} accept opens the latest channel, or the nth
 * @property {() => Promise<void>} refuse
 * @property {(n?: number) => void} breakOff the other side closes
 * @property {(value: any, n?: number) => void} deliver a value the other side sends, encoded as the channel has it
 * @property {(raw: any) => void} deliverRaw
 * @property {(n?: number) => string[]} sent as JSON text
 * @property {(n?: number) => boolean} isClosed
 * @property {any[]} malformed what this kind of channel may deliver that is no frame
 */

/** @typedef {{ backoffMs?: number[] }} RigSettings */

const kinds = {
  websocket: /** @param {RigSettings} [settings] */ (settings) => {
    /** @type {FakeSocket[]} */
    const sockets = [];
    const common = commonRig();
    const transport = new WebSocketTransport({
      ...common.settings,
      ...settings,
      address: "ws://127.0.0.1:1/ext?token=t",
      openSocket: (address) => {
        const socket = new FakeSocket(address);
        sockets.push(socket);
        return /** @type {any} */ (socket);
      },
    });
    const at = picker(sockets);
    return watched(transport, common, {
      attempts: () => sockets.length,
      accept: async (n) => {
        at(n).onopen?.();
        await settle();
      },
      refuse: async () => {
        at().onclose?.({ code: 1006, reason: "" });
        await settle();
      },
      breakOff: (n) => at(n).onclose?.({ code: 1006, reason: "gone" }),
      deliver: (value, n) => at(n).onmessage?.({ data: JSON.stringify(value) }),
      deliverRaw: (data) => at().onmessage?.({ data }),
      sent: (n) => at(n).sent,
      isClosed: (n) => at(n).closedWith !== undefined,
      malformed: ["not json", '{"type":"ping"', "null", "42", '"ping"', "[]", "", new ArrayBuffer(4), new Blob(["{}"]), null],
    });
  },

  port: /** @param {RigSettings} [settings] */ (settings) => {
    /** @type {FakePort[]} */
    const ports = [];
    /** @type {{ resolve: (port: any) => void, reject: (error: Error) => void }[]} */
    const openings = [];
    const common = commonRig();
    const transport = new PortTransport({
      ...common.settings,
      ...settings,
      openPort: () =>
        new Promise((resolve, reject) => {
          ports.push(new FakePort());
          openings.push({ resolve, reject });
        }),
    });
    const at = picker(ports);
    const opening = picker(openings);
    return watched(transport, common, {
      attempts: () => ports.length,
      accept: async (n) => {
        opening(n).resolve(at(n));
        await settle();
      },
      refuse: async () => {
        opening().reject(new Error("nobody is there"));
        await settle();
      },
      breakOff: (n) => at(n).onDisconnect.fire(),
      deliver: (value, n) => at(n).onMessage.fire(value),
      deliverRaw: (value) => at().onMessage.fire(value),
      sent: (n) => at(n).sent,
      isClosed: (n) => at(n).isDisconnected,
      malformed: ["not json", null, 42, [], undefined, true],
    });
  },
};

function commonRig() {
  const clock = new FakeClock();
  /** @type {string[]} */
  const log = [];
  return { clock, log, settings: { clock, log: (/** @type {string} */ message) => void log.push(message) } };
}

/**
 * @template T
 * @param {T[]} list
 * @returns {(n?: number) => T} the nth, or the last
 */
function picker(list) {
  return (n = list.length - 1) => /** @type {T} */ (list[n]);
}

/**
 * @param {import("../transport/transport.js").Transport} transport
 * @param {{ clock: FakeClock, log: string[] }} common
 * @param {Omit<Rig, "transport" | "clock" | "log" | "states" | "causes" | "received">} channel
 * @returns {Rig}
 */
function watched(transport, { clock, log }, channel) {
  /** @type {Rig} */
  const rig = { transport, clock, log, states: [], causes: [], received: [], ...channel };
  transport.onConnectionStateChange((state, cause) => {
    rig.states.push(state);
    if (cause) rig.causes.push(cause);
  });
  transport.onMessage((frame) => rig.received.push(frame));
  return rig;
}

/** @param {Rig} rig */
async function connected(rig) {
  const connecting = rig.transport.connect();
  await settle();
  await rig.accept();
  await connecting;
  return rig;
}

for (const [name, createRig] of Object.entries(kinds)) {
  describe(`the ${name} transport`, () => {
    test("starts disconnected and opens nothing by itself", async () => {
      const rig = createRig();
      await settle();
      assert.equal(rig.transport.state, "disconnected");
      assert.equal(rig.attempts(), 0);
    });

    test("goes through connecting to connected", async () => {
      const rig = createRig();
      const connecting = rig.transport.connect();
      assert.equal(rig.transport.state, "connecting");
      await settle();
      await rig.accept();
      await connecting;
      assert.equal(rig.transport.state, "connected");
      assert.deepEqual(rig.states, ["connecting", "connected"]);
    });

    test("can send as soon as it says that it is connected", async () => {
      const rig = createRig();
      rig.transport.onConnectionStateChange((state) => {
        if (state === "connected") rig.transport.send({ type: "hello" });
      });
      await connected(rig);
      assert.deepEqual(rig.sent(), ['{"type":"hello"}']);
    });

    test("sends each frame as one message, in order", async () => {
      const rig = await connected(createRig());
      rig.transport.send({ id: 1, text: "ä\u2028\n" });
      rig.transport.send({ id: 2 });
      assert.deepEqual(rig.sent().map((text) => JSON.parse(text)), [{ id: 1, text: "ä\u2028\n" }, { id: 2 }]);
    });

    test("hands each inbound frame to every handler, in order", async () => {
      const rig = await connected(createRig());
      /** @type {any[]} */
      const second = [];
      rig.transport.onMessage((frame) => second.push(frame));
      rig.deliver({ id: 1 });
      rig.deliver({ anything: { at: ["all"] } });
      assert.deepEqual(rig.received, [{ id: 1 }, { anything: { at: ["all"] } }]);
      assert.deepEqual(second, rig.received);
    });

    test("drops and logs what is no frame, and stays connected", async () => {
      const rig = await connected(createRig());
      for (const raw of rig.malformed) rig.deliverRaw(raw);
      assert.deepEqual(rig.received, []);
      assert.equal(rig.log.length, rig.malformed.length);
      assert.equal(rig.transport.state, "connected");
      rig.deliver({ id: 1 });
      assert.deepEqual(rig.received, [{ id: 1 }]);
    });

    test("refuses to send when it is not connected", async () => {
      const rig = createRig();
      assert.throws(() => rig.transport.send({ id: 1 }), /while the transport is disconnected/);
      rig.transport.connect();
      await settle();
      assert.throws(() => rig.transport.send({ id: 1 }), /while the transport is connecting/);
      await rig.accept();
      assert.deepEqual(rig.sent(), []);
      rig.breakOff();
      assert.throws(() => rig.transport.send({ id: 1 }), /while the transport is disconnected/);
    });

    test("refuses to send a frame over the limit, and stays connected", async () => {
      const rig = await connected(createRig());
      const overhead = JSON.stringify({ text: "" }).length;
      rig.transport.send({ text: "x".repeat(MAX_FRAME_BYTES - overhead) });
      assert.throws(() => rig.transport.send({ text: "x".repeat(MAX_FRAME_BYTES - overhead + 1) }), RangeError);
      assert.throws(() => rig.transport.send({ text: "漢".repeat(MAX_FRAME_BYTES / 3) }), RangeError);
      assert.equal(rig.sent().length, 1);
      assert.equal(rig.transport.state, "connected");
    });

    test("disconnects at once, and does not reconnect", async () => {
      const rig = await connected(createRig());
      await rig.transport.disconnect();
      assert.equal(rig.transport.state, "disconnected");
      assert.ok(rig.isClosed());
      rig.breakOff();
      await rig.clock.pass(60_000);
      assert.equal(rig.attempts(), 1);
      assert.deepEqual(rig.states, ["connecting", "connected", "disconnected"]);
      assert.deepEqual(rig.causes, [], "nobody else closed it");
    });

    test("delivers nothing after it was disconnected", async () => {
      const rig = await connected(createRig());
      await rig.transport.disconnect();
      rig.deliver({ id: 1 });
      assert.deepEqual(rig.received, []);
    });

    test("reconnects with the contract's backoff, the last wait repeating", async () => {
      const rig = createRig();
      rig.transport.connect().catch(() => {});
      await settle();
      const waits = [];
      for (let n = 1; n <= 8; n += 1) {
        await rig.refuse();
        const [wait = 0] = rig.clock.pending;
        waits.push(wait);
        await rig.clock.pass(wait - 1);
        assert.equal(rig.attempts(), n, "not before its time");
        await rig.clock.pass(1);
        assert.equal(rig.attempts(), n + 1);
      }
      assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]);
      assert.deepEqual(waits.slice(0, 6), DEFAULT_BACKOFF_MS);
    });

    test("takes its backoff as a setting", async () => {
      const rig = createRig({ backoffMs: [500, 1000, 2000, 4000, 8000] });
      rig.transport.connect().catch(() => {});
      await settle();
      const waits = [];
      for (let n = 1; n <= 7; n += 1) {
        await rig.refuse();
        const [wait = 0] = rig.clock.pending;
        waits.push(wait);
        await rig.clock.pass(wait);
      }
      assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
    });

    test("begins the backoff anew after a connection that opened", async () => {
      const rig = await connected(createRig());
      rig.breakOff();
      assert.deepEqual(rig.clock.pending, [1000]);
      await rig.clock.pass(1000);
      await rig.refuse();
      assert.deepEqual(rig.clock.pending, [2000]);
      await rig.clock.pass(2000);
      await rig.accept();
      rig.breakOff();
      assert.deepEqual(rig.clock.pending, [1000]);
    });

    test("tells of a channel that broke, and why, and of the reconnection", async () => {
      const rig = await connected(createRig());
      rig.breakOff();
      assert.equal(rig.transport.state, "disconnected");
      await rig.clock.pass(1000);
      await rig.accept();
      assert.deepEqual(rig.states, ["connecting", "connected", "disconnected", "connecting", "connected"]);
      assert.equal(rig.causes.length, 1);
      assert.equal(rig.causes[0].code, 1006);
      rig.deliver({ id: 1 });
      rig.transport.send({ id: 1 });
      assert.deepEqual([rig.received, rig.sent()], [[{ id: 1 }], ['{"id":1}']]);
    });

    test("connects now when asked to while it waits, and the timer is gone", async () => {
      const rig = await connected(createRig());
      rig.breakOff();
      const connecting = rig.transport.connect();
      await settle();
      assert.equal(rig.attempts(), 2);
      assert.deepEqual(rig.clock.pending, []);
      await rig.accept();
      await connecting;
      await rig.clock.pass(60_000);
      assert.equal(rig.attempts(), 2);
    });

    test("shares one attempt among calls that overlap", async () => {
      const rig = createRig();
      const both = [rig.transport.connect(), rig.transport.connect()];
      await settle();
      await rig.accept();
      await Promise.all(both);
      await rig.transport.connect();
      assert.equal(rig.attempts(), 1);
      assert.deepEqual(rig.states, ["connecting", "connected"]);
    });

    test("rejects connect when the attempt fails, and goes on trying", async () => {
      const rig = createRig();
      const connecting = rig.transport.connect();
      await settle();
      await Promise.all([assert.rejects(connecting, /the connection was not made/), rig.refuse()]);
      assert.equal(rig.transport.state, "disconnected");
      assert.deepEqual(rig.clock.pending, [1000]);
    });

    test("can be disconnected while it connects", async () => {
      const rig = createRig();
      const connecting = rig.transport.connect();
      await settle();
      const rejected = assert.rejects(connecting, /the connection was not made/);
      await rig.transport.disconnect();
      await rejected;
      await rig.accept();
      assert.ok(rig.isClosed(), "a channel that opens too late is closed");
      assert.deepEqual(rig.states, ["connecting", "disconnected"]);
      assert.deepEqual(rig.clock.pending, []);
    });

    test("can be disconnected and connected again within one turn", async () => {
      const rig = createRig();
      rig.transport.connect().catch(() => {});
      void rig.transport.disconnect();
      const again = rig.transport.connect();
      await settle();
      await rig.accept();
      await again;
      assert.equal(rig.transport.state, "connected");
    });

    test("can be disconnected from a handler of its own state", async () => {
      const rig = await connected(createRig());
      rig.transport.onConnectionStateChange((state, cause) => {
        if (state === "disconnected" && cause) void rig.transport.disconnect();
      });
      rig.breakOff();
      assert.deepEqual(rig.clock.pending, []);
      await rig.clock.pass(60_000);
      assert.equal(rig.attempts(), 1);
    });

    test("opens nothing when a handler disconnects as it begins to connect", async () => {
      const rig = createRig();
      rig.transport.onConnectionStateChange((state) => {
        if (state === "connecting") void rig.transport.disconnect();
      });
      await assert.rejects(rig.transport.connect(), /the connection was not made/);
      await settle();
      assert.equal(rig.attempts(), 0);
      assert.equal(rig.transport.state, "disconnected");
    });

    test("tells of a state only when it changes", async () => {
      const rig = createRig();
      await rig.transport.disconnect();
      assert.deepEqual(rig.states, []);
    });

    test("does not reopen what is not open", async () => {
      const rig = createRig();
      rig.transport.reopen(1000, "");
      assert.deepEqual([rig.transport.state, rig.clock.pending], ["disconnected", []]);
    });

    test("ignores a replaced channel's late close and frames", async () => {
      const rig = await connected(createRig());
      rig.breakOff();
      await rig.clock.pass(1000);
      await rig.accept();
      rig.breakOff(0);
      rig.deliver({ late: true }, 0);
      assert.equal(rig.transport.state, "connected");
      assert.deepEqual(rig.received, []);
      assert.deepEqual(rig.clock.pending, []);
    });

    test("stops delivery when a subscription is disposed", async () => {
      const rig = await connected(createRig());
      /** @type {any[]} */
      const heard = [];
      const messages = rig.transport.onMessage((frame) => heard.push(frame));
      const states = rig.transport.onConnectionStateChange((state) => heard.push(state));
      rig.deliver({ id: 1 });
      messages.dispose();
      states.dispose();
      messages.dispose();
      rig.deliver({ id: 2 });
      rig.breakOff();
      assert.deepEqual(heard, [{ id: 1 }]);
      assert.deepEqual(rig.received, [{ id: 1 }, { id: 2 }]);
    });

    test("does not call a handler that an earlier one has just disposed", async () => {
      const rig = await connected(createRig());
      /** @type {any[]} */
      const heard = [];
      rig.transport.onMessage(() => later.dispose());
      const later = rig.transport.onMessage((frame) => heard.push(frame));
      rig.deliver({ id: 1 });
      assert.deepEqual(heard, []);
    });

    test("lets a handler that throws disturb no other", async () => {
      const rig = createRig();
      rig.transport.onMessage(() => {
        throw new Error("a message handler fails");
      });
      rig.transport.onConnectionStateChange(() => {
        throw new Error("a state handler fails");
      });
      /** @type {any[]} */
      const after = [];
      rig.transport.onMessage((frame) => after.push(frame));
      rig.transport.onConnectionStateChange((state) => after.push(state));
      await connected(rig);
      rig.deliver({ id: 1 });
      assert.deepEqual(after, ["connecting", "connected", { id: 1 }]);
      assert.equal(rig.log.length, 3);
    });

    test("is never in version_skew by itself; the handshake declares it, and that ends the trying", async () => {
      const rig = await connected(createRig());
      rig.deliver({ type: "welcome", protocol: 99 });
      assert.equal(rig.transport.state, "connected");
      rig.transport.declareVersionSkew(4426, "protocol 99 is not ours");
      assert.equal(rig.transport.state, "version_skew");
      assert.ok(rig.isClosed());
      rig.breakOff();
      await rig.clock.pass(60_000);
      assert.equal(rig.attempts(), 1);
      assert.deepEqual(rig.states, ["connecting", "connected", "version_skew"]);
      assert.throws(() => rig.transport.send({ id: 1 }), /version_skew/);
    });

    test("leaves version_skew when it is asked to connect again", async () => {
      const rig = await connected(createRig());
      rig.transport.declareVersionSkew(4426, "");
      await connected(rig);
      assert.equal(rig.transport.state, "connected");
    });

    test("reopens a channel that the handshake gives up, after the backoff", async () => {
      const rig = await connected(createRig());
      rig.transport.reopen(4408, "no welcome in time");
      assert.ok(rig.isClosed());
      assert.deepEqual(rig.clock.pending, [1000]);
      rig.breakOff();
      await rig.clock.pass(1000);
      await rig.accept();
      assert.equal(rig.transport.state, "connected");
      assert.equal(rig.attempts(), 2);
    });
  });
}

describe("the websocket transport's address", () => {
  /** @param {string | (() => string | Promise<string>)} address */
  function sockets(address) {
    const clock = new FakeClock();
    /** @type {FakeSocket[]} */
    const opened = [];
    const transport = new WebSocketTransport({
      address,
      clock,
      log: () => {},
      openSocket: (url) => {
        opened.push(new FakeSocket(url));
        return /** @type {any} */ (opened.at(-1));
      },
    });
    return { clock, opened, transport };
  }

  test("is the one configured", async () => {
    const { opened, transport } = sockets("ws://127.0.0.1:45123/ext?token=ab");
    transport.connect();
    await settle();
    assert.deepEqual(opened.map(({ address }) => address), ["ws://127.0.0.1:45123/ext?token=ab"]);
  });

  test("is asked for anew at each attempt", async () => {
    let run = 0;
    const { clock, opened, transport } = sockets(async () => `ws://127.0.0.1:1/ext?token=${++run}`);
    transport.connect();
    await settle();
    opened[0]?.onopen?.();
    opened[0]?.onclose?.({ code: 1006, reason: "" });
    await clock.pass(1000);
    assert.deepEqual(opened.map(({ address }) => address), ["ws://127.0.0.1:1/ext?token=1", "ws://127.0.0.1:1/ext?token=2"]);
  });

  test("that cannot be told fails the attempt, and the next comes after the backoff", async () => {
    const { clock, opened, transport } = sockets(() => Promise.reject(new Error("there is no bridge.json")));
    await assert.rejects(transport.connect(), /there is no bridge\.json/);
    assert.equal(transport.state, "disconnected");
    assert.deepEqual([opened.length, clock.pending], [0, [1000]]);
  });

  test("may be one that no socket opens", async () => {
    const transport = new WebSocketTransport({
      address: "nonsense",
      clock: new FakeClock(),
      openSocket: (address) => {
        throw new SyntaxError(`no address: ${address}`);
      },
    });
    await assert.rejects(transport.connect(), /no address: nonsense/);
  });

  test("drops an inbound message over the limit", async () => {
    const { opened, transport } = sockets("ws://127.0.0.1:1/ext");
    /** @type {any[]} */
    const received = [];
    transport.onMessage((frame) => received.push(frame));
    transport.connect();
    await settle();
    opened[0]?.onopen?.();
    opened[0]?.onmessage?.({ data: JSON.stringify({ text: "x".repeat(MAX_FRAME_BYTES) }) });
    assert.deepEqual([received, transport.state], [[], "connected"]);
  });
});
