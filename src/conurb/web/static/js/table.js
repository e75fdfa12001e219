// The page of a table: sends what the viewer decides, shows what has become of it.

import { $, $$, announce, calm, complain, copy, memory, notice, send, word } from "./core.js";
import { lineHolds, listen } from "./live.js";
import { foldQuestion, inSight, jumpTo, markJumps, unfoldQuestion } from "./jumps.js";
import { openKeys, walk } from "./keys.js";
import { replaying } from "./replay.js";
import { openRules } from "./rules.js";
import { chime } from "./sound.js";
import { swap } from "./swap.js";
import { ANALYSIS, showAnalysis, showHint } from "./thoughts.js";

const main = $("#main");
const base = location.pathname.replace(/\/$/, "");
const IDLE = 30_000;
const SLOW = 5000; // before an answer that does not come is worth a word

/** What the game's own script (show/page.js) gets to work with. */
export const table = {
  state: JSON.parse($("#state").textContent),
  main,
  seat: null, // the person at the screen, where several share it
  busy: false,

  /** Carry out actions one after another; each answers the decision that the one before led to. */
  async act(actions) {
    if (this.busy) return;
    this.sending(true);
    let answers = this.state.decision;
    for (const action of actions) {
      const body = { seat: this.state.seat, answers, action, id: crypto.randomUUID?.() ?? String(Math.random()) };
      const answer = await this.persist(body);
      if (!answer.ok) {
        if (answer.status === 409) notice(word("stale"));
        else complain(answer);
        break;
      }
      answers = answer.data.version;
    }
    await refresh();
    this.sending(false);
  },

  /** The same request once more when nobody answered: its id keeps it from counting twice. */
  async persist(body) {
    for (const pause of [500, 1500, 4000]) {
      const answer = await send("POST", `/api/tables/${this.state.table}/actions`, body);
      if (!answer.lost) return answer;
      await new Promise((go) => setTimeout(go, pause));
    }
    return send("POST", `/api/tables/${this.state.table}/actions`, body);
  },

  async post(what, body = {}) {
    if (this.busy) return { ok: false };
    this.sending(true);
    const answer = await send("POST", `/api/tables/${this.state.table}/${what}`, body);
    if (answer.ok && answer.data.url) {
      location.assign(answer.data.url); // and stay busy until the other page is there: a second click would ask twice
      return answer;
    }
    if (!answer.ok) complain(answer);
    await refresh();
    this.sending(false);
    return answer;
  },

  sending(on) {
    this.busy = on;
    main.classList.toggle("sending", on);
    clearTimeout(slow);
    if (on) slow = setTimeout(() => lineHolds(false), SLOW);
    if (!on && missed) refresh();
  },
};

// --- showing

let slow;
let showing = null; // the round under way
let again = false;
let missed = false;

/** News of the table; while something is being sent, they wait until all of it has arrived. */
function heard(kind, data) {
  // Before a game seats change, and after it a rematch is made, without a new version.
  if (kind === "changed" && data.status === "playing" && table.state.status === "playing" && data.version <= table.state.version) return;
  if (kind === "chat" && data.seat !== table.state.seat) said(data);
  if (table.state.at !== null) watchTurn();
  if (table.busy) missed = true;
  else refresh();
}

/** What another one says, wherever on the page the talk is. */
function said({ name, text }) {
  notice(`${name}: ${text}`);
  announce(`${name}: ${text}`);
  chime();
}

/** While an earlier position is looked at, the game goes on: the title and the tone still tell whose turn it is. */
async function watchTurn() {
  const answer = await send("GET", `${base}/parts`);
  if (answer.ok) tellTurn(answer.data.state.turn);
}

let turn = true; // no tone for a page that has just been opened

function tellTurn(now) {
  document.title = `${now ? `● ${word("your_turn")} · ` : ""}${table.state.title} · Conurb`;
  if (now && !turn) chime();
  turn = now;
}

/**
 * Fetch the parts and put those in place that have changed; true if that worked. Who calls while this is under way waits
 * for one more round: what was fetched before may be older than what the caller has just done.
 */
function refresh() {
  again = true;
  showing ??= showAll().finally(() => (showing = null));
  return showing;
}

async function showAll() {
  let shown;
  while (again) {
    again = missed = false;
    shown = await show();
  }
  return shown;
}

/** Who asks, and for which position. */
function wanted() {
  const asked = new URLSearchParams();
  if (table.seat !== null) asked.set("seat", table.seat);
  if (table.state.at !== null) asked.set("at", table.state.at);
  return asked;
}

