/** Ways: a place that no option means is pointed at or dragged to, and several answers of the row lead there. */

/** @import { Target } from "../chart/chart.js" */
/** @import { Option, Way } from "../types.js" */
/** @import { Session } from "./session.js" */

import { Refusal, isAbort, sentence } from "../api.js";
import { notice } from "../dialogs.js";
import { el } from "../elements.js";
import { showTab } from "./tabs.js";

const REST_MS = 90; // a pointer that only passes over a place asks nothing
const LONGEST = 60; // places of one trail, as the server takes them

export class Ways {
  /** @type {Map<string, Promise<Option | null>>} what is known of ways from here, by the places that they lead through */
  #known = new Map();
  /** @type {string[]} the places through which a piece is being dragged */
  #trail = [];
  #timer = 0;
  #asked = "";

  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.note = el("p", { class: "way-note", role: "status", hidden: true });
    session.plot.overlay.append(this.note);
  }

  /** Another question is asked: ways from here are others. */
  reset() {
    this.#known.clear();
    this.drop();
    this.session.plot.chart.dragsSubjects = this.areOffered;
  }

  get areOffered() {
    const { decision } = this.session.position;
    return decision !== null && decision.has_ways && this.session.isOpenToPlayer;
  }

  /** Forgets the way that is shown, and the drag that draws it. @returns {boolean} whether there was one */
  drop() {
    const hadWay = !this.note.hidden || this.#trail.length > 0;
    clearTimeout(this.#timer);
    this.#asked = "";
    this.#trail = [];
    this.session.plot.chart.cancelDrag();
    if (hadWay) this.#hide();
    return hadWay;
  }

  // Pointing and picking

  /**
   * Shows the way to a place on which the pointer or the focus rests.
   * @param {Target | null} target  null: nothing, or something that an option means
   */
  point(target) {
    if (this.#trail.length) return;
    clearTimeout(this.#timer);
    const place = target && this.#placeOf(target);
    const key = place ? keyOf([place]) : "";
    if (key === this.#asked) return;
    this.#asked = key;
    if (!this.note.hidden) this.#hide();
    if (place && this.areOffered) this.#timer = window.setTimeout(() => void this.#show([place]), REST_MS);
  }

  /**
   * Takes the way to a place; a finger sees it first, and takes it by touching the place again.
   * @param {Target} target
   * @returns {Promise<boolean>} whether there is a way
   */
  async pick(target) {
    const place = this.#placeOf(target);
    if (!place || !this.areOffered) return false;
    const option = await this.#show([place]);
    if (!option) return false;
    if (target.isTouched) {
      showTab("decision");
      this.note.hidden = true; // the panel says the same
      this.session.decision.select(option);
    } else this.session.decision.take(option);
    return true;
  }

  // Dragging

  /**
   * A piece is dragged over a place: the way goes through it, or, back to the place before, no more beyond that.
   * @param {string} piece
   * @param {string | null} space  null: the drag is over, and nothing comes of it
   */
  follow(piece, space) {
    const { position } = this.session;
    if (!space) {
      this.drop();
      return;
    }
    if (!this.areOffered || !position.decision?.subjects.includes(piece)) return;
    const trail = this.#trail;
    const start = position.view.pieces.find((candidate) => candidate.id === piece)?.space;
    if (space === start) this.#trail = [];
    else if (trail.at(-2) === space) trail.pop();
    else if (trail.at(-1) !== space && trail.length < LONGEST) trail.push(space);
    if (this.#trail.length) void this.#show([...this.#trail]);
    else this.#hide();
  }

  /**
   * A piece was dropped at the end of its trail: all answers are sent together.
   * @returns {boolean} whether a trail led there
   */
  end() {
    const trail = this.#trail;
    const [last] = trail.slice(-1);
    this.#trail = [];
    if (last === undefined) return false;
    void this.#show(trail).then((option) => {
      if (option) this.session.decision.take(option);
      else void this.session.pointing.whyNot(last);
    });
    return true;
  }

  // What the server knows of ways

  /**
   * Finds a way and shows it, unless another has been asked for meanwhile.
   * @param {string[]} places
   */
  async #show(places) {
    this.#asked = keyOf(places);
    const option = await this.#find(places);
    if (this.session.closed || this.#asked !== keyOf(places)) return option;
    if (!option) this.#hide();
    else if (!this.session.decision.unconfirmed) {
      this.session.plot.preview(option);
      this.note.textContent = option.label;
      this.note.hidden = false;
    }
    return option;
  }

  #hide() {
    this.note.hidden = true;
    if (!this.session.decision.unconfirmed) this.session.plot.preview(null);
  }

  /** @param {string[]} places */
  #find(places) {
    const key = keyOf(places);
    const known = this.#known.get(key) ?? this.#ask(places);
    this.#known.set(key, known);
    return known;
  }

  /**
   * @param {string[]} places
   * @returns {Promise<Option | null>}
   */
  async #ask(places) {
    const { api, seat, position } = this.session;
    try {
      const way = await api.way(seat, position.seq, places);
      const isPast = this.session.position.seq !== position.seq; // the answer is to a question that was asked before
      return way.answers.length && !isPast ? this.#optionOf(way, places) : null;
    } catch (error) {
      this.#known.delete(keyOf(places));
      if (error instanceof Refusal && error.position) this.session.hear(error.position);
      else if (!isAbort(error)) notice(sentence(error));
      return null;
    }
  }

  /**
   * A way as an option, which is previewed, confirmed and taken like any other.
   * @param {Way} way
   * @param {string[]} places
   * @returns {Option}
   */
  #optionOf(way, places) {
    const [target] = places.slice(-1);
    const steps = way.answers.length === 1 ? "1 step" : `${way.answers.length} steps`;
    const through = way.spaces.slice(0, -1).map((id) => this.#nameOf(id));
    const label = `To ${this.#nameOf(target ?? "")}: ${steps}${through.length ? ` through ${through.join(", ")}` : ""}`;
    return { value: null, label, spaces: way.spaces, pieces: [], steps: way };
  }

  /** @param {string} id */
  #nameOf(id) {
    return this.session.pointing.nameOf({ kind: "space", id });
  }

  /** The place that is meant: of a piece the one where it is. @param {Target} target */
  #placeOf(target) {
    if (target.kind === "space") return target.id;
    return this.session.position.view.pieces.find((piece) => piece.id === target.id)?.space ?? null;
  }
}

/** @param {string[]} places */
function keyOf(places) {
  return places.join(" ");
}
