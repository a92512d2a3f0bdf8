/** What options may bring and cost, in the squares of the chart that they lead to. */

/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Figure} Figure */
/** @typedef {import("./layout.js").Place} Place */

import { dangerOf, shortFigure } from "../chances.js";

/** How much of the height of a square two lines of figures take; the style sheet knows the same figure. */
const ROOM = 42;

export class Forecasts {
  /** The squares that show figures. @type {Map<string, HTMLElement>} */
  #shown = new Map();

  /** @param {Map<string, Place>} places @param {(space: string) => Element | undefined} cardOf */
  constructor(places, cardOf) {
    this.places = places;
    this.cardOf = cardOf;
  }

  /** Shows the figures of these options and no others. @param {Option[]} options @returns {boolean} whether pieces have more or less room now */
  show(options) {
    const wanted = this.#bySquare(options);
    const changed = [...new Set([...this.#shown.keys(), ...wanted.keys()])].filter((id) => this.#shown.has(id) !== wanted.has(id));
    for (const element of this.#shown.values()) element.remove();
    this.#shown = new Map([...wanted].map(([id, figures]) => [id, this.#draw(id, figures)]));
    for (const id of changed) this.#makeRoom(/** @type {Place} */ (this.places.get(id)), wanted.has(id));
    return changed.length > 0;
  }

  /** The figures of each square that one option alone leads to. @param {Option[]} options @returns {Map<string, Figure[]>} */
  #bySquare(options) {
    /** @type {Map<string, Option[]>} */
    const leading = new Map();
    for (const option of options) for (const id of option.spaces) leading.set(id, [...(leading.get(id) ?? []), option]);
    const squares = [...leading].filter(([id]) => this.places.get(id)?.space.kind === "square");
    return new Map(squares.flatMap(([id, own]) => (own.length === 1 && own[0].forecast?.length ? [[id, own[0].forecast]] : [])));
  }

  /** @param {string} id @param {Figure[]} figures */
  #draw(id, figures) {
    const element = document.createElement("span");
    element.className = "square-forecast";
    element.setAttribute("aria-hidden", "true"); // the list says it in words
    for (const figure of figures) {
      const line = document.createElement("b");
      line.textContent = shortFigure(figure);
      line.dataset.danger = dangerOf(figure);
      element.append(line);
    }
    this.cardOf(id)?.append(element);
    return element;
  }

  /** @param {Place} place @param {boolean} isShown */
  #makeRoom(place, isShown) {
    place.zone = { ...place.zone, height: place.zone.height + (isShown ? -ROOM : ROOM) };
  }
}
