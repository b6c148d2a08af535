"""Load the modules that workers need, and draw each game's first board, once before workers are forked."""

from __future__ import annotations

from bot.engine import thinking, warm_up

__all__ = ["thinking"]

warm_up.warm_up()
