"""The command line, `durbar`: run the bot or the sandbox; play, try, replay, verify, draw and fuzz the games;
check the decks that people write.

Exit codes: 0 done; 1 something is wrong with what was looked at (`verify`, `fuzz`); 2 it can't be done as
asked, with one line on standard error that says why (`deck`: a line for each mistake).
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.decks import add_deck
from bot.documents import (
    SEED,
    Refused,
    as_yaml,
    game_named,
    position_document,
    read_position,
    read_record,
    speaker,
    story,
    write_file,
)
from rules import GAMES
from rules.chance import Draw, Roll, chance
from rules.kernel import (
    CHANCE,
    Ask,
    Fate,
    Game,
    InputError,
    Live,
    NotAllowed,
    Rules,
    begin,
    resume,
    settle,
    submit,
)
from rules.lines import Said, lines
from rules.notation import parse, question
from rules.record import BadRecord, dump_record, replay, verify

PORT = 8765


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out one command; returns the exit code."""
    arguments = _parser().parse_args(argv)
    try:
        return int(arguments.run(arguments))
    except (Refused, InputError, BadRecord) as error:
        print(f"durbar: {error}" if isinstance(error, Refused) else error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `durbar replay ... | head`: nobody reads on
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="durbar", description="Heavy board games of Indian history by chat."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text, description=text)
        added.set_defaults(run=run)
        return added

    def game(name: str, run: Any, text: str) -> argparse.ArgumentParser:
        added = command(name, run, text)
        added.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
        return added

    add = command("run", _run, "the bot when DURBAR_TOKEN is set, else the sandbox")
    add.add_argument(
        "--port", type=int, default=PORT, help="of the sandbox on 127.0.0.1 (default: %(default)s)"
    )
    add = command("sandbox", _sandbox, "the bot in a Discord of its own, in your browser")
    add.add_argument("--port", type=int, default=PORT, help="on 127.0.0.1 (default: %(default)s)")
    add = game("play", _play, "play at the terminal, all seats by hand")
    add.add_argument("--seed", help="where dice and cards come from (default: by chance)")
    add.add_argument("--position", metavar="FILE", help="start from this position")
    add.add_argument("--record", metavar="FILE", help="keep the game in this .play file")
    add = game("try", _try, "apply one order to a position and print the position after it")
    add.add_argument(
        "--position", metavar="FILE", required=True, help="the position, YAML or JSON; - is standard input"
    )
    add.add_argument("--seat", required=True, help="whose order it is")
    add.add_argument(
        "--dice",
        metavar="613421",
        help="the faces to roll, in order (default: as the position's seed gives them)",
    )
    add.add_argument("--json", action="store_true", help="print one JSON object")
    add.add_argument("order", metavar="ORDER", help="as in docs/notation.md")
    add = game("position", _position, "print a position document to start from")
    add.add_argument("--new", action="store_true", required=True, help="the set-up, up to the first question")
    add.add_argument("--seed", default=SEED, help="where dice and cards come from (default: %(default)s)")
    add = command("replay", _replay, "tell a recorded game turn by turn")
    add.add_argument("file", metavar="FILE.play")
    add.add_argument("--until", metavar="N", type=int, help="the last turn to tell")
    add.add_argument("--json", action="store_true", help="print one JSON object")
    add = command("verify", _verify, "check every roll, draw and entry of a record against its seed")
    add.add_argument("file", metavar="FILE.play")
    add = command("draw", _draw, "draw a position, or the end of a record")
    add.add_argument("file", metavar="FILE", help="a .play file or a position document")
    add.add_argument("-o", "--output", metavar="FILE.png", help="default: FILE with .png for its ending")
    add.add_argument(
        "--kind", help="of picture (default: the whole table for a phone); recap: a GIF of all turns"
    )
    add.add_argument("--theme", default="day", help="day, night, contrast or print (default: %(default)s)")
    add.add_argument("--space", metavar="KEY", help="a close-up of this space instead")
    add.add_argument("--until", metavar="N", type=int, help="of a record: the last turn")
    add.add_argument("--since", metavar="N", type=int, help="of a record: show what happened since turn N")
    add = game("fuzz", _fuzz, "play at random to the end and look for faults in the rules")
    add.add_argument("--games", metavar="N", type=int, default=100, help="default: %(default)s")
    add.add_argument("--seed", default=SEED, help="default: %(default)s")
    add.add_argument("--json", action="store_true", help="print one JSON object a fault, and one at the end")
    add = game("match", _match, "let automatic players play against each other")
    add.add_argument("level", metavar="LEVEL", help="of the player who takes each seat in turn; or: random")
    add.add_argument("other", metavar="OTHER", help="of all the others")
    add.add_argument("--games", metavar="N", type=int, default=20, help="default: %(default)s")
    add.add_argument("--seed", default=SEED, help="default: %(default)s")
    add.add_argument(
        "--seconds", metavar="S", type=float, default=1.0, help="of thinking (default: %(default)s)"
    )
    add.add_argument("--option", metavar="NAME=VALUE", action="append", default=[], help="of the game")
    add = game("perft", _perft, "count the ways that play can go on, as a check of the rules")
    add.add_argument("--position", metavar="FILE", required=True)
    add.add_argument(
        "--depth",
        metavar="D",
        type=int,
        required=True,
        help="choices; dice fall as the position's seed has them",
    )
    add_deck(commands)
    add = command("bench", _bench, "the benchmarks of docs/performance.md")
    add.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def _run(arguments: argparse.Namespace) -> int:
    if not os.environ.get("DURBAR_TOKEN"):
        print("DURBAR_TOKEN is not set: this is the sandbox.", flush=True)
        return _sandbox(arguments)
    from bot.__main__ import main as bot  # discord.py takes a while to load

    try:
        bot()
    except SystemExit as left:  # it says why it can't run
        if isinstance(left.code, str):
            raise Refused(left.code) from None
        raise
    return 0


