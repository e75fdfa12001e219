// A replay that plays by itself: one position after another, until the end or until somebody takes over.

import { $$, calm } from "./core.js";

const PAUSES = { slow: 3000, normal: 1500, fast: 600 }; // milliseconds from one position to the next

/** `goTo(position)` shows a position, and says whether it could. */
export function replaying(table, goTo) {
  let pace = calm() ? "slow" : "normal"; // who wants less motion begins with less of it
  let next = null; // the timer of the next position; null while nothing plays

  /** The buttons are replaced with every position. */
  function attach() {
    table.main.classList.toggle("playing", next !== null);
    for (const button of $$("[data-pace]")) button.setAttribute("aria-pressed", String(button.dataset.pace === pace));
  }

  function wait() {
    clearTimeout(next);
    next = setTimeout(() => show(table.state.at + 1), PAUSES[pace]);
    attach();
  }

  function stop() {
    clearTimeout(next);
    next = null;
    attach();
  }

  async function show(position) {
    const before = next;
    const shown = await goTo(position);
    if (next !== before) return; // stopped, or another pace, while it was fetched
    if (shown && table.state.at < table.state.actions) wait();
    else stop();
  }

  function toggle() {
    if (next !== null) return stop();
    wait();
    return show(table.state.at < table.state.actions ? table.state.at + 1 : 0); // from the end, the whole game again
  }

  function setPace(to) {
    pace = to;
    if (next !== null) wait();
    else attach();
  }

  return { attach, toggle, stop, setPace };
}
