/** The ladder of a game: people and computer players in one list. */

/** @import { Ladder, SeatStanding, Standing } from "../types-together.js" */

import { sentence } from "../api.js";
import { ladder } from "../api-people.js";
import { byId, el, refill } from "../elements.js";
import { furnish } from "../pagehead.js";
import { titled } from "../title.js";
import { accountPath } from "../wayback.js";

const slug = location.pathname.split("/")[2] ?? "";

void furnish();
try {
  show(await ladder(slug));
} catch (error) {
  refill(byId("ladder"), el("p", { class: "sorry", role: "alert" }, sentence(error)));
}

/** @param {Ladder} found */
function show({ title, standings, seats }) {
  titled(`Ladder: ${title} · Flagplot`);
  byId("title").textContent = `${title}: the ladder`;
  refill(
    byId("ladder"),
    el(
      "p",
      { class: "soft" },
      "Games that count are played by people with an account, against each other or against the computer. A rating is what a player is worth at least, almost surely, so it rises with every game that makes us surer.",
    ),
    el("p", { class: "soft" }, "The captain's hints and standing orders are open to everybody, in games that count too."),
    standings.length ? table(standings) : nobody(),
    seats.length > 0 && el("p", { class: "seat-standings" }, fairness(seats)),
    el(
      "p",
      { class: "small-text" },
      el("a", { href: "/" }, "Play a game that counts"),
      " · ",
      el("a", { href: `/rules/${slug}` }, "Rule book"),
    ),
  );
}

/** @param {Standing[]} standings */
function table(standings) {
  return el(
    "div",
    { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Standings" },
    el(
      "table",
      { class: "form-table ladder" },
      el(
        "thead",
        null,
        el(
          "tr",
          null,
          el("th", { scope: "col", class: "amount" }, "Rank"),
          el("th", { scope: "col" }, "Player"),
          ["Rating", "Won", "Drawn", "Lost"].map((name) => el("th", { scope: "col", class: "amount" }, name)),
        ),
      ),
      el("tbody", null, standings.map(row)),
    ),
  );
}

/** @param {Standing} one */
function row(one) {
  return el(
    "tr",
    { data: { you: one.you }, "aria-current": one.you ? "true" : null },
    el("td", { class: "amount" }, one.rank),
    el(
      "th",
      { scope: "row" },
      el("b", null, one.name),
      one.you && el("span", { class: "tag" }, "you"),
      one.player !== "person" && el("span", { class: "tag" }, "computer"),
    ),
    el("td", { class: "amount rating" }, one.rating),
    [one.won, one.drawn, one.lost].map((games) => el("td", { class: "amount" }, games)),
  );
}

function nobody() {
  return el(
    "div",
    { class: "empty-state" },
    el("p", null, el("b", null, "Nobody stands on this ladder yet.")),
    el(
      "p",
      null,
      "Claim your name under ",
      el("a", { href: accountPath() }, "Account"),
      ", set up a game that counts, and finish it: you will be the first.",
    ),
  );
}

/**
 * Which seat is the better one, in one sentence.
 * @param {SeatStanding[]} seats
 */
function fairness(seats) {
  const [best, ...others] = seats.toSorted((a, b) => b.mu - a.mu);
  const worst = others.at(-1);
  if (!best) return "";
  if (!worst) return `What one plays against here is the game itself, ${best.name}; it is rated like a player.`;
  const fair = "whoever wins from the better seat gains less, so the ladder is fair to both.";
  const isClear = best.mu - worst.mu > best.sigma + worst.sigma;
  if (!isClear) return `Whether ${best.name} or ${worst.name} is the better seat is not known yet. When it is, ${fair}`;
  return `${best.name} has turned out to be a better seat than ${worst.name}; ${fair}`;
}
