// Tabs: one panel at a time, arrow keys walk along.

/**
 * @param {HTMLElement} place holds the tabs and their panels
 * @param {(panel: HTMLElement) => void} shown
 */
export function tabs(place, shown) {
  const all = [...place.querySelectorAll("[role=tab]")].filter((tab) => tab instanceof HTMLElement);
  const choose = (/** @type {HTMLElement} */ chosen) => {
    for (const tab of all) {
      const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      if (!panel) continue;
      panel.hidden = !isChosen;
      if (isChosen) shown(panel);
    }
    chosen.focus();
  };
  for (const [index, tab] of all.entries()) {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const next = step && all.at((index + step) % all.length);
      if (next) choose(next);
    });
  }
}
