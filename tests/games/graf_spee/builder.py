"""Positions of The Cruise of the Graf Spee made by hand, and scripted matches that start from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import flagplot
from flagplot.engine import Ask
from flagplot.engine.log import LogEntry
from flagplot.engine.match import Match
from flagplot.engine.state import Frame
from flagplot.games.graf_spee import GAME
from flagplot.games.graf_spee.state import Battle, Draw, Ship, State
from flagplot.games.graf_spee.tables import (
    ALLIED_SHIPS,
    CARRIERS,
    CUPS,
    DEPARTMENTS,
    GRAF_SPEE,
    HULL_SPACES,
    MARKERS,
    ORDERS,
    QUIET_SEAS,
    RN_FLOTILLA,
    STATIONS,
    STEPS,
)

# Markers that do nothing on the high seas, far from Allied ports, to a ship without damage or success
HARMLESS = ("morale", "mines_sighted", "air_patrol", "air_patrol", "swordfish", "swordfish")

# Where the auxiliary cruisers begin unless a test says otherwise
AUXILIARIES = ("altm", "k4")

Figures = Mapping[str, Any]


def position(
    phase: str = "outfitting",
    space: str = "natl",
    *,
    order: str = "ceylon",
    spee: Figures | None = None,
    cargo: Sequence[str] = (),
    deutschland: Figures | None = None,
    stations: Mapping[str, Sequence[str]] | None = None,
    cups: Mapping[str, Sequence[str]] | None = None,
    face_down: Mapping[str, int] | None = None,
    auxiliaries: Sequence[str] = AUXILIARIES,
    battle: Battle | None = None,
    options: Iterable[str] = (),
    group: Sequence[str] = (),
    waiting: Sequence[str] = (),
    sailed: Sequence[str] = (),
    to_draw: Sequence[str] = (),
    **fields: Any,
) -> State:
    """A legal position on an empty sea: what is not named is as set up, and Allied ships not named are nowhere.

    `spee` and `deutschland` are figures of the ships (`{"oil": 1}`; the Deutschland plays only if she is named, with
    her own `space` and `cargo`); `cargo` is the Graf Spee's, from hull space 0 on. Allied ships that are neither at
    `stations`, in `cups` nor in `lost` are unseen: those `face_down` are drawn from them, if there is no cup. Without
    an auxiliary cruiser its space is empty. Markers that are held, drawn or on ports are taken out of their pools.
    In the phase "sailing" the ships of the `group` are to sail, those with the Graf Spee unless it is named, and then
    those `waiting`. Incidents are drawn where the group is, or where the ships are that have `sailed`; a draw in hand
    is followed by those of the spaces `to_draw`. All other `fields` are fields of the state (`vp=40`, `alert=3`,
    `silenced=["a5"]`, ...).
    """
    scenario = "campaign" if fields.get("campaign") else "mission"
    chosen = dict.fromkeys(options, True)
    if deutschland is not None:
        chosen["deutschland"] = True
    state: State = GAME.setup(scenario, GAME.read_options(chosen))
    state.phase, state.order = phase, order
    _fit_out(state.ships[GRAF_SPEE], {"space": space, "cargo": cargo, **(spee or {})})
    if deutschland is not None:
        _fit_out(state.ships["deutschland"], {"space": space, **deutschland})

    state.stations = {station: list(ships) for station, ships in (stations or {}).items()}
    state.cups = {zone: list(ships) for zone, ships in (cups or {}).items()}
    state.face_down = dict(face_down or {})
    state.auxiliaries = list(auxiliaries)
    state.auxiliary_starts = [at or start for at, start in zip(auxiliaries, AUXILIARIES, strict=True)]
    state.quiet_aside = 0
    state.battle = battle
    for name, value in fields.items():
        assert hasattr(state, name), f"no field '{name}'"
        setattr(state, name, value)

    placed = {name for ships in (*state.stations.values(), *state.cups.values()) for name in ships} | {*state.lost}
    state.unseen = sorted(name for name in ALLIED_SHIPS if name not in placed)
    done = (state.order, *state.achieved, *state.failed)
    state.orders = fields.get("orders", [key for key in ORDERS if key not in done] if state.campaign else [])
    drawn = [*state.held, *(state.draw.drawn if state.draw else ()), *[QUIET_SEAS] * state.quiet_aside]
    state.incidents = _without([kind for kind, count in MARKERS.incident.items() for _ in range(count)], drawn)
    state.damaged = _without(state.damaged, battle.drawn if battle else ())
    state.defences = fields.get("defences", _without(state.defences, state.guns.values()))

    here = [name for name, ship in state.ships.items() if ship.space and ship.space == state.ships[GRAF_SPEE].space]
    group = tuple(group or here or ["deutschland"])
    others = tuple(name for name in state.ships if name not in (*group, *waiting))
    if phase == "sailing":
        state.phase, state.args = "movement", (others,)
    elif phase == "movement":
        state.args = ((),)
    elif phase == "incidents" and state.draw:
        state.phase, state.args = "draw", (tuple(to_draw),)
    elif phase == "incidents":
        state.args = (tuple(sailed or group),)
    elif phase in ("battle", "combat_step"):
        state.callers = [Frame("draw", ((),)) if state.draw else Frame("movement", ((*group, *others),))]
    assert GAME.defects(state) == []
    return state


def _fit_out(ship: Ship, figures: Figures) -> None:
    """Give a ship the figures of a position."""
    for name, value in figures.items():
        assert hasattr(ship, name), f"no figure '{name}'"
        setattr(ship, name, value)
    ship.cargo = [*ship.cargo, *[""] * len(HULL_SPACES)][: len(HULL_SPACES)]


def _without(pool: list[Any], taken: Iterable[Any]) -> list[Any]:
    """A pool less what has been taken from it."""
    left = list(pool)
    for marker in taken:
        left.remove(marker)
    return left


def as_set_up(phase: str = "outfitting", space: str = "natl", **more: Any) -> State:
    """A position of the first days: Allied ships at their stations, four of the Ascension cup and one of Mozambique."""
    figures: dict[str, Any] = {
        "stations": STATIONS,
        "cups": {zone: cup.ships for zone, cup in CUPS.items()},
        "face_down": {"pza": 4, "pzm": 1},
        "quiet_aside": 4,
    }
    return position(phase, space, **{**figures, **more})


def combat(space: str, allied: Sequence[str], first: str = "german", **more: Any) -> State:
    """A position in which a combat begins; the Allied ships have come from `station`, or are here.

    `german` are the ships engaged, `fields_of_battle` other fields of the battle (`{"crippled": ["exeter"]}`). A
    combat `at_step` begins with that step, without the salute; one `by_flotilla` came of the last marker of a draw, so
    that no incidents follow it.
    """
    station = more.pop("station", space)
    german = more.pop("german", ["graf_spee", "deutschland"] if "deutschland" in more else ["graf_spee"])
    details = {"air": [name for name in allied if name in CARRIERS], **more.pop("fields_of_battle", {})}
    battle = Battle(space=space, station=station, german=german, first=first, allied=list(allied), **details)
    at_station = [*allied, *battle.retreated]
    if more.pop("by_flotilla", False):
        more["draw"] = Draw(space, 1, [RN_FLOTILLA])
    phase, step = "battle", more.pop("at_step", STEPS[0])
    if step != STEPS[0]:
        phase, more["args"] = "combat_step", (step,)
    return position(phase, space, battle=battle, stations={station: at_station, **more.pop("stations", {})}, **more)


def play(state: State, *dice: Any) -> Match[State]:
    """A match from a position; throws take the faces given, and draws the thing itself."""
    return flagplot.new("graf-spee", state=state, dice=flagplot.dice.scripted(*dice))


def start(scenario: str = "mission", *dice: Any, options: Iterable[str] = ()) -> Match[State]:
    """A match from the set-up, with the dice to be thrown and the counters to be drawn in it."""
    return flagplot.new("graf-spee", scenario, options=dict.fromkeys(options, True), dice=flagplot.dice.scripted(*dice))


def choose(match: Match[State], *answers: Any) -> Match[State]:
    """Give these answers one after the other."""
    for answer in answers:
        match.choose(answer)
    return match


def run(state: State, answers: Sequence[Any] = (), dice: Sequence[Any] = ()) -> Match[State]:
    """Play a position with these answers and these dice, of which none may be left over."""
    match = choose(play(state, *dice), *answers)
    assert dice_left(match) == ()
    return match


def dice_left(match: Match[State]) -> tuple[Any, ...]:
    """The scripted dice that have not fallen yet."""
    return tuple((match.record.script or ())[match.next_die :])


def asked(match: Match[State]) -> tuple[str, str] | None:
    """Who decides next, and what; None when the game is over."""
    return (match.decision.seat, match.decision.key) if match.decision else None


def offered(match: Match[State]) -> set[Any]:
    """The options of the decision, in no order."""
    assert match.decision
    options = match.decision.options
    assert len(set(options)) == len(options)
    return set(options)


def barred_by(match: Match[State], option: Any) -> str:
    """The clause by which an option is not offered; empty if it is offered, or if the game gives no reason."""
    refusal = match.why_not(option)
    assert match.question
    ask = match.question.ask
    is_given = refusal and isinstance(ask, Ask) and ask.bars and ask.bars(match.state, match.question.about, option)
    return refusal.rule if refusal and is_given else ""


def vp(match: Match[State]) -> int:
    """The victory points."""
    return match.state.vp


def alert(match: Match[State]) -> int:
    """The alert level."""
    return match.state.alert


def told(match: Match[State], key: str) -> list[LogEntry]:
    """The log's entries of one kind."""
    return [entry for entry in match.log() if entry.key == key]


