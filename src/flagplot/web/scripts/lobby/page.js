/** The lobby: public games that wait for players, and those that can be watched; it keeps itself up to date. */

/** @import { GameInfo } from "../types.js" */
/** @import { LobbyEntry, Me } from "../types-together.js" */

import { MatchApi, games, isAbort, sentence } from "../api.js";
import { lobby } from "../api-people.js";
import { byId, el, refill } from "../elements.js";
import { flagsOfSeats } from "../flags.js";
import { openInvitation, optionWords } from "../join/invitation.js";
import { furnish } from "../pagehead.js";
import { paceWords, when } from "../times.js";

const REFRESH_MS = 10_000;
const TYPING_MS = 200;

const search = byId("search", HTMLInputElement);
const chosen = byId("game", HTMLSelectElement);
/** @type {GameInfo[]} */
let known = [];
/** @type {Me | null} */
let guest = null;
let asking = new AbortController();
let timer = 0;
const drawn = { open: "", running: "" };

byId("looking-for").addEventListener("submit", (event) => event.preventDefault());
search.addEventListener("input", () => soon(TYPING_MS));
chosen.addEventListener("change", () => soon(0));
document.addEventListener("visibilitychange", () => !document.hidden && soon(0));

const [somebody, all] = await Promise.all([furnish(), games().catch(() => [])]);
guest = somebody;
known = all;
chosen.append(...known.map((game) => el("option", { value: game.slug }, game.title)));
soon(0);

/** @param {number} wait */
function soon(wait) {
  clearTimeout(timer);
  timer = window.setTimeout(() => void refresh(), wait);
}

async function refresh() {
  asking.abort();
  asking = new AbortController();
  try {
    await Promise.all([fetchKind("open"), fetchKind("running")]);
    if (!document.hidden) soon(REFRESH_MS);
  } catch (error) {
    if (isAbort(error)) return;
    drawn.open = drawn.running = "";
    refill(byId("open"), el("p", { class: "sorry", role: "alert" }, sentence(error)));
    refill(byId("running"));
    soon(REFRESH_MS);
  }
}

/** @param {"open" | "running"} kind */
async function fetchKind(kind) {
  const found = await lobby(kind, search.value.trim(), chosen.value || undefined, asking.signal);
  const text = JSON.stringify(found);
  if (text === drawn[kind]) return; // nothing moves under the reader
  drawn[kind] = text;
  const focused = document.activeElement?.closest("[data-match]")?.getAttribute("data-match");
  const host = byId(kind);
  if (found.length) refill(host, el("ul", { class: "lobby-games" }, found.map((entry) => row(entry, kind))));
  else refill(host, empty(kind));
  const again = focused && host.querySelector(`[data-match="${focused}"] :is(a, button)`);
  if (again instanceof HTMLElement) again.focus();
}

/** @param {"open" | "running"} kind */
function empty(kind) {
  if (search.value.trim() || chosen.value) return el("p", { class: "soft" }, "No game matches. Try fewer words, or show all games.");
  if (kind === "running") return el("p", { class: "soft" }, "There is no public game right now.");
  return el(
    "p",
    { class: "soft" },
    "No open games right now. ",
    el("a", { href: "/" }, "Set up a game"),
    " with a seat for somebody else and make it public, and it waits here.",
  );
}

/**
 * @param {LobbyEntry} entry
 * @param {"open" | "running"} kind
 */
function row(entry, kind) {
  const game = known.find((candidate) => candidate.slug === entry.game);
  const open = entry.seats.filter((seat) => seat.open);
  const isOpen = kind === "open";
  return el(
    "li",
    { class: "lobby-entry", data: { match: entry.id } },
    el(
      "div",
      { class: "lobby-text" },
      el("h3", null, entry.title),
      el(
        "p",
        null,
        isOpen
          ? [`${entry.owner} waits for `, ...joined(open.map((seat) => seatWithFlags(game, seat, seat.name)), " and ")]
          : joined(
              entry.seats.map((seat) => seatWithFlags(game, seat, `${seat.who} (${seat.name})`)),
              game?.shares_everything ? " and " : " against ",
            ),
      ),
      el("p", { class: "soft small-text" }, tags(entry, game, isOpen), " · ", when(isOpen ? entry.started : entry.changed)),
    ),
    el("div", { class: "lobby-act" }, action(entry, game, isOpen)),
  );
}

/**
 * @param {GameInfo | undefined} game
 * @param {{ id: string }} seat
 * @param {string} words
 */
function seatWithFlags(game, { id }, words) {
  return el("span", { class: "lobby-seat" }, flagsOfSeats(game, [id]), words);
}

/**
 * @param {HTMLElement[]} parts
 * @param {string} between
 */
function joined(parts, between) {
  return parts.flatMap((part, at) => (at ? [between, part] : [part]));
}

/**
 * @param {LobbyEntry} entry
 * @param {GameInfo | undefined} game
 * @param {boolean} isOpen
 */
function tags(entry, game, isOpen) {
  return [
    (game?.scenarios.length ?? 0) > 1 && game?.scenarios.find(({ name }) => name === entry.scenario)?.title,
    optionWords(entry, game),
    paceWords(entry.pace),
    entry.rated && "counts for the ladder",
    entry.typed_dice && "real dice",
    !isOpen && entry.headline,
  ]
    .filter(Boolean)
    .join(" · ");
}

/**
 * @param {LobbyEntry} entry
 * @param {GameInfo | undefined} game
 * @param {boolean} isOpen
 */
function action(entry, game, isOpen) {
  if (entry.yours) return el("a", { class: "button", href: `/g/${entry.id}` }, "Your game");
  if (!isOpen) return el("a", { class: "button", href: `/g/${entry.id}`, "aria-label": `Watch ${entry.title}, ${entry.headline}` }, "Watch");
  return el(
    "button",
    {
      type: "button",
      class: "button primary",
      "aria-label": `Join ${entry.owner}'s game of ${entry.title}`,
      on: {
        click: () => openInvitation(entry, game, guest, (seat) => new MatchApi(entry.id).join(seat)),
      },
    },
    "Join ...",
  );
}
