/** The ranks of computer players, and what they are called. */

/** @import { Computer } from "./types.js" */

/** The strongest first, as set-ups offer them, with what one can expect of each. @type {[Computer, string][]} */
export const COMPUTERS = [
  ["captain", "Captain: strong, weighs every choice"],
  ["lieutenant", "Lieutenant: fair, decides one question in six by lot"],
  ["midshipman", "Midshipman: easy, decides by lot"],
];

/** @param {string} player @returns {player is Computer} */
export function isComputer(player) {
  return COMPUTERS.some(([computer]) => computer === player);
}

/** The computer players that can have a seat. @param {boolean} hasCaptain */
export function computersFor(hasCaptain) {
  return COMPUTERS.filter(([computer]) => hasCaptain || computer === "midshipman");
}
