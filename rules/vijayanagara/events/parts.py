"""The parts of speech of a deck: who, which pieces, where, how many. Each reads itself from the file, finds
what it means on the table, and says itself in English.

Factions are D (the Sultanate), B, V, EX (who executes), CH (the Challenger: EX if it is a rival, else the
rival that EX names), CO (the other rival); a single capital letter is what a `pick` has bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from rules.vijayanagara.board import MAP, PIECES, PROVINCES, REBELLING, SPACES, STRUCTURE, UNITS
from rules.vijayanagara.state import TRIBUTARY, UNCONTROLLED, State

FACTION = {"D": "sultanate", "B": "bahmani", "V": "vijayanagara"}
SAID = {
    "D": "the Sultanate",
    "B": "the Bahmanis",
    "V": "Vijayanagara",
    "EX": "the executing Faction",
    "CH": "the Challenger",
    "CO": "the other Challenger",
}
ADJECTIVE = {"D": "Sultanate", "B": "Bahmani", "V": "Vijayanagara"}
PLURAL = frozenset("B")  # "the Bahmanis gain", but "the Sultanate gains"


@dataclass(slots=True)
class Scene:
    """Who plays which part while a side of a card is executed, and what has been bound and counted so far."""

    executing: str
    challenger: str = ""
    bound: dict[str, str] = field(default_factory=dict)  # a letter to a space or a faction
    counted: dict[str, int] = field(default_factory=dict)  # `as:` names to numbers

    def who(self, word: str) -> str:
        """The faction that a word of the deck means."""
        match word:
            case "EX":
                return self.executing
            case "CH":
                return self.challenger
            case "CO":
                return "vijayanagara" if self.challenger == "bahmani" else "bahmani"
            case _:
                return FACTION.get(word) or self.bound[word]

    def with_bound(self, letter: str, value: str) -> Scene:
        """The same scene with a letter bound; what is counted stays shared."""
        return Scene(self.executing, self.challenger, {**self.bound, letter: value}, self.counted)


def _letter(word: str) -> str:
    if word in SAID or (len(word) == 1 and word.isupper()):
        return word
    raise ValueError(f"“{word}” is no Faction: write {', '.join(SAID)}, or the letter that a `pick` binds")


Who = Annotated[str, AfterValidator(_letter)]


def said(who: str) -> str:
    """A faction as a sentence names it."""
    return SAID.get(who, "that Faction")


def does(who: str, me: str, verb: str) -> str:
    """A faction and its verb, given as the plural: "the Sultanate gains", "the Bahmanis gain"; to `me`
    itself "gain"."""
    if who == me:
        return f"you {verb}" if who == "EX" and verb.startswith("may ") else verb
    return f"{said(who)} {verb if who in PLURAL else _third_person(verb)}"


def _third_person(verb: str) -> str:
    first, _, rest = verb.partition(" ")
    irregular = {"are": "is", "may": "may", "have": "has"}
    return " ".join([irregular.get(first, first + "s"), rest]).strip()


def possessive(who: str) -> str:
    """Its, their, or (of the one spoken to) your."""
    return "their" if who in PLURAL else "your" if who == "EX" else "its"


# ---------------------------------------------------------------------- which pieces

_NOUNS = {
    "Troops": ("Troop", "Troops"),
    "Governor": ("Governor", "Governors"),
    "Qasbah": ("Qasbah", "Qasbahs"),
    "Amir": ("Amir", "Amirs"),
    "Fort": ("Fort", "Forts"),
    "Raja": ("Raja", "Rajas"),
    "Temple": ("Temple", "Temples"),
    "Mongol": ("Mongol Invader", "Mongol Invaders"),
    "Unit": ("Unit", "Units"),
    "Structure": ("Structure", "Structures"),
    "Piece": ("piece", "pieces"),
}
_KINDS = {
    "Troops": ("troops",),
    "Governor": ("governors",),
    "Qasbah": ("qasbahs",),
    "Amir": UNITS["bahmani"],
    "Fort": ("forts",),
    "Raja": UNITS["vijayanagara"],
    "Temple": ("temples",),
    "Mongol": ("mongols",),
}


@dataclass(frozen=True, slots=True)
class What:
    """Sorts of piece: "Troops", "Amir|Raja", "CH Unit", "D Piece"."""

    sorts: tuple[tuple[str, str], ...]  # the owner's word ("" for pieces of one owner) and the noun

    @classmethod
    def read(cls, text: object) -> What:
        """From the file's words. Raises `ValueError` that says what may be written."""
        if isinstance(text, What):
            return text
        if not isinstance(text, str):
            raise ValueError("write a sort of piece, such as Troops, Amir|Raja or CH Unit")
        sorts = []
        for part in text.split("|"):
            *owner, noun = part.split()
            if noun not in _NOUNS or (noun in _KINDS) == bool(owner) or len(owner) > 1:
                wanted = f"{', '.join(_KINDS)}; or Unit, Structure, Piece with a Faction before it (CH Unit)"
                raise ValueError(f"“{part.strip()}” is no sort of piece: write {wanted}")
            sorts.append((_letter(owner[0]) if owner else "", noun))
        return cls(tuple(sorts))

    def kinds(self, scene: Scene) -> tuple[str, ...]:
        """The kinds of `board.KINDS` that these are."""
        found: list[str] = []
        for owner, noun in self.sorts:
            if noun in _KINDS:
                found += _KINDS[noun]
            else:
                faction = scene.who(owner)
                found += (
                    {"Unit": UNITS, "Piece": PIECES}[noun][faction]
                    if noun != "Structure"
                    else (STRUCTURE[faction],)
                )
        return tuple(found)

    def placed(self, scene: Scene) -> tuple[str, ...]:
        """The kinds as they are placed: Amirs and Rajas Obedient (1.4.6)."""
        return tuple(kind for kind in self.kinds(scene) if kind not in REBELLING.values())

    def phrase(self, many: str, plural: bool, me: str = "") -> str:
        """So many of them in English; `me`: whose own pieces need no name ("2 of its Units")."""
        parts = []
        for owner, noun in self.sorts:
            one = _NOUNS[noun][plural]
            if owner and owner == me:
                own = f"{possessive(me)} {_NOUNS[noun][1]}"
                return (
                    f"{many} {own}" if many in ("all", "any number of", "up to all") else f"{many} of {own}"
                )
            named = f"{ADJECTIVE[owner]} {one}" if owner in ADJECTIVE else one
            parts.append(named if owner in ADJECTIVE or not owner else f"{one} of {said(owner)}")
        return f"{many} {joined(parts, 'and' if many == 'all' else 'or')}".strip()

    def one(self, me: str = "") -> str:
        """One of them with its article: "a Fort", "an Amir", "one of its Units"."""
        text = self.phrase("", False, me).strip()
        if text.startswith("of "):
            return f"one {text}"
        return f"{'an' if text[0] in 'AEIO' else 'a'} {text}"


