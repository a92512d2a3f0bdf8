/** What the front page offers, and what it counts: first games, lessons, difficulties, records, menus. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { moved } from "../../../src/flagplot/web/scripts/dropdown.js";
import { inOrder, isUsual, nextLesson, playersInWords, playWish, settingsOf } from "../../../src/flagplot/web/scripts/front/wishes.js";
import { momentBefore, unseen } from "../../../src/flagplot/web/scripts/table/since.js";
import { outcomeOf, talliesByTitle, tallyInWords, tallyOf } from "../../../src/flagplot/web/scripts/record.js";

const FIRST = { text: "Mild.", seed: 7, seat: "navy", scenario: "duel", options: { fog: true }, opponent: "midshipman" };
const GAME = {
  slug: "chase",
  title: "Chase",
  level: 2,
  seats: [
    { id: "raider", name: "Raider", side: "axis", option: "" },
    { id: "supply", name: "Supply", side: "axis", option: "convoy" },
    { id: "navy", name: "Navy", side: "allied", option: "navy_player" },
  ],
  scenarios: [
    { name: "campaign", title: "The campaign", text: "" },
    { name: "duel", title: "A duel", text: "" },
  ],
  options: [
    { name: "fog", title: "Fog", default: false },
    { name: "convoy", title: "A convoy", default: false },
    { name: "navy_player", title: "A navy", default: true },
    { name: "guns", title: "Guns", default: 4 },
  ],
  shares_everything: false,
  lessons: [{ key: "one" }, { key: "two" }],
  first_game: FIRST,
};

/** A match of the list that is over unless told otherwise. */
function match(more = {}) {
  const seats = [
    { id: "raider", side: "axis" },
    { id: "navy", side: "allied" },
  ];
  const result = { winner: "allied", score: {}, reason: "", rule: "X-1" };
  return { id: "m", game: "chase", title: "Chase", over: true, result, lesson: null, seats, yours: ["navy"], changed: "2026-01-01", ...more };
}

test("a newcomer plays the mild first game, and after that the game as it is", () => {
  const seats = { raider: "midshipman", navy: "me" };
  assert.deepEqual(playWish(GAME, []), { game: "chase", options: { fog: true }, seats, seed: 7, scenario: "duel" });
  const lesson = match({ lesson: { key: "one", done: 3, steps: 9 } });
  assert.equal(playWish(GAME, [lesson]).seed, 7);
  assert.deepEqual(playWish(GAME, [match()]), { game: "chase" });
  assert.deepEqual(playWish({ ...GAME, first_game: null }, []), { game: "chase" });
});

test("the lesson that was begun comes before the next one", () => {
  assert.equal(nextLesson(GAME, []).next.key, "one");
  const begun = match({ over: false, lesson: { key: "one", done: 3, steps: 9 } });
  assert.equal(nextLesson(GAME, [begun]).begun, begun);
  const done = match({ over: false, lesson: { key: "one", done: 9, steps: 9 } });
  assert.deepEqual(nextLesson(GAME, [done]), { begun: null, next: GAME.lessons[1], isFirst: false });
});

test("a difficulty names what it sets", () => {
  const easy = { scenario: "duel", options: { fog: true, navy_player: false, guns: 6 }, opponent: "midshipman" };
  assert.equal(settingsOf(GAME, easy), "Scenario: A duel. Rules: Fog; A navy: off; Guns: 6. Opponent: midshipman");
  const alone = { ...GAME, seats: GAME.seats.slice(0, 1), scenarios: GAME.scenarios.slice(0, 1) };
  assert.equal(settingsOf(alone, { scenario: null, options: {}, opponent: "captain" }), "");
});

test("the game as it is set up is one of the difficulties, or none", () => {
  assert.equal(isUsual(GAME, { scenario: null, options: {}, opponent: "captain" }), true);
  assert.equal(isUsual(GAME, { scenario: "campaign", options: {}, opponent: "captain" }), true);
  assert.equal(isUsual(GAME, { scenario: "duel", options: {}, opponent: "captain" }), false);
  assert.equal(isUsual(GAME, { scenario: null, options: { fog: true }, opponent: "captain" }), false);
  assert.equal(isUsual(GAME, { scenario: null, options: {}, opponent: "midshipman" }), false);
});

test("games that are easy to learn come first, and players are told in a few words", () => {
  assert.deepEqual(inOrder([GAME, { ...GAME, slug: "easy", level: 1 }]).map(({ slug }) => slug), ["easy", "chase"]);
  assert.equal(playersInWords({ seats: [{}], shares_everything: false }), "1 player");
  assert.equal(playersInWords({ seats: [{}, {}], shares_everything: true }), "1, or 2 together");
  assert.equal(playersInWords({ seats: [{}, {}], shares_everything: false }), "1 or 2 players");
});

test("a game is won, drawn or lost by the side that one played, and some do not count", () => {
  assert.equal(outcomeOf(match()), "won");
  assert.equal(outcomeOf(match({ yours: ["raider"] })), "lost");
  assert.equal(outcomeOf(match({ result: { winner: null, rule: "X-2" } })), "drawn");
  const alone = { seats: [{ id: "navy", side: "allied" }], result: { winner: null, rule: "" } };
  assert.equal(outcomeOf(match(alone)), "lost");
  assert.equal(outcomeOf(match({ over: false, result: null })), null);
  assert.equal(outcomeOf(match({ lesson: { key: "one", done: 1, steps: 1 } })), null);
  assert.equal(outcomeOf(match({ yours: ["raider", "navy"] })), null);
});

test("streaks are counted in the order in which games ended", () => {
  const games = [
    match({ changed: "2026-01-04" }),
    match({ changed: "2026-01-01" }),
    match({ changed: "2026-01-03" }),
    match({ changed: "2026-01-02", yours: ["raider"] }),
    match({ changed: "2026-01-05", game: "other", title: "Other", yours: ["raider"] }),
  ];
  assert.deepEqual(tallyOf(games), { games: 5, won: 3, drawn: 0, lost: 2, streak: 0, best: 2 });
  const [chase, other] = talliesByTitle(games);
  assert.equal(tallyInWords(chase), "4 games, 3 won, 2 in a row");
  assert.equal(tallyInWords(other), "1 game, 0 won");
});

test("arrow keys go round in a menu", () => {
  assert.deepEqual(["ArrowDown", "ArrowUp", "Home", "End", "x"].map((key) => moved(key, 2, 3)), [0, 1, 0, 2, null]);
});

test("what is new since the last visit is known by the length of the log", () => {
  assert.deepEqual(unseen(null, ["a"]), []);
  assert.deepEqual(unseen("x", ["a"]), []);
  assert.deepEqual(unseen("1", ["a", "b", "c"]), ["b", "c"]);
  assert.deepEqual(unseen("5", ["a"]), []);
  const moments = [0, 2, 5].map((log_length) => ({ log_length }));
  assert.deepEqual([0, 1, 3, 9].map((line) => momentBefore(moments, line)), [0, 0, 1, 2]);
});
