// Calls to the frame that holds an element, and from a point in a frame to a point in the tab.

/**
 * @typedef {import("./frames.js").Frame} Frame
 * @typedef {import("./frames.js").PageAnswer} PageAnswer
 * @typedef {{ handle?: string, descriptor?: any, target?: any, [field: string]: any }} About an element, as a request names it
 */

/**
 * A look or an act at a tab's frames.
 * @typedef {object} Visit
 * @property {import("./frames.js").Frames} pages
 * @property {Frame[]} frames
 * @property {number} end when it must be over, in the time of performance.now()
 * @property {boolean} last whether the time is over and the answer final
 */

/**
 * @param {Frame} frame
 * @param {string} handle as the frame has it
 */
export function wireHandle(frame, handle) {
  return `${frame.id}:${handle}`;
}

/**
 * The frame a handle belongs to.
 * @param {Frame[]} frames
 * @param {string} handle
 */
export function frameOfHandle(frames, handle) {
  const id = Number(handle.slice(0, handle.indexOf(":")));
  return frames.find((frame) => frame.id === id);
}

/**
 * Makes a call about an element in the frame that has it: by its handle, else by its descriptor. `gone` when none has.
 * @param {Visit} visit
 * @param {About} about
 * @param {Record<string, unknown>} call
 * @returns {Promise<{ frame?: Frame, answer: PageAnswer }>}
 */
export async function askOwner({ frames, end }, { handle, descriptor, target }, call) {
  /** @type {PageAnswer} */
  let answer = { ok: false, gone: true, reason: "not-found", detail: {} };
  const owner = handle === undefined ? undefined : frameOfHandle(frames, handle);
  // Where the target is known too, it is looked for anew rather than by what the element was like.
  const byHandleOnly = handle !== undefined && target !== undefined;
  if (owner) {
    answer = await owner.call({ ...call, handle, descriptor, byHandleOnly }, end);
    if (!answer.gone) return { frame: owner, answer };
  }
  if (!descriptor || byHandleOnly) return { answer };
  for (const frame of likely(frames, descriptor)) {
    if (frame === owner) continue;
    answer = await frame.call({ ...call, descriptor }, end);
    if (!answer.gone) return { frame, answer };
  }
  return { answer };
}

/**
 * The frames in which a described element may be.
 * @param {Frame[]} frames
 * @param {any} descriptor
 */
function likely(frames, descriptor) {
  const address = descriptor.path?.frame;
  if (address === undefined) return frames.filter((frame) => frame.id === 0);
  return frames.filter((frame) => frame.id !== 0 && frame.port.sender?.url?.startsWith(address));
}

/**
 * Carries an aim from the frame it was taken in up to the tab's viewport. On the way each frame must be what the pointer
 * meets, and for a press each parent is shielded.
 * @param {Visit} visit
 * @param {Frame} frame
 * @param {PageAnswer} aim
 * @param {string} purpose
 * @returns {Promise<PageAnswer>}
 */
export async function toTab({ pages, end }, frame, aim, purpose) {
  if (!aim.ok || frame.id === 0) return aim;
  let { x, y, rect } = aim;
  const hit = purpose === "press" || purpose === "hover";
  for (let child = frame; child.id !== 0; ) {
    const parent = await pages.parentOf(child);
    if (!parent) return child.isOpen ? UNPLACED : { ok: false, died: true };
    const point = await parent.call({ call: "frameBox", nonce: child.nonce, x, y, hit }, end);
    if (!point.ok) return point;
    rect = {
      x: point.x + (rect.x - x) * point.scaleX,
      y: point.y + (rect.y - y) * point.scaleY,
      width: rect.width * point.scaleX,
      height: rect.height * point.scaleY,
    };
    ({ x, y } = point);
    if (purpose === "press") await parent.call({ call: "shield" }, end);
    child = parent;
  }
  return { ...aim, x, y, rect };
}

/** @type {PageAnswer} */
const UNPLACED = {
  ok: false,
  reason: "not-visible",
  detail: { message: "the element is in a frame whose parent page is outside the allow list, so where it is on the screen cannot be told" },
};

/**
 * Whether a frame and all it stands in can be seen.
 * @param {Visit} visit
 * @param {Frame} frame
 */
export async function isFrameShown({ pages, end }, frame) {
  for (let child = frame; child.id !== 0; ) {
    const parent = await pages.parentOf(child);
    if (!parent) return true;
    const { visible } = await parent.call({ call: "frameVisible", nonce: child.nonce }, end);
    if (visible === false) return false;
    child = parent;
  }
  return true;
}

/**
 * The frames that stand in others, at whatever depth.
 * @param {Visit} visit
 * @param {string[]} nonces of those others
 * @returns {Promise<Set<Frame>>}
 */
export async function framesInside({ pages, frames }, nonces) {
  /** @type {Set<Frame>} */
  const inside = new Set();
  if (!nonces.length) return inside;
  for (const frame of frames) {
    // A frame comes behind the one it stands in.
    const parent = await pages.parentOf(frame);
    if (nonces.includes(frame.nonce) || [...inside].some(({ id }) => id === parent?.id)) inside.add(frame);
  }
  return inside;
}
