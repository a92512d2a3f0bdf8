/** Chooses what is shown on event cards: which lines of the log belong together, and which of them matter now. */

/** @import { LogEntry, Scene } from "../types.js" */

import { capital } from "../words.js";

/**
 * @typedef {object} EventCard
 * @property {number} at  the place of its last line among those that were told together
 * @property {Scene} scene  picture, title, and what the dice decide
 * @property {Scene | null} result  outcome and what it means; null: `plain` says it
 * @property {string} plain
 * @property {LogEntry[]} dice
 * @property {string} rule
 * @property {number} weight
 */

const MOST_DICE = 3; // of the throws that led to an outcome
const MOST_CARDS = 2; // of what is told together
/** How many choices must lie between two cards, by the weight of the later one. @type {{ [weight: number]: number }} */
const PAUSE = { 3: 0, 2: 2, 1: 6 };
const ALWAYS = 3;

/**
 * The cards that some lines could be told by. A scene that opens a card takes the dice and outcomes that follow it;
 * any other has a card with the dice before it.
 * @param {LogEntry[]} lines
 * @returns {EventCard[]}
 */
export function cardsIn(lines) {
  /** @type {EventCard[]} */
  const cards = [];
  /** @type {EventCard | null} */
  let open = null;
  /** @type {LogEntry[]} */
  let thrown = [];
  for (const [at, line] of lines.entries()) {
    const { scene } = line;
    if (line.kind === "choice") {
      [open, thrown] = [null, []];
    } else if (scene?.title && (scene.opens || !open)) {
      const dice = scene.opens ? [] : thrown;
      const result = scene.outcome ? scene : null;
      const card = { at, scene, result, plain: "", dice, rule: line.rule, weight: scene.weight ?? 0 };
      cards.push(card);
      open = scene.opens ? card : null;
      thrown = [];
    } else if (open) {
      open.at = at;
      if (line.faces.length && open.dice.length < MOST_DICE) open.dice.push(line);
      if (scene?.outcome && (scene.weight ?? 0) >= (open.result?.weight ?? 0)) [open.result, open.rule] = [scene, line.rule];
      if (line.kind === "event") open.plain = line.text;
      open.weight = Math.max(open.weight, scene?.weight ?? 0);
    } else if (line.faces.length) {
      thrown = [...thrown, line].slice(-MOST_DICE);
    }
  }
  return cards;
}

/** Sees to it that cards stay rare: what matters most always has one, anything else only after a while without. */
export class Pace {
  /** Choices of the player since the last card. */
  #since = Math.max(...Object.values(PAUSE));

  /** The player has chosen something. */
  decided() {
    this.#since += 1;
  }

  /**
   * The cards to show of what was told together.
   * @param {EventCard[]} cards
   * @param {boolean} isHurried  only what matters most
   */
  choose(cards, isHurried) {
    const isDue = ({ weight = 0 }) => weight > 0 && this.#since >= (PAUSE[weight] ?? 0) && (!isHurried || weight >= ALWAYS);
    const due = cards.filter(isDue);
    const heaviest = [...due].sort((one, other) => other.weight - one.weight);
    const most = heaviest[0]?.weight ?? 0;
    const chosen = heaviest.slice(0, most >= ALWAYS ? MOST_CARDS : 1).filter(({ weight }) => weight === most);
    if (chosen.length) this.#since = 0;
    return due.filter((card) => chosen.includes(card));
  }
}

/**
 * What a throw asked, and what it came to, in words.
 * @param {LogEntry} entry
 */
export function meaningOf({ text, faces }) {
  const cut = text.lastIndexOf(": ");
  if (cut < 0) return { asked: text, meant: "" };
  const [asked, rest] = [text.slice(0, cut), text.slice(cut + 2)];
  const named = /(?:^|[^(]*\)|[^(]*?), ([^,()]*[a-zA-Z][^,()]*)$/.exec(rest)?.[1];
  if (named) return { asked, meant: capital(named) };
  const sum = /= (-?\d+)$/.exec(rest)?.[1];
  return { asked, meant: sum ?? (faces.length === 1 ? String(faces[0]) : "") };
}

/**
 * What came of a throw: the outcome of the next scene, or what the table says.
 * @param {LogEntry[]} lines
 * @param {number} at  of the throw
 */
export function outcomeOf(lines, at) {
  const line = lines[at];
  if (!line) return "";
  const next = lines.slice(at + 1).findIndex((later) => later.faces.length > 0 || later.kind === "choice");
  const until = next < 0 ? lines.length : at + 1 + next;
  const scene = lines.slice(at + 1, until).find((later) => later.scene?.outcome)?.scene;
  return scene?.outcome ?? meaningOf(line).meant;
}
