/** Berths: where piles of pieces lie beside plotting spaces, so that they cover no mark and are seen to belong to their own. */

import { centreOf, WIDTH } from "./layout.js";
import { covered, inside, isLandmark, isPoint, lanesOf, pennantRect } from "./points.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./layout.js").Point} Point */
/** @typedef {import("./layout.js").Rect} Rect */
/** @typedef {import("./layout.js").Size} Size */
/** @typedef {import("./layout.js").Spot} Spot */
/** @typedef {Size & { caption: Size | null }} Pile  the figure on top, and the room of a name under it, which does not shrink with it */
/** @typedef {{ spot: Spot, rect: Rect, leader: [Point, Point] | null }} Berth  `leader`: a line from the mark to a pile that does not touch it */
/** @typedef {{ centre: Point, mark: number, ring: number }} Disc  a mark, and what glows around it, by their radii */

/** How large pieces are beside a point; the smaller the more crowded it is. */
const SCALES = [0.7, 0.6, 0.5];
/** What stands out over the edges of a figure: counts, numbers, outlines. */
const RIM = { left: 7, top: 9, right: 9, bottom: 5 };
const DISCS = { landmark: { mark: 16, ring: 22 }, sea: { mark: 7.5, ring: 14 } };
/** How far from what glows around a mark piles are tried to lie, the best first. */
const DISTANCES = [0, 4, 8, 13, 19, 27, 38];
const DIRECTIONS = Array.from({ length: 32 }, (_, at) => ({ x: Math.cos((at * Math.PI) / 16), y: Math.sin((at * Math.PI) / 16) }));
const NEAR = 240; // what lies farther away does not matter to a pile
const APART = 8; // from here on a line leads to a pile, as it does to one that is as near to another mark
const DOUBT = 10; // by how much more another mark must be away for no doubt whose a pile is
const STRANGE = 6; // so far from the glow of another mark piles keep where they can
const EDGE = 4;
/** What is worse than what: a mark or the edge above all, then other piles, names, being nearer to another mark, lanes. */
const COST = { mark: 1e5, pile: 30, nearer: 300, title: 12, pennant: 3, ring: 9, lane: 9, ownLane: 3, distance: 8, smaller: 700, slope: 8 };

export class Berths {
  /** @type {Map<string, Disc>} */
  #discs = new Map();
  /** @type {Rect[]} */
  #titles;
  #lanes;
  /** What was found before, because most piles stay as they are. @type {Map<string, Berth>} */
  #found = new Map();

  /** @param {Board} board @param {Map<string, Place>} places */
  constructor(board, places) {
    this.height = WIDTH / board.aspect;
    const points = [...places.values()].filter(isPoint);
    for (const place of points) {
      this.#discs.set(place.space.id, { centre: centreOf(place.card), ...(isLandmark(place) ? DISCS.landmark : DISCS.sea) });
    }
    this.#titles = points.filter(isLandmark).flatMap((place) => place.label?.rect ?? []);
    this.#lanes = lanesOf(board, places);
  }

  /**
   * Where a pile of a point lies, beside those that lie there already.
   * @param {Place} place @param {Pile} pile @param {Rect[]} taken @returns {Berth}
   */
  find(place, pile, taken) {
    const { centre } = this.#discOf(place);
    const near = { x: centre.x - NEAR, y: centre.y - NEAR, width: 2 * NEAR, height: 2 * NEAR };
    const others = taken.filter((rect) => covered([rect], near) > 0);
    const key = JSON.stringify([place.space.id, pile, others]);
    const known = this.#found.get(key) ?? this.#search(place, pile, others, near);
    this.#found.set(key, known);
    return known;
  }

  /** @param {Place} place */
  #discOf(place) {
    return /** @type {Disc} */ (this.#discs.get(place.space.id));
  }

