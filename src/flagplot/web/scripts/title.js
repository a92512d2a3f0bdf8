/** The title of the tab: how many games wait for this guest, whether something was said, and what the page shows. */

const shown = { page: document.title, turns: 0, talk: 0 };

function draw() {
  const turns = shown.turns ? `(${shown.turns}) ` : "";
  const talk = shown.talk ? `✉ ${shown.talk} ` : "";
  document.title = turns + talk + shown.page;
}

/** @param {string} page  what the page shows */
export function titled(page) {
  shown.page = page;
  draw();
}

/** @param {number} turns  games in which it is this guest's turn */
export function countTurns(turns) {
  shown.turns = turns;
  draw();
}

/** @param {number} lines  said while nobody looked */
export function countTalk(lines) {
  shown.talk = lines;
  draw();
}
