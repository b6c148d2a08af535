"""The kinds of events that webhooks are told, as receivers read them. Nothing here loads what draws."""

from __future__ import annotations

TURN, CHAPTER, END = "game.turn", "game.chapter", "game.end"
