/** A battle board in zones: columns in a row, both sides facing, with what covers ships and what they fired. */

import { accentOf, svg } from "./figures.js";

/** @typedef {import("../types.js").Lineup} Lineup */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Section} Section */
/** @typedef {import("../types.js").Shot} Shot */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").Track} Track */
/** @typedef {import("./layout.js").Rect} Rect */

const PARTS = [0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78]; // of a line, where its text can stand, best first
const BESIDE = [0, 24, -24, 48, -48]; // pixels off its line at which a text stands where the line has no room for it
const GAP = 2; // between two texts

/** @param {Lineup} lineup */
export function hasZones(lineup) {
  return lineup.sections.some((section) => section.zone !== null);
}

/** The tracks of a battle around its title: rounds before it, steps after it. @param {Lineup} lineup @param {HTMLElement} title @returns {HTMLElement} */
export function zoneHead({ tracks }, title) {
  const head = made("div", "zone-head");
  const [rounds, ...steps] = tracks;
  head.append(rounds ? trackOf(rounds, "rounds") : made("span", ""), title, ...steps.map((track) => trackOf(track, "steps")));
  return head;
}

/** @param {Track} track @param {string} kind */
function trackOf({ name, cells, at }, kind) {
  const list = made("ol", `zone-track is-${kind}`);
  list.setAttribute("aria-label", `${name}: ${cells[at] ?? ""}`);
  if (kind === "rounds") list.append(made("li", "zone-track-name", name));
  cells.forEach((cell, place) => {
    const item = made("li", place < at ? "is-past" : "", cell);
    if (place === at) item.setAttribute("aria-current", "true");
    list.append(item);
  });
  return list;
}

/**
 * The columns of a battle, in the order of their numbers; sections without a zone come last.
 * @param {Lineup} lineup @param {Side[]} sides @param {(piece: Piece) => HTMLElement} pieceOf @returns {HTMLElement}
 */
export function zonesOf(lineup, sides, pieceOf) {
  const row = made("div", "zones");
  const sections = [...lineup.sections].sort((one, other) => (one.zone ?? 99) - (other.zone ?? 99));
  row.style.setProperty("--zones", String(sections.length));
  row.append(...sections.map((section) => zoneOf(section, lineup, sides, pieceOf)));
  return row;
}

/** @param {Section} section @param {Lineup} lineup @param {Side[]} sides @param {(piece: Piece) => HTMLElement} pieceOf */
function zoneOf(section, lineup, sides, pieceOf) {
  const zone = made("div", `zone${section.is_out ? " is-out" : ""}`);
  zone.dataset.accent = String(accentOf(sides, section.side));
  zone.setAttribute("aria-label", [section.name, section.text].filter(Boolean).join(", "));
  zone.setAttribute("role", "group");
  if (section.id) zone.dataset.section = section.id;
  const head = made("h3", "zone-name");
  head.append(made("span", "zone-choice", section.name));
  zone.append(head);
  if (section.text) zone.append(made("p", "zone-text", section.text));
  const covers = lineup.covers.filter((cover) => section.pieces.some((piece) => cover.pieces.includes(piece.id)));
  const covered = new Set(covers.flatMap((cover) => cover.pieces));
  const stack = made("div", "zone-pieces");
  // Who fires at whom stands apart: the first side above.
  const free = section.pieces.filter((piece) => !covered.has(piece.id));
  stack.append(...free.map(pieceOf));
  for (const cover of covers) {
    const frame = made("div", `zone-cover is-${cover.kind}`);
    const ships = section.pieces.filter((piece) => cover.pieces.includes(piece.id)).map(pieceOf);
    for (const ship of ships) ship.prepend(made("span", "puffs"));
    frame.append(...ships, made("p", "cover-name", cover.name));
    stack.append(frame);
  }
  zone.append(stack);
  return zone;
}

/**
 * A shot: full for a hit, dots for a splash, what was thrown on the line, where no other text stands.
 * @param {DOMRect} from @param {DOMRect} to @param {DOMRect} frame @param {{ text: string, kind: string, accent: string, at: number, texts: Rect[] }} how
 */
export function shotOf(from, to, frame, { text, kind, accent, at, texts }) {
  const isRight = from.left + from.width / 2 < to.left + to.width / 2;
  const isApart = from.right < to.left || to.right < from.left;
  const x1 = (isApart ? (isRight ? from.right : from.left) : from.left + from.width / 2) - frame.left;
  const x2 = (isApart ? (isRight ? to.left : to.right) : to.left + to.width / 2) - frame.left;
  const isBelow = from.top < to.top;
  const y1 = (isApart ? from.top + from.height / 2 : isBelow ? from.bottom : from.top) - frame.top;
  const y2 = (isApart ? to.top + to.height * 0.5 : isBelow ? to.top : to.bottom) - frame.top + (isApart ? (at % 5) * 14 - 22 : 0);
  const group = svg("g", { class: `shot is-${kind}`, "data-accent": accent });
  const turn = Math.atan2(y2 - y1, x2 - x1);
  const wing = (/** @type {number} */ angle) =>
    `${(x2 - 9 * Math.cos(turn + angle)).toFixed(1)} ${(y2 - 9 * Math.sin(turn + angle)).toFixed(1)}`;
  group.append(svg("path", { class: "shot-line", d: `M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}` }));
  if (kind !== "splash")
    group.append(svg("path", { class: "shot-head", d: `M${x2.toFixed(1)} ${y2.toFixed(1)}L${wing(0.4)}L${wing(-0.4)}Z` }));
  if (text) {
    const wide = text.length * 6.4 + 16;
    const spots = BESIDE.flatMap((off) =>
      PARTS.map((part) => ({ x: x1 + (x2 - x1) * part - wide / 2, y: y1 + (y2 - y1) * part - 10 + off, width: wide, height: 20 })),
    );
    const spot = spots.find((one) => texts.every((other) => !overlap(one, other))) ?? spots[0];
    texts.push(spot);
    const words = svg("text", { x: spot.x + wide / 2, y: spot.y + 14, "text-anchor": "middle" });
    words.textContent = text;
    group.append(svg("rect", { ...spot, rx: 10 }), words);
  }
  return group;
}

/** @param {Rect} one @param {Rect} other */
function overlap(one, other) {
  return (
    Math.abs(one.x + one.width / 2 - other.x - other.width / 2) < (one.width + other.width) / 2 &&
    Math.abs(one.y - other.y) < (one.height + other.height) / 2 + GAP
  );
}

/** @param {string} tag @param {string} name @param {string} [text] */
function made(tag, name, text) {
  const element = document.createElement(tag);
  if (name) element.className = name;
  if (text !== undefined) element.textContent = text;
  return element;
}
