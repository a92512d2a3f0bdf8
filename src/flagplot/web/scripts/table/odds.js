/** The odds of options: fetched for those in sight, kept as long as the position lasts, drawn as bars. */

/** @import { MatchApi } from "../api.js" */
/** @import { Odds, OptionValue, Outcome } from "../types.js" */

import { el } from "../elements.js";

const BY_FIGURES = new Intl.Collator("en", { numeric: true });
const BATCH = 3; // Small, so that a hint or a choice never waits long behind odds that nobody needs any more.
const GATHER_MS = 60;
const SHADES = 6;
const LONGEST_FRACTION = 36; // what two dice can show; beyond that a percentage reads better
const MOST_OUTCOMES = 8;
const MOST_IN_LINE = 5;
const LIKELY = 0.04;
const NO_EFFECT = "no effect";
const OTHERS = "something else";

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
 * The odds as a bar and a line of text; only a sentence when they are scattered over too many outcomes to be of use.
 * @param {Odds} odds
 * @returns {HTMLElement[]}
 */
export function oddsParts(odds) {
  if (!worthShowing(odds)) return [];
  const [certain] = odds.outcomes;
  if (certain && odds.outcomes.length === 1) return [el("p", { class: "odds-line" }, `For certain: ${certain.label}`)];
  const short = inOrder(condensed(odds));
  if (!short.outcomes.some((outcome) => outcome.label !== OTHERS && outcome.chance >= LIKELY))
    return [el("p", { class: "odds-line" }, `${odds.outcomes.length} outcomes, none of them likely by itself`)];
  return [oddsBar(short), oddsLine(odds, short)];
}

/**
 * The outcomes in an order that is the same for all options, so that bars can be compared: none first, then by figures.
 * @param {Odds} odds
 * @returns {Odds}
 */
function inOrder(odds) {
  const rank = (/** @type {Outcome} */ { label }) => (label === NO_EFFECT ? 0 : label === OTHERS ? 2 : 1);
  const words = (/** @type {Outcome} */ { label }) => label.replaceAll(/(?<=\d),(?=\d)/g, "");
  const outcomes = [...odds.outcomes].sort((a, b) => rank(a) - rank(b) || BY_FIGURES.compare(words(a), words(b)));
  return { ...odds, outcomes };
}

/**
 * The same odds with the unlikeliest outcomes put together, when there are many.
 * @param {Odds} odds
 * @returns {Odds}
 */
function condensed(odds) {
  if (odds.outcomes.length <= MOST_OUTCOMES) return odds;
  const likeliest = new Set([...odds.outcomes].sort((a, b) => b.chance - a.chance).slice(0, MOST_OUTCOMES - 2));
  const chance = odds.outcomes.filter((outcome) => !likeliest.has(outcome)).reduce((sum, outcome) => sum + outcome.chance, 0);
  const others = { label: OTHERS, share: "", chance };
  return { ...odds, outcomes: [...odds.outcomes.filter((outcome) => likeliest.has(outcome)), others] };
}

/**
 * The odds as a bar, one segment for each outcome.
 * @param {Odds} odds
 */
export function oddsBar(odds) {
  const bar = el("div", { class: "odds-bar", role: "img", "aria-label": inWords(odds) });
  odds.outcomes.forEach((outcome, index) => {
    const segment = el("span", {
      class: "odds-segment",
      data: { shade: shade(index, odds.outcomes.length) },
      title: `${outcome.label}: ${share(outcome, odds)}`,
    });
    segment.style.flexGrow = String(outcome.chance);
    bar.append(segment);
  });
  return bar;
}

/**
 * The odds in words, in the order and with the shades of the bar; when there are many, the likeliest, and the rest at a click.
 * @param {Odds} odds
 * @param {Odds} bar  the same, as the bar shows them
 */
