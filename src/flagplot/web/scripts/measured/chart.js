/** The chart of a measured board: a sea on which ships lie anywhere. It answers to the same calls as the chart of spaces. */

import { Camera } from "../chart/camera.js";
import { accentOf, svg } from "../chart/figures.js";
import { legendButton } from "../chart/legend.js";
import { isTouch } from "../chart/touch.js";
import { pieceWords } from "../chart/words.js";
import { bearingsFrom } from "./bearings.js";
import { FleetLayer } from "./fleet.js";
import { Following } from "./following.js";
import { Measures, isWithin, sectorPath } from "./geometry.js";
import { GhostLayer } from "./ghosts.js";
import { signOf } from "./hulls.js";
import { AreaLayer, TrackLayer } from "./layers.js";
import { seaLegend } from "./legend.js";
import { FramePointers } from "./pointers.js";
import { ShadeLayer } from "./shades.js";
import { instruments, seaOf } from "./sea.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../chart/chart.js").Target} Target */
/** @typedef {import("../chart/layout.js").Point} Point */
/** @typedef {import("../chart/motion.js").Motion} Motion */
/** @typedef {import("../chart/shades.js").Shades} Shades */
/** @typedef {import("./bearings.js").Bearing} Bearing */

const CONTROLS = ".dial, .search-plot, .layer-keys, .legend-button, .instruments, .zoom"; // what lies on the chart
const NEAR = 20; // pixels by which a pointer may miss a ship
const FINGER = 28;
const STILL = 6; // a pointer that moved less has clicked
const MARGIN = 260; // pixels that are seen beyond the edge, over which ships may leave
const SMALL = 640; // pixels: a narrower window is that of a phone
const LAYERS = [
  { key: "r", name: "Rings", mark: "has-rings" },
  { key: "a", name: "Arcs", mark: "has-arcs" },
];

export class MeasuredChart extends EventTarget {
  /** @type {Option[]} */
  #options = [];
  /** @type {string[]} */
  #subjects = [];
  /** @type {Set<string>} */
  #offered = new Set();
  /** @type {Option | null} */
  #meant = null;
  #pointed = "";
  /** @type {{ pointer: number, start: Point, isDrag: boolean } | null} a ship that is being dragged to a ghost */
  #held = null;
  #draggedAt = -Infinity;
  #light = "";
  /** Whether the pieces that are asked about can be dragged along a way; here they are dragged to their ghosts. */
  dragsSubjects = false;

