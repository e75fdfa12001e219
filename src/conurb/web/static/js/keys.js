// Walking over the board by arrow keys.

import { $, $$ } from "./core.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function openKeys() {
  $("#keys").showModal();
}

function centre(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** To the next row of a list, or to the nearest legal cell in that direction; from elsewhere, to the first cell. */
export function walk(event) {
  const here = document.activeElement;
  const [dx, dy] = STEPS[event.key];
  const list = here.closest?.(".choices");
  if (list) {
    const rows = $$("li:not([hidden]) button", list);
    const next = rows[rows.indexOf(here) + (dy || dx)];
    next?.focus();
    return Boolean(next);
  }
  const cells = $$("main svg [data-action], main svg [data-actions][tabindex]:not([data-shut])").filter((cell) => cell.getClientRects().length);
  if (!cells.length) return false;
  if (!cells.includes(here)) {
    if (here !== document.body && here.id !== "question" && !here.closest(".decide")) return false;
    cells[0].focus();
    return true;
  }
  const [x, y] = centre(here);
  let best = null;
  let least = Infinity;
  for (const cell of cells) {
    const [cx, cy] = centre(cell);
    const ahead = (cx - x) * dx + (cy - y) * dy;
    const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
    if (cell !== here && ahead > 2 && ahead + 3 * aside < least) {
      best = cell;
      least = ahead + 3 * aside;
    }
  }
  best?.focus();
  return true;
}
