"""Define the spaces that a deck means (names, letters or conditions), and numbers counted on the table."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Discriminator, Field, Tag, model_validator

from rules.documents import Model
from rules.vijayanagara.board import MAP, OWNER, PROVINCES, RIVALS, SPACES
from rules.vijayanagara.events.parts import (
    ADJECTIVE,
    KINDS_OF,
    PLURAL,
    Pieces,
    Scene,
    check_faction,
    join,
    name_faction,
)
from rules.vijayanagara.names import name
from rules.vijayanagara.state import TRIBUTARY, UNCONTROLLED, State
from rules.vijayanagara.vocabulary import MANY

_BY_NAME = {space.name.casefold(): key for key, space in MAP.spaces.items()}
_CITIES = {city.name.casefold(): key for key, city in MAP.cities.items()} | {
    "vijayanagara": "vijayanagara-city"
}


def _check_space(name: str) -> str:
    if len(name) == 1 and name.isupper():
        return name
    if name.casefold() in _BY_NAME:
        return _BY_NAME[name.casefold()]
    raise ValueError(f"there is no space “{name}”: {', '.join(space.name for space in MAP.spaces.values())}")


def _check_city(name: str) -> str:
    if name.casefold() not in _CITIES:
        raise ValueError(f"there is no City “{name}”: {', '.join(city.name for city in MAP.cities.values())}")
    return _CITIES[name.casefold()]


def _check_control(word: str) -> str:
    return word if word == "none" else check_faction(word)


def _make_list(value: Any) -> Any:
    return value if isinstance(value, list | tuple) else [value]


SpaceName = Annotated[str, AfterValidator(_check_space)]
CityName = Annotated[str, AfterValidator(_check_city)]


def name_space(key: str) -> str:
    """Return a space's name for a sentence. A bound letter is "that Province"."""
    if key.startswith("{"):
        return key  # a bound space; its name is filled in when the sentence is read
    return name(key) if key in MAP.spaces else "that Province"


