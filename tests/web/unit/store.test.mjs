/** The position of one seat, brought up to date by the changes that the server sends. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { changed, freshLines, ONLOOKER, Store } from "../../../src/flagplot/web/scripts/store.js";
import { line, option, piece, position, string, view } from "./things.mjs";

const DECISION = { seat: "axis", key: "go", prompt: "Where to?", options: [option("north")] };

function change(more = {}) {
  const unchanged = { headline: null, lineups: null, tracks: null, displays: null, cards: null, sheets: null, facts: null };
  const game = { decision: null, to_move: "axis", thinking: false, undo: { can: true, why: "" }, result: null, moments: 4, by_order: true };
  return {
    type: "change",
    base: 3,
    seq: 4,
    log_start: 2,
    log: [line("three")],
    put: [],
    gone: [],
    ...unchanged,
    ...game,
    ...more,
  };
}

test("a change moves, adds and removes pieces and leaves the others the same objects", () => {
  const [hood, kent, exeter] = [piece("hood", "north"), piece("kent", "north"), piece("exeter", "south")];
  const before = position({ view: view(hood, kent, exeter) });
  const moved = { ...kent, space: "south" };
  const ajax = piece("ajax", "south");
  const after = changed(before, change({ put: [moved, ajax], gone: ["exeter"] }));
  assert.deepEqual(after.view.pieces, [hood, moved, ajax]);
  assert.equal(after.view.pieces[0], hood);
  assert.deepEqual(before.view.pieces, [hood, kent, exeter]);
});

test("a change moves, adds and removes lines, areas and trays by their ids", () => {
  const [one, two] = [string("one", ["a", "b"]), string("two", ["b"])];
  const tray = { id: "tray", name: "Tray", side: "axis", pieces: [], facts: [], of: "one", sign: "", badges: [] };
  const before = position({ view: { ...view(), lines: [one, two], trays: [tray] } });
  const longer = string("one", ["a", "b", "c"]);
  const after = changed(before, change({ lines: { put: [longer], gone: ["two"] }, trays: { put: [], gone: ["tray"] } }));
  assert.deepEqual([after.view.lines, after.view.trays], [[longer], []]);
  assert.equal(after.view.areas, before.view.areas);
});

test("a change names the board only when another comes to lie on the table", () => {
  const before = position({ board: "day" });
  assert.equal(changed(before, change()).board, "day");
  assert.equal(changed(before, change({ board: "evening" })).board, "evening");
});

test("a change replaces the parts of the view that it names and no others", () => {
  const facts = [{ name: "Fuel", value: "3", about: null }];
  const before = position({ view: { ...view(), facts, cards: [{ id: "a" }] } });
  const after = changed(before, change({ headline: "Turn 2", cards: [] }));
  assert.deepEqual([after.view.headline, after.view.cards], ["Turn 2", []]);
  assert.equal(after.view.facts, facts);
  assert.deepEqual([after.seq, after.to_move, after.moments, after.by_order, after.undo], [4, "axis", 4, true, { can: true, why: "" }]);
});

test("lines of the log that were taken back are replaced by those that came instead", () => {
  const after = changed(position(), change({ log_start: 1, log: [line("instead")] }));
  assert.deepEqual(
    after.log.map(({ text }) => text),
    ["one", "instead"],
  );
});

test("a change that was known is old, one that comes too early shows a gap, and neither is taken", () => {
  const store = new Store(position());
  const before = store.position;
  assert.equal(store.take(change({ base: 2, seq: 3 })), "old");
  assert.equal(store.take(change({ base: 4, seq: 5 })), "gap");
  assert.equal(store.position, before);
  assert.equal(store.take(change()), "applied");
  assert.equal(store.position.seq, 4);
});

test("a whole position is taken even with a lower number, because the server knows best", () => {
  const store = new Store(position());
  assert.equal(store.take(position({ seq: 1, moments: 1 })), "applied");
  assert.equal(store.position.seq, 1);
});

test("a position in which only the company is new keeps the game's own objects", () => {
  const store = new Store(position({ view: view(piece("hood", "north")) }));
  const known = store.position.view;
  const table = { access: "closed" };
  assert.equal(store.take(position({ view: view(piece("hood", "north")), table })), "table");
  assert.equal(store.position.view, known);
  assert.equal(store.position.table, table);
});

test("what is meant for another seat is not taken", () => {
  const store = new Store(position());
  assert.equal(store.take(position({ seat: "allied", seq: 9 })), "old");
  assert.equal(store.position.seat, "axis");
});

test("news of the company add lines of talk, unless newer ones have overtaken them", () => {
  const store = new Store(position());
  const table = { access: "closed" };
  const news = { type: "table", table, heard: 2, talk_start: 1, talk: [{ text: "Good hunting" }] };
  assert.equal(store.take(news), "table");
  assert.deepEqual(
    store.position.talk.map(({ text }) => text),
    ["Hello", "Good hunting"],
  );
  assert.equal(store.take({ ...news, table: { access: "open" }, talk_start: 0, talk: [{ text: "Hello" }] }), "old");
  assert.equal(store.position.table, table);
});

test("an onlooker decides nothing, however the position comes", () => {
  const store = new Store(position({ seat: ONLOOKER, decision: DECISION }));
  assert.equal(store.position.decision, null);
  store.take(change({ decision: DECISION }));
  assert.equal(store.position.decision, null);
  store.take(position({ seat: ONLOOKER, seq: 9, decision: DECISION }));
  assert.deepEqual([store.position.seq, store.position.decision], [9, null]);
});

test("a seat keeps its decision", () => {
  assert.equal(new Store(position({ decision: DECISION })).position.decision, DECISION);
});

test("fresh lines of a log are those after the first that differs", () => {
  const [one, two, three] = ["one", "two", "three"].map((text) => line(text));
  assert.deepEqual(freshLines([one, two], [line("one"), line("two"), three]), { kept: 2, fresh: [three] });
  assert.deepEqual(freshLines([one, two], [one, three]), { kept: 1, fresh: [three] });
  assert.deepEqual(freshLines([one, two], [one]), { kept: 1, fresh: [] });
});
