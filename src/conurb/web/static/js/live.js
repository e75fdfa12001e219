// The stream of a table: tells that something has changed, and whether the line holds.

import { $, notice, word } from "./core.js";

const PATIENCE = 1500; // a short break is not worth a word
const RETRY = 2000;
const SILENCE = 60_000; // until the server has said how often it gives a sign of life

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
  let silence = SILENCE;
  let watch;

  function open() {
    const source = new EventSource(`/api/tables/${table}/events`);
    /** A line may be dead without the browser's noticing: then it is taken up anew. */
    const wait = () => {
      clearTimeout(watch);
      watch = setTimeout(() => {
        lost = true;
        lineHolds(false);
        source.close();
        open();
      }, silence);
    };
    const heard = () => {
      lineHolds(true);
      wait();
    };
    wait();
    source.onopen = () => {
      clearTimeout(worry);
      heard();
      if (lost) news("back", {});
      lost = false;
    };
    source.onerror = () => {
      lost = true;
      clearTimeout(worry);
      worry = setTimeout(() => lineHolds(false), PATIENCE);
      if (source.readyState !== EventSource.CLOSED) return;
      clearTimeout(watch); // the browser gave up
      setTimeout(open, RETRY);
    };
    for (const kind of ["changed", "chat", "presence"]) {
      source.addEventListener(kind, (event) => {
        heard();
        news(kind, JSON.parse(event.data));
      });
    }
    source.addEventListener("alive", (event) => {
      silence = 2500 * JSON.parse(event.data).again_within + 2000;
      heard();
    });
    addEventListener("pagehide", () => source.close(), { once: true });
  }

  open();
  addEventListener("offline", () => lineHolds(false));
  addEventListener("online", () => news("back", {}));
}
