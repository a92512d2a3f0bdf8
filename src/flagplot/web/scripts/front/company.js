/** What is agreed with the people one invites: who may see the game, how fast it is played, whether it counts. */

/** @import { Access, Me } from "../types-together.js" */

import { el } from "../elements.js";
import { lateWords } from "../times.js";
import { accountPath } from "../wayback.js";

/** @type {[Access, string, string][]} */
const ACCESS = [
  ["private", "Private.", "Only people with your invitation link can join. Nobody can watch."],
  ["link", "Watchable.", "People with your invitation link can join. Anybody with the game's address can watch."],
  ["public", "Public.", "The game is listed in the lobby. Anybody can join or watch."],
];

const DAY = 86_400;
/** @type {[number, string][]} */
const PACES = [
  [0, "no clock"],
  [3600, "1 hour a move"],
  [DAY, "1 day a move"],
  [3 * DAY, "3 days a move"],
  [7 * DAY, "7 days a move"],
];

/**
 * @param {Me} me
 * @param {string} back  the way from the account page back to these fields
 * @param {boolean} isTogether  whether all who play are on one side
 * @returns {{ fields: HTMLElement[], adapt: (isOpen: boolean, isAgainstSelf: boolean, isTyped: boolean) => void }}
 */
export function companyFields(me, back, isTogether) {
  const needsName = !me.known;
  const name = el("input", {
    class: "field",
    name: "name",
    maxlength: 30,
    autocomplete: "nickname",
    placeholder: "shown to other players",
  });
  const pace = el(
    "select",
    { class: "field", name: "pace" },
    PACES.map(([seconds, text]) => el("option", { value: seconds }, text)),
  );
  const late = el("p", { class: "soft small-text" });
  const others = el(
    "fieldset",
    { class: "with-others" },
    el("legend", null, "With others"),
    needsName && el("label", { class: "labelled" }, el("span", null, "Your name"), name),
    ACCESS.map(([value, title, text], index) =>
      el(
        "label",
        { class: "switch" },
        el("input", { type: "radio", name: "access", value, checked: index === 0 }),
        el("span", null, el("b", null, title), ` ${text}`),
      ),
    ),
    el("label", { class: "labelled" }, el("span", null, "Clock"), pace),
    late,
  );
  const box = el("input", { type: "checkbox", name: "rated" });
  const rated = el(
    "fieldset",
    null,
    el("legend", null, "Ladder"),
    me.account
      ? el("label", { class: "switch" }, box, el("span", null, "This game counts for the ladder"))
      : el(
          "p",
          { class: "soft small-text" },
          "Games of people with an account can count for the ladder; ",
          el("a", { href: accountPath(back) }, "claim your name"),
          " to take part.",
        ),
  );
  const adapt = (/** @type {boolean} */ isOpen, /** @type {boolean} */ isAgainstSelf, /** @type {boolean} */ isTyped) => {
    others.hidden = !isOpen;
    others.disabled = !isOpen;
    name.required = isOpen;
    late.textContent = lateWords(Number(pace.value) || null, me.patience_days, isTogether);
    rated.hidden = isAgainstSelf || isTyped || (!isOpen && !me.account);
    rated.disabled = rated.hidden;
  };
  return { fields: [others, rated], adapt };
}
