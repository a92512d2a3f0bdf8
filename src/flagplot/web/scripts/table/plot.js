/** The plot: the chart, a second one beside it in replays, the battle board over it, and the dice tray. */

/** @import { Board, Lineup, Option, View } from "../types.js" */
/** @import { Motion } from "../chart/motion.js" */
/** @import { Chart, Target } from "../chart/chart.js" */
/** @import { Shades } from "../chart/shades.js" */
/** @import { MeasuredChart } from "../measured/chart.js" */

import { LineupBoard } from "../chart/lineup.js";
import { el, refill } from "../elements.js";
import { Dial } from "./dial.js";
import { DiceTray } from "./dice.js";
import { GoalStrip } from "./goals.js";

const ZOOM_STEP = 1.4;

/** @typedef {Chart | MeasuredChart} AnyChart */
/** @typedef {(host: HTMLElement, board: Board) => AnyChart} MakeChart */

/**
 * @typedef {object} Handling
 * @property {(target: Target) => void} pick
 * @property {(target: Target | null) => void} point
 * @property {(place: string) => void} read  a place of the search plot is pointed at, or none
 * @property {(piece: string, space: string) => void} drop
 * @property {(piece: string, space: string | null) => void} trail  a piece is dragged over a space, or dropped nowhere
 */

export class Plot {
  /**
   * @param {HTMLElement} host
   * @param {Board} board
   * @param {MakeChart} makeChart
   * @param {Motion} motion
   * @param {Handling} handling
   */
  constructor(host, board, makeChart, motion, handling) {
    this.host = host;
    this.board = board;
    this.makeChart = makeChart;
    this.handling = handling;
    this.first = el("div", { class: "chart-host", id: "chart", tabindex: "-1" });
    this.second = el("div", { class: "chart-host second", hidden: true });
    this.firstTitle = el("p", { class: "chart-title", hidden: true });
    this.secondTitle = el("p", { class: "chart-title" });
    this.lineupBody = el("div", { class: "lineup-body" });
    this.lineupToggle = el("button", {
      type: "button",
      class: "button icon lineup-toggle",
      "aria-expanded": "true",
      on: { click: () => this.toggleLineup() },
    });
    this.lineup = el("div", { class: "lineup-overlay", hidden: true }, this.lineupBody, this.lineupToggle);
    this.lineupName = "";
    this.overlay = el("div", { class: "tray-host" });
    this.dial = new Dial(
      (id) => handling.pick({ kind: "cell", id }),
      (option) => handling.point(option && { kind: "option", id: option.label, option }),
    );
    this.first.addEventListener("keydown", (event) => this.dial.pressed(event));
    this.search = el("div", { class: "search-plot", role: "group", "aria-label": "Search plot", hidden: true });
    /** @type {Shades | null} */
    this.shades = null;
    this.goals = new GoalStrip(board, (kind) => this.signOf(kind));
    refill(
      host,
      this.goals.element,
      el("div", { class: "charts" }, el("div", { class: "chart-frame" }, this.first, this.firstTitle, this.dial.element), this.second),
      el(
        "div",
        { class: "zoom", role: "group", "aria-label": "Zoom" },
        this.zoomButton("+", "Zoom in", () => this.chart.zoomBy(ZOOM_STEP)),
        this.zoomButton("−", "Zoom out", () => this.chart.zoomBy(1 / ZOOM_STEP)),
        this.zoomButton("⤢", "Show the whole chart", () => this.chart.fit()),
      ),
      this.search,
      this.lineup,
      this.overlay,
    );
    this.chart = makeChart(this.first, board);
    this.battle = new LineupBoard(this.lineupBody, { sides: board.sides });
    /** @type {AnyChart | null} */
    this.twin = null;
    this.tray = new DiceTray(this.overlay, motion);
    for (const source of [this.chart, this.battle]) this.listen(source);
  }

  /** A hull, where the chart has them. @param {string} kind @returns {SVGElement | null} */
  signOf(kind) {
    return "signOf" in this.chart ? this.chart.signOf(kind) : null;
  }

  /** @param {AnyChart | LineupBoard} source */
  listen(source) {
    const { handling } = this;
    source.addEventListener("pick", (event) => handling.pick(/** @type {CustomEvent<Target>} */ (event).detail));
    source.addEventListener("point", (event) => handling.point(/** @type {CustomEvent<Target | null>} */ (event).detail));
    source.addEventListener("read", (event) => handling.read(/** @type {CustomEvent<string>} */ (event).detail));
    source.addEventListener("drop", (event) => {
      const { piece, space } = /** @type {CustomEvent<{ piece: string, space: string }>} */ (event).detail;
      handling.drop(piece, space);
    });
    source.addEventListener("trail", (event) => {
      const { piece, space } = /** @type {CustomEvent<{ piece: string, space: string | null }>} */ (event).detail;
      handling.trail(piece, space);
    });
  }

