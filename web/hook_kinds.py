"""Name the kinds of webhook events, as the events themselves do. This module loads no painters."""

from __future__ import annotations

TURN, CHAPTER, END = "game.turn", "game.chapter", "game.end"
