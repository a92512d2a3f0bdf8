/** What options may bring and cost: figures in the boxes of a grid and in the lines of a list. */

/** @import { Figure, Option } from "../types.js" */

import { dangerOf, forecastWords, shortFigure } from "../chances.js";
import { el } from "../elements.js";

/**
 * The figures of an option; a danger has a bar as long as it is likely, so that it is not told by colour alone.
 * @param {Option} option
 * @param {boolean} isNamed  whether each figure says what it counts
 */
export function forecastOf({ forecast = [] }, isNamed) {
  if (!forecast.length) return null;
  return el(
    "span",
    { class: isNamed ? "forecast is-named" : "forecast", "aria-hidden": String(!isNamed) },
    forecast.map((figure) => figureOf(figure, isNamed)),
  );
}

/** @param {Figure} figure @param {boolean} isNamed */
function figureOf(figure, isNamed) {
  const danger = dangerOf(figure);
  const filled = el("i", null);
  filled.style.width = `${Math.round(figure.value * 100)}%`;
  return el(
    "span",
    { class: "forecast-figure", data: { danger } },
    danger && el("i", { class: "danger-bar" }, filled),
    el("b", null, shortFigure(figure)),
    isNamed && ` ${figure.name}`,
  );
}

/** What is added to the dice of an option, each with its reason. @param {Option} option */
export function modifiersOf({ modifiers = [] }) {
  if (!modifiers.length) return null;
  return el(
    "span",
    { class: "modifiers" },
    modifiers.map(({ value, label }) => {
      const amount = value < 0 ? `−${-value}` : `+${value}`;
      return el("span", { class: "modifier", data: { good: String(value > 0) } }, `${amount} ${label}`);
    }),
  );
}

/**
 * The sentence that explains the figures of the option that is pointed at, or of all options.
 * @param {Option[]} options
 * @param {Option | null} pointed
 */
export function forecastLine(options, pointed) {
  const figures = pointed?.forecast;
  if (figures?.length) return forecastWords(figures);
  const names = options.find((option) => option.forecast?.length)?.forecast?.map(({ name }) => name) ?? [];
  return names.length ? `The figures: ${names.join(", ")}.` : "";
}
