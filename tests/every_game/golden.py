"""Keep golden games: `.play` files with the expected states in `.states` files.

Those of our own games are in tests/games/GAME. Those of a package are in the folder `tests` of its project.

`DURBAR_REWRITE=1` writes the states again from the records. It plays new records if there are none, or if the
rules no longer accept them. `DURBAR_REWRITE=GAME` does this for one game.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from lab.fuzz import list_variants
from rules.ask import EVERYTHING
from rules.chance import make_commitment
from rules.errors import BadFile
from rules.face import find_package
from rules.kernel import Ask, Game, Live, Rules, begin, submit
from rules.loading.games import OWN
from rules.orders.typed_lines import write_lines
from rules.records.record import Record, dump_record, list_turns, load_record, replay, write_origin

ROOT = Path(__file__).parents[2]
REWRITE = os.environ.get("DURBAR_REWRITE", "")
PROJECT = "pyproject.toml"  # the file in the folder of a package's project


def rewrites(rules: Rules) -> bool:
    """Return whether this run writes the golden files of a game again."""
    return REWRITE in ("1", rules.KEY)


def folder(rules: Rules) -> Path:
    """Return the folder of a game's golden games, next to its tests."""
    if rules.KEY in OWN:
        return ROOT / "tests" / "games" / rules.KEY
    package = find_source(rules)
    project = next((each for each in package.parents if (each / PROJECT).is_file()), ROOT)
    # A package that is not editable has no project around it, or only that of Durbar's environment.
    return (package if project == ROOT else project) / "tests"


def find_source(rules: Rules) -> Path:
    """Return the folder with the Python files of a game."""
    file = import_module(find_package(rules)).__file__
    assert file is not None, "a game is a package"
    return Path(file).parent


def records(rules: Rules) -> list[Path]:
    """Return the files of a game's golden games."""
    return sorted(folder(rules).glob("*.play"))


def play_at_random(rules: Rules, seed: str, **options: Any) -> tuple[Game, ...]:
    """Return all turns of a game that is played at random to its end."""
    return _at_random(rules, seed, **options)


@cache
def _at_random(rules: Rules, seed: str, **options: Any) -> tuple[Game, ...]:
    rng = Random(seed)
    step = begin(rules, rules.dump(rules.setup(rules.Options(**options))), seed)
    turns = [*step.closed]
    while isinstance(ask := step.live.pending, Ask):
        step = submit(rules, step.game, ask.seat, [rng.choice(list(ask.menu()))])
        turns += step.closed
    return (*turns, step.game)


def random_games(rules: Rules) -> dict[str, dict[str, int]]:
    """Return the options of each golden game that is played at random.

    There is one for each number of seats, and two if there is only one number.
    """
    usual = getattr(rules.Options(), "seats", None)
    numbers = [number for number in list_variants(rules).get("seats", ()) if number != usual]
    return {"random-1": {}} | ({f"seats-{n}": {"seats": n} for n in numbers} or {"random-2": {}})


def play_anew(rules: Rules) -> None:
    """Write missing random golden games, and replace those that the rules no longer accept."""
    for name, options in random_games(rules).items():
        file = folder(rules) / f"{name}.play"
        if not file.exists() or not _fits(rules, file):
            seed = f"golden {name}"
            record = Record(
                rules.KEY,
                make_commitment(seed, write_origin(rules.KEY, options)),
                seed,
                options,
                turns=list_turns(play_at_random(rules, seed, **options)),
            )
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(dump_record(record), encoding="utf-8")


def _fits(rules: Rules, file: Path) -> bool:
    try:
        *_, (_, live) = replay(rules, load_record(file.read_text(encoding="utf-8")))
    except BadFile:
        return False
    return live.pending is None


def states(rules: Rules, record: Record) -> Iterator[str]:
    """Yield the turns as text: number, order lines, story, and the changes of the state's document."""
    before: dict[str, Any] = {}
    for game, live in replay(rules, record):
        yield f"== {game.turn}"
        yield from (
            f"{said.seat}: {said.text}" for said in write_lines(rules, game, 0, EVERYTHING) if said.text
        )
        yield from (f"  {line.words.read(rules.name)}" for line in live.state.story)
        after = json.loads(rules.dump(live.state))
        yield from _changes(before, after, "")
        before = after
    yield f"== {_end(rules, live)}"


def _end(rules: Rules, live: Live) -> str:
    return rules.view(live.state, None).headline


def _changes(before: Any, after: Any, place: str) -> Iterator[str]:
    if not (isinstance(before, dict) and isinstance(after, dict)):
        if before != after:
            yield f"    {place[1:]} = {json.dumps(after, ensure_ascii=False)}"
        return
    for key in [*after, *(key for key in before if key not in after)]:
        yield from _changes(
            before.get(key, {} if isinstance(after.get(key), dict) else None),
            after.get(key),
            f"{place}.{key}",
        )
