/** What lies between the sea and the ships of a measured board: light, smoke, mines, land, tracks, courses and fire. */

import { accentOf, svg } from "../chart/figures.js";
import { bearing, pathOf, towards } from "./geometry.js";

/** @typedef {import("../types.js").Area} Area */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../chart/layout.js").Point} Point */
/** @typedef {import("../chart/motion.js").Motion} Motion */
/** @typedef {import("./geometry.js").Measures} Measures */

const RUN = 900; // milliseconds in which a track runs on
const HEAD = 9; // pixels of the head of a track
export const BURST = "M0-11L3-4L10-6L5 0L10 6L3 4L0 11L-3 4L-10 6L-5 0L-10-6L-3-4Z";

/** Areas by the layer in which they are drawn: light under the tracks, smoke over them. */
const OVER_TRACKS = new Set(["smoke"]);
/** Areas whose names stand on the chart; others tell theirs to a pointer that rests on them. */
const NAMED = new Set(["light", "mines", "land"]);

export class AreaLayer {
  #drawn = "";

  /** @param {Board} board @param {Measures} measures */
  constructor(board, measures) {
    this.board = board;
    this.measures = measures;
    this.under = svg("g", { class: "areas" });
    this.over = svg("g", { class: "areas is-over" });
    this.show([]);
  }

