// Turns what a channel delivers into frames, and frames into text.

import { MAX_FRAME_BYTES } from "./types.js";

/**
 * @param {unknown} data what a websocket's message event holds
 * @returns {{ frame: import("./types.js").ProtocolFrame } | { problem: string }}
 */
export function decodeFrame(data) {
  if (typeof data !== "string") return { problem: "it is binary, not text" };
  if (isOverLimit(data)) return { problem: `it is over ${MAX_FRAME_BYTES} bytes` };
  let value;
  try {
    value = JSON.parse(data);
  } catch {
    return { problem: "it is not JSON" };
  }
  return checkFrame(value);
}

/**
 * @param {unknown} value
 * @returns {{ frame: import("./types.js").ProtocolFrame } | { problem: string }}
 */
export function checkFrame(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { problem: "it is JSON, but not an object" };
  }
  return { frame: value };
}

/**
 * @param {import("./types.js").ProtocolFrame} frame
 * @returns {string}
 * @throws {RangeError} when the frame is over the limit
 */
export function encodeFrame(frame) {
  const text = JSON.stringify(frame);
  if (isOverLimit(text)) {
    throw new RangeError(`a frame may have ${MAX_FRAME_BYTES} bytes at most; this one, as text, has ${text.length} characters`);
  }
  return text;
}

/** @param {string} text */
function isOverLimit(text) {
  // A UTF-16 unit takes one to three bytes of UTF-8, so most frames need no counting.
  if (text.length > MAX_FRAME_BYTES) return true;
  if (text.length * 3 <= MAX_FRAME_BYTES) return false;
  return new TextEncoder().encode(text).length > MAX_FRAME_BYTES;
}
