/** The options of a decision as buttons: a list in groups, or a grid of places; filtered, numbered, reached by keys. */

/** @import { Board, Decision, Odds, Option, View } from "../types.js" */
/** @import { OddsBook } from "./odds.js" */

import { figureOf } from "../chart/figures.js";
import { el, refill } from "../elements.js";
import { capital } from "../words.js";
import { Digits } from "./digits.js";
import { apartOf, gridOf, groupsOf } from "./grouping.js";
import { oddsBar, oddsParts, worthShowing } from "./odds.js";
import { forecastWords } from "../chances.js";
import { forecastLine, forecastOf, modifiersOf } from "./forecasts.js";
import { sideIndex } from "./names.js";
import { Signs } from "./signs.js";
import { isPointerIn, isStray, keepSteady } from "./steady.js";

const FILTER_FROM = 9;
const MOST_DOTS = 5;
const ODDS_HEIGHT = 34; // of a bar and a line, where options of the kind have not been seen yet

/** How high the odds were when last seen, by question and option, or by the kind of option; 0: there were none. @type {Map<string, number>} */
const heights = new Map();

/**
 * @typedef {object} Listening
 * @property {(option: Option) => void} choose
 * @property {(option: Option | null, odds: Odds | null) => void} point  hover or focus
 * @property {(words: string) => void} say  beside the list; empty: nothing
 *
 * @typedef {object} Choice
 * @property {Option} option
 * @property {HTMLButtonElement} button
 * @property {HTMLElement} frame  the button with what stands around it
 * @property {HTMLElement} key  where its number stands
 * @property {HTMLElement | null} room  where its odds stand, kept free until they come
 * @property {Odds | null} odds
 */

export class OptionList {
  /**
   * @param {HTMLElement} host
   * @param {Decision} decision
   * @param {Board} board
   * @param {View} view
   * @param {OddsBook} odds
   * @param {Listening} listening
   */
  constructor(host, decision, board, view, odds, listening) {
    this.host = host;
    this.panel = /** @type {HTMLElement} */ (host.parentElement);
    this.kind = decision.key;
    this.options = decision.options;
    this.board = board;
    this.view = view;
    this.odds = odds;
    this.listening = listening;
    this.signs = new Signs(board, view);
    this.pieces = new Map(
      [...view.pieces, ...view.trays.flatMap((tray) => tray.pieces), ...view.lineups.flatMap((lineup) => lineup.sections.flatMap((section) => section.pieces))].map((piece) => [
        piece.id,
        piece,
      ]),
    );
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {Choice | null} what is pointed at on the chart */
    this.pointed = null;
    /** @type {Set<Option> | null} */
    this.narrowed = null;
    /** Options that stand below the list. @type {Choice[]} */
    this.pinned = [];
    /** @type {HTMLElement[]} kept free for odds that do not exist */
    this.vacant = [];
    /** Cards that are typed in go by the number on them, not by their place in the list. */
    this.byLabel = decision.dice !== null;
    this.digits = new Digits(listening.say);
    this.search = el("input", {
      type: "search",
      class: "field filter",
      placeholder: `Filter ${this.options.length} options`,
      "aria-label": "Filter the options",
      on: { input: () => this.filter(), keydown: (/** @type {KeyboardEvent} */ event) => this.keyInSearch(event) },
    });
    this.narrowing = el("p", { class: "narrowing", hidden: true });
    this.empty = el("p", { class: "soft", hidden: true }, "No option has these letters.");
    this.body = el("div", { class: "options-body" });
    this.figures = el("p", { class: "forecast-line" }, forecastLine(this.options, null));
    this.sight = new IntersectionObserver((entries) => this.seen(entries), { rootMargin: "80px" });
    this.build();
  }

  close() {
    this.sight.disconnect();
    this.digits.forget();
  }

  build() {
    this.host.classList.toggle("tiles", this.byLabel);
    const { grid, rest } = gridOf(this.options, this.board);
    /** @type {HTMLElement[]} */
    const parts = grid ? [this.grid(grid), this.figures] : [];
    const apart = this.byLabel ? [] : apartOf(rest, grid !== null);
    const listed = rest.filter((option) => !apart.includes(option));
    for (const group of groupsOf(listed, this.board, this.pieces)) {
      if (group.name) parts.push(el("h3", { class: "options-group" }, group.name));
      parts.push(
        el(
          "div",
          { class: "options-list" },
          group.options.map((option) => this.row(option)),
        ),
      );
    }
    refill(this.body, parts);
    for (const option of apart) this.pin(option);
    refill(this.host, listed.length >= FILTER_FROM && this.search, this.body, this.empty);
    this.panel.prepend(this.narrowing); // on top, so that nobody wonders where the other options are
    this.number();
    if (this.byLabel) return;
    for (const choice of this.choices) if (!isSteered(choice.option)) this.sight.observe(choice.button);
  }

