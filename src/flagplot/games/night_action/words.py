"""What is asked, thrown, told and refused in Night Action, each with its clause."""

from __future__ import annotations

from flagplot.engine import About, Ask, Bar, Event, Roll
from flagplot.games.night_action import programmes

Barred = Bar | tuple[Bar, About] | None

# Answers that are always the same words
WE, THEY = "we", "they"
NONE, PASS, DONE, BACK, LEAVE = "none", "pass", "done", "back", "leave"
CLEAR, RAM = "clear", "ram"
HOLD, SMOKE = "hold", "smoke"
SPEED = programmes.SPEED
TOGETHER, ALONE, DIVE, SURFACE = "together", "alone", "dive", "surface"
FIRES, FLOODS, RUDDER, ENGINE = "fire", "flood", "rudder", "engine"
STARSHELL, SEARCHLIGHT, ROCKET, OVER, BEYOND = "starshell", "searchlight", "rocket", "over", "beyond"
BEFORE, AFTER = "before", "after"
SPEEDS = tuple(f"speed_{setting}" for setting in range(5))  # the ids by which the log names settings

# Set-up and free battles

DEAL = Roll("deal", "Which unit lies where", "NA-CON-07")
DEALT = Event("dealt", "{unit} lies under {marker}.", "NA-CON-07")
ARRIVAL = Roll("arrival", "When {unit} comes", "NA-CON-07")
COMES = Event("comes", "{unit} comes onto the table.", "NA-SEQ-01")
CONTACT_COMES = Event("contact_comes", "Contact {marker} comes onto the table.", "NA-CON-01")
MUSTER = Ask(
    "muster",
    "Pick a unit: {left_points:point} left.",
    "NA-FRE-01",
    topic="Which ships you pick",
    first="Choose a type and how many of it.",
)
MUSTERED = Event("mustered", "{number} x {type} picked, {left_points:point} left.", "NA-FRE-01")
DEPLOY = Ask("deploy", "Where does {unit} lie?", "NA-FRE-01", topic="Where a unit is deployed", first="Choose a place.")
DEPLOYED = Event("deployed", "{unit} is deployed.", "NA-FRE-01")
SIDE_DEPLOYS = Event("side_deploys", "The {side} side has deployed a unit.", "NA-FRE-01")
BATTLE_JOINED = Event("battle_joined", "Both sides are deployed.", "NA-FRE-01", reveals=True)

# Initiative

INITIATIVE = Roll("initiative", "Initiative of the {side} side", "NA-INI-01")
INITIATIVE_WON = Event("initiative_won", "Turn {turn}: the {side} side has the initiative.", "NA-INI-01")
WHO_FIRST = Ask(
    "who_first",
    "You have the initiative: who moves first?",
    "NA-INI-02",
    topic="Who moves first",
    answers=(WE, THEY),
    first="Choose who moves first.",
    public=True,
)
MOVES_FIRST = Event("moves_first", "The {side} side moves first.", "NA-INI-02")
TURN_OVER = Ask(
    "turn_over",
    "Turn over a contact of your own?",
    "NA-CON-03",
    topic="Whether to turn over a contact",
    answers=(NONE,),
    first="Choose a contact that is to show itself, or none.",
    public=True,
)

# Movement

