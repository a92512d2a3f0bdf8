/** The chart of a game: spaces, pieces, what can be chosen, and what is pointed at. It knows no game. */

import { coastsOf } from "./coasts.js";
import { Camera } from "./camera.js";
import { PieceDrag } from "./drag.js";
import { Fan } from "./fan.js";
import { Forecasts } from "./forecasts.js";
import { ChartKeys } from "./keys.js";
import { centreOf, holds, placeAt, placesOf, WIDTH } from "./layout.js";
import { legendButton } from "./legend.js";
import { Arrows, leadsOf, linksOf } from "./marks.js";
import { PieceLayer } from "./pieces.js";
import { arrange, endsOf, isPoint, isWay, nearestPoint, wayOf } from "./points.js";
import { SpaceLayer } from "./spaces.js";
import { isTouch } from "./touch.js";
import { pieceWords } from "./words.js";

/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("./layout.js").Rect} Rect */
/** @typedef {import("./motion.js").Motion} Motion */
/** @typedef {import("./shades.js").Shade} Shade */
/** @typedef {import("./shades.js").Shades} Shades */
/** @typedef {typeof import("./open.js")} OpenSea  what an open chart is drawn with */
/**
 * @typedef {object} Target
 * @property {"space" | "piece" | "line" | "tray" | "section" | "cell" | "option"} kind
 * @property {string} id  of a cell: its track and its number
 * @property {Option} [option]  that a ghost stands for
 * @property {boolean} [isAlone]  a piece alone does not stand for its space
 * @property {boolean} [isTouched]  by a finger, which could not point at it before
 */

const OPEN_AFTER = 260;
const CLOSE_AFTER = 240;
const NEAR = 1.25; // from this zoom on, pieces show their names
const FINGER = 22; // pixels by which a finger may miss a plotting space
const TOO_SMALL = 1.4; // what could be shown so many times as large is hard to hit with a finger
const FAR = 0.42; // below this zoom, titles are drawn larger
const NAMED = 0.875; // at a smaller zoom, the name of a plotting space that is pointed at is drawn so much larger

export class Chart extends EventTarget {
  /** @type {Set<string>} */
  #offeredSpaces = new Set();
  /** @type {Set<string>} */
  #offeredPieces = new Set();
  /** @type {Target | null} */
  #pointed = null;
  #fanTimer = 0;
  /** @type {string[]} */
  #subjects = [];
  #hasSettled = false;
  #dragged = "";
  /** @type {string | null} the space over which a piece is being dragged */
  #over = null;
  /** Whether the pieces that are asked about can be dragged along a way. */
  dragsSubjects = false;
  /** A finger leaves no place that it points at, so the next position takes the name away. */
  #isNamedByTouch = false;
  #fitting = 0;
  /** @type {Map<string, Shade>} of the search plot */
  #shades = new Map();

