"""Set and describe the settings of a table, and list them with the options of its game.

To players, the options are settings too. `bot.settings.options` says why the code separates the two.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.language.words import LANGUAGES, join_names, read_language, say
from bot.people.preference_editor import MOST_HOURS, SWITCHES
from bot.people.preferences import OFF
from bot.people.setting_names import name_setting
from bot.replies.reply import Refused
from bot.settings.clocks import AWAY, BOTH, NEITHER, QUIET, STOPS, renew_clocks
from bot.settings.game_settings import (
    AFTER_END,
    PACES,
    SHOWN,
    WITH_NAMES,
    WITHOUT_NAMES,
    GameSettings,
    Uncounted,
    find_uncounted,
)
from bot.settings.options import SEATS, describe_option, find_words, format_option, list_option_values
from db.records import Status, StoredGame
from rules.kernel import Rules
from rules.orders.tokenizer import echo
from rules.words import mark_text

TALK, LANGUAGE = "talk", "language"
SETTINGS = (
    "pace",
    "stops",
    "reminders",
    "start",
    LANGUAGE,
    "rated",
    "hints",
    "animation",
    "reasons",
    "web",
    "show",
    TALK,
)
SWITCHED = ("rated", "animation", "reasons", TALK)
PACE = "pace"
STOP = "stops"  # the setting that says what stops a clock
REMINDERS = "reminders"
RATED = "rated"
HINTS = ("open", "private", OFF)
START = "start"
STARTS = ("5", "15", "60", "720")  # minutes from a full table until its start
WEB, SHOW = "web", "show"
NAME = "name"  # the table's name; it is no setting, and is stored outside the settings
NEW_ADDRESS = "new-address"  # a value of `web` that changes the page's address, and is not stored itself


def list_values(rules: Rules) -> dict[str, list[str]]:
    """Return the names of a game's options and settings, each with its possible values."""
    own = {name: list_option_values(rules.Options, name) for name in rules.Options.model_fields}
    return {NAME: []} | own | {name: _list_setting_values(name) for name in SETTINGS if name not in own}


def is_setting(rules: Rules, name: str) -> bool:
    """Return whether a name is a setting of the table and not an option of the rules."""
    return name in SETTINGS and name not in rules.Options.model_fields


def name_option(rules: Rules, name: str) -> str:
    """Return the name of a setting in the reader's language. Options of the rules have English names."""
    return name if name in rules.Options.model_fields else name_setting(name)


def is_table_name(rules: Rules, name: str) -> bool:
    """Return whether an option's name means the name of the table."""
    return name == NAME and name not in rules.Options.model_fields


def list_settings(rules: Rules, stored: StoredGame, table: str) -> list[str]:
    """Return a line for the table's name, and a line for each option and setting with value and meaning."""
    now = rules.Options.model_validate_json(stored.options)
    meanings = {
        name: mark_text(field.description or "").read(rules.name)
        for name, field in rules.Options.model_fields.items()
    }
    own = [
        say("options.meaning", name=name, value=format_option(getattr(now, name)), meaning=meanings[name])
        if field.description
        else say("options.line", name=name, value=format_option(getattr(now, name)))
        for name, field in rules.Options.model_fields.items()
    ]
    named = say("options.meaning", name=name_option(rules, NAME), value=table, meaning=say("table_name"))
    return [named, *own, *_list_agreed(rules, stored)]


def list_changed_settings(rules: Rules, stored: StoredGame, table: str) -> list[str]:
    """Return a line for the table's name, and a line for each option and setting that is not at its default.

    The last line names all other options and settings, and always `language`.
    """
    own, agreed = _list_changed(rules, stored)
    if find_bar(rules, stored) and RATED not in rules.Options.model_fields:
        agreed = [name for name in SETTINGS if name in agreed or name == RATED]
    values = {NAME: table} | {name: format_option(value) for name, value in own.items()}
    values |= {name: format_setting(rules, stored, name) for name in agreed}
    lines = [
        say("options.line", name=name_option(rules, name), value=value) for name, value in values.items()
    ]
    usual = [f"`{name_option(rules, name)}`" for name in list_values(rules) if name not in values]
    return [*lines, say("options.usual", names=join_names(usual))] if usual else lines


def find_bar(rules: Rules, stored: StoredGame) -> Uncounted | None:
    """Return why a game can't be rated although `rated` is on; None if it can be, or if `rated` is off.

    Other people may still take the empty seats of a table in its lobby.
    """
    why = find_uncounted(rules, stored) if GameSettings.of(stored).rated else None
    people = [seat.user_id for seat in stored.seats]
    seats = rules.seats(rules.Options.model_validate_json(stored.options))
    waiting = stored.status is Status.LOBBY and len({*people}) == len(people) < len(seats)
    return None if why is Uncounted.ALONE and waiting else why


