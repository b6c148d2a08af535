"""Write what changed for the asked seat since its last turn, and the acts that changed it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from bot.language.words import say
from bot.session.loaded_game import LoadedGame
from bot.session.views import view_start
from bot.story.standings import list_moves
from bot.story.turn_text import play_turn
from rules.ask import ONLOOKER, may_read
from rules.kernel import Game, Rules, View, resume
from rules.orders.sentences import name_last_act
from rules.orders.typed_lines import PlayedTurn
from rules.words import Words, within

CAUSES = 3  # the most acts that are named for one change
STAND, CLAUSE = "stand", "clause"


class _Change(NamedTuple):
    """A change for a seat: what changed, as a key that is the same in each step, and the change in words."""

    key: tuple[str, Hashable]
    text: str


def is_turn_start(at: LoadedGame, now: View) -> bool:
    """Return whether the asked seat has no entry in this turn, and the game names an aim for the seat."""
    ask = at.ask
    if ask is None or any(entry.seat == ask.seat for entry in at.position.log):
        return False
    return bool(at.rules.EXTRAS.teaching.aim(now, ask.seat, ask.kind))


def write_changes(at: LoadedGame, now: View, turns: Sequence[Game]) -> str:
    """Return a line on what changed for the asked seat, with the acts that changed it; "" if nothing changed.

    `turns` are the turns since the seat's last own turn, none in its first turn. The last one is open. The
    line tells only what everybody may see.
    """
    if not turns:
        return ""
    rules, seat = at.rules, at.asked
    changes = _list_changes(rules, view_start(rules, turns[0].start), now, seat)
    causes = _find_causes(rules, turns, now, seat) if changes else {}
    told = [(each.text, _list_causes(causes, each.key)) for each in changes]
    lines = [
        _write_clause([text for text, _ in group], list(named))
        for named, group in groupby(told, key=lambda each: each[1])
    ]
    return say("lately", told="; ".join(lines)) if lines else ""


def _list_changes(rules: Rules, then: View, now: View, seat: str) -> list[_Change]:
    """Return what changed for a seat between two views of a spectator."""
    old, new = dict(then.standing)[seat], dict(now.standing)[seat]
    found = []
    if len(old) == len(new):
        found = [
            _Change((STAND, place), say("lately.stand", before=before, after=after))
            for place, (before, after) in enumerate(zip(old, new, strict=True))
            if before != after
        ]
    elif (moves := list_moves(old, new))[1]:
        found = [_Change((STAND, -1), say("lately.stand", before=moves[0], after=moves[1]))]
    for said in rules.EXTRAS.prose.changes(then, now, seat):
        form = said.text if isinstance(said, Words) else said
        found.append(_Change((CLAUSE, form), within(said, rules.name)))
    return found


def _find_causes(
    rules: Rules, turns: Sequence[Game], now: View, seat: str
) -> dict[tuple[str, Hashable], dict[str, None]]:
    """Return the acts that changed something for a seat, by what they changed, in the order of play."""
    found: dict[tuple[str, Hashable], dict[str, None]] = {}
    starts = [view_start(rules, game.start) for game in turns]
    for game, before, after in zip(turns, starts, (*starts[1:], now), strict=True):
        if not _list_changes(rules, before, after, seat):
            continue
        played = play_turn(rules, game)
        for place, (was, then) in enumerate(_list_steps(rules, game, before)):
            changed = _list_changes(rules, was, then, seat)
            causes = _name_causes(rules, played, place, seat) if changed else []
            for each in changed:
                found.setdefault(each.key, {}).update(dict.fromkeys(causes))
    return found


def _list_steps(rules: Rules, game: Game, start: View) -> Iterator[tuple[View, View]]:
    """Yield a spectator's views before and after each step of a turn: its beginning, then each entry."""
    live, was = resume(rules, replace(game, log=())), start
    for entry in (None, *game.log):
        if entry is not None:
            live.enter(entry.seat, entry.key)
        now = rules.view(live.state, None)
        yield was, now
        was = now


def _name_causes(rules: Rules, turn: PlayedTurn, place: int, seat: str) -> list[str]:
    """Return the events of the step that brought a change, else the last event or act before it.

    `place` is the step of the change: 0 is the beginning of the turn, and each entry is one more.
    """
    act = name_last_act(turn.made[:place])
    began = 0 if act is None else act.entry + 1
    stories = (turn.story, *(made.story for made in turn.made[:place]))
    for story in reversed(stories[began:]):
        lines = [line for line in story if may_read(line.readers, ONLOOKER)]
        events = [event for line in lines if (event := rules.EXTRAS.prose.cause(line, seat)) is not None]
        if events:
            return [event.within(rules.name) for event in events]
    if act is None:
        return []
    if act.seat == seat:
        return [say("lately.own")]
    return [say("lately.act", seat=rules.name(act.seat), act=act.words.within(rules.name))]


def _list_causes(
    causes: dict[tuple[str, Hashable], dict[str, None]], key: tuple[str, Hashable]
) -> tuple[str, ...]:
    """Return the acts behind a change. If none changed exactly this, return those of all similar changes."""
    similar = (acts for each, acts in causes.items() if each[0] == key[0])
    return (
        tuple(causes[key]) if key in causes else tuple(dict.fromkeys(act for acts in similar for act in acts))
    )


def _write_clause(changes: Sequence[str], causes: Sequence[str]) -> str:
    """Return changes with the newest acts behind them, in one clause."""
    text = ", ".join(changes)
    if not causes:
        return text
    named, more = causes[-CAUSES:], len(causes) - CAUSES
    acts = [*named, say("lately.more", n=more)] if more > 0 else named
    return say("lately.cause", told=text, causes="; ".join(acts))
