"""`durbar play`, `position`, `try`: a game at the terminal; positions, and what an order makes of them."""

from __future__ import annotations

import argparse
import json
import secrets
import sys

from bot.cli.subcommands import Adder, of_game
from bot.games.documents import (
    SEED,
    Refused,
    as_yaml,
    game_named,
    position_document,
    question_document,
    read_position,
    speaker,
    story,
    waiting,
)
from rules.ask import EVERYTHING
from rules.chance import Draw, Roll, chance
from rules.kernel import CHANCE, Fate, Game, NotAllowed, begin, resume, seats_at, settle, submit
from rules.orders.lines import Said, lines
from rules.orders.notation import mended, parse
from rules.orders.spelling import seat_said


def add_play(command: Adder) -> None:
    """Add these to the subcommands of the command line."""
    add = of_game(command, "play", _play, "play at the terminal, all seats by hand")
    add.add_argument("--seed", help="where dice and cards come from (default: by chance)")
    add.add_argument("--position", metavar="FILE", help="start from this position")
    add.add_argument("--record", metavar="FILE", help="keep the game in this .play file")
    add = of_game(command, "try", _try, "apply one order to a position and print the position after it")
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
    add = of_game(command, "position", _position, "print a position document to start from")
    add.add_argument("--new", action="store_true", required=True, help="the set-up, up to the first question")
    add.add_argument("--seed", default=SEED, help="where dice and cards come from (default: %(default)s)")


def _play(arguments: argparse.Namespace) -> int:
    from bot.cli.terminal import Terminal  # the pictures' words take a while to load

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
    fate = _scripted(arguments.dice)
    before = settle(rules, read_position(arguments.position, rules)[1], fate=fate)
    seat = seat_said(rules, seats := seats_at(rules, before.live.state), arguments.seat)
    if not seat:
        raise Refused(f"no seat “{arguments.seat}” in {rules.TITLE}; there are: {', '.join(seats)}")
    order, slips = mended(rules, before.game, seat, arguments.order)
    for slip, meant in slips:
        print(f"I read “{slip}” as “{meant}”.", file=sys.stderr)
    step = submit(rules, before.game, seat, parse(rules, before.game, seat, order), fate=fate)
    told, start = len(before.live.state.story), len(before.game.log)
    log: list[str] = []
    said: list[Said] = []
    for game in (*step.closed, step.game):
        log += story(rules, step.live if game is step.game else resume(rules, game), told)
        said += lines(rules, game, start, EVERYTHING)
        told = start = 0
    position = position_document(rules, step.game)
    if arguments.json:
        report = {
            "position": position,
            "orders": [{"seat": seat, "text": text} for seat, text, _, _ in said if text],
            "log": log,
            "question": question_document(rules, step.live),
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
    print("\n".join(f"# {row}" for row in waiting(rules, step.live).splitlines()))
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
