"""Run `durbar new-game`: create the package of a new game, copied from the example game Mela."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from rules.errors import InputError
from rules.loading.games import GAMES
from rules.loading.registry import KEY

EXAMPLE = "mela"
# In an installed Durbar, the example is next to this file. In a checkout, it has its own folder.
PLACES = (Path(__file__).parent / "example", Path(__file__).parents[1] / "examples" / EXAMPLE)
# The endings of the copied files: not those of golden games, nor of what tools have written into the example.
COPIED = {".md", ".po", ".pot", ".py", ".toml", ".yaml"}


def write(arguments: argparse.Namespace) -> int:
    """Write the files of a new game into a new folder, and print the next steps."""
    key, title = arguments.name, arguments.title or arguments.name.replace("_", " ").capitalize()
    folder = Path(arguments.output or f"durbar-{key.replace('_', '-')}")
    if KEY.fullmatch(key) is None:
        raise InputError(f"{key}: use 3 to 32 small letters, digits and _, with a letter first")
    if key in GAMES or key == EXAMPLE:
        raise InputError(f"{key}: a game of this name already exists")
    if folder.exists():
        raise InputError(f"{folder} already exists")
    for file, text in rename_files(key, title):
        target = folder / file
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    print(f"{folder}: a copy of the example game under the name {title}. Next:")
    print(f"  pip install -e {folder}")
    print(f"  durbar play {key}")
    return 0


def rename_files(key: str, title: str) -> Iterator[tuple[Path, str]]:
    """Yield the files of the example with their texts, renamed for a new game."""
    example = next(place for place in PLACES if place.is_dir())
    names = (
        ("durbar-mela", f"durbar-{key.replace('_', '-')}"),
        (EXAMPLE, key),
        (EXAMPLE.capitalize(), title),
    )
    for path in sorted(example.rglob("*")):
        inner = path.relative_to(example)
        if path.suffix not in COPIED or any(part.startswith(".") for part in inner.parts):
            continue
        file, text = str(inner), path.read_text(encoding="utf-8")
        for old, new in names:
            file, text = file.replace(old, new), text.replace(old, new)
        yield Path(file), text
