/** What the end sheet says of goals, moments and losses, and how the curve is scaled. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { footAbove, inWords, spread, stepFor } from "../../../src/flagplot/web/scripts/table/curve.js";
import { hasWon, inOrder, isGoodFor, isReached, lostByTurn, ownSide, verdictOf } from "../../../src/flagplot/web/scripts/table/results.js";

const seat = (id, side, player) => ({ id, name: id, side, player, who: "" });
const TWO = { seat: "north", seats: [seat("north", "reds", "you"), seat("south", "blues", "captain")] };
const CREW = { seat: "one", seats: [seat("one", "reds", "you"), seat("two", "reds", "you")] };
const WATCHED = { seat: "-", seats: [seat("north", "reds", "person"), seat("south", "blues", "captain")] };
const BOARD = { sides: [{ id: "reds", name: "Reds" }, { id: "blues", name: "Blues" }] };
const result = (winner) => ({ winner, score: { reds: 1 }, reason: "", rule: "" });

test("the verdict speaks to the one who looks", () => {
  assert.equal(verdictOf(BOARD, TWO, result("reds")), "You have won. Winner: Reds");
  assert.equal(verdictOf(BOARD, TWO, result("blues")), "You have lost. Winner: Blues");
  assert.equal(verdictOf(BOARD, CREW, result("blues")), "You have lost.");
  assert.equal(verdictOf(BOARD, WATCHED, result("blues")), "Winner: Blues");
  assert.deepEqual([TWO, CREW, WATCHED].map(ownSide), ["reds", "reds", ""]);
  assert.deepEqual([hasWon(TWO, result("reds")), hasWon(TWO, result("blues")), hasWon(WATCHED, result("reds"))], [true, false, null]);
});

test("a danger that was kept away is a goal that was reached", () => {
  const goal = (more) => ({ value: 1, target: 4, is_met: null, is_danger: false, ...more });
  assert.equal(isReached(goal({ is_danger: true })), true);
  assert.equal(isReached(goal({ is_danger: true, value: 4 })), false);
  assert.equal(isReached(goal({ is_met: false })), false);
  assert.equal(isReached(goal({})), null);
});

test("own losses are counted by turn, and good moments come first", () => {
  const losses = [{ side: "reds", turn_index: 0 }, { side: "reds", turn_index: 2 }, { side: "blues", turn_index: 2 }];
  assert.deepEqual(lostByTurn(losses, 3, "reds"), [1, 0, 1]);
  assert.deepEqual(lostByTurn(losses, 3, ""), [1, 0, 2]);
  const moments = [{ good_for: "blues", title: "b" }, { good_for: "reds", title: "a" }];
  assert.deepEqual(inOrder(moments, "reds").map(({ title }) => title), ["a", "b"]);
  assert.deepEqual([isGoodFor("", "reds"), isGoodFor("reds", ""), isGoodFor("reds", "reds")], [null, null, true]);
});

test("a curve has round steps, and its names stand apart", () => {
  assert.deepEqual([1, 9, 25, 600_000].map(stepFor), [0.25, 2.5, 10, 200_000]);
  assert.deepEqual(spread([100, 20, 104]), [100, 20, 113]);
  const curve = { name: "By turn", unit: "points", turns: ["1", "2"], series: [{ name: "reds", values: [1, 2] }], aims: [] };
  assert.equal(inWords(curve), "By turn, in points. reds: 1 1, 2 2");
});

test("a figure stands above its column and above the lines that would cross it", () => {
  assert.equal(footAbove(100, []), 95);
  assert.equal(footAbove(100, [[60, 70], [120, 130]]), 95, "lines far away move nothing");
  assert.equal(footAbove(100, [[90, 92]]), 85);
  assert.equal(footAbove(100, [[76, 78], [90, 92]]), 71, "above both, where there is no room between them");
  assert.equal(footAbove(100, [[40, 42], [90, 92]]), 85);
});
