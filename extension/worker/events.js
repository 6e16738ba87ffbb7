// The events about tabs that the bridge is told.

/** @param {import("./dispatch.js").Context["emit"]} emit */
export function registerEvents(emit) {
  const { tabs, webNavigation } = chrome;
  /**
   * Tabs a page opened, which have no address yet when Chrome tells of them.
   * @type {Set<number>}
   */
  const nameless = new Set();
  /** @param {{ tabId: number, url: string }} details */
  const named = ({ tabId, url }) => {
    if (nameless.delete(tabId)) emit("tab-opened", { tab: tabId, url });
  };

  tabs.onCreated.addListener(({ id, url, pendingUrl }) => {
    if (id === undefined) return;
    nameless.add(id);
    if (pendingUrl || url) named({ tabId: id, url: pendingUrl || url || "" });
  });
  webNavigation.onCreatedNavigationTarget.addListener(named);
  webNavigation.onBeforeNavigate.addListener(named);
  tabs.onRemoved.addListener((tab) => {
    named({ tabId: tab, url: "" });
    emit("tab-closed", { tab });
  });

  /** @param {{ tabId: number, frameId: number, url: string }} details */
  const navigated = ({ tabId, frameId, url }) => {
    if (frameId === 0) emit("navigated", { tab: tabId, url });
  };
  webNavigation.onCommitted.addListener(navigated);
  webNavigation.onHistoryStateUpdated.addListener(navigated);
  webNavigation.onReferenceFragmentUpdated.addListener(navigated);
}
