import assert from "node:assert/strict";
import { test } from "node:test";

import { ask, inChromium } from "./check.js";

const { show } = inChromium();

const LOG = `<script>log = []; for (const type of ["pointerdown", "mousedown", "click", "dblclick", "contextmenu", "auxclick", "mouseover", "keydown", "input", "change", "submit", "dragstart", "drop"])
  addEventListener(type, (event) => { log.push(type + (event.key ? ":" + event.key : "")); if (type === "submit") event.preventDefault() }, true)</script>`;

/**
 * What is shown, the act on the element with id a, and what the page has logged, or the value of the expression after it.
 * @type {[string, string, Record<string, unknown>, unknown, string?][]}
 */
const CASES = [
  ["click", `<button id=a>x</button>`, { action: "click" }, ["mouseover", "pointerdown", "mousedown", "click"]],
  ["double click", `<button id=a>x</button>`, { action: "doubleClick" }, ["mouseover", "pointerdown", "mousedown", "click", "pointerdown", "mousedown", "click", "dblclick"]],
  ["right click", `<button id=a>x</button>`, { action: "rightClick" }, ["mouseover", "pointerdown", "mousedown", "auxclick", "contextmenu"]],
  ["hover", `<button id=a>x</button>`, { action: "hover" }, ["mouseover"]],
  ["a click submits", `<form><button id=a>x</button></form>`, { action: "click" }, ["mouseover", "pointerdown", "mousedown", "click", "submit"]],
  ["Enter submits", `<form><input id=a></form>`, { action: "press", keys: "Enter" }, ["keydown:Enter", "submit"]],
  ["type", `<input id=a value=x>`, { action: "type", value: "yz" }, "xyz", "a.value"],
  ["type with its keys", `<input id=a>`, { action: "type", value: "y" }, ["keydown:y", "input"]],
  ["fill replaces", `<input id=a value=x>`, { action: "fill", value: "yz" }, "yz", "a.value"],
  ["fill with nothing", `<input id=a value=x>`, { action: "fill", value: "" }, "", "a.value"],
  ["fill a colour", `<input id=a type=color>`, { action: "fill", value: "#ff0000" }, "#ff0000", "a.value"],
  ["fill a slider", `<input id=a type=range>`, { action: "fill", value: "30" }, "30", "a.value"],
  ["fill an email", `<input id=a type=email value=x>`, { action: "fill", value: "a@b.c" }, "a@b.c", "a.value"],
  ["type an email", `<input id=a type=email value=x>`, { action: "type", value: "@b" }, "x@b", "a.value"],
  ["fill where a page listens", `<input id=a oninput="this.value = this.value.toUpperCase()">`, { action: "fill", value: "abc" }, "ABC", "a.value"],
  ["fill a rich text", `<div contenteditable id=a><p>old</p></div>`, { action: "fill", value: "new" }, "new", "a.innerText.trim()"],
  ["clear", `<textarea id=a>x</textarea>`, { action: "clear" }, "", "a.value"],
  ["Backspace", `<input id=a value=xy autofocus>`, { action: "press", keys: "Backspace" }, "x", "a.value"],
  ["Ctrl+A", `<input id=a value=xy>`, { action: "press", keys: "Ctrl+A" }, 2, "a.selectionEnd - a.selectionStart"],
  ["Space on a button", `<button id=a>x</button>`, { action: "press", keys: "Space" }, ["keydown:Space", "click"]],
  ["select by label", `<select id=a><option>Red<option value=b>Dark blue</select>`, { action: "select", option: "Dark blue" }, "b", "a.value"],
  ["select by value", `<select id=a><option>Red<option value=b>Dark blue</select>`, { action: "select", option: "b" }, ["input", "change"]],
  ["select what is selected", `<select id=a><option>Red</select>`, { action: "select", option: "Red" }, []],
  ["select in a list that is open", `<div id=a role=listbox><div role=option onclick="this.parentElement.title = 'Red'">Red</div></div>`, { action: "select", option: "Red" }, "Red", "a.title"],
  ["check", `<input type=checkbox id=a>`, { action: "check" }, true, "a.checked"],
  ["check what is checked", `<input type=checkbox checked id=a>`, { action: "check" }, []],
  ["check a switch", `<div role=switch aria-checked=false id=a onclick="this.ariaChecked = 'true'">x</div>`, { action: "check" }, "true", "a.ariaChecked"],
  ["check a restyled one", `<label><input type=checkbox id=a style="display:none">x</label>`, { action: "check" }, true, "a.checked"],
  ["uncheck", `<input type=checkbox checked id=a>`, { action: "uncheck" }, false, "a.checked"],
  ["scroll", `<div style="height:3000px"></div><p id=a>x</p>`, { action: "scroll" }, true, "scrollY > 1000"],
];

