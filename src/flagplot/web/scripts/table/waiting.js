/** What a player or onlooker is told who does not decide now: who does, about what, and how long it may take. */

/** @import { Board, Position, SeatInfo } from "../types.js" */

import { isComputer, searches } from "../computers.js";
import { el } from "../elements.js";
import { ONLOOKER } from "../store.js";
import { countdown, stopwatch } from "../times.js";
import { seatBadge } from "./badges.js";

/**
 * @param {Board} board
 * @param {Position} position
 * @param {{ take: (action: "claim" | "rules") => void, ranOut: () => void }} acts
 * @param {number} since  when the page began to wait, as `Date.now` tells it
 */
export function waiting(board, position, acts, since) {
  const { seats, table, to_move } = position;
  const seat = seats.find((candidate) => candidate.id === to_move);
  const isPerson = seat?.player === "person" || seat?.player === "you";
  return el(
    "div",
    { class: "thinking", role: "status" },
    position.seat === ONLOOKER && watching(board, position),
    seat && position.seat !== ONLOOKER && seatBadge(board, seat),
    el(
      "p",
      { class: "waits-for" },
      whoDecides(position, seat),
      " ",
      !isPerson && seat?.player !== "open" && wake(),
      " ",
      seat && searches(seat.player) && stopwatch(since),
    ),
    seat && isPerson && seat.id !== position.seat && el("p", { class: "whereabouts" }, whereabouts(table.present, seat)),
    table.deadline && el("p", { class: "clock-line" }, countdown(table.deadline, table.pace, acts.ranOut)),
    table.can.includes("claim") &&
      el(
        "div",
        { class: "claim" },
        el("p", null, "They have run out of time. You can wait, or end the game."),
        el("button", { type: "button", class: "button danger", on: { click: () => acts.take("claim") } }, "Claim the game ..."),
      ),
    table.held &&
      table.can.includes("rules") &&
      el("button", { type: "button", class: "button primary", on: { click: () => acts.take("rules") } }, "Go on by the present rules ..."),
  );
}

/**
 * @param {Position} position
 * @param {SeatInfo | undefined} seat
 */
function whoDecides(position, seat) {
  const { table } = position;
  const about = table.waiting_for ? `: ${table.waiting_for}` : "";
  if (table.held)
    return "This game began with older rules, which this server no longer plays. It goes on when all players agree to use the present rules.";
  if (!seat) return position.to_move ? "The dice are being thrown on a real table." : "The game goes on ...";
  if (seat.player === "open") return `The ${seat.name} seat is still open; it decides next${about}.`;
  if (seat.player === "left") return `${seat.name} had to decide${about}; its player has left.`;
  if (position.lesson && seat.id === position.seat) return "Your captain is answering ...";
  if (isComputer(seat.player)) return `${seat.name}: the ${seat.player} is thinking ...`;
  return [el("b", null, seat.who), ` (${seat.name}) decides${about}.`];
}

/** Whether a player at the table can have the admiral answer at once. @param {Position} position */
export function canHurry({ seats, seat, to_move, table, result }) {
  const decides = seats.find(({ id }) => id === to_move);
  return decides !== undefined && searches(decides.player) && seat !== ONLOOKER && !table.rated && !table.held && result === null;
}

/**
 * @param {string[]} present
 * @param {SeatInfo} seat
 */
function whereabouts(present, seat) {
  const isHere = present.includes(seat.id);
  return [el("span", { class: "presence", data: { here: isHere } }), isHere ? `${seat.who} is here.` : `${seat.who} is away.`];
}

/**
 * @param {Board} board
 * @param {Position} position
 */
function watching(board, { seats, table }) {
  return el(
    "div",
    { class: "watching" },
    el("h2", { class: "prompt" }, "You are watching."),
    el(
      "ul",
      { class: "players" },
      seats.map((seat) =>
        el(
          "li",
          null,
          seatBadge(board, seat),
          " ",
          seat.player === "open" ? "still open" : seat.who,
          table.present.includes(seat.id) && el("span", { class: "presence", data: { here: true }, title: "at the table" }),
        ),
      ),
    ),
  );
}

/** Three dots that swell one after the other: somebody is at it. */
export function wake() {
  return el("span", { class: "wake", "aria-hidden": "true" }, el("i"), el("i"), el("i"));
}
