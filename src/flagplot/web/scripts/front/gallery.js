/** The games as cards: a chart with ships on it, what the game is about, and the way into it. */

/** @import { GameInfo, MatchInfo, NewMatch } from "../types.js" */
/** @import { Me } from "../types-together.js" */

import * as api from "../api.js";
import { rename } from "../api-people.js";
import { notice } from "../dialogs.js";
import { dropdown } from "../dropdown.js";
import { el, refill } from "../elements.js";
import { openSetup, openSetupFromAddress } from "./setup.js";
import { inOrder, isNewcomer, LEVELS, nextLesson, playersInWords, playWish } from "./wishes.js";

/**
 * @param {HTMLElement} host
 * @param {GameInfo[]} games
 * @param {Me} me
 * @param {MatchInfo[]} matches  of this guest
 */
export function showGames(host, games, me, matches) {
  const cards = inOrder(games).map((game) => card(game, me, matches));
  const last = host.querySelector("#yours");
  refill(host, cards, last);
  openSetupFromAddress(games, me, start);
}

/**
 * The offer of a first lesson to somebody who has not played anything yet.
 * @param {HTMLElement} host
 * @param {GameInfo[]} games
 * @param {MatchInfo[]} matches
 */
export function offerFirstLesson(host, games, matches) {
  const game = inOrder(games).find(({ lessons }) => lessons.length > 0);
  const lesson = game?.lessons[0];
  host.hidden = matches.length > 0 || !lesson;
  if (host.hidden || !game || !lesson) return;
  refill(
    host,
    el("span", { class: "first-time-sign", "aria-hidden": "true" }, "✦"),
    el("h2", null, "First time? Learn by playing."),
    el(
      "p",
      null,
      `${lesson.steps} steps on a real chart, ${lesson.minutes} minutes, no rules to read first. You need no account.`,
    ),
    el(
      "button",
      { type: "button", class: "button primary", on: { click: () => void start({ game: game.slug, lesson: lesson.key }) } },
      "Start the first lesson",
    ),
  );
}

/**
 * @param {GameInfo} game
 * @param {Me} me
 * @param {MatchInfo[]} matches
 */
function card(game, me, matches) {
  const play = () => void start(playWish(game, matches));
  const first = isNewcomer(game, matches) ? game.first_game : null;
  const chart = el("div", { class: "game-chart", data: { game: game.slug }, "aria-hidden": "true", on: { click: play } });
  void drawCover(chart, game);
  return el(
    "article",
    { class: "game", "aria-labelledby": `title-${game.slug}` },
    chart,
    el(
      "div",
      { class: "game-text" },
      el("h3", { id: `title-${game.slug}` }, game.title),
      el("p", { class: "game-summary" }, game.summary),
      el("ul", { class: "game-facts" }, el("li", null, game.length), el("li", null, playersInWords(game)), level(game)),
      el(
        "div",
        { class: "actions" },
        el(
          "button",
          {
            type: "button",
            class: "button primary",
            "aria-label": `Play ${game.title} now`,
            title: first ? `Your first game is mild. ${first.text}` : `Play ${game.title} now`,
            on: { click: play },
          },
          "Play",
        ),
        learning(game, matches),
        dropdown(`More about ${game.title}`, [
          { text: "Set up ...", run: () => openSetup(game, me, start, false) },
          ...(game.seats.length > 1 ? [{ text: "Invite a friend ...", run: () => openSetup(game, me, start, true) }] : []),
          { text: "Five-minute guide", href: `/guide/${game.slug}` },
          { text: "Rules", href: `/rules/${game.slug}` },
          { text: "Ladder", href: `/ladder/${game.slug}` },
        ]),
      ),
      game.owners_figures && el("p", { class: "game-figures" }, "With the figures of an owner of the printed game."),
    ),
  );
}

/** How hard a game is to learn, in dots and words. @param {GameInfo} game */
function level({ level }) {
  const dots = LEVELS.map((_, index) => (index < level ? "●" : "○")).join("");
  return el("li", null, el("span", { class: "level", "aria-hidden": "true" }, dots), ` ${LEVELS[level - 1] ?? ""}`);
}

/**
 * The way to the lesson that comes next.
 * @param {GameInfo} game
 * @param {MatchInfo[]} matches
 */
function learning(game, matches) {
  const { begun, next, isFirst } = nextLesson(game, matches);
  if (begun?.lesson) {
    const { done, steps } = begun.lesson;
    return el("a", { class: "button learn", href: `/g/${begun.id}` }, "Continue lesson ", el("b", null, `${done + 1}/${steps}`));
  }
  if (!next) return null;
  const learn = () => void start({ game: game.slug, lesson: next.key });
  const hint = `${next.title}: ${next.text} ${next.steps} steps, about ${next.minutes} minutes.`;
  return el(
    "button",
    { type: "button", class: "button learn", title: hint, on: { click: learn } },
    isFirst ? "Learn by playing" : "Next lesson",
  );
}

/**
 * Puts the picture of a game on its card.
 * @param {HTMLElement} place
 * @param {GameInfo} game
 */
async function drawCover(place, game) {
  const text = await api.coverSvg(game.slug).catch(() => null);
  if (text === null) return;
  const cover = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (cover.nodeName !== "svg") return;
  cover.classList.add("board", "cover");
  cover.setAttribute("preserveAspectRatio", "xMidYMid slice");
  place.prepend(document.importNode(cover, true));
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
