// The transport aite uses: one websocket message, one frame.

import { decodeFrame, encodeFrame } from "./frames.js";
import { ReconnectingTransport } from "./reconnecting.js";
import { BROKEN } from "./types.js";

/**
 * @typedef {object} SocketSettings
 * @property {string | (() => string | Promise<string>)} address asked anew at every attempt, so that an address that
 *   changes between two connections is the one used; a rejection fails the attempt
 * @property {(address: string) => WebSocket} [openSocket]
 */

export class WebSocketTransport extends ReconnectingTransport {
  /** @param {SocketSettings & import("./reconnecting.js").Settings} settings */
  constructor({ address, openSocket = (url) => new WebSocket(url), ...settings }) {
    super(async (events) => {
      const url = typeof address === "function" ? await address() : address;
      return socketChannel(openSocket(url), events);
    }, settings);
  }
}

/**
 * @param {WebSocket} socket
 * @param {import("./reconnecting.js").ChannelEvents} events
 * @returns {import("./reconnecting.js").Channel}
 */
function socketChannel(socket, events) {
  socket.onopen = () => events.opened();
  socket.onmessage = (event) => events.received(decodeFrame(event.data));
  socket.onclose = (event) => events.closed({ code: event.code ?? BROKEN, reason: event.reason ?? "" });
  return {
    send: (frame) => socket.send(encodeFrame(frame)),
    close: (code, reason) => socket.close(closeCode(code), reason.slice(0, MAX_REASON)),
  };
}

/** A close reason may have 123 bytes of UTF-8; ours are written in ASCII. */
const MAX_REASON = 123;

/**
 * A page may close a socket only with 1000 or an application's code.
 * @param {number} code
 */
function closeCode(code) {
  return code === 1000 || (code >= 3000 && code <= 4999) ? code : 1000;
}
