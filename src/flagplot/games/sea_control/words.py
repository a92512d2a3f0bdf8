"""What Sea Control asks, rolls, tells and refuses, each with its clause."""

from flagplot.engine import About, Ask, Bar, Event, Roll
from flagplot.games.sea_control import tables as t

# Answers that are always the same words

DONE, KEEP = "done", "keep"
STAY, WITHDRAW = "stay", "withdraw"
LET_GO = "let_go"
WITHOUT = {ship: ("without", ship) for ship in t.UNITS}  # a ship that was picked is left behind
LEFT_BEHIND = {choice: ship for ship, choice in WITHOUT.items()}

# Reinforcements and orders

ORDERS = "orders"  # who goes, and where to, can be said in one line
TURN_BEGINS = Event("turn_begins", "Turn {turn} begins. Resource points: Allies {allied}, Axis {axis}.", "SC-RP-01")
ARRIVED = Event("arrived", "Reinforcement: {unit}, {port}.", "SC-REI-01")
CHOOSE_PORT = Ask(
    "choose_port",
    "Who gets a port next?",
    "SC-REI-01",
    row=ORDERS,
    topic="Where reinforcements are based",
    first="Choose a ship, then the port that it gets.",
)
BASED = Event("based", "Based at {port}: {ships}.", "SC-SET-01")
SAIL = Ask(
    "sail",
    "Who sails?",
    "SC-MOV-01",
    row=ORDERS,
    topic="Who sails and where to",
    always=True,
    first="Choose a ship, then where it goes.",
)
WHO_GOES = Ask(
    "who_goes",
    "{origin}: who goes?",
    "SC-AMB-43",
    row=ORDERS,
    topic="Who of a port goes along",
    first="Choose a ship, then where it goes.",
)
WHERE_TO = Ask(
    "where_to",
    "{origin}, {going:ship}: where to?",
    "SC-AMB-43",
    row=ORDERS,
    topic="Where those who go are bound",
    first="Choose where they go, or a ship of {origin} that goes along.",
)
SAILED = Event("sailed", "From {origin} to the {destination}: {ships}.", "SC-MOV-02")
BLOCKS_MOVE = Event("blocks_move", "{side}: {blocks:block} from {origin} to {destination}.", "SC-AMB-38")
TASK_FORCE_FORMED = Event("task_force_formed", "{force} puts to sea for the {area}.", "SC-OPT-03")
CONVOY_DOCKS = Event(
    "convoy_docks", "{convoy} docks at {port}: {vp} VP for the Allies.", "SC-CNV-03", outcome="{vp} VP", reveals=True
)
PORT_LOST = Event("port_lost", "{ship} is lost in {port}, which is closed.", "SC-AMB-16", reveals=True)
BREST_CLOSES = Event(
    "brest_closes", "Brest can be entered now for the last time; who is there on turn 7 must sail.", "SC-AMB-16"
)
BREST_CLOSED = Event("brest_closed", "Brest is closed: {ships} must sail in this turn or be lost.", "SC-AMB-16")

# Guns over the straits

UNDER_GUNS = Event("under_guns", "{ship} passes under the guns.", "SC-AMB-28", reveals=True)
FORTRESS_FIRE = Roll("fortress_fire", "The guns fire at {target}", "SC-GIB-01")

# Submarines and land air

PLACE_SUBMARINE = Ask(
    "place_submarine",
    "Where does a U-boat pack go? ({left} off board)",
    "SC-MOV-08",
    row="place_submarine",
    topic="Where a U-boat pack goes",
    answers=(*t.AREAS, KEEP),
    seats=(t.AXIS,),
    public=True,
    first="Choose the sea area into which the pack goes, or keep it off board.",
)
SUBMARINE_PLACED = Event("submarine_placed", "A block from off board is placed in the {area}.", "SC-MOV-08")
PLACE_LAND_AIR = Ask(
    "place_land_air",
    "Where does the land air unit go?",
    "SC-UNI-09",
    topic="Where the land air unit goes",
    answers=(KEEP,),
    public=True,
    first="Choose where the land air unit goes, or keep it off board.",
)
AIR_PLACED = Event("air_placed", "{side}: land air, {place}.", "SC-AMB-30")

# Air raids and repair

