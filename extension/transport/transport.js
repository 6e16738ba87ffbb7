// The seam between the extension and whatever carries its frames. A transport is a byte pipe: it knows no method
// names, routes nothing by id, and neither re-orders nor repeats a frame.

/**
 * @typedef {import("./types.js").ProtocolFrame} ProtocolFrame
 * @typedef {import("./types.js").ConnectionState} ConnectionState
 * @typedef {import("./types.js").CloseCause} CloseCause
 * @typedef {import("./types.js").Disposable} Disposable
 */

/**
 * @typedef {object} Transport
 * @property {ConnectionState} state
 *
 * @property {() => Promise<void>} connect
 *   Opens the channel. Calls that overlap share one attempt; a call while the transport waits to reconnect cancels
 *   that timer and tries now; a call while connected does nothing. Resolves once the channel is open. Rejects when
 *   this attempt fails, and the transport then goes on trying by itself, or when `disconnect` ends it, and it does not.
 *
 * @property {() => Promise<void>} disconnect
 *   Closes the channel and stops reconnecting until the next `connect`. The state is `disconnected` at once.
 *
 * @property {(frame: ProtocolFrame) => void} send
 *   One call, one frame on the wire, in order. Throws when the state is not `connected` and when the frame is over the
 *   limit: nothing is queued, because a frame made for one connection is seldom right on the next, and whoever
 *   holds it can tell.
 *
 * @property {(handler: (frame: ProtocolFrame) => void) => Disposable} onMessage
 *   Each inbound frame, in order. Traffic that is not a JSON object, or is over the limit, is logged and dropped. A handler that throws
 *   is logged and disturbs no other.
 *
 * @property {(handler: (state: ConnectionState, cause?: CloseCause) => void) => Disposable} onConnectionStateChange
 *   Each change of state; `cause` comes with the `disconnected` of a channel that the other side closed or that broke.
 *
 * @property {(code: number, reason: string) => void} reopen
 *   Gives the channel up as if it had broken, saying why to the other side, and reconnects after the backoff.
 *
 * @property {(code: number, reason: string) => void} declareVersionSkew
 *   For the handshake alone: closes the channel, sets `version_skew` and stops reconnecting until the next `connect`.
 */

export {};
