// The Capitals in the browser: what most games do, and two things more. A tile that cannot be chosen is read in full
// when it is tapped, another city is enlarged. What usually ends a turn is confirmed: the next player may act at once.

import { choosing } from "../../js/choosing.js";

export function setup(table) {
  const main = table.main;
  const chosen = choosing(table);
  const dialog = document.querySelector("#enlarged");

  function open(template) {
    if (!template) return;
    dialog.querySelector("h2").textContent = template.dataset.name;
    dialog.querySelector(".enlarged-body").replaceChildren(template.content.cloneNode(true));
    if (!dialog.open) dialog.showModal();
  }

  function reads(target) {
    const tile = target.closest("[data-read]");
    if (tile) return main.querySelector(`[data-about="${tile.dataset.read}"]`);
    const city = target.closest("[data-look]");
    return city && main.querySelector(`[data-large="${city.dataset.look}"]`);
  }

  function attach() {
    const turn = main.querySelector("[data-turn]")?.dataset.turn ?? "";
    const codes = turn.split(" ").filter(Boolean).map(Number);
    table.state.finals = [...new Set([...table.state.finals, ...codes])];
    chosen.attach();
  }

  function click(event) {
    const template = reads(event.target);
    if (template) open(template);
    else chosen.click(event);
  }

  return { ...chosen, attach, click };
}
