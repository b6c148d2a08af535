"""Before workers are forked, load what they need, and draw the first boards once for all of them."""

from __future__ import annotations

from bot.engine import thinking, warm_up

__all__ = ["thinking"]

warm_up.warm_up()
