// What the tests without a browser put in the place of time and channels.

/** Time that passes when it is told to. */
export class FakeClock {
  now = 0;
  #nextId = 1;
  /** @type {Map<number, { at: number, run: () => void }>} */
  #timers = new Map();

  /**
   * @param {() => void} run
   * @param {number} ms
   */
  setTimeout = (run, ms) => {
    this.#timers.set(this.#nextId, { at: this.now + ms, run });
    return this.#nextId++;
  };

  /** @param {number} id */
  clearTimeout = (id) => void this.#timers.delete(id);

  get pending() {
    return [...this.#timers.values()].map(({ at }) => at - this.now);
  }

  /** @param {number} ms */
  async pass(ms) {
    this.now += ms;
    for (const [id, { at, run }] of [...this.#timers]) {
      if (at > this.now) continue;
      this.#timers.delete(id);
      run();
    }
    await settle();
  }
}

/** Lets everything that waits for nothing but a promise go on. */
export function settle() {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A WebSocket whose other side is the test. */
export class FakeSocket {
  /** @type {string[]} */
  sent = [];
  /** @type {{ code: number, reason: string } | undefined} */
  closedWith;
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {((event: any) => void) | null} */
  onmessage = null;
  /** @type {((event: any) => void) | null} */
  onclose = null;

  /** @param {string} address */
  constructor(address) {
    this.address = address;
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(text);
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  close(code, reason) {
    this.closedWith ??= { code, reason };
  }
}

/** A chrome.runtime port whose other side is the test. */
export class FakePort {
  /** @type {any[]} */
  sent = [];
  isDisconnected = false;
  onMessage = new FakeEvent();
  onDisconnect = new FakeEvent();

  /** @param {any} message */
  postMessage(message) {
    this.sent.push(JSON.stringify(message));
  }

  disconnect() {
    this.isDisconnected = true;
  }
}

/** A chrome event that the test fires. */
export class FakeEvent {
  /** @type {((...values: any[]) => void)[]} */
  handlers = [];

  /** @param {(...values: any[]) => void} handler */
  addListener(handler) {
    this.handlers.push(handler);
  }

  /** @param {any[]} values */
  fire(...values) {
    for (const handler of this.handlers) handler(...values);
  }
}

/** A chrome.storage area. */
export class FakeStorage {
  #text = "{}";

  /** @param {string} key */
  async get(key) {
    const all = JSON.parse(this.#text);
    return key in all ? { [key]: all[key] } : {};
  }

  /** @param {Record<string, unknown>} values */
  async set(values) {
    this.#text = JSON.stringify({ ...JSON.parse(this.#text), ...values });
  }
}
