"""The captain at the chart: what a space promises, how dangerous it is, and where to end the day."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from flagplot.common import links
from flagplot.engine import Advice
from flagplot.engine.words import total
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.captain.battle import (
    FACES,
    Condition,
    Fight,
    chance_of_loss,
    condition_of,
    fights,
    first_salvos,
    foe_at,
    stays_in_contact,
    toll_of_blow,
)
from flagplot.games.graf_spee.captain.ways import (
    FAR,
    PLACES_OF,
    SHELTERS,
    distances_to,
    goals,
    held_spaces,
    is_out_of_reach,
    shelters_away,
    timetable,
)
from flagplot.games.graf_spee.captain.worth import HARM, SHIP, Stakes, gain, stakes_of
from flagplot.games.graf_spee.model.fleet import KINDS, MOST, has, room, terrain, waters
from flagplot.games.graf_spee.model.routes import THERE_AND_BACK
from flagplot.games.graf_spee.model.royal_navy import is_held
from flagplot.games.graf_spee.rules.achievement import meets_demand
from flagplot.games.graf_spee.rules.contact import contact_modifiers
from flagplot.games.graf_spee.rules.incident_effects import ENEMIES_BESIDE
from flagplot.games.graf_spee.rules.outfitting import damaged_departments, is_sound, repair_dice
from flagplot.games.graf_spee.spaces import (
    ALTMARK,
    BASE,
    DISTANCE,
    HIGH_SEAS,
    NEAREST_ZONES,
    NEIGHBOURS,
    NEUTRAL,
    NORTH_ATLANTIC,
    PORT,
    ZONE,
    ZONES,
)
from flagplot.games.graf_spee.state import Ship, State

# What things are worth to him, in victory points, and how often they happen; found by playing many games
HUNTING_DAY = 0.656  # a day nearer to the place of the order while points are missing
HASTE = 20.0  # the same when no points are missing
LATE = 10.05  # a day too late
DAYS_IN_HAND = 5  # days by which he would be early while points are missing
INCOME = 2.4  # points that a marker brings on the average
HAZARD = 0.05  # hits by submarines and storms, for each marker
EXPOSURE = 0.1  # hits by aircraft next to an Allied port, for each marker
MINED_WATERS = 0.02  # hits by mines in an enemy port, for each marker
CLOSED_PORT = 1.0  # a neutral port that cannot be entered again
UNDER_FIRE = 0.75  # hits by the defences of a port
OIL_PRICE = 1.4  # a point of oil
ENGINE_RISK = 1.0  # the engine check at emergency speed
NEW_CARGO = 1.6  # an empty hull space filled
NEEDY = 3.35  # what a day in harbour must be worth before a ship makes for one
CALL_OF_HARBOUR = 0.225  # of that worth, for each day that a harbour is away
SCATTERED = 20.0  # what others cost who bar the way after a redeployment
DAYS_OF_WORK = 2  # days at the place of the order while guns there are to be silenced
SILENCED = 15.0  # guns that the order wants silenced
TOO_WEAK = 20.0  # an enemy port for a ship with little hull
WORTH_A_DAY = 4.0  # what a day in harbour must mend and supply
WORTH_A_DAY_AT_SEA = 16.0
WEAK_HULL = 3  # with which only the order leads into an enemy port
REPAIRED = 1 / 3  # of the repair dice
USUAL_SUPPLY = 3  # what a die brings


# The day's goal


def goal_of(state: State, ships: Sequence[Ship], options: Sequence[str], sailed: int) -> str:
    """Where to end this leg: near enough to the place of the order, where it is good to hunt or to lie."""
    worths = Course(state, ships, sailed).worths(options)
    return options[worths.index(max(worths))]


def best_goal(state: State, ships: Sequence[Ship], options: Sequence[str], sailed: int) -> Advice:
    """The same with the figures that decided, and the runner-up."""
    course = Course(state, ships, sailed)
    worths = course.worths(options)
    best = worths.index(max(worths))
    worths[best] = -inf
    second = worths.index(max(worths))
    return course.advice(options[best], options[second] if len(options) > 1 else None)


def _hits_by_marker(space: str, has_guns: bool) -> float:
    """Hits by all but ships, for each marker drawn in a space; aircraft keep away from anti-aircraft guns."""
    is_raided = bool(ENEMIES_BESIDE[space]) and not has_guns
    return HAZARD + EXPOSURE * is_raided + MINED_WATERS * (KINDS[space] in (PORT, BASE))


# What tells one draw from another: the zones from which a flotilla comes, other hits, and these if one has guns
WATERS = {
    space: (zones, _hits_by_marker(space, has_guns=False), _hits_by_marker(space, has_guns=True))
    for space, zones in NEAREST_ZONES.items()
}
# The same as a number, to which the number of markers is added
_KINDS_OF_WATERS = list(dict.fromkeys(WATERS.values()))
DRAWN_IN = {space: (t.MOST_ALERT + 1) * _KINDS_OF_WATERS.index(waters) for space, waters in WATERS.items()}
DRAWN_AT_SEA = {space: DRAWN_IN[space] for space in HIGH_SEAS}


# How far each option of a leg is
STEPS = {space: {**away, say.OUT_AND_BACK: THERE_AND_BACK} for space, away in DISTANCE.items()}


class Course:
    """What the captain knows when he chooses where to end a leg."""

    __slots__ = (  # so many attributes are slow without
        "alert", "away", "blow", "by_zone", "condition", "days_for", "days_home", "draws", "fights", "free", "goals",
        "has_guns", "held", "here", "in_time", "is_needy", "is_open", "left", "likely", "missing", "modifiers", "need",
        "order", "outfits", "per_day", "scatter", "ship", "ships", "stakes", "state", "steps", "to_shelter",
    )  # fmt: skip

    def __init__(self, state: State, ships: Sequence[Ship], sailed: int = 0) -> None:
        self.state, self.ships, self.ship = state, ships, ships[0]
        self.here = ships[0].space
        self.alert, self.free = state.alert, t.CRUISE - sailed
        self.order = t.ORDERS[state.order]
        self.left = self.order.days - state.day
        self.is_open = is_open_demand(state, self.order)
        self.held = held_spaces(state)
        self.goals = goals(state, self.held)
        self.away, self.days_for = distances_to(state, self.goals, self.held), timetable(ships)
        is_lost = is_out_of_reach(state, self.days_for[self.away.get(self.here, FAR)])
        self.stakes = LOST_CAUSE if is_lost else stakes_of(state)
        self.missing = self.stakes.missing
        self.in_time = self.left - days_of_work(state)
        if self.missing and self.left > 1:
            self.in_time -= DAYS_IN_HAND
        self.per_day = HUNTING_DAY if self.missing else HASTE
        if is_lost:
            self.in_time, self.per_day = FAR, 0.0
        self.steps = STEPS[self.here]
        self.has_guns = has(ships, t.ANTI_AIRCRAFT)
        self.condition = condition_of(self.ship)
        self.blow = cost_of_blow(self.condition, self.stakes)
        self.likely = t.MARKERS.incident[t.RN_FLOTILLA] / (len(state.incidents) or 1)
        self.fights: dict[str, tuple[float, Fight, Fight]] = {}
        self.modifiers: dict[str, int] = {}
        self.outfits: dict[str, float] = {}
        self.by_zone: dict[str, float] = {}
        self.draws: dict[int, float] = {}
        self.need = self.of_outfit(waters(state, ALTMARK))
        self.is_needy = self.need > NEEDY and self.left > 1
        self.to_shelter = shelters_away(state, self.held) if self.is_needy else self.away
        self.days_home = self.days_for[self.away.get(ALTMARK, FAR)]
        self.scatter = self.cost_of_scattering()

    def worths(self, options: Sequence[str]) -> list[float]:
        """What it promises to end the leg in each of the spaces, less what it costs."""
        alert, draws = self.alert, self.draws
        away, days_for, in_time, per_day = self.away, self.days_for, self.in_time, self.per_day
        free, steps, here, drawn_at_sea = self.free, self.steps, self.here, DRAWN_AT_SEA
        # What it costs a ship in need to be far from a port, if there is time to make for one
        is_needy, to_shelter, distress = self.is_needy, self.to_shelter, CALL_OF_HARBOUR * self.need
        time_for_port = self.left - self.days_home
        found, out_and_back = [], say.OUT_AND_BACK
        for space in options:
            goal = here if space == out_and_back else space
            days = days_for[away.get(goal, FAR)]
            drawn = drawn_at_sea.get(goal)
            if drawn is None:
                worth = self.of_place(space, goal, days)
            else:
                known = draws.get(drawn + alert)
                worth = self.of_draw(goal, alert) if known is None else known
            worth -= per_day * days
            if days > in_time:
                worth -= LATE * (days - in_time)
            if is_needy:
                to_port = days_for[to_shelter.get(goal, FAR)]
                if to_port < time_for_port:
                    worth -= distress * to_port
            spent = steps[space] - free
            if spent > 0:
                worth -= OIL_PRICE * spent + (ENGINE_RISK if spent > 1 else 0.0)
            found.append(worth)
        return found

    def of_place(self, space: str, goal: str, days: int) -> float:
        """The same for a space that is not simply sea: a zone, a port, a base, the Altmark area, the North Atlantic."""
        state, worth = self.state, 0.0
        kind = waters(state, goal)
        row = t.TERRAIN[kind]
        if row.incidents:
            markers = state.alert + row.alert if goal != self.here else state.alert
            worth += self.of_draw(goal, markers if markers < t.MOST_ALERT else t.MOST_ALERT)
        if kind in SHELTERS:
            worth += self.of_shelter(goal, kind, days)
        elif kind in ENEMY and (self.missing or self.is_open or goal in self.goals):
            worth += prize(state, self.ship, goal) - self.of_port(goal)
        if goal in self.held and (space != self.here or self.is_found_here()):
            worth += self.of_meeting(goal)
        return worth

    def of_draw(self, space: str, markers: int) -> float:
        """What a day's draw in a space promises: merchant ships, less the dangers of each marker."""
        worth = self.draws.get(DRAWN_IN[space] + markers)
        if worth is None:
            zones, hits, hits_with_guns = WATERS[space]
            dangers = self.blow * (hits_with_guns if self.has_guns else hits)
            by_zone, flotilla = self.by_zone, 0.0
            for zone in zones:
                flotilla += by_zone[zone] if zone in by_zone else self.of_flotilla(zone)
            flotilla /= len(zones)
            worth = self.stakes.of_points(markers * INCOME) + markers * (self.likely * flotilla - dangers)
            self.draws[DRAWN_IN[space] + markers] = worth
        return worth

    def of_flotilla(self, zone: str) -> float:
        """What it is worth if the ships of a zone come."""
        worth = self.by_zone[zone] = self.worth_of_meeting(OPEN_SEA, zone) if zone in self.held else 0.0
        return worth

    def worth_of_meeting(self, space: str, station: str) -> float:
        """What it is worth to meet the ships of a station in a space."""
        german, ours, allied, theirs = self.meeting(space, station)
        return german * ours.worth + allied * theirs.worth

    def meeting(self, space: str, station: str) -> tuple[float, Fight, float, Fight]:
        """The fights with the ships of a station, each with its chance; we break off where we want to and can."""
        carrier, ours, theirs = self.fights.get(station) or self.fights_with(station)
        german, allied = first_salvos(self.contact_modifier(space), carrier)
        if ours.worth < 0:
            german *= stays_in_contact(self.state, self.ship, space, station)
        return german, ours, allied, theirs

    def fights_with(self, station: str) -> tuple[float, Fight, Fight]:
        """How likely a carrier is at a station, and the fights with its ships with the First Salvo on either side."""
        foe = foe_at(self.state, station)
        ours, theirs = fights(self.condition, foe, self.stakes, station == self.order.beaten)
        self.fights[station] = found = foe.carrier, ours, theirs
        return found

    def contact_modifier(self, space: str) -> int:
        """What is added to the contact roll in a space, which is the same in all waters of a kind, but for mines."""
        modifier = self.modifiers.get(space)
        if modifier is None:
            kind = space if space in self.state.mines else waters(self.state, space)
            if kind not in self.modifiers:
                self.modifiers[kind] = total(contact_modifiers(self.state, self.ships, space, False))
            modifier = self.modifiers[space] = self.modifiers[kind]
        return modifier

    def is_found_here(self) -> bool:
        """Whether the patrol of the zone in which the ships lie will search for them (GS-AMB-27)."""
        return KINDS[self.here] == ZONE and self.here not in self.state.met_in

    def cost_of_scattering(self) -> float:
        """What it costs if the Royal Navy redeploys: others than those we know may bar the way to the order's place."""
        gate = GATES.get(self.state.order, "")
        if not gate or not self.is_open or not self.state.stations.get(gate):
            return 0.0
        return max(0.0, self.worth_of_meeting(gate, gate) + SCATTERED)

    def of_meeting(self, space: str) -> float:
        """What it is worth to meet the ships of a space, who may be those that the order wants beaten."""
        worth = self.worth_of_meeting(space, space)
        if GATES.get(self.state.order) != space:
            worth -= self.scatter
        return worth

    def of_shelter(self, space: str, kind: str, days: int) -> float:
        """What a day of outfitting in a port would be worth, if there is time for it."""
        if self.left - days < 1:
            return 0.0
        worth = self.of_outfit(kind)
        if kind == NEUTRAL and space != self.here:
            worth -= CLOSED_PORT
        if self.missing:
            worth -= self.stakes.of_points(self.state.alert * INCOME)
        return worth

    def of_outfit(self, kind: str) -> float:
        """What a day of outfitting is worth in waters of a kind."""
        if kind not in self.outfits:
            self.outfits[kind] = worth_of_outfitting_in(self.state, self.ship, t.TERRAIN[kind])
        return self.outfits[kind]

    def of_port(self, space: str) -> float:
        """What the fire of a port costs, and the hunters whom a raid on it calls up."""
        weak = TOO_WEAK if self.ship.hull <= WEAK_HULL and space not in self.goals else 0.0
        return weak if space in self.state.silenced else weak + UNDER_FIRE * self.blow

    def advice(self, best: str, second: str | None) -> Advice:
        """The choice with the figures that decided."""
        state, ship, goal = self.state, self.ship, self.here if best == say.OUT_AND_BACK else best
        days = self.days_for[self.away.get(goal, FAR)]
        figures: dict[str, Any] = {
            "space": goal, "days": days, "left": self.left, "missing": self.missing, "alert": state.alert,
            "hull": ship.hull, "engines": ship.engines, "ammo": ship.ammo,
        }  # fmt: skip
        kind = waters(state, goal)
        if goal in self.held and (best != self.here or self.is_found_here()):
            german, ours, allied, theirs = self.meeting(goal, goal)
            figures["points"] = round(german * ours.points + allied * theirs.points)
            figures["lost"] = round(100 * (german * ours.lost + allied * theirs.lost))
            reason = WHY_MEET if self.worth_of_meeting(goal, goal) > 0 else WHY_PASS
        elif kind in SHELTERS:
            reason = WHY_SHELTER if self.is_needy else WHY_QUIET
        elif kind in ENEMY and (promise := prize(state, ship, goal)) > 0:
            figures |= {"points": round(promise), "lost": round(100 * UNDER_FIRE * chance_of_loss(ship.hull, 1.0))}
            reason = WHY_PORT
        elif self.missing:
            figures["income"] = round(state.alert * INCOME)
            reason = WHY_HUNT
        elif self.stakes is LOST_CAUSE:
            reason = WHY_SAVE
        else:
            reason = WHY_ARRIVED if not days else WHY_ON_THE_WAY
        return Advice(best, reason, figures, second)


