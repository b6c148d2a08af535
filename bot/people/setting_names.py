"""Name the settings of a table and the preferences of a person in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable

from bot.language.words import say
from rules.orders.tokenizer import normalize


def name_setting(name: str) -> str:
    """Return the name of a setting or preference, such as "langue" for "language".

    `name` is the English name, as people type it. An option of the rules keeps this name.
    """
    known = {
        "animation": say("named.animation"),
        "forced": say("named.forced"),
        "help": say("named.help"),
        "hints": say("named.hints"),
        "language": say("named.language"),
        "name": say("named.name"),
        "news": say("named.news"),
        "pace": say("named.pace"),
        "palette": say("named.palette"),
        "pings": say("named.pings"),
        "preview": say("named.preview"),
        "quiet": say("named.quiet"),
        "rated": say("named.rated"),
        "reasons": say("named.reasons"),
        "reminders": say("named.reminders"),
        "show": say("named.show"),
        "size": say("named.size"),
        "start": say("named.start"),
        "stops": say("named.stops"),
        "talk": say("named.talk"),
        "web": say("named.web"),
        "zone": say("named.zone"),
    }
    return known.get(name, name)


def read_setting_name(typed: str, names: Iterable[str]) -> str:
    """Return the English name of the setting that a text means; the text itself if it means none of `names`.

    The text is an English name, or a name in the reader's language. Case and accents don't count.
    """
    wanted = normalize(typed.strip())
    return next((name for name in names if wanted in (name, normalize(name_setting(name)))), typed)
