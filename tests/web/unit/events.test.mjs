/** Which lines of the log become event cards, and how rare these stay. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Pace, cardsIn, meaningOf, outcomeOf } from "../../../src/flagplot/web/scripts/table/events.js";

const line = (kind, text, more = {}) => ({ key: "k", kind, text, rule: "X-1", faces: [], dropped: [], to: null, ...more });
const scene = (weight, more = {}) => ({ picture: "sea", title: "Something", outcome: `Result ${weight}`, weight, ...more });

test("a scene has a card with the dice before it", () => {
  const cards = cardsIn([
    line("roll", "Hunt: 6, Hit", { faces: [6] }),
    line("event", "A boat is sunk.", { scene: scene(3) }),
    line("event", "The month ends."),
  ]);
  assert.equal(cards.length, 1);
  assert.deepEqual([cards[0].at, cards[0].dice.length, cards[0].result.outcome], [1, 1, "Result 3"]);
});

test("a scene that opens takes the dice and the heaviest outcome that follow", () => {
  const cards = cardsIn([
    line("roll", "Incident 1 of 2: submarine", { scene: scene(1, { opens: true, outcome: undefined }) }),
    line("roll", "Submarine: 6, a torpedo attack", { faces: [6] }),
    line("event", "Engines -2.", { scene: scene(2) }),
    line("event", "The alert rises."),
    line("roll", "Incident 2 of 2: quiet", { scene: scene(1, { opens: true, outcome: undefined }) }),
    line("event", "Nothing happens."),
  ]);
  assert.equal(cards.length, 2);
  assert.deepEqual([cards[0].at, cards[0].weight, cards[0].result.outcome], [3, 2, "Result 2"]);
  assert.deepEqual([cards[1].at, cards[1].result, cards[1].plain], [5, null, "Nothing happens."]);
});

test("a choice ends a card, and lines without a title have none", () => {
  const cards = cardsIn([
    line("roll", "Incident", { scene: scene(1, { opens: true }) }),
    line("choice", "Take it as it is"),
    line("event", "10 tons.", { scene: { picture: "sea", swing: "+10 t" } }),
  ]);
  assert.deepEqual(cards.map((card) => card.at), [0]);
});

test("what matters most always has a card, anything else only after a while", () => {
  const pace = new Pace();
  const card = (weight) => ({ at: weight, scene: scene(weight), result: null, plain: "", dice: [], rule: "", weight });
  const told = (...weights) => pace.choose(weights.map(card), false).map(({ weight }) => weight);
  const shown = (...weights) => {
    pace.decided();
    return told(...weights);
  };
  assert.deepEqual(shown(1), [1]);
  assert.deepEqual(shown(1), []);
  assert.deepEqual([told(2), told(1)], [[], []], "what the others do brings no more cards");
  assert.deepEqual(shown(2), [2]);
  assert.deepEqual(shown(2), []);
  assert.deepEqual(told(3, 1, 3, 3), [3, 3]);
  assert.deepEqual(shown(0), []);
  for (let n = 0; n < 6; n += 1) shown();
  assert.deepEqual(pace.choose([card(1), card(2)], true), []);
  assert.deepEqual(pace.choose([card(1), card(3)], true).map(({ weight }) => weight), [3]);
});

test("a throw is told in words", () => {
  const meaning = (text, faces = [3]) => meaningOf(line("roll", text, { faces }));
  assert.deepEqual(meaning("Submarine: 6, a torpedo attack"), { asked: "Submarine", meant: "A torpedo attack" });
  assert.deepEqual(meaning("Iceland: aircraft hunt: 5 +1 crowd = 6, Hit"), { asked: "Iceland: aircraft hunt", meant: "Hit" });
  assert.deepEqual(meaning("Boat 5 attacks: 6 +2 square = 8"), { asked: "Boat 5 attacks", meant: "8" });
  assert.deepEqual(meaning("Quiet Seas: 3"), { asked: "Quiet Seas", meant: "3" });
  assert.deepEqual(meaning("Fire at Hood: 2 4 6", [2, 4, 6]), { asked: "Fire at Hood", meant: "" });
});

test("the outcome of a throw is that of the scene which follows it", () => {
  const lines = [
    line("roll", "Hunt: 6, Hit", { faces: [6] }),
    line("event", "A boat is sunk.", { scene: scene(3) }),
    line("roll", "Hunt: 2, nothing found", { faces: [2] }),
  ];
  assert.equal(outcomeOf(lines, 0), "Result 3");
  assert.equal(outcomeOf(lines, 2), "Nothing found");
});
