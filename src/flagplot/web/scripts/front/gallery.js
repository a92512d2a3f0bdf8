/** The games as charts to click on. */

/** @import { Board, GameInfo, MatchInfo, NewMatch } from "../types.js" */
/** @import { Me } from "../types-together.js" */

import * as api from "../api.js";
import { rename } from "../api-people.js";
import { corners } from "../chart/hexes.js";
import { notice } from "../dialogs.js";
import { el, refill, svg } from "../elements.js";
import { openSetup, openSetupFromAddress } from "./setup.js";

/**
 * @param {HTMLElement} host
 * @param {GameInfo[]} games
 * @param {Me} me
 * @param {MatchInfo[]} matches  of this guest
 */
export async function showGames(host, games, me, matches) {
  refill(
    host,
    games.map((game) => card(game, me, matches)),
  );
  openSetupFromAddress(games, me, start);
  await Promise.all(games.map((game) => drawChart(host, game)));
}

/**
 * @param {GameInfo} game
 * @param {Me} me
 * @param {MatchInfo[]} matches
 */
function card(game, me, matches) {
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
        learning(game, matches),
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
 * The way to the lesson that comes next: the one that was begun, else the first that was not done.
 * @param {GameInfo} game
 * @param {MatchInfo[]} matches
 */
function learning(game, matches) {
  const own = matches.filter((match) => match.game === game.slug && match.lesson !== null);
  const begun = own.find((match) => !match.over && match.lesson && match.lesson.done < match.lesson.steps);
  if (begun?.lesson) {
    const { done, steps } = begun.lesson;
    return el("a", { class: "button learn", href: `/g/${begun.id}` }, "Continue lesson ", el("b", null, `${done + 1}/${steps}`));
  }
  const next = game.lessons.find(({ key }) => !own.some((match) => match.lesson?.key === key)) ?? game.lessons[0];
  if (!next) return null;
  const learn = () => void start({ game: game.slug, lesson: next.key });
  const hint = `${next.title}: ${next.text} ${next.steps} steps, about ${next.minutes} minutes.`;
  return el("button", { type: "button", class: "button learn", title: hint, on: { click: learn } }, own.length ? "Learn more by playing" : "First time? Learn by playing");
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
  const onChart = within(chart.getAttribute("viewBox") ?? "0 0 1 1");
  chart.append(...hexes(game.board, onChart), ...lanes(game.board, onChart), ...names(game.board, onChart));
  place.prepend(document.importNode(chart, true));
}

/**
 * Where fractions of a board lie in its drawing.
 * @param {string} viewBox
 * @returns {(x: number, y: number) => { x: number, y: number }}
 */
function within(viewBox) {
  const [left = 0, top = 0, width = 1, height = 1] = viewBox.split(/[\s,]+/).map(Number);
  return (x, y) => ({ x: left + x * width, y: top + y * height });
}

/**
 * The hexes of a board.
 * @param {Board} board
 * @param {ReturnType<typeof within>} onChart
 */
function hexes(board, onChart) {
  return board.spaces
    .filter((space) => space.kind === "hex")
    .map(({ x, y, width, height }) => {
      const [from, to] = [onChart(x - width / 2, y - height / 2), onChart(x + width / 2, y + height / 2)];
      const ring = corners({ x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y });
      return svg("polygon", { class: "hex", points: ring.map((corner) => `${corner.x},${corner.y}`).join(" ") });
    });
}

/**
 * The plotting spaces of a board and the lines between them.
 * @param {Board} board
 * @param {ReturnType<typeof within>} onChart
 */
function lanes(board, onChart) {
  const points = new Map(board.spaces.filter((space) => space.kind === "point").map((space) => [space.id, space]));
  const lines = board.links.flatMap(({ one, other, via }) => {
    const [from, to] = [points.get(one), points.get(other)];
    if (!from || !to) return [];
    const bends = [[from.x, from.y], ...via, [to.x, to.y]].map(([x = 0, y = 0]) => onChart(x, y));
    return svg("polyline", { class: "lane", points: bends.map(({ x, y }) => `${x},${y}`).join(" ") });
  });
  const marks = [...points.values()].map(({ x, y, mark }) => {
    const at = onChart(x, y);
    return svg("circle", { class: "point", "data-mark": mark, cx: at.x, cy: at.y, r: mark === "sea" ? 6 : 11 });
  });
  return [...lines, ...marks];
}

/**
 * The names of the seas, so that the small chart says where the game is played.
 * @param {Board} board
 * @param {ReturnType<typeof within>} onChart
 */
function names(board, onChart) {
  return board.spaces
    .filter((space) => space.kind === "sea" && space.within === null)
    .map((space) => {
      const { x, y } = onChart(space.x, space.y);
      const lines = space.name.split(" ").map((word, line) => svg("tspan", { x, dy: line ? "1.05em" : 0 }, word));
      return svg("text", { class: "sea-name", x, y, "text-anchor": "middle" }, lines);
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