function oddsLine(odds, bar) {
  const end = bar.outcomes.length - 1; // where the bar puts together what is unlikely
  const placed = inOrder(odds).outcomes.map((outcome) => {
    const at = bar.outcomes.indexOf(outcome);
    return { outcome, at: at < 0 ? end : at };
  });
  placed.sort((a, b) => a.at - b.at);
  const parts = placed.map(({ outcome, at }) => {
    const swatch = el("span", { class: "odds-swatch", data: { shade: shade(at, bar.outcomes.length) } });
    return el("span", { class: "odds-part" }, swatch, el("b", null, shortShare(outcome, odds)), ` ${outcome.label}`);
  });
  if (parts.length <= MOST_IN_LINE) return el("p", { class: "odds-line" }, parts);
  const likeliest = new Set([...odds.outcomes].sort((a, b) => b.chance - a.chance).slice(0, MOST_IN_LINE - 1));
  const rest = parts.filter((_, index) => !likeliest.has(/** @type {Outcome} */ (placed[index]?.outcome)));
  const more = el("button", { type: "button", class: "odds-more", on: { click: () => show(rest[0]?.hidden ?? false) } });
  const show = (/** @type {boolean} */ isOpen) => {
    for (const one of rest) one.hidden = !isOpen;
    more.textContent = isOpen ? "fewer" : `+${rest.length} more`;
    more.setAttribute("aria-expanded", String(isOpen));
  };
  show(false);
  return el("p", { class: "odds-line" }, parts, more);
}

/**
 * The odds as a table with fractions and per cent.
 * @param {Odds} all
 */
export function oddsTable(all) {
  const odds = inOrder(condensed(all));
  return el(
    "table",
    { class: "odds-table" },
    el(
      "tbody",
      null,
      odds.outcomes.map((outcome, index) =>
        el(
          "tr",
          null,
          el("td", null, el("span", { class: "odds-swatch", data: { shade: shade(index, odds.outcomes.length) } })),
          el("th", { scope: "row" }, outcome.label),
          el("td", { class: "amount" }, odds.exact && isShort(outcome) ? outcome.share : ""),
          el("td", { class: "amount" }, percent(outcome, odds)),
        ),
      ),
    ),
    el(
      "caption",
      null,
      odds.exact
        ? "Exact odds"
        : `From ${odds.samples.toLocaleString("en")} trials, right to ± ${(odds.margin * 100).toFixed(1)} per cent`,
    ),
  );
}

/** @param {Odds} odds */
function inWords(odds) {
  return `${odds.exact ? "Odds" : "Odds, about"}: ${odds.outcomes.map((outcome) => `${outcome.label} ${share(outcome, odds)}`).join(", ")}`;
}

/**
 * @param {Outcome} outcome
 * @param {Odds} odds
 */
function share(outcome, odds) {
  return odds.exact && isShort(outcome) ? `${outcome.share} (${percent(outcome, odds)})` : percent(outcome, odds);
}

/**
 * @param {Outcome} outcome
 * @param {Odds} odds
 */
function shortShare(outcome, odds) {
  return odds.exact && odds.outcomes.every(isShort) ? outcome.share : percent(outcome, odds);
}

/**
 * @param {Outcome} outcome
 * @param {Odds} odds
 */
function percent(outcome, odds) {
  const rounded = Math.round(outcome.chance * 100);
  const figure =
    rounded === 0 && outcome.chance > 0 ? "under 1 %" : rounded === 100 && outcome.chance < 1 ? "over 99 %" : `${rounded} %`;
  return odds.exact || figure !== `${rounded} %` ? figure : `about ${figure}`;
}

/** @param {Outcome} outcome */
function isShort(outcome) {
  const [, under] = outcome.share.split("/");
  return outcome.share !== "" && (under === undefined || Number(under) <= LONGEST_FRACTION);
}

/**
 * The outcomes from light to dark, spread over all shades.
 * @param {number} index
 * @param {number} count
 */
function shade(index, count) {
  return count < 2 ? SHADES - 2 : 1 + Math.round((index * (SHADES - 1)) / (count - 1));
}
