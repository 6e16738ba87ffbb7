// Takes a card and tells the page around it that the money is there; the card itself never leaves this origin.
const asked = new URLSearchParams(location.search);
const form = /** @type {HTMLFormElement} */ (document.getElementById("pay"));
const number = /** @type {HTMLInputElement} */ (document.getElementById("number"));
const refused = /** @type {HTMLElement} */ (document.getElementById("refused"));

/** @type {HTMLElement} */ (document.getElementById("amount")).textContent = asked.get("amount");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  refused.textContent = "";
  const response = await fetch("/charge", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ number: number.value }),
  });
  if (response.ok) {
    parent.postMessage("paid", asked.get("shop") ?? "/");
  } else {
    refused.textContent = (await response.json()).message;
  }
});
