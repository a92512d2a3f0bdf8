/** The guest's name, which can be changed in place. */

import * as api from "../api.js";
import { notice } from "../dialogs.js";
import { el, refill } from "../elements.js";

/**
 * @param {HTMLElement} host
 * @param {string} name
 */
export function showGuest(host, name) {
  const change = el(
    "button",
    { type: "button", class: "button quiet guest-name", title: "Change your name", on: { click: () => edit(host, name) } },
    name,
    " ",
    el("span", { "aria-hidden": "true" }, "✎"),
  );
  refill(host, change);
}

/**
 * @param {HTMLElement} host
 * @param {string} name
 */
function edit(host, name) {
  const field = el("input", {
    class: "field",
    value: name,
    maxlength: 30,
    required: true,
    "aria-label": "Your name",
    autocomplete: "nickname",
  });
  const back = () => showGuest(host, name);
  const form = el(
    "form",
    {
      class: "guest-form",
      on: {
        submit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          try {
            showGuest(host, (await api.rename(field.value.trim())).name);
          } catch (error) {
            notice(api.sentence(error));
          }
        },
        keydown: (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && back(),
      },
    },
    field,
    el("button", { class: "button primary" }, "Keep"),
    el("button", { type: "button", class: "button quiet", on: { click: back } }, "Cancel"),
  );
  refill(host, form);
  field.select();
}
