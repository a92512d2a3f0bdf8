/** What happened since somebody last looked at a game: a card over the chart, with the way into the replay. */

/** @import { LogEntry, Moment, Position } from "../types.js" */

import { el } from "../elements.js";

const MOST_LINES = 6;

/** @param {string} match @param {string} seat */
const keptAs = (match, seat) => `flagplot.seen.${match}.${seat}`;

/**
 * The lines that nobody at this seat has seen on this device; none on a first visit.
 * @template T
 * @param {string | null} kept  how many lines had been seen, as it was kept
 * @param {T[]} log
 * @returns {T[]}
 */
export function unseen(kept, log) {
  const known = Number(kept);
  return kept === null || !Number.isInteger(known) || known < 0 ? [] : log.slice(known);
}

/**
 * The moment from which a replay shows everything after a line of the log.
 * @param {Pick<Moment, "log_length">[]} moments
 * @param {number} line
 */
export function momentBefore(moments, line) {
  return Math.max(
    0,
    moments.findLastIndex(({ log_length }) => log_length <= line),
  );
}

export class SinceLastVisit {
  /** @type {HTMLElement | null} */
  #card = null;
  #length = 0;
  #key;
  #left = new AbortController();

  /**
   * @param {string} match
   * @param {string} seat
   */
  constructor(match, seat) {
    this.#key = keptAs(match, seat);
    document.addEventListener("visibilitychange", () => this.keep(this.#length), { signal: this.#left.signal });
  }

  /**
   * Shows what is new, if anything is.
   * @param {HTMLElement} host
   * @param {Position} position
   * @param {(entry: LogEntry) => (string | Node)[]} words
   * @param {(line: number) => void} replayFrom
   */
  show(host, { log, lesson }, words, replayFrom) {
    const lines = lesson ? [] : unseen(this.#kept(), log);
    this.keep(log.length);
    if (!lines.length) return;
    const more = lines.length - MOST_LINES;
    const replay = () => {
      this.hide();
      replayFrom(log.length - lines.length);
    };
    this.#card = el(
      "section",
      { class: "since", "aria-labelledby": "since-title" },
      el("h2", { id: "since-title" }, "Since your last visit"),
      more > 0 && el("p", { class: "soft small-text" }, `${more} earlier ${more === 1 ? "line is" : "lines are"} in the log.`),
      el(
        "ol",
        { class: "log-lines" },
        lines.slice(-MOST_LINES).map((entry) => el("li", { class: "log-line" }, el("span", null, words(entry)))),
      ),
      el(
        "div",
        { class: "actions" },
        el("button", { type: "button", class: "button primary", on: { click: replay } }, "Show on the replay"),
        el("button", { type: "button", class: "button", on: { click: () => this.hide() } }, "Close"),
      ),
    );
    host.append(this.#card);
  }

  hide() {
    this.#card?.remove();
    this.#card = null;
  }

  /** So many lines are on the page; what comes while nobody looks is not seen. @param {number} length */
  keep(length) {
    this.#length = length;
    if (document.hidden) return;
    try {
      localStorage.setItem(this.#key, String(length));
    } catch {
      // A browser that keeps nothing shows no such card.
    }
  }

  #kept() {
    try {
      return localStorage.getItem(this.#key);
    } catch {
      return null;
    }
  }

  close() {
    this.#left.abort();
    this.hide();
  }
}
