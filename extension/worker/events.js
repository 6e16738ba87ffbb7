// The events about tabs that the bridge is told.

/** @param {import("./dispatch.js").Context["emit"]} emit */
export function registerEvents(emit) {
  const { tabs, webNavigation } = chrome;
  tabs.onCreated.addListener(({ id, url, pendingUrl }) => {
    if (id !== undefined) emit("tab-opened", { tab: id, url: pendingUrl || url || "" });
  });
  tabs.onRemoved.addListener((tab) => emit("tab-closed", { tab }));

  /** @param {{ tabId: number, frameId: number, url: string }} details */
  const navigated = ({ tabId, frameId, url }) => {
    if (frameId === 0) emit("navigated", { tab: tabId, url });
  };
  webNavigation.onCommitted.addListener(navigated);
  webNavigation.onHistoryStateUpdated.addListener(navigated);
  webNavigation.onReferenceFragmentUpdated.addListener(navigated);
}
