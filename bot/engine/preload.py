"""Load the modules that workers need, and draw each game's first board.

The process from which workers are forked imports this module once. So no worker has to load these modules or
draw these boards again.
"""

from __future__ import annotations

from bot.engine import thinking, warm_up

__all__ = ["thinking"]

warm_up.warm_up()
