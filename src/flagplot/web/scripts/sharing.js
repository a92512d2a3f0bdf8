/** Handing out addresses: copied to the clipboard, or given to the system's own way of sharing. */

/** @import { TableState } from "./types-together.js" */

import { ask, notice, openDialog } from "./dialogs.js";
import { el } from "./elements.js";

/**
 * @param {string} address
 * @param {string} told  what to say when it is copied
 * @returns {Promise<boolean>} whether the browser let us
 */
export async function copied(address, told) {
  try {
    await navigator.clipboard.writeText(address);
    notice(told);
    return true;
  } catch {
    return false;
  }
}

/**
 * Hands out the address of a moment. A link to a private game would lead others nowhere, so its owner is asked first.
 * @param {string} address
 * @param {Pick<TableState, "access" | "owner">} table
 * @param {() => Promise<void>} letWatch
 */
export async function shareMoment(address, { access, owner }, letWatch) {
  let told = "The link to this moment is copied.";
  if (access === "private" && owner) {
    const yes = await ask(
      "Let others watch?",
      "This game is private, so a link works only for you. Let anybody with the link watch? They see what no side hides, and they cannot play.",
      "Let them watch",
      { no: "Keep it private", isGrave: false },
    );
    if (yes) {
      await letWatch();
      told = "The link is copied. Whoever has it may watch.";
    } else told = "The link is copied. It works only for you.";
  } else if (access === "private") told = "The link is copied. It works only for the players: the game is private.";
  if (!(await copied(address, told))) showLink(address, told);
}

/**
 * Where the browser does not let us copy, the address stands in a field.
 * @param {string} address
 * @param {string} told
 */
function showLink(address, told) {
  const field = el("input", {
    class: "field",
    readonly: true,
    value: address,
    "aria-label": "Link",
    on: { focus: () => field.select() },
  });
  openDialog("Link to this moment", [field, el("p", { class: "soft small-text" }, told.replace("is copied", "is above"))], {
    className: "small",
  });
}

/**
 * An address in a field, with a button that copies it and, where there is one, the system's own way to share.
 * @param {string} address
 */
export function invitationLink(address) {
  const field = el("input", {
    class: "field",
    readonly: true,
    value: address,
    "aria-label": "Invitation link",
    on: { focus: () => field.select() },
  });
  const copy = el("button", { type: "button", class: "button primary" }, "Copy");
  copy.addEventListener("click", async () => {
    if (await copied(address, "The invitation link is copied. Send it to the person with whom you want to play.")) copy.textContent = "Copied";
    else field.select();
  });
  const share = () => void navigator.share({ title: "Play Flagplot with me", url: address }).catch(() => null);
  const canShare = typeof navigator.share === "function";
  return el(
    "div",
    { class: "invitation-link" },
    field,
    copy,
    canShare && el("button", { type: "button", class: "button", on: { click: share } }, "Share"),
  );
}
