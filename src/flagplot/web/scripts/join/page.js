/** The page behind an invitation link. */

/** @import { LobbyEntry } from "../types-together.js" */

import { boardSvg, games, sentence } from "../api.js";
import { invitation, joinInvited } from "../api-people.js";
import { byId, el, refill } from "../elements.js";
import { furnish } from "../pagehead.js";
import { titled } from "../title.js";
import { invitationContent, tooLate } from "./invitation.js";

const invite = location.pathname.split("/")[2] ?? "";
const host = byId("invitation");

try {
  const [guest, { entry }, all] = await Promise.all([furnish(), invitation(invite), games()]);
  if (entry.yours) location.replace(`/g/${entry.id}`);
  else if (entry.running) showTaken(entry);
  else {
    const game = all.find((candidate) => candidate.slug === entry.game);
    titled(`${entry.owner} invites you · Flagplot`);
    refill(
      host,
      el("h1", null, `${entry.owner} invites you to ${entry.title}`),
      game && el("p", { class: "lead" }, game.summary),
      chart(entry.game),
      invitationContent(
        entry,
        game,
        guest,
        (seat) => joinInvited(invite, seat),
        (why) => refill(host, el("h1", null, "This game is full"), tooLate(why)),
      ),
    );
  }
} catch (error) {
  refill(host, el("h1", null, "This invitation cannot be opened"), tooLate(sentence(error)));
}

/** @param {LobbyEntry} entry */
function showTaken(entry) {
  refill(
    host,
    el("h1", null, "All seats are taken"),
    el("p", null, `Another player has already joined ${entry.owner}'s game of ${entry.title}.`),
    el(
      "div",
      { class: "actions" },
      el("a", { class: "button primary", href: `/g/${entry.id}` }, "Watch it, if that is allowed"),
      el("a", { class: "button", href: "/lobby" }, "Find another game"),
    ),
  );
}

/** The chart of the game, so that a newcomer sees what it is about. @param {string} slug */
function chart(slug) {
  const frame = el("div", { class: "invitation-chart", "aria-hidden": "true" });
  void boardSvg(slug)
    .then((text) => {
      const drawing = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      if (drawing.nodeName !== "svg") return;
      drawing.classList.add("board");
      drawing.setAttribute("preserveAspectRatio", "xMidYMid slice");
      frame.append(document.importNode(drawing, true));
    })
    .catch(() => frame.remove());
  return frame;
}
