/** The spaces of the chart: areas with columns, seas, ports and boxes as cards with their facts, points as marks. */

import { flagOf } from "../flags.js";
import { accentOf, svg } from "./figures.js";
import { breadth, corners, inset, ringPath } from "./hexes.js";
import { covered, isLandmark, isPoint, nameInSight, rowsOf } from "./points.js";
import { WIDTH } from "./layout.js";
import { placeName, pointWords, spaceWords } from "./words.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Fact} Fact */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./layout.js").Rect} Rect */
/** @typedef {import("./shades.js").Shade} Shade */

/** Sizes of titles; a long name is set smaller so that it fits its card. */
const [LARGEST, SMALLEST, WIDE_LETTER] = [21, 17, 0.64];

/** The plotting spaces whose names lie over everything; styles know the same. */
const POINTED = ".is-point:is(.is-pointed, :focus-visible, .is-previewed, .is-target, .is-lit)";

export class SpaceLayer {
  /** @type {Map<string, HTMLElement | SVGElement>} */
  #cards = new Map();
  /** The hexes, below everything else. @type {Element | null} */
  #hexes = null;
  /** @type {Map<string, HTMLElement>} */
  #facts = new Map();
  /** Where points fly a pennant for each fact about them. @type {Map<string, HTMLElement>} */
  #pennants = new Map();
  /** What kind of place a point is, in words. @type {Map<string, HTMLElement>} */
  #kinds = new Map();
  /** What each fact strip shows now, to change only what changed. @type {Map<string, string>} */
  #shown = new Map();

