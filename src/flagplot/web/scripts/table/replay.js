/** The time line: every moment of the game, to step, to scrub, to play, as each seat knew it. */

/** @import { MatchApi } from "../api.js" */
/** @import { Boards } from "./boards.js" */
/** @import { LogEntry, Moment, Position, SeatInfo, Sight } from "../types.js" */

import { isAbort, sentence } from "../api.js";
import { notice } from "../dialogs.js";
import { el, refill } from "../elements.js";
import { ONLOOKER } from "../store.js";
import { chapterOf } from "./log.js";

const PLAY_MS = 900;
const SPEEDS = [0.5, 1, 2, 4];
const SPEED = "flagplot.replay";
const TOO_FAST = 2; // beyond this speed pieces have no time to glide
const SCRUB_MS = 40;
const SLIDER_KEYS = /^(Arrow|Page|Home|End)/; // what the slider itself understands
export const AS_IT_WAS = "*";

/**
 * @typedef {object} Looking
 * @property {Sight} sight
 * @property {Sight | null} beside  the same moment as somebody else knew it
 * @property {number} last  the number of the last moment
 * @property {number} logLength  how much of the seat's own log had been written
 *
 * @typedef {object} Watching
 * @property {(looking: Looking | null, smooth: boolean) => void} look  null: the present
 * @property {(moments: Moment[]) => void} moments  the moments of the own seat are known
 */

export class Replay {
  /**
   * @param {HTMLElement} host
   * @param {MatchApi} api
   * @param {string} seat
   * @param {Boards} boards
   * @param {Watching} watching
   */
  constructor(host, api, seat, boards, watching) {
    this.api = api;
    this.seat = seat;
    this.boards = boards;
    this.watching = watching;
    /** Whose knowledge is shown, and whose beside it. */
    this.perspective = seat;
    /** @type {string | null} */
    this.beside = null;
    /** @type {Moment[]} those of the seat; when the game is over, the same for everybody */
    this.moments = [];
    /** @type {Moment[]} those before the game branched off; they have negative numbers, the last is -1 */
    this.past = [];
    this.over = false;
    this.refreshes = 0; // an answer to an earlier one is out of date
    /** @type {number | null} */
    this.at = null;
    this.count = 0;
    this.playing = 0; // the number of the run that is played; 0: none
    this.runs = 0;
    this.speed = keptSpeed();
    this.fetching = new AbortController();
    this.ended = new AbortController();
    this.ticks = el("div", { class: "ticks", "aria-hidden": "true" });
    this.slider = el("input", {
      type: "range",
      class: "time-slider",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": "Moment of the game",
      on: {
        input: () => this.scrub(Number(this.slider.value)),
        keydown: (/** @type {KeyboardEvent} */ event) => SLIDER_KEYS.test(event.key) && event.stopPropagation(),
      },
    });
    this.label = el("output", { class: "time-label" });
    this.play = this.button("▶︎", "Play the game from here", () => this.togglePlay());
    this.play.classList.add("play");
    this.scrubTimer = 0;
    refill(
      host,
      el("div", { class: "time-line" }, this.ticks, this.slider, this.label),
      el(
        "div",
        { class: "time-steps" },
        this.button("◀︎", "One moment back", () => this.step(-1)),
        this.play,
        this.button("▶︎▏", "One moment on", () => this.step(1)),
        this.speedChoice(),
      ),
    );
    window.addEventListener("hashchange", () => this.fromAddress(), { signal: this.ended.signal });
  }

  close() {
    this.stop();
    this.fetching.abort();
    this.ended.abort();
    clearTimeout(this.scrubTimer);
  }

  /**
   * @param {string} text
   * @param {string} title
   * @param {() => void} run
   */
  button(text, title, run) {
    return el("button", { type: "button", class: "button icon", title, "aria-label": title, on: { click: run } }, text);
  }

  get last() {
    return Math.max(0, this.count - 1);
  }

  /** The number of the first moment. */
  get first() {
    return -this.past.length;
  }

