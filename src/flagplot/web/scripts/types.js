/**
 * What came or changed, and the ids of what is gone.
 * @template T
 * @typedef {{ put: T[], gone: string[] }} Changed
 */

/**
 * The words that server and page share: every payload of the API as a type. Nothing here runs.
 *
 * @import { Access, OfferKind, TableState, TalkLine } from "./types-together.js"
 *
 * @typedef {"sea" | "port" | "square" | "box" | "point" | "hex"} SpaceKind
 * @typedef {[number, number]} Spot  a place on the board, as fractions of its width and height
 *
 * @typedef {object} Space
 * @property {string} id
 * @property {string} name
 * @property {SpaceKind} kind
 * @property {number} x  the centre, as a fraction of the board's width
 * @property {number} y  the centre, as a fraction of the board's height
 * @property {number} width
 * @property {number} height
 * @property {string | null} within  the larger space that it is a part of
 * @property {string} mark  how a point is drawn: sea, zone, haven, neutral, port, base, airfield or start
 * @property {string} sign  a letter or two inside the mark of a point
 * @property {string} side  whose it is; a point of a side wears its colour and shape
 * @property {Spot[]} leads  where it really lies, if its card stands elsewhere
 *
 * @typedef {object} Pose  how something lies on a measured board
 * @property {number} x  as a fraction of the board's width
 * @property {number} y  as a fraction of the board's height
 * @property {number | null} heading  in degrees clockwise from the top; null: none that is known
 * @property {number} length  as a fraction of the board's width
 *
 * @typedef {object} Scale  makes a board a measured board
 * @property {string} unit
 * @property {number} across  units that the board is wide
 * @property {number} grid  units between the lines of a graticule; 0: none
 * @property {[number, string][]} rings  ranges round the piece in hand, and what each means
 * @property {[string, number] | null} bar  the unit of the bar of distances, and how many units it is long
 * @property {number | null} wind  whence it blows
 *
 * @typedef {object} Sector  what bears from a piece, seen from its bow
 * @property {string} kind  gun, tube; unknown: an outline
 * @property {string} name
 * @property {number} start
 * @property {number} end  clockwise from the start
 * @property {number} reach  in units of the scale
 *
 * @typedef {object} Fitting  something on the deck of a piece
 * @property {string} kind  gun, tube
 * @property {string} name
 * @property {number} along  from the bow, 0, to the stern, 1
 * @property {number} across  from the port side, -1, to starboard, 1
 * @property {string} sign  a figure or two on it
 * @property {string} state  empty: ready; spent, silent, lost
 *
 * @typedef {object} Deck  a piece seen from near
 * @property {string} text  its type
 * @property {Fitting[]} fittings
 * @property {number[]} steps  strengths at which the piece becomes worse
 * @property {string[]} stores  what it has left
 * @property {string[]} troubles
 *
 * @typedef {object} Placed
 * @property {Pose} pose
 * @property {Spot[]} way  how it came to lie there
 * @property {Sector[]} sectors
 * @property {string} text  its state in a word or two
 * @property {Deck | null} deck
 *
 * @typedef {object} Link
 * @property {string} one
 * @property {string} other
 * @property {Spot[]} via  where the line bends
 * @property {boolean} drawn  neighbouring hexes are joined without a line
 *
 * @typedef {object} Knot  hangs from a line
 * @property {number} at  which of its places, from 0 on
 * @property {string} kind  intel, contact; on a track: arming, meeting; unknown: a tag
 * @property {string} name
 *
 * @typedef {object} Line
 * @property {string} id
 * @property {string} kind  string, pin, bar, arrow; on a measured board: track, course, fire, edge; unknown: a thin line
 * @property {string} side
 * @property {string} name
 * @property {(string | Spot)[]} through  spaces and spots
 * @property {number} pattern  from 1 on; 0: none
 * @property {Knot[]} knots
 * @property {string} sign  a letter or two at its ends
 * @property {string[]} badges  "leader ..." and "evasive ..." are drawn as emblems; "hit" ends fire with a burst
 *
 * @typedef {object} Area
 * @property {string} id
 * @property {string} kind  zone, ice, trays, light, beam, smoke, mines, land; unknown: an outline
 * @property {string} name
 * @property {string} side
 * @property {string[]} spaces
 * @property {Spot[]} points
 * @property {string} sign  drawn in each space: snowflake, or a kind of piece
 * @property {number} radius  how far it reaches round its points, as a fraction of the board's width
 *
 * @typedef {object} Side
 * @property {string} id
 * @property {string} name
 * @property {string[]} flags  keys of the flags that it flies
 *
 * @typedef {object} Board
 * @property {string} title
 * @property {number} aspect  how many times as wide as high
 * @property {Side[]} sides
 * @property {Space[]} spaces
 * @property {Link[]} links
 * @property {Line[]} lines  what never changes: closed sides, canals
 * @property {Area[]} areas
 * @property {Scale | null} scale  of a measured board
 *
 * @typedef {object} Piece
 * @property {string} id
 * @property {string} kind
 * @property {string} side
 * @property {string} space
 * @property {string} name
 * @property {number} count
 * @property {string[]} badges
 * @property {[number, number] | null} pips  strength now and at most
 * @property {boolean} hidden  its face is turned away from this seat
 * @property {[number, number, number] | null} damage  hits taken, hits that damage it, hits that sink it
 * @property {Placed | null} placed
 *
 * @typedef {object} Section
 * @property {string} side
 * @property {string} name
 * @property {Piece[]} pieces
 * @property {boolean} is_out  they take no further part
 * @property {string} id  not empty: it can be chosen
 * @property {number | null} zone  sections with a zone stand in a row of columns by its number
 * @property {string} text  at the head of a zone
 *
 * @typedef {object} Cover
 * @property {string} kind  smoke; unknown: a frame
 * @property {string} name
 * @property {string[]} pieces  of one section
 *
 * @typedef {object} Shot
 * @property {string} by
 * @property {string} at
 * @property {string} text  on the line between them
 * @property {boolean} is_hit
 *
 * @typedef {object} Lineup
 * @property {string} id
 * @property {string} name
 * @property {Section[]} sections
 * @property {[string, string][]} aims  ids of pieces: who fires, at whom
 * @property {Shot[]} shots
 * @property {Cover[]} covers
 * @property {Track[]} tracks  such as rounds and steps
 *
 * @typedef {object} Track
 * @property {string} id
 * @property {string} name
 * @property {string[]} cells
 * @property {number} at
 * @property {[number, string][]} zones  from this cell on, this holds
 *
 * @typedef {object} Slot  a part of a ship's hull
 * @property {string} cell
 * @property {string} name  what is carried in it; empty: nothing
 * @property {string} text  what that does
 * @property {boolean} is_lost
 *
 * @typedef {object} Display  a ship: what is left of everything, and its hull
 * @property {string} id
 * @property {string} name
 * @property {string} side
 * @property {Track[]} tracks
 * @property {Slot[]} slots
 *
 * @typedef {object} Card
 * @property {string} id
 * @property {string} name
 * @property {string} text
 * @property {string} rule
 * @property {string} pile  empty: it is held in hand
 *
 * @typedef {object} Sheet
 * @property {string} id
 * @property {string} name
 * @property {string[]} columns
 * @property {string[][]} rows
 *
 * @typedef {object} Fact
 * @property {string} name
 * @property {string} value
 * @property {string | null} about  the space that it belongs to
 * @property {[number, number] | null} [level]  how much there is, and how much there can be
 *
 * @typedef {object} Tray  pieces beside the chart
 * @property {string} id
 * @property {string} name
 * @property {string} side
 * @property {Piece[]} pieces
 * @property {Fact[]} facts
 * @property {string} of  the line that stands for them; empty: none
 * @property {string} sign
 * @property {string[]} badges
 *
 * @typedef {object} Goal  what wins, and how far one is
 * @property {string} name
 * @property {string} text
 * @property {number | null} value
 * @property {number | null} target
 * @property {string} side
 * @property {boolean | null} is_met
 * @property {boolean} is_score  the points of a side if the game ended now
 * @property {string} unit  in which value and target are told
 * @property {boolean} is_danger  it loses the game when it reaches its target
 * @property {string} sign  a kind of piece: as many hulls as the target are drawn, those beyond the value struck out
 *
 * @typedef {object} View
 * @property {string} headline
 * @property {string} brief  where the game stands, in a word or two
 * @property {Piece[]} pieces
 * @property {Lineup[]} lineups
 * @property {Track[]} tracks
 * @property {Display[]} displays
 * @property {Card[]} cards
 * @property {Sheet[]} sheets
 * @property {Fact[]} facts
 * @property {Line[]} lines
 * @property {Area[]} areas
 * @property {Tray[]} trays
 * @property {Goal[]} goals
 * @property {string} light  by which a measured board is seen: night, dusk or day
 *
 * @typedef {string | number | boolean | null} Plain
 * @typedef {Plain | (Plain | Plain[])[]} OptionValue  lists are tuples on the other side
 *
 * @typedef {object} Option
 * @property {OptionValue} value
 * @property {string} label
 * @property {string[]} spaces
 * @property {string[]} pieces
 * @property {string[]} [lines]
 * @property {string[]} [areas]
 * @property {string[]} [trays]
 * @property {string[]} [sections]
 * @property {string} [text]  on the line from whom the question is about to the piece that it touches
 * @property {[string, number][]} [cells]  ids of tracks and numbers of their cells
 * @property {Pose[]} [poses]  the ghosts at its end; a click near the first means it
 * @property {Spot[]} [way]  that leads there
 * @property {string} [kind]  the heading under which options of one kind stand
 * @property {Figure[]} [forecast]  what it may bring and cost
 * @property {Modifier[]} [modifiers]  added to the dice that it would throw
 * @property {Shortcut} [shortcut]  it stands for a row of answers
 * @property {Way} [steps]  it stands for the answers that lead to a place
 * @property {string} [finishes]  the captain answers until this phase is over
 *
 * @typedef {object} Modifier  a number that is added to dice, and why
 * @property {number} value
 * @property {string} label
 *
 * @typedef {object} Figure  what an option brings or costs on average, or how likely that is
 * @property {string} name
 * @property {number} value  a chance lies between 0 and 1
 * @property {string} unit  "%" makes it a chance
 * @property {boolean} is_danger
 *
 * @typedef {object} Shortcut
 * @property {string} key
 * @property {string} label
 * @property {OptionValue[]} answers  of this question and those of its row that follow
 *
 * @typedef {object} Way
 * @property {OptionValue[]} answers  of this question and those of its row that follow; empty: no way leads there
 * @property {string[]} spaces  through which they lead, in order
 * @property {boolean} completes_row  dice may follow the last of them
 *
 * @typedef {object} Decision
 * @property {string} seat
 * @property {string} key
 * @property {string} prompt
 * @property {string} rule
 * @property {string} row  not empty: one of several like decisions
 * @property {boolean} completes_row  dice may follow, so the page asks for a confirmation
 * @property {string | null} dice  "1d6", "2d6", "a card": the player throws and types
 * @property {string[]} subjects  the pieces that it is about: who fires, who goes
 * @property {Option[]} options
 * @property {Shortcut[]} shortcuts
 * @property {boolean} has_ways  several answers may lead to a place that is not an option
 * @property {Track | null} dial  whose cells are options
 * @property {boolean} has_outlook  odds are told of the orders given so far
 * @property {string} phase  that the captain can finish; empty: he cannot
 * @property {string} finish_name  what he does then; empty: he just finishes it
 * @property {boolean} has_usual_answer  the captain can answer it in the usual order
 * @property {boolean} first_will_do  no option can be better than the first
 *
 * @typedef {object} LogEntry
 * @property {string} key
 * @property {"choice" | "roll" | "event"} kind
 * @property {string} text
 * @property {string} rule
 * @property {number[]} faces
 * @property {number[]} dropped  the places among the faces of dice that were not kept
 * @property {string[] | null} to  the only seats that could read it before the end of the game
 * @property {Scene} [scene]  how it is shown, if it matters
 *
 * @typedef {object} Scene
 * @property {string} picture  what the card shows; unknown: the sea
 * @property {string} [title]  absent: it has no card
 * @property {string} [label]  on the picture
 * @property {string} [text]  what the dice decide
 * @property {string} [outcome]  in a few words
 * @property {string} [means]  what follows from it
 * @property {string[]} [at]  ids of the place or piece where it happens
 * @property {string} [good_for]  a side
 * @property {number} [weight]  3: it always has a card; 2 and 1: when there was none for a while
 * @property {boolean} [opens]  dice and outcome of the same card follow
 * @property {string} [swing]  what was won or lost
 * @property {string} [lost]  who or what was lost
 *
 * @typedef {object} Series  a figure of each turn
 * @property {string} name
 * @property {number[]} values
 * @property {"columns" | "line"} kind
 * @property {string} side
 * @property {number | null} good_from  columns of at least this value are a success
 *
 * @typedef {object} Curve
 * @property {string} name
 * @property {string} unit
 * @property {string[]} turns
 * @property {Series[]} series
 * @property {{ value: number, text: string }[]} aims
 *
 * @typedef {object} Course  the way that a ship took
 * @property {string} name
 * @property {string} side
 * @property {(string | Spot)[]} through
 *
 * @typedef {object} Summary
 * @property {string} headline
 * @property {{ value: string, name: string }[]} totals
 * @property {Curve | null} curve
 * @property {Course[]} courses
 * @property {string} perspective
 *
 * @typedef {object} Highlight
 * @property {number} moment
 * @property {string} turn
 * @property {string} place
 * @property {string} title
 * @property {string} swing
 * @property {string} good_for
 *
 * @typedef {object} Loss
 * @property {number} moment
 * @property {string} turn
 * @property {number} turn_index  among the turns of the curve
 * @property {string} name
 * @property {string} figure  a kind of piece
 * @property {string} side
 * @property {string} place
 * @property {string} how
 *
 * @typedef {object} Report
 * @property {Summary} summary
 * @property {Highlight[]} highlights
 * @property {Loss[]} losses
 *
 * @typedef {object} EndSheet
 * @property {Report} report
 * @property {string} scenario
 * @property {{ [name: string]: boolean | number }} options
 * @property {string | null} seed  null: its dice cannot come again
 *
 * @typedef {object} Outcome
 * @property {string} label
 * @property {string} share  "1/6"
 * @property {number} chance  0.1667
 * @property {number} [tone]  above 0 it is good for the seat, below 0 bad
 *
 * @typedef {object} Odds
 * @property {Outcome[]} outcomes
 * @property {boolean} exact
 * @property {number} samples
 * @property {number} margin
 * @property {Figure | null} [mean]  what is counted, on average
 *
 * @typedef {object} OutlookPart
 * @property {string} name
 * @property {Odds} odds
 *
 * @typedef {object} Hint
 * @property {OptionValue} option
 * @property {string} label
 * @property {Odds} odds
 * @property {string} reason
 * @property {string | null} second the label of the runner-up
 * @property {"captain" | "admiral"} by
 *
 * @typedef {object} WhyNot
 * @property {string} reason
 * @property {string} rule
 *
 * @typedef {object} Result
 * @property {string | null} winner
 * @property {{ [side: string]: number }} score
 * @property {string} reason
 * @property {string} rule
 *
 * @typedef {object} SeatInfo
 * @property {string} id
 * @property {string} name
 * @property {"you" | "open" | "person" | "left" | Computer} player
 * @property {string} who
 * @property {string} side  with which it wins or loses
 *
 * @typedef {object} Undo
 * @property {boolean} can
 * @property {string} why
 *
 * @typedef {object} Position
 * @property {"position"} type
 * @property {string} id
 * @property {string} game
 * @property {string} seat
 * @property {number} seq
 * @property {SeatInfo[]} seats
 * @property {string} board  the scenario whose board lies on the table
 * @property {View} view
 * @property {Decision | null} decision
 * @property {string | null} to_move
 * @property {boolean} thinking
 * @property {LogEntry[]} log
 * @property {Undo} undo
 * @property {Result | null} result
 * @property {number} moments
 * @property {boolean} by_order  a standing order of the seat led to the newest of them
 * @property {boolean} typed_dice
 * @property {string} seed_hash
 * @property {TableState} table
 * @property {number} heard  of the company at the table
 * @property {TalkLine[]} talk
 * @property {Lesson | null} lesson
 * @property {{ id: string, moment: number, headline: string } | null} origin  of a branch, for its player
 *
 * @typedef {object} Lesson
 * @property {string} key
 * @property {string} title
 * @property {number} done  steps
 * @property {number} steps
 * @property {string} said  of the step before
 * @property {string} heading
 * @property {string} text
 * @property {string} do
 * @property {string[]} at  ids of what it speaks of, or parts of the page
 * @property {boolean} is_asked  whether the present question is the one by which the step is done
 * @property {OptionValue[] | null} options  the answers by which it is done; null: any
 *
 * @typedef {object} Change
 * @property {"change"} type
 * @property {number} base
 * @property {number} seq
 * @property {Lesson} [lesson]
 * @property {string} [board]
 * @property {string} [headline]
 * @property {string} [brief]
 * @property {Piece[]} put
 * @property {string[]} gone
 * @property {Lineup[]} [lineups]
 * @property {Track[]} [tracks]
 * @property {Display[]} [displays]
 * @property {Card[]} [cards]
 * @property {Sheet[]} [sheets]
 * @property {Fact[]} [facts]
 * @property {Goal[]} [goals]
 * @property {string} [light]
 * @property {Changed<Line>} [lines]
 * @property {Changed<Area>} [areas]
 * @property {Changed<Tray>} [trays]
 * @property {Decision | null} decision
 * @property {string | null} to_move
 * @property {boolean} thinking
 * @property {number} log_start
 * @property {LogEntry[]} log
 * @property {Undo} undo
 * @property {Result | null} result
 * @property {number} moments
 * @property {boolean} by_order
 *
 * @typedef {object} Moment
 * @property {number} n
 * @property {string} headline
 * @property {number} log_length
 * @property {string | null} seat  who decided to get there
 * @property {boolean} by_order  a standing order decided
 *
 * @typedef {object} Sight
 * @property {number} n
 * @property {string} seat
 * @property {string} board  as that of a position
 * @property {View} view
 * @property {number} log_length
 * @property {string} headline
 * @property {Why | null} why  told when the game is over
 *
 * @typedef {object} Why  why an admiral made the choice that led to a moment
 * @property {string} seat
 * @property {string} prompt  what he was asked
 * @property {string} choice
 * @property {string} reason
 *
 * @typedef {object} MatchInfo
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {string} headline
 * @property {SeatInfo[]} seats
 * @property {string[]} yours
 * @property {string | null} to_move
 * @property {boolean} your_turn
 * @property {string} started
 * @property {string} changed
 * @property {boolean} over
 * @property {Result | null} result
 * @property {Access} access
 * @property {boolean} rated
 * @property {number | null} pace
 * @property {string | null} deadline  of the move that is awaited
 * @property {OfferKind[]} asked  offers that wait for your answer
 * @property {boolean} claimable  the other side is too late, and you may end the game
 * @property {number} said  how many lines were said there, standing orders apart
 * @property {{ key: string, title: string, done: number, steps: number } | null} lesson
 *
 * @typedef {object} Scenario
 * @property {string} name  as programs write it
 * @property {string} title  as people read it
 * @property {string} text
 *
 * @typedef {object} RuleOption
 * @property {string} name  as programs write it
 * @property {string} title  as people read it
 * @property {"switch" | "number"} kind
 * @property {boolean | number} default
 * @property {string} text
 * @property {string} rule
 * @property {number | null} least
 * @property {number | null} most
 *
 * @typedef {object} Seat
 * @property {string} id
 * @property {string} name
 * @property {string} side  with which it wins or loses
 * @property {string} option  the switch without which nobody sits here, but the rules play it; empty: it is always in play
 * @property {string[]} flags  as those of a side
 *
 * @typedef {object} GameInfo
 * @property {string} slug
 * @property {string} title
 * @property {string} summary
 * @property {string} length
 * @property {Seat[]} seats
 * @property {Scenario[]} scenarios
 * @property {RuleOption[]} options
 * @property {string[]} captains
 * @property {boolean} shares_everything  the seats are of one side and hide nothing from each other
 * @property {boolean} is_open  the seats are opponents who hide nothing
 * @property {boolean} owners_figures  whether it is played with the figures of an owner of the printed game
 * @property {{ key: string, title: string, text: string, minutes: number, steps: number }[]} lessons
 * @property {number} level  1 is easy to learn, 2 takes some practice, 3 is demanding
 * @property {FirstGame | null} first_game  the mild one with which newcomers begin
 * @property {Difficulty[]} difficulties  the easiest first
 *
 * @typedef {object} Past  what a seat had seen before its game branched off
 * @property {string} seat
 * @property {LogEntry[]} log
 * @property {Moment[]} moments
 *
 * @typedef {object} FirstGame
 * @property {string} text  what makes it mild
 * @property {number} seed
 * @property {string} seat  the newcomer's
 * @property {string | null} scenario
 * @property {{ [name: string]: boolean | number }} options
 * @property {Computer} opponent
 *
 * @typedef {object} Difficulty
 * @property {string} title
 * @property {string} text
 * @property {string | null} scenario
 * @property {{ [name: string]: boolean | number }} options
 * @property {Computer} opponent
 *
 * @typedef {"admiral" | "captain" | "lieutenant" | "midshipman"} Computer
 * @typedef {"me" | "open" | Computer} Player
 *
 * @typedef {object} NewMatch
 * @property {string} game
 * @property {string} [scenario]
 * @property {{ [name: string]: boolean | number }} [options]
 * @property {{ [seat: string]: Player }} [seats]
 * @property {boolean} [typed_dice]
 * @property {string | number} [seed]
 * @property {Access} [access]
 * @property {number | null} [pace]
 * @property {boolean} [rated]
 * @property {string} [lesson]  it brings its own set-up
 *
 * @typedef {object} Chapter
 * @property {string} key
 * @property {string} title
 *
 * @typedef {object} Clause
 * @property {string} id
 * @property {string} chapter
 * @property {string} title
 * @property {string} section
 * @property {"rule" | "option" | "ruling"} kind
 * @property {string} text
 *
 * @typedef {object} RuleBook
 * @property {string} title
 * @property {string} follows
 * @property {Chapter[]} chapters
 * @property {Clause[]} clauses
 * @property {Term[]} terms
 *
 * @typedef {object} Term  what a chip, a gauge or a figure means
 * @property {string} name
 * @property {string} rule
 * @property {string} text
 *
 * @typedef {object} Source  where some figures of a data file come from
 * @property {string} file
 * @property {string} path
 * @property {"rules" | "public" | "reconstructed" | "owner"} mark
 * @property {string} how
 * @property {number} figures
 *
 * @typedef {object} GlancePart
 * @property {string} name
 * @property {string} text
 * @property {string} picture  a kind of piece
 * @property {number} side  whose colours it has
 *
 * @typedef {object} Glance  a game on one screen
 * @property {string} goal
 * @property {string} turn  what the game calls one
 * @property {GlancePart[]} steps
 * @property {GlancePart[]} tips
 *
 * @typedef {object} Guide
 * @property {string} title
 * @property {string} html
 * @property {Glance | null} glance
 *
 * @typedef {object} PlotShare  how likely something is at a place, and how much of it is there on average
 * @property {string} at  a space, a piece, or a cell of a measured board
 * @property {number} share
 * @property {number} margin
 * @property {number} mean
 * @property {number} mean_margin
 *
 * @typedef {object} Spread  over which places something may be spread, the likeliest first
 * @property {string} id
 * @property {string} name
 * @property {string} group  its heading in the list
 * @property {string} unit  empty where it is counted
 * @property {number} amount
 * @property {PlotShare[]} shares
 *
 * @typedef {object} PlotCell  a rectangle of a measured board, in fractions of it
 * @property {string} id
 * @property {string} name
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 *
 * @typedef {object} Whereabouts  the search plot of a seat
 * @property {string} seat
 * @property {number} worlds
 * @property {Spread[]} spreads
 * @property {PlotCell[]} cells
 *
 * @typedef {object} ProofRoll
 * @property {number} n
 * @property {string} text
 * @property {number[]} faces
 * @property {number[]} dropped  the places among the faces of dice that were not kept
 * @property {string} rule
 *
 * @typedef {object} Proof
 * @property {boolean} typed
 * @property {boolean} over
 * @property {string} seed_hash
 * @property {string | null} seed
 * @property {string[]} checks
 * @property {ProofRoll[]} rolls
 * @property {string | null} error
 * @property {boolean} from_the_start  every throw is the seed's; else the game began in the middle, as its file says
 * @property {string | null} opens_on  when the seed of a game of the day may be known
 */

export {};
