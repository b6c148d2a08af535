"""List the kinds of webhook events, as the JSON of events names them. This module loads no painters."""

from __future__ import annotations

TURN, CHAPTER, END = "game.turn", "game.chapter", "game.end"
