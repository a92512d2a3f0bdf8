/** Rolls dice in a tray over the chart before the log tells what they brought. */

/** @import { Motion } from "../chart/motion.js" */
/** @import { LogEntry } from "../types.js" */

import { die, diceOf } from "../die.js";
import { el } from "../elements.js";
import { sound } from "./drama-settings.js";

const TUMBLE_MS = 650;
const REST_MS = 650;
const TURN_MS = 75;
const MANY = 12;

export class DiceTray {
  /**
   * @param {HTMLElement} host
   * @param {Motion} motion
   */
  constructor(host, motion) {
    this.host = host;
    this.motion = motion;
    /** @type {(() => void) | null} */
    this.skipCurrent = null;
    this.skipping = false;
  }

  /** Ends the throw that is rolling, and does not roll those that follow in the same change. */
  skip() {
    this.skipping = true;
    this.skipCurrent?.();
  }

  /** A new change begins: its dice are seen again. */
  begin() {
    this.skipping = false;
  }

  /**
   * Rolls the dice of a line and comes back when they have been seen.
   * @param {LogEntry} entry
   * @param {string} outcome  what came of it, in a few words
   * @param {number} hurry  how many times as fast, when many throws come at once
   */
  async roll(entry, outcome, hurry) {
    if (!this.motion.speed || this.skipping || !entry.faces.length) return;
    const cut = entry.text.lastIndexOf(": ");
    const size = entry.faces.length > MANY ? 26 : 40;
    const dice = diceOf(entry, size);
    const sum = el("p", { class: "tray-sum" }, cut < 0 ? "" : entry.text.slice(cut + 2));
    const tray = el(
      "button",
      {
        type: "button",
        class: "dice-tray",
        "aria-hidden": "true",
        tabindex: "-1",
        title: "Click to skip",
        on: { click: () => this.skip() },
      },
      el("p", { class: "tray-title" }, cut < 0 ? entry.text : entry.text.slice(0, cut)),
      el("div", { class: "tray-dice" }, dice),
      sum,
      outcome && el("p", { class: "tray-outcome" }, outcome),
    );
    this.host.append(tray);
    sound("dice");
    const tumble = this.motion.time(TUMBLE_MS) / hurry;
    await this.tumble(tray, dice, entry.faces, tumble, size);
    tray.classList.add("settled");
    await this.pause(this.motion.time(REST_MS) / hurry);
    tray.remove();
  }

  /**
   * @param {HTMLElement} tray
   * @param {SVGSVGElement[]} dice
   * @param {number[]} faces
   * @param {number} duration
   * @param {number} size
   */
  async tumble(tray, dice, faces, duration, size) {
    const place = tray.querySelector(".tray-dice");
    const sides = Math.max(6, ...faces);
    const timer = window.setInterval(() => {
      place?.replaceChildren(...faces.map(() => tilted(die(1 + Math.floor(Math.random() * sides), size))));
    }, TURN_MS);
    await this.pause(duration);
    clearInterval(timer);
    place?.replaceChildren(...dice);
  }

  /**
   * Waits, unless the player has seen enough.
   * @param {number} duration
   * @returns {Promise<void>}
   */
  pause(duration) {
    if (this.skipping) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.skipCurrent = null;
        resolve();
      };
      const timer = window.setTimeout(done, duration);
      this.skipCurrent = done;
    });
  }
}

/** @param {SVGSVGElement} face */
function tilted(face) {
  face.style.transform = `rotate(${Math.round(Math.random() * 70 - 35)}deg) translateY(${Math.round(Math.random() * -8)}px)`;
  return face;
}
