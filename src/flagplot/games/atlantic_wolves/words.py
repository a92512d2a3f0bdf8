"""What Atlantic Wolves asks, rolls, tells and refuses, each with its clause."""

from flagplot.engine import Ask, Bar, Event, Option, Roll
from flagplot.games.atlantic_wolves.tables import AREAS, AT_SEA, HQ, PENS, SQUARES, WOLFPACK_TACTICS

# Answers that are always the same words

# Where a boat may go: any square of any area, or it stays in the Pens (AW-PLC-01).
BERTHS: tuple[str | tuple[str, str], ...] = (*((area, square) for area in AREAS for square in SQUARES), PENS)
ATTEMPT, STAY = "attempt", "stay"
BY_AREA, BY_SIDE = "by_area", "by_side"
REFUEL, GO_BACK = "refuel", "go_back"
LET_IT_STAND = "let_it_stand"
HOLD_BACK = "hold_back"  # an Ace does not add his 1


def anything(option: Option) -> bool:
    """Every answer only says what comes first."""
    return True


def only_counter(option: Option) -> bool:
    """Whether no card is played with the answer, and no Ace holds back."""
    return not isinstance(option, tuple) and option != WOLFPACK_TACTICS


TONS = 1 / 25_000  # so many tons are as good as a U-boat that need not go back

# Strategic and event phases

PLACE_DOENITZ = Ask(
    "place_doenitz",
    "Where does Dönitz spend {month}?",
    "AW-STR-01",
    log="Dönitz goes to {choice}.",
    topic="Where Dönitz spends the month",
    answers=(HQ, PENS),
    first="Click on HQ or on the Sub Pens.",
)
EVENT_CARD = Roll("event_card", "Event card", "AW-EVT-01")
CHOOSE_EVENT = Ask(
    "choose_event",
    "Card {card}: which event?",
    "AW-EVT-01",
    log="You choose {choice}.",
    topic="Which event of a card is taken",
    first="Choose one of the two events of the card from the list.",
)
RED_CARD_KEPT = Event("red_card_kept", "You keep {kind} in hand.", "AW-EVT-02", outcome="{kind} in hand", tone=1)
HAPPY_HUNTING_DECLARED = Event(
    "happy_hunting_declared",
    "Happy Hunting: one U-boat attack in {area} gets +2 this month.",
    "AW-CRD-02",
    outcome="Happy Hunting in {area}",
    tone=1,
)
ROUTES_REDUCED_IN = Event(
    "routes_reduced_in",
    "Reduced Routes: U-boats attack at -1 in {area} this month.",
    "AW-CRD-05",
    outcome="Reduced Routes in {area}",
    tone=-1,
)
RAEDER_ARRIVES = Event("raeder_arrives", "Raeder takes his place in HQ.", "AW-CRD-06", outcome="Raeder in HQ", tone=-1)
BOAT_BUILT = Event("boat_added", "U-boat {boat} joins the fleet.", "AW-PRO-01", outcome="a new U-boat", tone=2)
BOAT_GAINED = Event("boat_added", "U-boat {boat} joins the fleet.", "AW-EVT-05", outcome="a new U-boat", tone=2)
TANKER_BUILT = Event("tanker_added", "A tanker goes to the Refueling box.", "AW-TNK-01", outcome="a new tanker", tone=1)
TANKER_GAINED = Event(
    "tanker_added", "A tanker goes to the Refueling box.", "AW-EVT-05", outcome="a new tanker", tone=1
)
CONDOR_ADDED = Event("condor_added", "A Condor joins the Northern box.", "AW-CRD-09", outcome="a new Condor", tone=1)
NONE_LEFT = Event(
    "none_left", "No {counter} counter is left, so none is added.", "AW-AMB-37", outcome="no counter left"
)
NO_EVENT = Event("no_event", "{kind} has no effect.", "AW-EVT-01")
CONVOY_APPEARS = Event(
    "convoy_appears",
    "A Convoy appears in the North Atlantic ({convoys} now).",
    "AW-CVY-01",
    outcome="a Convoy",
    tone=-2,
)

# Allotment and placement

