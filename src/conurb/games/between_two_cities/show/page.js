// Between Two Cities in the browser: choosing two tiles of the hand, and placing a pair.
//
// The engine places the left city's tile first, then the right one's. Here either tile and either city may come first:
// picks are kept until both are known and confirmed, then sent in the engine's order.

export function setup(table) {
  const main = table.main;
  const $$ = (selector) => [...main.querySelectorAll(selector)];
  const $ = (selector) => main.querySelector(selector);

  let mode = "wait";
  let decision = null;
  let seat = null;
  let kept = []; // choosing: ids of the tiles to keep
  let tile = null; // placing: the tile whose sites glow
  let looked = null; // choosing: the tile one looks at
  const picks = new Map(); // placing: city -> { tile, action, words }

  const hand = () => $$("[data-hand]").map((button) => button.dataset.hand);
  const other = (id) => hand().find((one) => one !== id) ?? id;
  const cities = () => $$("[data-own]").map((city) => city.dataset.own);
  const rows = () => $$("[data-choice]");
  const cityOf = (site) => site.closest("[data-city]").dataset.city;
  const tileOf = (site) => site.closest("[data-sites]").dataset.sites;

  /** After every change of the page. Picks survive as long as the decision is the same. */
  function attach() {
    const now = $("[data-mode]")?.dataset.mode ?? "wait";
    if (now !== mode || table.state.decision !== decision || table.state.seat !== seat) {
      kept = [];
      picks.clear();
      looked = null;
      tile = hand()[0] ?? null;
    }
    [mode, decision, seat] = [now, table.state.decision, table.state.seat];
    show();
  }

  // --- what is shown

  /** The tile whose sites a city shows: its pick, else what the other city leaves, else the chosen one. */
  function tileFor(city) {
    if (picks.has(city)) return picks.get(city).tile;
    for (const pick of picks.values()) return other(pick.tile);
    return tile;
  }

  function pair() {
    return rows().find((row) => row.dataset.tiles?.split(" ").every((id) => kept.includes(id)));
  }

  function ready() {
    if (mode === "choose") return kept.length === 2;
    if (mode === "rest") return picks.size === 1;
    return mode === "place" && picks.size === 2;
  }

  function show() {
    if (mode === "choose") showChoosing();
    else if (mode === "place" || mode === "rest") showPlacing();
    else mark(null);
    const confirm = $("[data-confirm]");
    if (confirm) confirm.disabled = !ready();
    const undo = $("[data-undo]");
    if (undo) {
      undo.dataset.can ??= String(!undo.disabled);
      undo.disabled = undo.dataset.can !== "true" && !kept.length && !picks.size;
    }
  }

  function showChoosing() {
    for (const button of $$("[data-hand]")) button.setAttribute("aria-pressed", String(kept.includes(button.dataset.hand)));
    const chosen = kept.length === 2 ? pair() : null;
    for (const row of rows()) row.setAttribute("aria-pressed", String(row === chosen));
    const lit = looked ?? kept.at(-1) ?? null;
    for (const sites of $$("[data-sites]")) sites.toggleAttribute("hidden", sites.dataset.sites !== lit);
    mark(lit);
  }

  function showPlacing() {
    const active = picks.size && picks.size < cities().length ? other([...picks.values()][0].tile) : tile;
    for (const button of $$("[data-hand]")) {
      const id = button.dataset.hand;
      const placed = [...picks.values()].some((pick) => pick.tile === id);
      button.toggleAttribute("data-placed", placed);
      button.setAttribute("aria-pressed", String(ready() ? placed : id === active));
    }
    for (const plan of $$("[data-own] [data-city]")) {
      const city = plan.dataset.city;
      for (const sites of plan.querySelectorAll("[data-sites]")) {
        sites.toggleAttribute("hidden", sites.dataset.sites !== tileFor(city));
      }
      plan.toggleAttribute("data-picked-city", picks.has(city));
      for (const site of plan.querySelectorAll("[data-action]")) {
        const pick = picks.get(city);
        const pressed = pick?.tile === tileOf(site) && pick.action === site.dataset.action;
        site.setAttribute("aria-pressed", String(pressed));
      }
    }
    for (const row of rows()) {
      const { city, tile: id, choice } = row.dataset;
      row.parentElement.hidden = id !== tileFor(city);
      row.setAttribute("aria-pressed", String(picks.get(city)?.tile === id && picks.get(city).action === choice));
    }
    for (const count of $$("[data-count]")) count.hidden = picks.size > 0 || count.dataset.count !== active;
    for (const ask of $$("[data-ask]")) {
      const wanted = mode === "place" && !ready() ? active : "";
      ask.hidden = ask.dataset.ask !== wanted;
    }
    const told = $("[data-picked]");
    told.hidden = !picks.size;
    told.replaceChildren(...[...picks.values()].map((pick) => {
      const line = document.createElement("b");
      line.textContent = pick.words;
      return line;
    }));
    $("[data-explain]").hidden = picks.size > 0;
    foresee();
    mark(active);
  }

  /** What the picks would make of the own cities, and of what counts of them. */
  function foresee() {
    const totals = $$("[data-own]").map((city) => {
      const pick = picks.get(city.dataset.own);
      const row = rows().find(({ dataset }) => dataset.city === city.dataset.own && dataset.tile === pick?.tile && dataset.choice === pick.action);
      const [now, gain] = [Number(city.dataset.total), Number(row?.dataset.gain ?? 0)];
      tellThen(city.querySelector("[data-then]"), now, now + gain);
      return now + gain;
    });
    const mine = $(".me [data-then]");
    tellThen(mine, Number(mine.dataset.score), mine.dataset.then === "sum" ? totals[0] + totals[1] : Math.min(...totals));
  }

  function tellThen(place, now, then) {
    place.hidden = then === now;
    place.textContent = `→ ${String(then).replace("-", "−")}`;
  }

  /** Marks what the tile scores by in the list of what scores. */
  function mark(id) {
    const faces = id === null ? "" : $(`[data-hand="${id}"]`)?.dataset.faces ?? "";
    for (const row of $$("[data-letters]")) {
      row.classList.toggle("now", [...row.dataset.letters].some((letter) => faces.includes(letter)));
    }
  }

  // --- what is done

  function pressHand(id) {
    if (mode === "choose") {
      kept = kept.includes(id) ? kept.filter((one) => one !== id) : [...kept, id].slice(-2);
      looked = null;
    } else {
      picks.clear();
      tile = id;
    }
    show();
    bringConfirm();
  }

  const bringConfirm = () => ready() && $("[data-confirm]").scrollIntoView({ block: "nearest" });

  function pick(city, id, action, words) {
    if (picks.get(city)?.action === action && picks.get(city).tile === id) {
      picks.delete(city);
      tile = id;
    } else {
      picks.set(city, { tile: id, action, words });
      tile = picks.size < 2 ? other(id) : id;
    }
    show();
    bringConfirm();
  }

  /** A second click on a row confirms it; the second half of a double click does not. */
  function chooseRow(row, hasty) {
    if (row.getAttribute("aria-pressed") === "true" && ready()) return hasty || confirm();
    if (mode === "choose") {
      kept = row.dataset.tiles.split(" ");
      show();
      bringConfirm();
    } else pick(row.dataset.city, row.dataset.tile, row.dataset.choice, row.dataset.words);
  }

  function click(event) {
    if (table.busy) return;
    const button = event.target.closest("[data-hand]");
    if (button) return pressHand(button.dataset.hand);
    const site = event.target.closest("[data-action]");
    if (site) return pick(cityOf(site), tileOf(site), site.dataset.action, site.getAttribute("aria-label"));
    const row = event.target.closest("[data-choice]");
    if (row) chooseRow(row, event.detail > 1);
  }

  /** Take the latest pick back; false when there is none, so that an action may be undone instead. */
  function cancel() {
    if (kept.length) kept.pop();
    else if (picks.size) {
      const [city, last] = [...picks].at(-1);
      picks.delete(city);
      tile = last.tile;
    } else return false;
    show();
    return true;
  }

  function confirm() {
    if (!ready() || table.busy) return;
    if (mode === "choose") table.act([Number(pair().dataset.choice)]);
    else table.act(cities().filter((city) => picks.has(city)).map((city) => Number(picks.get(city).action)));
  }

  // --- board and list light up together; a tile of the hand shows where it could go

  function lightUp(event, on) {
    const button = event.target.closest?.("[data-hand]");
    if (button && mode === "choose") {
      looked = on ? button.dataset.hand : null;
      return show();
    }
    const from = event.target.closest?.("[data-action], [data-choice][data-cell]");
    if (!from) return;
    const isSite = from.hasAttribute("data-action");
    const [city, id, action] = isSite
      ? [cityOf(from), tileOf(from), from.dataset.action]
      : [from.dataset.city, from.dataset.tile, from.dataset.choice];
    const twin = isSite
      ? $(`[data-choice="${action}"][data-tile="${id}"][data-city="${city}"]`)
      : $(`[data-city="${city}"] [data-sites="${id}"] [data-action="${action}"]`);
    twin?.classList.toggle("lit", on);
  }

  main.addEventListener("pointerover", (event) => lightUp(event, true));
  main.addEventListener("pointerout", (event) => lightUp(event, false));
  main.addEventListener("focusin", (event) => lightUp(event, true));
  main.addEventListener("focusout", (event) => lightUp(event, false));

  return { attach, click, cancel, confirm };
}
