// The allow list, as Chrome granted it: it is the host permissions of the manifest the runner wrote, less the patterns
// Chrome refused without a word.

/** @param {Pick<typeof chrome.permissions, "contains" | "getAll">} [permissions] */
export function createAllowList(permissions = chrome.permissions) {
  /** @returns {Promise<string[]>} the match patterns Chrome granted */
  async function origins() {
    return (await permissions.getAll()).origins ?? [];
  }

  /**
   * Chrome's answers: the manifest, and so the list, is fixed for as long as the worker lives.
   * @type {Map<string, Promise<boolean>>}
   */
  const known = new Map();

  return {
    origins,

    /**
     * @param {string} address
     * @returns {Promise<boolean>}
     */
    async allows(address) {
      const url = URL.parse(address);
      if (!url || !isWeb(url)) return false;
      const answer = known.get(url.origin) ?? permissions.contains({ origins: [`${url.origin}/*`] });
      known.set(url.origin, answer);
      return answer;
    },

    /**
     * The sentence for an address outside the list.
     * @param {string} address
     */
    async refusal(address) {
      const list = (await origins()).join(", ") || "nothing";
      const origin = URL.parse(address)?.origin;
      const what = origin && origin !== "null" ? origin : address || "an empty tab";
      return `${what} is not in the allow list of aite.config.json, which allows ${list}; add it to "allow" to let aite touch it`;
    },
  };
}

/** @param {URL} url */
export function isWeb(url) {
  return url.protocol === "http:" || url.protocol === "https:";
}

/** @typedef {ReturnType<typeof createAllowList>} AllowList */
