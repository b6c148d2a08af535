"""`durbar fuzz`, `match`, `perft`: many games, as a check of the rules and of automatic players."""

from __future__ import annotations

import argparse
import json

from bot.cli.subcommands import Adder, of_game, with_options
from bot.games.documents import SEED, Refused, game_named, options_named, read_position, write_file
from rules.record import dump_record


def add_trial(command: Adder) -> None:
    """Add these to the subcommands of the command line."""
    add = of_game(command, "fuzz", _fuzz, "play at random to the end and look for faults in the rules")
    add.add_argument("--games", metavar="N", type=int, default=100, help="default: %(default)s")
    add.add_argument("--seed", default=SEED, help="default: %(default)s")
    add.add_argument("--json", action="store_true", help="print one JSON object a fault, and one at the end")
    with_options(add)
    add = of_game(command, "match", _match, "let automatic players play against each other")
    add.add_argument("level", metavar="LEVEL", help="of the player who takes each seat in turn; or: random")
    add.add_argument("other", metavar="OTHER", help="of all the others")
    add.add_argument("--games", metavar="N", type=int, default=20, help="default: %(default)s")
    add.add_argument("--seed", default=SEED, help="default: %(default)s")
    add.add_argument(
        "--seconds", metavar="S", type=float, default=1.0, help="of thinking (default: %(default)s)"
    )
    with_options(add)
    add = of_game(command, "perft", _perft, "count the ways that play can go on, as a check of the rules")
    add.add_argument("--position", metavar="FILE", required=True)
    add.add_argument(
        "--depth",
        metavar="D",
        type=int,
        required=True,
        help="choices; dice fall as the position's seed has them",
    )


def _fuzz(arguments: argparse.Namespace) -> int:
    from bot.games.fuzz import fuzz  # only this command plays at random

    rules = game_named(arguments.game)
    options = options_named(rules, arguments.option)
    games = entries = faults = 0
    for played, fault in fuzz(rules, arguments.games, arguments.seed, options):
        games, entries = games + 1, entries + played
        if fault is None:
            continue
        faults += 1
        file = f"{rules.KEY}-fault-{arguments.seed}-{fault.game}.play".replace("/", "-")
        write_file(file, dump_record(fault.record))
        if arguments.json:
            print(json.dumps({"game": fault.game, "why": fault.why, "file": file}), flush=True)
        else:
            print(f"game {fault.game}: {fault.why}\n  {file}", flush=True)
    if arguments.json:
        print(json.dumps({"games": games, "entries": entries, "faults": faults}))
    else:
        print(f"{games} games, {entries} entries, {faults} faults")
    return 1 if faults else 0


def _match(arguments: argparse.Namespace) -> int:
    from bot.games.match import report

    rules = game_named(arguments.game)
    options = options_named(rules, arguments.option)
    levels = arguments.level, arguments.other
    for line in report(rules, levels, arguments.games, arguments.seed, arguments.seconds, options):
        print(line)
    return 0


def _perft(arguments: argparse.Namespace) -> int:
    from bot.games.fuzz import perft

    rules, game = read_position(arguments.position, game_named(arguments.game))
    if arguments.depth < 1:
        raise Refused("--depth: a number from 1 on is needed")
    total = 0
    for key, ways in perft(rules, game, arguments.depth):
        print(f"{key}: {ways}", flush=True)
        total += ways
    print(f"total: {total}")
    return 0
