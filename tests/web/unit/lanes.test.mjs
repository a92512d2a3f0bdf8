/** Strings side by side: the axis of a place, the order of a bundle, and curves through beads. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { curve, lengthOf, pointAlong, samples } from "../../../src/flagplot/web/scripts/chart/curves.js";
import { lanes, normalsOf, orderOf } from "../../../src/flagplot/web/scripts/chart/lanes.js";

// A row of places from west to east, one north and one south of each end.
const CENTRES = new Map(
  Object.entries({ a: [0, 0], b: [100, 0], c: [200, 0], d: [300, 0], north: [400, -60], south: [400, 60] }).map(
    ([id, [x, y]]) => [id, { x, y }],
  ),
);
const run = (id, ...places) => ({ id, places });
const laid = (...runs) => lanes(runs, CENTRES, 10, 90);

test("a string that is alone goes through the middle of its places", () => {
  assert.deepEqual(laid(run("one", "a", "b")).get("one"), [CENTRES.get("a"), CENTRES.get("b")]);
});

test("two strings in a place lie beside each other across their common direction", () => {
  const beads = laid(run("one", "a", "b", "c"), run("two", "a", "b", "c"));
  const [one, two] = [beads.get("one")[1], beads.get("two")[1]];
  assert.ok(Math.abs(Math.abs(one.y - two.y) - 10) < 0.01);
  assert.ok(Math.abs(one.x - two.x) < 0.01 && Math.abs(one.y + two.y) < 0.01);
});

test("who leaves northward lies north, whatever the order in which strings come and run", () => {
  const goes = [run("up", "a", "b", "c", "d", "north"), run("down", "south", "d", "c", "b", "a")];
  for (const runs of [goes, [...goes].reverse()]) {
    const beads = lanes(runs, CENTRES, 10, 90);
    const at = (id, place) => beads.get(id)[runs.find((one) => one.id === id).places.indexOf(place)];
    for (const place of ["a", "b", "c", "d"]) assert.ok(at("up", place).y < at("down", place).y, place);
  }
});

test("the order of three that part is that in which they leave", () => {
  const runs = [
    run("middle", "a", "b", "c", "d"),
    run("low", "a", "b", "c", "d", "south"),
    run("high", "a", "b", "c", "d", "north"),
  ];
  assert.deepEqual(orderOf(runs, CENTRES, normalsOf(runs, CENTRES)), ["high", "middle", "low"]);
});

test("normals keep to one side of a string around a bend", () => {
  const bent = new Map(
    Object.entries({ a: [0, 0], b: [80, -50], c: [80, -150], d: [0, -200] }).map(([id, [x, y]]) => [id, { x, y }]),
  );
  const normals = normalsOf([run("one", "a", "b", "c", "d")], bent);
  const left = [
    [80, -50],
    [80, -150],
    [0, -150],
    [-80, -50],
  ].map(([x, y]) => ({ x: y, y: -x }));
  const sides = ["a", "b", "c", "d"].map((place, at) =>
    Math.sign(normals.get(place).x * left[at].x + normals.get(place).y * left[at].y),
  );
  assert.equal(new Set(sides).size, 1);
});

test("many strings in a place move closer together and stay inside it", () => {
  const runs = Array.from({ length: 9 }, (_, at) => run(`s${at}`, "a", "b", "c"));
  const ys = [...lanes(runs, CENTRES, 20, 90).values()].map((beads) => beads[1].y);
  assert.ok(Math.max(...ys) - Math.min(...ys) <= 90 * 0.78 + 0.01);
  assert.equal(new Set(ys.map((y) => y.toFixed(2))).size, 9);
});

test("a place that the chart does not have is passed over", () => {
  assert.equal(laid(run("one", "a", "nowhere", "b")).get("one").length, 2);
});

test("a curve goes through its beads and can be measured", () => {
  const points = ["a", "b", "north"].map((id) => CENTRES.get(id));
  assert.match(curve(points), /^M0\.0 0\.0C.* 100\.0 0\.0C.* 400\.0 -60\.0$/);
  assert.ok(samples(points).some(({ x, y }) => x === 100 && y === 0));
  assert.deepEqual(pointAlong([CENTRES.get("a"), CENTRES.get("b")], 40).x.toFixed(1), "40.0");
  assert.ok(lengthOf(points) > 400);
});
