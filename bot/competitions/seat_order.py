"""Give the people of games their seats, so that each person has each seat equally often.

Cut the games of each person into portions of as many games as there are seats. In each portion the person has
each seat at most once. This is always possible, as an edge coloring of a bipartite graph: its nodes are games
and portions, its edges the places of people, its colors the seats (Kőnig 1916). So after any number of games,
the numbers of games that a person has had in any two seats differ by at most one.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class _Portion(NamedTuple):
    """Consecutive games of a person, as many as there are seats."""

    person: int
    number: int


def order_seats(games: Iterable[Sequence[int]]) -> list[tuple[int, ...]]:
    """Return the people of each game in the order of their seats.

    Args:
        games: the people of each game, in the order of play; all games have the same number of seats
    """
    coloring, played = _Coloring(), Counter[int]()
    games = [*games]
    for number, people in enumerate(games):
        for person in people:
            coloring.add(number, _Portion(person, played[person] // len(people)), len(people))
            played[person] += 1
    return [
        tuple(person for _, (person, _) in sorted(coloring.games[number].items()))
        for number in range(len(games))
    ]


class _Coloring:
    """Who has which seat: the portion in each seat of a game, and the game of each seat of a portion."""

    def __init__(self) -> None:
        self.games: defaultdict[int, dict[int, _Portion]] = defaultdict(dict)
        self.portions: defaultdict[_Portion, dict[int, int]] = defaultdict(dict)

    def add(self, game: int, portion: _Portion, seats: int) -> None:
        """Give a portion the first free seat of a game. Others move if the portion has that seat already."""
        free = next(seat for seat in range(seats) if seat not in self.games[game])
        if free in self.portions[portion]:
            other = next(seat for seat in range(seats) if seat not in self.portions[portion])
            self._exchange(portion, free, other)
        self._set(game, portion, free)

    def _exchange(self, portion: _Portion, free: int, other: int) -> None:
        """Exchange two seats along a path from a portion, so that its seat `free` becomes free.

        The path never reaches the new game: it comes to games by the seat `free` only, and nobody has that
        seat there.
        """
        path, at = list[tuple[int, _Portion, int]](), portion
        while (game := self.portions[at].get(free)) is not None:
            path.append((game, at, other))
            following = self.games[game].get(other)
            if following is None:
                break
            path.append((game, following, free))
            at = following
        for game, at, seat in path:
            before = other if seat == free else free
            del self.games[game][before], self.portions[at][before]
        for game, at, seat in path:
            self._set(game, at, seat)

    def _set(self, game: int, portion: _Portion, seat: int) -> None:
        self.games[game][seat] = portion
        self.portions[portion][seat] = game