WHY_MEET = "A fight at {space} promises {points:point} of {missing} missing, at a {lost} % chance to lose the ship."
WHY_PASS = "{left:day} left after today: the way leads through {space}, at a {lost} % chance to lose the ship."
WHY_SHELTER = (
    "Hull {hull}, engines {engines}, ammunition {ammo}: at {space} she can be mended, and no incidents are drawn."
)
WHY_QUIET = "At {space} no incidents are drawn, and the place of the order is {days:day} away with {left} left."
WHY_PORT = "{space} promises about {points:point}, at a {lost} % chance that its guns sink the ship."
WHY_HUNT = (
    "{missing:point} missing: a draw of {alert} here brings about {income}, {days:day} from the place of the order."
)
WHY_SAVE = "{left:day} left after today are too few for the order: at {space} the ship is safest."
WHY_ARRIVED = "The points are together, and {space} is a place of the order."
WHY_ON_THE_WAY = "The points are together: from {space} it is {days:day} more to the place of the order."


def _gate(places: Sequence[str]) -> str:
    """The zone that must be entered on every way from the North Atlantic to these places, if there is one."""
    for zone in ZONES:
        closed = NEIGHBOURS | {zone: ()}
        if zone in places or links.reach(NORTH_ATLANTIC, closed.__getitem__).keys().isdisjoint(places):
            return zone
    return ""


