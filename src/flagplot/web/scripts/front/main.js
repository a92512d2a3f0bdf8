/** The front page: games to start, games to go on with, and who you are. */

import * as api from "../api.js";
import { me } from "../api-people.js";
import { hangBell, onRing } from "../bell.js";
import { Motion } from "../chart/motion.js";
import { byId, el, refill } from "../elements.js";
import { openSettings } from "../settings.js";
import { showGames } from "./gallery.js";
import { showGuest } from "./guest.js";
import { bindUpload, showMatches, waitsForYou } from "./matches.js";

const SOON_MS = 150;

byId("settings").addEventListener("click", () => openSettings(Motion.fromSystem()));
bindUpload(byId("upload", HTMLInputElement));

try {
  const [guest, games, matches] = await Promise.all([me(), api.games(), api.matches()]);
  showGuest(byId("guest"), guest);
  if (matches.some((match) => !match.over || waitsForYou(match))) byId("games-part").before(byId("matches-part")); // what waits comes first
  showMatches(byId("matches"), matches);
  byId("why-account").hidden = guest.account !== null || !matches.length;
  void hangBell(guest);
  let timer = 0;
  const soon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void refresh(), SOON_MS);
  };
  onRing(soon);
  window.addEventListener("storage", soon); // talk was read in another window
  await showGames(byId("games"), games, guest, matches);
} catch (error) {
  refill(byId("games"), el("p", { class: "sorry", role: "alert" }, api.sentence(error)));
  refill(byId("matches"));
}

/** One of the games has changed. */
async function refresh() {
  const matches = await api.matches().catch(() => null); // the next ring tries again
  if (matches) showMatches(byId("matches"), matches);
}
