"""What goes over the wire about people: who they are, who waits for whom, and what they say to each other."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from flagplot.players.ranks import Computer

Outcome = Literal["won", "drawn", "lost"]
Access = Literal["private", "link", "public"]  # only its players; who has the link may watch; listed, all may watch
OfferKind = Literal["draw", "undo", "abandon", "rematch", "rules", "plot"]
Span = Literal["battle", "turn", "game"]
Action = Literal["resign", "draw", "undo", "abandon", "claim", "rematch", "rules", "plot"]

# What is longer than any of these can rightly be is refused before anything is done with it.
NameText = Annotated[str, Meta(max_length=100)]
PasswordText = Annotated[str, Meta(max_length=1000)]
AddressText = Annotated[str, Meta(max_length=320)]
TokenText = Annotated[str, Meta(max_length=200)]


# People


class Account(Struct, frozen=True):
    """What the holder of an account has set."""

    email: str | None
    email_confirmed: bool
    wants_mail: bool
    created: str


class Me(Struct, frozen=True):
    """Who this browser is: a name, an account if there is one, and how many games wait for this one."""

    name: str
    known: bool  # the server keeps something of this guest
    account: Account | None
    turns: int
    mail_possible: bool  # the operator has set up mail
    patience_days: int  # after which a game without a clock may be ended when somebody does not decide
    sign_up: bool = True  # new accounts can be made
    guests: bool = True  # people without an account can begin to play
    guests_kept_days: int | None = None  # after which games without an account are cleared, if they are


class NameRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Another name."""

    name: NameText


class Credentials(Struct, frozen=True, forbid_unknown_fields=True):
    """A name and its password; `bring_games`: the games of this browser go to the account."""

    name: NameText
    password: PasswordText
    bring_games: bool = True


class PasswordChange(Struct, frozen=True, forbid_unknown_fields=True):
    """A new password, granted by the old one."""

    old: PasswordText
    new: PasswordText


