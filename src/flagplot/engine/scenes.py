"""How a line of the log that matters is shown: on a card, among the best and worst moments, as a loss."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from flagplot.engine.words import About, Phrasebook

# What a page draws on the card; an unknown word looks like the sea.
Picture = Literal[
    "sea",
    "aircraft",
    "battle",
    "breakdown",
    "convoy",
    "fire",
    "harbour",
    "hunt",
    "merchant",
    "mine",
    "night",
    "periscope",
    "rescue",
    "signal",
    "sinking",
    "storm",
    "torpedo",
]


@dataclass(frozen=True, slots=True)
class Scene:
    """What a line means to the players; its texts are templates for what the line is about.

    A scene that opens a card is followed by the dice and the outcome that belong to it. `weight` says how much it
    matters: with 3 it always has a card, with 2 and 1 only when there was none for a while, with 0 never.
    """

    picture: Picture
    title: str
    label: str = ""  # on the picture, in a few words: "Incident 1 of 2"
    text: str = ""  # what the dice decide
    outcome: str = ""  # in a few words, the largest on the card; empty where the scene only opens
    means: str = ""  # what follows from it
    at: tuple[str, ...] = ()  # ids of the place or piece where it happens
    good_for: str = ""  # a side; empty: good or bad for none
    weight: int = 1
    opens: bool = False
    swing: str = ""  # what was won or lost, in a word or two: "-1 U-boat"
    worth: int = 0  # to compare moments of one game with each other
    lost: str = ""  # who or what was lost, by name
    figure: str = ""  # a kind of piece: the silhouette of what was lost
    side: str = ""  # whose it was
    how: str = ""  # by whom or by what it was lost


# A scene, or how it follows from what a line is about; None where such a line does not matter.
SceneOf = Scene | Callable[[About], Scene | None]
Scenes = Mapping[str, SceneOf]  # by the keys of events and rolls

TEXTS = ("title", "label", "text", "outcome", "means", "swing", "lost", "how")


def scene_of(scenes: Scenes, key: str, about: About, phrases: Phrasebook) -> Scene | None:
    """The scene of a line with its texts filled in; None where the line is like any other."""
    found = scenes.get(key)
    scene = found(about) if callable(found) else found
    if scene is None:
        return None
    texts: dict[str, Any] = {name: phrases.fill(getattr(scene, name), about) for name in TEXTS}
    return replace(scene, **texts)
