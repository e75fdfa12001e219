// What the bots think: of the decision at hand, and of a game that is over.

import { $, $$, notice, reason, send, word } from "./core.js";

/** An action as the list of choices says it, with its heading; in notation where the list has no such line. */
function inWords({ action, text }) {
  const row = $(`[data-choice="${action}"]`);
  const words = row?.dataset.words ?? $("span:not(.sign, .num)", row ?? document.body)?.firstChild?.textContent.trim();
  if (!row || !words) return text;
  const heading = row.closest("ol").previousElementSibling;
  return heading?.matches("h3") ? `${words} · ${heading.textContent.trim()}` : words;
}

/** A gain with its sign, the true minus; what is too small to be told is nothing, with no sign. */
function signed(gain) {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" };
  return gain.toLocaleString(document.documentElement.lang, digits).replace("-", "\u2212");
}

const whole = (score) => String(Math.round(score)).replace("-", "\u2212");

let latest = 0; // who asks again wants the answer to the last question alone

/** What a bot would do here, and why. */
export async function showHint(table) {
  if (!table.state.turn || table.busy) return notice(word("hint.not_now"));
  const dialog = $("#hint");
  const [lead, line] = $$("p", dialog);
  const rows = $("tbody", dialog);
  const headings = $$("th", dialog).map((heading) => heading.textContent);
  lead.textContent = word("thinking");
  line.textContent = "";
  rows.replaceChildren();
  $("table", dialog).hidden = true; // until there is something to compare
  const play = $("[data-play-hint]", dialog);
  play.hidden = true;
  dialog.showModal();
  const turn = ++latest;
  const { decision } = table.state;
  const answer = await send("POST", `/api/tables/${table.state.table}/hint`, { seat: table.state.seat });
  if (turn !== latest) return;
  if (!answer.ok) {
    lead.textContent = answer.lost ? word("offline") : reason(answer);
    return;
  }
  const { thoughts, playouts } = answer.data;
  play.hidden = false;
  play.onclick = () => {
    dialog.close();
    // The same action may be legal, and mean something else, at another decision.
    if (table.state.decision === decision) table.act([thoughts[0].action]);
    else notice(word("stale"));
  };
  const move = inWords(thoughts[0]);
  lead.textContent = playouts ? word("hint.lead", { move, n: playouts }) : word("hint.only", { move });
  const named = answer.data.line.map((move) => move.replace(/^\d+(?=: )/, (seat) => table.state.names[seat]));
  line.textContent = named.length > 1 ? word("hint.line", { line: named.join(" → ") }) : "";
  if (!playouts) return;
  const told = new Map(); // by its words: what people read as one move is one, the best of them, with the tries of all
  for (const thought of thoughts) {
    const words = inWords(thought);
    if (told.has(words)) told.get(words).visits += thought.visits;
    else if (thought.scores.length) told.set(words, { ...thought });
  }
  for (const [words, thought] of told) {
    const row = rows.insertRow();
    const scores = thought.scores.map((score, seat) => `${table.state.names[seat]} ${whole(score)}`).join(" · ");
    for (const [place, text] of [words, signed(thought.value), thought.visits, scores].entries()) {
      const cell = row.insertCell();
      cell.textContent = text;
      cell.dataset.label = headings[place]; // where the table is too narrow for a line of headings
    }
  }
  $("table", dialog).hidden = false;
}

export const ANALYSIS = "#analysis"; // ends the address while it is open: the way back from a position leads to it

/** How each player stood through the game, and where it turned. */
export async function showAnalysis(base) {
  const dialog = $("#analysis");
  const body = $(".analysis-body", dialog);
  dialog.showModal();
  history.replaceState(null, "", ANALYSIS);
  dialog.onclose = () => history.replaceState(null, "", location.pathname + location.search);
  if (body.dataset.done) return;
  body.textContent = word("analysis.thinking");
  const answer = await fetch(`${base}/analysis`).catch(() => null);
  if (!answer?.ok) {
    body.textContent = answer ? word("analysis.failed") : word("offline");
    return;
  }
  body.innerHTML = await answer.text();
  body.dataset.done = "true";
  body.focus({ preventScroll: true }); // screen readers read on from there, and arrows scroll
}