ESCORT_CARD = Roll("escort_card", "Card that allots the Escorts", "AW-ALL-02")
AIR_CARD = Roll("air_card", "Card that allots the Air Patrols", "AW-ALL-02")
ALLOTTED = Event("allotted", "{what}: {factors}.", "AW-ALL-02")
PLACE_BOAT = Ask(
    "place_boat",
    "Where does {what} sail? ({left} to place)",
    "AW-PLC-01",
    log="{what}: {choice}.",
    row="place_boat",
    topic="Where a U-boat sails",
    answers=BERTHS,
    first="Click on the square to which {what} sails, or on the Sub Pens.",
)
PLACE_CONDORS = Ask(
    "place_condors",
    "Which Condors fly?",
    "AW-PLC-02",
    topic="Which Condors fly",
    first="Choose from the list how many Condors fly to Iceland and to the Bay of Biscay.",
)
CONDORS_FLY = Event(
    "condors_fly",
    "In the air: {iceland:Condor} over Iceland, {bay_of_biscay:Condor} over the Bay of Biscay.",
    "AW-PLC-02",
)
BREAK_OUT = Ask(
    "break_out",
    "Does the Raider try to break out?",
    "AW-PLC-03",
    topic="Whether the Raider tries to break out",
    answers=(ATTEMPT, STAY),
    first="Choose from the list whether the Raider tries.",
)
BREAKOUT_ROLL = Roll("breakout_roll", "The Raider tries to break out", "AW-PLC-03")
RAIDER_OUT = Event("raider_out", "The Raider breaks out into Iceland.", "AW-PLC-03", outcome="it breaks out", tone=1)
RAIDER_STAYS = Event("raider_stays", "The Raider stays in harbour.", "AW-PLC-06", outcome="it stays in harbour")
PLACE_RAIDER = Ask(
    "place_raider",
    "Where does the Raider hunt?",
    "AW-PLC-04",
    log="The Raider hunts in {choice}.",
    topic="Where the Raider hunts",
    answers=(*AREAS, AT_SEA),
    first="Click on the area in which the Raider hunts.",
)
RAIDER_LOST = Event(
    "raider_lost",
    "The Raider is sunk, and Raeder leaves HQ for good.",
    "AW-PLC-05",
    outcome="the Raider is sunk",
    tone=-2,
)

# Attack and ASW

RESOLVE_BY = Ask(
    "resolve_by",
    "Resolve area by area, or side by side?",
    "AW-ORD-02",
    log="You resolve {choice}.",
    topic="Whether areas or sides are resolved one by one",
    answers=(BY_AREA, BY_SIDE),
    first="Choose from the list: area by area, or side by side.",
    is_sequence=anything,
)
NEXT_AREA = Ask(
    "next_area",
    "Which area is resolved next?",
    "AW-ORD-02",
    topic="Which area is resolved next",
    answers=AREAS,
    first="Click on an area that waits to be resolved.",
    is_sequence=anything,
)
NEXT_ATTACK = Ask(
    "next_attack",
    "{area}: who attacks next?",
    "AW-ATK-01",
    topic="Who attacks next in an area",
    first="Click on a counter in {area} that has not attacked yet.",
    is_sequence=only_counter,
)
CARD_PLAYED = Event("card_played", "You play {kind}.", "AW-EVT-03")
UBOAT_ATTACK = Roll("uboat_attack", "{area}: {what} attacks from the {square} square", "AW-ATK-01")
CONDOR_ATTACK = Roll("condor_attack", "{area}: a Condor attacks", "AW-PLC-02")
RAIDER_ATTACK = Roll("raider_attack", "{area}: the Raider attacks", "AW-ATK-01")
ATTACK_SEEN = Event(
    "attack_seen",
    "{what} has {roll}: {tons:ton}.",
    "AW-ATK-01",
    outcome="{tons:ton} if it stands",
    tone=TONS,
    counts="tons",
)
REROLL = Ask(
    "reroll",
    "{what} has {roll}: {tons:,} tons. Let it stand?",
    "AW-AMB-29",
    topic="Whether an attack roll stands",
    answers=(LET_IT_STAND,),
    first="Let the roll stand, or choose a card from the list.",
    passes=(LET_IT_STAND,),
)
KEEP_ROLL = Ask(
    "keep_roll",
    "{what}: which of the two rolls do you keep?",
    "AW-OPT-02",
    log="You keep the {choice}.",
    topic="Which of two attack rolls is kept",
    first="Choose one of the two rolls from the list.",
)
SHIPS_SUNK = Event(
    "ships_sunk", "{tons:ton} sunk, {ships:ship}.", "AW-ATK-01", outcome="{tons:,} tons", tone=TONS, counts="tons"
)
LIMIT_REACHED = Event("limit_reached", "The limit of {area} is reached; the rest is not counted.", "AW-LIM-01")
SCATTER = Event("scatter", "The shipping in {area} scatters.", "AW-ATK-04", outcome="scatter", tone=0.1)
CONVOY_SUNK = Event(
    "convoy_sunk",
    "A Convoy is broken up: {tons:ton} and {ships:ship} more.",
    "AW-ATK-06",
    outcome="Convoy sunk",
    tone=2,
)
ATTACKS_ENDED = Event("attacks_ended", "The attacks in {area} end.", "AW-AMB-38")

