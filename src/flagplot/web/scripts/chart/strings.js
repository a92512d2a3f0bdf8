/** The lines of the chart: strings with beads, knots and numbers, pins, bars on closed sides, arrows, thin lines. */

import { curve, pointAlong, lengthOf, samples } from "./curves.js";
import { accentOf, svg } from "./figures.js";
import { clearance, endPlace, freePlace, hangingPlace, namePlace } from "./free.js";
import { breadth, sharedSide, sidesPath } from "./hexes.js";
import { lanes } from "./lanes.js";
import { centreOf, WIDTH } from "./layout.js";
import { isLandmark } from "./points.js";
import { emblemsOf, HALO, numberOf, pathsOf } from "./patterns.js";
import { lineWords } from "./words.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Knot} Knot */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("./free.js").Disc} Disc */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./layout.js").Rect} Rect */

const HEX = 56; // the breadth of a hex, in which all lengths here are told
const THICKEST = 1.7; // units of such a length on a chart whose hexes are large
const LANE = 9;
const BEAD = 4.4;
const NUMBER = 8.6;
const PIN = { head: 9.6, high: 19 };
const KNOT = { size: 8, apart: 18, thread: 19 };
const NAME = { letter: 9, row: 13 }; // the type of a name; the style sheet knows the same figures
const LONG = 260; // a string this long has a number on its way, too
const GAP = 1.4; // a number keeps so many of its radii from the edge of what is beside it
const CORNERS = 1.25; // a number in a square needs so much more room than one in a circle
const COVERED = 1000; // what it costs to cover a name, more than any way to the middle of the view
const TOUCH = 15; // how wide a string is for a pointer

export class LineLayer {
  /** @type {Map<string, Line>} */
  #lines = new Map();
  /** Where strings run. @type {Map<string, Point[]>} */
  #beads = new Map();
  /** Where numbers and pins stand. @type {Map<string, Point>} */
  #heads = new Map();
  /** Where the numbers at the ends of strings stand. @type {Map<string, Point[]>} */
  #ends = new Map();
  /** Where all numbers of strings stand. @type {Map<string, Point[]>} */
  #numbered = new Map();
  /** @type {Rect[]} */
  #nameRects = [];
  /** The beads that carry a number because no other of their string is seen. */
  #carried = "";
  /** How much of a box its numbers take up, from the right. @type {Map<string, number>} */
  held = new Map();
  #drawn = "";
  /** What hangs from strings. @type {Disc[]} */
  #hanging = [];
  /** @type {Map<string, Set<string>>} marks and the lines that bear them */
  #marks = new Map();

  /** @param {Board} board @param {Map<string, Place>} places */
  constructor(board, places) {
    this.board = board;
    this.places = places;
    this.height = WIDTH / board.aspect;
    const hex = [...places.values()].find(({ space }) => space.kind === "hex");
    this.unit = Math.min(hex ? breadth(hex.card) / HEX : THICKEST, THICKEST);
    this.centres = new Map([...places].map(([id, { card }]) => [id, centreOf(card)]));
    this.element = sheet("lines", this.height);
    this.layers = ["strings", "beads", "knots", "numbers", "names", "draft"].map((name) => svg("g", { class: name }));
    this.element.append(...this.layers);
  }

