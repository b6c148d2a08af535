"""Define the effects on pieces: place, remove, replace, move."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from rules.asking import count, pick
from rules.vijayanagara import wording
from rules.vijayanagara.board import (
    BOX,
    MONGOL_ROAD,
    OWNER,
    PASSES,
    PROVINCES,
    RIVALS,
    STRUCTURE,
)
from rules.vijayanagara.commands.mongols import overflow
from rules.vijayanagara.commands.rivals import find_arriving_kinds
from rules.vijayanagara.events.effect import Effect, count_total, describe_part, spread
from rules.vijayanagara.events.forecast_texts import DEEDS, MANY_DO, NOTHING_TO, ONE_DOES
from rules.vijayanagara.events.parts import YOU, Pieces, Scene, What, Who, does, make_short_key
from rules.vijayanagara.events.substitution import substitute
from rules.vijayanagara.events.where import ANYWHERE, Count, Number, Positive, Where, read_number
from rules.vijayanagara.state import State
from rules.vijayanagara.vocabulary import SEATS
from rules.words import Words, agreeing, mark_text, say


def can_stand(kind: str, space: str) -> bool:
    """1.3.2, 1.3.3: return whether pieces of the kind may be in the space."""
    if OWNER[kind] in RIVALS:
        return space in PROVINCES
    return OWNER[kind] != "mongols" or space in MONGOL_ROAD


def count_room(s: State, kind: str, space: str) -> int:
    """1.3, 1.4.4: return how many pieces of the kind the space can still take."""
    if not can_stand(kind, space):
        return 0
    return 1 - s.board[space][kind] if kind in STRUCTURE.values() else 99


def _move_overflow(s: State, gathered: int) -> None:
    """3.5.1: if Mongol Invaders have come to the Mountain Passes, move all but four to the next space.

    `gathered`: how many were in the Mountain Passes before. If no more are there now, nobody moves.
    """
    if s.board[PASSES]["mongols"] > gathered:
        overflow(s)


class Numbered(Effect):
    """An effect on a number of pieces: `n` (as far as possible) or `up_to` (the decider may stop)."""

    what: Pieces
    n: Number | None = None
    up_to: Positive | Literal["all"] | None = None
    each: Positive | None = None  # at most this many in any one space
    by: Who = "EX"
    full: bool = False
    counted: str = Field("", alias="as")

    @model_validator(mode="after")
    def _one_of_both(self) -> Numbered:
        if (self.n is None) == (self.up_to is None):
            raise ValueError("write either `n` or `up_to`")
        return self

    def most(self, s: State, scene: Scene) -> int:
        """Return the greatest possible number of pieces."""
        wanted: Number = self.n if self.n is not None else self.up_to if self.up_to is not None else 0
        return read_number(wanted, s, scene)

    @property
    def plural(self) -> bool:
        """Whether more than one piece can be meant."""
        return self.n != 1 and self.up_to != 1

    def noun(self, what: What, me: str) -> str:
        """Return the number with its pieces: "up to 3 Amirs", "2 of its Units", "all its Units"."""
        match self.n, self.up_to:
            case None, "all":
                many = "any number of"
            case None, up_to:
                many = f"up to {up_to}"
            case int() | "all", _:
                many = str(self.n)
            case _:
                many = "the same number of"
        return what.phrase(many, self.plural, me)

    def deed(self, me: str, verb: str) -> str:
        """Return the decider and the verb: "remove", or with `up_to` "the Sultanate may move"."""
        return does(self.by, me, verb if self.up_to is None or self.by == me else f"may {verb}")

    def where(self, at: Where) -> str:
        """Return the spaces, and how many in each: " in Provinces around Warangal, at most 1 in each"."""
        each = f", at most {self.each} in each{' space' if at.anywhere else ''}" if self.each else ""
        return ("" if at.anywhere else f" {at.describe_place(self.plural, self.by)}") + each

    async def spread(
        self,
        s: State,
        scene: Scene,
        limits: Callable[[], Mapping[str, int]],
        deed: Callable[[str, str, int], None],
    ) -> None:
        """Do the deed to pieces, at most `each` in any one space. Store their number under the name `as`."""
        most, wanted, seat = self.most(s, scene), Numbered.most(self, s, scene), scene.who(self.by)
        exactly, prompt = self.n is not None, self.question(s, scene)
        done = await spread(
            seat,
            prompt,
            limits,
            most,
            deed,
            about=scene.step,
            exactly=exactly,
            each=self.each,
            phrase=wording.DEEDS[self.VERB],
        )
        if self.counted:
            scene.counted[self.counted] = done
        self.note(scene, done, wanted)

    def note(self, scene: Scene, done: int, wanted: int) -> None:
        """Record the step in the scene if it affected fewer pieces than a fixed number `n`."""
        if self.n not in (None, "all") and done < wanted:
            scene.short.append(self.VERB)

    def calls_for(self, s: State, scene: Scene) -> bool:
        return Numbered.most(self, s, scene) > 0

    def now(self, s: State, scene: Scene) -> Words | None:
        """Return the deed for a forecast: "place 1 of 2 Troops"."""
        verb, there = self.VERB, self.count_there(s, scene)
        wanted = Numbered.most(self, s, scene)
        n = min(wanted, there)
        if not wanted:
            return None
        if self.n is None:
            many, plural = say("up to {n}", n=n), n != 1
        elif self.n == "all":
            many, plural = say("{n}", n=n), n != 1
        else:
            many, plural = describe_part(n, wanted), wanted != 1
        pieces = substitute(self.what, scene).word_count(many if n else say("no"), plural or not n)
        if not n:
            return say(NOTHING_TO[verb], pieces=pieces)
        if scene.who(self.by) == scene.reader:
            return say(DEEDS[verb], pieces=pieces)
        who = scene.who(self.by)
        text = MANY_DO[verb] if SEATS[who].many else ONE_DOES[verb]
        return say(text, who=make_short_key(who), pieces=pieces)

    @abstractmethod
    def count_there(self, s: State, scene: Scene) -> int:
        """Return how many pieces the deed could affect now, whatever number the card asks for."""

    def limit(self, s: State, scene: Scene) -> Self:
        """Return the effect for as many pieces as it can affect now: at most `n`, and at least one."""
        if not isinstance(self.n, int):
            return self
        return self.model_copy(update={"n": max(1, min(self.n, self.count_there(s, scene)))})

    def question(self, s: State, scene: Scene) -> Words:
        """Return the question to its decider, with the number of pieces that the deed can affect."""
        n = Numbered.most(self, s, scene) if isinstance(self.n, Count) else self.n
        effect = self.model_copy(update={"n": n}).limit(s, scene)

        def deed() -> Words:
            meant = substitute(effect, scene, scene.who(self.by))
            return scene.phrase(meant.words(YOU))

        return scene.asking(say("{deed}. Where?" if self.VERB == Place.VERB else "{deed}. Which?", deed=deed))


class Place(Numbered):
    """1.4.6: place Available pieces.

    Amirs and Rajas are Obedient unless their faction Controls the Province.
    """

    VERB: ClassVar[str] = "place"
    at: Where = ANYWHERE

    def _limits(self, s: State, scene: Scene) -> dict[str, int]:
        spaces = self.at.spaces(s, scene)
        return {
            f"{kind}-in-{space}": min(s.box[BOX[kind]], count_room(s, kind, space))
            for kind in self.what.list_placed(scene)
            for space in spaces
        }

    async def run(self, s: State, scene: Scene) -> None:
        def deed(kind: str, space: str, n: int) -> None:
            data = {"units": {kind: n}, "space": space}
            s.tell("place", "{pieces} placed in {space}.", data, pieces=count(n, kind), space=space)
            s.place(space, kind, n)

        gathered = s.board[PASSES]["mongols"]
        await self.spread(s, scene, lambda: self._limits(s, scene), deed)
        _move_overflow(s, gathered)

    def most(self, s: State, scene: Scene) -> int:
        # An Available piece counts once, even if several spaces could take it.
        there = sum(s.box[BOX[kind]] for kind in self.what.list_placed(scene))
        return min(super().most(s, scene), there)

    def words(self, me: str) -> str:
        return f"{self.deed(me, 'place')} {self.noun(self.what, self.by)}{self.where(self.at)}"

    def after(self, last: Place, text: str) -> str:
        """Return one text for the previous effect `last` and this one; "" if they need separate sentences.

        Examples: "place 1 Governor and 2 Troops in Sindh", "place 1 Amir in Sindh and 1 in Bengal".
        """
        one_space = self.at.names and last.at.names and len(self.at.among) == len(last.at.among) == 1
        if not one_space or self.by != last.by or self.up_to is not None or last.up_to is not None:
            return ""
        if self.at == last.at:
            where = last.where(last.at)
            return f"{text.removesuffix(where)} and {self.noun(self.what, self.by)}{where}"
        return f"{text} and {self.n}{self.where(self.at)}" if self.what == last.what else ""

    def able(self, s: State, scene: Scene) -> bool:
        return self.most(s, scene) > 0 and any(n > 0 for n in self._limits(s, scene).values())

    def count_there(self, s: State, scene: Scene) -> int:
        left = {kind: s.box[BOX[kind]] for kind in self.what.list_placed(scene)}
        limits = {}
        for key, n in self._limits(s, scene).items():
            kind = key.partition("-in-")[0]
            limits[key] = min(n, left[kind], self.each or n)
            left[kind] -= limits[key]
        return count_total(limits, dict.fromkeys(limits, self.each or 99))


class Remove(Numbered):
    """1.4.3: return pieces to Available."""

    VERB: ClassVar[str] = "remove"
    at: Where = ANYWHERE

    def _limits(self, s: State, scene: Scene, at: Sequence[str]) -> dict[str, int]:
        return {
            f"{kind}-in-{sp}": n for kind in self.what.kinds(scene) for sp in at if (n := s.board[sp][kind])
        }

    async def run(self, s: State, scene: Scene) -> None:
        at = self.at.spaces(s, scene)  # fixed before the first piece is removed

        def deed(kind: str, space: str, n: int) -> None:
            data = {"units": {kind: n}, "space": space}
            s.tell("remove", "{pieces} removed from {space}.", data, pieces=count(n, kind), space=space)
            s.remove(space, kind, n)

        await self.spread(s, scene, lambda: self._limits(s, scene, at), deed)

    def words(self, me: str) -> str:
        return f"{self.deed(me, 'remove')} {self.noun(self.what, self.by)}{self.where(self.at)}"

    def able(self, s: State, scene: Scene) -> bool:
        return self.most(s, scene) > 0 and bool(self._limits(s, scene, self.at.spaces(s, scene)))

    def fully(self, s: State, scene: Scene) -> bool:
        there = sum(self._limits(s, scene, self.at.spaces(s, scene)).values())
        return there >= (1 if self.n == "all" else self.most(s, scene))

    def count_there(self, s: State, scene: Scene) -> int:
        limits = self._limits(s, scene, self.at.spaces(s, scene))
        return count_total(limits, dict.fromkeys(limits, self.each or 99))


class Replace(Numbered):
    """1.4.6: replace pieces with others. If none of the others is Available, pieces are only removed."""

    VERB: ClassVar[str] = "replace"
    new: Pieces = Field(alias="with")
    at: Where = ANYWHERE

    def _limits(self, s: State, scene: Scene, at: list[str]) -> dict[str, int]:
        fitting = [
            sp for sp in at if any(count_room(s, kind, sp) > 0 for kind in self.new.list_placed(scene))
        ]
        return {
            f"{kind}-in-{sp}": n
            for kind in self.what.kinds(scene)
            for sp in fitting
            if (n := s.board[sp][kind])
        }

    async def run(self, s: State, scene: Scene) -> None:
        leaving: list[tuple[str, str, int]] = []
        at, gathered = self.at.spaces(s, scene), s.board[PASSES]["mongols"]

        def limits() -> dict[str, int]:
            found = self._limits(s, scene, at)
            for kind, space, n in leaving:
                found[f"{kind}-in-{space}"] -= n
            return found

        await self.spread(s, scene, limits, lambda kind, space, n: leaving.append((kind, space, n)))
        for old, space, n in leaving:
            for _ in range(n):
                await self._replace(s, scene, old, space)
        _move_overflow(s, gathered)

    async def _replace(self, s: State, scene: Scene, old: str, space: str) -> None:
        """Replace one piece with another in a single change.

        Control is judged only when the old piece is gone and the new piece is there.
        """
        kinds = [k for k in self.new.list_placed(scene) if s.box[BOX[k]] and count_room(s, k, space) > 0]
        text = "{card}: which piece replaces {old} in {space}?"
        prompt = say(text, card=mark_text(scene.title), old=count(1, old), space=space)
        new = "".join(kinds)
        if len(kinds) > 1:
            about = f"{old}-in-{space}"
            new = await pick(
                scene.who(self.by),
                prompt,
                kinds,
                kind="replace-by",
                about=about,
                lead="by",
                phrase=wording.REPLACED,
            )
        s.shift(space, old, -1)
        data = {"units": {old: 1}, "new": new, "space": space}
        if new:
            s.shift(space, new, 1)
            s.tell(
                "replace",
                "{new} replaces {old} in {space}.",
                data,
                new=count(1, new),
                old=count(1, old),
                space=space,
            )
        else:
            s.tell(
                "replace",
                "{piece} removed from {space}, not replaced.",
                data,
                piece=count(1, old),
                space=space,
            )
            scene.short.append(self.VERB)
        s.adjust_control(space)

    def words(self, me: str) -> str:
        many = self.new.phrase("", True, self.by).strip().removeprefix("of ")
        new = many if self.plural else self.new.one(self.by)
        deed, old, where = self.deed(me, "replace"), self.noun(self.what, self.by), self.where(self.at)
        # A described space comes last, because "in a Province with a Troop with an Amir" would mislead.
        if self.at.within or self.each or not self.at.names:
            return f"{deed} {old} with {new}{where}"
        return f"{deed} {old}{where} with {new}"

    def able(self, s: State, scene: Scene) -> bool:
        return self.most(s, scene) > 0 and bool(self._limits(s, scene, self.at.spaces(s, scene)))

    def fully(self, s: State, scene: Scene) -> bool:
        there = sum(self._limits(s, scene, self.at.spaces(s, scene)).values())
        ready = sum(s.box[sort] for sort in {BOX[kind] for kind in self.new.list_placed(scene)})
        return min(there, ready) >= self.most(s, scene)

    def count_there(self, s: State, scene: Scene) -> int:
        limits = self._limits(s, scene, self.at.spaces(s, scene))
        return count_total(limits, dict.fromkeys(limits, self.each or 99))


class Move(Numbered):
    """Move pieces from any space in `from` directly to any space in `to`. No piece moves twice.

    Amirs and Rajas turn over as in Migrate.
    """

    VERB: ClassVar[str] = "move"
    origin: Where = Field(alias="from")
    to: Where

    def _limits(self, s: State, scene: Scene, moved: dict[str, int]) -> dict[str, int]:
        found = {}
        targets = self.to.spaces(s, scene)
        for space in self.origin.spaces(s, scene):
            for kind in self.what.kinds(scene):
                if any(to != space and count_room(s, kind, to) > 0 for to in targets):
                    found[f"{kind}-in-{space}"] = s.board[space][kind] - moved.get(f"{kind}-in-{space}", 0)
        return {key: n for key, n in found.items() if n > 0}

    async def run(self, s: State, scene: Scene) -> None:
        seat, moved, left = scene.who(self.by), dict[str, int](), self.most(s, scene)
        wanted = left
        while left and (limits := self._limits(s, scene, moved)):
            gone: list[tuple[str, str, int]] = []
            exactly, prompt = self.n is not None, self.question(s, scene)
            await spread(
                seat,
                prompt,
                _limit_to_unmoved(limits, gone),
                left,
                _note(gone),
                about=scene.step,
                exactly=exactly,
                phrase=wording.DEEDS[self.VERB],
            )
            if not gone:
                return
            for kind, space, n in gone:
                ways = [to for to in self.to.spaces(s, scene) if to != space and count_room(s, kind, to) > 0]
                pieces = count(n, kind)
                text = "{card}: where {do} {pieces} from {space} go?"
                prompt = say(
                    text, card=mark_text(scene.title), do=agreeing(n, "do"), pieces=pieces, space=space
                )
                about = f"{kind}-in-{space}"
                to = ways[0]
                if len(ways) > 1:
                    to = await pick(seat, prompt, ways, kind="move-to", about=about, lead="to")
                arrived = (
                    find_arriving_kinds(s, OWNER[kind], to).get(kind, kind) if OWNER[kind] in RIVALS else kind
                )
                s.move(kind, n, space, to, arrived)
                moved[f"{arrived}-in-{to}"] = moved.get(f"{arrived}-in-{to}", 0) + n
                go = agreeing(n, "go")
                text = "{pieces} {go} from {space} to {to}."
                data = {"units": {kind: n}, "origin": space, "to": to}
                s.tell("move", text, data, pieces=pieces, go=go, space=space, to=to)
                left -= n
        self.note(scene, wanted - left, wanted)

    def words(self, me: str) -> str:
        deed = f"{self.deed(me, 'move')} {self.noun(self.what, self.by)}"
        if self.origin == self.to:
            return f"{deed} between {self.origin.words(plural=True)}"
        return f"{deed} into {self.to.words(self.plural)} from {self.origin.words(plural=True)}"

    def able(self, s: State, scene: Scene) -> bool:
        return self.most(s, scene) > 0 and bool(self._limits(s, scene, {}))

    def count_there(self, s: State, scene: Scene) -> int:
        return sum(self._limits(s, scene, {}).values())


def _limit_to_unmoved(limits: Mapping[str, int], gone: Sequence[object]) -> Callable[[], Mapping[str, int]]:
    return lambda: {} if gone else limits


def _note(gone: list[tuple[str, str, int]]) -> Callable[[str, str, int], None]:
    return lambda kind, space, n: gone.append((kind, space, n))
