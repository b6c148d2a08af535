"""Know all hidden gems of the toy game with hands, and look for them in everything the bot sends."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Any

from bot.replies.reply import Reply
from rules.ask import EVERYTHING, Reader
from rules.chance import Draw
from rules.kernel import Ask, Game, Live
from tests.kernel import toy_hands
from tests.kernel.test_hands import HANDS

_WORDS = re.compile(r"[a-z]+")
_GEMS = frozenset(toy_hands.GEMS)


def named(*things: object) -> set[str]:
    """Return the gems that are named in these things."""
    return {word for thing in things for word in _WORDS.findall(str(thing).lower()) if word in _GEMS}


def known(turns: Iterable[Game], reader: Reader) -> set[str]:
    """Return the gems that a person with these seats may know from these turns.

    That follows from the rules of the game, and not from the eyes of its questions. Gems that were played,
    used to bar, or staked are open when all have bid.
    """
    if reader == EVERYTHING:
        return set(_GEMS)
    found: set[str] = set()
    for game in turns:
        live = Live(HANDS, HANDS.load(game.start))
        staked: set[str] = set()
        found |= _seen(live.state, reader)
        for seat, key in game.log:
            pending = live.pending
            kind = "" if pending is None else pending.kind
            whose = str(pending.prompt.args.get("seat")) if isinstance(pending, Draw) else seat
            if kind == "stake":
                staked.add(key)
            live.enter(seat, key)
            bidding = isinstance(live.pending, Ask) and live.pending.kind in ("bid", "stake")
            found |= set() if bidding else staked
            if whose in reader or kind in ("play", "with", "bar"):
                found |= named(key)
            found |= _seen(live.state, reader)
    return found


def _seen(state: toy_hands.Court, reader: Reader) -> set[str]:
    own = [pile for seat in reader & {*state.seats} for pile in (state.hands[seat], state.buried[seat])]
    return named(*state.table.values(), *own)


def read(answer: Reply) -> list[object]:
    """Return all that a private reply says, shows, attaches and offers. Its picture counts as its views."""
    panel = answer.panel
    offered: Collection[object] = () if panel is None else (panel.question, *panel.controls, panel.drawn)
    views = answer.view, answer.before, answer.during, answer.animation
    return [answer.text, *offered, *views, answer.file, *answer.buttons]


def shown(components: Any) -> list[object]:
    """Return the labels, ids and values of the components of a message."""
    return [components.to_components()] if components is not None else []
