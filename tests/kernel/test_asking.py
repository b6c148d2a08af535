"""The questions of rules."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import fields
from typing import Any

from rules.asking import Shown, all_agree, amounts, count, pick, pick_or_done, yes_no
from rules.kernel import Ask, Pending
from rules.menu import Values
from rules.presentation import Presentation
from rules.words import Words, say

WHAT = say("What?")
YES, NO = say("Make peace"), say("Go on fighting")


class Answered:
    """A question coroutine, driven by hand. `menus`: the menus that it showed."""

    def __init__(self, rule: Coroutine[Pending, Any, Any], *keys: str) -> None:
        self.menus: list[list[str]] = []
        self.result: object = None
        value, answers = None, iter(keys)
        try:
            while True:
                ask = rule.send(value)
                assert isinstance(ask, Ask)
                self.last = ask
                self.menus.append(list(ask.menu()))
                value = ask.menu()[next(answers)]
        except StopIteration as done:
            self.result = done.value


def no_b(item: str) -> Words | None:
    return say("1.1 no b") if item == "b" else None


def test_pick_offers_what_is_legal_and_shows_what_is_not() -> None:
    answered = Answered(pick("north", WHAT, ("a", "b", "c"), no_b, lead="to"), "c")
    assert answered.menus == [["a", "c"]]
    assert {key: str(why) for key, why in answered.last.menu.list_refused().items()} == {"b": "1.1 no b"}
    assert answered.last.presentation.lead == "to"
    assert answered.result == "c"


def test_pick_looks_at_its_items_when_somebody_looks() -> None:
    items = ["a"]
    ask = pick("north", WHAT, lambda: items).send(None)
    assert isinstance(ask, Ask)
    assert list(ask.menu()) == ["a"]
    items.append("b")
    assert list(ask.menu()) == ["a", "b"]


def test_pick_or_done_gives_none_for_done() -> None:
    assert Answered(pick_or_done("north", WHAT, ("a", "b"), no_b), "done").result is None
    answered = Answered(pick_or_done("north", WHAT, ("a", "b"), no_b), "a")
    assert answered.menus == [["a", "done"]]
    assert answered.result == "a"


def test_yes_no() -> None:
    assert Answered(yes_no("north", WHAT, YES, NO), "yes").result is True
    assert Answered(yes_no("north", WHAT, YES, NO), "no").result is False


def test_yes_and_no_say_what_they_are_about() -> None:
    """The answer says so where the question isn't next to it: in a hint, on a button, in an order line."""
    for asked in (yes_no("north", WHAT, YES, NO), all_agree(("north", "south"), WHAT, YES, NO)):
        last = Answered(asked, "yes", "yes").last
        assert [last.read(key, str) for key in last.menu()] == ["Make peace", "Go on fighting"]


def test_one_answer_alone_is_forced_unless_it_is_asked_anyway() -> None:
    forced = pick("north", WHAT, ("a",)).send(None)
    asked = pick("north", WHAT, ("a",), skip="never").send(None)
    assert isinstance(forced, Ask)
    assert isinstance(asked, Ask)
    assert forced.forced
    assert not asked.forced


def test_a_question_without_effect_is_moot_unless_its_options_are_secret() -> None:
    """Everybody would learn from a skipped question that its options do nothing."""
    menu = Values(lambda: {"a": "a", "done": None}, idle=lambda _: say("nothing is left"))
    ask = Ask(seat="north", prompt=WHAT, menu=menu, skip="moot")
    assert ask.moot
    ask.eyes = frozenset({"north"})
    assert not ask.moot


def test_amounts_asks_a_kind_at_a_time() -> None:
    answered = Answered(
        amounts("north", WHAT, {"troops": 2, "forts": 1, "rajas": 0}, 3), "2-troops", "1-forts"
    )
    assert answered.menus == [["2-troops", "1-troops", "1-forts", "done"], ["1-forts", "done"]]
    assert answered.result == {"troops": 2, "forts": 1}


def test_amounts_takes_done() -> None:
    assert Answered(amounts("north", WHAT, {"troops": 2, "forts": 1}, 2), "1-troops", "done").result == {
        "troops": 1
    }


def test_amounts_stops_when_the_most_is_reached() -> None:
    assert Answered(amounts("north", WHAT, {"troops": 2, "forts": 1}, 2), "2-troops").result == {"troops": 2}


def test_amounts_offers_only_what_can_still_make_up_the_least() -> None:
    answered = Answered(amounts("north", WHAT, {"troops": 3, "forts": 1}, 3, 3), "2-troops", "1-forts")
    assert answered.menus == [["3-troops", "2-troops"], ["1-forts"]] or answered.menus[0][:2] == [
        "3-troops",
        "2-troops",
    ]
    assert answered.result == {"troops": 2, "forts": 1}


def test_amounts_are_forced_where_all_must_be_taken() -> None:
    answered = Answered(amounts("north", WHAT, {"troops": 2, "forts": 1}, 3, 3), "2-troops", "1-forts")
    assert answered.menus == [["2-troops"], ["1-forts"]]
    assert answered.last.forced
    assert answered.result == {"troops": 2, "forts": 1}
    assert Answered(amounts("north", WHAT, {"troops": 2}, 5, 5), "2-troops").result == {"troops": 2}


def test_nothing_at_most_is_no_question() -> None:
    for supply, most in (({"troops": 2}, 0), ({"troops": 0}, 2), ({}, 2)):
        assert Answered(amounts("north", WHAT, supply, most, 1)).menus == []


def test_counts_in_the_singular_and_the_plural() -> None:
    names = {"1-troops": "Troop", "troops": "Troops"}
    assert [count(n, "troops").read(names.__getitem__) for n in (1, 3)] == ["1 Troop", "3 Troops"]


def test_amounts_are_labelled_with_the_names_of_the_kinds() -> None:
    ask = amounts("north", WHAT, {"troops": 2, "forts": 1}, 2).send(None)
    assert isinstance(ask, Ask)
    assert ask.presentation.label is not None
    names = {"1-troops": "Troop", "troops": "Troops", "done": "Done"}
    labels = [ask.presentation.label(key).read(names.__getitem__) for key in ("2-troops", "1-troops", "done")]
    assert labels == ["2 Troops", "1 Troop", "Done"]


def test_questions_to_several_seats_show_who_may_answer_ahead() -> None:
    assert Answered(all_agree(("north", "south", "east"), WHAT, YES, NO), "yes", "yes", "yes").result is None
    assert Answered(all_agree(("north", "south", "east"), WHAT, YES, NO), "yes", "no").result == "south"
    asking = all_agree(("north", "south", "east"), WHAT, YES, NO)
    first = asking.send(None)
    assert isinstance(first, Ask)
    assert [ask.seat for ask in first.beside] == ["south", "east"]
    last = first.beside[1]
    asking.close()
    assert last.beside == []


def test_rules_may_set_each_field_of_a_presentation_and_no_other() -> None:
    assert Shown.__annotations__.keys() == {field.name for field in fields(Presentation)}
