/** How options are laid out: a grid of places and their parts, or groups by place. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { gridOf, groupsOf } from "../../../src/flagplot/web/scripts/table/grouping.js";
import { board, option, piece, space } from "./things.mjs";

const AREAS = ["iceland", "azores", "natal"];
const COLUMNS = ["Normal", "Shadow"];
const CHART = board([
  ...AREAS.map((area) => space(area)),
  ...AREAS.flatMap((area) => COLUMNS.map((name) => space(`${area} ${name}`, { name, kind: "square", within: area }))),
]);
const PARTS = AREAS.flatMap((area) => COLUMNS.map((name) => option(`${area} ${name}`, { spaces: [`${area} ${name}`] })));

test("options that each take a part of a larger space make a grid, the others a rest", () => {
  const done = option("done");
  const { grid, rest } = gridOf([...PARTS, done], CHART);
  assert.deepEqual(grid.columns, COLUMNS);
  assert.deepEqual(
    grid.rows.map((row) => row.space.id),
    AREAS,
  );
  assert.deepEqual(
    grid.rows[1].cells.map((cell) => cell.value),
    ["azores Normal", "azores Shadow"],
  );
  assert.deepEqual(rest, [done]);
});

test("a part that is not offered leaves its cell empty", () => {
  const seventh = [space("kap"), space("kap Normal", { name: "Normal", kind: "square", within: "kap" })];
  const chart = board([...CHART.spaces, ...seventh]);
  const { grid } = gridOf([...PARTS, option("kap", { spaces: ["kap Normal"] })], chart);
  assert.deepEqual(
    grid.rows[3].cells.map((cell) => cell?.value ?? null),
    ["kap", null],
  );
});

test("fewer than six parts make no grid", () => {
  const few = PARTS.slice(0, 5);
  assert.deepEqual(gridOf(few, CHART), { grid: null, rest: few });
});

test("two options for one part make no grid, because a list tells them apart", () => {
  const options = [...PARTS, option("again", { spaces: [PARTS[0].spaces[0]] })];
  assert.deepEqual(gridOf(options, CHART), { grid: null, rest: options });
});

const PORTS = board([space("kiel"), space("brest"), space("home")]);
const SHIPS = new Map([..."abcdef"].map((id, at) => [id, piece(id, at < 4 ? "kiel" : "brest")]));
const PICKS = [...SHIPS.keys()].map((id) => option(id, { pieces: [id] }));

test("a long list is grouped by the place of each piece, in the order in which the places come up", () => {
  const inBrest = option("all in Brest", { spaces: ["brest"] });
  const rest = [option("nobody"), option("to home", { spaces: ["home"] })];
  const groups = groupsOf([...PICKS, inBrest, ...rest], PORTS, SHIPS);
  assert.deepEqual(
    groups.map(({ name, options }) => [name, options.map(({ value }) => value)]),
    [
      ["Kiel", ["a", "b", "c", "d"]],
      ["Brest", ["e", "f", "all in Brest"]],
      ["Also", ["nobody", "to home"]], // nobody who is asked about lies there, so it is not a heading
    ],
  );
});

test("what belongs to no place and comes first has no heading", () => {
  const options = [option("done"), ...PICKS, option("x"), option("y")];
  assert.deepEqual(
    groupsOf(options, PORTS, SHIPS).map(({ name }) => name),
    ["", "Kiel", "Brest"],
  );
});

test("a short list, and one of a single place, stay as they are", () => {
  assert.deepEqual(groupsOf(PICKS, PORTS, SHIPS), [{ name: "", options: PICKS }]);
  const oneplace = Array.from({ length: 12 }, () => PICKS[0]);
  assert.deepEqual(groupsOf(oneplace, PORTS, SHIPS), [{ name: "", options: oneplace }]);
});

test("no option is lost or doubled by grouping", () => {
  const options = [...PICKS, ...AREAS.map((area) => option(area)), option("both", { pieces: ["a", "e"] })];
  const grouped = groupsOf(options, PORTS, SHIPS).flatMap((group) => group.options);
  assert.deepEqual(new Set(grouped), new Set(options));
  assert.equal(grouped.length, options.length);
});
