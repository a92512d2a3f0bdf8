/** Keeps the position of one seat and brings it up to date with the changes that the server sends. */

/** @import { Change, LogEntry, Position, View } from "./types.js" */

/**
 * What became of a message: it fitted, it was old news, or something is missing before it.
 * @typedef {"applied" | "old" | "gap"} Fit
 */

export class Store {
  /** @param {Position} position */
  constructor(position) {
    this.position = position;
  }

  /**
   * Takes a whole position. A lower number is taken too: the server knows best, and what is missing follows.
   * @param {Position} position
   * @returns {Fit}
   */
  replace(position) {
    if (position.seat !== this.position.seat) return "old";
    const isSame = JSON.stringify(position.seats) === JSON.stringify(this.position.seats); // Somebody may have sat down.
    if (position.seq === this.position.seq && isSame) return "old";
    this.position = position;
    return "applied";
  }

  /**
   * @param {Change} change
   * @returns {Fit}
   */
  apply(change) {
    if (change.seq <= this.position.seq) return "old";
    if (change.base !== this.position.seq) return "gap";
    this.position = changed(this.position, change);
    return "applied";
  }
}

/**
 * The position after a change; the old one stays as it was.
 * @param {Position} before
 * @param {Change} change
 * @returns {Position}
 */
export function changed(before, change) {
  const { seq, decision, to_move, thinking, undo, result, moments } = change;
  const log = [...before.log.slice(0, change.log_start), ...change.log];
  return { ...before, seq, decision, to_move, thinking, undo, result, moments, log, view: changedView(before.view, change) };
}

/**
 * @param {View} view
 * @param {Change} change
 * @returns {View}
 */
function changedView(view, change) {
  const put = new Map(change.put.map((piece) => [piece.id, piece]));
  const gone = new Set(change.gone);
  const pieces = view.pieces.filter((piece) => !gone.has(piece.id)).map((piece) => put.get(piece.id) ?? piece);
  const known = new Set(view.pieces.map((piece) => piece.id));
  return {
    headline: change.headline ?? view.headline,
    pieces: [...pieces, ...change.put.filter((piece) => !known.has(piece.id))],
    lineups: change.lineups ?? view.lineups,
    tracks: change.tracks ?? view.tracks,
    cards: change.cards ?? view.cards,
    sheets: change.sheets ?? view.sheets,
    facts: change.facts ?? view.facts,
  };
}

/**
 * The lines of a log that were not there before.
 * @param {LogEntry[]} before
 * @param {LogEntry[]} after
 * @returns {{ kept: number, fresh: LogEntry[] }}
 */
export function freshLines(before, after) {
  let kept = 0;
  while (kept < before.length && kept < after.length && sameLine(before[kept], after[kept])) kept += 1;
  return { kept, fresh: after.slice(kept) };
}

/**
 * @param {LogEntry} a
 * @param {LogEntry} b
 */
function sameLine(a, b) {
  return a === b || (a.text === b.text && a.key === b.key);
}
