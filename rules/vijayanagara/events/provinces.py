"""Define the effects on Provinces and their Units: flip, tributary, independent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from rules.vijayanagara.board import OBEDIENT, OWNER, REBELLING
from rules.vijayanagara.events.effect import Effect
from rules.vijayanagara.events.parts import Pieces, Scene
from rules.vijayanagara.events.where import Where
from rules.vijayanagara.state import TRIBUTARY, State
from rules.vijayanagara.vocabulary import MANY
from rules.words import Plural, Words, join_list, say


class Flip(Effect):
    """1.4.5: turn all these Amirs and Rajas to one side.

    But no piece becomes Obedient where its own faction has Control.
    """

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
            s.turn_over(space, kind)

    def words(self, me: str) -> str:
        return f"{self.what.phrase('all', True)} {self.at.describe_place()} become {self.to.title()}"

    def able(self, s: State, scene: Scene) -> bool:
        return bool(self._turning(s, scene))

    def now(self, s: State, scene: Scene) -> Words | None:
        n = sum(s.board[space][kind] for space, kind in self._turning(s, scene))
        if not n:
            return None
        if self.to == "obedient":
            return say(Plural("{n} becomes Obedient", "{n} become Obedient"), n=n)
        return say(Plural("{n} becomes Rebelling", "{n} become Rebelling"), n=n)


class Tributary(Effect):
    """1.6: place a Tributary marker. All Amirs and Rajas in the Province become Obedient."""

    VERB: ClassVar[str] = "tributary"
    at: Where

    async def run(self, s: State, scene: Scene) -> None:
        for space in self._turning(s, scene):
            s.tell("tributary", "A Tributary marker is placed in {space}.", space=space)
            s.make_tributary(space)

    def words(self, me: str) -> str:
        return f"{_becomes(self.at)} Tributary"

    def able(self, s: State, scene: Scene) -> bool:
        return bool(self._turning(s, scene))

    def now(self, s: State, scene: Scene) -> Words | None:
        return _tell_turned(self._turning(s, scene), "Tributary")

    def _turning(self, s: State, scene: Scene) -> list[str]:
        found = self.at.spaces(s, scene)
        return [space for space in found if s.status.get(space, TRIBUTARY) != TRIBUTARY]


class Independent(Effect):
    """1.6: remove the Tributary marker, whatever the dynasty. Control follows at once (1.7)."""

    VERB: ClassVar[str] = "independent"
    at: Where

    async def run(self, s: State, scene: Scene) -> None:
        for space in self._turning(s, scene):
            s.tell(
                "independent",
                "The Tributary marker in {space} is removed: the Province is now Independent.",
                space=space,
            )
            s.make_independent(space)

    def words(self, me: str) -> str:
        return f"{_becomes(self.at)} Independent"

    def able(self, s: State, scene: Scene) -> bool:
        return bool(self._turning(s, scene))

    def now(self, s: State, scene: Scene) -> Words | None:
        return _tell_turned(self._turning(s, scene), "Independent")

    def _turning(self, s: State, scene: Scene) -> list[str]:
        return [space for space in self.at.spaces(s, scene) if s.status.get(space) == TRIBUTARY]


def _tell_turned(spaces: Sequence[str], status: str) -> Words | None:
    if not spaces:
        return None
    plural = len(spaces) > 1 or spaces[0] in MANY
    text = "{spaces} become Tributary" if plural else "{spaces} becomes Tributary"
    if status == "Independent":
        text = "{spaces} become Independent" if plural else "{spaces} becomes Independent"
    return say(text, spaces=join_list(spaces))


def _becomes(at: Where) -> str:
    plural = at.among == MANY or len(at.among) != 1 or not at.names
    return f"{at.words(plural=True)} {'become' if plural else 'becomes'}"
