import { call, find, make, price } from "./dom.js";
import "./shell.js";

const order = await call("GET", `/orders/${location.pathname.split("/")[2]}`);

document.title = `Order ${order.number} · MALL`;
find("#number", HTMLElement).textContent = order.number;
find("#street", HTMLElement).textContent = order.street;
find("#paid", HTMLElement).textContent = price(order.cart.total);
for (const line of order.cart.lines) {
  find("#lines", HTMLElement).append(make("li", {}, `${line.quantity} × ${line.name}`));
}