  /** What never changes. */
  get fixed() {
    return this.board.lines.map((line) => this.#fixed(line));
  }

  /** @param {string} id */
  line(id) {
    return this.#lines.get(id);
  }

  /** The lines that go through a space. @param {string} space */
  through(space) {
    return [...this.#lines.values()].filter((line) => line.through.includes(space));
  }

  /** The middle of what stands for a line. @param {string} id */
  centre(id) {
    return this.#heads.get(id) ?? this.#beads.get(id)?.[0] ?? null;
  }

  /** The room that lines and marks take up in a hex. @param {Place} place @returns {Disc[]} */
  taken(place) {
    const near = breadth(place.card);
    const centre = centreOf(place.card);
    const all = [...this.#discs(), ...this.#hanging, ...this.#markDiscs()];
    return all.filter((disc) => Math.hypot(disc.x - centre.x, disc.y - centre.y) < near);
  }

  /** @param {Line[]} lines */
  show(lines) {
    const text = JSON.stringify(lines);
    if (text === this.#drawn) return;
    this.#drawn = text;
    this.#lines = new Map(lines.map((line) => [line.id, line]));
    const strings = lines.filter((line) => line.kind === "string");
    const runs = strings.map(({ id, through }) => ({ id, places: through.filter((place) => typeof place === "string") }));
    this.#beads = lanes(runs, this.centres, LANE * this.unit, HEX * this.unit);
    this.#heads = new Map();
    this.#ends = new Map();
    this.#numbered = new Map();
    this.#carried = "";
    this.held = new Map();
    this.#hanging = [];
    for (const layer of this.layers) layer.replaceChildren();
    for (const line of strings) this.#string(line);
    for (const line of strings) this.#hang(line, this.#beads.get(line.id) ?? []);
    /** @type {Disc[]} */
    const numbers = [];
    for (const line of strings) this.#numbers(line, numbers);
    for (const line of lines) if (line.kind === "pin") this.#pin(line, numbers);
    for (const line of lines) if (!["string", "pin"].includes(line.kind)) this.layers[0].append(this.#fixed(line));
    this.#name(strings, numbers);
    for (const [mark, ids] of this.#marks) this.mark(mark, ids);
  }

  /** The room of the numbers and names on the chart. @returns {Rect[]} */
  get texts() {
    const r = (NUMBER + 2) * this.unit;
    const numbers = [...this.#numbered.values()].flat().map(({ x, y }) => ({ x: x - r, y: y - r, width: 2 * r, height: 2 * r }));
    return [...numbers, ...this.#nameRects];
  }

  /** Writes the names of strings beside their ends, where there is room. @param {Line[]} strings @param {Disc[]} numbers */
  #name(strings, numbers) {
    const { unit } = this;
    const boxes = [...this.places.values()]
      .filter(({ space }) => ["box", "port"].includes(space.kind))
      .flatMap(({ card }) => discsIn(card));
    const taken = [...this.#discs(), ...this.#hanging, ...this.#markDiscs(), ...numbers, ...boxes];
    this.#nameRects = [];
    for (const line of strings) {
      const ends = [...(this.#ends.get(line.id) ?? [])].reverse();
      if (!ends.length) continue;
      const size = { width: line.name.length * NAME.letter * unit, height: NAME.row * unit };
      const rect = namePlace(ends, size, (NUMBER + 4) * unit, taken);
      if (!rect) continue;
      this.#nameRects.push(rect);
      taken.push(...discsIn(rect));
      const text = svg("text", {
        class: "string-name",
        "data-line": line.id,
        "data-accent": this.#accent(line),
        x: (rect.x + rect.width / 2).toFixed(1),
        y: (rect.y + rect.height * 0.78).toFixed(1),
        "text-anchor": "middle",
        "font-size": (NAME.row * unit).toFixed(1),
        "aria-hidden": "true",
      });
      text.textContent = line.name;
      this.layers[4].append(text);
    }
  }

  /** Draws segments that are only considered: brass dashes and rings, on from the nearer end of a line. @param {string[]} spaces @param {string[]} subjects */
  draft(spaces, subjects) {
    const layer = this.layers[5];
    layer.replaceChildren();
    const points = spaces.flatMap((id) => this.centres.get(id) ?? []);
    const line = subjects.map((id) => this.#lines.get(id)).find(Boolean);
    if (!points.length || !line || spaces.some((id) => line.through.includes(id))) return false;
    const beads = this.#beads.get(line.id) ?? [];
    const ends = beads.length ? [beads[0], beads[beads.length - 1]] : [this.#heads.get(line.id)].flatMap((head) => head ?? []);
    const away = (/** @type {Point} */ end) => Math.hypot(end.x - points[0].x, end.y - points[0].y);
    const start = ends.length ? ends.reduce((best, end) => (away(end) < away(best) ? end : best)) : null;
    const d = curve(start ? [start, ...points] : points);
    const { unit } = this;
    layer.append(
      svg("path", { class: "draft-halo", d, "stroke-width": HALO * unit }),
      svg("path", { class: "draft-line", d, "stroke-width": 4.2 * unit, "stroke-dasharray": `${7 * unit} ${5 * unit}` }),
      ...points.map(({ x, y }) => svg("circle", { cx: x, cy: y, r: 6 * unit, "stroke-width": 2.4 * unit })),
    );
    return true;
  }

  /** Marks lines with a class, and unmarks all others. @param {string} mark @param {Set<string>} ids */
  mark(mark, ids) {
    this.#marks.set(mark, ids);
    for (const group of this.element.querySelectorAll("[data-line]")) {
      group.classList.toggle(mark, ids.has(/** @type {SVGElement} */ (group).dataset.line ?? ""));
    }
    // What is chosen lies on top.
    for (const layer of this.layers.slice(0, 2)) {
      const raised = [...layer.querySelectorAll(":scope > :is(.is-pointed, .is-previewed, .is-lit)")];
      const above = [...layer.children].slice(-raised.length);
      if (raised.some((one, at) => one !== above[at])) layer.append(...raised); // moving what is pressed would lose the click
    }
  }

  /** Says of each line whether it can be chosen, and lets Tab reach it then. @param {Set<string>} offered */
  describe(offered) {
    for (const number of this.element.querySelectorAll("[role=button]")) {
      const line = this.#lines.get(/** @type {SVGElement} */ (number).dataset.line ?? "");
      if (!line) continue;
      number.setAttribute("aria-label", lineWords(line, this.#names(line)) + (offered.has(line.id) ? "; can be chosen" : ""));
      const isFirst = this.element.querySelector(`[role=button][data-line="${CSS.escape(line.id)}"]`) === number;
      number.setAttribute("tabindex", offered.has(line.id) && isFirst ? "0" : "-1");
    }
  }

  /** What a tip says of a line. @param {string} id */
  words(id) {
    const line = this.#lines.get(id);
    return line ? lineWords(line, this.#names(line)) : "";
  }

  /** @param {Line} line */
  #names(line) {
    return line.through
      .map((place) => (typeof place === "string" ? (this.places.get(place)?.space.name ?? "") : ""))
      .filter(Boolean);
  }

  /** @param {Line} line */
  #accent(line) {
    return accentOf(this.board.sides, line.side);
  }

  /** @param {Line} line */
  #string(line) {
    const beads = this.#beads.get(line.id) ?? [];
    if (!beads.length) return;
    const [d, unit, accent] = [curve(beads), this.unit, this.#accent(line)];
    const own = { "data-line": line.id, "data-accent": accent };
    this.layers[0].append(
      svg(
        "g",
        { class: "string", ...own },
        svg("path", { class: "string-band", d, "stroke-width": 11.5 * unit }),
        svg("path", { class: "string-halo", d, "stroke-width": (line.pattern ? HALO + 1.4 : HALO) * unit }),
        ...pathsOf(d, accent, line.pattern, unit),
        svg("path", { class: "string-touch", d, "stroke-width": TOUCH * unit }),
      ),
    );
    const [r, size] = [BEAD * unit, BEAD * 1.8 * unit];
    const bead = (/** @type {Point} */ { x, y }) =>
      accent === 0
        ? svg("rect", { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: unit })
        : svg("circle", { cx: x, cy: y, r });
    this.layers[1].append(svg("g", { class: "string-beads", ...own, "stroke-width": 2 * unit }, ...beads.map(bead)));
  }

  /** Hangs the knots of a line from its places, those of one place beside each other. @param {Line} line @param {Point[]} places */
  #hang(line, places) {
    const { unit } = this;
    const marks = this.#markDiscs();
    places.forEach((bead, place) => {
      const knots = line.knots.filter((knot) => knot.at === place);
      if (!knots.length) return;
      const wide = (knots.length - 1) * KNOT.apart * unit;
      const taken = [...this.#discs(), ...this.#hanging, ...marks].filter((disc) => Math.hypot(disc.x - bead.x, disc.y - bead.y) > 1);
      const middle = hangingPlace(bead, taken, KNOT.thread * unit, wide + KNOT.size * unit);
      knots.forEach((knot, number) => {
        const [x, y] = [middle.x - wide / 2 + number * KNOT.apart * unit, middle.y];
        this.#hanging.push({ x, y, r: KNOT.size * unit });
        const thread = svg("path", {
          class: "thread",
          d: `M${bead.x.toFixed(1)} ${bead.y.toFixed(1)}L${x.toFixed(1)} ${y.toFixed(1)}`,
        });
        this.layers[2].append(
          svg("g", { "data-line": line.id, "data-accent": this.#accent(line) }, thread, knotOf(knot, x, y, unit)),
        );
      });
    });
  }

  /** The numbers of a string: at its ends, and on its way if it is long. @param {Line} line @param {Disc[]} taken */
  #numbers(line, taken) {
    const beads = this.#beads.get(line.id) ?? [];
    if (!beads.length) return;
    const r = NUMBER * this.unit;
    const ends = beads.length > 1 ? [beads, [...beads].reverse()] : [beads];
    const marks = this.#markDiscs();
    const spots = ends.map((from) => {
      const spot = endPlace(from, [...taken, ...marks], r * (this.#accent(line) === 0 ? CORNERS : 1));
      taken.push({ ...spot, r });
      return spot;
    });
    this.#ends.set(line.id, [...spots]);
    const length = lengthOf(beads);
    if (length > LONG * this.unit) {
      const middle = pointAlong(beads, length / 2);
      if (isFree(middle, r, [...taken, ...marks])) {
        spots.push(middle);
        taken.push({ ...middle, r });
      }
    }
    this.#heads.set(line.id, spots[0]);
    this.#numbered.set(line.id, spots);
    spots.forEach((spot, at) => this.layers[3].append(this.#number(line, spot, NUMBER, at === 0)));
  }

  /** Where no number of a string is in view, the bead nearest the middle of the view carries it, off names. @param {Rect} seen */
  numberIn(seen) {
    const margin = NUMBER * this.unit;
    const isSeen = (/** @type {Point} */ { x, y }) =>
      x > seen.x + margin && x < seen.x + seen.width - margin && y > seen.y + margin && y < seen.y + seen.height - margin;
    const middle = centreOf(seen);
    const away = (/** @type {Point} */ { x, y }) => Math.hypot(x - middle.x, y - middle.y);
    const marks = this.#markDiscs();
    const carriers = [...this.#numbered].flatMap(([id, spots]) => {
      const beads = spots.some(isSeen) ? [] : (this.#beads.get(id) ?? []).filter(isSeen);
      const cost = (/** @type {Point} */ bead) => away(bead) + COVERED * Math.max(0, CORNERS * margin - clearance(bead, marks));
      return beads.length ? [{ id, bead: beads.reduce((best, bead) => (cost(bead) < cost(best) ? bead : best)) }] : [];
    });
    const text = JSON.stringify(carriers);
    if (text === this.#carried) return;
    this.#carried = text;
    for (const number of this.layers[3].querySelectorAll(".is-carried")) number.remove();
    for (const { id, bead } of carriers) {
      const number = this.#number(/** @type {Line} */ (this.#lines.get(id)), bead, NUMBER, false);
      number.classList.add("is-carried");
      for (const [mark, ids] of this.#marks) number.classList.toggle(mark, ids.has(id));
      this.layers[3].append(number);
    }
  }

  /** @param {Line} line @param {Point} spot @param {number} r @param {boolean} isFirst */
  #number(line, { x, y }, r, isFirst) {
    const accent = this.#accent(line);
    const group = svg("g", {
      "data-line": line.id,
      "data-accent": accent,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
    });
    group.append(svg("circle", { class: "number-ring", r: (r + 4) * this.unit }), numberOf(line.sign, accent, r * this.unit));
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "-1");
    if (isFirst) {
      emblemsOf(
        line.badges.filter((badge) => !/^leader/i.test(badge)),
        13 * this.unit,
      ).forEach((emblem, at) => {
        emblem.setAttribute("x", String((r - 2 + at * 14) * this.unit));
        emblem.setAttribute("y", String(-(r + 8) * this.unit));
        group.append(emblem);
      });
    }
    return group;
  }

  /** A pin in a free part of its hex, or the number alone inside a box beside the chart. @param {Line} line @param {Disc[]} numbers */
  #pin(line, numbers) {
    const [id] = line.through;
    const place = typeof id === "string" ? this.places.get(id) : undefined;
    if (!place) return;
    const { unit } = this;
    if (place.space.kind !== "hex") {
      const beside = numbers.filter(({ x, y }) => holds(place, x, y)).length;
      const r = NUMBER * unit;
      const spot = {
        x: place.card.x + place.card.width - (r + 5 * unit) - beside * (2 * r + 3 * unit),
        y: place.card.y + place.card.height / 2,
      };
      numbers.push({ ...spot, r });
      this.#heads.set(line.id, spot);
      this.held.set(place.space.id, place.card.x + place.card.width - spot.x + r);
      this.layers[3].append(this.#number(line, spot, NUMBER, true));
      return;
    }
    const high = PIN.high * unit;
    const foot = freePlace(
      place.card,
      [...this.taken(place), ...numbers],
      [
        { x: 0, y: 0, r: 3 * unit },
        { x: high * 0.2, y: -high, r: PIN.head * unit },
      ],
    );
    const head = { x: foot.x + high * 0.2, y: foot.y - high };
    numbers.push({ ...head, r: PIN.head * unit }, { ...foot, r: 4 * unit });
    this.#heads.set(line.id, head);
    const group = this.#number(line, head, PIN.head, true);
    group.classList.add("pin");
    const [x, y] = [foot.x - head.x, foot.y - head.y];
    group.prepend(
      svg("ellipse", { class: "pin-shadow", cx: x + 5 * unit, cy: y + unit, rx: 6 * unit, ry: 2.4 * unit }),
      svg("path", { class: "needle", d: `M0 0L${x.toFixed(1)} ${y.toFixed(1)}`, "stroke-width": 2 * unit }),
    );
    this.layers[3].append(group);
    this.#hang(line, [foot]);
  }

  /** The room of all strings. @returns {Disc[]} */
  #discs() {
    const r = BEAD * this.unit;
    return [...this.#beads.values()].flatMap((beads) => samples(beads).map((point) => ({ ...point, r })));
  }

  /** The room of the marks of ports and bases. @returns {Disc[]} */
  #markDiscs() {
    const marks = [...this.places.values()].filter(({ space }) => space.kind === "point");
    const names = marks.filter(isLandmark).flatMap(({ label }) => (label ? [label.rect] : []));
    return [...marks.map(({ card }) => ({ ...centreOf(card), r: 9 * this.unit })), ...names.flatMap((rect) => discsIn(rect))];
  }

  /** A bar on a closed side, an arrow, or a thin line. @param {Line} line */
  #fixed(line) {
    const { unit } = this;
    const own = { class: `fixed-line is-${line.kind}`, "data-accent": this.#accent(line) };
    const points = line.through.map((place) => this.#spot(place));
    if (line.kind === "bar") {
      const cards = line.through.map((place) => (typeof place === "string" ? this.places.get(place)?.card : undefined));
      const side = cards[0] && cards[1] ? sharedSide(cards[0], cards[1]) : null;
      const d = sidesPath(side ? [side] : [[points[0], points[points.length - 1]]]);
      return titled(
        svg(
          "g",
          own,
          svg("path", { class: "under", d, "stroke-width": 7 * unit }),
          svg("path", { d, "stroke-width": 3.6 * unit }),
        ),
        line.name,
      );
    }
    const d = line.kind === "arrow" ? shortened(points, 0.34) : points;
    const path = `M${d.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
    const heads = line.kind === "arrow" ? [arrowHead(d[1], d[0], unit), arrowHead(d[d.length - 2], d[d.length - 1], unit)] : [];
    return titled(
      svg("g", own, svg("path", { d: path, "stroke-width": (line.kind === "arrow" ? 3 : 1.3) * unit }), ...heads),
      line.name,
    );
  }

  /** @param {string | [number, number]} place @returns {Point} */
  #spot(place) {
    if (typeof place === "string") return this.centres.get(place) ?? { x: 0, y: 0 };
    return { x: place[0] * WIDTH, y: place[1] * this.height };
  }
}

/** Whether a number has room at a point, with a gap to what is there. @param {Point} point @param {number} r @param {Disc[]} taken */
function isFree(point, r, taken) {
  return clearance(point, taken) > GAP * r;
}

/** Discs that fill a low rectangle. @param {import("./layout.js").Rect} rect @returns {Disc[]} */
function discsIn({ x, y, width, height }) {
  const r = height / 2;
  const count = Math.max(1, Math.ceil(width / height));
  return Array.from({ length: count }, (_, at) => ({ x: x + Math.min(width - r, r + at * height), y: y + r, r }));
}

/** @param {string} name @param {number} height */
export function sheet(name, height) {
  return svg("svg", { class: name, viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height });
}

/** @param {Element} element @param {string} words */
function titled(element, words) {
  const title = svg("title");
  title.textContent = words;
  element.prepend(title);
  return element;
}

/** @param {Place} place @param {number} x @param {number} y */
function holds({ card }, x, y) {
  return x >= card.x && x <= card.x + card.width && y >= card.y && y <= card.y + card.height;
}

/** A line that begins and ends some part of the way inside. @param {Point[]} points @param {number} part */
function shortened(points, part) {
  const cut = (/** @type {Point} */ end, /** @type {Point} */ next) => ({
    x: end.x + (next.x - end.x) * part,
    y: end.y + (next.y - end.y) * part,
  });
  return [cut(points[0], points[1]), ...points.slice(1, -1), cut(points[points.length - 1], points[points.length - 2])];
}

/** @param {Point} from @param {Point} tip @param {number} unit */
function arrowHead(from, tip, unit) {
  const turn = Math.atan2(tip.y - from.y, tip.x - from.x);
  const wing = (/** @type {number} */ angle) =>
    `${(tip.x - 8 * unit * Math.cos(turn + angle)).toFixed(1)} ${(tip.y - 8 * unit * Math.sin(turn + angle)).toFixed(1)}`;
  return svg("path", { class: "head", d: `M${tip.x.toFixed(1)} ${tip.y.toFixed(1)}L${wing(0.5)}L${wing(-0.5)}Z` });
}

/** What hangs from a string: a tag with an i, a disc with cross hairs, else a tag with a letter. @param {Knot} knot @param {number} x @param {number} y @param {number} unit */
function knotOf({ kind, name }, x, y, unit) {
  const group = svg("g", {
    class: `knot is-${kind}`,
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${unit.toFixed(3)})`,
  });
  if (kind === "contact") {
    group.append(
      svg("circle", { r: 8 }),
      svg("circle", { class: "sight", r: 4.2 }),
      svg("path", { class: "sight", d: "M-6.4 0H-1.4M1.4 0H6.4M0 -6.4V-1.4M0 1.4V6.4" }),
    );
  } else {
    const letter = svg("text", { y: 5.2, "text-anchor": "middle" });
    letter.textContent = kind.slice(0, 1);
    group.append(svg("path", { d: "M-6 -3L0 -8.5L6 -3V8H-6Z" }), letter);
  }
  return titled(group, name);
}
