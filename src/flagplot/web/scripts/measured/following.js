/** What part of a measured board is shown by itself: the ship in hand with her fan, or the whole. */

import { isWithin } from "./geometry.js";

/** @typedef {import("../chart/camera.js").Camera} Camera */
/** @typedef {import("../chart/layout.js").Point} Point */
/** @typedef {import("../chart/layout.js").Rect} Rect */
/** @typedef {import("./fleet.js").FleetLayer} FleetLayer */
/** @typedef {import("./ghosts.js").GhostLayer} GhostLayer */

const AROUND = 70; // units of the chart around ships that are brought into sight
const CLOSE = 1.5; // how near the chart is shown by itself
const FAR = 0.8; // a part that could be shown larger than by this share is brought nearer
const NEIGHBOURS = 1.3; // enemies are shown with a fan up to this part of its reach
const DIAL_ROOM = 60; // pixels of the window over which keys lie: at its top, on a phone at its foot
const INSTRUMENTS_ROOM = 70; // pixels at the foot of the window over which rose and distances lie, but on a phone
const AT_REST = 4000; // milliseconds without a ship in hand after which the whole is shown; dice may fall in between

export class Following {
  #resting = 0;
  /** @type {string[]} */
  #subjects = [];

  /** @param {Camera} camera @param {FleetLayer} fleet @param {GhostLayer} ghosts */
  constructor(camera, fleet, ghosts) {
    this.camera = camera;
    this.fleet = fleet;
    this.ghosts = ghosts;
  }

  close() {
    clearTimeout(this.#resting);
  }

  /**
   * Shows the ship in hand with what she can do and the enemies near her; without one all that can be chosen, and the
   * whole when nothing can for a while. A chart that the player has moved stays where it is.
   * @param {string[]} subjects  in hand
   * @param {Set<string>} offered
   */
  follow(subjects, offered) {
    this.close();
    this.#subjects = subjects;
    if (this.camera.isHeld) return;
    const seen = this.camera.seen();
    const concerned = [...offered, ...subjects].flatMap((id) => this.fleet.centre(id) ?? []);
    if (subjects.length || !this.ghosts.isEmpty) this.#frame([...concerned, ...this.#nearFan()], seen);
    else if (!concerned.length || concerned.some((at) => !isSeen(at, seen)))
      this.#resting = window.setTimeout(() => this.camera.isHeld || this.camera.fit(), concerned.length ? 0 : AT_REST);
  }

  /** Shows the whole while ships move outside the frame and none is in hand. */
  watch() {
    if (this.camera.isHeld || this.#subjects.length) return;
    const seen = this.camera.seen();
    if (this.fleet.underWay.some((at) => !isSeen(at, seen))) this.camera.fit();
  }

  /** @param {Point[]} centres @param {Rect} seen */
  #frame(centres, seen) {
    const around = centres.map(({ x, y }) => ({ x: x - AROUND, y: y - AROUND, width: 2 * AROUND, height: 2 * AROUND }));
    const rooms = [...around, ...this.ghosts.rooms];
    if (!rooms.length) return;
    const whole = union(rooms);
    const zoom = this.camera.zoomFor(whole, CLOSE);
    const [above, below] = (this.ghosts.isSmall ? [0, DIAL_ROOM] : [DIAL_ROOM, INSTRUMENTS_ROOM]).map((room) => room / zoom);
    const framed = { ...whole, y: whole.y - above, height: above + whole.height + below };
    const isFar = this.camera.zoom < FAR * this.camera.zoomFor(framed, CLOSE);
    if (isFar || !isWithin(framed, seen)) this.camera.frame(framed, CLOSE);
  }

  /** Where the enemies near a fan of ghosts are. @returns {Point[]} */
  #nearFan() {
    const [subject] = this.#subjects.flatMap((id) => this.fleet.shown(id) ?? []);
    if (!subject || this.ghosts.isEmpty) return [];
    const reach = NEIGHBOURS * this.ghosts.reach;
    const enemies = this.fleet.enemiesOf(subject.piece).map(({ at }) => at);
    return enemies.filter((at) => Math.hypot(at.x - subject.at.x, at.y - subject.at.y) <= reach);
  }
}

/** @param {Point} at @param {Rect} seen */
function isSeen(at, seen) {
  return isWithin({ ...at, width: 0, height: 0 }, seen);
}

/** @param {Rect[]} rects @returns {Rect} */
function union(rects) {
  const [x, y] = [Math.min(...rects.map((rect) => rect.x)), Math.min(...rects.map((rect) => rect.y))];
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}
