/** A ship in hand seen from near: her deck from above with the bow to the right, what is left of her, and her troubles. */

import { el, svg } from "../elements.js";
import { pathFor } from "./hulls.js";

/** @typedef {import("../types.js").Fitting} Fitting */
/** @typedef {import("../types.js").Piece} Piece */

const LONG = 340;
const WIDE = 64;
const EDGE = 4;
const MOUNT = 9;
const MOST_BOXES = 30; // beyond it a bar is drawn
const STATES = { spent: "spent", silent: "silent", lost: "out of action" };

/** @param {Piece} piece @param {number} accent @returns {HTMLElement | null}  null for what has no deck */
export function deckOf(piece, accent) {
  const { deck } = piece.placed ?? {};
  if (!deck) return null;
  const [left, most] = piece.pips ?? [0, 0];
  return el(
    "section",
    { class: "deck", data: { accent }, "aria-label": piece.name },
    el("h3", null, piece.name, el("small", null, deck.text)),
    drawing(piece.kind, deck.fittings),
    most > 0 && hull(left, most, deck.steps),
    el(
      "ul",
      { class: "deck-tags" },
      deck.stores.map((text) => el("li", null, text)),
      deck.troubles.map((text) => el("li", { class: "is-trouble" }, text)),
    ),
  );
}

/** @param {string} kind @param {Fitting[]} fittings */
function drawing(kind, fittings) {
  const words = fittings.map(({ name, state }) =>
    state ? `${name}, ${STATES[/** @type {keyof typeof STATES} */ (state)] ?? state}` : name,
  );
  const frame = svg("svg", {
    class: "deck-plan",
    viewBox: `0 0 ${LONG} ${WIDE}`,
    role: "img",
    "aria-label": words.join("; ") || "no weapons",
  });
  // The hull lies in a box 100 long with its bow to the top; here it is turned and made to fill the frame.
  const { d, half } = pathFor(kind);
  const place = `translate(${LONG / 2} ${WIDE / 2}) scale(${((LONG - 2 * EDGE) / 100).toFixed(3)} ${((WIDE / 2 - EDGE) / half).toFixed(3)}) rotate(90)`;
  frame.append(svg("g", { transform: place }, svg("path", { class: "deck-hull", d, "vector-effect": "non-scaling-stroke" })));
  frame.append(svg("rect", { class: "deck-bridge", x: LONG * 0.54, y: WIDE / 2 - 10, width: 34, height: 20, rx: 3 }));
  frame.append(...fittings.map(fitting));
  return frame;
}

/** @param {Fitting} fitting */
function fitting({ kind, name, along, across, sign, state }) {
  const room = WIDE / 2 - EDGE - MOUNT - 1;
  const group = svg("g", {
    class: `fitting is-${kind} ${state ? `is-${state}` : "is-ready"}`,
    transform: `translate(${(LONG * (0.96 - 0.9 * along)).toFixed(1)} ${(WIDE / 2 + across * room).toFixed(1)})`,
  });
  const title = svg("title", null, state ? `${name}, ${STATES[/** @type {keyof typeof STATES} */ (state)] ?? state}` : name);
  if (kind === "tube") group.append(title, svg("rect", { x: -26, y: -3, width: 52, height: 6, rx: 3 }));
  else group.append(title, svg("circle", { r: MOUNT }), svg("text", { y: 3.4, "text-anchor": "middle" }, sign));
  if (state === "lost") group.append(svg("path", { class: "fitting-cross", d: "M-7-7L7 7M7-7L-7 7" }));
  return group;
}

/** Boxes that are left, those that are lost dashed, and ticks where she becomes worse. @param {number} left @param {number} most @param {number[]} steps */
function hull(left, most, steps) {
  const each = most > MOST_BOXES ? Math.ceil(most / MOST_BOXES) : 1;
  const count = Math.ceil(most / each);
  const boxes = Array.from({ length: count }, (_, at) => {
    const isTick = steps.some((step) => step > 0 && Math.ceil(step / each) === at);
    return el("i", { class: [at * each < left ? "is-left" : "", isTick ? "is-step" : ""].join(" ") });
  });
  return el(
    "div",
    { class: "deck-boxes", role: "img", "aria-label": `Hull ${left} of ${most}` },
    el("span", null, "Hull"),
    el("span", { class: "boxes" }, boxes),
    el("b", null, `${left} of ${most}`),
  );
}