  /** The time line begins before the game branched off. @param {Moment[]} past */
  reachBack(past) {
    this.past = past;
    this.drawTicks(this.moments);
    this.drawSlider();
  }

  /** What is known of a moment. @param {number} n @returns {Moment | undefined} */
  moment(n) {
    return n < 0 ? this.past.at(n) : this.moments[n];
  }

  /**
   * Follows the game to where it stands now.
   * @param {Position} position
   */
  async refresh(position) {
    this.count = position.moments;
    this.over = position.result !== null;
    const refresh = ++this.refreshes;
    this.moments = grown(this.moments, position);
    this.drawSlider();
    if (position.table.held) {
      this.label.textContent = "The replay is available when the players have agreed to the present rules.";
      return;
    }
    try {
      const moments = this.moments.length ? this.moments : await this.api.moments(this.seat);
      if (this.ended.signal.aborted || refresh !== this.refreshes) return;
      this.moments = moments;
      this.count = this.moments.length;
      this.drawTicks(this.moments);
      this.drawSlider();
      this.watching.moments(this.moments);
    } catch (error) {
      if (!isAbort(error)) this.label.textContent = sentence(error);
    }
  }

  /** @param {Moment[]} moments */
  drawTicks(moments) {
    const marks = [];
    let headline = "";
    const all = [...this.past, ...moments];
    for (const [index, moment] of all.entries()) {
      if (moment.headline === headline && !moment.by_order) continue;
      const great = chapterOf(moment.headline) !== chapterOf(headline);
      headline = moment.headline;
      const tick = el("span", { class: moment.by_order ? "tick ordered" : great ? "tick great" : "tick", title: headline });
      tick.style.left = `${(100 * index) / Math.max(1, all.length - 1)}%`;
      marks.push(tick);
    }
    refill(this.ticks, marks);
  }

  drawSlider() {
    const n = this.at ?? this.last;
    this.slider.min = String(this.first);
    this.slider.max = String(this.last);
    this.slider.value = String(n);
    const headline = this.moment(n)?.headline ?? "";
    this.label.textContent = this.at === null ? "" : headline;
    this.slider.setAttribute("aria-valuetext", this.at === null ? "now" : n < 0 ? `before the branch, ${headline}` : `moment ${n} of ${this.last}, ${headline}`);
    this.play.textContent = this.playing ? "❚❚" : "▶︎";
    this.play.setAttribute("aria-label", this.playing ? "Stop" : "Play the game from here");
  }

  /** @param {number} n */
  scrub(n) {
    this.stop();
    clearTimeout(this.scrubTimer);
    if (n === this.last && !this.over) return this.toNow();
    this.at = n;
    this.drawSlider();
    this.scrubTimer = window.setTimeout(() => void this.go(n, false), SCRUB_MS);
  }

  /** @param {-1 | 1} by */
  step(by) {
    this.stop();
    const next = (this.at ?? this.last) + by;
    if (next >= this.first && next <= this.last) void this.go(next, true);
  }

  toStart() {
    this.stop();
    void this.go(this.first, false);
  }

  /** Back to the present. */
  toNow() {
    this.stop();
    if (this.at === null) return;
    this.fetching.abort();
    this.at = null;
    this.perspective = this.seat;
    this.beside = null;
    history.replaceState(null, "", location.pathname);
    this.drawSlider();
    this.watching.look(null, false);
  }

  togglePlay() {
    if (this.playing) {
      this.stop();
      this.drawSlider();
      return;
    }
    if (this.at === null || this.at >= this.last) this.at = this.first - 1;
    this.playing = this.runs += 1;
    void this.playOn(this.playing);
  }

