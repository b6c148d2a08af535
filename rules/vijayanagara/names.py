"""Give the keys of this game the names that people read and type.

The names are those of the rulebook, with one spelling everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.aadu_huli import names as aadu_huli
from rules.vijayanagara.board import MAP, MONGOLS
from rules.vijayanagara.cards import EVENTS, TITLES
from rules.vijayanagara.vocabulary import GOODS, PIECES, SEATS, WITH_ARTICLE
from rules.words import Words, say, third_person

ARMY = "the-mongols"  # the key of "the Mongol Invaders" as a side; "mongols" is the key of the pieces
COUNTED = {**PIECES, **GOODS}
FORMAL = {key: seat.formal for key, seat in SEATS.items()}
NAMES = {
    **{key: seat.name for key, seat in SEATS.items()},
    ARMY: "the Mongol Invaders",
    # 1.4: the plural and, after "1-", the singular
    **{key: words.many for key, words in COUNTED.items()},
    **{f"1-{key}": words.one for key, words in COUNTED.items()},
    "nobody": "nobody",
    "fewer": "Fewer",
    # 2.3
    "command": "Command and Decree",
    "decree": "Decree then Command",
    "command-only": "Command only",
    "event": "Event",
    "limited": "Limited Command",
    "pass": "Pass",
    # 3.2 to 3.4
    "conscript": "Conscript",
    "march": "March",
    "govern": "Govern",
    "attack": "Attack",
    "rally": "Rally",
    "migrate": "Migrate",
    "rebel": "Rebel",
    "governor": "Place a Governor",
    "remove": "Remove Obedient Units",
    "qasbah": "Build a Qasbah",
    "shift": "Shift Influence",
    # 3.5
    "amass": "Amass",
    "advance": "Advance",
    "plunder": "Attack and Plunder",
    # 4.2 to 4.4
    "collect": "Collect Tribute",
    "campaign": "Campaign",
    "demand": "Demand Obedience",
    "pick-up": "Pick up Units",
    "drop-off": "Drop off Units",
    "trade": "Trade",
    "build": "Build",
    "conspire": "Conspire",
    "tax": "Tax",
    "compel": "Compel",
    # 2.5.3
    "bahmani-up": "Raise Bahmani Influence",
    "bahmani-down": "Lower Bahmani Influence",
    "vijayanagara-up": "Raise Vijayanagara Influence",
    "vijayanagara-down": "Lower Vijayanagara Influence",
    # 2.7
    "khalji": "Khalji",
    "tughlaq": "Tughlaq",
    # 2.3.4
    "unshaded": "Unshaded",
    "shaded": "Shaded",
    "done": "Done",
    "yes": "Yes",
    "no": "No",
    "chance": "chance",
    # 1.5: the short names that cards use, and the full names
    **{f"{key}-in-short": seat.short for key, seat in SEATS.items()},
    "pieces": "pieces",
    "1-pieces": "piece",
    **{f"{key}-in-full": f"the {full}" for key, full in FORMAL.items()},
    **{key: f"{'the ' * (key in WITH_ARTICLE)}{space.name}" for key, space in MAP.spaces.items()},
    **TITLES,
    **{key: key.replace("-", " ").title() for key in EVENTS},
}
ALIASES = {
    **{key: (space.code.lower(),) for key, space in MAP.spaces.items()},
    "sultanate": ("delhi sultanate",),
    "bahmani": ("bahmanis",),
    "vijayanagara": ("vijayanagara empire",),
    "plunder": ("attack",),
    "governor": ("place governor",),
    "qasbah": ("build qasbah", "place qasbah"),
    "remove": ("remove units",),
    "command-only": ("only command", "command alone"),
    "bahmani-up": ("bahmani influence up",),
    "bahmani-down": ("bahmani influence down",),
    "vijayanagara-up": ("vijayanagara influence up",),
    "vijayanagara-down": ("vijayanagara influence down",),
}


def name(key: str) -> str:
    """Return the name of a key; "troops-in-andhra" is "Troops in Andhra".

    Keys of the tie-break (5.5) have the names that Aadu-Huli aata gives them.
    """
    if key in NAMES:
        return NAMES[key]
    words = compose_name(key)
    return words.within(name) if words is not None else aadu_huli.name(key)


def compose_name(key: str) -> Words | None:
    """Return the name of a key that combines two others ("troops-in-andhra"); None for other keys."""
    what, found, where = key.partition("-in-")
    return say("{what} in {where}", what=what, where=where) if found else None


def name_actor(faction: str) -> str:
    """Return the key of a side for sentences: `ARMY` for the Mongol Invaders, else the faction."""
    return ARMY if faction == MONGOLS else faction


def does(faction: str, verb: str) -> Words:
    """Return a side and its verb: "the Sultanate loses", "the Mongol Invaders lose". `verb` is plural."""
    text = "{who} " + (verb if faction == MONGOLS else third_person(verb))
    return say(text, who=name_actor(faction))


def aliases(key: str) -> Sequence[str]:
    """Return what players may type for a key besides its name.

    These include the three-letter codes of spaces, and Units without "Obedient" or "Rebelling".
    """
    number, _, kind = key.partition("-")
    if number.isdigit() and kind.partition("-")[0] in ("obedient", "rebelling"):
        return (f"{number} {kind.partition('-')[2]}",)
    return ALIASES.get(key) or aadu_huli.aliases(key)
