"""Load, set and describe people's preferences (`/prefs`). The store has a JSON text for each person."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, time
from typing import NoReturn
from zoneinfo import available_timezones

from bot.language.words import LANGUAGES, join_names, read_language, say, speak
from bot.people.caller import Caller
from bot.people.preferences import DEFAULT, OFF, TABLE, Preferences
from bot.people.setting_names import name_setting, read_setting_name
from bot.replies.reply import Refused, Reply
from db.store import Store
from rules.orders.tokenizer import echo

SWITCHES: Mapping[str, bool] = {"on": True, "yes": True, "oui": True, OFF: False, "no": False, "non": False}
MOST_HOURS = 720  # the most hours between two reminders
_TIME = re.compile(r"(\d\d?)(?:[:.h](\d\d)?)?\s*([ap]m)?")


NAMES = (
    "language",
    "pings",
    "news",
    "zone",
    "quiet",
    "reminders",
    "size",
    "palette",
    "animation",
    "preview",
    "forced",
    "rated",
    "help",
)


class PreferenceStore:
    """People's preferences. They are loaded when first needed, and kept in memory until `forget`."""

    def __init__(self, store: Store, sizes: tuple[str, ...] = (), palettes: tuple[str, ...] = ()) -> None:
        self.store, self.sizes, self.palettes = store, sizes, palettes
        self._known: dict[int, Preferences] = {}

    async def load(self, user_id: int) -> Preferences:
        """Return the preferences of a person."""
        if (known := self._known.get(user_id)) is None:
            user = await self.store.find_user(user_id)
            known = Preferences() if user is None else Preferences.model_validate_json(user.preferences)
            self._known[user_id] = known
        return known

    async def filter_reachable(self, users: Sequence[int], now: datetime) -> tuple[int, ...]:
        """Return the users who accept pings, are not away, and have no quiet hours at `now`."""
        preferences = {user: await self.load(user) for user in users}
        return tuple(
            user
            for user in users
            if preferences[user].pings
            and not preferences[user].find_quiet_end(now)
            and not preferences[user].is_away(now)
        )

    async def filter_wanting_news(self, users: Sequence[int], now: datetime) -> tuple[int, ...]:
        """Return the users who accept pings now and want pings for news, such as the end of their game."""
        return tuple(
            [user for user in await self.filter_reachable(users, now) if (await self.load(user)).news]
        )

    def forget(self, user_id: int) -> None:
        """Drop a person's preferences from memory, because another process has changed them."""
        self._known.pop(user_id, None)

    def load_known(self, user_id: int) -> Preferences | None:
        """Return the preferences of a person if they are in memory, else None."""
        return self._known.get(user_id)

    async def save(self, caller: Caller, preferences: Preferences) -> None:
        """Save the caller's preferences."""
        await self.store.see_user(caller.user_id, caller.name)
        await self.store.set_preferences(caller.user_id, preferences.model_dump_json(exclude_unset=True))
        self._known[caller.user_id] = preferences

    async def set(self, caller: Caller, name: str, value: str) -> Reply:
        """Set one preference. The reply is already in a newly set language. Raises `Refused`."""
        now, name = await self.load(caller.user_id), read_preference_name(name)
        found = self.read(name, value.strip())
        await self.save(caller, now.model_copy(update={name: found}))
        if name == "language":
            speak(str(found))
        return Reply(say("prefs.set", name=name_setting(name), value=format_preference(name, found)))

    def list_values(self, name: str) -> list[str]:
        """Return the values that people can type for a preference; examples for `reminders` and `quiet`."""
        match name:
            case "language":
                return list(LANGUAGES.values())
            case "pings" | "news" | "animation" | "preview" | "forced" | "rated" | "help":
                return ["on", OFF]
            case "reminders":
                return [TABLE, OFF, "6", "12", "24", "48"]
            case "quiet":
                return [OFF, "22-8", "22:30-7", "0-9"]
            case "zone":
                return sorted(zone for zone in available_timezones() if "/" in zone)
            case "size":
                return [DEFAULT, *self.sizes]
            case "palette":
                return [DEFAULT, *self.palettes]
            case _:
                return []

    def read(self, name: str, value: str) -> object:
        """Return the value of a preference that a person has typed. Raises `Refused`."""
        low = value.casefold()
        match name:
            case "pings" | "news" | "animation" | "preview" | "forced" | "rated" | "help" if low in SWITCHES:
                return SWITCHES[low]
            case "language" if language := read_language(value):
                return language
            case "zone":
                found = find_zones(low)
                if len(found) > 1:
                    _refuse(name, value, say("prefs.zone_several", zones=join_names(found, "or")))
                return found[0] if found else _refuse(name, value, say("prefs.zone_unknown"))
            case "quiet":
                hours = [read_time(part) for part in re.split(r"\s*(?:-|–|to|à)\s*", low)]
                if len(hours) == 2 and None not in hours:
                    return tuple(hours)
                return None if low in (OFF, "non") else _refuse(name, value, say("prefs.quiet_form"))
            case "reminders":
                if low.isdecimal() and 1 <= int(low) <= MOST_HOURS:
                    return int(low)
                low = OFF if SWITCHES.get(low) is False else low
                return low if low in (OFF, TABLE) else _refuse(name, value, say("prefs.hours_form"))
        allowed = self.list_values(name)
        if low not in allowed:
            _refuse(name, value, say("prefs.may_be", allowed=join_names(allowed, "or")))
        return low


