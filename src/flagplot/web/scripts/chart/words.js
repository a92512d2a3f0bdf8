/** What a screen reader says of pieces and spaces, and what a tip shows. Names only, never ids. */

/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Fact} Fact */
/** @typedef {import("./layout.js").Place} Place */

/** @param {Piece} piece */
export function pieceWords(piece) {
  const parts = [piece.count === 1 ? piece.name : `${piece.name} ×${piece.count}`];
  if (piece.hidden) parts.push("face down");
  if (piece.pips) parts.push(`strength ${piece.pips[0]} of ${piece.pips[1]}`);
  return [...parts, ...piece.badges].join(", ");
}

/** @param {Place} place @param {Place | undefined} around */
export function placeName(place, around) {
  return around ? `${around.space.name}, ${place.space.name}` : place.space.name;
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
