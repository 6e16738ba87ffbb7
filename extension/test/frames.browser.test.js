// Frames, roots and covers, through the whole extension and with real presses.

import assert from "node:assert/strict";
import { test } from "node:test";

import { startPages } from "./in-pages.js";

test("frames, closed roots and covers in a real browser", async (t) => {
  const { origin, other, open, ask, inPage, press, pressOn } = await startPages(t);

  await t.test("a closed root: found, read, pressed", async () => {
    await open("/closed");
    assert.equal((await ask({ cmd: "verify", kind: "text", value: "Deep text" })).ok, true);
    assert.deepEqual(await pressOn({ text: "Deep" }), { ok: true, delivered: true });
    assert.equal(await inPage("document.title"), "pressed");
    await open("/closed-slot");
    assert.deepEqual(await pressOn({ role: "button", name: "Slotted" }), { ok: true, delivered: true });
    assert.equal(await inPage("document.title"), "pressed");
  });

  for (const [name, style] of [
    ["a frame", ""],
    ["a frame with borders, padding and a scale", "border:7px solid red;padding:5px;transform:scale(.5);transform-origin:0 0;margin-top:60px"],
    ["a frame below the fold", "margin-top:3000px"],
  ]) {
    for (const [whose, from] of [["same-origin", origin], ["cross-origin", other]]) {
      await t.test(`${name}, ${whose}`, async () => {
        await open("/plain");
        await inPage(`document.body.innerHTML = '<iframe style="${style}" src="${from}/framed"></iframe>'`);
        assert.equal((await ask({ cmd: "verify", kind: "text", value: "Text of the frame" })).ok, true);
        const { descriptor } = await ask({ cmd: "resolve", target: { text: "In the frame" } });
        assert.equal(descriptor.path.frame, `${from}/framed`);
        assert.deepEqual(await pressOn({ text: "In the frame" }), { ok: true, delivered: true });
        assert.deepEqual(await ask({ cmd: "verify", kind: "exists", target: { text: "Done" } }), { ok: true });
      });
    }
  }

  await t.test("a frame under its parent's glass pane", async () => {
    await open("/plain");
    await inPage(`document.body.innerHTML = '<iframe src="${other}/framed"></iframe><div class=glass style="position:fixed;inset:0">Please wait</div>'`);
    const answer = await ask({ cmd: "resolve", target: { text: "In the frame" }, for: "press", timeoutMs: 600 });
    assert.equal(answer.reason, "not-visible", JSON.stringify(answer));
    assert.equal(answer.detail.coveredBy, 'div.glass "Please wait"');
  });

  await t.test("a glass pane that comes over a frame between aim and press", async () => {
    await open("/plain");
    await inPage(`document.body.innerHTML = '<iframe src="${other}/framed"></iframe>'`);
    const resolved = await ask({ cmd: "resolve", target: { text: "In the frame" }, for: "press" });
    await inPage(`document.body.insertAdjacentHTML("beforeend", '<div class=glass style="position:fixed;inset:0" onclick="document.title = 1">Please wait</div>')`);
    // Chrome goes by what it has painted.
    await inPage("new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(painted))))");
    await press(resolved.at);
    assert.deepEqual(await ask({ cmd: "hit", handle: resolved.handle }), { ok: false, reason: "not-visible", detail: { coveredBy: 'div.glass "Please wait"' } });
    assert.equal(await inPage("document.title"), "Plain");
  });

  await t.test("what is in a frame that is not seen is hidden", async () => {
    await open("/plain");
    await inPage(`document.body.innerHTML = '<iframe style="visibility:hidden" src="${other}/framed"></iframe>'`);
    const answer = await ask({ cmd: "resolve", target: { text: "In the frame" }, timeoutMs: 1500 });
    assert.equal(answer.reason, "not-visible", JSON.stringify(answer));
  });

  await t.test("the same words in page and frame are two", async () => {
    await open("/framed");
    await inPage(`document.body.insertAdjacentHTML("beforeend", '<iframe src="${other}/framed"></iframe>')`);
    assert.equal((await ask({ cmd: "verify", kind: "count", target: { text: "In the frame" }, value: "2" })).ok, true);
    const both = await ask({ cmd: "resolve", target: { text: "In the frame" }, timeoutMs: 50 });
    assert.equal(both.reason, "ambiguous");
    const last = await ask({ cmd: "resolve", target: { text: "In the frame", nth: -1 } });
    assert.equal(last.descriptor.path.frame, `${other}/framed`);
    const first = await ask({ cmd: "resolve", target: { text: "In the frame", nth: 1 } });
    assert.equal(first.descriptor.path.frame, undefined);
  });

  await t.test("a cover that comes between aim and press takes the press, and the page sees none of it", async () => {
    await open("/moves");
    const resolved = await ask({ cmd: "resolve", target: { text: "Go" }, for: "press" });
    await inPage("cover.style.display = 'block'");
    await press(resolved.at);
    assert.deepEqual(await ask({ cmd: "hit", handle: resolved.handle }), { ok: false, reason: "not-visible", detail: { coveredBy: 'div#cover "Wait for it"' } });
    assert.deepEqual(await inPage("seen"), []);
    await inPage("cover.style.display = 'none'");
    assert.deepEqual(await pressOn({ text: "Go" }), { ok: true, delivered: true });
    assert.deepEqual(await inPage("seen"), ["mousedown", "click"]);
    await inPage("cover.style.display = 'block'");
    await press(resolved.at);
    assert.deepEqual(await inPage("seen"), ["mousedown", "click", "cover"], "an unarmed guard keeps nothing away");
  });

  await t.test("a frame in a closed root", async () => {
    await open("/plain");
    await inPage(`document.body.innerHTML = "<div id=h></div>"; h.attachShadow({ mode: "closed" }).innerHTML = '<iframe src="${other}/framed"></iframe>'`);
    assert.deepEqual(await pressOn({ text: "In the frame" }), { ok: true, delivered: true });
    assert.deepEqual(await ask({ cmd: "verify", kind: "exists", target: { text: "Done" } }), { ok: true });
  });

  await t.test("a frame in a frame, and roots in it", async () => {
    await open("/plain");
    await inPage(`document.body.innerHTML = '<iframe style="border:9px solid" src="${other}/outer"></iframe>'`);
    assert.deepEqual(await pressOn({ role: "button", name: "Innermost" }), { ok: true, delivered: true });
    assert.deepEqual(await ask({ cmd: "verify", kind: "exists", target: { text: "Done" } }), { ok: true });
  });

  await t.test("within a part of the page that holds a frame", async () => {
    await open("/plain");
    await inPage(`document.body.innerHTML = '<section aria-label=One><iframe src="${other}/framed"></iframe></section><section aria-label=Two>Here: <iframe src="/framed"></iframe></section>'`);
    const target = { text: "In the frame", within: { role: "region", name: "Two" } };
    const { descriptor } = await ask({ cmd: "resolve", target });
    assert.equal(descriptor?.path.frame, `${origin}/framed`);
    assert.equal((await ask({ cmd: "resolve", target: { ...target, within: "One" } })).descriptor?.path.frame, `${other}/framed`);
    const text = { cmd: "verify", kind: "text", value: "Text of the frame" };
    assert.equal((await ask({ ...text, within: "Two" })).ok, true);
    await inPage("document.querySelector('[aria-label=Two] iframe').remove()");
    assert.equal((await ask({ ...text, within: "Two", timeoutMs: 50 })).reason, "mismatch");
  });
});
