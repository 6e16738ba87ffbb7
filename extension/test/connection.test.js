import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { WebSocketTransport } from "../transport/websocket.js";
import { checkCard, socketAddress } from "../worker/card.js";
import { createConnection } from "../worker/connection.js";
import { createDispatcher } from "../worker/dispatch.js";
import { createRunState } from "../worker/state.js";
import { FakeClock, FakeSocket, FakeStorage, settle } from "./fakes.js";

const samples = async (/** @type {string} */ name) =>
  JSON.parse(await readFile(new URL(`../wire/samples/${name}.json`, import.meta.url), "utf8"));
const frames = await samples("frames");
const protocol = await samples("protocol");
const [welcome] = frames.welcome;

/** @param {{ storage?: FakeStorage, commands?: import("../worker/dispatch.js").Commands }} [settings] */
function createRig({ storage = new FakeStorage(), commands = {} } = {}) {
  const clock = new FakeClock();
  /** @type {FakeSocket[]} */
  const sockets = [];
  /** @type {string[]} */
  const badges = [];
  /** @type {string[]} */
  const log = [];
  const transport = new WebSocketTransport({
    address: "ws://127.0.0.1:1/ext?token=t",
    backoffMs: protocol.backoffMs,
    clock,
    log: () => {},
    openSocket: (address) => {
      sockets.push(new FakeSocket(address));
      return /** @type {any} */ (sockets.at(-1));
    },
  });
  const state = createRunState(/** @type {any} */ (storage));
  const dispatcher = createDispatcher({ commands, context: /** @type {any} */ ({}), state });
  const connection = createConnection({
    transport,
    state,
    badge: { error: (message) => void badges.push(message), clear: () => void badges.push("") },
    introduce: async () => ({ extVersion: "0.1.0", chrome: "154.0.0.0", profile: "test-qian" }),
    answer: dispatcher.answer,
    forgetRun: dispatcher.forget,
    log: (message) => void log.push(message),
    clock,
  });
  const socket = () => /** @type {FakeSocket} */ (sockets.at(-1));
  const rig = {
    clock, sockets, badges, log, transport, connection, state,
    /** What was sent on the latest connection. */
    sent: () => socket().sent.map((text) => JSON.parse(text)),
    /** @param {any} frame */
    async deliver(frame) {
      socket().onmessage?.({ data: JSON.stringify(frame) });
      await settle();
    },
    async open() {
      socket().onopen?.();
      await settle();
    },
    /** @param {number} code */
    async close(code) {
      socket().onclose?.({ code, reason: "" });
      await settle();
    },
    async wake() {
      connection.wake();
      await settle();
    },
  };
  return rig;
}

/** @param {ReturnType<typeof createRig>} rig */
async function welcomed(rig) {
  await rig.wake();
  await rig.open();
  await rig.deliver(welcome);
  return rig;
}

test("says hello first, as the protocol writes it, and nothing else before the welcome", async () => {
  const rig = createRig();
  rig.connection.emit("tab-closed", { tab: 1 });
  await rig.wake();
  await rig.open();
  assert.deepEqual(rig.sent(), [frames.hello[0]]);
  await rig.deliver({ id: 1, cmd: "tabs" });
  assert.deepEqual(rig.sent(), [frames.hello[0]], "a request before the welcome is dropped");
});

test("says which run it comes back to, also after the worker was stopped", async () => {
  const storage = new FakeStorage();
  await welcomed(createRig({ storage }));
  const reborn = createRig({ storage });
  await reborn.wake();
  await reborn.open();
  assert.deepEqual(reborn.sent(), [frames.hello[1]]);
});

test("clears the badge when it is welcomed", async () => {
  const rig = await welcomed(createRig());
  assert.deepEqual(rig.badges, [""]);
  assert.equal(rig.transport.state, "connected");
});

test("answers ping with pong, before and after the welcome", async () => {
  const rig = createRig();
  await rig.wake();
  await rig.open();
  await rig.deliver(frames.ping[0]);
  assert.deepEqual(rig.sent().at(-1), frames.pong[0]);
  await rig.deliver(welcome);
  await rig.deliver(frames.ping[0]);
  assert.deepEqual(rig.sent().slice(-2), [frames.pong[0], frames.pong[0]]);
});

