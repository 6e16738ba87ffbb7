// The toolbar badge: the one place where a person sees that the extension cannot work.

/** @param {Pick<typeof chrome.action, "setBadgeText" | "setBadgeBackgroundColor" | "setTitle">} [action] */
export function createBadge(action = chrome.action) {
  return {
    /** @param {string} message one sentence, shown when the pointer is over the badge */
    error(message) {
      void action.setBadgeBackgroundColor({ color: "#b3261e" });
      void action.setBadgeText({ text: "!" });
      void action.setTitle({ title: `aite: ${message}` });
    },

    clear() {
      void action.setBadgeText({ text: "" });
      void action.setTitle({ title: "aite" });
    },
  };
}

/** @typedef {ReturnType<typeof createBadge>} Badge */
