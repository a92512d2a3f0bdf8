/** The lesson: a bubble on the chart that names one idea and one thing to do, and points at what it speaks of. */

/** @import { Lesson, Option, OptionValue, Position } from "../types.js" */

import { el, refill } from "../elements.js";

const LOOK_MS = 200; // how often the bubble looks whether what it points at has moved
const GAP = 14; // between the bubble and what it points at
const EDGE = 10; // between the bubble and the edge of the chart
const MARKED = /\*\*(.+?)\*\*/;
/** The parts of the page that a lesson can point at. @type {{ [part: string]: string }} */
const PARTS = { goals: ".goals", decision: "#decision", log: "#log", hand: "#forms .cards", display: "#forms" };
/** What carries an id on the chart and beside it. */
const KINDS = ["space", "piece", "line", "tray", "section"];

/**
 * Whether a lesson takes an answer.
 * @param {Lesson | null} lesson
 * @param {Option} option
 */
export function isTaught(lesson, { value, shortcut, steps }) {
  if (!lesson?.is_asked || lesson.options === null) return true;
  if (shortcut || steps) return false;
  return lesson.options.some((wanted) => same(wanted, value));
}

/** @param {OptionValue} one @param {OptionValue} other */
function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * The options that glow on the chart: those that the lesson takes.
 * @param {Position} position
 * @returns {Option[] | null}
 */
export function glowing({ decision, lesson }) {
  if (!decision || decision.dice) return null;
  return lesson ? decision.options.filter((option) => isTaught(lesson, option)) : decision.options;
}

/**
 * @typedef {object} Leaving
 * @property {() => void} leave  the learner wants no more of the lesson
 */

export class LessonBubble {
  #timer = 0;
  #drawn = "";
  #where = "";

  /**
   * @param {HTMLElement} host  the plot
   * @param {(id: string) => DOMRect | null} rectOf  where something is drawn on the chart that is no element of its own
   */
  constructor(host, rectOf) {
    this.host = host;
    this.rectOf = rectOf;
    this.tail = el("i", { class: "lesson-tail", "aria-hidden": "true" });
    this.element = el("section", { class: "lesson", "aria-label": "Lesson", role: "region", "aria-live": "polite", hidden: true });
    this.host.append(this.element, this.tail);
    /** @type {Lesson | null} */
    this.lesson = null;
    this.isFolded = false;
  }

