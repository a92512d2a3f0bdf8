/** The talk at the table: what the players say to each other, with what happened between them. */

/** @import { Board, Position, SeatInfo } from "../types.js" */
/** @import { TalkLine } from "../types-together.js" */

import { sentence } from "../api.js";
import { byId, el, refill } from "../elements.js";
import { keepReadLines, readLines } from "../reading.js";
import { clockTime } from "../times.js";
import { countTalk } from "../title.js";
import { isInSight, onTab } from "./tabs.js";

const NEAR_END = 60;
const LONGEST_LINE = 1000;

/**
 * @typedef {object} Talking
 * @property {(text: string) => Promise<void>} say
 */

export class TalkPanel {
  /**
   * @param {HTMLElement} host
   * @param {Board} board
   * @param {string} match
   * @param {string} seat
   * @param {Talking} talking
   */
  constructor(host, board, match, seat, talking) {
    this.board = board;
    this.match = match;
    this.seat = seat;
    this.talking = talking;
    /** @type {TalkLine[]} */
    this.lines = [];
    this.read = readLines(match, seat);
    this.list = el("ol", { class: "talk-lines", "aria-label": "What was said", tabindex: "0" });
    this.field = el("input", {
      class: "field",
      "aria-label": "Say something to the other players",
      placeholder: "Say something ...",
      maxlength: LONGEST_LINE,
      autocomplete: "off",
      enterkeyhint: "send",
    });
    this.button = el("button", { class: "button" }, "Send");
    this.trouble = el("p", { class: "sorry small-text", role: "alert" });
    this.form = el(
      "form",
      { class: "talk-form", on: { submit: (/** @type {SubmitEvent} */ event) => void this.submit(event) } },
      this.field,
      this.button,
    );
    this.ended = new AbortController();
    refill(host, this.list, this.trouble, this.form);
    onTab(() => this.look(), this.ended.signal);
    document.addEventListener("visibilitychange", () => this.look(), { signal: this.ended.signal });
  }

  close() {
    this.ended.abort();
    countTalk(0);
    byId("talk-count").textContent = "";
  }

  /** @param {Position} position */
  show({ talk, seats }) {
    const isAtEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < NEAR_END;
    const heard = talk.filter((line) => line.kind !== "order");
    const isNew = JSON.stringify(heard) !== JSON.stringify(this.lines);
    this.lines = heard;
    if (isNew || !this.list.childElementCount) {
      const places = new Map(seats.map((one) => [one.id, one]));
      refill(
        this.list,
        heard.length
          ? heard.map((line) => this.line(line, places))
          : el("li", { class: "talk-empty soft" }, "No messages yet. Only the players can read what you write here."),
      );
      if (isAtEnd) this.toEnd();
    }
    this.look();
  }

  /**
   * @param {TalkLine} line
   * @param {Map<string | null, SeatInfo>} places
   */
  line(line, places) {
    const time = el("time", { datetime: line.at, title: new Date(line.at).toLocaleString() }, clockTime(line.at));
    if (line.kind === "event") return el("li", { class: "talk-event" }, line.text, " ", time);
    const place = places.get(line.seat);
    const side = this.board.sides.findIndex((candidate) => candidate.id === place?.side);
    return el(
      "li",
      { class: "talk-line", data: { side: Math.max(0, side), own: line.seat === this.seat } },
      el(
        "p",
        { class: "talk-head" },
        el("b", null, line.who),
        line.seat !== null && ` (${place?.name ?? line.seat}) `,
        time,
      ),
      line.text ? el("p", { class: "talk-text" }, line.text) : el("p", { class: "talk-text soft" }, "(deleted)"),
    );
  }

  /** Counts what nobody has looked at yet, on the tab and, while the page is hidden, in the title. */
  look() {
    const isNews = (/** @type {TalkLine} */ line) => line.seat !== this.seat;
    if (isInSight("talk")) {
      this.read = this.lines.length;
      this.toEnd();
    }
    const firstNew = this.lines.findIndex((line, index) => index >= this.read && isNews(line));
    this.read = firstNew < 0 ? this.lines.length : firstNew; // one's own words are not news
    keepReadLines(this.match, this.seat, this.read);
    const unread = this.lines.slice(this.read).filter(isNews).length;
    byId("talk-count").textContent = unread ? ` ${unread}` : "";
    byId("tab-talk").setAttribute("aria-label", unread ? `Talk, ${unread} new` : "Talk");
    countTalk(document.hidden ? unread : 0);
  }

  toEnd() {
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @param {SubmitEvent} event */
  async submit(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    if (!text || this.button.disabled) return;
    this.button.disabled = true;
    try {
      await this.talking.say(text);
      this.field.value = "";
      refill(this.trouble);
      this.toEnd();
    } catch (error) {
      refill(this.trouble, sentence(error));
    } finally {
      this.button.disabled = false;
      this.field.focus();
    }
  }
}