async function show() {
  const answer = await send("GET", `${base}/parts?${wanted()}`);
  if (!answer.ok) {
    if (!answer.lost) complain(answer);
    return false;
  }
  lineHolds(true);
  const before = table.state;
  const question = $("#question")?.innerText;
  await swap(answer.data.parts, () => {
    table.state = { ...answer.data.state, at: table.state.at }; // somebody may have moved on while this was fetched
    if (table.state.seat !== null) table.seat = table.state.seat;
    settle(before);
  });
  const asking = $("#question")?.innerText ?? $(".veil h1")?.innerText;
  if (asking && asking !== question) announce(`${asking} ${$("[data-explain]")?.innerText ?? ""}`);
  return true;
}

/** What must be done again after every change. */
function settle(before) {
  game?.attach();
  replay.attach();
  main.dataset.version = String(table.state.version);
  tellTimes();
  unfoldQuestion();
  foldQuestion();
  markJumps();
  if (table.state.at === null) tellTurn(table.state.turn);
  $("[data-hint]").hidden = !table.state.hints;
  if (table.state.decision !== before.decision) $(".choices")?.scrollTo(0, 0); // another question: its first choices
  if (table.state.turn && table.state.decision !== before.decision) bringBack();
  if (table.state.status === "over" && before.status !== "over") scrollTo({ top: 0, behavior: calm() ? "auto" : "smooth" });
  wake();
}

/** A new question on a phone: it may have been scrolled out of sight, and so may everything it can be answered with. */
function bringBack() {
  if (!matchMedia("(max-width: 700px)").matches) return;
  const veil = $(".veil");
  const prompt = veil ?? $("[data-part='prompt']");
  const away = prompt.getBoundingClientRect().bottom < 80;
  if (away) prompt.scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" });
  if (away || veil) return;
  const open = $$("main [data-open], main svg [data-action], [data-hand]").filter((element) => element.getClientRects().length);
  if (!inSight([...open, ...$$(".choices li:not([hidden])")])) jumpTo(open[0]?.closest("[data-part]").dataset.part ?? "choices");
}

function tellTimes() {
  const now = Date.now();
  for (const time of $$("time[datetime]")) {
    const minutes = Math.max(0, Math.floor((now - Date.parse(time.dateTime)) / 60_000));
    if (minutes < 1) time.textContent = word("now");
    else if (minutes < 60) time.textContent = word("minutes", { n: minutes });
    else if (minutes < 1440) time.textContent = word("hours", { n: Math.floor(minutes / 60) });
    else time.textContent = word("days", { n: Math.floor(minutes / 1440) });
  }
}

function tick() {
  const timer = $("#timer");
  const left = table.state.deadline ? Math.max(0, Math.ceil((Date.parse(table.state.deadline) - Date.now()) / 1000)) : null;
  timer.hidden = left === null;
  if (left === null) return;
  const shown = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  $("span", timer).textContent = word("left", { time: shown });
  timer.classList.toggle("short", left <= 10);
}

// After a while without input the prompt reminds, slowly.
let dozing;

function wake() {
  main.classList.remove("idle");
  clearTimeout(dozing);
  if (table.state.turn && !calm()) dozing = setTimeout(() => main.classList.add("idle"), IDLE);
}

for (const kind of ["pointerdown", "pointermove", "keydown"]) addEventListener(kind, wake, { passive: true });

// --- replay

const replay = replaying(table, goTo);

async function goTo(at) {
  const position = Math.max(0, Math.min(table.state.actions, at));
  if (position === table.state.at) return true;
  table.state.at = position;
  history.replaceState(null, "", `?at=${position}`);
  return refresh();
}

/** Whoever goes through the positions by hand wants the game to wait. */
function goByHand(at) {
  replay.stop();
  goTo(at);
}

// --- clicks

const deeds = {
  undo: () => game?.cancel() || (!table.busy && table.post("undo", { seat: table.state.seat })),
  confirm: () => game?.confirm(),
  unveil: (value) => {
    table.seat = Number(value);
    refresh();
  },
  takeover: (value) => table.post("takeover", { seat: Number(value), level: "greedy" }),
  return: (value) => table.post("return", { seat: Number(value) }),
  sit: (value) => table.post("claim", { name: memory.get("name") ?? "", seat: Number(value) }),
  hurry: () => table.post("hurry"),
  rematch: () => table.post("rematch"),
  continue: () => table.post("continue", { at: table.state.at }),
  copy: (value) => copy(value),
  copyHere: () => copy(`${location.origin}${base}?at=${table.state.at}`),
  at: (value) => goByHand(Number(value)),
  play: () => replay.toggle(),
  pace: (value) => replay.setPace(value),
  rule: (value) => openRules(table.state.game, value),
  rulesDrawer: () => openRules(table.state.game, table.state.rule),
  keys: () => openKeys(),
  jump: (value) => jumpTo(value),
  enlarge: (value, element) => enlarge(value, element),
  pointCity: (value, element) => point(value, element.dataset.pointCell),
  verify: verifyRecord,
  hint: () => showHint(table),
  analysis: () => showAnalysis(base),
};

