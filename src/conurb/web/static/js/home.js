// The start page: choosing a game, who sits where, and setting the table.

import { $, $$, complain, memory, send } from "./core.js";

const BOT = "greedy";
const name = () => memory.get("name") ?? "";

let setting = false; // a second click while the first is under way would set a second table

async function set(table) {
  if (setting) return;
  setting = true;
  const answer = await send("POST", "/api/tables", table);
  if (answer.ok) return location.assign(answer.data.url);
  setting = false;
  complain(answer);
}

addEventListener("pageshow", () => (setting = false));

const chosen = () => $("[name=game]:checked").value;
const form = () => $(`form[data-game="${chosen()}"]`);

$$("[name=game]").forEach((card) =>
  card.addEventListener("change", () => {
    $$("form[data-game]").forEach((one) => (one.hidden = one.dataset.game !== chosen()));
    $("[data-chosen]").textContent = $("b", card.parentElement).textContent; // what the quick ways would play
  }),
);

// --- the quick ways

const seatsOf = (kinds) => kinds.map((kind) => (kind === "me" ? { kind, name: name() } : { kind, level: BOT }));

$("[data-play-now]").addEventListener("click", () => {
  set({ game: chosen(), players: 4, seats: seatsOf(["me", "bot", "bot", "bot"]) });
});

$("[data-watch-bots]").addEventListener("click", () => {
  set({ game: chosen(), players: 4, seats: seatsOf(["bot", "bot", "bot", "bot"]), public: true });
});

// --- the form

for (const one of $$("form[data-game]")) {
  const rows = $$("[data-seat]", one);
  const least = Number(one.dataset.least);
  const most = Number(one.dataset.most);
  $("[name=name]", rows[0]).value = name();

  const count = () => rows.filter((row) => !row.hidden).length;
  const show = () => {
    $("[data-players]", one).textContent = String(count());
    for (const step of $$("[data-step]", one)) {
      const after = count() + Number(step.dataset.step);
      step.disabled = after < least || after > most;
    }
    for (const row of rows) {
      const kind = $("[type=radio]:checked", row).value;
      for (const field of $$("[data-for]", row)) field.hidden = field.dataset.for !== kind;
    }
  };

  one.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (!step) return;
    if (Number(step.dataset.step) > 0) rows[count()].hidden = false;
    else rows[count() - 1].hidden = true;
    show();
  });
  one.addEventListener("change", show);
  show();

  one.addEventListener("submit", (event) => {
    event.preventDefault();
    const players = count();
    const seats = rows.slice(0, players).map((row) => {
      const kind = $("[type=radio]:checked", row).value;
      if (kind === "me") return { kind, name: $("[name=name]", row).value.trim() };
      return kind === "bot" ? { kind, level: $("[name=level]", row).value } : { kind };
    });
    const mine = seats.find((seat) => seat.kind === "me");
    if (mine?.name) memory.set("name", mine.name);
    const options = {};
    for (const field of $$("[data-option]", one)) {
      const value = JSON.parse(field.value);
      if (value !== null) options[field.name] = value === "players" ? [...Array(players).keys()] : value;
    }
    set({ game: one.dataset.game, players, seats, options, clock: Number(one.elements.clock.value), public: one.elements.public.value === "true" });
  });
}