class NoticeWishes(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a guest is told that it is their turn; another address needs the password, and must be confirmed first."""

    email: AddressText | None
    wants_mail: bool
    password: PasswordText | None = None


class Forgotten(Struct, frozen=True, forbid_unknown_fields=True):
    """The name of somebody who has forgotten their password."""

    name: NameText


class TokenRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What was sent by mail."""

    token: TokenText


class PasswordReset(TokenRequest, frozen=True, forbid_unknown_fields=True):
    """A new password, granted by what was sent by mail."""

    password: PasswordText


class Farewell(Struct, frozen=True, forbid_unknown_fields=True):
    """The wish to be forgotten; who has an account proves it with the password."""

    password: PasswordText | None = None


class SessionInfo(Struct, frozen=True):
    """A browser that is signed in."""

    id: str
    created: str
    seen: str
    agent: str
    here: bool  # the one that asks


# Looking for a game


class LobbySeat(Struct, frozen=True):
    """A seat of a public game."""

    id: str
    name: str
    who: str
    open: bool


class LobbyEntry(Struct, frozen=True):
    """A game that waits for players, or that can be watched."""

    id: str
    game: str
    title: str
    scenario: str
    options: dict[str, bool | int]
    owner: str
    seats: tuple[LobbySeat, ...]
    headline: str
    pace: int | None
    rated: bool
    typed_dice: bool
    running: bool  # no seat is open any more
    yours: bool
    started: str
    changed: str


class Invitation(Struct, frozen=True):
    """What somebody who was sent a link is shown; `invite` is empty for a game from the lobby."""

    invite: str
    entry: LobbyEntry


class AccessRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Who may see a game."""

    access: Access


# At the table


class Offer(Struct, frozen=True):
    """Something that needs the consent of others."""

    kind: OfferKind
    seat: str  # who offers
    text: str
    asked: tuple[str, ...]  # the seats that have not answered yet
    at: str


class StandingOrder(Struct, frozen=True):
    """What is answered to a kind of decision from now on; without an option the captain decides."""

    key: str
    prompt: str  # what all decisions of this kind are about
    captain: bool
    option: Any
    label: str
    span: Span


class Origin(Struct, frozen=True):
    """From where a game branched off: the id of the match, the moment of its seat, and what stood there."""

    id: str
    moment: int
    headline: str


class TableState(Struct, frozen=True):
    """How things stand between the people at a table."""

    owner: bool
    access: Access
    rated: bool
    pace: int | None
    deadline: str | None
    overdue: bool  # this seat must decide, and the others may end the game because it takes too long
    waiting_for: str  # what is being decided, as far as everybody may know
    offers: tuple[Offer, ...]
    can: tuple[Action, ...]  # what this seat may do or offer now
    present: tuple[str, ...]  # the seats whose players are here
    watchers: int
    invite: str | None  # while a seat is open
    orders: tuple[StandingOrder, ...]
    spans: tuple[Span, ...]  # for which a standing order can be given now
    next: str | None  # the rematch
    newer_rules: bool  # the game is played by older rules than new games are
    held: bool  # it waits until its players agree to them, because its own are not played any more
    plot: bool  # this seat may look at its search plot: where what it does not see may be


class TalkLine(Struct, frozen=True):
    """Something that was said or that happened at the table; `line`: how long the reader's log was then."""

    kind: Literal["chat", "event", "order"]
    seat: str | None
    who: str
    text: str
    at: str
    line: int


class TableNews(Struct, frozen=True, tag="table"):
    """How things stand between the people now, and what was said since so many lines of talk."""

    heard: int  # to ask for what comes after it
    table: TableState
    talk_start: int
    talk: list[TalkLine]


class TalkRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """Something to say."""

    seat: str
    text: str


class Notes(Struct, frozen=True, forbid_unknown_fields=True):
    """What a guest notes for nobody else to read; `mark` tells which text it was, or which one it shall replace."""

    text: str
    mark: str | None = None


class NotesElsewhere(Struct, frozen=True):
    """The notes were changed elsewhere meanwhile."""

    error: str
    notes: Notes


class OfferRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """An offer to the others."""

    seat: str
    kind: OfferKind


class OfferAnswer(OfferRequest, frozen=True, forbid_unknown_fields=True):
    """Whether an offer is accepted; who made it withdraws it by refusing."""

    accept: bool


class OrderRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A standing order about a kind of decision; without a key it is the one that the seat has now."""

    seat: str
    seq: int
    captain: bool
    span: Span
    option: Any = None
    key: str | None = None


class Answer(Struct, frozen=True):
    """An option that can be ordered before it is offered."""

    value: Any
    label: str


class DecisionKind(Struct, frozen=True):
    """A kind of decision about which a seat can give a standing order at any time."""

    key: str
    topic: str
    answers: tuple[Answer, ...]


class SeatGift(Struct, frozen=True, forbid_unknown_fields=True):
    """An open seat for a computer player."""

    seat: str
    player: Computer


class OrderKey(Struct, frozen=True, forbid_unknown_fields=True):
    """The standing order to be withdrawn."""

    seat: str
    key: str


# The ladder


class Standing(Struct, frozen=True):
    """A player on the ladder of a game; `rating` is what the player is worth at least, almost surely."""

    rank: int
    name: str
    player: Literal["person"] | Computer
    you: bool
    rating: int
    mu: float
    sigma: float
    won: int
    drawn: int
    lost: int


class SeatStanding(Struct, frozen=True):
    """How much a seat, or the game itself, is worth to whoever has it."""

    id: str
    name: str
    mu: float
    sigma: float


class Daily(Struct, frozen=True):
    """The game of the day, the same for everybody, and your attempt at it."""

    day: str
    game: str
    title: str  # of the game and its scenario
    seat: str  # the name of the seat that everybody has
    match: str | None
    is_over: bool


class DayStanding(Struct, frozen=True):
    """How somebody did in a game of the day."""

    rank: int
    name: str
    you: bool
    outcome: Outcome
    score: int | None
    moves: int


class DayLadder(Struct, frozen=True):
    """How everybody did in the game of a day; `playing` have not finished."""

    day: str
    game: str
    title: str
    seat: str
    standings: tuple[DayStanding, ...]
    playing: int
    before: str
    after: str | None


class Ladder(Struct, frozen=True):
    """The ladder of a game."""

    game: str
    title: str
    standings: tuple[Standing, ...]
    seats: tuple[SeatStanding, ...]
