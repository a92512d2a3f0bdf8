/** The settings of this browser: theme, speed of the animations, notifications, in a small dialog. */

/** @import { Motion } from "./chart/motion.js" */

import { el } from "./elements.js";
import { openDialog } from "./dialogs.js";
import { canNotify, isNotifying, wantNotifications } from "./notifications.js";

const THEME = "flagplot.theme";
/** @type {[string, string][]} */
const THEMES = [
  ["system", "As the system"],
  ["light", "Light"],
  ["dark", "Dark"],
];
/** @type {[0 | 1 | 3, string][]} */
const SPEEDS = [
  [0, "Off"],
  [1, "Normal"],
  [3, "Fast"],
];

/** @param {string} theme */
function useTheme(theme) {
  if (theme === "system") {
    localStorage.removeItem(THEME);
    delete document.documentElement.dataset.theme;
  } else {
    localStorage.setItem(THEME, theme);
    document.documentElement.dataset.theme = theme;
  }
}

/**
 * Shows the settings; without `motion` (pages that do not move) only the theme.
 * @param {Motion | null} motion
 */
export function openSettings(motion) {
  const theme = document.documentElement.dataset.theme ?? "system";
  openDialog("Settings", [
    choice("Colours", "theme", THEMES, theme, useTheme),
    motion && choice("Animations", "speed", SPEEDS, motion.speed, (speed) => (motion.speed = speed)),
    canNotify() && notifications(),
  ]);
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
