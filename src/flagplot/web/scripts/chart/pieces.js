/** The pieces on the chart, each an element of its own that glides, appears and sinks. */

import { Berths } from "./berths.js";
import { accentOf, extentOf, figureOf, isLettered, isMarker, svg } from "./figures.js";
import { faceOff, line, pack, SHIP } from "./layout.js";
import { isLandmark, isPoint, rowsOf } from "./points.js";
import { pieceWords } from "./words.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Piece} Piece */
/** @typedef {import("./layout.js").Packing} Packing */
/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("./layout.js").Rect} Rect */
/** @typedef {import("./layout.js").Spot} Spot */
/** @typedef {import("./layout.js").Size} Size */
/** @typedef {import("./motion.js").Motion} Motion */
/** @typedef {{ piece: Piece, element: HTMLElement, size: Size, spot: Spot, looks: string }} Shown */

const GLIDE = 520;
const APPEAR = 380;
const SINK = 1100;
const EASE = "cubic-bezier(.45,.05,.25,1)";
const EMBLEMS = new Map([["Ace", "star"]]);
const COUNT_WIDTH = 25;
/** The type of a name beside a count, and of one under a piece that is seen from near; the style sheet knows the same. */
const TOLD = { letter: 9.4, gap: 8 };
const NEAR_NAME = { letter: 6.6, row: 14 };
const PIPS_HEIGHT = 9;
/** The type of the name under a ship; the style sheet knows the same figures. */
const CAPTION = { letter: 9.2, row: 16 };
const STRENGTH = /^(?:strength )?(\d+)$/;

export class PieceLayer {
  /** @type {Map<string, Shown>} */
  #shown = new Map();
  /** @type {Map<string, Piece[]>} */
  #bySpace = new Map();
  /** @type {Set<string>} */
  #crowded = new Set();
  /** Spaces whose pieces lie elsewhere for now, such as in an open fan. @type {Map<string, Spot[]>} */
  #fanned = new Map();
  /** Where the pieces of each space lie at rest. @type {Map<string, Packing>} */
  #packings = new Map();
  /** The room of the piles beside each point. @type {Map<string, Rect[]>} */
  #piledAt = new Map();
  /** Ships that bear their name, because they are easily taken for one another. @type {Set<string>} */
  #named = new Set();

  /** @param {Board} board @param {Map<string, Place>} places @param {Motion} motion */
  constructor(board, places, motion) {
    this.board = board;
    this.places = places;
    this.motion = motion;
    this.element = document.createElement("div");
    this.element.className = "pieces";
    this.berths = new Berths(board, places);
    /** Fine lines from marks to piles that lie a little way off. */
    this.leaders = svg("svg", { class: "leaders", "aria-hidden": "true" });
  }

  /** The pieces in a space, in the order in which they lie. @param {string} space */
  in(space) {
    return this.#bySpace.get(space) ?? [];
  }

  get bySpace() {
    return this.#bySpace;
  }

  /** Whether the pieces of a space overlap or are very small. @param {string} space */
  isCrowded(space) {
    return this.#crowded.has(space);
  }

  /** @param {string} id */
  shown(id) {
    return this.#shown.get(id);
  }

  /** The middle of a piece on the chart. @param {string} id */
  centre(id) {
    const shown = this.#shown.get(id);
    if (!shown) return null;
    const { spot, size } = shown;
    return { x: spot.x + (size.width * spot.scale) / 2, y: spot.y + (size.height * spot.scale) / 2 };
  }

