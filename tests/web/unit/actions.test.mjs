/** The buttons below the options, their letters, and what stands there. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { dangerOf, forecastWords, percent, shortFigure } from "../../../src/flagplot/web/scripts/chances.js";
import { captains, lettersFor } from "../../../src/flagplot/web/scripts/table/actions.js";
import { digitWords } from "../../../src/flagplot/web/scripts/table/digits.js";
import { apartOf } from "../../../src/flagplot/web/scripts/table/grouping.js";
import { foremost } from "../../../src/flagplot/web/scripts/table/proposal.js";
import { option } from "./things.mjs";

test("each button has a letter of its own, the first of a word where it is free", () => {
  assert.deepEqual(lettersFor(["no more", "All of them", "The rest spread evenly", "nothing"], ["c"]), ["n", "a", "t", "o"]);
});

test("a button without a free letter has none", () => {
  assert.deepEqual(lettersFor(["aa", "a"], []), ["a", ""]);
});

test("the few options that touch nothing stand apart from those that do", () => {
  const ships = ["hood", "repulse", "renown"].map((id) => option(id, { pieces: [id] }));
  const done = option("no more");
  assert.deepEqual(apartOf([...ships, done], false), [done]);
  assert.deepEqual(apartOf([ships[0], done], false), [], "a short list");
  assert.deepEqual(apartOf([done, option("fire"), option("hold"), ...ships], false), [], "too many");
  assert.deepEqual(apartOf([done], true), [done], "what has no box in a grid");
});

test("chances are written in one way", () => {
  assert.deepEqual([0, 0.004, 0.142, 0.998, 1].map(percent), ["0 %", "under 1 %", "14 %", "over 99 %", "100 %"]);
});

test("a danger is low, medium or high, and other figures are none", () => {
  const danger = (/** @type {number} */ value) => dangerOf({ name: "lost", value, unit: "%", is_danger: true });
  assert.deepEqual([0.14, 0.15, 0.39, 0.4].map(danger), ["low", "medium", "medium", "high"]);
  assert.equal(dangerOf({ name: "sunk", value: 52500, unit: "t", is_danger: false }), "");
});

test("the figures of an option make a sentence", () => {
  const figures = [
    { name: "sunk on average", value: 52500, unit: "t", is_danger: false },
    { name: "chance to lose a boat", value: 0.142, unit: "%", is_danger: true },
  ];
  assert.equal(forecastWords(figures), "52,500 t sunk on average, 14 % chance to lose a boat");
  assert.equal(shortFigure({ name: "points", value: 2.46, unit: "", is_danger: false }), "2.5");
});

test("what would bear from a place takes no more lines than there is room for", () => {
  const bearings = [1, 2, 3, 4, 5].map((at) => ({ kind: "gun", text: `gun ${at}`, apart: "21 cm" }));
  assert.deepEqual(foremost(bearings.slice(0, 3)), bearings.slice(0, 3));
  assert.deepEqual(
    foremost(bearings).map(({ text }) => text),
    ["gun 1", "gun 2", "and 3 more"],
  );
});

test("a digit that waits for a second one says so", () => {
  assert.equal(digitWords("1", ["10", "11", "12"], true), "1_: type another digit for 10 to 12. Option 1 is taken in a moment; Esc cancels.");
  assert.equal(digitWords("2", ["20"], false), "2_: type another digit for 20.");
});

test("the captain is offered where a phase can be finished, and by name without being asked twice", () => {
  const done = [];
  const doing = { take: () => done.push("asked"), finish: (only) => done.push(only) };
  const offered = (more) => captains({ phase: "Guns", finish_name: "", has_usual_answer: false, ...more }, doing);
  assert.deepEqual(offered({ phase: "" }), []);
  for (const { run } of [...offered({ has_usual_answer: true }), ...offered({ finish_name: "Sail" })]) run();
  assert.deepEqual(done, [true, "asked", false]);
});
