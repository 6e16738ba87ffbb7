// A person picks an element: outlined under the pointer, told in the words that mean it, and the page hears nothing of the click.

import assert from "node:assert/strict";
import { test } from "node:test";

import { startPages } from "./in-pages.js";

test("picking an element, in a real browser", async (t) => {
  const { bridge, pipe, killWorker, other, open, ask, inPage, session, press, pressOn, tab } = await startPages(t);

  const HEARS = `window.heard = []; for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) addEventListener(type, () => heard.push(type), true)`;
  /** @param {string} html */
  const show = async (html) => {
    await open("/plain");
    await inPage(`document.body.innerHTML = ${JSON.stringify(html)}; ${HEARS}`);
  };
  const start = async (more = {}) => assert.deepEqual(await ask({ cmd: "pick", on: true, ...more }), { ok: true, on: true, tab: tab() });
  const picked = async () => {
    const { type, kind, descriptor, ...event } = await bridge.events.take(({ kind }) => kind === "picked");
    assert.equal("target" in event, descriptor !== undefined);
    return event;
  };
  const overlays = () => inPage(`[...document.querySelectorAll("[data-aite-overlay]")].map((box) => box.textContent)`);
  /** @param {Record<string, unknown>} target */
  const middleOf = async (target) => {
    const { at } = await ask({ cmd: "resolve", target, for: "scroll" });
    return { x: at.x, y: at.y };
  };
  /** @param {{ x: number, y: number }} at */
  const move = async (at) => pipe.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...at }, await session());
  const escape = async () => {
    const id = await session();
    for (const type of ["keyDown", "keyUp"]) await pipe.send("Input.dispatchKeyEvent", { type, key: "Escape", code: "Escape", windowsVirtualKeyCode: 27 }, id);
  };
  const SEND = { role: "button", name: "Send" };

  await t.test("outlined with its words, picked, and nothing heard of it", async () => {
    await show(`<button>Send <i>now</i></button><p>Text</p>`);
    const { handle } = await ask({ cmd: "resolve", target: { text: "Send now" } });
    const at = await middleOf({ text: "Send now" });
    await start();
    await move(at);
    assert.deepEqual(await overlays(), [`button "Send now"`]);
    await press(at);
    assert.deepEqual(await picked(), { tab: tab(), target: { role: "button", name: "Send now" }, handle });
    assert.deepEqual(await overlays(), []);
    assert.deepEqual(await inPage("heard"), []);
    await pressOn({ text: "Send now" });
    assert.deepEqual(await inPage("heard"), ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]);
  });

  await t.test("what is disabled, and a mere part of the page", async () => {
    await show(`<button disabled>Never</button><div id=d style="width:50px;height:50px"></div>`);
    for (const [target, words] of [[{ text: "Never" }, { role: "button", name: "Never" }], [{ css: "#d" }, { css: "#d" }]]) {
      const at = await middleOf(/** @type {any} */ (target));
      await start();
      await press(at);
      assert.deepEqual((await picked()).target, words);
    }
    assert.deepEqual(await inPage("heard"), []);
  });

  await t.test("Escape, the command, another command and the time end it", async () => {
    await show(`<button>Send</button>`);
    const at = await middleOf(SEND);
    /** @type {[string, () => Promise<unknown>, Record<string, unknown>][]} */
    const ends = [
      ["Escape", escape, { cancelled: true }],
      ["the command", () => ask({ cmd: "pick", on: false }), { cancelled: true }],
      ["a press", () => pressOn(SEND), { cancelled: true }],
      ["the worker's end", () => killWorker(), { cancelled: true }],
    ];
    for (const [name, end, expected] of ends) {
      await start();
      await move(at);
      assert.equal((await overlays()).length, 1, name);
      await end();
      assert.deepEqual(await picked(), { tab: tab(), ...expected }, name);
      assert.deepEqual(await overlays(), [], name);
    }
    assert.deepEqual(await pressOn(SEND), { ok: true, delivered: true });
    await start({ timeoutMs: 50 });
    assert.deepEqual(await picked(), { tab: tab(), cancelled: true, timeout: true });
    assert.deepEqual(await ask({ cmd: "pick", on: false }), { ok: true, on: false });
  });

  await t.test("a look does not end it, and scrolling moves the outline along", async () => {
    await show(`<div style="height:3000px"></div><button>Far</button>`);
    await inPage("scrollTo(0, 5000)");
    const at = await middleOf({ text: "Far" });
    await start();
    await ask({ cmd: "targets" });
    await move(at);
    assert.deepEqual(await overlays(), [`button "Far"`]);
    await inPage("new Promise((done) => { addEventListener('scroll', () => requestAnimationFrame(done), { once: true }); scrollTo(0, 0) })");
    assert.deepEqual(await overlays(), [`css "html > body > div"`]);
    await ask({ cmd: "pick", on: false });
    await picked();
  });

  await t.test("in a frame", async () => {
    await show(`<iframe src="${other}/framed"></iframe><p>Outside</p>`);
    const outside = await middleOf({ text: "Outside" });
    const { at } = await ask({ cmd: "resolve", target: { text: "In the frame" }, for: "hover" });
    await start();
    await move(outside);
    assert.deepEqual(await overlays(), [`"Outside"`]);
    await inPage(`gone = new Promise((done) => new MutationObserver(() => document.querySelector("[data-aite-overlay]") || done()).observe(document.documentElement, { childList: true })), 0`);
    await move(at);
    await inPage("gone");
    await press({ x: at.x, y: at.y });
    assert.deepEqual((await picked()).target, { role: "button", name: "In the frame" });
  });
});
