// Replacing the parts of a page that have changed: pieces glide, focus and half-written words stay.

import { $, $$, calm } from "./core.js";

const MOVE = 320; // --m-move

/** What identifies an element across a swap. */
const NAMES = ["id", "name", "data-hand", "data-action", "data-actions", "data-choice", "data-confirm", "data-undo", "data-scrub", "data-at", "data-play", "data-pace", "data-takeover", "data-enlarge", "href"];

function describe(element) {
  if (!element || element === document.body) return null;
  const part = element.closest("[data-part]");
  const name = NAMES.find((one) => element.hasAttribute(one));
  if (!part) return null;
  if (!name) return { selector: null, part: part.dataset.part };
  const city = element.closest("[data-city]");
  const inside = city && city !== element ? `[data-city="${city.dataset.city}"] ` : "";
  const selection = "selectionStart" in element ? [element.selectionStart, element.selectionEnd] : null;
  return {
    selector: `[data-part="${part.dataset.part}"] ${inside}[${name}="${CSS.escape(element.getAttribute(name))}"]`,
    part: part.dataset.part,
    selection,
  };
}

function fields(part) {
  return $$("input[name]:not([type=range]), select[name]", part).map((field) => [field.name, field.value]);
}

function replace(part, html) {
  const open = $$("details", part).map((details) => details.open);
  const kept = fields(part);
  const scrolled = $$(".choices, .log, .wide-table", part).map((box) => [box.scrollTop, box.scrollLeft]);
  part.innerHTML = html;
  $$("details", part).forEach((details, n) => (details.open = open[n] ?? false));
  for (const [name, value] of kept) {
    const field = $(`[name="${name}"]`, part);
    if (field && (field.tagName === "INPUT" || $$("option", field).some((option) => option.value === value))) field.value = value;
  }
  $$(".choices, .log, .wide-table", part).forEach((box, n) => {
    if (scrolled[n]) [box.scrollTop, box.scrollLeft] = scrolled[n];
  });
}

const MINUS = "\u2212"; // as people write it

const number = (text) => Number(text.replace(MINUS, "-"));

function numbers() {
  return new Map($$("[data-number]").map((element) => [element.dataset.number, number(element.textContent)]));
}

/** Totals count up to their new value. */
function count(before) {
  if (calm()) return;
  for (const element of $$("[data-number]")) {
    const from = before.get(element.dataset.number);
    const written = element.textContent;
    const to = number(written);
    if (!Number.isFinite(from) || !Number.isFinite(to) || from === to) continue;
    const start = performance.now();
    const step = (now) => {
      const share = Math.min(1, (now - start) / MOVE);
      const between = String(Math.round(from + (to - from) * share)).replace("-", MINUS);
      element.textContent = share < 1 ? between : written;
      if (share < 1 && element.isConnected) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
}

/** Where every piece lies: on a board, or in the hand of the viewer. */
function places() {
  const found = new Map();
  for (const piece of $$("main [data-tile]")) {
    const box = piece.getBoundingClientRect();
    if (box.width) found.set(piece.dataset.tile, box);
  }
  return found;
}

/** A piece that has come to the board glides there from the hand, or from the one who laid it. */
function glide(before) {
  if (calm() || !before.size) return;
  for (const piece of $$("main svg g[data-tile]")) {
    const svg = piece.ownerSVGElement;
    const from = before.get(piece.dataset.tile) ?? $(`[data-player="${piece.dataset.seat}"] .seat`)?.getBoundingClientRect();
    const to = piece.getBoundingClientRect();
    if (!from?.width || !to.width) continue;
    const unit = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width; // pixels of a drawing unit
    const [x, y] = [(from.x - to.x) / unit, (from.y - to.y) / unit];
    if (Math.hypot(x, y) < 2) continue;
    const start = { transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})` };
    const end = { transform: "translate(0px, 0px) scale(1)" };
    piece.animate([start, end], { duration: MOVE, easing: "cubic-bezier(.2, .7, .2, 1)", composite: "add" });
  }
}

/** Put the new parts in place; `after` runs in the same frame. */
export async function swap(parts, after) {
  const changed = Object.entries(parts).filter(([name, part]) => {
    const place = $(`[data-part="${name}"]`);
    return place && place.dataset.stamp !== part.stamp;
  });
  if (!changed.length) return after();
  const change = () => {
    const focus = describe(document.activeElement);
    const before = numbers();
    const lay = places();
    for (const [name, part] of changed) {
      const place = $(`[data-part="${name}"]`);
      place.dataset.stamp = part.stamp;
      replace(place, part.html);
    }
    after();
    count(before);
    glide(lay);
    refocus(focus, changed);
  };
  if (!document.startViewTransition || document.hidden || calm()) return change();
  const transition = document.startViewTransition(change);
  transition.ready.catch(() => {}); // skipped, such as when the window changes its size: the page is right all the same
  transition.finished.catch(() => {});
  await transition.updateCallbackDone;
}

function refocus(focus, changed) {
  if (!focus || !changed.some(([name]) => name === focus.part)) return;
  const again = focus.selector && $(focus.selector);
  if (again && !again.disabled && again.getClientRects().length) {
    again.focus({ preventScroll: true });
    if (focus.selection && again.setSelectionRange && focus.selection[0] !== null) again.setSelectionRange(...focus.selection);
  } else {
    $("#question, .veil h1")?.focus({ preventScroll: true }); // never to the top of the page
  }
}
