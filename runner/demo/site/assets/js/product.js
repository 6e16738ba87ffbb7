import { attempt, call, find, make, price } from "./dom.js";
import { card, picture } from "./products.js";
import { showCount, showPage, toast } from "./shell.js";
import { tabs } from "./tabs.js";
import "./rating.js";
import "./recommend.js";

/** @import { Product } from "./products.js" */

const id = location.pathname.split("/")[2];
const quantity = find("#quantity", HTMLInputElement);
const size = find("#size", HTMLSelectElement);
const giftWrap = find("#gift-wrap", HTMLInputElement);
const express = find("#express", HTMLButtonElement);
const photo = find("#photo", HTMLElement);
const add = find("#add", HTMLButtonElement);

/** @type {Product} */
const product = await call("GET", `/products/${id}`);

document.title = `${product.name} · MALL`;
find("img", HTMLImageElement, photo).replaceWith(picture(product));
find("#name", HTMLElement).textContent = product.name;
find("#about", HTMLElement).textContent = product.about;
find("#department", HTMLElement).textContent = product.category;
find("#article", HTMLElement).textContent = product.id;
size.append(...product.sizes.map((name) => make("option", {}, name)));
find("#colours", HTMLElement).append(...product.colours.map(colour));
showPrice();
if (!product.inStock) {
  add.disabled = true;
  add.textContent = "Sold out";
}

quantity.addEventListener("input", showPrice);
express.addEventListener("click", () => {
  express.setAttribute("aria-checked", String(express.getAttribute("aria-checked") !== "true"));
});
photo.addEventListener("dblclick", () => {
  const close = photo.classList.toggle("close");
  find("figcaption", HTMLElement, photo).textContent = close ? "As close as it gets" : "Double-click for a closer look";
});
find("#share", HTMLElement).addEventListener("click", () => toast("Link copied"));
find("#wish", HTMLElement).addEventListener("click", async () => {
  /** @type {Product[]} */
  const wishes = await call("GET", "/wishlist");
  const ids = wishes.map((wish) => wish.id);
  if (!ids.includes(product.id)) await call("PUT", "/wishlist", [...ids, product.id]);
  toast(`${product.name} is on your wishlist`);
});
find("#choice", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(async () => {
    const cart = await call("POST", "/cart", {
      product: product.id,
      quantity: quantity.valueAsNumber,
      size: size.value,
      colour: find("[name=colour]:checked", HTMLInputElement).value,
      giftWrap: giftWrap.checked,
      express: express.getAttribute("aria-checked") === "true",
    });
    showCount(cart.count);
    toast(`${product.name} is in your cart`);
  });
});
tabs(find(".tabs", HTMLElement), (panel) => panel.id === "reviews" && showReviews());
showPage();
showRelatedWhenNear();

function showPrice() {
  find("[data-testid=price]", HTMLElement).textContent = price(product.price * (quantity.valueAsNumber || 1));
}

/** @param {string} name @param {number} index */
function colour(name, index) {
  const radio = make("input", { type: "radio", name: "colour", value: name });
  radio.checked = index === 0;
  return make("label", { class: "tick" }, radio, ` ${name}`);
}

async function showReviews() {
  const loading = document.querySelector(".loading");
  if (!loading) return;
  /** @type {{by: string, stars: number, text: string}[]} */
  const reviews = await call("GET", `/products/${id}/reviews`);
  loading.remove();
  find(".reviews", HTMLElement).append(...reviews.map(({ by, stars, text }) =>
    make("li", {}, make("strong", {}, by), ` gave ${stars} of 5: `, make("q", {}, text))));
}

function showRelatedWhenNear() {
  const related = find("#related", HTMLElement);
  const near = new IntersectionObserver(async ([entry]) => {
    if (!entry?.isIntersecting) return;
    near.disconnect();
    /** @type {Product[]} */
    const products = await call("GET", `/products/${id}/related`);
    find(".products", HTMLElement, related).append(...products.map(card));
  });
  near.observe(related);
}
