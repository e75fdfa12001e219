// What every page uses: finding elements, words of the viewer's language, talking to the server.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

const words = JSON.parse($("#words").textContent);

/** A sentence of the page's language, its {placeholders} filled in. */
export function word(key, args = {}) {
  return words[key].replace(/\{(\w+)\}/g, (_, name) => String(args[name]));
}

/** Send JSON to the server. Never throws: `ok` is false where it did not work, `lost` where nobody answered. */
export async function send(method, url, body) {
  try {
    const headers = body === undefined ? {} : { "Content-Type": "application/json" };
    const answer = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    const data = await answer.json().catch(() => ({}));
    return { ok: answer.ok, status: answer.status, data, lost: false };
  } catch {
    return { ok: false, status: 0, data: {}, lost: true };
  }
}

let fading;

/** A short line at the foot of the page, for what neither the board nor the log says. */
export function notice(text) {
  const box = $("#notice");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => (box.hidden = true), 5000);
}

/** Why the server refused, and what would help, in the page's language. */
export function reason({ data, status }) {
  const key = `server.${data.key}`;
  if (!(key in words)) return [data.error ?? status, data.cure].filter(Boolean).join(": ");
  return [key, `${key}.cure`].filter((part) => part in words).map((part) => word(part, data.args)).join(": ");
}

export function complain(answer) {
  notice(answer.lost ? word("offline") : word("refused", { reason: reason(answer) }));
}

/** Read out by screen readers. */
export function announce(text) {
  $("#announce").textContent = text;
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea"); // no clipboard without https
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
  notice(word("copied"));
}

/** Small wishes of the user, kept in this browser where it allows. */
export const memory = {
  get(key) {
    try {
      return localStorage.getItem(`conurb.${key}`);
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`conurb.${key}`, value);
    } catch {
      // private windows may refuse
    }
  },
};

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// --- theme and menus, on every page

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

$("[data-theme-switch]")?.addEventListener("click", () => {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  document.cookie = `conurb_theme=${theme}; path=/; max-age=31536000; samesite=lax`;
});

document.addEventListener("click", (event) => {
  for (const menu of $$("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
