"""What The Cruise of the Graf Spee asks, rolls, tells and refuses, each with its clause."""

from flagplot.engine import Ask, Bar, Event, Roll
from flagplot.games.graf_spee.spaces import ALTMARK, HIGH_SEAS, SPACES, ZONES
from flagplot.games.graf_spee.tables import (
    ALLIED,
    CARGO,
    CRIPPLED,
    GERMAN,
    HULL_SPACES,
    NO_CONTACT,
    REPAIRABLE,
    RETREATS,
    SUNK,
)

# Answers that are always the same words

RELOADS, NO_RELOADS_WANTED = "reloads", "no_reloads"
REPAIR, REFUEL, REARM, RELOAD, CARGO_ACTION, DONE = "repair", "refuel", "rearm", "reload", "cargo", "done"
EMPTY, REEMBARK, EXCHANGE = "empty", "reembark", "exchange"
AGREE, DECLINE = "agree", "decline"
LISTEN, KEEP_SILENT = "listen", "keep_silent"
TOGETHER, JOIN, ALONE = "together", "join", "alone"
AFTER_SISTER = "after_sister"
BREAK_OFF, FIGHT = "break_off", "fight"
FIRE, MAXIMUM_FIRE, LAUNCH, HOLD_FIRE = "fire", "maximum_fire", "launch", "hold_fire"
BOMBARD, SPARE = "bombard", "spare"
LAND, KEEP_ABOARD = "land", "keep_aboard"
STAY = "stay"
OUT_AND_BACK = "out_and_back"
REPORT, STAY_OUT = "report", "stay_out"
LAY, KEEP_MINES = "lay", "keep_mines"
SHIP_COUNTER, QUIET_COUNTER = "ship_counter", "quiet_counter"

# What happens to displays and tracks, whatever the cause

RAISED = Event(
    "raised", "{ship}: {department} +{points}, now {now}.", "GS-TRK-03", outcome="{department} +{points}", tone=1
)
LOWERED = Event(
    "lowered", "{ship}: {department} -{points}, now {now}.", "GS-TRK-03", outcome="{department} -{points}", tone=-1
)
ALREADY_AT_ZERO = Event("already_at_zero", "{ship}: {department} cannot fall below 0.", "GS-TRK-03")
CARGO_LOST = Event("cargo_lost", "{ship} loses her {cargo}.", "GS-CGO-01", outcome="{cargo} lost", tone=-1)
SHIP_SUNK = Event("ship_sunk", "The {ship} sinks, {space}.", "GS-DMG-02", outcome="the {ship} sinks", tone=-9)
AUXILIARY_LOST = Event(
    "auxiliary_lost",
    "The auxiliary cruiser at {space} is lost.",
    "GS-AUX-01",
    outcome="an auxiliary cruiser lost",
    tone=-2,
)
POINTS = Event(
    "points", "Victory points: {points:+}, now {vp}.", "GS-TRK-01", outcome="{points:+} VP", tone=0.25, counts="points"
)
ALERT_RISES = Event("alert_rises", "The alert level rises to {alert}.", "GS-ALR-01", outcome="alert {alert}", tone=-1)
ALERT_FALLS = Event("alert_falls", "The alert level falls to {alert}.", "GS-ALR-01", outcome="alert {alert}", tone=1)

# Set-up

