"""Run `durbar play`: play a new game at the terminal, or continue a position or a record."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from bot.cli.terminal import Terminal
from bot.hosting.documents import find_game, read_options, read_position, read_record, replay_known
from bot.seating.seeds import make_seed
from bot.version import describe_versions
from rules.errors import InputError
from rules.kernel import Game, Rules
from rules.records.record import FORM_2, Record, add_earlier


def play(arguments: argparse.Namespace) -> int:
    """Play all seats from one terminal."""
    rules = find_game(arguments.game)
    begun = [name for name in ("position", "start", "option") if getattr(arguments, name)]
    if len(begun) > 1:
        raise InputError("use only one of --position, --from and --option")
    if arguments.record and arguments.record != arguments.start and Path(arguments.record).exists():
        raise InputError(f"{arguments.record}: already exists; --from {arguments.record} continues it")
    seed = arguments.seed or make_seed()
    if arguments.start:
        record, games = _load_recorded(rules, arguments.start, arguments.seed, seed)
    elif arguments.position:
        game = read_position(arguments.position, rules, arguments.seed)[1]
        record, games = Record(rules.KEY, "", start=game.start, first=game.turn), [game]
    else:
        options = read_options(rules, arguments.option)
        start = rules.dump(rules.setup(rules.Options.model_validate(options)))
        record, games = Record(rules.KEY, "", options=options), [Game(seed, 1, start)]
    versions = record.played_with
    if describe_versions(rules.KEY) not in list(versions.values())[-1:]:
        versions = {**versions, games[-1].turn: describe_versions(rules.KEY)}
    record = replace(record, form=FORM_2, version="", versions=versions)
    return Terminal(rules, record, games, arguments.record).run()


def _load_recorded(rules: Rules, path: str, asked: str | None, by_chance: str) -> tuple[Record, list[Game]]:
    """Return a record and its turns, the open turn last. Raises `InputError`.

    If the record's seed is secret, or if `asked` is another seed, the game continues with a new seed. The new
    seed is `asked`, or `by_chance` if `asked` is None. The record says where the new seed begins.
    """
    its_rules, record = read_record(path)
    if its_rules.KEY != rules.KEY:
        raise InputError(f"{path}: this is a game of {its_rules.KEY}, not of {rules.KEY}")
    if record.hides:
        raise InputError(f"{path}: this record hides secrets, so it can't be continued")
    games = [game for game, _ in replay_known(rules, record)]
    if record.seed is not None and asked in (None, record.seed):
        return record, games
    earlier = add_earlier(record, games[-1], "play")
    games = [replace(game, seed=asked or by_chance) for game in games]
    return replace(record, earlier=earlier, words={}), games
