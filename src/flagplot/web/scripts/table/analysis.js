/** The analysis of a finished game on its end sheet: chances, skill and luck, the worst and best decisions, and the dice. */

/** @import { MatchApi } from "../api.js" */
/** @import { Board, Position } from "../types.js" */
/** @import { Account, Analysis, AnalysisState, Estimate, Fortune, JudgedDecision, Throw } from "../types-analysis.js" */

import { percent } from "../chances.js";
import { el, refill } from "../elements.js";
import { accountOf, againstOdds, chanceIn, changeIn, curveOf, decisionsAt, effortIn, fell, fortuneIn, partsOf, sumsOf, throwsOf, turned } from "./analysis-words.js";
import { drawChances, drawLuck } from "./chances-curve.js";
import { ON_PAGE } from "./curve.js";
import { sideIndex } from "./names.js";

const POLL_MS = 700;
const UNFOLDED = 12; // throws that are listed openly
const MEANING =
  "Chances are the share of games that a side wins when captains play on from a position. A decision is judged against the captain’s, in worlds that its seat " +
  "could not tell from the true one. What was hidden is what the same decision was worth in truth, less that. The rest is the dice. Figures that rest on few games " +
  "are drawn towards zero. Margins are of 95 per cent.";
const ODDS =
  "A throw is all that fell between two decisions. Its odds are those of the true position. Its luck is how often fair dice would have given its side worse, with " +
  "equally good results counted as half: 50 of 100 is expected. Its points are its part of the change in the chances while it fell.";

/**
 * Asks for the analysis until it is there; an Error, with the server's sentence, when it cannot be had.
 * @param {MatchApi} api
 * @param {(share: number) => void} progress
 * @param {() => boolean} isWanted  whether anybody still waits for it
 * @returns {Promise<Analysis | null>} null when nobody does
 */
export async function analysed(api, progress, isWanted) {
  /** @type {AnalysisState} */
  let state = await api.beginAnalysis();
  while (!state.analysis) {
    if (state.trouble) throw new Error(state.trouble);
    progress(state.share ?? 0);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    if (!isWanted()) return null;
    state = await api.analysis();
    if (state.share === null) state = await api.beginAnalysis(); // the server has started anew meanwhile
  }
  return state.analysis;
}

/**
 * @typedef {object} Shown
 * @property {Board} board
 * @property {Position} position
 * @property {string} side  of whoever looks; empty for spectators
 * @property {(moment: number) => void} jump  into the replay
 * @property {boolean} isNarrow
 */

export class AnalysisView {
  /** @param {Analysis} analysis @param {Shown} shown */
  constructor(analysis, shown) {
    this.analysis = analysis;
    this.shown = shown;
    this.account = accountOf(analysis, shown.side);
  }

  /** The two halves of the end sheet. */
  halves() {
    return [
      el("div", { class: "end-course" }, this.chances(), this.sums(), this.allThrows(), [effortIn(this.analysis), MEANING, ODDS].map((words) => el("p", { class: "soft" }, words))),
      el("div", { class: "end-aside" }, this.decisions("Worst decisions", true), this.decisions("Best decisions", false), this.dice()),
    ];
  }

  chances() {
    const { name, side } = this.account;
    const colour = ON_PAGE.sides[sideIndex(this.shown.board, side) ?? 0] ?? ON_PAGE.ink;
    const curve = drawChances(curveOf(this.analysis, this.account), colour, name, this.shown.jump, this.shown.isNarrow);
    const last = this.analysis.curve.at(-1)?.moment ?? 1;
    const luck = drawLuck(sumsOf(throwsOf(this.analysis, this.account)), last, colour, name, this.shown.isNarrow);
    return el("section", null, el("h3", null, `Chances of the ${name} side`), curve, el("h3", null, "Its luck so far, in points of a hundred"), luck);
  }

  /** Skill and luck of every side, the own one first. */
  sums() {
    const others = this.analysis.accounts.filter((account) => account !== this.account);
    return el("section", null, el("h3", null, "Skill and luck, in points of a hundred"), [this.account, ...others].map((account) => this.sum(account)));
  }

  /** @param {Account} account */
  sum(account) {
    const row = (/** @type {string} */ name, /** @type {string} */ figure, /** @type {Estimate | null} */ change) =>
      el("tr", null, el("th", { scope: "row" }, name), el("td", { class: "sum-bar" }, change && barOf(change)), el("td", { class: "amount" }, figure));
    return el(
      "table",
      { class: "sum" },
      el("caption", null, account.name),
      el(
        "tbody",
        null,
        row("Chances at the start", chanceIn(account.start), null),
        partsOf(this.analysis, account).map(([name, change]) => row(name, changeIn(change), change)),
        row("Result", percent(account.result), null),
      ),
    );
  }

  /** @param {string} title @param {boolean} isWorst */
  decisions(title, isWorst) {
    const found = decisionsAt(this.analysis, isWorst ? this.analysis.worst : this.analysis.best);
    return el(
      "section",
      null,
      el("h3", null, title),
      found.length > 0
        ? el("ul", { class: "end-moments" }, found.map((one) => this.decision(one, isWorst)))
        : el("p", { class: "soft" }, isWorst ? "No decision was clearly worse than another." : "No decision was clearly better than the captain’s."),
    );
  }

  /** @param {JudgedDecision} one @param {boolean} isWorst */
  decision(one, isWorst) {
    const other = isWorst ? one.best : one.captains;
    return this.card(
      one.moment,
      isWorst ? "false" : "true",
      [one.turn, one.prompt].join(": "),
      [
        el("b", null, `${this.who(one.seat)} chose ${one.chosen.label}, ${percent(one.chosen.chance.value)}`),
        el("span", null, `${isWorst ? "Better was" : "The captain’s:"} ${other.label}, ${percent(other.chance.value)}`),
      ],
      isWorst ? turned(one.loss) : one.gain,
    );
  }

