// Plain pointer events, for a browser without a pipe to send real ones through.

import { boxesOf } from "./visible.js";
import { surfaceOf } from "./ready.js";

/** @param {Element} element */
function middle(element) {
  const box = boxesOf(element)[0] ?? element.getBoundingClientRect();
  return { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
}

/**
 * @param {Element} element
 * @param {string} type
 * @param {MouseEventInit} [more]
 */
function send(element, type, more = {}) {
  const init = { bubbles: true, cancelable: true, composed: true, view: window, ...middle(element), ...more };
  const event = type.startsWith("pointer")
    ? new PointerEvent(type, { pointerId: 1, pointerType: "mouse", isPrimary: true, ...init })
    : new MouseEvent(type, init);
  return element.dispatchEvent(event);
}

/**
 * @param {Element} element
 * @param {"click" | "doubleClick" | "rightClick"} action
 */
export function sendClick(element, action) {
  const surface = surfaceOf(element);
  sendHover(surface);
  const right = action === "rightClick";
  const button = right ? 2 : 0;
  for (let detail = 1; detail <= (action === "doubleClick" ? 2 : 1); detail += 1) {
    const more = { button, detail };
    send(surface, "pointerdown", { ...more, buttons: right ? 2 : 1 });
    if (send(surface, "mousedown", { ...more, buttons: right ? 2 : 1 })) focusNear(surface);
    send(surface, "pointerup", more);
    send(surface, "mouseup", more);
    if (!right) send(surface, "click", more);
  }
  if (action === "doubleClick") send(surface, "dblclick", { detail: 2 });
  if (right) {
    send(surface, "auxclick", { button });
    send(surface, "contextmenu", { button });
  }
}

/** @param {Element} element */
function focusNear(element) {
  const target = /** @type {HTMLElement | null} */ (element.closest("a[href],button,input,select,textarea,[tabindex],[contenteditable]"));
  if (target) target.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** @param {Element} element */
export function sendHover(element) {
  for (const type of ["pointerover", "mouseover"]) send(element, type);
  for (const type of ["pointerenter", "mouseenter"]) send(element, type, { bubbles: false });
  for (const type of ["pointermove", "mousemove"]) send(element, type);
}

/**
 * Drags one element onto another: pointer and mouse moves, and HTML's own drag events where it is draggable.
 * @param {Element} from
 * @param {Element} to
 */
export function sendDrag(from, to) {
  sendHover(from);
  send(from, "pointerdown", { buttons: 1 });
  send(from, "mousedown", { buttons: 1 });
  const start = middle(from);
  const end = middle(to);
  const carried = from.closest("[draggable=true]") ? new DataTransfer() : null;
  if (carried) drag(from, "dragstart", carried, start);
  for (let step = 1; step <= 5; step += 1) {
    const at = { clientX: start.clientX + ((end.clientX - start.clientX) * step) / 5, clientY: start.clientY + ((end.clientY - start.clientY) * step) / 5 };
    const over = document.elementFromPoint(at.clientX, at.clientY) ?? to;
    send(over, "pointermove", { ...at, buttons: 1 });
    send(over, "mousemove", { ...at, buttons: 1 });
  }
  if (carried) {
    drag(to, "dragenter", carried, end);
    drag(to, "dragover", carried, end);
    drag(to, "drop", carried, end);
    drag(from, "dragend", carried, end);
  }
  send(to, "pointerup");
  send(to, "mouseup");
}

/** @param {Element} element @param {string} type @param {DataTransfer} dataTransfer @param {{ clientX: number, clientY: number }} at */
function drag(element, type, dataTransfer, at) {
  element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer, ...at }));
}
