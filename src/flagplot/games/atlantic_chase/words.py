"""What Atlantic Chase asks, rolls, tells and refuses, each with its clause."""

from flagplot.engine import About, Ask, Bar, Event, Roll
from flagplot.games.atlantic_chase import tables as t

Barred = Bar | tuple[Bar, About] | None

# Answers that are always the same words

YES, NO, NONE, DONE, KEEP = "yes", "no", "none", "done", "keep"
DIE, TABLE = "die", "table"
TRY, DECLINE, LUTJENS = "try", "decline", "lutjens"
ADD, SUBTRACT = "add", "subtract"
EVADE = "evade"
NEW = "new"
FIRST_END, LAST_END = 0, 1

# The orders of the Active player, in the order of the rule book (AC-AC-02)

STRIKE, COMPLETE, ENGAGE, SEARCH, PASS, ALL_PASS = "strike", "complete", "engage", "search", "pass", "all pass"
REORGANIZE, SIGNALS, RECON, ATTACK, TRAJECTORY = "reorganize", "signals", "recon", "attack", "trajectory"
SHIFT, DISPERSE, REFUEL, DEFY, DECRYPT = "shift", "disperse", "refuel", "defy", "decrypt"
FREE_ACTS = (SHIFT, DISPERSE, REFUEL, DEFY, DECRYPT)
SPLIT, MERGE, REINFORCE = "split", "merge", "reinforce"

ORDER = Ask(
    "order",
    "What do you do with the Initiative?",
    "AC-AC-01",
    topic="Which action is performed",
    first="Choose a task force, then what it does.",
    always=True,
)
ORDER_GIVEN = {
    STRIKE: Event("order_strike", "Air Strike from {active} against {target}.", "AC-AS-01"),
    COMPLETE: Event("order_complete", "{active} wants to complete at {port}.", "AC-CP-01"),
    ENGAGE: Event("order_engage", "{active} engages {target}.", "AC-EN-01"),
    SEARCH: Event("order_search", "{active} searches for {target}.", "AC-NS-01"),
    ATTACK: Event("order_attack", "{active} attacks {target}.", "AC-SE-04"),
}

# Ports, free acts

SHIFTED_OUT = Event("shifted_out", "{force} leaves port for {hex}.", "AC-PT-02")
SHIFTED_IN = Event("shifted_in", "{force} enters port: {box}.", "AC-PT-02")
DISPERSED = Event("dispersed", "{ship} disperses.", "AC-CV-03", outcome="dispersed")
REFUELLED = Event("refuelled", "{force} meets her supply ship in {hex}: Evasive Maneuvers.", "AC-AMB-51")
REPAIRED = Event("repaired", "{force} meets her supply ship in {hex}: {ship} repairs a Hit.", "AC-AMB-51")
REFUEL_FOR = Ask(
    "refuel_for",
    "{force} meets her supply ship: what for?",
    "AC-AMB-51",
    topic="What a supply ship is used for",
    first="Choose a ship that repairs a Hit, or Evasive Maneuvers.",
)
ORDER_LIFTED = Event(
    "order_lifted", "The German gives up a point: his heavy ships may come near the carrier.", "AC-AMB-53"
)
DECRYPTED = Event("decrypted", "A signal is read: Intel on {target} in {hex}.", "AC-IN-07")

# Trajectories

COURSE_ROW = "course"
COURSE = Ask(
    "course",
    "Course of {force}: where next?",
    "AC-TR-01",
    row=COURSE_ROW,
    topic="Where a course goes on",
    first="Choose a hex beside either end of the course.",
    always=True,
)
COURSE_SET = Event("course_set", "{force}: course to {hex}, {segments:segment}.", "AC-TR-01")
INTEL_DRAWN = Event("intel_drawn", "{force} is seen in {hex}: Intel.", "AC-IN-01")
STATION_AT = Ask(
    "station_at",
    "{force} becomes a Station: where?",
    "AC-ST-07",
    topic="Where a Trajectory becomes a Station",
    first="Choose one of the hexes that lost a segment.",
)
BECAME_STATION = Event("became_station", "{force} is now a Station in {hex}.", "AC-ST-03")