UNIT = Ask(
    "unit",
    "Which unit moves?",
    "NA-INI-02",
    topic="Which unit moves next",
    first="Choose one of your ships.",
    row="move",
    public=True,
)
HELM = Ask("helm", "How does {unit} steer?", "NA-MOV-08", topic="How a unit steers", row="move", public=True)
CONVOY_HELM = Ask(
    "convoy_helm",
    "How does the convoy {unit} steer?",
    "NA-MOV-08",
    topic="How a convoy steers",
    answers=("=",),
    row="move",
    public=True,
)
CONVOY_THREATENED = Ask(
    "convoy_threatened",
    "Tracks near the convoy {unit}: how does it steer?",
    "NA-MOV-08",
    topic="How a convoy steers with tracks near it",
    row="move",
    public=True,
)
HELM_AT = Ask(
    "helm_at",
    "How does {unit} steer at speed {speed}?",
    "NA-MOV-08",
    topic="How a unit steers at another speed",
    row="move",
    public=True,
)
UNIT_PICKED = Event("unit_picked", "{unit} is to move.", "NA-INI-02")
SPEED_ORDERED = Event("speed_ordered", "{unit} goes to speed {speed}.", "NA-MOV-02")
MOVED = Event("moved", "{unit}: {code}, speed {speed}.", "NA-MOV-08")
DRIFTS = Event("drifts", "{ship} drifts.", "NA-MOV-05")
LEFT_UNIT = Event("left_unit", "{ship} sails by herself from now on.", "NA-FOR-04")
HELD_BACK = Event("held_back", "{unit} is held back.", "NA-INI-02")
SMOKE_LAID = Event("smoke_laid", "{ship} makes smoke.", "NA-ILL-05")
LEFT_TABLE = Event("left_table", "{ship} leaves by the {edge}.", "NA-MOV-10")
AGROUND = Event("aground", "{ship} runs aground.", "NA-MOV-10", outcome="aground", tone=-3)
AGROUND_DAMAGE = Roll("aground_damage", "{ship} runs aground: boxes", "NA-MOV-10")
RAM_OR_CLEAR = Ask(
    "ram",
    "{ship} touches {other}: ram her?",
    "NA-MOV-07",
    topic="Whether to ram",
    answers=(CLEAR, RAM),
    first="Choose to keep clear or to ram.",
    public=True,
)
COLLISION = Roll("collision", "{ship} and {other} touch", "NA-MOV-07")
COLLISION_DAMAGE = Roll("collision_damage", "Collision: boxes of {ship}", "NA-MOV-07")
COLLIDES = Event("collides", "{ship} and {other} collide.", "NA-MOV-07", outcome="collision", tone=-3)
CLEARED = Event("cleared", "{ship} and {other} clear each other.", "NA-MOV-07", outcome="clear")
SETTING_FALLS = Event("setting_falls", "{ship} can do no more than speed {speed}.", "NA-MOV-06")
REACTION = Ask(
    "reaction",
    "{ship} has moved: does one of yours fire at once?",
    "NA-INI-03",
    topic="Whether to fire at a ship that has moved",
    first="Choose a ship and when it fires, or pass.",
    public=True,
)

# Contacts and spotting

TURNED_OVER = Event("turned_over", "Contact {marker} is {ships}.", "NA-CON-03", reveals=True)
FALSE_CONTACT = Event("false_contact", "Contact {marker} proves false.", "NA-CON-03", reveals=True)
SPOT = Roll("spot", "{tester} looks for contact {marker}", "NA-SPO-07")
SPOTTED = Event("spotted", "Contact {marker} is spotted.", "NA-SPO-09", outcome="spotted", tone=1, reveals=True)
NOT_SPOTTED = Event("not_spotted", "{tester} does not spot contact {marker}.", "NA-SPO-07")
FOUND = Event("found", "The submarine under contact {marker} is found.", "NA-SUB-01", reveals=True)
CONTACT_LOST = Event("contact_lost", "Lost from sight: {ships}, now contact {marker}.", "NA-CON-04")
CONTACT = Ask(
    "contact",
    "How does contact {marker} ({unit}) steer?",
    "NA-CON-02",
    topic="How a contact steers",
    row="contact",
    always=True,
)
CONTACT_AT = Ask(
    "contact_at",
    "How does contact {marker} ({unit}) steer at speed {speed}?",
    "NA-CON-02",
    topic="How a contact steers at another speed",
    row="contact",
    always=True,
)
CONTACT_MOVED = Event("contact_moved", "Contact {marker} has had its move.", "NA-CON-02")
CONTACT_MOVES = Event("contact_moves", "Contact {marker}: {code}, speed {speed}.", "NA-CON-02")

# Damage control

REPAIR = Ask(
    "repair",
    "{ship}: what does damage control work on?",
    "NA-DC-03",
    topic="What damage control works on",
    answers=(FIRES, FLOODS, RUDDER, ENGINE),
    first="Choose what is fought or repaired.",
    public=True,
)
REPAIR_ROLL = Roll("repair_roll", "{ship}: damage control", "NA-DC-03")
REPAIRED = Event("repaired", "{ship}: {item} mastered.", "NA-DC-03", outcome="mastered", tone=1)
NOT_REPAIRED = Event("not_repaired", "{ship}: {item} not mastered.", "NA-DC-03")
PAST_REPAIR = Event("past_repair", "{ship}: {item} is beyond repair.", "NA-DC-03", outcome="beyond repair", tone=-1)
FIRE_EFFECT = Roll("fire_effect", "{ship}: fire", "NA-FIR-01")
FLOOD_EFFECT = Roll("flood_effect", "{ship}: flood", "NA-FLO-01")
EXPLOSION = Roll("explosion", "{ship}: explosion", "NA-FIR-01")
LEAK = Roll("leak", "{ship}: another leak", "NA-FLO-01")
FIRE_SPREADS = Event("fire_spreads", "{ship}: the fire spreads.", "NA-FIR-01")
FLOOD_SPREADS = Event("flood_spreads", "{ship}: another leak appears.", "NA-FLO-01")
ABANDONED = Event("abandoned", "{ship} is abandoned.", "NA-DC-05")
RELOADED = Event("reloaded", "{ship} has reloaded a tube.", "NA-TOR-11")

