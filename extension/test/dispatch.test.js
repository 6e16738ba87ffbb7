import assert from "node:assert/strict";
import { test } from "node:test";
import { createDispatcher } from "../worker/dispatch.js";
import { createRunState } from "../worker/state.js";
import { FakeStorage } from "./fakes.js";

/** @param {{ storage?: FakeStorage, commands?: import("../worker/dispatch.js").Commands }} [settings] */
function createRig({ storage = new FakeStorage(), commands = {} } = {}) {
  let calls = 0;
  const counted = async () => ({ ok: /** @type {true} */ (true), calls: ++calls });
  const dispatcher = createDispatcher({
    commands: { act: counted, verify: counted, ...commands },
    context: /** @type {any} */ ({ name: "the context" }),
    state: createRunState(/** @type {any} */ (storage)),
  });
  return { dispatcher, calls: () => calls };
}

test("answers an unknown command with unsupported", async () => {
  const { dispatcher } = createRig();
  for (const cmd of ["wiggle", "toString", "__proto__"]) {
    const { id, reason, detail } = /** @type {any} */ (await dispatcher.answer({ id: 1, cmd }));
    assert.deepEqual([id, reason], [1, "unsupported"]);
    assert.match(detail.message, new RegExp(cmd));
    dispatcher.forget();
  }
});

test("answers a command that throws with internal and its message", async () => {
  const commands = {
    read: async () => {
      throw new Error("the page fell over");
    },
    wait: () => {
      throw "not even an Error";
    },
  };
  const { dispatcher } = createRig({ commands });
  const thrown = { ok: false, reason: "internal" };
  assert.deepEqual(await dispatcher.answer({ id: 1, cmd: "read" }), { id: 1, ...thrown, detail: { message: "the page fell over" } });
  assert.deepEqual(await dispatcher.answer({ id: 2, cmd: "wait" }), { id: 2, ...thrown, detail: { message: "not even an Error" } });
});

test("gives a command its request and the context", async () => {
  /** @type {any[]} */
  let seen = [];
  const { dispatcher } = createRig({
    commands: {
      read: async (...values) => {
        seen = values;
        return { ok: true };
      },
    },
  });
  await dispatcher.answer({ id: 1, cmd: "read", tab: 4 });
  assert.deepEqual(seen, [{ id: 1, cmd: "read", tab: 4 }, { name: "the context" }]);
});

test("does a repeated request once, whether it is still going on or over", async () => {
  const { dispatcher, calls } = createRig();
  const both = await Promise.all([dispatcher.answer({ id: 1, cmd: "act" }), dispatcher.answer({ id: 1, cmd: "act" })]);
  const later = await dispatcher.answer({ id: 1, cmd: "act" });
  assert.equal(calls(), 1);
  assert.deepEqual([...both, later], Array(3).fill({ id: 1, ok: true, calls: 1 }));
});

test("does not do again what was begun before the worker was stopped, but looks again", async () => {
  const storage = new FakeStorage();
  await createRig({ storage }).dispatcher.answer({ id: 1, cmd: "act" });
  await createRig({ storage }).dispatcher.answer({ id: 2, cmd: "verify" });
  const { dispatcher, calls } = createRig({ storage });
  const again = /** @type {any} */ (await dispatcher.answer({ id: 1, cmd: "act" }));
  assert.equal(again.reason, "connection-lost");
  assert.equal((await dispatcher.answer({ id: 2, cmd: "verify" })).ok, true);
  assert.equal((await dispatcher.answer({ id: 3, cmd: "act" })).ok, true);
  assert.equal(calls(), 2);
});
