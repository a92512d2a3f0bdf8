/** Where spaces and pieces lie on the chart, and the names of plotting spaces. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  faceOff,
  line,
  nearestTowards,
  pack,
  placeAt,
  placesOf,
  SHIP,
  WIDTH,
} from "../../../src/flagplot/web/scripts/chart/layout.js";
import { nearestPoint, rowsOf, wayOf } from "../../../src/flagplot/web/scripts/chart/points.js";
import { board, space } from "./things.mjs";

const ZONE = { x: 100, y: 50, width: 300, height: 120 };
const ships = (count) => Array.from({ length: count }, () => ({ width: SHIP, height: 30 }));

function rects({ spots }, sizes) {
  return spots.map(({ x, y, scale }, at) => ({ x, y, width: sizes[at].width * scale, height: sizes[at].height * scale }));
}

const ROUNDING = 1e-6;

function overlap(one, other) {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > ROUNDING && height > ROUNDING;
}

function isWithin({ x, y, width, height }, zone) {
  const [right, bottom] = [zone.x + zone.width + ROUNDING, zone.y + zone.height + ROUNDING];
  return x >= zone.x - ROUNDING && y >= zone.y - ROUNDING && x + width <= right && y + height <= bottom;
}

test("a few pieces lie apart, in their full size, inside their zone", () => {
  for (const count of [1, 2, 3, 6]) {
    const packing = pack(ships(count), ZONE);
    const places = rects(packing, ships(count));
    assert.equal(places.length, count);
    assert.ok(packing.spots.every(({ scale }) => scale === 1));
    assert.ok(places.every((place) => isWithin(place, ZONE)));
    assert.ok(!places.some((one, at) => places.slice(at + 1).some((other) => overlap(one, other))));
    assert.equal(packing.crowded, false);
  }
});

test("more pieces become smaller before they overlap", () => {
  const packing = pack(ships(14), ZONE);
  const places = rects(packing, ships(14));
  assert.ok(packing.spots[0].scale < 1);
  assert.ok(places.every((place) => isWithin(place, ZONE)));
  assert.ok(!places.some((one, at) => places.slice(at + 1).some((other) => overlap(one, other))));
});

test("a crowd overlaps, says so, and still lies inside its zone", () => {
  const packing = pack(ships(60), ZONE);
  assert.equal(packing.crowded, true);
  assert.equal(packing.spots.length, 60);
  assert.ok(rects(packing, ships(60)).every((place) => isWithin(place, ZONE)));
});

test("nothing needs no room", () => {
  assert.deepEqual(pack([], ZONE), { spots: [], crowded: false });
});

test("a strip holds its pieces in one row from the left", () => {
  const { spots } = line(ships(5), { ...ZONE, height: 40 });
  assert.ok(spots.every(({ y, scale }) => y === spots[0].y && scale <= 1));
  assert.equal(spots[0].x, ZONE.x);
  assert.ok(spots.slice(1).every(({ x }, at) => x > spots[at].x));
});

test("two sides face each other, and the larger has more room, though never all of it", () => {
  const packing = faceOff(ships(9), ships(1), ZONE);
  const places = rects(packing, ships(10));
  const border = ZONE.x + ZONE.width * 0.68;
  assert.ok(places.slice(0, 9).every(({ x, width }) => x + width < border));
  assert.ok(places[9].x > border);
});

test("squares become columns of their area in their order, above its strip", () => {
  const places = placesOf(
    board([
      space("area", { width: 0.4, height: 0.4 }),
      space("right", { kind: "square", within: "area", x: 0.6 }),
      space("left", { kind: "square", within: "area", x: 0.4 }),
    ]),
  );
  const area = places.get("area");
  assert.deepEqual(
    area.columns.map(({ space: { id } }) => id),
    ["left", "right"],
  );
  assert.ok(area.isStrip);
  const [left, right] = area.columns;
  assert.equal(left.card.x + left.card.width, right.card.x);
  assert.ok(left.card.y + left.card.height <= area.zone.y);
});

test("a click means the smallest space at its point", () => {
  const [ocean, bay] = [space("ocean", { width: 1, height: 1 }), space("bay", { width: 0.1, height: 0.1, kind: "box" })];
  const places = placesOf(board([ocean, bay]));
  assert.equal(placeAt(places.values(), { x: WIDTH / 2, y: 500 }).space.id, "bay");
  assert.equal(placeAt(places.values(), { x: 10, y: 10 }).space.id, "ocean");
  assert.equal(placeAt(places.values(), { x: -10, y: 10 }), null);
});

const POINTS = board(
  [space("a", { kind: "point", x: 0.2 }), space("b", { kind: "point", x: 0.4 }), space("c", { kind: "point", x: 0.4, y: 0.9 })],
  [
    { one: "a", other: "b", via: [[0.3, 0.4]] },
    { one: "c", other: "b", via: [] },
  ],
);

test("an arrow key goes to the nearest space in its direction", () => {
  const places = [...placesOf(POINTS).values()];
  assert.equal(nearestTowards(places, places[0], { x: 1, y: 0 }).space.id, "b");
  assert.equal(nearestTowards(places, places[1], { x: 0, y: 1 }).space.id, "c");
  assert.equal(nearestTowards(places, places[0], { x: -1, y: 0 }), null);
});

test("a click beside points means the nearest, if it is near enough", () => {
  const places = placesOf(POINTS);
  assert.equal(nearestPoint(places.values(), { x: 0.38 * WIDTH, y: 500 }, 100).space.id, "b");
  assert.equal(nearestPoint(places.values(), { x: 0.3 * WIDTH, y: 500 }, 100), null);
});

test("a way over points follows the links with their bends, in either direction", () => {
  const places = placesOf(POINTS);
  const corners = (ids) => wayOf(ids, POINTS, places).map(({ x, y }) => [Math.round(x), Math.round(y)]);
  assert.deepEqual(corners(["a", "b", "c"]), [
    [320, 500],
    [480, 400],
    [640, 500],
    [640, 900],
  ]);
  assert.deepEqual(corners(["c", "b", "a"]), [
    [640, 900],
    [640, 500],
    [480, 400],
    [320, 500],
  ]);
});

test("long names stand in short rows, without what is in brackets", () => {
  assert.deepEqual(rowsOf("Rio de Janeiro (Brazil)"), ["Rio de Janeiro"]);
  assert.deepEqual(rowsOf("Tristan da Cunha and Gough"), ["Tristan da", "Cunha and Gough"]);
  assert.deepEqual(rowsOf("Pernambuco"), ["Pernambuco"]);
});