def keys(match: Match[State], *wanted: str) -> list[str]:
    """The keys of the log in their order: only the wanted ones, or all."""
    return [entry.key for entry in match.log() if not wanted or entry.key in wanted]


def texts(match: Match[State], *wanted: str) -> list[str]:
    """The log in words: only the wanted kinds, or all."""
    return [entry.text for entry in match.log() if not wanted or entry.key in wanted]


def faces(match: Match[State], key: str) -> list[tuple[int, ...]]:
    """The dice of all rolls of one kind."""
    return [entry.faces for entry in told(match, key)]


def sums(match: Match[State], key: str) -> list[int]:
    """The modified sums of all rolls of one kind."""
    return [entry.about["sum"] for entry in told(match, key)]


def drawn(match: Match[State], key: str) -> list[Any]:
    """What was drawn in all draws of one kind."""
    return [entry.about["drawn"] for entry in told(match, key)]


def incidents(match: Match[State]) -> list[str]:
    """The incident markers drawn, in order."""
    return drawn(match, "incident_draw")


def ship(match: Match[State], name: str = GRAF_SPEE) -> Ship:
    """A German ship."""
    return match.state.ships[name]


def figures(match: Match[State], *departments: str, name: str = GRAF_SPEE) -> tuple[int, ...]:
    """The numbers of some departments of a ship, or of all nine."""
    return tuple(getattr(ship(match, name), department) for department in departments or DEPARTMENTS)


