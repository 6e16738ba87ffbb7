// The same seam over chrome.runtime ports: one port message, one frame. It shows what another channel has to bring.

import { checkFrame, encodeFrame } from "./frames.js";
import { ReconnectingTransport } from "./reconnecting.js";
import { BROKEN } from "./types.js";

/** @typedef {Pick<chrome.runtime.Port, "postMessage" | "disconnect" | "onMessage" | "onDisconnect">} Port */

export class PortTransport extends ReconnectingTransport {
  /** @param {{ openPort: () => Port | Promise<Port> } & import("./reconnecting.js").Settings} settings */
  constructor({ openPort, ...settings }) {
    super(async (events) => portChannel(await openPort(), events), settings);
  }
}

/**
 * @param {Port} port
 * @param {import("./reconnecting.js").ChannelEvents} events
 * @returns {import("./reconnecting.js").Channel}
 */
function portChannel(port, events) {
  port.onMessage.addListener((message) => events.received(checkFrame(message)));
  port.onDisconnect.addListener(() => events.closed({ code: BROKEN, reason: "the port was closed" }));
  return {
    isOpen: true,
    send: (frame) => {
      encodeFrame(frame);
      port.postMessage(frame);
    },
    close: () => port.disconnect(),
  };
}
