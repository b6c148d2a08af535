"""Let bot players play against each other, to measure the strength of a level or the balance of a game.

Games are played in rounds. In a round, the measured level takes each seat once. All games of the round have
the same dice and cards. But if a level plays against itself, each game has its own dice and cards, because
bot players without randomness would repeat the game. If there is a file for results, each game is appended to
it when the game ends. So a stopped run can continue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from bot.engine.thinking import Budget, Counted, Timed, seat_player
from lab.jsonl import mend_file, read_whole_lines
from rules.chance import Draw, Roll, find_faces
from rules.documents import Model
from rules.errors import InputError
from rules.kernel import Player, Point, Rules, View
from rules.players import Mover, play_out
from rules.players.outlook import estimate_chances, share_victory
from rules.state import State

Points = Mapping[str, float]


class Thinking(NamedTuple):
    """The thinking time for each order: in seconds, or in steps. Steps don't depend on the machine."""

    seconds: float = 1.0
    looks: int | None = None

    def budget(self) -> Budget:
        """Return this time as the budget of one player."""
        return Timed(self.seconds) if self.looks is None else Counted(self.looks)

    def __str__(self) -> str:
        return f"{self.seconds:g} s" if self.looks is None else f"{self.looks} looks"


class Pairing(NamedTuple):
    """The two levels of a match: `one` has one seat, `other` has all other seats.

    A level may have a style: `fair:raider`.
    """

    game: str
    one: str
    other: str
    thinking: str
    options: str

    def __str__(self) -> str:
        return f"{self.one} against {self.other}, {self.thinking} an order"


class Answer(Model, frozen=True):
    """An answer that the game's statistic counts (`Analysis.statistic`).

    `what`: the name under which it is counted. `points`: how many points the seat gained in the turn of the
    answer. `chance`: how much the seat's chance to win rose in this turn. `points` and `chance` are None if
    the game doesn't measure them.
    """

    seat: str
    what: str
    points: float | None
    chance: float | None


class Outcome(Model, frozen=True):
    """The result of one game of a match.

    Attributes:
        seed: the seed of the game's round.
        seat: the seat of the measured level.
        won: each seat's share of the win.
        points: the points of the seats at the end of each chapter, by the chapter's title.
    """

    pairing: Pairing
    seed: str
    seat: str
    won: Mapping[str, float]
    headline: str
    entries: int
    points: Mapping[str, Points]
    answers: tuple[Answer, ...]

    @property
    def key(self) -> tuple[Pairing, str, str]:
        """Return a key that only this game has."""
        return self.pairing, self.seed, self.seat

    @property
    def share(self) -> float:
        """Return the measured level's share of the win."""
        return self.won[self.seat]


def match(
    rules: Rules,
    levels: tuple[str, str],
    games: int,
    seed: str,
    thinking: Thinking,
    options: Mapping[str, Any],
    results: Path | None = None,
) -> Iterator[Outcome]:
    """Play a match: the first level has one seat, and the second level has all other seats.

    The first level takes another seat in each game of a round. Games that are in the file `results` are not
    played again. Other games are played, and appended to the file. Raises `InputError`, for example for wrong
    options or an unreadable file.
    """
    try:
        chosen = rules.Options.model_validate(options)
    except ValidationError as error:
        raise InputError(f"{rules.TITLE}: {error.errors()[0]['msg']}") from None
    spelt = ",".join(f"{name}={value}" for name, value in sorted(options.items()))
    pairing = Pairing(rules.KEY, *levels, str(thinking), spelt)
    known = {} if results is None else {each.key: each for each in mend_games(results)}
    seats = rules.seats(chosen)
    for number in range(games):
        round_number, seat = divmod(number, len(seats))
        key = pairing, f"{seed}/{round_number}", seats[seat]
        if (outcome := known.get(key)) is None:
            outcome = _play(rules, *key, chosen, thinking)
            if results is not None:
                with results.open("a", encoding="utf-8") as end:
                    end.write(f"{outcome.model_dump_json()}\n")
        yield outcome


