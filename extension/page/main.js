// The page's end of the port to the worker.

import { FRAME_NONCE, installFrames, introduce } from "./frames.js";
import { answerTo } from "./calls.js";
import { elementOf } from "./handles.js";
import { installGuard } from "./guard.js";
import { installPicker, stopPicker } from "./picker.js";
import { installRecorder, stopRecorder } from "./recorder.js";

/** @type {chrome.runtime.Port | undefined} */
let port;
/** A port that lasted this long, in milliseconds, was no failure of the worker to start. */
const SETTLED = 200;
/** The pause before the next try otherwise. */
const RETRY = 100;
const UNTOLD_KEPT = 100;
/** @type {string[]} children that introduced themselves while there was no port */
let waiting = [];
/** @type {unknown[]} what a person did while there was no port */
let untold = [];

function connect() {
  // Without an id the extension has been unloaded, and with it everything that could answer.
  if (!chrome.runtime?.id) return stopRecorder();
  const opened = chrome.runtime.connect({ name: "page" });
  const since = performance.now();
  port = opened;
  opened.onMessage.addListener(async (request) => {
    const { n } = request;
    const answer = await answerTo(request);
    if (port === opened) opened.postMessage({ n, ...answer });
  });
  opened.onDisconnect.addListener(() => {
    void chrome.runtime.lastError;
    if (port !== opened) return;
    port = undefined;
    // Who began it is gone.
    stopPicker();
    // A document in the back/forward cache connects again when it is shown again.
    if (isLeaving) return;
    // At once, because it wakes a worker that was stopped; but a worker that keeps failing is not asked without a pause.
    if (performance.now() - since > SETTLED) connect();
    else setTimeout(() => port ?? connect(), RETRY);
  });
  opened.postMessage({ hello: FRAME_NONCE, children: waiting });
  for (const recorded of untold.splice(0)) opened.postMessage({ recorded });
}

let isLeaving = false;
addEventListener("pagehide", () => (isLeaving = true), true);
addEventListener(
  "pageshow",
  ({ persisted }) => {
    isLeaving = false;
    // While the document was kept for going back to, its port was closed without a word.
    if (!persisted && port) return;
    port?.disconnect();
    connect();
  },
  true,
);

installGuard((verdict) => port?.postMessage({ verdict }));
installPicker((picked) => port?.postMessage({ picked }));
installRecorder((recorded) => {
  if (port) port.postMessage({ recorded });
  else untold = [...untold, recorded].slice(-UNTOLD_KEPT);
});
installFrames((nonce) => {
  waiting = [...waiting.filter((known) => known !== nonce), nonce];
  port?.postMessage({ child: nonce });
});
addEventListener(
  "aite:console",
  (event) => {
    const [pipe] = /** @type {MessageEvent} */ (event).ports ?? [];
    event.stopImmediatePropagation();
    if (pipe) pipe.onmessage = ({ data }) => port?.postMessage({ console: String(data) });
  },
  { capture: true, once: true },
);
connect();
introduce();

/** For the pipe, which finds this world by name: the element of a handle. */
Object.assign(globalThis, { aite: { element: elementOf } });
