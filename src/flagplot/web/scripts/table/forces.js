/** What a question is about, in the panel beside a chart: its trays, or the deck of its ship; on a phone behind a tab. */

/** @import { Board, View } from "../types.js" */
/** @import { OpenSea, Target } from "../chart/chart.js" */

import { isTouch } from "../chart/touch.js";
import { el, refill } from "../elements.js";
import { sideIndex } from "./names.js";

export class Forces {
  #drawn = "";

  /**
   * @param {HTMLElement} host
   * @param {Board} board
   * @param {OpenSea | null} openSea  what trays are drawn with
   * @param {typeof import("../measured/deck.js").deckOf | null} deckOf  what decks are drawn with
   * @param {(target: Target) => void} pick
   * @param {(target: Target | null) => void} point
   */
  constructor(host, board, openSea, deckOf, pick, point) {
    this.host = host;
    this.board = board;
    this.openSea = openSea;
    this.deckOf = deckOf;
    const targetOf = (/** @type {Event} */ event) => {
      const tray = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-tray]"));
      const { line = "", tray: id = "" } = tray?.dataset ?? {};
      return tray ? /** @type {Target} */ (line ? { kind: "line", id: line } : { kind: "tray", id }) : null;
    };
    host.onclick = (event) => {
      const target = targetOf(event);
      if (target) pick({ ...target, isTouched: isTouch(event) });
    };
    host.onpointerover = (event) => point(targetOf(event));
    host.onpointerleave = () => point(null);
  }

  /** @param {View} view @param {string[]} subjects */
  show(view, subjects) {
    if (this.deckOf) this.#showDecks(view, subjects);
    if (!this.openSea) return;
    const { inOrder, openTray } = this.openSea;
    const text = JSON.stringify([
      view.trays,
      view.lines.map(({ id, sign, pattern, badges }) => [id, sign, pattern, badges]),
      subjects,
    ]);
    if (text === this.#drawn) return;
    this.#drawn = text;
    const lines = new Map(view.lines.map((line) => [line.id, line]));
    const asked = new Set(subjects);
    const concerns = (/** @type {import("../types.js").Tray} */ tray) =>
      asked.has(tray.id) || asked.has(tray.of) || tray.pieces.some((piece) => asked.has(piece.id));
    refill(
      this.host,
      inOrder(view.trays, this.board).map((tray) => {
        const card = openTray(tray, lines.get(tray.of), this.board);
        card.classList.toggle("is-concerned", concerns(tray));
        return el("div", { class: concerns(tray) ? "force is-concerned" : "force" }, card);
      }),
    );
  }
  /** The decks of all ships that have one, first those that a question is about. @param {View} view @param {string[]} subjects */
  #showDecks({ pieces }, subjects) {
    const decked = pieces.filter((piece) => piece.placed?.deck);
    const asked = decked.filter(({ id }) => subjects.includes(id));
    const shown = [...asked, ...decked.filter((piece) => !asked.includes(piece))];
    const text = JSON.stringify([shown.map(({ name, kind, pips, placed }) => [name, kind, pips, placed?.deck]), asked.length]);
    if (text === this.#drawn) return;
    this.#drawn = text;
    refill(
      this.host,
      shown.map((piece) => {
        const deck = this.deckOf?.(piece, sideIndex(this.board, piece.side) ?? -1);
        return deck && el("div", { class: asked.includes(piece) ? "force is-concerned" : "force" }, deck);
      }),
    );
  }
}
