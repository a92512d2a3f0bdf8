/** Finds the names of places and pieces in a text, so that they light up on the chart when pointed at. */

/** @import { Board, View } from "../types.js" */

import { el } from "../elements.js";

/**
 * @typedef {object} Named
 * @property {string[]} ids
 * @property {number | null} side  which of the two accents; null for places
 */

export class Names {
  /**
   * @param {Board} board
   * @param {(ids: string[]) => void} light
   */
  constructor(board, light) {
    this.light = light;
    /** @type {Map<string, Named>} */
    this.places = new Map();
    /** @type {Map<string, Named>} */
    this.known = new Map();
    /** @type {RegExp | null} */
    this.pattern = null;
    this.board = board;
    this.lay(board);
  }

  /** Learns the places of a board; those of other boards are kept, for the log speaks of them. @param {Board} board */
  lay(board) {
    this.board = board;
    for (const space of board.spaces) {
      if (space.kind !== "square") this.places.set(space.name, { ids: [space.id], side: null });
    }
  }

  /**
   * Learns the pieces of a view; names once learned are kept, for the log speaks of ships that are gone.
   * @param {View} view
   */
  learn(view) {
    const drawnUp = view.lineups.flatMap((lineup) => lineup.sections.flatMap((section) => section.pieces));
    const pieces = [...view.pieces, ...view.lines, ...view.trays.flatMap((tray) => tray.pieces), ...drawnUp];
    // A line may be called after one of the pieces that it stands for: then the name means both.
    const lineOf = new Map(view.trays.flatMap((tray) => tray.pieces.map((piece) => [piece.id, tray.of])));
    /** @type {Map<string, Named>} */
    const seen = new Map();
    /** @type {Set<string>} */
    const unclear = new Set();
    for (const piece of pieces) {
      if (("hidden" in piece && piece.hidden) || this.places.has(piece.name)) continue;
      const named = seen.get(piece.name);
      if (named && !named.ids.includes(piece.id)) {
        if (!named.ids.includes(lineOf.get(piece.id) ?? "")) unclear.add(piece.name);
        named.ids.push(piece.id);
      }
      if (!named) seen.set(piece.name, { ids: [piece.id], side: sideIndex(this.board, piece.side) });
    }
    for (const [name, named] of seen) if (!unclear.has(name)) this.known.set(name, named);
    const names = [...this.places.keys(), ...this.known.keys()].sort((a, b) => b.length - a.length);
    this.pattern = names.length ? new RegExp(`(?<![\\p{L}\\d])(?:${names.map(escaped).join("|")})(?![\\p{L}\\d])`, "gu") : null;
  }

  /**
   * A text with its names marked.
   * @param {string} text
   * @returns {(string | HTMLElement)[]}
   */
  marked(text) {
    if (!this.pattern) return [text];
    const parts = [];
    let from = 0;
    for (const match of text.matchAll(this.pattern)) {
      const named = this.places.get(match[0]) ?? this.known.get(match[0]);
      if (!named) continue;
      if (match.index > from) parts.push(text.slice(from, match.index));
      parts.push(this.mark(match[0], named));
      from = match.index + match[0].length;
    }
    if (from < text.length) parts.push(text.slice(from));
    return parts;
  }

  /**
   * The side of the first piece that a text names.
   * @param {string} text
   * @returns {number | null}
   */
  sideOf(text) {
    if (!this.pattern) return null;
    for (const match of text.matchAll(this.pattern)) {
      const side = this.known.get(match[0])?.side;
      if (side !== undefined && side !== null) return side;
    }
    return null;
  }

  /**
   * @param {string} text
   * @param {Named} named
   */
  mark(text, named) {
    const on = () => this.light(named.ids);
    const off = () => this.light([]);
    return el(
      "span",
      {
        class: "named",
        data: named.side === null ? {} : { side: named.side },
        on: { pointerenter: on, pointerleave: off, click: on },
      },
      text,
    );
  }
}

/**
 * Which of the two accents a side has.
 * @param {Board} board
 * @param {string} side
 * @returns {number | null}
 */
export function sideIndex(board, side) {
  const index = board.sides.findIndex((candidate) => candidate.id === side);
  return index < 0 ? null : index;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
