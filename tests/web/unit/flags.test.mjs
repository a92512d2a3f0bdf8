import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const SOURCE = readFileSync(new URL("../../../src/flagplot/web/scripts/flags.js", import.meta.url), "utf-8");

test("every flag that the vocabulary names is drawn and has a name", () => {
  const drawn = [...SOURCE.matchAll(/^  (\w+): \{\n    name: "(Flag of [\w ]+)"/gm)].map(([, key]) => key);
  const vocabulary = readFileSync(new URL("../../../src/flagplot/engine/view.py", import.meta.url), "utf-8");
  const named = /Flags, by country: ([\w, ]+);/.exec(vocabulary)?.[1].split(", ");
  assert.deepEqual(drawn, named);
});