Pieces = Annotated[What, BeforeValidator(What.read)]


# ---------------------------------------------------------------------- where

_BY_NAME = {space.name.casefold(): key for key, space in MAP.spaces.items()}
_CITIES = {city.name.casefold(): key for key, city in MAP.cities.items()} | {
    "vijayanagara": "vijayanagara-city"
}
_THE = {"mountain-passes", "rajput-kingdoms"}


def _space(name: str) -> str:
    if len(name) == 1 and name.isupper():
        return name
    if name.casefold() in _BY_NAME:
        return _BY_NAME[name.casefold()]
    if name in MAP.spaces:
        return name
    raise ValueError(f"there is no space “{name}”: {', '.join(space.name for space in MAP.spaces.values())}")


def _city(name: str) -> str:
    if name.casefold() not in _CITIES:
        raise ValueError(f"there is no City “{name}”: {', '.join(city.name for city in MAP.cities.values())}")
    return _CITIES[name.casefold()]


def _control(word: str) -> str:
    return word if word == "none" else _letter(word)


def _many(value: Any) -> Any:
    return value if isinstance(value, list | tuple) else [value]


SpaceName = Annotated[str, AfterValidator(_space)]
CityName = Annotated[str, AfterValidator(_city)]


def space_name(key: str) -> str:
    """A space as a sentence names it; a bound letter is "that space"."""
    if key not in MAP.spaces:
        return "that Province"
    return ("the " if key in _THE else "") + MAP.spaces[key].name


