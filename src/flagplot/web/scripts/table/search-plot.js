/** The search plot: a layer of the chart that shades where the other side's hidden things may be, switched on by a button. */

/** @import { MatchApi } from "../api.js" */
/** @import { Shades } from "../chart/shades.js" */
/** @import { Spread, Whereabouts } from "../types.js" */

import { isAbort, sentence } from "../api.js";
import { isCounted, shadesOf } from "../chart/shades.js";
import { el, refill } from "../elements.js";
import { keep, kept } from "../kept.js";
import { SEARCH_PLOT, prefer, preferred } from "../preferences.js";

const REST_MS = 250; // a replay that goes on faster is not plotted
const MOST_KEPT = 60;
const PICKED = "flagplot.plot."; // and the game: what was looked for there last

/**
 * @typedef {object} Moment
 * @property {string} seat  whose plot it is
 * @property {number | null} n  a moment of the replay; null: now
 * @property {number} seq  of that seat now; 0 when the game is over
 */

export class SearchPlot {
  /** @type {Map<string, Whereabouts>} */
  #known = new Map();
  #fetching = new AbortController();
  #resting = 0;
  /** @type {Moment | null} what is shown now; null: a moment without a plot */
  #moment = null;
  /** @type {Whereabouts | null} */
  #plot = null;
  /** @type {Shades | null} */
  #shades = null;

  /**
   * @param {HTMLElement} host
   * @param {MatchApi} api
   * @param {string} game
   * @param {(shades: Shades | null) => void} shade
   * @param {(place: string) => string} nameOf  a space or a piece
   */
  constructor(host, api, game, shade, nameOf) {
    this.host = host;
    this.api = api;
    this.game = game;
    this.shade = shade;
    this.nameOf = nameOf;
    this.isOn = preferred(SEARCH_PLOT) === "on";
    this.button = el(
      "button",
      { type: "button", class: "button search-plot-toggle", "aria-label": "Where may they be?", "aria-keyshortcuts": "w", on: { click: () => this.toggle() } },
      el("span", { class: "search-plot-name" }, "Where may they be?"),
      el("kbd", { class: "key", "aria-hidden": "true" }, "w"),
      el("span", { class: "search-plot-close", "aria-hidden": "true" }, "×"),
    );
    this.picker = el("select", { class: "field", "aria-label": "What to look for", on: { change: () => this.#pick(this.picker.value) } });
    this.reading = el("p", { class: "search-plot-reading", role: "status" });
    this.scale = el("div", { class: "search-plot-scale" });
    this.body = el("div", { class: "search-plot-body" }, this.picker, this.reading, this.scale);
    refill(host, this.body, this.button);
    this.#draw();
  }

  /** Whether this seat has a search plot at this moment. */
  get isOffered() {
    return this.#moment !== null;
  }

  /** Follows the page to a moment; null: there is no plot of it. @param {Moment | null} moment */
  follow(moment) {
    if (keyOf(moment) === keyOf(this.#moment) && (this.#plot || !this.isOn)) return;
    this.#moment = moment;
    this.#plot = null;
    void this.#load();
  }

  /** @returns {boolean} whether there was something to switch */
  toggle() {
    if (!this.isOffered) return false;
    this.isOn = !this.isOn;
    prefer(SEARCH_PLOT, this.isOn ? "on" : "off");
    void this.#load();
    return true;
  }

  /** Says the figure of the place that is pointed at, touched or focused. @param {string} place  empty: of none */
  read(place) {
    const words = this.#shades?.places.get(place)?.words;
    const name = this.nameOf(place);
    if (this.#shades) this.reading.textContent = words ? [name, words].filter(Boolean).join(" · ") : this.#inAll();
  }

  close() {
    this.#fetching.abort();
    clearTimeout(this.#resting);
    refill(this.host);
  }

  /** Shows the plot of the moment: one that is known, or one that comes when the page has rested there. */
  async #load() {
    this.#fetching.abort();
    clearTimeout(this.#resting);
    const moment = this.#moment;
    this.#plot = moment && this.isOn ? (this.#known.get(keyOf(moment)) ?? null) : null;
    this.#draw();
    if (!moment || !this.isOn || this.#plot) return;
    const fetching = (this.#fetching = new AbortController());
    this.reading.textContent = "Plotting ...";
    await new Promise((resolve) => (this.#resting = window.setTimeout(resolve, moment.n === null ? 0 : REST_MS)));
    if (fetching.signal.aborted) return;
    try {
      const plot = await this.api.whereabouts(moment.seat, moment.n, fetching.signal);
      if (fetching.signal.aborted) return;
      this.#keep(keyOf(moment), plot);
      this.#plot = plot;
      this.#draw();
    } catch (error) {
      if (!isAbort(error)) this.reading.textContent = sentence(error);
    }
  }

  /** @param {string} key @param {Whereabouts} plot */
  #keep(key, plot) {
    this.#known.set(key, plot);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST_KEPT) break;
      this.#known.delete(oldest);
    }
  }

  #draw() {
    this.host.hidden = !this.isOffered;
    this.button.setAttribute("aria-pressed", String(this.isOn));
    this.body.hidden = !this.isOn;
    const spread = this.#picked();
    this.#shades = spread && this.#plot ? shadesOf(spread, this.#plot.cells) : null;
    this.picker.hidden = this.scale.hidden = !spread;
    if (this.#plot) {
      this.#listThings(this.#plot.spreads, spread);
      this.reading.textContent = this.#inAll();
    }
    refill(this.scale, scaleOf(spread, this.#plot?.worlds ?? 0));
    this.shade(this.#shades);
  }

  /** @param {Spread[]} spreads @param {Spread | null} picked */
  #listThings(spreads, picked) {
    const groups = [...new Set(spreads.map(({ group }) => group))];
    refill(
      this.picker,
      groups.map((group) =>
        el(
          "optgroup",
          { label: group },
          spreads
            .filter((spread) => spread.group === group)
            .map(({ id, name }) => el("option", { value: id, selected: id === picked?.id }, name)),
        ),
      ),
    );
  }

  /** What was looked for last, if it is hidden now; else the first thing. @returns {Spread | null} */
  #picked() {
    const spreads = this.#plot?.spreads ?? [];
    const wanted = kept(PICKED + this.game);
    return spreads.find(({ id }) => id === wanted) ?? spreads[0] ?? null;
  }

  /** @param {string} id */
  #pick(id) {
    keep(PICKED + this.game, id);
    this.#draw();
  }

  #inAll() {
    const spread = this.#picked();
    if (!spread) return "Nothing is hidden from this seat.";
    const number = Number.isInteger(spread.amount) ? String(spread.amount) : spread.amount.toFixed(1);
    return spread.amount === 1 ? "Point at a place to read its share." : `${number} ${spread.unit || "in all"}. Point at a place to read its share.`;
  }
}

/** @param {Moment | null} moment */
function keyOf(moment) {
  return moment ? `${moment.seat} ${moment.n ?? "now"} ${moment.seq}` : "";
}

/** The legend: from light to dark, and of what it is a share. @param {Spread | null} spread @param {number} worlds */
function scaleOf(spread, worlds) {
  if (!spread) return [];
  return [
    el("span", null, isCounted(spread) ? "none" : "0 %"),
    el("i", { class: "scale-ramp", "aria-hidden": "true" }),
    el("span", null, isCounted(spread) ? "most" : "100 %"),
    el("span", { title: "Worlds that this seat cannot tell from the true one. The bar of a place is as long as its share." }, `${worlds} worlds`),
  ];
}
