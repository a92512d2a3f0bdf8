/** Which options a click or a drag on the chart means. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { answering, dropped } from "../../../src/flagplot/web/scripts/table/matching.js";
import { board, option, piece, space, string, view } from "./things.mjs";

const SEAS = board([
  space("north"),
  space("south"),
  space("north-east", { within: "north", kind: "square" }),
  space("p1", { kind: "point" }),
  space("p2", { kind: "point" }),
  space("p3", { kind: "point" }),
]);
const BLOCKS = view(
  piece("hood", "north"),
  piece("kent", "north"),
  piece("depot", "north", { kind: "marker" }),
  piece("uboat", "south"),
);
const onSpace = (id) => ({ kind: "space", id });
const onPiece = (id, isAlone = false) => ({ kind: "piece", id, isAlone });

test("a click on a space means the options that name it", () => {
  const [north, south] = [option("go north", { spaces: ["north"] }), option("go south", { spaces: ["south"] })];
  assert.deepEqual(answering([north, south], SEAS, BLOCKS, onSpace("south")), [south]);
});

test("a space that no option names stands for its parts, and a part for the space around it", () => {
  const part = option("north-east", { spaces: ["north-east"] });
  const whole = option("north", { spaces: ["north"] });
  assert.deepEqual(answering([part], SEAS, BLOCKS, onSpace("north")), [part]);
  assert.deepEqual(answering([whole], SEAS, BLOCKS, onSpace("north-east")), [whole]);
  assert.deepEqual(answering([part, whole], SEAS, BLOCKS, onSpace("north")), [whole]);
});

test("a click on a piece means its own options before those of its space", () => {
  const own = option("hood", { pieces: ["hood"] });
  const place = option("north", { spaces: ["north"] });
  assert.deepEqual(answering([own, place], SEAS, BLOCKS, onPiece("hood")), [own]);
  assert.deepEqual(answering([place], SEAS, BLOCKS, onPiece("hood")), [place]);
});

test("a piece that is passed over while others of its kind are offered means nothing", () => {
  const other = option("hood", { pieces: ["hood"] });
  const place = option("north", { spaces: ["north"] });
  assert.deepEqual(answering([other, place], SEAS, BLOCKS, onPiece("kent")), []);
  assert.deepEqual(answering([other, place], SEAS, BLOCKS, onPiece("depot")), [place]); // another kind
});

test("a piece that was picked out of a pile speaks for itself alone", () => {
  assert.deepEqual(answering([option("north", { spaces: ["north"] })], SEAS, BLOCKS, onPiece("hood", true)), []);
});

test("a piece that has left the chart means nothing", () => {
  assert.deepEqual(answering([option("north", { spaces: ["north"] })], SEAS, BLOCKS, onPiece("bismarck")), []);
});

test("a way over points is meant at its end alone", () => {
  const near = option("two steps", { spaces: ["p1", "p2"] });
  const far = option("three steps", { spaces: ["p1", "p2", "p3"] });
  assert.deepEqual(answering([near, far], SEAS, BLOCKS, onSpace("p2")), [near]);
  assert.deepEqual(answering([near, far], SEAS, BLOCKS, onSpace("p1")), []);
});

test("spaces that are not all points are not a way: each of them is meant", () => {
  const both = option("north and south", { spaces: ["north", "south"] });
  assert.deepEqual(answering([both], SEAS, BLOCKS, onSpace("north")), [both]);
});

test("a piece dropped on a space answers who goes and where at once", () => {
  const there = option("hood to south", { pieces: ["hood"], spaces: ["south"] });
  const elsewhere = option("hood to north", { pieces: ["hood"], spaces: ["north"] });
  const another = option("kent to south", { pieces: ["kent"], spaces: ["south"] });
  assert.deepEqual(dropped([there, elsewhere, another], SEAS, "hood", "south"), { whole: [there], half: null });
});

test("a piece dropped where only the piece is asked for answers the first half", () => {
  const who = option("hood", { pieces: ["hood"] });
  assert.deepEqual(dropped([who], SEAS, "hood", "south"), { whole: [], half: who });
});

test("a drop with two first halves answers nothing", () => {
  const [sails, stays] = [option("sails", { pieces: ["hood"] }), option("stays", { pieces: ["hood"] })];
  assert.deepEqual(dropped([sails, stays], SEAS, "hood", "south"), { whole: [], half: null });
});

test("a line and its tray mean the same, else the pieces in the tray; a zone means itself", () => {
  const tray = {
    id: "tray",
    name: "Tray",
    side: "axis",
    pieces: [piece("hood", "")],
    facts: [],
    of: "one",
    sign: "",
    badges: [],
  };
  const seen = { ...view(), lines: [string("one", ["a"])], trays: [tray] };
  const sea = board([space("a", { kind: "hex" })]);
  const [byLine, byPiece, byZone] = [
    option("go", { lines: ["one"] }),
    option("fire", { pieces: ["hood"] }),
    option("near", { sections: ["near"] }),
  ];
  for (const target of [
    { kind: "line", id: "one" },
    { kind: "tray", id: "tray" },
  ]) {
    assert.deepEqual(answering([byLine, byPiece, byZone], sea, seen, target), [byLine]);
    assert.deepEqual(answering([byPiece, byZone], sea, seen, target), [byPiece]);
  }
  assert.deepEqual(answering([byLine, byPiece, byZone], sea, seen, { kind: "section", id: "near" }), [byZone]);
});
