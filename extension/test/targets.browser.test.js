// The elements a page offers to be named, through the whole extension: every target leads back to its own element, in frames and closed roots too.

import assert from "node:assert/strict";
import { test } from "node:test";

import { startPages } from "./in-pages.js";

test("what a page offers, in a real browser", async (t) => {
  const { origin, other, open, ask, inPage } = await startPages(t);

  /** Shows a page's body. @param {string} html */
  const show = async (html) => {
    await open("/plain");
    await inPage(`document.body.innerHTML = ${JSON.stringify(html)}`);
  };
  /** All that is offered; each must lead to its own element. @param {Record<string, unknown>} [request] @returns {Promise<any[]>} */
  const offered = async (request = {}) => {
    const { ok, targets, ...rest } = await ask({ cmd: "targets", ...request });
    assert.ok(ok, JSON.stringify(rest));
    for (const { target, handle } of targets) {
      const resolved = await ask({ cmd: "resolve", target, timeoutMs: 0 });
      assert.equal(resolved.handle, handle, `${JSON.stringify(target)}: ${JSON.stringify(resolved)}`);
    }
    return targets;
  };
  /** @param {any[]} targets */
  const words = (targets) => targets.map(({ target }) => target);

  await t.test("role and name, and what is typed so far first", async () => {
    await open("/plain");
    assert.deepEqual(words(await offered()), [
      { role: "heading", name: "Wallet" },
      { role: "button", name: "Send" },
      { text: "5 MALLBUCKS" },
      { role: "field", name: "Email" },
    ]);
    assert.deepEqual(words(await offered({ query: "ema", limit: 1 })), [{ role: "field", name: "Email" }]);
    assert.deepEqual(words(await offered({ query: `button "S`, limit: 1 })), [{ role: "button", name: "Send" }]);
  });

  await t.test("never what a person entered", async () => {
    await open("/fields");
    await inPage(`n.value = "typed secret"; t.value = "typed secret"; c.textContent = "typed secret"; document.body.insertAdjacentHTML("beforeend", "<label>Password <input type=password value='typed secret'></label><div role=textbox aria-label=Note><p>typed secret</p></div>")`);
    const answer = await ask({ cmd: "targets" });
    assert.ok(answer.targets.length >= 7, JSON.stringify(answer));
    assert.equal(JSON.stringify(answer).includes("secret"), false, JSON.stringify(answer));
  });

  await t.test("in closed roots, and through slots", async () => {
    await open("/closed");
    assert.deepEqual(words(await offered()), [{ text: "Deep text" }, { role: "button", name: "Deep" }]);
    await open("/closed-slot");
    assert.deepEqual(words(await offered()), [{ role: "button", name: "Slotted" }]);
  });

  await t.test("in frames, counted over all of them", async () => {
    await show(`<iframe src="${other}/framed"></iframe><iframe src="${origin}/framed"></iframe><iframe src="${origin}/plain"></iframe><button>Send</button><section aria-label=Part><button>Other</button><iframe src="${origin}/after"></iframe></section>`);
    await ask({ cmd: "resolve", target: { role: "button", name: "Send now" } });
    const targets = await offered();
    const said = words(targets).map((target) => JSON.stringify(target));
    assert.ok(said.includes(JSON.stringify({ role: "button", name: "In the frame", nth: 2 })), said.join("\n"));
    assert.ok(said.includes(JSON.stringify({ role: "button", name: "Send", nth: 1 })) || said.includes(JSON.stringify({ role: "button", name: "Send", nth: 2 })), said.join("\n"));
    const inner = targets.find(({ name }) => name === "Send now");
    const located = await ask({ cmd: "locate", handle: inner.handle, for: "scroll" });
    assert.deepEqual(inner.rect, located.rect);
  });

  await t.test("within a part of the page", async () => {
    await show(`<section aria-label=One><button>Go</button></section><section aria-label=Two><button>Go</button><p>Text</p></section>`);
    assert.deepEqual(words(await offered({ within: { role: "region", name: "Two" } })), [
      { role: "button", name: "Go", within: { role: "region", name: "Two" } },
      { text: "Text", within: { role: "region", name: "Two" } },
    ]);
    await show(`<section aria-label=One><iframe src="${other}/framed"></iframe></section><section aria-label=Two><button>Go</button><iframe src="${other}/framed"></iframe></section>`);
    const within = { role: "region", name: "Two" };
    await ask({ cmd: "resolve", target: { role: "button", name: "In the frame", within } });
    assert.deepEqual(words(await offered({ within })), [
      { role: "button", name: "Go", within },
      { role: "button", name: "In the frame", within },
      { text: "Text of the frame", within },
    ]);
  });

  await t.test("without a tab", async () => {
    assert.equal((await ask({ cmd: "targets", tab: 4711 })).reason, "tab-closed");
  });
});
