/** How fast pieces move, ships sink and dice roll: off, at half speed, as they are, or three times as fast. */

const KEPT_AS = "flagplot.motion";
/** @type {Speed[]} */
const SPEEDS = [0, 0.5, 1, 3];
/** @typedef {0 | 0.5 | 1 | 3} Speed */

export class Motion {
  /** @param {Speed} speed 0 is off: everything happens at once. */
  constructor(speed = 1) {
    /** @type {Speed} */
    this.#speed = speed;
  }

  /** @type {Speed} */
  #speed;

  /** What the player chose here before; else off when the system asks for reduced motion. */
  static fromSystem() {
    const kept = readKept();
    if (kept !== null) return new Motion(kept);
    return new Motion(matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 1);
  }

  get speed() {
    return this.#speed;
  }

  /** Changes the speed and keeps it for the next visit. */
  set speed(speed) {
    this.#speed = speed;
    try {
      localStorage.setItem(KEPT_AS, String(speed));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }

  /** How long something lasts at this speed. @param {number} milliseconds at speed 1 */
  time(milliseconds) {
    return this.#speed ? milliseconds / this.#speed : 0;
  }
}

/** @returns {Speed | null} */
function readKept() {
  try {
    const kept = localStorage.getItem(KEPT_AS);
    return SPEEDS.find((speed) => String(speed) === kept) ?? null;
  } catch {
    return null;
  }
}