  /**
   * @param {HTMLElement} host  filled by the chart
   * @param {Board} board
   * @param {string} boardSvg  the text of the game's board.svg
   * @param {{ motion: Motion, openSea?: OpenSea | null }} how  `openSea` where the board has hexes or lines
   */
  constructor(host, board, boardSvg, { motion, openSea = null }) {
    super();
    this.host = host;
    this.board = board;
    const height = WIDTH / board.aspect;
    this.places = placesOf(board);
    arrange(board, this.places);
    this.spaces = new SpaceLayer(board, this.places);
    this.forecasts = new Forecasts(this.places, (space) => this.spaces.card(space));
    this.pieces = new PieceLayer(board, this.places, motion);
    this.arrows = new Arrows(height);
    this.open = openSea ? new openSea.OpenChart(board, this.places) : null;
    this.world = document.createElement("div");
    this.world.className = "chart-world";
    this.world.style.width = `${WIDTH}px`;
    this.world.style.height = `${height}px`;
    this.window = document.createElement("div");
    this.window.className = "chart";
    this.window.setAttribute("role", "group");
    this.window.setAttribute("aria-label", `Chart: ${board.title}. The arrow keys go from space to space, Enter chooses, plus and minus zoom.`);
    this.tip = document.createElement("div");
    this.tip.className = "chart-tip";
    this.tip.hidden = true;
    const { under, lines, trays } = this.open ?? {};
    this.world.append(...coastsOf(boardSvg, this.places.values()), linksOf(board, this.places, height), leadsOf(this.places, height), ...(under ? [under] : []), this.spaces.element);
    this.world.append(...(lines ? [lines.element] : []), this.pieces.leaders, this.pieces.element, this.arrows.element);
    if (trays) this.world.append(trays.element);
    this.window.append(this.world, this.tip);
    if (board.spaces.some((space) => space.kind === "point")) this.window.append(legendButton());
    host.append(this.window);
    this.camera = new Camera(this.window, this.world, { width: WIDTH, height }, motion);
    this.camera.onZoom = (zoom) => this.#zoomed(zoom);
    this.#zoomed(this.camera.zoom);
    this.fan = new Fan(this.pieces, this.spaces, this.places, this.camera);
    this.pieces.element.append(this.fan.element);
    this.drag = new PieceDrag(this.window, {
      picture: (id) => this.#ghost(id),
      begin: (piece) => this.#beginDrag(piece),
      over: (event) => this.#dragOver(event),
      end: (piece, space) => this.#endDrag(piece, space),
    });
    this.keys = new ChartKeys(this);
    this.#listen();
  }

