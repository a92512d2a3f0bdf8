"""How the things of The Cruise of the Graf Spee are called, and in a few words what they do."""

from __future__ import annotations

from flagplot.games.graf_spee.spaces import SPACES
from flagplot.games.graf_spee.tables import (
    AIR_PATROL,
    ALLIED,
    ALLIED_BOMBER,
    ALLIED_CONVOY,
    ALLIED_SHIPS,
    ALLIED_SUB,
    AMMO,
    ANTI_AIRCRAFT,
    AUX_REPORTED,
    BAD_LUCK,
    BATTERED,
    BEATEN,
    CRIPPLED,
    CROSSED,
    DAMAGE_CONTROL,
    DAMAGED_BY_STORM,
    DECEIVED,
    DECODERS,
    DUMMY_FUNNELS,
    ENGINE_BREAKDOWN,
    ENGINEERS,
    ENGINES,
    ENIGMA,
    EVASION,
    FALSE_REPORT,
    FLOAT_PLANE,
    FRIENDLY_SHIP,
    GERMAN,
    GERMAN_SHIPS,
    GETS_THROUGH,
    GOOD_LUCK,
    GUNNERS,
    HULL,
    INCIDENTS,
    INTEL_BERLIN,
    LEADERSHIP,
    LIMITED_VISIBILITY,
    LISTENERS,
    MARINE_KOMPANIE,
    MERCHANT,
    MERCHANT_CAPTURED,
    MERCHANTS,
    MINES_SIGHTED,
    MORALE,
    NO_CONTACT,
    NOTHING,
    OIL,
    ORDERS,
    PRIMARY,
    PRIZE_CREW,
    QUIET_SEAS,
    QUIETER,
    RADAR,
    RANGE_FINDER,
    REFIT,
    RESERVE_CREW,
    RETREATS,
    RN_FLOTILLA,
    RN_INTEL_CONFLICT,
    RN_PURSUIT,
    SECONDARY,
    SHOT_AFTER,
    SHOT_BEFORE,
    SIGHTING,
    SILENCED,
    STORMY,
    SUNK,
    SUPPLIERS,
    SURPRISE,
    SWORDFISH,
    TERTIARY,
    TORPEDO,
    TORPEDO_ATTACK,
    TRIUMPH,
    WORKSHOPS,
)
from flagplot.games.graf_spee.words import (
    AFTER_SISTER,
    AGREE,
    ALONE,
    BOMBARD,
    BREAK_OFF,
    CARGO_ACTION,
    CONVOY,
    DECLINE,
    DONE,
    EMPTY,
    FIGHT,
    FIRE,
    HOLD_FIRE,
    JOIN,
    KEEP_ABOARD,
    KEEP_MINES,
    KEEP_SILENT,
    LAND,
    LAUNCH,
    LAY,
    LISTEN,
    LUCKY_WAY,
    MAXIMUM_FIRE,
    NO_MORE_POINTS,
    NO_RELOADS_WANTED,
    OUT_AND_BACK,
    QUIET_COUNTER,
    REARM,
    REEMBARK,
    REFUEL,
    RELOAD,
    RELOADS,
    REPAIR,
    REPORT,
    SHIP_COUNTER,
    SPARE,
    STAY,
    STAY_OUT,
    TAKE_AS_IT_IS,
    TOGETHER,
)

