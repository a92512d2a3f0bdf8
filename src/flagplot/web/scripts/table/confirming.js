/** When an answer is asked for twice, and what is said then. */

/** @import { Decision, Option } from "../types.js" */

/**
 * Whether an answer is asked for twice: dice may follow it, or it is many answers.
 * @param {Decision} decision
 * @param {Option} option
 */
export function needsConfirmation(decision, option) {
  if (option.steps) return option.steps.completes_row;
  return decision.completes_row || option.shortcut !== undefined;
}

/**
 * @param {Option} option
 * @param {boolean} isSure  it was picked on the chart by touch, and a second tap is enough
 */
export function whatFollows({ shortcut, steps }, isSure) {
  if (steps) return `. ${isSure ? "Tap the place again, or confirm." : "This completes the row; dice may follow."}`;
  if (shortcut)
    return `. ${shortcut.answers.length === 1 ? "One answer" : `${shortcut.answers.length} answers`} at once; dice may follow. Undo takes them back together.`;
  return isSure ? ". Tap it again, or confirm." : ". This completes the row; dice may follow.";
}
