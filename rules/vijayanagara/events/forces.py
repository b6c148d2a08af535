"""Effects on pieces and Provinces: place, remove, replace, move, flip, tributary, independent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from rules.asking import count, pick
from rules.vijayanagara.board import (
    BOX,
    FLIPPED,
    MONGOL_ROAD,
    OBEDIENT,
    OWNER,
    PROVINCES,
    REBELLING,
    RIVALS,
    STRUCTURE,
)
from rules.vijayanagara.events.effect import Effect, spread
from rules.vijayanagara.events.parts import ANYWHERE, Number, Pieces, Scene, What, Where, Who, does, number
from rules.vijayanagara.mongols import overflow
from rules.vijayanagara.rivals import arriving
from rules.vijayanagara.state import TRIBUTARY, State
from rules.words import Words, say


def room(s: State, kind: str, space: str) -> int:
    """1.3, 1.4.4: how many pieces of the kind the space can still take."""
    if OWNER[kind] in RIVALS and space not in PROVINCES:
        return 0
    if OWNER[kind] == "mongols" and space not in MONGOL_ROAD:
        return 0
    return 1 - s.board[space][kind] if kind in STRUCTURE.values() else 99


class Numbered(Effect):
    """An effect on so many pieces: `n` (as many as possible) or `up_to` (the decider may stop)."""

    n: Number | None = None
    up_to: int | Literal["all"] | None = None
    each: Annotated[int, Field(ge=1)] | None = None  # at most so many in any one space
    by: Who = "EX"
    full: bool = False
    counted: str = Field("", alias="as")

    @model_validator(mode="after")
    def _one_of_both(self) -> Numbered:
        if (self.n is None) == (self.up_to is None):
            raise ValueError("write either `n` or `up_to`")
        return self

    def most(self, s: State, scene: Scene) -> int:
        """How many pieces at the most."""
        wanted: Number = self.n if self.n is not None else self.up_to if self.up_to is not None else 0
        return number(wanted, s, scene)

    @property
    def plural(self) -> bool:
        """True where more than one piece may be meant."""
        return self.n != 1 and self.up_to != 1

    def noun(self, what: What, me: str) -> str:
        """The number with its pieces: "up to 3 Amirs", "2 of its Units", "all its Units"."""
        match self.n, self.up_to:
            case None, "all":
                many = "any number of"
            case None, up_to:
                many = f"up to {up_to}"
            case int() | "all", _:
                many = str(self.n)
            case _:
                many = "as many"
        return what.phrase(many, self.plural, me)

    def deed(self, me: str, verb: str) -> str:
        """Its decider and the verb: "remove", "the Sultanate may move" (where it may do less)."""
        return does(self.by, me, verb if self.up_to is None or self.by == me else f"may {verb}")

    def where(self, at: Where) -> str:
        """The spaces, and how many in each: " in Provinces around Warangal, 1 in each"."""
        each = f", {self.each} in each" if self.each else ""
        return ("" if at.anywhere else f" {at.within_(self.plural)}") + each

    async def spread(
        self,
        s: State,
        scene: Scene,
        limits: Callable[[], Mapping[str, int]],
        deed: Callable[[str, str, int], None],
    ) -> None:
        """Do the deed to kinds in spaces, at most `each` in any one; remember the number under `as`."""
        so_far: dict[str, int] = {}

        def now() -> Mapping[str, int]:
            if self.each is None:
                return limits()
            return {k: min(n, self.each - so_far.get(k.partition("-in-")[2], 0)) for k, n in limits().items()}

        def do(kind: str, space: str, n: int) -> None:
            so_far[space] = so_far.get(space, 0) + n
            deed(kind, space, n)

        most = self.most(s, scene)
        done = await spread(scene.who(self.by), self.question(), now, most, do, exactly=self.n is not None)
        if self.counted:
            scene.counted[self.counted] = done

    def question(self) -> Words:
        """What its decider is asked."""
        sentence = self.words(self.by)
        return say(f"{sentence[:1].upper()}{sentence[1:]}: which?")


class Place(Numbered):
    """1.4.6: pieces from Available; Amirs and Rajas Obedient unless their faction Controls the Province."""

    VERB: ClassVar[str] = "place"
    what: Pieces
    at: Where = ANYWHERE

    def _limits(self, s: State, scene: Scene) -> dict[str, int]:
        spaces = self.at.spaces(s, scene)
        return {
            f"{kind}-in-{space}": min(s.box[BOX[kind]], room(s, kind, space))
            for kind in self.what.placed(scene)
            for space in spaces
        }

    async def run(self, s: State, scene: Scene) -> None:
        def deed(kind: str, space: str, n: int) -> None:
            s.tell("{pieces} placed in {space}.", pieces=count(n, kind), space=space)
            s.place(space, kind, n)

        await self.spread(s, scene, lambda: self._limits(s, scene), deed)
        overflow(s)

    def words(self, me: str) -> str:
        return f"{self.deed(me, 'place')} {self.noun(self.what, self.by)}{self.where(self.at)}"

    def able(self, s: State, scene: Scene) -> bool:
        return self.most(s, scene) > 0 and any(n > 0 for n in self._limits(s, scene).values())


class Remove(Numbered):
    """1.4.3: pieces back to Available."""

    VERB: ClassVar[str] = "remove"
    what: Pieces
    at: Where = ANYWHERE

    def _limits(self, s: State, scene: Scene, at: Sequence[str]) -> dict[str, int]:
        return {
            f"{kind}-in-{sp}": n for kind in self.what.kinds(scene) for sp in at if (n := s.board[sp][kind])
        }

    async def run(self, s: State, scene: Scene) -> None:
        at = self.at.spaces(s, scene)  # judged before the first one goes

        def deed(kind: str, space: str, n: int) -> None:
            s.tell("{pieces} removed from {space}.", pieces=count(n, kind), space=space)
            s.remove(space, kind, n)

        await self.spread(s, scene, lambda: self._limits(s, scene, at), deed)

    def words(self, me: str) -> str:
        return f"{self.deed(me, 'remove')} {self.noun(self.what, self.by)}{self.where(self.at)}"

    def able(self, s: State, scene: Scene) -> bool:
        return self.most(s, scene) > 0 and bool(self._limits(s, scene, self.at.spaces(s, scene)))

    def fully(self, s: State, scene: Scene) -> bool:
        there = sum(self._limits(s, scene, self.at.spaces(s, scene)).values())
        return there >= (1 if self.n == "all" else self.most(s, scene))


class Replace(Numbered):
    """1.4.6: pieces go, others come in their place; only removed where none of the others is Available."""

    VERB: ClassVar[str] = "replace"
    what: Pieces
    new: Pieces = Field(alias="with")
    at: Where = ANYWHERE

    def _limits(self, s: State, scene: Scene, at: list[str]) -> dict[str, int]:
        fitting = [sp for sp in at if any(room(s, kind, sp) > 0 for kind in self.new.placed(scene))]
        return {
            f"{kind}-in-{sp}": n
            for kind in self.what.kinds(scene)
            for sp in fitting
            if (n := s.board[sp][kind])
        }

    async def run(self, s: State, scene: Scene) -> None:
        gone: list[tuple[str, int]] = []
        at = self.at.spaces(s, scene)

        def deed(kind: str, space: str, n: int) -> None:
            s.tell("{pieces} removed from {space}.", pieces=count(n, kind), space=space)
            s.shift(space, kind, -n)
            gone.append((space, n))

        await self.spread(s, scene, lambda: self._limits(s, scene, at), deed)
        for space, n in gone:
            for _ in range(n):
                kinds = [k for k in self.new.placed(scene) if s.box[BOX[k]] and room(s, k, space) > 0]
                if not kinds:
                    break
                prompt = say("Replace with which piece in {space}?", space=space)
                kind = (
                    kinds[0] if len(kinds) == 1 else await pick(scene.who(self.by), prompt, kinds, lead="by")
                )
                s.shift(space, kind, 1)
                s.tell("{piece} placed in {space}.", piece=count(1, kind), space=space)
            s.settle(space)

    def words(self, me: str) -> str:
        new = self.new.phrase("", True, self.by) if self.plural else self.new.one(self.by)
        old = f"{self.noun(self.what, self.by)}{self.where(self.at)}"
        return f"{self.deed(me, 'replace')} {old}{',' if self.each else ''} with {new}"

    def able(self, s: State, scene: Scene) -> bool:
        return self.most(s, scene) > 0 and bool(self._limits(s, scene, self.at.spaces(s, scene)))

    def fully(self, s: State, scene: Scene) -> bool:
        there = sum(self._limits(s, scene, self.at.spaces(s, scene)).values())
        ready = sum(s.box[sort] for sort in {BOX[kind] for kind in self.new.placed(scene)})
        return min(there, ready) >= self.most(s, scene)


class Move(Numbered):
    """Pieces go from any matching space straight to any other, each once; Amirs and Rajas turn as in
    Migrate."""

    VERB: ClassVar[str] = "move"
    what: Pieces
    origin: Where = Field(alias="from")
    to: Where

    def _limits(self, s: State, scene: Scene, moved: dict[str, int]) -> dict[str, int]:
        found = {}
        targets = self.to.spaces(s, scene)
        for space in self.origin.spaces(s, scene):
            for kind in self.what.kinds(scene):
                if any(to != space and room(s, kind, to) > 0 for to in targets):
                    found[f"{kind}-in-{space}"] = s.board[space][kind] - moved.get(f"{kind}-in-{space}", 0)
        return {key: n for key, n in found.items() if n > 0}

    async def run(self, s: State, scene: Scene) -> None:
        seat, moved, left = scene.who(self.by), dict[str, int](), self.most(s, scene)
        while left and (limits := self._limits(s, scene, moved)):
            gone: list[tuple[str, str, int]] = []
            await spread(
                seat, self.question(), _once(limits, gone), left, _note(gone), exactly=self.n is not None
            )
            if not gone:
                return
            for kind, space, n in gone:
                ways = [to for to in self.to.spaces(s, scene) if to != space and room(s, kind, to) > 0]
                prompt = say("Move {pieces} from {space} to where?", pieces=count(n, kind), space=space)
                to = ways[0] if len(ways) == 1 else await pick(seat, prompt, ways, lead="to")
                arrived = arriving(s, OWNER[kind], to).get(kind, kind) if OWNER[kind] in RIVALS else kind
                s.move(kind, n, space, to, arrived)
                moved[f"{arrived}-in-{to}"] = moved.get(f"{arrived}-in-{to}", 0) + n
                s.tell("{pieces} from {space} to {to}.", pieces=count(n, kind), space=space, to=to)
                left -= n

    def words(self, me: str) -> str:
        deed = f"{self.deed(me, 'move')} {self.noun(self.what, self.by)}"
        if self.origin == self.to:
            return f"{deed} between {self.origin.words(plural=True)}"
        return f"{deed} from {self.origin.words(plural=True)} to {self.to.words()}"

    def able(self, s: State, scene: Scene) -> bool:
        return self.most(s, scene) > 0 and bool(self._limits(s, scene, {}))


def _once(limits: Mapping[str, int], gone: Sequence[object]) -> Callable[[], Mapping[str, int]]:
    return lambda: {} if gone else limits


def _note(gone: list[tuple[str, str, int]]) -> Callable[[str, str, int], None]:
    return lambda kind, space, n: gone.append((kind, space, n))


class Flip(Effect):
    """1.4.5: all such Amirs and Rajas turn to one side; never against Control."""

    VERB: ClassVar[str] = "flip"
    what: Pieces
    to: Literal["obedient", "rebelling"]
    at: Where

    def _turning(self, s: State, scene: Scene) -> list[tuple[str, str]]:
        wrong = REBELLING if self.to == "obedient" else OBEDIENT
        return [
            (space, kind)
            for space in self.at.spaces(s, scene)
            for kind in self.what.kinds(scene)
            if kind in wrong.values() and s.board[space][kind]
            and not (self.to == "obedient" and s.status.get(space) == OWNER[kind])
        ]  # fmt: skip

    async def run(self, s: State, scene: Scene) -> None:
        for space, kind in self._turning(s, scene):
            pieces = count(s.board[space][kind], kind)
            s.flip(space, kind)
            s.tell("{pieces} in {space} turn: {now}.", pieces=pieces, space=space, now=FLIPPED[kind])

    def words(self, me: str) -> str:
        return f"{self.what.phrase('all', True)} {self.at.within_()} turn {self.to.title()}"

    def able(self, s: State, scene: Scene) -> bool:
        return bool(self._turning(s, scene))


class Tributary(Effect):
    """1.6: a Tributary marker is placed, and all Amirs and Rajas there become Obedient."""

    VERB: ClassVar[str] = "tributary"
    at: Where

    async def run(self, s: State, scene: Scene) -> None:
        for space in self.at.spaces(s, scene):
            if s.status.get(space, TRIBUTARY) != TRIBUTARY:
                s.make_tributary(space)
                s.tell("{space} becomes Tributary.", space=space)

    def words(self, me: str) -> str:
        return f"{_becomes(self.at)} Tributary"

    def able(self, s: State, scene: Scene) -> bool:
        return any(s.status.get(space, TRIBUTARY) != TRIBUTARY for space in self.at.spaces(s, scene))


class Independent(Effect):
    """1.6: the Tributary marker goes, whatever the dynasty; Control follows at once (1.7)."""

    VERB: ClassVar[str] = "independent"
    at: Where

    async def run(self, s: State, scene: Scene) -> None:
        for space in self.at.spaces(s, scene):
            if s.status.get(space) == TRIBUTARY:
                s.tell("{space} becomes Independent.", space=space)
                s.make_independent(space)

    def words(self, me: str) -> str:
        return f"{_becomes(self.at)} Independent"

    def able(self, s: State, scene: Scene) -> bool:
        return any(s.status.get(space) == TRIBUTARY for space in self.at.spaces(s, scene))


def _becomes(at: Where) -> str:
    plural = at.among == ("rajput-kingdoms",) or len(at.among) > 1
    return f"{at.words(plural=True)} {'become' if plural else 'becomes'}"