  /**
   * Draws a position; resolves when everything has come to rest.
   * @param {View} view @param {{ animate: boolean }} how
   * @returns {Promise<void>}
   */
  show(view, { animate }) {
    this.open?.show(view);
    const own = new Set(view.displays.map((display) => display.side));
    const rest = this.pieces.show(view.pieces, animate, own);
    this.spaces.show(view.facts, this.pieces.bySpace);
    this.spaces.clearNamesUnder([...this.pieces.piled, ...(this.open?.lines.texts ?? [])]);
    if (this.open) {
      this.spaces.keepNamesFrom(this.open.lines.held);
      this.spaces.mark("is-manned", view.lines.flatMap(({ through }) => (through.length === 1 ? through : [])).map(String));
    }
    this.#describe();
    this.fan.renew();
    this.#hideTip();
    if (this.#isNamedByTouch) this.#name(null);
    this.#fitNames();
    return rest;
  }

  /**
   * Makes the spaces and pieces glow that options touch; null: nothing is asked.
   * @param {Option[] | null} options @param {string[]} [subjects]  the pieces that are asked about
   */
  offer(options, subjects = []) {
    this.#subjects = subjects;
    this.pieces.mark("is-subject", new Set(subjects));
    this.#offeredSpaces = new Set(options?.flatMap((option) => endsOf(option, this.board)));
    this.#offeredPieces = new Set(options?.flatMap((option) => option.pieces));
    this.open?.offer(options);
    if (this.forecasts.show(options ?? [])) this.pieces.layAgain();
    this.preview(null);
    this.#describe();
    const isInTheWay = [...this.#offeredSpaces].some((id) => this.fan.covers(this.places.get(id)));
    const isIdle = !this.window.contains(document.activeElement) && this.fan.space && !this.#isOfInterest(this.fan.space);
    if (isInTheWay || isIdle) this.fan.close();
    this.keys.choicesChanged();
    if (this.camera.isNarrow && options?.length) this.#bringIntoSight();
  }

  /** Emphasises what an option touches, with an arrow from its pieces to its space, or the way that it takes. @param {Option | null} option */
  preview(option) {
    this.spaces.mark("is-previewed", option ? endsOf(option, this.board) : []);
    this.pieces.mark("is-previewed", new Set(option?.pieces));
    this.open?.mark("is-previewed", [...(option?.lines ?? []), ...(option?.trays ?? [])]);
    this.#fitNames();
    if (this.open?.draft(option?.spaces ?? [], this.#subjects)) return this.arrows.clear();
    if (option && isWay(option, this.board)) return this.arrows.follow(wayOf(option.spaces, this.board, this.places));
    if (option?.steps) return this.#followSteps(option.spaces);
    const to = option?.spaces.length === 1 ? this.places.get(option.spaces[0]) : undefined;
    const from = (option?.pieces.length ? option.pieces : to ? this.#subjects : [])
      .filter((id) => this.pieces.shown(id)?.piece.space !== to?.space.id)
      .flatMap((id) => this.pieces.centre(id) ?? []);
    if (to && from.length) this.arrows.point(from, to.card);
    else this.arrows.clear();
  }

  /** Draws a way from where the pieces are that are asked about. @param {string[]} spaces */
  #followSteps(spaces) {
    const [start] = this.#subjects.flatMap((id) => this.pieces.shown(id)?.piece.space ?? []);
    const way = wayOf(start && start !== spaces[0] ? [start, ...spaces] : spaces, this.board, this.places);
    if (way.length > 1) this.arrows.follow(way);
    else this.arrows.clear();
  }

  /** Lights up pieces and spaces that a line of the log names. @param {string[]} ids */
  light(ids) {
    this.spaces.mark("is-lit", ids);
    this.pieces.mark("is-lit", new Set(ids));
    this.open?.mark("is-lit", ids);
    this.#fitNames();
  }

  /** Shades the spaces where something may be. @param {Shades | null} shades */
  shade(shades) {
    this.#shades = shades?.places ?? new Map();
    this.spaces.shade(this.#shades);
  }

  /** The figure of the search plot for a space, in words; empty where it has none. @param {string} space */
  #shadeWords(space) {
    return this.#shades.get(space)?.words ?? "";
  }

  /** The space in which a target lies, or which it is. @param {Target | null} target */
  #spaceOf(target) {
    if (target?.kind === "space") return target.id;
    return (target?.kind === "piece" && this.pieces.shown(target.id)?.piece.space) || "";
  }

  fit() {
    this.camera.fit();
  }

  /** @param {number} factor */
  zoomBy(factor) {
    this.camera.zoomBy(factor);
  }

  /** Where a space is drawn on the page. @param {string} id @returns {DOMRect | null} */
  rectOf(id) {
    const place = this.places.get(id);
    return place ? this.camera.onPage(place.card) : null;
  }

  close() {
    this.camera.close();
    clearTimeout(this.#fanTimer);
    cancelAnimationFrame(this.#fitting);
    this.window.remove();
  }

  /** Tells the page that something was picked. @param {Target} target */
  pick(target) {
    this.dispatchEvent(new CustomEvent("read", { detail: this.#spaceOf(target) }));
    this.dispatchEvent(new CustomEvent("pick", { detail: target }));
  }

  /** Tells the page what is pointed at. @param {Target | null} target */
  point(target) {
    const isSame = this.#pointed?.id === target?.id && this.#pointed?.kind === target?.kind && this.#pointed?.isAlone === target?.isAlone;
    if (isSame) return;
    this.#pointed = target;
    this.#fitNames();
    this.dispatchEvent(new CustomEvent("read", { detail: this.#spaceOf(target) }));
    this.dispatchEvent(new CustomEvent("point", { detail: target }));
  }

  /** @param {string} id */
  isOfferedSpace(id) {
    return this.#offeredSpaces.has(id);
  }

  /** @param {string} id */
  isOfferedPiece(id) {
    return this.#offeredPieces.has(id);
  }

  /** What is meant by a piece: in the spread pile of a plotting space itself alone, because the mark beside it means the place. @param {string} id @returns {Target} */
  pieceTarget(id) {
    const space = this.pieces.shown(id)?.piece.space;
    return { kind: "piece", id, isAlone: space !== undefined && space === this.fan.space && this.#isPiled(space) };
  }

  /** Whether the pieces of a space lie in piles beside its mark. @param {string} space */
  #isPiled(space) {
    return isPoint(/** @type {import("./layout.js").Place} */ (this.places.get(space)));
  }

  /** The plotting spaces that can be chosen, other than one. @param {string} space */
  #offeredBeside(space) {
    return [...this.#offeredSpaces].filter((id) => id !== space && this.#isPiled(id)).flatMap((id) => this.places.get(id)?.card ?? []);
  }

  /** Whether the pointer alone spreads a stack: not over places that can be chosen. @param {string} space */
  #spreadsByItself(space) {
    return this.pieces.isCrowded(space) && (!this.#isPiled(space) || this.fan.hasRoom(space, this.#offeredBeside(space)));
  }

  /** Whether pieces that can be chosen lie in a space. @param {string} space */
  #isOfInterest(space) {
    return this.pieces.in(space).some((piece) => this.#offeredPieces.has(piece.id));
  }

  #describe() {
    this.pieces.mark("is-offered", this.#offeredPieces);
    this.pieces.describe(this.#offeredPieces);
    this.spaces.describe(this.pieces.bySpace, this.#offeredSpaces, this.#offeredPieces);
  }

  /** Shows the offer where the whole chart would be too small, unless all of it is in sight and not far too small. */
  #bringIntoSight() {
    const offered = [...this.#offeredSpaces, ...[...this.#offeredPieces].map((id) => this.pieces.shown(id)?.piece.space ?? "")];
    const cards = offered.flatMap((id) => this.places.get(id)?.card ?? []);
    const seen = this.camera.seen();
    if (!cards.length) {
      const [subject] = this.#subjects.flatMap((id) => this.places.get(this.pieces.shown(id)?.piece.space ?? "")?.card ?? []);
      if (subject && !holds(seen, centreOf(subject))) this.camera.reveal(subject);
      return;
    }
    const isSeen = cards.every((card) => holds(seen, card) && holds(seen, { x: card.x + card.width, y: card.y + card.height }));
    const isSmall = this.camera.zoom * TOO_SMALL < this.camera.zoomFor(around(cards));
    if (isSeen && !isSmall && this.#hasSettled) return;
    this.#hasSettled = true;
    this.camera.frame(around(cards));
  }

  /** @param {number} zoom */
  #zoomed(zoom) {
    this.window.classList.toggle("is-near", zoom >= NEAR);
    this.window.classList.toggle("is-far", zoom < FAR);
    this.world.style.setProperty("--pointed", Math.max(1, NAMED / zoom).toFixed(3));
    this.#hideTip();
    this.#fitNames();
  }

  /** Names the plotting space under a pointer, and no other. @param {string | null | undefined} space @param {boolean} [byTouch] */
  #name(space, byTouch = false) {
    this.#isNamedByTouch = byTouch;
    this.spaces.mark("is-pointed", space ? [space] : []);
    this.#fitNames();
  }

  /** Keeps the names of plotting spaces that are pointed at in sight, and a number of each string that is seen. */
  #fitNames() {
    cancelAnimationFrame(this.#fitting);
    this.#fitting = requestAnimationFrame(() => {
      const seen = this.camera.seen();
      this.spaces.keepNamesIn(seen, this.camera.zoom, (space) => this.pieces.piledAt(space));
      this.open?.lines.numberIn(seen);
    });
  }

  #listen() {
    const { window } = this;
    window.addEventListener("pointerdown", (event) => this.#down(event));
    window.addEventListener("pointermove", (event) => this.#moved(event));
    window.addEventListener("pointerup", (event) => this.drag.drop(event));
    window.addEventListener("pointercancel", (event) => this.drag.drop(event));
    window.addEventListener("pointerleave", () => this.#left());
    window.addEventListener("click", (event) => this.#clicked(event));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.pointerType === "touch") this.#name(null);
    const piece = targetOf(event, ".piece")?.dataset.piece;
    const held = piece ?? this.open?.lineAt(event)?.id ?? "";
    const isHeld = (piece && this.#offeredPieces.has(piece)) || (this.dragsSubjects && this.#subjects.includes(held));
    if (event.button !== 0 || !isHeld) return;
    this.camera.release(event.pointerId);
    this.drag.take(event, held);
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    if (this.drag.move(event) || event.buttons) return;
    const line = this.open?.lineAt(event) ?? null;
    const isMeant = line !== null && this.#isMeant(line, event);
    this.open?.mark("is-pointed", isMeant ? [line.id] : []);
    if (isMeant) return this.#movedOnLine(line, event);
    const piece = targetOf(event, ".piece")?.dataset.piece;
    const point = this.camera.worldPoint(event);
    const inFan = this.fan.holds(point);
    const space = targetOf(event, ".space")?.dataset.space ?? (piece ? this.pieces.shown(piece)?.piece.space : this.open?.hexAt(point));
    if (piece) this.point(this.pieceTarget(piece));
    else this.point(space && !inFan ? { kind: "space", id: space } : null);
    this.#name(piece || inFan ? null : space);
    const words = piece ? this.#pieceWords(piece) : inFan || !space ? "" : (this.open?.hexWords(space, this.spaces.factsOf) ?? "");
    this.#showTip([words, this.#shadeWords(space ?? "")].filter(Boolean).join(" · "), event);
    if (event.pointerType === "touch") return;
    if (inFan || this.fan.keeps(point)) this.#cancelFan();
    else if (space && space !== this.fan.space && this.#spreadsByItself(space)) this.#plan(() => this.#spread(space), OPEN_AFTER);
    else if (this.fan.space && space !== this.fan.space) this.#plan(() => this.fan.close(), CLOSE_AFTER);
    else this.#cancelFan();
  }

  /** Whether a pointer on a line means it, and not a place under it that can be chosen. @param {Target} line @param {MouseEvent} event */
  #isMeant(line, event) {
    if (this.open?.offered.has(line.id) || targetOf(event, "[data-tray]")) return true;
    const under = this.open?.hexAt(this.camera.worldPoint(event));
    return !(under && (this.dragsSubjects || this.#offeredSpaces.has(under)));
  }

  /** @param {Target} line @param {PointerEvent} event */
  #movedOnLine(line, event) {
    this.point(line);
    this.#name(null);
    this.#showTip(this.open?.lines.words(line.id) ?? "", event);
  }

  /** @param {string} id */
  #pieceWords(id) {
    const shown = this.pieces.shown(id);
    return shown ? pieceWords(shown.piece) : "";
  }

  #left() {
    this.point(null);
    this.open?.mark("is-pointed", []);
    this.#name(null);
    this.#hideTip();
    if (this.fan.space) this.#plan(() => this.fan.close(), CLOSE_AFTER);
    else this.#cancelFan();
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (this.camera.wasDragged || this.drag.hasJustEnded) return;
    const line = this.open?.lineAt(event) ?? null;
    if (line && this.#isMeant(line, event)) return this.pick({ ...line, isTouched: isTouch(event) });
    const piece = targetOf(event, ".piece")?.dataset.piece;
    const near = isTouch(event) && !this.open ? this.#pointNear(event) : null;
    const space = near || targetOf(event, ".space")?.dataset.space || this.open?.hexAt(this.camera.worldPoint(event));
    if (piece) this.#clickedPiece(piece, event);
    else if (targetOf(event, ".fan")) this.#clickedFan(event);
    else if (space) this.#clickedSpace(space, event);
    else this.fan.close();
  }

  /** A finger that has only looked into a pile puts it away; a mouse leaves it. @param {MouseEvent} event */
  #clickedFan(event) {
    if (isTouch(event) && this.fan.space && !this.#isOfInterest(this.fan.space)) this.fan.close();
  }

  /** The point that a finger means that has come down near it. @param {MouseEvent} event */
  #pointNear(event) {
    return nearestPoint(this.places.values(), this.camera.worldPoint(event), FINGER / this.camera.zoom)?.space.id;
  }

  /** @param {string} id @param {MouseEvent} event */
  #clickedPiece(id, event) {
    const space = this.pieces.shown(id)?.piece.space;
    if (!space) return;
    // A finger cannot find one piece in a stack, nor anybody in a pile: the first touch spreads it.
    const isTouched = isTouch(event);
    const isHeap = (isTouched || this.#isPiled(space)) && this.pieces.isCrowded(space);
    const isLookedInto = isTouched && this.#isPiled(space); // its place is touched at the mark beside it
    if (isHeap && this.fan.space !== space && (isLookedInto || this.#isOfInterest(space))) return this.#spread(space);
    this.pick({ ...this.pieceTarget(id), isTouched });
  }

  /** @param {string} id @param {MouseEvent} event */
  #clickedSpace(id, event) {
    const offered = this.#offeredAround(id);
    if (isTouch(event)) this.#name(id, true);
    if (!offered && this.#isOfInterest(id) && this.pieces.in(id).length > 1) {
      this.#cancelFan();
      return this.#spread(id);
    }
    this.pick({ kind: "space", id: offered ?? id, isTouched: isTouch(event) });
  }

  /** The space itself or the one around it, whichever can be chosen. @param {string} id */
  #offeredAround(id) {
    const around = this.places.get(id)?.space.within;
    return this.#offeredSpaces.has(id) ? id : around && this.#offeredSpaces.has(around) ? around : null;
  }

  /** @param {string} space */
  #spread(space) {
    this.fan.open(space, this.#offeredBeside(space));
  }

  /** @param {() => void} what @param {number} later */
  #plan(what, later) {
    clearTimeout(this.#fanTimer);
    this.#fanTimer = setTimeout(what, later);
  }

  #cancelFan() {
    clearTimeout(this.#fanTimer);
  }

  /** @param {string} id */
  #ghost(id) {
    const shown = this.pieces.shown(id);
    if (!shown) return this.open?.ghost(id) ?? null;
    const ghost = /** @type {HTMLElement} */ (shown.element.cloneNode(true));
    ghost.removeAttribute("data-piece");
    ghost.style.transform = `translate(-50%, -62%) scale(${Math.max(0.75, this.camera.zoom * shown.spot.scale)})`;
    shown.element.classList.add("is-held");
    return ghost;
  }

  /** @param {string} piece */
  #beginDrag(piece) {
    this.#dragged = piece;
    this.#over = null;
    this.#hideTip();
    this.fan.close();
    this.window.classList.add("is-dragging");
  }

  /** @param {PointerEvent} event */
  #dragOver(event) {
    const place = placeAt(this.places.values(), this.camera.worldPoint(event));
    const id = place ? this.#offeredAround(place.space.id) ?? place.space.id : null;
    this.spaces.mark("is-target", id ? [id] : []);
    if (id && id !== this.#over) this.#trail(this.#dragged, id);
    this.#over = id;
    return id;
  }

  /** @param {string} piece @param {string | null} space */
  #endDrag(piece, space) {
    this.window.classList.remove("is-dragging");
    this.spaces.mark("is-target", []);
    this.pieces.mark("is-held", new Set());
    if (space && space !== this.pieces.shown(piece)?.piece.space) {
      this.dispatchEvent(new CustomEvent("drop", { detail: { piece, space } }));
    } else this.#trail(piece, null);
  }

  /** Tells the page over which space a piece is dragged. @param {string} piece @param {string | null} space */
  #trail(piece, space) {
    this.dispatchEvent(new CustomEvent("trail", { detail: { piece, space } }));
  }

  get isDragging() {
    return this.window.classList.contains("is-dragging");
  }

  /** Puts a piece back that is being dragged. */
  cancelDrag() {
    if (!this.isDragging) return;
    this.drag.cancel();
    this.#endDrag(this.#dragged, null);
  }

  /** @param {string} words @param {PointerEvent} event */
  #showTip(words, event) {
    if (!words || event.pointerType === "touch") return this.#hideTip();
    if (this.tip.textContent !== words) this.tip.textContent = words;
    this.tip.hidden = false;
    const frame = this.window.getBoundingClientRect();
    const x = Math.min(event.clientX - frame.left + 14, frame.width - this.tip.offsetWidth - 6);
    const y = event.clientY - frame.top + 20;
    this.tip.style.transform = `translate(${x}px, ${y + this.tip.offsetHeight > frame.height ? y - this.tip.offsetHeight - 30 : y}px)`;
  }

  #hideTip() {
    this.tip.hidden = true;
  }
}

/** The smallest rectangle around others. @param {Rect[]} rects @returns {Rect} */
function around(rects) {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** @param {Event} event @param {string} selector */
function targetOf(event, selector) {
  return /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(selector));
}
