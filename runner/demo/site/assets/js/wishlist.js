import { call, find, make, price } from "./dom.js";
import { menuKeys } from "./menu.js";
import { picture } from "./products.js";
import { toast } from "./shell.js";

/** @import { Product } from "./products.js" */

const list = find("#wishes", HTMLElement);
const menu = find("#wish-menu", HTMLElement);
/** @type {HTMLElement | null} */
let asked = null;

/** @type {Product[]} */
const wishes = await call("GET", "/wishlist");
list.append(...wishes.map(wish));

/** @param {Product} product */
function wish(product) {
  const item = make("li", { tabindex: "0", "data-id": product.id },
    picture(product), make("span", {}, product.name), make("span", { class: "price" }, price(product.price)));
  item.addEventListener("pointerdown", (event) => event.button === 0 && drag(item));
  item.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    openMenu(item, event.clientX, event.clientY);
  });
  item.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    const box = item.getBoundingClientRect();
    openMenu(item, box.left + 20, box.bottom);
  });
  return item;
}

/**
 * The wish changes places with the one the pointer is on.
 * @param {HTMLElement} item
 */
function drag(item) {
  const stop = new AbortController();
  document.addEventListener("pointermove", (event) => {
    item.classList.add("dragged");
    const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("li");
    if (!over || over === item || over.parentElement !== list) return;
    const isBelow = item.compareDocumentPosition(over) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (isBelow) over.after(item);
    else over.before(item);
  }, stop);
  const end = () => {
    stop.abort();
    if (item.classList.contains("dragged")) keep();
    item.classList.remove("dragged");
  };
  document.addEventListener("pointerup", end, stop);
  document.addEventListener("pointercancel", end, stop);
}

/** @param {HTMLElement} item @param {number} x @param {number} y */
function openMenu(item, x, y) {
  asked = item;
  menu.style.left = `${x}px`;
  menu.style.top = `${y}px`;
  menu.hidden = false;
  find("button", HTMLElement, menu).focus();
}

function closeMenu() {
  menu.hidden = true;
  asked?.focus();
}

async function keep() {
  const ids = [...list.children].map((item) => item instanceof HTMLElement && item.dataset.id);
  await call("PUT", "/wishlist", ids);
  toast("Order kept");
}

/** @type {Record<string, (item: HTMLElement) => void>} */
const changes = {
  top: (item) => list.prepend(item),
  down: (item) => item.nextElementSibling?.after(item),
  remove: (item) => item.remove(),
};

menu.addEventListener("click", (event) => {
  if (!(event.target instanceof HTMLButtonElement) || !asked) return;
  changes[event.target.value]?.(asked);
  closeMenu();
  keep();
});
menuKeys(menu, closeMenu);
document.addEventListener("pointerdown", (event) => {
  if (!menu.hidden && event.target instanceof Node && !menu.contains(event.target)) menu.hidden = true;
});
