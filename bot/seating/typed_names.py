"""Find the seat or the game that a typed text means."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel import Rules

ALL_SEATS = "*"  # stands for all free seats, or for all seats of the caller


def read_key(typed: str, names: Mapping[str, str]) -> str:
    """Return the key whose name a text means. The text is a key, a name or a part of a name.

    Return "" if several names or none fit. People need not choose a suggestion, so any text can come.
    """
    typed = typed.strip().casefold()
    if typed in names:
        return typed
    named = {key: name.casefold() for key, name in names.items()}
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [key for key, name in named.items() if typed and fits(name, typed)]
        if len(found) == 1:
            return found[0]
    return ""


def read_game(games: Mapping[str, Rules], typed: str) -> str:
    """Return the key of the game that a text means; "" if several games or none fit."""
    return read_key(typed, {key: rules.TITLE for key, rules in games.items()})
