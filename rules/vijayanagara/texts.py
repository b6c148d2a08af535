"""List the texts in this game's data: what its cards say, and the names of its rules, cards and spaces."""

from __future__ import annotations

from rules.vijayanagara.board import MAP
from rules.vijayanagara.cards import TEXTS, TITLES
from rules.vijayanagara.commands import COMMANDS
from rules.vijayanagara.commands.attack import RULE
from rules.vijayanagara.commands.moving import MOVES
from rules.vijayanagara.commands.rivals import MIGRATE, RALLY, REBEL
from rules.vijayanagara.decrees.rivals import BUILD
from rules.vijayanagara.events import phrases
from rules.vijayanagara.names import FORMAL


def list_texts() -> list[str]:
    """Return all texts, each once."""
    ruled = (rule for book in (RULE, RALLY, MIGRATE, REBEL, MOVES, BUILD) for rule in book.values())
    commands = (command.rule for book in COMMANDS.values() for command in book.values())
    cards = (line for lines in TEXTS.values() for line in lines)
    places = (space.name for space in MAP.spaces.values())
    titles = (*TITLES.values(), *FORMAL.values())
    return list(dict.fromkeys((*ruled, *commands, *cards, *phrases.list_texts(), *places, *titles)))