ESCORT_ASW = Roll("escort_asw", "{area}: Escorts hunt", "AW-ASW-01")
AIR_ASW = Roll("air_asw", "{area}: aircraft hunt", "AW-ASW-01")
ASW_SEEN = Event("asw_seen", "The die is a {result}.", "AW-ASW-02", outcome="a {result} if it stands")
REROLL_ASW = Ask(
    "reroll_asw",
    "{area}: the ASW die is a {result}. Let it stand?",
    "AW-CRD-07",
    topic="Whether an ASW die stands",
    answers=(LET_IT_STAND,),
    first="Let the die stand, or play B-Dienst.",
    passes=(LET_IT_STAND,),
)
HIT_ROLL = Roll("hit_roll", "On the Hit Table", "AW-HIT-01")
NOBODY_FITS = Event("nobody_fits", "No boat fits the Hit: no effect.", "AW-HIT-02")
ORDERED_BACK = Event(
    "ordered_back", "A U-boat must go back to the Pens.", "AW-ASW-04", outcome="a U-boat to the Pens", tone=-1
)
TANKER_HELPS = Event(
    "tanker_helps", "A tanker refuels: the Pens result is cancelled.", "AW-TNK-02", outcome="tanker cancels", tone=1
)
USE_TANKER = Ask(
    "use_tanker",
    "{area}: does a tanker cancel the Pens result?",
    "AW-TNK-02",
    topic="Whether a tanker saves a boat from the Pens",
    answers=(REFUEL, GO_BACK),
    first="Choose from the list whether a tanker helps.",
)
TANKER_REFUSED = Event("tanker_refused", "The tanker's help is refused and spent.", "AW-AMB-28")
SEND_BACK = Ask(
    "send_back",
    "{area}: which boat goes back to the Pens?",
    "AW-ASW-04",
    topic="Which boat goes back to the Pens",
    first="Click on a boat in {area}.",
)
SENT_BACK = Event("sent_back", "{what} goes back to the Pens.", "AW-ASW-04")
ACE_ESCAPED = Event("escaped_to_pens", "{what} escapes.", "AW-ACE-03", outcome="it escapes to the Pens", tone=1)
XXI_ESCAPED = Event("escaped_to_pens", "{what} escapes.", "AW-OPT-09", outcome="it escapes to the Pens", tone=1)
BOAT_HIT = Event("boat_hit", "A boat is hit ({squares}).", "AW-HIT-01", outcome="a U-boat hit", tone=-3)
LOSE_BOAT = Ask(
    "lose_boat",
    "{area}: which boat is lost?",
    "AW-HIT-02",
    topic="Which boat is lost to a Hit",
    first="Click on a boat in {area} that the Hit reaches.",
)
ACE_ESCAPE = Roll("ace_escape", "{what} tries to escape", "AW-ACE-03")
XXI_ESCAPE = Roll("xxi_escape", "{what} is a Type XXI and tries to escape", "AW-OPT-09")
ESCAPED = Event("escaped", "{what} escapes unharmed.", "AW-OPT-09", outcome="it escapes", tone=2)
BOAT_SUNK = Event("boat_sunk", "{what} is sunk.", "AW-HIT-01")
STRENGTH_ROLL = Roll("strength_roll", "How many boats were lost", "AW-OPT-04")
CONDOR_ROLL = Roll("condor_roll", "The Condor over {area} is in danger", "AW-OPT-06")
CONDOR_LOST = Event("condor_lost", "A Condor is shot down over {area}.", "AW-OPT-06", outcome="Condor lost", tone=-1)
RAIDER_HUNT = Roll("raider_hunt", "{area}: the Raider is hunted", "AW-ARC-01")
MINES_ROLL = Roll("mines_roll", "Mines, in thousands of tons", "AW-OPT-03")
MINES_SINK = Event(
    "mines_sink",
    "Mines sink {tons:ton}, {ships:ship}.",
    "AW-OPT-03",
    outcome="{tons:,} tons by mines",
    tone=TONS,
    counts="tons",
)

