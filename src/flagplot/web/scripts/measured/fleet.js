/** The ships and contacts of a measured board: hulls at their poses, wakes, names, and how they glide. */

import { accentOf, svg } from "../chart/figures.js";
import { pieceWords } from "../chart/words.js";
import { along, meet, pathOf, turnedFrom } from "./geometry.js";
import { contactOf, flame, formOf, hullOf, veilOf } from "./hulls.js";
import { wakeOf } from "./wakes.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../chart/layout.js").Point} Point */
/** @typedef {import("../chart/layout.js").Rect} Rect */
/** @typedef {import("../chart/motion.js").Motion} Motion */
/** @typedef {import("./geometry.js").Measures} Measures */
/**
 * @typedef {object} Shown
 * @property {Piece} piece
 * @property {SVGElement} element  at its pose
 * @property {SVGElement} turned  the hull, which has the heading
 * @property {SVGElement} label
 * @property {SVGElement} wake
 * @property {Point} at
 * @property {number} heading
 * @property {string} looks
 */
/** @typedef {{ way: Point[], begun: number, heading: number }} Glide */

const GLIDE = 900;
const FADE = 420;
const LETTER = 7.6; // pixels of a letter of a name
const ROW = 13;
const HALF_BREADTH = 9; // pixels from the middle of a hull to its side, with some water
const BESIDE = 3; // pixels from a hull to its name
const FARTHER = [22, 48]; // the same where there is no room beside it

export class FleetLayer {
  /** @type {Map<string, Shown>} */
  #shown = new Map();
  #zoom = 1;
  /** @type {Map<string, Glide>} ships that are under way to where they lie now */
  #gliding = new Map();
  #frame = 0;

  /** @param {Board} board @param {Measures} measures @param {Motion} motion */
  constructor(board, measures, motion) {
    this.board = board;
    this.measures = measures;
    this.motion = motion;
    this.wakes = svg("g", { class: "wakes" });
    this.element = svg("g", { class: "fleet" });
    this.labels = svg("g", { class: "labels" });
  }

  /** @param {string} id */
  shown(id) {
    return this.#shown.get(id);
  }

