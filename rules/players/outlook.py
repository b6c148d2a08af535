"""Estimate each seat's chance to win from a position.

The game gives the features of a position (`extras.Outlook`). Their weights are fitted to the outcomes of many
games. The model is a conditional logit: a seat's features are multiplied by their weights and summed; the
chances are proportional to the exponentials of these sums. The chances are right for players like those in
these games (`durbar calibrate`). docs/explanation/bot-players.md says how well the chances fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp
from typing import Protocol, cast, runtime_checkable

from pydantic import Field

from rules.chance import Draw, Roll, draw_by_numbers
from rules.documents import Model, Provenance, read_toml
from rules.kernel import Entry, Live, Maker, Rules, list_seats
from rules.players import play_out
from rules.state import S, V

FILE = "chances.toml"
MOST_ENTRIES = 5_000  # at most this many entries in a simulated game
Number = Callable[[int], int]  # `number(n)`: a random number below n


@runtime_checkable
class Decided(Protocol):
    """A view that shows the winners."""

    @property
    def winners(self) -> Sequence[str]:
        """The seats that have won: () while the game goes on, all seats in a draw."""


class Weights(Model, frozen=True):
    """The weights of a game's features, as its `chances.toml` lists them."""

    provenance: Provenance
    note: str
    games: int = Field(ge=0)  # the number of games to which they were fitted; 0: none yet
    weights: dict[str, float]


@cache
def load_weights(package: str) -> Weights:
    """Return the weights of a game's package.

    Raises `ValueError`, which names the place and the reason.
    """
    text = files(package).joinpath(FILE).read_text(encoding="utf-8")
    return read_toml(Weights, text, f"{package}: {FILE}")


def share_victory(rules: Rules[S, V], state: S) -> dict[str, float]:
    """Return each seat's share of the win in a finished game: 1.0, a fraction if it is shared, or 0.0."""
    seats, view = list_seats(rules, state), cast("object", rules.view(state, None))
    won = tuple(view.winners) if isinstance(view, Decided) else ()
    won = won or seats  # nobody has won: a draw
    return {seat: (seat in won) / len(won) for seat in seats}


def compute_features(rules: Rules[S, V], state: S) -> dict[str, Mapping[str, float]]:
    """Return the features of each seat in a position between two turns. The game must have an outlook."""
    outlook = rules.EXTRAS.analysis.outlook
    assert outlook is not None, "only games with an outlook have features"
    return {seat: outlook.features(state, seat) for seat in list_seats(rules, state)}


def weigh_features(found: Mapping[str, Mapping[str, float]], counts: Mapping[str, float]) -> dict[str, float]:
    """Return the seats' chances to win from their features. `counts`: the weights of the features."""
    sums = {seat: sum(counts[name] * n for name, n in each.items()) for seat, each in found.items()}
    most = max(sums.values())
    parts = {seat: exp(each - most) for seat, each in sums.items()}
    whole = sum(parts.values())
    return {seat: part / whole for seat, part in parts.items()}


def estimate_chances(rules: Rules[S, V], state: S) -> dict[str, float]:
    """Return each seat's chance to win in a position between two turns, without playing on.

    The chances add up to 1.
    """
    if rules.over(state):
        return share_victory(rules, state)
    outlook = rules.EXTRAS.analysis.outlook
    assert outlook is not None, "a game without an outlook is played to its end"
    found, out = compute_features(rules, state), list_out(rules, state)
    left = {seat: features for seat, features in found.items() if seat not in out}
    return dict.fromkeys(found, 0.0) | weigh_features(left, load_weights(outlook.package).weights)


def list_out(rules: Rules[S, V], state: S) -> list[str]:
    """Return the seats that can't win any more."""
    outlook = rules.EXTRAS.analysis.outlook
    return [seat for seat in list_seats(rules, state) if outlook is not None and outlook.is_out(state, seat)]


def is_certain(rules: Rules[S, V]) -> bool:
    """Return whether every simulation of an order has the same result, so that one simulation is enough."""
    outlook = rules.EXTRAS.analysis.outlook
    return outlook is not None and outlook.certain


def make_quick(rules: Rules[S, V]) -> Maker:
    """Return the maker of players for simulations: `Outlook.quick`, or else the easiest bot player's."""
    if rules.EXTRAS.analysis.outlook is not None:
        return rules.EXTRAS.analysis.outlook.quick
    return next(iter(rules.BOT_PLAYERS.values()))


def play_on_from_start(rules: Rules[S, V], state: S, number: Number) -> dict[str, float]:
    """Simulate from a position between two turns. Return each seat's chance to win where the simulation ends.

    The state does not change. See `play_on_from_turn`.
    """
    return play_on_from_turn(rules, Live(rules, state.copy()), (state, ()), number)


def play_on_from_turn(
    rules: Rules[S, V], live: Live[S, V], since: tuple[S, Sequence[Entry]], number: Number
) -> dict[str, float]:
    """Simulate from an open turn. Return each seat's chance to win where the simulation ends.

    The simulation goes as far as the game's outlook says, or to the end of the game. `live` changes. The
    caller must have dealt the hidden cards in `live` at random. `since`: the state at the start of the turn,
    and the entries of the turn so far.
    """
    outlook, left = rules.EXTRAS.analysis.outlook, 0
    simulate = None if outlook is None else outlook.simulate

    def enough(_: object, __: int) -> bool:
        nonlocal left
        left += 1
        return simulate is not None or (
            outlook is not None and outlook.turns is not None and outlook.turns < left
        )

    def fate(_: int, __: int, pending: Roll | Draw) -> str:
        return draw_by_numbers(number, pending)

    players = {seat: make_quick(rules)(number, lambda: False) for seat in list_seats(rules, live.state)}
    play_out(rules, live.state, players, fate, live=live, since=since, until=enough, most=MOST_ENTRIES)
    if simulate is not None and not rules.over(live.state):
        simulate(live.state, number)
    return estimate_chances(rules, live.state)
