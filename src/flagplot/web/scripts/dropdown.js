/** A button that unfolds a small menu: arrow keys go through it, Escape and a click elsewhere fold it up. */

import { el } from "./elements.js";

/**
 * @typedef {{ text: string, href?: string, run?: () => void }} Item  leads somewhere, or does something
 */

/**
 * @param {string} label  for screen readers
 * @param {Item[]} items
 */
export function dropdown(label, items) {
  const entries = items.map(({ text, href, run }) =>
    href !== undefined
      ? el("a", { role: "menuitem", class: "dropdown-item", href, tabindex: "-1" }, text)
      : el(
          "button",
          { type: "button", role: "menuitem", class: "dropdown-item", tabindex: "-1", on: { click: () => (fold(), run?.()) } },
          text,
        ),
  );
  const menu = el("div", { role: "menu", class: "dropdown-menu", "aria-label": label, hidden: true }, entries);
  const button = el(
    "button",
    {
      type: "button",
      class: "button dropdown-button",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
      "aria-label": label,
      title: "More",
    },
    el("span", { "aria-hidden": "true" }, "⋯"),
  );
  const host = el("div", { class: "dropdown" }, button, menu);

  /** @param {Event} event */
  const clickedElsewhere = (event) => {
    if (event.target instanceof Node && !host.contains(event.target)) fold();
  };
  function fold() {
    menu.hidden = true;
    button.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", clickedElsewhere, true);
  }
  /** @param {number} at  the entry that gets the focus */
  function unfold(at) {
    menu.hidden = false;
    button.setAttribute("aria-expanded", "true");
    document.addEventListener("pointerdown", clickedElsewhere, true);
    entries.at(at)?.focus();
  }
  button.addEventListener("click", () => (menu.hidden ? unfold(0) : fold()));
  button.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    unfold(event.key === "ArrowDown" ? 0 : -1);
  });
  menu.addEventListener("keydown", (event) => {
    const at = entries.findIndex((entry) => entry === document.activeElement);
    const to = moved(event.key, at, entries.length);
    if (to !== null) {
      event.preventDefault();
      entries[to]?.focus();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      fold();
      button.focus();
    } else if (event.key === "Tab") fold();
  });
  return host;
}

/**
 * Where a key leads in a menu; null where it leads nowhere.
 * @param {string} key
 * @param {number} at
 * @param {number} count
 */
export function moved(key, at, count) {
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}
