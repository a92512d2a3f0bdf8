/** What a finished game came to, for the one who looks: verdict, goals reached, moments good and bad, own losses. */

/** @import { Board, Goal, Highlight, Loss, Position, Result } from "../types.js" */

import { areTogether } from "../sides.js";
import { ONLOOKER } from "../store.js";

/**
 * The side of whoever looks; empty for spectators and for somebody who had seats of several sides.
 * @param {Position} position
 */
export function ownSide({ seats, seat }) {
  const own = seats.filter(({ player }) => player === "you");
  if (own.length > 0 && areTogether(own)) return own[0]?.side ?? "";
  return own.length > 0 || seat === ONLOOKER ? "" : (seats.find(({ id }) => id === seat)?.side ?? "");
}

/**
 * Whether a goal went well; null where that cannot be said.
 * @param {Goal} goal
 * @returns {boolean | null}
 */
export function isReached({ value, target, is_met, is_danger }) {
  if (is_danger) return value === null || target === null ? null : value < target;
  return is_met;
}

/**
 * Whether something was good for a side; null for those who took no side.
 * @param {string} goodFor
 * @param {string} side
 */
export function isGoodFor(goodFor, side) {
  return !goodFor || !side ? null : goodFor === side;
}

/**
 * How many were lost in each turn: the own ones, or all for those who took no side.
 * @param {Loss[]} losses @param {number} turns @param {string} side
 */
export function lostByTurn(losses, turns, side) {
  const lost = Array.from({ length: turns }, () => 0);
  for (const loss of losses) {
    if ((!side || loss.side === side) && loss.turn_index < turns) lost[loss.turn_index] = (lost[loss.turn_index] ?? 0) + 1;
  }
  return lost;
}

/**
 * The good moments first, then the bad ones.
 * @param {Highlight[]} highlights @param {string} side
 */
export function inOrder(highlights, side) {
  const rank = (/** @type {Highlight} */ { good_for }) => (isGoodFor(good_for, side) === false ? 1 : 0);
  return [...highlights].sort((one, other) => rank(one) - rank(other));
}

/**
 * The verdict in a few words: who has won, and whether it was you.
 * @param {Board} board @param {Position} position @param {Result} result
 */
export function verdictOf(board, position, { winner, score }) {
  const side = ownSide(position);
  if (areTogether(position.seats)) {
    const who = side ? "You" : "The players";
    if (winner !== null) return position.seats[0]?.side === winner ? `${who} have won.` : `${who} have lost.`;
    return Object.keys(score).length ? "Neither won nor lost." : "Not played to its end.";
  }
  if (winner === null) return "Nobody wins.";
  const own = !side ? "" : side === winner ? "You have won. " : "You have lost. ";
  return `${own}Winner: ${sideName(board, position, winner)}`;
}

/** Whether the one who looks has won; null where there is nobody to say it of. @param {Position} position @param {Result} result */
export function hasWon(position, { winner }) {
  const side = ownSide(position);
  return !side || winner === null ? null : side === winner;
}

/** @param {Board} board @param {Position} position @param {string} id */
export function sideName(board, { seats }, id) {
  return board.sides.find((side) => side.id === id)?.name ?? seats.find((seat) => seat.side === id)?.name ?? id;
}
