// The stream of a table: tells that something has changed, and whether the line holds.

import { $, notice, word } from "./core.js";

const PATIENCE = 1500; // a short break is not worth a word
const RETRY = 2000;
const SILENCE = 60_000; // until the server has said how often it gives a sign of life
const PLACES = 3; // for streams of pages in the background: a browser has six connections to a host, for everything

/** Say that the line is lost, or that it holds again. */
export function lineHolds(holds) {
  const banner = $("#banner");
  if (holds && !banner.hidden) notice(word("online"));
  if (!holds) banner.textContent = word("offline");
  banner.hidden = holds;
}

/** Take one of the places, which all pages of the browser share; it is given back when the page is closed. */
async function takePlace() {
  if (!navigator.locks) return true; // browsers have locks where the server is trusted: with https, or on this machine
  for (let place = 0; place < PLACES; place++) {
    const taken = await new Promise((tell) => {
      navigator.locks.request(`conurb.stream.${place}`, { ifAvailable: true }, (lock) => {
        tell(lock !== null);
        return lock && new Promise(() => {});
      });
    });
    if (taken) return true;
  }
  return false;
}

/** Calls `news(kind, data)` for every event, and `news("back", {})` when a lost connection has come back. */
export function listen(table, news) {
  let source = null;
  let lost = false;
  let worry;
  let silence = SILENCE;
  let watch;
  let retry;

  function close() {
    for (const timer of [worry, watch, retry]) clearTimeout(timer);
    source?.close();
    source = null;
    lost = true; // what happens from now on is missed
  }

  function open() {
    source = new EventSource(`/api/tables/${table}/events`);
    /** A line may be dead without the browser's noticing: then it is taken up anew. */
    const wait = () => {
      clearTimeout(watch);
      watch = setTimeout(() => {
        lineHolds(false);
        close();
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
      retry = setTimeout(open, RETRY);
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
  }

  let placed = false;

  /** A page in the background that has found no place lets go of its stream until it is looked at again. */
  async function settle() {
    placed ||= await takePlace();
    if (document.hidden && !placed) close();
    else if (!source) open();
  }

  settle();
  document.addEventListener("visibilitychange", settle);
  addEventListener("pagehide", close);
  addEventListener("pageshow", settle);
  addEventListener("offline", () => lineHolds(false));
  addEventListener("online", () => news("back", {}));
}
