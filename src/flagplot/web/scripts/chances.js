/** How chances and other figures are written and coloured, the same everywhere. */

/** @import { Figure } from "./types.js" */

const SMALL = 10; // smaller figures are told to a tenth
const LOW = 0.15; // a danger below this is green,
const MEDIUM = 0.4; // below this brown, above it red

/**
 * A chance in per cent: "14 %", "under 1 %", "over 99 %".
 * @param {number} chance
 */
export function percent(chance) {
  const rounded = Math.round(chance * 100);
  if (rounded === 0 && chance > 0) return "under 1 %";
  if (rounded === 100 && chance < 1) return "over 99 %";
  return `${rounded} %`;
}

/**
 * A figure with its unit: "52,500 t" or "14 %".
 * @param {Figure} figure
 */
export function shortFigure({ value, unit }) {
  if (unit === "%") return percent(value);
  const isWhole = Math.abs(value) >= SMALL || Number.isInteger(value);
  const number = isWhole ? Math.round(value).toLocaleString("en") : value.toFixed(1);
  return unit ? `${number} ${unit}` : number;
}

/**
 * How bad a danger is: its colour in style sheets; empty for what is not a danger.
 * @param {Figure} figure
 * @returns {"" | "low" | "medium" | "high"}
 */
export function dangerOf({ value, is_danger, unit }) {
  if (!is_danger || unit !== "%") return "";
  return value < LOW ? "low" : value < MEDIUM ? "medium" : "high";
}

/**
 * All figures of an option as one sentence: "52,500 t sunk on average, 14 % chance to lose a boat".
 * @param {Figure[]} figures
 */
export function forecastWords(figures) {
  return figures.map((figure) => `${shortFigure(figure)} ${figure.name}`).join(", ");
}
