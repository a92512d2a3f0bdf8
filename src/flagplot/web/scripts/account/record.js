/** What one has played so far, by title: games, results and streaks. */

/** @import { MatchInfo } from "../types.js" */

import { el } from "../elements.js";
import { talliesByTitle, tallyOf } from "../record.js";

/** @param {MatchInfo[]} matches */
export function recordTable(matches) {
  const titles = talliesByTitle(matches);
  if (!titles.length)
    return el("p", { class: "soft" }, "You have not finished a game yet. Lessons and games against yourself do not count.");
  const rows = titles.length > 1 ? [...titles, { game: "", title: "All games", ...tallyOf(matches) }] : titles;
  return el(
    "div",
    { class: "table-scroll", tabindex: "0", role: "region", "aria-label": "Your record" },
    el(
      "table",
      { class: "form-table ladder" },
      el(
        "thead",
        null,
        el(
          "tr",
          null,
          el("th", { scope: "col" }, "Game"),
          ["Games", "Won", "Drawn", "Lost", "Won in a row", "Longest row"].map((name) =>
            el("th", { scope: "col", class: "amount" }, name),
          ),
        ),
      ),
      el(
        "tbody",
        null,
        rows.map(({ title, games, won, drawn, lost, streak, best }) =>
          el(
            "tr",
            null,
            el("th", { scope: "row" }, title),
            [games, won, drawn, lost, streak, best].map((count) => el("td", { class: "amount" }, count)),
          ),
        ),
      ),
    ),
  );
}
