"""What the Incident Chart (section 13) asks, rolls, tells and refuses, each with its clause."""

from flagplot.engine import Ask, Bar, Event, Roll
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.spaces import SPACES
from flagplot.games.graf_spee.tables import DEPARTMENTS

# Answers that are always the same words

CONVOY, TAKE_AS_IT_IS, LUCKY_WAY = "convoy", "take_as_it_is", "lucky_way"
NO_MORE_POINTS = "no_more_points"

# The markers

NIGHT_ROLL = Roll("night_roll", "Night", "GS-OPT-21")
NIGHT_FALLS = Event("night_falls", "Night falls.", "GS-OPT-21")
INCIDENT_DRAW = Roll("incident_draw", "Incident {number} of {size}", "GS-INC-01")
INCIDENTS_CANCELLED = Event("incidents_cancelled", "The other {left} are not drawn.", "GS-INC-02")
NO_EFFECT = Event("no_effect", "It has no effect here.", "GS-INC-01", outcome="no effect")
FALSE_ALARM = Event("false_alarm", "Nothing happens.", "GS-INC-01", outcome="nothing happens")
MERCHANT_ROLL = Roll("merchant_roll", "Merchant ship", "GS-MRK-14")
CAPTURED_ROLL = Roll("captured_roll", "Captured merchantman", "GS-MRK-04")
MERCHANT_SUNK = Event("merchant_sunk", "A merchant ship is sunk.", "GS-MRK-14")
OIL_FOR = Ask(
    "oil_for",
    "Which ship takes the oil of the captured merchantman?",
    "GS-AMB-44",
    first="Choose the ship that takes the oil.",
    topic="Which ship takes the oil of a captured merchantman",
)
MERCHANT_TAKEN = Event("merchant_taken", "The {ship} captures a merchantman.", "GS-MRK-04")
CONVOY_SIGHTED = Event("convoy_sighted", "A convoy!", "GS-MRK-03")
CONVOY_ROLL = Roll("convoy_roll", "Convoy", "GS-MRK-03")
CONVOY_SHIPS_ROLL = Roll("convoy_ships_roll", "Ships of the convoy sunk", "GS-MRK-03")
CONVOY_SHIPS = Roll("convoy_ships", "Points for them", "GS-MRK-03")
CONVOY_OR_NEWS = Ask(
    "convoy_or_news",
    "Intel from Berlin: one level of alert less, or a convoy for two more?",
    "GS-MRK-12",
    first="Choose the news from Berlin or the convoy.",
    topic="Intel from Berlin, or a convoy",
    answers=(CONVOY, TAKE_AS_IT_IS),
)
CONVOY_OR_VISIBILITY = Ask(
    "convoy_or_visibility",
    "Limited visibility: no primary guns here today, or a convoy for two levels of alert?",
    "GS-MRK-13",
    first="Choose the limited visibility or the convoy.",
    topic="Limited visibility, or a convoy",
    answers=(CONVOY, TAKE_AS_IT_IS),
)
CONVOY_OR_LUCK = Ask(
    "convoy_or_luck",
    "Good luck: one or two spaces more, or a convoy for two levels of alert?",
    "GS-MRK-11",
    first="Choose what is done with good luck.",
    topic="What is done with good luck",
    answers=(CONVOY, LUCKY_WAY, TAKE_AS_IT_IS),
)
# The points of a convoy come bit by bit; odds tell their sum, which is a line of no log
CONVOY_POINTS = Event(say.POINTS.key, say.POINTS.text, say.POINTS.rule)
CONVOY_WORTH = Event(
    "convoy_worth", "A convoy of {least} to {most} points.", "GS-MRK-03", outcome="{least} to {most} points", tone=1
)
CONVOY_WORTH_SO_FAR = Event(
    "convoy_worth_so_far",
    "A convoy of {least} to {most} points, and a ship whose oil somebody gets.",
    "GS-MRK-03",
    outcome="{least} to {most} points and more",
    tone=1,
)
ALERT_WAS_SIX = Bar("No convoy instead when the alert level was 6 as the markers were drawn.", "GS-INC-03")
FOUGHT_HERE = Bar("No convoy instead where there has been a combat today.", "GS-AMB-32")
NOBODY_MOVES = Bar("A ship without engines, or outfitted or in contact today, does not move any more.", "GS-AMB-30")
VISIBILITY_LIMITED = Event(
    "visibility_limited", "Visibility at {space} is limited today.", "GS-MRK-13", outcome="limited visibility"
)
LUCKY_MOVE = Ask(
    "lucky_move",
    "Good luck: where to? {spaces:space} left.",
    "GS-MRK-11",
    first="Click on a space that good luck can reach, or on the one where you are to stay.",
    topic="Where good luck takes the ships",
    answers=tuple(SPACES),
)
NO_NEARER = Bar("Good luck carries the ships two spaces at most, and they halt where they always do.", "GS-AMB-30")
FRIENDLY_ROLL = Roll("friendly_roll", "A friendly ship for the {ship}", "GS-MRK-10")
FRIENDLY_POINTS = Event("friendly_points", "A friendly ship helps the {ship} with {points:point}.", "GS-MRK-10")
SPEND_POINT = Ask(
    "spend_point",
    "{ship}: which track goes up? ({left} to go)",
    "GS-MRK-10",
    row="spend_point",
    first="Choose the track of the {ship} that goes up.",
    topic="What a friendly ship is good for",
    answers=(*DEPARTMENTS, NO_MORE_POINTS),
)
TRACK_FULL = Bar("That marker stands at its highest number.", "GS-TRK-03")
LOSE_CARGO = Ask(
    "lose_cargo",
    "Which cargo is lost?",
    "GS-MRK-07",
    first="Choose the cargo that is lost.",
    topic="Which cargo is lost",
)
LOSE_CARGO_TO_STORM = Ask(
    "lose_cargo_to_storm",
    "Which cargo does the sea take?",
    "GS-MRK-21",
    first="Choose the cargo that the sea takes.",
    topic="Which cargo the sea takes",
)
MORALE_ROLL = Roll("morale_roll", "Morale", "GS-MRK-16")
MORALE_FALLS = Event("morale_falls", "Damage and no success: morale falls.", "GS-MRK-16")
MORALE_RISES = Event("morale_rises", "A ship sunk and no damage: morale rises.", "GS-MRK-16")
HALF_DIE_ROLL = Roll("half_die_roll", "Quiet Seas", "GS-MRK-17")
GUNS_KEEP_THEM_OFF = Event(
    "guns_keep_them_off",
    "Anti-aircraft guns keep them off.",
    "GS-AMB-16",
    outcome="kept off by anti-aircraft guns",
    tone=1,
)
BOMBER_ROLL = Roll("bomber_roll", "Bombers over the {ship}", "GS-MRK-02")
SWORDFISH_ROLL = Roll("swordfish_roll", "Swordfish against the {ship}", "GS-MRK-08")
SUB_ROLL = Roll("sub_roll", "Submarine", "GS-MRK-05")
EVASIVE_ACTION = Event("evasive_action", "Evasive action costs oil.", "GS-MRK-05")
MINE_ROLL = Roll("mine_roll", "Mines", "GS-MRK-15")
BREAKDOWN_ROLL = Roll("breakdown_roll", "Engines of the {ship}", "GS-MRK-09")
STORM_BREAKS = Event("storm_breaks", "Stormy seas: no combat by later incidents of this draw.", "GS-MRK-21")
STORM_ROLL = Roll("storm_roll", "Storm", "GS-MRK-21")
BATTERED_SHIP = Event("battered_ship", "The sea takes some cargo.", "GS-MRK-21")
AUXILIARY_REPORTED_ROLL = Roll("auxiliary_reported_roll", "Auxiliary cruiser at {space}", "GS-MRK-06")
AUXILIARY_SAFE = Event(
    "auxiliary_safe", "The auxiliary cruiser at {space} gets away.", "GS-MRK-06", outcome="she gets away", tone=1
)
POINTS_LOST_ROLL = Roll("points_lost_roll", "Points lost with her", "GS-MRK-06")
PATROL_COMES = Event("patrol_comes", "The patrol at {space} searches for you.", "GS-AMB-27")
FLOTILLA_ROLL = Roll("flotilla_roll", "Ships from {space}", "GS-MRK-18")
FLOTILLA_COMES = Event("flotilla_comes", "Ships come from {space}.", "GS-MRK-18", outcome="ships from {space}", tone=-1)
NO_SHIPS_COME = Event("no_ships_come", "Nobody is at {space} to come.", "GS-AMB-13", outcome="nobody comes", tone=1)
SEAS_TOO_HIGH = Event("seas_too_high", "The seas are too high for a fight.", "GS-MRK-21", outcome="no combat")
