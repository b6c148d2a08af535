"""Run the experiments of the command line, such as `fuzz`, `match`, `learn`, `puzzles` and `bench`."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
import tempfile
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from bot.clubs.seekers import list_numbers
from bot.hosting.documents import SEED, find_game, read_options, read_position, write_file
from lab.fuzz import fuzz, perft
from lab.jsonl import mend_file
from rules.errors import InputError
from rules.kernel import Game
from rules.loading.games import GAMES, OWN
from rules.records.record import dump_record

if TYPE_CHECKING:
    from rules.lessons.puzzle import Puzzle

USUAL = ("aadu_huli", "mela")  # short games; if they are installed, simulated people play them most
LEAST_PEOPLE = 7  # a simulated server has at least this many people; its league needs 4


def fuzz_game(arguments: argparse.Namespace) -> int:
    """Play random games, and print each fault and the totals."""
    rules = find_game(arguments.game)
    given = read_options(rules, arguments.option)
    _check_games(arguments)
    games = entries = faults = 0
    for played, fault in fuzz(rules, arguments.games, arguments.seed, given):
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
        counted = ((games, "game", "games"), (entries, "entry", "entries"), (faults, "fault", "faults"))
        print(", ".join(f"{n} {one if n == 1 else several}" for n, one, several in counted))
    return 1 if faults else 0


def simulate_seekers(arguments: argparse.Namespace) -> int:
    """Simulate people who look for players. For each rule that brings people together, print a line."""
    from lab.seekers import RULES, make_seekers, simulate  # loads modules of the bot

    if arguments.people < 2 or arguments.a_day <= 0:
        raise InputError("--people: give a number from 2, and --a-day: a number above 0")
    numbers = {key: list_numbers(GAMES[key]) for key in OWN}
    days = arguments.people / arguments.a_day
    people = list(make_seekers(arguments.people, days, numbers, Random(arguments.seed)))
    print(f"{arguments.people} people, {arguments.a_day:g} a day")
    for rule in RULES:
        found = simulate(rule, people, numbers, Random(arguments.seed))
        median, most, longest = found.percentiles
        print(
            f"{rule}: {100 * len(found.hours) / len(people):.1f} % play; they wait {median:.1f} h (median), "
            f"{most:.0f} h (90 %), {longest:.0f} h (99 %); {found.with_bots} with bot players; "
            f"ratings at rated tables lie {found.spread:.0f} apart",
            flush=True,
        )
    return 0


def simulate_server(arguments: argparse.Namespace) -> int:
    """Simulate a server on the database of `DURBAR_DATABASE` or on a SQLite file, and print its figures."""
    from bot.competitions.terms import TWO
    from lab.simulated.simulation import Plan, Simulation, list_rows  # loads slowly

    if arguments.people < LEAST_PEOPLE or arguments.games < 1:
        raise InputError(f"--people: give a number from {LEAST_PEOPLE}, and --games: a number from 1")
    if arguments.cups < 0 or arguments.kill_every < 0:
        raise InputError("--cups and --kill-every: give numbers from 0")
    usual = arguments.usual or [key for key in USUAL if key in GAMES]
    if not all(TWO in list_numbers(find_game(key)) for key in usual):
        raise InputError("--usual: give games that two people can play")
    plan = Plan(
        arguments.people,
        arguments.games,
        arguments.cups,
        not arguments.no_league,
        arguments.kill_every,
        arguments.seed,
    )
    with tempfile.TemporaryDirectory(prefix="durbar-simulated-") as folder:
        url = os.environ.get("DURBAR_DATABASE") or f"sqlite+aiosqlite:///{folder}/durbar.db"
        found = asyncio.run(Simulation(url, plan, GAMES, usual, partial(print, flush=True)).run())
    for name, value in list_rows(found):
        print(f"{name}: {value}", flush=True)
    faults = [f"{sort}: {fault}" for sort, listed in found.faults.items() for fault in listed]
    for fault in faults:
        print(fault, flush=True)
    return 1 if faults else 0


def measure_schedules(arguments: argparse.Namespace) -> int:
    """Make a schedule for each number of people, and print a line about the schedule."""
    from bot.competitions.mixing import STEPS
    from bot.competitions.schedule import MOST_PEOPLE, MOST_SEATS
    from lab import schedules

    seats, games_each = arguments.seats, arguments.games_each or arguments.seats
    steps = STEPS if arguments.steps is None else arguments.steps
    if not 3 <= seats <= MOST_SEATS or games_each < 1 or steps < 0:
        raise InputError(f"--seats: give 3 to {MOST_SEATS}; --games-each: a number from 1; --steps: from 0")
    for each in schedules.measure_schedules(seats, games_each, range(seats, MOST_PEOPLE + 1), steps):
        print(
            f"{each.people} people: {each.games} games in {each.rounds} rounds; repeats beyond the bound: "
            f"{each.more}, if drawn at random {each.by_lot:.0f}; "
            f"two people meet {each.fewest} to {each.most} times",
            flush=True,
        )
    return 0


def play_match(arguments: argparse.Namespace) -> int:
    """Play games between bot players of two levels, and print all results.

    Games that are already in the results file are not played again.
    """
    from lab.match import Thinking, match  # loads slowly
    from lab.match_tables import list_tables

    rules = find_game(arguments.game)
    options, levels = read_options(rules, arguments.option), (arguments.level, arguments.other)
    _check_games(arguments)
    results = Path(arguments.results) if arguments.results else None
    thinking = Thinking(arguments.seconds, arguments.looks)
    played = list(match(rules, levels, arguments.games, arguments.seed, thinking, options, results))
    names = {seat: rules.name(seat) for seat in played[0].won}
    for line in list_tables(played, names, answers=arguments.answers):
        print(line)
    return 0


def count_calls(arguments: argparse.Namespace) -> int:
    """Simulate games of people who look in twice a day, and print the calls per chapter."""
    from lab.calls import describe_calls, simulate_games

    rules = find_game(arguments.game)
    options, games = read_options(rules, arguments.option), arguments.games
    _check_games(arguments)
    for line in describe_calls(simulate_games(rules, options, games, arguments.seed, arguments.level), games):
        print(line, flush=True)
    return 0


def calibrate(arguments: argparse.Namespace) -> int:
    """Play games, then print how accurate the estimates were, or fit the weights of features to the games."""
    from lab import calibrate as done  # loads slowly

    rules = find_game(arguments.game)
    _check_games(arguments)
    file = Path(arguments.keep or f"{rules.KEY}.calibration")
    levels = arguments.levels.split(",") if arguments.levels else list(rules.BOT_PLAYERS)
    for played in done.play(rules, levels, arguments.games, arguments.seed, file, foretell=not arguments.fit):
        if played % 50 == 0:
            print(f"{played} games", file=sys.stderr, flush=True)
    games = done.read_games(file)[: arguments.games]
    if arguments.fit:
        Path(arguments.fit).write_text(done.write_weights(games, arguments.seed), encoding="utf-8")
        return 0
    found = done.measure_reliability(games)
    for line in done.describe_reliability(rules.TITLE, found):
        print(line)
    if arguments.plot:
        from render.review import reliability

        drawn = [(each.foretold, each.won, each.low, each.high) for each in found.bins]
        Path(arguments.plot).write_bytes(reliability(rules.TITLE, found.games, drawn).file)
    return 0


def learn(arguments: argparse.Namespace) -> int:
    """Play games, then print how well the learned weights predict results, or write the weights to a file."""
    from lab import learn as done  # loads slowly

    rules = find_game(arguments.game)
    _check_games(arguments)
    file = Path(arguments.keep or f"{rules.KEY}.lessons")
    for played in done.play(rules, arguments.games, arguments.seed, file):
        if played % 50 == 0:
            print(f"{played} games", file=sys.stderr, flush=True)
    games = done.read_games(file)[: arguments.games]
    if arguments.fit:
        Path(arguments.fit).write_text(
            done.write_judgement(done.make_judgement(games, arguments.seed)), encoding="utf-8"
        )
        return 0
    found = done.measure_loss(games, arguments.seed)
    print(
        f"{rules.TITLE}: {found.games} of {len(games)} games predicted: logarithmic loss {found.fitted:.3f};"
        f" loss if only the seats' shares of the wins are known: {found.usual:.3f}"
    )
    return 0


def puzzles(arguments: argparse.Namespace) -> int:
    """Add puzzles to the file of a game, or check the puzzles in it again. Print each puzzle."""
    from lab import find_puzzles  # loads slowly

    rules = find_game(arguments.game)
    file = Path(arguments.output) if arguments.output else find_puzzles.find_puzzle_file(rules)
    if arguments.again:
        for before, after in find_puzzles.check_puzzles(rules, file):
            print(f"{before.key}: {'no longer a puzzle' if after is None else _better(after)}", flush=True)
        return 0
    level = arguments.level or list(rules.BOT_PLAYERS)[-1]
    search = find_puzzles.Search(level, arguments.margin, arguments.seed, after=arguments.after)
    for number, puzzle in find_puzzles.add_puzzles(rules, search, file, arguments.most, arguments.games):
        if puzzle is not None:
            print(f"game {number}: {puzzle.key}, {_better(puzzle)}", flush=True)
    return 0


def _better(puzzle: Puzzle) -> str:
    """Return a line with the idea of a puzzle, its best order and the best order that is not a solution."""
    best, rest = puzzle.best[0], puzzle.rest[0]
    keys = " ".join(best.keys), " ".join(rest.keys)
    return f"{puzzle.idea}: {keys[0]} ({best.chance:.2f}), not {keys[1]} ({rest.chance:.2f})"


def positions(arguments: argparse.Namespace) -> int:
    """Add positions to a game's set, check the set again, or ask bot players for orders in its positions."""
    from lab import position_set  # loads slowly

    if arguments.levels:
        return _ask_levels(arguments)
    rules, seed = find_game(arguments.game), arguments.seed
    own = position_set.find_position_file(rules)
    file = Path(arguments.output) if arguments.output else own
    if arguments.again and file.resolve() == own.resolve():
        raise InputError("--again writes to a file of its own: give -o FILE")
    mend_file(file)
    known = position_set.load_positions(rules, file)
    if arguments.position:
        game = read_position(arguments.position, rules)[1]
        orders = [[tuple(keys.split())] for keys in (arguments.good or "", arguments.rest or "")]
        if not all(keys for part in orders for keys in part):
            raise InputError("--position needs the keys of two orders: --good KEYS --rest KEYS")
        found = iter([position_set.weigh_game(rules, game, *orders, seed=seed)])
    elif arguments.again:
        found = position_set.check_positions(rules, seed, known)
    elif arguments.games:
        from lab.game_positions import find_in_games

        found = find_in_games(rules, seed, range(arguments.games), known)
    else:
        puzzles = Path(arguments.puzzles) if arguments.puzzles else None
        found = position_set.find_positions(rules, seed, known, puzzles)
    for key, position in found:
        if position is None or key in known:
            print(f"{key}: {'not clear' if position is None else 'there already'}", flush=True)
            continue
        with file.open("a", encoding="utf-8") as end:
            end.write(f"{position.model_dump_json(exclude_defaults=True)}\n")
        best, rest = (" ".join(part[0].keys) for part in (position.good, position.rest))
        print(f"{key}: {best}, not {rest} ({position.lead:.3f} ± {position.error:.3f})", flush=True)
    return 0


