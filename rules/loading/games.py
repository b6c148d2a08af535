"""Find the games: our own, and those that installed packages add in the group `durbar.games`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.loading.registry import Registry

if TYPE_CHECKING:
    from rules.face import Rules

GROUP = "durbar.games"
OWN = ("vijayanagara", "aadu_huli", "taj_mahal", "rajas_of_the_ganges", "successors")


def _check(key: str, face: object) -> Rules:
    # Imported here, because `checking` imports much that is needed only now.
    from rules.loading.checking import check_face

    return check_face(key, face)


GAMES: Registry[Rules] = Registry(GROUP, {key: f"rules.{key}" for key in OWN}, _check)
