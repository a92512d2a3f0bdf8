/** A dial: a track whose cells are options, such as the speed of a ship, as a row of keys over the chart. */

/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Track} Track */

const DIGIT = /^\d$/;

export class Dial {
  /** @type {Map<string, Option>} the options of the cells, by track and number */
  #options = new Map();
  #drawn = "";

  /** @param {(id: string) => void} pick  a cell, chosen or asked about @param {(option: Option | null) => void} point */
  constructor(pick, point) {
    this.pick = pick;
    this.point = point;
    /** @type {Track | null} */
    this.track = null;
    this.element = document.createElement("div");
    this.element.className = "dial";
    this.element.hidden = true;
  }

  /** @param {Track | null} track @param {Option[]} options */
  show(track, options) {
    this.#options = new Map(options.flatMap((option) => (option.cells ?? []).map(([id, cell]) => [`${id}/${cell}`, option])));
    this.track = track;
    this.element.hidden = !track;
    const looks = JSON.stringify([track, [...this.#options.keys()]]);
    if (looks === this.#drawn) return;
    this.#drawn = looks;
    this.element.replaceChildren(...(track ? [this.#row(track)] : []));
  }

  /** Takes the key of a cell, which is its number. @param {KeyboardEvent} event */
  pressed(event) {
    const { track } = this;
    const { key } = event;
    if (!track || !DIGIT.test(key) || Number(key) >= track.cells.length || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (Number(key) !== track.at) this.pick(`${track.id}/${key}`);
  }

  /** @param {Track} track */
  #row(track) {
    const row = document.createElement("div");
    row.className = "dial-row";
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", track.name);
    const name = document.createElement("span");
    name.className = "dial-name";
    name.textContent = track.name;
    row.append(name, ...track.cells.map((cell, at) => this.#cell(track, cell, at)));
    return row;
  }

  /** A cell: what stands before a line break in its text is large. @param {Track} track @param {string} cell @param {number} at */
  #cell(track, cell, at) {
    const id = `${track.id}/${at}`;
    const option = this.#options.get(id);
    const button = document.createElement("button");
    button.type = "button";
    button.className = ["dial-cell", at === track.at ? "is-present" : "", option || at === track.at ? "" : "is-barred"].join(" ");
    button.setAttribute("aria-pressed", String(at === track.at));
    const [large, small = ""] = cell.split("\n");
    const [key, value, more] = ["kbd", "b", "small"].map((tag) => document.createElement(tag));
    key.textContent = String(at);
    value.textContent = large;
    more.textContent = small;
    button.append(key, value, more);
    if (at !== track.at) button.addEventListener("click", () => this.pick(id));
    button.addEventListener("pointerenter", () => this.point(option ?? null));
    button.addEventListener("pointerleave", () => this.point(null));
    return button;
  }
}
