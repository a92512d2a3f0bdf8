/** A dial: a track whose cells can be chosen, such as the speed of a ship, as a row of keys over the chart. */

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
    /** @type {Track[]} */
    this.tracks = [];
    this.element = document.createElement("div");
    this.element.className = "dial";
    this.element.hidden = true;
  }

  /** @param {Track[]} tracks  of the view @param {Option[]} options */
  show(tracks, options) {
    this.#options = new Map(options.flatMap((option) => (option.cells ?? []).map(([track, cell]) => [`${track}/${cell}`, option])));
    const chosen = new Set([...this.#options.keys()].map((key) => key.slice(0, key.lastIndexOf("/"))));
    this.tracks = tracks.filter(({ id }) => chosen.has(id));
    this.element.hidden = !this.tracks.length;
    const looks = JSON.stringify([this.tracks, [...this.#options.keys()]]);
    if (looks === this.#drawn) return;
    this.#drawn = looks;
    this.element.replaceChildren(...this.tracks.map((track) => this.#row(track)));
  }

  /** Takes the key of a cell. @param {string} key @returns {boolean} whether there is such a cell */
  press(key) {
    const [track] = this.tracks;
    if (!track || !DIGIT.test(key) || Number(key) >= track.cells.length) return false;
    if (Number(key) !== track.at) this.pick(`${track.id}/${key}`);
    return true;
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
