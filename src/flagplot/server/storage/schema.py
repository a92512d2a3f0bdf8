"""The tables of the database."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

server_secrets = Table(
    "server_secrets",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(30), nullable=False),
    Column("legacy", Boolean, nullable=False, default=False),  # known by a signed cookie of the first releases
    Column("created", String(30), nullable=False, default=""),
)
accounts = Table(
    "accounts",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("name_key", String(60), nullable=False, unique=True),  # the name as no other account may write it
    Column("password", Text, nullable=False),  # argon2id
    Column("email", String(254)),
    Column("email_confirmed", Boolean, nullable=False, default=False),
    Column("wants_mail", Boolean, nullable=False, default=False),
    Column("created", String(30), nullable=False),
)
sessions = Table(
    "sessions",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of what the browser keeps
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("created", String(30), nullable=False),
    Column("seen", String(30), nullable=False),
    Column("agent", String(200), nullable=False),
    Index("sessions_by_guest", "guest"),
)
tokens = Table(
    "tokens",
    metadata,
    Column("id", String(64), primary_key=True),  # the hash of what was sent by mail
    Column("kind", String(10), nullable=False),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
    Column("value", Text, nullable=False),
    Column("expires", String(30), nullable=False),
    Index("tokens_by_guest", "guest"),
)
attempts = Table(
    "attempts",
    metadata,
    Column("key", String(100), primary_key=True),  # what is limited, and whose
    Column("count", Integer, nullable=False),
    Column("until", String(30), nullable=False),  # when the count begins anew
)
matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("record", Text, nullable=False),  # how it began: the engine's record without its choices
    Column("snapshot", LargeBinary, nullable=False),  # a save, so that loading need not begin at the beginning
    Column("snapshot_moves", Integer, nullable=False),  # how many moves are in it
    Column("summary", Text, nullable=False),  # what lists show of it
    Column("to_move", String(40)),
    Column("over", Boolean, nullable=False),
    Column("started", String(30), nullable=False),
    Column("changed", String(30), nullable=False),
    Column("owner", String(32)),
    Column("access", String(10), nullable=False, default="private"),
    Column("rated", Boolean, nullable=False, default=False),
    Column("pace", Integer),  # seconds for a move
    Column("deadline", String(30)),  # of the move that is awaited
    Column("rules", Integer, nullable=False, default=1),  # the version by which it is played
    Column("invite", String(40)),  # who knows it may take an open seat
    Column("sheet", Text, nullable=False, default="{}"),  # offers, standing orders, the rematch
    Column("version", Integer, nullable=False, default=0),  # of all that is not in the moves
    Index("matches_by_change", "changed"),
    Index("matches_by_invite", "invite", unique=True),
    Index("matches_by_access", "access", "over"),
)
seats = Table(
    "seats",
    metadata,
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(40), primary_key=True),
    Column("player", String(20), nullable=False),
    Column("guest", String(32), ForeignKey("guests.id")),
    Index("seats_by_guest", "guest"),
)
moves = Table(
    "moves",
    metadata,
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),  # a move that is written twice fails
    Column("kind", String(10), nullable=False),
    Column("seat", String(40)),
    Column("option", Text, nullable=False),
    Column("shown", Text, nullable=False),  # the seats that saw something change: headline and lines of their logs
    Column("log_length", Integer, nullable=False),
    Column("at", String(30), nullable=False),
    Column("reason", Text),  # why an admiral made the choice; nobody is told before the game is over
)

talk = Table(
    "talk",
    metadata,
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("seat", String(40)),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="SET NULL")),
    Column("text", Text, nullable=False),
    Column("lines", Text, nullable=False),  # by seat: how long its log was
    Column("to", String(40)),  # the only seat that may read it before the end of the game
    Column("at", String(30), nullable=False),
    Index("talk_by_guest", "guest"),
)
notes = Table(
    "notes",
    metadata,
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("text", Text, nullable=False),
    Index("notes_by_guest", "guest"),
)
notices = Table(
    "notices",
    metadata,
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("due", String(30), nullable=False),  # when it is sent, if it is still that guest's turn
    Column("tries", Integer, nullable=False, default=0),
    Index("notices_by_due", "due"),
    Index("notices_by_guest", "guest"),
)
ratings = Table(
    "ratings",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("who", String(60), primary_key=True),  # a guest, a computer player, a seat, or the game itself
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("won", Integer, nullable=False, default=0),
    Column("drawn", Integer, nullable=False, default=0),
    Column("lost", Integer, nullable=False, default=0),
    Column("changed", String(30), nullable=False),
)
rated_games = Table(
    "rated_games",
    metadata,
    Column("match_id", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("players", Text, nullable=False),  # by seat
    Column("winner", String(40)),
    Column("at", String(30), nullable=False),
)
day_games = Table(  # one attempt for each person and day
    "day_games",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("match_id", String(32), nullable=False),  # which may have been deleted since
    Column("outcome", String(10)),  # nothing while it goes on
    Column("score", Integer),
    Column("moves", Integer),
    Column("finished", String(30)),
    Index("day_games_by_guest", "guest"),
)
pasts = Table(  # of games that branched off
    "pasts",
    metadata,
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", String(40), nullable=False),  # whose eyes saw it
    Column("save", LargeBinary, nullable=False),  # of the game from which it came
    Column("moments", Text, nullable=False),
)
blocks = Table(
    "blocks",
    metadata,
    Column("kind", String(10), primary_key=True),  # "name" or "address"
    Column("value", String(60), primary_key=True),  # the key of the name, or the network
    Column("shown", String(60), nullable=False),  # as the operator wrote it
    Column("note", String(200), nullable=False),
    Column("at", String(30), nullable=False),
)
audit = Table(
    "audit",
    metadata,
    Column("id", String(20), primary_key=True),  # random: a backup must fit any kind of database
    Column("at", String(30), nullable=False),
    Column("who", String(100), nullable=False),  # the user of the operating system
    Column("command", String(20), nullable=False),
    Column("arguments", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("about", String(32)),  # the guest whom it concerned, so that it can be made to name nobody
    Index("audit_by_time", "at"),
)
messages = Table(  # of commands to a server on SQLite, which has no notifications of its own
    "messages",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),  # never given twice
    Column("topic", String(20), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", String(30), nullable=False),
    sqlite_autoincrement=True,
)