CUP_DRAW = Roll("cup_draw", "Counter for {space}", "GS-SET-03")
COUNTERS_PLACED = Event(
    "counters_placed",
    "{space}: {ships:ship} face down; {quiet} Quiet Seas into the pool.",
    "GS-SET-03",
)
ORDER_DRAW = Roll("order_draw", "Order", "GS-SET-04")
ORDER_GIVEN = Event(
    "order_given",
    "Your order: {order}. Earn {vp} victory points and end a day here: {place}, within {days} days.",
    "GS-SET-04",
)
DEUTSCHLAND_SAILS = Event("deutschland_sails", "The Deutschland sails too.", "GS-OPT-19")
DEPLOYMENT_ROLL = Roll("deployment_roll", "Where the {ship} begins", "GS-OPT-18")
DEPLOYED = Event("deployed", "The {ship} begins at {space}.", "GS-OPT-18")
TAKE_RELOADS = Ask(
    "take_reloads",
    "Does the {ship} take torpedo reloads aboard, for one ammunition less?",
    "GS-SET-06",
    first="Choose whether the {ship} takes torpedo reloads.",
    topic="Whether torpedo reloads are taken aboard",
    answers=(RELOADS, NO_RELOADS_WANTED),
)
RELOADS_USED = Event("reloads_used", "The {ship} uses up her torpedo reloads.", "GS-RLD-01")
RELOADS_ABOARD = Event("reloads_aboard", "Torpedo reloads aboard the {ship}; ammunition {ammo}.", "GS-SET-06")
FIT_OUT = Ask(
    "fit_out",
    "{ship}, hull space {hull}: which cargo? The higher the space, the sooner it is lost.",
    "GS-SET-07",
    log="{ship}, hull space {hull}: {choice}.",
    row="fit_out",
    first="Choose a cargo for hull space {hull} of the {ship}.",
    topic="Which cargo a ship begins with",
    answers=CARGO,
)
AUXILIARY_START = Ask(
    "auxiliary_start",
    "Where does the second auxiliary cruiser wait?",
    "GS-SET-08",
    log="The second auxiliary cruiser waits at {choice}.",
    first="Click on the high seas space in which the auxiliary cruiser waits.",
    topic="Where the second auxiliary cruiser waits",
    answers=HIGH_SEAS,
)
ALREADY_ABOARD = Bar("A ship never carries two markers of a kind.", "GS-CGO-01")
NONE_IN_BOX = Bar("No marker of this kind is left in the box.", "GS-CGO-02")
AUXILIARY_ONLY_AT_SEA = Bar("Auxiliary cruisers go to high seas spaces and to the Altmark area only.", "GS-SEQ-03")

# Outfitting

OUTFIT = Ask(
    "outfit",
    "Outfitting of the {ship}, {space}: what is to be done? Whoever is outfitted does not move today.",
    "GS-OUT-01",
    first="Choose what is done for the {ship}, or that it is done.",
    topic="What is done in the outfitting phase",
    answers=(REPAIR, REFUEL, REARM, RELOAD, CARGO_ACTION, DONE),
)
OUTFITTED = Event("outfitted", "The {ship} is outfitted and does not move today.", "GS-SEQ-02")
REPAIR_ROLL = Roll("repair_roll", "Repair", "GS-REP-01")
NOTHING_REPAIRED = Event(
    "nothing_repaired", "Nothing can be repaired.", "GS-REP-01", outcome="nothing repaired", tone=-1
)
REPAIRS_SUCCEED = Event(
    "repairs_succeed",
    "{successes:repair} on the {ship}.",
    "GS-REP-01",
    outcome="{successes:repair}",
    tone=1,
    counts="successes",
)
REPAIR_DEPARTMENT = Ask(
    "repair_department",
    "What is repaired on the {ship}? ({left} to go)",
    "GS-REP-01",
    row="repair_department",
    first="Choose what is repaired on the {ship}.",
    topic="What is repaired",
    answers=REPAIRABLE,
)
REFUEL_ROLL = Roll("refuel_roll", "Oil", "GS-OUT-02")
REARM_ROLL = Roll("rearm_roll", "Ammunition and torpedoes", "GS-OUT-02")
NO_OIL = Event("no_oil", "No oil for the {ship} today.", "GS-OUT-02", outcome="no oil", tone=-1)
SUPPLIES = Event(
    "supplies",
    "{points:point} of ammunition and torpedoes for the {ship}.",
    "GS-OUT-02",
    outcome="{points:point}",
    tone=1,
)
AMMO_SHARE = Ask(
    "ammo_share",
    "The {ship} takes {points}: how much of it ammunition? The rest is torpedoes.",
    "GS-OUT-02",
    first="Choose how much of the supplies is ammunition.",
    topic="How supplies are shared between ammunition and torpedoes",
)
NOT_FRIENDLY = Bar("No outfitting in an Allied port that is not captured, or in a naval base.", "GS-OUT-01")
NO_REPAIR_HERE = Bar("Nothing can be repaired here.", "GS-MAP-02")
ALL_SOUND = Bar("Nothing that could be repaired is damaged.", "GS-REP-01")
TOO_FEW_DICE = Bar("Here no repair die is left.", "GS-REP-01")
NO_REFUELLING_HERE = Bar("There is no oil to be had here.", "GS-MAP-02")
TANKS_FULL = Bar("The tanks are full.", "GS-OUT-02")
NO_REARMING_HERE = Bar("Ammunition comes only at a captured port, or in the Altmark area with its ship.", "GS-OUT-02")
WELL_ARMED = Bar("There is no room for more.", "GS-OUT-02")
NO_RELOADS = Bar("She has no torpedo reloads.", "GS-RLD-01")
NO_CARGO_HERE = Bar("Cargo changes only in a friendly or neutral port.", "GS-CGO-02")
NO_OTHER_CARGO = Bar("No hull space could hold anything else than it does.", "GS-CGO-02")
USED_TODAY = Bar("Once in a phase is enough.", "GS-OUT-01")
AS_MOUNTS = Bar("Neither ammunition nor torpedoes take more than was rolled, or than they have room for.", "GS-OUT-02")