  /**
   * Shows these pieces and no others; what moved glides, what is new appears, ships that are gone sink.
   * @param {Piece[]} pieces @param {boolean} animate @param {Set<string>} [own]  the sides whose ships are the player's
   * @returns {Promise<void>} settled when all have come to rest
   */
  show(pieces, animate, own = new Set()) {
    /** @type {Animation[]} */
    const running = [];
    const moving = animate && this.motion.speed > 0;
    /** @type {Map<string, Piece>} */
    const wanted = new Map(pieces.filter((piece) => this.places.has(piece.space)).map((piece) => [piece.id, piece]));
    for (const [id, shown] of this.#shown) {
      if (wanted.has(id)) continue;
      this.#shown.delete(id);
      this.#remove(shown, moving, running);
    }
    this.#bySpace = new Map();
    for (const piece of wanted.values()) {
      const there = this.#bySpace.get(piece.space);
      if (there) there.push(piece);
      else this.#bySpace.set(piece.space, [piece]);
    }
    this.#named = this.#alikeOf(own);
    for (const [space, there] of this.#bySpace) {
      there.sort((one, other) => this.#accent(one) - this.#accent(other));
      if (isPoint(/** @type {Place} */ (this.places.get(space)))) there.sort((one, other) => this.#pile(one).localeCompare(this.#pile(other)));
    }
    this.#arrange();
    for (const [space, there] of this.#bySpace) this.#lay(space, there, moving, running);
    return Promise.all(running.map((animation) => animation.finished.catch(() => {}))).then(() => {});
  }

  /** The room of the piles beside all points. @returns {Rect[]} */
  get piled() {
    return [...this.#piledAt.values()].flat();
  }

  /** Lays all pieces again, because places have more or less room. */
  layAgain() {
    this.#arrange();
    for (const [space, there] of this.#bySpace) this.#lay(space, there, false, []);
  }

  /** The room of the piles beside a point, wherever their pieces are now. @param {string} space */
  piledAt(space) {
    return this.#piledAt.get(space) ?? [];
  }

  /** Lays the pieces of a space elsewhere, or back (null). @param {string} space @param {Spot[] | null} spots */
  fan(space, spots) {
    if (spots) this.#fanned.set(space, spots);
    else this.#fanned.delete(space);
    const there = this.in(space);
    if (there.length) this.#lay(space, there, this.motion.speed > 0, [], 190);
  }

  /** Marks pieces with a class, and unmarks all others. @param {string} mark @param {Set<string>} ids */
  mark(mark, ids) {
    for (const [id, { element }] of this.#shown) element.classList.toggle(mark, ids.has(id));
  }

  /** Says of each piece whether it can be chosen. @param {Set<string>} offered */
  describe(offered) {
    for (const [id, { element, piece }] of this.#shown) {
      const words = pieceWords(piece) + (offered.has(id) ? "; can be chosen" : "");
      if (element.getAttribute("aria-label") !== words) element.setAttribute("aria-label", words);
    }
  }

  /** The sizes that the pieces of a space take up. @param {string} space */
  sizes(space) {
    const inStrip = this.places.get(space)?.isStrip ?? false;
    return this.in(space).map((piece) => sizeOf(piece, inStrip));
  }

  /** @param {Piece} piece */
  #accent(piece) {
    const accent = accentOf(this.board.sides, piece.side);
    return accent < 0 ? 2 : accent;
  }

  /** The pile beside a point in which a piece lies: ships by their side, then markers by their kind. @param {Piece} piece */
  #pile(piece) {
    return isMarker(piece) ? `marker ${piece.kind} ${this.#accent(piece)}` : `${this.#accent(piece)}`;
  }

  /** The ships of these sides that lie at points without another of their side, if there are several. @param {Set<string>} sides */
  #alikeOf(sides) {
    const alone = [...this.#bySpace].flatMap(([space, there]) => {
      const ships = there.filter((piece) => sides.has(piece.side) && !piece.hidden && !isMarker(piece));
      const isAlone = ships.length === 1 && isPoint(/** @type {Place} */ (this.places.get(space)));
      return isAlone ? [ships[0].id] : [];
    });
    return new Set(alone.length > 1 ? alone : []);
  }

  /** Finds out where the pieces of every space lie: first where many do and always will, so that those who pass give way. */
  #arrange() {
    this.#crowded.clear();
    this.#packings.clear();
    this.#piledAt.clear();
    this.leaders.replaceChildren();
    /** @type {Rect[]} */
    const taken = [];
    const spaces = [...this.places.values()].filter(({ space }) => this.#bySpace.has(space.id));
    for (const place of [...spaces.filter(isLandmark), ...spaces.filter((place) => !isLandmark(place))]) {
      const { id } = place.space;
      const packing = isPoint(place) ? this.#berthed(place, taken) : this.#packed(place);
      this.#packings.set(id, packing);
      if (packing.crowded) this.#crowded.add(id);
    }
  }

  /** @param {Place} place @returns {Packing} */
  #packed(place) {
    const there = this.in(place.space.id);
    const sizes = this.sizes(place.space.id);
    const first = there.filter((piece) => this.#accent(piece) === 0).length;
    if (place.isStrip) return inRow(there, sizes, place.zone);
    const isFacing = first > 0 && first < there.length && place.space.kind !== "square";
    const packed = (/** @type {Size[]} */ rooms) =>
      isFacing ? faceOff(rooms.slice(0, first), rooms.slice(first), place.zone) : pack(rooms, place.zone);
    const rooms = sizes.map((size, at) => roomWithName(size, there[at].name));
    const roomy = packed(rooms);
    if (roomy.crowded) return packed(sizes);
    const spots = roomy.spots.map((spot, at) => ({ ...spot, x: spot.x + ((rooms[at].width - sizes[at].width) / 2) * spot.scale }));
    return { ...roomy, spots, names: "below" };
  }

  /** Lays the piles of a point beside its mark and beside others that are there. @param {Place} place @param {Rect[]} taken @returns {Packing} */
  #berthed(place, taken) {
    const piles = this.#piles(this.in(place.space.id));
    const berths = piles.map(([top]) => {
      const caption = this.#named.has(top.id) ? captionOf(top.name) : null;
      const berth = this.berths.find(place, { ...sizeOf(top, false), caption }, taken);
      taken.push(berth.rect);
      return berth;
    });
    const { id } = place.space;
    this.#piledAt.set(id, berths.map(({ rect }) => rect));
    berths.forEach(({ leader }, at) => {
      if (leader) this.leaders.append(leaderOf(id, leader, this.#accent(piles[at][0])));
    });
    return { spots: piles.flatMap((pile, at) => pile.map(() => berths[at].spot)), crowded: piles.some((pile) => pile.length > 1) };
  }

  /** @param {string} space @param {Piece[]} there @param {boolean} moving @param {Animation[]} running @param {number} [lasts] */
  #lay(space, there, moving, running, lasts = GLIDE) {
    const place = /** @type {Place} */ (this.places.get(space));
    const sizes = this.sizes(space);
    const piles = isPoint(place) ? this.#piles(there) : [];
    const packing = /** @type {Packing} */ (this.#packings.get(space));
    const fanned = this.#fanned.get(space);
    const spots = fanned?.length === there.length ? fanned : packing.spots;
    there.forEach((piece, at) => this.#put(piece, sizes[at], spots[at], at, place.isStrip, moving, running, lasts));
    for (const leader of this.leaders.querySelectorAll(`[data-from="${CSS.escape(space)}"]`)) {
      leader.classList.toggle("is-idle", spots === fanned);
    }
    for (const piece of there) {
      const element = /** @type {Shown} */ (this.#shown.get(piece.id)).element;
      element.classList.toggle("is-fanned", spots === fanned);
      element.classList.toggle("is-told", packing.names === "beside");
      element.classList.toggle("has-room", packing.names === "below");
      this.#caption(element, piece, spots !== fanned);
    }
    for (const pile of piles) {
      pile.forEach(({ id }, at) => this.#shown.get(id)?.element.classList.toggle("is-under", at > 0 && spots !== fanned));
      for (const { id } of pile) this.#shown.get(id)?.element.querySelector(".pile-count")?.remove();
      if (spots === fanned || pile.length < 2) continue;
      const count = pile.reduce((sum, piece) => sum + piece.count, 0);
      this.#shown.get(pile[0].id)?.element.append(span("pile-count", String(count)));
    }
  }

  /** Writes the name of a ship under it, or takes it away. @param {HTMLElement} element @param {Piece} piece @param {boolean} isAtRest */
  #caption(element, piece, isAtRest) {
    const isNamed = isAtRest && this.#named.has(piece.id);
    if (element.classList.contains("is-named") === isNamed) return;
    element.classList.toggle("is-named", isNamed);
    const name = element.querySelector(".name");
    if (name) name.textContent = isNamed ? rowsOf(piece.name).join("\n") : piece.name;
  }

  /** The pieces beside a point in piles, of which the first piece lies on top. @param {Piece[]} there */
  #piles(there) {
    /** @type {Map<string, Piece[]>} */
    const piles = new Map();
    for (const piece of there) piles.set(this.#pile(piece), [...(piles.get(this.#pile(piece)) ?? []), piece]);
    return [...piles.values()];
  }

  /**
   * @param {Piece} piece @param {Size} size @param {Spot} spot @param {number} order @param {boolean} inStrip
   * @param {boolean} moving @param {Animation[]} running @param {number} lasts
   */
  #put(piece, size, spot, order, inStrip, moving, running, lasts) {
    const looks = JSON.stringify([piece.kind, piece.side, piece.name, piece.count, piece.badges, piece.pips, piece.hidden, inStrip]);
    let shown = this.#shown.get(piece.id);
    const isNew = !shown;
    if (!shown) {
      shown = { piece, element: document.createElement("div"), size, spot, looks: "" };
      shown.element.setAttribute("role", "button");
      shown.element.tabIndex = -1;
      shown.element.dataset.piece = piece.id;
      this.#shown.set(piece.id, shown);
      this.element.append(shown.element);
    }
    const { element } = shown;
    if (shown.looks !== looks) this.#dress(element, piece, size, inStrip);
    element.style.zIndex = String(order + 1);
    const before = shown.spot;
    Object.assign(shown, { piece, size, spot, looks });
    const to = transformTo(spot);
    element.style.transform = to;
    element.style.setProperty("--scale", spot.scale.toFixed(3));
    if (!moving) return;
    if (isNew) {
      running.push(element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: this.motion.time(APPEAR) }));
    } else if (before.x !== spot.x || before.y !== spot.y || before.scale !== spot.scale) {
      const glide = { duration: this.motion.time(lasts), easing: EASE };
      element.classList.add("is-moving");
      const animation = element.animate([{ transform: transformTo(before) }, { transform: to }], glide);
      animation.finished.catch(() => {}).then(() => element.classList.remove("is-moving"));
      running.push(animation);
    }
  }

  /** @param {HTMLElement} element @param {Piece} piece @param {Size} size @param {boolean} inStrip */
  #dress(element, piece, size, inStrip) {
    const states = [...element.classList].filter((name) => name.startsWith("is-") && name !== "is-named"); // a new name is written anew
    element.className = ["piece", ...states].join(" ");
    element.dataset.accent = String(accentOf(this.board.sides, piece.side));
    element.style.width = `${size.width}px`;
    element.style.height = `${size.height}px`;
    element.setAttribute("aria-label", pieceWords(piece));
    element.replaceChildren(...dressed(piece, this.board.sides, SHIP, inStrip));
  }

  /** @param {Shown} shown @param {boolean} moving @param {Animation[]} running */
  #remove({ element, piece, spot }, moving, running) {
    if (!moving) return element.remove();
    element.classList.add("is-leaving");
    const at = transformTo(spot);
    const isShip = !piece.hidden && !isLettered(piece) && extentOf(piece, SHIP).width > SHIP * 0.5;
    const down = `translate(${spot.x}px, ${spot.y + 22}px) scale(${spot.scale}) rotate(24deg)`;
    const animation = isShip
      ? element.animate(
          [{ transform: at, opacity: 1 }, { transform: at.replace(/$/, " rotate(10deg)"), opacity: 0.9, offset: 0.4 }, { transform: down, opacity: 0 }],
          { duration: this.motion.time(SINK), easing: "ease-in" },
        )
      : element.animate([{ opacity: 1 }, { opacity: 0 }], { duration: this.motion.time(APPEAR) });
    running.push(animation);
    animation.finished.catch(() => {}).then(() => element.remove());
  }
}