class Where(Model):
    """Spaces: a name, a list of names, a bound letter, or conditions that must all hold."""

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    among: Annotated[tuple[SpaceName, ...], BeforeValidator(_make_list)] = Field((), alias="in")
    around: CityName | None = None
    next_to: SpaceName | None = None
    within: Where | None = None
    type: Literal["Province"] | None = None
    status: Literal["Tributary", "Independent"] | None = None
    control: Annotated[
        tuple[Annotated[str, AfterValidator(_check_control)], ...], BeforeValidator(_make_list)
    ] = ()
    has: Annotated[tuple[Pieces, ...], BeforeValidator(_make_list)] = ()
    lacks: Annotated[tuple[Pieces, ...], BeforeValidator(_make_list)] = ()
    prosperity: Literal[1, 2] | None = None
    coast: bool = False
    but_not: Where | None = Field(None, alias="not")

    @model_validator(mode="before")
    @classmethod
    def _names(cls, value: Any) -> Any:
        return {"in": value} if isinstance(value, str | list) else value

    def spaces(self, s: State, scene: Scene) -> list[str]:
        """Return the spaces that match now, in the order of the map."""
        return [space for space in SPACES if self.matches(s, scene, space)]

    def matches(self, s: State, scene: Scene, space: str) -> bool:
        """Return whether every condition holds for the space."""
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

    def could_be(self, s: State, scene: Scene) -> list[str]:
        """Return the spaces that can match at some time in the game.

        Conditions on things that change during a game, such as Control, are ignored.
        """
        changing = {"status": None, "control": (), "has": (), "lacks": (), "within": None, "but_not": None}
        found = self.model_copy(update=changing).spaces(s, scene)
        return [space for space in found if space in PROVINCES] if self.provinces_only else found

    @property
    def names(self) -> bool:
        """Whether only names and letters say which spaces are meant."""
        return bool(self.among) and self.model_fields_set <= {"among"}

    @property
    def anywhere(self) -> bool:
        """Whether all spaces are meant, without any name or condition."""
        return not self.model_fields_set

    def find_possible(self) -> tuple[str, ...]:
        """Return all spaces that these words could mean in any game."""
        named = SPACES if self.names_unknown else self.among
        return tuple(
            space
            for space in SPACES
            if (not self.among or space in named)
            and (self.around is None or space in MAP.cities[self.around].around)
            and (not self.provinces_only or space in PROVINCES)
            and (self.prosperity is None or MAP.spaces[space].prosperity == self.prosperity)
            and (not self.coast or MAP.spaces[space].coast)
        )

    @property
    def names_unknown(self) -> bool:
        """Whether a letter stands for one of the spaces."""
        return any(name not in SPACES for name in self.among)

    def words(self, plural: bool = False, me: str = "") -> str:
        """Return the spaces in English: "Punjab or Sindh", "a Province around Warangal".

        `plural`: "Punjab and Sindh", "Provinces ...". `me`: the faction that reads the text ("with one of
        your Units").
        """
        if self.names:
            return join([name_space(name) for name in self.among], "and" if plural else "or")
        if self.among and not self.status and not self.coast:
            names = join([name_space(name) for name in self.among], "or")
            return " ".join(["one of these spaces", *self._after(False, me)]) + f": {names}"
        noun = self._noun() + ("s" if plural else "")
        article = "" if plural else "an " if noun[0] in "AEIOUaeiou" else "a "
        return " ".join([article + noun, *self._among(), *self._after(plural, me)])

    def each(self, me: str = "") -> str:
        """Return the spaces in English as "each Tributary Province around Warangal"."""
        return " ".join([f"each {self._noun()}", *self._among(), *self._after(False, me)])

    def describe_place(self, plural: bool = False, me: str = "", preposition: str = "in") -> str:
        """Return the spaces with their preposition: "in Delhi", "there", "there or in Delhi"."""
        if self.model_fields_set == {"within"} and self.within and self.within.names:
            return f"{preposition} or next to {self.within.words()}"
        if not self.names:
            return f"{preposition} {self.words(plural, me)}"
        known = [name for name in self.among if name in MAP.spaces or name.startswith("{")]
        places = ["there"] * (len(known) < len(self.among))
        if known:
            named = join([name_space(name) for name in known], "and" if plural else "or")
            places.append(f"{preposition} {named}")
        return " or ".join(places)

    def _noun(self) -> str:
        noun = "Province" if self.provinces_only else "space"
        return f"{'coastal ' if self.coast else ''}{f'{self.status} ' if self.status else ''}{noun}"

    @property
    def provinces_only(self) -> bool:
        kinds = [kind for what in self.has for _, noun in what.sorts for kind in KINDS_OF.get(noun, ("",))]
        rivals_only = bool(kinds) and all(OWNER.get(kind) in RIVALS for kind in kinds)  # 1.3.2, 1.3.3
        named = self.type or self.status or self.control or self.around or self.prosperity or self.coast
        return bool(named) or rivals_only

    def _among(self) -> list[str]:
        return ["among " + join([name_space(name) for name in self.among], "and")] if self.among else []

    def _after(self, plural: bool, me: str) -> list[str]:
        """Return what follows the noun. `plural`: whether the noun is in the plural."""
        parts, with_, under = [], [], []
        it = "them" if plural else "it"
        if self.around:
            parts.append(f"around {MAP.cities[self.around].name}")
        if self.next_to:
            parts.append(f"next to {name_space(self.next_to)}")
        if self.within:
            if self.within.model_fields_set != {"has"}:
                parts.append(f"in or next to {self.within.words()}")
            else:
                near = " or ".join(what.one() for what in self.within.has)
                with_.append(f"with {near} in {it} or next to {it}")
        if self.prosperity:
            parts.append(f"of Prosperity {self.prosperity}")
        if self.control:
            under.append(_describe_control(self.control))
        if self.but_not:
            under.append(_negate(self.but_not))
        with_ += [f"with {' and '.join(what.one(me) for what in self.has)} in {it}"] if self.has else []
        with_ += ["without " + " and ".join(what.one(me) for what in self.lacks)] if self.lacks else []
        if with_:
            parts.append((", and " if self.within else " and ").join(with_) + "," * bool(under))
        return parts + under


ANYWHERE = Where()


def _describe_control(control: tuple[str, ...]) -> str:
    factions = [ADJECTIVE.get(word, name_faction(word)) for word in control if word != "none"]
    if not factions:
        return "under nobody's Control"
    if set(control) <= {*ADJECTIVE, "none"}:
        by = f"under {join(factions, 'or')} Control"
    else:
        by = f"under the Control of {join([name_faction(word) for word in control if word != 'none'], 'or')}"
    return f"{by} or nobody's" if "none" in control else by


