/** Drama at the table: which cards come up, and what rises from the place where it was won or lost. */

/** @import { LogEntry, Position, Scene } from "../types.js" */
/** @import { Motion } from "../chart/motion.js" */
/** @import { AnyChart } from "./plot.js" */
/** @import { EventCard } from "./events.js" */

import { el } from "../elements.js";
import { ONLOOKER } from "../store.js";
import { hasCards, sound, wantCards } from "./drama-settings.js";
import { Pace, cardsIn } from "./events.js";
import { chapterOf } from "./log.js";
import { isGoodFor, ownSide } from "./results.js";

const RISE_MS = 1900;
const KINDS = ["piece", "space", "line", "tray"];

export class Drama {
  #pace = new Pace();
  /** The turn in which no more cards are wanted. */
  #skipped = "";
  /** @type {(() => void) | null} */
  #dismiss = null;
  #dismissed = 0;

  /**
   * @param {HTMLElement} host  the plot
   * @param {() => AnyChart} chart  that lies on the table now
   * @param {Motion} motion
   */
  constructor(host, chart, motion) {
    this.host = host;
    this.chart = chart;
    this.motion = motion;
  }

  /**
   * Which of these lines are followed by a card, by their places.
   * @param {LogEntry[]} lines
   * @param {Position} position
   * @param {boolean} quick
   * @returns {Map<number, EventCard>}
   */
  plan(lines, position, quick) {
    const { seat, lesson, typed_dice } = position;
    const chapter = chapterOf(position.view.headline);
    const isTaught = lesson !== null && lesson.done < lesson.steps;
    const isUnwanted = seat === ONLOOKER || isTaught || typed_dice || document.hidden || !hasCards() || this.#skipped === chapter;
    const cards = this.#pace.choose(isUnwanted ? [] : cardsIn(lines), quick);
    return new Map(cards.map((card) => [card.at, card]));
  }

  /** The player has chosen something: cards that matter less may come again. */
  decided() {
    this.#pace.decided();
  }

  /** Ends the card that is open, if one is. */
  dismiss() {
    this.#dismissed += 1;
    this.#dismiss?.();
  }

  /** What was won or lost rises from the place where it happened. @param {Scene | undefined} scene @param {Position} position */
  rise(scene, position) {
    const place = scene?.swing && this.motion.speed ? this.placeOf(scene.at ?? []) : null;
    if (!scene?.swing || !place) return;
    const pill = this.pill(scene, position);
    pill.classList.add("is-rising");
    const { left, top } = this.host.getBoundingClientRect();
    pill.style.left = `${place.left + place.width / 2 - left}px`;
    pill.style.top = `${place.top - top}px`;
    pill.style.animationDuration = `${this.motion.time(RISE_MS)}ms`;
    this.host.append(pill);
    setTimeout(() => pill.remove(), this.motion.time(RISE_MS));
  }

  /** @param {Scene} scene @param {Position} position */
  pill({ swing, good_for }, position) {
    const isGood = isGoodFor(good_for ?? "", ownSide(position));
    return el("span", { class: "event-pill", data: { good: String(isGood) }, "aria-hidden": "true" }, isGood === false ? "▼ " : isGood ? "▲ " : "", swing ?? "");
  }

  /** Where something is drawn: the first of these ids that is in sight. @param {string[]} ids @returns {DOMRect | null} */
  placeOf(ids) {
    const frame = this.host.getBoundingClientRect();
    const battle = this.host.querySelector(".lineup-overlay:not([hidden], .minimised)"); // it lies over the chart
    for (const id of ids.filter(Boolean)) {
      const drawn = (battle ?? this.host).querySelector(KINDS.map((kind) => `[data-${kind}="${CSS.escape(id)}"]`).join(", "));
      const rect = drawn?.getBoundingClientRect() ?? (battle ? null : this.chart().rectOf(id));
      const isInSight = rect && rect.width > 0 && rect.right > frame.left && rect.left < frame.right && rect.bottom > frame.top && rect.top < frame.bottom;
      if (isInSight) return rect;
    }
    return null;
  }

  /**
   * Shows a card until the player goes on; what it is drawn with is loaded when the first one comes.
   * @param {EventCard} card
   * @param {Position} position
   */
  async show(card, position) {
    const dismissed = this.#dismissed;
    const { openCard } = await import("./event-card.js");
    if (dismissed !== this.#dismissed) return; // the player looks at something else by now
    const chapter = chapterOf(position.view.headline);
    const ids = [...(card.result?.at ?? []), ...(card.scene.at ?? [])];
    sound(card.scene.picture);
    const how = await new Promise((resolve) => {
      this.#dismiss = openCard(card, position, this, () => this.placeOf(ids), resolve);
    });
    this.#dismiss = null;
    if (how === "skip") this.#skipped = chapter;
    if (how === "never") wantCards(false);
  }
}
