/**
 * Strings that share places run side by side. One order for the whole chart says who lies on which side of whom, so that
 * bundles do not cross needlessly: who leaves a bundle northward lies north in it.
 */

/** @typedef {import("./layout.js").Point} Point */
/** @typedef {{ id: string, places: string[] }} Run  a string: the places that it goes through, in order */

const ROOM = 0.78; // the part of a place's breadth over which its beads may spread

/**
 * Where the beads of strings lie, by their ids.
 * @param {Run[]} runs
 * @param {Map<string, Point>} centres  of the places
 * @param {number} gap  between neighbours
 * @param {number} breadth  of a place
 * @returns {Map<string, Point[]>}
 */
export function lanes(runs, centres, gap, breadth) {
  const known = runs.map((run) => ({ ...run, places: run.places.filter((place) => centres.has(place)) }));
  const normals = normalsOf(known, centres);
  const order = orderOf(known, centres, normals);
  /** @type {Map<string, string[]>} */
  const through = new Map();
  for (const id of order) {
    const run = /** @type {Run} */ (known.find((one) => one.id === id));
    for (const place of new Set(run.places)) through.set(place, [...(through.get(place) ?? []), id]);
  }
  return new Map(
    known.map((run) => {
      const beads = run.places.map((place) => {
        const there = /** @type {string[]} */ (through.get(place));
        const step = Math.min(gap, (breadth * ROOM) / Math.max(1, there.length - 1));
        const aside = ((there.length - 1) / 2 - there.indexOf(run.id)) * step;
        const [centre, normal] = [/** @type {Point} */ (centres.get(place)), /** @type {Point} */ (normals.get(place))];
        return { x: centre.x + normal.x * aside, y: centre.y + normal.y * aside };
      });
      return [run.id, beads];
    }),
  );
}

/**
 * For each place the direction across the strings in it, turned so that what lies on one side of a string stays there
 * as the string bends; where strings run east and west it points north.
 * @param {Run[]} runs @param {Map<string, Point>} centres @returns {Map<string, Point>}
 */
export function normalsOf(runs, centres) {
  /** @type {Map<string, Point[]>} directions of strings in each place */
  const ways = new Map();
  for (const run of runs) {
    run.places.forEach((place, at) => ways.set(place, [...(ways.get(place) ?? []), heading(run, at, centres)]));
  }
  /** @type {Map<string, Point>} */
  const normals = new Map();
  const visit = (/** @type {string} */ place, /** @type {Point | null} */ wanted) => {
    const along = meanDirection(/** @type {Point[]} */ (ways.get(place)));
    const across = { x: -along.y, y: along.x };
    const isTurned = wanted ? dot(across, wanted) < 0 : across.y > 0.01 || (Math.abs(across.y) <= 0.01 && across.x > 0);
    normals.set(place, isTurned ? { x: -across.x, y: -across.y } : across);
  };
  const crowded = [...ways.keys()].sort((one, other) => many(ways, other) - many(ways, one));
  for (const start of crowded) {
    if (normals.has(start)) continue;
    visit(start, null);
    for (const queue = [start]; queue.length;) {
      const place = /** @type {string} */ (queue.shift());
      for (const [next, votes] of neighbours(place, runs, centres, normals)) {
        if (normals.has(next)) continue;
        visit(next, votes);
        queue.push(next);
      }
    }
  }
  return normals;
}

/**
 * The places beside one on its strings, and where the normal should point there so that sides are kept.
 * @param {string} place @param {Run[]} runs @param {Map<string, Point>} centres @param {Map<string, Point>} normals
 * @returns {Map<string, Point>}
 */
function neighbours(place, runs, centres, normals) {
  /** @type {Map<string, Point>} */
  const wanted = new Map();
  const normal = /** @type {Point} */ (normals.get(place));
  for (const run of runs) {
    run.places.forEach((here, at) => {
      if (here !== place) return;
      for (const other of [at - 1, at + 1]) {
        const next = run.places[other];
        if (next === undefined) continue;
        const side = Math.sign(dot(normal, left(heading(run, at, centres)))) || 1;
        const there = left(heading(run, other, centres));
        const sum = wanted.get(next) ?? { x: 0, y: 0 };
        wanted.set(next, { x: sum.x + side * there.x, y: sum.y + side * there.y });
      }
    });
  }
  return wanted;
}

