/** How options are laid out: a grid of places and their parts, or groups by place. */

/** @import { Board, Option, Piece, Space } from "../types.js" */

const LEAST_IN_GRID = 6;
const LEAST_FOR_GROUPS = 9;

/**
 * @typedef {object} GridRow
 * @property {Space} space
 * @property {(Option | null)[]} cells
 *
 * @typedef {object} Grid
 * @property {string[]} columns
 * @property {GridRow[]} rows
 *
 * @typedef {object} Group
 * @property {string} name  empty: without a heading
 * @property {Option[]} options
 */

/**
 * The grid of those options that each take one part of a larger space; none when they are few or not alike.
 * @param {Option[]} options
 * @param {Board} board
 * @returns {{ grid: Grid | null, rest: Option[] }}
 */
export function gridOf(options, board) {
  const spaces = new Map(board.spaces.map((space) => [space.id, space]));
  /** @type {Map<string, Option>} */
  const bySpace = new Map();
  for (const option of options) {
    const space = option.spaces.length === 1 ? spaces.get(option.spaces[0] ?? "") : undefined;
    if (!space?.within || space.kind !== "square") continue;
    if (bySpace.has(space.id)) return { grid: null, rest: options }; // Two options for one place: a list tells them apart.
    bySpace.set(space.id, option);
  }
  if (bySpace.size < LEAST_IN_GRID) return { grid: null, rest: options };
  const parts = board.spaces.filter((space) => bySpace.has(space.id));
  const columns = [...new Set(parts.map((space) => space.name))];
  const parents = [...new Set(parts.map((space) => space.within))];
  const rows = parents.flatMap((parent) => {
    const space = spaces.get(parent ?? "");
    if (!space) return [];
    const cells = columns.map(
      (column) => bySpace.get(parts.find((part) => part.within === parent && part.name === column)?.id ?? "") ?? null,
    );
    return [{ space, cells }];
  });
  const inGrid = new Set(bySpace.values());
  return { grid: { columns, rows }, rest: options.filter((option) => !inGrid.has(option)) };
}

/**
 * Options under the headings that they name, in the order in which these come up.
 * @param {Option[]} options
 * @returns {Group[]}
 */
function byKind(options) {
  /** @type {Map<string, Option[]>} */
  const groups = new Map();
  for (const option of options) groups.set(option.kind ?? "", [...(groups.get(option.kind ?? "") ?? []), option]);
  return [...groups].map(([name, own]) => ({ name, options: own }));
}

/**
 * Long lists by the place that each option touches, in the order in which the places come up.
 * @param {Option[]} options
 * @param {Board} board
 * @param {Map<string, Piece>} pieces
 * @returns {Group[]}
 */
export function groupsOf(options, board, pieces) {
  if (options.some(({ kind }) => kind)) return byKind(options);
  if (options.length < LEAST_FOR_GROUPS) return [{ name: "", options }];
  const names = new Map(board.spaces.map((space) => [space.id, space.name]));
  const inhabited = new Set(options.flatMap((option) => pieces.get(option.pieces[0] ?? "")?.space ?? []));
  /** @type {Map<string, Option[]>} */
  const groups = new Map();
  for (const option of options) {
    const piece = option.pieces.length === 1 ? pieces.get(option.pieces[0] ?? "") : undefined;
    const [space] = option.pieces.length === 0 ? option.spaces : [];
    const place = piece?.space ?? (space !== undefined && inhabited.has(space) ? space : "");
    const name = names.get(place) ?? "";
    groups.set(name, [...(groups.get(name) ?? []), option]);
  }
  if (groups.size < 2) return [{ name: "", options }];
  return [...groups].map(([name, own], index) => ({ name: name || (index ? "Also" : ""), options: own }));
}

const MOST_APART = 2;
const LEAST_BESIDE = 3; // a short list needs nothing pinned below it

/**
 * The few options that touch nothing while the others do, such as "no more": they stand below the list, where they do
 * not scroll away. Of a grid it is what has no box in it.
 * @param {Option[]} rest  the options that are not in a grid
 * @param {boolean} hasGrid
 * @returns {Option[]}
 */
export function apartOf(rest, hasGrid) {
  if (hasGrid) return rest.length <= MOST_APART ? rest : [];
  if (rest.some(({ poses, cells }) => poses || cells)) return [];
  const apart = rest.filter((option) => !touches(option));
  return apart.length <= MOST_APART && rest.length - apart.length >= LEAST_BESIDE ? apart : [];
}

/** @param {Option} option */
function touches({ spaces, pieces, lines, areas, trays, sections }) {
  return [spaces, pieces, lines, areas, trays, sections].some((ids) => ids && ids.length > 0);
}
