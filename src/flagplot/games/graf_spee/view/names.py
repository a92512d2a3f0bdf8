"""How the things of The Cruise of the Graf Spee are called, and in a few words what they do."""

from __future__ import annotations

from flagplot.common.places import names_of
from flagplot.games.graf_spee import incident_words as chart
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.spaces import SPACES

CARGO_EFFECTS = {
    t.ANTI_AIRCRAFT: ("anti-aircraft guns", "Keeps off bombers and Swordfish; by option shoots down carrier aircraft."),
    t.DAMAGE_CONTROL: ("damage control", "One repair die more."),
    t.DECODERS: ("decoders", "Contact +1; without them intelligence -1."),
    t.DUMMY_FUNNELS: ("dummy funnels", "Contact +1."),
    t.ENIGMA: ("Enigma cipher", "Without it intelligence -1."),
    t.FLOAT_PLANE: ("float plane", "Contact +1; without it intelligence -1."),
    t.MARINE_KOMPANIE: ("Marine Kompanie", "May occupy an Allied port whose defences are destroyed."),
    t.PRIZE_CREW: ("prize crew", "Doubles the points of captured merchantmen."),
    t.RADAR: ("radar", "Contact +1; without it intelligence -1."),
    t.RANGE_FINDER: ("range finder", "One die more for the guns."),
    t.RESERVE_CREW: ("reserve crew", "One repair die more, one die more for the guns."),
}
DEPARTMENT_NAMES = {
    t.LEADERSHIP: "leadership",
    t.PRIMARY: "primary guns",
    t.SECONDARY: "secondary guns",
    t.TERTIARY: "tertiary guns",
    t.TORPEDO: "torpedo mounts",
    t.ENGINES: "engines",
    t.HULL: "hull",
    t.AMMO: "ammunition",
    t.OIL: "oil",
}
INCIDENT_NAMES = {
    t.AIR_PATROL: "air patrol reports position",
    t.ALLIED_BOMBER: "Allied bomber attack",
    t.ALLIED_CONVOY: "Allied convoy sighted",
    t.MERCHANT_CAPTURED: "Allied merchantman captured",
    t.ALLIED_SUB: "Allied submarine attack",
    t.AUX_REPORTED: "auxiliary cruiser reported",
    t.BAD_LUCK: "bad luck",
    t.SWORDFISH: "carrier launches Swordfish",
    t.ENGINE_BREAKDOWN: "engine breakdown",
    t.FRIENDLY_SHIP: "friendly ship sighted",
    t.GOOD_LUCK: "good luck",
    t.INTEL_BERLIN: "intel from Berlin",
    t.LIMITED_VISIBILITY: "limited visibility",
    t.MERCHANT: "merchant ship sighted",
    t.MINES_SIGHTED: "mines sighted",
    t.MORALE: "morale check",
    t.QUIET_SEAS: "Quiet Seas",
    t.RN_FLOTILLA: "Royal Navy flotilla sighted",
    t.RN_INTEL_CONFLICT: "Royal Navy intel conflicts",
    t.RN_PURSUIT: "Royal Navy orders pursuit",
    t.STORMY: "stormy seas",
}
# What a marker brings, as the ship's log would have it, and what it means by rule
INCIDENT_ACCOUNTS = {
    t.AIR_PATROL: (
        "A flying boat circles out of range and wirelesses where you are. "
        "In a patrol zone, an Allied port or a base the alert rises by 1; elsewhere nobody is near enough to care."
    ),
    t.ALLIED_BOMBER: (
        "Engines drone above the clouds. "
        "Next to an Allied port or base bombers attack each ship, hitting on 4 to 6; anti-aircraft guns keep them off."
    ),
    t.ALLIED_CONVOY: (
        "Smoke along the whole horizon: a convoy, and no escort to be seen. "
        "Three dice of victory points, and more for the ships that you sink or capture."
    ),
    t.MERCHANT_CAPTURED: (
        "A shot across the bows, and the freighter stops her engines. "
        "Her bunkers are worth 1 oil, her cargo a die of victory points, which a prize crew doubles."
    ),
    t.ALLIED_SUB: (
        "A periscope on the port bow! "
        "A die: 1 or 2 she is gone, 3 or 4 each ship burns 1 oil to shake her off, 5 or 6 a torpedo strikes."
    ),
    t.AUX_REPORTED: (
        "The Admiralty has had word of a merchantman who is none. "
        "A die for each auxiliary cruiser: on a 6 she is found and lost, and a die of victory points with her."
    ),
    t.BAD_LUCK: "A fire below decks, soon out, but not soon enough. The Graf Spee loses one cargo of your choice.",
    t.SWORDFISH: (
        "Biplanes come in low over the water with torpedoes under them. "
        "Next to an Allied port or base a die of 4 to 6 is a hit; anti-aircraft guns keep them off."
    ),
    t.ENGINE_BREAKDOWN: "The diesels knock and smoke. A die for each ship here: on a 6 her engines lose 1.",
    t.FRIENDLY_SHIP: (
        "Recognition signals are exchanged, then hoses, crates and newspapers from home. "
        "A die of points for each ship here, to raise what you like."
    ),
    t.GOOD_LUCK: (
        "Fair weather, and sea room on every side. "
        "You may sail one or two spaces more, or go for a convoy, which raises the alert by 2."
    ),
    t.INTEL_BERLIN: (
        "Berlin has read the enemy's signals. "
        "You may slip away from him, alert -1, or use them to find a convoy, alert +2."
    ),
    t.LIMITED_VISIBILITY: (
        "Haze and rain close in. No primary guns fire here today; "
        "or you use the murk to close with a convoy, which raises the alert by 2."
    ),
    t.MERCHANT: "A lone tramp steamer, far from help, is stopped and sunk. A die of victory points.",
    t.MINES_SIGHTED: "The lookout reports floating mines. In an Allied port or base a die of 5 or 6 strikes one.",
    t.MORALE: (
        "Weeks at sea, and the mess decks talk. With a damaged hull and no warship sunk you lose a die of victory "
        "points; with one sunk and a sound hull you gain a die."
    ),
    t.QUIET_SEAS: (
        "Not a mast in sight but a straggler or two, and the hunters lose your track. "
        "Alert -1, and half a die of victory points."
    ),
    t.RN_FLOTILLA: (
        "Mastheads of warships, closing fast. "
        "All ships of the nearest patrol zone come, and contact is rolled; two zones equally near throw for it."
    ),
    t.RN_INTEL_CONFLICT: "Two sightings a thousand miles apart: the Admiralty believes neither. Alert -2.",
    t.RN_PURSUIT: "London has drawn its circles on the chart, and you are inside them. Alert +1.",
    t.STORMY: (
        "Green seas over the forecastle: no flotilla fights here today. "
        "A die: 1 or 2 she rides it out, 3 to 5 the sea takes one cargo of your choice, 6 she is damaged."
    ),
}
INCIDENT_RULES = {kind: f"GS-MRK-{number:02}" for number, kind in enumerate(t.INCIDENTS, 1)}
BONUS_TEXTS = {
    t.MERCHANTS: "one point more for each merchant ship",
    t.ENGINEERS: "emergency speed damages the engines on a 1 only",
    t.SUPPLIERS: "+1 to every refuelling and rearming die",
    t.REFIT: "the ship is refitted at once",
    t.GUNNERS: "one die more for German guns",
    t.SURPRISE: "the alert level of later missions begins one lower",
    t.WORKSHOPS: "one repair die more everywhere",
    t.LISTENERS: "+1 to intelligence",
}