  /** @param {string} id  of a seat */
  who(id) {
    const seat = this.shown.position.seats.find((one) => one.id === id);
    return seat?.player === "you" ? "You" : (seat?.name ?? id);
  }

  /** The luck of every side, the own one first and the throws of others folded. */
  dice() {
    const own = this.analysis.fortunes.find(({ side }) => side === this.account.side);
    const others = this.analysis.fortunes.filter((one) => one !== own);
    return [own && this.fortune(own, this.extremes(own)), ...others.map((one) => this.fortune(one, folded("Its luckiest and unluckiest throws", this.extremes(one))))];
  }

  /** @param {Fortune} one @param {HTMLElement} throws */
  fortune(one, throws) {
    return el("section", null, el("h3", null, `What the dice gave the ${one.name} side`), el("p", null, fortuneIn(one)), throws);
  }

  /** The luckiest and unluckiest throws of a side. @param {Fortune} one */
  extremes({ side, luckiest, unluckiest }) {
    const throws = throwsOf(this.analysis, accountOf(this.analysis, side));
    const cards = [...luckiest, ...unluckiest].map((moment, at) => {
      const found = throws.find((one) => one.moment === moment);
      return found && this.throwCard(found, at < luckiest.length);
    });
    return cards.length > 0 ? el("ul", { class: "end-moments" }, cards) : el("p", { class: "soft" }, "No throw made a clear difference.");
  }

  /** @param {Throw} one @param {boolean} isGood */
  throwCard(one, isGood) {
    return this.card(one.moment, String(isGood), one.turn, wordsOf(one), one.worth);
  }

  /** A table of all throws, folded where there are many; each leads into the replay. */
  allThrows() {
    const throws = throwsOf(this.analysis, this.account);
    const heads = ["When", "What fell", "Points"].map((head) => el("th", { scope: "col" }, head));
    const table = el("table", { class: "throws" }, el("thead", null, el("tr", null, heads)), el("tbody", null, throws.map((one) => this.throwRow(one))));
    const title = throws.length === 1 ? "The only throw" : `All ${throws.length} throws`;
    return el("section", null, folded(`${title}, in points of the ${this.account.name} side`, table, throws.length <= UNFOLDED));
  }

  /** @param {Throw} one */
  throwRow(one) {
    const choice = `choice ${one.moment + 1}`;
    const who = this.shown.position.seats.length > 1 && one.seat ? this.who(one.seat) : "";
    const name = `${one.turn}, ${choice}: show this moment`;
    const jump = el(
      "button",
      { type: "button", class: "throw-jump", "aria-label": name, on: { click: () => this.shown.jump(one.moment) } },
      el("span", null, one.turn),
      el("small", null, [who, choice].filter(Boolean).join(", ")),
    );
    return el(
      "tr",
      null,
      el("th", { scope: "row" }, jump),
      el("td", { class: "end-words" }, wordsOf(one)),
      el("td", { class: "amount" }, changeIn(one.worth)),
    );
  }

  /**
   * @param {number} moment @param {string} isGood @param {string} where
   * @param {import("../elements.js").Child[]} words @param {Estimate} change
   */
  card(moment, isGood, where, words, change) {
    return el(
      "li",
      null,
      el(
        "button",
        { type: "button", class: "end-moment", data: { good: isGood }, on: { click: () => this.shown.jump(moment) } },
        el("span", { class: "end-play", "aria-hidden": "true" }, "▶︎"),
        el("span", { class: "end-words" }, el("small", null, where), words),
        el("b", { class: "end-swing" }, changeIn(change)),
      ),
    );
  }
}

/** What caused a throw, what fell, and how that compares with the odds. @param {Throw} one */
function wordsOf(one) {
  return [one.cause && el("b", null, one.cause), ...[fell(one), againstOdds(one)].map((words) => words && el("span", { class: "fell" }, words))];
}

/** Something that is shown when its summary is clicked. @param {string} summary @param {HTMLElement} inside @param {boolean} [isOpen] */
function folded(summary, inside, isOpen = false) {
  return el("details", { open: isOpen }, el("summary", null, summary), inside);
}

/** A bar to the left or right of nothing, with a line for its margin. @param {Estimate} change */
function barOf({ value, margin }) {
  const at = (/** @type {number} */ share) => 50 + 50 * Math.min(1, Math.max(-1, share));
  const bar = el("span", { class: "sum-value", data: { good: String(value >= 0) } });
  bar.style.left = `${Math.min(50, at(value))}%`;
  bar.style.width = `${Math.abs(at(value) - 50)}%`;
  const range = el("span", { class: "sum-range" });
  range.style.left = `${at(value - margin)}%`;
  range.style.width = `${at(value + margin) - at(value - margin)}%`;
  return el("span", { class: "sum-line", "aria-hidden": "true" }, bar, range);
}

/** What is shown while the work goes on. */
export class Working {
  constructor() {
    this.bar = el("progress", { max: 1, value: 0, "aria-label": "Analysis" });
    this.words = el("p", { role: "status" }, "The game is played out from many positions. You can close the report meanwhile.");
    this.element = el("div", { class: "end-working" }, this.words, this.bar);
  }

  /** @param {number} share */
  progress(share) {
    this.bar.value = share;
  }

  /** @param {string} sentence */
  fail(sentence) {
    refill(this.element, el("p", { role: "alert" }, sentence));
  }
}
