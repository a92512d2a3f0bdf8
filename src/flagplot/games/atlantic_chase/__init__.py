"""Atlantic Chase: task forces as pins and strings, hunted by what is known of them."""

from pathlib import Path

from flagplot.engine import Appraisal, Game, Observation, Scenario, Seat, asks_in, captain_from, loaded_from
from flagplot.games.atlantic_chase import shortcuts, words  # noqa: F401  shortcuts register themselves
from flagplot.games.atlantic_chase.campaign import CAMPAIGN, LINKED
from flagplot.games.atlantic_chase.drama import SCENES, summarize, turn_name
from flagplot.games.atlantic_chase.hexes import BRITISH, GERMAN
from flagplot.games.atlantic_chase.model.position import defects, inventory, metrics, occasion
from flagplot.games.atlantic_chase.rules.sequence import PHASES
from flagplot.games.atlantic_chase.rules.set_up import set_up
from flagplot.games.atlantic_chase.scenarios import SCENARIOS
from flagplot.games.atlantic_chase.state import Options, State
from flagplot.games.atlantic_chase.view import outlook  # noqa: F401  it registers itself
from flagplot.games.atlantic_chase.view.board import board, board_of
from flagplot.games.atlantic_chase.view.descriptions import describe, pointed_at, subjects
from flagplot.games.atlantic_chase.view.names import NAMES, PHASE_NAMES, name_in
from flagplot.games.atlantic_chase.view.view import view

FIRST = "rheinubung"  # the scenario that is offered first
IN_WORDS = {key: Scenario(one.title, f"{one.dates}: {one.text}") for key, one in SCENARIOS.items()}
IN_WORDS = {FIRST: IN_WORDS[FIRST], **IN_WORDS, CAMPAIGN: Scenario(LINKED.title, f"{LINKED.dates}: {LINKED.text}")}

GAME = Game[State](
    slug="atlantic-chase",
    title="Atlantic Chase",
    summary="Hunt raiders, or run from the Home Fleet: task forces are strings on the chart until somebody finds them.",
    length="1 to 2 hours",
    seats=(
        Seat(GERMAN, "German", option="german_player", flags=("de",)),
        Seat(BRITISH, "British", option="british_player", flags=("gb",)),
    ),
    scenarios=IN_WORDS,
    options_type=Options,
    state_type=State,
    is_open=True,
    phases=PHASES,
    phase_names=PHASE_NAMES,
    setup=set_up,
    board=board,
    board_of=board_of,
    view=view,
    describe=describe,
    subjects=subjects,
    pointed_at=pointed_at,
    names=NAMES,
    name_in=name_in,
    asks=asks_in(words),
    occasion=occasion,
    turn_name=turn_name,
    scenes=SCENES,
    summarize=summarize,
    inventory=inventory,
    defects=defects,
    metrics=metrics,
    observation=loaded_from("flagplot.games.atlantic_chase.observation", Observation),
    appraisal=loaded_from("flagplot.games.atlantic_chase.appraisal", Appraisal),
    captains=dict.fromkeys((GERMAN, BRITISH), captain_from("flagplot.games.atlantic_chase.captain.captain", "Captain")),
    package=Path(__file__).parent,
)
