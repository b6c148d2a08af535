"""Imported by the process from which all workers are forked: it draws the first boards, once for all."""

from __future__ import annotations

from bot.engine import thinking, warm_up

__all__ = ["thinking"]

warm_up.warm_up()