# Cargo

HULL_SPACE = Ask(
    "hull_space",
    "Which hull space of the {ship} gets new cargo?",
    "GS-CGO-02",
    first="Choose the hull space that gets new cargo.",
    topic="Which hull space gets new cargo",
    answers=HULL_SPACES,
)
NEW_CARGO = Ask(
    "new_cargo",
    "What comes into hull space {hull} of the {ship}?",
    "GS-CGO-02",
    first="Choose what comes into hull space {hull}.",
    topic="Which new cargo a hull space gets",
    answers=(*CARGO, REEMBARK, EMPTY),
)
EXCHANGE_CARGO = Ask(
    "exchange_cargo",
    "Your sister ship would take {own} from you and give {cargo}; neither moves today then. Do you agree?",
    "GS-CGO-02",
    first="Choose whether you agree to the trade.",
    topic="Whether cargo is traded with the sister ship",
    answers=(AGREE, DECLINE),
)
CARGO_ASHORE = Event("cargo_ashore", "The {ship} puts her {cargo} ashore.", "GS-CGO-02")
CARGO_TAKEN = Event("cargo_taken", "The {ship}, hull space {hull}: {cargo}.", "GS-CGO-02")
CARGO_EXCHANGED = Event("cargo_exchanged", "The {ship} and the {other} trade cargo.", "GS-CGO-02")
MARINES_EMBARK = Event(
    "marines_embark", "The marines come back aboard the {ship}; {space} is Allied again.", "GS-CAP-01"
)
REFUSED = Event("refused", "The {ship} keeps what she has.", "GS-CGO-02")
HULL_GONE = Bar("That hull space is lost; repair the hull first.", "GS-CGO-02")
NOTHING_TO_CHANGE = Bar("There is nothing to put there.", "GS-CGO-02")
JUST_UNLOADED = Bar("Cargo that has just left the ship does not come back in the same phase.", "GS-AMB-40")

# Intelligence

SEEK_INTELLIGENCE = Ask(
    "seek_intelligence",
    "Does the {ship} try to gather intelligence?",
    "GS-INT-01",
    first="Choose whether the {ship} gathers intelligence.",
    topic="Whether to gather intelligence",
    answers=(LISTEN, KEEP_SILENT),
)
INTELLIGENCE_ROLL = Roll("intelligence_roll", "Intelligence", "GS-INT-01")
INTELLIGENCE_FAILS = Event("intelligence_fails", "Nothing comes of it.", "GS-INT-01", outcome="nothing", tone=-0.5)
INTELLIGENCE_RESULT = Event("intelligence_result", "The {ship}: {result}.", "GS-INT-01", outcome="{result}", tone=1)
LOOK_AT_ZONE = Ask(
    "look_at_zone",
    "Of which patrol zone are the counters turned up?",
    "GS-INT-01",
    log="You learn who is in {choice}.",
    first="Click on the patrol zone whose counters are turned up.",
    topic="Of which patrol zone the counters are turned up",
    answers=ZONES,
)
CARRIER_FOUND = Event("carrier_found", "A carrier is there.", "GS-INT-01", outcome="a carrier is there", tone=-1)
NO_CARRIER_FOUND = Event("no_carrier_found", "No carrier is there.", "GS-INT-01", outcome="no carrier is there", tone=1)
NOTHING_FACE_DOWN = Bar("No counter lies face down there.", "GS-INT-01")
ONLY_ZONES = Bar("Intelligence tells of patrol zones only.", "GS-INT-01")

# The Royal Navy

COUNTER_TURNED = Roll("counter_turned", "Counter at {space}", "GS-AMB-29")
TURNED_UP = Event("turned_up", "{space}: {ships}.", "GS-AMB-29", reveals=True)
REDEPLOYED = Event("redeployed", "The Royal Navy redeploys, face down.", "GS-RED-01")

# Movement

