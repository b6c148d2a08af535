"""Play all seats of a game at the terminal, for `durbar play`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace

from bot.hosting.documents import find_speaker, format_table, tell_story, write_file
from rules.ask import EVERYTHING
from rules.chance import make_commitment, unmix
from rules.kernel import (
    CHANCE,
    Ask,
    Game,
    InputError,
    NotAllowed,
    Rules,
    Step,
    list_seats,
    resume,
    settle,
    submit,
    undo,
)
from rules.orders.corrections import correct_slips
from rules.orders.matching import find_seat
from rules.orders.notation import find_help
from rules.orders.questions import make_question
from rules.orders.tokenizer import asks
from rules.orders.typed_lines import write_lines
from rules.records.proof import seal_record
from rules.records.record import Record, dump_record, list_turns, write_origin

HELP = """Type an order or the beginning of one (“pass”, “command march to ...”). For a seat that is not
asked: “SEAT: order”.
  ?        list what is legal now; also after the beginning of an order: “command march to ?”
  undo     undo the last choice           board   show the whole board
  help     show this help                 quit    leave (as does Ctrl-D)"""


class Terminal:
    """Plays a game at the terminal and saves it in a file."""

    def __init__(self, rules: Rules, record: Record, games: Sequence[Game], file: str | None) -> None:
        """Set up a game.

        Args:
            rules: the rules of the game
            record: the record of the game; its turns are not read, because `games` has them
            games: the turns so far, the open turn last
            file: the file to save the game in; None to save nothing
        """
        self.rules, self.record, self.file = rules, record, file
        *self.closed, game = games
        self.step: Step = settle(rules, game)

    def run(self) -> int:
        """Print questions and read answers until the game ends or the person leaves. Return the exit code."""
        print(f"{self.rules.TITLE}. Type “help” for the commands.\n")
        self._follow(self.step, 0, 0)
        while isinstance(ask := self.step.live.pending, Ask):
            asked = make_question(self.rules, ask)
            print(f"\n{find_speaker(self.rules, ask.seat)}{asked}")
            try:
                typed = input(f"{ask.seat}> ").strip()
            except EOFError:
                print()
                return 0
            if not sys.stdin.isatty():
                print(typed)  # show the orders in the output if input comes from a pipe
            if typed.casefold() in ("quit", "exit"):
                return 0
            try:
                self._answer(ask.seat, typed)
            except InputError as error:
                print(error)
        print(f"\n{self.rules.view(self.step.live.state, None).headline}")
        return 0

    def _answer(self, seat: str, typed: str) -> None:
        match typed.casefold():
            case "":
                return
            case "help":
                print(HELP)
            case "undo":
                self._undo()
            case "board":
                self._board()
            case _ if asks(typed):
                print(find_help(self.rules, self.step.game, seat, typed))
            case _:
                other, colon, rest = typed.partition(":")
                seats = list_seats(self.rules, self.step.live.state)
                if colon and (named := find_seat(self.rules, seats, other)):
                    seat, typed = named, rest
                found = correct_slips(self.rules, self.step.game, seat, typed)
                for said, meant in found.slips:
                    print(f"  I read “{said}” as “{meant}”.")
                start, told = len(self.step.game.log), len(self.step.live.state.story)
                self._follow(submit(self.rules, self.step.game, seat, found.typed.keys), start, told)

    def _follow(self, step: Step, start: int, told: int) -> None:
        """Print what happened since entry `start` and since story line `told`, and save the game."""
        for game in (*step.closed, step.game):
            for said in write_lines(self.rules, game, start, EVERYTHING):
                if said.text:
                    print(f"  {find_speaker(self.rules, said.seat)}{said.text}")
            live = step.live if game is step.game else resume(self.rules, game)
            for line in tell_story(self.rules, live, told):
                print(f"    {line}")
            start = told = 0
        self.step = step
        self.closed += step.closed
        self._save()

    def _undo(self) -> None:
        previous = self.closed[-1] if self.closed else None
        last = next((e.seat for e in reversed(self.step.game.log) if e.seat != CHANCE), None)
        if last is None and previous is not None:
            last = next((e.seat for e in reversed(previous.log) if e.seat != CHANCE), None)
        if last is None:
            raise NotAllowed("Nothing to undo.")
        game = undo(self.rules, self.step.game, last, previous)
        if game.turn < self.step.game.turn:
            self.closed.pop()
        self.step = settle(self.rules, game)
        self._save()
        print(f"{find_speaker(self.rules, last)}the last choice is undone.")

    def _board(self) -> None:
        ask = self.step.live.pending
        print(format_table(self.rules, self.step.live, ask.seat if isinstance(ask, Ask) else None))

    def _save(self) -> None:
        if self.file is not None:
            seed, words = unmix(self.step.game.seed)
            turns = list_turns((*self.closed, self.step.game))
            start = write_origin(self.rules.KEY, self.record.options, self.record.start, self.record.first)
            sealed = make_commitment(seed, start)
            record = replace(self.record, commitment=sealed, seed=seed, words=words, turns=turns)
            write_file(self.file, dump_record(seal_record(record)))
