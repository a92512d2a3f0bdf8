/** The battle board: two sides drawn up against each other, ships large, and who aims at whom. */

import { flagsOf } from "../flags.js";
import { accentOf, svg } from "./figures.js";
import { dressed, sizeOf } from "./pieces.js";
import { isTouch } from "./touch.js";
import { pieceWords } from "./words.js";
import { hasZones, shotOf, zoneHead, zonesOf } from "./zones.js";

/** @typedef {import("../types.js").Lineup} Lineup */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("../types.js").Section} Section */
/** @typedef {import("../types.js").Side} Side */

const SHIP = 112;
const SMALL_SHIP = 60; // where the window is as narrow as a phone
const NARROW = 600;

export class LineupBoard extends EventTarget {
  /** @type {Lineup[]} */
  #lineups = [];
  /** @type {Map<string, HTMLElement>} */
  #pieces = new Map();
  /** @type {Set<string>} */
  #offered = new Set();
  /** @type {Set<string>} */
  #offeredSections = new Set();
  /** @type {string[]} */
  #subjects = [];
  /** What stands on the line to a piece that can be chosen. @type {Map<string, string>} */
  #texts = new Map();
  /** The piece at which an option that is considered aims. */
  #considered = "";
  #resizes = new ResizeObserver(() => this.#aim());
  #isNarrow = false;

