// One quiet note when it is the viewer's turn.

import { $, memory } from "./core.js";

const button = $("[data-sound]");
let on = memory.get("sound") !== "off";
let audio;

function show() {
  button?.setAttribute("aria-pressed", String(on));
}

button?.addEventListener("click", () => {
  on = !on;
  memory.set("sound", on ? "on" : "off");
  show();
  if (on) chime();
});
show();

// Browsers let a page sound only after the user has touched it.
addEventListener("pointerdown", () => (audio ??= new AudioContext()), { once: true });
addEventListener("keydown", () => (audio ??= new AudioContext()), { once: true });

/** Two soft tones, a fourth apart. */
export function chime() {
  if (!on || !audio) return;
  for (const [frequency, delay] of [[523.25, 0], [698.46, 0.13]]) {
    const tone = audio.createOscillator();
    const loudness = audio.createGain();
    const start = audio.currentTime + delay;
    tone.type = "triangle";
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(0.0001, start);
    loudness.gain.exponentialRampToValueAtTime(0.14, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.34);
    tone.connect(loudness).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.36);
  }
}
