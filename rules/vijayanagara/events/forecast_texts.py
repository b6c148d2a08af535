"""Hold short texts for forecasts and choices of Events, each a whole sentence or clause."""

from __future__ import annotations

from rules.words import Plural, Words, say

CHOOSES = {
    "sultanate": say("the Sultanate chooses"),
    "bahmani": say("the Bahmanis choose"),
    "vijayanagara": say("Vijayanagara chooses"),
}
DEEDS = {
    "place": "place {pieces}",
    "remove": "remove {pieces}",
    "replace": "replace {pieces}",
    "move": "move {pieces}",
}
NOTHING_TO = {
    "place": "{pieces} to place",
    "remove": "{pieces} to remove",
    "replace": "{pieces} to replace",
    "move": "{pieces} to move",
}
ONE_DOES = {
    "place": "{who} places {pieces}",
    "remove": "{who} removes {pieces}",
    "replace": "{who} replaces {pieces}",
    "move": "{who} moves {pieces}",
}
MANY_DO = {
    "place": "{who} place {pieces}",
    "remove": "{who} remove {pieces}",
    "replace": "{who} replace {pieces}",
    "move": "{who} move {pieces}",
}


def describe_qualifying(n: int, of: int, provinces: bool) -> Words:
    """Return how many of the possible spaces qualify: "2 Provinces qualify", "1 of 3 spaces qualifies"."""
    if n == of and provinces:
        return say(Plural("{n} Province qualifies", "{n} Provinces qualify"), n=n)
    if n == of:
        return say(Plural("{n} space qualifies", "{n} spaces qualify"), n=n)
    spaces = Plural("{n} Province", "{n} Provinces") if provinces else Plural("{n} space", "{n} spaces")
    return say(Plural("{n} of {spaces} qualifies", "{n} of {spaces} qualify"), n=n, spaces=say(spaces, n=of))
