// The Capitals in the browser: what most games do, and a tile that cannot be chosen is read in full when it is tapped.

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

  function click(event) {
    const tile = event.target.closest("[data-read]");
    const about = tile && main.querySelector(`[data-about="${tile.dataset.read}"]`);
    if (about) open(about);
    else chosen.click(event);
  }

  return { ...chosen, click };
}
