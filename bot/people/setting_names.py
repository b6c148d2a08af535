"""Name the settings of a table and the preferences of a person in the reader's language."""

from __future__ import annotations

from bot.language.words import say


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
