/** What stands in words on the page: who plays with whom, how long, and what happened between the people. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { areTogether, othersInWords, youAre } from "../../../src/flagplot/web/scripts/sides.js";
import { asidesOf, asidesUpTo } from "../../../src/flagplot/web/scripts/table/asides.js";
import { lateWords, lengthWords, paceWords } from "../../../src/flagplot/web/scripts/times.js";
import { line } from "./things.mjs";

const SEATS = [
  { id: "raider", name: "Raider", side: "axis", player: "you", who: "Ann" },
  { id: "supply", name: "Supply", side: "axis", player: "person", who: "Bert" },
  { id: "navy", name: "Navy", side: "allied", player: "captain", who: "the captain" },
];

test("lengths of time are told in two parts at most", () => {
  const told = [0, 59.9, 60, 3599, 3600, 7200, 9000, 86_400, 93_600, 172_800].map(lengthWords);
  assert.deepEqual(told, ["0 s", "59 s", "1 min", "59 min", "1 hour", "2 hours", "2 h 30 min", "1 day", "1 day 2 h", "2 days"]);
  assert.equal(lengthWords(-5), "0 s");
  assert.equal(paceWords(null), "no clock");
  assert.equal(paceWords(86_400), "1 day a move");
});

test("what comes of being late depends on the clock and on whether there is another side", () => {
  assert.match(lateWords(3600, 7, false), /time has run out, the other side may end the game and win it/);
  assert.match(lateWords(null, 1, true), /after a day without a decision the others may end the game/);
  assert.match(lateWords(null, 7, false), /after 7 days/);
});

test("partners and opponents are told apart", () => {
  const called = (seat) => seat.who;
  assert.equal(othersInWords(SEATS, ["raider"], called), "with Bert against the captain");
  assert.equal(othersInWords(SEATS, ["navy"], called), "against Ann and Bert");
  assert.equal(othersInWords(SEATS.slice(0, 1), ["raider"], called), "");
  assert.equal(areTogether(SEATS), false);
  assert.equal(areTogether(SEATS.slice(0, 2)), true);
  assert.deepEqual(youAre({ seat: "raider", seats: SEATS }), { who: "Ann", seats: "Raider" });
  assert.equal(youAre({ seat: "-", seats: SEATS }), null);
});

const said = (text, at, more = {}) => ({ kind: "event", seat: "raider", text, line: at, at: "2026-01-01T00:00:00Z", ...more });

test("asides stand after the lines that their seat could read, and chat is none", () => {
  const log = [line("one"), line("secret", { to: ["navy"] }), line("two")];
  const talk = [said("Ann sat down.", 0), said("Hello", 1, { kind: "chat" }), said("An offer was made.", 2)];
  assert.deepEqual(
    asidesOf(talk, log, "raider", SEATS).map(({ at, text }) => [at, text]),
    [
      [0, "Ann sat down."],
      [3, "An offer was made."],
    ],
  );
});

test("what was said before lines were taken back stands no later than what was said after", () => {
  const talk = [said("Before.", 9), said("After.", 1)];
  assert.deepEqual(
    asidesOf(talk, [line("one"), line("two")], "raider", SEATS).map(({ at }) => at),
    [1, 1],
  );
});

test("a standing order is told with its answer, and with its seat where that is another", () => {
  const talk = [said("Repair? → no", 1, { kind: "order", seat: "supply" })];
  const [aside] = asidesOf(talk, [line("one")], "raider", SEATS);
  assert.deepEqual([aside.kind, aside.text, aside.answer], ["order", "Standing order (Supply): Repair?", "no"]);
});

test("of orders between the same lines those are shown that a moment had seen", () => {
  const order = (text) => ({ at: 2, kind: "order", text, answer: "", time: "" });
  const asides = [order("first"), order("second"), { ...order("later"), at: 5 }];
  const moments = [
    { n: 0, log_length: 2, by_order: false },
    { n: 1, log_length: 2, by_order: true },
    { n: 2, log_length: 5, by_order: true },
  ];
  assert.deepEqual(
    asidesUpTo(asides, moments, 0, 2).map(({ text }) => text),
    [],
  );
  assert.deepEqual(
    asidesUpTo(asides, moments, 1, 2).map(({ text }) => text),
    ["first"],
  );
  assert.deepEqual(
    asidesUpTo(asides, moments, 2, 2).map(({ text }) => text),
    ["first", "second"],
  );
});
