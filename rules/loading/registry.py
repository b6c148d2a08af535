"""Find objects by the keys of the games: our own objects, and those of installed packages.

A package adds an object by an entry point. The name of the entry point is the key of the game. Its value says
where the object is ("durbar_mela" or "durbar_mela.painter:PAINTER"). An object is imported when it is first
asked for. `BadPackage` is raised if it can't be used. A program that needs all games removes such an object
with `drop`, so that the other games work.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import NamedTuple, TypeVar

T = TypeVar("T")
KEY = re.compile(r"[a-z][a-z0-9_]{2,31}")  # the key of a game; it is part of buttons' ids and of file names


class BadPackage(Exception):
    """An installed game that can't be used. Its text names the package and what is wrong."""


class Package(NamedTuple):
    """An installed package: its name and its version."""

    name: str
    version: str


class Registry(Mapping[str, T]):
    """A mapping of the games' keys to registered objects: first our own, then those of packages."""

    def __init__(self, group: str, own: Mapping[str, str], check: Callable[[str, object], T]) -> None:
        """Make a registry.

        Args:
            group: the group of the packages' entry points
            own: the place of each of our own objects, in the form of an entry point's value
            check: `check(key, object)` returns the loaded object, or raises a `TypeError` that says what the
                object lacks

        `refused` gets the reason why each package that is left out can't be used.
        """
        self.refused: list[str] = []
        self._group, self._check = group, check
        self._own = {key: EntryPoint(key, value, group) for key, value in own.items()}
        self._loaded: dict[str, T] = {}

    @cached_property
    def _entries(self) -> dict[str, EntryPoint]:
        """Return all entry points by their keys, without those whose key can't be used."""
        found = dict(self._own)
        for entry in sorted(entry_points(group=self._group), key=lambda entry: entry.name):
            if KEY.fullmatch(entry.name) is None:
                self.refused.append(f"{_find_owner(entry)}: the key “{entry.name}” is not {KEY.pattern}")
            elif entry.name in found:
                self.refused.append(f"{_find_owner(entry)}: the key “{entry.name}” is taken by another game")
            else:
                found[entry.name] = entry
        return found

    def package(self, key: str) -> Package | None:
        """Return the installed package that registers this key; None for our own and for unknown keys."""
        entry = self._entries.get(key)
        return None if entry is None or entry.dist is None else Package(entry.dist.name, entry.dist.version)

    def folder(self, key: str) -> str | None:
        """Return the name of the Python module that is registered for this key; None for unknown keys."""
        entry = self._own.get(key) or self._entries.get(key)
        return None if entry is None else entry.module

    def add(self, key: str, place: str) -> None:
        """Register an object without a package, such as a game that is being written."""
        self._own[key] = EntryPoint(key, place, self._group)
        self.__dict__.pop("_entries", None)

    def drop(self, key: str, why: str) -> None:
        """Remove the object of a package that can't be used, as if the package were not installed."""
        self._entries.pop(key, None)
        self._loaded.pop(key, None)
        self.refused.append(why)

    def owner(self, key: str) -> str:
        """Return the name and version of a key's package; for our own, the place. Raises `KeyError`."""
        return _find_owner(self._entries[key])

    def __getitem__(self, key: str) -> T:
        """Load what is registered for a key. Raises `KeyError`, or `BadPackage` if it can't be used."""
        if key not in self._loaded:
            entry = self._own.get(key) or self._entries[key]
            try:
                found = entry.load()
            except Exception as error:  # whatever the code of a package raises
                raise BadPackage(f"{_find_owner(entry)}: {explain(error, entry.module)}") from error
            try:
                self._loaded[key] = self._check(key, found)
            except TypeError as error:
                raise BadPackage(f"{_find_owner(entry)}: {error}") from error
        return self._loaded[key]

    def __contains__(self, key: object) -> bool:
        return key in self._own or key in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def explain(error: Exception, module: str) -> str:
    """Return an error in one line, with the last place of its traceback in the package of `module`."""
    top = module.partition(".")[0]
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if top in Path(frame.filename).parts]
    place = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    return f"{type(error).__name__}: {' '.join(str(error).split())}{place}"


def _find_owner(entry: EntryPoint) -> str:
    return entry.value if entry.dist is None else f"{entry.dist.name} {entry.dist.version}"
