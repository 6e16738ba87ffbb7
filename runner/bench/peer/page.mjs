// The page that both sides work on, and the loopback server that hears from it.
import { createServer } from "node:http";

const ROWS = 300;
const ELEMENTS_A_ROW = 5;

/** How many elements stand in the page's list. */
export const ELEMENTS = ROWS * ELEMENTS_A_ROW;

/**
 * The accounts a round works on, spread over the whole page so that both sides have to scroll.
 * @param {number} count at most 300
 * @returns {string[]} their numbers, as the page writes them
 */
export function accounts(count) {
  const apart = Math.floor(ROWS / count);
  return Array.from({ length: count }, (_, index) => number(index * apart));
}

/**
 * Serves the page on a free loopback port.
 * @returns {Promise<{ url: string, loaded: () => Promise<number>, close: () => void }>} `loaded` settles at the page's
 *   next load event with the `performance.now()` at which the server heard of it
 */
export async function servePage() {
  /** @type {((time: number) => void)[]} */
  let waiting = [];
  const server = createServer((request, response) => {
    if (request.url === "/loaded") {
      waiting.forEach((tell) => tell(performance.now()));
      waiting = [];
    }
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(request.url === "/" ? html() : "");
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", () => listening(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    loaded: () => new Promise((resolve) => waiting.push(resolve)),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function html() {
  const rows = Array.from({ length: ROWS }, (_, index) => row(number(index))).join("\n");
  return `<!doctype html>
<html lang="en">
<title>Accounts</title>
<style>
  body { font: 14px sans-serif; }
  ul { list-style: none; padding: 0; }
  li { display: flex; gap: 12px; align-items: center; padding: 4px; }
  button:hover { background: gold; }
</style>
<h1>Accounts</h1>
<output id="tally"></output>
<ul>
${rows}
</ul>
<script>
  let presses = 0;
  const filled = new Set();
  const tally = () => (document.getElementById("tally").textContent = presses + " paid, " + filled.size + " filled");
  addEventListener("click", ({ target }) => {
    if (target.localName !== "button") return;
    presses += 1;
    target.parentElement.querySelector("span").textContent = "Paid account " + target.dataset.account;
    tally();
  });
  addEventListener("input", ({ target }) => {
    if (target.value === "sum " + target.id) filled.add(target.id);
    tally();
  });
  addEventListener("load", () => fetch("/loaded", { method: "POST" }));
</script>
</html>`;
}

function row(/** @type {string} */ account) {
  return (
    `<li><span>Account ${account} is due</span><label for="a${account}">Amount for ${account}</label>` +
    `<input id="a${account}"><button data-account="${account}">Pay ${account}</button></li>`
  );
}

function number(/** @type {number} */ index) {
  return String(index + 1).padStart(3, "0");
}
