// Prosperity in the browser: what the shared choosing does, and what a purchase would change.
//
// While the choice is narrowed to one tile, every space where it may go shows a tab with the net change. While one
// purchase is looked at, the cubes of energy and ecology and the counts of symbols show where they would go.

import { choosing } from "../../js/choosing.js";

const SYMBOLS = ["energy", "ecology", "capital", "research", "prosperity"];
const MOST = 10; // the ends of the scales
const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

export function setup(table) {
  const main = table.main;
  const $$ = (selector) => [...main.querySelectorAll(selector)];
  let chosen = null; // the tile that the choice is narrowed to

  function changed(open, picked) {
    const lit = $$("[data-choice].lit").map((row) => Number(row.dataset.choice)).filter((action) => open.includes(action));
    const looked = picked !== null ? [picked] : lit.length ? lit : open;
    const tabs = $$("[data-tab]");
    const tiles = new Set(tabs.filter((tab) => looked.includes(Number(tab.dataset.tab))).map((tab) => tab.dataset.of));
    const tile = tiles.size === 1 ? [...tiles][0] : null;
    for (const tab of tabs) {
      tab.toggleAttribute("hidden", tab.dataset.of !== tile || !open.includes(Number(tab.dataset.tab)));
    }
    main.toggleAttribute("data-tile-chosen", tile !== null);
    const one = looked.length === 1 ? tabs.find((tab) => Number(tab.dataset.tab) === looked[0]) : null;
    foresee(one ? one.dataset.change.split(" ").map(Number) : [0, 0, 0, 0, 0]);
    showMap(open);
  }

  /** Cubes and counts as a purchase would leave them. */
  function foresee(change) {
    for (const ghost of $$("[data-ghost]")) {
      const by = change[SYMBOLS.indexOf(ghost.dataset.ghost)];
      const then = Number(ghost.dataset.now) + by;
      ghost.toggleAttribute("hidden", by === 0);
      const x = Number(ghost.dataset.zero) + Math.max(-MOST, Math.min(MOST, then)) * Number(ghost.dataset.cell);
      ghost.setAttribute("transform", `translate(${x} ${ghost.dataset.top})`);
      ghost.querySelector("text").textContent = signed(then);
    }
    for (const count of $$("[data-after]")) {
      const by = change[SYMBOLS.indexOf(count.dataset.after)];
      const now = Number(count.dataset.now);
      count.textContent = by ? `${now}→${now + by}` : String(now);
    }
  }

  /** The map comes into sight when a tile has been chosen elsewhere. */
  function showMap(open) {
    const card = main.querySelector('.pro-card[aria-pressed="true"]');
    const now = card && open.length > 1 ? card.dataset.actions : null;
    const map = main.querySelector("[data-map]");
    if (now !== null && now !== chosen && map && map.getBoundingClientRect().top < -map.offsetHeight / 4) {
      map.scrollIntoView({ block: "start" });
    }
    chosen = now;
  }

  return choosing(table, changed);
}
