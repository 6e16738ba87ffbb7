/**
 * The messages between the bridge and the extension. A golden sample of each is in `samples/`.
 */

/** The protocol number of these types; a `welcome` with another one is closed with `CLOSE.protocolMismatch`. */
export const PROTOCOL = 1;

/** The largest message either end sends or takes, in bytes of UTF-8. */
export const MESSAGE_LIMIT = 8 * 1024 * 1024;

/** How long the extension waits before each attempt to connect again, in milliseconds; the last one repeats. */
export const BACKOFF_MS = [500, 1000, 2000, 4000, 8000];

export const CLOSE = /** @type {const} */ ({
  wrongToken: 4401,
  noHello: 4408,
  replaced: 4409,
  noPong: 4410,
  protocolMismatch: 4426,
  tooLarge: 1009,
});

export const REASONS = /** @type {const} */ ([
  "not-found",
  "ambiguous",
  "not-visible",
  "not-enabled",
  "timeout",
  "mismatch",
  "drifted",
  "navigation",
  "load-failed",
  "tab-closed",
  "connection-lost",
  "unsupported",
  "pre-state",
  "internal",
]);

/** Commands that only look: sent again after a navigation or a reconnect. */
export const RESENT = /** @type {const} */ (["resolve", "verify", "locate", "read", "wait", "tabs", "targets"]);

/** @typedef {typeof REASONS[number]} Reason */

/**
 * `bridge.json` in the extension's own folder.
 * @typedef {object} Card
 * @property {string} address `ws://127.0.0.1:PORT/ext`, without query
 * @property {string} token
 * @property {string} profile
 */

/**
 * @typedef {object} Hello
 * @property {"hello"} type
 * @property {string} extVersion
 * @property {string} chrome Chrome's version, as `154.0.0.0`
 * @property {string} profile the card's
 * @property {string} [resume] the `runId` of the last `welcome`, when the connection comes back
 * @property {string[]} [granted] the match patterns Chrome granted: it drops bad ones silently
 */

/** @typedef {{ type: "welcome", runId: string, protocol: number }} Welcome */
/** @typedef {{ type: "ping" }} Ping */
/** @typedef {{ type: "pong" }} Pong */

/**
 * @typedef {{ type: "event", kind: "tab-opened", tab: number, url: string }
 *   | { type: "event", kind: "tab-closed", tab: number }
 *   | { type: "event", kind: "navigated", tab: number, url: string }
 *   | { type: "event", kind: "console", tab: number, level: string, text: string }
 *   | { type: "event", kind: "recorded", tab: number, step: RecordedStep }
 *   | { type: "event", kind: "picked", tab: number, target: Target, handle: string, descriptor: Descriptor }
 *   | { type: "event", kind: "picked", tab: number, cancelled: true, timeout?: true }} WireEvent
 */

/**
 * Something a person did in a page, or to the tabs. Of a password only that there was one.
 * @typedef {{ kind: "click" | "doubleClick" | "rightClick" | "check" | "uncheck", target: Target }
 *   | { kind: "fill", target: Target, value: string } | { kind: "fill", target: Target, secret: true }
 *   | { kind: "select", target: Target, option: string } | { kind: "press", keys: string, target?: Target }
 *   | { kind: "upload", target: Target, files: string[] } | { kind: "open", url: string, newTab?: true }
 *   | { kind: "back" | "reload" | "switchToNewTab" | "closeTab" } | { kind: "switchToTab", url: string }} RecordedStep `doubleClick` and
 *   `upload` take the place of a click on the same told right before; a field is told when it is left; a page that a step of a person led to is not
 */

/**
 * One element, as remembered. Empty fields are left out; a field's value is never in it.
 * @typedef {object} Descriptor
 * @property {string} tag lower case
 * @property {string} [role]
 * @property {string} [name] accessible name
 * @property {string} [text] its own visible text, at most 200 characters
 * @property {string} [label]
 * @property {string} [placeholder]
 * @property {string} [alt]
 * @property {string} [title]
 * @property {string} [type]
 * @property {string} [testid]
 * @property {string} [id]
 * @property {string} [nameAttr] the name attribute
 * @property {string} [ariaLabel]
 * @property {string} [href] path and query only
 * @property {string[]} [classes]
 * @property {Context} [context]
 * @property {Path} [path]
 * @property {Box} [rect] in its own document, from the document's top left, whole CSS pixels
 * @property {{ index: number, of: number }} [siblings] its place, from 1, among its parent's children
 */

