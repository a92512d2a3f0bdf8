/** What somebody has played: games, results and streaks, in all and by title, counted from the list of their games. */

/** @import { MatchInfo } from "./types.js" */

import { areTogether } from "./sides.js";

/**
 * @typedef {"won" | "drawn" | "lost"} Outcome
 *
 * @typedef {object} Tally
 * @property {number} games  that are over and count
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 * @property {number} streak  how many of the latest games were won in a row
 * @property {number} best  the longest such row
 *
 * @typedef {Tally & { game: string, title: string }} TitleTally
 */

/**
 * How a game ended for its player; null where that cannot be said: it goes on, was a lesson, or was played on both sides.
 * @param {MatchInfo} match
 * @returns {Outcome | null}
 */
export function outcomeOf({ over, result, lesson, seats, yours }) {
  const own = seats.filter((seat) => yours.includes(seat.id));
  if (!over || !result || lesson || !own[0] || !areTogether(own)) return null;
  if (result.winner === own[0].side) return "won";
  const isAlone = seats.every((seat) => seat.side === own[0]?.side);
  return result.winner !== null || (isAlone && !result.rule) ? "lost" : "drawn"; // alone one can only give up, not agree
}

/**
 * @param {MatchInfo[]} matches
 * @returns {Tally}
 */
export function tallyOf(matches) {
  const tally = { games: 0, won: 0, drawn: 0, lost: 0, streak: 0, best: 0 };
  for (const match of matches.toSorted((a, b) => (a.changed < b.changed ? -1 : 1))) {
    const outcome = outcomeOf(match);
    if (!outcome) continue;
    tally.games += 1;
    tally[outcome] += 1;
    tally.streak = outcome === "won" ? tally.streak + 1 : 0;
    tally.best = Math.max(tally.best, tally.streak);
  }
  return tally;
}

/**
 * The tallies of all titles that were played to an end, the most played first.
 * @param {MatchInfo[]} matches
 * @returns {TitleTally[]}
 */
export function talliesByTitle(matches) {
  const titles = new Map(matches.map(({ game, title }) => [game, title]));
  return [...titles]
    .map(([game, title]) => ({ game, title, ...tallyOf(matches.filter((match) => match.game === game)) }))
    .filter(({ games }) => games > 0)
    .toSorted((a, b) => b.games - a.games);
}

/**
 * A tally in one line.
 * @param {Tally} tally
 */
export function tallyInWords({ games, won, streak }) {
  const told = `${games} ${games === 1 ? "game" : "games"}, ${won} won`;
  return streak > 1 ? `${told}, ${streak} in a row` : told;
}
