/** An invitation in words: who invites to what, and a button for each open seat. */

/** @import { GameInfo } from "../types.js" */
/** @import { LobbyEntry, Me } from "../types-together.js" */

import { Refusal, sentence } from "../api.js";
import { rename } from "../api-people.js";
import { openDialog } from "../dialogs.js";
import { el, refill } from "../elements.js";
import { lateWords, paceWords } from "../times.js";
import { accountPath } from "../wayback.js";
import { capital } from "../words.js";

const GONE = [404, 409]; // the game, or the seat in it

/**
 * An invitation in a dialog; when it comes to nothing, the dialog says so.
 * @param {LobbyEntry} entry
 * @param {GameInfo | undefined} game
 * @param {Me | null} guest
 * @param {(seat: string) => Promise<{ id: string }>} join
 */
export function openInvitation(entry, game, guest, join) {
  const body = el("div", { class: "invitation-body" });
  refill(body, invitationContent(entry, game, guest, join, (why) => refill(body, tooLate(why))));
  openDialog(`${entry.title} with ${entry.owner}`, [body]);
}

/**
 * What is said to who cannot sit down any more.
 * @param {string} why
 */
export function tooLate(why) {
  return [
    el("p", { class: "sorry", role: "alert" }, why),
    el(
      "div",
      { class: "actions" },
      el("a", { class: "button primary", href: "/lobby" }, "Find another game"),
      el("a", { class: "button", href: "/" }, "To the games"),
    ),
  ];
}

/**
 * @param {LobbyEntry} entry
 * @param {GameInfo | undefined} game
 * @param {Me | null} guest
 * @param {(seat: string) => Promise<{ id: string }>} join
 * @param {(why: string) => void} gone  the seat was taken meanwhile, or there is no such game any more
 */
export function invitationContent(entry, game, guest, join, gone) {
  const trouble = el("p", { class: "sorry", role: "alert" });
  const name = el("input", {
    class: "field",
    maxlength: 30,
    autocomplete: "nickname",
    placeholder: "Your name, as the others see it",
    required: true,
  });
  const needsName = !guest?.known;
  const mayJoin = !entry.rated || Boolean(guest?.account);
  const open = entry.seats.filter((seat) => seat.open);
  const sit = async (/** @type {string} */ seat) => {
    if (needsName && !name.reportValidity()) return;
    try {
      if (needsName) await rename(name.value.trim());
    } catch (error) {
      return refill(trouble, sentence(error));
    }
    try {
      location.href = `/g/${(await join(seat)).id}`;
    } catch (error) {
      if (error instanceof Refusal && GONE.includes(error.status)) gone(sentence(error));
      else refill(trouble, sentence(error));
    }
  };
  return [
    facts(entry, game, guest),
    mayJoin &&
      needsName &&
      el("label", { class: "labelled your-name" }, el("span", null, "Your name"), name),
    mayJoin
      ? el(
          "div",
          { class: "actions" },
          open.map((seat) =>
            el(
              "button",
              { type: "button", class: "button primary large", on: { click: () => void sit(seat.id) } },
              `Play ${seat.name}`,
            ),
          ),
        )
      : el(
          "p",
          null,
          "This game counts for the ladder, so its players need an account: ",
          el("a", { href: accountPath() }, "claim your name with a password"),
          ", it takes a minute.",
        ),
    trouble,
    el(
      "p",
      { class: "small-text" },
      el("a", { href: `/guide/${entry.game}`, target: "_blank", rel: "noopener" }, "The game in five minutes"),
      " · ",
      el("a", { href: `/rules/${entry.game}`, target: "_blank", rel: "noopener" }, "Rule book"),
    ),
  ];
}

/**
 * @param {LobbyEntry} entry
 * @param {GameInfo | undefined} game
 * @param {Me | null} guest
 */
function facts(entry, game, guest) {
  const scenario = game?.scenarios.find((candidate) => candidate.name === entry.scenario);
  const hasScenarios = (game?.scenarios.length ?? 0) > 1;
  /** @type {[string, string | null][]} */
  const rows = [
    ["Length", game?.length ?? null],
    ["Scenario", hasScenarios && scenario ? `${scenario.title}. ${scenario.text}` : null],
    ["Optional rules", optionWords(entry, game) || null],
    ["Clock", `${capital(paceWords(entry.pace))}. ${guest ? lateWords(entry.pace, guest.patience_days, game?.shares_everything ?? false) : ""}`],
    ["Ladder", entry.rated ? "this game counts" : "this game does not count"],
    ["Dice", entry.typed_dice ? "thrown on a real table and typed in" : null],
    ["Stands at", entry.headline],
  ];
  return el(
    "dl",
    { class: "invitation-facts" },
    rows.flatMap(([name, text]) => (text ? [el("dt", null, name), el("dd", null, text)] : [])),
    entry.seats.flatMap((seat) => [el("dt", null, seat.name), el("dd", null, seat.open ? "still open" : seat.who)]),
  );
}

/**
 * The optional rules of a game that somebody offers, by their titles.
 * @param {LobbyEntry} entry
 * @param {GameInfo | undefined} game
 */
export function optionWords({ options }, game) {
  const titles = new Map(game?.options.map(({ name, title }) => [name, title]));
  return Object.entries(options)
    .filter(([, value]) => value !== false)
    .map(([name, value]) => (value === true ? (titles.get(name) ?? name) : `${titles.get(name) ?? name}: ${value}`))
    .join(", ");
}
