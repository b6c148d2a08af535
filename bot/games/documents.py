"""Positions and records as files: what the command line reads and prints.

A position document is the state at the start of a turn (`rules.dump`), and where a turn is under way also
its number
(`turn`), its entries so far (`entries`, pairs of seat and key) and the `seed` that its chance comes from.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import yaml
from pydantic import TypeAdapter, ValidationError

from rules.games import GAMES
from rules.kernel import CHANCE, Ask, Entry, Game, InputError, Live, Rules, resume
from rules.orders.questions import question
from rules.record import BadRecord, Record, load_record
from rules.words import say

SEED = "0"  # of positions that name none
_ENTRIES = TypeAdapter(list[tuple[str, str]])


class Refused(Exception):
    """Something that can't be done as asked; its text is one line for the person who asked."""


def game_named(key: str) -> Rules[Any]:
    """The rules of a game by its key."""
    if key not in GAMES:
        raise Refused(f"there is no game “{key}”; there are: {', '.join(GAMES)}")
    return GAMES[key]


def read_text(path: str) -> str:
    """The text of a file; "-" is standard input."""
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise Refused(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise Refused(f"{path}: not a text in UTF-8") from None


def write_file(path: str, content: str | bytes) -> None:
    """Write a file whole."""
    try:
        if isinstance(content, bytes):
            Path(path).write_bytes(content)
        else:
            Path(path).write_text(content, encoding="utf-8")
    except OSError as error:
        raise Refused(f"{path}: {error.strerror or error}") from None


def read_record(path: str) -> tuple[Rules[Any], Record]:
    """A `.play` file and the rules of its game."""
    try:
        record = load_record(read_text(path))
    except BadRecord as error:
        raise Refused(f"{path}: {error}") from None
    return game_named(record.game), record


def read_position(
    path: str, rules: Rules[Any] | None = None, seed: str | None = None
) -> tuple[Rules[Any], Game]:
    """A position document and the rules of its game, which must be `rules` if these are given."""
    document = _mapping(path)
    key = str(document.get("game", rules.KEY if rules else ""))
    if rules is None:
        rules = game_named(key)
    elif key != rules.KEY:
        raise Refused(f"{path}: this is a position of “{key}”, not of {rules.KEY}")
    turn, log = document.pop("turn", 1), document.pop("entries", [])
    own_seed = str(document.pop("seed", SEED))
    if not isinstance(turn, int) or turn < 1:
        raise Refused(f"{path}: turn: a number from 1 on is needed")
    try:
        entries = tuple(Entry(*entry) for entry in _ENTRIES.validate_python(log))
        game = Game(
            seed or own_seed, turn, rules.dump(rules.load(json.dumps(document, default=str))), entries
        )
        resume(rules, game)
    except ValidationError:
        raise Refused(
            f"{path}: entries: pairs such as [{rules.seats(rules.Options())[0]}, pass] are needed"
        ) from None
    except InputError as error:
        raise Refused(f"{path}: entries: {error}") from None
    except ValueError as error:
        raise Refused(f"{path}: {error}") from None
    return rules, game


def _mapping(path: str) -> dict[str, Any]:
    try:
        document = yaml.safe_load(read_text(path))
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: " if mark else ""
        raise Refused(f"{path}: {where}not YAML: {getattr(error, 'problem', None) or error}") from None
    if not isinstance(document, dict):
        raise Refused(f"{path}: no position: a document such as “game: ...” is needed")
    return {str(key): value for key, value in document.items()}


def position_document(rules: Rules[Any], game: Game) -> dict[str, Any]:
    """The position of a game in progress, for `read_position`."""
    document: dict[str, Any] = {"game": rules.KEY, **json.loads(rules.dump(rules.load(game.start)))}
    document |= {"seed": game.seed, "turn": game.turn}
    if game.log:
        document["entries"] = [list(entry) for entry in game.log]
    return document


def as_yaml(document: dict[str, Any]) -> str:
    """The document as people write it."""
    return yaml.safe_dump(document, sort_keys=False, allow_unicode=True, default_flow_style=None, width=110)


def speaker(rules: Rules[Any], seat: str) -> str:
    """Who speaks, to open a line: "North: "; nobody for chance."""
    return "" if seat == CHANCE else say("{seat}: ", seat=seat).read(rules.name)


def story(rules: Rules[Any], live: Live[Any], start: int = 0) -> list[str]:
    """What happened in the turn under way, from line `start` on: whoever has the file may read all of it."""
    return [line.words.read(rules.name) for line in live.state.story[start:]]


def question_document(rules: Rules[Any], live: Live[Any]) -> dict[str, Any] | None:
    """The question that waits, with all that it offers; None where there is none."""
    if not isinstance(live.pending, Ask):
        return None
    asked = question(rules, live.pending)
    offered = [
        {"key": option.key, "label": option.label, **({"why_not": option.why_not} if option.why_not else {})}
        for option in asked.options
    ]
    return {"seat": asked.seat, "prompt": asked.prompt, "options": offered}


def waiting(rules: Rules[Any], live: Live[Any]) -> str:
    """The question that waits, or how the game ended, as people read it."""
    if isinstance(live.pending, Ask):
        return f"{speaker(rules, live.pending.seat)}{question(rules, live.pending)}"
    return rules.view(live.state, None).headline