/**
 * Texts that stand around an element.
 * @typedef {object} Context
 * @property {string} [heading]
 * @property {string} [landmark]
 * @property {string} [form]
 * @property {string} [row]
 * @property {string} [before]
 * @property {string} [after]
 */

/**
 * @typedef {object} Path
 * @property {string} [xpath] within its document, or within the innermost shadow root
 * @property {string} [css] likewise
 * @property {string} [frame] the frame's name, or else its address without query; absent in the top document
 * @property {string[]} [shadow] a CSS selector of each shadow host, from the outermost inwards
 */

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/**
 * What a step names: exactly one of `text`, `role` (with or without `name`), `label`, `placeholder`, `alt`, `title`, `testid`, `css`, `xpath`.
 * @typedef {object} Target
 * @property {string} [text]
 * @property {string} [role]
 * @property {string} [name] the accessible name, beside `role`
 * @property {string} [label]
 * @property {string} [placeholder]
 * @property {string} [alt]
 * @property {string} [title]
 * @property {string} [testid]
 * @property {string} [css]
 * @property {string} [xpath]
 * @property {"exact" | "part" | "regex"} [match] default `exact`
 * @property {string} [flags] of a regular expression: `i` or nothing
 * @property {number} [nth] from 1; -1 is the last
 * @property {string | Target} [within]
 */

/** @typedef {"press" | "hover" | "edit" | "file" | "scroll"} Purpose what an element is made ready for */

/**
 * How a command names an element it was told of: by `handle` while that is still in its document, else by `descriptor`, else by `target`.
 * @typedef {object} ElementRef
 * @property {string} [handle] opaque, of one document: `frameId:number`
 * @property {Descriptor} [descriptor]
 */

/**
 * What every request has.
 * @typedef {object} RequestBase
 * @property {number} id
 * @property {number} [tab] absent: the run's tab
 * @property {number} [timeoutMs]
 */

/**
 * What the lock knows of a target. With a `descriptor` the element is looked for by it where the target finds nothing.
 * @typedef {object} Memory
 * @property {Descriptor} [descriptor]
 * @property {boolean} [exact] what is found is only compared with the descriptor, and nothing is repaired
 * @property {Descriptor[]} [others] of the page's other entries: what they describe is no candidate
 * @property {Descriptor[]} [rejected] what a person said no to
 * @property {boolean} [accepted] a person accepted the entry: it is tried at every look, and not only once the page is quiet
 */

/** @typedef {RequestBase & Memory & { cmd: "resolve", target: Target, for?: Purpose }} ResolveRequest */
/** @typedef {RequestBase & ElementRef & { cmd: "locate", for?: Purpose }} LocateRequest */
/** @typedef {RequestBase & { cmd: "hit", handle: string }} HitRequest */

/**
 * @typedef {"click" | "doubleClick" | "rightClick" | "hover" | "type" | "press" | "check" | "uncheck" | "drag" | "select" | "focus" | "fill"
 *   | "clear" | "scroll"} Action
 */

/**
 * @typedef {RequestBase & ElementRef & Memory & { cmd: "act", action: Action, target?: Target, value?: string, keys?: string, option?: string, to?: ElementRef,
 *   select?: "all" | "end" }} ActRequest `target` for focus and fill instead of an ElementRef: it is resolved as by `resolve`, with what else is known of it, and the answer
 *   then holds what `resolve` answers too; `value` for type and fill, `keys` for press, `option` for select, `to` for drag, `select` for focus
 */

/** @typedef {"exists" | "text" | "targetText" | "value" | "state" | "count" | "url" | "title" | "number" | "numberChange"} VerifyKind */
/** @typedef {"visible" | "hidden" | "enabled" | "disabled" | "checked" | "unchecked" | "focused" | "selected"} ElementState */

/**
 * Without `timeoutMs` it looks once.
 * @typedef {RequestBase & ElementRef & { cmd: "verify", kind: VerifyKind, target?: Target, value?: string,
 *   op?: "is" | "contains" | "matches" | "atLeast" | "atMost", flags?: string, since?: string, within?: string | Target,
 *   negate?: boolean }} VerifyRequest `value` is a text, a state, a regular expression or a number in digits, by `kind` and `op`
 */

