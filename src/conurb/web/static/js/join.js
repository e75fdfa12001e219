// Sitting down with an invite.

import { $, complain, memory, send } from "./core.js";

const form = $("[data-join]");
form.elements.name.value = memory.get("name") ?? "";

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const name = form.elements.name.value.trim();
  if (name) memory.set("name", name);
  const { join, invite, url } = form.dataset;
  const answer = await send("POST", `/api/tables/${join}/claim`, { invite, name });
  if (answer.ok) location.assign(url);
  else complain(answer);
});
