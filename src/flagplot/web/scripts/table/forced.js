/** Questions that leave no choice: the page answers them itself where nobody could learn anything from that. */

/** @import { Option, Position } from "../types.js" */

import { isComputer } from "../computers.js";
import { areTogether } from "../sides.js";

/**
 * The answer to a question that has no other, or none that could be better; null where there is a choice, or where the
 * pause before the answer might tell opponents that there was none.
 * @param {Position} position
 * @returns {Option | null}
 */
export function onlyAnswer({ decision, lesson, seat, seats }) {
  const [only, second] = decision?.options ?? [];
  if (!decision || !only || (second && !decision.first_will_do) || decision.dice || (lesson && lesson.done < lesson.steps)) return null;
  const isAmongComputers = seats.every(({ id, player }) => id === seat || isComputer(player));
  return isAmongComputers || areTogether(seats) ? only : null;
}
