import assert from "node:assert/strict";
import { test } from "node:test";

import { onlyAnswer } from "../../../src/flagplot/web/scripts/table/forced.js";

const DONE = { value: "done", label: "no more", spaces: [], pieces: [] };
const SHIP = { ...DONE, value: "hood", label: "Hood" };
const AGAINST_CAPTAIN = [
  { id: "reds", player: "you", side: "reds" },
  { id: "blues", player: "captain", side: "blues" },
];

/** @param {object[]} options @param {object} [more] */
function asked(options, more = {}) {
  return { seat: "reds", seats: AGAINST_CAPTAIN, lesson: null, decision: { options, dice: null }, ...more };
}

test("a question with one answer is answered by the page", () => {
  assert.equal(onlyAnswer(asked([DONE])), DONE);
  assert.equal(onlyAnswer(asked([DONE, SHIP])), null);
  assert.equal(onlyAnswer({ ...asked([]), decision: null }), null);
});

test("a question whose first answer will do is answered by the page", () => {
  const settled = { decision: { options: [SHIP, DONE], dice: null, first_will_do: true } };
  assert.equal(onlyAnswer(asked([], settled)), SHIP);
});

test("real dice, lessons and people at the table are waited for", () => {
  assert.equal(onlyAnswer(asked([DONE], { decision: { options: [DONE], dice: "1d6" } })), null);
  assert.equal(onlyAnswer(asked([DONE], { lesson: { done: 2, steps: 5 } })), null);
  assert.equal(onlyAnswer(asked([DONE], { lesson: { done: 5, steps: 5 } })), DONE);
  const people = [AGAINST_CAPTAIN[0], { id: "blues", player: "person", side: "blues" }];
  assert.equal(onlyAnswer(asked([DONE], { seats: people })), null);
  const partners = people.map((seat) => ({ ...seat, side: "reds" }));
  assert.equal(onlyAnswer(asked([DONE], { seats: partners })), DONE);
});
