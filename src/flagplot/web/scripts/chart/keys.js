/** The chart by keyboard: one stop for Tab, arrows from space to space, Enter to choose or to spread a stack. */

import { nearestTowards } from "./layout.js";

/** @typedef {import("./chart.js").Chart} Chart */
/** @typedef {import("./layout.js").Point} Point */

/** @type {Record<string, Point>} */
const WAYS = { ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 } };

export class ChartKeys {
  /** The space that Tab reaches. */
  #current = "";

  /** @param {Chart} chart */
  constructor(chart) {
    this.chart = chart;
    chart.window.addEventListener("keydown", (event) => this.#pressed(event));
    chart.window.addEventListener("focusin", (event) => this.#focused(/** @type {HTMLElement} */ (event.target)));
    const [first] = chart.places.keys();
    if (first) this.#stopAt(first);
  }

  /** Lets Tab reach something that can be chosen. */
  choicesChanged() {
    if (this.chart.window.contains(document.activeElement)) return;
    const { places, pieces } = this.chart;
    const offered = [...places.keys()].find((id) => this.chart.isOfferedSpace(id));
    const holding = [...places.keys()].find((id) => pieces.in(id).some((piece) => this.chart.isOfferedPiece(piece.id)));
    if (offered ?? holding) this.#stopAt(/** @type {string} */ (offered ?? holding));
  }

  /** @param {string} id */
  focus(id) {
    this.#stopAt(id);
    this.chart.spaces.card(id)?.focus({ preventScroll: true });
  }

  /** @param {string} id */
  #stopAt(id) {
    const before = this.chart.spaces.card(this.#current);
    if (before) before.tabIndex = -1;
    this.#current = id;
    const card = this.chart.spaces.card(id);
    if (card) card.tabIndex = 0;
  }

  /** @param {HTMLElement} target */
  #focused(target) {
    const { space, piece, line, tray } = target.dataset;
    if (line || tray) {
      const id = line || (tray ?? "");
      this.chart.open?.mark("is-pointed", [id]);
      this.chart.point({ kind: line ? "line" : "tray", id });
    } else if (space) {
      this.#stopAt(space);
      this.chart.point({ kind: "space", id: space });
    } else if (piece) this.chart.point(this.chart.pieceTarget(piece));
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.chart.isDragging) return;
    const { space, piece, line, tray } = /** @type {HTMLElement} */ (event.target).dataset;
    const isHandled = this.#cameraKey(event.key) || (line || tray ? this.#onLine(event, line ?? "", tray ?? "") : piece ? this.#onPiece(event, piece) : space ? this.#onSpace(event, space) : false);
    if (!isHandled) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event @param {string} line @param {string} tray */
  #onLine(event, line, tray) {
    if (event.key !== "Enter" && event.key !== " ") return false;
    const isTray = tray !== "" && (!line || this.chart.open?.offered.has(tray) === true);
    this.chart.pick(isTray ? { kind: "tray", id: tray } : { kind: "line", id: line });
    return true;
  }

  /** @param {string} key */
  #cameraKey(key) {
    const { camera } = this.chart;
    if (key === "+" || key === "=") camera.zoomBy(1.25);
    else if (key === "-") camera.zoomBy(1 / 1.25);
    else if (key === "Home") camera.fit();
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event @param {string} id */
  #onSpace(event, id) {
    const { places, camera, pieces } = this.chart;
    const way = WAYS[event.key];
    if (way) {
      const from = places.get(id);
      const to = from && nearestTowards([...places.values()].filter((place) => this.#isStop(place)), from, way);
      if (to) {
        camera.reveal(to.card);
        this.focus(to.space.id);
      }
      return true;
    }
    if (event.key === "Escape" && this.chart.fan.space) {
      this.chart.fan.close();
      return true;
    }
    if (event.key !== "Enter" && event.key !== " ") return false;
    const isStack = pieces.in(id).length > 0;
    const holdsOffered = pieces.in(id).some((piece) => this.chart.isOfferedPiece(piece.id));
    if (isStack && (event.shiftKey || (holdsOffered && !this.chart.isOfferedSpace(id)))) this.#enterStack(id);
    else this.chart.pick({ kind: "space", id });
    return true;
  }

  /** Whether arrows stop at a place: at marks within hexes only where they can be chosen. @param {import("./layout.js").Place} place */
  #isStop({ space }) {
    return space.kind !== "point" || !space.within || this.chart.isOfferedSpace(space.id);
  }

  /** @param {string} space */
  #enterStack(space) {
    this.chart.fan.open(space);
    const there = this.chart.pieces.in(space);
    const first = there.find((piece) => this.chart.isOfferedPiece(piece.id)) ?? there[0];
    this.chart.pieces.shown(first.id)?.element.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event @param {string} id */
  #onPiece(event, id) {
    const space = this.chart.pieces.shown(id)?.piece.space;
    if (!space) return false;
    if (WAYS[event.key]) {
      this.#nextPiece(space, id, WAYS[event.key]);
      return true;
    }
    if (event.key === "Enter" || event.key === " ") {
      this.chart.pick(this.chart.pieceTarget(id));
      return true;
    }
    if (event.key === "Escape") {
      this.chart.fan.close();
      this.focus(space);
      return true;
    }
    return false;
  }

  /** @param {string} space @param {string} from @param {Point} way */
  #nextPiece(space, from, way) {
    const { pieces } = this.chart;
    const start = pieces.centre(from);
    if (!start) return;
    const cost = (/** @type {string} */ id) => {
      const end = pieces.centre(id) ?? start;
      const along = (end.x - start.x) * way.x + (end.y - start.y) * way.y;
      return along < 4 ? Infinity : along + 3 * (Math.abs((end.x - start.x) * way.y) + Math.abs((end.y - start.y) * way.x));
    };
    const ids = pieces.in(space).map((piece) => piece.id);
    const next = ids.reduce((best, id) => (cost(id) < cost(best) ? id : best), from);
    // At the end of a row the next one follows.
    const step = way.x + way.y;
    const chosen = Number.isFinite(cost(next)) ? next : ids[(ids.indexOf(from) + step + ids.length) % ids.length];
    pieces.shown(chosen)?.element.focus({ preventScroll: true });
  }
}
