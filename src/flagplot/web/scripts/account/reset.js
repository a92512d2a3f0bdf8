/** The page to which a letter leads for who has forgotten their password. */

import { reset } from "../api-people.js";
import { byId, el, refill } from "../elements.js";
import { furnish, showWho } from "../pagehead.js";
import { SHORTEST_PASSWORD, form } from "./forms.js";

const token = location.pathname.split("/")[2] ?? "";
const host = byId("reset");

void furnish();
refill(
  host,
  el("p", null, "The new password signs you in here, and signs you out everywhere else."),
  form(
    [
      {
        name: "password",
        label: "New password",
        type: "password",
        autocomplete: "new-password",
        least: SHORTEST_PASSWORD,
        help: `At least ${SHORTEST_PASSWORD} characters; longer is better.`,
      },
    ],
    "Use this password",
    async ({ password = "" }) => {
      const me = await reset(token, password);
      showWho(me);
      refill(
        host,
        el("p", { class: "verdict", role: "status" }, `Welcome back, ${me.name}.`),
        el("p", null, el("a", { class: "button primary", href: "/" }, "To your games")),
      );
      return null;
    },
  ),
  el("p", { class: "soft" }, "If the mail is too old, ", el("a", { href: "/account" }, "ask for another"), "."),
);
