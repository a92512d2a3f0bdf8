/**
 * The words that server and page share about people: who they are, who waits for whom, what they say. Nothing here runs.
 *
 * @import { MatchInfo, OptionValue } from "./types.js"
 *
 * @typedef {"private" | "link" | "public"} Access  only its players; who has the link may watch; listed, all may watch
 * @typedef {"draw" | "undo" | "abandon" | "rematch" | "rules" | "plot"} OfferKind
 * @typedef {"battle" | "turn" | "game"} Span
 * @typedef {"resign" | "draw" | "undo" | "abandon" | "claim" | "rematch" | "rules" | "plot"} Action
 *
 * @typedef {object} Account
 * @property {string | null} email
 * @property {boolean} email_confirmed
 * @property {boolean} wants_mail
 * @property {string} created
 *
 * @typedef {object} Me
 * @property {string} name
 * @property {boolean} known  the server keeps something of this guest
 * @property {Account | null} account
 * @property {number} turns  games in which it is this guest's turn, or in which an offer waits for the answer
 * @property {boolean} mail_possible  the operator has set up mail
 * @property {number} patience_days  where there is no clock, after so many days the other side may claim the game
 * @property {boolean} sign_up  new accounts can be made
 * @property {boolean} guests  people without an account can begin to play
 * @property {number | null} guests_kept_days  after so many days games without an account are cleared
 *
 * @typedef {object} SessionInfo
 * @property {string} id  a short one, which opens nothing
 * @property {string} created
 * @property {string} seen
 * @property {string} agent
 * @property {boolean} here
 *
 * @typedef {object} TurnsMessage
 * @property {"turns"} type
 * @property {number} turns
 * @property {MatchInfo | null} match  the game that has just changed, if it is known
 *
 * @typedef {object} LobbySeat
 * @property {string} id
 * @property {string} name
 * @property {string} who
 * @property {boolean} open
 *
 * @typedef {object} LobbyEntry
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} scenario
 * @property {{ [name: string]: boolean | number }} options
 * @property {string} owner
 * @property {LobbySeat[]} seats
 * @property {string} headline
 * @property {number | null} pace
 * @property {boolean} rated
 * @property {boolean} typed_dice
 * @property {boolean} running
 * @property {boolean} yours
 * @property {string} started
 * @property {string} changed
 *
 * @typedef {object} Invitation
 * @property {string} invite  empty for a game from the lobby
 * @property {LobbyEntry} entry
 *
 * @typedef {object} Offer
 * @property {OfferKind} kind
 * @property {string} seat
 * @property {string} text
 * @property {string[]} asked  the seats that have not answered yet
 * @property {string} at
 *
 * @typedef {object} StandingOrder
 * @property {string} key
 * @property {string} prompt  the kind of decision, in general words
 * @property {boolean} captain
 * @property {OptionValue} option
 * @property {string} label
 * @property {Span} span
 *
 * @typedef {object} DecisionKind
 * @property {string} key
 * @property {string} topic  what is decided, in general words
 * @property {{ value: OptionValue, label: string }[]} answers  what can be ordered in advance, beside the captain
 *
 * @typedef {object} Notes
 * @property {string} text
 * @property {string} mark  of this very text
 *
 * @typedef {object} TableState
 * @property {boolean} owner
 * @property {Access} access
 * @property {boolean} rated
 * @property {number | null} pace
 * @property {string | null} deadline
 * @property {string} waiting_for  what is being decided, as far as everybody may know
 * @property {Offer[]} offers
 * @property {Action[]} can
 * @property {string[]} present
 * @property {number} watchers
 * @property {string | null} invite  while a seat is open
 * @property {StandingOrder[]} orders
 * @property {Span[]} spans
 * @property {string | null} next  the rematch
 * @property {boolean} newer_rules
 * @property {boolean} held
 * @property {boolean} plot  this seat may look at its search plot
 * @property {boolean} overdue  this seat decides, and takes so long that the others may end the game
 *
 * @typedef {object} TalkLine
 * @property {"chat" | "event" | "order"} kind
 * @property {string | null} seat
 * @property {string} who
 * @property {string} text
 * @property {string} at
 * @property {number} line  how long the reader's log was then
 *
 * @typedef {object} TableNews
 * @property {"table"} type
 * @property {number} heard
 * @property {TableState} table
 * @property {number} talk_start
 * @property {TalkLine[]} talk
 *
 * @typedef {object} Standing
 * @property {number} rank
 * @property {string} name
 * @property {"person" | import("./types.js").Computer} player
 * @property {boolean} you
 * @property {number} rating
 * @property {number} mu
 * @property {number} sigma
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 *
 * @typedef {object} SeatStanding
 * @property {string} id
 * @property {string} name
 * @property {number} mu
 * @property {number} sigma
 *
 * @typedef {object} Daily  the game of the day
 * @property {string} day
 * @property {string} game
 * @property {string} title  of the game and its scenario
 * @property {string} seat  the name of the seat that everybody has
 * @property {string | null} match  your attempt
 * @property {boolean} is_over  whether your attempt is
 *
 * @typedef {object} DayStanding
 * @property {number} rank
 * @property {string} name
 * @property {boolean} you
 * @property {"won" | "drawn" | "lost"} outcome
 * @property {number | null} score
 * @property {number} moves  how many were needed
 *
 * @typedef {object} DayLadder
 * @property {string} day
 * @property {string} game
 * @property {string} title
 * @property {string} seat
 * @property {DayStanding[]} standings
 * @property {number} playing  attempts that are not over
 * @property {string} before  the day before
 * @property {string | null} after
 *
 * @typedef {object} Ladder
 * @property {string} game
 * @property {string} title
 * @property {Standing[]} standings
 * @property {SeatStanding[]} seats
 */

export {};