test("gives a bridge up that does not welcome it in time, and tries again", async () => {
  const rig = createRig();
  await rig.wake();
  await rig.open();
  await rig.clock.pass(4999);
  assert.equal(rig.transport.state, "connected");
  await rig.clock.pass(1);
  assert.equal(rig.transport.state, "disconnected");
  await rig.clock.pass(500);
  assert.equal(rig.sockets.length, 2);
  await rig.open();
  await rig.deliver(welcome);
  await rig.clock.pass(60_000);
  assert.equal(rig.transport.state, "connected");
});

test("holds no later connection to the time that an earlier one was given", async () => {
  const rig = createRig();
  await rig.wake();
  await rig.open();
  await rig.clock.pass(2000);
  await rig.close(1006);
  await rig.clock.pass(500);
  await rig.open();
  await rig.clock.pass(4000);
  assert.equal(rig.transport.state, "connected");
  await rig.clock.pass(1000);
  assert.equal(rig.transport.state, "disconnected");
});

test("says hello once on a connection, also when the one before broke as it was about to", async () => {
  const rig = createRig();
  await rig.wake();
  rig.sockets[0]?.onopen?.();
  rig.sockets[0]?.onclose?.({ code: 1006, reason: "" });
  rig.connection.wake();
  await Promise.resolve();
  await Promise.resolve();
  rig.sockets[1]?.onopen?.();
  await settle();
  assert.deepEqual(rig.sent(), [frames.hello[0]]);
});

test("closes with 4426 on another protocol, shows it, and does not come back by itself", async () => {
  const rig = createRig();
  await rig.wake();
  await rig.open();
  await rig.deliver({ ...welcome, protocol: protocol.protocol + 1 });
  assert.equal(rig.sockets[0]?.closedWith?.code, protocol.closeCodes.protocolMismatch);
  assert.equal(rig.transport.state, "version_skew");
  assert.match(rig.badges.join(), /protocol 2/);
  await rig.wake();
  await rig.clock.pass(60_000);
  assert.equal(rig.sockets.length, 1);
});

for (const protocol of [undefined, "1", null]) {
  test(`takes a welcome with the protocol ${JSON.stringify(protocol)} for another protocol's`, async () => {
    const rig = createRig();
    await rig.wake();
    await rig.open();
    await rig.deliver({ ...welcome, protocol });
    assert.equal(rig.transport.state, "version_skew");
  });
}

test("after a wrong token shows it and keeps trying", async () => {
  const rig = createRig();
  await rig.wake();
  await rig.open();
  await rig.close(protocol.closeCodes.wrongToken);
  assert.match(rig.badges.join(), /token/);
  await rig.clock.pass(500);
  assert.equal(rig.sockets.length, 2);
  await rig.open();
  await rig.deliver(welcome);
  assert.equal(rig.badges.at(-1), "");
});

test("after another extension took its place shows it and stands back until the worker restarts", async () => {
  const rig = await welcomed(createRig());
  await rig.close(protocol.closeCodes.replaced);
  assert.match(rig.badges.join(), /another extension/);
  await rig.wake();
  await rig.clock.pass(60_000);
  assert.equal(rig.sockets.length, 1);
  assert.equal(rig.transport.state, "disconnected");
});

for (const name of ["noHello", "noPong", "tooLarge"]) {
  test(`reconnects after the close code for ${name}`, async () => {
    const rig = await welcomed(createRig());
    await rig.close(protocol.closeCodes[name]);
    await rig.clock.pass(500);
    await rig.open();
    assert.deepEqual(rig.sent(), [frames.hello[1]]);
    assert.deepEqual(rig.badges, [""], "this is nothing a person has to know");
  });
}

test("waits as the protocol says when nobody is there", async () => {
  const rig = createRig();
  await rig.wake();
  const waits = [];
  for (let n = 0; n < 7; n += 1) {
    await rig.close(1006);
    const [wait = 0] = rig.clock.pending;
    waits.push(wait);
    await rig.clock.pass(wait);
  }
  assert.deepEqual(waits, [500, 1000, 2000, 4000, 8000, 8000, 8000]);
  assert.deepEqual(rig.badges, []);
});

test("a wake while it waits tries now", async () => {
  const rig = await welcomed(createRig());
  await rig.close(1006);
  await rig.wake();
  assert.equal(rig.sockets.length, 2);
});

test("drops and logs what is no message, and stays connected", async () => {
  const rig = await welcomed(createRig());
  for (const text of await samples("malformed")) {
    rig.sockets[0]?.onmessage?.({ data: text });
    await settle();
  }
  assert.equal(rig.transport.state, "connected");
  assert.deepEqual(rig.sent().slice(1), []);
  assert.ok(rig.log.length > 0);
});