/** @param {Spot} spot */
function transformTo({ x, y, scale }) {
  return `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${scale.toFixed(3)})`;
}

/** Whether a piece shows its number. @param {Piece} piece @param {boolean} inStrip */
function isCounted(piece, inStrip) {
  return !isLettered(piece) && (piece.count !== 1 || inStrip);
}

/** Pieces in a row with their counts, and with their names where all of them fit. @param {Piece[]} pieces @param {Size[]} sizes @param {Rect} zone @returns {Packing} */
function inRow(pieces, sizes, zone) {
  const told = sizes.map((size, at) => ({ ...size, width: size.width + pieces[at].name.length * TOLD.letter + TOLD.gap }));
  const packing = line(told, zone);
  return packing.spots.every(({ scale }) => scale === 1) ? { ...packing, names: "beside" } : line(sizes, zone);
}

/** The room that a piece takes up with its name below it. @param {Size} size @param {string} name @returns {Size} */
function roomWithName({ width, height }, name) {
  return { width: Math.max(width, name.length * NEAR_NAME.letter), height: height + NEAR_NAME.row };
}

/** The room that a piece takes up with its count and its pips. @param {Piece} piece @param {boolean} inStrip @param {number} [ship] @returns {Size} */
export function sizeOf(piece, inStrip, ship = SHIP) {
  const { width, height } = extentOf(piece, inStrip ? ship * 0.86 : ship);
  return {
    width: width + (isCounted(piece, inStrip) && !piece.hidden ? COUNT_WIDTH : 0),
    height: height + (piece.pips ? PIPS_HEIGHT : 0),
  };
}

