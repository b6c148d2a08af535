"""Run `durbar data`: check files of game data that a person has typed in from the printed game.

Such a file replaces the game's own file of the same name.
"""

from __future__ import annotations

import argparse
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

from bot.hosting.documents import find_game, find_undrawable, read_text
from rules.documents import read_with_mistakes
from rules.errors import InputError


def check(arguments: argparse.Namespace) -> int:
    """Print each mistake in these data files. Return 2 if there are any, else 0.

    A given file replaces the game's own file of the same name. For the other names, use the game's own files.
    """
    rules = find_game(arguments.game)
    models = rules.EXTRAS.data
    given = {Path(path).name: path for path in arguments.file}
    if strangers := [path for name, path in given.items() if name not in models]:
        raise InputError(f"{strangers[0]}: {rules.TITLE} has only these files: {', '.join(models)}")
    names = [Path(path).name for path in arguments.file]
    if repeated := [path for n, path in enumerate(arguments.file) if names[n] in names[:n]]:
        raise InputError(f"{repeated[0]}: another of the files has the same name")
    read, mistakes = dict[str, Any](), list[str]()
    for name, model in models.items():
        own = files(f"rules.{rules.KEY}").joinpath(name).read_text(encoding="utf-8")
        data, wrong = read_with_mistakes(model, read_text(given[name]) if name in given else own, read)
        wrong = [*wrong, *(find_undrawable(read_text(given[name])) if name in given else ())]
        mistakes += [f"{given.get(name, name)}: {each}" for each in wrong]
        read[name] = data or read_with_mistakes(model, own)[0]
    if mistakes:
        many = "1 mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
        print("\n".join([many, *mistakes]), file=sys.stderr)
        return 2
    print(f"{', '.join(arguments.file)}: no mistakes. Ready for {rules.TITLE}.")
    return 0
