// tabs, switchTab and closeTab in a real Chromium.

import assert from "node:assert/strict";
import { test } from "node:test";
import { servePages, startAite } from "./harness.js";

test("the run's tabs", async (t) => {
  /** @type {import("node:http").ServerResponse[]} */
  const held = [];
  const origin = await servePages(t, {
    "/": "<!doctype html><title>Home</title>",
    "/pay": "<!doctype html><title>Pay</title>",
    "/pay/again": "<!doctype html><title>Pay again</title>",
    "/slow": (request, response) => void held.push(response),
    "/stay": "<!doctype html><title>Stay</title><script>onbeforeunload = (event) => event.preventDefault()</script>",
  });
  const { bridge, inWorker, killWorker, pipe } = await startAite(t);
  await bridge.hellos.take();
  const { tab: home } = await bridge.ask({ cmd: "navigate", url: `${origin}/` });

  /**
   * Opens tabs as a page does.
   * @param {string} path
   * @param {number} [from]
   * @returns {Promise<number>} the new tab
   */
  const openByPage = async (path, from = home) => {
    const code = `(url) => void open(url)`;
    await inWorker(`chrome.scripting.executeScript({ target: { tabId: ${from} }, func: ${code}, args: ["${path}"] })`);
    const event = await bridge.events.take(({ kind, tab }) => kind === "tab-opened" && !seen.has(tab));
    seen.add(event.tab);
    return event.tab;
  };
  const seen = new Set([home]);
  await bridge.events.take(({ kind, tab }) => kind === "tab-opened" && tab === home);
  const strip = (/** @type {any} */ { id, ...answer }) => answer;
  const ask = async (/** @type {any} */ request) => strip(await bridge.ask(request));
  const closeAllBut = async (/** @type {number} */ kept) => {
    const { tabs } = await bridge.ask({ cmd: "tabs" });
    await inWorker(`chrome.tabs.remove(${JSON.stringify(tabs.map((/** @type {any} */ tab) => tab.id).filter((/** @type {number} */ id) => id !== kept))})`);
  };

  await t.test("switches to the tab that opened by itself, once it has loaded, and back again", async () => {
    const pay = await openByPage("/pay");
    assert.deepEqual(await ask({ cmd: "switchTab", match: { new: true }, tab: home }), { ok: true, tab: pay, url: `${origin}/pay`, title: "Pay" });
    const { tabs } = await bridge.ask({ cmd: "tabs" });
    assert.deepEqual(tabs.filter((/** @type {any} */ tab) => tab.active).map((/** @type {any} */ tab) => tab.id), [pay]);
    assert.deepEqual(await ask({ cmd: "closeTab", tab: pay }), { ok: true, closed: pay, tab: home });
    await bridge.events.take(({ kind, tab }) => kind === "tab-closed" && tab === pay);
  });

  await t.test("takes a tab that opened by itself only once, and the newest first", async () => {
    const one = await openByPage("/pay");
    const two = await openByPage("/pay/again");
    assert.equal((await ask({ cmd: "switchTab", match: { new: true } })).tab, two);
    assert.equal((await ask({ cmd: "switchTab", match: { new: true } })).tab, one);
    const none = await ask({ cmd: "switchTab", match: { new: true }, timeoutMs: 50 });
    assert.equal(none.reason, "timeout");
    assert.ok(none.detail.tabs.some((/** @type {any} */ tab) => tab.url === `${origin}/pay`));
    await ask({ cmd: "closeTab" });
    assert.deepEqual(await ask({ cmd: "closeTab" }), { ok: true, closed: two, tab: home });
  });

  await t.test("never takes for new a tab that navigate opened", async () => {
    const { tab } = await bridge.ask({ cmd: "navigate", url: `${origin}/pay` });
    seen.add(tab);
    assert.equal((await ask({ cmd: "switchTab", match: { new: true }, tab: home, timeoutMs: 50 })).reason, "timeout");
    assert.deepEqual(await ask({ cmd: "closeTab", tab }), { ok: true, closed: tab, tab: home });
  });

  await t.test("waits until the tab has loaded", async () => {
    const slow = await openByPage("/slow");
    const id = bridge.send({ cmd: "switchTab", match: { new: true } });
    while (held.length === 0) await inWorker("0");
    assert.ok(!bridge.hasAnswer(id));
    held.pop()?.writeHead(200, { "content-type": "text/html" }).end("<title>Slow</title>");
    assert.deepEqual(strip(await bridge.answer((answer) => answer.id === id)), { ok: true, tab: slow, url: `${origin}/slow`, title: "Slow" });
    await ask({ cmd: "closeTab" });
  });

  await t.test("waits for a tab that is not there yet", async () => {
    const id = bridge.send({ cmd: "switchTab", match: { urlContains: "/pay" } });
    const pay = await openByPage("/pay");
    assert.equal((await bridge.answer((answer) => answer.id === id)).tab, pay);
    await ask({ cmd: "closeTab" });
  });

  await t.test("waits a moment for a tab that is still empty, and takes one that stays so", async () => {
    await inWorker(`chrome.scripting.executeScript({ target: { tabId: ${home} }, func: () => {
      const tab = open();
      setTimeout(() => void (tab.location = "/pay"), 100);
    } })`);
    const answer = await ask({ cmd: "switchTab", match: { new: true }, tab: home });
    assert.equal(answer.url, `${origin}/pay`);
    seen.add(answer.tab);
    await ask({ cmd: "closeTab" });
    await inWorker(`chrome.scripting.executeScript({ target: { tabId: ${home} }, func: () => void open() })`);
    const blank = await ask({ cmd: "switchTab", match: { new: true }, tab: home });
    assert.equal(blank.url, "about:blank");
    seen.add(blank.tab);
    await ask({ cmd: "closeTab" });
  });

  await t.test("cannot tell two tabs apart, and never counts the tab the run is on", async () => {
    const one = await openByPage("/pay");
    const two = await openByPage("/pay/again");
    await ask({ cmd: "switchTab", match: { new: true } });
    assert.equal((await ask({ cmd: "switchTab", match: { urlContains: "/pay" } })).tab, one, "the run is on two");
    const answer = await ask({ cmd: "switchTab", match: { urlContains: "/pay" }, tab: home });
    assert.equal(answer.reason, "ambiguous");
    assert.deepEqual(answer.detail.tabs.map((/** @type {any} */ tab) => tab.id).sort(), [one, two].sort());
    assert.equal(answer.detail.matches, 2);
    await closeAllBut(home);
  });

  await t.test("goes back over tabs that are closed, and says when the tab to close was closed already", async () => {
    await ask({ cmd: "closeTab" });
    await ask({ cmd: "navigate", tab: home, url: `${origin}/` });
    const one = await openByPage("/pay");
    await ask({ cmd: "switchTab", match: { new: true }, tab: home });
    const two = await openByPage("/pay/again", one);
    await ask({ cmd: "switchTab", match: { new: true } });
    await closeAllBut(home);
    assert.deepEqual(await ask({ cmd: "closeTab", tab: two }), { ok: true, closed: two, tab: home, alreadyClosed: true });
  });

  await t.test("stays where it is when another tab is closed, and is nowhere when the last is", async () => {
    const one = await openByPage("/pay");
    assert.deepEqual(await ask({ cmd: "closeTab", tab: one }), { ok: true, closed: one, tab: home });
    assert.deepEqual(await ask({ cmd: "closeTab", tab: home }), { ok: true, closed: home, tab: null });
    const nowhere = await ask({ cmd: "closeTab" });
    assert.equal(nowhere.reason, "tab-closed");
  });

  await t.test("remembers all this when the worker is stopped", async () => {
    const { tab } = await bridge.ask({ cmd: "navigate", url: `${origin}/` });
    seen.add(tab);
    const pay = await openByPage("/pay", tab);
    await killWorker();
    await bridge.closes.take();
    await pipe.send("Target.createTarget", { url: `${origin}/pay/again` });
    const hello = await bridge.hellos.take();
    assert.equal(hello.resume, bridge.welcome.runId);
    const opened = await bridge.events.take(({ kind, tab }) => kind === "tab-opened" && !seen.has(tab) && tab !== pay);
    assert.equal(opened.url, `${origin}/pay/again`, "the event that woke the worker is told");
    assert.equal((await ask({ cmd: "switchTab", match: { new: true } })).url, `${origin}/pay/again`);
    assert.equal((await ask({ cmd: "switchTab", match: { new: true } })).tab, pay);
    assert.deepEqual(await ask({ cmd: "closeTab" }), { ok: true, closed: pay, tab: opened.tab });
    assert.deepEqual(await ask({ cmd: "closeTab" }), { ok: true, closed: opened.tab, tab });
  });

  await t.test("says so when the page keeps its tab open", async () => {
    const { tab } = await bridge.ask({ cmd: "navigate", url: `${origin}/stay` });
    const { targetInfos } = await pipe.send("Target.getTargets");
    const page = targetInfos.find((/** @type {any} */ info) => info.url === `${origin}/stay`);
    const { sessionId } = await pipe.send("Target.attachToTarget", { targetId: page.targetId, flatten: true });
    await pipe.send("Page.enable", {}, sessionId);
    const button = { x: 5, y: 5, button: "left", clickCount: 1 };
    await pipe.send("Input.dispatchMouseEvent", { type: "mousePressed", ...button }, sessionId);
    await pipe.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...button }, sessionId);
    const answer = await ask({ cmd: "closeTab", tab, timeoutMs: 100 });
    assert.deepEqual(answer, { ok: false, reason: "timeout", detail: { tab, message: "the tab did not close" } });
    await pipe.send("Page.handleJavaScriptDialog", { accept: true }, sessionId);
    await bridge.events.take((event) => event.kind === "tab-closed" && event.tab === tab);
    assert.equal((await ask({ cmd: "closeTab", tab })).alreadyClosed, true);
  });

  await t.test("refuses a match that is none", async () => {
    const answer = await ask({ cmd: "switchTab", match: { title: "Pay" } });
    assert.equal(answer.reason, "internal");
    assert.match(answer.detail.message, /urlContains/);
  });
});
