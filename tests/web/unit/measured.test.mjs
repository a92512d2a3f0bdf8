/** The measured board without a browser: what bears from a place, where something is on its way, what is played out together. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { bearingsFrom } from "../../../src/flagplot/web/scripts/measured/bearings.js";
import { Measures, along, meet, partsOf, turnedFrom } from "../../../src/flagplot/web/scripts/measured/geometry.js";
import { goesOn, stepsIn } from "../../../src/flagplot/web/scripts/table/steps.js";

const MEASURES = new Measures({ aspect: 1, scale: { across: 100 } });
const { unit } = MEASURES;
const FORE = { kind: "gun", name: "fore guns", start: -135, end: 135, reach: 30 };
const TUBES = { kind: "tube", name: "tubes", start: -10, end: 10, reach: 50 };
const at = (east, north) => ({ x: 500 + east * unit, y: 500 - north * unit });
const position = (log, facts = "Phase 1", headline = "Turn 1") => ({ board: "sea", log, view: { headline, facts: [facts], pieces: [{ placed: {} }] } });

test("what bears is told with whom it bears on and how far the nearest is", () => {
  const targets = [
    { name: "Far", at: at(0, 40) },
    { name: "Near", at: at(0, 20) },
    { name: "Astern", at: at(0, -10) },
  ];
  const told = bearingsFrom([FORE, TUBES], at(0, 0), 0, targets, MEASURES, "cm");
  assert.deepEqual(told, [
    { kind: "gun", text: "Fore guns bear on Near", apart: "20 cm" },
    { kind: "tube", text: "Tubes bear on 2 ships, first Near", apart: "20 cm" },
  ]);
  assert.deepEqual(bearingsFrom([TUBES], at(0, 0), 90, targets, MEASURES, "cm"), []);
});

test("a heading is turned to by the shorter way, and a way is gone at an even pace", () => {
  assert.equal(turnedFrom(350, 10), -10);
  assert.equal(turnedFrom(10, 350), 370);
  const { x, y, heading } = along([at(0, 0), at(10, 0), at(10, 10)], 0.75);
  assert.deepEqual([Math.round(x), Math.round(y), Math.round(heading)], [Math.round(at(10, 5).x), Math.round(at(10, 5).y), 0]);
});

test("the parts of a way are equally long, follow its turns and hang together", () => {
  const way = [at(0, 0), at(10, 0), at(10, 10)];
  const parts = partsOf(way, 5).map((path) => path.match(/-?[\d.]+ -?[\d.]+/g).map((spot) => spot.split(" ").map(Number)));
  assert.equal(parts.length, 5);
  assert.deepEqual(parts[0][0], [500, 500]);
  assert.deepEqual(parts[4].at(-1), [500 + 10 * unit, 500 - 10 * unit]);
  parts.slice(1).forEach((part, index) => assert.deepEqual(part[0], parts[index].at(-1)));
  assert.deepEqual(parts[2][2], [500 + 10 * unit, 500]);
});

test("rectangles that only touch do not meet", () => {
  const one = { x: 0, y: 0, width: 10, height: 10 };
  assert.ok(meet(one, { x: 9, y: 9, width: 5, height: 5 }));
  assert.ok(!meet(one, { x: 10, y: 0, width: 5, height: 5 }));
});

test("moves of one phase are seen together, dice and another phase apart", () => {
  const line = (key, faces = []) => ({ key, kind: "event", text: key, rule: "", faces, dropped: [], to: null });
  const first = position([line("a")]);
  const second = position([line("a"), line("b")]);
  const rolled = position([line("a"), line("b"), line("c", [4])]);
  const later = position([line("a"), line("b"), line("d")], "Phase 2");
  assert.ok(goesOn(first, second));
  assert.ok(!goesOn(second, rolled));
  assert.ok(!goesOn(second, later));
  assert.equal(stepsIn([first, second, rolled, later]), 2);
  const inSpaces = { ...second, view: { ...second.view, pieces: [{ placed: null }] } };
  assert.ok(!goesOn(first, inSpaces));
});
