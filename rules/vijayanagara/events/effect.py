"""Define the effects of a card.

An effect can be executed, can describe itself, and knows whether it would do anything now.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

from pydantic import ConfigDict, model_validator

from rules.asking import DONE, choose, label_amount
from rules.documents import Model
from rules.phrase import Phrase
from rules.vijayanagara.events.parts import Scene
from rules.vijayanagara.names import name
from rules.vijayanagara.state import State
from rules.words import Words, say


class Effect(Model):
    """One step of a card's side. In the file it maps one verb to its arguments: `gain: {of: D, ...}`."""

    model_config = ConfigDict(frozen=True, populate_by_name=True)
    VERB: ClassVar[str]

    @model_validator(mode="before")
    @classmethod
    def _unwrap(cls, value: Any) -> Any:
        if isinstance(value, Mapping) and set(value) == {cls.VERB}:
            return value[cls.VERB]
        return value

    @abstractmethod
    async def run(self, s: State, scene: Scene) -> None:
        """2.3.4: execute the effect, as far as possible."""

    @abstractmethod
    def words(self, me: str) -> str:
        """Return the effect's sentence on the card, without capital and full stop: "gain 2 Resources".

        `me`: the faction that the sentence addresses.
        """

    @abstractmethod
    def able(self, s: State, scene: Scene) -> bool:
        """Return whether the effect would do or offer anything now."""

    def calls_for(self, s: State, scene: Scene) -> bool:
        """Return whether the card wants this effect to do anything now.

        The card wants nothing if the effect's amount depends on a count, and the count is 0.
        """
        return True

    def list_sorts(self) -> tuple[str, ...]:
        """Return the verbs that name what the effect can do, such as `("gain",)`."""
        return (self.VERB,)

    def tell_nothing(self, s: State, scene: Scene) -> None:
        """Add to the story that the step did nothing, if no other line shows that."""
        return

    @abstractmethod
    def now(self, s: State, scene: Scene) -> Words | None:
        """Return what the effect would do now, in a few words to `scene.reader`: "+1 of 2 Resources".

        Return None if there is nothing to say.
        """

    def perhaps(self, scene: Scene) -> Words | None:
        """Return what the effect may do once the earlier steps have been executed; None if unknown.

        This method is called only for effects that can do nothing now.
        """
        return None

    def fully(self, s: State, scene: Scene) -> bool:
        """Return whether the effect could be done in full, as some options of a `choose` require."""
        return self.able(s, scene)

    @property
    def demanding(self) -> bool:
        """Whether an option with this step can only be chosen if the step can be done in full."""
        return bool(getattr(self, "full", False))


def describe_part(n: int, wanted: int) -> Words:
    """Return a number, with the number wanted if they differ: "2", or "1 of 2"."""
    return say("{n}", n=n) if n == wanted else say("{n} of {wanted}", n=n, wanted=wanted)


async def spread(
    seat: str,
    prompt: Words,
    limits: Callable[[], Mapping[str, int]],
    most: int,
    deed: Callable[[str, str, int], None],
    *,
    about: str,
    exactly: bool,
    each: int | None = None,
    phrase: Phrase,
) -> int:
    """Do a deed to pieces in spaces, at most `most` pieces in all. Return how many pieces it was done to.

    Args:
        limits: returns for each key ("troops-in-delhi") the number of pieces that the deed can affect now
        deed: `deed(kind, space, n)`, called after each answer, so that Control is right for the next question
        exactly: affect as many pieces as possible, asking only if there is a choice; False: the seat can stop
        each: at most this many in any one space
        phrase: how the answers read
    """
    done, in_space = 0, Counter[str]()
    while done < most:
        room = {key: most if each is None else each - in_space[key.partition("-in-")[2]] for key in limits()}
        now = {key: min(n, room[key]) for key, n in limits().items() if min(n, room[key]) > 0}
        if not now:
            break
        left = most - done
        key, n = next(iter(now)), min(left, next(iter(now.values())))
        if not exactly or (len(now) > 1 and sum(now.values()) > min(left, count_total(now, room))):
            menu = {
                f"{k}-{key}": (key, k) for key, there in now.items() for k in range(min(there, left), 0, -1)
            }
            if not exactly:
                menu[DONE] = (DONE, 0)
            key, n = await choose(
                seat,
                prompt,
                menu.copy,
                kind="pieces",
                about=about,
                label=label_amount,
                amounts=True,
                phrase=phrase,
                also=partial(_list_spellings, menu),
            )
            if key == DONE:
                break
        kind, _, space = key.partition("-in-")
        deed(kind, space, n)
        in_space[space] += n
        done += n
    return done


def _list_spellings(menu: Mapping[str, object], key: str) -> tuple[str, ...]:
    """Return the spellings of an answer that name only its space: "in Delhi"; () if there are none.

    Only the first answer for a space has them: it takes the most pieces. Even that answer has none if
    another answer for the space takes another kind of piece.
    """
    _, _, space = key.partition("-in-")
    first = next(other for other in menu if other.partition("-in-")[2] == space)
    kinds = {other.partition("-")[2] for other in menu if other.partition("-in-")[2] == space}
    return (f"in {name(space)}", f"in {space}") if space and key == first and len(kinds) == 1 else ()


def count_total(limits: Mapping[str, int], room: Mapping[str, int]) -> int:
    """Return how many pieces the deed can affect in all. `room`: the limit of each key's space."""
    spaces = Counter[str]()
    for key, n in limits.items():
        space = key.partition("-in-")[2]
        spaces[space] = min(spaces[space] + n, room[key])
    return spaces.total()
