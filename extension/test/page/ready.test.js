import assert from "node:assert/strict";
import { test } from "node:test";

import { ask, inChromium } from "./check.js";

const { show } = inChromium();

/**
 * What is shown, the target, what it is aimed at for, and what must come of it: the id of the element that is hit at the
 * point, or the reason and detail.
 * @type {[string, string, Record<string, unknown>, string, Record<string, unknown>][]}
 */
const CASES = [
  ["a button", `<button id=a>Go</button>`, { text: "Go" }, "press", { hits: "a" }],
  ["below the fold", `<div style="height:3000px"></div><button id=a>Go</button>`, { text: "Go" }, "press", { hits: "a" }],
  ["in a box that scrolls", `<div style="height:100px;overflow:auto"><div style="height:900px"></div><button id=a>Go</button></div>`, { text: "Go" }, "press", { hits: "a" }],
  ["disabled", `<button disabled id=a>Go</button>`, { text: "Go" }, "press", { reason: "not-enabled" }],
  ["in a disabled fieldset", `<fieldset disabled><button id=a>Go</button></fieldset>`, { text: "Go" }, "press", { reason: "not-enabled" }],
  ["an ancestor's aria-disabled", `<div aria-disabled=true><button id=a>Go</button></div>`, { text: "Go" }, "press", { reason: "not-enabled" }],
  ["hover needs nothing enabled", `<button disabled id=a>Go</button>`, { text: "Go" }, "hover", { hits: "a" }],
  ["behind a banner", `<style>.banner{position:fixed;inset:0;background:#fff}</style><button id=a>Go</button><div class=banner><p>Cookies are used here</p></div>`, { text: "Go" }, "press", { reason: "not-visible", coveredBy: 'div.banner "Cookies are used here"' }],
  ["inert", `<div inert><button id=a>Go</button></div>`, { text: "Go" }, "press", { reason: "not-visible" }],
  ["under a sticky header", `<style>header{position:sticky;top:0;height:80px;background:#ccc}</style><header>Top</header><div style="height:1500px"></div><button id=a>Go</button><div style="height:1500px"></div><script>scrollTo(0, a.offsetTop - 20)</script>`, { text: "Go" }, "press", { hits: "a" }],
  ["a link over two lines", `<div style="width:120px;font:16px monospace">xxxxxxxxx <a href=# id=a>aa bbbbbbbbbbbb</a></div>`, { role: "link" }, "press", { hits: "a" }],
  ["a link whose first box is empty", `<div style="width:90px">some text <a href=# id=a><span></span> <span style="display:inline-block;width:80px">Go</span></a></div>`, { role: "link" }, "press", { hits: "a" }],
  ["display: contents", `<button id=a style="display:contents"><span>Go</span></button>`, { role: "button" }, "press", { hits: "a" }],
  ["a restyled checkbox is pressed on its label", `<style>#a{position:absolute;opacity:0;width:0;height:0}</style><label id=l><input type=checkbox id=a>I agree to the <a href=# id=t>terms</a></label>`, { label: "I agree to the terms" }, "press", { hits: "l", kind: "checkbox", checked: false }],
  ["a transparent checkbox that takes the pointer itself", `<style>#a{opacity:0;width:20px;height:20px}</style><input type=checkbox id=a aria-label="Agree" checked>`, { label: "Agree" }, "press", { hits: "a", checked: true }],
  ["a switch", `<div role=switch aria-checked=true id=a tabindex=0>Dark</div>`, { role: "switch" }, "press", { hits: "a", kind: "checkbox", checked: true }],
  ["text that lets the pointer through", `<div id=a onclick=""><span style="pointer-events:none">Go</span></div>`, { text: "Go" }, "press", { hits: "a" }],
  ["a pulsing button", `<style>@keyframes p{50%{transform:scale(1.1)}}#a{animation:p .4s infinite}</style><button id=a>Go</button>`, { text: "Go" }, "press", { hits: "a", pulsing: true }],
  ["a sliding button", `<style>@keyframes p{to{transform:translate(500px)}}#a{animation:p 9s linear}</style><button id=a>Go</button>`, { text: "Go" }, "press", { reason: "timeout", moving: true }],
  ["a field", `<input id=a>`, { css: "#a" }, "edit", { hits: "a", editable: true }],
  ["a field that may only be read", `<input readonly id=a>`, { css: "#a" }, "edit", { reason: "not-enabled", readonly: true }],
  ["what takes no text", `<button id=a>Go</button>`, { css: "#a" }, "edit", { reason: "not-enabled", message: "a button takes no text" }],
  ["a hidden file input", `<input type=file id=a style="display:none">`, { css: "#a" }, "file", { tag: "input" }],
  ["a file input behind a button", `<div><button id=a>Upload</button><input type=file hidden id=b></div>`, { text: "Upload" }, "file", { tag: "input" }],
  ["a file input behind a label", `<label id=a>Upload<input type=file hidden></label>`, { text: "Upload" }, "file", { tag: "input" }],
];

for (const [name, html, target, purpose, expected] of CASES) {
  test(name, async () => {
    const page = await show(html);
    // The file input of the case may be hidden, which a find does not say as an element that is found.
    const found = await ask(page, { call: "find", target });
    const { handle } = found.visible[0] ?? found.hidden;
    const answer = await ask(page, { call: "aim", handle, for: purpose });
    const { hits, ...rest } = expected;
    assert.deepEqual(Object.fromEntries(Object.keys(rest).map((key) => [key, answer[key] ?? answer.detail?.[key]])), rest, JSON.stringify(answer));
    if (hits === undefined) return;
    assert.ok(answer.ok, JSON.stringify(answer));
    const hit = await page.evaluate(([x, y]) => document.elementFromPoint(x ?? 0, y ?? 0)?.closest("[id]")?.id, [answer.x, answer.y]);
    assert.equal(hit, hits);
  });
}

test("an element that is moved between two looks is moving", async () => {
  const page = await show(`<button id=a style="position:absolute;left:0">Go</button>`);
  const { visible } = await ask(page, { call: "find", target: { text: "Go" } });
  await page.evaluate(() => {
    const button = /** @type {HTMLElement} */ (document.getElementById("a"));
    const move = () => {
      button.style.left = `${button.offsetLeft + 3}px`;
      requestAnimationFrame(move);
    };
    move();
  });
  const answer = await ask(page, { call: "aim", handle: visible[0].handle, for: "press" });
  assert.deepEqual(answer, { ok: false, reason: "timeout", detail: { moving: true } });
});

test("an element that is gone is found again only as the very same", async () => {
  const page = await show(`<ul><li><button id=a>Go</button></li></ul>`);
  const { visible } = await ask(page, { call: "find", target: { text: "Go" } });
  const again = `document.querySelector("li").innerHTML = "<button>Go</button>"`;
  await page.evaluate(again);
  assert.equal((await ask(page, { call: "aim", ...visible[0] })).ok, true);
  await page.evaluate(`document.querySelector("li").innerHTML = "<button>Stop</button>"`);
  assert.equal((await ask(page, { call: "aim", ...visible[0] })).gone, true);
});
