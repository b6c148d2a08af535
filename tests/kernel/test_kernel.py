"""The kernel: entries, submissions, automatic answers, undo, and refusals."""

from __future__ import annotations

import pytest

from rules.chance import find_faces
from rules.kernel import (
    CHANCE,
    SIDE,
    Ambiguous,
    Ask,
    Entry,
    Live,
    NotAllowed,
    begin,
    explain_refusal,
    list_options,
    resume,
    settle,
    submit,
    undo,
)
from tests.kernel import toy
from tests.kernel.play import TOY, asked, march_north, start


def test_a_game_begins_at_its_first_question() -> None:
    step = begin(TOY, toy.dump(toy.setup(toy.Options())), "seed")
    assert step.game.turn == 1
    assert step.game.log == (Entry(CHANCE, step.game.log[0].key),)
    assert isinstance(step.live.pending, Ask)


def test_resume_rebuilds_the_state_and_the_question() -> None:
    game = submit(TOY, march_north(), "north", ["command", "trade"]).game
    live = resume(TOY, game)
    assert live.state.gold["north"] == 5
    assert isinstance(live.pending, Ask)
    assert str(live.pending.prompt) == "Command"


def test_an_order_is_applied_all_or_none() -> None:
    game = march_north()
    with pytest.raises(NotAllowed, match=r"“nowhere” .*: March to.*Malwa, "):
        submit(TOY, game, "north", ["command", "done", "march", "nowhere"])
    assert game == march_north()


def test_a_key_that_is_not_on_offer_is_refused_with_what_is() -> None:
    with pytest.raises(NotAllowed) as refused:
        submit(TOY, march_north(), "north", ["dance"])
    assert str(refused.value).startswith("“dance” ")
    assert str(refused.value).endswith(": Command, Event, Pass.")


def test_a_barred_key_is_refused_with_its_rule() -> None:
    with pytest.raises(NotAllowed, match=r"No Troops .* Andhra \(rule 1\.2\)\. You can choose: Done."):
        submit(TOY, march_north(), "north", ["command", "done", "attack", "andhra"])


def test_another_seat_may_not_answer() -> None:
    with pytest.raises(NotAllowed, match=r"It is The North's decision now\."):
        submit(TOY, march_north(), "south", ["pass"])


def test_chance_is_taken_by_itself_and_as_the_seed_has_it() -> None:
    game = start("card-1", pieces={"north/delhi": {"troops": 3}, "south/delhi": {"troops": 3}})
    step = submit(TOY, game, "north", ["command", "done", "attack", "delhi"])
    foe, roll = step.game.log[5:7]
    assert foe == ("north", "south")  # the only target is taken by itself
    before = resume(TOY, submit(TOY, game, "north", ["command", "done", "attack"]).game)
    for entry in step.game.log[4:6]:
        before.enter(*entry)
    assert before.pending is not None
    assert not isinstance(before.pending, Ask)
    assert roll == (CHANCE, find_faces("seed", 1, 6, before.pending))


def test_an_order_that_goes_on_past_dice_is_refused_before_anything_is_rolled() -> None:
    game = start("card-1", pieces={"north/delhi": {"troops": 3}, "south/delhi": {"troops": 3}})
    with pytest.raises(NotAllowed, match="Attack in Delhi"):
        submit(TOY, game, "north", ["command", "done", "attack", "delhi", "south", "done"])


def test_an_order_may_not_go_on_past_the_turn() -> None:
    game = submit(TOY, start(), "south", ["pass"]).game
    with pytest.raises(NotAllowed, match="The turn is over"):
        submit(TOY, game, "north", ["pass", "pass"])


def test_closed_turns_are_handed_out_whole() -> None:
    game = submit(TOY, start(), "south", ["pass"]).game
    step = submit(TOY, game, "north", ["pass"])
    assert [closed.log for closed in step.closed] == [(*game.log, Entry("north", "pass"))]
    assert step.game.turn == 2
    assert step.game.log == (Entry(CHANCE, "card-2"),)
    assert step.entered == 2


def test_the_last_turn_stays_open_when_the_game_is_over() -> None:
    game = start(deck=["card-2"])
    for seat in ("south", "north"):
        step = submit(TOY, game, seat, ["pass"])
        game = step.game
    assert step.live.pending is None
    assert toy.over(step.live.state)
    assert step.closed == ()
    with pytest.raises(NotAllowed, match="The turn is over"):
        submit(TOY, game, "south", ["pass"])


def test_a_side_act_leaves_the_question_waiting() -> None:
    game = march_north()
    step = submit(TOY, game, "south", [SIDE + "give_2"])
    assert step.live.state.gold == {"north": 5, "south": 1}
    assert isinstance(step.live.pending, Ask)
    assert step.live.pending.seat == "north"
    with pytest.raises(NotAllowed, match=r"You have 1 gold.*\(rule 3\.1\)"):
        submit(TOY, step.game, "south", [SIDE + "give_2"])