GATES = {key: _gate(places) for key, places in PLACES_OF.items() if places}


LOST_CAUSE = Stakes(0, 0.0, SHIP, HARM, 0.0)  # the order is out of reach, and the ship is to be saved
ENEMY = (PORT, BASE)
OPEN_SEA = HIGH_SEAS[0]


def is_open_demand(state: State, order: t.Order) -> bool:
    """Whether the order asks for something besides points and a place that is still to be done."""
    return not meets_demand(state, order)


def cost_of_blow(condition: Condition, stakes: Stakes) -> float:
    """What a hit on the ship costs."""
    lost, harm = toll_of_blow(condition[:5])  # neither ammunition nor torpedoes count
    return stakes.ship * lost + stakes.harm * harm


def worth_of_outfitting(state: State, ship: Ship, space: str) -> float:
    """What a day in a port would mend and supply, as far as the dice usually bring it."""
    return worth_of_outfitting_in(state, ship, terrain(state, space))


def worth_of_outfitting_in(state: State, ship: Ship, row: t.Terrain) -> float:
    """The same by the row of the Terrain Effects Chart."""
    worth = 0.0
    if row.repair is not None and not is_sound(ship):
        damage = damaged_departments(ship)
        mended = max(0, repair_dice(state, ship, row)) * REPAIRED
        best = sorted([gain(ship, department) for department in damage], reverse=True)
        worth += best[0] * min(mended, 1.0) + (best[min(1, len(best) - 1)] * (mended - 1) if mended > 1 else 0.0)
    if row.refuel is not None and ship.oil < MOST[ship.id][t.OIL]:
        worth += gain(ship, t.OIL, min(room(ship, t.OIL), USUAL_SUPPLY))
    if row.rearm and room(ship, t.AMMO):
        worth += gain(ship, t.AMMO, min(room(ship, t.AMMO), USUAL_SUPPLY))
    if row.cargo:
        worth += NEW_CARGO * ship.cargo[: ship.hull + 1].count("")
    return worth


def days_of_work(state: State) -> int:
    """How many days a ship should have at the place of the order: guns to be silenced may need a second try."""
    order = t.ORDERS[state.order]
    if order.silenced and order.silenced not in state.silenced:
        return DAYS_OF_WORK
    return 1 if order.crossed and not state.crossed else 0


def prize(state: State, ship: Ship, space: str) -> float:
    """What a port or base promises whose defences still stand, or that marines could take."""
    if is_held(state, space):
        return 0.0
    kind = waters(state, space)
    promise, success = 0.0, 1.0
    if space not in state.silenced:
        success = chance_to_silence(ship)
        promise += success * (t.VICTORY_POINTS.port_defences if kind == PORT else t.VICTORY_POINTS.base_defences)
    if kind == PORT and t.MARINE_KOMPANIE in ship.cargo and space not in state.ever_captured:
        promise += success * t.VICTORY_POINTS.port_captured
    if space == t.ORDERS[state.order].silenced and space not in state.silenced:
        promise += SILENCED
    return promise


def chance_to_silence(ship: Ship) -> float:
    """How likely a bombardment destroys the defences of a port."""
    return 1 - (1 - ship.primary / FACES) * (1 - ship.secondary / FACES) if ship.ammo else 0.0
