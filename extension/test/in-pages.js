// What the tests of page commands share: pages to open, and a tab of a real browser to open them in.

import assert from "node:assert/strict";

import { servePages, startAite } from "./harness.js";

const FRAMED = `<style>*{margin:0}</style><div style="height:40px"></div><button id=in onclick="document.title='pressed'; this.textContent='Done'">In the frame</button><p>Text of the frame</p>`;

const AFTER = `<h1>Wallet</h1><form onsubmit="return false"><p>Amount</p><input name=amount aria-label=Amount><button class="btn main">Send now</button><button class=btn type=button>Cancel</button></form>`;

/** @type {Record<string, string | import("node:http").RequestListener>} */
export const PAGES = {
  "/plain": `<title>Plain</title><h1>Wallet</h1><button onclick="presses.push(event.isTrusted)">Send</button><script>presses = []</script><p>5 MALLBUCKS</p><label>Email <input name=email></label>`,
  "/framed": FRAMED,
  "/closed": `<div id=h></div><script>const r = h.attachShadow({ mode: "closed" }); r.innerHTML = "<p>Deep text</p><button>Deep</button>"; r.querySelector("button").onclick = () => document.title = "pressed"</script>`,
  "/closed-slot": `<div id=h>Slotted</div><script>const r = h.attachShadow({ mode: "closed" }); r.innerHTML = "<button><slot></slot></button>"; r.querySelector("button").onclick = () => document.title = "pressed"</script>`,
  "/twins": `<button id=a>Save</button><button id=b>Save</button><script>setTimeout(() => a.style.display = "none", 300)</script>`,
  "/list": `<ul><li>One</li><li>One</li></ul><script>const items = [...document.querySelectorAll("li")]; setTimeout(() => items[0].remove(), 150); setTimeout(() => items[1].remove(), 400)</script>`,
  "/counts": `<b>0</b><p id=p>Still</p><script>let count = 0; setInterval(() => document.querySelector("b").textContent = ++count, 50)</script>`,
  "/leaves": `<p>Old page</p><script>setTimeout(() => location.href = "/arrives", 100)</script>`,
  "/arrives": `<title>Arrived</title><button>Arrived</button>`,
  "/options": `<label>Colour<select id=s></select></label><script>setTimeout(() => s.innerHTML = "<option>Red<option>Dark blue", 300); s.onchange = () => document.title = s.value</script>`,
  "/fields": `<label>Name<input id=n value=old></label><label>Day<input type=date id=d></label><label>Notes<textarea id=t>x</textarea></label><div contenteditable id=c aria-label=Body>old</div><label><input type=checkbox id=k> Agree</label>`,
  "/moves": `<style>#cover{position:fixed;inset:0;background:#eee;display:none}</style><button id=b onclick="seen.push('click')" onmousedown="seen.push('mousedown')">Go</button><div id=cover>Wait for it</div><script>seen = []; cover.onclick = () => seen.push("cover")</script>`,
  "/outer": `<iframe style="padding:4px" srcdoc='<div id=a></div><script>const r = a.attachShadow({ mode: "open" }); r.innerHTML = "<p id=b></p>"; const s = r.getElementById("b").attachShadow({ mode: "open" }); s.innerHTML = "<button>Innermost</button>"; s.firstChild.onclick = () => s.firstChild.textContent = "Done"</script>'></iframe>`,
  "/upload": `<div><button>Upload</button><input type=file id=f hidden></div>`,
  "/unread": (_, response) => {
    response.setHeader("content-type", "text/html");
    response.write(`<title>Unread</title>${AFTER}`);
    setTimeout(() => response.end("<button>Send</button>"), 5000);
  },
  "/after": AFTER,
  "/errors": `<script>console.error("bad thing", { a: 1 }); setTimeout(() => { throw new Error("uncaught thing") })</script>`,
  "/strict": (_, response) => {
    response.setHeader("content-security-policy", "default-src 'none'; style-src 'none'; script-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'");
    response.setHeader("content-type", "text/html");
    response.end(`<button>Send</button><label>Name<input></label><div contenteditable aria-label=Body>old</div>`);
  },
};

/**
 * A browser with the extension and a tab.
 * @param {import("node:test").TestContext} t
 */
export async function startPages(t) {
  const { bridge, pipe, inWorker, killWorker } = await startAite(t);
  const origin = await servePages(t, PAGES);
  await bridge.hellos.take();
  /** @type {number} */
  let tab = 0;

  /** Shows a page in the tab. @param {string} path */
  const open = async (path) => {
    const answer = await bridge.ask({ cmd: "navigate", url: origin + path, ...(tab ? { tab } : {}) });
    assert.ok(answer.ok, JSON.stringify(answer));
    tab = answer.tab;
  };
  /** @param {Record<string, unknown>} request */
  const ask = async (request) => {
    const { id, ...answer } = await bridge.ask({ timeoutMs: 4000, ...request });
    return answer;
  };
  const session = async () => {
    const { targetInfos } = await pipe.send("Target.getTargets");
    const page = targetInfos.find((/** @type {any} */ { type, url }) => type === "page" && url.startsWith(origin));
    return (await pipe.send("Target.attachToTarget", { targetId: page.targetId, flatten: true })).sessionId;
  };
  /** @param {string} expression */
  const inPage = async (expression) => (await pipe.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true }, await session())).result.value;
  /** @param {{ x: number, y: number }} at */
  const press = async ({ x, y }) => {
    const id = await session();
    for (const type of ["mouseMoved", "mousePressed", "mouseReleased"]) {
      await pipe.send("Input.dispatchMouseEvent", { type, x, y, button: "left", buttons: 1, clickCount: 1 }, id);
    }
  };
  /** @param {Record<string, unknown>} target */
  const pressOn = async (target) => {
    for (;;) {
      const resolved = await ask({ cmd: "resolve", target, for: "press" });
      assert.ok(resolved.ok, JSON.stringify(resolved));
      await press(resolved.at);
      const hit = await ask({ cmd: "hit", handle: resolved.handle });
      // Chrome sends a press to the page around a frame of another process until it has heard where that frame is.
      if (hit.detail?.coveredBy !== "iframe") return hit;
    }
  };

  return {
    bridge,
    pipe,
    inWorker,
    killWorker,
    origin,
    /** Another origin with the same pages. */
    other: origin.replace("127.0.0.1", "localhost"),
    /** The id of the tab. */
    tab: () => tab,
    open,
    ask,
    session,
    inPage,
    press,
    pressOn,
  };
}
