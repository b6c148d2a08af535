"""A change has the causes that brought it, or none."""

from __future__ import annotations

import pytest

from bot.story.changes import ACT, CLAUSE, EVENT, _Cause, _Change, _list_causes

LOST, ENTERED = (CLAUSE, "you lost {places}"), (CLAUSE, "{enemies} entered {places}")
PLAGUE, BATTLE, MARCH = _Cause("the plague", EVENT), _Cause("the battle", EVENT), _Cause("a march", ACT)


def change(key: tuple[str, str], *names: str) -> _Change:
    """Return a change that names these places."""
    return _Change(key, "", names=frozenset(names))


@pytest.mark.parametrize(
    ("steps", "causes"),
    [
        ([(change(LOST, "A"), (PLAGUE,)), (change(LOST, "B"), (BATTLE,))], (PLAGUE, BATTLE)),
        ([(change(LOST, "A"), (PLAGUE,)), (change(ENTERED, "B"), (MARCH,))], (PLAGUE, MARCH)),
        ([(change(LOST, "A"), (PLAGUE,))], ()),
        ([(change(LOST, "A", "B"), (BATTLE,)), (change(LOST, "C"), (PLAGUE,))], (BATTLE,)),
    ],
)
def test_a_loss_of_several_places_names_no_cause_that_explains_only_some(
    steps: list[tuple[_Change, tuple[_Cause, ...]]], causes: tuple[_Cause, ...]
) -> None:
    assert _list_causes(steps, change(LOST, "A", "B")) == causes