# Time Lapse

LAPSE_BY = Ask(
    "lapse_by",
    "Time Lapse of {force}, partly on the Arctic Line: by the die, or {amount} by the table?",
    "AC-TL-08",
    topic="Time Lapse by die or by table",
    answers=(DIE, TABLE),
    first="Choose the die or the table.",
)
LAPSE_DIE = Roll("lapse_die", "Time Lapse of {force} in Bad Weather", "AC-TL-02")
LAPSE = Ask(
    "lapse",
    "Time Lapse of {force}: which segments go? ({amount} at most)",
    "AC-TL-09",
    topic="Which segments a Time Lapse removes",
    first="Choose which segments go at either end.",
)
LAPSED = Event("lapsed", "Time Lapse: {force} loses {segments:segment}, {left} left.", "AC-TL-01")
INTEL_LIMIT_INVOKED = Event("intel_limit", "{force} sheds an Intel marker at its Intel Limit.", "AC-TL-06")

# Weather and Initiative

WEATHER_ROLL = Roll("weather", "Weather", "AC-WX-01")
WEATHER_TURNS = Event("weather_turns", "The weather turns {weather}.", "AC-WX-01")
SEIZE = Ask(
    "seize",
    "Do you try to seize the Initiative? 2d6 + {tally}, {needed} or more.",
    "AC-IV-02",
    topic="Whether to seize the Initiative",
    first="Choose to try, or a task force that gets Evasive Maneuvers instead.",
)
SEIZE_ROLL = Roll("seize_roll", "The {side} player tries to seize the Initiative", "AC-IV-02")
SEIZED = Event(
    "seized", "The {side} player seizes the Initiative.", "AC-IV-02", outcome="the enemy seizes the Initiative"
)
NOT_SEIZED = Event(
    "not_seized",
    "The {side} player fails to seize the Initiative; tally {tally}.",
    "AC-IV-02",
    outcome="the Initiative is kept",
)
SEIZE_DECLINED = Event("seize_declined", "The {side} player does not try to seize the Initiative.", "AC-IV-03")
EM_GAINED = Event("em_gained", "{force} takes Evasive Maneuvers.", "AC-EM-01")
EM_FOR_INITIATIVE = Ask(
    "em_for_initiative",
    "Spend Evasive Maneuvers for +{bonus} to the Initiative roll?",
    "AC-EM-04",
    topic="Evasive Maneuvers spent on Initiative",
    first="Choose whose marker is spent, or none.",
)
EM_SPENT = Event("em_spent", "{force} spends Evasive Maneuvers.", "AC-EM-03")
VIE_OWN = Roll("vie_active", "The {side} player vies for the Initiative", "AC-IV-04")
VIE_OTHER = Roll("vie_inactive", "The {side} player vies for the Initiative", "AC-IV-04")
VIE_KEPT = Event(
    "vie_kept",
    "The {side} player keeps the Initiative, {own} to {other}; tally {tally}.",
    "AC-IV-04",
    outcome="the Initiative is kept",
    tone=1,
)
VIE_LOST = Event(
    "vie_lost",
    "The {side} player takes the Initiative, {other} to {own}.",
    "AC-IV-04",
    outcome="the Initiative is lost",
    tone=-1,
)
INITIATIVE = Event("initiative", "The {side} player has the Initiative.", "AC-IV-05")
NOBODY_ELSE = Event(
    "nobody_else", "The other side has no task force in play: the {side} player keeps the Initiative.", "AC-AMB-36"
)

# Intel and Interruption

