/** A line to the server that is dialled again when it breaks, with growing pauses and at once when the network is back. */

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const QUIET_MS = 12_000; // while a server restarts nobody is alarmed
const RESTARTING = 1012;
export const NOT_HERE = 4404;

/**
 * @typedef {object} LineListener
 * @property {(message: any) => void} heard
 * @property {(failures: number, isQuiet: boolean) => boolean} broken  whether it shall be dialled again by itself
 * @property {() => void} refused  there is nothing to hear at this address, now or later
 */

export class Redial {
  /**
   * @param {string} path
   * @param {LineListener} listener
   */
  constructor(path, listener) {
    this.path = path;
    this.listener = listener;
    this.failures = 0;
    this.quietUntil = 0;
    this.ended = new AbortController();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    const { signal } = this.ended;
    window.addEventListener("online", () => this.hurry(), { signal });
    window.addEventListener("offline", () => this.socket?.close(), { signal }); // it would look alive for minutes
    document.addEventListener("visibilitychange", () => !document.hidden && this.hurry(), { signal });
    this.dial();
  }

  get isClosed() {
    return this.ended.signal.aborted;
  }

  close() {
    this.ended.abort();
    clearTimeout(this.timer);
    this.socket?.close();
  }

  /** If a try is due some time, it is made now. */
  hurry() {
    if (this.timer) this.again(0);
  }

  dial() {
    if (this.isClosed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${this.path}`);
    this.socket = socket;
    socket.addEventListener("message", (event) => {
      if (this.isClosed || this.socket !== socket) return;
      this.failures = 0;
      this.quietUntil = 0;
      this.listener.heard(JSON.parse(event.data));
    });
    socket.addEventListener("close", (event) => this.socket === socket && this.lost(event.code));
  }

  /** @param {number} code */
  lost(code) {
    if (this.isClosed) return;
    this.socket = null;
    if (code === NOT_HERE) {
      this.close();
      this.listener.refused();
      return;
    }
    if (code === RESTARTING) this.quietUntil = Date.now() + QUIET_MS;
    this.failures += 1;
    if (this.listener.broken(this.failures, Date.now() < this.quietUntil)) this.again(this.pause());
  }

  /** How long to wait before the next try: longer each time, and never the same for all pages. */
  pause() {
    return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures) * (0.75 + Math.random() / 2);
  }

  /** @param {number} wait milliseconds */
  again(wait) {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.dial();
    }, wait);
  }
}
