"""Say what an order does, for the taste of a style."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

# the key of a Command or Decree, and its mark
MARKS: Mapping[str, str] = {
    "attack": "fight",
    "rebel": "fight",
    "campaign": "fight",
    "build": "build",
    "rally": "build",
    "conscript": "build",
    "govern": "build",
    "demand": "deal",
    "collect": "deal",
    "migrate": "deal",
    "trade": "deal",
    "tax": "deal",
}


def measure_marks(keys: Iterable[str]) -> dict[str, float]:
    """Return what an order with these keys does, by its Commands and Decrees.

    `fight`: it Attacks, Rebels or Campaigns. `build`: it brings pieces. `deal`: it brings Resources, Cavalry
    or Influence.
    """
    return {MARKS[key]: 1.0 for key in keys if key in MARKS}
