/** The boards of a match: which one lies on the table may change, and each is asked for once. */

/** @import { MatchApi } from "../api.js" */
/** @import { Board } from "../types.js" */

export class Boards {
  /** @type {Map<string, Board>} */
  #loaded = new Map();

  /** @param {MatchApi} api */
  constructor(api) {
    this.api = api;
  }

  /** @param {string} scenario  as a position or a moment names it @returns {Promise<Board>} */
  async load(scenario) {
    const board = this.#loaded.get(scenario) ?? (await this.api.board(scenario));
    this.#loaded.set(scenario, board);
    return board;
  }

  /** A board that has been loaded. @param {string} scenario @returns {Board} */
  get(scenario) {
    const board = this.#loaded.get(scenario);
    if (!board) throw new Error(`The board ${scenario} has not been loaded.`);
    return board;
  }
}
