// Page commands through the whole extension: bridge, worker, port, page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { servePages, startAite } from "./harness.js";
import { PAGES, startPages } from "./in-pages.js";

test("page commands in a real browser", async (t) => {
  const { bridge, pipe, inWorker, killWorker, origin, tab, open, ask, session, inPage, pressOn } = await startPages(t);

  await t.test("resolves, aims, presses and hears that it arrived", async () => {
    await open("/plain");
    assert.deepEqual(await pressOn({ role: "button", name: "Send" }), { ok: true, delivered: true });
    assert.deepEqual(await inPage("presses"), [true]);
  });

  await t.test("a press that never came was not delivered", async () => {
    const resolved = await ask({ cmd: "resolve", target: { text: "Send" }, for: "press" });
    assert.deepEqual(await ask({ cmd: "hit", handle: resolved.handle }), { ok: true, delivered: false });
  });

  await t.test("locate by descriptor alone, and by a handle that is no good", async () => {
    const { descriptor } = await ask({ cmd: "resolve", target: { text: "Send" } });
    const located = await ask({ cmd: "locate", descriptor, handle: "0:gone.1" });
    assert.equal(located.tag, "button");
    assert.equal((await ask({ cmd: "locate", descriptor })).x, located.x);
    const missing = await ask({ cmd: "locate", descriptor: { tag: "button", text: "Sent" }, timeoutMs: 100 });
    assert.deepEqual(missing, { ok: false, reason: "not-found", detail: { descriptor: { tag: "button", text: "Sent" } } });
  });

  await t.test("what is close is named, and so are candidates", async () => {
    const missing = await ask({ cmd: "resolve", target: { text: "Sent" }, timeoutMs: 50 });
    assert.deepEqual(missing, { ok: false, reason: "not-found", detail: { target: { text: "Sent" }, near: [{ text: "Send", role: "button", name: "Send" }] } });
    await open("/twins");
    const twins = await ask({ cmd: "resolve", target: { text: "Save" }, timeoutMs: 50 });
    assert.equal(twins.reason, "ambiguous");
    assert.equal(twins.detail.matches, 2);
    assert.deepEqual(twins.detail.candidates.map((/** @type {any} */ { descriptor }) => descriptor.id), ["a", "b"]);
  });

  await t.test("waits for one of two equal buttons to go", async () => {
    await open("/twins");
    const resolved = await ask({ cmd: "resolve", target: { text: "Save" } });
    assert.equal(resolved.descriptor.id, "b");
  });

  await t.test("hidden only", async () => {
    await open("/counts");
    await inPage("p.hidden = true");
    const answer = await ask({ cmd: "resolve", target: { css: "#p" }, timeoutMs: 50 });
    assert.equal(answer.reason, "not-visible");
    assert.equal(answer.detail.hidden, 1);
  });

  await t.test("gone waits for the last one", async () => {
    await open("/list");
    assert.deepEqual(await ask({ cmd: "wait", kind: "gone", target: { text: "One" } }), { ok: true });
    assert.equal(await inPage("document.querySelectorAll('li').length"), 0);
    const failed = await ask({ cmd: "wait", kind: "visible", target: { text: "One" }, timeoutMs: 50 });
    assert.deepEqual(failed, { ok: false, reason: "timeout", detail: { target: { text: "One" }, near: [] } });
  });

  await t.test("waits for a change, and for an address", async () => {
    await open("/counts");
    const changed = await ask({ cmd: "wait", kind: "textChanges", target: { css: "b" } });
    assert.ok(changed.ok && Number(changed.found) > 0, JSON.stringify(changed));
    assert.deepEqual(await ask({ cmd: "wait", kind: "textChanges", target: { css: "p" }, timeoutMs: 50 }), { ok: false, reason: "timeout", detail: { found: "Still" } });
    await open("/leaves");
    const arrived = await ask({ cmd: "wait", kind: "url", contains: "/arrives" });
    assert.equal(arrived.found, `${origin}/arrives`);
    assert.deepEqual(await ask({ cmd: "wait", kind: "url", contains: "/leaves", negate: true }), { ok: true, found: `${origin}/arrives` });
    const late = await ask({ cmd: "wait", kind: "url", contains: "/never", timeoutMs: 50 });
    assert.deepEqual(late, { ok: false, reason: "timeout", detail: { expected: "/never", found: `${origin}/arrives` } });
  });

  await t.test("looks on at the page that comes after", async () => {
    await open("/leaves");
    assert.equal((await ask({ cmd: "resolve", target: { text: "Arrived" } })).ok, true);
    await open("/leaves");
    assert.equal((await ask({ cmd: "verify", kind: "title", value: "Arrived" })).ok, true);
  });

  await t.test("verify, each way", async () => {
    await open("/plain");
    const text = { cmd: "verify", kind: "text", value: "5 MALLBUCKS", timeoutMs: 50 };
    assert.deepEqual(await ask(text), { ok: true, found: "5 MALLBUCKS" });
    assert.deepEqual(await ask({ ...text, negate: true }), { ok: false, reason: "mismatch", detail: { expected: 'not "5 MALLBUCKS"', found: "5 MALLBUCKS" } });
    assert.deepEqual(await ask({ ...text, value: "4 MALLBUCKS" }), { ok: false, reason: "mismatch", detail: { expected: "4 MALLBUCKS", found: "5 MALLBUCKS" } });
    assert.deepEqual(await ask({ ...text, value: "4 MALLBUCKS", negate: true }), { ok: true });
    const send = { cmd: "verify", target: { role: "button", name: "Send" }, timeoutMs: 50 };
    assert.deepEqual(await ask({ ...send, kind: "exists" }), { ok: true });
    assert.deepEqual(await ask({ ...send, kind: "exists", negate: true }), { ok: false, reason: "mismatch", detail: { expected: "not on the page", found: "1 element" } });
    assert.deepEqual(await ask({ ...send, kind: "count", op: "atLeast", value: "1" }), { ok: true, found: "1" });
    assert.deepEqual(await ask({ ...send, kind: "count", op: "is", value: "3" }), { ok: false, reason: "mismatch", detail: { expected: "3", found: "1" } });
    assert.deepEqual(await ask({ ...send, kind: "state", value: "enabled" }), { ok: true, found: "enabled" });
    assert.deepEqual(await ask({ ...send, kind: "state", value: "disabled" }), { ok: false, reason: "mismatch", detail: { expected: "disabled", found: "enabled" } });
    assert.deepEqual(await ask({ ...send, kind: "state", value: "hidden", negate: true }), { ok: true });
    assert.deepEqual(await ask({ ...send, kind: "state", value: "hidden", target: { text: "Nowhere" } }), { ok: true, found: "hidden" });
    assert.deepEqual(await ask({ ...send, kind: "targetText", value: "send", op: "matches", flags: "i" }), { ok: true, found: "Send" });
    assert.deepEqual(await ask({ ...send, kind: "targetText", value: "Sent" }), { ok: false, reason: "mismatch", detail: { expected: "Sent", found: "Send" } });
    assert.deepEqual(await ask({ cmd: "verify", kind: "number", target: { css: "p" }, op: "atMost", value: "5" }), { ok: true, found: "5 MALLBUCKS" });
    assert.deepEqual(await ask({ cmd: "verify", kind: "url", op: "contains", value: "/plain" }), { ok: true, found: `${origin}/plain` });
    assert.equal((await ask({ cmd: "verify", kind: "wiggle" })).reason, "unsupported");
  });

  await t.test("reads a text and a value", async () => {
    assert.deepEqual(await ask({ cmd: "read", target: { css: "p" } }), { ok: true, text: "5 MALLBUCKS" });
    await inPage("document.querySelector('input').value = 'qian@shop.test'");
    assert.deepEqual(await ask({ cmd: "read", target: { label: "Email" }, what: "value" }), { ok: true, text: "qian@shop.test" });
    assert.deepEqual(await ask({ cmd: "read", target: { css: ".no" }, timeoutMs: 20 }), { ok: false, reason: "not-found", detail: { target: { css: ".no" }, near: [] } });
  });

  await t.test("acts by plain events", async () => {
    await open("/fields");
    /** @param {Record<string, unknown>} target @param {Record<string, unknown>} act */
    const actOn = async (target, act) => {
      const { handle, descriptor } = await ask({ cmd: "resolve", target });
      return ask({ cmd: "act", handle, descriptor, ...act });
    };
    assert.deepEqual(await actOn({ label: "Name" }, { action: "fill", value: "new" }), { ok: true });
    assert.deepEqual(await actOn({ label: "Name" }, { action: "type", value: "er" }), { ok: true });
    assert.equal(await inPage("n.value"), "newer");
    assert.deepEqual(await actOn({ label: "Name" }, { action: "focus", select: "all" }), { ok: true, kind: "text" });
    assert.deepEqual(await actOn({ label: "Name" }, { action: "clear" }), { ok: true });
    assert.equal(await inPage("n.value"), "");
    assert.deepEqual(await actOn({ label: "Day" }, { action: "focus", select: "all" }), { ok: true, kind: "native" });
    assert.deepEqual(await actOn({ label: "Day" }, { action: "fill", value: "2026-10-09" }), { ok: true });
    assert.equal(await inPage("d.value"), "2026-10-09");
    assert.equal((await actOn({ label: "Day" }, { action: "fill", value: "tomorrow" })).reason, "mismatch");
    assert.deepEqual(await actOn({ label: "Notes" }, { action: "fill", value: "two\nlines" }), { ok: true });
    assert.equal(await inPage("t.value"), "two\nlines");
    assert.deepEqual(await actOn({ label: "Body" }, { action: "focus", select: "all" }), { ok: true, kind: "contenteditable" });
    assert.deepEqual(await actOn({ label: "Body" }, { action: "fill", value: "new body" }), { ok: true });
    assert.equal(await inPage("c.textContent"), "new body");
    assert.deepEqual(await actOn({ label: "Agree" }, { action: "check" }), { ok: true });
    assert.deepEqual(await actOn({ label: "Agree" }, { action: "check" }), { ok: true });
    assert.equal(await inPage("k.checked"), true);
    assert.deepEqual(await actOn({ label: "Agree" }, { action: "uncheck" }), { ok: true });
    assert.equal(await inPage("k.checked"), false);
    assert.equal((await actOn({ label: "Agree" }, { action: "wiggle" })).reason, "unsupported");
  });

  await t.test("waits for an option that comes late", async () => {
    await open("/options");
    const { handle, descriptor } = await ask({ cmd: "resolve", target: { label: "Colour" } });
    assert.deepEqual(await ask({ cmd: "act", action: "select", handle, descriptor, option: "Dark blue" }), { ok: true, selected: "Dark blue" });
    assert.equal(await inPage("document.title"), "Dark blue");
    assert.deepEqual(await ask({ cmd: "act", action: "select", handle, descriptor, option: "Green", timeoutMs: 50 }), { ok: false, reason: "not-found", detail: { options: ["Red", "Dark blue"] } });
  });

  await t.test("outlines are drawn, and nothing of them stays", async () => {
    await open("/plain");
    const before = await inPage("document.documentElement.outerHTML");
    const { handle } = await ask({ cmd: "resolve", target: { text: "Send" } });
    assert.deepEqual(await ask({ cmd: "outline", items: [{ handle, label: "wanted", tone: "wanted" }, { xpath: "/html/body/h1" }, { xpath: "/html/body/nothing" }] }), { ok: true, drawn: 2 });
    assert.equal(await inPage("document.querySelectorAll('[data-aite-overlay]').length"), 2);
    assert.deepEqual(await ask({ cmd: "outline", clear: true }), { ok: true, removed: 2, remaining: 0 });
    assert.equal(await inPage("document.documentElement.outerHTML"), before);
  });

  await t.test("a page with a strict policy", async () => {
    await open("/strict");
    const { handle, descriptor } = await ask({ cmd: "resolve", target: { label: "Body" } });
    assert.deepEqual(await ask({ cmd: "act", action: "fill", handle, descriptor, value: "new" }), { ok: true });
    assert.deepEqual(await ask({ cmd: "read", target: { label: "Body" } }), { ok: true, text: "new" });
    assert.deepEqual(await pressOn({ text: "Send" }), { ok: true, delivered: true });
    const send = await ask({ cmd: "resolve", target: { text: "Send" } });
    assert.deepEqual(await ask({ cmd: "outline", items: [{ handle: send.handle, label: "x" }] }), { ok: true, drawn: 1 });
    await ask({ cmd: "outline", clear: true });
  });

  await t.test("a page script reached twice acts once", async () => {
    await open("/plain");
    await inWorker(`chrome.scripting.executeScript({ target: { tabId: ${tab()}, allFrames: true }, files: ["page.js"] }).then(() => 1)`);
    const { handle, descriptor } = await ask({ cmd: "resolve", target: { text: "Send" } });
    assert.deepEqual(await ask({ cmd: "act", action: "click", handle, descriptor }), { ok: true });
    assert.deepEqual(await inPage("presses"), [false]);
  });

  await t.test("a worker that was stopped knows the pages again", async () => {
    await killWorker();
    await bridge.hellos.take();
    const { handle, descriptor } = await ask({ cmd: "resolve", target: { text: "Send" }, tab: tab() });
    assert.deepEqual(await ask({ cmd: "act", action: "click", handle, descriptor, tab: tab() }), { ok: true });
    assert.deepEqual(await inPage("presses"), [false, false]);
  });

  await t.test("a beacon reaches the binding in the frame of a handle", async () => {
    const id = await session();
    await pipe.send("Runtime.enable", {}, id);
    await pipe.send("Runtime.addBinding", { name: "aiteBeacon", executionContextName: "aite" }, id);
    const { handle } = await ask({ cmd: "resolve", target: { text: "Send" }, tab: tab() });
    assert.deepEqual(await ask({ cmd: "beacon", nonce: "b7f1", handle, tab: tab() }), { ok: true });
    const { params } = await pipe.events.take((/** @type {any} */ { method }) => method === "Runtime.bindingCalled");
    assert.deepEqual(JSON.parse(params.payload), { nonce: "b7f1" });
    const { result } = await pipe.send("Runtime.evaluate", { expression: `aite.element(${JSON.stringify(handle)}).textContent`, contextId: params.executionContextId }, id);
    assert.equal(result.value, "Send");
    assert.deepEqual(await ask({ cmd: "beacon", nonce: "b7f1", handle: "0:gone.1", tab: tab() }), { ok: false, reason: "not-found", detail: { handle: "0:gone.1" } });
  });

  await t.test("errors of the page are passed on", async () => {
    await open("/errors");
    const logged = await bridge.events.take((/** @type {any} */ { kind }) => kind === "console");
    assert.equal(logged.text, 'bad thing {"a":1}');
    assert.equal(logged.tab, tab());
    assert.match((await bridge.events.take((/** @type {any} */ { kind }) => kind === "console")).text, /uncaught thing/);
  });

  await t.test("keys without a target go to what has the focus", async () => {
    await open("/fields");
    const { handle, descriptor } = await ask({ cmd: "resolve", target: { label: "Name" } });
    await ask({ cmd: "act", action: "focus", select: "end", handle, descriptor });
    assert.deepEqual(await ask({ cmd: "act", action: "type", value: "er" }), { ok: true });
    assert.equal(await inPage("n.value"), "older");
  });

  await t.test("a page that was gone back to", async () => {
    await open("/plain");
    await open("/framed");
    await bridge.ask({ cmd: "navigate", tab: tab(), history: "back" });
    assert.deepEqual(await pressOn({ text: "Send" }), { ok: true, delivered: true });
  });

  await t.test("a file input that nobody sees", async () => {
    await open("/upload");
    const resolved = await ask({ cmd: "resolve", target: { css: "#f" }, for: "file" });
    assert.deepEqual([resolved.ok, resolved.descriptor?.id], [true, "f"], JSON.stringify(resolved));
    const byButton = await ask({ cmd: "resolve", target: { text: "Upload" }, for: "file" });
    assert.equal(byButton.handle, resolved.handle);
    assert.equal((await ask({ cmd: "locate", descriptor: byButton.descriptor, for: "file" })).handle, resolved.handle);
  });

  await t.test("a page outside the allow list", async () => {
    await pipe.send("Page.navigate", { url: "about:blank" }, await session());
    const answer = await ask({ cmd: "resolve", target: { text: "Send" }, tab: tab(), timeoutMs: 500 });
    assert.equal(answer.reason, "internal", JSON.stringify(answer));
    assert.match(answer.detail.message, /allow list/);
  });
});

test("a tab that was open before the extension gets its script", async (t) => {
  const origin = await servePages(t, PAGES);
  const { bridge, inWorker } = await startAite(t, { openFirst: [`${origin}/plain`] });
  await bridge.hellos.take();
  const [tab] = await inWorker(`chrome.tabs.query({ url: "${origin}/*" }).then((tabs) => tabs.map(({ id }) => id))`);
  const resolved = await bridge.ask({ cmd: "resolve", target: { text: "Send" }, tab });
  assert.ok(resolved.ok, JSON.stringify(resolved));
  const acted = await bridge.ask({ cmd: "act", action: "click", handle: resolved.handle, descriptor: resolved.descriptor, tab });
  assert.equal(acted.ok, true);
});
