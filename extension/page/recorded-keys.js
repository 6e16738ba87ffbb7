// Which keys say something that the text in a field, or a press on what has the focus, does not say.

import { isEditingHost, isField, isPressed, roleOf } from "./roles.js";

/** Keys as a script names them that are theirs alone to be told. */
const ALWAYS = /^(Enter|Escape|F\d+)$/;
/** Keys that move about in a widget of the page's own. */
const MOVING = /^(Arrow(Up|Down|Left|Right)|Home|End|PageUp|PageDown|Delete|Backspace)$/;
/** What a person does to the text of a field with Control held is seen in the text. */
const EDITING = /^[acvxyz]$/i;
const WIDGETS = /^(combobox|grid|gridcell|listbox|menu|menubar|menuitem|menuitemcheckbox|menuitemradio|option|radio|slider|spinbutton|tab|tablist|tree|treeitem|switch)$/;

/**
 * @param {KeyboardEvent} event
 * @param {Element} focused
 * @returns {{ keys: string, on: boolean } | "presses" | null} `on`: they are meant for what has the focus; "presses": it is pressed by the key
 */
export function keysOf(event, focused) {
  const { key, ctrlKey, altKey, metaKey, isComposing, repeat } = event;
  if (isComposing || repeat || key === "Tab" || /^(Control|Shift|Alt|AltGraph|Meta|CapsLock|Dead|Process|Unidentified)$/.test(key)) return null;
  const isText = isField(focused) || isEdited(focused);
  const isChord = ctrlKey || metaKey || (altKey && !isText);
  if (!isChord && (key === "Enter" || key === " ") && !isText) {
    if (isPressed(focused) || focused.tagName === "SUMMARY") return "presses";
    if (focused instanceof HTMLSelectElement) return null;
  }
  if (isChord) return isText && EDITING.test(key) ? null : { keys: chordOf(event), on: isText };
  if (key === "Enter" && (focused.tagName === "TEXTAREA" || isEdited(focused))) return null;
  if (ALWAYS.test(key)) return { keys: key, on: key === "Enter" && isText };
  if (isText) return MOVING.test(key) && /^Arrow(Up|Down)$/.test(key) && isCompleted(focused) ? { keys: key, on: true } : null;
  if (MOVING.test(key)) return isWidget(focused) ? { keys: key, on: true } : null;
  return [...key].length === 1 && !(focused instanceof HTMLSelectElement) ? { keys: key === " " ? "Space" : key, on: false } : null;
}

/** @param {KeyboardEvent} event */
function chordOf({ key, ctrlKey, altKey, metaKey, shiftKey }) {
  const named = key === " " ? "Space" : /^[a-z]$/.test(key) ? key.toUpperCase() : key;
  const isShifted = shiftKey && (named.length > 1 || /^[A-Z]$/.test(named));
  return [ctrlKey && "Ctrl", altKey && "Alt", metaKey && "Meta", isShifted && "Shift", named].filter(Boolean).join("+");
}

/** @param {Element} element */
function isEdited(element) {
  return element instanceof HTMLElement && (element.isContentEditable || isEditingHost(element));
}

/** A field with a list to choose from. @param {Element} field */
function isCompleted(field) {
  return roleOf(field) === "combobox" || field.hasAttribute("aria-autocomplete") || field.hasAttribute("aria-controls") || field.hasAttribute("list");
}

/** Radio buttons and sliders of the browser tell by their value. @param {Element} element */
function isWidget(element) {
  return !(element instanceof HTMLInputElement || element instanceof HTMLSelectElement) && WIDGETS.test(roleOf(element));
}
