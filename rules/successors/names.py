"""Name the keys of this game for people, as they read and type them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.asking import count
from rules.successors.board import AREAS, LABEL, MAP
from rules.successors.forces import COLOURS, KIND, OWNER, WHITE
from rules.successors.tables import CHITS
from rules.words import Words, of_kind, say

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
COLOUR = {colour: colour.title() for colour in COLOURS} | {WHITE: "white"}
PLACES = {code: (MAP.provinces.get(code) or MAP.seas[code]).name for code in AREAS}


def _within(title: str) -> str:
    """Return a title as it stands within a sentence: "A small treasure" becomes "a small treasure".

    Only a title that begins with an article changes.
    """
    return title[:1].lower() + title[1:] if title.startswith(("A ", "An ", "The ")) else title


NAMES: Mapping[str, str] = {
    **{colour: colour.title() for colour in COLOURS},
    WHITE: "the Rebels",
    **{f"{colour}-units": said for colour, said in COLOUR.items()},  # "Blue Infantry"
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
    "pass": "Pass",
    "hold": "Hold",
    "aboard": "Stay aboard",
    "infantry": "Infantry",
    "cavalry": "Cavalry",
    "elephants": "Elephants",
    "levies": "Levies",
    "set-up": "the set-up",
    "dawn": "the dawn",
    "ODD": "ODD",  # the tables of Events
    "EVEN": "EVEN",
    "events": "Events",
    "revenue": "Revenue",
    "movement": "Movement",
    "combat": "Combat",
    **{code: place if code in MAP.provinces else f"the {place}" for code, place in PLACES.items()},
    **{kind: many for kind, (_, many) in SORTS.items()},
    **{f"1-{kind}": one for kind, (one, _) in SORTS.items()},
    **{f"chit-{key}": f"{_within(chit.title)} (chit {key})" for key, chit in CHITS.items()},
}


def name(key: str) -> str:
    """Return the name of a key for people. A key without a name is returned unchanged."""
    if key in NAMES:
        return NAMES[key]
    words = compose_name(key)
    return words.within(name) if words is not None else key


def compose_name(key: str) -> Words | None:
    """Return the name of a key with several parts, such as "retreat-SYR"; None for other keys.

    The first part says what the rest means.
    """
    head, _, rest = key.partition("-")
    if rest and head.isdigit():
        return say_units(int(head), rest)
    match (head, *filter(None, rest.split("-"))):
        case ("march", origin):
            return say("March from {origin}", origin=origin)
        case ("sail", origin):
            return say("Sail from {origin}", origin=origin)
        case ("fight", place, foe):
            return say("Fight {foe} in {place}", foe=foe, place=place)
        case ("seize", place, foe):
            return say("Seize {foe}'s leader in {place}", foe=foe, place=place)
        case ("insist", place):
            return say("Insist on a battle in {place}", place=place)
        case ("retreat", place):
            return say("Retreat to {place}", place=place)
        case ("lose", kind, place):
            return say("{unit} in {place}", unit=f"1-{kind}", place=place)
        case ("in", place):
            return say("{place}", place=place)
        case _:
            return None


def say_units(n: int, said: str) -> Words:
    """Return a number of units as a seat names them: "2 Infantry", "1 Blue Levy"."""
    owner = OWNER.get(said)
    if owner is None:
        return count(n, said)
    return say("{n} {colour} {kind}", n=n, colour=f"{owner}-units", kind=of_kind(n, KIND[said]))


FORMS: Mapping[str, tuple[str, ...]] = {
    "leader": ("1 leader",),
    "1-leader": ("leader",),
    "white": ("rebels",),
    "home": ("at home",),
    "pass": ("let it pass",),
    "no": ("stand by", "keep them back", "lend no cavalry"),
    "l": ("levies", "levy"),
    "e": ("elephants", "elephant"),
    "f": ("fleets", "fleet"),
}


def aliases(key: str) -> Sequence[str]:
    """Return what may be typed for a key besides its name, such as the code of a place."""
    if key in FORMS:
        return FORMS[key]
    if LABEL.get(key, key) != key:
        return (LABEL[key].lower(),)
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
