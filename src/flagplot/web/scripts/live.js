/** Hears of changes as they happen: by WebSocket, by polling where that fails, and again after a lost connection. */

/** @import { MatchApi } from "./api.js" */
/** @import { Change, Position } from "./types.js" */

import { isAbort } from "./api.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const TRIES_BEFORE_POLLING = 3;
const POLL_SECONDS = 20;

/**
 * @typedef {"open" | "polling" | "lost"} Link
 * @typedef {object} Listener
 * @property {(message: Change | Position) => void} heard
 * @property {(link: Link) => void} linked
 * @property {() => number} seq  what the page has been shown so far
 */

/** The line to the server for one seat of one match. */
export class Live {
  /**
   * @param {MatchApi} api
   * @param {string} seat
   * @param {Listener} listener
   */
  constructor(api, seat, listener) {
    this.api = api;
    this.seat = seat;
    this.listener = listener;
    this.failures = 0;
    this.ended = new AbortController();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    this.hurry = () => {
      if (this.timer) this.again(0);
    };
    window.addEventListener("online", this.hurry, { signal: this.ended.signal });
    this.dial();
  }

  close() {
    this.ended.abort();
    clearTimeout(this.timer);
    this.socket?.close();
  }

  dial() {
    if (this.ended.signal.aborted) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.api.path}/live?seat=${encodeURIComponent(this.seat)}`);
    this.socket = socket;
    socket.addEventListener("message", (event) => {
      if (this.ended.signal.aborted) return;
      this.failures = 0;
      this.listener.linked("open");
      this.listener.heard(JSON.parse(event.data));
    });
    socket.addEventListener("close", () => this.lost());
  }

  lost() {
    if (this.ended.signal.aborted) return;
    this.failures += 1;
    if (this.failures >= TRIES_BEFORE_POLLING) void this.poll();
    else this.again(this.pause());
  }

  /** How long to wait before the next try: longer each time, and never the same for all pages. */
  pause() {
    return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures) * (0.75 + Math.random() / 2);
  }

  /** @param {number} wait milliseconds */
  again(wait) {
    clearTimeout(this.timer);
    if (this.failures > 1) this.listener.linked("lost");
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.dial();
    }, wait);
  }

  /** Asks once for changes the plain way, then tries the socket again. */
  async poll() {
    try {
      const message = await this.api.changes(this.seat, this.listener.seq(), POLL_SECONDS, this.ended.signal);
      if (this.ended.signal.aborted) return;
      this.listener.linked("polling");
      if (message) this.listener.heard(message);
      this.failures = TRIES_BEFORE_POLLING - 1;
      this.dial();
    } catch (error) {
      if (!isAbort(error)) this.again(this.pause());
    }
  }
}