def _negate(where: Where) -> str:
    if set(where.control) == {"B", "V"}:
        return "under no rival's Control"
    return f"but not {where.words()}"


Positive = Annotated[int, Field(ge=1, le=99, strict=True)]


class Count(Model):
    """A number counted on the table.

    It is written `{spaces: SEL}` or `{pieces: PIECE, at: SEL}`. The count is divided by `per` and rounded
    down. `base` is added to the result. The total is at most `max`.
    """

    model_config = ConfigDict(frozen=True)

    spaces: Where | None = None
    pieces: Pieces | None = None
    at: Where = ANYWHERE
    base: Annotated[int, Field(ge=0, le=99, strict=True)] = 0
    per: Positive = 1
    max: Positive | None = None

    @model_validator(mode="after")
    def _one_of_both(self) -> Count:
        if (self.spaces is None) == (self.pieces is None):
            raise ValueError("count either `spaces` or `pieces`")
        return self

    def value(self, s: State, scene: Scene) -> int:
        """Return the number now."""
        if self.spaces is not None:
            found = len(self.spaces.spaces(s, scene))
        else:
            assert self.pieces is not None, "it counts spaces or pieces, as validated"
            kinds = self.pieces.kinds(scene)
            found = sum(s.board[space][kind] for space in self.at.spaces(s, scene) for kind in kinds)
        total = self.base + found // self.per
        return total if self.max is None else min(self.max, total)

    def words(self, me: str = "") -> str:
        """Return in English what a number counts: "for each Qasbah on the map (3 at most)"."""
        if self.spaces is not None:
            each = f"for {self.spaces.each(me)}"
        else:
            assert self.pieces is not None, "it counts spaces or pieces, as validated"
            what = self.pieces.phrase("each" if self.per == 1 else f"every {self.per}", self.per > 1)
            each = f"for {what} {'on the map' if self.at.anywhere else self.at.describe_place()}"
        return each + (f" ({self.max}{' in all' * (self.base > 0)} at most)" if self.max is not None else "")


def _sort_number(value: Any) -> str | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        return "all" if value == "all" else "name"
    return "number" if isinstance(value, int) else "count" if isinstance(value, dict | Count) else None


Number = Annotated[
    Annotated[Positive, Tag("number")]
    | Annotated[Literal["all"], Tag("all")]
    | Annotated[str, Tag("name")]
    | Annotated[Count, Tag("count")],
    Discriminator(
        _sort_number,
        custom_error_type="number",
        custom_error_message="write a number from 1 to 99, all, what an `as` has counted, or {spaces: ...}",
    ),
]


def read_number(value: Number, s: State, scene: Scene) -> int:
    """Return the present value of a number.

    "all" means a number larger than any supply. A name means the number that an earlier step stored with
    `as`.
    """
    match value:
        case int():
            return value
        case "all":
            return 99
        case str():
            return scene.counted.get(value, 0)
        case _:
            return value.value(s, scene)


def describe_condition(test: Where) -> str:
    """Return a test in words: "Gujarat is Tributary", "there is a Mongol Invader on the map"."""
    if test.has:
        there = " and ".join(what.one() for what in test.has)
        rest = Where.model_construct(**{k: getattr(test, k) for k in test.model_fields_set - {"has"}})
        where = "on the map" if rest.anywhere else rest.describe_place()
        return f"{there} are {where}" if len(test.has) > 1 else f"there is {there} {where}"
    if not test.among or test.model_fields_set - {"among", "status", "control"}:
        return f"there is {test.words()}"
    names = join([name_space(name) for name in test.among], "or")
    state: list[str] = [test.status] if test.status else []
    controllers = [name_faction(word) for word in test.control if word != "none"]
    if controllers and not state and "none" not in test.control:
        return f"{join(controllers, 'or')} Control{'' if test.control[-1] in PLURAL else 's'} {names}"
    if test.control:
        factions = join([*controllers, *["nobody"] * ("none" in test.control)], "or of")
        state.append(f"under the Control of {factions}")
    return f"{names} {'are' if test.among == MANY else 'is'} {' and '.join(state)}"
