"""Form pairs so that as many people as possible have a partner. This is Edmonds' maximum matching.

`networkx` has this matching too. We need no other function of `networkx`, and we match only a few dozen
people. So the running bot does not depend on it. A test compares the result with all possible pairings.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable


def pair_off(number: int, may_meet: Callable[[int, int], bool]) -> list[tuple[int, int]]:
    """Return as many pairs of the indexes 0 to `number` - 1 as possible. An index is in at most one pair.

    Args:
        number: the number of indexes
        may_meet: `may_meet(one, two)` returns whether two different indexes may be a pair, in either order
    """
    partners: list[int | None] = [None] * number
    friends = [[two for two in range(number) if one != two and may_meet(one, two)] for one in range(number)]
    for start in range(number):
        if partners[start] is None:
            _Tree(start, friends, partners).grow()
    return [(one, two) for one, two in enumerate(partners) if two is not None and one < two]


class _Tree:
    """A tree of paths. They begin at the start: a person without a partner.

    On a path, every second step leads to a partner. Paths can close a circle with an odd number of people.
    Such a circle counts as one person, the circle's `base`.
    """

    def __init__(self, start: int, friends: list[list[int]], partners: list[int | None]) -> None:
        self.start, self.friends, self.partners = start, friends, partners
        self.parent: list[int | None] = [None] * len(partners)
        self.base: list[int] = [*range(len(partners))]
        self.queue, self.reached = deque([start]), {start}

    def grow(self) -> None:
        """Search for another person without a partner. If there is one, change the pairs along the path."""
        while self.queue:
            one = self.queue.popleft()
            for two in self.friends[one]:
                if self.base[one] == self.base[two] or self.partners[one] == two:
                    continue
                partner = self.partners[two]
                if two == self.start or (partner is not None and self.parent[partner] is not None):
                    self._close_circle(one, two)
                elif self.parent[two] is None:
                    self.parent[two] = one
                    if partner is None:
                        self._change_pairs(two)
                        return
                    self.reached.add(partner)
                    self.queue.append(partner)

    def _change_pairs(self, last: int) -> None:
        """Go back along a path from its last person to the start, and form new pairs of neighbours."""
        at: int | None = last
        while at is not None:
            before = self.parent[at]
            assert before is not None, "the path leads back to the start"
            following = self.partners[before]
            self.partners[at], self.partners[before] = before, at
            at = following

    def _close_circle(self, one: int, two: int) -> None:
        """Count a circle with an odd number of people as one person. `one` and `two` close the circle."""
        base, inside = self._find_common(one, two), set[int]()
        self._mark(one, base, two, inside)
        self._mark(two, base, one, inside)
        for person in range(len(self.base)):
            if self.base[person] in inside:
                self.base[person] = base
                if person not in self.reached:
                    self.reached.add(person)
                    self.queue.append(person)

    def _find_common(self, one: int, two: int) -> int:
        """Go back from two people to the start, and return the base at which the two ways meet."""
        at, passed = one, set[int]()
        while True:
            at = self.base[at]
            passed.add(at)
            partner = self.partners[at]
            if partner is None:
                break
            at = self._find_parent(partner)
        at = self.base[two]
        while at not in passed:
            partner = self.partners[at]
            assert partner is not None, "both ways lead to the start"
            at = self.base[self._find_parent(partner)]
        return at

    def _mark(self, person: int, base: int, child: int, inside: set[int]) -> None:
        """Add to `inside` all bases that lie on the way from a person to the base of their circle.

        Also store in `parent` how to walk this way in the other direction, from the base to the person.
        """
        at = person
        while self.base[at] != base:
            partner = self.partners[at]
            assert partner is not None, "only the start has no partner"
            inside |= {self.base[at], self.base[partner]}
            self.parent[at] = child
            child = partner
            at = self._find_parent(partner)

    def _find_parent(self, person: int) -> int:
        parent = self.parent[person]
        assert parent is not None, "each person on a way has a parent"
        return parent
