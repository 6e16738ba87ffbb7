import { attempt, call, find, make, price } from "./dom.js";
import { me, showCount } from "./shell.js";

/**
 * @typedef {{id: number, product: string, name: string, options: string, quantity: number, price: number, total: number}} Line
 * @typedef {{lines: Line[], count: number, discount: number, total: number}} Cart
 */

const items = find("#items", HTMLTableElement);
const discount = find("#discount", HTMLElement);
const checkOut = find("#check-out", HTMLButtonElement);
const question = find("#remove", HTMLDialogElement);

/** @param {Cart} cart */
function show(cart) {
  const isEmpty = cart.count === 0;
  document.title = isEmpty ? "Your cart · MALL" : `(${cart.count}) Your cart · MALL`;
  find("tbody", HTMLElement, items).replaceChildren(...cart.lines.map(row));
  items.hidden = isEmpty;
  find("#empty", HTMLElement).hidden = !isEmpty;
  discount.hidden = cart.discount === 0;
  find("span", HTMLElement, discount).textContent = `−${price(cart.discount)}`;
  find("#total", HTMLElement).textContent = price(cart.total);
  checkOut.disabled = isEmpty;
  showCount(cart.count);
}

/** @param {Line} line */
function row(line) {
  const quantity = make("input", { type: "number", min: "1", max: "99", value: String(line.quantity), "aria-label": `Quantity of ${line.name}` });
  quantity.addEventListener("change", () => attempt(async () => {
    show(await call("PATCH", `/cart/lines/${line.id}`, { quantity: quantity.valueAsNumber }));
  }));
  const remove = make("button", { type: "button", class: "quiet" }, "Remove");
  remove.addEventListener("click", () => ask(line));
  return make("tr", {},
    make("th", { scope: "row" }, make("a", { href: `/product/${line.product}` }, line.name), make("small", {}, line.options)),
    make("td", {}, quantity),
    make("td", { class: "number" }, price(line.price)),
    make("td", { class: "number" }, price(line.total)),
    make("td", {}, remove));
}

/** @param {Line} line */
function ask(line) {
  find("h2", HTMLElement, question).textContent = `Remove the ${line.name.toLowerCase()}?`;
  question.returnValue = "keep";
  question.showModal();
  question.onclose = async () => {
    if (question.returnValue === "remove") show(await call("DELETE", `/cart/lines/${line.id}`));
  };
}

for (const button of question.querySelectorAll("button")) {
  button.addEventListener("click", () => question.close(button.value));
}
document.querySelector("#clear")?.addEventListener("click", async () => {
  if (confirm("Empty the whole cart?")) show(await call("DELETE", "/cart"));
});
find("[data-coupon]", HTMLElement).addEventListener("click", () => attempt(async () => {
  const code = prompt("What does your coupon say?");
  if (code !== null) show(await call("POST", "/cart/coupon", { code }));
}));
checkOut.addEventListener("click", () => {
  location.href = "/checkout";
});

await me;
show(await call("GET", "/cart"));
