/** The end of the game: who won, why, and what can be done now. */

/** @import { Board, Position, Result } from "../types.js" */
/** @import { Company } from "./company.js" */

import * as api from "../api.js";
import { notice } from "../dialogs.js";
import { el, refill } from "../elements.js";
import { ruleLink } from "../rules/book.js";
import { areTogether } from "../sides.js";
import { ONLOOKER } from "../store.js";

/**
 * @param {HTMLElement} host
 * @param {Board} board
 * @param {Position} position
 * @param {Result} result
 * @param {() => void} replay
 * @param {Company} company
 */
export function showEnding(host, board, position, result, replay, company) {
  const { table } = position;
  const isOnlooker = position.seat === ONLOOKER;
  const name = (/** @type {string} */ id) =>
    board.sides.find((side) => side.id === id)?.name ?? position.seats.find((seat) => seat.side === id)?.name ?? id;
  const scores = Object.entries(result.score);
  const own = position.seats.filter((seat) => seat.player === "you");
  const verdict = !own[0] || !areTogether(own) ? "" : own[0].side === result.winner ? "You have won. " : "You have lost. ";
  const [before, last] = position.log.slice(-2);
  const summed = last?.text === result.reason && before?.kind === "event" ? before.text : ""; // in the units of the game
  refill(
    host,
    el(
      "div",
      { class: "decision-head" },
      el("p", { class: "whose" }, isOnlooker ? "You were watching. The game is over" : "The game is over"),
      el("h2", { class: "prompt" }, result.winner === null ? "Nobody wins." : `${verdict}Winner: ${name(result.winner)}`),
      el("p", null, result.reason, " ", result.rule && ruleLink(position.game, result.rule)),
      summed && el("p", { class: "soft" }, summed),
    ),
    scores.length > 0 &&
      el(
        "table",
        { class: "form-table score" },
        el("caption", null, "Score"),
        el(
          "tbody",
          null,
          scores.map(([side, points]) =>
            el("tr", null, el("th", { scope: "row" }, name(side)), el("td", { class: "amount" }, points.toLocaleString("en"))),
          ),
        ),
      ),
    el(
      "div",
      { class: "actions" },
      table.next && el("a", { class: "button primary", href: `/g/${table.next}` }, isOnlooker ? "Watch the rematch" : "To the rematch"),
      table.can.includes("rematch") &&
        el(
          "button",
          { type: "button", class: "button primary", on: { click: () => void company.take("rematch") } },
          areTogether(position.seats) ? "Play it again" : "Rematch, sides changed",
        ),
      el("button", { type: "button", class: "button", on: { click: replay } }, "Watch the replay"),
      table.rated && el("a", { class: "button", href: `/ladder/${position.game}` }, "Ladder"),
      !isOnlooker && el("button", { type: "button", class: "button", on: { click: () => void again(position.game) } }, "New game"),
      el("a", { class: "button", href: `/g/${position.id}/dice` }, "Proof of the dice"),
      !isOnlooker && el("a", { class: "button", href: `/api/matches/${position.id}/save`, download: "" }, "Save"),
    ),
  );
}

/** @param {string} game */
async function again(game) {
  try {
    location.href = `/g/${(await api.start({ game })).id}`;
  } catch (error) {
    notice(api.sentence(error));
  }
}
