/** How the analysis of a game reads: chances, changes with their margins, what added up. */

/** @import { Account, Analysis, ChancePoint, Estimate, Fortune, JudgedDecision, Throw } from "../types-analysis.js" */

import { percent } from "../chances.js";

const RARE = 0.001; // what no sample came to is told as that rare
const ROLLS = 2; // that are told of a throw without odds

/** A share with its margin: "57 % ±8". @param {Estimate} one */
export function chanceIn({ value, margin }) {
  return `${percent(value)} ±${hundredths(margin)}`;
}

/** A change in points of a hundred: "−12". @param {number} value */
export function pointsIn(value) {
  const points = Math.round(value * 100);
  return `${points < 0 ? "−" : points > 0 ? "+" : ""}${Math.abs(points)}`;
}

/** The same with its margin: "−12 ±8". @param {Estimate} one */
export function changeIn({ value, margin }) {
  return `${pointsIn(value)} ±${hundredths(margin)}`;
}

/** @param {Estimate} one @returns {Estimate} */
export function turned({ value, margin }) {
  return { value: -value, margin };
}

/** The account of a side; the first where that side has none. @param {Analysis} analysis @param {string} side @returns {Account} */
export function accountOf({ accounts }, side) {
  const found = accounts.find((account) => account.side === side) ?? accounts[0];
  if (!found) throw new Error("An analysis has an account for each side.");
  return found;
}

/**
 * The curve as a side sees it.
 * @param {Analysis} analysis @param {Account} account @returns {ChancePoint[]}
 */
export function curveOf({ accounts, curve }, account) {
  if (account === accounts[0]) return curve;
  return curve.map(({ moment, turn, chance }) => ({ moment, turn, chance: { value: 1 - chance.value, margin: chance.margin } }));
}

/**
 * All throws, worth what they are to a side.
 * @param {Analysis} analysis @param {Account} account @returns {Throw[]}
 */
export function throwsOf({ accounts, throws }, account) {
  return account === accounts[0] ? throws : throws.map((one) => ({ ...one, worth: turned(one.worth) }));
}

/**
 * What the dice had given by each moment, from throw to throw; the sum of all is the luck of the account.
 * @param {Throw[]} throws @returns {{ moment: number, sum: number }[]}
 */
export function sumsOf(throws) {
  let sum = 0;
  return [{ moment: 0, sum }, ...throws.map(({ until, worth }) => ({ moment: until, sum: (sum += worth.value) }))];
}

/**
 * What added up to the result of a side after its chances at the start, each with its name.
 * @param {Analysis} analysis @param {Account} account @returns {[string, Estimate][]}
 */
export function partsOf({ accounts, hides }, { skill, others, hidden, dice, unplayed }) {
  /** @type {[string, Estimate][]} */
  const parts = [["Own decisions (skill)", skill]];
  if (accounts.length > 1) parts.push(["The opponent’s decisions", others]);
  if (hides) parts.push(["What was hidden", hidden]);
  parts.push(["Dice (luck)", dice]);
  if (unplayed.value || unplayed.margin) parts.push(["Not played any more", unplayed]);
  return parts;
}

/** @param {Analysis} analysis @param {number[]} moments @returns {JudgedDecision[]} */
export function decisionsAt({ decisions }, moments) {
  return moments.flatMap((moment) => decisions.find((one) => one.moment === moment) ?? []);
}

/** What fell, with its chance where that is known. @param {Throw} one */
export function fell({ fall, rolls, count }) {
  if (fall && fall.chance !== null) return `${fall.outcome}: ${percent(Math.max(fall.chance, RARE))}${fall.is_exact ? "" : " by a sample"}`;
  const shown = rolls.slice(0, ROLLS);
  const more = count - shown.length;
  return shown.join("; ") + (more > 0 ? `; and ${more} more rolls` : "");
}

/** What was expected and came, and how lucky that was; empty where the odds do not tell. @param {Throw} one */
export function againstOdds({ fall }) {
  if (!fall || fall.luck === null) return "";
  const { expected, came, counted, luck } = fall;
  const told = expected === null || came === null ? "" : `${figure(expected)} ${counted} expected, ${figure(came)} came, `;
  return `${told}luck ${hundredths(luck)} of 100`;
}

/** How lucky the throws of a side were. @param {Fortune} one */
export function fortuneIn({ throws, judged, luck, margin }) {
  if (!judged) return `None of ${throws} throws can be judged by exact odds.`;
  const [low, came, high] = /** @type {[number, number, number]} */ ([Math.max(0, 0.5 - margin), luck, Math.min(1, 0.5 + margin)].map(hundredths));
  const verdict = came < low ? "unkind" : came > high ? "kind" : "as expected";
  return `${judged} of ${throws} throws judged, luck ${came} of 100 (fair dice give ${low} to ${high}): the dice were ${verdict}.`;
}

/** @param {number} share */
function hundredths(share) {
  return Math.round(share * 100);
}

/** A number, short. @param {number} value */
function figure(value) {
  return Math.abs(value) >= 10 || Number.isInteger(value) ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(2)));
}

/** How much was looked at. @param {Analysis} analysis */
export function effortIn({ effort, decisions }) {
  const { playouts, unlike, moves, judged, throws, counted } = effort;
  const [left, uncounted] = [moves - judged, throws - counted];
  return (
    `${playouts.toLocaleString("en")} games played out. In ${unlike} of ${effort.decisions} decisions the captain would have decided otherwise; ` +
    `${decisions.length} of them were looked at closely.` +
    (left > 0 ? ` ${left} of ${moves} moves were not judged: each counts as the others of its side do on average, or nothing where the game was decided.` : "") +
    (uncounted > 0 ? ` The odds of ${uncounted} of ${throws} throws were not counted.` : "")
  );
}
