import assert from "node:assert/strict";
import { test } from "node:test";

import { ask, inChromium } from "./check.js";

const { show } = inChromium();

/**
 * What is shown, what is looked for, whether it is there, and what was found.
 * @type {[string, string, Record<string, unknown>, boolean, string?][]}
 */
const PAGE_CASES = [
  ["a text", `<p>You have 1 MALLBUCKS left</p>`, { value: "1 MALLBUCKS" }, true, "1 MALLBUCKS"],
  ["not inside a number", `<p>11 MALLBUCKS</p>`, { value: "1 MALLBUCKS" }, false, "11 MALLBUCKS"],
  ["not inside a decimal number", `<p>1.5 kg</p>`, { value: "5 kg" }, false],
  ["not before a decimal part", `<p>Total 5,50</p>`, { value: "Total 5" }, false],
  ["before a full stop", `<p>Total 5.</p>`, { value: "Total 5" }, true],
  ["not inside a Latin word", `<p>unhappy</p>`, { value: "happy" }, false],
  ["inside a Chinese sentence", `<p>我的余额为五元</p>`, { value: "余额" }, true],
  ["beside punctuation", `<p>(done)</p>`, { value: "done" }, true],
  ["over inline pieces", `<p>You have <b>1</b> <i>MALLBUCKS</i></p>`, { value: "1 MALLBUCKS" }, true],
  ["a number that goes on in the next piece", `<p>1<b>1 MALLBUCKS</b></p>`, { value: "1 MALLBUCKS" }, false],
  ["a hidden piece in the middle", `<p>1 <span hidden>or 2</span> MALLBUCKS</p>`, { value: "1 MALLBUCKS" }, true],
  ["hidden", `<p hidden>1 MALLBUCKS</p>`, { value: "1 MALLBUCKS" }, false],
  ["transparent", `<p style="opacity:0">1 MALLBUCKS</p>`, { value: "1 MALLBUCKS" }, false],
  ["in a script", `<script>var s = "1 MALLBUCKS"</script>`, { value: "1 MALLBUCKS" }, false],
  ["on the inscription of a button", `<input type=submit value="Send 1 MALLBUCKS">`, { value: "1 MALLBUCKS" }, true],
  ["chosen in a list", `<select><option>Red<option selected>Blue</select>`, { value: "Blue" }, true],
  ["not chosen in a list", `<select><option>Red<option selected>Blue</select>`, { value: "Red" }, false],
  ["the value of a field is no text", `<input value=Blue>`, { value: "Blue" }, false],
  ["over blocks", `<div><p>one</p><p>two</p></div>`, { value: "one two" }, true],
  ["shown in capitals", `<p style="text-transform:uppercase">done</p>`, { value: "DONE" }, true],
  ["in an open root", `<div id=h></div><script>h.attachShadow({mode:"open"}).innerHTML="<p>1 MALLBUCKS</p>"</script>`, { value: "1 MALLBUCKS" }, true],
  ["over a slot", `<x-a id=h>MALLBUCKS</x-a><script>h.attachShadow({mode:"open"}).innerHTML="<p>1 <slot></slot></p>"</script>`, { value: "1 MALLBUCKS" }, true],
  ["within a named part", `<section><h2>Review send</h2><p>1 MALLBUCKS</p></section><section><h2>Other</h2><p>2 MALLBUCKS</p></section>`, { value: "1 MALLBUCKS", within: "Review send" }, true],
  ["not within another part", `<section><h2>Review send</h2><p>1 MUCK</p></section><section><h2>Other</h2><p>1 MALLBUCKS</p></section>`, { value: "1 MALLBUCKS", within: "Review send" }, false, "1 MUCK"],
  ["within a target", `<main><p>1 MALLBUCKS</p></main>`, { value: "1 MALLBUCKS", within: { role: "main" } }, true],
  ["the address", ``, { kind: "url", op: "contains", value: "127.0.0.1" }, true],
  ["the path of the address", ``, { kind: "url", op: "matches", value: "/\\d+$" }, true],
  ["the title", ``, { kind: "title", value: "Case" }, true, "Case"],
  ["another title", ``, { kind: "title", value: "case" }, false, "Case"],
];

for (const [name, html, check, holds, found] of PAGE_CASES) {
  test(name, async () => {
    const page = await show(html);
    const answer = await ask(page, { call: "check", kind: "text", ...check });
    assert.equal(answer.holds, holds, JSON.stringify(answer));
    if (found !== undefined) assert.equal(answer.found, found);
  });
}

