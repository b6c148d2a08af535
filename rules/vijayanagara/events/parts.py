"""Define the words of a deck for factions and pieces; `where.py` has places and numbers.

A word is read from the file. During a game it means a faction or pieces on the table. It also has a text in
English.

The words for factions are D (the Sultanate), B (the Bahmani Kingdom), V (the Vijayanagara Empire), EX (the
executing faction), CH (the Challenger) and CO (the other rival). CH is EX if EX is a rival, else the rival
that EX names. Any other single capital letter means what a `pick` has bound to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator

from rules.vijayanagara.board import BOX, REBELLING, STRUCTURE, UNITS
from rules.vijayanagara.board import PIECES as OWN
from rules.vijayanagara.vocabulary import GOODS, PIECES, SEATS, Piece
from rules.words import Words, in_turn, join_list, mark_text, say, third_person

FACTION = {seat.letter: key for key, seat in SEATS.items()}
SAID = {seat.letter: seat.short for seat in SEATS.values()} | {
    "EX": "the executing Faction",
    "CH": "the Challenger",
    "CO": "the other rival",
}
NAMED = {key: seat.short for key, seat in SEATS.items()}  # the names of the factions in forecasts
ADJECTIVE = {seat.letter: seat.adjective for seat in SEATS.values()}
YOU = "you"  # the faction that is asked
OF = "{who}: {what}"  # a forecast for another faction
# "the Bahmanis gain", but "the Sultanate gains"
PLURAL = frozenset(seat.letter for seat in SEATS.values() if seat.many)


@dataclass(slots=True)
class Scene:
    """Who plays which role while a side of a card is executed, and what has been bound and counted so far."""

    executing: str
    challenger: str = ""
    bound: dict[str, str] = field(default_factory=dict)  # a space or a faction for each letter
    counted: dict[str, int] = field(default_factory=dict)  # the number for each `as:` name
    short: list[str] = field(default_factory=list)  # the verbs of steps that did less than the card asks
    granted: set[str] = field(default_factory=set)  # the factions that the card let act as in their own turn
    title: str = ""  # the title of the card
    begun: list[str] = field(default_factory=list)  # the verbs of the steps executed so far
    chooser: str = ""  # the faction that reads the forecasts of a choice; "": the executing one

    @property
    def step(self) -> str:
        """The number of the step that is being executed. It tells the questions of different steps apart."""
        return str(len(self.begun))

    @property
    def reader(self) -> str:
        """The faction to which the forecasts speak."""
        return self.chooser or self.executing

    def read_by(self, chooser: str) -> Scene:
        """Return the scene with forecasts for this faction. Both scenes share everything else."""
        return replace(self, chooser=chooser)

    @property
    def event(self) -> Words:
        """The Event as the cause of a change."""
        return say("Event “{card}”", card=mark_text(self.title))

    def who(self, word: str) -> str:
        """Return the faction that a word of the deck means here."""
        match word:
            case "EX":
                return self.executing
            case "CH":
                return self.challenger
            case "CO":
                return "vijayanagara" if self.challenger == "bahmani" else "bahmani"
            case _:
                return FACTION.get(word) or self.bound[word]

    def asking(self, question: Words | Callable[[], Words]) -> Words:
        """Return a question of this card after its title: "Cambay Taken: place 1 Governor in Gujarat?".

        If the question is a function, it is called when somebody reads it.
        """
        return say("{card}: {question}", card=mark_text(self.title), question=question)

    def phrase(self, text: str) -> Words:
        """Return the text of an effect (see `substitute`), with the names of bound spaces."""
        return Words(text, self.bound)

    def with_bound(self, letter: str, value: str) -> Scene:
        """Return the scene with a letter bound. Both scenes share everything else, such as `counted`."""
        return replace(self, bound={**self.bound, letter: value})

    def of(self, word: str, what: Words) -> Words:
        """Return a forecast for a faction, with its name in front unless it is the reader."""
        faction = self.who(word)
        return what if faction == self.reader else say(OF, who=make_short_key(faction), what=what)


def join_by_faction(parts: Sequence[Words]) -> list[Words]:
    """Return the forecasts. Consecutive forecasts for the same faction are joined after its name.

    An example: "the Sultanate: +2 Cavalry, +2 Resources".
    """
    found: list[Words] = []
    for part in parts:
        if found and part.text == found[-1].text == OF and part.args["who"] == found[-1].args["who"]:
            both = in_turn([found[-1].args["what"], part.args["what"]], ", ")
            found[-1] = say(OF, who=part.args["who"], what=both)
        else:
            found.append(part)
    return found


def make_short_key(faction: str) -> str:
    """Return the key of a faction's short name, as cards use it."""
    return f"{faction}-in-short"


def check_faction(word: str) -> str:
    if word in SAID or (len(word) == 1 and word.isupper()):
        return word
    raise ValueError(f"“{word}” is no Faction: write {', '.join(SAID)}, or the letter that a `pick` binds")


Who = Annotated[str, AfterValidator(check_faction)]


def name_faction(who: str) -> str:
    """Return a faction's name for a sentence."""
    return who if who == YOU else SAID.get(who, "that Faction")


def does(who: str, me: str, verb: str) -> str:
    """Return a faction and its verb: "the Sultanate gains", "the Bahmanis gain".

    `verb` is a plural form. `me`: the faction that the sentence addresses. For this faction, return the verb
    alone ("place"), or the verb after "you" where the verb alone would be unclear ("you gain").
    """
    if who == me:
        named = {"EX": ("may ", "gain", "lose"), YOU: ("may ",)}.get(who, ())
        return f"you {verb}" if verb.startswith(named) else verb
    return f"{name_faction(who)} {verb if who in PLURAL else third_person(verb)}"