def describe_bar(bar: Uncounted) -> str:
    """Return the value of `rated` in a game that can't be rated: "off", with the reason."""
    reasons = {
        Uncounted.BOT: say("rated.bot"),
        Uncounted.ALONE: say("rated.alone"),
        Uncounted.CARETAKER: say("rated.caretaker"),
        Uncounted.SET_BY_HAND: say("rated.set_by_hand"),
        Uncounted.HINTED: say("rated.hinted"),
    }
    return reasons.get(bar, say("value.off"))


def _list_changed(rules: Rules, stored: StoredGame) -> tuple[dict[str, object], list[str]]:
    """Return the changed options of the rules, with values, and the names of the changed settings."""
    now, settings = rules.Options.model_validate_json(stored.options), GameSettings.of(stored)
    usual, fields = rules.Options(), rules.Options.model_fields
    common = GameSettings.for_new_table(language=settings.language)  # the language never counts as changed
    own = {name: value for name in fields if (value := getattr(now, name)) != getattr(usual, name)}
    agreed = [name for name in SETTINGS if name not in fields]
    return own, [name for name in agreed if getattr(settings, name) != getattr(common, name)]


def format_changed_settings(rules: Rules, stored: StoredGame) -> str:
    """Return sentences that tell the options and settings that are not at their defaults; "" if all are.

    Also tell a default for which the game has words, such as how the sides are decided. Leave out the number
    of seats, because the card lists the seats.
    """
    changed, agreed = _list_changed(rules, stored)
    now = rules.Options.model_validate_json(stored.options)
    values = {name: getattr(now, name) for name in rules.Options.model_fields}
    own = {name: each for name, each in values.items() if name in changed or find_words(rules, name, each)}
    told = [describe_option(rules, name, value) for name, value in own.items() if name != SEATS]
    told += [_describe_setting(rules, stored, name) for name in agreed]
    if not told:
        return ""
    # Some are whole clauses, such as "a die decides", so that a list with "and" would be misread.
    return say("card.options", options=". ".join(f"{each[:1].upper()}{each[1:]}" for each in told))


def _describe_setting(rules: Rules, stored: StoredGame, name: str) -> str:
    """Return the value of a setting in a few words that are clear without the setting's name."""
    settings = GameSettings.of(stored)
    value = getattr(settings, name)
    if name == "pace":
        return {
            "none": say("setting.no_pace"),
            "live": say("setting.live"),
            "daily": say("setting.daily"),
            "3-days": say("setting.three"),
            "weekly": say("setting.weekly"),
        }.get(value, describe_pace(value))
    if name == "stops":
        return say("setting.stops", what=format_setting(rules, stored, name))
    if name == "reminders" and isinstance(value, int):
        return say("setting.reminders", n=value)
    if name == START and isinstance(value, int) and value:
        return say("setting.start", n=value)
    if (name, value) == ("hints", "open") and settings.rated and not find_bar(rules, stored):
        return say("setting.open_unless_rated")
    words = {
        (START, 0): say("setting.start_at_once"),
        ("reminders", OFF): say("setting.no_reminders"),
        (START, OFF): say("setting.no_start"),
        ("rated", False): say("setting.not_rated"),
        ("hints", "open"): say("setting.open_hints"),
        ("hints", OFF): say("setting.no_hints"),
        ("animation", False): say("setting.still"),
        ("reasons", False): say("setting.no_reasons"),
        ("web", OFF): say("setting.no_web"),
        ("web", WITH_NAMES): say("setting.web_names"),
        (SHOW, OFF): say("setting.no_show"),
        (SHOW, AFTER_END): say("setting.show_after"),
        (TALK, True): say("setting.talk"),
    }
    return words.get((name, value), say("card.option", name=name, value=format_setting(rules, stored, name)))


