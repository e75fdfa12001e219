// The bar of a small screen: a touch away from each part of a long page, and where on it one is.

import { $, $$, calm } from "./core.js";

/** At the end the score sheet is not by itself: it lies below the ranking. */
const part = (name) => $(name === "score" ? "main .sc" : `main [data-part="${name}"]`);

/** Where a part is on the page: of the board, what the game marks as its map. */
const place = (name) => $("[data-map]", part(name)) ?? part(name);

const stays = (question) => getComputedStyle(question).position === "sticky";

/** How much of the screen the question covers, where it stays in sight while the page scrolls. */
function covered() {
  const question = part("prompt");
  return stays(question) ? (question.firstElementChild?.offsetHeight ?? 0) : 0;
}

/** A question that stays in sight leaves room for what it is about: its explanation is folded, its place is kept. */
export function foldQuestion() {
  const question = part("prompt");
  const fold = stays(question) && question.getBoundingClientRect().top < 1;
  if (fold === question.classList.contains("folded")) return;
  question.style.height = fold ? `${question.offsetHeight}px` : "";
  question.classList.toggle("folded", fold);
}

/** Another question has another height. */
export function unfoldQuestion() {
  const question = part("prompt");
  question.style.height = "";
  question.classList.remove("folded");
}

let gone = null; // the part one has gone to; it stays marked until one scrolls by hand

export function jumpTo(name) {
  gone = name;
  scrollTo({ top: scrollY + place(name).getBoundingClientRect().top - covered() - 8, behavior: calm() ? "auto" : "smooth" });
  markJumps();
}

/** Whether any of the elements can be seen: below the question, above the bar. */
export function inSight(elements) {
  const [above, below] = [Math.max(0, part("prompt").getBoundingClientRect().top + covered()), innerHeight - $(".jumps").offsetHeight];
  return elements.some((element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && bottom > above && top < below;
  });
}

/** Only what is there can be gone to; marked is the part one went to, or the one in the middle of the screen. */
export function markJumps() {
  if (!$(".jumps").offsetHeight) return; // a wide screen has no bar, and scrolls without this work
  const middle = innerHeight / 2;
  let current = null;
  let least = Infinity;
  for (const button of $$(".jumps button")) {
    button.hidden = !part(button.dataset.jump)?.childElementCount;
    if (button.hidden) continue;
    const { top, bottom } = place(button.dataset.jump).getBoundingClientRect();
    const away = button.dataset.jump === gone ? -1 : Math.max(0, top - middle, middle - bottom);
    if (away < least) [current, least] = [button, away];
  }
  for (const button of $$(".jumps button")) button.setAttribute("aria-current", String(button === current));
}

for (const kind of ["wheel", "touchmove", "keydown"]) addEventListener(kind, () => (gone = null), { passive: true });
addEventListener("scroll", () => requestAnimationFrame(() => (foldQuestion(), markJumps())), { passive: true });