  /** @param {Area[]} areas */
  show(areas) {
    const text = JSON.stringify(areas);
    if (text === this.#drawn && this.under.childNodes.length) return;
    this.#drawn = text;
    const all = [...this.board.areas, ...areas];
    this.under.replaceChildren(...all.filter(({ kind }) => !OVER_TRACKS.has(kind)).map((area) => this.#area(area)));
    this.over.replaceChildren(...all.filter(({ kind }) => OVER_TRACKS.has(kind)).map((area) => this.#area(area)));
  }

  /** @param {Area} area */
  #area(area) {
    const points = area.points.map((spot) => this.measures.point(spot));
    const radius = area.radius * this.measures.width;
    const group = svg("g", { class: `area is-${area.kind}`, role: "img", "aria-label": area.name });
    group.append(...this.#shape(area, points, radius));
    const title = svg("title", {});
    title.textContent = area.name;
    group.append(title);
    if (!NAMED.has(area.kind)) return group;
    const words = svg("text", { class: "area-name", "text-anchor": "middle", y: 14 });
    words.textContent = area.name;
    const at = area.kind === "light" ? { x: points[0].x, y: points[0].y - radius } : middleOf(points);
    group.append(svg("g", { class: "steady", transform: `translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})` }, words));
    return group;
  }

  /** @param {Area} area @param {Point[]} points @param {number} radius @returns {Element[]} */
  #shape({ kind }, points, radius) {
    const [first, last] = [points[0], points[points.length - 1]];
    if (kind === "light") {
      return [
        svg("circle", { class: "light-glow", cx: first.x, cy: first.y, r: radius * 1.15 }),
        svg("circle", { class: "light-rim", cx: first.x, cy: first.y, r: radius }),
        svg(
          "g",
          { class: "steady", transform: `translate(${first.x} ${first.y})` },
          svg("path", { class: "star", d: "M0-18L2.5-2.5L18 0L2.5 2.5L0 18L-2.5 2.5L-18 0L-2.5-2.5Z" }),
        ),
      ];
    }
    if (kind === "beam") {
      const course = bearing(first, last);
      const [left, right] = [towards(last, course - 90, radius), towards(last, course + 90, radius)];
      return [
        svg("path", { class: "beam", d: `${pathOf([first, left, right])}Z` }),
        svg("circle", { class: "beam-pool", cx: last.x, cy: last.y, r: radius * 1.4 }),
      ];
    }
    if (kind === "smoke") return [svg("path", { class: "smoke", d: pathOf(points), "stroke-width": 2 * radius })];
    return [svg("path", { class: "area-outline", d: `${pathOf(points)}Z` })];
  }
}

export class TrackLayer {
  #drawn = "";
  /** @type {Map<string, Point>} where the heads of tracks were last */
  #heads = new Map();
  /** @type {Set<string>} the fire that was shown */
  #fired = new Set();

  /** @param {Board} board @param {Measures} measures @param {Motion} motion */
  constructor(board, measures, motion) {
    this.board = board;
    this.measures = measures;
    this.motion = motion;
    this.element = svg("g", { class: "tracks" });
    this.fire = svg("g", { class: "fire" });
    this.edges = svg("g", { class: "edges" });
    this.edges.append(...board.lines.map((line) => this.#edge(line)));
  }

  /** Draws the tracks, those that went on running to their new ends, and the fire. @param {Line[]} lines @param {boolean} animate */
  show(lines, animate) {
    const text = JSON.stringify(lines);
    if (text === this.#drawn) return;
    this.#drawn = text;
    const isMoving = animate && this.motion.speed > 0;
    const fire = lines.filter(({ kind }) => kind === "fire");
    const tracks = lines.filter(({ kind }) => kind !== "fire");
    const elements = tracks.map((line) => this.#track(line));
    this.element.replaceChildren(...elements);
    if (isMoving) tracks.forEach((line, at) => this.#run(line, elements[at]));
    this.#heads = new Map(
      tracks.flatMap((line) => (line.kind === "track" ? [[line.id, this.#points(line).at(-1) ?? { x: 0, y: 0 }]] : [])),
    );
    this.fire.replaceChildren(...fire.map((line) => this.#shot(line, isMoving && !this.#fired.has(keyOf(line)))));
    this.#fired = new Set(fire.map(keyOf));
  }

  /** Lets a track run from where its head was to where it is. @param {Line} line @param {SVGElement} element */
  #run(line, element) {
    const from = this.#heads.get(line.id);
    const to = this.#points(line).at(-1);
    if (line.kind !== "track" || !from || !to || Math.hypot(from.x - to.x, from.y - to.y) < 1) return;
    const timing = { duration: this.motion.time(RUN), easing: "ease-in-out" };
    element
      .querySelector(".track-front")
      ?.animate([{ translate: `${from.x - to.x}px ${from.y - to.y}px` }, { translate: "0 0" }], timing);
    for (const armed of element.querySelectorAll(".track-armed"))
      armed.animate(
        [
          { strokeDasharray: "1 1", strokeDashoffset: 1 },
          { strokeDasharray: "1 1", strokeDashoffset: 0 },
        ],
        timing,
      );
  }

  /** @param {string} mark @param {Set<string>} ids */
  mark(mark, ids) {
    for (const element of this.element.querySelectorAll("[data-line]"))
      element.classList.toggle(mark, ids.has(/** @type {SVGElement} */ (element).dataset.line ?? ""));
  }

  /** @param {Line} line */
  #points(line) {
    return line.through.flatMap((place) => (typeof place === "string" ? [] : [this.measures.point(place)]));
  }

  /** @param {Line} line  with its arming part up to the knot of that kind, and its head at the end */
  #track(line) {
    const points = this.#points(line);
    const group = svg("g", {
      class: `line is-${line.kind}`,
      role: "img",
      "aria-label": line.name,
      "data-line": line.id,
      "data-accent": accentOf(this.board.sides, line.side),
    });
    const armed = line.knots.find(({ kind }) => kind === "arming")?.at;
    if (line.kind !== "track") {
      group.append(svg("path", { class: "course", d: pathOf(points) }));
    } else {
      if (armed)
        group.append(svg("path", { class: "track-arming", d: pathOf(points.slice(0, armed + 1)) }), this.#tick(points, armed));
      group.append(
        svg(
          "path",
          armed === points.length - 1
            ? { class: "track-arming", d: pathOf(points.slice(armed)) }
            : { class: "track-armed", d: pathOf(points.slice(armed ?? 0)), pathLength: 1 },
        ),
      );
      const end = points[points.length - 1];
      const course = bearing(points[points.length - 2] ?? end, end);
      group.append(
        svg(
          "g",
          { class: "track-front" },
          svg(
            "g",
            { class: "steady", transform: `translate(${end.x.toFixed(1)} ${end.y.toFixed(1)})` },
            svg("path", {
              class: "track-head",
              d: `M0 ${-HEAD}C3 ${-HEAD / 2} 3 ${HEAD / 2} 2 ${HEAD}H-2C-3 ${HEAD / 2}-3 ${-HEAD / 2} 0 ${-HEAD}Z`,
              transform: `rotate(${course.toFixed(1)})`,
            }),
          ),
        ),
      );
    }
    for (const knot of line.knots.filter(({ kind }) => kind === "meeting"))
      group.append(this.#meeting(points[knot.at], knot.name));
    return group;
  }

  /** Where a torpedo is armed. @param {Point[]} points @param {number} at */
  #tick(points, at) {
    const course = bearing(points[at - 1], points[at]);
    return svg("path", {
      class: "track-tick",
      d: pathOf([towards(points[at], course - 90, 6), towards(points[at], course + 90, 6)]),
    });
  }

  /** @param {Point} point @param {string} name */
  #meeting(point, name) {
    const words = svg("text", { class: "meeting-name", "text-anchor": "middle", y: 32 });
    words.textContent = name;
    return svg(
      "g",
      { class: "steady", transform: `translate(${point.x.toFixed(1)} ${point.y.toFixed(1)})` },
      svg("circle", { class: "meeting", r: 20 }),
      words,
    );
  }

  /** @param {Line} line @param {boolean} isFresh  it was not shown before */
  #shot(line, isFresh) {
    const points = this.#points(line);
    const end = points[points.length - 1];
    const isHit = line.badges.includes("hit");
    const group = svg("g", {
      class: `shot${isHit ? " is-hit" : ""}${isFresh ? " is-fresh" : ""}`,
      role: "img",
      "aria-label": line.name,
      "data-accent": accentOf(this.board.sides, line.side),
    });
    group.append(svg("path", { class: "tracer", d: pathOf(points) }));
    const spread = isHit
      ? [{ x: 0, y: 0 }]
      : [
          { x: -16, y: 10 },
          { x: 14, y: -12 },
          { x: 9, y: 17 },
        ];
    group.append(
      svg(
        "g",
        { class: "steady", transform: `translate(${end.x.toFixed(1)} ${end.y.toFixed(1)})` },
        ...spread.map(({ x, y }) =>
          isHit ? svg("path", { class: "burst", d: BURST }) : svg("circle", { class: "splash", cx: x, cy: y, r: 4.5 }),
        ),
      ),
    );
    return group;
  }

  /** The name along an edge. @param {Line} line */
  #edge(line) {
    const [from, to] = this.#points(line);
    const group = svg("g", { class: `edge is-${line.kind}`, role: "img", "aria-label": line.name });
    const at = middleOf([from, to]);
    const isUpright = Math.abs(from.x - to.x) < Math.abs(from.y - to.y);
    const words = svg("text", { class: "edge-name", "text-anchor": "middle", transform: isUpright ? "rotate(-90)" : "" });
    words.textContent = line.name;
    const { width, height } = this.measures;
    const inside = isUpright
      ? { x: at.x < width / 2 ? 16 : width - 8, y: at.y }
      : { x: at.x, y: at.y < height / 2 ? 18 : height - 10 };
    group.append(
      svg("path", { class: "edge-line", d: pathOf([from, to]) }),
      svg("g", { class: "steady", transform: `translate(${inside.x.toFixed(1)} ${inside.y.toFixed(1)})` }, words),
    );
    return group;
  }
}

/** What tells fire from other fire. @param {Line} line */
function keyOf({ id, name }) {
  return `${id} ${name}`;
}

/** @param {Point[]} points @returns {Point} */
function middleOf(points) {
  const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}
