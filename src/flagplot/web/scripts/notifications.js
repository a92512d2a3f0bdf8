/** Browser notifications: asked for only after a click, shown when nobody looks at any of our pages. */

/** @import { MatchInfo } from "./types.js" */

import { othersInWords } from "./sides.js";

const KEPT_AS = "flagplot.notify";
const ROLL_CALL_MS = 200;

/** Pages of this browser ask each other whether one of them is being looked at. */
const channel = "BroadcastChannel" in window ? new BroadcastChannel("flagplot") : null;
/** @type {(() => void) | null} */
let answered = null;
channel?.addEventListener("message", ({ data }) => {
  if (data === "who is looked at?" && !document.hidden) channel.postMessage("I am");
  if (data === "I am") answered?.();
});

/** @returns {boolean} whether this browser can show any */
export const canNotify = () => "Notification" in window;

/** @returns {boolean} whether they are wanted and allowed */
export function isNotifying() {
  return canNotify() && Notification.permission === "granted" && localStorage.getItem(KEPT_AS) === "on";
}

/**
 * Turns them on, asking the browser's permission, or off.
 * @param {boolean} wanted
 * @returns {Promise<string>} what came of it, in one sentence
 */
export async function wantNotifications(wanted) {
  if (!wanted) {
    localStorage.removeItem(KEPT_AS);
    return "No notifications are shown.";
  }
  const permission = await Notification.requestPermission();
  if (permission !== "granted")
    return "This browser blocks notifications. You can change that in its settings for this site.";
  localStorage.setItem(KEPT_AS, "on");
  return "You get a notification when it is your turn, as long as a page of Flagplot is open.";
}

/** @param {MatchInfo} match  in which it is the guest's turn, or which asks for an answer */
export async function notify(match) {
  if (!isNotifying() || (await isSomePageLookedAt())) return;
  const others = othersInWords(match.seats, match.yours, (seat) => seat.who);
  const title = match.asked.length ? "Somebody asks you something" : "Your turn";
  const shown = new Notification(`${title}: ${match.title}`, { body: [match.headline, others].filter(Boolean).join(" "), tag: match.id });
  shown.addEventListener("click", () => {
    window.focus();
    shown.close();
    if (!location.pathname.startsWith(`/g/${match.id}`)) location.href = `/g/${match.id}`;
  });
}

/** @returns {Promise<boolean>} */
function isSomePageLookedAt() {
  if (!document.hidden) return Promise.resolve(true);
  return new Promise((resolve) => {
    const nobody = window.setTimeout(() => resolve(false), ROLL_CALL_MS);
    answered = () => {
      clearTimeout(nobody);
      resolve(true);
    };
    channel?.postMessage("who is looked at?");
  });
}