def test_options_follow_a_side_act() -> None:
    game = submit(TOY, march_north(gold={"north": 0, "south": 3}), "north", ["command"]).game
    assert "build" not in asked(game).menu()
    assert "build" in asked(submit(TOY, game, "south", [SIDE + "give_1"]).game).menu()


def test_a_side_act_waits_while_chance_is_due() -> None:
    live = Live(TOY, toy.setup(toy.Options()))
    with pytest.raises(NotAllowed, match="Chance"):
        live.enter("south", SIDE + "give_1")


def test_chance_can_not_be_entered_by_a_seat_nor_with_an_impossible_result() -> None:
    live = Live(TOY, toy.setup(toy.Options()))
    for seat, key in (("north", "card-1"), (CHANCE, "card-9")):
        with pytest.raises(NotAllowed, match="Chance"):
            live.enter(seat, key)
    live.enter(CHANCE, "card-1")


def test_a_refused_entry_changes_nothing() -> None:
    live = resume(TOY, march_north())
    before = toy.dump(live.state)
    with pytest.raises(NotAllowed):
        live.enter("north", "dance")
    assert toy.dump(live.state) == before
    live.enter("north", "pass")


def test_settle_is_idle_on_a_settled_game() -> None:
    game = march_north()
    assert settle(TOY, game).game == game
    assert settle(TOY, game).entered == 0


def test_undo_takes_the_last_choice_back() -> None:
    game = march_north()
    assert undo(TOY, submit(TOY, game, "north", ["command"]).game, "north") == game


def test_undo_takes_automatic_answers_back_too() -> None:
    game = submit(TOY, start(), "south", ["command", "done"]).game
    mustered = submit(TOY, game, "south", ["muster"]).game
    assert mustered.log[-2:] == (
        Entry("south", "muster"),
        Entry("south", "andhra"),
    )  # the only place is taken by itself
    assert undo(TOY, mustered, "south") == game


def test_undo_of_a_side_act() -> None:
    game = march_north()
    after = submit(TOY, game, "south", [SIDE + "give_2"]).game
    assert undo(TOY, after, "south") == game


def test_undo_stops_at_chance() -> None:
    game = start(
        "card-1",
        pieces={"north/delhi": {"troops": 3}, "south/delhi": {"troops": 3}},
        gold={"north": 0, "south": 0},
    )
    game = submit(TOY, game, "north", ["command", "done", "attack", "delhi"]).game
    with pytest.raises(NotAllowed, match="dice or cards have been revealed"):
        undo(TOY, game, "north")


def test_undo_stops_at_another_seat() -> None:
    game = submit(TOY, start(), "south", ["pass"]).game
    with pytest.raises(NotAllowed, match="The South has chosen since your last choice"):
        undo(TOY, game, "north")


def test_undo_goes_back_into_the_turn_closed_last_unless_something_was_revealed() -> None:
    step = submit(TOY, submit(TOY, start(), "south", ["pass"]).game, "north", ["pass"])
    with pytest.raises(NotAllowed, match="dice or cards have been revealed"):
        undo(TOY, step.game, "north", step.closed[-1])
    with pytest.raises(NotAllowed, match="Nothing to undo"):
        undo(TOY, step.game.__class__("seed", 2, step.game.start), "north")


def test_undo_into_the_turn_before() -> None:
    last = submit(TOY, start(), "south", ["pass"])
    closed = submit(TOY, last.game, "north", ["pass"]).closed[-1]
    fresh = closed.__class__("seed", 2, submit(TOY, last.game, "north", ["pass"]).game.start)
    assert undo(TOY, fresh, "north", closed) == last.game


def test_options_have_the_names_and_the_reasons() -> None:
    game = submit(TOY, march_north(gold={"north": 0, "south": 0}), "north", ["command"]).game
    found = list_options(TOY, asked(game))
    assert [(option.key, option.label, option.why_not) for option in found] == [
        ("trade", "Trade", ""),
        ("done", "Done", ""),
        ("build", "Build", "2.1 Build: no gold"),
    ]


def test_a_refusal_names_the_reason_and_the_way_out() -> None:
    game = submit(TOY, march_north(gold={"north": 0, "south": 0}), "north", ["command"]).game
    assert (
        explain_refusal(TOY, asked(game), "north", "build")
        == "No gold (rule 2.1). You can choose: Trade, Done."
    )


def test_ambiguous_has_its_candidates() -> None:
    assert Ambiguous("Which?", ["a", "b"]).candidates == ("a", "b")
