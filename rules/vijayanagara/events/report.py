"""Report what a deck does in random games: a row for each side, and what looks wrong.

When an Event is drawn, a random Eligible faction executes each side with random answers on a copy of the
table. The game itself goes on at random. Random play says little about balance, so only extreme results
count.

The *worth* of what happened to a faction is measured in Resources: a Resource, a Cavalry and a piece are 1
each, a victory point is 2. A Command is worth about 2 to 4.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from rules.vijayanagara.board import FACTIONS
from rules.vijayanagara.events import SIDES, can_do_something, carry_out
from rules.vijayanagara.events.deckfile import Card, load_deck
from rules.vijayanagara.events.effect import Effect
from rules.vijayanagara.events.rehearsal import run_at_random
from rules.vijayanagara.options import Options
from rules.vijayanagara.position import setup
from rules.vijayanagara.sequence.turn import ELIGIBLE, turn
from rules.vijayanagara.state import State
from rules.vijayanagara.victory import count_points
from rules.vijayanagara.vocabulary import SEATS

ALIVE = 0.9  # a side is "dead" if it can do something in less than this share of the draws
TOO_STRONG = 6.0  # a side is "overpaid" if it is worth this much to one faction in nearly all draws
NEARLY_ALWAYS = 0.9  # the share of the draws that counts as nearly all
# A side serves a faction that gains at least this much, in Resources, or this much more than the average
# faction. The side also serves a faction if it lets the faction act in at least this share of the draws.
SERVED = 0.2
Worth = tuple[int, int, int, int]  # victory points, Resources, Cavalry, pieces on the map


@dataclass(slots=True)
class Tally:
    """What one side did over all draws of its card."""

    drawn: int = 0
    able: int = 0
    full: int = 0
    entries: int = 0
    granted: Counter[str] = field(default_factory=Counter)
    changes: dict[str, list[Worth]] = field(default_factory=lambda: {faction: [] for faction in FACTIONS})

    def mean(self, faction: str) -> tuple[float, ...]:
        """Return the mean change of the faction's standing."""
        return tuple(sum(column) / self.drawn for column in zip(*self.changes[faction], strict=True))

    @property
    def dead(self) -> bool:
        """Whether the side could do nothing in too many of its draws (see `ALIVE`)."""
        return self.able < ALIVE * self.drawn

    @property
    def overpaid(self) -> str:
        """The faction that in nearly every draw gains far more than a Command is worth; "" if none."""
        for faction, changes in self.changes.items():
            if sum(weigh_change(change) >= TOO_STRONG for change in changes) >= NEARLY_ALWAYS * self.drawn:
                return faction
        return ""

    @property
    def serves(self) -> set[str]:
        """The factions that the side lets act, that gain from it, or that gain more than the average."""
        worths = {faction: weigh_change(self.mean(faction)) for faction in FACTIONS}
        average = sum(worths.values()) / len(worths)
        acting = {faction for faction, times in self.granted.items() if times >= SERVED * self.drawn}
        return acting | {faction for faction, w in worths.items() if max(w, w - average) >= SERVED}


def weigh_change(change: Sequence[float]) -> float:
    """Return a change of standing, measured in Resources."""
    vp, resources, cavalry, pieces = change
    return 2 * vp + resources + cavalry + pieces


def write_report(text: str, games: int, number: Callable[[int], int]) -> Iterator[str]:
    """Yield the lines of the report on a deck. Raises `BadFile`.

    `text`: as for `load_deck`. `number(n)` returns a random number below n.
    """
    deck = load_deck(text)
    tallies = {(card, side): Tally() for card in deck.events for side in SIDES}
    for _ in range(games):
        play(setup(Options(deck=text)), tallies, number)
    drawn = sum(tally.drawn for tally in tallies.values()) // len(SIDES)
    yield f"{deck.title}, version {deck.version}: {games} random games, {drawn} Events drawn"
    yield ""
    yield "           can do                    change of VP, Resources, Cavalry, pieces"
    heads = (f"{name:<23}" for name in (f"{seat.letter}: {seat.short}" for seat in SEATS.values()))
    yield f"side       anything in full entries  {' '.join(heads)}".rstrip()
    flags: list[str] = []
    for key, card in deck.events.items():
        pair = {side: tallies[key, side] for side in SIDES if card.side(side)}
        yield from (_write_row(card.number, side, tally) for side, tally in pair.items())
        flags += _list_flags(card, {side: tally for side, tally in pair.items() if tally.drawn})
    yield ""
    yield from flags or ["No card is flagged."]


def play(s: State, tallies: dict[tuple[str, str], Tally], number: Callable[[int], int]) -> None:
    """Play a game to its end at random, and try both sides of each Event when it is drawn."""
    while not s.over:
        before = s.card
        run_at_random(turn(s), number)
        s.story.clear()
        if s.card is not None and s.card != before:
            for side in SIDES:
                if steps := s.deck.events[s.card].side(side):
                    _try(s, steps, tallies[s.card, side], number)


def _try(s: State, steps: Sequence[Effect], tally: Tally, number: Callable[[int], int]) -> None:
    ready = [faction for faction in FACTIONS if s.sequence[faction] == ELIGIBLE]
    tally.drawn += 1
    tally.able += any(can_do_something(s, faction, steps) for faction in ready)
    twin, before = s.copy(), {faction: _measure_standing(s, faction) for faction in FACTIONS}

    async def execute() -> None:
        scene = await carry_out(twin, ready[number(len(ready))], steps)
        tally.full += not scene.short
        tally.granted.update(scene.granted)

    tally.entries += run_at_random(execute(), number)
    for faction, then in before.items():
        now = _measure_standing(twin, faction)
        tally.changes[faction].append(
            (now[0] - then[0], now[1] - then[1], now[2] - then[2], now[3] - then[3])
        )


def _measure_standing(s: State, faction: str) -> Worth:
    pieces = sum(s.pieces(space, faction) for space in s.board)
    return count_points(s, faction), s.resources[faction], s.cavalry[faction], pieces


def _write_row(number: int, side: str, tally: Tally) -> str:
    name = f"{number:>2} {side}"
    if not tally.drawn:
        return f"{name} was never drawn"
    changes = (" ".join(f"{x + 0.0:+5.1f}" for x in tally.mean(faction)) for faction in FACTIONS)
    return (
        f"{name:<11}{tally.able / tally.drawn:>8.0%} {tally.full / tally.drawn:>7.0%}"
        f" {tally.entries / tally.drawn:>7.1f}  {' '.join(changes)}"
    )


def _list_flags(card: Card, pair: dict[str, Tally]) -> Iterator[str]:
    name = f"{card.number} {card.title}"
    for side, tally in pair.items():
        if tally.dead:
            share = f"{tally.able / tally.drawn:.0%}"
            yield f"DEAD: {name}, {side}: it can do something in only {share} of its draws."
        if tally.overpaid:
            yield (
                f"TOO STRONG: {name}, {side}: {SEATS[tally.overpaid].letter} gains the worth of "
                f"{TOO_STRONG:.0f} Resources or more in at least {NEARLY_ALWAYS:.0%} of its draws."
            )
    served = set().union(*(tally.serves for tally in pair.values()))
    if len(served) == 1:
        yield f"ONE FACTION: {name}: it serves {SEATS[served.pop()].letter} alone."
