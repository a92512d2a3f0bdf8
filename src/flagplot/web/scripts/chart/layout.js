/** Where spaces, columns and pieces lie on the chart. Pure geometry, in units of which the chart is 1,600 wide. */

import { isInHex } from "./hexes.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Space} Space */
/** @typedef {{ x: number, y: number, width: number, height: number }} Rect */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {{ width: number, height: number }} Size */
/** @typedef {{ x: number, y: number, scale: number }} Spot  the upper left corner of a piece, and how large it is */
/**
 * @typedef {object} Packing
 * @property {Spot[]} spots
 * @property {boolean} crowded  its pieces overlap or are very small
 * @property {"beside" | "below"} [names]  where there is room for the name of each piece
 */
/**
 * @typedef {object} Place  a space as it is drawn
 * @property {Space} space
 * @property {Rect} card  the outline
 * @property {Rect} zone  where its pieces lie
 * @property {boolean} isStrip  its pieces lie in one row with their counts
 * @property {Place[]} columns  the squares inside it, from left to right
 * @property {{ side: Point, rect: Rect }} [label]  of a point: where its name stands, and on which side of its mark
 * @property {Point} [pennant]  of a point: on which sides of its mark a pennant flies, where it covers no name
 */

export const WIDTH = 1600;
/** How wide the longest ships are in an uncrowded space. */
export const SHIP = 90;
/** How large a plotting space is for a pointer. */
export const POINT = 40;
/** Heights of the rows of a card; the style sheet knows the same figures. */
export const ROW = { title: 30, columns: 24, facts: 24, strip: 40 };

const PAD = 8;
const LOW = 48; // a lower card has its pieces beside its title
const GAP = 5;
const SMALLEST = 0.62;
const READABLE = 0.8; // a stack of smaller pieces is worth spreading

/** @param {Board} board @returns {Map<string, Place>} */
export function placesOf(board) {
  const height = WIDTH / board.aspect;
  /** @type {Map<string, Place>} */
  const places = new Map();
  for (const space of board.spaces) {
    const isPoint = space.kind === "point";
    const width = isPoint ? POINT : space.width * WIDTH;
    const high = isPoint ? POINT : space.height * height;
    const card = { x: space.x * WIDTH - width / 2, y: space.y * height - high / 2, width, height: high };
    places.set(space.id, { space, card, zone: card, isStrip: false, columns: [] });
  }
  for (const place of places.values()) {
    const around = place.space.kind === "square" && place.space.within ? places.get(place.space.within) : undefined;
    around?.columns.push(place);
  }
  for (const place of places.values()) {
    if (place.columns.length) divide(place);
    else if (place.space.kind === "hex") place.zone = inMiddle(place.card);
    else if (place.space.kind !== "square") place.zone = belowTitle(place);
  }
  return places;
}

/** Gives an area with squares its columns and the strip for what lies in the area itself. @param {Place} place */
function divide(place) {
  const { card, columns } = place;
  columns.sort((one, other) => one.card.x - other.card.x);
  const strip = ROW.strip + ROW.facts;
  const width = card.width / columns.length;
  columns.forEach((column, at) => {
    column.card = { x: card.x + at * width, y: card.y, width, height: card.height - strip };
    column.zone = { x: column.card.x + 4, y: card.y + ROW.columns, width: width - 8, height: column.card.height - ROW.columns - 2 };
  });
  place.zone = { x: card.x + PAD, y: card.y + card.height - strip, width: card.width - 2 * PAD, height: ROW.strip };
  place.isStrip = true;
}

/** @param {Place} place @returns {Rect} */
function belowTitle({ space, card }) {
  if (card.height < LOW) return { x: card.x + card.width * 0.5, y: card.y + 2, width: card.width * 0.5 - PAD, height: card.height - 4 };
  const head = ROW.title + (space.kind === "sea" ? ROW.facts : 0);
  return { x: card.x + PAD, y: card.y + head, width: card.width - 2 * PAD, height: card.height - head - PAD / 2 };
}

/** @param {Rect} card @returns {Rect} */
function inMiddle({ x, y, width, height }) {
  return { x: x + width * 0.25, y: y + height * 0.3, width: width * 0.5, height: height * 0.4 };
}

