"""The engine: table, match, dice, odds, saves, rule books and the vocabulary of views. It knows no game."""

from flagplot.engine.charts import Chart
from flagplot.engine.dice import Rolled
from flagplot.engine.game import Game, RuleOption, Seat, rule_option
from flagplot.engine.match import Decision, Match, Refusal
from flagplot.engine.odds import Odds
from flagplot.engine.state import Result, State
from flagplot.engine.table import Policy, Table
from flagplot.engine.words import About, Ask, Bar, Event, Modifier, Option, Roll

__all__ = [
    "About",
    "Ask",
    "Bar",
    "Chart",
    "Decision",
    "Event",
    "Game",
    "Match",
    "Modifier",
    "Odds",
    "Option",
    "Policy",
    "Refusal",
    "Result",
    "Roll",
    "Rolled",
    "RuleOption",
    "Seat",
    "State",
    "Table",
    "rule_option",
]
