"""Describe the picture in words, for people who can't see it: first the changes, then the table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from render import painter
from render.kit.texts import ROOM, fit_sentences
from render.vijayanagara.changes import Changes, Dice, Tale, list_dice, read
from render.vijayanagara.names import name
from rules.vijayanagara import description
from rules.vijayanagara.board import ADJACENT, SPACES
from rules.vijayanagara.view import View
from rules.words import Words

LEAST = 520  # characters that the deeds may always use, even if the state of play is long


def alt_text(view: View, highlight: frozenset[str] = frozenset()) -> str:
    """Return the alt text: highlighted spaces in full, then the last battle, then the state of play."""
    first = description.describe_lit(view, highlight)
    if view.fight is not None:
        first.append(description.describe_battle(view.fight.space, _rolls(list_dice(view.fight))))
    return _with_state(first, view, highlight)


def crop_alt(view: View, space: str) -> str:
    """Return the alt text of a close-up: the space in full, its neighbours in brief, the state of play."""
    near = [other for other in view.spaces if other.key in ADJACENT[view.meeting_points][space]]
    return _with_state(description.describe_close_up(view.space(space), near), view, frozenset(SPACES))


def tell_alt(view: View, tale: Tale) -> str:
    """Return the alt text of what happened (`tale.deeds`), then the state of play as in `alt_text`."""
    told = _tell_deeds(list_deeds(view, tale.deeds), view) or description.describe_stillness(whole=False)
    return _with_state([told], view, frozenset())


def animation_alt(views: Sequence[View]) -> str:
    """Return the alt text of an animation: what changed between the views, then the state of play."""
    last = views[-1]
    # give both views the same battle: no battle is new then, so the text names no dice
    begun = replace(views[0], fight=last.fight)
    during = tuple(replace(view, fight=None) for view in views[:-1])
    changes = read(last, painter.Tale(begun, during))
    told, tie = _tell_deeds(list_deeds(last, changes), last), last.tie_break
    if told is None and tie is not None and tie.told:
        return alt_text(last)  # only rounds of the tie-break were played
    turned = any(view.spaces != last.spaces for view in views)
    told = told or description.describe_stillness(whole=True, turned=turned)
    return _with_state([told], last, frozenset())


def _tell_deeds(deeds: list[Words], view: View) -> Words | None:
    """Return the deeds as one sentence; None if there are no deeds.

    The sentence leaves room for the short form of the state of play. If some deeds do not fit, the
    sentence only says how many they are ("and 3 more").
    """
    if not deeds:
        return None
    if _length(deeds) <= LEAST:
        return description.describe_deeds(deeds, 0)
    state = _read(description.describe_table(view, frozenset(), brief=True))
    room = max(LEAST, ROOM - len(" ".join(state)) - len("; and 99 more. "))
    shown = len(deeds)
    while shown > 1 and _length(deeds[:shown]) > room:
        shown -= 1
    return description.describe_deeds(deeds[:shown], len(deeds) - shown)


def _length(deeds: Sequence[Words]) -> int:
    return len(description.describe_deeds(deeds).read(name))


def list_deeds(view: View, told: Changes, numbers: bool = True) -> list[Words]:
    """Return what happened, one sentence part for each deed: "3 Troops from Delhi to Punjab".

    The battle and the map come first. `numbers`: whether to include dice, Resources and other numbers.
    """
    found = [description.describe_attack(told.fought)] if told.fought else []
    found += _rolls(told.dice) if numbers else []
    for space, then in told.statuses.items():
        found.append(description.describe_status(space, view.space(space).status, then))
    if told.losing:
        found.append(description.describe_losing(told.losing))
    found += [description.describe_move(m.kind, m.number, m.start, m.end) for m in told.moves]
    for space, kinds in told.placed.items():
        found.append(description.describe_arrival(space, kinds, told.summed))
    for space, kinds in told.removed.items():
        found.append(description.describe_removal(space, kinds, told.summed))
    for space, kinds in told.flipped.items():
        found += [description.describe_turning(space, kind, n) for kind, n in kinds.items()]
    found += description.describe_scores(told.before, view) if numbers else []
    return [*found, *description.describe_cards(told.before, view)]


def _rolls(dice: Sequence[Dice]) -> list[Words]:
    return [description.describe_roll(*side) for side in dice]


def _with_state(first: list[Words], view: View, lit: Collection[str]) -> str:
    """Return the sentences `first`, and then the state of play.

    The state of play leaves out the spaces in `lit`, because `first` describes them. If the text would be too
    long for an alt text, it has the short form of the state of play.
    """
    told = _read(first)
    parts = [*told, *_read(description.describe_table(view, lit, brief=False))]
    if len(" ".join(parts)) > ROOM:
        parts = [*told, *_read(description.describe_table(view, lit, brief=True))]
    return fit_sentences(parts, name=name)


def _read(sentences: Sequence[Words]) -> list[str]:
    return [sentence.read(name) for sentence in sentences]
