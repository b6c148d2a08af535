"""Write what changed for a seat since it last acted, and the acts that changed it."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.language.words import join_names, say
from bot.session.loaded_game import LoadedGame, is_side_act
from bot.session.views import view_after, view_start
from bot.story.turn_text import play_turn
from rules.ask import ONLOOKER, may_read
from rules.kernel import CHANCE, Game, Rules, View, resume
from rules.orders.sentences import name_last_act
from rules.orders.typed_lines import PlayedTurn
from rules.words import Words, within

CAUSES = 2  # the most acts that are named for one change
SENTENCES = 5  # the most sentences on what changed
LONG = 100  # characters; if changes take more, the last one gets a sentence of its own
STAND, CLAUSE = "stand", "clause"


class Told(NamedTuple):
    """Changes that the same acts brought, as clauses, and the newest of these acts as noun phrases."""

    changes: tuple[str, ...]
    causes: tuple[str, ...]


class _Change(NamedTuple):
    """A change for a seat.

    Attributes:
        key: identifies what changed; all changes of the same thing have the same key
        text: the change in words, or how a part of the standing was
        after: how this part of the standing is now
    """

    key: tuple[str, Hashable]
    text: str
    after: str = ""


def is_turn_start(at: LoadedGame, now: View) -> bool:
    """Return whether the asked seat has chosen nothing in this turn, and its own part of the turn begins.

    It begins if no other seat has chosen anything, or if the game names an aim for the seat.
    """
    ask = at.ask
    if ask is None or find_end_of_own(at.rules, at.position, ask.seat):
        return False
    others = {entry.seat for entry in at.position.log if not is_side_act(entry)} - {CHANCE, ask.seat}
    chosen = any(find_end_of_own(at.rules, at.position, seat) for seat in others)
    return not chosen or bool(at.rules.EXTRAS.teaching.aim(now, ask.seat, ask.kind))


def find_end_of_own(rules: Rules, turn: Game, seat: str) -> int:
    """Return the number of entries of a turn up to the last one that this seat chose; 0 without any.

    A forced answer is not chosen. The bot enters it without asking.
    """
    made = play_turn(rules, turn).made if any(entry.seat == seat for entry in turn.log) else ()
    chosen = (
        place
        for place, each in enumerate(made, 1)
        if each.seat == seat and not (each.asked and each.asked.forced)
    )
    return max(chosen, default=0)


def is_led_by(rules: Rules, turn: Game, seat: str) -> bool:
    """Return whether a seat made the first choice of a turn. Side acts and forced answers don't count."""
    if not any(entry.seat == seat for entry in turn.log):
        return False
    chosen = (
        made.seat
        for entry, made in zip(turn.log, play_turn(rules, turn).made, strict=True)
        if entry.seat != CHANCE and not is_side_act(entry) and not (made.asked and made.asked.forced)
    )
    return next(chosen, "") == seat


def write_changes(
    rules: Rules, seat: str, now: View, turns: Sequence[Game], first: int = 0, *, caused: bool = False
) -> str:
    """Return sentences on what changed for a seat, with the acts that changed it; "" if nothing changed.

    Changes that the same acts brought share a sentence. Within a sentence, what the seat lost, won or must
    fear comes first, then the standing. The sentences tell only what everybody may see.

    Args:
        rules: the rules of the game
        seat: the seat
        now: a spectator's view after the turns
        turns: the turns since the seat last acted, or since the game began; none to tell nothing
        first: the entry with which to begin in the first turn
        caused: whether to tell only what others and events brought, and not what the set-up dealt
    """
    told = list_changes(rules, seat, now, turns, first)
    if caused:
        told = [each for each in told if {*each.causes} - {say("lately.own")}]
    return " ".join(map(_write_sentence, told[:SENTENCES]))


def list_changes(rules: Rules, seat: str, now: View, turns: Sequence[Game], first: int = 0) -> list[Told]:
    """Return what changed for a seat, with the acts that changed it. See `write_changes`."""
    if not turns:
        return []
    changes = _list_changes(rules, _view_begin(rules, turns[0], first), now, seat)
    causes = _find_causes(rules, turns, now, seat, first) if changes else {}
    groups: dict[tuple[str, ...], list[_Change]] = {}
    for each in changes:
        groups.setdefault(_list_causes(causes, each.key), []).append(each)
    return [Told(_word_changes(group), _shorten(named)) for named, group in groups.items()]


