/** What a screen reader says of pieces and spaces, and what a tip shows. Names only, never ids. */

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Fact} Fact */
/** @typedef {import("./layout.js").Place} Place */

/** @param {Piece} piece */
export function pieceWords(piece) {
  const parts = [piece.count === 1 ? piece.name : `${piece.name} ×${piece.count}`];
  if (piece.hidden) parts.push("face down");
  if (piece.damage) parts.push(`${piece.damage[0]} of ${piece.damage[2]} hits`);
  if (piece.pips) parts.push(`strength ${piece.pips[0]} of ${piece.pips[1]}`);
  return [...parts, ...piece.badges].join(", ");
}

/** What the marks of plotting spaces stand for. @type {Record<string, string>} */
export const KINDS = {
  sea: "sea",
  zone: "patrol zone",
  haven: "haven",
  neutral: "neutral port",
  port: "port",
  base: "naval base",
  airfield: "air base",
  start: "start",
};

/** The kind of a plotting space in words. @param {Place} place */
function kindOf({ space }) {
  return KINDS[space.mark] ?? KINDS.sea;
}

/** The kind of a plotting space, and how many pieces lie there. @param {Place} place @param {Piece[]} pieces */
export function pointWords(place, pieces) {
  const number = pieces.reduce((sum, piece) => sum + piece.count, 0);
  return [kindOf(place), ...(number ? [number === 1 ? "1 piece" : `${number} pieces`] : [])].join(", ");
}

/** @param {Place} place @param {Place | undefined} around */
export function placeName(place, around) {
  if (place.space.kind === "point") return `${place.space.name}, ${kindOf(place)}`;
  return around ? `${around.space.name}, ${place.space.name}` : place.space.name;
}

/** @param {import("../types.js").Line} line @param {string[]} places  the names of those that it goes through */
export function lineWords({ name, sign, badges, knots, through }, places) {
  const way = through.length > 1 ? `${through.length} long, from ${places[0]} to ${places[places.length - 1]}` : `at ${places[0]}`;
  const hanging = knots.map((knot) => `${knot.name} at ${places[knot.at] ?? "sea"}`);
  return [`${sign} ${name}`.trim(), way, ...badges, ...hanging].join(", ");
}

/** @param {import("../types.js").Tray} tray */
export function trayWords({ name, sign, facts, badges, pieces }) {
  const known = facts.map((fact) => `${fact.name} ${fact.value}`);
  return [`${sign} ${name}`.trim(), ...known, ...badges, ...pieces.map(pieceWords)].join(", ");
}

/**
 * @param {string} name @param {Fact[]} facts @param {Piece[]} pieces
 * @param {{ isOffered: boolean, offeredPieces: number }} offer
 */
export function spaceWords(name, facts, pieces, { isOffered, offeredPieces }) {
  const parts = [
    ...facts.map((fact) => `${fact.name} ${fact.value}`),
    ...(pieces.length ? pieces.map(pieceWords) : ["empty"]),
  ];
  const can = isOffered
    ? "; can be chosen"
    : offeredPieces
      ? `; ${offeredPieces === 1 ? "a piece" : `${offeredPieces} pieces`} here can be chosen, press Enter`
      : "";
  return `${name}: ${parts.join("; ")}${can}`;
}