for (const [name, html, act, expected, expression] of CASES) {
  test(name, async () => {
    const page = await show(LOG + html);
    const found = await ask(page, { call: "find", target: { css: "#a" } });
    const { handle } = found.visible[0] ?? found.hidden;
    if (act.keys === "Backspace") await page.evaluate("a.setSelectionRange(2, 2)");
    const answer = await ask(page, { call: "act", ...act, handle });
    assert.equal(answer.ok, true, JSON.stringify(answer));
    assert.deepEqual(await page.evaluate(expression ?? "log"), expected);
  });
}

/** Acts that are refused, and why. @type {[string, string, Record<string, unknown>, string, Record<string, unknown>?][]} */
const REFUSED = [
  ["a disabled button", `<button disabled id=a>x</button>`, { action: "click" }, "not-enabled"],
  ["a paragraph cannot be checked", `<p id=a>x</p>`, { action: "check" }, "unsupported"],
  ["no such option", `<select id=a><option>Red<option>Blue</select>`, { action: "select", option: "Green" }, "not-found", { options: ["Red", "Blue"] }],
  ["a disabled option", `<select id=a><option disabled>Red</select>`, { action: "select", option: "Red" }, "not-enabled"],
  ["no date", `<input type=date id=a>`, { action: "fill", value: "soon" }, "mismatch", { expected: "soon", found: "" }],
  ["no such act", `<p id=a>x</p>`, { action: "wiggle" }, "unsupported", { message: "unknown action wiggle" }],
];

for (const [name, html, act, reason, detail] of REFUSED) {
  test(`refused: ${name}`, async () => {
    const page = await show(html);
    const { visible } = await ask(page, { call: "find", target: { css: "#a" } });
    const answer = await ask(page, { call: "act", ...act, handle: visible[0].handle });
    assert.equal(answer.reason, reason);
    if (detail) assert.deepEqual(answer.detail, detail);
  });
}

test("drags by pointer and by HTML's own events", async () => {
  const page = await show(`${LOG}<ul><li draggable=true id=a ondragstart="event.dataTransfer.setData('text', 'one')">One</li></ul>
    <div id=b style="height:50px" ondragover="event.preventDefault()" ondrop="this.textContent = event.dataTransfer.getData('text')">Here</div>`);
  const from = (await ask(page, { call: "find", target: { css: "#a" } })).visible[0];
  const to = (await ask(page, { call: "find", target: { css: "#b" } })).visible[0];
  assert.equal((await ask(page, { call: "act", action: "drag", handle: from.handle, to })).ok, true);
  assert.equal(await page.evaluate("b.textContent"), "one");
});

test("opens a list the page has built and chooses when it shows", async () => {
  const page = await show(`<button role=combobox id=a aria-expanded=false onclick="this.ariaExpanded = 'true'; setTimeout(() => l.hidden = false, 50)">Colour</button>
    <ul role=listbox id=l hidden><li role=option onclick="a.textContent = this.textContent">Red</li></ul>`);
  const { visible } = await ask(page, { call: "find", target: { css: "#a" } });
  const act = { call: "act", action: "select", option: "Red", handle: visible[0].handle };
  const first = await ask(page, act);
  assert.deepEqual([first.reason, first.opened], ["not-found", true]);
  await page.waitForFunction("!l.hidden");
  assert.deepEqual(await ask(page, { ...act, opened: true }), { ok: true, selected: "Red" });
  assert.equal(await page.evaluate("a.textContent"), "Red");
});