INTERRUPTION_ROLL = Roll("interruption", "Interruption, {markers} Intel", "AC-IR-02")
INTERRUPTED = {
    **{
        key: Event(
            f"alerted_{-value}",
            f"Interruption: Alert {value}.".replace(" -", " −").replace("Alert 0", "Alert, no effect"),
            "AC-CR-01",
        )
        for key, value in t.ALERTS.items()
    },
    t.SLIP: Event(
        "slips", "Interruption: the target slips away; the action is cancelled.", "AC-CR-16", outcome="slip", tone=-1
    ),
    t.VIE: Event("interruption_vie", "Interruption: both vie for the Initiative.", "AC-CR-19"),
    t.INITIATIVE_CHANGE: Event(
        "initiative_change",
        "Interruption: the Initiative changes hands; the action is cancelled.",
        "AC-CR-09",
        outcome="the Initiative is lost",
        tone=-1,
    ),
}
CANCELLED = Event("cancelled", "The action is cancelled.", "AC-AMB-32")
SLIP = Ask(
    "slip",
    "The target slips: Signals against them, or Evasive Maneuvers for {target}?",
    "AC-CR-16",
    topic="What a target that slips away does",
    first="Choose an Intel marker, or Evasive Maneuvers.",
)

# The attacks: designations

HELP = "help"
SEARCH_AT = Ask(
    "search_at",
    "{active} searches for {target}: in which hex?",
    "AC-NS-01",
    topic="Where a search is made",
    first="Choose one of the hexes that both are in.",
)
STRIKE_AT = Ask(
    "strike_at",
    "Air Strike against {target}: in which hex?",
    "AC-AS-03",
    topic="Where an Air Strike hits",
    first="Choose a hex of the target.",
)
LAUNCH_FROM = Ask(
    "launch_from",
    "From which hex do the aircraft of {active} fly?",
    "AC-AS-02",
    topic="From where aircraft fly",
    first="Choose a hex of the source.",
)
COORDINATE = Ask(
    "coordinate",
    "Who coordinates in {hex}?",
    "AC-CM-05",
    topic="Who coordinates",
    first="Choose a force in that hex, or none.",
)
AIR_SUPPORT = Ask(
    "air_support",
    "Who gives Air Support in {hex}?",
    "AC-CM-01",
    topic="Who gives Air Support",
    first="Choose a source and the hex from which it flies, or none.",
)
HELPED = Event("helped", "{side}: {force} coordinates.", "AC-CM-05")
SUPPORTED = Event("supported", "{side}: Air Support by {force} from {hex}.", "AC-CM-01")
SPEND_EM = Ask(
    "spend_em",
    "Does {target} spend Evasive Maneuvers, {modifier} to the enemy's roll?",
    "AC-CM-04",
    topic="Evasive Maneuvers against an attack",
    answers=(YES, NO),
    first="Choose whether the marker is spent.",
)

# The attacks: dice and results

