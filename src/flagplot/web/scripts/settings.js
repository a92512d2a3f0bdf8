/** The settings of this browser in a small dialog: look, confirmations, speed of the animations, notifications. */

/** @import { Motion } from "./chart/motion.js" */

import { el } from "./elements.js";
import { openDialog } from "./dialogs.js";
import { dramaSettings } from "./table/drama-settings.js";
import { canNotify, isNotifying, wantNotifications } from "./notifications.js";
import { CONFIRMATIONS, PALETTE, prefer, preferred, TEXT_SIZE, THEME } from "./preferences.js";

/** @import { Preference } from "./preferences.js" */

/** @type {[string, string][]} */
const THEMES = [
  ["system", "As the system"],
  ["light", "Light"],
  ["dark", "Dark"],
];
/** @type {[string, string][]} */
const SIZES = [
  ["normal", "Normal"],
  ["large", "Large"],
  ["larger", "Larger"],
];
/** @type {[string, string][]} */
const PALETTES = [
  ["standard", "Standard"],
  ["safe", "Safe for colour-blind people"],
];
/** @type {[string, string][]} */
const CONFIRMING = [
  ["on", "Before dice may follow"],
  ["off", "Never"],
];
/** @type {[import("./chart/motion.js").Speed, string][]} */
const SPEEDS = [
  [0, "Off"],
  [0.5, "Slow"],
  [1, "Normal"],
  [3, "Fast"],
];

/**
 * Shows the settings; without `motion` (pages that do not move) only those of the look.
 * @param {Motion | null} motion
 */
export function openSettings(motion) {
  openDialog("Settings", [
    preference("Colours", THEME, THEMES),
    preference("Palette", PALETTE, PALETTES),
    preference("Text size", TEXT_SIZE, SIZES),
    motion && preference("Ask me to confirm an answer", CONFIRMATIONS, CONFIRMING),
    motion && choice("Animations", "speed", SPEEDS, motion.speed, (speed) => (motion.speed = speed)),
    ...(motion ? dramaSettings(choice) : []),
    canNotify() && notifications(),
  ]);
}

/**
 * @param {string} legend
 * @param {Preference} kept
 * @param {[string, string][]} values
 */
function preference(legend, kept, values) {
  return choice(legend, kept.name, values, preferred(kept), (value) => prefer(kept, value));
}

/** Notifications are asked for here and nowhere else, and only by a click. */
function notifications() {
  const said = el("p", { class: "soft small-text", role: "status" }, "When it is your turn and you look elsewhere.");
  const box = el("input", {
    type: "checkbox",
    checked: isNotifying(),
    on: {
      change: async () => {
        said.textContent = await wantNotifications(box.checked);
        box.checked = isNotifying();
      },
    },
  });
  return el(
    "fieldset",
    null,
    el("legend", null, "Notifications"),
    el("label", { class: "switch" }, box, el("span", null, "Tell me in this browser when it is my turn")),
    said,
  );
}

/**
 * A row of radio buttons that take effect at once.
 * @template T
 * @param {string} legend
 * @param {string} name
 * @param {[T, string][]} values
 * @param {T} current
 * @param {(value: T) => void} use
 */
function choice(legend, name, values, current, use) {
  return el(
    "fieldset",
    { class: "choice-row" },
    el("legend", null, legend),
    values.map(([value, text]) =>
      el(
        "label",
        { class: "choice" },
        el("input", { type: "radio", name, value: String(value), checked: value === current, on: { change: () => use(value) } }),
        el("span", null, text),
      ),
    ),
  );
}
