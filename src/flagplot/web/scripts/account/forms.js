/** Forms about accounts: fields in a column, one button, one sentence when it does not work. */

import { sentence } from "../api.js";
import { el, refill } from "../elements.js";

export const SHORTEST_PASSWORD = 8;

/**
 * @typedef {object} Field
 * @property {string} name
 * @property {string} label
 * @property {string} [type]
 * @property {string} [value]
 * @property {string} [autocomplete]
 * @property {number} [least]
 * @property {string} [help]
 * @property {boolean} [optional]
 */

/**
 * @param {Field[]} fields
 * @param {string} button
 * @param {(values: { [name: string]: string }) => Promise<string | null>} send  what to say when it is done
 * @param {{ isGrave?: boolean, more?: import("../elements.js").Child }} [how]
 */
export function form(fields, button, send, { isGrave = false, more = null } = {}) {
  const said = el("p", { role: "alert" });
  const submit = el("button", { class: isGrave ? "button danger" : "button primary" }, button);
  const shown = el(
    "form",
    {
      class: "account-form",
      on: {
        submit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          if (submit.disabled) return;
          const values = new FormData(shown);
          submit.disabled = true;
          try {
            const done = await send(Object.fromEntries(fields.map(({ name }) => [name, String(values.get(name) ?? "")])));
            said.className = "done";
            refill(said, done ?? "");
          } catch (error) {
            said.className = "sorry";
            refill(said, sentence(error));
          } finally {
            submit.disabled = false;
          }
        },
      },
    },
    fields.map(row),
    more,
    said,
    el("div", { class: "actions" }, submit),
  );
  return shown;
}

/** @param {Field} field */
function row({ name, label, type = "text", value = "", autocomplete = "off", least, help, optional }) {
  const isName = autocomplete === "username";
  return el(
    "label",
    { class: "account-field" },
    el("span", null, label),
    el("input", {
      class: "field",
      name,
      type,
      value,
      autocomplete,
      minlength: least,
      maxlength: isName ? 30 : null,
      required: !optional,
      spellcheck: "false",
      autocapitalize: type === "email" ? "off" : null,
    }),
    help && el("small", { class: "soft" }, help),
  );
}
