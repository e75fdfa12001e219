// The stream of a table: tells that something has changed, and whether the line holds.

import { $, notice, word } from "./core.js";

const PATIENCE = 1500; // a short break is not worth a word
const RETRY = 2000;

/** Say that the line is lost, or that it holds again. */
export function lineHolds(holds) {
  const banner = $("#banner");
  if (holds && !banner.hidden) notice(word("online"));
  if (!holds) banner.textContent = word("offline");
  banner.hidden = holds;
}

/** Calls `news(kind, data)` for every event, and `news("back", {})` when a lost connection has come back. */
export function listen(table, news) {
  let lost = false;
  let worry;

  function open() {
    const source = new EventSource(`/api/tables/${table}/events`);
    source.onopen = () => {
      clearTimeout(worry);
      lineHolds(true);
      if (lost) news("back", {});
      lost = false;
    };
    source.onerror = () => {
      lost = true;
      clearTimeout(worry);
      worry = setTimeout(() => lineHolds(false), PATIENCE);
      if (source.readyState === EventSource.CLOSED) setTimeout(open, RETRY); // the browser gave up
    };
    for (const kind of ["changed", "chat", "presence"]) {
      source.addEventListener(kind, (event) => news(kind, JSON.parse(event.data)));
    }
    addEventListener("pagehide", () => source.close(), { once: true });
  }

  open();
  addEventListener("offline", () => lineHolds(false));
  addEventListener("online", () => news("back", {}));
}
