// Stands between real mouse events and the page while a press is on its way: what would hit something else than the
// element it is meant for does not reach the page, and may be tried again.

import { elementAt, shadowRootOf } from "./tree.js";
import { coverInWords, meets } from "./ready.js";

const EVENTS = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu"];

/** An armed guard that nobody disarms lets go after this long, in milliseconds. */
const LET_GO_AFTER = 10_000;

/** @type {{ element: Element | null, until: number, verdict: "none" | "passed" | "stopped", coveredBy: string } | null} */
let armed = null;

/** Listens ahead of the page. Called once, before any script of the page runs. */
export function installGuard() {
  for (const type of EVENTS) window.addEventListener(type, judge, { capture: true, passive: false });
}

/**
 * Lets the next press reach this element only; without one no press at all, as in a frame whose child is meant.
 * @param {Element | null} element
 */
export function armGuard(element) {
  armed = { element, until: performance.now() + LET_GO_AFTER, verdict: "none", coveredBy: "" };
}

/**
 * Lets everything through again, and says what became of the press.
 * @returns {{ ok: true, delivered: boolean } | { ok: false, reason: "not-visible", detail: { coveredBy: string } }}
 */
export function disarmGuard() {
  const was = armed;
  armed = null;
  if (was?.verdict === "stopped") return { ok: false, reason: "not-visible", detail: { coveredBy: was.coveredBy } };
  return { ok: true, delivered: was?.verdict === "passed" };
}

/** @param {Event} event */
function judge(event) {
  if (!armed || !event.isTrusted) return;
  // A click that a key makes belongs to no press of the pointer.
  if (event instanceof PointerEvent && event.pointerType === "") return;
  if (performance.now() > armed.until) {
    armed = null;
    return;
  }
  // A press is judged as a whole, by where it begins: what a page does on mousedown may put something else under the rest.
  if (armed.verdict === "none") {
    const hit = hitOf(/** @type {MouseEvent} */ (event));
    const passes = armed.element !== null && hit !== null && (meets(armed.element, hit) || event.composedPath().includes(armed.element));
    armed.verdict = passes ? "passed" : "stopped";
    if (!passes) armed.coveredBy = hit ? coverInWords(hit, armed.element ?? undefined) : "nothing of the page";
  }
  if (armed.verdict === "passed") return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** @param {MouseEvent} event */
function hitOf(event) {
  const [first] = event.composedPath();
  if (!(first instanceof Element)) return document.documentElement;
  // The path of an event ends at a closed root.
  return shadowRootOf(first) ? elementAt(event.clientX, event.clientY) : first;
}
