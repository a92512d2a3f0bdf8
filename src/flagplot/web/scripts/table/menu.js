/** The menu of the table: what can be done with the game beside playing it, settings, help. */

/** @import { Position } from "../types.js" */
/** @import { Access, Action } from "../types-together.js" */
/** @import { Company } from "./company.js" */

import { openDialog } from "../dialogs.js";
import { el } from "../elements.js";
import { youAre } from "../sides.js";

/** @type {[Action, string][]} */
const ACTIONS = [
  ["claim", "Claim the game: their time is up ..."],
  ["rematch", "Rematch"],
  ["undo", "Ask to take back ..."],
  ["draw", "Offer a draw ..."],
  ["abandon", "Propose to abandon ..."],
  ["rules", "Go on by the present rules ..."],
  ["plot", "Propose search plots ..."],
  ["resign", "Resign ..."],
];

/** @type {[Access, string, string][]} */
export const ACCESS = [
  ["private", "Private.", "Only the players see it."],
  ["link", "Watchable.", "Whoever has its address may watch."],
  ["public", "Public.", "It is listed in the lobby, and everybody may watch."],
];

/**
 * @typedef {object} MenuActs
 * @property {() => void} settings
 * @property {() => void} keys
 * @property {() => void} rules
 * @property {() => void} guide
 * @property {() => void} share
 */

/**
 * @param {string} id
 * @param {string} slug
 * @param {Position | null} position
 * @param {Company | null} company
 * @param {MenuActs} acts
 */
export function openMenu(id, slug, position, company, acts) {
  const item = (/** @type {string} */ text, /** @type {() => void} */ run) =>
    el(
      "button",
      {
        type: "button",
        class: "button",
        on: {
          click: () => {
            dialog.close();
            run();
          },
        },
      },
      text,
    );
  const link = (/** @type {string} */ text, /** @type {string} */ href) => el("a", { class: "button", href }, text);
  const can = position?.table.can ?? [];
  const actions = ACTIONS.filter(([action]) => can.includes(action) && !(action === "undo" && position?.undo.can));
  const you = position && youAre(position);
  const isOwner = company !== null && position?.table.owner === true;
  const dialog = openDialog(
    "Menu",
    [
      you && el("p", { class: "you-are" }, "You are ", el("b", null, you.who), ` (${you.seats}).`),
      (actions.length > 0 || isOwner) &&
        el(
          "div",
          { class: "menu game-menu" },
          el("h3", null, "This game"),
          actions.map(([action, text]) => item(text, () => void company?.take(action))),
          isOwner && position && item("Who may watch ...", () => openAccess(position, company)),
        ),
      el(
        "div",
        { class: "menu" },
        actions.length > 0 && el("h3", null, "At hand"),
        item("Settings", acts.settings),
        item("Keys", acts.keys),
        item("Rule book", acts.rules),
        item("Guide", acts.guide),
        item("Copy a link to this moment", acts.share),
        company && !company.isOnlooker && el("a", { class: "button", href: `/api/matches/${id}/save`, download: "" }, "Save the game to a file"),
        link("Proof of the dice", `/g/${id}/dice`),
        link("Ladder", `/ladder/${slug}`),
        link("All games", "/"),
      ),
    ],
    { className: "small" },
  );
}

/**
 * @param {Position} position
 * @param {Company} company
 */
function openAccess(position, company) {
  const { access, watchers } = position.table;
  openDialog(
    "Who may watch",
    [
      el(
        "fieldset",
        null,
        el("legend", null, "Who may see this game"),
        ACCESS.map(([value, name, text]) =>
          el(
            "label",
            { class: "switch" },
            el("input", {
              type: "radio",
              name: "access",
              value,
              checked: value === access,
              on: { change: () => void company.setAccess(value) },
            }),
            el("span", null, el("b", null, name), ` ${text}`),
          ),
        ),
      ),
      el(
        "p",
        { class: "soft small-text" },
        "Spectators see only what no seat hides, and cannot read the messages. ",
        watchers > 0 && `Watching now: ${watchers}. Making the game private sends them away.`,
      ),
    ],
    { className: "small" },
  );
}