STRIKE_ROLL = Roll("strike_roll", "Air Strike, total {total}", "AC-AS-05")
ENGAGE_ROLL = Roll("engage_roll", "Engage, total {total}", "AC-EN-03")
SEARCH_ROLL = Roll("search_roll", "Naval Search, total {total}", "AC-NS-03")
ATTACK_ROLL = Roll("attack_roll", "Stealth Attack, total {total}", "AC-SE-06")
MISSED = Event("missed", "Nothing is found and nothing is hit.", "AC-CR-11", outcome="miss", tone=-1)
CONTACT_MADE = Event("contact_made", "Contact with {target} in {hex}.", "AC-CR-04", outcome="Contact", tone=1)
SIGHTED = Event("sighted", "{target} is sighted in {hex}.", "AC-CR-14", outcome="Sighted", tone=1)
EARLY_OR_LATE = Event(
    "early_or_late", "{target} has passed {hex}, or is not there yet.", "AC-CR-06", outcome="Early or Late", tone=-1
)
SHADOWED = Event("shadowed", "{target} is shadowed.", "AC-CR-13", outcome="Shadow", tone=1)
CONTACT_LOST = Event(
    "contact_lost", "Contact with {target} is lost in {hex}.", "AC-CR-10", outcome="Contact lost", tone=-1
)
HOLE = Ask(
    "hole",
    "{target}: which part of the Trajectory stays?",
    "AC-CR-06",
    topic="Which part stays where a hole appears",
    first="Choose the part that stays.",
)
SHADOW = Ask(
    "shadow",
    "{target} is shadowed: which segments stay?",
    "AC-CR-13",
    topic="Which segments a Shadow leaves",
    first="Choose the three segments that stay.",
)
EM_TO_CHOOSE = Ask(
    "em_to_choose",
    "Spend the Evasive Maneuvers of {target} to choose which segments stay?",
    "AC-EM-04",
    topic="Evasive Maneuvers to choose segments",
    answers=(YES, NO),
    first="Choose whether the marker is spent.",
)
CUT = Event("cut", "{target} keeps {segments:segment}.", "AC-ST-06")
SKIRMISH = Ask(
    "skirmish",
    "{active} is faster than {target}: fight a Limited Battle of one round?",
    "AC-CR-15",
    topic="Whether to skirmish",
    answers=(YES, NO),
    first="Choose to fight, or to keep Contact.",
)
SKIRMISH_OFFERED = Event("skirmish_offered", "{active} can force a skirmish.", "AC-CR-15", outcome="Skirmish", tone=1)
SKIRMISH_COMES = Event(
    "skirmish_comes", "A skirmish: {active} closes for one round.", "AC-CR-15", outcome="Limited Battle", tone=1
)
CLOSED_IN = Event("closed_in", "{active} closes in: battle.", "AC-CR-03", outcome="Battle", tone=2)
BATTLE_COMES = Event("battle_comes", "{active} brings {target} to battle.", "AC-CR-02", outcome="Battle", tone=2)
SURPRISED = Event("surprised", "{active} surprises {target}.", "AC-CR-18", outcome="Surprise", tone=3)
MISS_COSTS = Event(
    "miss_costs",
    "They were known to be coming: the Initiative changes hands.",
    "AC-CR-11",
    outcome="the Initiative is lost",
    tone=-1,
)
HIT_SCORED = Event("hit_scored", "A Hit on {target}.", "AC-CR-07", outcome="Hit", tone=1)
DAMAGE_DONE = Event("damage_done", "Damage to {target}.", "AC-CR-05", outcome="Damage", tone=2)
HIT_SHIP = Ask(
    "hit_ship",
    "Which ship of {target} is hit?",
    "AC-CR-07",
    topic="Which ship is hit",
    first="Choose a ship of the target.",
)
SHIP_HIT = Event("ship_hit", "{ship}: {hits:Hit}.", "AC-CR-07", outcome="{hits:Hit}", harms="ship")
SHIP_DAMAGED = Event("ship_damaged", "{ship} is damaged.", "AC-GN-07", outcome="{ship} damaged", harms="ship")
SHIP_SUNK = Event("ship_sunk", "{ship} sinks.", "AC-GN-07", outcome="{ship} sunk", harms="ship")
CONVOY_HIT = Event("convoy_hit", "{ship} takes {hits:Hit}.", "AC-CV-01", outcome="{ship}: {hits:Hit}", harms="ship")
NO_EFFECT = Event("no_effect", "Too fast to be hit.", "AC-CR-08", outcome="no hit", tone=-1)
FORCE_GONE = Event("force_gone", "{force} is no more.", "AC-TF-05")
STEALTH_SPENT = Event("stealth_spent", "{force} has done what it could.", "AC-SE-07")

# The other actions

COMPLETED = Event("completed", "{force} is safe at {port}.", "AC-CP-03", outcome="completed", tone=1)
COMPLETION_FAILS = Event("completion_fails", "{force} does not make it yet.", "AC-CP-02")
LANDED = Event("landed", "{force} lands its troops at {port}.", "AC-AMB-54", outcome="landed", tone=1)
PASSED = Event("passed", "The {side} player passes.", "AC-PA-01")
SIGNALLED = Event(
    "signalled", "Signals place {target} in {hex}.", "AC-SG-01", outcome="{target} a Station in {hex}", tone=1
)
SIGNALS_LAPSE = Ask(
    "signals_lapse",
    "Which Trajectory in {hex} lapses?",
    "AC-SG-03",
    topic="Who lapses after Signals",
    first="Choose a Trajectory in that hex, or none.",
)
RECON_TO = Ask(
    "recon_to",
    "{force} goes where?",
    "AC-SE-02",
    topic="Where a boat goes",
    first="Choose a hex without an enemy port or air base.",
)
WENT = Event("went", "{force} goes to {hex}.", "AC-SE-02")
INTEL_FOUND = Event("intel_found", "{force} is seen in {hex}: Intel.", "AC-IN-02")

