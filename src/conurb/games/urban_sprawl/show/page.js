// Urban Sprawl in the browser: choosing, and on small screens a block enlarged to choose among its footprints.

import { choosing } from "../../js/choosing.js";

const FINGER = 88; // pixels of a block whose lots a finger can press, 44 each
const MOUSE = 56;
const AROUND = 46; // of the neighbouring blocks, in units of the drawing

export function setup(table) {
  const choice = choosing(table);
  const dialog = document.getElementById("enlarged");
  let block = null; // the block that is enlarged

  function attach() {
    if (dialog.open && block !== null && !table.main.querySelector(`[data-block="${block}"]`)) dialog.close();
    choice.attach();
  }

  /** A press by finger or mouse on a block whose footprints are too small or too many to hit. */
  function click(event) {
    const site = event.target.closest("[data-block] [data-actions]");
    if (!site || event.detail === 0) return choice.click(event);
    const home = site.closest("[data-block]");
    if (dialog.contains(site)) {
      dialog.close();
      const same = table.main.querySelector(`[data-block] [data-actions="${site.dataset.actions}"]`);
      return same && choice.click({ target: same });
    }
    const least = matchMedia("(pointer: coarse)").matches ? FINGER : MOUSE;
    const pressable = home.ownerSVGElement.getScreenCTM().a * 92 >= least;
    if (pressable || home.querySelectorAll("[data-actions]").length === 1) return choice.click(event);
    return enlarge(home);
  }

  /** The block with a part of its neighbours, each footprint with its own bonus. */
  function enlarge(home) {
    block = home.dataset.block;
    const town = home.ownerSVGElement;
    const picture = town.cloneNode(true);
    const [column, row] = [block.charCodeAt(0) - 65, Number(block[1]) - 1];
    const at = (index) => 88 + 110 * index - AROUND; // art.py: MARGIN + STREET, PITCH
    picture.setAttribute("viewBox", `${at(column)} ${at(row)} ${92 + 2 * AROUND} ${92 + 2 * AROUND}`);
    picture.classList.add("near");
    for (const other of picture.querySelectorAll("[data-block]")) {
      if (other.dataset.block !== block) other.remove();
    }
    for (const tile of picture.querySelectorAll("[style]")) tile.removeAttribute("style");
    dialog.querySelector("h2").textContent = home.dataset.words;
    dialog.querySelector(".enlarged-body").replaceChildren(picture);
    dialog.showModal();
  }

  return { ...choice, attach, click };
}
