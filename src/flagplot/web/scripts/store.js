/** Keeps the position of one seat and brings it up to date with the changes that the server sends. */

/** @import { Change, LogEntry, Position, View } from "./types.js" */
/** @import { TableNews } from "./types-together.js" */

export const ONLOOKER = "-";

/**
 * What became of a message: it fitted, it told of the company only, it was old, or something is missing before it.
 * @typedef {"applied" | "table" | "old" | "gap"} Fit
 */

export class Store {
  /** @param {Position} position */
  constructor(position) {
    this.position = looking(position);
  }

  /** @param {Change | Position | TableNews} message @returns {Fit} */
  take(message) {
    if (message.type === "position") return this.replace(message);
    return message.type === "change" ? this.apply(message) : this.hear(message);
  }

  /**
   * Takes a whole position. A lower number is taken too: the server knows best, and what is missing follows.
   * @param {Position} position
   * @returns {Fit}
   */
  replace(position) {
    if (position.seat !== this.position.seat) return "old";
    const isSame = sameGame(position, this.position);
    const { table, talk, heard } = position;
    this.position = isSame ? { ...this.position, table, talk, heard } : looking(position);
    return isSame ? "table" : "applied";
  }

  /**
   * @param {Change} change
   * @returns {Fit}
   */
  apply(change) {
    if (change.seq <= this.position.seq) return "old";
    if (change.base !== this.position.seq) return "gap";
    this.position = looking(changed(this.position, change));
    return "applied";
  }

  /**
   * Takes news of the company; with fewer lines of talk than are known it was overtaken on its way.
   * @param {TableNews} news
   * @returns {Fit}
   */
  hear(news) {
    const { table, heard } = news;
    const talk = [...this.position.talk.slice(0, news.talk_start), ...news.talk];
    if (talk.length < this.position.talk.length) return "old";
    this.position = { ...this.position, table, heard, talk };
    return "table";
  }
}

/**
 * Who looks on decides nothing, not even what real dice show.
 * @param {Position} position
 * @returns {Position}
 */
function looking(position) {
  return position.seat === ONLOOKER && position.decision ? { ...position, decision: null } : position;
}

/**
 * Whether the game stands the same, whatever the people do; somebody may have sat down.
 * @param {Position} one
 * @param {Position} other
 */
function sameGame(one, other) {
  const standing = (/** @type {Position} */ { seq, seats, decision, to_move, result, moments, undo, lesson }) =>
    JSON.stringify([seq, seats, decision, to_move, result, moments, undo, lesson]);
  return standing(looking(one)) === standing(other);
}

/**
 * The position after a change; the old one stays as it was.
 * @param {Position} before
 * @param {Change} change
 * @returns {Position}
 */
export function changed(before, change) {
  const { seq, decision, to_move, thinking, undo, result, moments, by_order } = change;
  const log = [...before.log.slice(0, change.log_start), ...change.log];
  const board = change.board ?? before.board;
  const lesson = change.lesson ?? before.lesson;
  return { ...before, seq, board, decision, to_move, thinking, undo, result, moments, by_order, log, lesson, view: changedView(before.view, change) };
}

/**
 * @param {View} view
 * @param {Change} change
 * @returns {View}
 */
function changedView(view, change) {
  return {
    headline: change.headline ?? view.headline,
    pieces: merged(view.pieces, change),
    lineups: change.lineups ?? view.lineups,
    tracks: change.tracks ?? view.tracks,
    displays: change.displays ?? view.displays,
    cards: change.cards ?? view.cards,
    sheets: change.sheets ?? view.sheets,
    facts: change.facts ?? view.facts,
    goals: change.goals ?? view.goals,
    light: change.light ?? view.light,
    brief: change.brief ?? view.brief,
    lines: merged(view.lines, change.lines),
    areas: merged(view.areas, change.areas),
    trays: merged(view.trays, change.trays),
  };
}

/**
 * Things with ids, after some came or changed and some went.
 * @template {{ id: string }} T
 * @param {T[]} before
 * @param {{ put: T[], gone: string[] } | null} [change]
 * @returns {T[]}
 */
function merged(before, change) {
  if (!change) return before;
  const put = new Map(change.put.map((thing) => [thing.id, thing]));
  const gone = new Set(change.gone);
  const known = new Set(before.map((thing) => thing.id));
  const kept = before.filter((thing) => !gone.has(thing.id)).map((thing) => put.get(thing.id) ?? thing);
  return [...kept, ...change.put.filter((thing) => !known.has(thing.id))];
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
