// The bar of a small screen: a touch away from each part of a long page, and where on it one is.

import { $, $$, calm } from "./core.js";

const part = (name) => $(`main [data-part="${name}"]`);

let gone = null; // the part one has gone to; it stays marked until one scrolls by hand

/** Below the question, where that stays in sight while the page scrolls. */
export function jumpTo(name) {
  const question = part("prompt");
  const covered = getComputedStyle(question).position === "sticky" ? question.offsetHeight : 0;
  const top = scrollY + part(name).getBoundingClientRect().top - covered - 8;
  gone = name;
  scrollTo({ top, behavior: calm() ? "auto" : "smooth" });
  markJumps();
}

/** Only what is there can be gone to; marked is the part one went to, or the one in the middle of the screen. */
export function markJumps() {
  const middle = innerHeight / 2;
  let current = null;
  let least = Infinity;
  for (const button of $$(".jumps button")) {
    const target = part(button.dataset.jump);
    button.hidden = !target?.childElementCount;
    if (button.hidden) continue;
    const { top, bottom } = target.getBoundingClientRect();
    const away = button.dataset.jump === gone ? -1 : Math.max(0, top - middle, middle - bottom);
    if (away < least) [current, least] = [button, away];
  }
  for (const button of $$(".jumps button")) button.setAttribute("aria-current", String(button === current));
}

for (const kind of ["wheel", "touchmove", "keydown"]) addEventListener(kind, () => (gone = null), { passive: true });
addEventListener("scroll", () => requestAnimationFrame(markJumps), { passive: true });
