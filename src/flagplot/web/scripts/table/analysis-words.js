/** How the analysis of a game reads: chances, changes with their margins, what added up. */

/** @import { Account, Analysis, ChancePoint, Estimate, JudgedDecision, Luck } from "../types-analysis.js" */

const ROLLS = 2; // that are told of a moment of luck

/** @param {number} value */
export function percent(value) {
  return `${Math.round(value * 100)} %`;
}

/** A share with its margin: "57 % ±8". @param {Estimate} one */
export function chanceIn({ value, margin }) {
  return `${percent(value)} ±${Math.round(margin * 100)}`;
}

/** A change in points of a hundred with its margin: "−12 ±8". @param {Estimate} one */
export function changeIn({ value, margin }) {
  const points = Math.round(value * 100);
  return `${points < 0 ? "−" : points > 0 ? "+" : ""}${Math.abs(points)} ±${Math.round(margin * 100)}`;
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
 * What the dice gave a side at each moment.
 * @param {Analysis} analysis @param {Account} account @returns {Luck[]}
 */
export function luckOf({ accounts, luck }, account) {
  return account === accounts[0] ? luck : luck.map((one) => ({ ...one, worth: turned(one.worth) }));
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

/** What fell, with its chance where that is known. @param {Luck} luck */
export function fell({ outcome, chance, is_exact, rolls, count }) {
  if (chance !== null) return `${outcome}: ${percent(chance)}${is_exact ? "" : " by a sample"}`;
  const shown = rolls.slice(0, ROLLS);
  const more = count - shown.length;
  return shown.join("; ") + (more > 0 ? `; and ${more} more throws` : "");
}

/** How much was looked at. @param {Analysis} analysis */
export function effortIn({ effort, decisions }) {
  const { playouts, unlike, moves, judged } = effort;
  const left = moves - judged;
  return (
    `${playouts.toLocaleString("en")} games played out. In ${unlike} of ${effort.decisions} decisions the captain would have decided otherwise; ` +
    `${decisions.length} of them were looked at closely.` +
    (left > 0 ? ` ${left} of ${moves} moves were not judged: each counts as the others of its side do on average, or nothing where the game was decided.` : "")
  );
}