def joined(parts: Sequence[str], last: str) -> str:
    """Parts in a row: "a, b or c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {last} {parts[-1]}"


class Where(BaseModel):
    """Spaces: a name, a list of names, a bound letter, or conditions that must all hold."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    among: Annotated[tuple[SpaceName, ...], BeforeValidator(_many)] = Field((), alias="in")
    around: CityName | None = None
    next_to: SpaceName | None = None
    within: Where | None = None
    type: Literal["Province"] | None = None
    status: Literal["Tributary", "Independent"] | None = None
    control: Annotated[tuple[Annotated[str, AfterValidator(_control)], ...], BeforeValidator(_many)] = ()
    has: Annotated[tuple[Pieces, ...], BeforeValidator(_many)] = ()
    lacks: Annotated[tuple[Pieces, ...], BeforeValidator(_many)] = ()
    prosperity: Literal[1, 2] | None = None
    coast: bool = False
    but_not: Where | None = Field(None, alias="not")

    @model_validator(mode="before")
    @classmethod
    def _names(cls, value: Any) -> Any:
        return {"in": value} if isinstance(value, str | list) else value

    def spaces(self, s: State, scene: Scene) -> list[str]:
        """The spaces that match now, in the order of the map."""
        return [space for space in SPACES if self.matches(s, scene, space)]

    def matches(self, s: State, scene: Scene, space: str) -> bool:
        """True if every condition holds for the space."""
        city = self.around
        near = None if self.next_to is None else scene.bound.get(self.next_to, self.next_to)
        status, spot = s.status.get(space), s.board[space]
        return (
            (not self.among or space in [scene.bound.get(name, name) for name in self.among])
            and (city is None or space in MAP.cities[city].around)
            and (near is None or space in s.adjacent[near])
            and (self.within is None or s.within_reach(space, self.within.spaces(s, scene)))
            and (self.type is None or space in PROVINCES)
            and (
                self.status is None
                or (status is not None and (status == TRIBUTARY) == (self.status == "Tributary"))
            )
            and (
                not self.control
                or status in [UNCONTROLLED if c == "none" else scene.who(c) for c in self.control]
            )
            and all(any(spot[kind] for kind in what.kinds(scene)) for what in self.has)
            and not any(spot[kind] for what in self.lacks for kind in what.kinds(scene))
            and (self.prosperity is None or MAP.spaces[space].prosperity == self.prosperity)
            and (not self.coast or MAP.spaces[space].coast)
            and (self.but_not is None or not self.but_not.matches(s, scene, space))
        )

    @property
    def names(self) -> bool:
        """True where only names are given."""
        return bool(self.among) and self.model_fields_set <= {"among"}

    @property
    def anywhere(self) -> bool:
        """True where nothing is asked of a space."""
        return not self.model_fields_set

    def words(self, plural: bool = False) -> str:
        """The spaces in English: "Punjab or Sindh", "a Province around Warangal"; `plural`: "Punjab and
        Sindh", "Provinces ..."."""
        if self.names:
            return joined([space_name(name) for name in self.among], "and" if plural else "or")
        if self.among and not self.status and not self.coast:
            return " ".join(
                [f"any of {joined([space_name(name) for name in self.among], 'and')}", *self._after()]
            )
        noun = self._noun() + ("s" if plural else "")
        article = "" if plural else "an " if noun[0] in "AEIOUaeiou" else "a "
        return " ".join([article + noun, *self._among(), *self._after()])

    def each(self) -> str:
        """ "each Tributary Province around Warangal"."""
        return " ".join([f"each {self._noun()}", *self._among(), *self._after()])

    def within_(self, plural: bool = False) -> str:
        """The spaces with their preposition: "in Delhi", "there", "there or in Delhi"."""
        if self.model_fields_set == {"within"} and self.within and self.within.names:
            return f"in or next to {self.within.words()}"
        if not self.names:
            return f"in {self.words(plural)}"
        known = [name for name in self.among if name in MAP.spaces]
        places = ["there"] * (len(known) < len(self.among))
        places += (
            [f"in {joined([space_name(name) for name in known], 'and' if plural else 'or')}"] if known else []
        )
        return " or ".join(places)

    def _noun(self) -> str:
        noun = "Province" if self._provinces_only else "space"
        return f"{'coastal ' if self.coast else ''}{f'{self.status} ' if self.status else ''}{noun}"

    @property
    def _provinces_only(self) -> bool:
        return bool(self.type or self.status or self.control or self.around or self.prosperity or self.coast)

    def _among(self) -> list[str]:
        return ["among " + joined([space_name(name) for name in self.among], "and")] if self.among else []

    def _after(self) -> list[str]:
        """What follows the noun."""
        parts = []
        if self.around:
            parts.append(f"around {MAP.cities[self.around].name}")
        if self.next_to:
            parts.append(f"next to {space_name(self.next_to)}")
        if self.within:
            if self.within.names:
                parts.append(f"in or next to {self.within.words()}")
            else:
                parts.append("with or next to " + " or ".join(what.one() for what in self.within.has))
        if self.prosperity:
            parts.append(f"of Prosperity {self.prosperity}")
        if self.control:
            parts.append(_controlled(self.control))
        if self.but_not:
            parts.append(_not(self.but_not))
        with_ = ["with " + " and ".join(what.one() for what in self.has)] if self.has else []
        without = ["without " + " and ".join(what.one() for what in self.lacks)] if self.lacks else []
        return parts + ([" and ".join(with_ + without)] if with_ + without else [])


