"""The engine: table, match, dice, odds, saves, rule books and the vocabulary of views. It knows no game."""

from flagplot.engine.advice import Advice, Captain, Hint, captain_from, tempers_from
from flagplot.engine.appraisal import Appraisal, fitted
from flagplot.engine.charts import Chart
from flagplot.engine.decision import Decision, Refusal
from flagplot.engine.dice import Rolled
from flagplot.engine.frames import Next, call, go_to
from flagplot.engine.game import Game, Occasion, RuleOption, Scenario, Seat, rule_option
from flagplot.engine.later import loaded_from
from flagplot.engine.match import Match
from flagplot.engine.observation import Observation
from flagplot.engine.odds import Odds
from flagplot.engine.state import Result, State
from flagplot.engine.table import Policy, Table
from flagplot.engine.whereabouts import Sought, Unseen, Whereabouts
from flagplot.engine.words import About, Ask, Bar, Event, Modifier, Option, Roll, asks_in

__all__ = [
    "About",
    "Advice",
    "Appraisal",
    "Ask",
    "Bar",
    "Captain",
    "Chart",
    "Decision",
    "Event",
    "Game",
    "Hint",
    "Match",
    "Modifier",
    "Next",
    "Observation",
    "Occasion",
    "Odds",
    "Option",
    "Policy",
    "Refusal",
    "Result",
    "Roll",
    "Rolled",
    "RuleOption",
    "Scenario",
    "Seat",
    "Sought",
    "State",
    "Table",
    "Unseen",
    "Whereabouts",
    "asks_in",
    "call",
    "captain_from",
    "fitted",
    "go_to",
    "loaded_from",
    "rule_option",
    "tempers_from",
]