# The end of the month

ATA_CARD = Roll("ata_card", "ATA card", "AW-ATA-01")
ATA_RISES = Event("ata_rises", "{label}: the ATA rises to {ata}.", "AW-ATA-01", outcome="ATA {ata}", tone=-1)
ATA_HELD = Event("ata_held", "{label}: no effect on the ATA.", "AW-ATA-01")
ULTRA_STALE = Event("ultra_stale", "{label}: the Germans are on their guard, no effect.", "AW-OPT-01")
PRODUCTION_CARD = Roll("production_card", "Production card", "AW-PRO-01")
PRODUCED = Event("produced", "Produced: {built:counter}.", "AW-PRO-01")
TANKERS = Ask(
    "tankers",
    "Produced: {built:counter}. How many are tankers?",
    "AW-TNK-01",
    topic="How many new counters are tankers",
    first="Choose from the list how many counters are tankers.",
)
ACE_ROLL = Roll("ace_roll", "A new Ace is looked for", "AW-ACE-01")
MAKE_ACE = Ask(
    "make_ace",
    "Which boat has the new Ace?",
    "AW-ACE-02",
    topic="Which boat has the new Ace",
    first="Click on the boat that gets the Ace.",
)
ACE_MADE = Event("ace_made", "The captain of U-boat {boat} is an Ace.", "AW-ACE-02")
CONVOY_ROLL_BONUS = Roll("convoy_bonus", "Convoy bonus", "AW-CVB-01")
POSSIBLE_CONVOY_ROLL = Roll("possible_convoy", "A possible Convoy, against {guards} in the North Atlantic", "AW-CVB-02")
CONVOY_DETERRED = Event("convoy_deterred", "No Convoy dares to sail.", "AW-CVB-02", outcome="no Convoy", tone=1)
MONTH_ENDS = Event("month_ends", "{month} ends: {tons:ton} and {ships:ship} sunk, {lost:boat} lost.", "AW-TAL-01")
CONVOY_ALARM = Event(
    "convoy_alarm", "Three Convoys: the ATA rises by 3 to {ata}.", "AW-ATA-02", outcome="ATA +3", tone=-2
)
RESHUFFLED = Event("reshuffled", "The deck is shuffled anew.", "AW-AMB-21")

FLEET_BROKEN = Event(
    "fleet_broken",
    "Half the fleet was lost in one month: the Allies win.",
    "AW-VIC-01",
    outcome="the fleet is broken",
    tone=-10,
)
LIFELINE = Event(
    "lifeline", "Four Convoys stand at the end of a month: the lifeline holds and the Allies win.", "AW-VIC-02",
    outcome="the lifeline is established", tone=-10,
)  # fmt: skip
GERMAN_VICTORY = Event("german_victory", "Both tonnage goals are met: the U-boats win.", "AW-VIC-03")
TONNAGE_FAILED = Event("tonnage_failed", "The tonnage goals were not met: the Allies win.", "AW-VIC-04")
TARGET_REACHED = Event("target_reached", "The tonnage target is reached: the U-boats win.", "AW-OPT-10")
TARGET_MISSED = Event("target_missed", "The tonnage target was missed: the Allies win.", "AW-OPT-10")
SEA_CLEARED = Event("sea_cleared", "No Convoy is left on the map: the U-boats win.", "AW-OPT-12")
SEA_NOT_CLEARED = Event("sea_not_cleared", "Convoys are left on the map: the Allies win.", "AW-OPT-12")

