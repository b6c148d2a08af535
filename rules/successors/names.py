"""The words that people read and type for the keys of this game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rules.successors.board import AREAS, MAP
from rules.successors.forces import COLOURS
from rules.successors.tables import CHITS

SORTS = {
    "c": ("Cavalry", "Cavalry"),
    "i": ("Infantry", "Infantry"),
    "e": ("Elephant", "Elephants"),
    "l": ("Levy", "Levies"),
    "f": ("Fleet", "Fleets"),
    "hc": ("hired Cavalry", "hired Cavalry"),
    "hi": ("hired Infantry", "hired Infantry"),
    "hl": ("hired Levy", "hired Levies"),
}
COLOUR = {colour: colour.title() for colour in COLOURS} | {"white": "white"}
PLACES = {code: (MAP.provinces.get(code) or MAP.seas[code]).name for code in AREAS}
NAMES: Mapping[str, str] = {
    **{colour: colour.title() for colour in COLOURS},
    "white": "the Rebels",
    "bank": "the bank",
    "leader": "leader",
    "1-leader": "leader",
    "units": "units",
    "1-units": "unit",
    "dice": "dice",
    "1-dice": "die",
    "hits": "hits",
    "1-hits": "hit",
    "talents": "Talents",
    "1-talents": "Talent",
    "chance": "chance",
    "done": "Done",
    "yes": "Yes",
    "no": "No",
    "all": "All",
    "home": "Home",
    "with-leader": "Leader",
    "ransom": "Ransom",
    "disband": "Disband",
    "pay": "Pay",
    "stay": "Stay",
    "fight": "Fight",
    "pass": "Let it pass",
    "hold": "Hold",
    "aboard": "Stay aboard",
    "infantry": "Infantry",
    "cavalry": "Cavalry",
    "elephants": "Elephants",
    "levies": "Levies",
    "set-up": "the set-up",
    "dawn": "the dawn",
    "events": "Events",
    "revenue": "Revenue",
    "movement": "Movement",
    "combat": "Combat",
    **PLACES,
    **{kind: many for kind, (_, many) in SORTS.items()},
    **{f"1-{kind}": one for kind, (one, _) in SORTS.items()},
    **{f"chit-{key}": f"{chit.title} (chit {key})" for key, chit in CHITS.items()},
}
# keys in parts: the first part is a verb
VERBS: Mapping[str, Callable[[Sequence[str]], str]] = {
    "march": lambda parts: f"March from {name(parts[0])}",
    "sail": lambda parts: f"Sail from {name(parts[0])}",
    "fight": lambda parts: f"Fight {name(parts[1])} in {name(parts[0])}",
    "seize": lambda parts: f"Seize {name(parts[1])}'s leader in {name(parts[0])}",
    "insist": lambda parts: f"Insist in {name(parts[0])}",
    "retreat": lambda parts: f"Retreat to {name(parts[0])}",
    "lose": lambda parts: f"{_piece(parts[0])} in {name(parts[1])}",
    "in": lambda parts: name(parts[0]),
}


def name(key: str) -> str:
    """What people read for a key; one without a name is read as it is."""
    if key in NAMES:
        return NAMES[key]
    head, _, rest = key.partition("-")
    if head in VERBS and rest:
        return VERBS[head](rest.split("-"))
    if rest and head.isdigit():
        return f"{head} {name(f'1-{rest}' if head == '1' else rest)}"
    if head in COLOUR and rest:
        return f"{COLOUR[head]} {_piece(rest, many=True)}"
    return key


def _piece(kind: str, many: bool = False) -> str:
    return SORTS[kind][many] if kind in SORTS else kind


FORMS: Mapping[str, tuple[str, ...]] = {
    "leader": ("1 leader",),
    "1-leader": ("leader",),
    "white": ("rebels",),
    "home": ("at home",),
    "l": ("levies", "levy"),
    "e": ("elephants", "elephant"),
    "f": ("fleets", "fleet"),
}


def aliases(key: str) -> Sequence[str]:
    """What may be typed for a key beside its name: the codes of places, "leader" alone."""
    if key in FORMS:
        return FORMS[key]
    head, _, rest = key.partition("-")
    if head == "chit":
        return (f"chit {rest}",)
    if head == "fight" and rest.endswith("-white"):
        return (f"fight {rest[:3]} rebels",)
    if head == "retreat":
        return (f"retreat to {rest}",)
    if head == "lose":
        kind, _, place = rest.partition("-")
        return (f"1 {kind} {place}", f"{kind} {place}")
    return ()