document.addEventListener("click", (event) => {
  for (const [name, deed] of Object.entries(deeds)) {
    const attribute = `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const element = event.target.closest(`[${attribute}]`);
    if (!element || element.disabled || event.ctrlKey || event.metaKey) continue;
    event.preventDefault();
    deed(element.getAttribute(attribute), element);
    return;
  }
  game?.click(event);
});

document.addEventListener("input", (event) => {
  if (event.target.matches("[data-scrub]")) goByHand(Number(event.target.value));
});

document.addEventListener("submit", async (event) => {
  if (!event.target.matches("[data-talk]")) return;
  event.preventDefault();
  const form = event.target;
  const suggestion = form.suggestion?.value ? JSON.parse(form.suggestion.value) : null;
  const text = form.text.value.trim() || (suggestion ? form.suggestion.selectedOptions[0].dataset.cell : "");
  if (!text) return;
  const body = { seat: table.state.seat, text };
  if (suggestion) body.suggestion = suggestion;
  const answer = await table.post("chat", body);
  if (!answer.ok) return;
  const field = $("[data-talk]"); // gone, if the rules end the talk in the meantime
  if (field) field.text.value = "";
  if (field?.suggestion) field.suggestion.value = "";
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches(".invites input")) event.target.select();
});

/** The small picture at once, and in its place the large one, which leaves nothing out, as soon as it is drawn. */
async function enlarge(name, button) {
  const dialog = $("#enlarged");
  const picture = $("svg", button).cloneNode(true);
  $("h2", dialog).textContent = name;
  $(".enlarged-body", dialog).replaceChildren(picture);
  dialog.showModal();
  const answer = await fetch(`${base}/large/${button.dataset.large}?${wanted()}`).catch(() => null);
  const large = answer?.ok ? await answer.text() : "";
  if (large && picture.isConnected) picture.outerHTML = large;
}

/** Shows on the board what a suggestion means. */
function point(city, cell) {
  const plan = $(`svg[data-city="${city}"]`);
  const target = plan && ($(`[data-cell="${cell}"]`, plan) ?? null);
  plan?.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
  if (!target) return;
  target.classList.add("pointed");
  setTimeout(() => target.classList.remove("pointed"), 2400);
}

async function verifyRecord() {
  const answer = await send("GET", `/api/tables/${table.state.table}/verify`);
  if (!answer.ok) return complain(answer);
  const { faults } = answer.data;
  $("[data-verified]").textContent = faults.length ? word("untrue", { reason: faults.join("; ") }) : word("true");
}

// --- keys (guide, section 11)

const keys = {
  u: () => deeds.undo(),
  r: () => deeds.rulesDrawer(),
  h: () => table.state.hints && deeds.hint(),
  l: () => $(".log")?.focus(),
  c: () => $(".choices li:not([hidden]) button")?.focus(),
  " ": () => replay.toggle(),
  "?": () => openKeys(),
  Escape: () => ($("#rules").open ? $("#rules").close() : game?.cancel()),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog:modal")) return;
  const typing = event.target.matches("input:not([type=range]), select, textarea");
  if (typing && !(event.key === "Escape" && event.target.closest("#rules"))) return;
  if (event.key.startsWith("Arrow")) {
    if (event.target.matches("input[type=range]")) return;
    if (table.state.at !== null && !event.target.closest(".choices")) {
      if (event.key === "ArrowLeft") goByHand(table.state.at - 1);
      if (event.key === "ArrowRight") goByHand(table.state.at + 1);
    } else if (walk(event)) event.preventDefault();
    return;
  }
  if ((event.key === "Enter" || event.key === " ") && event.target.matches("svg [data-action], svg [data-actions]")) {
    event.preventDefault();
    event.target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    return;
  }
  if (event.key === " " && (table.state.at === null || event.target.matches("button, summary"))) return; // scrolls, or presses
  const deed = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (deed) {
    event.preventDefault();
    deed();
  }
});

// --- begin

let game = null;
const made = await import(table.state.script);
game = made.setup(table);
settle(table.state);
if (table.state.at !== null) watchTurn();
if (location.hash === ANALYSIS && $("[data-analysis]")) deeds.analysis();
listen(table.state.table, heard);
addEventListener("pageshow", () => table.sending(false)); // back from a page that `post` has led to
setInterval(tellTimes, 30_000);
setInterval(tick, 500);
tick();
main.dataset.ready = "true";
