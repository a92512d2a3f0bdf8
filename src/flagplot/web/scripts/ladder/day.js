/** The game of the day: what it is, the way into it, and how everybody did. */

/** @import { Daily, DayLadder, DayStanding } from "../types-together.js" */

import * as api from "../api.js";
import { notice } from "../dialogs.js";
import { byId, el, refill } from "../elements.js";
import { furnish } from "../pagehead.js";
import { titled } from "../title.js";
import { amount, ranking } from "./ranking.js";

const OUTCOMES = { won: "Won", drawn: "Drawn", lost: "Lost" };

void furnish();
try {
  const day = new URLSearchParams(location.search).get("day") ?? undefined;
  const [found, daily] = await Promise.all([api.dailyLadder(day), api.daily()]);
  show(found, found.day === daily.day ? daily : null);
} catch (error) {
  refill(byId("ladder"), el("p", { class: "sorry", role: "alert" }, api.sentence(error)));
}

/**
 * @param {DayLadder} found
 * @param {Daily | null} daily  where the day is today
 */
function show({ day, title, seat, standings, playing, before, after }, daily) {
  const date = new Date(`${day}T12:00:00Z`).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
  titled(`Game of the day: ${title} · Flagplot`);
  byId("title").textContent = `Game of the day: ${title}`;
  refill(
    byId("ladder"),
    el(
      "p",
      { class: "soft" },
      `${date}, by Greenwich time. Everybody plays ${seat} with the same dice, and the first attempt counts. Victories come first, then the higher score, then fewer moves.`,
    ),
    daily && el("p", null, wayIn(daily)),
    standings.length
      ? table(standings)
      : el("div", { class: "empty-state" }, el("p", null, el("b", null, "Nobody has finished this game yet."))),
    playing > 0 &&
      el("p", { class: "still-playing soft" }, `${playing} ${playing === 1 ? "player has" : "players have"} not finished yet.`),
    el(
      "p",
      { class: "small-text" },
      el("a", { href: `/daily?day=${before}` }, "The day before"),
      after && " · ",
      after && el("a", { href: `/daily?day=${after}` }, "The day after"),
      " · ",
      el("a", { href: "/" }, "All games"),
    ),
  );
}

/** @param {Daily} daily */
function wayIn({ match, is_over }) {
  if (match) return el("a", { class: "button", href: `/g/${match}` }, is_over ? "Look at your game" : "Continue your game");
  const play = async () => {
    try {
      location.href = `/g/${(await api.playDaily()).id}`;
    } catch (error) {
      notice(api.sentence(error));
    }
  };
  return el("button", { type: "button", class: "button primary", on: { click: () => void play() } }, "Play it");
}

/** @param {DayStanding[]} standings */
function table(standings) {
  return ranking("Results", [el("th", { scope: "col" }, "Result"), amount("Score"), amount("Moves")], standings.map(row));
}

/** @param {DayStanding} one */
function row(one) {
  return el(
    "tr",
    { data: { you: one.you }, "aria-current": one.you ? "true" : null },
    el("td", { class: "amount" }, one.rank),
    el("th", { scope: "row" }, el("b", null, one.name), one.you && el("span", { class: "tag" }, "you")),
    el("td", null, OUTCOMES[one.outcome]),
    el("td", { class: "amount" }, one.score === null ? "–" : one.score.toLocaleString("en")),
    el("td", { class: "amount" }, one.moves),
  );
}