  /** Ids of all pieces that are drawn. */
  get ids() {
    return [...this.#shown.keys()];
  }

  /** @param {string} id @returns {Point | undefined} */
  centre(id) {
    return this.#shown.get(id)?.at;
  }

  /** The ships of other sides that are seen. @param {Piece} own */
  enemiesOf(own) {
    return [...this.#shown.values()].filter(
      ({ piece }) => piece.side !== own.side && piece.placed?.pose.heading !== null && !piece.hidden,
    );
  }

  /** Where the ships go that are under way. @returns {Point[]} */
  get underWay() {
    return [...this.#gliding.keys()].flatMap((id) => this.centre(id) ?? []);
  }

  /**
   * Draws the pieces; those that came by a way glide along it, together with those that are still under way. Resolves
   * when all have come to rest.
   * @param {Piece[]} pieces @param {boolean} animate @returns {Promise<void>}
   */
  show(pieces, animate) {
    const wanted = new Map(pieces.flatMap((piece) => (piece.placed ? [[piece.id, piece]] : [])));
    const isMoving = animate && this.motion.speed > 0;
    for (const [id, shown] of this.#shown) if (!wanted.has(id)) this.#remove(id, shown, isMoving);
    if (!isMoving) this.#arrive();
    for (const piece of wanted.values()) {
      const before = this.#shown.get(piece.id);
      const from = before && { ...before.at, heading: before.heading };
      const shown = this.#put(piece);
      const moved = from && Math.hypot(from.x - shown.at.x, from.y - shown.at.y) > 0.5;
      if (isMoving && moved)
        this.#gliding.set(piece.id, { way: this.#wayOf(piece, from), begun: performance.now(), heading: from.heading });
    }
    this.#placeLabels();
    return this.#glide();
  }

  /** All ships that are under way are where they go. */
  #arrive() {
    for (const id of this.#gliding.keys()) this.#shown.get(id)?.label.classList.remove("is-away");
    this.#gliding.clear();
  }

  /** @param {string} mark @param {Set<string>} ids */
  mark(mark, ids) {
    for (const [id, { element, label }] of this.#shown) {
      element.classList.toggle(mark, ids.has(id));
      label.classList.toggle(mark, ids.has(id));
    }
  }

  /** @param {Set<string>} offered */
  describe(offered) {
    for (const [id, { element, piece }] of this.#shown) {
      const { text = "" } = piece.placed ?? {};
      element.setAttribute(
        "aria-label",
        [pieceWords(piece), text].filter(Boolean).join(", ") + (offered.has(id) ? "; can be chosen" : ""),
      );
      element.setAttribute("tabindex", offered.has(id) ? "0" : "-1");
    }
  }

  /** Hulls are never drawn too small to be seen, and names keep their size. @param {number} zoom */
  zoomed(zoom) {
    this.#zoom = zoom;
    for (const [id, shown] of this.#shown) if (!this.#gliding.has(id)) this.#place(shown);
    this.#placeLabels();
  }

  /** Which of all pieces lies nearest to a point, if it is near enough for a pointer. @param {Point} point @param {number} near  pixels */
  nearest(point, near) {
    let [best, least] = ["", near / this.#zoom];
    for (const [id, { at, piece }] of this.#shown) {
      const half = piece.hidden ? 0 : ((piece.placed?.pose.length ?? 0) * this.measures.width) / 2;
      const apart = Math.max(0, Math.hypot(at.x - point.x, at.y - point.y) - half * 0.6);
      if (apart < least) [best, least] = [id, apart];
    }
    return best;
  }

  /** @param {Piece} piece @param {Point & { heading: number }} from @returns {Point[]} */
  #wayOf(piece, from) {
    const way = (piece.placed?.way ?? []).map((spot) => this.measures.point(spot));
    const isFromHere = way.length > 1 && Math.hypot(way[0].x - from.x, way[0].y - from.y) < 3;
    const { pose } = /** @type {import("../types.js").Placed} */ (piece.placed);
    return isFromHere ? way : [from, this.measures.middle(pose)];
  }

  /** @returns {Promise<void>}  when no ship is under way any more */
  #glide() {
    cancelAnimationFrame(this.#frame);
    if (!this.#gliding.size) return Promise.resolve();
    const lasts = this.motion.time(GLIDE);
    return new Promise((resolve) => {
      /** @param {number} now */
      const step = (now) => {
        for (const [id, glide] of this.#gliding)
          this.#step(id, glide, lasts ? Math.min(1, Math.max(0, now - glide.begun) / lasts) : 1);
        if (this.#gliding.size) this.#frame = requestAnimationFrame(step);
        else resolve();
      };
      step(performance.now());
    });
  }

  /** Draws a ship after a part of the time of its glide. @param {string} id @param {Glide} glide @param {number} part */
  #step(id, glide, part) {
    const shown = this.#shown.get(id);
    if (!shown || part === 1) this.#gliding.delete(id);
    if (!shown) return;
    shown.label.classList.toggle("is-away", part < 1);
    if (part === 1) return this.#place(shown);
    const { x, y, heading } = along(glide.way, part * part * (3 - 2 * part));
    const hasHeading = shown.piece.placed?.pose.heading !== null;
    glide.heading = turnedFrom(hasHeading ? heading : 0, glide.heading);
    this.#place(shown, { x, y }, glide.heading);
  }

  /** @param {Piece} piece @returns {Shown} */
  #put(piece) {
    const { pose, text } = /** @type {import("../types.js").Placed} */ (piece.placed);
    const looks = JSON.stringify([piece.kind, piece.side, piece.name, piece.hidden, piece.badges, text, pose.heading === null]);
    let shown = this.#shown.get(piece.id);
    if (!shown || shown.looks !== looks) {
      shown?.element.remove();
      shown?.label.remove();
      shown?.wake.remove();
      shown = { ...this.#dressed(piece, text), piece, at: this.measures.middle(pose), heading: pose.heading ?? 0, looks };
      this.#shown.set(piece.id, shown);
    }
    Object.assign(shown, { piece, at: this.measures.middle(pose), heading: turnedFrom(pose.heading ?? 0, shown.heading) });
    const way = (piece.placed?.way ?? []).map((spot) => this.measures.point(spot));
    const path = way.length > 1 ? pathOf(way) : "";
    if (shown.wake.dataset.way !== path) {
      shown.wake.dataset.way = path;
      shown.wake.replaceChildren(...(path ? wakeOf(way) : []));
    }
    if (!this.#gliding.has(piece.id)) this.#place(shown);
    return shown;
  }

  /** @param {Piece} piece @param {string} text */
  #dressed(piece, text) {
    const accent = accentOf(this.board.sides, piece.side);
    const element = svg("g", { class: "ship", role: "button", "data-piece": piece.id, "data-accent": accent });
    const turned = svg("g", {});
    const number = piece.hidden ? piece.name : (piece.badges.find((badge) => badge.startsWith("contact "))?.slice(8) ?? "");
    if (piece.hidden) turned.append(contactOf(piece.name));
    else if (piece.kind === "dummy") turned.append(veilOf(number));
    else {
      const form = formOf(piece.kind);
      turned.append(
        svg("circle", { class: "ship-touch", r: 50 }),
        svg("g", { class: "hull-shape", "data-wide": form.wide }, hullOf(piece.kind)),
      );
    }
    element.append(turned);
    if (piece.badges.includes("fire"))
      element.append(
        svg(
          "g",
          { class: "steady on-fire" },
          svg("circle", { class: "fire-glow", r: 24 }),
          svg("g", { transform: "translate(0 -8) scale(0.8)" }, flame()),
        ),
      );
    if (number && !piece.hidden && piece.kind !== "dummy") element.prepend(svg("circle", { class: "veil-ring", r: 30 }));
    const label = svg("g", { class: "label", "data-accent": accent });
    const name = svg("text", { class: "label-name" });
    name.textContent = piece.hidden ? "" : piece.name;
    const state = svg("text", { class: "label-state", y: ROW });
    state.textContent = text;
    label.append(name, state);
    const wake = svg("g", { class: "wake" });
    this.element.append(element);
    this.labels.append(label);
    this.wakes.append(wake);
    return { element, turned, label, wake };
  }

  /** @param {Shown} shown @param {Point} [at] @param {number} [heading] */
  #place(shown, at = shown.at, heading = shown.heading) {
    const { piece, element, turned } = shown;
    const least = formOf(piece.kind).least / this.#zoom;
    const length = Math.max(least, (piece.placed?.pose.length ?? 0) * this.measures.width);
    const scale = piece.hidden || piece.kind === "dummy" ? 1 / this.#zoom : length / 100;
    element.setAttribute("transform", `translate(${at.x.toFixed(2)} ${at.y.toFixed(2)})`);
    turned.setAttribute(
      "transform",
      `rotate(${piece.hidden || piece.kind === "dummy" ? 0 : heading.toFixed(1)}) scale(${scale.toFixed(4)})`,
    );
    for (const steady of element.querySelectorAll(".steady, .veil-ring")) {
      if (!turned.contains(steady)) steady.setAttribute("transform", `scale(${(1 / this.#zoom).toFixed(4)})`);
    }
  }

  /** The room that a hull takes as it lies. @param {Shown} shown @returns {Rect} */
  #roomOf({ at, piece, heading }) {
    const angle = (heading * Math.PI) / 180;
    const least = formOf(piece.kind).least / this.#zoom;
    const half = piece.hidden ? 0 : Math.max(least, (piece.placed?.pose.length ?? 0) * this.measures.width) / 2;
    const side = (piece.hidden || piece.kind === "dummy" ? 2 : 1) * (HALF_BREADTH / this.#zoom);
    const [x, y] = [Math.abs(Math.sin(angle)) * half, Math.abs(Math.cos(angle)) * half].map((reach) => Math.max(side, reach));
    return { x: at.x - x, y: at.y - y, width: 2 * x, height: 2 * y };
  }

  /** Names stand beside their ships where they touch no ship and no other name; those in sight of most interest first. */
  #placeLabels() {
    const scale = 1 / this.#zoom;
    const rooms = new Map([...this.#shown.values()].map((shown) => [shown, this.#roomOf(shown)]));
    /** @type {Rect[]} */
    const taken = [...rooms.values()];
    for (const [{ piece, label }, room] of rooms) {
      const rows = (piece.hidden ? 0 : 1) + (piece.placed?.text ? 1 : 0);
      const wide = Math.max(piece.hidden ? 0 : piece.name.length, (piece.placed?.text ?? "").length * 0.86) * LETTER * scale;
      const places = [BESIDE, ...FARTHER].flatMap((away) => placesAround(room, away * scale, wide, rows * ROW * scale));
      const free = places.find((place) => !taken.some((other) => other !== place && meet(place, other)));
      const place = free ?? places[0];
      label.classList.toggle("has-no-room", !free);
      taken.push(place);
      label.setAttribute(
        "transform",
        `translate(${place.x.toFixed(1)} ${(place.y + ROW * 0.8 * scale).toFixed(1)}) scale(${scale.toFixed(4)})`,
      );
    }
  }

  /** @param {string} id @param {Shown} shown @param {boolean} isMoving */
  #remove(id, { element, label, wake }, isMoving) {
    this.#shown.delete(id);
    this.#gliding.delete(id);
    wake.remove();
    label.remove();
    if (!isMoving) return element.remove();
    element.classList.add("is-leaving");
    const animation = element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: this.motion.time(FADE) });
    animation.finished.catch(() => {}).then(() => element.remove());
  }
}

/** Where a name may stand around a hull, the best places first. @param {Rect} room  of the hull @param {number} away @param {number} width @param {number} height @returns {Rect[]} */
function placesAround(room, away, width, height) {
  const [left, middle, right] = [room.x - away - width, room.x + room.width / 2 - width / 2, room.x + room.width + away];
  const [above, beside, below] = [room.y - away - height, room.y + room.height / 2 - height / 2, room.y + room.height + away];
  const spots = [
    [middle, below],
    [right, beside],
    [left, beside],
    [middle, above],
    [right, below],
    [left, above],
    [right, above],
    [left, below],
  ];
  return spots.map(([x, y]) => ({ x, y, width, height }));
}
