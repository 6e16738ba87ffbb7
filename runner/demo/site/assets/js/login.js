// Logging in and opening an account: the same form, sent to another address.
import { attempt, call, find } from "./dom.js";
import "./shell.js";

const form = find("#credentials", HTMLFormElement);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(async () => {
    await call("POST", form.dataset.to ?? "/login", Object.fromEntries(new FormData(form)));
    const next = new URLSearchParams(location.search).get("next") ?? "/";
    location.href = next.startsWith("/") && !next.startsWith("//") ? next : "/";
  });
});