def aboard(match: Match[State], name: str = GRAF_SPEE) -> list[str]:
    """The cargo of a ship from hull space 0 on, empty spaces as empty words."""
    return ship(match, name).cargo


def harm(match: Match[State]) -> list[str]:
    """What the displays lost and gained, in order: `graf_spee hull -1`, `graf_spee loses radar`."""
    found = []
    for entry in match.log():
        about = entry.about
        if entry.key in ("raised", "lowered"):
            sign = "+" if entry.key == "raised" else "-"
            found.append(f"{about['ship']} {about['department']} {sign}{about['points']}")
        elif entry.key == "cargo_lost":
            found.append(f"{about['ship']} loses {about['cargo']}")
        elif entry.key == "ship_sunk":
            found.append(f"{about['ship']} sinks")
    return found


def draw_at(space: str, dice: Sequence[Any], answers: Sequence[Any] = (), **more: Any) -> Match[State]:
    """Draw incidents with a ship in a space, as many as the alert level of the position, which is 1 unless named."""
    return run(position("incidents", space, **more), answers, dice)


def shots(match: Match[State]) -> list[str]:
    """Who fired in a combat, in which step and with how many dice: `graf_spee primary 4`, `exeter torpedo 3`."""
    found = []
    for entry in match.log():
        if entry.key in ("german_fire", "torpedo_fire", "allied_fire", "air_attack"):
            firer = entry.about["allied" if entry.key in ("allied_fire", "air_attack") else "ship"]
            found.append(f"{firer} {entry.about.get('step', 'torpedo')} {len(entry.faces)}")
    return found