  /** @param {HTMLElement} host @param {Board} board @param {{ motion: Motion }} how */
  constructor(host, board, { motion }) {
    super();
    this.host = host;
    this.board = board;
    this.measures = new Measures(board);
    const { width, height } = this.measures;
    this.areas = new AreaLayer(board, this.measures);
    this.tracks = new TrackLayer(board, this.measures, motion);
    this.fleet = new FleetLayer(board, this.measures, motion);
    this.ghosts = new GhostLayer(this.measures);
    this.shades = new ShadeLayer(this.measures);
    this.rings = svg("g", { class: "rings" });
    this.aims = svg("g", { class: "aims" });
    this.drawing = svg("svg", { class: "measured", viewBox: `0 0 ${width} ${height}`, width, height });
    this.drawing.append(
      seaOf(board, this.measures),
      this.shades.cells,
      this.areas.under,
      this.tracks.edges,
      this.rings,
      this.tracks.element,
      this.areas.over,
      this.fleet.wakes,
      this.ghosts.element,
      this.tracks.fire,
      this.aims,
      this.shades.rings,
      this.fleet.element,
      this.ghosts.chosen,
      this.fleet.labels,
    );
    this.world = document.createElement("div");
    this.world.className = "chart-world";
    this.world.style.width = `${width}px`;
    this.world.style.height = `${height}px`;
    this.world.append(this.drawing);
    this.window = document.createElement("div");
    this.window.className = "chart is-measured";
    this.window.tabIndex = 0;
    this.window.setAttribute("role", "group");
    this.window.setAttribute(
      "aria-label",
      `Chart: ${board.title}. Left and Right go from course to course, Up and Down between ways to steer it, Enter chooses.`,
    );
    this.tip = document.createElement("div");
    this.tip.className = "chart-tip";
    this.tip.hidden = true;
    this.keys = layerKeys((mark) => this.window.classList.toggle(mark));
    this.pointers = new FramePointers((at) => this.camera.lookAt(at));
    this.window.append(
      this.world,
      this.pointers.element,
      this.tip,
      instruments(board),
      this.keys,
      legendButton(() => seaLegend(board, this.#light)),
    );
    host.append(this.window);
    this.camera = new Camera(this.window, this.world, { width, height }, motion, MARGIN);
    this.following = new Following(this.camera, this.fleet, this.ghosts);
    this.camera.onZoom = (zoom) => this.#zoomed(zoom);
    this.#zoomed(this.camera.zoom);
    this.#listen();
  }

  /** @param {View} view @param {{ animate: boolean }} how @returns {Promise<void>} */
  show(view, { animate }) {
    this.#light = view.light;
    this.areas.show(view.areas);
    this.tracks.show(view.lines, animate);
    const rest = this.fleet.show(view.pieces, animate);
    this.#describe();
    this.#steady();
    this.#hideTip();
    this.#point();
    this.following.watch();
    return rest;
  }

  /** @param {Option[] | null} options @param {string[]} [subjects] */
  offer(options, subjects = []) {
    this.#options = options ?? [];
    this.#subjects = subjects;
    this.#offered = new Set(this.#options.flatMap((option) => option.pieces));
    this.#meant = null;
    const [subject] = subjects.flatMap((id) => this.fleet.shown(id)?.piece ?? []);
    this.fleet.mark("is-subject", new Set(subjects));
    this.ghosts.isSmall = this.window.clientWidth < SMALL;
    this.ghosts.offer(
      this.#options,
      subject ?? null,
      this.fleet.ids.flatMap((id) => this.fleet.centre(id) ?? []),
    );
    this.window.classList.toggle("has-ghosts", !this.ghosts.isEmpty);
    this.#ring(subject?.id ?? "");
    this.preview(null);
    this.#describe();
    this.following.follow(this.#subjects, this.#offered);
  }

  /** Draws what an option would do, and tells what would bear on whom after it. @param {Option | null} option @returns {Bearing[]} */
  preview(option) {
    this.#meant = option?.poses?.length ? option : null;
    this.ghosts.preview(this.#meant);
    this.fleet.mark("is-previewed", new Set(option?.pieces));
    this.tracks.mark("is-previewed", new Set(option?.lines));
    this.#aim(option);
    return this.#bearings(option);
  }

  /** A small hull for a kind of piece. @param {string} kind @returns {SVGElement} */
  signOf(kind) {
    return signOf(kind);
  }

  /** The next option round the fan of ghosts. @param {Option} option @param {1 | -1} step */
  beside(option, step) {
    return this.ghosts.next(option, step, true);
  }

  /** @param {string[]} ids */
  light(ids) {
    this.fleet.mark("is-lit-up", new Set(ids));
    this.tracks.mark("is-lit-up", new Set(ids));
  }

  /** Tints the squares where something may be, and rings the contacts under which it may be. @param {Shades | null} shades */
  shade(shades) {
    this.shades.show(shades, (id) => this.fleet.centre(id));
    this.#steady();
  }

  fit() {
    this.camera.fit();
  }

  /** @param {number} factor */
  zoomBy(factor) {
    this.camera.zoomBy(factor);
  }

  /** Lets go of a ship that is being dragged. */
  cancelDrag() {
    this.#held = null;
  }

  /** A measured board has no spaces; whatever lies on it is an element of its own. @returns {DOMRect | null} */
  rectOf() {
    return null;
  }

  close() {
    this.following.close();
    this.camera.close();
    this.window.remove();
  }

  // What is drawn

  #describe() {
    this.fleet.mark("is-offered", this.#offered);
    this.fleet.describe(this.#offered);
  }

  /** Rings of range and sectors around a ship. @param {string} id */
  #ring(id) {
    const shown = this.fleet.shown(id);
    if (!shown) return this.rings.replaceChildren();
    const { unit } = this.measures;
    const { scale } = this.board;
    const rings = (scale?.rings ?? []).map(([range, meaning]) => {
      const words = svg("text", { class: "ring-name", "text-anchor": "middle" });
      words.textContent = `${range} ${scale?.unit}, ${meaning}`;
      const at = { x: shown.at.x - range * unit * 0.94, y: shown.at.y + range * unit * 0.34 };
      return svg(
        "g",
        { class: "ring" },
        svg("circle", { cx: shown.at.x, cy: shown.at.y, r: range * unit }),
        svg("g", { class: "steady", transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})` }, words),
      );
    });
    const sectors = (shown.piece.placed?.sectors ?? []).map(({ kind, start, end, reach }) =>
      svg("path", {
        class: `sector is-${kind}`,
        d: sectorPath(shown.at, this.measures.drawnReach(reach), shown.heading + start, shown.heading + end),
      }),
    );
    this.rings.replaceChildren(...rings, svg("g", { class: "arcs" }, ...sectors));
    return this.#steady();
  }

  /** Lines from whom the question is about to the ships that an option touches, with how far they are. @param {Option | null} option */
  #aim(option) {
    const [from] = this.#subjects.flatMap((id) => this.fleet.centre(id) ?? []);
    const targets = this.ghosts.isEmpty ? [...new Set(option?.pieces ?? [])].filter((id) => !this.#subjects.includes(id)) : [];
    const lines = targets.flatMap((id) => {
      const to = this.fleet.centre(id);
      if (!from || !to) return [];
      const words = svg("text", { class: "aim-text", "text-anchor": "middle", y: 4 });
      words.textContent = option?.text || `${this.measures.apart(from, to).toFixed(1)} ${this.board.scale?.unit}`;
      const half = 8 + (words.textContent?.length ?? 0) * 3.3;
      const tag = svg("rect", { class: "aim-tag", x: -half, y: -10, width: 2 * half, height: 20, rx: 10 });
      const at = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
      return [
        svg("path", { class: "aim-line", d: `M${from.x} ${from.y}L${to.x} ${to.y}` }),
        svg("g", { class: "steady", transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})` }, tag, words),
      ];
    });
    this.aims.replaceChildren(...lines);
    this.#steady();
  }

  /** @param {number} zoom */
  #zoomed(zoom) {
    this.fleet.zoomed(zoom);
    this.ghosts.zoomed(zoom);
    this.#point();
    this.drawing.style.setProperty("--pixel", (1 / zoom).toFixed(4));
    const bar = this.board.scale?.bar;
    if (bar) this.window.style.setProperty("--bar", `${(bar[1] * this.measures.unit * zoom).toFixed(1)}px`);
    this.#steady();
    this.#hideTip();
  }

  /** Gives what is marked as steady the same size on the screen at every zoom. */
  #steady() {
    const scale = (1 / this.camera.zoom).toFixed(4);
    for (const group of this.drawing.querySelectorAll(".steady:not(.on-fire)")) {
      const place = group.getAttribute("transform") ?? "";
      group.setAttribute("transform", `${place.replace(/ scale\(.*\)$/, "")} scale(${scale})`);
    }
  }

