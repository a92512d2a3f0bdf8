/** Dragging a piece onto a space, by mouse, pen or finger. */

/** @typedef {import("./layout.js").Point} Point */

const STILL = 6; // fewer pixels than this are a click

export class PieceDrag {
  /** @type {{ pointer: number, piece: string, start: Point, ghost: HTMLElement | null } | null} */
  #held = null;
  #ended = -Infinity;

  /**
   * @param {HTMLElement} window
   * @param {object} of
   * @param {(piece: string) => HTMLElement | null} of.picture  what follows the pointer
   * @param {(piece: string) => void} of.begin
   * @param {(event: PointerEvent) => string | null} of.over  the space under the pointer
   * @param {(piece: string, space: string | null) => void} of.end
   */
  constructor(window, of) {
    this.window = window;
    this.of = of;
  }

  /** Whether a click now is only the end of a drag. */
  get hasJustEnded() {
    return performance.now() - this.#ended < 60;
  }

  /** @param {PointerEvent} event @param {string} piece */
  take(event, piece) {
    this.#held = { pointer: event.pointerId, piece, start: { x: event.clientX, y: event.clientY }, ghost: null };
  }

  /** @param {PointerEvent} event @returns {boolean} whether the pointer drags a piece */
  move(event) {
    const held = this.#held;
    if (!held || held.pointer !== event.pointerId) return false;
    if (!held.ghost) {
      if (Math.hypot(event.clientX - held.start.x, event.clientY - held.start.y) < STILL) return true;
      const ghost = this.of.picture(held.piece);
      if (!ghost) return this.cancel();
      held.ghost = ghost;
      held.ghost.classList.add("dragged");
      this.window.setPointerCapture(event.pointerId);
      this.window.append(held.ghost);
      this.of.begin(held.piece);
    }
    const frame = this.window.getBoundingClientRect();
    held.ghost.style.left = `${event.clientX - frame.left}px`;
    held.ghost.style.top = `${event.clientY - frame.top}px`;
    this.of.over(event);
    return true;
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const held = this.#held;
    if (!held || held.pointer !== event.pointerId) return;
    this.#held = null;
    if (!held.ghost) return;
    held.ghost.remove();
    this.#ended = performance.now();
    this.of.end(held.piece, event.type === "pointercancel" ? null : this.of.over(event));
  }

  cancel() {
    this.#held?.ghost?.remove();
    this.#held = null;
    return false;
  }
}
