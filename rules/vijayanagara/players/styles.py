"""Say what an order does, so that a style can prefer some orders to others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

# what each Command or Decree counts as, by its key
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