SAIL_TOGETHER = Ask(
    "sail_together",
    "Which ship acts next?",
    "GS-SHP-01",
    first="Click on the ship that acts next.",
    topic="Which ship acts next",
)
JOIN_SISTER = Ask(
    "join_sister",
    "Does the {ship} sail with her sister?",
    "GS-SHP-01",
    first="Choose whether the {ship} sails with her sister.",
    topic="Whether to sail together",
    answers=(JOIN, ALONE),
)
SAIL = Ask(
    "sail",
    "Where do you sail? {spaces:space} left.",
    "GS-MOV-01",
    first="Click on a space that the ship can reach, or on the one where she is to stay.",
    topic="Where a ship sails",
    answers=tuple(SPACES),
)
ARRIVES = Event("arrives", "{ships}: {space}, {moved:space} today.", "GS-MOV-01")
ENGINE_CHECK_ROLL = Roll("engine_check_roll", "Engines at emergency speed", "GS-MOV-01")
ENGINES_HOLD = Event("engines_hold", "The engines of the {ship} hold.", "GS-MOV-01", outcome="the engines hold", tone=1)
INCIDENTS_AWAIT = Event(
    "incidents_await",
    "{space}: {markers:incident} will be drawn at this alert level.",
    "GS-INC-01",
    outcome="{markers:incident} drawn",
)
NO_INCIDENTS_HERE = Event(
    "no_incidents_here", "{space}: no incidents are drawn.", "GS-INC-01", outcome="no incidents", tone=1
)
PORT_CLOSED = Bar("A neutral port that a German ship has left is closed for good.", "GS-NEU-01")
WAY_BLOCKED = Bar(
    "A ship halts in ports, in zones with Allied ships, and in a haven with a supplier; one is in the way.",
    "GS-MOV-02",
)
NOBODY_TO_MEET = Bar("To sail out and back leads nowhere new: no Allied ships are here.", "GS-MOV-04")
NO_WAY_OUT = Bar("To sail out and back takes two spaces, and a space beside this one without a halt.", "GS-MOV-04")
TOO_FAR = Bar("That is too far: with these engines and this oil she has {spaces:space} left today.", "GS-MOV-01")

# Contact

CONTACT_ROLL = Roll("contact_roll", "Contact", "GS-CON-01")
CONTACT_OUTCOME = {
    GERMAN: Event(
        "contact", "Contact: the Germans have the First Salvo.", "GS-CON-01", outcome="contact, German First Salvo"
    ),
    ALLIED: Event(
        "contact",
        "Contact: the Allies have the First Salvo.",
        "GS-CON-01",
        outcome="contact, Allied First Salvo",
        tone=-2,
    ),
    NO_CONTACT: Event("contact", "No contact.", "GS-CON-01", outcome="no contact", tone=1),
}
BREAK_OFF_OR_FIGHT = Ask(
    "break_off_or_fight",
    "{allied} ahead. Does the {ship} break off?",
    "GS-BRK-01",
    first="Choose whether the {ship} breaks off or fights.",
    topic="Whether to break off from a contact",
    answers=(BREAK_OFF, FIGHT),
)
BROKEN_OFF = Event("broken_off", "The {ship} breaks off.", "GS-BRK-01", outcome="broken off", tone=1)

# Combat

