/** What the head of every page does: settings, who you are, and the bell for your turns. */

/** @import { Me } from "./types-together.js" */

import { me } from "./api-people.js";
import { hangBell } from "./bell.js";
import { byId } from "./elements.js";
import { openSettings } from "./settings.js";
import { accountPath } from "./wayback.js";

/** @returns {Promise<Me | null>} who this browser is; null if the server cannot be asked */
export async function furnish() {
  byId("settings").addEventListener("click", () => openSettings(null));
  const guest = await me().catch(() => null);
  if (!guest) return null;
  showWho(guest);
  void hangBell(guest);
  return guest;
}

/** @param {Me} guest */
export function showWho(guest) {
  const who = document.getElementById("who");
  if (!(who instanceof HTMLAnchorElement)) return;
  who.textContent = guest.account ? guest.name : guest.known ? `${guest.name} (guest)` : "Sign in";
  who.href = guest.account ? "/account" : accountPath();
}
