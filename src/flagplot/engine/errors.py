"""What can go wrong for a user of the engine, each with one clear sentence."""


class FlagplotError(Exception):
    """The base of every error that a caller may want to catch."""


class UnknownGame(FlagplotError):
    """There is no game, scenario or player of that name."""


class BadOption(FlagplotError):
    """An optional rule was given an unknown name or a value it cannot take."""


class IllegalChoice(FlagplotError):
    """A choice that the present decision does not offer, or that is not this seat's to make."""


class NothingToUndo(FlagplotError):
    """The last choice is beyond recall."""


class DiceError(FlagplotError):
    """Scripted dice ran out, or show a face that the roll cannot have."""


class PositionError(FlagplotError):
    """A position set up by hand breaks the rules; the message names each defect."""


class SaveError(FlagplotError):
    """A save cannot be read; nothing of it was loaded."""


class TooOld(SaveError):
    """A save of a running game by rules that are not played any more, and whose positions mean nothing now."""


class OtherFigures(SaveError):
    """A save was made with other figures than those in force."""


class DataError(FlagplotError):
    """A figure in a game's data files, or in an owner's over them, is not what it should be."""


class RulesError(FlagplotError):
    """A defect in a rules module: it offered nothing, or did not repeat itself when run again."""
