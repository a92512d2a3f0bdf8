/** Draws dice: a face with its pips, or with its figure when it has more than six sides. */

import { svg } from "./elements.js";

/** @type {{ [face: number]: [number, number][] }} */
const PIPS = {
  1: [[12, 12]],
  2: [
    [7, 7],
    [17, 17],
  ],
  3: [
    [7, 7],
    [12, 12],
    [17, 17],
  ],
  4: [
    [7, 7],
    [17, 7],
    [7, 17],
    [17, 17],
  ],
  5: [
    [7, 7],
    [17, 7],
    [12, 12],
    [7, 17],
    [17, 17],
  ],
  6: [
    [7, 6.5],
    [7, 12],
    [7, 17.5],
    [17, 6.5],
    [17, 12],
    [17, 17.5],
  ],
};

/**
 * @param {number} face
 * @param {number} size  in pixels
 */
export function die(face, size) {
  const pips = PIPS[face];
  return svg(
    "svg",
    { class: "die", viewBox: "0 0 24 24", width: size, height: size, role: "img", "aria-label": String(face) },
    svg("rect", { class: "die-body", x: 1, y: 1, width: 22, height: 22, rx: 5 }),
    pips
      ? pips.map(([x, y]) => svg("circle", { class: "die-pip", cx: x, cy: y, r: 2.3 }))
      : svg("text", { class: "die-figure", x: 12, y: 17, "text-anchor": "middle" }, face),
  );
}

/**
 * The dice of a throw; those that were not kept are crossed out.
 * @param {{ faces: number[], dropped: number[] }} thrown
 * @param {number} size  in pixels
 */
export function diceOf({ faces, dropped }, size) {
  return faces.map((face, place) => {
    const drawn = die(face, size);
    if (!dropped.includes(place)) return drawn;
    drawn.classList.add("dropped");
    drawn.setAttribute("aria-label", `${face}, dropped`);
    drawn.append(svg("line", { class: "die-strike", x1: 3, y1: 21, x2: 21, y2: 3 }));
    return drawn;
  });
}
