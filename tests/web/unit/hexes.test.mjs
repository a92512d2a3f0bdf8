/** Hexes: corners, sides, rims, what lies in them, and free places within. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { endPlace, freePlace, hangingPlace, namePlace } from "../../../src/flagplot/web/scripts/chart/free.js";
import { breadth, corners, inset, isInHex, rimOf, sharedSide } from "../../../src/flagplot/web/scripts/chart/hexes.js";

const HIGH = 86.6;
const hex = (column, row) => ({ x: column * 75, y: (row + (column % 2) / 2) * HIGH, width: 100, height: HIGH });

test("a hex that is wider than high has a flat top, another a point", () => {
  assert.equal(Math.min(...corners(hex(0, 0)).map(({ y }) => y)), corners(hex(0, 0))[0].y);
  assert.equal(corners(hex(0, 0)).filter(({ y }) => y === 0).length, 2);
  assert.equal(corners({ x: 0, y: 0, width: HIGH, height: 100 }).filter(({ y }) => y === 0).length, 1);
  assert.equal(breadth(hex(0, 0)), HIGH);
});

test("the corners of the rectangle around a hex are not in it", () => {
  assert.ok(isInHex(hex(0, 0), { x: 50, y: 40 }));
  assert.ok(isInHex(hex(0, 0), { x: 2, y: HIGH / 2 }));
  assert.ok(!isInHex(hex(0, 0), { x: 4, y: 4 }));
});

test("neighbours share a side, others do not", () => {
  const side = sharedSide(hex(0, 0), hex(1, 0));
  assert.equal(side?.length, 2);
  assert.ok(Math.abs(Math.hypot(side[0].x - side[1].x, side[0].y - side[1].y) - 50) < 0.5);
  assert.equal(sharedSide(hex(0, 0), hex(2, 0)), null);
});

test("the rim of two hexes has ten sides", () => {
  assert.equal(rimOf([hex(0, 0)]).length, 6);
  assert.equal(rimOf([hex(0, 0), hex(1, 0)]).length, 10);
});

test("an inset outline lies inside", () => {
  assert.ok(inset(hex(0, 0), 5).every((corner) => isInHex(hex(0, 0), corner)));
});

test("a pin stands away from the string that crosses its hex", () => {
  const string = Array.from({ length: 11 }, (_, at) => ({ x: at * 10, y: HIGH / 2, r: 5 }));
  const spot = freePlace(hex(0, 0), string, [
    { x: 0, y: 0, r: 5 },
    { x: 0, y: -29, r: 14 },
  ]);
  assert.ok(string.every(({ x, y }) => Math.hypot(x - spot.x, y - spot.y) > 12 && Math.hypot(x - spot.x, y - spot.y + 29) > 12));
});

test("two pins in a hex do not cover each other", () => {
  const parts = [
    { x: 0, y: 0, r: 5 },
    { x: 0, y: -29, r: 14 },
  ];
  const first = freePlace(hex(0, 0), [], parts);
  const taken = parts.map((part) => ({ x: first.x + part.x, y: first.y + part.y, r: part.r }));
  const second = freePlace(hex(0, 0), taken, parts);
  assert.ok(Math.hypot(first.x - second.x, first.y - second.y) >= 27);
});

test("numbers that would touch step out along their own string", () => {
  const beads = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 200, y: 0 },
  ];
  assert.deepEqual(endPlace(beads, [], 13), beads[0]);
  const spot = endPlace(beads, [{ x: 0, y: 0, r: 13 }], 13);
  assert.ok(spot.x >= 27 && spot.y === 0);
  assert.deepEqual(endPlace([beads[0]], [{ x: 0, y: 0, r: 13 }], 13), beads[0]);
});

test("what hangs from a bead hangs below it, or where there is room", () => {
  assert.ok(hangingPlace({ x: 0, y: 0 }, [], 20, 20).y > 0);
  assert.ok(hangingPlace({ x: 0, y: 0 }, [{ x: 0, y: 22, r: 14 }], 20, 20).y < 0);
  const ring = Array.from({ length: 24 }, (_, at) => ({ x: 24 * Math.cos((at * Math.PI) / 12), y: 24 * Math.sin((at * Math.PI) / 12), r: 6 }));
  const beyond = hangingPlace({ x: 0, y: 0 }, ring, 20, 8);
  assert.ok(Math.hypot(beyond.x, beyond.y) > 38);
});

test("a name stands to the right of an end, elsewhere if that is taken, and nowhere if all is", () => {
  const [end, size] = [
    { x: 0, y: 0 },
    { width: 60, height: 14 },
  ];
  assert.deepEqual(namePlace([end], size, 12, []), { x: 12, y: -7, width: 60, height: 14 });
  assert.ok(namePlace([end], size, 12, [{ x: 40, y: 0, r: 10 }]).x < 0);
  assert.equal(namePlace([end], size, 12, [{ x: 0, y: 0, r: 200 }]), null);
});
