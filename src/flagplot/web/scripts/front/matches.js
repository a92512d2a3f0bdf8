/** The guest's games: where they stand, whose turn it is, and the way back to them. */

/** @import { MatchInfo } from "../types.js" */

import * as api from "../api.js";
import { ask, notice } from "../dialogs.js";
import { el, refill } from "../elements.js";

const MINUTE = 60;
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", MINUTE],
];

/**
 * @param {HTMLElement} host
 * @param {MatchInfo[]} matches
 */
export function showMatches(host, matches) {
  if (!matches.length) {
    refill(
      host,
      el("p", { class: "soft" }, "None yet. Click on a chart above: a game begins at once, and it will be kept here."),
    );
    return;
  }
  refill(
    host,
    el(
      "ul",
      { class: "matches" },
      matches.map((match) => row(host, match, matches)),
    ),
  );
}

/**
 * @param {HTMLElement} host
 * @param {MatchInfo} match
 * @param {MatchInfo[]} matches
 */
function row(host, match, matches) {
  const name = `${match.title}, ${match.headline}`;
  return el(
    "li",
    { class: "match" },
    el(
      "a",
      { class: "match-link", href: `/g/${match.id}` },
      el("span", { class: "match-title" }, match.title),
      el("span", { class: "match-headline" }, match.headline),
      el("span", { class: "match-turn", data: { yours: match.your_turn } }, turnOf(match)),
      el(
        "span",
        { class: "match-when" },
        el("time", { datetime: match.changed, title: new Date(match.changed).toLocaleString() }, ago(match.changed)),
      ),
    ),
    el(
      "button",
      {
        type: "button",
        class: "button quiet icon",
        "aria-label": `Delete ${name}`,
        title: "Delete this game",
        on: { click: () => void remove(host, match, matches) },
      },
      "✕",
    ),
  );
}

/** @param {MatchInfo} match */
function turnOf(match) {
  if (match.over) {
    const winner = match.result?.winner;
    return winner ? `Over: ${match.seats.find((seat) => seat.id === winner)?.name ?? "the other side"} won` : "Over";
  }
  if (match.your_turn)
    return match.yours.length > 1
      ? `${match.seats.find((seat) => seat.id === match.to_move)?.name ?? "You"}: your turn`
      : "Your turn";
  const seat = match.seats.find((candidate) => candidate.id === match.to_move);
  return seat ? `${seat.name}: ${seat.who}` : "Going on";
}

/** @param {string} time ISO 8601 */
function ago(time) {
  const seconds = (Date.now() - Date.parse(time)) / 1000;
  const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  for (const [unit, length] of UNITS) if (seconds >= length) return words.format(-Math.floor(seconds / length), unit);
  return "just now";
}

/**
 * @param {HTMLElement} host
 * @param {MatchInfo} match
 * @param {MatchInfo[]} matches
 */
async function remove(host, match, matches) {
  if (
    !(await ask(
      "Delete this game?",
      `${match.title}, ${match.headline}. It cannot be brought back unless you have saved it.`,
      "Delete it",
    ))
  )
    return;
  try {
    await api.remove(match.id);
    showMatches(
      host,
      matches.filter((other) => other !== match),
    );
  } catch (error) {
    notice(api.sentence(error));
  }
}

/** @param {HTMLInputElement} input */
export function bindUpload(input) {
  input.addEventListener("change", async () => {
    const [file] = input.files ?? [];
    input.value = "";
    if (!file) return;
    try {
      location.href = `/g/${(await api.upload(file)).id}`;
    } catch (error) {
      notice(api.sentence(error));
    }
  });
}
