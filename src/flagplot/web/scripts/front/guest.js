/** Who this browser is: the name, which a guest changes in place, and the way to the account. */

/** @import { Me } from "../types-together.js" */

import { sentence } from "../api.js";
import { rename } from "../api-people.js";
import { hangBell } from "../bell.js";
import { notice } from "../dialogs.js";
import { el, refill } from "../elements.js";
import { accountPath } from "../wayback.js";

/**
 * @param {HTMLElement} host
 * @param {Me} me
 */
export function showGuest(host, me) {
  if (me.account) {
    refill(host, el("a", { class: "button quiet guest-name", href: "/account", title: "Your account" }, el("span", { class: "cut" }, me.name)));
    return;
  }
  refill(
    host,
    el(
      "button",
      { type: "button", class: "button quiet guest-name", title: "Change your name", on: { click: () => edit(host, me) } },
      el("span", { class: "cut" }, me.name),
      " ",
      el("span", { "aria-hidden": "true" }, "✎"),
    ),
    el("a", { class: "button quiet", href: accountPath(), title: "With an account you can open your games on any device" }, "Sign in"),
  );
}

/**
 * @param {HTMLElement} host
 * @param {Me} me
 */
function edit(host, me) {
  const field = el("input", {
    class: "field",
    value: me.known ? me.name : "",
    placeholder: "Your name",
    maxlength: 30,
    required: true,
    "aria-label": "Your name",
    autocomplete: "nickname",
  });
  const back = () => showGuest(host, me);
  const form = el(
    "form",
    {
      class: "guest-form",
      on: {
        submit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          try {
            const now = await rename(field.value.trim());
            showGuest(host, now);
            void hangBell(now);
          } catch (error) {
            notice(sentence(error));
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
  field.focus();
  field.select();
}
