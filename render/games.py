"""Find the painters of the games.

Some painters are our own. Installed packages can add others to the entry point group `durbar.painters`.
"""

from __future__ import annotations

from render.painter import Painter
from rules.loading.games import OWN
from rules.loading.registry import Registry

GROUP = "durbar.painters"


def _check(_: str, painter: object) -> Painter:
    if not isinstance(painter, Painter):
        raise TypeError(f"{painter!r} is no `render.painter.Painter`")
    return painter


PAINTERS: Registry[Painter] = Registry(GROUP, {key: f"render.{key}:PAINTER" for key in OWN}, _check)
