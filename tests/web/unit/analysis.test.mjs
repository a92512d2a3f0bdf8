/** How the analysis of a game reads, from either side. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  accountOf,
  againstOdds,
  chanceIn,
  changeIn,
  curveOf,
  decisionsAt,
  effortIn,
  fell,
  fortuneIn,
  partsOf,
  sumsOf,
  throwsOf,
} from "../../../src/flagplot/web/scripts/table/analysis-words.js";

const about = (value, margin = 0.1) => ({ value, margin });
const NOTHING = about(0, 0);
const account = (side, sign) => ({
  side, name: side, start: about(0.5), skill: about(sign * 0.1), others: about(sign * 0.2),
  hidden: NOTHING, dice: about(sign * 0.2), unplayed: NOTHING, result: sign > 0 ? 1 : 0,
});
const FALL = { outcome: "hit", chance: 1 / 6, is_exact: true, luck: 11 / 12, expected: 31_200, came: 54_000, counted: "tons" };
const ANALYSIS = {
  accounts: [account("reds", 1), account("blues", -1)],
  curve: [{ moment: 0, turn: "1", chance: about(0.5) }, { moment: 9, turn: "2", chance: about(1, 0) }],
  decisions: [{ moment: 3 }, { moment: 5 }],
  worst: [5, 3],
  best: [],
  throws: [
    { moment: 2, until: 4, worth: about(0.2), fall: FALL, rolls: [], count: 1 },
    { moment: 6, until: 7, worth: about(-0.1), fall: null, rolls: ["a: 1", "b: 2", "c: 3"], count: 5 },
  ],
  effort: { playouts: 1200, decisions: 9, unlike: 4, moves: 3, judged: 2, throws: 2, counted: 1 },
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
  assert.equal(throwsOf(ANALYSIS, blues)[0].worth.value, -0.2);
  assert.equal(throwsOf(ANALYSIS, reds)[0].worth.value, 0.2);
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
  const [counted, uncounted] = ANALYSIS.throws;
  assert.equal(fell(counted), "hit: 17 %");
  assert.equal(fell({ ...counted, fall: { ...FALL, is_exact: false } }), "hit: 17 % by a sample");
  assert.equal(fell({ ...counted, fall: { ...FALL, chance: 0, is_exact: false } }), "hit: under 1 % by a sample");
  assert.equal(fell({ ...counted, fall: { ...FALL, chance: null }, rolls: ["a: 1"] }), "a: 1");
  assert.equal(fell(uncounted), "a: 1; b: 2; and 3 more rolls");
  assert.match(effortIn(ANALYSIS), /^1,200 games .* 4 of 9 decisions .* 1 of 3 moves were not judged.* The odds of 1 of 2 throws were not counted\.$/);
});

test("a throw is compared with its odds, as far as they tell good from bad", () => {
  const [counted, uncounted] = ANALYSIS.throws;
  assert.equal(againstOdds(counted), "31,200 tons expected, 54,000 came, luck 92 of 100");
  assert.equal(againstOdds({ fall: { ...FALL, expected: 1.44, came: 3, counted: "boxes" } }), "1.4 boxes expected, 3 came, luck 92 of 100");
  assert.equal(againstOdds({ fall: { ...FALL, expected: null, came: null } }), "luck 92 of 100");
  assert.equal(againstOdds({ fall: { ...FALL, luck: null } }), "");
  assert.equal(againstOdds(uncounted), "");
});

test("what the dice gave by each moment adds up throw by throw", () => {
  assert.deepEqual(sumsOf(ANALYSIS.throws), [{ moment: 0, sum: 0 }, { moment: 4, sum: 0.2 }, { moment: 7, sum: 0.1 }]);
});

test("the dice of a side are kind or unkind beyond what fair dice give", () => {
  const fortune = (luck) => fortuneIn({ throws: 160, judged: 143, luck, margin: 0.05 });
  assert.equal(fortune(0.54), "143 of 160 throws judged, luck 54 of 100 (fair dice give 45 to 55): the dice were as expected.");
  assert.match(fortune(0.56), /: the dice were kind\.$/);
  assert.match(fortune(0.44), /: the dice were unkind\.$/);
  assert.equal(fortuneIn({ throws: 3, judged: 0, luck: 0.5, margin: 0.5 }), "None of 3 throws can be judged by exact odds.");
});
