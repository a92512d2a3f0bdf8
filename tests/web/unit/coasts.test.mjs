/** The coasts under a chart, cut into squares. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { squaresOf } from "../../../src/flagplot/web/scripts/chart/coasts.js";

test("a small island stays one line, closed by its last step", () => {
  assert.deepEqual(squaresOf("M10 10l20 0-10 20.5z"), ["M10 10l20 0 -10 20.5 -10 -20.5"]);
});

test("a coast is cut where its steps come into another square, and no step is lost", () => {
  assert.deepEqual(squaresOf("M100 10l40 0 100 0 50 .5-190 .3z"), ["M100 10l40 0M100 10.8l0 -0.8", "M140 10l100 0 50 .5 -190 .3"]);
});

test("lines of several islands in one square are one path", () => {
  assert.deepEqual(squaresOf("M1 1l2 0 0 2zM9 9l2 0 0 2z"), ["M1 1l2 0 0 2 -2 -2M9 9l2 0 0 2 -2 -2"]);
});