  close() {
    clearInterval(this.#timer);
    this.element.remove();
    this.tail.remove();
    for (const lit of document.querySelectorAll(".is-taught")) lit.classList.remove("is-taught");
  }

  /** @param {Position} position */
  show({ lesson, result }) {
    const isOver = lesson !== null && lesson.done === lesson.steps;
    this.lesson = result ? null : lesson;
    if (!this.lesson) return this.close();
    const text = JSON.stringify([lesson, this.isFolded]);
    if (text !== this.#drawn) {
      this.#drawn = text;
      this.draw(this.lesson, isOver);
    }
    if (!this.element.isConnected) this.host.append(this.element, this.tail);
    this.element.hidden = false;
    this.#where = "";
    clearInterval(this.#timer);
    this.#timer = window.setInterval(() => this.place(), LOOK_MS);
    this.place();
  }

  /** @param {Lesson} lesson @param {boolean} isOver */
  draw(lesson, isOver) {
    const { done, steps, said, heading, text } = lesson;
    const dots = Array.from({ length: steps }, (_, n) => el("i", { class: n < done ? "done" : n === done ? "now" : "" }));
    const count = isOver ? `Lesson done: ${lesson.title}` : `Lesson, step ${done + 1} of ${steps}`;
    const fold = () => {
      this.isFolded = !this.isFolded;
      this.#drawn = "";
      this.draw(lesson, isOver);
      this.#where = "";
      this.place();
    };
    this.element.classList.toggle("is-folded", this.isFolded);
    refill(
      this.element,
      el(
        "header",
        null,
        el("span", { class: "lesson-count" }, count),
        el("span", { class: "lesson-dots", "aria-hidden": "true" }, dots),
        el(
          "button",
          { type: "button", class: "button quiet icon", "aria-label": this.isFolded ? "Show the lesson" : "Fold the lesson away", on: { click: fold } },
          this.isFolded ? "▴" : "▾",
        ),
      ),
      !this.isFolded && said && el("p", { class: "lesson-said" }, marked(said)),
      !this.isFolded && el("h3", null, heading),
      !this.isFolded && el("p", null, marked(text)),
      el("p", { class: "lesson-do" }, isOver ? el("a", { class: "button small", href: "/" }, "To the games") : marked(lesson.do)),
    );
  }

  /** Puts the bubble where it covers nothing of what it speaks of. */
  place() {
    const lesson = this.lesson;
    if (!lesson || !this.element.isConnected) return;
    const targets = lesson.at.flatMap((id) => elementsOf(id));
    for (const lit of document.querySelectorAll(".is-taught")) if (!targets.includes(lit)) lit.classList.remove("is-taught");
    for (const target of targets) target.classList.add("is-taught");
    const rects = targets.map((target) => target.getBoundingClientRect()).filter((rect) => rect.width > 0);
    const drawn = rects.length ? rects : lesson.at.flatMap((id) => this.rectOf(id) ?? []);
    const frame = this.host.getBoundingClientRect();
    const top = this.host.querySelector(".goals:not([hidden])")?.getBoundingClientRect().bottom ?? frame.top;
    const where = JSON.stringify([drawn, frame, this.element.offsetHeight, top]);
    if (where === this.#where) return;
    this.#where = where;
    const room = new DOMRect(frame.left, top, frame.width, frame.bottom - top);
    this.tail.hidden = drawn.length === 0;
    const spot = drawn.length ? beside(around(drawn), room, this.element) : corner(room, this.element);
    this.element.style.left = `${spot.x - frame.left}px`;
    this.element.style.top = `${spot.y - frame.top}px`;
    this.tail.dataset.side = spot.side;
    this.tail.style.left = `${spot.tail.x - frame.left}px`;
    this.tail.style.top = `${spot.tail.y - frame.top}px`;
  }
}

/** A text with its **words in bold** as elements. @param {string} text */
function marked(text) {
  return text.split(MARKED).map((part, n) => (n % 2 ? el("b", null, part) : part));
}

/** @param {string} id @returns {Element[]} */
function elementsOf(id) {
  const part = PARTS[id];
  if (part) return [...document.querySelectorAll(part)].slice(0, 1);
  const safe = CSS.escape(id);
  return [...document.querySelectorAll(KINDS.map((kind) => `#plot [data-${kind}="${safe}"]`).join(", "))].slice(0, 1);
}

/** @param {DOMRect[]} rects */
function around(rects) {
  const left = Math.min(...rects.map((rect) => rect.left));
  const top = Math.min(...rects.map((rect) => rect.top));
  return new DOMRect(left, top, Math.max(...rects.map((rect) => rect.right)) - left, Math.max(...rects.map((rect) => rect.bottom)) - top);
}

/**
 * A place for the bubble at one side of what it points at: the side with most room to spare.
 * @param {DOMRect} target @param {DOMRect} room @param {HTMLElement} bubble
 */
function beside(target, room, bubble) {
  const { offsetWidth: wide, offsetHeight: high } = bubble;
  const [x, y] = [target.left + target.width / 2, target.top + target.height / 2];
  const within = (/** @type {number} */ value, /** @type {number} */ least, /** @type {number} */ most) => Math.max(least, Math.min(value, most));
  const across = within(x - wide / 2, room.left + EDGE, room.right - wide - EDGE);
  const down = within(y - high / 2, room.top + EDGE, room.bottom - high - EDGE);
  const tailX = within(x, across + 2 * GAP, across + wide - 2 * GAP);
  const tailY = within(y, down + 2 * GAP, down + high - 2 * GAP);
  const spots = [
    { side: "left", spare: room.right - target.right - wide, x: target.right + GAP, y: down, tail: { x: target.right + GAP, y: tailY } },
    { side: "right", spare: target.left - room.left - wide, x: target.left - GAP - wide, y: down, tail: { x: target.left - GAP, y: tailY } },
    { side: "bottom", spare: target.top - room.top - high, x: across, y: target.top - GAP - high, tail: { x: tailX, y: target.top - GAP } },
    { side: "top", spare: room.bottom - target.bottom - high, x: across, y: target.bottom + GAP, tail: { x: tailX, y: target.bottom + GAP } },
  ];
  const best = spots.reduce((one, other) => (other.spare > one.spare ? other : one));
  if (best.spare < GAP) return { ...corner(room, bubble), side: "none", tail: { x: 0, y: 0 } };
  const limited = { x: within(best.x, room.left + EDGE, room.right - wide - EDGE), y: within(best.y, room.top + EDGE, room.bottom - high - EDGE) };
  // A bubble that had to stay on the chart points from its edge at what lies in the panel.
  if (best.side === "right") best.tail.x = limited.x + wide;
  return { ...best, ...limited };
}

/** The lower left corner, when there is nothing to point at. @param {DOMRect} room @param {HTMLElement} bubble */
function corner(room, bubble) {
  return { side: "none", x: room.left + EDGE, y: room.bottom - bubble.offsetHeight - EDGE, tail: { x: 0, y: 0 } };
}
