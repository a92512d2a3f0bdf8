"""The strip above the chart: the points of both sides if it ended now, what scores, and what wins without points."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence

from flagplot.engine.view import Goal, goal
from flagplot.games.atlantic_chase.hexes import BRITISH, GERMAN, PORTS, SIDES
from flagplot.games.atlantic_chase.model.forces import is_convoy, scenario_of
from flagplot.games.atlantic_chase.model.scoring import hits_on_convoys, parts, scored
from flagplot.games.atlantic_chase.rules.victory import holds
from flagplot.games.atlantic_chase.scenarios import SCENARIOS, Score, Win, scores_of
from flagplot.games.atlantic_chase.ships import BB, BC, CA, CONVOY, CV, PB
from flagplot.games.atlantic_chase.state import Ship, State
from flagplot.games.atlantic_chase.view.campaign import campaign_goals
from flagplot.games.atlantic_chase.view.names import FIGURES, NAMES

KINDS = {
    frozenset((BB, BC)): "capital ship",
    frozenset((BB, BC, CV)): "capital ship or carrier",
    frozenset((BB, CA)): "large ship",
    frozenset((BB, BC, CV, PB, CA)): "large ship",
}
MOST_GOALS = 4  # of a side; the strip above the chart has no room for more
WINS = {GERMAN: "the Germans win", BRITISH: "the British win"}
HARM = {"sunk": "sunk", "damaged": "damaged", "hit": "hit", "completed": "home", "landed": "landing"}

Entries = tuple[tuple[str, str, int], ...]  # what has been scored: for whom, for what, and how much
Parts = tuple[tuple[str, str], ...]  # who plays the part of each ship of a set-up, where others stand in (AC-CA-07)


def goals(state: State) -> Iterator[Goal]:
    """The points of both sides if it ended now, and what the scenario itself rewards; or what wins without points."""
    scenario = scenario_of(state)
    entries = tuple(scored(state))
    if not scenario.win:
        yield from _scores(entries)
    played: Parts | None = None
    if state.campaign:
        yield from campaign_goals(state.campaign)
        played = tuple((part, fate.ship.id) for part, fate in parts(state).items())
    if scenario.win:
        who = dict(played or ())
        yield from (_winning(state, win, who) for win in scenario.win if _asked_by(win) or win.hits_on_convoys)
        return
    if scenario.decisive_hits:
        yield _hits_on_convoys(state, scenario.decisive_hits, "a victory is decisive")
    ships = [ship for force in state.forces.values() if force.has_convoy for ship in force.ships]
    convoys = [*filter(_is_british_convoy, ships)]
    gone = [fate for fate in state.fates if _is_british_convoy(fate.ship)]
    if convoys or gone:
        home = sum(fate.how == "completed" for fate in gone)
        yield goal("Convoys home", _worth_of_convoys(state.scenario), home, len(convoys) + len(gone), BRITISH)
    yield from _rewards(state.scenario, entries, played)


@functools.lru_cache(maxsize=1024)
def _scores(entries: Entries) -> tuple[Goal, ...]:
    """The points of both sides if it ended now."""
    sums = {side: sum(vp for owner, _, vp in entries if owner == side) for side in reversed(SIDES)}
    return tuple(goal("if it ended now", value=value, side=side, is_score=True) for side, value in sums.items())


def _winning(state: State, win: Win, who: Mapping[str, str]) -> Goal:
    """What wins where points do not decide (AC-EX-02); `who` plays the part of each ship of the set-up (AC-CA-07)."""
    if win.hits_on_convoys:
        return _hits_on_convoys(state, win.hits_on_convoys, WINS[win.winner])
    words = [f"{NAMES[who.get(name, name)]} {how}" for name, how in _asked_by(win)]
    return goal(" and ".join(words), WINS[win.winner], side=win.winner, is_met=holds(state, win))


def _asked_by(win: Win) -> list[tuple[str, str]]:
    """The ships that a condition names, and what must have become of each."""
    return [
        (name, HARM[event])
        for event, names in (("sunk", win.sunk), ("damaged", win.damaged), ("completed", win.completed))
        for name in names
    ]


def _hits_on_convoys(state: State, wanted: int, text: str) -> Goal:
    hits = hits_on_convoys(state)
    return goal("Hits on convoys", text, hits, wanted, GERMAN, hits >= wanted)


def _is_british_convoy(ship: Ship) -> bool:
    return is_convoy(ship) and ship.kind.side == BRITISH


@functools.lru_cache(maxsize=1024)
def _rewards(scenario: str, met: Entries, played: Parts | None) -> tuple[Goal, ...]:
    """What a scenario rewards, where this has been scored: for whom, for what, and how much."""
    found = []
    who = None if played is None else dict(played)
    for side in SIDES:
        own = [one for one in SCENARIOS[scenario].score if one.side in (side, "both") and CONVOY not in one.kinds]
        if who is not None:
            own = [one for one in own if not one.names or any(name in who for name in one.names)]  # AC-CA-07
        for one in sorted(own, key=lambda score: -score.vp)[:MOST_GOALS]:
            names = one.names if who is None else [who[name] for name in one.names if name in who]
            is_met = any((side, what, one.vp) in met for what in (*one.names, *names, one.port))
            found.append(_goal(one, side, is_met, names))
    return tuple(found)


@functools.cache
def _worth_of_convoys(scenario: str) -> str:
    entries = [score for score in scores_of(scenario) if CONVOY in score.kinds and score.side == BRITISH]
    best = {
        event: max((one.vp for one in entries if one.event == event), default=0)
        for event in HARM | {"in_play_at_end": ""}
    }
    parts = [f"{best['completed']} each"] if best["completed"] else []
    if best["in_play_at_end"]:
        parts.append(f"{best['in_play_at_end']} each while still at sea")
    return ", ".join(parts)


def _goal(score: Score, side: str, is_met: bool, ships: Sequence[str]) -> Goal:
    """What the scenario rewards: a ship, a kind of ship or a port, and what must come of it."""
    kinds = KINDS.get(frozenset(score.kinds)) or " or ".join(FIGURES[kind].replace("_", " ") for kind in score.kinds)
    names = " and ".join(NAMES.get(ship, ship) for ship in ships) or kinds
    what = {"in_play_at_end": "still at sea", "went_home_idle": "home without a fight", "laden_sunk": "laden, sunk"}
    where = (
        f" at {PORTS[score.port].name}" if score.port else f" in {score.nation.capitalize()}" if score.nation else ""
    )
    text = f"{score.vp} point{'' if score.vp == 1 else 's'}" + (" if undamaged" if score.undamaged else "")
    words = f"{names} {HARM.get(score.event) or what.get(score.event, score.event)}{where}".strip()
    return Goal(words[0].upper() + words[1:], text, side=side, is_met=is_met)