  /** @param {Board} board @param {Map<string, Place>} places */
  constructor(board, places) {
    this.board = board;
    this.places = places;
    this.element = document.createElement("div");
    const has = (/** @type {import("../types.js").SpaceKind} */ kind) => board.spaces.some((space) => space.kind === kind);
    this.element.className = `spaces${has("point") ? " has-points" : ""}${has("hex") ? " has-hexes" : ""}`;
    if (has("hex")) {
      const height = WIDTH / board.aspect;
      this.#hexes = svg("svg", { class: "hexes", viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height });
      this.element.append(this.#hexes);
    }
    for (const place of places.values()) this.#add(place);
  }

  /** @param {string} id */
  card(id) {
    return this.#cards.get(id);
  }

  /** @param {Fact[]} facts @param {Map<string, Piece[]>} piecesBySpace */
  show(facts, piecesBySpace) {
    /** @type {Map<string, Fact[]>} */
    const bySpace = new Map();
    for (const fact of facts) if (fact.about) bySpace.set(fact.about, [...(bySpace.get(fact.about) ?? []), fact]);
    for (const [id, strip] of this.#facts) {
      const own = bySpace.get(id) ?? [];
      const text = JSON.stringify(own);
      if (this.#shown.get(id) === text) continue;
      this.#shown.set(id, text);
      strip.replaceChildren(...own.map((fact) => this.#fact(fact)));
      this.#pennants.get(id)?.replaceChildren(...own.map(pennant));
    }
    for (const [id, card] of this.#cards) card.classList.toggle("is-empty", !piecesBySpace.get(id)?.length);
    this.factsOf = bySpace;
  }

  /** @type {Map<string, Fact[]>} */
  factsOf = new Map();

  /**
   * Says anew what each space holds and whether it can be chosen.
   * @param {Map<string, Piece[]>} piecesBySpace @param {Set<string>} offeredSpaces @param {Set<string>} offeredPieces
   */
  describe(piecesBySpace, offeredSpaces, offeredPieces) {
    for (const [id, card] of this.#cards) {
      const place = /** @type {Place} */ (this.places.get(id));
      const pieces = piecesBySpace.get(id) ?? [];
      const offer = { isOffered: offeredSpaces.has(id), offeredPieces: pieces.filter((piece) => offeredPieces.has(piece.id)).length };
      const words = spaceWords(placeName(place, this.places.get(place.space.within ?? "")), this.factsOf.get(id) ?? [], pieces, offer);
      if (card.getAttribute("aria-label") !== words) card.setAttribute("aria-label", words);
      const kind = this.#kinds.get(id);
      if (kind) kind.textContent = pointWords(place, pieces);
      card.classList.toggle("is-offered", offer.isOffered);
      card.classList.toggle("holds-offered", offer.offeredPieces > 0);
    }
  }

  /** Marks spaces with a class, and unmarks all others. @param {string} mark @param {Iterable<string>} ids */
  mark(mark, ids) {
    const marked = new Set(ids);
    for (const [id, card] of this.#cards) card.classList.toggle(mark, marked.has(id));
  }

  /** Shades spaces by the search plot, each with a bar as long as its part; all others are bare. @param {Map<string, Shade>} shades */
  shade(shades) {
    for (const [id, card] of this.#cards) {
      const shade = shades.get(id);
      card.classList.toggle("is-shaded", shade !== undefined);
      if (shade) card.style.setProperty("--part", shade.part.toFixed(3));
      if (card instanceof SVGElement) continue;
      if (!shade) card.querySelector(":scope > .plot-bar")?.remove();
      else if (!card.querySelector(":scope > .plot-bar")) {
        const bar = document.createElement("i");
        bar.className = "plot-bar";
        card.append(bar);
      }
    }
  }

  /** Lets the names of boxes end before the numbers that lie in them. @param {Map<string, number>} held  how much of each box they take up */
  keepNamesFrom(held) {
    for (const [id, card] of this.#cards) {
      if (card.matches(".is-port, .is-box")) card.style.setProperty("--held", `${(held.get(id) ?? 0).toFixed(1)}px`);
    }
  }

  /**
   * Moves the names of what is pointed at into the part of the chart that is seen, beside their marks and piles.
   * @param {Rect} seen @param {number} zoom @param {(space: string) => Rect[]} pilesOf
   */
  keepNamesIn(seen, zoom, pilesOf) {
    for (const card of this.element.querySelectorAll(POINTED)) {
      const plate = /** @type {HTMLElement} */ (card.querySelector(".plate"));
      plate.style.setProperty("--aside", "0px");
      plate.style.setProperty("--down", "0px");
      const frame = card.getBoundingClientRect();
      const place = /** @type {Place} */ (this.places.get(/** @type {HTMLElement} */ (card).dataset.space ?? ""));
      const boxes = [...plate.children].map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 0);
      if (!boxes.length) continue;
      const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
      const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
      const name = {
        x: place.card.x + (left - frame.left) / zoom,
        y: place.card.y + (top - frame.top) / zoom,
        width: (right - left) / zoom,
        height: (bottom - top) / zoom,
      };
      const moved = nameInSight(name, place, pilesOf(place.space.id), seen);
      plate.style.setProperty("--aside", `${(moved.x - name.x).toFixed(1)}px`);
      plate.style.setProperty("--down", `${(moved.y - name.y).toFixed(1)}px`);
    }
  }

  /** Takes away the names of high seas on which piles lie. @param {Rect[]} piles */
  clearNamesUnder(piles) {
    for (const [id, card] of this.#cards) {
      const { label } = /** @type {Place} */ (this.places.get(id));
      if (card.matches(".is-open")) card.classList.toggle("is-under-pile", label !== undefined && covered(piles, label.rect) > 0);
    }
  }

  /** @param {Place} place */
  #add(place) {
    const { space, card } = place;
    if (space.kind === "hex") return this.#addHex(place);
    const element = document.createElement("div");
    element.className = `space is-${space.kind}${place.columns.length ? " has-columns" : ""}`;
    element.dataset.space = space.id;
    element.setAttribute("role", "button");
    element.tabIndex = -1;
    element.style.left = `${card.x}px`;
    element.style.top = `${card.y}px`;
    element.style.width = `${card.width}px`;
    element.style.height = `${card.height}px`;
    if (space.side) element.dataset.accent = String(accentOf(this.board.sides, space.side));
    this.#cards.set(space.id, element);
    this.element.append(element);
    if (isPoint(place)) return this.#addMark(place, element);
    const title = document.createElement("span");
    title.className = "title";
    if (space.mark) title.append(markOf(space, accentOf(this.board.sides, space.side)));
    else if (space.kind === "port") title.append(anchor());
    const name = document.createElement("span");
    name.className = "title-text";
    name.textContent = space.name;
    title.append(name);
    const fitting = (card.width - 20 - (space.kind === "port" ? 26 : 0)) / (space.name.length * WIDE_LETTER);
    if (!place.columns.length && fitting < LARGEST) title.style.fontSize = `${Math.max(SMALLEST, fitting)}px`;
    const head = document.createElement("span");
    head.className = "head";
    head.append(title);
    element.append(head);
    if (space.kind !== "square") {
      const facts = document.createElement("span");
      facts.className = "facts";
      (place.columns.length ? element : head).append(facts);
      this.#facts.set(space.id, facts);
    }
  }

  /** A hex: its area, the outline and the corner that show when it can be chosen. @param {Place} place */
  #addHex({ space, card }) {
    const unit = breadth(card) / 56;
    const [, corner] = inset(card, 9 * unit);
    const element = svg(
      "g",
      { class: "space is-hex", role: "button", tabindex: -1, "data-space": space.id },
      svg("path", { class: "hex-area", d: ringPath(corners(card)) }),
      svg("path", { class: "hex-inset", d: ringPath(inset(card, 2.4 * unit)), "stroke-width": 2 * unit }),
      svg("circle", { class: "hex-dot", cx: corner.x, cy: corner.y, r: 2.6 * unit }),
    );
    this.#cards.set(space.id, element);
    this.#hexes?.append(element);
  }

  /** The mark of a point, with its name and its facts at its side. @param {Place} place @param {HTMLElement} element */
  #addMark(place, element) {
    const { space, card, label } = place;
    element.classList.add(isLandmark(place) ? "is-landmark" : "is-open");
    const title = document.createElement("span");
    title.className = "title";
    title.textContent = rowsOf(space.name).join("\n");
    const facts = document.createElement("span");
    facts.className = "facts";
    const plate = document.createElement("span");
    plate.className = "plate";
    const kind = document.createElement("span");
    kind.className = "kind";
    plate.append(title, kind, facts);
    if (label) {
      const { side, rect } = label;
      plate.dataset.side = side.x > 0 ? "right" : side.x < 0 ? "left" : "middle";
      if (side.x > 0) plate.style.left = `${rect.x - card.x}px`;
      else if (side.x < 0) plate.style.right = `${card.x + card.width - rect.x - rect.width}px`;
      plate.style.top = `${rect.y - card.y}px`;
      plate.style.height = `${rect.height}px`;
      const across = side.x > 0 ? "left" : side.x < 0 ? "right" : "center";
      plate.style.transformOrigin = `${across} ${side.y > 0 ? "top" : side.y < 0 ? "bottom" : "center"}`;
      plate.style.justifyContent = side.y > 0 ? "start" : side.y < 0 ? "end" : "center";
    }
    const pennants = document.createElement("span");
    pennants.className = "pennants";
    pennants.dataset.flies = `${(place.pennant?.y ?? -1) > 0 ? "below" : "above"} ${(place.pennant?.x ?? 1) > 0 ? "right" : "left"}`;
    element.append(markOf(space, accentOf(this.board.sides, space.side)), pennants, plate);
    this.#facts.set(space.id, facts);
    this.#kinds.set(space.id, kind);
    this.#pennants.set(space.id, pennants);
  }

  /** A fact; a value that names a side is shown as its flag. @param {Fact} fact */
  #fact(fact) {
    const element = document.createElement("span");
    element.className = "fact";
    element.dataset.term = fact.name;
    const name = document.createElement("span");
    name.className = "fact-name";
    name.textContent = fact.name;
    const side = this.board.sides.findIndex((known) => known.name === fact.value);
    const value = document.createElement("b");
    if (side >= 0) value.append(flagOf(this.board.sides[side]?.flags[0] ?? "", 20) ?? flag(side));
    value.append(fact.value);
    element.append(name, " ", ...(fact.level ? [barOf(fact.level)] : []), value);
    return element;
  }
}

/** How much of what there can be there is. @param {[number, number]} level */
function barOf([now, most]) {
  const bar = document.createElement("span");
  bar.className = "fact-bar";
  bar.style.setProperty("--part", `${Math.min(100, (100 * now) / Math.max(1, most))}%`);
  return bar;
}

/** A small flag: a pennant for the first side, a square flag for the second. @param {number} side */
export function flag(side) {
  const shape = side === 0 ? "M3 2L17 7L3 12Z" : "M3 2H16V11.5H3Z";
  return svg(
    "svg",
    { class: "flag", viewBox: "0 0 18 20", width: 16, height: 18, "data-accent": side, "aria-hidden": "true" },
    svg("path", { d: `M1.4 1H3V19H1.4Z${shape}` }),
  );
}

/** A pennant with the first letter of a fact's name, on a staff that stands in the middle of a mark; styles turn it to its side. @param {Fact} fact */
function pennant({ name, value }) {
  const drawing = svg("svg", { class: "pennant", viewBox: "0 0 24 30", width: 24, height: 30, "aria-hidden": "true" });
  const letter = svg("text", { x: 10.5, y: 8, "text-anchor": "middle", "dominant-baseline": "central" });
  letter.textContent = name.slice(0, 1);
  const words = svg("title", {});
  words.textContent = `${name}: ${value}`;
  drawing.append(words, svg("path", { d: "M1 1H23L17.5 8L23 15H3V29H1Z" }), letter);
  return drawing;
}

/** The outlines of the marks of points, around the middle. @type {Record<string, string>} */
const MARKS = {
  sea: "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z",
  start: "M-12 0a12 12 0 1 0 24 0a12 12 0 1 0 -24 0ZM-7 0a7 7 0 1 1 14 0a7 7 0 1 1 -14 0Z",
  zone: "M-15 0L-7.5 -13H7.5L15 0L7.5 13H-7.5Z",
  haven: "M0 -14L14 0L0 14L-14 0Z",
  neutral: "M-10 -10H10V10H-10Z",
  port: "M-10.5 -10.5H10.5V10.5H-10.5Z",
  base: "M0 -15L14 -5L9 12H-9L-14 -5Z",
  airfield: "M-9.5 -9.5H9.5V9.5H-9.5Z",
};
/** The second side's ports and airfields are round, the first side's and those of neither are square. */
const ROUND = "M-11 0a11 11 0 1 0 22 0a11 11 0 1 0 -22 0Z";
/** What is drawn inside the marks that have no letters. @type {Record<string, string>} */
const INSIDE = { neutral: "anchor", port: "anchor", base: "anchor", haven: "anchor", airfield: "fighter" };

/** The mark of a point, with its sign or with an anchor where ships lie safe. @param {import("../types.js").Space} space @param {number} accent  of its side */
function markOf({ mark, sign }, accent) {
  const kind = mark in MARKS ? mark : "sea";
  const drawing = svg("svg", { class: "mark", viewBox: "-20 -20 40 40", width: 40, height: 40, "aria-hidden": "true" });
  drawing.dataset.mark = kind;
  if (accent >= 0) drawing.dataset.accent = String(accent);
  const isRound = accent === 1 && ["port", "airfield"].includes(kind);
  drawing.append(svg("path", { class: "outline", d: isRound ? ROUND : MARKS[kind], "fill-rule": "evenodd" }));
  if (sign) {
    const letters = svg("text", { y: 6.5, "text-anchor": "middle" });
    letters.textContent = sign;
    drawing.append(letters);
  } else if (INSIDE[kind]) {
    drawing.append(svg("use", { class: "inside", href: `#figure-${INSIDE[kind]}`, x: -7.5, y: -7.5, width: 15, height: 15 }));
  }
  return drawing;
}

function anchor() {
  return svg(
    "svg",
    { class: "anchor", viewBox: "0 0 28 28", width: 20, height: 20, "aria-hidden": "true" },
    svg("use", { href: "#figure-anchor" }),
  );
}