/**
 * @typedef {RequestBase & ElementRef & { cmd: "wait", kind: "visible" | "gone" | "textChanges" | "url", target?: Target, contains?: string,
 *   negate?: boolean }} WaitRequest
 */
/** @typedef {RequestBase & ElementRef & { cmd: "read", target?: Target, what?: "text" | "value" }} ReadRequest */
/** @typedef {ElementRef & { xpath?: string, label?: string, tone: string }} OutlineItem tone: `wanted`, `candidate` or anything else */
/** @typedef {RequestBase & { cmd: "outline", items?: OutlineItem[], clear?: boolean }} OutlineRequest */
/** @typedef {RequestBase & { cmd: "navigate", url?: string, history?: "back" | "forward" | "reload" }} NavigateRequest */
/** @typedef {RequestBase & { cmd: "tabs" }} TabsRequest */
/** @typedef {RequestBase & { cmd: "switchTab", match: { urlContains: string } | { new: true } }} SwitchTabRequest */
/** @typedef {RequestBase & { cmd: "closeTab" }} CloseTabRequest */
/** @typedef {RequestBase & { cmd: "beacon", nonce: string, handle?: string }} BeaconRequest */

/**
 * @typedef {"add-word" | "replace-word" | "drop-id" | "drop-testid" | "change-classes" | "wrap-and-move" | "swap-siblings" | "remove"
 *   | "remove-and-rename-neighbour"} Mutation
 */

/**
 * Resolves a target once, on the page as it would be after a mutation of the element; nothing of the change outlasts a look.
 * @typedef {RequestBase & Memory & { cmd: "mutate", handle: string, mutation: Mutation, target: Target }} MutateRequest
 */

/**
 * The elements a person could name on the page that is open, each with the shortest words that mean it and no other.
 * @typedef {RequestBase & { cmd: "targets", query?: string, limit?: number, within?: string | Target }} TargetsRequest `query`: what is typed so far, those
 *   most like it come first; `within`: only what stands in this part of the page, in words within it
 */

/**
 * From now on, or no longer, what a person does is told in events; the first is the page that is open.
 * @typedef {RequestBase & { cmd: "record", on: boolean }} RecordRequest
 */

/**
 * From now on the element under the pointer is outlined, until a person's click picks it, or `Escape`, this command again, one that uses the page or the
 * time ends it; an event tells which. The page hears nothing of the click.
 * @typedef {RequestBase & { cmd: "pick", on: boolean }} PickRequest `timeoutMs`: how long the person may take
 */

/**
 * @typedef {ResolveRequest | LocateRequest | HitRequest | ActRequest | VerifyRequest | WaitRequest | ReadRequest | OutlineRequest
 *   | NavigateRequest | TabsRequest | SwitchTabRequest | CloseTabRequest | BeaconRequest | MutateRequest | TargetsRequest | RecordRequest | PickRequest} Request
 */

/** @typedef {Request["cmd"]} CommandName */

/**
 * Where an element is and what it is, in pixels of the tab's viewport.
 * @typedef {object} Located
 * @property {number} x where to press
 * @property {number} y
 * @property {Box} rect
 * @property {string} tag
 * @property {boolean} editable
 * @property {"checkbox" | "radio"} [kind]
 * @property {boolean} [checked]
 */

/**
 * How the element found differs from the one remembered.
 * @typedef {object} Difference
 * @property {number} score
 * @property {Descriptor} old
 * @property {string[]} changed names of the descriptor's fields
 * @property {string[]} changes one readable change each
 */

/** @typedef {Difference & { runnerUp: number, by?: "testid" | "id" | "ariaLabel" | "nameAttr" }} Repair `by`: the remembered name that led to the element */

/**
 * One line of a score: what a field, or what several fields together, say and add.
 * @typedef {object} FieldScore
 * @property {string} field
 * @property {string} [was]
 * @property {string} [now]
 * @property {number} similarity 0 to 1
 * @property {number} weight
 * @property {number} points
 */

/**
 * What a repair looked at. The score of each candidate can be computed again from its descriptor, the one remembered and `counts`.
 * @typedef {object} Scored
 * @property {number} looked visible, enabled elements that were looked at
 * @property {Record<string, unknown>} counts how often each value stands among them
 * @property {ScoredCandidate[]} candidates the best first, 60 at most
 */

