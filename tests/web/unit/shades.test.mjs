/** The search plot in shades and words. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { isCounted, shadesOf, shareWords } from "../../../src/flagplot/web/scripts/chart/shades.js";

const share = (/** @type {string} */ at, /** @type {number} */ part, more = {}) => ({ at, share: part, margin: 0.066, mean: part, mean_margin: 0.066, ...more });
const spread = (/** @type {ReturnType<typeof share>[]} */ shares, more = {}) => ({
  id: "x",
  name: "Renown",
  group: "By name",
  unit: "",
  amount: 1,
  shares,
  ...more,
});
const cell = (/** @type {string} */ id) => ({ id, name: id, x: 0, y: 0, width: 0.1, height: 0.1 });

test("a single thing is shaded by its share of the worlds", () => {
  const { places } = shadesOf(spread([share("north", 0.6), share("south", 0.4)]), []);
  assert.deepEqual([...places].map(([id, { part }]) => [id, part]), [["north", 0.6], ["south", 0.4]]);
  assert.equal(places.get("north")?.words, "Renown: 60 %, give or take 7 %");
});

test("where there is more of it, places are compared with the fullest", () => {
  const many = spread([share("north", 1, { mean: 4 }), share("south", 0.9, { mean: 1 })], { name: "Cruisers", amount: 5 });
  assert.ok(isCounted(many));
  assert.deepEqual([...shadesOf(many, []).places.values()].map(({ part }) => part), [1, 0.25]);
  assert.equal(shareWords(many, many.shares[0]), "Cruisers: 4 on average, give or take 0.1; at least one in all worlds");
  assert.equal(
    shareWords(many, many.shares[1]),
    "Cruisers: 1 on average, give or take 0.1; at least one: 90 %, give or take 7 %",
  );
});

test("what is measured is told in its unit", () => {
  const strength = spread([share("north", 1, { mean: 21.97, mean_margin: 0.23 })], { name: "Strength", unit: "points", amount: 75 });
  assert.equal(shareWords(strength, strength.shares[0]), "Strength: 22 points on average, give or take 0.2");
});

test("what lies in all worlds at one place needs no margin", () => {
  assert.equal(shareWords(spread([]), share("north", 1, { mean_margin: 0 })), "Renown: in all worlds");
});

test("a margin is never told as nothing", () => {
  assert.equal(shareWords(spread([]), share("north", 0.004, { margin: 0.004 })), "Renown: under 1 %, give or take 1 %");
});

test("only the squares in which something may lie are drawn", () => {
  const { cells } = shadesOf(spread([share("1/2", 0.5)]), [cell("1/2"), cell("3/4")]);
  assert.deepEqual(cells.map(({ id }) => id), ["1/2"]);
});

test("nothing spread over no place is no shade", () => {
  assert.equal(shadesOf(spread([]), []).places.size, 0);
});