CARGO_EFFECTS = {
    ANTI_AIRCRAFT: ("anti-aircraft guns", "Keeps off bombers and Swordfish; by option shoots down carrier aircraft."),
    DAMAGE_CONTROL: ("damage control", "One repair die more."),
    DECODERS: ("decoders", "Contact +1; without them intelligence -1."),
    DUMMY_FUNNELS: ("dummy funnels", "Contact +1."),
    ENIGMA: ("Enigma cipher", "Without it intelligence -1."),
    FLOAT_PLANE: ("float plane", "Contact +1; without it intelligence -1."),
    MARINE_KOMPANIE: ("Marine Kompanie", "May occupy an Allied port whose defences are destroyed."),
    PRIZE_CREW: ("prize crew", "Doubles the points of captured merchantmen."),
    RADAR: ("radar", "Contact +1; without it intelligence -1."),
    RANGE_FINDER: ("range finder", "One die more for the guns."),
    RESERVE_CREW: ("reserve crew", "One repair die more, one die more for the guns."),
}
DEPARTMENT_NAMES = {
    LEADERSHIP: "leadership",
    PRIMARY: "primary guns",
    SECONDARY: "secondary guns",
    TERTIARY: "tertiary guns",
    TORPEDO: "torpedo mounts",
    ENGINES: "engines",
    HULL: "hull",
    AMMO: "ammunition",
    OIL: "oil",
}
INCIDENT_NAMES = {
    AIR_PATROL: "air patrol reports position",
    ALLIED_BOMBER: "Allied bomber attack",
    ALLIED_CONVOY: "Allied convoy sighted",
    MERCHANT_CAPTURED: "Allied merchantman captured",
    ALLIED_SUB: "Allied submarine attack",
    AUX_REPORTED: "auxiliary cruiser reported",
    BAD_LUCK: "bad luck",
    SWORDFISH: "carrier launches Swordfish",
    ENGINE_BREAKDOWN: "engine breakdown",
    FRIENDLY_SHIP: "friendly ship sighted",
    GOOD_LUCK: "good luck",
    INTEL_BERLIN: "intel from Berlin",
    LIMITED_VISIBILITY: "limited visibility",
    MERCHANT: "merchant ship sighted",
    MINES_SIGHTED: "mines sighted",
    MORALE: "morale check",
    QUIET_SEAS: "Quiet Seas",
    RN_FLOTILLA: "Royal Navy flotilla sighted",
    RN_INTEL_CONFLICT: "Royal Navy intel conflicts",
    RN_PURSUIT: "Royal Navy orders pursuit",
    STORMY: "stormy seas",
}
# What a marker brings, as the ship's log would have it, and what it means by rule
INCIDENT_ACCOUNTS = {
    AIR_PATROL: (
        "A flying boat circles out of range and wirelesses where you are. "
        "In a patrol zone, an Allied port or a base the alert rises by 1; elsewhere nobody is near enough to care."
    ),
    ALLIED_BOMBER: (
        "Engines drone above the clouds. "
        "Next to an Allied port or base bombers attack each ship, hitting on 4 to 6; anti-aircraft guns keep them off."
    ),
    ALLIED_CONVOY: (
        "Smoke along the whole horizon: a convoy, and no escort to be seen. "
        "Three dice of victory points, and more for the ships that you sink or capture."
    ),
    MERCHANT_CAPTURED: (
        "A shot across the bows, and the freighter stops her engines. "
        "Her bunkers are worth 1 oil, her cargo a die of victory points, which a prize crew doubles."
    ),
    ALLIED_SUB: (
        "A periscope on the port bow! "
        "A die: 1 or 2 she is gone, 3 or 4 each ship burns 1 oil to shake her off, 5 or 6 a torpedo strikes."
    ),
    AUX_REPORTED: (
        "The Admiralty has had word of a merchantman who is none. "
        "A die for each auxiliary cruiser: on a 6 she is found and lost, and a die of victory points with her."
    ),
    BAD_LUCK: "A fire below decks, soon out, but not soon enough. The Graf Spee loses one cargo of your choice.",
    SWORDFISH: (
        "Biplanes come in low over the water with torpedoes under them. "
        "Next to an Allied port or base a die of 4 to 6 is a hit; anti-aircraft guns keep them off."
    ),
    ENGINE_BREAKDOWN: "The diesels knock and smoke. A die for each ship here: on a 6 her engines lose 1.",
    FRIENDLY_SHIP: (
        "Recognition signals are exchanged, then hoses, crates and newspapers from home. "
        "A die of points for each ship here, to raise what you like."
    ),
    GOOD_LUCK: (
        "Fair weather, and sea room on every side. "
        "You may sail one or two spaces more, or go for a convoy, which raises the alert by 2."
    ),
    INTEL_BERLIN: (
        "Berlin has read the enemy's signals. "
        "You may slip away from him, alert -1, or use them to find a convoy, alert +2."
    ),
    LIMITED_VISIBILITY: (
        "Haze and rain close in. No primary guns fire here today; "
        "or you use the murk to close with a convoy, which raises the alert by 2."
    ),
    MERCHANT: "A lone tramp steamer, far from help, is stopped and sunk. A die of victory points.",
    MINES_SIGHTED: "The lookout reports floating mines. In an Allied port or base a die of 5 or 6 strikes one.",
    MORALE: (
        "Weeks at sea, and the mess decks talk. With a damaged hull and no warship sunk you lose a die of victory "
        "points; with one sunk and a sound hull you gain a die."
    ),
    QUIET_SEAS: (
        "Not a mast in sight but a straggler or two, and the hunters lose your track. "
        "Alert -1, and half a die of victory points."
    ),
    RN_FLOTILLA: (
        "Mastheads of warships, closing fast. "
        "All ships of the nearest patrol zone come, and contact is rolled; two zones equally near throw for it."
    ),
    RN_INTEL_CONFLICT: "Two sightings a thousand miles apart: the Admiralty believes neither. Alert -2.",
    RN_PURSUIT: "London has drawn its circles on the chart, and you are inside them. Alert +1.",
    STORMY: (
        "Green seas over the forecastle: no flotilla fights here today. "
        "A die: 1 or 2 she rides it out, 3 to 5 the sea takes one cargo of your choice, 6 she is damaged."
    ),
}
INCIDENT_RULES = {kind: f"GS-MRK-{number:02}" for number, kind in enumerate(INCIDENTS, 1)}
BONUS_TEXTS = {
    MERCHANTS: "one point more for each merchant ship",
    ENGINEERS: "emergency speed damages the engines on a 1 only",
    SUPPLIERS: "+1 to every refuelling and rearming die",
    REFIT: "the ship is refitted at once",
    GUNNERS: "one die more for German guns",
    SURPRISE: "the alert level of later missions begins one lower",
    WORKSHOPS: "one repair die more everywhere",
    LISTENERS: "+1 to intelligence",
}

