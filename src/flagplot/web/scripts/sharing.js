/** Handing out addresses: copied to the clipboard, or given to the system's own way of sharing. */

import { notice } from "./dialogs.js";
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
    if (await copied(address, "The invitation link is copied; send it to whom you want to play.")) copy.textContent = "Copied";
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
