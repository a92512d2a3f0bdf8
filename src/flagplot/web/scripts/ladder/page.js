/** The ladder of a game: people and computer players in one list. */

/** @import { Ladder, SeatStanding, Standing } from "../types-together.js" */

import { sentence } from "../api.js";
import { ladder } from "../api-people.js";
import { byId, el, refill } from "../elements.js";
import { furnish } from "../pagehead.js";
import { titled } from "../title.js";
import { amount, ranking } from "./ranking.js";
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
      "Ladder games are played between accounts, or by an account against the computer. A rating is a cautious estimate of strength: it rises when you win, and also when more games make the estimate surer.",
    ),
    el("p", { class: "soft" }, "Everybody may use hints and standing orders, also in ladder games."),
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
  return ranking("Standings", ["Rating", "Won", "Drawn", "Lost"].map(amount), standings.map(row));
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
    el("p", null, el("b", null, "This ladder is empty.")),
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
  if (!worst) return `Your opponent here is the game itself, ${best.name}. It has a rating like a player.`;
  const fair = "a win from the better seat counts less, so the ladder is fair to both.";
  const isClear = best.mu - worst.mu > best.sigma + worst.sigma;
  if (!isClear) return `Whether ${best.name} or ${worst.name} is the better seat is not known yet. When it is, ${fair}`;
  return `${best.name} has turned out to be a better seat than ${worst.name}; ${fair}`;
}
