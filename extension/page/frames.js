// How a frame and the page around it come to know each other: the child shows its parent a number that only the two and
// the worker know, and the parent sees which of its frames it came from.

import { elementAt, flatContains, rootsUnder } from "./tree.js";
import { coverInWords } from "./ready.js";
import { isVisible } from "./visible.js";

/** This document's own number. */
export const FRAME_NONCE = crypto.getRandomValues(new Uint32Array(4)).join("-");

/** @type {Map<string, WeakRef<Element>>} */
const frames = new Map();

/** Shows this document's number to the frame around it. */
export function introduce() {
  if (window.parent !== window) window.parent.postMessage({ aiteFrame: FRAME_NONCE }, "*");
}

/**
 * Listens for the children, ahead of the page.
 * @param {(nonce: string) => void} onChild
 */
export function installFrames(onChild) {
  window.addEventListener(
    "message",
    (event) => {
      // What the page says to itself is not read: a large message costs its reading a second time here.
      if (event.source === null || event.source === window) return;
      const nonce = event.data?.aiteFrame;
      if (typeof nonce !== "string") return;
      event.stopImmediatePropagation();
      const frame = frameOf(event.source);
      if (!frame) return;
      frames.set(nonce, new WeakRef(frame));
      onChild(nonce);
    },
    true,
  );
}

/**
 * The numbers of the frames that stand in these parts of the page.
 * @param {Element[]} scopes
 * @returns {string[]}
 */
export function framesWithin(scopes) {
  return [...frames]
    .filter(([, known]) => {
      const frame = known.deref();
      return frame?.isConnected && scopes.some((scope) => flatContains(scope, frame));
    })
    .map(([nonce]) => nonce);
}

/** @param {MessageEventSource | null} source */
function frameOf(source) {
  for (const tree of rootsUnder(document)) {
    for (const frame of tree.querySelectorAll("iframe,frame,object,embed")) {
      if (/** @type {HTMLIFrameElement} */ (frame).contentWindow === source) return frame;
    }
  }
  return null;
}

/**
 * @typedef {{ ok: true, x: number, y: number, scaleX: number, scaleY: number }} FramePoint
 * @typedef {{ ok: false, reason: "not-visible" | "not-found" | "timeout", detail: Record<string, unknown> }} NoFramePoint
 */

/**
 * Where a point of a child's viewport lies in this one's. With `hit`, the frame must be what is met there; it is scrolled
 * into view for that.
 * @param {{ nonce: string, x: number, y: number, hit?: boolean }} asked
 * @returns {FramePoint | NoFramePoint}
 */
export function frameBox({ nonce, x, y, hit }) {
  const frame = /** @type {HTMLElement | undefined} */ (frames.get(nonce)?.deref());
  if (!frame?.isConnected) return { ok: false, reason: "not-found", detail: { message: "the frame has left the page" } };
  const point = mapped(frame, x, y);
  if (!hit) return point;
  if (!isVisible(frame)) return { ok: false, reason: "not-visible", detail: { coveredBy: "a frame that cannot be seen" } };
  if (!isInViewport(point)) {
    frame.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const nearer = mapped(frame, x, y);
    if (!isInViewport(nearer)) scrollBy({ left: nearer.x - innerWidth / 2, top: nearer.y - innerHeight / 2, behavior: "instant" });
    // Chrome hears of the frame's new place only with the next picture.
    return { ok: false, reason: "timeout", detail: { moving: true } };
  }
  const met = elementAt(point.x, point.y);
  if (met && (met === frame || flatContains(frame, met))) return point;
  return { ok: false, reason: "not-visible", detail: met ? { coveredBy: coverInWords(met, frame) } : {} };
}

/**
 * Whether a child's frame element can be seen.
 * @param {string} nonce
 */
export function isFrameVisible(nonce) {
  const frame = frames.get(nonce)?.deref();
  return frame !== undefined && isVisible(frame);
}

/** @param {HTMLElement} frame @param {number} x @param {number} y @returns {FramePoint} */
function mapped(frame, x, y) {
  const box = frame.getBoundingClientRect();
  const style = getComputedStyle(frame);
  const scaleX = frame.offsetWidth ? box.width / frame.offsetWidth : 1;
  const scaleY = frame.offsetHeight ? box.height / frame.offsetHeight : 1;
  return {
    ok: true,
    x: box.x + (frame.clientLeft + parseFloat(style.paddingLeft) + x) * scaleX,
    y: box.y + (frame.clientTop + parseFloat(style.paddingTop) + y) * scaleY,
    scaleX,
    scaleY,
  };
}

/** @param {{ x: number, y: number }} point */
function isInViewport({ x, y }) {
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
}