RAID = Roll("raid", "{side}: land air raids {port}", "SC-OPT-02")
RAID_EFFECT = Event(
    "raid_effect", "{port}: {hits:hit}, repair capacity {left} in this turn.", "SC-OPT-02", outcome="capacity {left}"
)
REPAIR = Ask(
    "repair",
    "Which ship is repaired? ({rp} RP left)",
    "SC-RP-03",
    topic="Which ship is repaired",
    answers=(DONE,),
    always=True,
    first="Choose a damaged ship of yours that stayed in port, or repair no more.",
)
REPAIRED = Event("repaired", "{ship} is repaired at {port}: +{points}, now {strength} SP.", "SC-RP-03")
RP_SPENT = Event("rp_spent", "{side}: {points} RP spent at {port}.", "SC-AMB-38")

# Fire and its effects

SHIP_HIT = Event(
    "ship_hit", "{ship}: {hits:hit}, {left} SP left.", "SC-UNI-03", outcome="{ship}: {hits:hit}", harms="ship"
)
LAST_HITS = Event("ship_hit", "{ship}: {hits:hit}, {left} SP left.", "SC-UNI-03")
SHIP_SUNK = Event("ship_sunk", "{ship} is sunk.", "SC-COM-05", outcome="{ship} sunk", harms="ship")
SHIP_DISABLED = Event("ship_disabled", "{ship} is disabled.", "SC-COM-03", outcome="{ship} disabled", harms="ship")
CONVOY_SUNK = Event("convoy_sunk", "{convoy} is lost: {vp} VP for the Axis.", "SC-CNV-04")
RETIRE_TO = Ask(
    "retire_to",
    "To which of the nearest ports does {ship} go?",
    "SC-AMB-08",
    topic="To which port a disabled ship goes",
    public=True,
    first="Choose the port to which {ship} goes.",
)
GONE_TO_PORT = Event("gone_to_port", "{ship} makes for {port}.", "SC-COM-05")
NO_PORT = Event("no_port", "{ship} can reach no port and is lost.", "SC-AMB-18", reveals=True)

# Battles

DECOY_FOUND = Event("decoy_found", "A block in the {area} turns out to be a decoy.", "SC-AMB-27", reveals=True)
NEXT_BATTLE = Ask(
    "next_battle",
    "Where is the next battle fought?",
    "SC-SEQ-01",
    log="Battle in the {choice}.",
    topic="Where the next battle is fought",
    answers=t.AREAS,
    seats=(t.AXIS,),
    first="Choose the area in which the next battle is fought.",
)
BATTLE_JOINED = Event("battle_joined", "{area}. Axis: {axis}. Allies: {allied}.", "SC-UNI-02", reveals=True)
ASW = Roll("asw", "{area}: the Allies hunt submarines", "SC-SUB-02")
SUBMARINE_SUNK = Event(
    "submarine_sunk", "A U-boat pack is sunk; another takes its place on turn {turn}.", "SC-SUB-04",
    outcome="a U-boat sunk",
)  # fmt: skip
SUBMARINE_LOST = Event("submarine_lost", "A U-boat pack is sunk for good.", "SC-AMB-03", outcome="a U-boat sunk")
SUBMARINE_DRIVEN_OFF = Event(
    "submarine_driven_off", "A U-boat pack is driven off.", "SC-SUB-03", outcome="a U-boat driven off"
)
TORPEDO = Ask(
    "torpedo",
    "{area}: at whom does a U-boat pack fire? ({packs} to fire)",
    "SC-SUB-05",
    topic="At whom a U-boat pack fires",
    seats=(t.AXIS,),
    public=True,
    first="Choose the ship at which the pack fires.",
)
TORPEDOES = Roll("torpedoes", "A U-boat pack fires at {target}", "SC-SUB-05")
AIR_TARGET = Ask(
    "air_target",
    "Air round: at whom does {firer} fly? ({left} to go)",
    "SC-AIR-02",
    row="air_target",
    topic="At whom aircraft fly",
    public=True,
    first="Choose the ship at which {firer} flies.",
)
AIR_STRIKE = Roll("air_strike", "Air strike at {target} by {firers}", "SC-AIR-02")
ROUND_BEGINS = Event("round_begins", "{area}: surface round {round}.", "SC-SUR-01")
SURFACE_TARGET = Ask(
    "surface_target",
    "At whom does {firer} fire? ({left} to go)",
    "SC-TGT-01",
    row="surface_target",
    topic="At whom a ship fires",
    public=True,
    first="Choose the ship at which {firer} fires.",
)
GUNFIRE = Roll("gunfire", "Fire at {target} by {firers}", "SC-SUR-02")
STAY_OR_WITHDRAW = Ask(
    "stay_or_withdraw",
    "{area}, after round {round}: stay or withdraw?",
    "SC-SUR-03",
    topic="Whether ships stay or withdraw after a round",
    answers=(STAY, WITHDRAW),
    public=True,
    first="Say whether your ships stay or withdraw.",
)
WITHDRAWS = Event("withdraws", "{side}: all ships withdraw from the {area}.", "SC-SUR-03", outcome="withdrawal")
PURSUE = Ask(
    "pursue",
    "{area}: whom does {firer} pursue?",
    "SC-WDR-01",
    topic="Whom a ship pursues",
    public=True,
    first="Choose the ship that {firer} pursues, or let them go.",
)
PURSUIT_FIRE = Roll("pursuit_fire", "Pursuit of {target} by {firers}", "SC-WDR-01")
RETURN_TARGET = Ask(
    "return_target",
    "At which pursuer does {firer} fire back?",
    "SC-WDR-04",
    topic="At which pursuer a ship fires back",
    public=True,
    first="Choose the pursuer at which {firer} fires back.",
)
RETURN_FIRE = Roll("return_fire", "Return fire at {target} by {firers}", "SC-WDR-04")
WITHDRAW_TO = Ask(
    "withdraw_to",
    "Who withdraws next?",
    "SC-WDR-05",
    row=ORDERS,
    topic="Where ships withdraw to",
    first="Choose a ship, then the port to which it withdraws.",
)
BATTLE_OVER = Event("battle_over", "The battle in the {area} is over; the blocks stand up again.", "SC-WDR-06")

