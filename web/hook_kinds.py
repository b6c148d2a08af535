"""The kinds of webhook events, as receivers read them. This module loads no painters."""

from __future__ import annotations

TURN, CHAPTER, END = "game.turn", "game.chapter", "game.end"