  /** Makes the button of an option that stands below the list. @param {Option} option */
  pin(option) {
    const button = this.button(option, "pinned");
    const choice = { option, button, frame: button, key: el("kbd"), room: null, odds: null };
    this.choices.push(choice);
    this.pinned.push(choice);
  }

  /** @param {Option} option */
  row(option) {
    const key = el("kbd", { class: "key" });
    const piece = option.pieces.length === 1 ? this.pieces.get(option.pieces[0] ?? "") : undefined;
    const button = this.button(
      option,
      "option",
      key,
      this.label(option),
      forecastOf(option, true),
      modifiersOf(option),
      piece && !piece.placed && el("span", { class: "option-figure", "aria-hidden": "true" }, figureOf(piece, { size: 44, sides: this.board.sides })),
    );
    const room = this.byLabel || isSteered(option) ? null : this.room(option, button);
    const frame = el("div", { class: "option-card" }, button, room); // beside the button, for odds may hold one
    this.choices.push({ option, button, frame, key, room, odds: null });
    return frame;
  }

  /**
   * A label with what it is in bold and the rest plain: "Number 3", then "at sea" or "(3 dice)".
   * @param {Option} option
   */
  label({ label, lines = [], trays = [] }) {
    const cut = label.search(/[,:] | \(/);
    const [head, rest] = cut < 0 ? [label, ""] : [label.slice(0, cut), label.slice(cut)];
    const concerned = [...lines, ...trays];
    const inRest = concerned.filter((id) => !head.includes(this.signs.signed.get(id)?.name ?? ""));
    return el("span", { class: "option-text" }, el("b", null, this.signs.put(capital(head), concerned)), this.signs.put(rest, inRest));
  }

  /**
   * The place of the odds, as high as they will probably be, so that little moves when they come; none is kept where
   * options of the kind had no odds before.
   * @param {Option} option
   * @param {HTMLButtonElement} button
   */
  room(option, button) {
    const room = el("div", { class: "option-odds", id: `odds-${button.dataset.option}` });
    const height = heights.get(this.oddsKey(option)) ?? heights.get(this.oddsKind(option)) ?? ODDS_HEIGHT;
    room.style.minHeight = `${height}px`;
    room.hidden = height === 0;
    return room;
  }

  /** @param {Option} option */
  oddsKey({ value }) {
    return `${this.kind} ${JSON.stringify(value)}`;
  }

  /** What options have in common whose odds are alike: the question, and the word with which they begin. @param {Option} option */
  oddsKind({ value }) {
    return `${this.kind} ${Array.isArray(value) && typeof value[0] === "string" ? value[0] : ""}`;
  }

  /** @param {import("./grouping.js").Grid} grid */
  grid(grid) {
    return el(
      "table",
      { class: "option-grid" },
      el(
        "thead",
        null,
        el(
          "tr",
          null,
          el("td", null),
          grid.columns.map((column) => el("th", { scope: "col" }, column)),
        ),
      ),
      el(
        "tbody",
        null,
        grid.rows.map((row) =>
          el(
            "tr",
            null,
            el(
              "th",
              { scope: "row", title: this.lyingIn(row.space.id) },
              row.space.name,
              el("small", null, this.lyingIn(row.space.id)),
            ),
            row.cells.map((option) => el("td", null, option && this.cell(option))),
          ),
        ),
      ),
    );
  }

  /** Explains the figures of what is pointed at. @param {Option | null} option */
  explain(option) {
    this.figures.textContent = forecastLine(this.options, option);
  }

  /** @param {Option} option */
  cell(option) {
    const key = el("kbd", { class: "key" });
    const there = this.view.pieces.filter((piece) => piece.space === option.spaces[0]);
    const figures = forecastOf(option, false);
    const button = this.button(
      option,
      figures ? "cell has-forecast" : "cell",
      key,
      figures,
      el(
        "span",
        { class: "dots", "aria-hidden": "true" },
        there
          .slice(0, MOST_DOTS)
          .map((piece) => el("span", { class: "dot", data: { side: sideIndex(this.board, piece.side) ?? 0 } })),
      ),
    );
    const words = [option.label, there.length && `${there.length} there`, forecastWords(option.forecast ?? [])];
    button.setAttribute("aria-label", words.filter(Boolean).join(", "));
    this.choices.push({ option, button, frame: button, key, room: null, odds: null });
    return button;
  }

  /**
   * What lies in a larger space itself, and the figures that belong to it, in a few words.
   * @param {string} space
   */
  lyingIn(space) {
    const pieces = this.view.pieces.filter((piece) => piece.space === space).map((piece) => `${piece.name} ${piece.count}`);
    const facts = this.view.facts.filter((fact) => fact.about === space).map((fact) => `${fact.name} ${fact.value}`);
    return [...pieces, ...facts].join(" · ");
  }

  /**
   * @param {Option} option
   * @param {string} className
   * @param {...(import("../elements.js").Child)} content
   */
  button(option, className, ...content) {
    const point = () => {
      this.explain(option);
      this.listening.point(option, this.choices.find((choice) => choice.option === option)?.odds ?? null);
    };
    const leave = () => {
      this.explain(null);
      this.listening.point(null, null);
    };
    return el(
      "button",
      {
        type: "button",
        class: className,
        data: { option: this.options.indexOf(option) },
        on: {
          click: (/** @type {MouseEvent} */ event) => isStray(event) || this.listening.choose(option),
          pointerenter: point,
          // After a click the page hands the focus on to an option that nobody points at.
          focus: (/** @type {FocusEvent} */ { currentTarget }) => /** @type {Element} */ (currentTarget).matches(":focus-visible") && point(),
          pointerleave: leave,
          blur: leave,
        },
      },
      ...content,
    );
  }

  /** A lesson takes some of the options only: these stand out. @param {(option: Option) => boolean} isTaught */
  teach(isTaught) {
    for (const { option, frame, button } of this.choices) {
      button.dataset.taught = String(isTaught(option));
      frame.classList.toggle("taught", isTaught(option));
    }
    this.choices.find(({ option }) => isTaught(option))?.frame.scrollIntoView({ block: "nearest" });
  }

  /** @param {IntersectionObserverEntry[]} entries */
  seen(entries) {
    for (const entry of entries) {
      const choice = entry.isIntersecting && this.choices.find((candidate) => candidate.button === entry.target);
      if (!choice) continue;
      this.sight.unobserve(choice.button);
      this.odds.want(choice.option.value, (odds) => this.showOdds(choice, odds));
    }
  }

  /**
   * @param {Choice} choice
   * @param {Odds} odds
   */
  showOdds(choice, odds) {
    const { button, frame, room } = choice;
    const isTold = odds.outcomes.length === 1 && Boolean(choice.option.forecast?.length); // its figures say as much
    const isWorthIt = worthShowing(odds) && !isTold;
    if (isWorthIt) choice.odds = odds;
    if (isWorthIt && frame === button && button.classList.contains("cell")) button.append(oddsBar(odds));
    if (!room) return;
    if (!isWorthIt) {
      this.learn(choice, 0);
      this.vacant.push(room);
      if (!isPointerIn(this.panel)) this.clear();
      return;
    }
    keepSteady(this.panel, () => {
      const kept = room.style.minHeight;
      room.style.minHeight = "";
      room.hidden = false;
      refill(room, ...oddsParts(odds, choice.option.label));
      const { height } = room.getBoundingClientRect();
      if (height) this.learn(choice, height); // not while the panel is out of sight
      room.style.minHeight = kept;
    });
    button.setAttribute("aria-describedby", room.id);
    this.keepInSight();
  }

  /**
   * @param {Choice} choice
   * @param {number} height  of its odds
   */
  learn({ option }, height) {
    heights.set(this.oddsKey(option), height);
    const kind = this.oddsKind(option);
    heights.set(kind, Math.max(height, heights.get(kind) ?? 0));
  }

  /** Gives up the room that was kept free in vain; not while the pointer is near, for the list closes up. */
  clear() {
    keepSteady(this.panel, () => {
      for (const room of this.vacant.splice(0)) room.hidden = true;
    });
  }

  // Filtering

  /** @returns {Choice[]} those that can be seen, in their order */
  visible() {
    return this.choices.filter((choice) => !choice.frame.hidden);
  }

  filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { option, frame } of this.choices.filter((choice) => !this.pinned.includes(choice))) {
      const label = option.label.toLowerCase();
      const isOut = (this.narrowed !== null && !this.narrowed.has(option)) || !words.every((word) => label.includes(word));
      frame.hidden = isOut && !frame.classList.contains("taught"); // what a lesson asks for stays in sight
    }
    for (const list of this.body.querySelectorAll(".options-list, tr")) this.hideEmpty(/** @type {HTMLElement} */ (list));
    for (const heading of this.body.querySelectorAll("h3"))
      heading.hidden = /** @type {HTMLElement} */ (heading.nextElementSibling).hidden;
    this.empty.hidden = this.visible().length > 0;
    this.number();
  }

  /** @param {HTMLElement} list */
  hideEmpty(list) {
    const held = this.choices.filter((choice) => list.contains(choice.frame));
    if (held.length) list.hidden = held.every((choice) => choice.frame.hidden);
  }

  /**
   * Shows only these options, because the player picked something that several of them touch.
   * @param {Option[]} options
   * @param {string} name  of what was picked
   * @param {string} [id]  of what was picked
   */
  narrow(options, name, id = "") {
    this.narrowed = new Set(options);
    this.search.value = "";
    refill(
      this.narrowing,
      el("span", null, el("b", null, this.signs.put(name, [id])), `: ${options.length} options`),
      el("button", { type: "button", class: "button small", "aria-label": "All options", on: { click: () => this.widen() } }, "All ✕"),
    );
    this.narrowing.hidden = false;
    this.search.hidden = true;
    this.filter();
    this.focusFirst();
  }

  widen() {
    this.narrowed = null;
    this.narrowing.hidden = true;
    this.search.hidden = false;
    this.filter();
  }

  number() {
    this.visible().forEach((choice, index) => (choice.key.textContent = String(index + 1)));
  }

  // Keys

  focusFirst() {
    this.visible()[0]?.button.focus({ preventScroll: false });
  }

  /** @param {-1 | 1} step */
  move(step) {
    const visible = this.visible();
    const at = visible.findIndex((choice) => choice.frame.contains(document.activeElement));
    const next = at < 0 ? (step > 0 ? 0 : visible.length - 1) : (at + step + visible.length) % visible.length;
    visible[next]?.button.focus();
  }

  /**
   * In a grid: the same square of the next or the former place.
   * @param {-1 | 1} step
   */
  moveRow(step) {
    const cell = document.activeElement?.closest("td");
    let row = cell?.closest("tr");
    if (!cell || !row) return this.move(step);
    while ((row = /** @type {HTMLTableRowElement | null} */ (step > 0 ? row.nextElementSibling : row.previousElementSibling))) {
      const button = /** @type {HTMLButtonElement | undefined} */ (
        row.cells[cell.cellIndex]?.querySelector("button:not([hidden])") ?? undefined
      );
      if (button) return button.focus();
    }
    const inGrid = this.visible().filter((choice) => choice.button.classList.contains("cell"));
    (step > 0 ? this.visible()[inGrid.length] : undefined)?.button.focus();
  }

  /**
   * Chooses by number; where a second digit could follow, it is waited for a moment.
   * @param {string} digit
   */
  digit(digit) {
    const visible = this.visible();
    const numbers = visible.map((choice, index) => (this.byLabel ? choice.option.label : String(index + 1)));
    this.digits.press(digit, numbers, (at) => visible[at]?.button.focus(), (at) => visible[at] && this.listening.choose(visible[at].option));
  }

  /** @param {KeyboardEvent} event */
  keyInSearch(event) {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      this.focusFirst();
    }
    if (event.key === "Escape") {
      event.preventDefault();
      this.search.value = "";
      this.filter();
      this.focusFirst();
    }
    const [only, second] = this.visible();
    if (event.key === "Enter" && only && !second) this.listening.choose(only.option);
  }

  /**
   * Marks the option that is pointed at on the chart and brings it into sight; its odds, if they are known.
   * @param {Option | null} option
   */
  pointAt(option) {
    for (const choice of this.choices) choice.button.classList.toggle("pointed", choice.option === option);
    this.pointed = this.choices.find((choice) => choice.option === option) ?? null;
    this.explain(option);
    this.keepInSight();
    return this.pointed?.odds ?? null;
  }

  /** Whether an option stands below the list, where it stays in sight. @param {Option} option */
  isPinned(option) {
    return this.pinned.some((choice) => choice.option === option);
  }

  /** The card of an option in the list; null where it stands in a grid or below the list. @param {Option} option */
  cardOf(option) {
    const frame = this.choices.find((choice) => choice.option === option)?.frame;
    return frame?.matches(".option-card") ? frame : null;
  }

  /** Odds that arrive make the list longer: what is pointed at stays in sight. */
  keepInSight() {
    this.pointed?.frame.scrollIntoView({ block: "nearest" });
  }

  /** @param {Option} option */
  mark(option) {
    for (const choice of this.choices) choice.button.classList.toggle("hinted", choice.option === option);
    this.choices.find((choice) => choice.option === option)?.button.scrollIntoView({ block: "center" });
  }
}

/** Whether an option only moves pieces over a measured board or sets a dial: what comes of it is seen there, and no odds are asked for. @param {Option} option */
function isSteered({ poses, cells }) {
  return Boolean(poses?.length || cells?.length);
}
