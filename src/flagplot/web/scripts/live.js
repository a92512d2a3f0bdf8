/** Hears of changes as they happen: by WebSocket, by polling where that fails, and again after a lost connection. */

/** @import { MatchApi } from "./api.js" */
/** @import { Change, Position } from "./types.js" */
/** @import { TableNews } from "./types-together.js" */

import { Refusal, isAbort } from "./api.js";
import { Redial } from "./redial.js";

const TRIES_BEFORE_POLLING = 3;
const POLL_SECONDS = 20;
const GONE = [403, 404];

/**
 * @typedef {"open" | "polling" | "lost"} Link
 * @typedef {object} Listener
 * @property {(message: Change | Position | TableNews) => void} heard
 * @property {(link: Link) => void} linked
 * @property {() => void} gone  the game is not there any more, or not for this page
 * @property {() => number} seq  what the page has been shown so far
 * @property {() => number} heardOf  and of the company
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
    this.line = new Redial(`${api.path}/live?seat=${encodeURIComponent(seat)}`, {
      heard: (message) => {
        listener.linked("open");
        listener.heard(message);
      },
      broken: (failures, isQuiet) => this.broken(failures, isQuiet),
      refused: () => listener.gone(),
    });
  }

  close() {
    this.line.close();
  }

  /**
   * @param {number} failures
   * @param {boolean} isQuiet
   */
  broken(failures, isQuiet) {
    if ((failures > 1 || !navigator.onLine) && !isQuiet) this.listener.linked("lost");
    if (failures < TRIES_BEFORE_POLLING) return true;
    void this.poll();
    return false;
  }

  /** Asks once for changes the plain way, then tries the socket again. */
  async poll() {
    const { line, listener } = this;
    try {
      const message = await this.api.changes(this.seat, listener.seq(), listener.heardOf(), POLL_SECONDS, line.ended.signal);
      if (line.isClosed) return;
      listener.linked("polling");
      if (message) listener.heard(message);
      line.failures = TRIES_BEFORE_POLLING - 1;
      line.dial();
    } catch (error) {
      if (isAbort(error) || line.isClosed) return;
      if (error instanceof Refusal && GONE.includes(error.status)) {
        line.close();
        listener.gone();
      } else line.again(line.pause());
    }
  }
}