COMBAT_BEGINS = Event("combat_begins", "Battle at {space} with {allied}; {first} First Salvo.", "GS-COM-01")
AIM = Ask(
    "aim",
    "{ship}, {step}: at whom do you fire?",
    "GS-GUN-01",
    first="Click on the Allied ship at which the {ship} fires, or hold your fire.",
    topic="At whom guns are fired",
)
LAUNCH_TORPEDOES = Ask(
    "launch_torpedoes",
    "{ship}: at whom do you launch torpedoes?",
    "GS-TRP-01",
    first="Click on the Allied ship at which the {ship} launches torpedoes, or hold your fire.",
    topic="At whom torpedoes are launched",
)
GERMAN_FIRE = Roll("german_fire", "{ship}, {step}, at {target}", "GS-GUN-01")
TORPEDO_FIRE = Roll("torpedo_fire", "{ship}, torpedoes, at {target}", "GS-TRP-01")
GERMAN_MISS = Event("german_miss", "No hit on {target}.", "GS-COM-01", outcome="no hit", tone=-1)
TARGET_HIT = Event("target_hit", "{target}: {hits:hit}.", "GS-COM-01")
DAMAGED_DRAW = Roll("damaged_draw", "Damage to {target}", "GS-DMG-01")
FATE = {
    SUNK: Event("fate", "{target} is sunk.", "GS-DMG-01", outcome="sunk", tone=3),
    CRIPPLED: Event("fate", "{target} is crippled.", "GS-DMG-01", outcome="crippled", tone=2),
    RETREATS: Event("fate", "{target} turns away after this fire.", "GS-DMG-01", outcome="retreats", tone=1),
}
ASSIGN_FIRE = Ask(
    "assign_fire",
    "{allied} fires: at which of your ships?",
    "GS-ALG-01",
    first="Click on the German ship at which {allied} fires.",
    topic="At which German ship an Allied ship fires",
)
ALLIED_FIRE = Roll("allied_fire", "{allied} fires at the {ship} with her {step}", "GS-ALG-01")
ALLIED_MISS = Event("allied_miss", "{allied} misses.", "GS-ALG-01")
GUNNERY_HIT_ROLL = Roll("gunnery_hit_roll", "Where the {ship} is hit", "GS-ALG-02")
TORPEDO_HIT_ROLL = Roll("torpedo_hit_roll", "Where the torpedo strikes", "GS-ALG-03")
MINE_HIT_ROLL = Roll("mine_hit_roll", "Where the mine strikes", "GS-ALG-03")
STORM_HIT_ROLL = Roll("storm_hit_roll", "What the storm damages", "GS-ALG-03")
HIT_IS_DUD = Event("hit_is_dud", "It does no harm.", "GS-ALG-03", outcome="no harm", tone=1)
CRITICAL_ROLL = Roll("critical_roll", "Critical hit", "GS-AMB-17")
CRITICAL_HIT = Event(
    "critical_hit",
    "A critical hit on the {ship}: {points} to hull and engines.",
    "GS-AMB-17",
    outcome="critical hit of {points}",
    tone=-3,
)
ENGINE_SHARE = Ask(
    "engine_share",
    "A critical hit of {points} on the {ship}: how much of it do the engines take? The rest is hull.",
    "GS-AMB-17",
    first="Choose how much of the hit the engines take.",
    topic="How a critical hit is split between hull and engines",
)
AIR_ATTACK = Roll("air_attack", "Aircraft of {allied} attack the {ship} with torpedoes", "GS-NAV-01")
ANTI_AIRCRAFT_ROLL = Roll("anti_aircraft_roll", "Anti-aircraft fire at the aircraft of {allied}", "GS-OPT-20")
AIRCRAFT_SHOT_DOWN = Event(
    "aircraft_shot_down",
    "The aircraft of {allied} are shot down, and she leaves the game.",
    "GS-OPT-20",
    outcome="aircraft shot down",
    tone=2,
)
COMBAT_ENDS = Event("combat_ends", "The battle at {space} is over.", "GS-END-01")
SHIPS_DAMAGED = Event("ships_damaged", "Allied ships sunk: {sunk}; crippled: {crippled}.", "GS-END-01")
NOT_IN_COMBAT = Bar("She is not, or no longer, in this combat.", "GS-GUN-01")
ONLY_BIG_GUNS = Bar("Maximum fire is for the primary and secondary guns.", "GS-GUN-01")
TOO_LITTLE_AMMO = Bar("There is not enough ammunition for it.", "GS-AMM-01")
NO_DICE = Bar("The firing solution has no die left.", "GS-GUN-01")
ENGINES_HAVE_NO_MORE = Bar("The engines take no more than they have, and no more than was rolled.", "GS-AMB-17")

# Shore bombardment

DEFENCE_DRAW = Roll("defence_draw", "Defences of {space}", "GS-PDF-01")
DEFENCE_ROLL = Roll("defence_roll", "{space} (strength {strength}) fires at the {ship}", "GS-PDF-01")
DEFENCES_HIT = Event("defences_hit", "The guns of {space} hit the {ship}.", "GS-PDF-01")
DEFENCES_MISS = Event("defences_miss", "The guns of {space} miss.", "GS-PDF-01", outcome="the port misses", tone=1)
BOMBARD_PORT = Ask(
    "bombard_port",
    "Does the {ship} bombard {space}, for one ammunition?",
    "GS-BOM-01",
    first="Choose whether the {ship} bombards {space}.",
    topic="Whether to bombard a port",
    answers=(BOMBARD, SPARE),
)
BOMBARDMENT_ROLL = Roll("bombardment_roll", "{ship}, {step}", "GS-BOM-01")
BOMBARDMENT_FAILS = Event(
    "bombardment_fails", "The defences of {space} stand.", "GS-BOM-01", outcome="the defences stand", tone=-1
)
DEFENCES_DESTROYED = Event(
    "defences_destroyed",
    "The defences of {space} are destroyed for good.",
    "GS-BOM-01",
    outcome="defences destroyed",
    tone=2,
)
LAND_MARINES = Ask(
    "land_marines",
    "Do the marines of the {ship} land at {space}?",
    "GS-CAP-01",
    first="Choose whether the marines land at {space}.",
    topic="Whether marines land",
    answers=(LAND, KEEP_ABOARD),
)
PORT_CAPTURED = Event(
    "port_captured", "Marines of the {ship} hold {space}.", "GS-CAP-01", outcome="port captured", tone=3
)

