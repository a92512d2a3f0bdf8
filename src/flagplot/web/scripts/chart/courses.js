/** The ways that ships took in a finished game, drawn over the chart. */

/** @import { Board, Course } from "../types.js" */

import { svg } from "../elements.js";
import { curve } from "./curves.js";
import { accentOf } from "./figures.js";

/**
 * @param {Board} board
 * @param {Course[]} courses
 * @param {{ width: number, height: number }} size  of the chart
 */
export function drawCourses(board, courses, { width, height }) {
  const places = new Map(board.spaces.map((space) => [space.id, space]));
  const ways = courses.map(({ name, side, through }) => {
    const points = through.flatMap((step) => {
      if (typeof step !== "string") return [{ x: step[0] * width, y: step[1] * height }];
      const place = places.get(step);
      return place ? [{ x: place.x * width, y: place.y * height }] : [];
    });
    if (points.length < 2) return null;
    const dots = points.map(({ x, y }, at) => svg("circle", { cx: x, cy: y, r: at === points.length - 1 ? 9 : 5 }));
    return svg("g", { class: "course", "data-accent": accentOf(board.sides, side) }, svg("title", null, `The course of ${name}`), svg("path", { d: curve(points) }), dots);
  });
  return svg("svg", { class: "courses", viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" }, ways);
}