REORGANIZING = Ask(
    "reorganize",
    "Reorganize: what next?",
    "AC-RO-01",
    topic="How task forces are reorganized",
    first="Choose a task force to split, two to merge, a group, or done.",
    always=True,
)
SPLIT_OFF = Ask(
    "split_off",
    "{force}: who leaves for a task force of her own?",
    "AC-RO-02",
    topic="Who is split off",
    first="Choose a ship, or done.",
    row="split",
)
MARKER_STAYS = Ask(
    "marker_stays",
    "{marker}: does it stay with {force}, or go with {other}?",
    "AC-RO-02",
    topic="With whom markers stay",
    first="Choose one of the two.",
)
SPLIT_DONE = Event("split_done", "{force} splits. On their own now: {ships}.", "AC-RO-02")
MERGED = Event("merged", "{other} joins {force}.", "AC-RO-03")
REINFORCE_ROLL = Roll("reinforce_roll", "Reinforcement of {group}", "AC-RO-04")
REINFORCED = Event("reinforced", "{group} comes into play at {port}: {ships}.", "AC-RO-04", outcome="in play", tone=1)
NOT_REINFORCED = Event("not_reinforced", "{group} is not ready.", "AC-RO-05", outcome="the Initiative is lost", tone=-1)
JOIN = Ask(
    "join",
    "{group} at {port}: a task force of its own, or with another?",
    "AC-AMB-50",
    topic="Whom a reinforcement joins",
    first="Choose a Station there, or a new task force.",
)
LAPSE_WHO = Ask(
    "lapse_who",
    "Which task force lapses?",
    "AC-RO-05",
    topic="Who lapses after a failed reinforcement",
    first="Choose a Trajectory.",
)

# Battle

BATTLE_BEGINS = Event("battle_begins", "{german} against {british}: {rounds:round}.", "AC-BT-02")
ROUND_BEGINS = Event("round_begins", "Round {round}.", "AC-BT-05")
SET_UP_ENEMY = Ask(
    "set_up_enemy",
    "Where is {ship} when she is surprised?",
    "AC-CR-18",
    topic="Where a surprised ship is",
    answers=(t.FAR, t.NEAR),
    first="Choose her zone.",
)
START_SMOKE = Ask(
    "start_smoke",
    "Does {ship} begin in her own smoke?",
    "AC-BT-04",
    topic="Who begins in smoke",
    answers=(YES, NO),
    first="Choose whether she makes smoke.",
    row="smoke",
)
COVER = Ask(
    "cover",
    "Whom does the smoke of {ship} cover besides?",
    "AC-SM-02",
    topic="Whom smoke covers",
    first="Choose up to two ships of her zone.",
)
FIRE_AT = Ask(
    "fire_at",
    "At whom does {ship} fire?",
    "AC-GN-02",
    topic="At whom ships fire",
    first="Choose an enemy ship.",
)
GUNFIRE = Roll("gunfire", "{ship} at {target}, {range}", "AC-GN-03")
SHOT = Event("shot", "{ship} at {target}: {hits:Hit}.", "AC-GN-05", outcome="{hits:Hit}", harms="target")
SPLASH = Event("splash", "{ship} at {target}: splash.", "AC-CR-17", outcome="splash", tone=-1)
TORPEDO_AT = Ask(
    "torpedo_at",
    "{ship}: torpedoes at whom?",
    "AC-TP-01",
    topic="At whom torpedoes are fired",
    first="Choose an enemy ship in Close or Near, or none.",
)
TORPEDOES = Roll("torpedoes", "Torpedoes of {ship} at {target}", "AC-TP-03")
TORPEDO_HITS = Event(
    "torpedo_hits",
    "The torpedoes of {ship} hit {target}: {hits:Hit}.",
    "AC-TP-03",
    outcome="{hits:Hit}",
    harms="target",
)
TORPEDOES_MISS = Event("torpedoes_miss", "The torpedoes of {ship} miss {target}.", "AC-TP-03", outcome="miss", tone=-1)
MANEUVER = Ask(
    "maneuver",
    "Which ship moves next, and where to?",
    "AC-MV-01",
    topic="How ships move in battle",
    first="Choose a ship, then a zone beside hers.",
)
MOVED = Event("moved", "{ship} moves to {zone}.", "AC-MV-01")
SMOKE_BEGINS = Event("smoke_begins", "{ship} makes smoke.", "AC-SM-01")
SMOKE_ENDS = Event("smoke_ends", "{ship} stops making smoke.", "AC-SM-03")
BREAK_AWAY = Ask(
    "break_away",
    "Do you break away?",
    "AC-BA-01",
    topic="Whether to break away",
    answers=(YES, NO),
    first="Choose to break away, or to fight on.",
)
BREAK_AWAY_ROLL = Roll("break_away_roll", "The {side} player breaks away", "AC-BA-01")
BROKE_AWAY = Event("broke_away", "The {side} player breaks away.", "AC-BA-01", outcome="away", tone=1)
HELD_FAST = Event("held_fast", "The {side} player cannot break away.", "AC-BA-01", outcome="still in battle", tone=-1)
BOTH_LEAVE = Event("both_leave", "Both sides break off the battle.", "AC-BA-01")
EM_LEAVE = Ask(
    "em_leave",
    "Spend Evasive Maneuvers to let one ship in Far leave?",
    "AC-BA-03",
    topic="Evasive Maneuvers to leave a battle",
    first="Choose a ship in Far, or none.",
)
SHIP_LEAVES = Event("ship_leaves", "{ship} slips out of the battle.", "AC-BA-03")
COMES_UP = Event("comes_up", "{force} comes up.", "AC-BT-03")
BATTLE_ENDS = Event("battle_ends", "The battle is over.", "AC-BE-01")