  /** Shows one moment after the other; the next one waits until this one is there. @param {number} run */
  async playOn(run) {
    while (this.playing === run && (this.at ?? this.last) < this.last) {
      const until = performance.now() + PLAY_MS / this.speed;
      await this.go((this.at ?? this.first - 1) + 1, this.speed <= TOO_FAST);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, until - performance.now())));
    }
    if (this.playing !== run) return;
    this.stop();
    this.drawSlider();
  }

  /** Plays from a moment on. @param {number} n */
  playFrom(n) {
    this.stop();
    this.at = n - 1;
    this.togglePlay();
  }

  stop() {
    this.playing = 0;
  }

  speedChoice() {
    const label = (/** @type {number} */ speed) => (speed === 0.5 ? "½×" : `${speed}×`);
    return el(
      "select",
      {
        class: "field replay-speed",
        "aria-label": "Speed of the replay",
        title: "Speed of the replay",
        on: { change: (/** @type {Event} */ event) => this.setSpeed(Number(/** @type {HTMLSelectElement} */ (event.target).value)) },
      },
      SPEEDS.map((speed) => el("option", { value: speed, selected: speed === this.speed }, label(speed))),
    );
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    try {
      localStorage.setItem(SPEED, String(speed));
    } catch {
      // A browser that keeps nothing still plays.
    }
  }

  /** Shows the moment that the address names, if any. */
  fromAddress() {
    const n = /^#(\d+)$/.exec(location.hash)?.[1];
    if (n === undefined) {
      if (this.at !== null) this.toNow();
    } else if (Number(n) !== this.at) {
      void this.go(Math.min(Number(n), this.last), false);
    }
  }

  /**
   * Whose knowledge is shown from now on.
   * @param {string} perspective
   * @param {string | null} beside
   */
  lookAs(perspective, beside) {
    this.perspective = perspective;
    this.beside = beside;
    void this.go(this.at ?? this.last, false);
  }

  /**
   * Looks at a moment of the own seat's time line; another's knowledge is fetched for the same point of the game.
   * @param {number} n
   * @param {boolean} smooth  whether pieces move there, as from one moment to the next
   */
  async go(n, smooth) {
    this.fetching.abort();
    const fetching = (this.fetching = new AbortController());
    this.at = n;
    this.drawSlider();
    history.replaceState(null, "", n < 0 ? location.pathname : `${location.pathname}#${n}`);
    try {
      const [sight, beside] = await Promise.all([
        n < 0 ? this.api.pastMoment(this.past.length + n, fetching.signal) : this.api.moment(this.perspective, n, fetching.signal),
        this.beside === null || n < 0 ? null : this.api.moment(this.beside, n, fetching.signal),
      ]);
      await this.boards.load(sight.board);
      if (fetching.signal.aborted || this.ended.signal.aborted) return;
      this.watching.look({ sight, beside, last: this.last, logLength: sight.log_length }, smooth);
    } catch (error) {
      if (isAbort(error)) return;
      this.stop();
      notice(sentence(error));
    }
  }
}

function keptSpeed() {
  try {
    return SPEEDS.find((speed) => String(speed) === localStorage.getItem(SPEED)) ?? 1;
  } catch {
    return 1;
  }
}

/**
 * The known moments and the newest one, or fewer of them after an undo: enough in most cases, without asking again.
 * @param {Moment[]} known
 * @param {Position} position
 * @returns {Moment[]}
 */
function grown(known, position) {
  const { moments, by_order, view, log } = position;
  const before = known.slice(0, moments - 1);
  if (before.length !== moments - 1 || !known.length) return [];
  return [...before, { n: moments - 1, headline: view.headline, log_length: log.length, seat: null, by_order }];
}

/**
 * How the knowledge shown is called.
 * @param {SeatInfo[]} seats
 * @param {string} perspective
 */
export function knowledge(seats, perspective) {
  if (perspective === AS_IT_WAS) return "as it was";
  if (perspective === ONLOOKER) return "as spectators saw it";
  return `as ${seats.find((seat) => seat.id === perspective)?.name ?? perspective} knew it`;
}

/**
 * The lines of a log that somebody could read, and how many of them each beginning of the log has.
 * @param {LogEntry[]} log
 * @param {string} perspective
 */
export function knownLines(log, perspective) {
  const isKnown = (/** @type {LogEntry} */ { to }) => perspective === AS_IT_WAS || !to || to.includes(perspective);
  let count = 0;
  return { lines: log.filter(isKnown), before: [0, ...log.map((line) => (count += isKnown(line) ? 1 : 0))] };
}