def _word_changes(changes: Sequence[_Change]) -> tuple[str, ...]:
    """Return the changes as clauses. All changed parts of the standing make up the last clause."""
    stood = [each for each in changes if each.key[0] == STAND]
    clauses = [each.text for each in changes if each.key[0] != STAND]
    if stood:
        before, after = join_names([each.text for each in stood]), join_names([each.after for each in stood])
        clauses.append(say("lately.stand", before=before, after=after))
    return tuple(clauses)


def _view_begin(rules: Rules, game: Game, first: int) -> View:
    """Return a spectator's view of a turn after its first entries."""
    return view_after(rules, game, first) if first else view_start(rules, game.start)


def _list_changes(rules: Rules, then: View, now: View, seat: str) -> list[_Change]:
    """Return what changed for a seat between two views of a spectator."""
    old, new = dict(then.standing)[seat], dict(now.standing)[seat]
    found = []
    for said in rules.EXTRAS.prose.changes(then, now, seat):
        form = said.text if isinstance(said, Words) else said
        found.append(_Change((CLAUSE, form), within(said, rules.name)))
    if min(len(old), len(new)) == 1 and len(old) != len(new):
        return found  # one of them says only that the seat is out of the game, and so does a clause
    # A part that is in only one of the standings is the last there, and the game has a clause for it.
    pairs = enumerate(zip(old, new, strict=False))
    told = [(place, pair) for place, pair in pairs if place not in rules.EXTRAS.prose.returning]
    found += [_Change((STAND, place), before, after) for place, (before, after) in told if before != after]
    return found


def _find_causes(
    rules: Rules, turns: Sequence[Game], now: View, seat: str, first: int
) -> dict[tuple[str, Hashable], dict[str, None]]:
    """Return, by key of change, the acts that brought such a change for a seat, in the order of play."""
    found: dict[tuple[str, Hashable], dict[str, None]] = {}
    starts = [_view_begin(rules, game, 0 if number else first) for number, game in enumerate(turns)]
    for game, before, after in zip(turns, starts, (*starts[1:], now), strict=True):
        if not _list_changes(rules, before, after, seat):
            continue
        played, skipped = play_turn(rules, game), first if game is turns[0] else 0
        for place, (was, then) in enumerate(_list_steps(rules, game, before, skipped), skipped):
            changed = _list_changes(rules, was, then, seat)
            causes = _name_causes(rules, played, place, seat) if changed else []
            for each in changed:
                found.setdefault(each.key, {}).update(dict.fromkeys(causes))
    return found


def _list_steps(rules: Rules, game: Game, start: View, first: int) -> Iterator[tuple[View, View]]:
    """Yield a spectator's views before and after each step of a turn: its beginning, then each entry.

    `first`: the number of entries that come before the view `start`.
    """
    live, was = resume(rules, replace(game, log=game.log[:first])), start
    for entry in (None, *game.log[first:]):
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
    answered = next((each.seat for each in reversed(turn.made[:place]) if each.seat != CHANCE), act.seat)
    if seat == act.seat != answered:  # another seat's answer, which is no act, came after the seat's own act
        return [say("lately.answer", seat=rules.name(answered))]
    if act.seat == seat:
        return [say("lately.own")]
    return [say("lately.act", seat=rules.name(act.seat), act=act.words.within(rules.name))]


def _list_causes(
    causes: dict[tuple[str, Hashable], dict[str, None]], key: tuple[str, Hashable]
) -> tuple[str, ...]:
    """Return the acts behind a change. If none is known, return those behind all changes of the same kind."""
    similar = (acts for each, acts in causes.items() if each[0] == key[0])
    return (
        tuple(causes[key]) if key in causes else tuple(dict.fromkeys(act for acts in similar for act in acts))
    )


def _shorten(causes: Sequence[str]) -> tuple[str, ...]:
    """Return the newest acts, then the number of the others."""
    more = len(causes) - CAUSES
    return (*causes[-CAUSES:], say("lately.more", n=more)) if more > 0 else tuple(causes)


def _write_sentence(told: Told) -> str:
    """Return changes and the acts behind them as a sentence.

    If only the seat's own orders brought the changes, no act is named. If the sentence becomes too long, the
    last change gets a sentence of its own.
    """
    *first, last = told.changes
    text = join_names(told.changes)
    if first and len(text) > LONG:
        return f"{_write_sentence(told._replace(changes=tuple(first)))} {_write_sentence(Told((last,), ()))}"
    text = text[:1].upper() + text[1:]
    if not told.causes or told.causes == (say("lately.own"),):
        return say("lately.told", told=text)
    return say("lately.cause", told=text, causes=join_names(told.causes))