/**
 * One order of all strings: as few as possible must cross where two that ran together part.
 * @param {Run[]} runs @param {Map<string, Point>} centres @param {Map<string, Point>} normals @returns {string[]}
 */
export function orderOf(runs, centres, normals) {
  const votes = runs.map((one) => runs.map((other) => (one === other ? 0 : preference(one, other, centres, normals))));
  const total = (/** @type {number} */ at) => votes[at].reduce((sum, vote) => sum + vote, 0);
  const order = runs.map((_, at) => at).sort((one, other) => total(other) - total(one) || one - other);
  const cost = (/** @type {number[]} */ list) => {
    let sum = 0;
    for (let a = 0; a < list.length; a += 1) for (let b = a + 1; b < list.length; b += 1) sum += votes[list[b]][list[a]];
    return sum;
  };
  let best = order;
  let least = cost(best);
  for (let improved = true; improved;) {
    improved = false;
    for (let from = 0; from < best.length; from += 1) {
      for (let to = 0; to < best.length; to += 1) {
        const list = [...best];
        list.splice(to, 0, ...list.splice(from, 1));
        const tried = cost(list);
        if (tried < least - 0.001) [best, least, improved] = [list, tried, true];
      }
    }
  }
  return best.map((at) => runs[at].id);
}

/**
 * How much one string would rather lie on the side of the normal than another, counted where they part.
 * @param {Run} one @param {Run} other @param {Map<string, Point>} centres @param {Map<string, Point>} normals
 */
function preference(one, other, centres, normals) {
  const theirs = new Set(other.places);
  let sum = 0;
  one.places.forEach((place, at) => {
    if (!theirs.has(place)) return;
    const normal = /** @type {Point} */ (normals.get(place));
    const aside = (/** @type {string} */ next) => dot(normal, between(place, next, centres));
    const there = other.places.indexOf(place);
    const [ours, their] = [
      [one.places[at - 1], one.places[at + 1]],
      [other.places[there - 1], other.places[there + 1]],
    ];
    const leaving = (/** @type {(string | undefined)[]} */ mine, /** @type {(string | undefined)[]} */ others) =>
      mine.filter((next) => next !== undefined && !others.includes(next)).map((next) => /** @type {string} */ (next));
    const [mine, yours] = [leaving(ours, their), leaving(their, ours)];
    const mean = (/** @type {string[]} */ list) =>
      list.length ? list.reduce((total, next) => total + aside(next), 0) / list.length : 0;
    sum += Math.sign(round(mean(mine) - mean(yours)));
  });
  return sum;
}

/** The direction of a string at one of its places. @param {Run} run @param {number} at @param {Map<string, Point>} centres @returns {Point} */
function heading(run, at, centres) {
  const before = run.places[at - 1] ?? run.places[at];
  const after = run.places[at + 1] ?? run.places[at];
  return between(before, after, centres);
}

/** The unit step from one place towards another. @param {string} from @param {string} to @param {Map<string, Point>} centres @returns {Point} */
function between(from, to, centres) {
  const [a, b] = [/** @type {Point} */ (centres.get(from)), /** @type {Point} */ (centres.get(to))];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  return length ? { x: (b.x - a.x) / length, y: (b.y - a.y) / length } : { x: 1, y: 0 };
}

/** The mean of directions of which one way and its opposite are the same. @param {Point[]} ways @returns {Point} */
function meanDirection(ways) {
  const doubled = ways.map(({ x, y }) => 2 * Math.atan2(y, x));
  const x = doubled.reduce((sum, angle) => sum + Math.cos(angle), 0);
  const y = doubled.reduce((sum, angle) => sum + Math.sin(angle), 0);
  const angle = Math.abs(x) + Math.abs(y) < 1e-6 ? doubled[0] / 2 : Math.atan2(y, x) / 2;
  return { x: Math.cos(angle), y: Math.sin(angle) };
}

/** @param {Point} way @returns {Point} */
function left({ x, y }) {
  return { x: y, y: -x };
}

/** @param {Point} one @param {Point} other */
function dot(one, other) {
  return one.x * other.x + one.y * other.y;
}

/** @param {Map<string, Point[]>} ways @param {string} place */
function many(ways, place) {
  return ways.get(place)?.length ?? 0;
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000;
}
