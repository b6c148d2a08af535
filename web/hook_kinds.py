"""List the kinds of webhook events, as they are written in the events. This module loads no painters."""

from __future__ import annotations

TURN, CHAPTER, END = "game.turn", "game.chapter", "game.end"
