"""The games there are. Each is loaded when it is asked for, and no other with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from rules.face import Rules


class Games(Mapping[str, "Rules[Any]"]):
    """Key to game, in the order in which they are shown; a key is the name of the game's folder here."""

    def __init__(self, *keys: str) -> None:
        self._keys = keys

    def __getitem__(self, key: str) -> Rules[Any]:
        if key not in self._keys:
            raise KeyError(key)
        return cast("Rules[Any]", import_module(f"rules.{key}"))  # the package of a game is its face

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


GAMES = Games("vijayanagara", "aadu_huli", "taj_mahal", "rajas_of_the_ganges", "successors")
