"""What a table agrees on before a game besides the game's own options: pace, reminders, language, rating."""

from __future__ import annotations

from collections.abc import Mapping

from bot.language.words import LANGUAGES, join_names, say
from bot.people.preference_editor import MOST_HOURS, SWITCHES
from bot.people.preferences import OFF
from bot.replies.reply import Refused
from bot.settings.game_settings import PACES, GameSettings
from rules.kernel import Rules
from rules.orders.tokenizer import echoed

NAMES = ("pace", "reminders", "language", "rated", "hints", "animation", "reasons")
SWITCHED = ("rated", "animation", "reasons")
PACE = "pace"
HINTS = ("open", "private", OFF)


def list_values(name: str) -> list[str]:
    """What may be agreed, as people type it."""
    choices: Mapping[str, list[str]] = {
        "pace": list(PACES),
        "reminders": [PACE, OFF, "1", "6", "12", "24", "48"],
        "language": list(LANGUAGES),
        "hints": [*HINTS],
        **{name: ["on", OFF] for name in SWITCHED},
    }
    return choices[name]


def agree(settings: GameSettings, name: str, value: str) -> GameSettings:
    """The settings with one of them set. Raises `Refused`."""
    low = value.strip().casefold()
    if name in SWITCHED and low in SWITCHES:
        return settings.with_(**{name: SWITCHES[low]})
    if name == "reminders" and low.isdecimal() and 1 <= int(low) <= MOST_HOURS:
        return settings.with_(reminders=int(low))
    if low not in list_values(name) or name in SWITCHED:
        why = say("options.may_be", allowed=join_names(list_values(name), "or"))
        raise Refused(say("options.bad_value", name=name, value=echoed(value), why=why))
    return settings.with_(**{name: low})


def list_lines(rules: Rules, settings: GameSettings) -> list[str]:
    """What is agreed, a line each; the names that the game itself uses are the game's."""
    meanings = {
        "pace": say("agreed.pace"),
        "reminders": say("agreed.reminders"),
        "language": say("agreed.language"),
        "rated": say("agreed.rated"),
        "hints": say("agreed.hints"),
        "animation": say("agreed.animation"),
        "reasons": say("agreed.reasons"),
    }
    return [
        say("options.meaning", name=name, value=format_option(settings, name), meaning=meanings[name])
        for name in NAMES
        if name not in rules.Options.model_fields
    ]


def format_option(settings: GameSettings, name: str) -> str:
    """A value as people read it."""
    value = getattr(settings, name)
    if isinstance(value, bool):
        return say("value.on") if value else say("value.off")
    if name == "pace":
        return describe_pace(value)
    if name == "language":
        return LANGUAGES[value]
    if name == "hints":
        return {"open": say("hints.open"), "private": say("hints.private"), OFF: say("value.off")}[value]
    return say("agreed.as_pace") if value == PACE else str(value)


def describe_pace(value: str) -> str:
    """A pace in words."""
    names = {
        "none": say("pace.none"),
        "live": say("pace.live"),
        "daily": say("pace.daily"),
        "3-days": say("pace.three"),
        "weekly": say("pace.weekly"),
    }
    return names[value]
