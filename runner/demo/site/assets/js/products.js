// Products as cards.
import { call, make, price } from "./dom.js";
import { showCount, toast } from "./shell.js";

/**
 * @typedef {object} Product
 * @property {string} id
 * @property {string} name
 * @property {number} price in hundredths of a MALLBUCK
 * @property {string} category
 * @property {string} alt what its picture shows
 * @property {string} about
 * @property {boolean} inStock
 * @property {string[]} colours
 * @property {string[]} sizes
 */

/** @param {Product} product */
export function card(product) {
  const heading = make("h3", { id: `name-${product.id}` }, make("a", { href: `/product/${product.id}` }, product.name));
  const button = make("button", { type: "button" }, product.inStock ? "Add to cart" : "Sold out");
  button.disabled = !product.inStock;
  button.addEventListener("click", async () => {
    const cart = await call("POST", "/cart", { product: product.id, size: product.sizes[0], colour: product.colours[0] });
    showCount(cart.count);
    toast(`${product.name} is in your cart`);
  });
  return make("li", {}, make("article", { "aria-labelledby": heading.id },
    picture(product),
    make("div", { class: "words" }, heading, make("p", { class: "price" }, price(product.price))),
    make("div", { class: "actions" }, button)));
}

/** @param {Product} product */
export function picture(product) {
  return make("img", { src: `/assets/images/${product.id}.svg`, alt: product.alt, width: "200", height: "160" });
}
