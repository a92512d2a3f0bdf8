/** Where piles of pieces lie beside plotting spaces. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Berths } from "../../../src/flagplot/web/scripts/chart/berths.js";
import { centreOf, placesOf, WIDTH } from "../../../src/flagplot/web/scripts/chart/layout.js";
import { arrange, covered } from "../../../src/flagplot/web/scripts/chart/points.js";
import { board, space } from "./things.mjs";

const SHIP = { width: 90, height: 30, caption: null };

function chart(spaces, links = []) {
  const chartBoard = board(spaces, links);
  const places = placesOf(chartBoard);
  arrange(chartBoard, places);
  return { places, berths: new Berths(chartBoard, places), height: WIDTH / chartBoard.aspect };
}

/** How far the middle of a mark is from a rectangle. */
function distance({ x, y, width, height }, mark) {
  const dx = Math.max(x - mark.x, 0, mark.x - x - width);
  const dy = Math.max(y - mark.y, 0, mark.y - y - height);
  return Math.hypot(dx, dy);
}

test("a pile lies close beside its mark, does not cover it, and needs no line", () => {
  const { places, berths } = chart([space("a", { kind: "point" })]);
  const { rect, leader, spot } = berths.find(places.get("a"), SHIP, []);
  const away = distance(rect, centreOf(places.get("a").card));
  assert.ok(away >= 7.5 && away < 20, String(away));
  assert.equal(leader, null);
  assert.ok(spot.x > rect.x && spot.y > rect.y);
});

test("several piles of one mark do not lie on each other", () => {
  const { places, berths } = chart([space("a", { kind: "point", mark: "port" })]);
  const taken = [];
  for (let count = 0; count < 4; count += 1) {
    const { rect } = berths.find(places.get("a"), SHIP, taken);
    assert.equal(covered(taken, rect), 0);
    taken.push(rect);
  }
});

test("a pile keeps off the marks and the names of its neighbours", () => {
  const { places, berths } = chart([
    space("a", { kind: "point" }),
    space("b", { kind: "point", x: 0.55, mark: "port" }),
    space("c", { kind: "point", x: 0.45 }),
  ]);
  const { rect } = berths.find(places.get("a"), SHIP, []);
  for (const id of ["b", "c"]) assert.ok(distance(rect, centreOf(places.get(id).card)) > 14, id);
  assert.equal(covered([places.get("b").label.rect], rect), 0);
});

test("at the edge of the chart a pile stays on it", () => {
  const corners = [
    [0.01, 0.01],
    [0.99, 0.99],
    [0.99, 0.5],
  ];
  for (const [x, y] of corners) {
    const { places, berths, height } = chart([space("a", { kind: "point", x, y })]);
    const { rect } = berths.find(places.get("a"), SHIP, []);
    assert.ok(rect.x >= 4 && rect.y >= 4 && rect.x + rect.width <= WIDTH - 4 && rect.y + rect.height <= height - 4);
  }
});

test("a pile that may be taken for a neighbour's has a line from its own mark", () => {
  const { places, berths } = chart([
    space("a", { kind: "point" }),
    space("b", { kind: "point", x: 0.52 }),
    space("c", { kind: "point", x: 0.48 }),
  ]);
  const own = centreOf(places.get("a").card);
  const taken = [{ x: own.x - 150, y: own.y - 150, width: 300, height: 140 }];
  const { leader, rect } = berths.find(places.get("a"), SHIP, taken);
  assert.ok(leader);
  assert.ok(Math.hypot(leader[0].x - own.x, leader[0].y - own.y) < 8);
  assert.equal(distance(rect, leader[1]), 0);
});

test("a name under the figure does not shrink with it", () => {
  const { places, berths } = chart([space("a", { kind: "point" })]);
  const { rect } = berths.find(places.get("a"), { ...SHIP, caption: { width: 140, height: 20 } }, []);
  assert.equal(rect.width, 140);
});

test("the same question gets the same berth", () => {
  const { places, berths } = chart([space("a", { kind: "point" })]);
  assert.equal(berths.find(places.get("a"), SHIP, []), berths.find(places.get("a"), { ...SHIP }, []));
});