def _sandbox(arguments: argparse.Namespace) -> int:
    from bot.local import run_sandbox

    return run_sandbox(arguments.port)


def _play(arguments: argparse.Namespace) -> int:
    from bot.terminal import Terminal  # the pictures' words take a while to load

    rules = game_named(arguments.game)
    seed = arguments.seed or secrets.token_hex(16)
    if arguments.position:
        game = read_position(arguments.position, rules, arguments.seed)[1]
    else:
        game = Game(seed, 1, rules.dump(rules.setup(rules.Options())))
    return Terminal(rules, game, arguments.record).run()


def _position(arguments: argparse.Namespace) -> int:
    rules = game_named(arguments.game)
    game = begin(rules, rules.dump(rules.setup(rules.Options())), arguments.seed).game
    print(as_yaml(position_document(rules, game)), end="")
    return 0


def _try(arguments: argparse.Namespace) -> int:
    rules = game_named(arguments.game)
    if arguments.seat not in rules.SEATS:
        raise Refused(f"no seat “{arguments.seat}” in {rules.TITLE}; there are: {', '.join(rules.SEATS)}")
    fate = _scripted(arguments.dice)
    before = settle(rules, read_position(arguments.position, rules)[1], fate=fate)
    keys = parse(rules, before.game, arguments.seat, arguments.order)
    step = submit(rules, before.game, arguments.seat, keys, fate=fate)
    told, start = len(before.live.state.story), len(before.game.log)
    log: list[str] = []
    said: list[Said] = []
    for game in (*step.closed, step.game):
        log += story(rules, step.live if game is step.game else resume(rules, game), told)
        said += lines(rules, game, start)
        told = start = 0
    position = position_document(rules, step.game)
    if arguments.json:
        report = {
            "position": position,
            "orders": [{"seat": seat, "text": text} for seat, text, _, _ in said if text],
            "log": log,
            "question": _question(rules, step.live),
            "now": json.loads(rules.dump(step.live.state)),
        }
        print(json.dumps(report, ensure_ascii=False))
        return 0
    print(as_yaml(position), end="")
    for seat, text, _, _ in said:
        if text:
            print(f"# {speaker(rules, seat)}{text}")
    for line in log:
        print(f"# {line}")
    if not arguments.dice and any(each.seat == CHANCE for each in said):
        print(f"# Dice and cards come from the seed “{step.game.seed}”; --dice scripts the dice.")
    print("\n".join(f"# {row}" for row in _waiting(rules, step.live).splitlines()))
    return 0


def _scripted(dice: str | None) -> Fate:
    """Chance with these faces for its dice; cards still come from the seed. Raises `Refused`."""
    if dice is None:
        return chance
    if not dice or set(dice) - set("123456 "):
        raise Refused(f"--dice “{dice}”: faces from 1 to 6 are needed, such as 613421")
    left = list(dice.replace(" ", ""))

    def fate(seed: str, turn: int, index: int, pending: Roll | Draw) -> str:
        if isinstance(pending, Draw):
            return chance(seed, turn, index, pending)
        if len(left) < pending.dice:
            raise NotAllowed(
                f"--dice: {pending.dice} dice are rolled here, and {len(left)} are left of “{dice}”."
            )
        faces = "".join(left[: pending.dice])
        del left[: pending.dice]
        return faces

    return fate


def _question(rules: Rules[Any], live: Live[Any]) -> dict[str, Any] | None:
    if not isinstance(live.pending, Ask):
        return None
    asked = question(rules, live.pending)
    offered = [
        {"key": option.key, "label": option.label, **({"why_not": option.why_not} if option.why_not else {})}
        for option in asked.options
    ]
    return {"seat": asked.seat, "prompt": asked.prompt, "options": offered}


