import { call, find } from "./dom.js";
import { menuButton } from "./menu.js";
import { card } from "./products.js";
import { showPage } from "./shell.js";

/** @import { Product } from "./products.js" */

const EVERYTHING = "Everything";
const SALE_ENDS_IN = 600;

const search = find("#search", HTMLInputElement);
const sort = find("#sort", HTMLSelectElement);
const limit = find("#limit", HTMLInputElement);
const inStock = find("#in-stock", HTMLInputElement);
const found = find("#found", HTMLElement);
const list = find("#products", HTMLElement);
let department = EVERYTHING;

/** @type {Record<string, (one: Product, other: Product) => number>} */
const orders = {
  featured: () => 0,
  cheapest: (one, other) => one.price - other.price,
  dearest: (one, other) => other.price - one.price,
  name: (one, other) => one.name.localeCompare(other.name),
};

/** @type {Product[]} */
const products = await call("GET", "/products");

function show() {
  const words = search.value.trim().toLowerCase();
  const matching = products
    .filter((product) => product.name.toLowerCase().includes(words))
    .filter((product) => department === EVERYTHING || product.category === department)
    .filter((product) => product.price <= limit.valueAsNumber * 100)
    .filter((product) => product.inStock || !inStock.checked)
    .sort(orders[sort.value]);
  list.replaceChildren(...matching.map(card));
  const where = department === EVERYTHING ? "" : ` in ${department}`;
  found.textContent = `${matching.length} ${matching.length === 1 ? "product" : "products"}${where}`;
}

for (const control of [search, sort, limit, inStock]) control.addEventListener("input", show);
find(".filters", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
menuButton(find("#departments", HTMLElement), (item) => {
  department = item.textContent ?? EVERYTHING;
  show();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || document.activeElement instanceof HTMLInputElement) return;
  event.preventDefault();
  search.focus();
});

let left = SALE_ENDS_IN;
setInterval(() => {
  left = left > 0 ? left - 1 : SALE_ENDS_IN;
  const [minutes, seconds] = [Math.floor(left / 60), left % 60].map((part) => String(part).padStart(2, "0"));
  find(".countdown", HTMLElement).textContent = `${minutes}:${seconds}`;
}, 1000);

show();
showPage();
