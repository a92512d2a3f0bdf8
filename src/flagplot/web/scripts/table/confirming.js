/** When an answer is asked for twice, and what is said then. */

/** @import { Decision, Option } from "../types.js" */

import { CONFIRMATIONS, preferred } from "../preferences.js";

const LAST = "This is the last of these answers: dice may roll next.";

/**
 * Whether an answer is asked for twice: dice may follow it, or it is many answers, and the player wants to be asked.
 * @param {Decision} decision
 * @param {Option} option
 */
export function needsConfirmation(decision, option) {
  if (preferred(CONFIRMATIONS) === "off") return false;
  if (option.steps) return option.steps.completes_row;
  return decision.completes_row || option.shortcut !== undefined || option.finishes !== undefined;
}

/**
 * @param {Option} option
 * @param {boolean} isSure  it was picked on the chart by touch, and a second tap is enough
 */
export function whatFollows({ shortcut, steps, finishes }, isSure) {
  if (finishes) return `: he answers for you until “${finishes}” is over. Dice may roll; Undo takes back what was answered after the last dice.`;
  if (steps) return `. ${isSure ? "Tap the place again, or confirm." : LAST}`;
  if (shortcut)
    return `. ${shortcut.answers.length === 1 ? "One answer" : `${shortcut.answers.length} answers`} at once, then dice may roll. One Undo takes them all back.`;
  return isSure ? ". Tap it again, or confirm." : `. ${LAST}`;
}
