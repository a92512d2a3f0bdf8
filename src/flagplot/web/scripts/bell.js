/** Tells this browser of its guest's turns: in the title of the tab, to the page, and as a notification when it is hidden. */

/** @import { MatchInfo } from "./types.js" */
/** @import { Me, TurnsMessage } from "./types-together.js" */

import { matches } from "./api.js";
import { me } from "./api-people.js";
import { notify } from "./notifications.js";
import { Redial } from "./redial.js";
import { countTurns } from "./title.js";

/** @typedef {(match: MatchInfo | null) => void} Rung  null: it is not known which game has changed */

/** @type {Redial | null} */
let line = null;
let turns = 0;
/** Whether a game waited for the guest when it was last heard of. @type {Map<string, boolean>} */
const known = new Map();
/** @type {Set<Rung>} */
const listeners = new Set();

/**
 * Listens for turns, if the server knows this guest; every page calls it.
 * @param {Me} [guest]  if the page has asked already
 */
export async function hangBell(guest) {
  const somebody = guest ?? (await me().catch(() => null));
  if (!somebody) return;
  countTurns((turns = somebody.turns));
  if (!somebody.known || line) return;
  line = new Redial("/api/me/live", { heard: (message) => void rung(message), broken: () => true, refused: () => countTurns(0) });
}

/** Listens no more: who sat here has signed out. */
export function takeDownBell() {
  line?.close();
  line = null;
  countTurns((turns = 0));
}

/** @param {Rung} listener */
export function onRing(listener) {
  listeners.add(listener);
}

/** @param {TurnsMessage} message */
async function rung(message) {
  const isMore = message.turns > turns;
  countTurns((turns = message.turns));
  for (const listener of listeners) listener(message.match);
  if (!document.hidden) return remember(message.match ? [message.match] : []);
  const changed = message.match ? [message.match] : isMore ? await matches().catch(() => []) : [];
  const fresh = changed.filter((match) => isAwaited(match) && !known.get(match.id));
  remember(changed);
  for (const match of fresh.slice(0, turns)) notify(match);
}

/** @param {MatchInfo[]} changed */
function remember(changed) {
  for (const match of changed) known.set(match.id, isAwaited(match));
}

/** @param {MatchInfo} match */
function isAwaited({ your_turn, over, asked }) {
  return asked.length > 0 || (your_turn && !over);
}
