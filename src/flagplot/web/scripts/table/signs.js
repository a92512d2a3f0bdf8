/** Puts the sign of a line or tray, such as the number of a task force, before its name in a text. */

/** @import { Board, View } from "../types.js" */

import { el } from "../elements.js";
import { sideIndex } from "./names.js";

export class Signs {
  /**
   * @param {Board} board
   * @param {View} view
   */
  constructor(board, view) {
    this.board = board;
    /** @type {Map<string, { name: string, sign: string, side: string }>} */
    this.signed = new Map([...view.trays, ...view.lines].filter(({ sign }) => sign).map((thing) => [thing.id, thing]));
  }

  /**
   * A text in which each of these lines and trays wears its sign, where it is first named.
   * @param {string} text
   * @param {string[]} ids
   * @returns {(string | HTMLElement)[]}
   */
  put(text, ids) {
    const places = ids
      .flatMap((id) => this.signed.get(id) ?? [])
      .map((thing) => ({ ...thing, at: text.indexOf(thing.name) }))
      .filter(({ at }) => at >= 0)
      .sort((one, other) => one.at - other.at);
    /** @type {(string | HTMLElement)[]} */
    const parts = [];
    let from = 0;
    for (const { at, name, sign, side } of places) {
      if (at < from) continue; // a name within another
      const [word] = name.split(" "); // which stays in one line with the sign
      parts.push(text.slice(from, at), el("span", { class: "signed" }, this.badge(sign, side), word));
      from = at + word.length;
    }
    return [...parts, text.slice(from)];
  }

  /**
   * Drawn by the style sheet, so that the text stays as it is for whoever copies or searches it.
   * @param {string} sign
   * @param {string} side
   */
  badge(sign, side) {
    return el("span", { class: "sign", data: { sign, accent: sideIndex(this.board, side) ?? -1 }, "aria-hidden": "true" });
  }
}
