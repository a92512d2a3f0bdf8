/** What bears on whom from a place of a measured board, in words. */

import { bearing } from "./geometry.js";

/** @typedef {import("../chart/layout.js").Point} Point */
/** @typedef {import("../types.js").Sector} Sector */
/** @typedef {import("./geometry.js").Measures} Measures */
/** @typedef {{ kind: string, text: string, apart: string }} Bearing  what bears, on whom, and how far the nearest is */
/** @typedef {{ name: string, at: Point }} Target */

/**
 * What bears from a place, each kind of weapon once; what bears on nobody is left out.
 * @param {Sector[]} sectors
 * @param {Point} from
 * @param {number} heading
 * @param {Target[]} targets
 * @param {Measures} measures
 * @param {string} unit
 * @returns {Bearing[]}
 */
export function bearingsFrom(sectors, from, heading, targets, measures, unit) {
  return [...new Set(sectors.map(({ name }) => name))].flatMap((name) => {
    const alike = sectors.filter((sector) => sector.name === name);
    const found = targets
      .map((target) => ({ ...target, apart: measures.apart(from, target.at) }))
      .filter(({ at, apart }) => alike.some((sector) => apart <= sector.reach && isWithin(bearing(from, at) - heading, sector)))
      .sort((one, other) => one.apart - other.apart);
    const [nearest] = found;
    if (!nearest) return [];
    const whom = found.length === 1 ? nearest.name : `${found.length} ships, first ${nearest.name}`;
    const { kind } = alike[0];
    return [
      {
        kind,
        text: `${name.charAt(0).toUpperCase()}${name.slice(1)} bear on ${whom}`,
        apart: `${nearest.apart.toFixed(0)} ${unit}`,
      },
    ];
  });
}

/** @param {number} angle  from the bow @param {Sector} sector */
function isWithin(angle, { start, end }) {
  return (((angle - start) % 360) + 360) % 360 <= end - start;
}