ANYWHERE = Where()


def _controlled(control: tuple[str, ...]) -> str:
    factions = [ADJECTIVE.get(word, said(word)) for word in control if word != "none"]
    if not factions:
        return "under nobody's Control"
    by = f"under {joined(factions, 'or')} Control"
    return f"{by} or nobody's" if "none" in control else by


def _not(where: Where) -> str:
    if set(where.control) == {"B", "V"}:
        return "that no rival Controls"
    return f"but not {where.words()}"


# ---------------------------------------------------------------------- how many


class Count(BaseModel):
    """A number read off the table: `{spaces: SEL}` or `{pieces: PIECE, at: SEL}`, plus `base`, divided by
    `per`, at most
    `max`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    spaces: Where | None = None
    pieces: Pieces | None = None
    at: Where = ANYWHERE
    base: int = 0
    per: Annotated[int, Field(ge=1)] = 1
    max: int | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Count:
        if (self.spaces is None) == (self.pieces is None):
            raise ValueError("count either `spaces` or `pieces`")
        return self

    def value(self, s: State, scene: Scene) -> int:
        """The number now."""
        if self.spaces is not None:
            found = len(self.spaces.spaces(s, scene))
        else:
            assert self.pieces is not None, "one of both, as validated"
            kinds = self.pieces.kinds(scene)
            found = sum(s.board[space][kind] for space in self.at.spaces(s, scene) for kind in kinds)
        total = self.base + found // self.per
        return total if self.max is None else min(self.max, total)

    def words(self) -> str:
        """What the number is counted by: "for each Qasbah on the map (3 at most)"."""
        if self.spaces is not None:
            each = f"for {self.spaces.each()}"
        else:
            assert self.pieces is not None, "one of both, as validated"
            what = self.pieces.phrase("each" if self.per == 1 else f"every {self.per}", self.per > 1)
            each = f"for {what} {'on the map' if self.at.anywhere else self.at.within_()}"
        return each + (f" ({self.max} at most)" if self.max is not None else "")


Number = int | Literal["all"] | str | Count


def number(value: Number, s: State, scene: Scene) -> int:
    """How many that is now; "all" is more than there are of anything; a name is what `as` has counted."""
    match value:
        case int():
            return value
        case "all":
            return 99
        case str():
            return scene.counted.get(value, 0)
        case _:
            return value.value(s, scene)