def find_possessive(who: str) -> str:
    """Return "its" or "their", but "your" for the faction that is addressed."""
    return "their" if who in PLURAL else "your" if who in ("EX", YOU) else "its"


def join(parts: Sequence[str], last: str) -> str:
    """Return parts as a list: "a, b or c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def capitalize(text: str) -> str:
    """Return the text with a capital first letter, and the rest unchanged."""
    return text[:1].upper() + text[1:]


def strip_subject(text: str, before: str) -> str:
    """Return the text without its subject, if the text before it has the same subject."""
    subject = next((f"{name} " for name in SAID.values() if before.startswith(f"{name} ")), None)
    return text.removeprefix(subject) if subject else text


def read_faces(key: str) -> range:
    """Return the die faces that a text such as "1-4" or "6" means. Raises `ValueError`."""
    first, _, last = key.partition("-")
    if not first.isdigit() or (last and not last.isdigit()):
        raise ValueError(f"“{key}” is no range of faces: write 1-4, or 6")
    return range(int(first), int(last or first) + 1)


# ---------------------------------------------------------------------- which pieces

KEYS = {  # the key of each noun's name
    "Troops": "troops",
    "Governor": "governors",
    "Qasbah": "qasbahs",
    "Amir": "amirs",
    "Fort": "forts",
    "Raja": "rajas",
    "Temple": "temples",
    "Mongol": "mongols",
    "Unit": "units",
    "Structure": "structures",
    "Piece": "pieces",
}
OWNED = {"D": "Sultanate {kind}", "B": "Bahmani {kind}", "V": "Vijayanagara {kind}"}
KINDS_OF = {  # the kinds of pieces that each noun of a deck means
    "Troops": ("troops",),
    "Governor": ("governors",),
    "Qasbah": ("qasbahs",),
    "Amir": UNITS["bahmani"],
    "Fort": ("forts",),
    "Raja": UNITS["vijayanagara"],
    "Temple": ("temples",),
    "Mongol": ("mongols",),
}
_NOUNS = {noun: PIECES[BOX[kinds[0]]] for noun, kinds in KINDS_OF.items()} | {
    "Unit": GOODS["units"],
    "Structure": GOODS["structures"],
    "Piece": Piece("piece", "pieces"),
}


@dataclass(frozen=True, slots=True)
class What:
    """Sorts of pieces, as written in a deck: "Troops", "Amir|Raja", "CH Unit", "D Piece"."""

    sorts: tuple[tuple[str, str], ...]  # the owner ("" if only one faction has the kind) and the noun

    @classmethod
    def read(cls, text: object) -> What:
        """Return the sorts that a text in the file names.

        Raises `ValueError`, which says what may be written.
        """
        if not isinstance(text, str):
            raise ValueError("write a sort of piece, such as Troops, Amir|Raja or CH Unit")
        sorts = []
        for part in text.split("|"):
            *owner, noun = part.split()
            if noun not in _NOUNS or (noun in KINDS_OF) == bool(owner) or len(owner) > 1:
                wanted = (
                    f"{', '.join(KINDS_OF)}; or Unit, Structure, Piece with a Faction before it (CH Unit)"
                )
                raise ValueError(f"“{part.strip()}” is no sort of piece: write {wanted}")
            sorts.append((check_faction(owner[0]) if owner else "", noun))
        return cls(tuple(sorts))

    def kinds(self, scene: Scene) -> tuple[str, ...]:
        """Return the kinds (`board.KINDS`) of these pieces."""
        found: list[str] = []
        for owner, noun in self.sorts:
            if noun in KINDS_OF:
                found += KINDS_OF[noun]
            else:
                faction = scene.who(owner)
                found += (
                    {"Unit": UNITS, "Piece": OWN}[noun][faction]
                    if noun != "Structure"
                    else (STRUCTURE[faction],)
                )
        return tuple(found)

    def list_placed(self, scene: Scene) -> tuple[str, ...]:
        """1.4.6: return the kinds that are placed. Amirs and Rajas are placed as Obedient ones."""
        return tuple(kind for kind in self.kinds(scene) if kind not in REBELLING.values())

    def phrase(self, many: str, plural: bool, me: str = "") -> str:
        """Return a number of these pieces in English.

        `many`: the number in words. `me`: the faction whose own pieces need no name ("2 of its Units").
        """
        parts = []
        for owner, noun in self.sorts:
            one = _NOUNS[noun][plural]
            if owner and owner in (me, YOU):
                own = f"{find_possessive(owner)} {_NOUNS[noun][1]}"
                return f"{many} {own}" if many == "all" or many.endswith(" of") else f"{many} of {own}"
            named = f"{ADJECTIVE[owner]} {one}" if owner in ADJECTIVE else one
            parts.append(named if owner in ADJECTIVE or not owner else f"{one} of {name_faction(owner)}")
        return f"{many} {join(parts, 'and' if many == 'all' else 'or')}".strip()

    def word_count(self, many: Words, plural: bool) -> Words:
        """Return a number of these pieces for a forecast: "2 Troops", "1 of 2 Sultanate Units"."""
        kinds = []
        for owner, noun in self.sorts:
            kind = f"{'' if plural else '1-'}{KEYS[noun]}"
            kinds.append(say(OWNED[owner], kind=kind) if owner else say("{kind}", kind=kind))
        return say("{many} {kinds}", many=many, kinds=join_list(kinds, "or"))

    def one(self, me: str = "") -> str:
        """Return one of these pieces with its article: "a Fort", "an Amir", "one of its Units"."""
        text = self.phrase("", False, me).strip()
        if text.startswith("of "):
            return f"one {text}"
        return f"{'an' if text[0] in 'AEIO' else 'a'} {text}"


Pieces = Annotated[What, BeforeValidator(What.read)]
