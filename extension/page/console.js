// Runs in the page's own world, before its scripts: passes on what it logs as an error or does not catch. Standalone.
(() => {
  const LONGEST = 2000;
  const MOST = 100;
  const { port1, port2 } = new MessageChannel();
  let sent = 0;

  /** @param {unknown} value */
  const inWords = (value) => {
    try {
      if (value instanceof Error) return value.stack ?? String(value);
      return typeof value === "object" && value !== null ? JSON.stringify(value) ?? String(value) : String(value);
    } catch {
      return Object.prototype.toString.call(value);
    }
  };

  /** @param {unknown[]} values */
  const pass = (values) => {
    if (sent >= MOST) return;
    sent += 1;
    port1.postMessage(values.map(inWords).join(" ").slice(0, LONGEST));
  };

  const log = console.error;
  console.error = function error(...values) {
    pass(values);
    return log.apply(this, values);
  };
  addEventListener("error", (event) => {
    if (event instanceof ErrorEvent) pass([event.error instanceof Error ? event.error : event.message]);
  });
  addEventListener("unhandledrejection", (event) => pass(["Uncaught (in promise)", event.reason]));
  dispatchEvent(new MessageEvent("aite:console", { ports: [port2] }));
})();