def _ask_levels(arguments: argparse.Namespace) -> int:
    """Print each bot player's order in each position of a set, and how much worse than the best it is."""
    from lab import position_set

    rules, levels = find_game(arguments.game), arguments.levels.split(",")
    if not {*levels} <= {*rules.BOT_PLAYERS}:
        raise InputError(f"{rules.TITLE}: these levels can play: {', '.join(rules.BOT_PLAYERS)}")
    known = position_set.load_positions(rules)
    for level in levels:
        asked = []
        for each in position_set.ask_level(rules, known, level, arguments.looks):
            asked.append(each)
            print(f"{level}, {each.key}: {'found' if each.found else 'lost'} {each.lost.mean:.3f} "
                  f"± {each.lost.error:.3f}, {' '.join(each.keys)}", flush=True)  # fmt: skip
        print(f"{level}: {sum(each.found for each in asked)} of {len(asked)} found", flush=True)
    return 0


def count_ways(arguments: argparse.Namespace) -> int:
    """Print the number of continuations after each answer, and the sum of these numbers."""
    rules = find_game(arguments.game)
    if arguments.position and arguments.option:
        raise InputError("a position already has its options: leave out --option")
    if arguments.depth < 1:
        raise InputError("--depth: give a number from 1")
    if arguments.position:
        game = read_position(arguments.position, rules)[1]
    else:
        options = rules.Options.model_validate(read_options(rules, arguments.option))
        game = Game(SEED, 1, rules.dump(rules.setup(options)))
    total = 0
    for key, ways in perft(rules, game, arguments.depth):
        print(f"{key}: {ways}", flush=True)
        total += ways
    print(f"total: {total}")
    return 0


def bench(arguments: argparse.Namespace) -> int:
    """Run the benchmarks."""
    from lab.bench import main as all_benchmarks  # loads slowly

    names = (
        "games",
        "minutes",
        "processes",
        "kills",
        "people",
        "spectators",
        "pages",
        "pause",
        "folder",
        "plot",
    )
    given = {name: value for name in names if (value := getattr(arguments, name)) is not None}
    return int(all_benchmarks(arguments.json, arguments.what, given) or 0)


def _check_games(arguments: argparse.Namespace) -> None:
    """Raise `InputError` if there are no games to play."""
    if arguments.games < 1:
        raise InputError("--games: give a number from 1")