test("answers a request with its id", async () => {
  const rig = await welcomed(createRig({ commands: { tabs: async () => ({ ok: true, tabs: [] }) } }));
  await rig.deliver({ id: 11, cmd: "tabs" });
  assert.deepEqual(rig.sent().at(-1), { id: 11, ok: true, tabs: [] });
});

test("says internal when an answer is over the limit", async () => {
  const rig = await welcomed(createRig({ commands: { read: async () => ({ ok: true, text: "x".repeat(9 * 1024 * 1024) }) } }));
  await rig.deliver({ id: 5, cmd: "read" });
  const { id, ok, reason, detail } = rig.sent().at(-1);
  assert.deepEqual([id, ok, reason], [5, false, "internal"]);
  assert.match(detail.message, /8388608 bytes/);
});

test("sends no answer to a later connection, unless the bridge asked there again", async () => {
  /** @type {((answer: any) => void)[]} */
  const finish = [];
  let calls = 0;
  const verify = () => {
    calls += 1;
    return new Promise((resolve) => finish.push(resolve));
  };
  const rig = await welcomed(createRig({ commands: { verify, act: verify } }));
  await rig.deliver({ id: 1, cmd: "act" });
  await rig.close(1006);
  await rig.clock.pass(500);
  await rig.open();
  await rig.deliver(welcome);
  finish[0]?.({ ok: true });
  await settle();
  assert.deepEqual(rig.sent(), [frames.hello[1]]);

  await rig.deliver({ id: 2, cmd: "verify" });
  await rig.close(1006);
  await rig.clock.pass(500);
  await rig.open();
  await rig.deliver(welcome);
  await rig.deliver({ id: 2, cmd: "verify" });
  finish[1]?.({ ok: true, found: "x" });
  await settle();
  assert.deepEqual(rig.sent(), [frames.hello[1], { id: 2, ok: true, found: "x" }]);
  assert.equal(calls, 2);
});

test("tells the events of the time without a bridge once it is welcomed, the newest hundred", async () => {
  const rig = createRig();
  for (let tab = 1; tab <= 120; tab += 1) rig.connection.emit("tab-closed", { tab });
  await welcomed(rig);
  const [, first, ...rest] = rig.sent();
  assert.deepEqual(first, { type: "event", kind: "tab-closed", tab: 21 });
  assert.equal(rest.length, 99);
  rig.connection.emit("tab-closed", { tab: 124 });
  assert.deepEqual(rig.sent().at(-1), frames.event[1]);
});

test("forgets a run's tab, requests and events when another run begins", async () => {
  const storage = new FakeStorage();
  let acts = 0;
  const commands = {
    act: async () => {
      acts += 1;
      return /** @type {const} */ ({ ok: true });
    },
  };
  const rig = await welcomed(createRig({ storage, commands }));
  await rig.deliver({ id: 1, cmd: "act" });
  await rig.state.update((state) => void (state.tab = 123));
  await rig.close(1006);
  rig.connection.emit("tab-closed", { tab: 123 });
  await rig.clock.pass(500);
  await rig.open();
  rig.sockets.at(-1)?.onmessage?.({ data: JSON.stringify({ ...welcome, runId: "another" }) });
  await rig.deliver({ id: 1, cmd: "act" });
  assert.deepEqual(rig.sent().slice(1), [{ id: 1, ok: true }]);
  assert.equal(acts, 2);
  assert.equal((await rig.state.read()).tab, null);
  assert.equal((await rig.state.read()).runId, "another");
});

test("reads the card as the runner writes it", async () => {
  const card = checkCard(await samples("card"));
  assert.equal(socketAddress(card), "ws://127.0.0.1:45123/ext?token=9f86d081884c7d659a2feaa0c55ad015");
});

for (const bad of [null, [], {}, { address: "ws://127.0.0.1:1/ext", token: "t" }, { address: 1, token: "t", profile: "p" }]) {
  test(`refuses the card ${JSON.stringify(bad)}`, () => {
    assert.throws(() => checkCard(bad), /bridge\.json should hold/);
  });
}

for (const address of ["ws://192.168.0.1:1/ext", "wss://127.0.0.1:1/ext", "ws://127.0.0.1:1/other", "ws://127.0.0.1@evil.test:1/ext"]) {
  test(`refuses a card that names ${address}`, () => {
    assert.throws(() => checkCard({ address, token: "t", profile: "p" }), /a bridge is at/);
  });
}
