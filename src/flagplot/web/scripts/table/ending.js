/** The end of the game: who won, why, and what can be done now. */

/** @import { Board, Position, Result } from "../types.js" */
/** @import { Company } from "./company.js" */

import * as api from "../api.js";
import { notice } from "../dialogs.js";
import { el, refill } from "../elements.js";
import { ruleLink } from "../rules/book.js";
import { areTogether } from "../sides.js";
import { ONLOOKER } from "../store.js";
import { sideName, verdictOf } from "./results.js";

/**
 * @param {HTMLElement} host
 * @param {Board} board
 * @param {Position} position
 * @param {Result} result
 * @param {() => void} replay
 * @param {() => void} openSheet
 * @param {Company} company
 */
export function showEnding(host, board, position, result, replay, openSheet, company) {
  const { table } = position;
  const isOnlooker = position.seat === ONLOOKER;
  const name = (/** @type {string} */ id) => sideName(board, position, id);
  const isOneCrew = areTogether(position.seats);
  const scores = Object.entries(result.score);
  const summed = summedUp(position, result);
  if (isOneCrew) summed.push(...untold(scores, summed));
  refill(
    host,
    el(
      "div",
      { class: "decision-head" },
      el("p", { class: "whose" }, isOnlooker ? "You were watching. The game is over" : "The game is over"),
      el("h2", { class: "prompt" }, verdictOf(board, position, result)),
      el("p", null, result.reason, " ", result.rule && ruleLink(position.game, result.rule)),
      summed.map((text) => el("p", { class: "soft" }, text)),
    ),
    !isOneCrew &&
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
          isOneCrew ? "Play it again" : "Rematch, sides changed",
        ),
      el("button", { type: "button", class: "button", on: { click: openSheet } }, "Report of the game"),
      el("button", { type: "button", class: "button", on: { click: replay } }, "Watch the replay"),
      table.rated && el("a", { class: "button", href: `/ladder/${position.game}` }, "Ladder"),
      !isOnlooker && el("button", { type: "button", class: "button", on: { click: () => void again(position.game) } }, "New game"),
      el("a", { class: "button", href: `/g/${position.id}/dice` }, "Proof of the dice"),
      !isOnlooker && el("a", { class: "button", href: `/api/matches/${position.id}/save`, download: "" }, "Save"),
    ),
  );
}

/**
 * What the last lines of the log say in the units of the game: the one before the reason, and all by the same rule.
 * @param {Position} position
 * @param {Result} result
 */
function summedUp({ log }, { reason, rule }) {
  if (log.at(-1)?.text !== reason) return [];
  const before = log.slice(0, -1);
  const isOther = (/** @type {import("../types.js").LogEntry} */ entry) => entry.kind !== "event" || entry.rule !== rule;
  const first = before.findLastIndex(isOther) + 1;
  const lines = first < before.length ? before.slice(first) : before.slice(-1).filter((entry) => entry.kind === "event");
  return lines.map((entry) => entry.text);
}

/**
 * What a crew has brought home, in words, where no other line says it.
 * @param {[string, number][]} scores
 * @param {string[]} lines
 */
function untold(scores, lines) {
  return scores
    .map(([, points]) => points.toLocaleString("en"))
    .filter((points) => !lines.some((line) => line.split(/[^\d,.]+/).includes(points)))
    .map((points) => `Score: ${points}.`);
}

/** @param {string} game */
async function again(game) {
  try {
    location.href = `/g/${(await api.start({ game })).id}`;
  } catch (error) {
    notice(api.sentence(error));
  }
}
