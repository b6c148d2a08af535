"""The pieces as sprites: told apart by silhouette and letter first, by colour only then.

Troops are squares, Mongols squares with cut corners; Governors, Amirs and Rajas are hexagons (solid under a
pennant: Rebelling; hollow: Obedient); each Structure has its own roof: dome, battlements or stepped tower.
"""

from __future__ import annotations

from render.kit.pieces import (
    BATTLEMENTS,
    CROWN,
    CUT_SQUARE,
    DISC,
    DOME,
    HEXAGON,
    LOW_HEXAGON,
    PENNANT,
    SQUARE,
    TOWER,
    Design,
    Pieces,
)
from render.vijayanagara.palette import PALETTE

PIECES = Pieces(PALETTE, {
    "troops": Design((SQUARE,), "grey", "ink", "T", (0.5, 0.5)),
    "governors": Design((CROWN, LOW_HEXAGON), "black", "white", "G", (0.5, 0.585)),
    "qasbahs": Design((DOME, DISC), "black", "white", "Q", (0.5, 0.57)),
    "obedient-amirs": Design((HEXAGON,), "teal", "ink", "A", (0.5, 0.5), 0.66, inner="paper"),
    "rebelling-amirs": Design((PENNANT, LOW_HEXAGON), "teal", "white", "A", (0.5, 0.585)),
    "forts": Design((BATTLEMENTS, DISC), "teal", "white", "F", (0.5, 0.57)),
    "obedient-rajas": Design((HEXAGON,), "yellow", "ink", "R", (0.5, 0.5), 0.66, inner="paper"),
    "rebelling-rajas": Design((PENNANT, LOW_HEXAGON), "yellow", "ink", "R", (0.5, 0.585)),
    "temples": Design((TOWER,), "yellow", "ink", "Te", (0.5, 0.73), 0.56),
    "mongols": Design((CUT_SQUARE,), "red", "white", "M", (0.5, 0.5)),
})  # fmt: skip
# Holding boxes and tracks keep Amirs and Rajas without a side: they are drawn as they lie there, hollow.
BOX_DESIGN = {"amirs": "obedient-amirs", "rajas": "obedient-rajas"}

sprite, chip = PIECES.sprite, PIECES.chip