/** @param {Rect} rect @returns {Point} */
export function centreOf(rect) {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

/** @param {Rect} rect @param {Point} point @param {number} [margin] */
export function holds(rect, point, margin = 0) {
  return (
    point.x >= rect.x - margin &&
    point.x <= rect.x + rect.width + margin &&
    point.y >= rect.y - margin &&
    point.y <= rect.y + rect.height + margin
  );
}

/** The smallest space at a point. @param {Iterable<Place>} places @param {Point} point */
export function placeAt(places, point) {
  /** @type {Place | null} */
  let found = null;
  for (const place of places) {
    if (!holds(place.card, point) || (place.space.kind === "hex" && !isInHex(place.card, point))) continue;
    if (!found || place.card.width * place.card.height < found.card.width * found.card.height) found = place;
  }
  return found;
}

/**
 * Fits pieces into a zone: in rows as large as they will go, and overlapping where even small ones do not fit.
 * @param {Size[]} sizes @param {Rect} zone @returns {Packing}
 */
export function pack(sizes, zone) {
  if (!sizes.length) return { spots: [], crowded: false };
  const width = Math.max(...sizes.map((size) => size.width));
  const height = Math.max(...sizes.map((size) => size.height));
  for (let scale = 1; scale >= SMALLEST; scale -= 0.06) {
    const across = Math.max(1, Math.floor((zone.width + GAP) / (width * scale + GAP)));
    const down = Math.max(1, Math.floor((zone.height + GAP / 2) / (height * scale + GAP / 2)));
    if (across * down < sizes.length || width * scale > zone.width + 1) continue;
    const rows = Math.ceil(sizes.length / across);
    const columns = Math.ceil(sizes.length / rows);
    const spots = grid(sizes, zone, scale, columns, width * scale + GAP, height * scale + GAP / 2);
    return { spots, crowded: sizes.length > 3 && scale < READABLE };
  }
  const scale = SMALLEST;
  const rows = Math.max(1, Math.floor((zone.height - height * scale) / (height * scale * 0.8)) + 1);
  const columns = Math.ceil(sizes.length / rows);
  const used = Math.ceil(sizes.length / columns);
  const stepX = columns > 1 ? Math.min(width * scale + GAP, (zone.width - width * scale) / (columns - 1)) : 0;
  const stepY = used > 1 ? Math.min(height * scale + GAP, (zone.height - height * scale) / (used - 1)) : 0;
  return { spots: grid(sizes, zone, scale, columns, stepX, stepY), crowded: true };
}

/**
 * @param {Size[]} sizes @param {Rect} zone @param {number} scale
 * @param {number} columns @param {number} stepX @param {number} stepY
 * @returns {Spot[]}
 */
function grid(sizes, zone, scale, columns, stepX, stepY) {
  const width = Math.max(...sizes.map((size) => size.width)) * scale;
  const height = Math.max(...sizes.map((size) => size.height)) * scale;
  const rows = Math.ceil(sizes.length / columns);
  const top = zone.y + (zone.height - (rows - 1) * stepY - height) / 2;
  return sizes.map((size, at) => {
    const row = Math.floor(at / columns);
    const inRow = Math.min(columns, sizes.length - row * columns);
    const left = zone.x + (zone.width - (inRow - 1) * stepX - width) / 2;
    return {
      x: left + (at % columns) * stepX + (width - size.width * scale) / 2,
      y: top + row * stepY + (height - size.height * scale) / 2,
      scale,
    };
  });
}

/** Lays pieces in one row from the left, closer where they do not fit. @param {Size[]} sizes @param {Rect} zone @returns {Packing} */
export function line(sizes, zone) {
  const total = sizes.reduce((sum, size) => sum + size.width, 0);
  const scale = Math.min(1, zone.height / Math.max(...sizes.map((size) => size.height), 1), (zone.width - GAP * sizes.length) / total);
  let x = zone.x;
  const spots = sizes.map((size) => {
    const spot = { x, y: zone.y + (zone.height - size.height * scale) / 2, scale };
    x += size.width * scale + GAP * 2.4;
    return spot;
  });
  return { spots, crowded: false };
}

/**
 * Lays the pieces of both sides against each other: the first at the left, the second at the right.
 * @param {Size[]} first @param {Size[]} second @param {Rect} zone @returns {Packing}
 */
export function faceOff(first, second, zone) {
  const share = Math.min(0.68, Math.max(0.32, first.length / (first.length + second.length)));
  const left = { ...zone, width: zone.width * share - GAP };
  const right = { ...zone, x: zone.x + zone.width * share + GAP, width: zone.width * (1 - share) - GAP };
  const packed = [pack(first, left), pack(second, right)];
  return { spots: packed.flatMap(({ spots }) => spots), crowded: packed.some(({ crowded }) => crowded) };
}

/**
 * The space nearest in a direction, for the arrow keys.
 * @param {Place[]} places @param {Place} from @param {Point} way  a unit step, such as {x: 1, y: 0}
 * @returns {Place | null}
 */
export function nearestTowards(places, from, way) {
  const start = centreOf(from.card);
  /** @type {Place | null} */
  let best = null;
  let least = Infinity;
  for (const place of places) {
    if (place === from) continue;
    const end = centreOf(place.card);
    const along = (end.x - start.x) * way.x + (end.y - start.y) * way.y;
    const aside = Math.abs((end.x - start.x) * way.y) + Math.abs((end.y - start.y) * way.x);
    if (along < 4) continue;
    const cost = along + aside * 2.2;
    if (cost < least) [best, least] = [place, cost];
  }
  return best;
}