def _waiting(rules: Rules[Any], live: Live[Any]) -> str:
    if isinstance(live.pending, Ask):
        return f"{speaker(rules, live.pending.seat)}{question(rules, live.pending)}"
    return rules.view(live.state, None).headline


def _replay(arguments: argparse.Namespace) -> int:
    rules, record = read_record(arguments.file)
    turns = []
    game, live = None, None
    for game, live in replay(rules, record, arguments.until):
        said = [{"seat": seat, "text": text} for seat, text, _, _ in lines(rules, game) if text]
        turns.append({"turn": game.turn, "orders": said, "log": story(rules, live)})
        if not arguments.json:
            print(f"{game.turn}.")
            for order in said:
                print(f"  {speaker(rules, order['seat'])}{order['text']}")
            for line in story(rules, live):
                print(f"    {line}")
    assert game is not None
    assert live is not None
    if arguments.json:
        report = {
            "game": rules.KEY,
            "turns": turns,
            "position": position_document(rules, game),
            "question": _question(rules, live),
            "now": json.loads(rules.dump(live.state)),
        }
        print(json.dumps(report, ensure_ascii=False))
    else:
        print(f"\n{_waiting(rules, live)}")
    return 0


def _verify(arguments: argparse.Namespace) -> int:
    rules, record = read_record(arguments.file)
    if faults := verify(rules, record):
        print("\n".join(faults))
        return 1
    entries = [entry for turn in record.turns for entry in turn.log]
    by_chance = sum(entry.seat == CHANCE for entry in entries)
    print(f"{len(entries)} entries, {by_chance} of them chance: all as the rules and the seed have it.")
    return 0


def _draw(arguments: argparse.Namespace) -> int:
    from render import PAINTERS, crop, picture, recap  # only this command draws

    rules, turns, views = _views(arguments)
    if rules.KEY not in PAINTERS:
        raise Refused(f"there is no picture of {rules.TITLE}")
    first = 0
    if arguments.since is not None:
        if arguments.since not in turns:
            raise Refused(f"--since {arguments.since}: there are the turns {turns[0]} to {turns[-1]}")
        first = turns.index(arguments.since)
    film = arguments.kind == "recap"
    ending = ".gif" if film else ".png"
    output = arguments.output or str(
        Path("position.png" if arguments.file == "-" else arguments.file).with_suffix(ending)
    )
    try:
        if film:
            write_file(output, recap(views[first:], None, arguments.theme))
            print(output)
            return 0
        if arguments.space:
            drawn = crop(views[-1], arguments.space, theme=arguments.theme)
        else:
            since = None if arguments.since is None else views[first]
            drawn = picture(views[-1], size=arguments.kind, theme=arguments.theme, since=since)
    except KeyError as error:
        raise Refused(f"nothing is called {error.args[0]} here") from None
    write_file(output, drawn.png)
    print(f"{output}: {drawn.width} x {drawn.height}\n{drawn.alt}")
    return 0


def _views(arguments: argparse.Namespace) -> tuple[Rules[Any], list[int], list[Any]]:
    """The views of a record at the end of its turns, with their numbers; a position's one view."""
    if arguments.file.endswith(".play"):
        rules, record = read_record(arguments.file)
        ends = [
            (game.turn, rules.view(live.state, None)) for game, live in replay(rules, record, arguments.until)
        ]
        return rules, [turn for turn, _ in ends], [view for _, view in ends]
    rules, game = read_position(arguments.file)
    live = settle(rules, game).live if not game.log else resume(rules, game)
    return rules, [game.turn], [rules.view(live.state, None)]


def _fuzz(arguments: argparse.Namespace) -> int:
    from bot.fuzz import fuzz  # only this command plays at random

    rules = game_named(arguments.game)
    games = entries = faults = 0
    for played, fault in fuzz(rules, arguments.games, arguments.seed):
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
    from bot.match import report

    rules, options = game_named(arguments.game), dict(pair.partition("=")[::2] for pair in arguments.option)
    levels = arguments.level, arguments.other
    for line in report(rules, levels, arguments.games, arguments.seed, arguments.seconds, options):
        print(line)
    return 0


def _perft(arguments: argparse.Namespace) -> int:
    from bot.fuzz import perft

    rules, game = read_position(arguments.position, game_named(arguments.game))
    if arguments.depth < 1:
        raise Refused("--depth: a number from 1 on is needed")
    total = 0
    for key, ways in perft(rules, game, arguments.depth):
        print(f"{key}: {ways}", flush=True)
        total += ways
    print(f"total: {total}")
    return 0


def _bench(arguments: argparse.Namespace) -> int:
    from bot.bench import main as bench  # it loads all that it measures

    return int(bench(arguments.json) or 0)


if __name__ == "__main__":
    sys.exit(main())
