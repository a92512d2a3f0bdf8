/** Where the holder of an account is told of their turns by mail. */

/** @import { Me } from "../types-together.js" */

import { wish } from "../api-people.js";
import { el } from "../elements.js";
import { form } from "./forms.js";

/**
 * @param {Me} me
 * @param {(now: Me, text: string) => void} changed
 */
export function notices(me, changed) {
  const { account } = me;
  const wants = el("input", { type: "checkbox", checked: account?.wants_mail });
  const password = el("input", { class: "field", type: "password", autocomplete: "current-password", required: true });
  const proof = el("label", { class: "account-field" }, el("span", null, "Your password, for another address"), password);
  const adapt = (/** @type {string} */ email) => {
    proof.hidden = email.trim() === (account?.email ?? "");
    password.disabled = proof.hidden;
  };
  adapt(account?.email ?? "");
  return el(
    "div",
    { on: { input: ({ target }) => target.name === "email" && adapt(target.value) } },
    account?.email && !account.email_confirmed && el("p", { class: "waiting-mail" }, `We sent a mail to ${account.email}. Open its link to confirm the address.`),
    form(
      [
        {
          name: "email",
          label: "E-mail address",
          type: "email",
          value: account?.email ?? "",
          autocomplete: "email",
          optional: true,
          help: "We use it only for mail about your games and for a forgotten password. Leave it empty to get no mail.",
        },
      ],
      "Keep this",
      async ({ email = "" }) => {
        const now = await wish(email.trim() || null, wants.checked, password.disabled ? null : password.value);
        const isWaiting = now.account?.email && !now.account.email_confirmed;
        changed(now, isWaiting ? "We sent a mail to that address. Open its link to confirm it." : "Kept.");
        return null;
      },
      { more: el("div", null, proof, el("label", { class: "switch" }, wants, el("span", null, "Tell me by mail when it is my turn"))) },
    ),
  );
}
