"""Return the versions of Durbar (set in `pyproject.toml`), of a game's data and of a game's package."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable

from rules.loading.games import GAMES

DATA = (".toml", ".yaml", ".json")  # the endings of data files, such as those of cards and maps
BESIDE = ("lessons", "fr")  # folders of a game that a replay doesn't read


@cache
def read_version() -> str:
    """Return the version of the installed package, such as "0.10.0"."""
    return version("durbar")


@cache
def describe_versions(game: str) -> str:
    """Return one line with the versions of Durbar and of a game.

    For an installed game, the line has the version of the game's data. If the game comes from a package
    other than Durbar, the line also has the version of this package.
    """
    parts = [f"Durbar {read_version()}"]
    if (folder := GAMES.folder(game)) is not None:
        parts.append(f"data {_hash_data(folder)}")
    if (package := GAMES.package(game)) is not None:
        parts.append(f"{package.name} {package.version}")
    return ", ".join(parts)


def _hash_data(module: str) -> str:
    """Return the first 12 hexadecimal digits of a hash of a package's data files."""
    found = hashlib.sha256()
    for name, file in sorted(_list_data_files(files(module))):
        found.update(f"{name}\n".encode() + file.read_bytes())
    return found.hexdigest()[:12]


def _list_data_files(folder: Traversable, under: str = "") -> Iterator[tuple[str, Traversable]]:
    """Yield the data files of a folder and its subfolders, each with its path.

    Each path begins with `under`. The subfolders in `BESIDE` are left out.
    """
    for each in folder.iterdir():
        if each.is_dir() and each.name not in BESIDE:
            yield from _list_data_files(each, f"{under}{each.name}/")
        elif each.name.endswith(DATA):
            yield under + each.name, each
