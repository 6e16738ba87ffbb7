// A button that opens a menu: by pointer, click and keys.
import { find } from "./dom.js";

/**
 * @param {HTMLElement} place holds one button and one menu
 * @param {(item: HTMLElement) => void} [chosen]
 */
export function menuButton(place, chosen) {
  const button = find("[aria-haspopup]", HTMLElement, place);
  const menu = find("[role=menu]", HTMLElement, place);
  const show = (/** @type {boolean} */ open) => {
    menu.hidden = !open;
    button.setAttribute("aria-expanded", String(open));
  };
  place.addEventListener("pointerenter", (event) => event.pointerType === "mouse" && show(true));
  place.addEventListener("pointerleave", () => show(false));
  button.addEventListener("click", () => {
    show(true);
    itemsOf(menu)[0]?.focus();
  });
  place.addEventListener("focusout", (event) => {
    if (!(event.relatedTarget instanceof Node && place.contains(event.relatedTarget))) show(false);
  });
  menuKeys(menu, () => {
    show(false);
    button.focus();
  });
  menu.addEventListener("click", (event) => {
    const item = event.target instanceof Element && event.target.closest("[role=menuitem]");
    if (!(item instanceof HTMLElement)) return;
    show(false);
    chosen?.(item);
  });
}

/**
 * Arrow keys, Home and End walk through a menu; Escape leaves it.
 * @param {HTMLElement} menu
 * @param {() => void} leave
 */
export function menuKeys(menu, leave) {
  menu.parentElement?.addEventListener("keydown", (event) => {
    if (menu.hidden) return;
    if (event.key === "Escape") {
      leave();
      return;
    }
    const items = itemsOf(menu);
    const at = items.findIndex((item) => item === document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    items.at(next % items.length)?.focus();
  });
}

/** @param {HTMLElement} menu @returns {HTMLElement[]} */
function itemsOf(menu) {
  return [...menu.querySelectorAll("[role=menuitem]")].filter((item) => item instanceof HTMLElement);
}
