// One look of a verify: what was expected, what is there.

import { checkedOf, isEnabled } from "./ready.js";
import { closestText } from "./near.js";
import { closestFlat } from "./tree.js";
import { collapse, numberIn, textsOf } from "./text.js";
import { isTextVisible } from "./page-text.js";
import { isShownByLabel, isVisible } from "./visible.js";
import { readValue } from "./read.js";
import { scopesOf } from "./resolve.js";
import { roleOf } from "./roles.js";

/**
 * @typedef {object} Check
 * @property {string} kind text, url, title, targetText, value, state, number or numberChange
 * @property {string} [value]
 * @property {string} [op] is, contains, matches, atLeast, atMost
 * @property {string} [flags] of the regular expression of `matches`
 * @property {string} [since] the earlier number of numberChange
 * @property {string | import("./resolve.js").Target} [within]
 * @property {boolean} [near] whether the closest text is wanted where a text is not there
 */

/**
 * @typedef {{ holds: boolean, expected: string, found: string, missingWithin?: boolean, scopes?: Element[] | null }} Look
 *   `scopes`: the parts of the page that were looked in
 */

/**
 * @param {Check} check
 * @param {Element | null} element what it is about; none for `text`
 * @returns {Look}
 */
export function lookAt(check, element) {
  if (check.kind === "text") return lookForText(check);
  if (check.kind === "url") return compareText(check, addressForms(check));
  if (check.kind === "title") return compareText(check, [document.title]);
  if (!element) return { holds: false, expected: check.value ?? "", found: "" };
  switch (check.kind) {
    case "targetText":
      return compareText(check, [textsOf(element).shown, textsOf(element).dom]);
    case "value":
      return compareText(check, [readValue(element)]);
    case "state":
      return lookAtState(element, check.value ?? "");
    default:
      return lookAtNumber(check, element);
  }
}

/** @param {Check} check @returns {Look} */
function lookForText({ value = "", within, near = true }) {
  const scopes = within === undefined ? null : scopesOf(within);
  if (scopes?.length === 0) return { holds: false, expected: value, found: "", missingWithin: true };
  if (isTextVisible(value, scopes)) return { holds: true, expected: value, found: collapse(value), scopes };
  return { holds: false, expected: value, found: near ? closestText(value, scopes ?? [document.documentElement]) : "", scopes };
}

/**
 * Compares one of several forms of a text. The first is the one shown.
 * @param {{ op?: string, value?: string, flags?: string }} check
 * @param {string[]} forms
 * @returns {Look}
 */
export function compareText({ op = "is", value = "", flags = "" }, forms) {
  const found = forms[0] ?? "";
  if (op === "matches") {
    const pattern = new RegExp(value, flags.includes("u") ? flags : `${flags}u`);
    return { holds: forms.some((form) => pattern.test(form)), expected: `/${value}/${flags}`, found };
  }
  const wanted = collapse(value);
  /** @param {string} form */
  const holds = (form) => (op === "contains" ? collapse(form).includes(wanted) : collapse(form) === wanted);
  return { holds: forms.some(holds), expected: value, found };
}

/**
 * The whole address; for a value that begins with a slash also the part of it that does.
 * @param {Check} check
 */
function addressForms({ op = "is", value = "" }) {
  const path = location.pathname + location.search + location.hash;
  return op === "is" && value.startsWith("/") ? [location.href, path] : [location.href];
}

/** The states that are each other's opposite. @type {Record<string, string>} */
const OPPOSITES = {
  visible: "hidden", hidden: "visible", enabled: "disabled", disabled: "enabled", checked: "unchecked", unchecked: "checked",
  focused: "not focused", selected: "not selected",
};

/** @param {Element} element @param {string} state @returns {Look} */
function lookAtState(element, state) {
  const holds = isInState(element, state);
  return { holds, expected: state, found: holds ? state : OPPOSITES[state] ?? `not ${state}` };
}

/** @param {Element} element @param {string} state */
function isInState(element, state) {
  switch (state) {
    case "visible":
      return isVisible(element) || isShownByLabel(element);
    case "hidden":
      return !isVisible(element) && !isShownByLabel(element);
    case "enabled":
      return isEnabled(element);
    case "disabled":
      return !isEnabled(element);
    case "checked":
      return checkedOf(element) === true;
    case "unchecked":
      return checkedOf(element) === false;
    case "focused":
      return hasFocus(element);
    case "selected":
      return isSelected(element);
    default:
      return false;
  }
}

/** @param {Element} element */
function hasFocus(element) {
  const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  const active = root.activeElement;
  return active !== null && active !== document.body && (active === element || closestFlat(active, (outer) => outer === element) !== null);
}

/** @param {Element} element */
function isSelected(element) {
  if (element instanceof HTMLOptionElement) return element.selected;
  if (checkedOf(element) === true && /radio$/.test(roleOf(element))) return true;
  const current = element.getAttribute("aria-current");
  return element.getAttribute("aria-selected") === "true" || (current !== null && current !== "false" && current !== "");
}

/** @param {Check} check @param {Element} element @returns {Look} */
function lookAtNumber(check, element) {
  const text = readNumberText(element);
  const number = numberIn(text);
  const wanted = Number(check.value);
  if (check.kind === "numberChange") {
    const since = numberIn(check.since ?? "") ?? NaN;
    const sum = withoutDust(since + wanted);
    return {
      holds: number !== null && Math.abs(number - sum) < 1e-9,
      expected: `${sum} (${since} changed by ${wanted})`,
      found: number === null ? `no number in "${text}"` : String(number),
    };
  }
  const op = check.op ?? "is";
  return { ...compareNumber(number, op, wanted), found: number === null ? `no number in "${text}"` : text };
}

/** @param {Element} element */
function readNumberText(element) {
  const text = textsOf(element).shown;
  return text === "" || /^(INPUT|TEXTAREA|METER|PROGRESS)$/.test(element.tagName) ? readValue(element) : text;
}

/**
 * @param {number | null} number
 * @param {string} op is, atLeast or atMost
 * @param {number} wanted
 */
export function compareNumber(number, op, wanted) {
  const words = op === "atLeast" ? "at least " : op === "atMost" ? "at most " : "";
  const expected = words + String(wanted);
  if (number === null) return { holds: false, expected };
  const holds = op === "atLeast" ? number >= wanted : op === "atMost" ? number <= wanted : Math.abs(number - wanted) < 1e-9;
  return { holds, expected };
}

/** Sums of decimal fractions, without the dust. @param {number} number */
function withoutDust(number) {
  return Number(number.toFixed(9));
}
