/** The guest's games: where they stand, whose turn it is, and the way back to them. */

/** @import { GameInfo, MatchInfo } from "../types.js" */

/** @import { OfferKind } from "../types-together.js" */

import * as api from "../api.js";
import { isComputer } from "../computers.js";
import { ask, notice } from "../dialogs.js";
import { el, refill } from "../elements.js";
import { flagsOfSeats } from "../flags.js";
import { readLines } from "../reading.js";
import { areTogether, othersInWords } from "../sides.js";
import { countdown, when } from "../times.js";

const SHOWN = 6;
/** @type {{ [kind in OfferKind]: string }} */
const ASKED = {
  draw: "A draw is offered",
  undo: "You are asked to let them take back",
  abandon: "You are asked to abandon it",
  rematch: "A rematch is offered",
  rules: "You are asked about newer rules",
  plot: "You are asked about search plots",
};

let drawn = "";
let showsAll = false;

/**
 * @param {HTMLElement} host
 * @param {MatchInfo[]} matches
 * @param {GameInfo[]} games
 */
export function showMatches(host, matches, games) {
  const text = JSON.stringify([matches, matches.map(hasNewTalk), showsAll]);
  if (text === drawn) return;
  drawn = text;
  const focused = document.activeElement?.closest("[data-match]")?.getAttribute("data-match");
  refill(
    host,
    el(
      "ul",
      { class: "matches" },
      sorted(matches)
        .slice(0, showsAll ? undefined : SHOWN)
        .map((match) => row(host, match, matches, games)),
    ),
    matches.length > SHOWN && !showsAll && showAll(host, matches, games),
  );
  const again = focused && host.querySelector(`[data-match="${focused}"] a`);
  if (again instanceof HTMLElement) again.focus();
}

/**
 * @param {HTMLElement} host
 * @param {MatchInfo[]} matches
 * @param {GameInfo[]} games
 */
function showAll(host, matches, games) {
  const show = () => {
    showsAll = true;
    showMatches(host, matches, games);
    host.querySelectorAll("a")[SHOWN]?.focus();
  };
  return el("button", { type: "button", class: "button quiet more-matches", on: { click: show } }, `Show all ${matches.length}`);
}

/**
 * Whether something is for you to do: to decide, to answer, or to end the game of somebody who is too late.
 * @param {MatchInfo} match
 */
export function waitsForYou(match) {
  return isYourTurn(match) || match.asked.length > 0 || match.claimable;
}

/**
 * Whether something was said that no table of this browser has shown yet.
 * @param {MatchInfo} match
 */
function hasNewTalk({ id, yours, said }) {
  return said > Math.max(...yours.map((seat) => readLines(id, seat)));
}

/**
 * Those that wait for you first, the shortest clock first of all; then those that wait for others; then what is over.
 * @param {MatchInfo[]} matches
 */
export function sorted(matches) {
  const rank = (/** @type {MatchInfo} */ match) => (waitsForYou(match) ? 0 : match.over ? 2 : 1);
  const clock = (/** @type {MatchInfo} */ match) => (match.deadline && !match.claimable ? Date.parse(match.deadline) : Infinity);
  const byClock = (/** @type {MatchInfo} */ a, /** @type {MatchInfo} */ b) => (clock(a) === clock(b) ? 0 : clock(a) - clock(b));
  return matches.toSorted((a, b) => rank(a) - rank(b) || byClock(a, b));
}

/**
 * @param {HTMLElement} host
 * @param {MatchInfo} match
 * @param {MatchInfo[]} matches
 * @param {GameInfo[]} games
 */
function row(host, match, matches, games) {
  const name = `${match.title}, ${match.headline}`;
  const others = match.seats.filter((seat) => !match.yours.includes(seat.id));
  const isShared = others.some((seat) => seat.player === "person" || seat.player === "left");
  return el(
    "li",
    { class: "match", data: { match: match.id, over: match.over } },
    el(
      "a",
      { class: "match-link", href: `/g/${match.id}` },
      el(
        "span",
        { class: "match-title" },
        flagsOfSeats(games.find(({ slug }) => slug === match.game), match.yours),
        match.title,
        others.length > 0 && el("small", { class: "match-against" }, othersInWords(match.seats, match.yours, called)),
      ),
      el("span", { class: "match-headline" }, match.headline, hasNewTalk(match) && el("small", { class: "match-talk" }, "New talk")),
      el(
        "span",
        { class: "match-turns" },
        waits(match).map((text) => el("span", { class: "match-turn", data: { yours: true } }, text)),
        !isYourTurn(match) && el("span", { class: "match-turn" }, turnOf(match)),
      ),
      el(
        "span",
        { class: "match-when" },
        match.deadline && !match.over ? countdown(match.deadline, match.pace) : when(match.changed),
      ),
    ),
    isShared
      ? el("span", { class: "no-delete" })
      : el(
          "button",
          {
            type: "button",
            class: "button quiet icon",
            "aria-label": `Delete ${name}`,
            title: "Delete this game",
            on: { click: () => void remove(host, match, matches, games) },
          },
          "✕",
        ),
  );
}

/** @param {import("../types.js").SeatInfo} seat */
export function called(seat) {
  if (seat.player === "open") return "somebody you invite";
  return isComputer(seat.player) ? `the ${seat.player}` : seat.who;
}

/** @param {MatchInfo} match */
function isYourTurn({ your_turn, over }) {
  return your_turn && !over;
}

/**
 * What is for you to do, in words.
 * @param {MatchInfo} match
 */
function waits(match) {
  return [
    ...(isYourTurn(match) ? [turnOf(match)] : []),
    ...match.asked.map((kind) => ASKED[kind]),
    ...(match.claimable ? ["You may claim the game"] : []),
  ];
}

/** @param {MatchInfo} match */
export function turnOf(match) {
  if (match.over) {
    const winner = match.result?.winner;
    const own = match.seats.filter((seat) => match.yours.includes(seat.id));
    if (winner && areTogether(own)) return own[0]?.side === winner ? "Over: you won" : "Over: you lost";
    return winner ? `Over: ${match.seats.find((seat) => seat.side === winner)?.name ?? "the other side"} won` : "Over";
  }
  if (match.your_turn)
    return match.yours.length > 1
      ? `${match.seats.find((seat) => seat.id === match.to_move)?.name ?? "You"}: your turn`
      : "Your turn";
  const seat = match.seats.find((candidate) => candidate.id === match.to_move);
  if (seat?.player === "open") return "Waiting for somebody";
  return seat ? `${seat.who} decides` : "Going on";
}

/**
 * @param {HTMLElement} host
 * @param {MatchInfo} match
 * @param {MatchInfo[]} matches
 * @param {GameInfo[]} games
 */
async function remove(host, match, matches, games) {
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
      games,
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
