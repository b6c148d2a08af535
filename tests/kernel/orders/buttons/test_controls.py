"""The panel of a question: acts in their slots, lists of places, one tap for several answers."""

from __future__ import annotations

import pytest

from rules.asking import DONE
from rules.kernel import Ask, Game, Option, resume, submit
from rules.orders.buttons.controls import FEW, LONGEST, Control, Menu, Ways, count_usable, find_ways
from tests.kernel.play import TOY, march_north, start

ROOM = 7


def after(*keys: str, game: Game | None = None) -> Game:
    return submit(TOY, game or march_north(), "north", keys).game


def shown(found: Ways) -> dict[str, str]:
    return {option.label: option.key for option in found.offered}


def closed(controls: tuple[Control, ...]) -> list[str]:
    """Return what can be read of the controls before a list is opened."""
    return [control.label for control in controls]


def test_an_act_that_asks_for_a_place_is_the_list_of_its_places() -> None:
    found = find_ways(TOY, after("command", "done"), ROOM)
    assert closed(found.controls) == ["March to", "Attack", "Muster: Delhi", "Hold a parley"]
    march, attack, muster, parley = found.controls
    assert isinstance(march, Menu)
    assert [option.key for option in march.options][:2] == ["march malwa", "march rajput-kingdoms"]
    assert march.options[-1].key == "march done"
    assert march.options[-1].label == "None of these"
    assert isinstance(attack, Option)
    assert isinstance(muster, Option)
    assert muster.key == "muster", "a Governor is in Delhi only, so no place is asked for"
    assert isinstance(parley, Option)
    assert parley.key == "parley", "what for is no place"


def test_a_barred_act_stays_in_its_slot_with_its_reason() -> None:
    rich = closed(find_ways(TOY, after("command"), ROOM).controls)
    poor = after("command", game=march_north(gold={"north": 0, "south": 3}))
    assert closed(find_ways(TOY, march_north(), ROOM).controls) == ["Command", "Event", "Pass"]
    assert rich[:2] == ["Trade", "Build"]
    assert [option.key for option in find_ways(TOY, poor, ROOM).offered][:1] == ["trade"]


def test_amounts_are_offered_as_whole_mixes() -> None:
    game = after("command", "done", "march", "malwa", "delhi")
    found = shown(find_ways(TOY, game, ROOM))
    assert list(found)[:4] == ["4 Troops, 1 Governor", "4 Troops", "3 Troops, 1 Governor", "3 Troops"]
    assert found["3 Troops, 1 Governor"] == "3-troops 1-governors"
    assert found["3 Troops"] == "3-troops done"
    assert found["1 Governor"].startswith("1-governors")
    assert len(found) == len(set(found.values())) == 9


def test_where_the_mixes_are_too_many_a_kind_at_a_time_is_asked() -> None:
    many = march_north(pieces={"north/delhi": {"troops": 30, "governors": 1}})
    game = after("command", "done", "march", "malwa", "delhi", game=many)
    found = find_ways(TOY, game, ROOM)
    assert len(found.offered) == 31
    assert len(found.controls) == 2, "in two lists, for one takes 25 only"


def test_one_button_goes_on_to_the_next_question() -> None:
    game = after("command", "done", "march", "malwa", "delhi", "3-troops", "done")
    found = find_ways(TOY, game, ROOM)
    assert closed(found.controls)[0] == "Gujarat", "a list with one entry would take a tap more"
    assert [option.key for option in found.offered] == ["gujarat", DONE]
    onward = resume(TOY, after("done", game=game)).pending
    assert isinstance(onward, Ask)
    assert found.onward == onward.prompt.read(TOY.name)


def test_where_there_is_no_room_done_stays() -> None:
    game = after("command", "done", "march", "malwa", "delhi", "3-troops", "done")
    found = find_ways(TOY, game, 2)
    assert [option.key for option in found.offered][-1] == DONE
    assert count_usable(found.controls) == 2


def test_plain_is_all_of_the_question_itself() -> None:
    found = find_ways(TOY, after("command", "done"), ROOM, plain=True)
    assert [option.key for option in found.offered] == ["march", "attack", "muster", "parley"]
    assert not found.onward


def test_ways_end_at_dice_and_at_other_seats() -> None:
    game = start("card-1", pieces={"north/delhi": {"troops": 3}, "south/delhi": {"troops": 3}})
    found = find_ways(TOY, after("command", "done", game=game), ROOM)
    assert "attack delhi" in shown(found).values()


@pytest.mark.parametrize("room", [3, 5, ROOM])
def test_every_way_can_be_gone(room: int) -> None:
    for keys in ((), ("command",), ("command", "done"), ("command", "done", "march")):
        game = after(*keys)
        found = find_ways(TOY, game, room)
        for control in found.controls:
            assert not isinstance(control, Menu) or 1 <= len(control.options) <= LONGEST
        for option in found.offered:
            submit(TOY, game, "north", option.key.split())


def test_few_answers_are_buttons_and_many_are_a_list() -> None:
    assert FEW < ROOM
    parley = find_ways(TOY, after("command", "done", "parley"), ROOM)
    assert all(isinstance(control, Option) for control in parley.controls)
