/** The page to which a letter leads that confirms an address: only a click confirms it, not the opening of the page. */

import { confirm } from "../api-people.js";
import { byId, el, refill } from "../elements.js";
import { furnish } from "../pagehead.js";
import { form } from "./forms.js";

const token = location.pathname.split("/")[2] ?? "";
const host = byId("confirm");

void furnish();
refill(
  host,
  el("p", null, "This address will get mail when it is your turn."),
  form([], "Confirm this address", async () => {
    await confirm(token);
    refill(
      host,
      el("p", { class: "verdict", role: "status" }, "The address is confirmed."),
      el("p", null, el("a", { class: "button primary", href: "/" }, "To your games")),
    );
    return null;
  }),
);
