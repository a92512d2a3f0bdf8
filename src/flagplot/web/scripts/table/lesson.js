/** The lesson: a bubble on the chart that names one idea and one thing to do, and points at what it speaks of. */

/** @import { Lesson, Option, OptionValue, Position } from "../types.js" */

import { el, refill } from "../elements.js";

const LOOK_MS = 200; // how often the bubble looks whether what it points at has moved
const GAP = 14; // between the bubble and what it points at
const EDGE = 10; // between the bubble and the edge of the chart
const MUST_NOT = 1000; // how much worse it is to cover what is spoken of than anything else
const ALONG = [0.5, 0.15, 0.85];
const COARSE = matchMedia("(pointer: coarse)");
const NARROW = matchMedia("(width <= 900px)");
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
  const { options } = lesson;
  const answers = shortcut?.answers ?? steps?.answers ?? [value];
  return answers.every((answer) => options.some((wanted) => same(wanted, answer)));
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
 * Where the bubble lies, and its tail, if there is something to point at.
 * @typedef {{ x: number, y: number, tail: { side: string, x: number, y: number } | null }} Spot
 */

export class LessonBubble {
  #timer = 0;
  #drawn = "";
  #where = "";

  /**
   * @param {HTMLElement} host  the plot
   * @param {() => import("./plot.js").AnyChart} chart  that lies on the table now
   */
  constructor(host, chart) {
    this.host = host;
    this.chart = chart;
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
      el("p", { class: "lesson-do" }, isOver ? el("a", { class: "button small", href: "/" }, "To the games") : marked(asTouched(lesson.do))),
    );
  }

  /** Puts the bubble where it covers little, and nothing of what it speaks of. */
  place() {
    const lesson = this.lesson;
    if (!lesson || !this.element.isConnected) return;
    const targets = lesson.at.flatMap((id) => elementsOf(id));
    for (const lit of document.querySelectorAll(".is-taught")) if (!targets.includes(lit)) lit.classList.remove("is-taught");
    for (const target of targets) target.classList.add("is-taught");
    const rects = targets.map((target) => target.getBoundingClientRect()).filter((rect) => rect.width > 0);
    const drawn = rects.length ? rects : lesson.at.flatMap((id) => this.chart().rectOf(id) ?? []);
    const room = this.room();
    const where = JSON.stringify([drawn, room, this.element.offsetHeight]);
    if (where === this.#where) return;
    const isNew = this.#where === "";
    this.#where = where;
    if (!drawn.length) return this.put({ x: room.left + EDGE, y: room.bottom - this.element.offsetHeight - EDGE, tail: null });
    const target = around(drawn);
    if (isNew && NARROW.matches && overlap(target, room) > 0) this.chart().camera.bringBelow(target, this.element.offsetHeight + 2 * GAP);
    this.put(bestSpot(target, room, this.element, NARROW.matches ? [] : this.obstacles(targets)));
  }

  /** The part of the chart where the bubble may lie. */
  room() {
    const frame = this.host.getBoundingClientRect();
    const top = this.host.querySelector(".goals:not([hidden])")?.getBoundingClientRect().bottom ?? frame.top;
    return new DOMRect(frame.left, top, frame.width, frame.bottom - top);
  }

  /** What should not be covered. @param {Element[]} targets */
  obstacles(targets) {
    const others = [...this.host.querySelectorAll(".space, [data-piece], [data-tray], .zoom")].filter((one) => !targets.some((target) => target.contains(one)));
    return others.map((one) => one.getBoundingClientRect());
  }

  /** @param {Spot} spot  in coordinates of the page */
  put({ x, y, tail }) {
    const { left, top } = this.host.getBoundingClientRect();
    this.element.style.left = `${x - left}px`;
    this.element.style.top = `${y - top}px`;
    this.tail.hidden = tail === null;
    if (!tail) return;
    this.tail.dataset.side = tail.side;
    this.tail.style.left = `${tail.x - left}px`;
    this.tail.style.top = `${tail.y - top}px`;
  }
}

/** What to do, as a finger does it. @param {string} text */
function asTouched(text) {
  return COARSE.matches ? text.replace(/^Click\b/, "Tap") : text;
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

/** How much two rectangles share. @param {DOMRect} one @param {DOMRect} other */
function overlap(one, other) {
  const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return Math.max(0, wide) * Math.max(0, high);
}

/** @param {number} value @param {number} least @param {number} most */
function within(value, least, most) {
  return Math.max(least, Math.min(value, most));
}

/**
 * The place beside what is pointed at where the bubble covers least.
 * @param {DOMRect} target @param {DOMRect} room @param {HTMLElement} bubble @param {DOMRect[]} obstacles
 * @returns {Spot}
 */
function bestSpot(target, room, bubble, obstacles) {
  const { offsetWidth: wide, offsetHeight: high } = bubble;
  const cost = (/** @type {Spot} */ { x, y }) => {
    const rect = new DOMRect(x, y, wide, high);
    return overlap(rect, target) * MUST_NOT + obstacles.reduce((sum, one) => sum + overlap(rect, one), 0);
  };
  const spots = ALONG.flatMap((share) => spotsAround(target, room, wide, high, share));
  return spots.reduce((one, other) => (cost(other) < cost(one) ? other : one));
}

/**
 * Above, right, below and left of what is pointed at; `share` of the bubble lies before its middle.
 * @param {DOMRect} target @param {DOMRect} room @param {number} wide @param {number} high @param {number} share
 * @returns {Spot[]}
 */
function spotsAround(target, room, wide, high, share) {
  const [middleX, middleY] = [target.left + target.width / 2, target.top + target.height / 2];
  const x = (/** @type {number} */ wanted) => within(wanted, room.left + EDGE, room.right - wide - EDGE);
  const y = (/** @type {number} */ wanted) => within(wanted, room.top + EDGE, room.bottom - high - EDGE);
  const [across, down] = [x(middleX - wide * share), y(middleY - high * share)];
  const tailX = within(middleX, across + 2 * GAP, across + wide - 2 * GAP);
  const tailY = within(middleY, down + 2 * GAP, down + high - 2 * GAP);
  const [above, below] = [y(target.top - GAP - high), y(target.bottom + GAP)];
  const [before, behind] = [x(target.left - GAP - wide), x(target.right + GAP)];
  return [
    { x: across, y: above, tail: { side: "bottom", x: tailX, y: above + high } },
    { x: behind, y: down, tail: { side: "left", x: behind, y: tailY } },
    { x: across, y: below, tail: { side: "top", x: tailX, y: below } },
    { x: before, y: down, tail: { side: "right", x: before + wide, y: tailY } },
  ];
}
