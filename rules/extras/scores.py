"""How the seats stand, and who has won."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from rules.state import S_in, V_in
from rules.words import Said


def _no_points(_: object) -> Mapping[str, float]:
    return {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores(Generic[S_in, V_in]):
    """How the seats of a game are compared."""

    parts: Callable[[V_in], Mapping[str, Said]]  # (view): seat to the parts of its points
    # (state): the seats by place, the winners first, those that share one together
    ranking: Callable[[S_in], Sequence[Sequence[str]]]
    # (view): seat to its points, as a curve over the game shows them
    points: Callable[[V_in], Mapping[str, float]] = _no_points
