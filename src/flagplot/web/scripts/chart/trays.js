/** Trays: the pieces that a line of the chart stands for, or a group that waits. They move with the chart, or fill a list. */

import { el } from "../elements.js";
import { flagsOf } from "../flags.js";
import { accentOf, figureOf, svg } from "./figures.js";
import { WIDTH } from "./layout.js";
import { emblemsOf, numberOf, sampleOf } from "./patterns.js";
import { damageOf } from "./pieces.js";
import { trayWords } from "./words.js";

/** @typedef {import("../types.js").Area} Area */
/** @typedef {import("../types.js").Board} Board */
/** @typedef {import("../types.js").Line} Line */
/** @typedef {import("../types.js").Tray} Tray */

const SHIP = 34; // how long the longest ships are, in pixels
const MOST_FACTS = 2;
const MOST_SHIPS = 5; // more are told by their number
const TRAY = { width: 204, height: 36, gap: 3 };

/** The trays of a view in the order in which they are read. @param {Tray[]} trays @param {Board} board @returns {Tray[]} */
export function inOrder(trays, board) {
  const side = (/** @type {Tray} */ tray) => board.sides.findIndex(({ id }) => id === tray.side);
  const waits = (/** @type {Tray} */ tray) => (tray.of ? 0 : 1);
  return [...trays].sort(
    (one, other) =>
      side(one) - side(other) || waits(one) - waits(other) || one.sign.localeCompare(other.sign, "en", { numeric: true }),
  );
}

/** A tray as a button. @param {Tray} tray @param {Line | undefined} line @param {Board} board @returns {HTMLElement} */
export function trayOf(tray, line, board) {
  const accent = accentOf(board.sides, tray.side);
  const sign = line?.sign || tray.sign;
  const number = svg("svg", { class: "tray-number", viewBox: "-15 -11 30 22", width: 30, height: 22, "aria-hidden": "true" });
  number.append(numberOf(sign, accent, 9.4));
  const ships = tray.pieces.slice(0, MOST_SHIPS);
  const more = tray.pieces.length - ships.length;
  return el(
    "button",
    {
      type: "button",
      class: `tray${tray.of ? "" : " is-waiting"}`,
      title: trayWords(tray),
      "aria-label": trayWords(tray),
      data: { tray: tray.id, line: tray.of, accent },
      tabindex: "-1",
    },
    sign && number,
    line ? sampleOf(accent, line.pattern) : el("span", { class: "string-sample" }),
    el("b", { class: "tray-name" }, tray.name),
    el(
      "span",
      { class: "tray-facts" },
      tray.facts
        .slice(0, MOST_FACTS)
        .map((fact) => fact.value)
        .join(" · "),
    ),
    el(
      "span",
      { class: "tray-ships" },
      ships.map((piece) => figureOf(piece, { size: SHIP, sides: board.sides })),
      more > 0 && el("span", { class: "more" }, `+${more}`),
    ),
    el("span", { class: "tray-emblems" }, emblemsOf([...(line?.badges ?? []), ...tray.badges], 15)),
  );
}

/** Trays with the name of each and all that is known of its pieces, for a list beside the chart. @param {Tray} tray @param {Line | undefined} line @param {Board} board */
export function openTray(tray, line, board) {
  const button = trayOf(tray, line, board);
  button.querySelector(".tray-ships")?.remove();
  button.querySelector(".tray-facts")?.replaceChildren(tray.facts.map((fact) => `${fact.name} ${fact.value}`).join(", "));
  button.append(
    el(
      "span",
      { class: "tray-list" },
      tray.pieces.map((piece) =>
        el(
          "span",
          { class: "tray-ship" },
          figureOf(piece, { size: 46, sides: board.sides }),
          el("b", null, piece.name),
          damageOf(piece),
          el("small", null, piece.badges.join(" · ")),
        ),
      ),
    ),
  );
  button.tabIndex = 0;
  return button;
}

export class TrayLayer {
  #drawn = "";

  /** @param {Board} board @param {number} unit  how many units of the chart a pixel is at the whole board */
  constructor(board, unit) {
    this.board = board;
    this.unit = unit;
    this.element = el("div", { class: "trays" });
    this.rooms = board.areas.filter((area) => area.kind === "trays" && area.points.length === 2);
  }

  /** @param {Tray[]} trays @param {Line[]} lines */
  show(trays, lines) {
    const text = JSON.stringify([trays, lines.map(({ id, sign, pattern, badges }) => [id, sign, pattern, badges])]);
    if (text === this.#drawn) return;
    this.#drawn = text;
    const byId = new Map(lines.map((line) => [line.id, line]));
    const sorted = inOrder(trays, this.board);
    this.element.replaceChildren(
      ...this.rooms.flatMap((room) =>
        this.#group(
          room,
          sorted.filter((tray) => tray.side === room.side || !room.side),
          byId,
        ),
      ),
    );
  }

  /** @param {string} mark @param {Set<string>} ids  of trays or of their lines */
  mark(mark, ids) {
    for (const tray of this.element.querySelectorAll(".tray")) {
      const { tray: id = "", line = "" } = /** @type {HTMLElement} */ (tray).dataset;
      tray.classList.toggle(mark, ids.has(id) || (line !== "" && ids.has(line)));
    }
  }

  /** Lets Tab reach what can be chosen. @param {Set<string>} offered */
  describe(offered) {
    for (const tray of this.element.querySelectorAll(".tray")) {
      const button = /** @type {HTMLElement} */ (tray);
      const { tray: id = "", line = "" } = button.dataset;
      button.tabIndex = offered.has(id) || offered.has(line) ? 0 : -1;
    }
  }

  /** @param {Area} room @param {Tray[]} trays @param {Map<string, Line>} lines */
  #group(room, trays, lines) {
    if (!trays.length) return [];
    const [[left, top], [right, bottom]] = room.points;
    const width = (right - left) * WIDTH;
    const columns = Math.max(1, Math.floor(width / ((TRAY.width + TRAY.gap) * this.unit)));
    const used = Math.min(columns, trays.length > 1 ? columns : 1);
    const rows = Math.ceil(trays.length / used);
    const high = ((bottom - top) * WIDTH) / this.board.aspect / this.unit;
    const isTight = rows * (TRAY.height + TRAY.gap) > high;
    const group = el(
      "section",
      { class: isTight ? "tray-group is-tight" : "tray-group", "aria-label": room.name },
      el("h3", null, el("span", null, flagsOf(this.board.sides.find(({ id }) => id === room.side)?.flags, 15), room.name), el("small", null, `${trays.length}`)),
      el(
        "div",
        { class: "tray-grid" },
        trays.map((tray) => trayOf(tray, lines.get(tray.of), this.board)),
      ),
    );
    group.style.left = `${left * WIDTH}px`;
    group.style.top = `${(top * WIDTH) / this.board.aspect}px`;
    group.style.setProperty("--unit", String(this.unit));
    group.style.setProperty("--rows", String(rows));
    group.style.setProperty("--columns", String(used));
    return [group];
  }
}
