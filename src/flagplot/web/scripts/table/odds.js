/** The odds of options: fetched for those in sight, kept as long as the position lasts, drawn as bars. */

/** @import { MatchApi } from "../api.js" */
/** @import { Odds, OptionValue } from "../types.js" */
/** @import { Group } from "./outcomes.js" */

import { percent, shortFigure } from "../chances.js";
import { el } from "../elements.js";
import { grouped, isRepeated } from "./outcomes.js";

const BATCH = 3; // Small, so that a hint or a choice never waits long behind odds that nobody needs any more.
const GATHER_MS = 60;
const SHADES = 6;
const MOST_OUTCOMES = 8;
const NO_EFFECT = "no effect";

/** The odds of one position. */
export class OddsBook {
  /**
   * @param {MatchApi} api
   * @param {string} seat
   * @param {number} seq
   */
  constructor(api, seat, seq) {
    this.api = api;
    this.seat = seat;
    this.seq = seq;
    this.stale = new AbortController();
    /** @type {Map<string, Odds>} */
    this.known = new Map();
    /** @type {Map<string, { value: OptionValue, tell: ((odds: Odds) => void)[] }>} */
    this.wanted = new Map();
    this.timer = 0;
    this.asking = false;
  }

  close() {
    this.stale.abort();
    clearTimeout(this.timer);
  }

  /** @returns {Promise<boolean>} in a moment, whether the position still lasts: several may come at once */
  async settled() {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    return !this.stale.signal.aborted;
  }

  /**
   * Tells the odds of an option as soon as they are known.
   * @param {OptionValue} value
   * @param {(odds: Odds) => void} tell
   */
  want(value, tell) {
    const key = JSON.stringify(value);
    const known = this.known.get(key);
    if (known) {
      tell(known);
      return;
    }
    const waiting = this.wanted.get(key);
    if (waiting) waiting.tell.push(tell);
    else this.wanted.set(key, { value, tell: [tell] });
    if (!this.timer && !this.asking && !this.stale.signal.aborted) this.timer = window.setTimeout(() => void this.fetch(), GATHER_MS);
  }

  /**
   * The odds of a shortcut; null when they cannot be told.
   * @param {string} shortcut
   * @returns {Promise<Odds | null>}
   */
  async ofShortcut(shortcut) {
    try {
      const [odds] = await this.api.odds(this.seat, this.seq, [], [shortcut], this.stale.signal);
      return odds ?? null;
    } catch {
      return null; // as with options, odds are only a help
    }
  }

  async fetch() {
    this.timer = 0;
    this.asking = true;
    while (this.wanted.size && !this.stale.signal.aborted) {
      const batch = [...this.wanted.entries()].slice(0, BATCH);
      for (const [key] of batch) this.wanted.delete(key);
      try {
        const answers = await this.api.odds(
          this.seat,
          this.seq,
          batch.map(([, wish]) => wish.value),
          [],
          this.stale.signal,
        );
        if (this.stale.signal.aborted) return;
        batch.forEach(([key, wish], index) => {
          const odds = answers[index];
          if (!odds) return;
          this.known.set(key, odds);
          for (const tell of wish.tell) tell(odds);
        });
      } catch {
        break; // Odds are a help: a list without them is still complete, and a stale one is about to be replaced.
      }
    }
    this.asking = false;
  }
}

/**
 * Whether there is anything to show.
 * @param {Odds} odds
 */
export function worthShowing(odds) {
  return odds.outcomes.length > 0 && !(odds.outcomes.length === 1 && odds.outcomes[0]?.label === NO_EFFECT);
}

/**
 * The odds as a bar and a line of text, from good to bad, in at most four groups and with a mean; all of them at a click.
 * @param {Odds} odds
 * @param {string} [option]  what leads to them, in words: it need not be said again
 * @returns {HTMLElement[]}
 */
export function oddsParts(odds, option = "") {
  if (!worthShowing(odds)) return [];
  const [certain] = odds.outcomes;
  if (certain && odds.outcomes.length === 1) return isRepeated(certain.label, option) ? [] : [el("p", { class: "odds-line" }, certain.label)];
  const groups = grouped(odds);
  return [bar(groups, odds), oddsLine(odds, groups)];
}

