/** How a piece looks: its silhouette by kind, its side by colour, bearing and flag, its count, pips and badges. */

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {{ width: number, height: number, ensign: [number, number] | null }} Shape */

const SVG = "http://www.w3.org/2000/svg";
/** The widest ship of the sheet; all others are drawn to the same scale. */
const LONGEST = 160;
/** How high aircraft and persons, and how high blocks are, as parts of the longest ship. */
const [TALL, BLOCK] = [0.4, 0.44];
/** How far each block of a stack lies behind the one before it. */
const STACKED = { x: 7, y: 6 };

const SHAPES = await loadShapes();
/** Figures drawn so far, of which every piece gets a copy. @type {Map<string, SVGSVGElement>} */
const DRAWN = new Map();

/** Reads the sheet of silhouettes once and puts it into the page, where every figure refers to it. */
async function loadShapes() {
  /** @type {Map<string, Shape>} */
  const shapes = new Map();
  try {
    const answer = await fetch(new URL("../../art/silhouettes.svg", import.meta.url));
    const sheet = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    for (const symbol of sheet.querySelectorAll("symbol")) {
      const [, , width = 1, height = 1] = (symbol.getAttribute("viewBox") ?? "").split(" ").map(Number);
      const [x, y] = (symbol.getAttribute("data-ensign") ?? "").split(" ").map(Number);
      const ensign = /** @type {[number, number] | null} */ (symbol.hasAttribute("data-ensign") ? [x, y] : null);
      shapes.set(symbol.id.slice("figure-".length), { width, height, ensign });
    }
    sheet.setAttribute("class", "silhouettes");
    sheet.setAttribute("aria-hidden", "true");
    document.body.append(document.adoptNode(sheet));
  } catch {
    // Without the sheet every piece is a lettered counter.
  }
  return shapes;
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {...Node} children
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Which of the two accents a side has; -1 for a side that has none. @param {Side[]} sides @param {string} side */
export function accentOf(sides, side) {
  const at = sides.findIndex(({ id }) => id === side);
  return at < 2 ? at : -1;
}

/** The kind under which a piece is drawn. @param {Piece} piece @param {number} accent */
function shapeName(piece, accent) {
  if (piece.hidden) return accent < 0 ? "block" : `block_${accent}`;
  return piece.kind.toLowerCase().replace(/[\s-]+/g, "_");
}

/** Whether a piece is known by its letters alone. @param {Piece} piece */
export function isLettered(piece) {
  return !piece.hidden && (piece.kind === "marker" || !SHAPES.has(shapeName(piece, -1)));
}

/** Whether a piece is not a ship or a block, but marks something about its place. @param {Piece} piece */
export function isMarker(piece) {
  return isLettered(piece) || (!piece.hidden && !SHAPES.get(shapeName(piece, -1))?.ensign);
}

/**
 * The size at which a piece is drawn when the longest ships are `size` wide.
 * @param {Piece} piece @param {number} size
 * @returns {{ width: number, height: number }}
 */
export function extentOf(piece, size) {
  if (isLettered(piece)) return { width: size * Math.min(1.3, 0.2 + piece.name.length * 0.105), height: size * 0.28 };
  const shape = /** @type {Shape} */ (SHAPES.get(shapeName(piece, -1)));
  const scale = size / LONGEST;
  if (shape.ensign) return { width: shape.width * scale, height: shape.height * scale };
  if (!piece.hidden) return { width: (size * TALL * shape.width) / shape.height, height: size * TALL };
  const behind = behindOf(piece);
  const unit = (size * BLOCK) / shape.height;
  return { width: (shape.width + behind * STACKED.x) * unit, height: (shape.height + behind * STACKED.y) * unit };
}

/** How many blocks are seen behind the first of a stack. @param {Piece} piece */
function behindOf(piece) {
  return piece.hidden ? Math.min(3, piece.count) - 1 : 0;
}

/**
 * A piece drawn on its own, for lists, the log and the front page. Give `sides` (of the board) so that it wears its
 * side's colour, bearing and flag; without them it is drawn in ink.
 * @param {Piece} piece
 * @param {{ size?: number, sides?: Side[] }} [how] `size`: the width of the longest ships, in CSS pixels
 * @returns {SVGSVGElement}
 */
export function figureOf(piece, { size = 48, sides = [] } = {}) {
  const accent = accentOf(sides, piece.side);
  const look = [piece.kind, accent, piece.hidden, behindOf(piece), size, isLettered(piece) ? piece.name : ""].join();
  let pattern = DRAWN.get(look);
  if (!pattern) {
    pattern = drawn(piece, accent, size);
    DRAWN.set(look, pattern);
  }
  return /** @type {SVGSVGElement} */ (pattern.cloneNode(true));
}

/** @param {Piece} piece @param {number} accent @param {number} size */
function drawn(piece, accent, size) {
  const { width, height } = extentOf(piece, size);
  const figure = /** @type {SVGSVGElement} */ (
    svg("svg", { class: "figure", width: width.toFixed(1), height: height.toFixed(1), "aria-hidden": "true", focusable: "false" })
  );
  figure.dataset.accent = String(accent);
  if (piece.hidden) figure.classList.add("is-hidden");
  figure.append(...(isLettered(piece) ? lettered(piece, accent, figure) : silhouette(piece, accent, figure)));
  return figure;
}

/**
 * @param {Piece} piece @param {number} accent @param {SVGSVGElement} figure
 * @returns {Element[]}
 */
function silhouette(piece, accent, figure) {
  const name = shapeName(piece, accent);
  const shape = SHAPES.get(name) ?? /** @type {Shape} */ (SHAPES.get("block"));
  const behind = behindOf(piece);
  const [width, height] = [shape.width + behind * STACKED.x, shape.height + behind * STACKED.y];
  figure.setAttribute("viewBox", `0 0 ${width} ${height}`);
  const group = svg("g", {});
  for (let at = behind; at >= 0; at -= 1) {
    const [x, y] = [at * STACKED.x, (behind - at) * STACKED.y];
    group.append(svg("use", { href: `#figure-${name}`, x, y, width: shape.width, height: shape.height }));
  }
  if (shape.ensign) group.append(ensign(shape.ensign, accent));
  // The second side sails to the left.
  if (accent === 1 && !piece.hidden && piece.kind !== "admiral") {
    group.setAttribute("transform", `matrix(-1 0 0 1 ${shape.width} 0)`);
  }
  return [group];
}

/** The flag at the stern: a pennant for the first side, a square flag for the second. @param {[number, number]} foot @param {number} accent */
function ensign([x, y], accent) {
  const top = y - 15;
  const flag = accent === 0 ? `M${x} ${top}l13 4.2l-13 4.2Z` : accent === 1 ? `M${x} ${top}h12v8.4h-12Z` : "";
  return svg("path", { class: "ensign", d: `M${x - 0.6} ${y}v-16h1.2v16Z${flag}` });
}

/**
 * @param {Piece} piece @param {number} accent @param {SVGSVGElement} figure
 * @returns {Element[]}
 */
function lettered(piece, accent, figure) {
  const width = Math.min(208, 32 + piece.name.length * 16.8);
  figure.setAttribute("viewBox", `0 0 ${width} 45`);
  const outline =
    accent === 0 ? `M2 2H${width - 16}L${width - 2} 22.5L${width - 16} 43H2Z` : `M2 2H${width - 2}V43H2Z`;
  const text = svg("text", { x: (width - (accent === 0 ? 10 : 0)) / 2, y: 31, "text-anchor": "middle" });
  text.textContent = piece.name;
  if (32 + piece.name.length * 16.8 > 208) {
    text.setAttribute("textLength", String(width - 34));
    text.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  return [svg("path", { class: "counter", d: outline }), text];
}