def set_setting(settings: GameSettings, name: str, value: str) -> GameSettings:
    """Return the settings with one value set. A new pace gives the seats their full time.

    Raises `Refused`.
    """
    low = value.strip().casefold()
    if name in SWITCHED and low in SWITCHES:
        settings = settings.with_(rated_chosen=settings.rated_chosen or name == "rated")
        return settings.with_(**{name: SWITCHES[low]})
    if name == LANGUAGE and (language := read_language(value)):
        return settings.with_(language=language)
    if name == "reminders" and low.isdecimal() and 1 <= int(low) <= MOST_HOURS:
        return settings.with_(reminders=int(low))
    if name == START and low in STARTS:
        return settings.with_(start=int(low))
    if name == WEB and low == NEW_ADDRESS and settings.web != OFF:
        return settings.with_new_page()
    if name == WEB and low in (OFF, WITHOUT_NAMES, WITH_NAMES):
        return settings.on_web(low)
    if name == WEB and low == NEW_ADDRESS:
        raise Refused(say("web.no_address"))
    if low not in _list_setting_values(name) or name in SWITCHED:
        why = say("options.may_be", allowed=join_names(_list_setting_values(name), "or"))
        raise Refused(say("options.bad_value", name=name, value=echo(value), why=why))
    settings = settings.with_(**{name: low})
    return renew_clocks(settings, *settings.clocks) if name == "pace" else settings


def format_setting(rules: Rules, stored: StoredGame, name: str) -> str:
    """Return the value of a setting in words. For `rated`, tell what holds, and why."""
    settings, bar = GameSettings.of(stored), find_bar(rules, stored)
    value = getattr(settings, name)
    if name == RATED and bar:
        return describe_bar(bar)
    if name == RATED and not value and settings.newcomers:
        return say("rated.newcomers")
    if isinstance(value, bool):
        return say("value.on") if value else say("value.off")
    if name == "pace":
        return describe_pace(value)
    if name == START:
        if value == OFF:
            return say("value.off")
        return say("start.after", n=value) if value else say("start.at_once")
    if name == "stops":
        return {
            AWAY: say("stops.away"),
            QUIET: say("stops.quiet"),
            BOTH: say("stops.both"),
            NEITHER: say("stops.off"),
        }[value]
    if name == LANGUAGE:
        return LANGUAGES[value]
    if name == WEB:
        return {OFF: say("value.off"), WITHOUT_NAMES: say("web.nameless"), WITH_NAMES: say("web.named")}[
            value
        ]
    if name == SHOW:
        return {OFF: say("value.off"), AFTER_END: say("show.after_end"), SHOWN: say("value.on")}[value]
    if name == "hints":
        told = {"open": say("hints.open"), "private": say("hints.private"), OFF: say("value.off")}[value]
        return say("hints.unless_rated", value=told) if settings.rated and not bar and value != OFF else told
    return say("agreed.as_pace") if value == PACE else str(value)


def describe_pace(value: str) -> str:
    """Return a pace in words."""
    names = {
        "none": say("pace.none"),
        "live": say("pace.live"),
        "daily": say("pace.daily"),
        "3-days": say("pace.three"),
        "weekly": say("pace.weekly"),
        "24h+4h": say("pace.bank", first=24, more=4, most=72),
        "72h+12h": say("pace.bank", first=72, more=12, most=120),
        "72h+36h": say("pace.bank", first=72, more=36, most=240),
    }
    return names[value]


def _list_setting_values(name: str) -> list[str]:
    """Return the values of a setting, as people type them."""
    choices: Mapping[str, list[str]] = {
        "pace": list(PACES),
        "stops": list(STOPS),
        "reminders": [PACE, OFF, "1", "6", "12", "24", "48"],
        START: [OFF, *STARTS],
        LANGUAGE: list(LANGUAGES.values()),
        "hints": [*HINTS],
        WEB: [OFF, WITHOUT_NAMES, WITH_NAMES, NEW_ADDRESS],
        SHOW: [OFF, AFTER_END, SHOWN],
        **{name: ["on", OFF] for name in SWITCHED},
    }
    return choices[name]


def _list_agreed(rules: Rules, stored: StoredGame) -> list[str]:
    """Return a line for each setting. Leave out a setting if the rules have an option of the same name."""
    meanings = {
        "pace": say("agreed.pace"),
        "stops": say("agreed.stops"),
        "reminders": say("agreed.reminders"),
        START: say("agreed.start"),
        "language": say("agreed.language"),
        "rated": say("agreed.rated"),
        "hints": say("agreed.hints"),
        "animation": say("agreed.animation"),
        "reasons": say("agreed.reasons"),
        WEB: say("agreed.web"),
        SHOW: say("agreed.show"),
        TALK: say("agreed.talk"),
    }
    return [
        say(
            "options.meaning",
            name=name_setting(name),
            value=format_setting(rules, stored, name),
            meaning=meanings[name],
        )
        for name in SETTINGS
        if name not in rules.Options.model_fields
    ]
