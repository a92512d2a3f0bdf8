/** The past of a game that branched off from another: where it came from, its log, and its moments in the replay. */

/** @import { MatchApi } from "../api.js" */
/** @import { LogEntry, Position } from "../types.js" */
/** @import { LogPanel } from "./log.js" */
/** @import { Replay } from "./replay.js" */

import { sentence } from "../api.js";
import { el, refill } from "../elements.js";

export class PastOfBranch {
  /** @type {LogEntry[]} */
  #log = [];

  /**
   * @param {MatchApi} api
   * @param {LogPanel} panel
   */
  constructor(api, panel) {
    this.api = api;
    this.panel = panel;
  }

  /**
   * Says above the log where the game came from, and puts what went before within reach.
   * @param {NonNullable<Position["origin"]>} origin
   * @param {Replay} replay
   */
  async load({ id, moment, headline }, replay) {
    const from = el(
      "p",
      null,
      "This game branched off from ",
      el("a", { href: `/g/${id}#${moment}` }, headline || "another game"),
      ".",
    );
    const lines = el("div");
    this.panel.lead(el("div", { class: "branched" }, from, lines));
    try {
      const { log, moments } = await this.api.past();
      this.#log = log;
      replay.reachBack(moments.slice(0, -1)); // the last one is the first of the branch
      const told = log.map((entry) => el("li", { class: "log-line" }, el("span", null, this.panel.words(entry))));
      const count = `${log.length} ${log.length === 1 ? "line" : "lines"}`;
      refill(
        lines,
        el("details", null, el("summary", null, `What went before: ${count}`), el("ol", { class: "log-lines" }, told)),
      );
    } catch (error) {
      refill(lines, el("p", { class: "soft small-text" }, sentence(error)));
    }
  }

  /** The log as it was at a moment before the branch. @param {number} length */
  showLog(length) {
    this.panel.reset(this.#log.slice(0, length));
    this.panel.headings([]);
    this.panel.setAsides([]);
  }
}
