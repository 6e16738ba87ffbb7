import { attempt, call, find } from "./dom.js";
import { showPage, toast } from "./shell.js";

const form = find("#profile", HTMLFormElement);
const picture = find("#picture", HTMLImageElement);
const file = find("#file", HTMLInputElement);
const displayName = find("#display-name", HTMLInputElement);
const about = find("#about", HTMLElement);
const news = find("#news", HTMLInputElement);
const save = find("#save", HTMLButtonElement);

const account = await call("GET", "/account");
find("#user", HTMLInputElement).value = account.user;
displayName.value = account.displayName;
about.textContent = account.about;
news.checked = account.news;
if (account.hasPicture) showPicture();

function showPicture() {
  picture.src = `/api/account/picture?${Date.now()}`;
  picture.alt = "Your picture";
}

form.addEventListener("input", () => {
  save.disabled = false;
});
file.addEventListener("change", () => attempt(async () => {
  await call("PUT", "/account/picture", file.files?.[0]);
  showPicture();
  toast("Nice picture!");
}));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(async () => {
    await call("PUT", "/account", { displayName: displayName.value, about: about.innerText.trim(), news: news.checked });
    save.disabled = true;
    toast("Saved");
  });
});

const looks = localStorage.getItem("looks") ?? "light dark";
for (const radio of form.querySelectorAll("[name=looks]")) {
  if (!(radio instanceof HTMLInputElement)) continue;
  radio.checked = radio.value === looks;
  radio.addEventListener("change", () => {
    localStorage.setItem("looks", radio.value);
    document.documentElement.style.colorScheme = radio.value;
  });
}

showPage();
