// A page as it would be after a change: what the change does, what is seen of it, and that nothing of it is left.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ask, inChromium } from "./check.js";

const { show } = inChromium();

const STATE = `({
  html: document.documentElement.outerHTML,
  nodes: (window.known ??= [...document.querySelectorAll("*")]).every((node, at) => node === [...document.querySelectorAll("*")][at]),
  count: document.querySelectorAll("*").length,
  focus: document.activeElement.id,
  scroll: [scrollX, scrollY, ...[...document.querySelectorAll(".pane")].flatMap((pane) => [pane.scrollTop, pane.scrollLeft])],
  selected: String(getSelection()),
  events: window.log ?? [],
})`;

/**
 * Mutates the element with id `a`, or the one that the target means, and looks for the target meanwhile.
 * @param {import("playwright-core").Page} page
 * @param {string} mutation
 * @param {Record<string, unknown>} target
 */
async function mutate(page, mutation, target) {
  const { visible } = await ask(page, { call: "find", target });
  assert.equal(visible.length, 1, `${visible.length} elements are ${JSON.stringify(target)}`);
  const [{ handle, descriptor }] = visible;
  const how = { call: "mutated", handle, mutation, target };
  const before = await page.evaluate(STATE);
  const said = await ask(page, how);
  const found = "lacks" in said ? undefined : await ask(page, { ...how, then: { call: "find", target } });
  const searched = "lacks" in said ? undefined : await ask(page, { ...how, then: { call: "search", descriptor } });
  assert.deepEqual(await page.evaluate(STATE), before, "nothing is left of the change");
  return { said, found, searched, handle };
}

/** @param {any} answer */
function idsIn(answer) {
  return answer.visible.map((/** @type {any} */ { descriptor }) => descriptor.id ?? descriptor.tag);
}

const MENU = `<ul><li><button id=a class="item first" data-testid=edit>Edit</button><li><button id=b class=item>Copy</button><li><button id=c class=item>Archive</button></ul>`;