  /** @param {Place} place @param {Pile} pile @param {Rect[]} taken @param {Rect} near @returns {Berth} */
  #search(place, pile, taken, near) {
    const own = this.#discOf(place);
    const discs = [...this.#discs.values()].filter((disc) => disc !== own && inside(near, disc.centre));
    const titles = this.#titles.filter((rect) => covered([rect], near) > 0);
    const { id } = place.space;
    const lanes = this.#lanes
      .filter((point) => inside(near, point))
      .map(({ x, y, link }) => ({ x, y, cost: link.one === id || link.other === id ? COST.ownLane : COST.lane }));
    const pennant = [pennantRect(place)];
    const cost = (/** @type {Rect} */ rect, /** @type {number} */ distance) => {
      const { x, y, width, height } = rect;
      const isOut = x < EDGE || y < EDGE || x + width > WIDTH - EDGE || y + height > this.height - EDGE;
      let sum = isOut ? COST.mark * 10 : 0;
      for (const { centre, mark, ring } of discs) {
        const away = apart(rect, centre);
        if (away - mark < own.ring + distance - own.mark) sum += COST.nearer;
        if (away < mark) sum += COST.mark * (1 + mark - away);
        if (away < ring + STRANGE) sum += COST.ring * (ring + STRANGE - away);
      }
      sum += covered(taken, rect) * COST.pile + covered(titles, rect) * COST.title;
      sum += covered(pennant, rect) * COST.pennant;
      for (const point of lanes) if (inside(rect, point)) sum += point.cost;
      return sum;
    };
    /** @type {{ rect: Rect, scale: number, distance: number } | null} */
    let best = null;
    let least = Infinity;
    for (const scale of SCALES) {
      const size = roomOf(pile, scale);
      for (const distance of DISTANCES) {
        for (const way of DIRECTIONS) {
          const extra = (SCALES[0] - scale) * COST.smaller + distance * COST.distance + Math.abs(way.y) * COST.slope + (way.x < 0 ? 1 : 0);
          if (extra >= least) continue;
          const rect = towards(own.centre, way, size, own.ring + distance);
          const total = extra + cost(rect, distance);
          if (total < least) [best, least] = [{ rect, scale, distance }, total];
        }
      }
    }
    const { rect, scale, distance } = /** @type {NonNullable<typeof best>} */ (best);
    const spare = rect.width - (pile.width + RIM.left + RIM.right) * scale;
    const spot = { x: rect.x + spare / 2 + RIM.left * scale, y: rect.y + RIM.top * scale, scale };
    const isDoubtful = discs.some(({ centre, mark }) => apart(rect, centre) - mark < own.ring - own.mark + distance + DOUBT);
    return { spot, rect, leader: distance > APART || isDoubtful ? leaderFrom(own, rect) : null };
  }
}

/** The room that a pile takes up with all that stands out of it. @param {Pile} pile @param {number} scale @returns {Size} */
function roomOf({ width, height, caption }, scale) {
  return {
    width: Math.max((width + RIM.left + RIM.right) * scale, caption?.width ?? 0),
    height: (height + RIM.top + RIM.bottom) * scale + (caption?.height ?? 0),
  };
}

/** A rectangle in one direction from a point, as close as a distance allows. @param {Point} from @param {Point} way @param {Size} size @param {number} distance @returns {Rect} */
function towards(from, way, { width, height }, distance) {
  const at = (/** @type {number} */ far) => ({ x: from.x + way.x * far - width / 2, y: from.y + way.y * far - height / 2, width, height });
  let [low, high] = [0, distance + (width + height) / 2];
  for (let step = 0; step < 9; step += 1) {
    const middle = (low + high) / 2;
    if (apart(at(middle), from) < distance) low = middle;
    else high = middle;
  }
  return at(high);
}

/** How far a point is from a rectangle. @param {Rect} rect @param {Point} point */
function apart(rect, point) {
  const { x, y } = nearest(rect, point);
  return Math.hypot(point.x - x, point.y - y);
}

/** The place in a rectangle that is nearest to a point. @param {Rect} rect @param {Point} point @returns {Point} */
function nearest({ x, y, width, height }, point) {
  return { x: Math.min(Math.max(point.x, x), x + width), y: Math.min(Math.max(point.y, y), y + height) };
}

/** A line from the edge of a mark to a pile, and a little way into its room. @param {Disc} own @param {Rect} rect @returns {[Point, Point]} */
function leaderFrom({ centre, mark }, rect) {
  const inner = { x: rect.x + rect.width * 0.2, y: rect.y + rect.height * 0.3, width: rect.width * 0.6, height: rect.height * 0.4 };
  const end = nearest(inner, centre);
  const length = Math.hypot(end.x - centre.x, end.y - centre.y) || 1;
  return [{ x: centre.x + ((end.x - centre.x) * mark) / length, y: centre.y + ((end.y - centre.y) * mark) / length }, end];
}
