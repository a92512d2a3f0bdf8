/** Times in words: how long ago, how long yet, and clocks that run down on the page. */

import { el } from "./elements.js";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TICK_MS = 1000;
const SHORT_SHARE = 6; // the last sixth of the time is short
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", DAY],
  ["hour", HOUR],
  ["minute", MINUTE],
];

/** @param {string} time ISO 8601 */
export function ago(time) {
  const seconds = (Date.now() - Date.parse(time)) / 1000;
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  for (const [unit, length] of UNITS) if (seconds >= length) return words.format(-Math.floor(seconds / length), unit);
  return "just now";
}

/** @param {string} time ISO 8601 */
export function when(time) {
  return el("time", { datetime: time, title: new Date(time).toLocaleString() }, ago(time));
}

/**
 * The hour for today, the day before it for other days.
 * @param {string} time ISO 8601
 */
export function clockTime(time) {
  const at = new Date(time);
  const isToday = at.toDateString() === new Date().toDateString();
  const hour = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return isToday ? hour : `${at.toLocaleDateString("en-GB", { day: "numeric", month: "short" })}, ${hour}`;
}

/** @param {number | null} pace seconds for a move */
export function paceWords(pace) {
  if (pace === null) return "no clock";
  return `${lengthWords(pace)} a move`;
}

/**
 * What comes of it when somebody does not decide.
 * @param {number | null} pace
 * @param {number} patienceDays  where there is no clock
 * @param {boolean} isTogether  whether all who play are on one side
 */
export function lateWords(pace, patienceDays, isTogether) {
  const others = isTogether ? "the others may end the game" : "the other side may end the game and win it";
  if (pace !== null) return `When a player's time has run out, ${others}. Nothing happens by itself.`;
  const days = patienceDays === 1 ? "a day" : `${patienceDays} days`;
  return `There is no time limit, but after ${days} without a decision ${others}.`;
}

/**
 * @param {number} seconds
 * @returns {string}
 */
export function lengthWords(seconds) {
  if (seconds < 0) return lengthWords(0);
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  const inDays = days === 1 ? "1 day" : `${days} days`;
  if (days) return hours ? `${inDays} ${hours} h` : inDays;
  if (hours) return minutes ? `${hours} h ${minutes} min` : hours === 1 ? "1 hour" : `${hours} hours`;
  return minutes ? `${minutes} min` : `${Math.floor(seconds)} s`;
}

/** @type {Map<HTMLElement, () => void>} */
const running = new Map();
let timer = 0;

/**
 * A clock that runs down: "2 days 3 h left", red when little is left.
 * @param {string} deadline ISO 8601
 * @param {number | null} pace  seconds that were there at first
 * @param {() => void} [ranOut]  once, when the time is up while the clock is on the page
 */
export function countdown(deadline, pace, ranOut) {
  const face = el("time", { class: "countdown", datetime: deadline, title: new Date(deadline).toLocaleString() });
  const left = () => (Date.parse(deadline) - Date.now()) / 1000;
  let isUp = left() <= 0;
  const draw = () => {
    const seconds = left();
    face.textContent = seconds > 0 ? `${lengthWords(seconds)} left` : "time is up";
    face.dataset.short = String(seconds < Math.min(HOUR, (pace ?? DAY) / SHORT_SHARE));
    if (seconds > 0 || isUp) return;
    isUp = true;
    ranOut?.();
  };
  draw();
  running.set(face, draw);
  timer ||= window.setInterval(tick, TICK_MS);
  return face;
}

/**
 * A clock that runs on: "4 s", from the first second on.
 * @param {number} since  as `Date.now` tells it
 */
export function stopwatch(since) {
  const face = el("span", { class: "stopwatch", "aria-hidden": "true" }); // else every second would be read out
  const draw = () => {
    const seconds = Math.floor((Date.now() - since) / 1000);
    face.textContent = seconds > 0 ? lengthWords(seconds) : "";
  };
  draw();
  running.set(face, draw);
  timer ||= window.setInterval(tick, TICK_MS);
  return face;
}

function tick() {
  for (const [face, draw] of running) {
    if (face.isConnected) draw();
    else running.delete(face);
  }
  if (running.size) return;
  clearInterval(timer);
  timer = 0;
}