  /** Lays another board on the table: a new chart, seen as a whole. @param {Board} board */
  lay(board) {
    const hadFocus = this.first.contains(document.activeElement);
    this.board = board;
    this.chart.close();
    this.twin?.close();
    this.twin = null;
    this.chart = this.makeChart(this.first, board);
    this.listen(this.chart);
    this.chart.shade(this.shades);
    this.chart.fit();
    if (hadFocus) this.first.focus();
  }

  /** Shades the chart by the search plot; null: not at all. @param {Shades | null} shades */
  shade(shades) {
    this.shades = shades;
    this.chart.shade(shades);
  }

  close() {
    this.chart.close();
    this.twin?.close();
    this.tray.skip();
  }

  /**
   * @param {string} text
   * @param {string} title
   * @param {() => void} run
   */
  zoomButton(text, title, run) {
    return el("button", { type: "button", class: "button icon", title, "aria-label": title, on: { click: run } }, text);
  }

  /**
   * @param {View} view
   * @param {boolean} animate
   */
  async show(view, animate) {
    this.host.dataset.light = view.light;
    this.goals.show(view.goals);
    this.showLineups(view.lineups);
    await this.chart.show(view, { animate });
  }

  /** @param {Lineup[]} lineups */
  showLineups(lineups) {
    this.lineup.hidden = lineups.length === 0;
    this.lineupName = lineups.map((lineup) => lineup.name).join(", ");
    this.drawToggle();
    this.battle.show(lineups);
  }

  toggleLineup() {
    this.minimiseLineup(!this.lineup.classList.contains("minimised"));
  }

  /** @param {boolean} minimised */
  minimiseLineup(minimised) {
    this.lineup.classList.toggle("minimised", minimised);
    this.drawToggle();
  }

  drawToggle() {
    const minimised = this.lineup.classList.contains("minimised");
    this.lineupToggle.textContent = minimised ? this.lineupName : "–";
    this.lineupToggle.title = minimised ? "Open the battle board" : "Minimise the battle board";
    this.lineupToggle.setAttribute(
      "aria-label",
      minimised ? `Open the battle board: ${this.lineupName}` : "Minimise the battle board",
    );
    this.lineupToggle.setAttribute("aria-expanded", String(!minimised));
  }

  /**
   * The same moment twice; null: one chart only.
   * @param {{ view: View, title: string, ownTitle: string } | null} beside
   */
  showBeside(beside) {
    if (this.second.hidden === (beside !== null)) requestAnimationFrame(() => requestAnimationFrame(() => this.chart.fit()));
    this.second.hidden = beside === null;
    this.firstTitle.hidden = beside === null;
    if (!beside) {
      this.twin?.close();
      this.twin = null;
      refill(this.second);
      return;
    }
    this.firstTitle.textContent = beside.ownTitle;
    this.secondTitle.textContent = beside.title;
    if (!this.twin) {
      const host = el("div", { class: "chart-host" });
      refill(this.second, host, this.secondTitle);
      this.twin = this.makeChart(host, this.board);
    }
    void this.twin.show(beside.view, { animate: false });
  }

  /**
   * @param {Option[] | null} options
   * @param {string[]} subjects  the pieces that are asked about
   * @param {import("../types.js").Track | null} dial  whose cells are options
   */
  offer(options, subjects = [], dial = null) {
    // The battle board makes room when the answer lies on the chart beneath it.
    if (options) this.minimiseLineup(options.some((option) => option.spaces.length > 0 && !option.sections));
    this.chart.offer(options, subjects);
    this.dial.show(dial, options ?? []);
    this.battle.offer(options, subjects);
  }

  /** @param {Option | null} option @returns {import("../measured/bearings.js").Bearing[]}  what would bear on whom after it */
  preview(option) {
    this.battle.preview(option);
    return this.chart.preview(option) ?? [];
  }

  /** The next option round a fan of ghosts; null where there is none. @param {Option} option @param {1 | -1} step */
  besideGhost(option, step) {
    return "beside" in this.chart ? this.chart.beside(option, step) : null;
  }

  /** @param {string[]} ids */
  light(ids) {
    this.chart.light(ids);
    this.battle.light(ids);
  }
}