# Guns

FIRE_WITH = Ask(
    "fire_with",
    "Which ship fires?",
    "NA-GUN-01",
    topic="Which ship fires next",
    answers=(PASS,),
    first="Choose one of your ships, or pass.",
    public=True,
)
FIRES_NEXT = Event("fires_next", "{ship} is to fire.", "NA-GUN-01")
HOLDS_FIRE = Event("holds_fire", "The {side} side holds its fire.", "NA-GUN-01")
FIRE_AT = Ask(
    "fire_at",
    "{ship} fires: with what, at whom?",
    "NA-GUN-05",
    topic="Whom a ship fires at",
    answers=(DONE,),
    first="Choose a target.",
    public=True,
)
FIRE = Roll("fire", "{ship} fires {weapon} at {target} ({modifier:+})", "NA-GUN-03")
FIRE_AGAIN = Roll("fire_again", "{ship}: natural 10, again", "NA-GUN-03")
HULL_DAMAGE = Roll("hull_damage", "{target}: boxes", "NA-GUN-04")
SALVO = Event(
    "salvo",
    "{ship} at {target}: {hits:hit}, boxes lost: {boxes}.",
    "NA-GUN-04",
    outcome="{hits:hit}",
    harms="target",
    counts="boxes",
)
NO_HIT = Event("no_hit", "{ship} fires at {target}: no hit.", "NA-GUN-03", outcome="no hit")
SUNK = Event("sunk", "{ship} is sunk.", "NA-GUN-01", outcome="{ship} sunk", harms="ship")
SPECIAL = Roll("special", "{target}: special effects", "NA-GUN-04")
SPECIAL_EFFECT = Roll("special_effect", "{target}: {letter}", "NA-GUN-04")
STRUCK = Roll("struck", "{target}: which mount", "NA-SPE-01")
TUBES_ROLL = Roll("tubes_roll", "{target}: loaded tubes hit", "NA-SPE-01")
TUBES_DAMAGE = Roll("tubes_damage", "{target}: torpedoes explode", "NA-SPE-01")
PERHAPS_FIRE = Roll("perhaps_fire", "{target}: fire on 4 or more", "NA-SPE-02")
PETROL_ROLL = Roll("petrol", "{target}: petrol", "NA-SPE-02")
HARD_OVER_ROLL = Roll("hard_over", "{target}: rudder hard over", "NA-SPE-02")
EFFECT = Event("effect", "{ship}: {effect}.", "NA-SPE-02")
MOUNT_EFFECT = Event("mount_effect", "{ship}: {mount} {effect}.", "NA-SPE-01")
FIRE_LIT = Event("fire_lit", "{ship} is on fire.", "NA-SPE-02")
FLOODED = Event("flooded", "{ship}: flooding.", "NA-SPE-02")

# Light

STARSHELL_SCATTER = Roll("starshell_scatter", "{ship}: starshell", "NA-ILL-01")
STARSHELL_BEARING = Roll("starshell_bearing", "{ship}: where the starshell drifts", "NA-ILL-01")
STARSHELL_BURSTS = Event("starshell_bursts", "{ship}: starshell.", "NA-ILL-01")
ROCKET_BURSTS = Event("rocket_bursts", "{ship}: rocket flare.", "NA-ILL-02")
FLARE_DROPPED = Event("flare_dropped", "{aircraft} drops a flare.", "NA-ILL-02")
SEARCHLIGHT_ON = Event("searchlight_on", "{ship} puts her searchlight on {target}.", "NA-ILL-03")

# Torpedoes

