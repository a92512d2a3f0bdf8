/** Outcomes put in order from good to bad, and together where there are too many to read. */

/** @import { Odds, Outcome } from "../types.js" */

const BY_FIGURES = new Intl.Collator("en", { numeric: true });
const NO_EFFECT = "no effect";
const MOST_GROUPS = 4;

/**
 * @typedef {object} Group  outcomes that are told as one
 * @property {string} label
 * @property {number} chance
 * @property {string} tone  the colour: good-2, good-1, even, bad-1, bad-2; empty where nobody says what is good
 * @property {Outcome[]} outcomes
 */

/**
 * The outcomes from good to bad; where nobody says what is good, none first, then by figures, the same for all options.
 * @param {Odds} odds
 * @returns {Outcome[]}
 */
export function inOrder({ outcomes }) {
  if (outcomes.some(({ tone }) => tone)) return [...outcomes].sort((a, b) => (b.tone ?? 0) - (a.tone ?? 0));
  const rank = (/** @type {Outcome} */ { label }) => (label === NO_EFFECT ? 0 : 1);
  const words = (/** @type {Outcome} */ { label }) => label.replaceAll(/(?<=\d),(?=\d)/g, "");
  return [...outcomes].sort((a, b) => rank(a) - rank(b) || BY_FIGURES.compare(words(a), words(b)));
}

/**
 * The outcomes in at most so many groups, from good to bad; good and bad are put together last of all.
 * @param {Odds} odds
 * @param {number} [most]
 * @returns {Group[]}
 */
export function grouped(odds, most = MOST_GROUPS) {
  /** @type {Outcome[][]} */
  const groups = inOrder(odds).map((outcome) => [outcome]);
  while (groups.length > most) {
    const at = cheapest(groups);
    groups.splice(at, 2, [...(groups[at] ?? []), ...(groups[at + 1] ?? [])]);
  }
  const tones = tonesOf(groups);
  return groups.map((outcomes, at) => ({ label: labelOf(outcomes), chance: chanceOf(outcomes), tone: tones[at] ?? "", outcomes }));
}

/** The first of the two neighbours that are put together with the least loss. @param {Outcome[][]} groups */
function cheapest(groups) {
  const costs = groups.slice(1).map((group, at) => {
    const before = groups[at] ?? [];
    return chanceOf(before) + chanceOf(group) + (signOf(before) === signOf(group) ? 0 : 1);
  });
  return costs.indexOf(Math.min(...costs));
}

/** @param {Outcome[]} outcomes */
function chanceOf(outcomes) {
  return outcomes.reduce((sum, { chance }) => sum + chance, 0);
}

/** Whether a group is good, bad, or neither. @param {Outcome[]} outcomes */
function signOf(outcomes) {
  return Math.sign(outcomes.reduce((sum, { tone, chance }) => sum + (tone ?? 0) * chance, 0));
}

/** The colours of groups in their order: the best and the worst are the strongest. @param {Outcome[][]} groups */
function tonesOf(groups) {
  const signs = groups.map(signOf);
  if (!signs.some(Boolean)) return signs.map(() => "");
  return signs.map((sign, at) => {
    if (sign === 0) return "even";
    if (sign > 0) return at === 0 ? "good-2" : "good-1";
    return at === groups.length - 1 ? "bad-2" : "bad-1";
  });
}

/**
 * What a group is called: a range where its outcomes are amounts of one thing, else its likeliest outcome.
 * @param {Outcome[]} outcomes
 */
export function labelOf(outcomes) {
  const likeliest = [...outcomes].sort((a, b) => b.chance - a.chance)[0];
  if (!likeliest || outcomes.length === 1) return likeliest?.label ?? "";
  const amounts = outcomes.map(({ label }) => /^([\d,]+) ([^;]+)/.exec(label));
  const units = new Set(amounts.map((amount) => amount?.[2]?.replace(/s$/, "")));
  if (units.size === 1 && amounts[0]) {
    const numbers = amounts.map((amount) => Number((amount?.[1] ?? "0").replaceAll(",", ""))).sort((a, b) => a - b);
    const [least = 0, most = 0] = [numbers[0], numbers[numbers.length - 1]];
    const unit = amounts.find((amount) => amount?.[1] !== "1")?.[2] ?? "";
    if (least !== most) return `${least.toLocaleString("en")} to ${most.toLocaleString("en")} ${unit}`;
  }
  const others = outcomes.length - 1;
  return `${likeliest.label}, or ${others === 1 ? outcomes.find((one) => one !== likeliest)?.label : `one of ${others} others`}`;
}

/**
 * Whether an outcome says no more than the option that leads to it.
 * @param {string} outcome
 * @param {string} option
 */
export function isRepeated(outcome, option) {
  const plain = (/** @type {string} */ text) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, " ").trim();
  return plain(option).includes(plain(outcome)) || plain(outcome).includes(plain(option));
}