/** What is shown, the mutation, the target, what is said of it, and the ids that the target then means. @type {[string, string, Record<string, unknown>, RegExp, string[]?][]} */
const CASES = [
  [MENU, "add-word", { text: "Edit" }, /^"Edit" -> "Edit now"$/, []],
  [MENU, "add-word", { text: "Edit", match: "part" }, /^"Edit" -> "Edit now"$/, ["a"]],
  [MENU, "replace-word", { role: "button", name: "Edit" }, /^"Edit" -> "Change"$/, []],
  [`<button id=a>REMOVE <b>it</b></button>`, "replace-word", { css: "#a" }, /^"REMOVE" -> "TAKE OUT"$/, ["a"]],
  [`<button id=a>Zzyx</button>`, "replace-word", { text: "Zzyx" }, /^"Zzyx" -> "Item"$/, []],
  [`<button id=a>1,299.00</button>`, "replace-word", { text: "1,299.00" }, /no word/],
  [`<label>To <input id=a placeholder="a name"></label>`, "add-word", { text: "To" }, /^"To" -> "To now"$/, []],
  [`<label for=a>To</label><input id=a>`, "replace-word", { label: "To" }, /^"To" -> "Item"$/, []],
  [`<input id=a placeholder="MM/YY">`, "add-word", { placeholder: "MM/YY" }, /^"MM\/YY" -> "MM\/YY now"$/, []],
  [`<button id=a aria-label="Close it">×</button>`, "replace-word", { text: "Close it" }, /^"Close it" -> "Shut it"$/, []],
  [`<button id=a><img alt="Close" src="data:,"></button>`, "replace-word", { role: "button", name: "Close" }, /^"Close" -> "Shut"$/, []],
  [`<input type=submit id=a value="Send it">`, "replace-word", { text: "Send it" }, /^"Send it" -> "Transfer it"$/, []],
  [`<h2 id=h>Review send</h2><div role=dialog aria-labelledby=h id=a>${"A long text. ".repeat(20)}</div>`, "add-word", { role: "dialog", name: "Review send" }, /^"Review send" -> "Review send now"$/, []],
  [`<table><tr id=a><td>Paper lantern<td>49.00<td><button>Remove</button></table>`, "replace-word", { role: "row", name: "lantern", match: "part" }, /^"Paper lantern" -> "Paper item"$|^"Paper lantern" -> "Item lantern"$/],
  [`<section id=a>${"Much to say here. ".repeat(20)}</section>`, "add-word", { css: "section" }, /no name/],
  [`<textarea id=a>Typed by a person</textarea>`, "add-word", { css: "textarea" }, /no name/],
  [MENU, "drop-id", { css: "#a" }, /^id "a" dropped$/, []],
  [`<button class=x>Edit</button>`, "drop-id", { text: "Edit" }, /no id/],
  [MENU, "drop-testid", { testid: "edit" }, /^data-testid "edit" dropped$/, []],
  [MENU, "change-classes", { css: ".first" }, /^classes "item first" -> "is-meti is-tsrif"$/, []],
  [`<button id=a>Edit</button>`, "change-classes", { text: "Edit" }, /no class/],
  [`<p><button id=a>Edit</button> <button id=b>Copy</button></p>`, "wrap-and-move", { xpath: "//p/button[1]" }, /^wrapped in a span and moved to the end/, ["b"]],
  [`<p><button id=b>Copy</button> <button id=a>Edit</button></p>`, "wrap-and-move", { xpath: "//p/button[2]" }, /^wrapped in a span and moved to the start/, []],
  [`<p><button id=a>Edit</button></p>`, "wrap-and-move", { xpath: "//p/button" }, /^wrapped in a span$/, []],
  [`<ul><li id=a>One<li id=b>Two</ul>`, "wrap-and-move", { css: "li:first-child" }, /^moved to the end/, ["b"]],
  [`<ul><li id=a>One</ul>`, "wrap-and-move", { css: "li" }, /neither/],
  [`<p><button id=a>Edit</button> or <i>so</i> <button id=b>Copy</button></p>`, "swap-siblings", { css: "button", nth: 1 }, /^swapped with button#b/, ["b"]],
  [MENU, "swap-siblings", { css: "button", nth: 3 }, /^its li swapped with li "Copy"/, ["b"]],
  [`<div><p id=a>Alone</p></div>`, "swap-siblings", { text: "Alone" }, /nothing stands beside/],
  [MENU, "remove", { text: "Edit" }, /^removed$/, []],
  [`<label for=a>To</label> <input id=a> <p>Other</p>`, "remove", { text: "To" }, /^removed$/, []],
  [`<button id=b><span id=a>Edit</span></button>`, "remove", { text: "Edit" }, /^removed$/, []],
  [MENU, "remove-and-rename-neighbour", { text: "Edit" }, /^removed, and button#b "Copy" renamed: "Copy" -> "Item"$/, []],
  [MENU, "remove-and-rename-neighbour", { text: "Archive" }, /^removed, and button#b "Copy" renamed/, []],
  [`<button id=a>Edit</button>`, "remove-and-rename-neighbour", { text: "Edit" }, /nothing of its kind/],
  [`<button id=a>Edit</button>`, "explode", { text: "Edit" }, /no mutation "explode"/],
];

for (const [html, mutation, target, saying, meant] of CASES) {
  test(`${mutation}: ${JSON.stringify(target)} in ${html.slice(0, 60)}`, async () => {
    const { said, found } = await mutate(await show(html), mutation, target);
    assert.match(said.change ?? said.lacks, saying);
    if (meant) assert.deepEqual(idsIn(found), meant);
  });
}

test("what is removed is neither found nor a candidate", async () => {
  const page = await show(MENU);
  const [{ handle, descriptor }] = (await ask(page, { call: "find", target: { text: "Edit" } })).visible;
  const searched = await ask(page, { call: "mutated", handle, mutation: "remove", then: { call: "search", descriptor } });
  assert.ok(searched.candidates.length >= 2);
  assert.ok(searched.candidates.every((/** @type {any} */ candidate) => candidate.handle !== handle));
  assert.deepEqual(searched.named.find((/** @type {any} */ { by }) => by === "id"), { by: "id", count: 0 });
});

test("no script of the page runs on a changed page", async () => {
  const page = await show(`${MENU}<script>seen = []; new MutationObserver(() => seen.push(document.querySelector("ul").outerHTML)).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })</script>`);
  const whole = await page.evaluate(`document.querySelector("ul").outerHTML`);
  for (const mutation of EVERY) await mutate(page, mutation, { text: "Edit" });
  assert.deepEqual([...new Set(await page.evaluate("seen"))], [whole]);
});

const BUSY = `<style>body { padding-top: 90px } .pane { height: 60px; width: 90px; overflow: auto; scroll-behavior: smooth } .tall { height: 3000px; width: 300px } dialog { top: 0; margin: 0 }</style>
  <div class=pane><div class=tall><button id=a class=x data-testid=t>Send</button><button id=b>Copy</button><p id=p>A text that is selected</p><input id=f value=typed><iframe srcdoc="<p>Framed"></iframe>
  <details open id=d><summary>More</summary>x</details></div></div><div class=tall></div>
  <script>
    log = [];
    for (const type of ["focus", "blur", "focusin", "focusout", "toggle", "close", "select"]) document.addEventListener(type, ({ type }) => log.push(type), true);
    addEventListener("click", () => log.push("click"));
  </script>`;

const EVERY = ["add-word", "replace-word", "drop-id", "drop-testid", "change-classes", "wrap-and-move", "swap-siblings", "remove", "remove-and-rename-neighbour"];

test("focus, selection, scrolling and frames survive every mutation, and no event tells of it", async () => {
  const page = await show(BUSY);
  await page.evaluate(`(async () => {
    await new Promise((done) => { const frame = document.querySelector("iframe"); frame.contentDocument?.readyState === "complete" && frame.contentDocument.body.firstChild ? done() : frame.onload = done });
    document.querySelector("iframe").contentWindow.kept = true;
    a.focus(); getSelection().setBaseAndExtent(p.firstChild, 2, p.firstChild, 6);
    document.querySelector(".pane").scrollTo({ top: 30, left: 20, behavior: "instant" }); scrollTo({ top: 120, behavior: "instant" });
    f.setSelectionRange(1, 3);
    await new Promise(requestAnimationFrame); log.length = 0;
  })()`);
  for (const target of [{ css: "#a" }, { css: ".pane" }, { css: "#p" }, { css: ".tall", nth: 1 }, { css: "#d" }]) {
    for (const mutation of EVERY) {
      await mutate(page, mutation, target);
      await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
      const kept = await page.evaluate(`[document.querySelector("iframe").contentWindow.kept, f.value, f.selectionStart, f.selectionEnd, d.open, scrollY, document.querySelector(".pane").scrollTop, document.activeElement.id, String(getSelection()), log.join()]`);
      assert.deepEqual(kept, [true, "typed", 1, 3, true, 120, 30, "a", "text", ""], `${mutation} of ${JSON.stringify(target)}`);
    }
  }
});

test("a modal dialog and what is checked stay so", async () => {
  const page = await show(`<dialog id=d><label><input type=radio name=r id=a checked> Light</label><label><input type=radio name=r id=b> Dark</label><button id=ok>Save it</button></dialog><script>d.showModal(); a.focus()</script>`);
  for (const target of [{ css: "#d" }, { css: "#a" }, { css: "#ok" }]) {
    for (const mutation of EVERY) {
      await mutate(page, mutation, target);
      assert.deepEqual(await page.evaluate("[d.matches(':modal'), a.checked, b.checked, document.activeElement.id]"), [true, true, false, "a"], `${mutation} of ${JSON.stringify(target)}`);
    }
  }
});

test("what would start anew is not moved", async () => {
  for (const part of ["<iframe></iframe>", "<video></video>", "<style>p {}</style>", "<div popover id=o>x</div><script>o.showPopover()</script>", "<input id=f autofocus><script>f.focus()</script>"]) {
    const page = await show(`<div id=a class=x>Here${part}</div><div>Beside</div>`);
    for (const mutation of ["wrap-and-move", "swap-siblings", "remove"]) {
      const { said } = await mutate(page, mutation, { css: "#a", ...(/popover/.test(part) ? { nth: 1 } : {}) });
      assert.match(said.lacks ?? said.change, /start anew|focus is in it/, `${mutation} ${part}`);
    }
  }
});

test("a custom element is not made to leave and come back", async () => {
  const page = await show(`<div id=a class=x><x-counter></x-counter></div><p>Beside</p><script>seen = []; customElements.define("x-counter", class extends HTMLElement { connectedCallback() { seen.push("in"); this.textContent = "5" } disconnectedCallback() { seen.push("out") } })</script>`);
  for (const mutation of ["wrap-and-move", "swap-siblings", "remove"]) {
    const { said } = await mutate(page, mutation, { css: "#a" });
    assert.match(said.lacks, /x-counter in it would start anew/);
  }
  assert.deepEqual(await page.evaluate("seen"), ["in"]);
});

test("in a shadow root", async () => {
  const page = await show(`<div id=h></div><script>h.attachShadow({ mode: "open" }).innerHTML = "<button id=a class=x>Edit</button><button id=b>Copy</button>"; known = [...h.shadowRoot.querySelectorAll("*")]</script>`);
  const [{ handle }] = (await ask(page, { call: "find", target: { text: "Edit" } })).visible;
  for (const mutation of EVERY) {
    const found = await ask(page, { call: "mutated", handle, mutation, target: { text: "Edit" }, then: { call: "find", target: { text: "Edit" } } });
    if (mutation === "drop-testid") assert.equal(found.ok, false);
    else assert.equal(found.visible.length, /word|remove/.test(mutation) ? 0 : 1, mutation);
    assert.equal(await page.evaluate("h.shadowRoot.innerHTML"), `<button id="a" class="x">Edit</button><button id="b">Copy</button>`, mutation);
  }
});

test("only looks are made of a changed page", async () => {
  const page = await show(MENU);
  const [{ handle }] = (await ask(page, { call: "find", target: { text: "Edit" } })).visible;
  for (const then of [{ call: "act", action: "click" }, { call: "aim" }, { call: "find", target: { text: "Copy" }, then: { call: "act", action: "click" } }]) {
    const { ok, reason } = await ask(page, { call: "mutated", handle, mutation: "remove", then });
    assert.deepEqual([ok, reason], [false, "unsupported"]);
  }
});
