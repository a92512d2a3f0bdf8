/** The front page: games to start, games to go on with, and the guest's name. */

import * as api from "../api.js";
import { Motion } from "../chart/motion.js";
import { byId, el, refill } from "../elements.js";
import { openSettings } from "../settings.js";
import { showGames } from "./gallery.js";
import { showGuest } from "./guest.js";
import { bindUpload, showMatches } from "./matches.js";

byId("settings").addEventListener("click", () => openSettings(Motion.fromSystem()));
bindUpload(byId("upload", HTMLInputElement));

try {
  const guest = await api.me(); // The first request makes the guest; the others come as that guest.
  showGuest(byId("guest"), guest.name);
  const [games, matches] = await Promise.all([api.games(), api.matches()]);
  await Promise.all([showGames(byId("games"), games), showMatches(byId("matches"), matches)]);
} catch (error) {
  refill(byId("games"), el("p", { class: "sorry", role: "alert" }, api.sentence(error)));
  refill(byId("matches"));
}
