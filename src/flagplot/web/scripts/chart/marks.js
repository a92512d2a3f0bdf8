/** Lines drawn on the chart: the links between spaces, and the arrows and ways of a move that is being considered. */

import { svg } from "./figures.js";
import { centreOf, holds, POINT, ROW } from "./layout.js";
import { isPoint, lineOf } from "./points.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./layout.js").Rect} Rect */

const BEYOND = 26; // how far an arrow reaches out of a card

/** The links between spaces: fine dashed curves, between points straight lanes with their bends. @param {Board} board @param {Map<string, Place>} places @param {number} height */
export function linksOf(board, places, height) {
  const group = svg("svg", { class: "links", viewBox: `0 0 1600 ${height}`, width: 1600, height, "aria-hidden": "true" });
  for (const link of board.links) {
    const [from, to] = [places.get(link.one), places.get(link.other)];
    if (!from || !to || !link.drawn) continue;
    const isLane = isPoint(from) && isPoint(to);
    const d = isLane ? polyline(lineOf(link, places, height)) : curve(endOf(from), endOf(to), 0.06);
    group.append(svg("path", { class: isLane ? "lane" : "", d, "data-ends": `${link.one} ${link.other}` }));
  }
  return group;
}

/**
 * Fine lines from cards to where their places really lie, each with a ring at its end; an arrow to what lies beyond the board.
 * @param {Map<string, Place>} places @param {number} height
 */
export function leadsOf(places, height) {
  const group = svg("svg", { class: "leads", viewBox: `0 0 1600 ${height}`, width: 1600, height, "aria-hidden": "true" });
  for (const place of places.values()) {
    for (const [x, y] of place.space.leads) group.append(...leadTo(place, { x: x * 1600, y: y * height }, height));
  }
  return group;
}

/** @param {Place} place @param {Point} spot @param {number} height */
function leadTo(place, spot, height) {
  const { card } = place;
  const from = place.space.kind === "port" ? endOf(place) : onEdge(card, spot);
  if (holds({ x: 0, y: 0, width: 1600, height }, spot)) {
    if (holds(card, spot)) return [];
    return [svg("path", { d: polyline([from, spot]) }), svg("circle", { cx: spot.x.toFixed(1), cy: spot.y.toFixed(1), r: 6 })];
  }
  const [across, down] = [spot.x < 0 ? -spot.x : spot.x - 1600, spot.y < 0 ? -spot.y : spot.y - height];
  const isAcross = across > down;
  const to = isAcross
    ? { x: spot.x < 0 ? card.x - BEYOND : card.x + card.width + BEYOND, y: from.y }
    : { x: from.x, y: spot.y < 0 ? card.y - BEYOND : card.y + card.height + BEYOND };
  return [svg("path", { d: polyline([from, to]) }), headAt(to, Math.atan2(to.y - from.y, to.x - from.x))];
}

/** The point of a card that is nearest to a spot. @param {Rect} card @param {Point} spot */
function onEdge({ x, y, width, height }, spot) {
  return { x: Math.max(x, Math.min(spot.x, x + width)), y: Math.max(y, Math.min(spot.y, y + height)) };
}

/** Where links meet a space: at the name of a port, which may be all that is seen of it. @param {Place} place */
function endOf({ space, card }) {
  return space.kind === "port" ? { x: card.x + card.width / 2, y: card.y + ROW.title / 2 } : centreOf(card);
}

export class Arrows {
  /** @param {number} height */
  constructor(height) {
    this.element = svg("svg", { class: "arrows", viewBox: `0 0 1600 ${height}`, width: 1600, height, "aria-hidden": "true" });
  }

  /** @param {Point[]} from @param {Rect} to */
  point(from, to) {
    const end = centreOf(to);
    this.element.replaceChildren(...from.slice(0, 12).flatMap((start) => arrow(start, edgeTowards(to, end, start))));
  }

  /** Draws a way from its first point to its last. @param {Point[]} way */
  follow(way) {
    const [before, last] = way.slice(-2);
    const length = Math.hypot(last.x - before.x, last.y - before.y) || 1;
    const part = Math.max(0.3, 1 - POINT / 2 / length);
    const end = { x: before.x + (last.x - before.x) * part, y: before.y + (last.y - before.y) * part };
    const d = polyline([...way.slice(0, -1), end]);
    const turn = Math.atan2(last.y - before.y, last.x - before.x);
    this.element.replaceChildren(...shaft(d), headAt(end, turn));
  }

  clear() {
    if (this.element.firstChild) this.element.replaceChildren();
  }
}

/** @param {Point} from @param {Point} to @param {number} bend */
function curve(from, to, bend) {
  const x = (from.x + to.x) / 2 + (to.y - from.y) * bend;
  const y = (from.y + to.y) / 2 - (to.x - from.x) * bend;
  return `M${from.x.toFixed(1)} ${from.y.toFixed(1)}Q${x.toFixed(1)} ${y.toFixed(1)} ${to.x.toFixed(1)} ${to.y.toFixed(1)}`;
}

/** @param {Point} from @param {Point} to */
function arrow(from, to) {
  const bend = 0.14;
  // The head points along the end of the curve.
  const turn = Math.atan2(to.y - ((from.y + to.y) / 2 - (to.x - from.x) * bend), to.x - ((from.x + to.x) / 2 + (to.y - from.y) * bend));
  return [...shaft(curve(from, to, bend)), headAt(to, turn)];
}

/** @param {string} d */
function shaft(d) {
  return [svg("path", { class: "shaft is-under", d }), svg("path", { class: "shaft", d })];
}

/** @param {Point} tip @param {number} turn */
function headAt(tip, turn) {
  const wing = (/** @type {number} */ angle) =>
    `${(tip.x - 17 * Math.cos(turn + angle)).toFixed(1)} ${(tip.y - 17 * Math.sin(turn + angle)).toFixed(1)}`;
  return svg("path", { class: "head", d: `M${tip.x.toFixed(1)} ${tip.y.toFixed(1)}L${wing(0.42)}L${wing(-0.42)}Z` });
}

/** @param {Point[]} points */
function polyline(points) {
  return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
}

/** The point of a rectangle's edge on the way from its middle to a point. @param {Rect} rect @param {Point} middle @param {Point} to */
function edgeTowards(rect, middle, to) {
  const dx = to.x - middle.x;
  const dy = to.y - middle.y;
  const part = Math.min(rect.width / 2 / Math.max(1, Math.abs(dx)), rect.height / 2 / Math.max(1, Math.abs(dy)), 1) * 0.72;
  return { x: middle.x + dx * part, y: middle.y + dy * part };
}
