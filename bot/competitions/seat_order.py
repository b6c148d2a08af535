"""Choose who sits where in each game, so that each person has each seat equally often.

Cut the games of each person into portions: if a game has three seats, a portion is three games. In each
portion the person has each seat at most once. So a person's numbers of games in any two seats never differ
by more than one.

This is always possible, because it is an edge coloring of a bipartite graph (Kőnig 1916). The nodes of the
graph are games and portions. An edge joins a game and a portion if the person plays that game in that
portion. The colors are the seats.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class _Portion(NamedTuple):
    """A portion: games of a person that follow one another. `number` counts the person's portions from 0."""

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
    """The seats that are given so far.

    Attributes:
        games: for each game, a dict from a seat to the portion that has it
        portions: for each portion, a dict from a seat to the game in which the portion has it
    """

    def __init__(self) -> None:
        self.games: defaultdict[int, dict[int, _Portion]] = defaultdict(dict)
        self.portions: defaultdict[_Portion, dict[int, int]] = defaultdict(dict)

    def add(self, game: int, portion: _Portion, seats: int) -> None:
        """Seat the portion's person at the first free seat of a game.

        If the portion already has this seat in an earlier game, first exchange seats in earlier games.
        """
        free = next(seat for seat in range(seats) if seat not in self.games[game])
        if free in self.portions[portion]:
            other = next(seat for seat in range(seats) if seat not in self.portions[portion])
            self._exchange(portion, free, other)
        self._set(game, portion, free)

    def _exchange(self, portion: _Portion, free: int, other: int) -> None:
        """Exchange two seats along a path of games, so that the portion no longer uses the seat `free`.

        The path begins at the portion. It enters a game only at the seat `free`. In the game at which `add`
        seats the person, nobody has this seat yet, so the path never reaches that game.
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
