"""Name the settings of a table and the preferences of a person in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.words import LANGUAGES, say, speak_within
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


def read_setting_name(typed: str, names: Sequence[str]) -> str:
    """Return the English name of the setting that a text means; the text itself if it means none of `names`.

    The text is a name in any language of the bot, because a person who wants another language may not read
    the present one. Case and accents don't count.
    """
    wanted = normalize(typed.strip())
    for language in LANGUAGES:
        with speak_within(language):
            for name in names:
                if wanted in (name, normalize(name_setting(name))):
                    return name
    return typed
