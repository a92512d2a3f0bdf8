"""The Cruise of the Graf Spee: a pocket battleship against the hunting groups, autumn 1939, for one or two captains."""

from pathlib import Path

from flagplot.engine import Game, Observation, Seat, asks_in, captain_from, loaded_from
from flagplot.games.graf_spee import (  # noqa: F401  forecasts and shortcuts register themselves beside the asks
    forecasts,
    incident_words,
    shortcuts,
    words,
)
from flagplot.games.graf_spee.drama import SCENES, summarize, turn_name
from flagplot.games.graf_spee.model.position import defects, inventory, metrics, occasion, sample
from flagplot.games.graf_spee.rules import PHASES
from flagplot.games.graf_spee.rules.set_up import SCENARIOS, set_up
from flagplot.games.graf_spee.state import Options, State
from flagplot.games.graf_spee.tables import DEUTSCHLAND, GERMAN, GRAF_SPEE
from flagplot.games.graf_spee.view.descriptions import describe, pointed_at, subjects
from flagplot.games.graf_spee.view.names import NAMES, PHASE_NAMES
from flagplot.games.graf_spee.view.view import board, view

GAME = Game[State](
    slug="graf-spee",
    title="The Cruise of the Graf Spee",
    summary="You are Langsdorff: raid the sea lanes, stay ahead of the hunting groups, and bring home your order.",
    length="30 minutes",
    seats=(
        Seat(GRAF_SPEE, "Graf Spee", GERMAN, flags=("de",)),
        Seat(DEUTSCHLAND, "Deutschland", GERMAN, DEUTSCHLAND, flags=("de",)),
    ),
    shares_everything=True,
    scenarios=SCENARIOS,
    options_type=Options,
    state_type=State,
    rules_version=4,
    oldest_rules=4,
    phases=PHASES,
    phase_names=PHASE_NAMES,
    finish_names={"fitting_out": "Sail with the recommended load"},
    setup=set_up,
    board=board,
    view=view,
    describe=describe,
    subjects=subjects,
    pointed_at=pointed_at,
    names=NAMES,
    asks=asks_in(words) | asks_in(incident_words),
    occasion=occasion,
    turn_name=turn_name,
    scenes=SCENES,
    summarize=summarize,
    sample=sample,
    inventory=inventory,
    defects=defects,
    metrics=metrics,
    observation=loaded_from("flagplot.games.graf_spee.observation", Observation),
    captains=dict.fromkeys(
        (GRAF_SPEE, DEUTSCHLAND), captain_from("flagplot.games.graf_spee.captain.captain", "Captain")
    ),
    package=Path(__file__).parent,
)