LAUNCH_FROM = Ask(
    "launch_from",
    "Which ship launches torpedoes?",
    "NA-TOR-07",
    topic="Which ship launches next",
    answers=(DONE,),
    first="Choose one of your ships, or done.",
    always=True,
)
AIM = Ask(
    "aim",
    "{ship}: which tubes, at what?",
    "NA-TOR-07",
    topic="Where torpedoes are aimed",
    answers=(BACK,),
    first="Choose a target or a direction.",
)
SALVO_OF = Ask("salvo", "{ship}: how many torpedoes, how far apart?", "NA-TOR-07", topic="How many torpedoes")
LAUNCH_ERROR = Roll("launch_error", "{ship}: launch error", "NA-TOR-13")
LAUNCHED = Event("launched", "{ship} launches torpedoes: {number}.", "NA-TOR-07")
TORPEDO_HIT = Roll("torpedo_hit", "Torpedo at {ship}", "NA-TOR-01")
TORPEDO_MISSES = Event("torpedo_misses", "A torpedo misses {ship}.", "NA-TOR-01", outcome="miss", reveals=True)
DUD = Roll("dud", "Torpedo hits {ship}: dud?", "NA-TOR-04")
DUD_HIT = Event("dud_hit", "A torpedo hits {ship} and does not explode.", "NA-TOR-04", outcome="dud", reveals=True)
TORPEDOED = Event("torpedoed", "{ship} is torpedoed.", "NA-TOR-05", outcome="torpedo hit", harms="ship", reveals=True)
TORPEDO_DAMAGE = Roll("torpedo_damage", "{ship}: torpedo damage", "NA-TOR-06")
TORPEDO_FLOOD = Roll("torpedo_flood", "{ship}: critical flooding", "NA-TOR-06")
WOULD_HIT = Event("would_hit", "{ship} would be hit in {turns:turn}.", "NA-TOR-14", outcome="{ship} hit", harms="ship")
WOULD_BE_DUD = Event("would_be_dud", "{ship} would be hit by a dud.", "NA-TOR-04", outcome="dud")
TRACK_TEST = Roll("track_test", "Lookouts of the {side} side", "NA-TOR-10")
TRACK_SEEN = Event("track_seen", "Torpedo tracks are seen.", "NA-TOR-10", reveals=True)

# Aircraft, submarines, mines, shore

AIR = Ask(
    "air",
    "{aircraft}: what does it attack?",
    "NA-AIR-01",
    topic="What an aircraft attacks",
    answers=(LEAVE,),
    first="Choose a target.",
    public=True,
)
AIRCRAFT_COMES = Event("aircraft_comes", "{aircraft} flies at {target}.", "NA-AIR-01")
AIRCRAFT_LEAVES = Event("aircraft_leaves", "{aircraft} flies off.", "NA-AIR-01")
DEFENCE = Roll("defence", "{ship} fires {weapon} at {aircraft}", "NA-AIR-02")
DEFENCE_EFFECT = Roll("defence_effect", "{aircraft} is hit", "NA-AIR-02")
SHOT_DOWN = Event("shot_down", "{aircraft} is shot down.", "NA-AIR-02")
SPOILED = Event("spoiled", "The attack of {aircraft} is spoiled.", "NA-AIR-02")
STRAFE = Roll("strafe", "{aircraft} strafes {target} ({modifier:+})", "NA-AIR-03")
BOMB = Roll("bomb", "{aircraft} bombs {target}", "NA-AIR-03")
BOMB_DAMAGE = Roll("bomb_damage", "{target}: bomb damage", "NA-AIR-03")
BOMB_HITS = Event("bomb_hits", "{aircraft} hits {target}.", "NA-AIR-03", outcome="bomb hit")
BOMB_MISSES = Event("bomb_misses", "{aircraft} misses {target}.", "NA-AIR-03")
DIVES = Event("dives", "{ship} dives.", "NA-SUB-01")
AT_PERISCOPE_DEPTH = Event("at_periscope_depth", "{ship} is at periscope depth: contact {marker}.", "NA-SUB-01")
SURFACES = Event("surfaces", "{ship} surfaces.", "NA-SUB-01", reveals=True)
DEPTH_CHARGES = Roll("depth_charges", "{ship}: depth charges", "NA-SUB-01")
DEPTH_CHARGE_DAMAGE = Roll("depth_charge_damage", "Depth charges hit {target}", "NA-SUB-01")
DEPTH_CHARGED = Event("depth_charged", "{ship} hits a submarine with depth charges.", "NA-SUB-01", reveals=True)
CHARGES_MISS = Event("charges_miss", "{ship}: depth charges, no result.", "NA-SUB-01")
MINE = Roll("mine", "{ship} in the minefield", "NA-MIN-01")
MINE_CONFIRMED = Roll("mine_confirmed", "{ship} in the minefield, again", "NA-MIN-01")
MINED = Event("mined", "{ship} strikes a mine.", "NA-MIN-01", outcome="mine", harms="ship", reveals=True)
BOMBARDS = Event("bombards", "{name} fires at {target} from off the table.", "NA-SHO-01")