# Why not?

NO_SUCH_BERTH = Bar("A U-boat sails to a square of one of the seven areas, or stays in the Sub Pens.", "AW-PLC-01")
TOO_FEW_CONDORS = Bar(
    "At base: {iceland:Condor} for Iceland and {bay_of_biscay:Condor} for the Bay of Biscay.", "AW-PLC-02"
)
NOTHING_TO_RESOLVE = Bar("{area} does not wait to be resolved now.", "AW-ORD-02")
NOT_HERE = Bar("U-boat {boat} is not in {area}.", "AW-ATK-01")
HAS_ATTACKED = Bar("U-boat {boat} has attacked already this month.", "AW-ATK-01")
NO_CONDOR = Bar("No Condor is waiting to attack in {area}.", "AW-PLC-02")
NO_OTHER_CONDOR = Bar("No other Condor is waiting to attack in {area}.", "AW-PLC-02")
NO_USE_HOLDING_BACK = Bar(
    "Only an Ace who attacks here can hold back, where a lower roll may sink a Convoy or scatter the shipping.",
    "AW-ACE-03",
)
NO_RAIDER = Bar("The Raider is not waiting to attack in {area}.", "AW-PLC-04")
CARD_NOT_HELD = Bar("You do not hold {kind}.", "AW-EVT-02")
DOENITZ_NOT_IN_PENS = Bar(
    "Dönitz is in HQ, so a Red card can be played on an Ace alone, and only where it helps his attack.",
    "AW-EVT-03",
)
NO_HAPPY_HUNTING = Bar("There is no Happy Hunting left in {area} this month.", "AW-CRD-02")
FOR_UBOATS_ONLY = Bar("Happy Hunting helps U-boats alone.", "AW-AMB-22")
WHOLE_AREA = Bar("With Dönitz in the Pens {kind} is played for the whole area, not for one boat.", "AW-AMB-39")
NO_BOAT_WAITS = Bar("No U-boat is waiting to attack in {area}.", "AW-AMB-22")
AFTER_THE_DIE = Bar("{kind} is played when the die has been thrown.", "AW-AMB-29")
BEFORE_THE_DIE = Bar("{kind} is declared before the die is thrown.", "AW-AMB-22")
NOT_A_PACK = Bar("Rudeltaktik needs boats placed in all three squares of {area}, once a month.", "AW-OPT-02")
SQUARE_IS_SAFE = Bar("The Hit reaches only the {squares} square.", "AW-HIT-01")
STRUCK_ALREADY = Bar("U-boat {boat} has escaped from this Hit; no boat is struck twice.", "AW-HIT-02")
BOAT_NOT_IN_AREA = Bar("U-boat {boat} is not in {area}.", "AW-HIT-02")
TOO_FEW_TANKERS = Bar("Produced: {built:counter}; left in the box: {tankers:tanker}.", "AW-TNK-01")
ACE_ALREADY = Bar("U-boat {boat} has an Ace already.", "AW-ACE-02")
NO_SUCH_BOAT = Bar("U-boat {boat} is not in play.", "AW-ACE-02")
BOATS_IN_ORDER = Bar("{what} sails next; the boats are placed one after the other.", "AW-PLC-01")
DOENITZ_ASHORE = Bar("Dönitz spends the month in HQ or in the Sub Pens.", "AW-STR-01")
OTHER_AREA_WAITS = Bar("The attacks in {area} are being resolved; {other} has its own turn.", "AW-ORD-02")
RAEDER_STAYS_PUT = Bar("Only Dönitz is yours to place; Raeder stays in HQ.", "AW-STR-04")
