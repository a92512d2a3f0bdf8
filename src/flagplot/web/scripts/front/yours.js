/** The cell beside the games: the newest games of this guest, the game of the day, the record, and the way to more. */

/** @import { GameInfo, MatchInfo } from "../types.js" */
/** @import { Daily } from "../types-together.js" */

import * as api from "../api.js";
import { notice } from "../dialogs.js";
import { el, refill } from "../elements.js";
import { flagsOfSeats } from "../flags.js";
import { tallyInWords, tallyOf } from "../record.js";
import { othersInWords } from "../sides.js";
import { bindUpload, called, sorted, turnOf, waitsForYou } from "./matches.js";

const NEWEST = 2; // beside the game of the day; three rows fit beside two cards

/**
 * @param {HTMLElement} host
 * @param {MatchInfo[]} matches
 * @param {GameInfo[]} games
 * @param {Daily | null} daily
 */
export function showYours(host, matches, games, daily) {
  const upload = el("input", {
    id: "upload",
    type: "file",
    class: "visually-hidden",
    accept: ".json,.flagplot,application/json",
  });
  bindUpload(upload);
  const tally = tallyOf(matches);
  const others = matches.filter(({ id }) => id !== daily?.match);
  refill(
    host,
    el("h2", { id: "yours-title" }, "Your games"),
    sorted(others).slice(0, NEWEST).map((match) => row(match, games)),
    matches.length === 0 &&
      el(
        "p",
        { class: "soft" },
        "You have no games yet. Press Play on a card: the game begins at once, and you find it here again.",
      ),
    daily && dayRow(daily),
    tally.games > 0 &&
      el(
        "p",
        { class: "record-line" },
        "Your record: ",
        el("b", null, tallyInWords(tally)),
        ". ",
        el("a", { href: "/account#record" }, "Statistics"),
      ),
    el(
      "p",
      { class: "yours-links" },
      matches.length > 0 && el("a", { href: "#matches-part" }, "All your games"),
      el("label", { class: "upload" }, "Upload a save", upload),
      el("a", { href: "/lobby" }, "Find an opponent"),
    ),
  );
}

/** @param {MatchInfo} match @param {GameInfo[]} games */
function row(match, games) {
  const game = games.find(({ slug }) => slug === match.game);
  const others = match.seats.filter((seat) => !match.yours.includes(seat.id));
  const isYours = waitsForYou(match);
  const people = others.some((seat) => seat.player === "person") ? ` ${othersInWords(match.seats, match.yours, called)}` : "";
  return el(
    "div",
    { class: "your-game" },
    el("p", null, el("b", null, flagsOfSeats(game, match.yours), `${match.title}${people}`), el("span", null, `${match.headline} · ${turnOf(match)}`)),
    el(
      "a",
      {
        class: isYours ? "button primary" : "button",
        href: `/g/${match.id}`,
        "aria-label": `${isYours ? "Continue" : "Look at"} ${match.title}, ${match.headline}`,
      },
      isYours ? "Continue" : "Look",
    ),
  );
}

/** @param {Daily} daily */
function dayRow(daily) {
  const play = async () => {
    try {
      location.href = `/g/${(await api.playDaily()).id}`;
    } catch (error) {
      notice(api.sentence(error));
    }
  };
  return el(
    "div",
    { class: "your-game is-daily" },
    el(
      "p",
      null,
      el("b", null, el("a", { href: "/daily" }, "Game of the day")),
      el("span", null, `${daily.title}: the same dice for everyone`),
    ),
    daily.match
      ? el("a", { class: "button", href: daily.is_over ? "/daily" : `/g/${daily.match}` }, daily.is_over ? "Results" : "Continue")
      : el("button", { type: "button", class: "button learn", on: { click: () => void play() } }, "Play it"),
  );
}