# Auxiliary cruisers

MOVE_AUXILIARY = Ask(
    "move_auxiliary",
    "Does an auxiliary cruiser move? Supply is easier where she is.",
    "GS-SEQ-03",
    first="Click on an auxiliary cruiser that moves, or let them stay.",
    topic="Whether an auxiliary cruiser moves",
    answers=(STAY,),
)
SEND_AUXILIARY = Ask(
    "send_auxiliary",
    "Where does the auxiliary cruiser at {space} go?",
    "GS-SEQ-03",
    first="Click on the high seas space to which the auxiliary cruiser goes.",
    topic="Where an auxiliary cruiser goes",
    answers=(ALTMARK, *HIGH_SEAS),
)
AUXILIARY_MOVES = Event("auxiliary_moves", "An auxiliary cruiser goes from {space} to {goal}.", "GS-SEQ-03")
AUXILIARY_THERE = Bar("Never two auxiliary cruisers in one space.", "GS-SEQ-03")
LAY_MINES = Ask(
    "lay_mines",
    "Does she lay mines at {space}?",
    "GS-OPT-22",
    first="Choose whether mines are laid at {space}.",
    topic="Whether mines are laid",
    answers=(LAY, KEEP_MINES),
)
MINES_LAID = Event("mines_laid", "Mines are laid at {space}.", "GS-OPT-22")

# Orders and the campaign

DAY_BREAKS = Event("day_breaks", "Day {day}.", "GS-SEQ-01")
REPORT_SUCCESS = Ask(
    "report_success",
    "{order} is fulfilled, with {surplus:point} to spare. Do you report it, or stay out for more until day {days}?",
    "GS-AMB-55",
    first="Choose whether the order is reported.",
    topic="Whether a fulfilled order is reported",
    answers=(REPORT, STAY_OUT),
)
ORDER_ACHIEVED = Event("order_achieved", "Order achieved: {order}. Carried over: {vp} VP.", "GS-CAM-02")
ORDER_FAILED = Event("order_failed", "Order not achieved: {order}. Carried over: {vp} VP.", "GS-CAM-03")
BASE_AT = Ask(
    "base_at",
    "Where does the {ship} begin the next mission?",
    "GS-CAM-06",
    first="Click on the space in which the {ship} begins the next mission.",
    topic="Where a ship begins the next mission",
)
BASED = Event("based", "The {ship} goes to {space}.", "GS-CAM-06")
NEW_MISSION = Event("new_mission", "Mission {number} begins at alert level {alert}.", "GS-CAM-07")
NO_BASE = Bar("A ship stays, or goes to the North Atlantic or the Altmark area.", "GS-CAM-06")
WARSHIPS_SUNK = Event("warships_sunk", "Warships out of the war: {ships}.", "GS-WIN-01")
MISSION_OVER = Event("mission_over", "{order}: {vp} victory points on day {day}.", "GS-WIN-01")
MISSION_WON = Event("mission_won", "The order is achieved.", "GS-WIN-01")
MISSION_LOST = Event("mission_lost", "Time is up, and the order is not achieved.", "GS-WIN-01")
SHIPS_LOST = Event("ships_lost", "No German ship is left.", "GS-WIN-01")
CAMPAIGN_OVER = Event("campaign_over", "{achieved} of {orders} orders are achieved.", "GS-CAM-09")
CAMPAIGN_WON = Event("campaign_won", "Victory: you are promoted, and famous.", "GS-CAM-09")
CAMPAIGN_DRAWN = Event("campaign_drawn", "A draw: you are sent to Tokyo as an attaché.", "GS-CAM-09")
CAMPAIGN_FAILED = Event("campaign_failed", "Failure: you are relieved of your command.", "GS-CAM-09")
