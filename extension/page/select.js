// Choosing from a list: the browser's own, or one the page has built.

import { collapse } from "./text.js";
import { isEnabled } from "./ready.js";
import { isVisible } from "./visible.js";
import { nameOf } from "./names.js";
import { rootsUnder } from "./tree.js";
import { sendClick } from "./pointer.js";

/**
 * @typedef {{ ok: true, selected: string }} Chosen
 * @typedef {{ ok: false, reason: "not-found" | "not-enabled" | "unsupported", detail: Record<string, unknown>, opened?: boolean }} NotChosen
 *   `opened`: a list of the page's own was opened and has not shown the option yet
 */

/**
 * @param {Element} element
 * @param {string} option a label, or a value
 * @param {boolean} opened whether this command has opened the list before
 * @returns {Chosen | NotChosen}
 */
export function selectOption(element, option, opened) {
  if (!isEnabled(element)) return { ok: false, reason: "not-enabled", detail: {} };
  if (element instanceof HTMLSelectElement) return selectNative(element, option);
  return selectBuilt(element, option, opened);
}

/** @param {HTMLSelectElement} list @param {string} wanted @returns {Chosen | NotChosen} */
function selectNative(list, wanted) {
  const options = [...list.options];
  const plain = collapse(wanted);
  const option = options.find((one) => collapse(one.label) === plain) ?? options.find((one) => collapse(one.text) === plain) ?? options.find((one) => one.value === wanted);
  if (!option) return { ok: false, reason: "not-found", detail: { options: options.map((one) => collapse(one.label)).slice(0, 50) } };
  if (option.matches(":disabled")) return { ok: false, reason: "not-enabled", detail: { option: collapse(option.label) } };
  list.focus({ preventScroll: true });
  if (!option.selected) {
    option.selected = true;
    list.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    list.dispatchEvent(new Event("change", { bubbles: true }));
  }
  return { ok: true, selected: collapse(option.label) };
}

/** @param {Element} element @param {string} wanted @param {boolean} opened @returns {Chosen | NotChosen} */
function selectBuilt(element, wanted, opened) {
  const options = builtOptions(element).filter(isVisible);
  const plain = collapse(wanted);
  const option = options.find((one) => nameOf(one) === plain || collapse(one.textContent ?? "") === plain);
  if (option) {
    if (!isEnabled(option)) return { ok: false, reason: "not-enabled", detail: { option: plain } };
    option.scrollIntoView({ block: "nearest", behavior: "instant" });
    sendClick(option, "click");
    return { ok: true, selected: plain };
  }
  const isOpen = opened || element.getAttribute("aria-expanded") === "true";
  if (!isOpen) sendClick(element, "click");
  return { ok: false, reason: "not-found", detail: { options: options.map((one) => nameOf(one)).slice(0, 50) }, opened: true };
}

/** Its own options, those of the list it controls, or those of the one list that is open. @param {Element} element */
function builtOptions(element) {
  const selector = "[role=option],[role=menuitem],[role=menuitemradio],[role=treeitem],option";
  const own = [...element.querySelectorAll(selector)];
  if (own.length) return own;
  const controlled = (element.getAttribute("aria-controls") ?? element.getAttribute("aria-owns") ?? "").split(/\s+/).filter(Boolean);
  const trees = rootsUnder(document);
  const lists = trees.flatMap((tree) => controlled.flatMap((id) => [...tree.querySelectorAll(`#${CSS.escape(id)}`)]));
  const inLists = lists.flatMap((list) => [...list.querySelectorAll(selector)]);
  return inLists.length ? inLists : trees.flatMap((tree) => [...tree.querySelectorAll("[role=option]")]);
}
