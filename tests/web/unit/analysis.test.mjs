/** How the analysis of a game reads, from either side. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  accountOf,
  chanceIn,
  changeIn,
  curveOf,
  decisionsAt,
  effortIn,
  fell,
  luckOf,
  partsOf,
} from "../../../src/flagplot/web/scripts/table/analysis-words.js";

const about = (value, margin = 0.1) => ({ value, margin });
const NOTHING = about(0, 0);
const account = (side, sign) => ({
  side, name: side, start: about(0.5), skill: about(sign * 0.1), others: about(sign * 0.2),
  hidden: NOTHING, dice: about(sign * 0.2), unplayed: NOTHING, result: sign > 0 ? 1 : 0,
});
const ANALYSIS = {
  accounts: [account("reds", 1), account("blues", -1)],
  curve: [{ moment: 0, turn: "1", chance: about(0.5) }, { moment: 9, turn: "2", chance: about(1, 0) }],
  decisions: [{ moment: 3 }, { moment: 5 }],
  worst: [5, 3],
  best: [],
  luck: [{ moment: 2, worth: about(0.2), outcome: "hit", chance: 1 / 6, is_exact: true, rolls: [], count: 1 }],
  effort: { playouts: 1200, decisions: 9, unlike: 4, moves: 3, judged: 2 },
  hides: false,
};

test("chances and changes are told with their margins", () => {
  assert.equal(chanceIn(about(0.567, 0.08)), "57 % ±8");
  assert.deepEqual([0.12, -0.12, 0.001, -0.001].map((value) => changeIn(about(value))), ["+12 ±10", "−12 ±10", "0 ±10", "0 ±10"]);
});

test("each side sees the game from where it sat, spectators from the first side", () => {
  const [reds, blues] = ANALYSIS.accounts;
  assert.deepEqual(["reds", "blues", ""].map((side) => accountOf(ANALYSIS, side)), [reds, blues, reds]);
  assert.deepEqual(curveOf(ANALYSIS, blues).map(({ chance }) => chance), [about(0.5), about(0, 0)]);
  assert.equal(luckOf(ANALYSIS, blues)[0].worth.value, -0.2);
  assert.equal(luckOf(ANALYSIS, reds)[0].worth.value, 0.2);
});

test("only what there was is told among the parts", () => {
  const names = (analysis) => partsOf(analysis, analysis.accounts[0]).map(([name]) => name);
  assert.deepEqual(names(ANALYSIS), ["Own decisions (skill)", "The opponent’s decisions", "Dice (luck)"]);
  assert.deepEqual(names({ ...ANALYSIS, accounts: [account("reds", 1)], hides: true }), ["Own decisions (skill)", "What was hidden", "Dice (luck)"]);
  const resigned = { ...account("reds", 1), unplayed: about(0.3) };
  assert.equal(partsOf(ANALYSIS, resigned).at(-1)[0], "Not played any more");
});

test("decisions come in the order of their worth, and what fell with its chance", () => {
  assert.deepEqual(decisionsAt(ANALYSIS, ANALYSIS.worst).map(({ moment }) => moment), [5, 3]);
  assert.equal(fell(ANALYSIS.luck[0]), "hit: 17 %");
  assert.equal(fell({ ...ANALYSIS.luck[0], is_exact: false }), "hit: 17 % by a sample");
  assert.equal(fell({ outcome: "", chance: null, rolls: ["a: 1", "b: 2", "c: 3"], count: 5 }), "a: 1; b: 2; and 3 more throws");
  assert.match(effortIn(ANALYSIS), /^1,200 games .* 4 of 9 decisions .* 1 of 3 moves were not judged/);
});
