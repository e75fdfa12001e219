// The rules: searchable on their own page, and in a drawer beside the board.

import { $, $$, complain, send } from "./core.js";

const fetched = new Map();

/** Open the drawer at a rule. */
export async function openRules(game, rule) {
  const drawer = $("#rules");
  const body = $(".drawer-body", drawer);
  if (!fetched.has(game)) {
    const answer = await fetch(`/rules/${game}/text`).catch(() => null);
    if (!answer?.ok) return complain({ lost: !answer, data: {}, status: answer?.status });
    fetched.set(game, await answer.text());
  }
  if (!body.firstChild) {
    body.innerHTML = fetched.get(game);
    searchIn(body);
  }
  $$("dialog:modal").forEach((dialog) => dialog.close()); // they would lie above the drawer
  if (!drawer.open) drawer.show(); // beside the board, which stays in use
  show(rule, body);
}

function show(id, root) {
  $$(".found", root).forEach((element) => element.classList.remove("found"));
  const target = root.querySelector(`[id="${CSS.escape(id ?? "")}"]`);
  if (!target) return;
  target.classList.add("found");
  target.scrollIntoView({ block: "center" });
  $(".drawer-body")?.focus({ preventScroll: true });
}

/** The search field: the server finds the rules that have all the words, and only those stay in sight. */
export function searchIn(root) {
  const field = $("[data-search]", root);
  if (!field) return;
  const blocks = $$(".rules-text [id]", root).filter((element) => /^[A-Z]+-\d+\.\d+$/.test(element.id));
  const nothing = $("[data-nothing]", root);
  let latest = 0;
  const search = async () => {
    const turn = ++latest;
    const wanted = field.value.trim();
    let found = null;
    if (wanted) {
      const asked = new URLSearchParams({ q: wanted, language: document.documentElement.lang });
      const answer = await send("GET", `/api/rules/${field.dataset.search}?${asked}`);
      if (turn !== latest) return;
      if (!answer.ok) return complain(answer);
      found = new Set(answer.data.rules.map((rule) => rule.id));
    }
    root.classList.toggle("searching", found !== null);
    for (const block of blocks) block.toggleAttribute("data-hit", found?.has(block.id) ?? false);
    nothing.hidden = found === null || found.size > 0;
  };
  let pause;
  field.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(search, 150);
  });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".drawer-body a[href^='#']");
  if (!link) return;
  event.preventDefault();
  show(link.getAttribute("href").slice(1), $(".drawer-body"));
});

const page = $(".rules-page");
if (page) searchIn(page);
