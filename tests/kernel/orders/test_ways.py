"""The next few questions answered by one choice."""

from __future__ import annotations

import pytest

from rules.asking import DONE
from rules.kernel import Game, submit
from rules.orders.ways import LABEL, MORE, Ways, ways
from tests.kernel.play import TOY, march_north, start

MOST = 20


def after(*keys: str, game: Game | None = None) -> Game:
    return submit(TOY, game or march_north(), "north", keys).game


def shown(found: Ways) -> dict[str, str]:
    return {option.label: option.key for option in found.offered}


def test_an_option_goes_on_into_the_questions_that_belong_to_it() -> None:
    game = after("command", "done")
    found = shown(ways(TOY, game, MOST))
    assert found["Hold a parley for Peace"] == "parley peace"
    assert found["Muster in Delhi"] == "muster delhi", "a Governor is in Delhi only"
    assert "March" in found, "to which space is a question with an end of its own"


def test_amounts_are_offered_as_whole_mixes() -> None:
    game = after("command", "done", "march", "malwa", "delhi")
    found = shown(ways(TOY, game, MOST))
    assert list(found)[:4] == ["4 Troops, 1 Governor", "4 Troops", "3 Troops, 1 Governor", "3 Troops"]
    assert found["3 Troops, 1 Governor"] == "3-troops 1-governors"
    assert found["3 Troops"] == "3-troops done"
    assert found["1 Governor"].startswith("1-governors")
    assert len(found) == len(set(found.values())) == 9


def test_where_the_mixes_are_too_many_a_kind_at_a_time_is_asked() -> None:
    many = march_north(pieces={"north/delhi": {"troops": 12, "governors": 1}})
    game = after("command", "done", "march", "malwa", "delhi", game=many)
    assert "12 Troops" in shown(ways(TOY, game, MOST))
    assert len(ways(TOY, game, MOST).offered) == 13


def test_done_gives_way_to_what_the_next_question_offers() -> None:
    game = after("command", "done", "march", "malwa", "delhi", "3-troops", "done")
    found = shown(ways(TOY, game, MOST))
    assert found["From Gujarat: 2 Troops"] == "gujarat 2-troops done", (
        "with what goes without saying after it"
    )
    assert found["To Andhra"] == "done andhra"
    assert found["Decree Trade"] == "done done trade"
    assert DONE not in found.values()


@pytest.mark.parametrize(
    ("most", "own", "apart", "last"),
    [
        (
            20,
            ["From Rājput Kingdoms: 1 Troop", "From Gujarat: 2 Troops", "From Gujarat: 1 Troop"],
            False,
            "Done",
        ),
        (10, ["From Rājput Kingdoms: 1 Troop", f"From Gujarat{MORE}"], False, "Done"),
        (9, [], True, "Done"),
        (3, ["From Rājput Kingdoms: 1 Troop", f"From Gujarat{MORE}"], False, "Done"),
    ],
)
def test_where_there_is_no_room_the_options_of_the_question_itself_stand_apart(
    most: int, own: list[str], apart: bool, last: str
) -> None:
    pieces = {
        "north/delhi": {"troops": 4, "governors": 1},
        "north/gujarat": {"troops": 2},
        "north/rajput-kingdoms": {"troops": 1},
    }
    game = after(
        "command", "done", "march", "malwa", "delhi", "3-troops", "done", game=march_north(pieces=pieces)
    )
    found = ways(TOY, game, most)
    labels = list(shown(found))
    assert [label for label in labels if label.startswith("From")] == own
    assert found.apart is apart
    assert labels[-1] == last
    assert len(labels) + found.apart <= most


def test_what_is_asked_in_any_case_does_not_belong_to_an_answer() -> None:
    found = shown(ways(TOY, after("command"), MOST))
    assert "Trade" in found, "the Command is asked for after Done too"
    assert found["Build in Delhi"] == "build delhi"


def test_a_way_that_leads_to_a_question_of_its_own_says_so() -> None:
    found = shown(ways(TOY, march_north(), 3))
    assert list(found) == ["Command", "Event", "Pass"]
    game = after("command", "done")
    labels = list(shown(ways(TOY, game, 4)))
    assert f"Hold a parley{MORE}" in labels


def test_too_many_options_are_left_as_they_are() -> None:
    game = after("command", "done")
    assert [option.key for option in ways(TOY, game, 2).offered] == ["march", "attack", "muster", "parley"]


def test_ways_end_at_dice_and_at_other_seats() -> None:
    game = start("card-1", pieces={"north/delhi": {"troops": 3}, "south/delhi": {"troops": 3}})
    found = ways(TOY, after("command", "done", "attack", game=game), MOST)
    assert shown(found)["Delhi: the South"] == "delhi south"
    assert "delhi south" in found.ends


@pytest.mark.parametrize("most", [1, 5, MOST])
def test_every_way_can_be_gone(most: int) -> None:
    for keys in ((), ("command",), ("command", "done"), ("command", "done", "march")):
        game = after(*keys)
        for option in ways(TOY, game, most).offered:
            assert len(option.label) <= LABEL
            submit(TOY, game, "north", option.key.split())
