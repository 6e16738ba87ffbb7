// Acts by plain events, and what prepares a real act.

import { checkedOf, isEnabled } from "./ready.js";
import { fillField, focusField, insert, pressKeys, typeInto } from "./edit.js";
import { selectOption } from "./select.js";
import { sendClick, sendDrag, sendHover } from "./pointer.js";

/**
 * @typedef {object} Act
 * @property {string} action click, doubleClick, rightClick, hover, type, press, check, uncheck, drag, select, focus, fill,
 *   clear or scroll
 * @property {string} [value] for type and fill
 * @property {string} [keys] for press
 * @property {string} [option] for select
 * @property {"all" | "end"} [select] for focus
 * @property {boolean} [opened] for select: this command has opened the list before
 */

/**
 * @param {Act} act
 * @param {Element} element
 * @param {Element | null} to where a drag ends
 * @returns {{ ok: true, [field: string]: unknown } | { ok: false, reason: string, detail: Record<string, unknown> }}
 */
export function perform(act, element, to) {
  const { action, value = "" } = act;
  switch (action) {
    case "click":
    case "doubleClick":
    case "rightClick":
      if (!isEnabled(element)) return { ok: false, reason: "not-enabled", detail: {} };
      sendClick(element, action);
      return { ok: true };
    case "hover":
      sendHover(element);
      return { ok: true };
    case "check":
    case "uncheck":
      return turn(element, action === "check");
    case "type":
      typeInto(element, value);
      return { ok: true };
    case "press":
      pressKeys(element, act.keys ?? "");
      return { ok: true };
    case "focus":
      return { ok: true, kind: focusField(element, act.select ?? "all") };
    case "fill":
      return fillField(element, value);
    case "clear":
      if (focusField(element, "all") === "native") return fillField(element, "");
      insert(element, "");
      return { ok: true };
    case "select":
      return selectOption(element, act.option ?? "", act.opened ?? false);
    case "drag":
      if (!to) return { ok: false, reason: "not-found", detail: { message: "the element to drag to is not on the page" } };
      sendDrag(element, to);
      return { ok: true };
    case "scroll":
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      return { ok: true };
    default:
      return { ok: false, reason: "unsupported", detail: { message: `unknown action ${action}` } };
  }
}

/** @param {Element} element @param {boolean} on */
function turn(element, on) {
  const before = checkedOf(element);
  if (before === undefined) return { ok: false, reason: "unsupported", detail: { message: `a ${element.localName} cannot be checked` } };
  if (!isEnabled(element)) return { ok: false, reason: "not-enabled", detail: {} };
  if (before !== on) sendClick(element, "click");
  return { ok: /** @type {const} */ (true) };
}
