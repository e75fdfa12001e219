// Choosing one of the legal actions, on the board or in the list: what most games' page.js is made of.
//
// An element of the board names in `data-actions` every action it takes part in: a tile on offer all purchases of that
// tile, a space all purchases for that space. A click on it keeps only those; when one is left, it is the choice. Rows
// of the list carry `data-choice`. One that the server marks as `data-final` (it cannot be taken back) is confirmed
// first, any other is carried out at once. `data-preview` elements (what would be there) show while one of their actions is looked at or chosen.

const codes = (element) => element.dataset.actions.split(" ").filter(Boolean).map(Number);

/** `changed(open, picked)` is called whenever other choices are open, for what a game shows beside. */
export function choosing(table, changed = () => {}) {
  const main = table.main;
  const $$ = (selector) => [...main.querySelectorAll(selector)];
  const $ = (selector) => main.querySelector(selector);

  let decision = null;
  let seat = null;
  let kept = []; // one list of actions for each click that narrowed the choice
  let picked = null;
  let looked = [];

  const rows = () => $$("[data-choice]");
  const all = () => rows().map((row) => Number(row.dataset.choice));
  const open = () => kept.reduce((left, some) => left.filter((action) => some.includes(action)), all());
  const isFinal = (action) => $(`[data-choice="${action}"]`).hasAttribute("data-final");

  function attach() {
    if (table.state.decision !== decision || table.state.seat !== seat) {
      kept = [];
      picked = null;
      looked = [];
    }
    [decision, seat] = [table.state.decision, table.state.seat];
    show();
  }

  function show() {
    const left = open();
    for (const row of rows()) {
      const action = Number(row.dataset.choice);
      row.parentElement.hidden = !left.includes(action);
      row.setAttribute("aria-pressed", String(action === picked));
      row.classList.toggle("lit", looked.includes(action));
    }
    for (const heading of $$(".choices h3")) heading.hidden = !heading.nextElementSibling?.querySelector("li:not([hidden])");
    for (const element of $$("[data-actions]")) {
      const own = codes(element);
      const live = own.some((action) => left.includes(action));
      const used = kept.some((some) => some.length === own.length && some.every((action, n) => action === own[n]));
      element.toggleAttribute("data-open", live);
      element.toggleAttribute("data-shut", own.length > 0 && !live);
      element.setAttribute("aria-pressed", String(used || (picked !== null && own.includes(picked))));
      element.classList.toggle("lit", own.some((action) => looked.includes(action) && left.includes(action)));
    }
    const seen = picked !== null ? [picked] : looked;
    for (const element of $$("[data-preview]")) {
      const own = element.dataset.preview.split(" ").map(Number);
      element.toggleAttribute("hidden", !own.some((action) => seen.includes(action)) || seen.length > own.length);
    }
    showPick();
    const widen = $("[data-widen]");
    if (widen) widen.hidden = kept.length === 0;
    const count = $("[data-count]");
    if (count) count.hidden = kept.length > 0; // it counts all of them
    const undo = $("[data-undo]");
    if (undo) {
      undo.dataset.can ??= String(!undo.disabled);
      undo.disabled = undo.dataset.can !== "true" && picked === null && !kept.length;
    }
    changed(left, picked);
  }

  /** The choice that waits to be confirmed stands in the prompt, below the explanation. */
  function showPick() {
    const confirm = $("[data-confirm]");
    if (!confirm) return;
    confirm.hidden = picked === null;
    const told = $("[data-picked]");
    told.hidden = picked === null;
    if (picked !== null) {
      const line = document.createElement("b");
      line.textContent = $(`[data-choice="${picked}"] span:not(.sign)`)?.innerText.split("\n")[0] ?? "";
      told.replaceChildren(line);
    }
  }

  function choose(action) {
    if (picked === action || !isFinal(action)) return carryOut(action);
    picked = action;
    show();
    $("[data-confirm]")?.scrollIntoView({ block: "nearest" });
  }

  function carryOut(action) {
    picked = null;
    kept = [];
    return table.act([action]);
  }

  function narrow(some) {
    const before = kept.findIndex((one) => one.join() === some.join());
    picked = null;
    if (before >= 0) kept.splice(before, 1);
    else {
      if (!some.some((action) => open().includes(action))) kept = []; // another part of the board: begin again
      kept.push(some);
    }
    const left = open();
    if (kept.length && left.length === 1) {
      const [only] = left;
      if (isFinal(only)) picked = only;
      else return carryOut(only);
    }
    show();
    return undefined;
  }

  function click(event) {
    if (table.busy) return;
    if (event.target.closest("[data-widen]")) {
      kept = [];
      picked = null;
      return show();
    }
    const row = event.target.closest("[data-choice]");
    const hasty = event.detail > 1 && picked !== null; // the second half of a double click confirms nothing
    if (hasty) return undefined;
    if (row) return choose(Number(row.dataset.choice));
    const element = event.target.closest("[data-actions]");
    if (!element || !codes(element).length || !all().length) return;
    if (picked !== null && codes(element).includes(picked)) return carryOut(picked);
    narrow(codes(element));
  }

  /** Take the latest click back; false when there is none, so that an action may be undone instead. */
  function cancel() {
    if (picked !== null) {
      picked = null;
      if (kept.length && open().length === 1) kept.pop();
    } else if (kept.length) kept.pop();
    else return false;
    show();
    return true;
  }

  function confirm() {
    if (picked !== null && !table.busy) carryOut(picked);
  }

  function look(event, on) {
    const from = event.target.closest?.("[data-actions], [data-choice]");
    if (!from) return;
    const own = from.hasAttribute("data-choice") ? [Number(from.dataset.choice)] : codes(from);
    looked = on ? own : [];
    show();
  }

  main.addEventListener("pointerover", (event) => look(event, true));
  main.addEventListener("pointerout", (event) => look(event, false));
  main.addEventListener("focusin", (event) => look(event, true));
  main.addEventListener("focusout", (event) => look(event, false));

  return { attach, click, cancel, confirm };
}
