/** The front page: games to start, games to go on with, and who you are. */

/** @import { GameInfo, MatchInfo } from "../types.js" */
/** @import { Daily } from "../types-together.js" */

import * as api from "../api.js";
import { me } from "../api-people.js";
import { hangBell, onRing } from "../bell.js";
import { Motion } from "../chart/motion.js";
import { byId, el, refill } from "../elements.js";
import { openSettings } from "../settings.js";
import { offerFirstLesson, showGames } from "./gallery.js";
import { showGuest } from "./guest.js";
import { showMatches } from "./matches.js";
import { showYours } from "./yours.js";

const SOON_MS = 150;

byId("settings").addEventListener("click", () => openSettings(Motion.fromSystem()));

try {
  const [guest, games, matches, daily] = await Promise.all([me(), api.games(), api.matches(), api.daily().catch(() => null)]);
  showGuest(byId("guest"), guest);
  offerFirstLesson(byId("first-time"), games, matches);
  showGames(byId("games"), games, guest, matches);
  showOwn(matches, games, daily);
  byId("why-account").hidden = guest.account !== null;
  void hangBell(guest);
  let timer = 0;
  const soon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void refresh(games, daily), SOON_MS);
  };
  onRing(soon);
  window.addEventListener("storage", soon); // talk was read in another window
} catch (error) {
  refill(byId("games"), el("p", { class: "sorry", role: "alert" }, api.sentence(error)));
}

/**
 * @param {MatchInfo[]} matches
 * @param {GameInfo[]} games
 * @param {Daily | null} daily
 */
function showOwn(matches, games, daily) {
  showYours(byId("yours"), matches, games, daily);
  byId("matches-part").hidden = matches.length === 0;
  showMatches(byId("matches"), matches, games);
}

/** One of the games has changed. @param {GameInfo[]} games @param {Daily | null} daily */
async function refresh(games, daily) {
  const matches = await api.matches().catch(() => null); // the next ring tries again
  if (matches) showOwn(matches, games, daily);
}
