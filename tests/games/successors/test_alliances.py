"""PA-21: bot players ally against a seat that leads by far, and break when the threat is over."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from bot.orders.out_of_turn import describe_changes, is_proposal
from bot.orders.undo_requests import write_struck_orders
from rules import successors
from rules.chance import find_faces
from rules.kernel import begin
from rules.orders.notation import parse
from rules.orders.out_of_turn import list_nearest_side_acts
from rules.orders.tokenizer import REMARK
from rules.players import play_out
from rules.successors.players import BOT_PLAYERS
from rules.successors.players.diplomacy import explain, propose, reply
from rules.words import Words
from tests.games.successors.table import GAME, Table, place
from tests.turns.walking import situation

LED = {
    "SYR": {"red": "2i"},
    "BAB": {"blue": "2i"},
    "MAC": {"green": "3i"},
    "EGY": {"yellow": "2i"},
    "THR": {"green": "2c"},
    "GRE": {"green": "2i"},
    "LYD": {"green": "2i"},
}  # by Green


def table(seat: str = "red", units: dict[str, dict[str, str]] = LED, **more: Any) -> Table:
    return Table(place(units, phase="movement", seat=seat, **more))


def proposed(at: Table, seat: str) -> str:
    return propose(successors.view(at.s, seat), seat)


def replied(at: Table, seat: str) -> str:
    return reply(successors.view(at.s, seat), seat)


def test_an_alliance_is_offered_to_the_strongest_other_against_who_leads() -> None:
    assert proposed(table(), "red") == "ally_blue"
    assert proposed(table(allies=[["red", "blue"]]), "red") == "ally_yellow"


def test_it_is_offered_once_and_as_the_own_movement_begins() -> None:
    at = table()
    assert proposed(at, "blue") == ""
    at.side("red", "ally_blue")
    assert proposed(at, "red") == "ally_yellow"
    at.side("red", "ally_yellow")
    assert proposed(at, "red") == ""


def test_the_line_of_an_undone_offer_names_its_seat_once() -> None:
    (line,) = write_struck_orders(GAME, [table().side("blue", "ally_red").game], 0)
    assert line.count("Blue") == 1, line


def test_who_leads_offers_none_and_nobody_takes_his() -> None:
    at = table("green")
    assert proposed(at, "green") == ""
    at.side("green", "ally_red")
    assert replied(at, "red") == "decline_1"


def test_what_the_others_offer_is_accepted() -> None:
    at = table()
    assert replied(at, "blue") == ""
    at.side("red", "ally_blue")
    assert replied(at, "yellow") == ""
    assert replied(at, "blue") == "accept_1"


def test_nobody_allies_where_nobody_leads_by_far() -> None:
    units = {"SYR": {"red": "2i"}, "MED": {"red": "2i"}, "BAB": {"blue": "1l"}, "EGY": {"yellow": "2i"}}
    even = {**units, "MAC": {"green": "3i"}, "THR": {"green": "1l"}}
    assert proposed(table(units=even), "red") == ""


def test_an_offer_is_withdrawn_when_it_is_too_late() -> None:
    at = table(game_turn=8)
    at.side("red", "ally_blue")
    at.s.number = 9
    assert proposed(at, "red") == "withdraw_1"


def test_an_alliance_is_kept_as_long_as_another_leads() -> None:
    assert not proposed(table(allies=[["red", "blue"], ["red", "yellow"]]), "red")


def test_it_is_broken_in_the_last_two_game_turns_and_with_who_leads() -> None:
    assert proposed(table(allies=[["red", "blue"]], game_turn=9), "red") == "break_blue"
    at = table(allies=[["red", "green"]])
    assert proposed(at, "red") == "break_green"
    at.side("red", "break_green")
    assert proposed(at, "red") == "ally_blue"


def test_no_answer_is_given_in_the_middle_of_a_battle() -> None:
    units = {**LED, "SYR": {"red": "3i", "blue": "2i"}}
    at = Table(place(units, phase="combat", seat="red")).play("fight-SYR-blue").dice("11111")
    at.side("yellow", "ally_red")
    assert successors.view(at.s, "red").busy
    assert replied(at, "red") == ""


def test_players_ally_in_games_that_are_played_out() -> None:
    seen = set[str]()
    s = place(LED, phase="movement", seat="red")
    players = {seat: BOT_PLAYERS["fair"](Random(seat).randrange, bool) for seat in s.seats}

    def until(now: successors.State, _: int) -> bool:
        seen.update(f"{one} {other}" for one, other in now.allied)
        return now.number > 2

    play_out(successors, s, players, partial(find_faces, "allies"), until=until, talks=True)
    assert seen >= {"red blue", "blue red"}


def test_whom_an_alliance_is_broken_with_is_concerned() -> None:
    concerns = successors.EXTRAS.trades.concerns
    assert concerns("red", "break_blue") == ("blue",)
    assert concerns("red", "ally_blue") == (), "who is asked is called anyway"


def test_a_bot_player_says_why_it_makes_and_breaks_an_alliance() -> None:
    view = successors.view(table().s, None)
    for act in ("ally_blue", "accept_1", "decline_1", "break_blue"):
        assert explain(view, "red", act), act
    assert explain(view, "red", "give_blue_1") == ""


def test_an_answer_to_an_offer_says_what_an_alliance_does() -> None:
    at = table("green").side("green", "ally_red")
    acts = [
        act for act in GAME.EXTRAS.trades.offered(at.s, "red") if act.key.startswith(("accept", "decline"))
    ]
    assert [bool(REMARK.search(act.label)) for act in acts] == [True, True]


def test_an_alliance_lasts_while_the_ally_does_not_lead() -> None:
    """Bot players left an alliance as soon as nobody led by far, and in the game turn after they made it."""
    weaker = {**LED, "BAB": {"green": "1i"}}
    for number in range(2, 9):
        at = table(units=weaker, allies=[["red", "blue"]], game_turn=number)
        assert not proposed(at, "red").startswith("break"), number
    at = table(game_turn=7)
    at.side("blue", "ally_red")
    assert replied(at, "red") == "decline_1"


def test_who_breaks_an_alliance_names_the_reason() -> None:
    last = successors.view(table(allies=[["red", "blue"]], game_turn=9).s, None)
    leads = successors.view(table(allies=[["red", "green"]]).s, None)
    reasons = [explain(last, "red", "break_blue"), explain(leads, "red", "break_green")]
    assert [isinstance(each, Words) and each.args.get("first") for each in reasons] == [None, "green"]


def test_the_preview_of_an_offer_says_what_comes_if_it_is_accepted() -> None:
    """An alliance changes no standing, so nothing stood under “If it is accepted:”."""
    at = situation(GAME, begin(GAME, GAME.dump(table().s), "0" * 32))
    (line,) = describe_changes(at, "red", "ally_blue", answered=True)
    assert all(GAME.name(seat) in line for seat in ("red", "blue"))
    assert describe_changes(at, "red", "give_blue_1", answered=True) == []


def test_only_what_another_seat_must_answer_is_a_proposal() -> None:
    at = situation(
        GAME, begin(GAME, GAME.dump(table(allies=[["red", "green"]], talents={"red": 3}).s), "0" * 32)
    )
    assert is_proposal(at, "red", ["ally_blue"])
    for act in ("break_green", "give_blue_1", "ally_green"):
        assert not is_proposal(at, "red", [act]), act


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("break with Green", "break_green"),
        ("break the alliance with green", "break_green"),
        ("ally with blue", "ally_blue"),
        ("give 2 to blue", "give_2_blue"),
        ("give 2 Talents to blue", "give_2_blue"),
        ("give blue 2 talents", "give_blue_2"),
        ("give 2 in talents to blue", "give_2_blue"),
    ],
)
def test_an_act_out_of_turn_is_read_with_small_words(line: str, key: str) -> None:
    at = table(allies=[["red", "green"]], talents={"red": 3})
    (read,) = parse(GAME, at.game, "red", line)
    assert read.removeprefix("~").replace("_talents", "") == key
    assert at.side("red", read.removeprefix("~")).s.talents["blue"] == 2 * line.startswith("give")


def test_a_refused_act_out_of_turn_has_legal_acts_that_begin_like_it() -> None:
    at = table(allies=[["red", "green"]], talents={"red": 2})
    found = {
        line: list_nearest_side_acts(GAME, at.s, "red", line.split())
        for line in ("ally green", "break", "give")
    }
    assert found == {
        "ally green": ["ally blue", "ally yellow"],
        "break": ["break green"],
        "give": ["give blue 1", "give green 1", "give yellow 1"],
    }
