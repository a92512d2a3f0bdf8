/** Outcomes from good to bad, in a few groups. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { grouped, inOrder, isRepeated, labelOf } from "../../../src/flagplot/web/scripts/table/outcomes.js";

const odds = (/** @type {[string, number, number?][]} */ ...cases) => ({
  outcomes: cases.map(([label, chance, tone]) => ({ label, share: "", chance, tone })),
  exact: true,
  samples: 0,
  margin: 0,
});
const labels = (/** @type {{ label: string }[]} */ things) => things.map(({ label }) => label);

test("good outcomes come first, bad ones last", () => {
  const mixed = odds(["sunk", 0.2, -3], ["nothing", 0.5, 0], ["a hit", 0.3, 1]);
  assert.deepEqual(labels(inOrder(mixed)), ["a hit", "nothing", "sunk"]);
  assert.deepEqual(
    grouped(mixed).map(({ tone }) => tone),
    ["good-2", "even", "bad-2"],
  );
});

test("where nobody says what is good, none comes first and the rest by figures, without colours", () => {
  const plain = odds(["12 hits", 0.2], ["no effect", 0.5], ["2 hits", 0.3]);
  assert.deepEqual(labels(inOrder(plain)), ["no effect", "2 hits", "12 hits"]);
  assert.deepEqual(new Set(grouped(plain).map(({ tone }) => tone)), new Set([""]));
});

test("many outcomes make four groups that lose no chance and keep good and bad apart", () => {
  const many = odds(["50,000 tons", 0.1, 2], ["40,000 tons", 0.1, 1.6], ["30,000 tons", 0.2, 1.2], ["20,000 tons", 0.2, 0.8], ["0 tons", 0.3, 0], ["a boat lost", 0.1, -3]);
  const groups = grouped(many);
  assert.equal(groups.length, 4);
  assert.ok(Math.abs(groups.reduce((sum, { chance }) => sum + chance, 0) - 1) < 1e-9);
  assert.deepEqual(labels(groups), ["30,000 to 50,000 tons", "20,000 tons", "0 tons", "a boat lost"]);
  assert.deepEqual(
    groups.map(({ tone }) => tone),
    ["good-2", "good-1", "even", "bad-2"],
  );
});

test("a group of unlike outcomes is called by its likeliest", () => {
  const [first, second, third] = odds(["a storm", 0.1], ["a convoy", 0.3], ["mines", 0.05]).outcomes;
  assert.equal(labelOf([first, second]), "a convoy, or a storm");
  assert.equal(labelOf([first, second, third]), "a convoy, or one of 2 others");
});

test("an outcome that says the option again is not told", () => {
  assert.ok(isRepeated("Happy Hunting in Iceland", "Happy Hunting in Iceland"));
  assert.ok(!isRepeated("ATA 3", "HQ: one U-boat more is built"));
});
