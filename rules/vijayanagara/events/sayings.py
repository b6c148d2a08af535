"""Short things that forecasts and choices of Events say, each in a whole sentence or clause."""

from __future__ import annotations

from rules.words import Words, say

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


def qualifying(many: Words, one: bool, only: bool, provinces: bool) -> Words:
    """How many of the spaces that could be meant are meant: `one`; there is `only` one that could be."""
    if provinces:
        text = "{many} Province qualifies" if one else "{many} Provinces qualify"
        if one != only:
            text = "{many} Provinces qualifies" if one else "{many} Province qualify"
        return say(text, many=many)
    text = "{many} space qualifies" if one else "{many} spaces qualify"
    if one != only:
        text = "{many} spaces qualifies" if one else "{many} space qualify"
    return say(text, many=many)