  /** @param {HTMLElement} host @param {{ sides?: Side[] }} [how] `sides` of the board, for their colours */
  constructor(host, { sides } = {}) {
    super();
    this.sides = sides;
    this.element = document.createElement("div");
    this.element.className = "lineups";
    this.element.hidden = true;
    host.append(this.element);
    this.#resizes.observe(this.element);
    this.element.addEventListener("click", (event) => this.#clicked(event));
    this.element.addEventListener("pointerover", (event) => this.#pointed(event));
    this.element.addEventListener("pointerleave", () => this.dispatchEvent(new CustomEvent("point", { detail: null })));
  }

  /** @param {Lineup[]} lineups  none: the board is put away */
  show(lineups) {
    const held = /** @type {HTMLElement | null} */ (this.element.contains(document.activeElement) ? document.activeElement : null);
    const heldId = held?.dataset.piece;
    if (JSON.stringify(lineups) !== JSON.stringify(this.#lineups)) {
      this.#lineups = lineups;
      this.#isNarrow = window.innerWidth < NARROW;
      this.element.classList.toggle("is-narrow", this.#isNarrow);
      this.#pieces.clear();
      this.element.replaceChildren(...lineups.map((lineup) => this.#board(lineup)));
      this.#mark("is-offered", this.#offered);
      this.#markSections("is-offered", this.#offeredSections);
    }
    this.element.hidden = !lineups.length;
    this.#aim();
    if (heldId) this.#pieces.get(heldId)?.focus();
  }

  /** @param {Option[] | null} options @param {string[]} [subjects]  the pieces that are asked about */
  offer(options, subjects = []) {
    this.#mark("is-subject", new Set(subjects));
    this.#subjects = options ? subjects : [];
    this.#considered = "";
    this.#offered = new Set(options?.flatMap((option) => option.pieces));
    this.#offeredSections = new Set(options?.flatMap((option) => option.sections ?? []));
    this.#texts = new Map(options?.flatMap(({ pieces, text }) => (text && pieces.length === 1 ? [[pieces[0], text]] : [])));
    this.#mark("is-offered", this.#offered);
    this.#markSections("is-offered", this.#offeredSections);
    for (const [id, element] of this.#pieces) {
      element.tabIndex = this.#offered.has(id) ? 0 : -1;
      const words = (element.dataset.words ?? "") + (this.#offered.has(id) ? "; can be chosen" : "");
      element.setAttribute("aria-label", words);
    }
    this.#pieces.get([...this.#offered][0] ?? "")?.scrollIntoView({ block: "nearest" });
    this.#aim(); // on a narrow screen those who can be chosen come first
  }

  /** Emphasises what an option touches. @param {Option | null} option */
  preview(option) {
    this.light(option ? option.pieces : []);
    this.#markSections("is-previewed", new Set(option?.sections));
    const [aimed = ""] = option?.pieces ?? [];
    if (aimed === this.#considered) return;
    this.#considered = aimed;
    this.#aim();
  }

  /** Marks zones, and lets Tab reach those that can be chosen. @param {string} mark @param {Set<string>} ids */
  #markSections(mark, ids) {
    for (const zone of this.element.querySelectorAll("[data-section]")) {
      const { section = "" } = /** @type {HTMLElement} */ (zone).dataset;
      zone.classList.toggle(mark, ids.has(section));
      const name = /** @type {HTMLElement} */ (zone.querySelector(".zone-choice"));
      if (mark !== "is-offered") continue;
      if (ids.has(section)) {
        name.tabIndex = 0;
        name.setAttribute("role", "button");
      } else {
        name.removeAttribute("tabindex");
        name.removeAttribute("role");
      }
    }
  }

  /** @param {string[]} ids */
  light(ids) {
    this.#mark("is-lit", new Set(ids));
  }

  /** @param {string} mark @param {Set<string>} ids */
  #mark(mark, ids) {
    for (const [id, element] of this.#pieces) element.classList.toggle(mark, ids.has(id));
  }

  /** @param {Lineup} lineup */
  #board(lineup) {
    const board = element("section", "lineup");
    board.setAttribute("aria-label", lineup.name);
    const title = element("h2", "lineup-title");
    title.textContent = lineup.name;
    if (hasZones(lineup)) return this.#zoned(lineup, board, title);
    const ranks = element("div", "ranks");
    const sides = this.sides ?? [...new Set(lineup.sections.map(({ side }) => side))].map((id) => ({ id, name: id, flags: [] }));
    for (const side of sides) {
      const sections = lineup.sections.filter((section) => section.side === side.id);
      if (!sections.length) continue;
      const rank = element("div", "rank");
      rank.dataset.accent = String(accentOf(sides, side.id));
      if (this.sides) {
        const name = element("h3", "rank-name");
        name.append(...[flagsOf(side.flags)].flatMap((flags) => flags ?? []), side.name);
        rank.append(name);
      }
      rank.append(...sections.map((section) => this.#section(section, sides)));
      ranks.append(rank);
    }
    const aims = svg("svg", { class: "aims", "aria-hidden": "true" });
    board.append(title, ranks, aims);
    return board;
  }

  /** @param {Lineup} lineup @param {HTMLElement} board @param {HTMLElement} title */
  #zoned(lineup, board, title) {
    /** @type {Side[]} */
    const sides = this.sides ?? [];
    board.classList.add("is-zoned");
    const zones = zonesOf(lineup, sides, (piece) => this.#piece(piece, sides));
    zones.addEventListener("keydown", (event) => {
      const section = pieceAt(event) ? undefined : sectionAt(event);
      if (!section || (event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      this.dispatchEvent(new CustomEvent("pick", { detail: { kind: "section", id: section } }));
    });
    board.append(zoneHead(lineup, title), zones, svg("svg", { class: "aims", "aria-hidden": "true" }));
    return board;
  }

  /** @param {Section} section @param {Side[]} sides */
  #section(section, sides) {
    const group = element("div", `section${section.is_out ? " is-out" : ""}`);
    const name = element("h4", "section-name");
    name.textContent = section.name;
    const line = element("div", "section-pieces");
    line.append(...section.pieces.map((piece) => this.#piece(piece, sides)));
    group.append(name, line);
    return group;
  }

  /** @param {Piece} piece @param {Side[]} sides */
  #piece(piece, sides) {
    const ship = element("div", "piece is-drawn-up");
    const length = this.#isNarrow ? SMALL_SHIP : SHIP;
    const size = sizeOf(piece, false, length);
    ship.setAttribute("role", "button");
    ship.tabIndex = -1;
    ship.dataset.piece = piece.id;
    ship.dataset.accent = String(accentOf(sides, piece.side));
    ship.dataset.words = pieceWords(piece);
    ship.setAttribute("aria-label", ship.dataset.words);
    ship.style.setProperty("--ship-width", `${size.width}px`);
    ship.style.setProperty("--ship-height", `${size.height}px`);
    ship.append(...dressed(piece, sides, length, false));
    ship.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.dispatchEvent(new CustomEvent("pick", { detail: { kind: "piece", id: piece.id } }));
    });
    this.#pieces.set(piece.id, ship);
    return ship;
  }

  /** Draws the lines from those who fire to their targets. */
  #aim() {
    for (const [at, lineup] of this.#lineups.entries()) {
      const board = this.element.children[at];
      const aims = board?.querySelector(".aims");
      if (!board || !aims) continue;
      const frame = board.getBoundingClientRect();
      aims.setAttribute("viewBox", `0 0 ${frame.width} ${frame.height}`);
      aims.replaceChildren(...lineup.aims.flatMap(([from, to]) => this.#line(from, to, frame)));
      if (hasZones(lineup)) aims.append(...this.#shots(lineup, frame));
    }
  }

  /** What was fired, and at whom those who are asked can fire. @param {Lineup} lineup @param {DOMRect} frame */
  #shots({ shots }, frame) {
    const [subject] = this.#subjects;
    const open = subject ? [...this.#offered].filter((id) => id !== subject) : [];
    const all = [
      ...shots.map(({ by, at, text, is_hit }) => ({ by, at, text, kind: is_hit ? "hit" : "splash" })),
      ...open.map((at) => ({ by: subject, at, text: this.#texts.get(at) ?? "", kind: at === this.#considered ? "aimed" : "open" })),
    ];
    /** @type {Map<string, number>} */
    const arrived = new Map();
    /** @type {import("./layout.js").Rect[]} */
    const texts = [];
    return all.flatMap(({ by, at, text, kind }) => {
      const [firer, target] = [this.#pieces.get(by), this.#pieces.get(at)];
      if (!firer || !target) return [];
      const before = arrived.get(at) ?? 0;
      arrived.set(at, before + 1);
      const how = { text, kind, accent: firer.dataset.accent ?? "", at: before, texts };
      return [shotOf(firer.getBoundingClientRect(), target.getBoundingClientRect(), frame, how)];
    });
  }

  /** @param {string} from @param {string} to @param {DOMRect} frame */
  #line(from, to, frame) {
    const [firer, target] = [this.#pieces.get(from), this.#pieces.get(to)];
    if (!firer || !target) return [];
    const one = firer.getBoundingClientRect();
    const other = target.getBoundingClientRect();
    const isAbove = one.top < other.top;
    const sideways = Math.abs(one.top - other.top) < one.height;
    const x1 = (sideways ? (one.left < other.left ? one.right : one.left) : one.left + one.width / 2) - frame.left;
    const y1 = (sideways ? one.top + one.height / 2 : isAbove ? one.bottom : one.top) - frame.top;
    const x2 = (sideways ? (one.left < other.left ? other.left : other.right) : other.left + other.width / 2) - frame.left;
    const y2 = (sideways ? other.top + other.height / 2 : isAbove ? other.top : other.bottom) - frame.top;
    const bend = sideways ? [(x1 + x2) / 2, y1, (x1 + x2) / 2, y2] : [x1, (y1 + y2) / 2, x2, (y1 + y2) / 2];
    const path = `M${x1} ${y1}C${bend[0]} ${bend[1]} ${bend[2]} ${bend[3]} ${x2} ${y2}`;
    const accent = firer.dataset.accent ?? "";
    return [
      svg("path", { class: "aim", d: path, "data-accent": accent }),
      svg("circle", { class: "aim-end", cx: x2, cy: y2, r: 4.5, "data-accent": accent }),
    ];
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const [id, section] = [pieceAt(event), sectionAt(event)];
    if (section && this.#offeredSections.has(section) && !(id && this.#offered.has(id))) {
      this.dispatchEvent(new CustomEvent("pick", { detail: { kind: "section", id: section, isTouched: isTouch(event) } }));
    } else if (id) this.dispatchEvent(new CustomEvent("pick", { detail: { kind: "piece", id, isTouched: isTouch(event) } }));
  }

  /** @param {PointerEvent} event */
  #pointed(event) {
    const [id, section] = [pieceAt(event), sectionAt(event)];
    if (section && this.#offeredSections.has(section) && !(id && this.#offered.has(id))) {
      this.dispatchEvent(new CustomEvent("point", { detail: { kind: "section", id: section } }));
      return;
    }
    this.dispatchEvent(new CustomEvent("point", { detail: id ? { kind: "piece", id } : null }));
  }
}

/** @param {Event} event */
function pieceAt(event) {
  return /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(".piece"))?.dataset.piece;
}

/** @param {Event} event */
function sectionAt(event) {
  return /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-section]"))?.dataset.section;
}

/** @param {string} tag @param {string} name */
function element(tag, name) {
  const made = document.createElement(tag);
  made.className = name;
  return made;
}
