// The worker's life in a real Chromium: the handshake, its close codes, and what wakes a worker that Chrome stopped.

import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { test } from "node:test";
import { servePages, startAite } from "./harness.js";

const { closeCodes } = JSON.parse(await readFile(new URL("../wire/samples/protocol.json", import.meta.url), "utf8"));
const RUN = "2026-10-09T13-00-00Z-ab12";

test("introduces itself with its token, and only for the origins it was given", async (t) => {
  const allow = ["http://127.0.0.1:*/*"];
  const { bridge, inWorker } = await startAite(t, { allow });
  const { extVersion, chrome, ...hello } = await bridge.hellos.take();
  assert.deepEqual(hello, { type: "hello", profile: "test", granted: ["http://127.0.0.1/*"] });
  assert.match(extVersion, /^\d+\.\d+\.\d+$/);
  assert.match(chrome, /^\d+\.0\.0\.0$/);
  assert.equal(bridge.token, bridge.card.token);
  assert.equal(await inWorker("chrome.action.getBadgeText({})"), "");

  bridge.send({ type: "ping" });
  await bridge.answer(({ type }) => type === "pong");
  const { reason, detail } = await bridge.ask({ cmd: "wiggle" });
  assert.equal(reason, "unsupported");
  assert.match(detail.message, /wiggle/);
});

test("leaves pages outside the allow list alone", async (t) => {
  const { bridge } = await startAite(t, { allow: ["http://localhost:*/*"] });
  await bridge.hellos.take();
  const origin = await servePages(t, { "/": "<!doctype html><title>Home</title>" });
  const { reason, detail } = await bridge.ask({ cmd: "navigate", url: `${origin}/` });
  assert.equal(reason, "internal");
  assert.equal(detail.message, `${origin} is not in the allow list of aite.config.json, which allows http://localhost/*; add it to "allow" to let aite touch it`);
});

test("shows another protocol on the badge and closes with 4426", async (t) => {
  const { bridge, inWorker } = await startAite(t, { welcome: { runId: RUN, protocol: 2 } });
  assert.equal(await bridge.closes.take(), closeCodes.protocolMismatch);
  assert.equal(await inWorker("chrome.action.getBadgeText({})"), "!");
  assert.match(await inWorker("chrome.action.getTitle({})"), /protocol 2/);
});

test("shows a refused token on the badge and tries again, until it is welcomed", async (t) => {
  const { bridge, inWorker } = await startAite(t);
  await bridge.hellos.take();
  bridge.socket?.close(closeCodes.wrongToken);
  await bridge.closes.take();
  while ((await inWorker("chrome.action.getBadgeText({})")) !== "!");
  await bridge.hellos.take();
  while ((await inWorker("chrome.action.getBadgeText({})")) !== "");
});

test("comes back after a broken connection, with the run it was in", async (t) => {
  const { bridge } = await startAite(t);
  const first = await bridge.hellos.take();
  assert.ok(!("resume" in first));
  for (const code of [closeCodes.noHello, closeCodes.noPong]) {
    bridge.socket?.close(code);
    assert.equal((await bridge.hellos.take()).resume, RUN);
  }
  bridge.socket?.terminate();
  assert.equal((await bridge.hellos.take()).resume, RUN);
});

test("stands back when another extension took its place, until the worker restarts", async (t) => {
  const { bridge, inWorker, killWorker, pipe } = await startAite(t);
  await bridge.hellos.take();
  bridge.socket?.close(closeCodes.replaced);
  await bridge.closes.take();
  while ((await inWorker("chrome.action.getBadgeText({})")) !== "!");
  await inWorker("new Promise((done) => setTimeout(done, 1500))");
  assert.equal(bridge.hellos.items.length, 0);
  await killWorker();
  await pipe.send("Target.createTarget", { url: "about:blank" });
  await bridge.hellos.take();
});

test("waits for a bridge.json, reads it anew each time, and waits again when it is gone", async (t) => {
  const { bridge, writeCard, folder, inWorker } = await startAite(t, { card: "missing" });
  assert.equal(await inWorker("chrome.action.getBadgeText({})"), "");
  await writeCard();
  await bridge.hellos.take();
  await rm(`${folder}/bridge.json`);
  bridge.socket?.close();
  await bridge.closes.take();
  await writeCard();
  await bridge.hellos.take();
});

test("a worker that was stopped", async (t) => {
  const { bridge, killWorker, pipe, inWorker, extension } = await startAite(t);
  await bridge.hellos.take();
  const origin = await servePages(t, { "/": "<!doctype html><title>Home</title>" });
  const { tab } = await bridge.ask({ cmd: "navigate", url: `${origin}/` });
  const { targetInfos } = await pipe.send("Target.getTargets");
  const page = targetInfos.find((/** @type {any} */ info) => info.url === `${origin}/`);
  const { sessionId } = await pipe.send("Target.attachToTarget", { targetId: page.targetId, flatten: true });

  /** @type {[string, () => Promise<unknown>][]} */
  const wakes = [
    ["a navigation", () => pipe.send("Page.navigate", { url: `${origin}/#${Math.random()}` }, sessionId)],
    ["a new tab", () => pipe.send("Target.createTarget", { url: "about:blank" })],
    ["the pipe", async () => {
      await pipe.send("ServiceWorker.enable", {}, sessionId).catch(() => {});
      await pipe.send("ServiceWorker.startWorker", { scopeURL: `chrome-extension://${extension}/` }, sessionId);
    }],
    ["a content script's port", async () => {
      const contexts = await isolatedContext(pipe, sessionId, extension);
      const expression = `void chrome.runtime.connect({ name: "wake" })`;
      await pipe.send("Runtime.evaluate", { expression, contextId: contexts }, sessionId);
    }],
    ["the alarm, within its 30 s", async () => {}],
  ];
  for (const [name, wake] of wakes) {
    await t.test(`is woken by ${name}`, async () => {
      await killWorker();
      await bridge.closes.take();
      await wake();
      const hello = await bridge.hellos.take(() => true, 40_000);
      assert.equal(hello.resume, RUN);
      assert.equal(await inWorker(`chrome.storage.session.get("run").then(({ run }) => run.tab)`), tab);
    });
  }
});

/**
 * @param {any} pipe
 * @param {string} sessionId
 * @param {string} extension
 * @returns {Promise<number>} the extension's own world in the page
 */
async function isolatedContext(pipe, sessionId, extension) {
  await pipe.send("Runtime.enable", {}, sessionId);
  const event = await pipe.events.take(
    (/** @type {any} */ { method, params, sessionId: session }) =>
      session === sessionId &&
      method === "Runtime.executionContextCreated" &&
      params.context.auxData.type === "isolated" &&
      params.context.origin === `chrome-extension://${extension}`,
  );
  return event.params.context.id;
}
