import { attempt, call, find, price } from "./dom.js";
import { me } from "./shell.js";

const payment = find("#payment", HTMLIFrameElement);
const { payOrigin } = await me;
const cart = await call("GET", "/cart");

find("[data-testid=to-pay]", HTMLElement).textContent = price(cart.total);
payment.src = `${payOrigin}/pay?${new URLSearchParams({ amount: price(cart.total), shop: location.origin })}`;

window.addEventListener("message", (event) => {
  if (event.origin !== payOrigin || event.data !== "paid") return;
  attempt(async () => {
    const order = await call("POST", "/orders", { street: find("#street", HTMLInputElement).value || "you" });
    location.href = `/order/${order.number}`;
  });
});