# The end of the turn

CONTROLLED = Event("controlled", "{area}: {side}, {vp} VP.", "SC-CTL-02")
NOBODY_CONTROLS = Event("nobody_controls", "{area}: nobody.", "SC-CTL-02")
TURN_SCORED = Event("turn_scored", "Turn {turn}: Axis {axis}, Allies {allied}; {lead}.", "SC-VP-01")
RETURN_TO = Ask(
    "return_to",
    "Who goes home?",
    "SC-END-01",
    row=ORDERS,
    topic="Where ships go at the end of the turn",
    first="Choose a ship, then the port to which it goes home.",
)
RETURNED = Event("returned", "From the {area} to {port}: {ships}.", "SC-END-01")
AXIS_VICTORY = Event("axis_victory", "The marker stands on the Axis half of the track: the Axis wins.", "SC-VIC-01")
ALLIED_VICTORY = Event(
    "allied_victory", "The marker stands on the Allied half of the track: the Allies win.", "SC-VIC-01"
)
TIE = Event("tie", "The marker stands at 0, which is enough for the Axis.", "SC-VIC-01")

# Why not?

Barred = Bar | tuple[Bar, About] | None  # why an option is not offered, with its figures

# Who can be ordered

NO_SHIPS_THERE = Bar("You have no ship in {place} that can be ordered now.", "SC-MOV-02")
ONE_SHIP_THERE = Bar("In {place} only {ship} can be ordered now: choose the ship itself.", "SC-AMB-43")
NOT_YOURS = Bar("{ship} is not a ship of yours.", "SC-MOV-02")
NO_SHIP = Bar("{unit} is placed in an area, and does not sail as ships do.", "SC-MOV-08")
NOT_ON_MAP = Bar("{ship} is neither in a port nor at sea.", "SC-MOV-02")
AT_SEA = Bar("{ship} is at sea already; ships sail once in a turn.", "SC-MOV-03")
IN_PORT = Bar("{ship} is in port.", "SC-END-01")
STAYS_AT_SEA = Bar("{ship} is not in the battle from which your ships withdraw.", "SC-SUR-03")
NO_NEWCOMER = Bar("{ship} is not among the newcomers of this turn.", "SC-REI-01")
CONVOYS_STAY = Bar("Convoys stay at sea when the others go home.", "SC-CNV-02")
SPENT = Bar("{ship} has had its move in this turn.", "SC-MOV-03")
NOT_THERE = Bar("{ship} is not in {origin}.", "SC-MOV-02")
GOES_ALREADY = Bar("{ship} goes already.", "SC-AMB-43")
LEFT_OUT = Bar("{ship} is left behind in this order; it can still have one of its own.", "SC-AMB-43")

