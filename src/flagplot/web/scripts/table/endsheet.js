/** The end sheet over the table: verdict, totals, goals, a curve by turn, moments and losses, and what can be done now. */

/** @import { Board, EndSheet, GameInfo, Goal, Highlight, Loss, Position, Result, SeatInfo } from "../types.js" */
/** @import { Company } from "./company.js" */
/** @import { Replay } from "./replay.js" */

import * as api from "../api.js";
import { figureOf } from "../chart/figures.js";
import { isComputer } from "../computers.js";
import { notice } from "../dialogs.js";
import { el, refill } from "../elements.js";
import { flagsOf } from "../flags.js";
import { ruleLink } from "../rules/book.js";
import { copied } from "../sharing.js";
import { ONLOOKER } from "../store.js";
import { AnalysisView, Working, analysed } from "./analysis.js";
import { drawCurve } from "./curve.js";
import { WHOLE, amountIn, barOf } from "./goals.js";
import { sideIndex } from "./names.js";
import { drawPicture, sharePicture } from "./picture.js";
import { hasWon, inOrder, isGoodFor, isReached, lostByTurn, ownSide, sideName, verdictOf } from "./results.js";

const NARROW = matchMedia("(width <= 900px)");

/**
 * @typedef {object} Ended
 * @property {GameInfo} game
 * @property {Board} board
 * @property {Position} position
 * @property {Result} result
 * @property {Company} company
 * @property {Replay} replay
 * @property {(kind: string) => SVGElement | null} signOf  draws a hull, where the chart has them
 * @property {() => void} closed  the chart behind it is to be seen
 */

