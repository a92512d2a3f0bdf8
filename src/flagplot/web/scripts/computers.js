/** The ranks of computer players, and what they are called. */

/** @import { Computer } from "./types.js" */

/** The strongest first, as set-ups offer them, with what one can expect of each. @type {[Computer, string][]} */
export const COMPUTERS = [
  ["admiral", "Admiral: very strong, plays out many games in his mind, and takes his time"],
  ["captain", "Captain: strong, weighs every choice"],
  ["lieutenant", "Lieutenant: fair, decides one question in six by lot"],
  ["midshipman", "Midshipman: easy, decides by lot"],
];

/** @param {string} player @returns {player is Computer} */
export function isComputer(player) {
  return COMPUTERS.some(([computer]) => computer === player);
}

/** Whether a computer player takes time, and can be hurried. @param {string} player */
export function searches(player) {
  return player === "admiral";
}

/**
 * The computer players that can have a seat.
 * @param {string} seat
 * @param {string[]} all  the seats of the game
 * @param {string[]} captains  the seats for which it has captains
 */
export function computersFor(seat, all, captains) {
  const hasAll = all.every((one) => captains.includes(one));
  return COMPUTERS.filter(([computer]) => computer === "midshipman" || (searches(computer) ? hasAll : captains.includes(seat)));
}
