/** Plotting spaces: where their names stand, so that little is covered, and what a way over them means. */

import { centreOf, POINT, WIDTH } from "./layout.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Link} Link */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./layout.js").Rect} Rect */
/** @typedef {import("./layout.js").Size} Size */

/** How large a mark is drawn at most; the rest of a point is there for the pointer. */
const MARK = POINT * 0.75;
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
  return !["", "sea", "airfield"].includes(space.mark);
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
 * Finds room for names beside every point, landmarks first, the crowded before others, and for pennants.
 * @param {Board} board @param {Map<string, Place>} places
 */
export function arrange(board, places) {
  const points = [...places.values()].filter(isPoint);
  const height = WIDTH / board.aspect;
  const marks = points.map((place) => square(centreOf(place.card), isLandmark(place) ? MARK : MARK / 2));
  const lanes = lanesOf(board, places);
  /** @type {Rect[]} */
  const names = [];
  /** @type {Rect[]} */
  const titles = []; // of landmarks, which are always seen
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
      const cost = at * 4 + (isFar ? 90 : 0) + (isOut ? 1e6 : 0) + crossed * 7 + covered(marks, rect) * 8 + covered(others, rect) * 12;
      if (cost < least) [best, least] = [side, cost];
    });
    return { side: best, rect: beside(own, size, best) };
  };
  const crowd = new Map(points.map((place) => [place, covered(marks, square(centreOf(place.card), CROWD))]));
  const weight = (/** @type {Place} */ place) => (isLandmark(place) ? 1e6 : 0) + (crowd.get(place) ?? 0);
  const byWeight = [...points].sort((one, other) => weight(other) - weight(one));
  for (const place of byWeight) {
    const { side, rect } = roomFor(place, nameSize(place, isLandmark(place) ? 1 : NEAR), names);
    place.label = { side, rect };
    names.push(rect);
    if (isLandmark(place)) titles.push(rect);
  }
  for (const place of points) place.pennant = flightOf(place, titles, marks);
}

/** Where a pennant flies at a point: it may lie over another mark, never over a name. @param {Place} place @param {Rect[]} titles @param {Rect[]} marks */
function flightOf(place, titles, marks) {
  const cost = (/** @type {Point} */ pennant) => {
    const rect = pennantRect({ ...place, pennant });
    const isOut = rect.x < 0 || rect.x + rect.width > WIDTH;
    return (isOut ? 1e6 : 0) + covered(titles, rect) * 100 + covered(marks, rect) * 4 + FLIGHTS.indexOf(pennant) * 40;
  };
  return FLIGHTS.reduce((best, flight) => (cost(flight) < cost(best) ? flight : best));
}

/** The room of a pennant at a point. @param {Place} place @returns {Rect} */
export function pennantRect({ card, pennant: { x, y } = FLIGHTS[0] }) {
  const foot = centreOf(card);
  const { width, height } = PENNANT;
  return { x: x > 0 ? foot.x : foot.x - width, y: y > 0 ? foot.y : foot.y - height, width, height };
}

/**
 * Where the name of a point that is pointed at comes to lie: in the part of the chart that is seen, beside its mark and its piles.
 * @param {Rect} name  where it would stand @param {Place} place @param {Rect[]} piles @param {Rect} seen @returns {Rect}
 */
export function nameInSight(name, { card }, piles, seen) {
  const mark = square(centreOf(card), POINT * 0.8);
  const within = (/** @type {Rect} */ { x, y, width, height }) => ({
    x: Math.max(seen.x, Math.min(x, seen.x + seen.width - width)),
    y: Math.max(seen.y, Math.min(y, seen.y + seen.height - height)),
    width,
    height,
  });
  const rects = [name, ...SIDES.map((side) => beside(mark, name, side))].map(within);
  const cost = (/** @type {Rect} */ rect) => covered([square(centreOf(card), MARK / 2), ...piles], rect);
  return rects.reduce((best, rect) => (cost(rect) < cost(best) ? rect : best));
}

/** The lanes between points as many places on them. @param {Board} board @param {Map<string, Place>} places @returns {(Point & { link: Link })[]} */
export function lanesOf(board, places) {
  return board.links.flatMap((link) => along(lineOf(link, places, WIDTH / board.aspect)).map((point) => ({ ...point, link })));
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
  return spaces.length > 1 && spaces.every((id) => ["point", "hex"].includes(board.spaces.find((space) => space.id === id)?.kind ?? ""));
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

/** A link from end to end. @param {Link} link @param {Map<string, Place>} places @param {number} height */
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
export function inside(rect, point) {
  return point.x > rect.x && point.x < rect.x + rect.width && point.y > rect.y && point.y < rect.y + rect.height;
}

/** How much of a rectangle others cover. @param {Rect[]} others @param {Rect} rect */
export function covered(others, rect) {
  return others.reduce((total, other) => {
    const width = Math.min(rect.x + rect.width, other.x + other.width) - Math.max(rect.x, other.x);
    const height = Math.min(rect.y + rect.height, other.y + other.height) - Math.max(rect.y, other.y);
    return total + (width > 0 && height > 0 ? width * height : 0);
  }, 0);
}
