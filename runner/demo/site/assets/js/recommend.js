// <mall-recommend>: a question in a closed shadow root.
import { make } from "./dom.js";

const STYLE = `
  div { margin-top: 1rem; display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; }
  button { font: inherit; font-weight: 600; color: inherit; padding: .3rem 1.1rem; border: 1px solid var(--line); border-radius: 99px; background: var(--card); cursor: pointer; }
  button:focus-visible { outline: 3px solid var(--second); }
`;

const answers = { "Gladly": "Your friends are lucky.", "Rather not": "Thank you for being honest." };

customElements.define("mall-recommend", class extends HTMLElement {
  connectedCallback() {
    const question = make("div", { role: "group", "aria-label": "Recommendation" }, make("span", {}, "Would you recommend it to a friend?"));
    for (const [word, thanks] of Object.entries(answers)) {
      const button = make("button", { type: "button" }, word);
      button.addEventListener("click", () => question.replaceChildren(thanks));
      question.append(button);
    }
    this.attachShadow({ mode: "closed" }).append(make("style", {}, STYLE), question);
  }
});