def read_games(file: Path) -> list[Outcome]:
    """Return the games of a file; none if there is no file. Raises `InputError` for an unreadable line.

    A line that a kill left incomplete does not count.
    """
    found = list[Outcome]()
    for number, line in enumerate(read_whole_lines(file), 1):
        try:
            found.append(Outcome.model_validate_json(line))
        except ValidationError as error:
            raise InputError(f"{file}, line {number}: {error.errors()[0]['msg']}") from None
    return found


def mend_games(file: Path) -> list[Outcome]:
    """Remove an incomplete last line from a file. Return the games of the file."""
    found = read_games(file)
    mend_file(file)
    return found


@dataclass(slots=True)
class _Noted:
    """A player whose counted answers are recorded."""

    player: Player
    game: _Game

    def choose(self, point: Point, /) -> str:
        """Return what the player chooses."""
        key = self.player.choose(point)
        self.game.note(point, key)
        return key


@dataclass(slots=True)
class _Game:
    """A running game of a match, with the points and chances at the start of the turn."""

    rules: Rules
    state: State
    points: dict[str, Points] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)
    noted: list[tuple[str, str]] = field(default_factory=list)  # this turn's counted answers: (seat, name)
    before: tuple[Points, Points] = ({}, {})  # points and chances of the seats at the start of the turn
    chapter: str = ""

    def note(self, point: Point, key: str) -> None:
        """Record an answer if the game's statistic counts it."""
        counted = self.rules.EXTRAS.analysis.statistic
        if counted is not None and (what := counted(self.state, point.kind, key)):
            self.noted.append((point.seat, what))

    def turn(self, _: object = None, __: int = 0) -> bool:
        """Complete the counted answers of the turn that has ended. Return False, so that the game goes on."""
        rules, view = self.rules, self.rules.view(self.state, None)
        now = read_points(view), self._chances()
        for seat, what in self.noted:
            points, chance = (
                after[seat] - before[seat] if seat in before and seat in after else None
                for before, after in zip(self.before, now, strict=True)
            )
            self.answers.append(Answer(seat=seat, what=what, points=points, chance=chance))
        self.noted.clear()
        self.before = now
        if self.chapter:
            self.points[self.chapter] = now[0]
        chapter = rules.EXTRAS.prose.chapter(view)
        self.chapter = chapter if isinstance(chapter, str) else chapter.read(rules.name)
        return False

    def _chances(self) -> Points:
        extras = self.rules.EXTRAS
        known = extras.analysis.statistic is not None and extras.analysis.outlook is not None
        return estimate_chances(self.rules, self.state) if known else {}


def read_points(view: View) -> dict[str, float]:
    """Return the points by seat. Leave out seats with a standing that does not begin with a number."""
    found = {seat: re.match(r"([-−]?)(\d+)", stand[0] if stand else "") for seat, stand in view.standing}
    return {seat: float(n[2]) * (-1 if n[1] else 1) for seat, n in found.items() if n is not None}


def _play(
    rules: Rules, pairing: Pairing, seed: str, own: str, options: BaseModel, thinking: Thinking
) -> Outcome:
    state = rules.setup(options)
    game, rng = _Game(rules, state), Random(f"{seed}/{own}")
    players = dict[str, Player]()
    for seat in rules.seats(options):
        level = pairing.one if seat == own else pairing.other
        level, _, style = level.partition(":")
        player = seat_player(rules, level, rng.randrange, thinking.budget(), style)
        players[seat] = player if isinstance(player, Mover) else _Noted(player, game)

    dice = seed if pairing.one != pairing.other else f"{seed}/{own}"

    def fate(turn: int, index: int, pending: Roll | Draw) -> str:
        return find_faces(dice, turn, index, pending)

    _, entries = play_out(rules, state, players, fate, until=game.turn, talks=True)
    game.turn()
    return Outcome(
        pairing=pairing,
        seed=seed,
        seat=own,
        won=share_victory(rules, state),
        headline=rules.view(state, None).headline,
        entries=entries,
        points=game.points,
        answers=tuple(game.answers),
    )
