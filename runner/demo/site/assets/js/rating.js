// <mall-rating>: stars in an open shadow root.
import { make } from "./dom.js";

const STYLE = `
  fieldset { border: 0; padding: 0; margin: 1rem 0 0; display: flex; flex-wrap: wrap; gap: .3rem; align-items: center; }
  legend { font-weight: 600; }
  button { font: inherit; font-size: 1.5rem; line-height: 1; padding: .2rem; border: 0; background: none; color: var(--line); cursor: pointer; }
  button.given { color: var(--accent); }
  button:focus-visible { outline: 3px solid var(--second); }
`;

customElements.define("mall-rating", class extends HTMLElement {
  connectedCallback() {
    const answer = make("output", {}, "Not rated yet");
    const stars = [1, 2, 3, 4, 5].map((count) => {
      const star = make("button", { type: "button", "aria-label": count === 1 ? "1 star" : `${count} stars` }, "★");
      star.addEventListener("click", () => {
        stars.forEach((other, index) => other.classList.toggle("given", index < count));
        answer.textContent = `You gave ${count} of 5`;
      });
      return star;
    });
    this.attachShadow({ mode: "open" }).append(
      make("style", {}, STYLE),
      make("fieldset", {}, make("legend", {}, "Your rating"), ...stars, answer));
  }
});
