/** What happened between the people, at its place among the lines of the log. */

/** @import { LogEntry, Moment, SeatInfo } from "../types.js" */
/** @import { TalkLine } from "../types-together.js" */

/**
 * @typedef {object} Aside
 * @property {number} at  after so many lines of the log
 * @property {"event" | "order"} kind
 * @property {string} text
 * @property {string} answer  what a standing order said to the question; else empty
 * @property {string} time ISO 8601
 */

const ANSWERED = " → "; // between the question and what a standing order said to it

/**
 * Events and carried-out orders with their places. A seat's lines are counted as it could read them; at the end of the
 * game the log is everybody's, and longer. What was said before lines were taken back stands where they were.
 * @param {TalkLine[]} talk
 * @param {LogEntry[]} log
 * @param {string} seat
 * @param {SeatInfo[]} seats
 * @param {string} [orders]  what answered for the player
 * @returns {Aside[]}
 */
export function asidesOf(talk, log, seat, seats, orders = "Standing order") {
  const ends = [0];
  for (const [index, { to }] of log.entries()) if (!to || to.includes(seat)) ends.push(index + 1);
  const last = ends.length - 1;
  let limit = Infinity;
  /** @type {Aside[]} */
  const found = [];
  for (const line of talk.toReversed()) {
    if (line.kind === "chat") continue;
    limit = Math.min(limit, ends[Math.min(line.line, last)] ?? 0);
    const name = line.seat === seat ? "" : ` (${seats.find((one) => one.id === line.seat)?.name ?? ""})`;
    const isOrder = line.kind === "order";
    const [question, answer = ""] = isOrder ? line.text.split(ANSWERED) : [line.text];
    const text = isOrder ? `${orders}${name}: ${question}` : line.text;
    found.push({ at: limit, kind: line.kind, text, answer, time: line.at });
  }
  return found.reverse();
}

/**
 * What had happened at a moment. Where several orders were carried out without a line of the log between them, the
 * moments tell how many; those that were taken back since came first.
 * @param {Aside[]} asides
 * @param {Moment[]} moments
 * @param {number} n
 * @param {number} length  of the log then
 * @returns {Aside[]}
 */
export function asidesUpTo(asides, moments, n, length) {
  const isHere = (/** @type {Aside} */ { at, kind }) => kind === "order" && at === length;
  const led = moments.filter((moment, index) => moment.by_order && moments[index - 1]?.log_length === length);
  const toCome = led.filter((moment) => moment.n > n).length;
  let left = asides.filter(isHere).length - toCome;
  return asides.filter((aside) => aside.at <= length && (!isHere(aside) || left-- > 0));
}
