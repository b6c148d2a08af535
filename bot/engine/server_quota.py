"""How much thinking hints and reviews may cost a server. Moves of bot players are not counted."""

from __future__ import annotations

LATELY = 600.0  # seconds that a server's thinking is remembered
ADVICE = 240.0  # seconds of hints and reviews that a server may have in that time