# Where ships can go

INTO_A_SEA_AREA = Bar("Ships in port sail into a sea area; {place} is not one.", "SC-MOV-02")
INTO_A_PORT = Bar("Ships go home into a port; {place} is not one.", "SC-END-01")
IS_THERE_ALREADY = Bar("Whoever goes is in the {area} already.", "SC-MOV-03")
NO_WAY = Bar("{area} is more than two areas from {port}.", "SC-MOV-03")
NOT_CONTROLLED = Bar("A second area can only be reached through one that you control: {between}.", "SC-MOV-05")
ENEMY_BETWEEN = Bar(
    "A second area can only be reached through one that the enemy does not control: {between}.", "SC-AMB-01"
)
BALTIC_CLOSED = Bar("Only {nations} ships may be in the Baltic.", "SC-BAL-01")
RUSSIANS_STAY = Bar("Russian ships stay in the Baltic.", "SC-AMB-17")
CONVOY_ONE_AREA = Bar("A convoy moves one area in a turn.", "SC-MOV-03")
NO_DOCK = Bar("Convoys dock at Scapa Flow or Archangel, not at {place}.", "SC-CNV-03")
NO_CHOICE_OF_PORT = Bar("Ships get their first port at Scapa Flow, Gibraltar or Alexandria.", "SC-REI-01")
PORT_OF_OTHERS = Bar("{port} is not a port to which your ships return.", "SC-MAP-04")
PORT_CLOSED = Bar("{port} is closed in this turn.", "SC-MAP-05")
PORT_TOO_FAR = Bar("{port} is more than two moves from the {area}, entering the port being one.", "SC-END-01")
NOT_NEAREST = Bar("{port} is not among the nearest ports that {ship} can reach.", "SC-AMB-08")
NO_SEA_AREA = Bar("U-boats and land air are placed in sea areas; {place} is not one.", "SC-MOV-08")
NO_PLANE_ICON = Bar("There is no plane of your side in the {area}.", "SC-MAP-07")
NO_RAID = Bar("{port} is not an enemy port that can be raided in this turn.", "SC-MAP-08")

# What can be repaired

NOT_IN_PORT = Bar("{ship} is not in a port.", "SC-RP-03")
FULL_STRENGTH = Bar("{ship} lacks {missing} of its strength points; no more can be repaired.", "SC-RP-03")
HAS_MOVED = Bar("{ship} has moved in this turn and cannot be repaired.", "SC-RP-03")
NO_RP = Bar("You have {rp} RP left in this turn.", "SC-RP-02")
NO_CAPACITY = Bar("Repairs left at {port} in this turn: {left}.", "SC-RP-03")

# Battles and targets

NO_BATTLE = Bar("No battle waits in {area}: there must be units of both sides.", "SC-COM-01")
FOUGHT_ALREADY = Bar("The battle in {area} has been fought in this turn.", "SC-COM-01")
LAND_AIR_IS_SAFE = Bar("{target} is not a target: land air cannot be hit.", "SC-AMB-05")
SUBMARINE_IS_SAFE = Bar("{target} is not a target: U-boats are fought in the submarine round alone.", "SC-UNI-10")
NOT_IN_BATTLE = Bar("{target} is not an enemy in this battle.", "SC-COM-01")
OTHERS_FIRST = Bar("{target} has a firer already, and too few are left to cover the ships that have none.", "SC-TGT-01")
IS_SHIELDED = Bar("{target} is shielded by the ships in its battle station.", "SC-TGT-02")
CONVOY_IS_COVERED = Bar("A convoy can be pursued only when its side has no battleship or cruiser there.", "SC-WDR-03")
NOT_ALIKE = Bar("{firer} can only pursue a ship of its own kind, and {target} is not one.", "SC-WDR-01")
NOT_PURSUING = Bar("{target} does not pursue.", "SC-WDR-04")
NO_ANSWER = Bar("{firer} cannot fire back at {target}: it answers pursuers of its own kind.", "SC-WDR-04")
NOT_ITS_PURSUER = Bar("A convoy fires back only at those who pursue it, and {target} does not.", "SC-WDR-04")
