"""Load the games of installed packages. A package that can't be used is left out; the other games work."""

from __future__ import annotations

from render.games import PAINTERS
from rules.lessons.aid import find_aid
from rules.lessons.lesson import read_course
from rules.lessons.newcomer import find_newcomer
from rules.lessons.puzzle import load_ideas, load_puzzles
from rules.loading.games import GAMES
from rules.loading.registry import BadPackage, explain
from rules.loading.table_names import list_table_names


def drop_bad_packages() -> None:
    """Load each package's game, its files and its painter. Remove a game if anything fails.

    `GAMES.refused` then has a line for each package that is left out. Stored games of such a package are like
    games of a package that is not installed.
    """
    for key in [key for key in GAMES if GAMES.package(key) is not None]:
        try:
            rules = GAMES[key]
            state = rules.setup(rules.Options())
            rules.dump(state)
            rules.view(state, None)
            rules.reference()
            for read in (find_newcomer, find_aid, read_course, load_puzzles, load_ideas, list_table_names):
                read(rules)
            if key in PAINTERS:
                PAINTERS[key]
        except BadPackage as error:
            GAMES.drop(key, str(error))
        except Exception as error:  # whatever the code of a package raises
            GAMES.drop(key, f"{GAMES.owner(key)}: {explain(error, GAMES.folder(key) or '')}")
