"""Find the painters of the games.

Some painters are our own. Installed packages can add others to the entry point group `durbar.painters`.
"""

from __future__ import annotations

from collections.abc import Mapping

from render.painter import Kind, Painter
from rules.loading.games import OWN
from rules.loading.registry import Registry

GROUP = "durbar.painters"


def _check(_: str, painter: object) -> Painter:
    """Return a loaded painter.

    Raises `TypeError` if it is no `Painter`. Also raises it for functions with wrong parameters and for kinds
    that are no `Kind`; the error names them all.
    """
    from render.kit.canvas import Drawn  # imported here, as the types of `render.painter` are
    from render.kit.shapes import Rect
    from rules.loading.checking import find_call_faults

    if not isinstance(painter, Painter):
        raise TypeError(f"{painter!r} is no `render.painter.Painter`")
    types = {"Drawn": Drawn, "Rect": Rect}
    faults = [*find_call_faults("PAINTER", painter, types)]
    kinds: Mapping[str, object] = painter.kinds  # a package may give other things
    for name, kind in kinds.items():
        if isinstance(kind, Kind):
            faults += find_call_faults(f"PAINTER.kinds[{name}]", kind, types)
        else:
            faults.append(f"PAINTER.kinds[{name}] is no Kind")
    if faults:
        raise TypeError("; ".join(faults))
    return painter


PAINTERS: Registry[Painter] = Registry(GROUP, {key: f"render.{key}:PAINTER" for key in OWN}, _check)
