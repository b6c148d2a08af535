"""A change has the causes that brought it, or none."""

from __future__ import annotations

import pytest

from bot.story.changes import ACT, CAUSES, CLAUSE, EVENT, STAND, Changes, Known, _Cause, _Change, _list_causes
from rules.loading.games import GAMES
from rules.words import say

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


def test_what_is_told_of_a_seat_leaves_out_no_clause_unless_the_text_tells_who_is_there_now() -> None:
    """ "For you" said only how the standing changed, so a lost card seemed not to be lost."""
    cause = _Cause("Blue withdrew", ACT, "blue", say("{seat} withdrew", seat="blue"))
    lost = _Change((CLAUSE, "{card}"), "Blue took a card", names=frozenset({"card", "maroon"}))
    stood = _Change((STAND, 1), "2 cards", "1 card")
    rules, both = GAMES["taj_mahal"], frozenset({"maroon", "blue"})
    known = Known((frozenset({"blue", "maroon", "card"}),))
    alone = Changes("maroon", both, ((lost, (cause,)),))
    assert not alone.list_told(rules, known), "the text tells it, and nothing is told here"
    found = Changes("maroon", both, ((lost, (cause,)), (stood, (cause,))))
    [told] = found.list_told(rules, known)
    assert told.changes[0] == lost.text
    assert not told.causes
    [told] = found.list_told(rules, known._replace(holders=frozenset({"card"})))
    assert lost.text not in told.changes


def test_a_clause_that_names_a_march_needs_no_cause_and_many_causes_are_not_named() -> None:
    """A lead said "after Yellow's order to March to Lydia, … and 3 more acts"."""
    rules, both = GAMES["successors"], frozenset({"red", "blue"})

    def tell(change: _Change, n: int) -> tuple[str, ...]:
        causes = tuple(
            _Cause(f"march {place}", ACT, "blue", say(f"march {place} {{seat}}", seat="blue"))
            for place in range(n)
        )
        [told] = Changes("red", both, ((change, causes),)).list_told(rules)
        return told.causes

    assert tell(_Change((CLAUSE, "{enemies} took {places}"), "", names=frozenset({"blue", "LYD"})), 1) == ()
    stood = _Change((STAND, 0), "12 points", "10 points")
    assert [len(tell(stood, n)) for n in (1, CAUSES, CAUSES + 1)] == [1, CAUSES, 0]


def test_a_unit_is_not_said_twice_after_a_half() -> None:
    changes = Changes("red", frozenset({"red"}), ((_Change((STAND, 0), "21½ points", "24½ points"), ()),))
    assert "21½ points" not in changes.write(GAMES["successors"])