  /** Points on the frame to ships and contacts outside it. */
  #point() {
    const all = this.fleet.ids.flatMap((id) => this.fleet.shown(id) ?? []);
    const seen = this.camera.seen();
    const outside = all.filter(({ at }) => !isWithin({ ...at, width: 0, height: 0 }, seen));
    this.fleet.mark("is-outside", new Set(outside.map(({ piece }) => piece.id)));
    const outliers = outside.map(({ piece, at }) => ({ name: piece.name, accent: accentOf(this.board.sides, piece.side), at }));
    this.pointers.show(outliers, seen, this.camera.zoom, this.#covered());
  }

  /** Where keys and instruments lie on the window. */
  #covered() {
    const { left, top } = this.window.getBoundingClientRect();
    const controls = this.window.closest("#plot")?.querySelectorAll(CONTROLS) ?? [];
    return [...controls].map((control) => {
      const { x, y, width, height } = control.getBoundingClientRect();
      return { x: x - left, y: y - top, width, height };
    });
  }

  /** What would bear on whom where an option leads. @param {Option | null} option @returns {Bearing[]} */
  #bearings(option) {
    const [pose] = option?.poses ?? [];
    const subject = this.#subjects.map((id) => this.fleet.shown(id)?.piece).find(Boolean);
    if (!pose?.length || !subject?.placed) return [];
    const targets = this.fleet.enemiesOf(subject).map(({ piece, at }) => ({ name: piece.name, at }));
    return bearingsFrom(
      subject.placed.sectors,
      this.measures.middle(pose),
      pose.heading ?? 0,
      targets,
      this.measures,
      this.board.scale?.unit ?? "",
    );
  }

  // Pointers and keys

  #listen() {
    const { window } = this;
    window.addEventListener("pointerdown", (event) => this.#down(event));
    window.addEventListener("pointermove", (event) => this.#moved(event));
    window.addEventListener("pointerup", (event) => this.#up(event));
    window.addEventListener("pointercancel", () => this.cancelDrag());
    window.addEventListener("pointerleave", () => this.#pointAt(null, null));
    window.addEventListener("click", (event) => this.#clicked(event));
    window.addEventListener("keydown", (event) => this.#key(event));
    window.addEventListener("focusin", (event) => {
      const id = /** @type {SVGElement} */ (event.target).dataset?.piece;
      if (!id) return;
      this.#pointAt(null, { kind: "piece", id });
      this.dispatchEvent(new CustomEvent("read", { detail: id }));
    });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || this.ghosts.isEmpty || !isOnChart(event)) return;
    const id = this.fleet.nearest(this.camera.worldPoint(event), NEAR);
    if (!this.#subjects.includes(id)) return;
    this.camera.release(event.pointerId);
    this.#held = { pointer: event.pointerId, start: { x: event.clientX, y: event.clientY }, isDrag: false };
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const held = this.#held;
    if (held && held.pointer === event.pointerId) {
      held.isDrag ||= Math.hypot(event.clientX - held.start.x, event.clientY - held.start.y) > STILL;
      if (held.isDrag) this.#pointAt(this.ghosts.nearest(this.camera.worldPoint(event)), null);
      return;
    }
    if (event.buttons || event.pointerType === "touch" || !isOnChart(event)) return;
    const target = this.#targetAt(event);
    this.#pointAt(target?.option ?? null, target);
    const piece = target?.kind === "piece" ? this.fleet.shown(target.id)?.piece : null;
    const shaded = this.#read(event);
    this.#showTip([piece && pieceWords(piece), piece?.placed?.text, shaded].filter(Boolean).join(" · "), event);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const held = this.#held;
    this.#held = null;
    if (!held?.isDrag) return;
    this.#draggedAt = performance.now();
    const option = this.ghosts.nearest(this.camera.worldPoint(event));
    if (option) this.#pick({ kind: "option", id: String(this.#options.indexOf(option)), option });
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (this.camera.wasDragged || performance.now() - this.#draggedAt < 60 || !isOnChart(event)) return;
    const target = this.#targetAt(event);
    this.#read(event);
    if (target) this.#pick({ ...target, isTouched: isTouch(event) });
  }

  /** Tells the page which place of the search plot is pointed at, a piece or else a square; its figure in words. @param {MouseEvent} event */
  #read(event) {
    const point = this.camera.worldPoint(event);
    const piece = this.fleet.nearest(point, isTouch(event) ? FINGER : NEAR);
    const place = this.shades.words(piece) ? piece : (this.shades.at(point) ?? "");
    this.dispatchEvent(new CustomEvent("read", { detail: place }));
    return this.shades.words(place);
  }

  /** What a pointer means: a ship that can be chosen, the nearest ghost, or any ship. @param {MouseEvent} event @returns {Target | null} */
  #targetAt(event) {
    const point = this.camera.worldPoint(event);
    const near = this.fleet.nearest(point, isTouch(event) ? FINGER : NEAR);
    if (near && this.#offered.has(near)) return { kind: "piece", id: near };
    const option = this.ghosts.isEmpty ? null : this.ghosts.nearest(point);
    if (option) return { kind: "option", id: String(this.#options.indexOf(option)), option };
    return near ? { kind: "piece", id: near } : null;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!this.#pressed(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key means something here */
  #pressed({ key, target }) {
    const layer = LAYERS.find((one) => one.key === key);
    if (layer) {
      this.window.classList.toggle(layer.mark);
      return true;
    }
    if (key === "+" || key === "-") this.camera.zoomBy(key === "+" ? 1.25 : 0.8);
    else if (key === "Home") this.camera.fit();
    else if (key === "Enter" || key === " ") {
      const id = /** @type {SVGElement} */ (target).dataset?.piece;
      if (id) this.#pick({ kind: "piece", id });
      else if (this.#meant) this.#pick({ kind: "option", id: String(this.#options.indexOf(this.#meant)), option: this.#meant });
      else return false;
    } else if (key.startsWith("Arrow")) {
      const step = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
      const option = this.ghosts.next(this.#meant, step, key === "ArrowLeft" || key === "ArrowRight");
      if (!option) return false;
      this.#pointAt(option, null);
    } else return false;
    return true;
  }

  /** @param {Target} target */
  #pick(target) {
    this.dispatchEvent(new CustomEvent("pick", { detail: target }));
  }

  /** Tells the page what is pointed at: an option by its ghost, or a ship. @param {Option | null} option @param {Target | null} target */
  #pointAt(option, target) {
    const detail = option ? { kind: "option", id: String(this.#options.indexOf(option)), option } : target;
    const key = detail ? `${detail.kind} ${detail.id}` : "";
    if (key === this.#pointed) return;
    this.#pointed = key;
    this.dispatchEvent(new CustomEvent("point", { detail }));
  }

  /** @param {string} words @param {MouseEvent} event */
  #showTip(words, event) {
    this.tip.hidden = !words;
    this.tip.textContent = words;
    if (!words) return;
    const frame = this.window.getBoundingClientRect();
    const left = Math.min(event.clientX - frame.left + 16, frame.width - this.tip.offsetWidth - 8);
    this.tip.style.left = `${left}px`;
    this.tip.style.top = `${Math.min(event.clientY - frame.top + 18, frame.height - this.tip.offsetHeight - 8)}px`;
  }

  #hideTip() {
    this.tip.hidden = true;
  }
}

/** Whether a pointer is over the sea, and not over a key. @param {Event} event */
function isOnChart(event) {
  return !(/** @type {Element} */ (event.target).closest(".layer-keys, .legend-button, .frame-pointer"));
}

/** @param {(mark: string) => boolean} toggle */
function layerKeys(toggle) {
  const host = document.createElement("div");
  host.className = "layer-keys";
  for (const { key, name, mark } of LAYERS) {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-pressed", "false");
    const sign = document.createElement("kbd");
    sign.textContent = key;
    button.append(name, sign);
    button.addEventListener("click", () => button.setAttribute("aria-pressed", String(toggle(mark))));
    host.append(button);
  }
  return host;
}
