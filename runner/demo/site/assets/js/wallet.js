import { attempt, call, find, make } from "./dom.js";
import "./shell.js";

/** How often the wallet looks for what others sent, in milliseconds. */
const LOOKS_EVERY = 700;

/** @typedef {{balance: number, transfers: {number: number, with: string, message: string, amount: number}[]}} Wallet */

const form = find("#send", HTMLFormElement);
const to = find("#to", HTMLInputElement);
const amount = find("#amount", HTMLInputElement);
const message = find("#message", HTMLInputElement);
const review = find("#review", HTMLDialogElement);
const balance = find(".balance", HTMLElement);
const transfers = find("#transfers", HTMLTableElement);
let shown = "";

async function look() {
  /** @type {Wallet} */
  const wallet = await call("GET", "/wallet");
  const seen = JSON.stringify(wallet);
  if (seen === shown) return;
  shown = seen;
  balance.textContent = `${wallet.balance.toLocaleString("en-US")} MALLBUCKS`;
  find("tbody", HTMLElement, transfers).replaceChildren(...wallet.transfers.map((transfer) => make("tr", {},
    make("td", {}, transfer.with),
    make("td", {}, transfer.message),
    make("td", { class: "number" }, `${transfer.amount < 0 ? "−" : "+"}${Math.abs(transfer.amount).toLocaleString("en-US")}`))));
  transfers.hidden = wallet.transfers.length === 0;
  find("#none", HTMLElement).hidden = !transfers.hidden;
}

async function keepLooking() {
  await look();
  setTimeout(keepLooking, LOOKS_EVERY);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  find("#refused", HTMLElement).textContent = "";
  find("#review-amount", HTMLElement).textContent = `${amount.value} MALLBUCKS`;
  find("#review-to", HTMLElement).textContent = to.value;
  find("#review-message", HTMLElement).textContent = message.value;
  review.returnValue = "back";
  review.showModal();
});
for (const button of review.querySelectorAll("button")) {
  button.addEventListener("click", () => review.close(button.value));
}
review.addEventListener("close", () => {
  if (review.returnValue !== "send") return;
  attempt(async () => {
    await call("POST", "/wallet/transfers", { to: to.value, amount: Number(amount.value), message: message.value });
    form.reset();
    await look();
  });
});

keepLooking();
