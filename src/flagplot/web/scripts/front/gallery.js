/** The games as charts to click on. */

/** @import { GameInfo, NewMatch } from "../types.js" */
/** @import { Me } from "../types-together.js" */

import * as api from "../api.js";
import { rename } from "../api-people.js";
import { notice } from "../dialogs.js";
import { el, refill, svg } from "../elements.js";
import { openSetup, openSetupFromAddress } from "./setup.js";

/**
 * @param {HTMLElement} host
 * @param {GameInfo[]} games
 * @param {Me} me
 */
export async function showGames(host, games, me) {
  refill(
    host,
    games.map((game) => card(game, me)),
  );
  openSetupFromAddress(games, me, start);
  await Promise.all(games.map((game) => drawChart(host, game)));
}

/**
 * @param {GameInfo} game
 * @param {Me} me
 */
function card(game, me) {
  const play = () => void start({ game: game.slug });
  const hasOthers = game.seats.length > 1;
  const company = !hasOthers
    ? "for one"
    : game.shares_everything
      ? "for one, or together with a friend"
      : "against a captain, a friend far away, or two at one screen";
  return el(
    "article",
    { class: "game", "aria-labelledby": `title-${game.slug}` },
    el(
      "button",
      {
        type: "button",
        class: "game-chart",
        data: { game: game.slug },
        "aria-label": `Play ${game.title} now`,
        on: { click: play },
      },
      el("span", { class: "game-play", "aria-hidden": "true" }, "Play"),
    ),
    el(
      "div",
      { class: "game-text" },
      el("h3", { id: `title-${game.slug}` }, game.title),
      el("p", null, game.summary),
      el(
        "p",
        { class: "game-facts" },
        [game.length, game.seats.map((seat) => seat.name).join(" and "), company].filter(Boolean).join(" · "),
      ),
      game.owners_figures && el("p", { class: "game-facts" }, "With the figures of an owner of the printed game."),
      el(
        "div",
        { class: "actions" },
        el("button", { type: "button", class: "button primary", on: { click: play } }, "Play"),
        hasOthers &&
          el(
            "button",
            { type: "button", class: "button", on: { click: () => openSetup(game, me, start, true) } },
            "Invite a friend ...",
          ),
        el("button", { type: "button", class: "button", on: { click: () => openSetup(game, me, start, false) } }, "Set up ..."),
      ),
      el(
        "p",
        { class: "game-links" },
        el("a", { href: `/guide/${game.slug}` }, "Five-minute guide"),
        el("a", { href: `/rules/${game.slug}` }, "Rules"),
        el("a", { href: `/ladder/${game.slug}` }, "Ladder"),
      ),
    ),
  );
}

/**
 * Puts the game's own chart on its button.
 * @param {HTMLElement} host
 * @param {GameInfo} game
 */
async function drawChart(host, game) {
  const place = host.querySelector(`[data-game="${game.slug}"]`);
  const text = await api.boardSvg(game.slug).catch(() => null);
  if (!place || text === null) return;
  const chart = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (chart.nodeName !== "svg") return;
  chart.classList.add("board");
  chart.setAttribute("aria-hidden", "true");
  chart.setAttribute("preserveAspectRatio", "xMidYMid slice");
  chart.append(...names(game, chart.getAttribute("viewBox") ?? "0 0 1 1"));
  place.prepend(document.importNode(chart, true));
}

/**
 * The names of the seas, so that the small chart says where the game is played.
 * @param {GameInfo} game
 * @param {string} viewBox
 */
function names(game, viewBox) {
  const [left = 0, top = 0, width = 1, height = 1] = viewBox.split(/[\s,]+/).map(Number);
  return game.board.spaces
    .filter((space) => space.kind === "sea" && space.within === null)
    .map((space) => {
      const x = left + space.x * width;
      const lines = space.name.split(" ").map((word, line) => svg("tspan", { x, dy: line ? "1.05em" : 0 }, word));
      return svg("text", { class: "sea-name", x, y: top + space.y * height, "text-anchor": "middle" }, lines);
    });
}

/**
 * @param {NewMatch} wish
 * @param {string} [name]  what the others shall call this guest
 */
async function start(wish, name) {
  document.body.classList.add("starting");
  try {
    if (name) await rename(name);
    location.href = `/g/${(await api.start(wish)).id}`;
  } catch (error) {
    document.body.classList.remove("starting");
    notice(api.sentence(error));
  }
}
