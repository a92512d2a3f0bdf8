/** What a click on a card begins: the mild first game for newcomers, then the game as it is. */

/** @import { Difficulty, GameInfo, MatchInfo, NewMatch, Player, Seat } from "../types.js" */

export const LEVELS = ["easy to learn", "some practice", "demanding"];

/**
 * Whether somebody has not begun a game of a title yet, lessons apart.
 * @param {GameInfo} game
 * @param {MatchInfo[]} matches
 */
export function isNewcomer(game, matches) {
  return !matches.some((match) => match.game === game.slug && match.lesson === null);
}

/**
 * @param {GameInfo} game
 * @param {MatchInfo[]} matches  of this guest
 * @returns {NewMatch}
 */
export function playWish(game, matches) {
  const first = isNewcomer(game, matches) ? game.first_game : null;
  if (!first) return { game: game.slug };
  const own = game.seats.find((seat) => seat.id === first.seat);
  /** @type {{ [seat: string]: Player }} */
  const seats = {};
  for (const seat of game.seats)
    if (isInPlay(game, seat, first.options)) seats[seat.id] = seat.side === own?.side ? "me" : first.opponent;
  const wish = { game: game.slug, options: first.options, seats, seed: first.seed };
  return first.scenario === null ? wish : { ...wish, scenario: first.scenario };
}

/**
 * Whether somebody sits at a seat with these options.
 * @param {GameInfo} game
 * @param {Seat} seat
 * @param {{ [name: string]: boolean | number }} options
 */
function isInPlay(game, seat, options) {
  if (!seat.option) return true;
  return options[seat.option] ?? game.options.find(({ name }) => name === seat.option)?.default === true;
}

/**
 * How many play a game, in a few words.
 * @param {GameInfo} game
 */
export function playersInWords({ seats, shares_everything }) {
  if (seats.length === 1) return "1 player";
  return shares_everything ? `1, or ${seats.length} together` : `1 or ${seats.length} players`;
}

/**
 * The lesson that comes next: the one that was begun, else the first that was not done.
 * @param {GameInfo} game
 * @param {MatchInfo[]} matches
 * @returns {{ begun: MatchInfo | null, next: GameInfo["lessons"][number] | null, isFirst: boolean }}
 */
export function nextLesson(game, matches) {
  const own = matches.filter((match) => match.game === game.slug && match.lesson !== null);
  const begun = own.find((match) => !match.over && match.lesson && match.lesson.done < match.lesson.steps) ?? null;
  const next = game.lessons.find(({ key }) => !own.some((match) => match.lesson?.key === key)) ?? game.lessons[0] ?? null;
  return { begun, next, isFirst: own.length === 0 };
}

/**
 * The games as they stand on the page: those that are easy to learn come first.
 * @param {GameInfo[]} games
 */
export function inOrder(games) {
  return games.toSorted((a, b) => a.level - b.level);
}

/**
 * What a difficulty sets, by the names of its scenario, rules and opponent; empty where it changes nothing.
 * @param {GameInfo} game
 * @param {Difficulty} difficulty
 */
export function settingsOf(game, { scenario, options, opponent }) {
  const titled =
    game.scenarios.length > 1 ? game.scenarios.find(({ name }) => name === (scenario ?? game.scenarios[0]?.name)) : null;
  const rules = game.options
    .filter(({ name }) => options[name] !== undefined)
    .map(({ name, title }) => (options[name] === true ? title : `${title}: ${options[name] === false ? "off" : options[name]}`));
  const hasOpponent = new Set(game.seats.map(({ side }) => side)).size > 1;
  const told = [
    titled && `Scenario: ${titled.title}`,
    rules.length > 0 && `Rules: ${rules.join("; ")}`,
    hasOpponent && `Opponent: ${opponent}`,
  ];
  return told.filter(Boolean).join(". ");
}

/**
 * Whether a difficulty is the game as it is set up unless something is changed.
 * @param {GameInfo} game
 * @param {Difficulty} difficulty
 */
export function isUsual(game, { scenario, options, opponent }) {
  return (
    (scenario ?? game.scenarios[0]?.name) === game.scenarios[0]?.name && !Object.keys(options).length && opponent === "captain"
  );
}
