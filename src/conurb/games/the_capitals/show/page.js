// The Capitals in the browser: what most games do, and a tile that cannot be chosen is read in full when it is tapped. What usually ends a turn is confirmed: the next player may act at once.

import { choosing } from "../../js/choosing.js";

export function setup(table) {
  const main = table.main;
  const chosen = choosing(table);
  const dialog = document.querySelector("#enlarged");

  function open(template) {
    dialog.querySelector("h2").textContent = template.dataset.name;
    dialog.querySelector(".enlarged-body").replaceChildren(template.content.cloneNode(true));
    if (!dialog.open) dialog.showModal();
  }

  function attach() {
    const turn = main.querySelector("[data-turn]")?.dataset.turn ?? "";
    const codes = turn.split(" ").filter(Boolean).map(Number);
    table.state.finals = [...new Set([...table.state.finals, ...codes])];
    chosen.attach();
  }

  function click(event) {
    const tile = event.target.closest("[data-read]");
    if (tile) open(main.querySelector(`[data-about="${tile.dataset.read}"]`));
    else chosen.click(event);
  }

  return { ...chosen, attach, click };
}
