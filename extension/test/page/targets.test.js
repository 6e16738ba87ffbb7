// The words that a page's elements are offered with: the shortest that mean each and no other.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ask, inChromium } from "./check.js";

const { show } = inChromium();

/**
 * What is offered, as a script would say it; each is looked for and must be its own element.
 * @param {string} html
 * @param {Record<string, unknown>} [request]
 */
async function offered(html, request = {}) {
  const page = await show(html);
  const { ok, offers, ...rest } = await ask(page, { call: "targets", ...request });
  assert.ok(ok, JSON.stringify(rest));
  for (const { wordings, handle } of offers) {
    const { visible } = await ask(page, { call: "find", target: wordings[0] });
    assert.deepEqual(visible.map((/** @type {any} */ found) => found.handle), [handle], JSON.stringify(wordings[0]));
  }
  return offers.map((/** @type {any} */ { wordings: [target] }) => words(target));
}

/** @param {any} target @returns {string} */
function words({ within, nth, match, ...by }) {
  const [first, second] = Object.values(by);
  const kind = by.text === undefined && by.role === undefined ? `${Object.keys(by)[0]} ` : "";
  const said = second === undefined ? `${kind}${match === "part" ? "~" : ""}${JSON.stringify(first)}` : `${first} ${match === "part" ? "~" : ""}${JSON.stringify(second)}`;
  return `${nth ? `${nth}. ` : ""}${said}${within ? ` within ${words(within)}` : ""}`;
}

const TABLE = `<table aria-label=People><tr><th>Name</th><th>Act</th></tr><tr><td>Alice</td><td><button>Delete</button></td></tr><tr><td>Bob</td><td><button>Delete</button></td></tr></table>`;

/** @type {[string, string, string[]][]} what it shows, the page, the words */
const CASES = [
  ["controls by role and name", `<button>Save</button><a href=#>Home</a><label>Email <input></label><label><input type=checkbox> Agree</label>`, [`button "Save"`, `link "Home"`, `field "Email"`, `checkbox "Agree"`]],
  ["what a control covers is the control", `<button><span>Save</span> <b>all</b></button>`, [`button "Save all"`]],
  ["texts and headings", `<h2>News</h2><p>Nothing <b>new</b></p><output>Done</output>`, [`heading "News"`, `"Nothing new"`, `"new"`, `"Done"`]],
  ["a text that only fills a cell is the cell", `<table><tr><td><span>5</span></td></tr></table>`, [`row "5"`, `cell "5"`]],
  ["the same words on two kinds", `<h2>Save</h2><button>Save</button>`, [`heading "Save"`, `button "Save"`]],
  ["in rows", TABLE, [`table "People"`, `row "Name"`, `columnheader "Name"`, `columnheader "Act"`, `row "Alice"`, `cell "Alice"`, `button "Delete" within row "Alice"`, `row "Bob"`, `cell "Bob"`, `button "Delete" within row "Bob"`]],
  ["in cards with a heading", `<div class=c><h3>Tea</h3><button>Buy</button></div><div class=c><h3>Milk</h3><button>Buy</button></div>`, [`heading "Tea"`, `button "Buy" within heading "Tea"`, `heading "Milk"`, `button "Buy" within heading "Milk"`]],
  ["in regions and dialogs", `<section aria-label=One><button>Go</button></section><div role=dialog aria-label=Two><button>Go</button></div>`, [`region "One"`, `button "Go" within region "One"`, `dialog "Two"`, `button "Go" within dialog "Two"`]],
  ["only its place tells it", `<p><button>Go</button></p><p><button>Go</button></p>`, [`1. button "Go"`, `2. button "Go"`]],
  ["without a word of its own", `<input placeholder=Search><button data-testid=x></button><button id=y></button><img alt=Logo src="data:," width=9 height=9>`, [`field "Search"`, `testid "x"`, `css "#y"`, `image "Logo"`]],
  ["a label tells twins apart", `<input aria-label=Name title=A><label>Other <input aria-label=Name></label>`, [`title "A"`, `label "Other"`]],
  ["long texts by how they begin", `<p>Once upon a time there was a very long story that nobody wanted to read to its end.</p><p>Once more.</p>`, [`~"Once upon a time there was a very long"`, `"Once more."`]],
  ["nothing that cannot be seen", `<button hidden>A</button><button style="visibility:hidden">B</button><details><summary>More</summary><p>Folded</p></details><p style="display:none">C</p>`, [`button "More"`]],
  ["nothing behind a modal dialog", `<button>Behind</button><dialog id=d><button>Yes</button></dialog><script>d.showModal()</script>`, [`button "Yes"`]],
  ["hidden controls that a label shows", `<label>Dark <input type=radio style="position:absolute;opacity:0;width:0;height:0"></label>`, [`radio "Dark"`]],
  ["never what a person entered", `<input value=secret aria-label=A><textarea aria-label=B>secret</textarea><div contenteditable aria-label=C>secret <b>secret</b></div><div role=textbox aria-label=D><p>secret</p></div><label><input type=checkbox> Every <input value=secret aria-label=E> days</label>`, [`field "A"`, `field "B"`, `field "C"`, `field "D"`, `checkbox "Every days"`, `field "E"`]],
  ["labels that stand for a control", `<span id=l>Express</span><div role=switch aria-checked=false aria-labelledby=l>x</div>`, [`switch "Express"`]],
  ["in roots, and through slots", `<div id=h>Slotted</div><script>h.attachShadow({mode:"open"}).innerHTML="<button><slot></slot></button><p>Deep</p>"</script>`, [`button "Slotted"`, `"Deep"`]],
  ["in any script", `<button>保存 👋🏽</button><button>é</button><a href=#>حفظ</a>`, [`button "保存 👋🏽"`, `button "é"`, `link "حفظ"`]],
];

for (const [name, html, expected] of CASES) {
  test(name, async () => assert.deepEqual(await offered(html), expected));
}

test("as many as are wanted, and whether there are more", async () => {
  const page = await show(`<button>A</button><button>B</button><button hidden>C</button>`);
  for (const [limit, count, more] of [[1, 1, true], [2, 2, false], [3, 2, false]]) {
    const answer = await ask(page, { call: "targets", limit });
    assert.deepEqual([answer.offers.length, answer.more], [count, more]);
  }
});

test("what is typed comes first", async () => {
  const html = `<button>Send money</button><button>Cancel</button><a href=#>Sending</a><p>Please send</p><input aria-label=Amount>`;
  for (const [query, first] of [["sen", `link "Sending"`], ["send m", `button "Send money"`], ["button", `button "Cancel"`], ["amuont", `field "Amount"`], [`field "`, `field "Amount"`], ["please", `"Please send"`]]) {
    assert.equal((await offered(html, { query }))[0], first, query);
  }
});
