"""Let a faction act at once: the shortest rule test of one Command or Decree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests import documents
from tests.games.vijayanagara.table import Table


def act(
    faction: str,
    spaces: str,
    keys: str,
    *,
    independent: Sequence[str] = (),
    resources: int = 9,
    cavalry: Mapping[str, int] | None = None,
    influence: Mapping[str, int] | None = None,
    dynasty: str = "tughlaq",
    dice: str = "",
    **more: Any,
) -> Table:
    """Return a table on which the faction leads on a fresh card and has answered with these keys.

    `spaces` is YAML without its outer braces ("malwa: {troops: 3}, delhi: {troops: 1}"). `resources` are the
    faction's; the others have 6 each. `more` goes into the position document.
    """
    held = dict.fromkeys(("sultanate", "bahmani", "vijayanagara"), 6) | {faction: resources}
    document = {
        "spaces": documents.read(f"{{{spaces}}}"),
        "independent": list(independent),
        "resources": held,
        "cavalry": dict(cavalry or {}),
        "influence": dict(influence or {}),
        "dynasty": dynasty,
        **more,
    }
    return Table(documents.write(document), first=faction).dice(dice).answer(faction, keys)


def after(story: list[str], first: str, second: str) -> bool:
    """Return whether the second line comes after the first in the story.

    Raises `ValueError` if one of them is missing.
    """
    return story.index(first) < story.index(second)
