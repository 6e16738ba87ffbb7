// What every transport carries and says about itself.

/**
 * One frame: any JSON object. What is in it is the business of the layers above.
 * @typedef {{ [field: string]: any }} ProtocolFrame
 */

/**
 * `version_skew` is only ever set by the handshake (`Transport.declareVersionSkew`): a bare transport knows three states.
 * @typedef {"disconnected" | "connecting" | "connected" | "version_skew"} ConnectionState
 */

/**
 * Why a channel closed: a websocket's close code (1006 when the channel broke without one) and reason.
 * @typedef {{ code: number, reason: string }} CloseCause
 */

/** @typedef {{ dispose(): void }} Disposable */

/** The protocol's limit for one frame, in bytes of UTF-8, both ways. */
export const MAX_FRAME_BYTES = 8 * 1024 * 1024;

/** Close code of a channel that broke, or that was never open. */
export const BROKEN = 1006;