/** The element is the one with id a. @type {[string, string, Record<string, unknown>, boolean, string?][]} */
const ELEMENT_CASES = [
  ["its text", `<p id=a> 5 <b>MALL</b>BUCKS </p>`, { kind: "targetText", value: "5 MALLBUCKS" }, true, "5 MALLBUCKS"],
  ["its text, other", `<p id=a>5 MALLBUCKS</p>`, { kind: "targetText", value: "5" }, false, "5 MALLBUCKS"],
  ["its text, contains", `<p id=a>5 MALLBUCKS</p>`, { kind: "targetText", op: "contains", value: "5 MALL" }, true],
  ["its text, matches", `<p id=a>5 MALLBUCKS</p>`, { kind: "targetText", op: "matches", value: "^\\d mall", flags: "i" }, true],
  ["its value", `<input id=a value="x y">`, { kind: "value", value: "x y" }, true, "x y"],
  ["the value of a list", `<select id=a><option value=r>Red</select>`, { kind: "value", value: "Red" }, true],
  ["the value of an editable part", `<div id=a contenteditable>hello <b>you</b></div>`, { kind: "value", value: "hello you" }, true],
  ["visible", `<p id=a>x</p>`, { kind: "state", value: "visible" }, true, "visible"],
  ["hidden", `<p id=a>x</p>`, { kind: "state", value: "hidden" }, false, "visible"],
  ["enabled", `<button id=a>x</button>`, { kind: "state", value: "enabled" }, true],
  ["disabled", `<fieldset disabled><button id=a>x</button></fieldset>`, { kind: "state", value: "disabled" }, true],
  ["checked", `<input type=checkbox checked id=a>`, { kind: "state", value: "checked" }, true],
  ["unchecked", `<input type=checkbox checked id=a>`, { kind: "state", value: "unchecked" }, false, "checked"],
  ["checked by ARIA", `<div role=checkbox aria-checked=true id=a>x</div>`, { kind: "state", value: "checked" }, true],
  ["neither checked nor unchecked", `<p id=a>x</p>`, { kind: "state", value: "unchecked" }, false],
  ["focused", `<input id=a autofocus><script>a.focus()</script>`, { kind: "state", value: "focused" }, true],
  ["not focused", `<input id=a>`, { kind: "state", value: "focused" }, false, "not focused"],
  ["selected", `<div role=tab aria-selected=true id=a>x</div>`, { kind: "state", value: "selected" }, true],
  ["a chosen option", `<select><option>x<option selected id=a>y</select>`, { kind: "state", value: "selected" }, true],
  ["a number", `<p id=a>Total: 1,200.00 MALLBUCKS</p>`, { kind: "number", op: "is", value: "1200" }, true, "Total: 1,200.00 MALLBUCKS"],
  ["a number with spaces", `<p id=a>1&nbsp;234,50 €</p>`, { kind: "number", op: "is", value: "1234.5" }, true],
  ["a number with apostrophes", `<p id=a>CHF 1'234.50</p>`, { kind: "number", op: "is", value: "1234.5" }, true],
  ["a number with points between thousands", `<p id=a>1.234,50 €</p>`, { kind: "number", op: "is", value: "1234.5" }, true],
  ["a number below nought", `<p id=a>Balance −3</p>`, { kind: "number", op: "is", value: "-3" }, true],
  ["a hyphen is no minus", `<p id=a>item-3</p>`, { kind: "number", op: "is", value: "3" }, true],
  ["at least", `<p id=a>4</p>`, { kind: "number", op: "atLeast", value: "5" }, false, "4"],
  ["at most", `<p id=a>4</p>`, { kind: "number", op: "atMost", value: "5" }, true],
  ["no number", `<p id=a>none</p>`, { kind: "number", op: "atMost", value: "5" }, false, 'no number in "none"'],
  ["the number in a field", `<input id=a value=7>`, { kind: "number", op: "is", value: "7" }, true],
  ["changed by", `<p id=a>4 left</p>`, { kind: "numberChange", since: "5", value: "-1" }, true, "4"],
  ["not changed", `<p id=a>5 left</p>`, { kind: "numberChange", since: "5", value: "-1" }, false, "5"],
  ["changed by a fraction", `<p id=a>0.3</p>`, { kind: "numberChange", since: "0.1", value: "0.2" }, true],
];

for (const [name, html, check, holds, found] of ELEMENT_CASES) {
  test(`element: ${name}`, async () => {
    const page = await show(html);
    const { visible, hidden } = await ask(page, { call: "find", target: { css: "#a" } });
    const answer = await ask(page, { call: "check", ...check, handle: (visible[0] ?? hidden).handle });
    assert.equal(answer.holds, holds, JSON.stringify(answer));
    if (found !== undefined) assert.equal(answer.found, found);
  });
}

test("what was expected of a changed number is said as a sum", async () => {
  const page = await show(`<p id=a>5</p>`);
  const { visible } = await ask(page, { call: "find", target: { css: "#a" } });
  const answer = await ask(page, { call: "check", kind: "numberChange", since: "5", value: "-1", handle: visible[0].handle });
  assert.equal(answer.expected, "4 (5 changed by -1)");
});
