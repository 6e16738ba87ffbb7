// bridge.json: where the run's bridge listens, written by the runner into the extension's own folder.

/** @typedef {import("../wire/types.js").Card} Card */

const FILE = "bridge.json";

/**
 * Reads the card anew: another run may have written another one since, and there is none between runs.
 * @returns {Promise<Card>}
 * @throws when there is no card, or one that says something else
 */
export async function readCard() {
  let response;
  try {
    response = await fetch(chrome.runtime.getURL(FILE), { cache: "no-store" });
  } catch {
    throw new Error(`there is no ${FILE}: no run is going on`);
  }
  return checkCard(await response.json());
}

/**
 * @param {any} value
 * @returns {Card}
 */
export function checkCard(value) {
  const { address, token, profile } = value ?? {};
  if (typeof address !== "string" || typeof token !== "string" || typeof profile !== "string") {
    throw new Error(`${FILE} should hold the texts address, token and profile`);
  }
  if (!/^ws:\/\/127\.0\.0\.1:\d+\/ext$/.test(address)) {
    throw new Error(`${FILE} names ${address}, and a bridge is at ws://127.0.0.1:PORT/ext`);
  }
  return { address, token, profile };
}

/**
 * @param {Card} card
 * @returns {string}
 */
export function socketAddress({ address, token }) {
  return `${address}?token=${encodeURIComponent(token)}`;
}
