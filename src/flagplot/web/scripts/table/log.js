/** The log: what happened, with dice drawn, names that light up, and the rule behind each line. */

/** @import { LogEntry, Moment } from "../types.js" */
/** @import { Aside } from "./asides.js" */
/** @import { Names } from "./names.js" */

import { diceOf } from "../die.js";
import { el, refill } from "../elements.js";
import { ruleLink } from "../rules/book.js";
import { clockTime } from "../times.js";

const NEAR_END = 40;
const BY_HAND_MS = 1500;
const SPOKEN_LINES = 4;

export class LogPanel {
  /**
   * @param {HTMLElement} host
   * @param {HTMLElement} voice  a live region for screen readers
   * @param {Names} names
   * @param {string} slug
   */
  constructor(host, voice, names, slug) {
    this.host = host;
    this.voice = voice;
    this.names = names;
    this.slug = slug;
    /** @type {HTMLElement[]} */
    this.lines = [];
    /** @type {string[]} */
    this.unspoken = [];
    this.list = el("ol", { class: "log-lines", "aria-label": "What happened" });
    refill(host, this.list);
    /** Whether the end stays in sight as lines come; not while the player reads further up. */
    this.following = true;
    this.scrolling = 0;
    this.ended = new AbortController();
    this.touched = -Infinity; // when the player last moved the log by hand: the page itself scrolls it too
    for (const by of ["wheel", "touchmove", "pointerdown", "keydown"]) {
      host.addEventListener(by, () => (this.touched = performance.now()), { signal: this.ended.signal, passive: true });
    }
    host.addEventListener("scroll", () => this.scrolled(), { signal: this.ended.signal });
    this.size = new ResizeObserver(() => this.following && this.toEnd());
    this.size.observe(host);
  }

  close() {
    this.ended.abort();
    this.size.disconnect();
    cancelAnimationFrame(this.scrolling);
    refill(this.host);
    this.voice.textContent = "";
  }

  /** Puts something above the first line. @param {HTMLElement} content */
  lead(content) {
    this.list.before(content);
  }

  /**
   * Shows exactly these lines.
   * @param {LogEntry[]} entries
   */
  reset(entries) {
    this.lines = entries.map((entry) => this.line(entry));
    refill(this.list, this.lines);
    this.toEnd();
  }

  /**
   * Keeps the first lines only.
   * @param {number} length
   */
  cut(length) {
    for (const line of this.lines.splice(length)) line.remove();
  }

  /** @param {LogEntry} entry */
  append(entry) {
    const line = this.line(entry);
    line.classList.add("fresh");
    this.lines.push(line);
    this.list.append(line);
    this.unspoken.push(entry.text);
    if (this.following) this.toEnd();
  }

  /**
   * Says the new lines to those who listen, the last ones when there are many, and what is asked next.
   * @param {string} prompt
   */
  speak(prompt) {
    this.voice.textContent = [...this.unspoken.slice(-SPOKEN_LINES), prompt].join(" ");
    this.unspoken = [];
  }

  /**
   * Marks where lines begin that this seat has not seen yet.
   * @param {number} seen
   */
  markNew(seen) {
    if (seen <= 0 || seen >= this.lines.length) return;
    this.lines[seen]?.before(el("li", { class: "log-new" }, "New since you last looked"));
    this.toEnd();
  }

  /**
   * Puts what happened between the people where it happened.
   * @param {Aside[]} asides
   */
  setAsides(asides) {
    for (const old of this.list.querySelectorAll(".log-aside")) old.remove();
    for (const { at, kind, text, answer, time } of asides) {
      if (at > this.lines.length) continue;
      const said = answer ? [text, " → ", el("b", null, answer)] : [text];
      const aside = el("li", { class: "log-aside", data: { kind } }, said, " ", el("time", { datetime: time }, clockTime(time)));
      const line = this.lines[at];
      if (line) (line.previousElementSibling?.matches(".log-heading") ? line.previousElementSibling : line).before(aside);
      else this.list.append(aside);
    }
    if (this.following) this.toEnd();
  }

  /**
   * Puts a heading wherever a new month or turn begins.
   * @param {Moment[]} moments
   */
  headings(moments) {
    for (const old of this.list.querySelectorAll(".log-heading")) old.remove();
    let current = "";
    for (const moment of moments) {
      const title = chapterOf(moment.headline);
      if (title === current) continue;
      const at = current === "" ? 0 : moment.log_length;
      current = title;
      const heading = el("li", { class: "log-heading", title }, title);
      const line = this.lines[at];
      if (line) line.before(heading);
      else if (at === this.lines.length) this.list.append(heading);
    }
    if (this.following) this.toEnd();
  }

  scrolled() {
    if (this.isAtEnd()) this.following = true;
    else if (performance.now() - this.touched < BY_HAND_MS) this.following = false;
  }

  isAtEnd() {
    return this.host.scrollHeight - this.host.scrollTop - this.host.clientHeight < NEAR_END;
  }

  /** Shows the end with the next picture: to do so now would lay out the whole page, for each line anew. */
  toEnd() {
    cancelAnimationFrame(this.scrolling);
    this.scrolling = requestAnimationFrame(() => (this.host.scrollTop = this.host.scrollHeight));
  }

  /** @param {LogEntry} entry */
  line(entry) {
    const side = this.names.sideOf(entry.text);
    return el(
      "li",
      { class: "log-line", data: { kind: entry.kind, ...(side === null ? {} : { side }) } },
      el("span", { class: "log-text" }, this.words(entry)),
      entry.rule && el("span", { class: "log-rule" }, ruleLink(this.slug, entry.rule, "§")),
    );
  }

  /**
   * @param {LogEntry} entry
   * @returns {(string | Node)[]}
   */
  words(entry) {
    const { text } = entry;
    for (const thrown of thrownIn(entry)) {
      const at = text.lastIndexOf(`: ${thrown}`);
      if (at < 0) continue;
      const dice = el(
        "span",
        { class: "dice" },
        diceOf(entry, 18),
      );
      return [...this.names.marked(text.slice(0, at + 2)), dice, text.slice(at + 2 + thrown.length)];
    }
    return this.names.marked(text);
  }
}

/**
 * How a line may write the throw in it.
 * @param {LogEntry} entry
 */
function thrownIn({ faces, dropped }) {
  if (!faces.length) return [];
  if (!dropped.length) return [faces.join(" + "), faces.join(" ")];
  const kept = faces.filter((_, place) => !dropped.includes(place));
  return [`${kept.join(" + ")} (dropped ${dropped.map((place) => faces[place]).join(", ")})`];
}

/**
 * The part of a headline that names the month or the turn, without the phase.
 * @param {string} headline
 */
export function chapterOf(headline) {
  return headline.split(": ")[0] ?? headline;
}
