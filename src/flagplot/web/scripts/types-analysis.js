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
 * @typedef {object} Fall  what could have come of a throw, and what came; good and bad are those of the side that threw
 * @property {string} outcome
 * @property {number | null} chance
 * @property {boolean} is_exact  whether all ways to fall were counted, or a sample of them
 * @property {number | null} luck  how often fair dice give worse, equally good counting half; null: all are equally good
 * @property {number | null} expected  what is counted in the outcomes, on average
 * @property {number | null} came
 * @property {string} counted  the name of what is counted
 *
 * @typedef {object} Throw  all that fell between two decisions
 * @property {number} moment
 * @property {number} until
 * @property {string} seat  that had decided; empty where none had
 * @property {string} turn
 * @property {string} cause
 * @property {string[]} rolls
 * @property {number} count
 * @property {Fall | null} fall  null: its odds were not counted
 * @property {Estimate} worth  to the side of the first account
 * @property {number} among  throws that share what was measured
 * @property {string} helped  a side, or empty
 *
 * @typedef {object} Fortune  how lucky the throws of a side were
 * @property {string} side
 * @property {string} name
 * @property {number} throws
 * @property {number} judged  whose odds were counted exactly, and tell good from bad
 * @property {number} luck  their mean, 0.5 with fair dice
 * @property {number} margin  within which 95 of 100 games with fair dice stay, to either side of 0.5
 * @property {number[]} luckiest  moments of throws, the luckiest first
 * @property {number[]} unluckiest
 *
 * @typedef {object} Effort
 * @property {number} playouts
 * @property {number} decisions
 * @property {number} unlike
 * @property {number} moves
 * @property {number} judged
 * @property {number} throws
 * @property {number} counted
 *
 * @typedef {object} Analysis
 * @property {Account[]} accounts
 * @property {ChancePoint[]} curve
 * @property {JudgedDecision[]} decisions
 * @property {number[]} worst
 * @property {number[]} best
 * @property {Throw[]} throws  all of the game; they add up to the dice of the accounts
 * @property {Fortune[]} fortunes  by side, as the accounts are
 * @property {Effort} effort
 * @property {boolean} hides  whether skill and what was hidden are told apart
 *
 * @typedef {object} AnalysisState
 * @property {number | null} share  of the work that is done; null: nobody has asked for it
 * @property {Analysis | null} analysis
 * @property {string} trouble
 */

export {};
