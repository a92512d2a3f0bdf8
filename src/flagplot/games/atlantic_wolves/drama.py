"""What matters in Atlantic Wolves: the scenes of its event cards, and the summary of a finished campaign."""

from __future__ import annotations

from itertools import accumulate

from flagplot.engine import About
from flagplot.engine.report import Aim, Curve, Series, Story, Summary, Total
from flagplot.engine.scenes import Scene, Scenes
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves.model.fleet import total_tons
from flagplot.games.atlantic_wolves.state import Options, State

BIG_CATCH = 100_000  # tons of one attack that are worth a card
TONS_OF_A_BOAT = 60  # what the loss of a counter weighs among the moments, in thousands of tons
# flagplot sim atlantic-wolves -n 2000 --seat german=captain --seed 1
PERSPECTIVE = "The captain averages 463,000 t a month and wins 37 games of 100."
HEADLINES: dict[str | None, str] = {t.GERMAN: "The convoys are broken.", t.ALLIED: "The sea routes held."}
SHORT_MONTHS = tuple(f"{month[:3]} {month[-2:]}" for month in t.MONTHS)


def turn_name(state: State) -> str:
    """The month, as "Aug 42"."""
    return SHORT_MONTHS[state.turn - 1]


def _ships_sunk(about: About) -> Scene | None:
    tons = about["tons"]
    if not tons:
        return None
    return Scene(
        "torpedo",
        "{ships:ship} sunk in one attack",
        outcome="{tons:,} tons sunk",
        means="The tons count for this month and for the average of the campaign.",
        at=(about["area"],),
        good_for=t.GERMAN,
        weight=2 if tons >= BIG_CATCH else 0,
        swing="+{tons:,} t",
        worth=tons // 1000,
    )


def _boat_sunk(about: About) -> Scene:
    boat = about["what"]
    return Scene(
        "hunt",
        "An Ace is lost with his crew" if boat.ace else "A boat does not come back",
        outcome=f"{'Ace' if boat.ace else 'U-boat'} {boat.number} is sunk",
        means="She attacks no more. Half of the fleet lost in one month loses the game.",
        at=(f"u{boat.number}", about["area"]),
        good_for=t.ALLIED,
        weight=3,
        swing="−1 Ace" if boat.ace else "−1 U-boat",
        worth=TONS_OF_A_BOAT * (2 if boat.ace else 1),
        lost=str(boat),
        figure="uboat",
        side=t.GERMAN,
        how="by aircraft" if about["by_air"] else "by escorts",
    )


SCENES: Scenes = {
    "ships_sunk": _ships_sunk,
    "boat_sunk": _boat_sunk,
    "convoy_sunk": Scene(
        "convoy",
        "A convoy breaks up",
        outcome="Convoy sunk: {tons:,} tons",
        means="One Convoy less is on the map: the average that you need falls.",
        at=("convoys", t.NORTH_ATLANTIC),
        good_for=t.GERMAN,
        weight=3,
        swing="+{tons:,} t",
        worth=t.CONVOY_TONS // 1000,
    ),
    "mines_sink": Scene("mine", "Mines off the coast", good_for=t.GERMAN, weight=0, swing="+{tons:,} t"),
    "escaped_to_pens": Scene(
        "rescue",
        "The boat slips away",
        outcome="{what} escapes",
        means="She goes back to the Pens and can sail again next month.",
        good_for=t.GERMAN,
        weight=2,
        worth=TONS_OF_A_BOAT // 2,
        swing="saved",
    ),
    "raider_lost": Scene(
        "sinking",
        "The Raider is caught",
        outcome="The Raider is sunk",
        means="Raeder leaves HQ for good.",
        at=("raider",),
        good_for=t.ALLIED,
        weight=3,
        swing="−1 Raider",
        worth=2 * TONS_OF_A_BOAT,
        lost="Raider",
        figure="raider",
        side=t.GERMAN,
        how="by the hunters",
    ),
    "raider_out": Scene(
        "storm", "The Raider breaks out", outcome="She is out in the Atlantic", good_for=t.GERMAN, weight=2
    ),
    "condor_lost": Scene(
        "aircraft",
        "A Condor is shot down",
        outcome="Condor lost",
        good_for=t.ALLIED,
        weight=1,
        swing="−1 Condor",
        lost="Condor",
        figure="condor",
        side=t.GERMAN,
        how="over {area}",
    ),
    "ace_made": Scene(
        "harbour",
        "A hero's welcome",
        outcome="U-boat {boat} has an Ace",
        means="An Ace attacks better and escapes his first hit.",
        at=("pens",),
        good_for=t.GERMAN,
        weight=2,
    ),
    "convoy_appears": Scene(
        "convoy",
        "Ships gather in Halifax",
        outcome="A Convoy sails",
        means="Four Convoys on the map at the end of a month lose the game.",
        at=("convoys", t.NORTH_ATLANTIC),
        good_for=t.ALLIED,
        weight=1,
    ),
}


def summarize(story: Story[State]) -> Summary:
    """The campaign month by month."""
    state = story.state
    months = state.tally
    tons = [float(month.tons) for month in months]
    running = [total / number for number, total in enumerate(accumulate(tons), 1)]
    needed = t.AVERAGE_NEEDED[state.convoys]
    is_standard = not (state.options.tonnage_target or state.options.zero_convoys)
    aims = (
        (Aim(t.GOOD_MONTH, f"{t.GOOD_MONTHS_IN_A_ROW} in a row"), Aim(needed, "average needed")) if is_standard else ()
    )
    columns = Series("tons sunk", tuple(tons), good_from=t.GOOD_MONTH if is_standard else None)
    curve = Curve(
        "Month by month",
        "t",
        SHORT_MONTHS[: len(months)],
        (columns, Series("average so far", tuple(running), "line")),
        aims,
    )
    return Summary(
        HEADLINES.get(state.result.winner, "") if state.result else "",
        totals=(
            Total(f"{total_tons(state):,} t", "sunk"),
            Total(f"{sum(month.ships for month in months):,}", "ships sunk"),
            Total(str(state.counters_lost), "U-boats lost"),
        ),
        curve=curve if months else None,
        perspective=PERSPECTIVE if state.options == Options() else "",
    )
