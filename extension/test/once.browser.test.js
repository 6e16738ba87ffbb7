// An act is delivered at most once: the page counts, and the worker is stopped before, during and after each command.

import assert from "node:assert/strict";
import { test } from "node:test";
import { servePages, startAite } from "./harness.js";

const PAGE = `<!doctype html><title>Counter</title><button onclick="count()">Send</button><input aria-label="Name" oninput="count()">
<script>
  let counted = 0;
  const count = () => { counted += 1; document.title = String(counted); };
</script>`;

const BUTTON = { descriptor: { tag: "button", text: "Send" } };
const FIELD = { descriptor: { tag: "input", role: "textbox", name: "Name", ariaLabel: "Name" } };

/** @type {[string, Record<string, unknown>][]} */
const ACTS = [
  ["click", BUTTON],
  ["doubleClick", BUTTON],
  ["type", { ...FIELD, value: "x" }],
  ["fill", { ...FIELD, value: "y" }],
  ["press", { ...FIELD, keys: "z" }],
];
/** What each of them does to the page once, in counts. */
const ONCE = { click: 1, doubleClick: 2, type: 1, fill: 1, press: 1 };

test("an act is delivered at most once", async (t) => {
  const { bridge, pipe, killWorker } = await startAite(t);
  await bridge.hellos.take();
  const origin = await servePages(t, { "/": PAGE });
  const { tab } = await bridge.ask({ cmd: "navigate", url: `${origin}/` });

  /** Stops the worker, and wakes it again. */
  const stop = async () => {
    await killWorker();
    await bridge.closes.take();
    const { targetId } = await pipe.send("Target.createTarget", { url: "about:blank", background: true });
    await bridge.hellos.take();
    await pipe.send("Target.closeTarget", { targetId });
  };
  const counted = async () => {
    const { ok, found } = await bridge.ask({ cmd: "verify", kind: "title", op: "matches", value: ".", tab, timeoutMs: 5000 });
    assert.ok(ok);
    return found === "Counter" ? 0 : Number(found);
  };

  for (const [action, fields] of ACTS) {
    const once = ONCE[/** @type {keyof typeof ONCE} */ (action)];
    const act = { cmd: "act", action, tab, timeoutMs: 2000, ...fields };

    await t.test(`${action}, when the worker is stopped before it`, async () => {
      await bridge.ask({ cmd: "navigate", tab, url: `${origin}/` });
      await stop();
      const { ok } = await bridge.ask(act);
      assert.ok(ok);
      assert.equal(await counted(), once);
    });

    await t.test(`${action}, when the worker is stopped during it and the same request comes again`, async () => {
      await bridge.ask({ cmd: "navigate", tab, url: `${origin}/` });
      const id = bridge.send(act);
      await stop();
      bridge.send({ ...act, id });
      const again = await bridge.answer((answer) => answer.id === id);
      if (!again.ok) assert.equal(again.reason, "connection-lost");
      assert.ok((await counted()) <= once);
    });

    await t.test(`${action}, when the worker is stopped after it and the same request comes again`, async () => {
      await bridge.ask({ cmd: "navigate", tab, url: `${origin}/` });
      const { ok, id } = await bridge.ask(act);
      assert.ok(ok);
      await stop();
      bridge.send({ ...act, id });
      const again = await bridge.answer((answer) => answer.id === id);
      assert.equal(again.reason, "connection-lost");
      assert.equal(await counted(), once);
    });

    await t.test(`${action}, when the same request comes twice`, async () => {
      await bridge.ask({ cmd: "navigate", tab, url: `${origin}/` });
      const id = bridge.send(act);
      bridge.send({ ...act, id });
      await bridge.answer((answer) => answer.id === id);
      await bridge.answer((answer) => answer.id === id);
      assert.equal(await counted(), once);
    });
  }
});

test("a page's looks are answered by a worker that was stopped under them", async (t) => {
  const { bridge, pipe, killWorker } = await startAite(t);
  await bridge.hellos.take();
  const origin = await servePages(t, { "/": PAGE });
  const { tab } = await bridge.ask({ cmd: "navigate", url: `${origin}/` });
  const looks = [
    { cmd: "resolve", target: { text: "Send" } },
    { cmd: "locate", ...BUTTON },
    { cmd: "read", target: { text: "Send" } },
    { cmd: "verify", kind: "exists", target: { text: "Send" } },
    { cmd: "wait", kind: "visible", target: { text: "Send" } },
    { cmd: "tabs" },
  ];
  for (const look of looks) {
    await t.test(look.cmd, async () => {
      const id = bridge.send({ tab, timeoutMs: 5000, ...look });
      await killWorker();
      await bridge.closes.take();
      await pipe.send("Target.createTarget", { url: "about:blank", background: true });
      await bridge.hellos.take();
      bridge.send({ tab, timeoutMs: 5000, ...look, id });
      let answer = await bridge.answer((answer) => answer.id === id);
      assert.ok(answer.ok, JSON.stringify(answer));
    });
  }
});
