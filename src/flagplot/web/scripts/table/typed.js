/** Typed dice: the player throws real ones, or draws a real card, and says what came up. */

/** @import { Decision, Option } from "../types.js" */

import { die } from "../die.js";
import { el, refill } from "../elements.js";

const CARD = "a card";
const MOST_SIDES = 12;

export class TypedDice {
  /**
   * @param {HTMLElement} host
   * @param {Decision} decision
   * @param {(option: Option) => void} choose
   */
  constructor(host, decision, choose) {
    this.decision = decision;
    this.choose = choose;
    const throws = throwsOf(decision);
    this.count = throws[0]?.length ?? 0;
    this.sides = Math.max(...throws.flat());
    /** @type {(number | null)[]} */
    this.faces = Array.from({ length: this.count }, () => null);
    this.host = el("div", { class: "typed-dice" });
    refill(host, this.host);
    this.draw();
  }

  /**
   * Whether the faces of this throw can be tapped; else its options are listed.
   * @param {Decision} decision
   */
  static fits(decision) {
    const throws = throwsOf(decision);
    return throws.length > 0 && Math.max(...throws.flat()) <= MOST_SIDES;
  }

  draw() {
    const many = this.count > 1;
    refill(
      this.host,
      this.faces.map((face, index) =>
        el(
          "div",
          { class: "faces", role: "group", "aria-label": many ? `Die ${index + 1}` : "The die" },
          Array.from({ length: this.sides }, (_, side) =>
            el(
              "button",
              {
                type: "button",
                class: "face",
                "aria-label": String(side + 1),
                "aria-pressed": face === side + 1,
                on: { click: () => this.press(index, side + 1) },
              },
              die(side + 1, 40),
            ),
          ),
        ),
      ),
    );
  }

  /**
   * @param {number} index
   * @param {number} face
   */
  press(index, face) {
    this.faces[index] = face;
    if (!this.faces.includes(null)) {
      const option = this.thrown();
      if (option) return this.choose(option);
    }
    this.draw();
  }

  /** A digit on the keyboard is the next die. @param {string} digit */
  digit(digit) {
    const next = this.faces.indexOf(null);
    const face = Number(digit);
    if (next >= 0 && face >= 1 && face <= this.sides) this.press(next, face);
  }

  /** The option that stands for these faces. */
  thrown() {
    const faces = /** @type {number[]} */ (this.faces);
    const wanted = JSON.stringify(faces.length === 1 ? faces[0] : faces);
    return this.decision.options.find((option) => JSON.stringify(option.value) === wanted);
  }
}

/**
 * The faces of each throw that the decision offers; none when it asks for something else, such as a card.
 * @param {Decision} decision
 * @returns {number[][]}
 */
function throwsOf(decision) {
  if (decision.dice === null || decision.dice === CARD) return [];
  const throws = decision.options.map(({ value }) => [value].flat(2));
  return throws.every((faces) => faces.every((face) => typeof face === "number")) ? /** @type {number[][]} */ (throws) : [];
}
