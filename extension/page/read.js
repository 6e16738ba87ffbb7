// The text or value of an element.

import { collapse, textsOf } from "./text.js";

/**
 * What a person reads on the element, as it is shown.
 * @param {Element} element
 */
export function readText(element) {
  return textsOf(element).shown;
}

/**
 * What a field holds; what is chosen in a list.
 * @param {Element} element
 */
export function readValue(element) {
  if (element instanceof HTMLSelectElement) return [...element.selectedOptions].map((option) => collapse(option.label)).join(", ");
  if (element instanceof HTMLInputElement && element.type === "file") return [...(element.files ?? [])].map((file) => file.name).join(", ");
  if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio")) return element.checked ? "on" : "off";
  const { value } = /** @type {{ value?: unknown }} */ (/** @type {unknown} */ (element));
  if (value !== undefined && /^(INPUT|TEXTAREA|BUTTON|METER|PROGRESS|OUTPUT|DATA|LI)$/.test(element.tagName)) return String(value);
  if (element instanceof HTMLElement && element.isContentEditable) return collapse(element.innerText);
  return element.getAttribute("aria-valuetext") ?? element.getAttribute("aria-valuenow") ?? textsOf(element).shown;
}