# The end

POINTS = Event("points", "Points: Allied {allied}, Axis {axis}.", "NA-VIC-01")
WON = {
    "allied": Event("allied_won", "The Allied side has more points.", "NA-VIC-01"),
    "axis": Event("axis_won", "The Axis side has more points.", "NA-VIC-01"),
}
DRAWN = Event("drawn", "Both sides have as many points: a draw.", "NA-VIC-01")

# Reasons why not

ALREADY_MOVED = Bar("It has moved in this turn.", "NA-INI-02")
OTHER_CLASS = Bar("Class {class_} moves in another phase.", "NA-SEQ-01")
IS_HELD_BACK = Bar("It is held back.", "NA-INI-02")
HELD_ONE = Bar("A unit is held back once a turn, by the side with the initiative.", "NA-INI-02")
NO_SMOKE_LEFT = Bar("It has no smoke left.", "NA-ILL-05")
NO_SUCH_SMOKE = Bar("Merchantmen and batteries make no smoke.", "NA-ILL-05")
TOO_FAST = Bar("It can do no more than setting {most}.", "NA-MOV-06")
UP_TOO_FAST = Bar("It can go up to setting {most} in this turn.", "NA-MOV-02")
DOWN_TOO_FAST = Bar("It can go down to setting {least} in this turn.", "NA-MOV-02")
SETTING_FROZEN = Bar("Its setting cannot be changed.", "NA-MOV-09")
MUST_GO_STRAIGHT = Bar("It must go straight.", "NA-MOV-09")
RUDDER_JAMMED = Bar("Its rudder is jammed.", "NA-MOV-09")
TURN_TOO_WIDE = Bar("It can turn {steps:step} of 15 degrees at most.", "NA-MOV-08")
NOT_ON_ONE_HEADING = Bar("Only a column on one heading turns together.", "NA-FOR-03")
OUT_OF_RANGE = Bar("Out of range.", "NA-GUN-02")
OUT_OF_ARC = Bar("No mount bears.", "NA-GUN-02")
NO_SIGHT = Bar("Smoke or haze is in the way.", "NA-GEO-06")
NOT_SEEN = Bar("It has not been spotted.", "NA-GUN-02")
MOUNTS_SPENT = Bar("These mounts have fired or are silent.", "NA-GUN-02")
NO_SUCH_MOUNT = Bar("She has no such mount.", "NA-GUN-05")
IS_FRIEND = Bar("She is one of your own.", "NA-GUN-02")
NOTHING_TO_FIRE_AT = Bar("No mount of hers bears on a ship in sight.", "NA-GUN-02")
UNDER_MARKER = Bar("Ships under a contact marker neither fire nor launch.", "NA-CON-03")
TUBES_EMPTY = Bar("Her tubes are empty or out of action.", "NA-TOR-07")
TURNED_TOO_HARD = Bar("A Class 1 boat that turned more than 45 degrees does not launch.", "NA-TOR-07")
TOO_ROUGH = Bar("A Class 1 boat does not launch at full speed in this sea.", "NA-TOR-07")
COMMAND_LOST = Bar("Her command is lost: she does not launch.", "NA-SPE-02")
OUTSIDE_ARC = Bar("That is outside the arc of these tubes.", "NA-TOR-07")
NO_SOLUTION = Bar("Her torpedoes cannot meet that ship on its present course.", "NA-TOR-14")
TOO_DEAR = Bar("That costs {cost}; {left} are left.", "NA-FRE-01")
TOO_MANY_SHIPS = Bar("A side has {most} ships at most.", "NA-FRE-01")
TOO_LATE_A_TYPE = Bar("It came after {year}.", "NA-FRE-01")
OTHER_NATION = Bar("It is of the other side.", "NA-FRE-01")