# What an order demands besides points and a place, as long as it has not been done: to do, and as a condition
DEMAND_TEXTS = {
    SILENCED: ("destroy the defences", "once its defences are destroyed"),
    BEATEN: ("beat the patrol", "once a ship of its patrol is sunk or crippled"),
    CROSSED: ("cross the equator", "once a ship has been south of the equator"),
}

NAMES: dict[str, str] = {
    **{key: place.name for key, place in SPACES.items()},
    **{key: ship.name for key, ship in GERMAN_SHIPS.items()},
    **{key: ship.name for key, ship in ALLIED_SHIPS.items()},
    **{key: order.name for key, order in ORDERS.items()},
    **{cargo: name for cargo, (name, _) in CARGO_EFFECTS.items()},
    **DEPARTMENT_NAMES,
    **{kind: f"{name}. {INCIDENT_ACCOUNTS[kind]}" for kind, name in INCIDENT_NAMES.items()},
    GERMAN: "German",
    ALLIED: "Allied",
    NO_CONTACT: "no contact",
    DECEIVED: "deceived, the alert rises",
    SIGHTING: "a sighting report",
    QUIETER: "the hunters look elsewhere",
    TRIUMPH: "the hunters look elsewhere, and the captain gains in repute",
    RELOADS: "with torpedo reloads",
    NO_RELOADS_WANTED: "without",
    REPAIR: "repair damage",
    REFUEL: "refuel",
    REARM: "rearm",
    RELOAD: "use the torpedo reloads",
    CARGO_ACTION: "change cargo",
    DONE: "nothing more",
    EMPTY: "nothing",
    REEMBARK: "the marines who hold this port: it is Allied again then, and outfitting ends",
    AGREE: "agree",
    DECLINE: "decline",
    LISTEN: "gather intelligence",
    KEEP_SILENT: "keep silent",
    TOGETHER: "both together",
    AFTER_SISTER: "let the sister ship go first",
    JOIN: "sail together",
    ALONE: "sail alone",
    BREAK_OFF: "break off",
    FIGHT: "fight",
    FIRE: "fire",
    MAXIMUM_FIRE: "maximum fire",
    LAUNCH: "launch torpedoes",
    HOLD_FIRE: "hold fire",
    CONVOY: "attack a convoy (alert +2)",
    TAKE_AS_IT_IS: "take it as it is",
    LUCKY_WAY: "sail on",
    NO_MORE_POINTS: "no more",
    BOMBARD: "bombard",
    SPARE: "do not bombard",
    LAND: "land the marines",
    KEEP_ABOARD: "keep them aboard",
    STAY: "stay where they are",
    OUT_AND_BACK: "out and back",
    REPORT: "report success",
    STAY_OUT: "stay out for more points",
    LAY: "lay mines",
    KEEP_MINES: "lay none",
    SHIP_COUNTER: "a ship",
    QUIET_COUNTER: INCIDENT_NAMES[QUIET_SEAS],
    FALSE_REPORT: "a false report",
    EVASION: "evasive action",
    TORPEDO_ATTACK: "a torpedo attack",
    BATTERED: "the ship is battered",
    DAMAGED_BY_STORM: "the ship is damaged",
    NOTHING: "nothing",
    SHOT_BEFORE: "shot down before the attack",
    SHOT_AFTER: "shot down after the attack",
    GETS_THROUGH: "they get through",
    SUNK: "sunk",
    CRIPPLED: "crippled",
    RETREATS: "retreats",
}

PHASE_NAMES = {
    "deployment": "Set-up",
    "fitting_out": "Fitting out",
    "outfitting": "Outfitting",
    "intelligence": "Intelligence",
    "grouping": "Movement",
    "sailing": "Movement",
    "battle": "Naval combat",
    "incidents": "Incidents",
    "bombardment": "Shore bombardment",
    "auxiliaries": "Auxiliary cruisers",
    "achievement": "Orders",
    "basing": "Between missions",
    "over": "The cruise is over",
}
