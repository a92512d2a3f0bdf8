/** The keys of a page: what they do, and a list of them for the player. */

import { legend } from "./chart/legend.js";
import { openDialog } from "./dialogs.js";
import { el } from "./elements.js";

/**
 * @typedef {object} Binding
 * @property {string[]} keys
 * @property {string} shown  how the list calls them
 * @property {string} text
 * @property {(key: string, event: KeyboardEvent) => boolean | void} run  false: the key was not for us
 */

export class Keys {
  constructor() {
    /** @type {Binding[]} */
    this.bindings = [];
    document.addEventListener("keydown", (event) => this.pressed(event));
  }

  /**
   * @param {string[]} keys
   * @param {string} shown
   * @param {string} text
   * @param {Binding["run"]} run
   */
  bind(keys, shown, text, run) {
    this.bindings.push({ keys, shown, text, run });
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]"))
      return;
    if (
      event.target instanceof HTMLElement &&
      event.target.matches("input:not([type=radio], [type=checkbox], [type=range]), select, textarea")
    )
      return;
    for (const binding of this.bindings) {
      if (!binding.keys.includes(event.key)) continue;
      if (binding.run(event.key, event) !== false) event.preventDefault();
      return;
    }
  }

  help() {
    const marks = legend();
    openDialog("Keys", [
      el(
        "table",
        { class: "form-table keys" },
        el(
          "tbody",
          null,
          this.bindings.map((binding) =>
            el(
              "tr",
              null,
              el(
                "th",
                { scope: "row" },
                binding.shown.split(" ").map((key) => el("kbd", { class: "key" }, key)),
              ),
              el("td", null, binding.text),
            ),
          ),
        ),
      ),
      marks && el("h3", null, "The chart"),
      marks,
    ]);
  }
}
