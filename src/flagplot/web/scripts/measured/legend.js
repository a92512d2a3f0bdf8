/** The legend of a measured board: what its signs mean. */

import { legendRow } from "../chart/legend.js";
import { el, svg } from "../elements.js";
import { contactOf, flame, ghostOf, hullOf, veilOf } from "./hulls.js";
import { BURST } from "./layers.js";
import { wakeOf } from "./wakes.js";

/** @typedef {import("../types.js").Board} Board */

const WAY = [
  { x: -26, y: 5 },
  { x: 0, y: 3 },
  { x: 26, y: -6 },
];

/** Signs, how each is drawn in a box 60 wide and 30 high around its middle, and what it means. @type {[() => Element[], string][]} */
const SIGNS = [
  [() => [shrunk(contactOf("2"), 0.8)], "a contact: where something is, and no more"],
  [() => [shrunk(veilOf("3"), 0.6)], "unseen: a contact with this number to the enemy"],
  [() => [svg("circle", { class: "legend-offered", r: 12 })], "dashed ring: can be chosen"],
  [() => [svg("circle", { class: "legend-in-hand", r: 12 })], "full ring: in hand"],
  [
    () => [svg("g", { class: "ghost", transform: "rotate(90) scale(0.26)" }, ghostOf("escort"))],
    "where it could be after an option",
  ],
  [() => [svg("g", { class: "wake" }, ...wakeOf(WAY))], "the way that a ship has come"],
  [
    () => [
      svg("path", { class: "track-arming", d: "M-28 0H-8" }),
      svg("path", { class: "track-armed", d: "M-8 0H10" }),
      svg("path", { class: "course", d: "M12 0H28" }),
    ],
    "a torpedo: not armed yet, armed, and where it runs next",
  ],
  [() => [svg("circle", { class: "light-rim", r: 13 })], "light on the water"],
  [() => [svg("path", { class: "smoke", d: "M-18 0H18", "stroke-width": 12 })], "smoke"],
  [() => [svg("rect", { class: "legend-mines", x: -24, y: -10, width: 48, height: 20 })], "mines"],
  [() => [shrunk(flame(), 0.9)], "on fire"],
  [() => [svg("path", { class: "burst", d: BURST })], "fire of this turn: a hit"],
  [() => [-12, 0, 11].map((x) => svg("circle", { class: "splash", cx: x, cy: x / 4, r: 4 })), "fire of this turn: no hit"],
];

/** @param {Board} board @param {string} light  by which the board is seen @returns {HTMLElement} */
export function seaLegend(board, light) {
  const sides = board.sides.map((side, accent) => {
    const hull = svg("g", { class: "ship", "data-accent": accent, transform: "rotate(90) scale(0.4)" }, hullOf("escort"));
    return legendRow(framed([hull]), `a ship, ${side.name}`);
  });
  const rings = board.scale?.rings.length
    ? [legendRow(framed([svg("g", { class: "ring" }, svg("circle", { r: 13 }))]), "range, and what is added at it")]
    : [];
  return el(
    "dl",
    { class: "legend is-sea", data: { light } },
    ...sides,
    ...SIGNS.map(([draw, words]) => legendRow(framed(draw()), words)),
    ...rings,
  );
}

/** @param {Element[]} parts */
function framed(parts) {
  return svg("svg", { viewBox: "-30 -16 60 32", width: 60, height: 32 }, ...parts);
}

/** @param {SVGElement} sign @param {number} size */
function shrunk(sign, size) {
  return svg("g", { transform: `scale(${size})` }, sign);
}