# What an order demands besides points and a place, as long as it has not been done: to do, and as a condition
DEMAND_TEXTS = {
    t.SILENCED: ("destroy the defences", "once its defences are destroyed"),
    t.BEATEN: ("beat the patrol", "once a ship of its patrol is sunk or crippled"),
    t.CROSSED: ("cross the equator", "once a ship has been south of the equator"),
}

NAMES: dict[str, str] = {
    **names_of(SPACES, t.GERMAN_SHIPS, t.ALLIED_SHIPS, t.ORDERS),
    **{cargo: name for cargo, (name, _) in CARGO_EFFECTS.items()},
    **DEPARTMENT_NAMES,
    **{kind: f"{name}. {INCIDENT_ACCOUNTS[kind]}" for kind, name in INCIDENT_NAMES.items()},
    t.GERMAN: "German",
    t.ALLIED: "Allied",
    t.NO_CONTACT: "no contact",
    t.DECEIVED: "deceived, the alert rises",
    t.SIGHTING: "a sighting report",
    t.QUIETER: "the hunters look elsewhere",
    t.TRIUMPH: "the hunters look elsewhere, and the captain gains in repute",
    say.RELOADS: "with torpedo reloads",
    say.NO_RELOADS_WANTED: "without",
    say.REPAIR: "repair damage",
    say.REFUEL: "refuel",
    say.REARM: "rearm",
    say.RELOAD: "use the torpedo reloads",
    say.CARGO_ACTION: "change cargo",
    say.DONE: "nothing more",
    say.EMPTY: "nothing",
    say.REEMBARK: "the marines who hold this port: it is Allied again then, and outfitting ends",
    say.AGREE: "agree",
    say.DECLINE: "decline",
    say.LISTEN: "gather intelligence",
    say.KEEP_SILENT: "keep silent",
    say.TOGETHER: "both together",
    say.AFTER_SISTER: "let the sister ship go first",
    say.JOIN: "sail together",
    say.ALONE: "sail alone",
    say.BREAK_OFF: "break off",
    say.FIGHT: "fight",
    say.FIRE: "fire",
    say.MAXIMUM_FIRE: "maximum fire",
    say.LAUNCH: "launch torpedoes",
    say.HOLD_FIRE: "hold fire",
    chart.CONVOY: "attack a convoy (alert +2)",
    chart.TAKE_AS_IT_IS: "take it as it is",
    chart.LUCKY_WAY: "sail on",
    chart.NO_MORE_POINTS: "no more",
    say.BOMBARD: "bombard",
    say.SPARE: "do not bombard",
    say.LAND: "land the marines",
    say.KEEP_ABOARD: "keep them aboard",
    say.STAY: "stay where they are",
    say.OUT_AND_BACK: "out and back",
    say.REPORT: "report success",
    say.STAY_OUT: "stay out for more points",
    say.LAY: "lay mines",
    say.KEEP_MINES: "lay none",
    say.SHIP_COUNTER: "a ship",
    say.QUIET_COUNTER: INCIDENT_NAMES[t.QUIET_SEAS],
    t.FALSE_REPORT: "a false report",
    t.EVASION: "evasive action",
    t.TORPEDO_ATTACK: "a torpedo attack",
    t.BATTERED: "the ship is battered",
    t.DAMAGED_BY_STORM: "the ship is damaged",
    t.NOTHING: "nothing",
    t.SHOT_BEFORE: "shot down before the attack",
    t.SHOT_AFTER: "shot down after the attack",
    t.GETS_THROUGH: "they get through",
    t.SUNK: "sunk",
    t.CRIPPLED: "crippled",
    t.RETREATS: "retreats",
}

PHASE_NAMES = {
    "deployment": "Set-up",
    "fitting_out": "Fitting out",
    "outfitting": "Outfitting",
    "intelligence": "Intelligence",
    "movement": "Movement",
    "battle": "Naval combat",
    "combat_step": "Naval combat",
    "incidents": "Incidents",
    "draw": "Incidents",
    "bombardment": "Shore bombardment",
    "auxiliaries": "Auxiliary cruisers",
    "achievement": "Orders",
    "basing": "Between missions",
    "over": "The cruise is over",
}
