/** The goals above the chart: what wins, how far each side is, and the points if it ended now. On a phone one line that opens. */

/** @import { Board, Goal } from "../types.js" */

import { el, refill } from "../elements.js";
import { MOST_FLAGS, flagsOf } from "../flags.js";
import { sideIndex } from "./names.js";

export const WHOLE = new Intl.NumberFormat("en");
const COMPACT = new Intl.NumberFormat("en", { notation: "compact" });
const MOST_SEGMENTS = 12;
const BEYOND = 1.3; // how far a bar goes on behind its target

/**
 * How far something is: a segment for each that counts, or a bar with a mark at its target.
 * @param {number} value @param {number} target @param {string} unit
 */
export function barOf(value, target, unit) {
  if (!unit && target <= MOST_SEGMENTS) {
    const segments = Array.from({ length: target }, (_, at) => el("i", { class: at < value ? "is-full" : null }));
    return el("span", { class: "goal-bar in-segments", "aria-hidden": "true" }, segments);
  }
  const whole = Math.max(target * (unit ? BEYOND : 1), value, 1);
  const [fill, mark] = [el("i", { class: "goal-fill" }), el("i", { class: "goal-mark" })];
  fill.style.width = `${(Math.max(value, 0) / whole) * 100}%`;
  mark.style.left = `${(target / whole) * 100}%`;
  return el("span", { class: "goal-bar", "aria-hidden": "true" }, fill, unit && mark);
}

/** @param {Intl.NumberFormat} format @param {number} value @param {number | null} target @param {string} unit */
export function amountIn(format, value, target, unit) {
  const figures = target === null ? format.format(value) : `${format.format(value)} of ${format.format(target)}`;
  return unit ? `${figures} ${unit}` : figures;
}

export class GoalStrip {
  #drawn = "";

  /** @param {Board} board @param {(kind: string) => SVGElement | null} signOf  draws a hull, where the chart has them */
  constructor(board, signOf) {
    this.board = board;
    this.signOf = signOf;
    this.element = el("section", { class: "goals", hidden: true, "aria-label": "Goals" });
  }

  /** @param {Goal[]} goals */
  show(goals) {
    const text = JSON.stringify(goals);
    if (text === this.#drawn) return;
    this.#drawn = text;
    this.element.hidden = goals.length === 0;
    if (!goals.length) return refill(this.element);
    const scores = goals.filter((goal) => goal.is_score);
    const others = goals.filter((goal) => !goal.is_score);
    // The second side stands at the left, as its ships face it.
    const [first, second] = this.board.sides.map((side) => others.filter((goal) => goal.side === side.id));
    const common = others.filter((goal) => !goal.is_danger && !this.board.sides.some((side) => side.id === goal.side));
    const dangers = others.filter((goal) => goal.is_danger);
    const list = (/** @type {Goal[]} */ own) =>
      el(
        "ul",
        { class: "goal-list" },
        own.map((goal) => this.goal(goal)),
      );
    const open = el(
      "button",
      {
        type: "button",
        class: "goals-open",
        "aria-expanded": "false",
        "aria-label": "Show all goals",
        on: { click: () => this.toggle(open) },
      },
      "▾",
    );
    refill(this.element, list([...(second ?? []), ...common]), scores.length > 0 && this.score(scores), list(first ?? []), dangers.length > 0 && this.dangers(dangers), open);
  }

  /** What loses the game at once, apart from what wins it. @param {Goal[]} goals */
  dangers(goals) {
    return el(
      "div",
      { class: "goal-dangers" },
      el("span", { class: "goal-warning" }, el("i", { "aria-hidden": "true" }, "⚠"), " You lose at once"),
      el(
        "ul",
        { class: "goal-list" },
        goals.map((goal) => this.goal(goal)),
      ),
    );
  }

  /** @param {HTMLElement} button */
  toggle(button) {
    const isOpen = this.element.classList.toggle("is-open");
    button.setAttribute("aria-expanded", String(isOpen));
    button.setAttribute("aria-label", isOpen ? "Show less of the goals" : "Show all goals");
    button.textContent = isOpen ? "▴" : "▾";
  }

  /** @param {Goal} goal */
  goal({ name, text, value, target, side, is_met, sign: kind, unit, is_danger }) {
    const hulls = kind ? this.hulls(kind, value ?? 0, target ?? 0) : null;
    const bar = !kind && value !== null && target !== null ? barOf(value, target, unit) : null;
    const amount = value === null ? null : amountIn(WHOLE, value, target, unit);
    const flags = flagsOf(this.board.sides.find(({ id }) => id === side)?.flags.slice(0, MOST_FLAGS), 15);
    const short = value !== null && unit ? amountIn(COMPACT, value, target, unit) : null; // for a phone
    const sign =
      is_met === true
        ? el("span", { class: "goal-met", role: "img", "aria-label": "reached" }, "✓")
        : is_met === false
          ? el("span", { class: "visually-hidden" }, "not reached")
          : null;
    return el(
      "li",
      {
        class: hulls ? "goal has-hulls" : bar ? "goal has-bar" : amount === null && !text && is_met === null ? "goal is-aim" : "goal",
        data: { accent: sideIndex(this.board, side) ?? -1, danger: is_danger },
        title: text ? `${name}: ${text}` : name,
      },
      el(
        "span",
        { class: "goal-name" },
        bar ? el("span", null, flags, name) : [flags, name],
        amount !== null && el("b", { class: hulls ? "visually-hidden" : short ? "wide-only" : null }, amount),
        short !== null && el("b", { class: "narrow-only", "aria-hidden": "true" }, short),
        sign,
      ),
      hulls ?? bar ?? (text && el("small", null, text)),
    );
  }

  /** A hull for each that counts, those that are lost struck out. @param {string} kind @param {number} left @param {number} all */
  hulls(kind, left, all) {
    const signs = Array.from({ length: all }, (_, at) => el("i", { class: at < left ? null : "is-lost" }, this.signOf(kind)));
    return el("span", { class: "goal-hulls", "aria-hidden": "true" }, signs);
  }

  /** @param {Goal[]} scores */
  score(scores) {
    const flagsFor = (/** @type {Goal} */ { side }) => flagsOf(this.board.sides.find(({ id }) => id === side)?.flags.slice(0, MOST_FLAGS)) ?? el("i");
    const bySide = [...this.board.sides].reverse().flatMap((side) => scores.find((goal) => goal.side === side.id) ?? []);
    const parts = bySide.map((goal, at) =>
      el(
        "span",
        {
          class: "goal-score",
          data: { accent: sideIndex(this.board, goal.side) ?? -1 },
          "aria-label": `${this.board.sides.find((side) => side.id === goal.side)?.name ?? ""} ${goal.value ?? 0}`,
        },
        at === 0 && flagsFor(goal),
        el("b", null, goal.value ?? 0),
        at > 0 && flagsFor(goal),
      ),
    );
    return el("div", { class: "goal-scores" }, parts[0], el("small", null, scores[0]?.name ?? ""), parts[1]);
  }
}
