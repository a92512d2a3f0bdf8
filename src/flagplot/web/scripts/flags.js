/** Small flags that say whose something is, drawn here by the letters of their countries; a key that is not known has none. */

import { el, svg } from "./elements.js";

const [WHITE, BLACK, RED, BLUE, GREEN] = ["#fdfcf6", "#16181a", "#b4232a", "#1f3b73", "#1d7a46"];
const [WIDE, HIGH] = [30, 20];
export const MOST_FLAGS = 2; // of a side or seat, where room is scarce

/**
 * What a flag is called, and its shapes from below to above: a colour and the data of a path.
 * @type {{ [key: string]: { name: string, shapes: [string, string][] } }}
 */
const FLAGS = {
  de: {
    name: "Flag of Germany",
    shapes: [
      [WHITE, "M0 0H30V20H0Z"],
      [BLACK, "M11 0H15V8H30V12H15V20H11V12H0V8H11Z"],
      [BLACK, "M0 0H9V2.2H0Z"],
      [RED, "M0 4.4H9V6.6H0Z"],
    ],
  },
  gb: {
    name: "Flag of Britain",
    shapes: [
      [WHITE, "M0 0H30V20H0Z"],
      [RED, "M13.4 0H16.6V8.4H30V11.6H16.6V20H13.4V11.6H0V8.4H13.4Z"],
      [BLUE, "M0 0H13.4V8.4H0Z"],
      [WHITE, "M0 0H2.6L13.4 6.9V8.4H10.8L0 1.5ZM13.4 0V1.5L2.6 8.4H0V6.9L10.8 0Z"],
      [WHITE, "M4.9 0H8.5V2.5H13.4V5.9H8.5V8.4H4.9V5.9H0V2.5H4.9Z"],
      [RED, "M5.8 0H7.6V3.3H13.4V5.1H7.6V8.4H5.8V5.1H0V3.3H5.8Z"],
    ],
  },
  us: {
    name: "Flag of the United States",
    shapes: [
      [WHITE, "M0 0H30V20H0Z"],
      [RED, "M0 0H30V2.2H0ZM0 4.4H30V6.7H0ZM0 8.9H30V11.1H0ZM0 13.3H30V15.6H0ZM0 17.8H30V20H0Z"],
      [BLUE, "M0 0H14V11.1H0Z"],
      [WHITE, [2.3, 5.4, 8.5, 11.6].flatMap((x) => [2.4, 5.5, 8.6].map((y) => `M${x - 0.8} ${y}a.8 .8 0 1 0 1.6 0a.8 .8 0 1 0 -1.6 0Z`)).join("")],
    ],
  },
  it: {
    name: "Flag of Italy",
    shapes: [
      [GREEN, "M0 0H10V20H0Z"],
      [WHITE, "M10 0H20V20H10Z"],
      [RED, "M20 0H30V20H20Z"],
      [RED, "M12 5.5H18V10.5Q18 13.5 15 14.8Q12 13.5 12 10.5Z"],
      [WHITE, "M14.2 5.5H15.8V8.6H18V10.2H15.8V14.4L15 14.8L14.2 14.4V10.2H12V8.6H14.2Z"],
    ],
  },
  su: {
    name: "Flag of the Soviet Union",
    shapes: [
      [WHITE, "M0 0H30V20H0Z"],
      ["#3f83b8", "M0 15.6H30V20H0Z"],
      [RED, "M9 2.4L10.4 6.5H14.7L11.2 9L12.5 13.1L9 10.6L5.5 13.1L6.8 9L3.3 6.5H7.6Z"],
    ],
  },
};

/**
 * A flag with its name as its text; null where the key is not known.
 * @param {string} key
 * @param {number} [width]  in pixels
 */
export function flagOf(key, width = 18) {
  const flag = FLAGS[key];
  if (!flag) return null;
  return svg(
    "svg",
    { class: "nation", viewBox: `0 0 ${WIDE} ${HIGH}`, width, height: (width * HIGH) / WIDE, role: "img", "aria-label": flag.name },
    svg("title", null, flag.name),
    flag.shapes.map(([fill, d]) => svg("path", { fill, d })),
    svg("rect", { class: "nation-edge", x: 0.5, y: 0.5, width: WIDE - 1, height: HIGH - 1 }),
  );
}

/**
 * The flags of a side, side by side; null where it has none.
 * @param {string[] | undefined} keys
 * @param {number} [width]  of each, in pixels
 */
export function flagsOf(keys, width) {
  const flags = (keys ?? []).flatMap((key) => flagOf(key, width) ?? []);
  return flags.length ? el("span", { class: "nations" }, flags) : null;
}

/**
 * The flags of some seats of a game, each once, for lists; null where they have none.
 * @param {import("./types.js").GameInfo | undefined} game
 * @param {string[]} seats  by their ids
 */
export function flagsOfSeats(game, seats) {
  const own = game?.seats.filter(({ id }) => seats.includes(id)) ?? [];
  return flagsOf([...new Set(own.flatMap(({ flags }) => flags.slice(0, MOST_FLAGS)))], 15);
}