def read_time(text: str) -> time | None:
    """Return the time of day in a text such as "22", "22h30" or "10:30 pm"; None if the text is no time."""
    found = _TIME.fullmatch(text)
    if found is None:
        return None
    hour, minute, half = int(found[1]), int(found[2] or 0), found[3]
    if half and not 1 <= hour <= 12:
        return None
    hour = hour % 12 + (12 if half == "pm" else 0) if half else hour
    return time(hour, minute) if hour < 24 and minute < 60 else None


def find_zones(text: str) -> list[str]:
    """Return the time zones with this name or city. If there are several, the person must choose one."""
    said = text.casefold().replace(" ", "_")
    zones = sorted(available_timezones(), key=lambda zone: (zone.count("/"), zone))
    if exact := [zone for zone in zones if zone.casefold() == said]:
        return exact
    cities = [zone for zone in zones if zone.casefold().rpartition("/")[2] == said]
    continents = {zone.partition("/")[0] for zone in cities}
    # Zones with the same city and continent are different names of one zone, for example "Louisville".
    return cities[:1] if len(continents) == 1 else cities


def _refuse(name: str, value: str, why: str) -> NoReturn:
    """Raise `Refused` for a value that a preference can't have."""
    raise Refused(say("prefs.bad", name=name_setting(name), value=echo(value), why=why))


def read_preference_name(typed: str) -> str:
    """Return the English name of the preference that a text means. Raises `Refused`."""
    name = read_setting_name(typed, NAMES)
    if name not in NAMES:
        raise Refused(say("prefs.unknown", names=join_names([name_setting(each) for each in NAMES])))
    return name


def title_preference(name: str) -> str:
    """Return what a preference is about, in words, such as "Quiet hours"."""
    titles = {
        "language": say("prefs.title_language"),
        "pings": say("prefs.title_pings"),
        "news": say("prefs.title_news"),
        "zone": say("prefs.title_zone"),
        "quiet": say("prefs.title_quiet"),
        "reminders": say("prefs.title_reminders"),
        "size": say("prefs.title_size"),
        "palette": say("prefs.title_palette"),
        "animation": say("prefs.title_animation"),
        "preview": say("prefs.title_preview"),
        "forced": say("prefs.title_forced"),
        "rated": say("prefs.title_rated"),
        "help": say("prefs.title_help"),
    }
    return titles[name]


def describe_preferences() -> dict[str, str]:
    """Return the meaning of each preference in `NAMES`."""
    return {
        "language": say("prefs.language"),
        "pings": say("prefs.pings"),
        "news": say("prefs.news"),
        "zone": say("prefs.zone"),
        "quiet": say("prefs.quiet"),
        "reminders": say("prefs.reminders"),
        "size": say("prefs.size"),
        "palette": say("prefs.palette"),
        "animation": say("prefs.animation"),
        "preview": say("prefs.preview"),
        "forced": say("prefs.forced"),
        "rated": say("prefs.rated"),
        "help": say("prefs.help"),
    }


def format_preference(name: str, value: object) -> str:
    """Return the value of a preference in words."""
    match value:
        case bool():
            return say("value.on") if value else say("value.off")
        case int():
            return say("prefs.hours", n=value)
        case None:
            return say("prefs.none")
        case (begin, end):
            return f"{begin:%H:%M}-{end:%H:%M}"
        case str() if name == "language":
            return LANGUAGES[value]
        case str() if value == TABLE:
            return say("prefs.table")
        case str() if value == DEFAULT:
            return say("prefs.default")
        case str() if value == OFF:
            return say("value.off")
        case _:
            return str(value)
