"""The words of Skeleton: what is asked, thrown, told and refused, each with its clause."""

from flagplot.engine import Ask, Bar, Event, Roll

SAIL = Ask(
    "sail",
    "Where does the convoy sail?",
    "SK-SEA-01",
    log="The convoy sails to {choice}.",
    topic="Where the convoy sails",
    first="Click on a sea area or a port that a line joins to the convoy.",
)
GUARD = Ask(
    "guard",
    "Where does an escort go? ({left} to place)",
    "SK-SEA-02",
    log="An escort guards {choice}.",
    row="guard",
    topic="Where an escort goes",
    answers=("the_van", "the_rear"),
    first="Choose the van or the rear from the list.",
)

QUARTER = Roll("quarter", "From where the wolves come", "SK-SEA-03")
ATTACK = Roll("attack", "The wolves attack {quarter} in {area}", "SK-SEA-03")

BEATEN_OFF = Event("beaten_off", "The attack is beaten off.", "SK-SEA-03", outcome="beaten off")
SUNK = Event("sunk", "{ships:ship} sunk.", "SK-SEA-03", outcome="{ships:ship} sunk")
ARRIVED = Event("arrived", "Enough ships have arrived.", "SK-END-01")
SCATTERED = Event("scattered", "Too few ships have arrived.", "SK-END-01")

NOT_JOINED = Bar("No line leads from {here} to {there}.", "SK-SEA-01")
ALREADY_THERE = Bar("The convoy is in {here} already.", "SK-SEA-01")