/**
 * @typedef {{ descriptor: Descriptor, score: number, fields: FieldScore[], disqualified?: string, held?: string, refused?: string }} ScoredCandidate `disqualified`:
 *   why it cannot be the element, and then it scores 0; `held`: why it scores less than its points; `refused`: why it is not taken, whatever it scores
 */

/**
 * @typedef {object} Resolved
 * @property {Descriptor} descriptor
 * @property {string} [handle]
 * @property {number} matches
 * @property {boolean} repaired
 * @property {"exact" | "descriptor" | "repair"} via
 * @property {Repair} [repair]
 * @property {Difference} [unlike] found exactly, but it hardly resembles what is remembered
 * @property {Scored} [scored] when a repair was tried
 * @property {Located} [at] when the request had `for`
 */

/**
 * @typedef {object} Mutated
 * @property {string} [lacks] why there is nothing to change on the element, in words; then there is nothing else
 * @property {string} [change] what was changed, in words
 * @property {boolean} [same] whether what was found is the element meant, or pressed with it
 * @property {({ ok: true } & Resolved) | { ok: false, reason: Reason, detail: Detail }} [answer] what `resolve` would have answered
 */

/**
 * An element that may be named. Never what a person entered.
 * @typedef {object} OfferedTarget
 * @property {Target} target `resolve` leads to the element and no other
 * @property {string} handle
 * @property {string} tag
 * @property {string} [role] a script's word for it
 * @property {string} [name]
 * @property {string} [text]
 * @property {Box} rect in the tab's viewport
 */

/** @typedef {{ id: number, url: string, title: string, active: boolean }} TabInfo */

/**
 * What else an answer to each command holds when it is ok.
 * @typedef {object} Results
 * @property {Resolved} resolve
 * @property {Located} locate
 * @property {{ delivered: boolean }} hit
 * @property {{ selected?: string, kind?: "text" | "contenteditable" | "native" } & Partial<Resolved>} act
 * @property {{ found?: string }} verify
 * @property {{ found?: string }} wait
 * @property {{ text: string }} read
 * @property {{ drawn: number } | { removed: number, remaining: number }} outline
 * @property {{ tab: number, url: string }} navigate
 * @property {{ tabs: TabInfo[] }} tabs
 * @property {{ tab: number, url: string, title: string }} switchTab
 * @property {{ closed: number, tab: number | null, alreadyClosed?: true }} closeTab
 * @property {{}} beacon
 * @property {Mutated} mutate
 * @property {{ targets: OfferedTarget[], more: boolean }} targets `more`: there are others
 * @property {{ on: boolean, tab?: number }} record `on: false`: every event of it has come before the answer
 * @property {{ on: boolean, tab?: number }} pick
 */

/**
 * What the report needs to know of a failure; the keys that are there depend on the reason.
 * @typedef {object} Detail
 * @property {Target} [target]
 * @property {Descriptor} [descriptor]
 * @property {string} [handle]
 * @property {{ descriptor: Descriptor, handle?: string, score?: number }[]} [candidates]
 * @property {number} [matches]
 * @property {{ text: string, role: string, name: string }[]} [near] at most 5
 * @property {number} [hidden] how many match but are not visible
 * @property {string} [coveredBy]
 * @property {boolean} [moving]
 * @property {string} [expected]
 * @property {string} [found]
 * @property {string[]} [options]
 * @property {Descriptor} [candidate]
 * @property {number} [score]
 * @property {number} [runnerUp]
 * @property {string} [held] why a drifted candidate scores less than its points
 * @property {Descriptor} [old]
 * @property {string[]} [changed]
 * @property {string[]} [changes]
 * @property {true} [repair]
 * @property {false} [looked] with navigation: nothing was done yet, so it may be tried
 * @property {true} [repairTried]
 * @property {number} [bestScore] of what was not refused
 * @property {{ descriptor: Descriptor, score: number, why: string }[]} [refused] what came closest and was no candidate, at most 5
 * @property {Scored} [scored]
 * @property {string} [note]
 * @property {TabInfo[]} [tabs]
 * @property {number} [tab]
 * @property {string} [url]
 * @property {string} [error] Chrome's own, as `net::ERR_CONNECTION_REFUSED`
 * @property {string} [message] a sentence
 */

/** @typedef {{ id: number, ok: false, reason: Reason, detail: Detail, retries?: number }} Failure */

/**
 * @template {CommandName} [C=CommandName]
 * @typedef {({ id: number, ok: true, retries?: number } & Results[C]) | Failure} Answer
 */
