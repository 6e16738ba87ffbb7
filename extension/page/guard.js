// Stands between real mouse events and the page while a press is on its way: what would hit something else than the
// element it is meant for does not reach the page, and may be tried again.

import { elementAt, shadowRootOf } from "./tree.js";
import { coverInWords, meets } from "./ready.js";

const EVENTS = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu"];

/** An armed guard that nobody disarms lets go after this long, in milliseconds. */
const LET_GO_AFTER = 10_000;

/** The rest of a press that was stopped comes within this time, in milliseconds, and is stopped with it. */
const REST_OF_PRESS = 300;

/**
 * @typedef {{ ok: true, delivered: boolean } | { ok: false, reason: "not-visible", detail: { coveredBy: string } }} Verdict
 */

/** @type {{ element: Element | null, until: number, verdict?: Verdict } | null} */
let armed = null;
/** @type {(verdict: Verdict) => void} */
let tell = () => {};

/**
 * Listens ahead of the page. Called once, before any script of the page runs.
 * @param {(verdict: Verdict) => void} onVerdict is told what becomes of a press as soon as it begins, before the page hears of
 *   it and may open a dialog or leave
 */
export function installGuard(onVerdict) {
  tell = onVerdict;
  for (const type of EVENTS) window.addEventListener(type, judge, { capture: true, passive: false });
}

/**
 * Lets the next press reach this element only; without one no press at all, as in a frame whose child is meant.
 * @param {Element | null} element
 */
export function armGuard(element) {
  armed = { element, until: performance.now() + LET_GO_AFTER };
}

/** Lets everything through again, except the rest of a press that was stopped. */
export function disarmGuard() {
  if (armed?.verdict?.ok !== false) armed = null;
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
  // A rest without a beginning belongs to a press that another frame has judged.
  if (!armed.verdict && event.type === "pointerdown") {
    const { element } = armed;
    const hit = hitOf(/** @type {MouseEvent} */ (event));
    const passes = element !== null && hit !== null && (meets(element, hit) || event.composedPath().includes(element));
    armed.verdict = passes
      ? { ok: true, delivered: true }
      : { ok: false, reason: "not-visible", detail: { coveredBy: hit ? coverInWords(hit, element ?? undefined) : "nothing of the page" } };
    armed.until = passes ? armed.until : performance.now() + REST_OF_PRESS;
    tell(armed.verdict);
  }
  if (armed.verdict?.ok) return;
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