# Leaders

USE_LEADER = Ask(
    "use_leader",
    "Use {leader}? {what}",
    "AC-LD-02",
    topic="Whether a leader is used",
    answers=(YES, NO),
    first="Choose whether he is used.",
)
LEADER_ROLL = Roll("leader_roll", "{leader}", "AC-LD-05")
LEADER_TOTAL = Ask(
    "leader_total",
    "{leader} rolled {sum}: add it to the total {total}, subtract it, or keep him?",
    "AC-LD-05",
    topic="What a leader does to the total",
    answers=(ADD, SUBTRACT, KEEP),
    first="Choose what he does.",
)
LEADER_USED = Event("leader_used", "{leader}: {what}", "AC-LD-02")
LEADER_LOST = Event("leader_lost", "{leader} is lost with his ship.", "AC-LD-03")
LEADER_MOVES = Ask(
    "leader_moves",
    "To which ship does {leader} move his flag?",
    "AC-AMB-43",
    topic="Where a leader goes",
    first="Choose a ship of his task force.",
)
LEADER_MOVED = Event("leader_moved", "{leader} moves his flag to {ship}.", "AC-LD-03")
GENSOUL_AT = Ask(
    "gensoul_at",
    "Gensoul: which Intel marker goes?",
    "AC-AMB-42",
    topic="Which Intel Gensoul removes",
    first="Choose a marker, or none.",
)
INTEL_REMOVED = Event("intel_removed", "{leader}: Intel on {force} in {hex} goes.", "AC-LD-10")

# The imaginary player

POSTURE_ROLL = Roll("posture", "The imaginary player: {posture}", "AC-IP-03")
SEIZE_OF_SYSTEM = Roll("seize_of_system", "Does the imaginary player seize?", "AC-SO-02")
SLIP_OF_SYSTEM = Roll("slip_of_system", "What the imaginary player does when a target slips", "AC-SO-01")

# How it ends

LIMIT_REACHED = Event("limit_reached", "The Initiative has come to the German for the last time.", "AC-AMB-26")
WON = {
    "german": Event("german_wins", "The Germans win on points.", "AC-EX-01"),
    "british": Event("british_wins", "The British win on points.", "AC-EX-01"),
}
WON_DECISIVELY = Event("german_wins_decisively", "The Germans win on points: a decisive victory.", "AC-EX-11")
WON_BY_TIE = {
    "german": Event("german_wins_tie", "Equal points, which is a German victory here.", "AC-EX-01"),
    "british": Event("british_wins_tie", "Equal points, which is a British victory here.", "AC-EX-01"),
}
WON_BY_GOAL = {
    "german": Event("german_goal", "The Germans have done what they set out to do.", "AC-EX-02"),
    "british": Event("british_goal", "The British have done what they set out to do.", "AC-EX-02"),
}
DRAWN = Event("drawn", "Equal points: a draw.", "AC-EX-01")

