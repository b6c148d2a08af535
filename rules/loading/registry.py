"""Find objects by the keys of the games: our own objects, and those of installed packages.

A package adds an object by an entry point. The name of the entry point is the key of the game. Its value says
where the object is ("durbar_mela" or "durbar_mela.painter:PAINTER"). An object is imported when it is first
asked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
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
        """
        self._group, self._check = group, check
        self._own = {key: EntryPoint(key, value, group) for key, value in own.items()}
        self._loaded: dict[str, T] = {}

    @cached_property
    def _entries(self) -> Mapping[str, EntryPoint]:
        """Return all entry points by their keys. Raises `BadPackage`."""
        found = dict(self._own)
        for entry in sorted(entry_points(group=self._group), key=lambda entry: entry.name):
            if KEY.fullmatch(entry.name) is None:
                raise BadPackage(f"{_find_owner(entry)}: the key “{entry.name}” does not match {KEY.pattern}")
            if entry.name in found:
                raise BadPackage(f"{_find_owner(entry)}: the key “{entry.name}” is taken by another game")
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

    def __getitem__(self, key: str) -> T:
        """Load what is registered for a key. Raises `KeyError`, or `BadPackage` if it can't be used."""
        if key not in self._loaded:
            entry = self._own.get(key) or self._entries[key]
            try:
                self._loaded[key] = self._check(key, entry.load())
            except (ImportError, AttributeError, TypeError) as error:
                raise BadPackage(f"{_find_owner(entry)}: {error}") from error
        return self._loaded[key]

    def __contains__(self, key: object) -> bool:
        return key in self._own or key in self._entries

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def _find_owner(entry: EntryPoint) -> str:
    return entry.value if entry.dist is None else f"{entry.dist.name} {entry.dist.version}"
