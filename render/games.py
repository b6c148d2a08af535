"""The games that can be drawn. Each is loaded when it is asked for, and no other with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import cast

from render.painter import Painter


class Painters(Mapping[str, Painter]):
    """Key of a game to its painter; a key is the name of the game's folder here."""

    def __init__(self, *keys: str) -> None:
        self._keys = keys

    def __getitem__(self, key: str) -> Painter:
        if key not in self._keys:
            raise KeyError(key)
        return cast(Painter, import_module(f"render.{key}").PAINTER)

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)


PAINTERS = Painters("vijayanagara", "aadu_huli", "taj_mahal", "rajas_of_the_ganges", "successors")
