// What every page has around it: cookie banner, header, footer, toasts.
import { call, find, make } from "./dom.js";
import { menuButton } from "./menu.js";

const SHOWN_FOR = 3000;

const places = { "/": "Shop", "/wishlist": "Wishlist", "/cart": "Cart", "/wallet": "Wallet" };

document.documentElement.style.colorScheme = localStorage.getItem("looks") ?? "light dark";

const header = find("#header", HTMLElement);
const nav = make("nav", { "aria-label": "Main" });
const badge = make("span", { class: "badge", role: "status", "aria-label": "Pieces in the cart", "data-testid": "cart-count" });
header.append(
  make("a", { class: "brand", href: "/", "aria-label": "MALL, to the start" }, make("img", { src: "/assets/images/mall.svg", alt: "", width: "32", height: "32" }), "MALL"),
  nav,
);
for (const [path, name] of Object.entries(places)) {
  const link = make("a", { href: path }, name);
  if (path === location.pathname) link.setAttribute("aria-current", "page");
  nav.append(path === "/cart" ? make("span", { class: "cart-link" }, link, badge) : link);
}
nav.append(make("a", { href: "/help", target: "_blank", rel: "opener" }, "Help"));
badge.hidden = true;

find("#footer", HTMLElement).append(newsletter());
if (!localStorage.getItem("cookies")) document.body.prepend(cookies());

/** Who is here; `name` is null for who is not logged in. */
export const me = call("GET", "/me").then((answer) => {
  showCount(answer.cartCount);
  nav.append(answer.name ? accountMenu(answer.name) : make("a", { href: "/login" }, "Log in"));
  return answer;
});

/** @param {number} count */
export function showCount(count) {
  badge.textContent = String(count);
  badge.hidden = count === 0;
}

/** Shows what a page's script has just brought to life: nothing can be pressed that does nothing yet. */
export function showPage() {
  find("main", HTMLElement).hidden = false;
}

/** @param {string} words */
export function toast(words) {
  document.querySelector(".toast")?.remove();
  const shown = make("div", { class: "toast", role: "status" }, words);
  document.body.append(shown);
  setTimeout(() => shown.remove(), SHOWN_FOR);
}

/** @param {string} name */
function accountMenu(name) {
  const account = make("a", { href: "/account", role: "menuitem" }, "Account");
  const leave = make("a", { href: "/logout", role: "menuitem" }, "Log out");
  const button = make("button", { type: "button", class: "quiet", "aria-haspopup": "menu", "aria-expanded": "false", "data-testid": "account-menu" }, name);
  const menu = make("ul", { role: "menu", "aria-label": "Account" }, make("li", { role: "none" }, account), make("li", { role: "none" }, leave));
  menu.hidden = true;
  const place = make("div", { class: "menu" }, button, menu);
  menuButton(place);
  return place;
}

function cookies() {
  const banner = make("section", { class: "cookies", "aria-label": "Cookies" }, make("p", {}, "We keep one cookie, so that your cart finds you again."));
  for (const answer of ["Accept", "Only if I must"]) {
    const button = make("button", { type: "button" }, answer);
    button.addEventListener("click", () => {
      localStorage.setItem("cookies", answer);
      banner.remove();
    });
    banner.append(button);
  }
  return banner;
}

function newsletter() {
  const email = make("input", { type: "email", required: "", placeholder: "you@example.test", autocomplete: "email" });
  const form = make("form", { "aria-label": "Newsletter" }, make("label", {}, "Newsletter ", email), make("button", {}, "Subscribe"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    alert(`Thank you! The next letter goes to ${email.value}.`);
    form.replaceWith(make("p", { role: "status" }, "You are on the list."));
  });
  return form;
}