# Between the operations of a campaign

OPERATION_OVER = Event("operation_over", "{operation} is over: German {german}, British {british}.", "AC-CA-01")
CAMPAIGN_WON = {
    "german": Event("german_campaign", "The Germans have won enough operations to win the campaign.", "AC-CA-01"),
    "british": Event("british_campaign", "The British have won enough operations to win the campaign.", "AC-CA-01"),
}
CAMPAIGN_WON_BY_MARGIN = {
    "german": Event("german_margin", "The Germans win the campaign by the points of all operations.", "AC-CA-02"),
    "british": Event("british_margin", "The British win the campaign by the points of all operations.", "AC-CA-02"),
}
CAMPAIGN_TIED = {
    "german": Event("german_campaign_tie", "Operations and points are even: the Germans win the campaign.", "AC-CA-02"),
    "british": Event(
        "british_campaign_tie", "Operations and points are even: the British win the campaign.", "AC-CA-02"
    ),
}
REPAIR_ROLL = Roll("repair", "Repairs of {ship}", "AC-CA-04")
AFTER_REPAIRS = {
    "out": Event("stays_in_yards", "{ship} stays in the yards and is out of the next operation.", "AC-CA-04"),
    "damaged": Event("still_damaged", "{ship} is still damaged.", "AC-CA-04"),
    "whole": Event("whole_again", "{ship} is whole again.", "AC-CA-04"),
}
OPERATION_SET_UP = Event("operation_set_up", "The next operation is set up: {operation}, {dates}.", "AC-CA-01")
STANDS_IN = Event("stands_in", "{ship} sails in place of {absent}.", "AC-CA-06")
IS_MISSING = Event("is_missing", "{ship} is missing, and no ship can take her place.", "AC-CA-06")
NOT_SET_UP = Event("not_set_up", "{force} has no ships and is not set up.", "AC-CA-09")
LEADER_STAYS_AWAY = Event("leader_stays_away", "{leader} does not take part.", "AC-CA-08")
LEADER_SAILS_IN = Event("leader_sails_in", "{leader} sails in {ship}.", "AC-CA-08")
READY = "ready"
NEXT_OPERATION = Ask(
    "next_operation",
    "{operation}, operation {number} of {count}: is everybody ready?",
    "AC-CA-10",
    topic="When the next operation begins",
    answers=(READY,),
    always=True,
    first="Look at what has changed, then begin.",
)
NOBODY_SAILS = Event("nobody_sails", "The {side} player has no task force: it is scored as it is set up.", "AC-CA-09")

# Why not

TARGET_IN_A_BOX = Bar("{target} lies in port and cannot be attacked.", "AC-PT-04")
HAS_A_CONVOY = Bar("{force} guards a Convoy: it does not search, engage or strike.", "AC-CV-05")
NOBODY_THERE = Bar("No task force of yours that could attack shares a hex with {target}.", "AC-CO-06")
LEADER_BINDS = Bar("The next action must be one with {force}, because of {leader}.", "AC-AMB-38")
NOT_YOURS = Bar("{force} is the enemy's.", "AC-CO-01")
HAS_FIFTEEN = Bar("{force} has 15 segments already.", "AC-ST-04")
NOT_ADJACENT = Bar("{hex} is not beside an end of the course.", "AC-ST-05")
TAKEN_ALREADY = Bar("The course goes through {hex} already.", "AC-ST-04")
TOO_NEAR_CARRIER = Bar("German heavy ships keep two hexes clear of the carrier in {hex}.", "AC-AMB-53")
ENEMY_PORT_THERE = Bar("No boat enters {hex}: the enemy has a port or an air base there.", "AC-SE-02")
