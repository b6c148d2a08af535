"""Run `durbar position` and `durbar try`: print a set-up, or a position after one order."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import dataclass, field
from typing import Any

from bot.hosting.documents import (
    describe_open_question,
    find_game,
    find_speaker,
    format_table,
    read_options,
    read_position,
    tell_story,
    write_position,
    write_question,
    write_yaml,
)
from rules.ask import EVERYTHING
from rules.chance import Draw, Roll, find_faces
from rules.errors import InputError
from rules.kernel import CHANCE, Ask, NotAllowed, Rules, Step, begin, list_seats, resume, settle, submit
from rules.orders.corrections import correct_slips
from rules.orders.matching import find_seat
from rules.orders.notation import find_help
from rules.orders.tokenizer import asks, echo
from rules.orders.typed_lines import Said, write_lines


def position(arguments: argparse.Namespace) -> int:
    """Print the position of a new game at its first question."""
    rules = find_game(arguments.game)
    options = rules.Options.model_validate(read_options(rules, arguments.option))
    game = begin(rules, rules.dump(rules.setup(options)), arguments.seed).game
    print(write_yaml(write_position(rules, game)), end="")
    return 0


def try_order(arguments: argparse.Namespace) -> int:
    """Print the position after an order, then the order, its effects and the open question.

    With `--json`, print all of this as one JSON object. If the order has a "?", print only the help. A
    position consists of the board at the start of the turn and the entries of the turn. So if the order is
    unfinished, also print the board as it is now.
    """
    rules = find_game(arguments.game)
    dice = _Dice(arguments.dice)
    before = settle(rules, read_position(arguments.position, rules)[1], fate=dice)
    seat = find_seat(rules, seats := list_seats(rules, before.live.state), arguments.seat)
    if not seat:
        raise InputError(
            f"{rules.TITLE} has no seat “{echo(arguments.seat)}”; choose one of {', '.join(seats)}"
        )
    if asks(arguments.order):
        print(f"{find_speaker(rules, seat)}{find_help(rules, before.game, seat, arguments.order)}")
        return 0
    found = correct_slips(rules, before.game, seat, arguments.order)
    for slip, meant in found.slips:
        print(f"I read “{slip}” as “{meant}”.", file=sys.stderr)
    step = submit(rules, before.game, seat, found.typed.keys, fate=dice)
    dice.refuse_rest()
    told, start = len(before.live.state.story), len(before.game.log)
    log: list[str] = []
    said: list[Said] = []
    for game in (*step.closed, step.game):
        log += tell_story(rules, step.live if game is step.game else resume(rules, game), told)
        said += write_lines(rules, game, start, EVERYTHING)
        told = start = 0
    if arguments.json:
        print(json.dumps(_report(rules, step, said, log), ensure_ascii=False))
        return 0
    print(write_yaml(write_position(rules, step.game)), end="")
    remarks = [f"{find_speaker(rules, seat)}{text}" for seat, text, _, _ in said if text]
    remarks += log
    if not arguments.dice and any(each.seat == CHANCE for each in said):
        remarks.append(f"Dice and cards come from the seed “{step.game.seed}”; --dice sets the dice.")
    if not step.closed and isinstance(step.live.pending, Ask) and step.live.pending.seat == seat:
        remarks += ["", *format_table(rules, step.live, seat).splitlines(), ""]
    remarks += describe_open_question(rules, step.live).splitlines()
    print("\n".join(f"# {remark}".rstrip() for remark in remarks))
    return 0


def _report(rules: Rules, step: Step, said: list[Said], log: list[str]) -> dict[str, Any]:
    return {
        "position": write_position(rules, step.game),
        "orders": [{"seat": seat, "text": text} for seat, text, _, _ in said if text],
        "log": log,
        "question": write_question(rules, step.live),
        "now": json.loads(rules.dump(step.live.state)),
    }


@dataclass
class _Dice:
    """The source of dice and cards.

    Dice come from the typed faces, or from the seed if no faces were typed. Cards come from the seed.
    """

    typed: str | None
    left: list[str] = field(init=False)

    def __post_init__(self) -> None:
        if self.typed is not None and (not self.typed or set(self.typed) - set("123456 ")):
            raise InputError(f"--dice “{self.typed}”: give faces from 1 to 6, such as 613421")
        self.left = list((self.typed or "").replace(" ", ""))

    def __call__(self, seed: str, turn: int, index: int, pending: Roll | Draw) -> str:
        if self.typed is None or isinstance(pending, Draw):
            return find_faces(seed, turn, index, pending)
        if len(self.left) < pending.dice:
            raise NotAllowed(
                f"--dice: {pending.dice} dice are rolled here, and {len(self.left)} are left of "
                f"“{self.typed}”."
            )
        faces = "".join(self.left[: pending.dice])
        del self.left[: pending.dice]
        return faces

    def refuse_rest(self) -> None:
        """Raise `InputError` if some faces were given but not rolled."""
        if self.left:
            raise InputError(
                f"--dice “{self.typed}”: “{''.join(self.left)}” is left over: no more dice are rolled"
            )
