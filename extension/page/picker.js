// Lets a person point at an element and pick it by a click that the page never hears of.

import { clearOutlines, drawOutlines } from "./outline.js";
import { describe } from "./describe.js";
import { elementAt } from "./tree.js";
import { handleOf } from "./handles.js";
import { saidTarget } from "./said.js";
import { usedElement, wordsForUse } from "./recorded-words.js";

/** Everything a press is made of. */
const PRESSES = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu", "dragstart", "touchstart", "touchend", "selectstart"];

/** The rest of the click that picked comes within this time, in milliseconds, and is kept from the page too. */
const REST_OF_PICK = 500;

/**
 * @typedef {{ handle: string, descriptor: import("./describe.js").Descriptor, wordings: import("./resolve.js").Target[] } | { cancelled: true }
 *   | { pointed: true }} Pick `pointed`: the pointer is on something in this frame now, and so in no other
 */

/** @type {(pick: Pick) => void} */
let tellPick = () => {};
/** @type {"off" | "on" | "ending"} */
let picking = "off";
/** @type {Element | null} */
let outlinedPick = null;
/** Where the pointer was last. */
let pickAt = { x: -1, y: -1 };

/**
 * Listens ahead of the page. Called once, before any script of the page runs; nothing is kept from the page before picking begins.
 * @param {(pick: Pick) => void} tell
 */
export function installPicker(tell) {
  tellPick = tell;
  for (const type of PRESSES) window.addEventListener(type, swallow, { capture: true, passive: false });
  window.addEventListener("keydown", pickKey, { capture: true });
  window.addEventListener("keyup", pickKey, { capture: true });
  window.addEventListener("pointermove", pickMove, { capture: true, passive: true });
  for (const type of ["scroll", "resize"]) window.addEventListener(type, () => picking === "on" && lookUnderPointer(), { capture: true, passive: true });
}

/** Begins to outline what the pointer is on. */
export function startPicker() {
  picking = "on";
}

/** Takes the outline away. */
export function stopPicker() {
  if (picking !== "on") return;
  outlinePick(null);
  picking = "off";
}

/** The rest of the click that picked stays away from the page too. */
function endPicker() {
  stopPicker();
  picking = "ending";
  setTimeout(() => {
    if (picking === "ending") picking = "off";
  }, REST_OF_PICK);
}

/** @param {Event} event */
function swallow(event) {
  if (picking === "off" || !event.isTrusted) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (picking === "ending") {
    // The last of it.
    if (event.type === "click") picking = "off";
    return;
  }
  if (event.type === "pointerdown") pickMove(/** @type {PointerEvent} */ (event));
  // A disabled button tells of no click.
  if (event.type !== "pointerup" || !outlinedPick) return;
  const element = outlinedPick;
  const pick = { handle: handleOf(element), descriptor: describe(element), wordings: wordsForUse(element) };
  endPicker();
  tellPick(pick);
}

/** @param {KeyboardEvent} event */
function pickKey(event) {
  if (picking !== "on" || event.key !== "Escape" || !event.isTrusted) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.type === "keydown") return;
  stopPicker();
  tellPick({ cancelled: true });
}

/** @param {PointerEvent} event */
function pickMove({ clientX, clientY }) {
  if (picking !== "on") return;
  pickAt = { x: clientX, y: clientY };
  lookUnderPointer();
}

function lookUnderPointer() {
  const hit = elementAt(pickAt.x, pickAt.y);
  // In a frame its own script outlines.
  outlinePick(!hit || /^I?FRAME$/.test(hit.tagName) ? null : usedElement(hit));
}

/** The pointer is in another frame: a page is not told that it has left for one. */
export function pointedElsewhere() {
  if (picking === "on") outlinePick(null);
}

/** @param {Element | null} element */
function outlinePick(element) {
  if (!element && !outlinedPick) return;
  if (element && !outlinedPick) tellPick({ pointed: true });
  const [words] = element ? wordsForUse(element) : [];
  outlinedPick = element;
  if (element) drawOutlines([{ element, label: words && saidTarget(words), tone: "wanted" }]);
  else clearOutlines();
}