export class EndSheetPanel {
  /**
   * @param {EndSheet} sheet
   * @param {Ended} ended
   */
  constructor(sheet, ended) {
    this.sheet = sheet;
    this.ended = ended;
    const verdict = verdictOf(ended.board, ended.position, ended.result);
    this.heading = el("h2", { id: "end-title", tabindex: "-1" }, [sheet.report.summary.headline, verdict].filter(Boolean).join(" "));
    this.element = el("section", { class: "end-sheet", role: "dialog", "aria-labelledby": "end-title" });
    this.side = ownSide(ended.position);
    this.actions = el("footer", { class: "end-foot" });
    this.body = el("div", { class: "end-body" }, this.course(), this.aside());
    /** @type {import("../types-analysis.js").Analysis | null} */
    this.analysis = null;
    this.isAnalysing = false;
    this.turning = el("button", { type: "button", class: "button", on: { click: () => void this.analyse() } });
    refill(this.element, this.head(), this.body, this.actions);
    this.drawActions();
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      event.preventDefault();
      this.close();
    });
  }

  open() {
    document.body.append(this.element);
    document.body.classList.add("has-end-sheet");
    this.heading.focus({ preventScroll: true });
  }

  close() {
    if (!this.element.isConnected) return;
    this.element.remove();
    document.body.classList.remove("has-end-sheet");
    this.ended.closed();
  }

  /** Shows what can be done now: the others may have begun the next game. @param {Position} position */
  renew(position) {
    const { position: before } = this.ended;
    this.ended.position = position;
    if (JSON.stringify(before.table) !== JSON.stringify(position.table)) this.drawActions();
  }

  head() {
    const { position, result } = this.ended;
    const { totals } = this.sheet.report.summary;
    const won = hasWon(position, result);
    return el(
      "header",
      { class: "end-head" },
      el("span", { class: "end-seal", data: { won: String(won) }, "aria-hidden": "true" }, won === null ? "⚓" : won ? "✓" : "✕"),
      el("div", { class: "end-verdict" }, this.heading, el("p", null, this.side && this.flags(this.side), result.reason, " ", result.rule && ruleLink(position.game, result.rule))),
      el(
        "dl",
        { class: "end-totals" },
        totals.map(({ value, name }) => el("div", null, el("dd", null, value), el("dt", null, name))),
      ),
      el("button", { type: "button", class: "button quiet icon end-close", "aria-label": "Close the report and show the chart", on: { click: () => this.close() } }, "✕"),
    );
  }

  /** Goals against results, and the curve. */
  course() {
    const { board, position } = this.ended;
    const { curve, perspective } = this.sheet.report.summary;
    const goals = position.view.goals.filter((goal) => !goal.is_score);
    return el(
      "div",
      { class: "end-course" },
      goals.length > 0 && el("h3", null, "Goal against result"),
      goals.length > 0 && el("ul", { class: "end-goals" }, goals.map((goal) => this.goal(goal))),
      curve && el("h3", null, curve.name),
      curve && drawCurve(curve, lostByTurn(this.sheet.report.losses, curve.turns.length, this.side), (id) => sideIndex(board, id), { isNarrow: NARROW.matches }),
      perspective && el("p", { class: "soft" }, el("b", null, "In perspective: "), perspective),
    );
  }

  /** @param {string} side */
  flags(side) {
    return flagsOf(this.ended.board.sides.find(({ id }) => id === side)?.flags, 15);
  }

  /** The flag of a side that has one; whose of several a ship flew is not told. @param {string} side */
  onlyFlag(side) {
    const keys = this.ended.board.sides.find(({ id }) => id === side)?.flags ?? [];
    return keys.length === 1 ? flagsOf(keys, 15) : null;
  }

  /** @param {Goal} goal */
  goal(goal) {
    const { name, text, value, target, unit, side } = goal;
    const { board, position } = this.ended;
    const reached = isReached(goal);
    const isOwn = !side || !this.side || side === this.side;
    const isShared = this.ended.position.view.goals.every((other) => other.side === side);
    const words = value === null ? (reached === null ? text : reached ? "reached" : "not reached") : amountIn(WHOLE, value, target, unit);
    return el(
      "li",
      { class: "end-goal", data: { reached: isOwn ? String(reached) : "theirs", danger: goal.is_danger }, title: text },
      el("span", { class: "end-goal-name" }, name, side && !isShared && el("small", null, " ", this.flags(side), ` ${sideName(board, position, side)}`)),
      value !== null && target !== null ? barOf(value, target, unit) : el("span", null),
      el(
        "b",
        null,
        reached !== null && el("span", { role: "img", "aria-label": reached ? "done" : "missed" }, reached ? "✓ " : "✕ "),
        words,
      ),
    );
  }

  /** Moments and losses; each leads into the replay. */
  aside() {
    const { highlights, losses } = this.sheet.report;
    return el(
      "div",
      { class: "end-aside" },
      highlights.length > 0 && el("h3", null, "Best and worst moments"),
      highlights.length > 0 && el("ul", { class: "end-moments" }, inOrder(highlights, this.side).map((one) => this.moment(one))),
      el("h3", null, "Losses"),
      losses.length > 0 ? el("ul", { class: "end-losses" }, losses.map((loss) => this.loss(loss))) : el("p", { class: "soft" }, "Nobody was lost."),
    );
  }

  /** Shows the analysis in place of the report, when it has been worked out, or the report again. */
  async analyse() {
    this.isAnalysing = !this.isAnalysing;
    this.drawActions();
    this.turning.focus({ preventScroll: true });
    if (!this.isAnalysing) return refill(this.body, this.course(), this.aside());
    const isWanted = () => this.isAnalysing && this.element.isConnected;
    const working = new Working();
    if (!this.analysis) refill(this.body, working.element);
    try {
      this.analysis ??= await analysed(this.ended.replay.api, (share) => working.progress(share), isWanted);
      if (!this.analysis || !isWanted()) return;
      const { board, position } = this.ended;
      const shown = { board, position, side: this.side, jump: (/** @type {number} */ moment) => this.jump(moment), isNarrow: NARROW.matches };
      refill(this.body, new AnalysisView(this.analysis, shown).halves());
    } catch (error) {
      working.fail(api.sentence(error));
    }
  }

  /** @param {number} moment */
  jump(moment) {
    const { replay } = this.ended;
    this.close();
    void replay.go(Math.min(moment, replay.last), false);
  }

  /** @param {Highlight} one */
  moment({ moment, turn, place, title, swing, good_for }) {
    const isGood = isGoodFor(good_for, this.side);
    return el(
      "li",
      null,
      el(
        "button",
        { type: "button", class: "end-moment", data: { good: String(isGood) }, on: { click: () => this.jump(moment) } },
        el("span", { class: "end-play", "aria-hidden": "true" }, "▶︎"),
        el("span", null, el("small", null, [turn, place].filter(Boolean).join(", ")), el("b", null, title)),
        swing && el("b", { class: "end-swing" }, swing),
      ),
    );
  }

  /** @param {Loss} loss */
  loss({ moment, turn, name, figure, side, place, how }) {
    const { board, position } = this.ended;
    const hasSides = this.sheet.report.losses.some((other) => other.side !== side);
    return el(
      "li",
      null,
      el(
        "button",
        { type: "button", class: "end-loss", on: { click: () => this.jump(moment) } },
        el("span", { class: "end-figure", "aria-hidden": "true" }, figure && (this.ended.signOf(figure) ?? silhouette(figure, side, name, board))),
        el("b", null, name, hasSides && el("small", null, " ", this.onlyFlag(side), ` ${sideName(board, position, side)}`)),
        el("span", null, turn),
        el("span", null, [place, how].filter(Boolean).join(", ")),
      ),
    );
  }

  drawActions() {
    const { position, replay, company, game, board, result } = this.ended;
    const isOnlooker = position.seat === ONLOOKER;
    const button = (/** @type {string} */ label, /** @type {() => void} */ run, /** @type {string} */ kind = "button") =>
      el("button", { type: "button", class: kind, on: { click: run } }, label);
    const watch = () => {
      this.close();
      replay.togglePlay();
    };
    const again = () => (position.table.can.includes("rematch") ? void company.take("rematch") : void this.begin(null));
    const link = () => void copied(`${location.origin}/g/${position.id}#0`, "The link to the replay is copied. Open the game to spectators if they are to use it.");
    const picture = () => void sharePicture(drawPicture(game.title, board, position, result, this.sheet.report), `flagplot-${position.game}`);
    const { next } = position.table;
    this.turning.textContent = this.isAnalysing ? "Show the report" : "Analyse";
    refill(
      this.actions,
      next && el("a", { class: "button primary", href: `/g/${next}` }, "Go to the rematch"),
      !isOnlooker && !next && button("Play again", again, "button primary"),
      !isOnlooker && this.sheet.seed !== null && button("Same dice again", () => void this.begin(this.sheet.seed)),
      this.turning,
      button("Watch the replay", watch),
      el("a", { class: "button quiet", href: `/g/${position.id}/dice` }, "Proof of the dice"),
      el("span", { class: "end-share" }, "Share"),
      button("As a picture", picture, "button share"),
      button("Copy link to the replay", link, "button share"),
      !isOnlooker && el("a", { class: "button", href: `/api/matches/${position.id}/save`, download: "" }, "Save"),
    );
  }

  /** Begins the same game again. @param {string | null} seed  null: with other dice */
  async begin(seed) {
    const { position } = this.ended;
    const { scenario, options } = this.sheet;
    const seats = Object.fromEntries(position.seats.map((seat) => [seat.id, wished(seat)]));
    try {
      const started = await api.start({ game: position.game, scenario, options, seats, ...(seed === null ? {} : { seed }) });
      location.href = `/g/${started.id}`;
    } catch (error) {
      notice(api.sentence(error));
    }
  }
}

/**
 * Who should have a seat in the next game: people other than yourself are not there, so the captain takes their place.
 * @param {SeatInfo} seat
 * @returns {import("../types.js").Player}
 */
function wished({ player }) {
  return player === "you" ? "me" : isComputer(player) ? player : "captain";
}

/** @param {string} kind @param {string} side @param {string} name @param {Board} board */
function silhouette(kind, side, name, board) {
  const piece = { id: "", kind, side, space: "", name, count: 1, badges: [], pips: null, hidden: false, damage: null, placed: null };
  return figureOf(piece, { size: 40, sides: board.sides });
}
