"""Draw the pieces as sprites. Kinds differ in silhouette and letter as well as in colour.

Troops are squares. Mongols are squares with cut corners. Governors wear a crown. Amirs are hexagons, and
Rajas are shields. Rebelling Amirs and Rajas are solid and have a pennant; Obedient ones are hollow. Each kind
of Structure has its own roof: a dome, battlements or a stepped tower. A Temple shows a gate instead of a
letter.
"""

from __future__ import annotations

from render.kit.pieces import (
    BATTLEMENTS,
    CROWN,
    CUT_SQUARE,
    DISC,
    DOME,
    PENNANT,
    SQUARE,
    Design,
    Pieces,
    Shape,
)
from render.vijayanagara.palette import PALETTE

HEXAGON: Shape = ((0.19, 0.05), (0.81, 0.05), (1.0, 0.5), (0.81, 0.95), (0.19, 0.95), (0.0, 0.5))
LOW_HEXAGON: Shape = ((0.17, 0.2), (0.83, 0.2), (1.0, 0.6), (0.83, 1.0), (0.17, 1.0), (0.0, 0.6))
SHIELD: Shape = (
    (0.03, 0.05),
    (0.97, 0.05),
    (0.97, 0.66),
    (0.74, 0.88),
    (0.5, 1.0),
    (0.26, 0.88),
    (0.03, 0.66),
)
LOW_SHIELD: Shape = (
    (0.03, 0.2), (0.97, 0.2), (0.97, 0.72), (0.76, 0.91), (0.5, 1.0), (0.24, 0.91), (0.03, 0.72),
)  # fmt: skip
SHRINE: Shape = (
    (0.0, 1.0), (0.0, 0.36), (0.12, 0.36), (0.12, 0.24), (0.25, 0.24), (0.25, 0.12), (0.4, 0.12), (0.5, 0.0),
    (0.6, 0.12), (0.75, 0.12), (0.75, 0.24), (0.88, 0.24), (0.88, 0.36), (1.0, 0.36), (1.0, 1.0),
)  # fmt: skip
GATE: Shape = ((0.36, 1.0), (0.36, 0.62), (0.41, 0.53), (0.5, 0.48), (0.59, 0.53), (0.64, 0.62), (0.64, 1.0))

PIECES = Pieces(PALETTE, {
    "troops": Design((SQUARE,), "grey", "ink", "T"),
    "governors": Design((CROWN, LOW_HEXAGON), "black", "white", "G", (0.5, 0.6)),
    "qasbahs": Design((DOME, DISC), "black", "white", "Q", (0.5, 0.58)),
    "obedient-amirs": Design((HEXAGON,), "teal", "ink", "A", inner="paper"),
    "rebelling-amirs": Design((PENNANT, LOW_HEXAGON), "teal", "white", "A", (0.5, 0.6)),
    "forts": Design((BATTLEMENTS, DISC), "teal", "white", "F", (0.5, 0.58)),
    "obedient-rajas": Design((SHIELD,), "yellow", "ink", "R", (0.5, 0.47), inner="paper"),
    "rebelling-rajas": Design((PENNANT, LOW_SHIELD), "yellow", "ink", "R", (0.5, 0.57)),
    "temples": Design((SHRINE,), "yellow", "ink", "", (0.5, 0.62), sign=GATE),
    "mongols": Design((CUT_SQUARE,), "red", "white", "M"),
})  # fmt: skip
# In boxes and on tracks, Amirs and Rajas are neither Obedient nor Rebelling. They are drawn hollow there.
BOX_DESIGN = {"amirs": "obedient-amirs", "rajas": "obedient-rajas"}

sprite, chip = PIECES.sprite, PIECES.chip
