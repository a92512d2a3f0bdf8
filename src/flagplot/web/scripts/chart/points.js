/** Plotting spaces: where their names stand and their pieces lie, so that little is covered, and what a way over them means. */

import { centreOf, POINT, WIDTH } from "./layout.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("./layout.js").Packing} Packing */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./layout.js").Rect} Rect */
/** @typedef {import("./layout.js").Size} Size */
/** @typedef {import("./layout.js").Spot} Spot */

/** How large a mark is drawn at most; the rest of a point is there for the pointer. */
const MARK = POINT * 0.75;
/** How large pieces are beside a point, and the room that is kept for one pile of them. */
const SMALL = 0.7;
const PILE = { width: 62, height: 29 };
const BETWEEN = 4;
const CROWD = 130; // within this square around a point its neighbours compete for room
const GAP = 5; // between a mark and what stands beside it
/** A pennant with its staff, which stands in the middle of a mark. */
const PENNANT = { width: 25, height: 31 };
/** Where a pennant can fly, the best first. @type {Point[]} */
const FLIGHTS = [
  { x: 1, y: -1 },
  { x: -1, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
];
/** The type of a name; the style sheet knows the same figures. */
const NAME = { letter: 9.6, row: 19, longest: 15 };
/** How much smaller the names of high seas are, which are seen from near. */
const NEAR = 0.6;
/** The sides of a mark where something can stand, the best first; at the last ones it stands a row farther off. @type {Point[]} */
const SIDES = [
  { x: 1, y: 0 },
  { x: -1, y: 0 },
  { x: 0, y: 1 },
  { x: 0, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
  { x: 1, y: -1 },
  { x: -1, y: -1 },
  { x: 1, y: 2 },
  { x: -1, y: 2 },
  { x: 1, y: -2 },
  { x: -1, y: -2 },
];

/** @param {Place} place */
export function isPoint(place) {
  return place.space.kind === "point";
}

/** Whether the name of a point is shown at rest: there are too many high seas. @param {Place} place */
export function isLandmark({ space }) {
  return !["", "sea"].includes(space.mark);
}

/** The name of a point as it stands on the chart, in short rows. @param {string} name @returns {string[]} */
export function rowsOf(name) {
  const [short = name] = name.split(" (");
  /** @type {string[]} */
  const rows = [];
  for (const word of short.split(" ")) {
    const row = rows.at(-1);
    if (row !== undefined && row.length + word.length < NAME.longest) rows[rows.length - 1] = `${row} ${word}`;
    else rows.push(word);
  }
  return rows;
}

/**
 * Finds room for names and for pieces beside every point, landmarks first, the crowded before others.
 * @param {Board} board @param {Map<string, Place>} places
 */
export function arrange(board, places) {
  const points = [...places.values()].filter(isPoint);
  const height = WIDTH / board.aspect;
  const marks = points.map((place) => square(centreOf(place.card), isLandmark(place) ? MARK : MARK / 2));
  const lanes = board.links.flatMap((link) => along(lineOf(link, places, height)));
  /** @type {Rect[]} */
  const names = [];
  /** @type {Rect[]} */
  const titles = []; // of landmarks, which are always seen
  /** @type {Rect[]} */
  const piles = [];
  /** @param {Place} place @param {Size} size @param {Rect[]} others */
  const roomFor = (place, size, others) => {
    const own = square(centreOf(place.card), isLandmark(place) ? MARK : MARK / 2);
    let best = SIDES[0];
    let least = Infinity;
    SIDES.forEach((side, at) => {
      const rect = beside(own, size, side);
      const isOut = rect.x < 4 || rect.y < 4 || rect.x + rect.width > WIDTH - 4 || rect.y + rect.height > height - 4;
      const crossed = lanes.filter((point) => inside(rect, point)).length;
      const isFar = Math.abs(side.y) > 1;
      const cost = at * 4 + (isFar ? 90 : 0) + (isOut ? 1e6 : 0) + crossed * 7 + sum(marks, rect) * 8 + sum(others, rect) * 12;
      if (cost < least) [best, least] = [side, cost];
    });
    return { side: best, rect: beside(own, size, best) };
  };
  const crowd = new Map(points.map((place) => [place, sum(marks, square(centreOf(place.card), CROWD))]));
  const weight = (/** @type {Place} */ place) => (isLandmark(place) ? 1e6 : 0) + (crowd.get(place) ?? 0);
  const byWeight = [...points].sort((one, other) => weight(other) - weight(one));
  for (const place of byWeight) {
    const { side, rect } = roomFor(place, nameSize(place, isLandmark(place) ? 1 : NEAR), names);
    place.label = { side, rect };
    names.push(rect);
    if (isLandmark(place)) titles.push(rect);
  }
  for (const place of byWeight) {
    // The name of a high sea is shown in full size while it is pointed at: ships that lie there stay in sight.
    const name = beside(square(centreOf(place.card), MARK), nameSize(place, 1), place.label?.side ?? SIDES[0]);
    const { side, rect } = roomFor(place, PILE, [...titles, ...piles, name]);
    place.zone = rect;
    place.towards = side;
    if (isLandmark(place)) piles.push(rect);
  }
  for (const place of points) place.pennant = flightOf(place, titles, marks);
}

/** Where a pennant flies at a point: it may lie over pieces or another mark, never over a name. @param {Place} place @param {Rect[]} titles @param {Rect[]} marks */
function flightOf({ card, zone }, titles, marks) {
  const { x, y } = centreOf(card);
  const { width, height } = PENNANT;
  const cost = (/** @type {Point} */ flight) => {
    const rect = { x: flight.x > 0 ? x : x - width, y: flight.y > 0 ? y : y - height, width, height };
    const isOut = rect.x < 0 || rect.x + width > WIDTH;
    return (isOut ? 1e6 : 0) + sum(titles, rect) * 100 + sum(marks, rect) * 4 + sum([zone], rect) + FLIGHTS.indexOf(flight) * 40;
  };
  return FLIGHTS.reduce((best, flight) => (cost(flight) < cost(best) ? flight : best));
}

/**
 * Lays piles of pieces in a row beside a point, away from it; of each pile the first piece is seen.
 * @param {Size[][]} piles @param {Place} place @returns {Packing}
 */
export function piled(piles, { zone, towards = SIDES[0] }) {
  const widths = piles.map((pile) => pile[0].width * SMALL);
  const total = widths.reduce((sum, width) => sum + width + BETWEEN, -BETWEEN);
  const middle = zone.x + zone.width / 2;
  let x = towards.x > 0 ? zone.x : towards.x < 0 ? zone.x + zone.width - total : middle - total / 2;
  const spots = piles.flatMap((pile, at) => {
    const left = x;
    x += widths[at] + BETWEEN;
    return pile.map(() => ({ x: left, y: zone.y + (zone.height - pile[0].height * SMALL) / 2, scale: SMALL }));
  });
  return { spots, crowded: piles.some((pile) => pile.length > 1) };
}

/**
 * The spaces at which a click means an option: of a way over several points only its end.
 * @param {Option} option @param {Board} board
 */
export function endsOf(option, board) {
  return isWay(option, board) ? option.spaces.slice(-1) : option.spaces;
}

/** @param {Option} option @param {Board} board */
export function isWay({ spaces }, board) {
  return spaces.length > 1 && spaces.every((id) => board.spaces.find((space) => space.id === id)?.kind === "point");
}

/** The point nearest to a place on the chart, no farther away than that. @param {Iterable<Place>} places @param {Point} at @param {number} within */
export function nearestPoint(places, at, within) {
  /** @type {Place | null} */
  let nearest = null;
  let least = within;
  for (const place of places) {
    const { x, y } = centreOf(place.card);
    const distance = Math.hypot(x - at.x, y - at.y);
    if (isPoint(place) && distance <= least) [nearest, least] = [place, distance];
  }
  return nearest;
}

/**
 * A way over points as one line, along the links with their bends.
 * @param {string[]} ids @param {Board} board @param {Map<string, Place>} places @returns {Point[]}
 */
export function wayOf(ids, board, places) {
  const height = WIDTH / board.aspect;
  return ids.flatMap((id, at) => {
    const next = ids[at + 1];
    const link = board.links.find(({ one, other }) => (one === id && other === next) || (one === next && other === id));
    if (!link) return [...ends([id], places)];
    const line = lineOf(link, places, height);
    return (link.one === id ? line : line.reverse()).slice(0, -1);
  });
}

/** A link from end to end. @param {import("../types.js").Link} link @param {Map<string, Place>} places @param {number} height */
export function lineOf({ one, other, via }, places, height) {
  const bends = via.map(([x, y]) => ({ x: x * WIDTH, y: y * height }));
  return [...ends([one], places), ...bends, ...ends([other], places)];
}

/** @param {string[]} ids @param {Map<string, Place>} places @returns {Point[]} */
function ends(ids, places) {
  return ids.flatMap((id) => places.get(id) ?? []).map((place) => centreOf(place.card));
}

/** The room that the name of a point takes up. @param {Place} place @param {number} scale @returns {Size} */
function nameSize({ space }, scale) {
  const rows = rowsOf(space.name);
  return { width: (Math.max(...rows.map((row) => row.length)) * NAME.letter + 6) * scale, height: rows.length * NAME.row * scale };
}

/** Points on a line, close enough to see what it crosses. @param {Point[]} line @returns {Point[]} */
function along(line) {
  return line.slice(1).flatMap((to, at) => {
    const from = line[at];
    const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / 6);
    return Array.from({ length: steps }, (_, step) => ({
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
    }));
  });
}

/** @param {Point} centre @param {number} size @returns {Rect} */
function square(centre, size) {
  return { x: centre.x - size / 2, y: centre.y - size / 2, width: size, height: size };
}

/** A rectangle of a size at one side of a mark. @param {Rect} mark @param {Size} size @param {Point} side @returns {Rect} */
function beside(mark, { width, height }, side) {
  const place = (/** @type {number} */ way, /** @type {number} */ from, /** @type {number} */ length, /** @type {number} */ room) =>
    way > 0 ? from + length + GAP : way < 0 ? from - room - GAP : from + (length - room) / 2;
  const isDiagonal = side.x !== 0 && side.y !== 0;
  const inset = isDiagonal ? mark.width * 0.2 : 0; // a round mark leaves room at its corners
  const x = place(side.x, mark.x, mark.width, width) - side.x * inset;
  const farther = Math.abs(side.y) > 1 ? Math.sign(side.y) * NAME.row : 0;
  return { x, y: place(side.y, mark.y, mark.height, height) - Math.sign(side.y) * inset + farther, width, height };
}

/** @param {Rect} rect @param {Point} point */
function inside(rect, point) {
  return point.x > rect.x && point.x < rect.x + rect.width && point.y > rect.y && point.y < rect.y + rect.height;
}

/** How much of a rectangle others cover. @param {Rect[]} others @param {Rect} rect */
function sum(others, rect) {
  return others.reduce((total, other) => {
    const width = Math.min(rect.x + rect.width, other.x + other.width) - Math.max(rect.x, other.x);
    const height = Math.min(rect.y + rect.height, other.y + other.height) - Math.max(rect.y, other.y);
    return total + (width > 0 && height > 0 ? width * height : 0);
  }, 0);
}