/**
 * A fine line from the mark of a space to a pile, in the colour of its side.
 * @param {string} space @param {[import("./layout.js").Point, import("./layout.js").Point]} line @param {number} accent
 */
function leaderOf(space, [from, to], accent) {
  const d = `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${to.x.toFixed(1)} ${to.y.toFixed(1)}`;
  return svg("g", { "data-from": space, "data-accent": accent }, svg("path", { class: "is-under", d }), svg("path", { d }));
}

/** The room that a name takes up under a ship. @param {string} name @returns {Size} */
function captionOf(name) {
  const rows = rowsOf(name);
  return { width: Math.max(...rows.map((row) => row.length)) * CAPTION.letter, height: rows.length * CAPTION.row };
}

/**
 * The parts of a piece: figure, count, pips, a badge that tells its strength, emblem, name and badges.
 * @param {Piece} piece @param {import("../types.js").Side[]} sides @param {number} size @param {boolean} inStrip
 * @returns {Node[]}
 */
export function dressed(piece, sides, size, inStrip) {
  /** @type {Node[]} */
  const parts = [figureOf(piece, { size: inStrip ? size * 0.86 : size, sides })];
  if (isCounted(piece, inStrip)) parts.push(span("count", String(piece.count)));
  if (piece.pips) {
    const [now, most] = piece.pips;
    const pips = span("pips", "");
    for (let at = 0; at < most; at += 1) pips.append(span(at < now ? "pip" : "pip is-lost", ""));
    parts.push(pips);
  }
  const strength = piece.badges.map((badge) => STRENGTH.exec(badge)?.[1]).find(Boolean);
  if (strength) parts.push(span("number", strength));
  const emblem = piece.badges.map((badge) => EMBLEMS.get(badge)).find(Boolean);
  if (emblem) {
    parts.push(svg("svg", { class: "emblem", viewBox: "0 0 24 24", width: 20, height: 20 }, svg("use", { href: `#figure-${emblem}` })));
  }
  parts.push(span("name", piece.name));
  const damage = damageOf(piece);
  if (damage) parts.push(damage);
  if (piece.badges.length) {
    const badges = span("badges", "");
    const last = piece.badges.length - 1;
    badges.append(...piece.badges.flatMap((badge, at) => (at < last ? [span("badge", `${badge} ·`), " "] : [span("badge", badge)])));
    parts.push(badges);
  }
  return parts;
}

/** The boxes of a ship's hits: to damage her, a bar, to sink her. @param {Piece} piece @returns {HTMLElement | null} */
export function damageOf({ damage }) {
  if (!damage) return null;
  const [taken, hurt, sunk] = damage;
  const boxes = span("hit-boxes", "");
  boxes.setAttribute("role", "img");
  boxes.setAttribute("aria-label", `${taken} of ${sunk} hits, damaged by ${hurt}`);
  for (let at = 0; at < sunk; at += 1) boxes.append(span(`hit-box${at < taken ? " is-hit" : ""}${at > 0 && at === hurt ? " is-second" : ""}`, ""));
  return boxes;
}

/** @param {string} name @param {string} text */
function span(name, text) {
  const element = document.createElement("span");
  element.className = name;
  element.textContent = text;
  return element;
}
