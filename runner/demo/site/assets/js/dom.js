/**
 * The element a page's own HTML promises.
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} type
 * @param {ParentNode} [root]
 * @returns {T}
 */
export function find(selector, type, root = document) {
  const element = root.querySelector(selector);
  if (!(element instanceof type)) throw new Error(`The page has no ${selector}.`);
  return element;
}

/**
 * An element with attributes and content; content is text, never markup.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} content
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...content) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...content);
  return element;
}

/** @param {number} hundredths @returns {string} as "1,299.00" */
export function price(hundredths) {
  return (hundredths / 100).toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** What the shop said no to, in a sentence for the person. */
export class Refused extends Error {}

/**
 * Asks the shop.
 * @param {"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} method
 * @param {string} path below /api
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
export async function call(method, path, body) {
  const sent = body instanceof Blob ? { body, headers: { "content-type": body.type } } : json(body);
  const response = await fetch(`/api${path}`, { method, ...sent });
  const answer = await response.json();
  if (!response.ok) throw new Refused(answer.message);
  return answer;
}

/** @param {unknown} body @returns {RequestInit} */
function json(body) {
  if (body === undefined) return {};
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

/**
 * Does what a person asked for, and shows on the page why it could not be done.
 * @param {() => Promise<void>} work
 */
export async function attempt(work) {
  const place = find("#refused", HTMLElement);
  place.textContent = "";
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    place.textContent = error.message;
  }
}
