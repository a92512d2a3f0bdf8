/** Which options a click or a drag on the chart means. */

/** @import { Target } from "../chart/chart.js" */
/** @import { Board, Option, View } from "../types.js" */

import { endsOf } from "../chart/points.js";

/**
 * The options that a picked space or piece answers: those that name it; else, for a piece, those of its space; for a
 * space, those of its parts or of the larger space around it. A way over points is meant at its end alone.
 * @param {Option[]} options
 * @param {Board} board
 * @param {View} view
 * @param {Target} target
 * @returns {Option[]}
 */
export function answering(options, board, view, target) {
  if (target.option) return [target.option];
  if (target.kind === "cell") return options.filter(({ cells }) => cells?.some(([track, at]) => `${track}/${at}` === target.id));
  if (target.kind === "space") return inSpace(options, board, target.id);
  if (target.kind === "section") return options.filter((option) => option.sections?.includes(target.id));
  if (target.kind === "line" || target.kind === "tray") return ofForce(options, view, target);
  const own = options.filter((option) => option.pieces.includes(target.id));
  if (own.length || target.isAlone) return own;
  const piece = view.pieces.find((candidate) => candidate.id === target.id);
  if (!piece || isPassedOver(options, view, piece)) return [];
  return inSpace(options, board, piece.space);
}

/**
 * A line and its tray mean the same, where options tell them not apart; else the pieces in the tray are meant.
 * @param {Option[]} options
 * @param {View} view
 * @param {Target} target
 */
function ofForce(options, view, { kind, id }) {
  const trays = view.trays.filter((tray) => (kind === "tray" ? tray.id === id : tray.of === id));
  const lines = kind === "line" ? [id] : trays.flatMap((tray) => tray.of || []);
  const own = options.filter((option) => option.lines?.some((line) => lines.includes(line)) || option.trays?.some((tray) => trays.some((one) => one.id === tray)));
  if (own.length) return own;
  const pieces = new Set(trays.flatMap((tray) => tray.pieces.map((piece) => piece.id)));
  return options.filter((option) => option.pieces.some((piece) => pieces.has(piece)));
}

/**
 * Whether others of its kind beside it are offered and this one is not: then a click on it does not mean the place.
 * @param {Option[]} options
 * @param {View} view
 * @param {import("../types.js").Piece} piece
 */
function isPassedOver(options, view, piece) {
  const offered = new Set(options.flatMap((option) => option.pieces));
  return view.pieces.some((other) => other.space === piece.space && other.kind === piece.kind && offered.has(other.id));
}

/**
 * @param {Option[]} options
 * @param {Board} board
 * @param {string} space
 */
function inSpace(options, board, space) {
  for (const near of neighbourhood(board, space)) {
    const found = options.filter((option) => endsOf(option, board).some((id) => near.has(id)));
    if (found.length) return found;
  }
  return [];
}

/**
 * The space itself, then its parts, then what it is a part of.
 * @param {Board} board
 * @param {string} space
 * @returns {Set<string>[]}
 */
function neighbourhood(board, space) {
  const parts = board.spaces.filter((candidate) => candidate.within === space).map((part) => part.id);
  const around = board.spaces.find((candidate) => candidate.id === space)?.within;
  return [new Set([space]), new Set(parts), new Set(around ? [around] : [])];
}

/**
 * The options that a piece dragged to a space answers at once, or by its first half: who goes, before where to.
 * @param {Option[]} options
 * @param {Board} board
 * @param {string} piece
 * @param {string} space
 * @returns {{ whole: Option[], half: Option | null }}
 */
export function dropped(options, board, piece, space) {
  const mine = options.filter((option) => option.pieces.includes(piece));
  const whole = inSpace(mine, board, space);
  const alone = mine.filter((option) => !option.spaces.length);
  return { whole, half: !whole.length && alone.length === 1 ? (alone[0] ?? null) : null };
}
