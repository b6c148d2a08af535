"""Draw borders between named vertices, so that two lands always share one line.

A map's file gives names to vertices. For each land, it lists the vertices around the land ("a b c d"). The
checksum of a border's name decides how the border's line wanders. So the line is the same for both lands and
on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import hypot
from zlib import crc32

from render.kit.shapes import Point, Spot, round_corners


class Borders:
    """The borders of a map's lands.

    Args:
        vertices: the place of each named vertex, in map units
        rings: for each land, the names of the vertices around it, separated by spaces
        coast: how far a border that belongs to only one land wanders sideways, as a fraction of its length
        inland: how far a border between two lands wanders sideways, as a fraction of its length
    """

    def __init__(
        self,
        vertices: Mapping[str, Spot],
        rings: Iterable[str],
        coast: float = 0.10,
        inland: float = 0.055,
    ) -> None:
        self.vertices = vertices
        self._rough = {True: coast, False: inland}
        paths = [path.split() for path in rings]
        edges = Counter(frozenset(edge) for ring in paths for edge in pairwise([*ring, ring[0]]))
        self.coast = frozenset(edge for edge, times in edges.items() if times == 1)

    def edge(self, start: str, end: str) -> Sequence[Point]:
        """Return the border from one vertex to the other.

        From either end, the border follows the same line. So both lands share this line.
        """
        first, last = sorted((start, end))
        rough = self._rough[frozenset((first, last)) in self.coast]
        line = wander(self.vertices[first], self.vertices[last], f"{first}-{last}", rough, 4)
        return line if (first, last) == (start, end) else line[::-1]

    def ring(self, path: str) -> list[Point]:
        """Return a closed outline through the named vertices, with each border as `edge` draws it."""
        names = path.split()
        return [point for a, b in pairwise([*names, names[0]]) for point in self.edge(a, b)[:-1]]


@lru_cache(maxsize=512)
def wander(start: Point, end: Point, name: str, rough: float, depth: int) -> Sequence[Point]:
    """Return a line that wanders a little, always in the same way for the same name.

    Both ends stay where they are. `depth`: how many times all pieces of the line are halved. The
    halving ends early as soon as the first piece is shorter than 8.
    """
    line = [start, end]
    for level in range(depth):
        finer: list[Point] = [start]
        for number, (a, b) in enumerate(pairwise(line)):
            stray = (crc32(f"{name}/{level}/{number}".encode()) % 2001 / 1000 - 1) * rough
            dx, dy = b[0] - a[0], b[1] - a[1]
            finer += [((a[0] + b[0]) / 2 - dy * stray, (a[1] + b[1]) / 2 + dx * stray), b]
        line = finer
        if hypot(line[1][0] - line[0][0], line[1][1] - line[0][1]) < 8:
            break
    return round_corners(round_corners(line))


def winding(spots: Sequence[Spot], name: str) -> list[Point]:
    """Return a river's course through the spots. Both ends stay where they are."""
    legs = [wander(a, b, f"{name} {n}", 0.12, 3) for n, (a, b) in enumerate(pairwise(spots))]
    return round_corners(round_corners([*(point for leg in legs for point in leg[:-1:3]), spots[-1]]))


def shore(spots: Sequence[Spot]) -> list[Point]:
    """Return the rounded outline of an island with these corners."""
    return round_corners(round_corners([*spots, spots[0]]))[:-1]
