"""Imported by the process from which all workers are forked: it draws the first boards, once for all."""

from __future__ import annotations

from bot.games import thinking, warming

__all__ = ["thinking"]

warming.warm_up()
