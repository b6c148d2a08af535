"""Find the picture for a question about cities: their province, with the number of each city."""

from __future__ import annotations

from rules.ask import Ask
from rules.asking import DONE
from rules.presentation import Sight


def find_sight(ask: Ask) -> Sight | None:
    """Return the picture of the province, if the question is about its cities."""
    if ask.presentation.picture != "province":
        return None
    return Sight("province", lambda key: "" if key == DONE else key, number=lambda city: int(city[-1]))
