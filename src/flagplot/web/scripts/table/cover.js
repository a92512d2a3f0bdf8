/** The cover between two players at one screen: nothing of either seat is on the page while it is up. */

import { byId, el, refill } from "../elements.js";
import { titled } from "../title.js";

/**
 * Covers everything until the next player says that they are here.
 * @param {string} name  of the seat that plays next
 * @param {string} trouble  why the last try to open the game for them failed; empty: there was none
 * @returns {Promise<void>}
 */
export function cover(name, trouble) {
  const host = byId("cover");
  titled("Pass the screen · Flagplot");
  return new Promise((resolve) => {
    const here = el(
      "button",
      {
        type: "button",
        class: "button primary large",
        on: {
          click: () => {
            host.hidden = true;
            refill(host);
            Object.assign(byId("table"), { inert: false }).dataset.state = "waiting";
            resolve();
          },
        },
      },
      "I am here",
    );
    refill(
      host,
      el(
        "div",
        { class: "cover-card" },
        el("h1", null, `Pass the screen to the ${name} player.`),
        el("p", null, "The screen hides both positions until you go on."),
        trouble && el("p", { class: "sorry", role: "alert" }, trouble),
        here,
      ),
    );
    host.hidden = false;
    Object.assign(byId("table"), { inert: true }).dataset.state = "covered";
    here.focus();
  });
}
