/**
 * The words that server and page share about the analysis of a finished game. Nothing here runs.
 *
 * @typedef {object} Estimate
 * @property {number} value
 * @property {number} margin  half the width of its 95 per cent interval
 *
 * @typedef {object} ChancePoint
 * @property {number} moment  how many choices had been made
 * @property {string} turn
 * @property {Estimate} chance  of the side of the first account
 *
 * @typedef {object} Account  how a side came to its result: all parts add up to it
 * @property {string} side
 * @property {string} name
 * @property {Estimate} start
 * @property {Estimate} skill
 * @property {Estimate} others
 * @property {Estimate} hidden
 * @property {Estimate} dice
 * @property {Estimate} unplayed
 * @property {number} result
 *
 * @typedef {object} Compared
 * @property {string} label
 * @property {Estimate} chance  of the side that decides
 *
 * @typedef {object} JudgedDecision
 * @property {number} moment
 * @property {string} seat
 * @property {string} turn
 * @property {string} prompt
 * @property {Compared} chosen
 * @property {Compared} best
 * @property {Compared} captains
 * @property {Estimate} loss  against the best found
 * @property {Estimate} gain  against the captain's
 * @property {Compared[]} options  the best first
 * @property {number} worlds
 *
 * @typedef {object} Luck
 * @property {number} moment
 * @property {number} until
 * @property {string} turn
 * @property {Estimate} worth  to the side of the first account
 * @property {string} cause
 * @property {string[]} rolls
 * @property {number} count
 * @property {string} outcome
 * @property {number | null} chance
 * @property {boolean} is_exact
 *
 * @typedef {object} Effort
 * @property {number} playouts
 * @property {number} decisions
 * @property {number} unlike
 * @property {number} moves
 * @property {number} judged
 *
 * @typedef {object} Analysis
 * @property {Account[]} accounts
 * @property {ChancePoint[]} curve
 * @property {JudgedDecision[]} decisions
 * @property {number[]} worst
 * @property {number[]} best
 * @property {Luck[]} luck
 * @property {Effort} effort
 * @property {boolean} hides  whether skill and what was hidden are told apart
 *
 * @typedef {object} AnalysisState
 * @property {number | null} share  of the work that is done; null: nobody has asked for it
 * @property {Analysis | null} analysis
 * @property {string} trouble
 */

export {};