/**
 * The odds as a bar, one segment for each group of outcomes.
 * @param {Odds} odds
 */
export function oddsBar(odds) {
  return bar(grouped(odds), odds);
}

/**
 * @param {Group[]} groups
 * @param {Odds} odds
 */
function bar(groups, odds) {
  const made = el("div", { class: "odds-bar", role: "img", "aria-label": inWords(odds, groups) });
  groups.forEach((group, index) => {
    const segment = el("span", {
      class: "odds-segment",
      data: colourOf(group, index, groups.length),
      title: `${group.label}: ${share(group.chance, odds)}`,
    });
    segment.style.flexGrow = String(group.chance);
    made.append(segment);
  });
  return made;
}

/**
 * The odds in words, in the order and colours of the bar; what was put together is told apart at a click.
 * @param {Odds} odds
 * @param {Group[]} groups
 */
function oddsLine(odds, groups) {
  const short = groups.map((group, at) => part(group, at, groups.length, odds));
  const mean = odds.mean && el("span", { class: "odds-mean" }, el("b", null, shortFigure(odds.mean)), " on average");
  if (groups.length === odds.outcomes.length) return el("p", { class: "odds-line" }, mean, short);
  const each = grouped(odds, odds.outcomes.length);
  const whole = each.map((group, at) => part(group, at, each.length, odds));
  const more = el("button", { type: "button", class: "odds-more", on: { click: () => show(whole[0]?.hidden ?? false) } });
  const show = (/** @type {boolean} */ isOpen) => {
    for (const one of short) one.hidden = isOpen;
    for (const one of whole) one.hidden = !isOpen;
    more.textContent = isOpen ? "fewer" : `all ${whole.length}`;
    more.setAttribute("aria-expanded", String(isOpen));
  };
  show(false);
  return el("p", { class: "odds-line" }, mean, short, whole, more);
}

/**
 * @param {Group} group
 * @param {number} at
 * @param {number} count
 * @param {Odds} odds
 */
function part(group, at, count, odds) {
  const swatch = el("span", { class: "odds-swatch", data: colourOf(group, at, count) });
  return el("span", { class: "odds-part" }, swatch, el("b", null, share(group.chance, odds)), ` ${group.label}`);
}

/**
 * The odds as a table, for who points at an option.
 * @param {Odds} odds
 */
export function oddsTable(odds) {
  const groups = grouped(odds, MOST_OUTCOMES);
  return el(
    "table",
    { class: "odds-table" },
    el(
      "tbody",
      null,
      groups.map((group, index) =>
        el(
          "tr",
          null,
          el("td", null, el("span", { class: "odds-swatch", data: colourOf(group, index, groups.length) })),
          el("th", { scope: "row" }, group.label),
          el("td", { class: "amount" }, share(group.chance, odds)),
        ),
      ),
    ),
    el(
      "caption",
      null,
      odds.mean && `${shortFigure(odds.mean)} on average. `,
      odds.exact
        ? "Exact odds"
        : `From ${odds.samples.toLocaleString("en")} trials, right to ± ${(odds.margin * 100).toFixed(1)} %`,
    ),
  );
}

/**
 * @param {Odds} odds
 * @param {Group[]} groups
 */
function inWords(odds, groups) {
  const mean = odds.mean ? `${shortFigure(odds.mean)} on average; ` : "";
  return `${odds.exact ? "Odds" : "Odds, about"}: ${mean}${groups.map((group) => `${group.label} ${share(group.chance, odds)}`).join(", ")}`;
}

/**
 * @param {number} chance
 * @param {Odds} odds
 */
function share(chance, odds) {
  const figure = percent(chance);
  return odds.exact || /[a-z]/.test(figure) ? figure : `about ${figure}`;
}

/**
 * A fixed colour for good and bad; where nobody says which is which, shades from light to dark.
 * @param {Group} group
 * @param {number} index
 * @param {number} count
 * @returns {{ [name: string]: string | number }}
 */
function colourOf({ tone }, index, count) {
  if (tone) return { tone };
  return { shade: count < 2 ? SHADES - 2 : 1 + Math.round((index * (SHADES - 1)) / (count - 1)) };
}
