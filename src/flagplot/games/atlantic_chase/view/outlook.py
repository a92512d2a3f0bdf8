"""What could follow a course while it is drawn: searches by its task force, with each kind of help, and for it."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping

from flagplot.engine import About, Table
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import AIR_DISTANCE, ENEMY, NO_HEX, hex_name
from flagplot.games.atlantic_chase.judgement.chances import with_help
from flagplot.games.atlantic_chase.model.forces import forces_of, side_of
from flagplot.games.atlantic_chase.rules.attacks import attack_orders, expected_attack, resolve
from flagplot.games.atlantic_chase.rules.modifiers import air_sources, coordinators
from flagplot.games.atlantic_chase.state import Attack, State
from flagplot.games.atlantic_chase.view.descriptions import force_name, reckoning

VERBS = {say.SEARCH: "search for", say.ENGAGE: "engage"}
MOST_PARTS = 4  # more would push the options out of sight


@say.COURSE.outlook
def outlook_of_course(state: State, about: About) -> Mapping[str, Callable[[Table[State]], None]]:
    """The attacks that could follow, each with its total and what is added to its roll."""
    key: str = about["force"]
    by_it = itertools.chain.from_iterable(_with_helps(state, one) for one in _meetings(state, key))
    for_it = ((_title(state, one), one) for one in _meetings(state, key, is_target=True))
    parts = itertools.islice(itertools.chain(by_it, for_it), MOST_PARTS)
    return {title: functools.partial(_resolve, attack) for title, attack in parts}


def _resolve(attack: Attack, table: Table[State]) -> None:
    resolve(table, attack)


def _meetings(state: State, key: str, *, is_target: bool = False) -> Iterator[Attack]:
    """The attacks of a task force on those that it meets, or theirs on it."""
    side = side_of(key)
    own = [state.forces[key]]
    hunters, hunted = (forces_of(state, ENEMY[side]), own) if is_target else (own, forces_of(state, ENEMY[side]))
    for order in attack_orders(state, ENEMY[side] if is_target else side, hunters, hunted):
        if order[0] in VERBS:
            yield expected_attack(state, order)


def _with_helps(state: State, attack: Attack) -> Iterator[tuple[str, Attack]]:
    """An attack by itself, with each who can coordinate, and with the nearest aircraft."""
    side = side_of(attack.active)
    yield _title(state, attack), attack
    for key in coordinators(state, side, attack):
        helped = with_help(attack, True, key, ("", NO_HEX))
        force = state.forces.get(key)
        warning = "; its Intel may interrupt" if force and force.intel else ""
        yield f"with {force_name(state, key)} beside: {reckoning(state, helped)}{warning}", helped
    sources = sorted(air_sources(state, side, attack.hex), key=lambda source: AIR_DISTANCE[source[1]][attack.hex])
    for key, launch in sources[:1]:
        helped = with_help(attack, True, "", (key, launch))
        name = force_name(state, key)
        yield f"with {name} from {hex_name(launch)}: {reckoning(state, helped)}", helped


def _title(state: State, attack: Attack) -> str:
    active, target = force_name(state, attack.active), force_name(state, attack.target)
    return f"{active}: {VERBS[attack.kind]} {target} in {hex_name(attack.hex)}, {reckoning(state, attack)}"
