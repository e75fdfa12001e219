// What the bots think: of the decision at hand, and of a game that is over.

import { $, $$, notice, reason, send, word } from "./core.js";

/** An action as the list of choices says it, with its heading; in notation where the list has no such line. */
function inWords({ action, text }) {
  const row = $(`[data-choice="${action}"]`);
  const words = row?.dataset.words ?? $("span:not(.sign, .num)", row ?? document.body)?.firstChild?.textContent.trim();
  if (!row || !words) return text;
  const heading = row.closest("ol").previousElementSibling;
  return heading?.matches("h3") ? `${words} (${heading.textContent.trim()})` : words;
}

const ONE_PLACE = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

let latest = 0; // who asks again wants the answer to the last question alone

/** What a bot would do here, and why. */
export async function showHint(table) {
  if (!table.state.turn || table.busy) return notice(word("hint.not_now"));
  const dialog = $("#hint");
  const [lead, line] = $$("p", dialog);
  const rows = $("tbody", dialog);
  lead.textContent = word("thinking");
  line.textContent = "";
  rows.replaceChildren();
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
  const told = new Map();
  for (const thought of thoughts) {
    if (thought.scores.length && !told.has(inWords(thought))) told.set(inWords(thought), thought); // of equal ones, the best
  }
  for (const [words, thought] of told) {
    const row = rows.insertRow();
    const scores = thought.scores.map((score, seat) => `${table.state.names[seat]} ${Math.round(score)}`).join(" · ");
    const gain = thought.value.toLocaleString(document.documentElement.lang, ONE_PLACE).replace("-", "\u2212");
    for (const cell of [words, gain, thought.visits, scores]) row.insertCell().textContent = cell;
  }
}

/** How each player stood through the game, and where it turned. */
export async function showAnalysis(base) {
  const dialog = $("#analysis");
  const body = $(".analysis-body", dialog);
  dialog.showModal();
  if (body.dataset.done) return;
  body.textContent = word("thinking");
  const answer = await fetch(`${base}/analysis`).catch(() => null);
  if (!answer?.ok) {
    body.textContent = answer ? word("analysis.failed") : word("offline");
    return;
  }
  body.innerHTML = await answer.text();
  body.dataset.done = "true";
}
