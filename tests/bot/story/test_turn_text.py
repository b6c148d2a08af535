"""The words for orders in posts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice, pairwise, takewhile
from types import SimpleNamespace
from typing import cast

import pytest

from bot.orders.draft import Draft
from bot.orders.preview import describe_order, show_draft
from bot.session.loaded_game import LoadedGame, name_seat
from bot.story import announce, order_text, turn_text
from rules.ask import SPECTATOR
from rules.asking import DONE
from rules.kernel import CHANCE, Ask, Rules, resume, submit
from rules.loading.games import GAMES
from rules.orders import typed_lines
from rules.orders.questions import Question
from rules.orders.sentences import Part
from rules.orders.typed_lines import Made
from tests.bot.orders.test_taps import at_position
from tests.every_game.golden import play_at_random
from tests.every_game.tiers import complete_game
from tests.kernel.play import TOY, asked, march_north, random_steps
from tests.phrases import phrase, says
from tests.turns.walking import situation


def test_who_only_closes_a_question_has_entered_nothing_more() -> None:
    """No text says "Done: Done": not the reply, the button, or the post."""
    before = march_north()
    seat = asked(before).seat
    begun = submit(TOY, before, seat, ["command", "done", "muster"])
    first, step = len(begun.game.log), submit(TOY, begun.game, seat, ["done"])
    assert order_text.write_order(TOY, step.game, first, seat) == "Nothing more."
    assert turn_text.tell_turn(TOY, step.game, first) == [
        phrase("order.asked", seat="The North", question="Decree after the Command:", line="Nothing more.")
    ]
    assert order_text.write_order(TOY, step.game, 0, seat).startswith("Command")


def test_an_order_that_goes_on_is_told_without_the_answers_that_only_closed_questions() -> None:
    before = march_north()
    first, begun = len(before.log), submit(TOY, before, asked(before).seat, ["command", "done"]).game
    assert turn_text.tell_turn(TOY, begun, first) == [phrase("order", seat="The North", line="Command.")]
    assert turn_text.tell_turn(TOY, begun, first, goes_on=True) == [
        phrase("order.so_far", seat="The North", line="Command.")
    ]
    chosen = submit(TOY, before, asked(before).seat, ["command"]).game
    closed = submit(TOY, chosen, asked(chosen).seat, ["done"]).game
    assert turn_text.tell_turn(TOY, closed, len(chosen.log), goes_on=True) == [
        phrase("order.asked", seat="The North", question="Decree before the Command:", line="Nothing more.")
    ]


def test_the_reasons_of_one_act_stand_in_one_line() -> None:
    """A bot player that chose again after a draw had two lines "Why ..." below one act."""
    rules = GAMES["rajas_of_the_ganges"]
    for turn in play_at_random(rules, "reasons"):
        seats = [entry.seat for entry in turn.log]
        if CHANCE in seats and seats[-1] != CHANCE and len({*seats}) == 2:
            again = len(seats) - seats[::-1].index(CHANCE)
            told = turn_text.tell_turn(rules, turn, why={0: "to begin", again: "to go on"})
            reasons = [line for line in told if "to begin" in line or "to go on" in line]
            seat = name_seat(rules, seats[0], turn)
            assert reasons == [phrase("reason", seat=seat, reason="to begin and to go on")]
            return
    pytest.fail("no turn has a second choice after chance")


def test_a_reason_quotes_the_order_from_its_beginning() -> None:
    """After a draw, the rest of an order has a reason of its own. The quotation began there: "Then take"."""
    rules, looked = GAMES["taj_mahal"], 0
    for turn in play_at_random(rules, "posts"):
        made = order_text.play_turn(rules, turn).made
        for entry in range(1, len(made)):
            if made[entry].seat != CHANCE and made[entry - 1].seat == CHANCE and turn.log[0].seat != CHANCE:
                first = turn_text.find_act_start(rules, turn, entry)
                looked += first < entry
                asked_first = made[first].asked
                assert asked_first is not None
                assert asked_first.topic[0] == "play", turn.log
    assert looked


@pytest.mark.parametrize("game", GAMES)
def test_a_draft_is_shown_from_wherever_it_begins(game: str) -> None:
    """That also holds for a question in the middle of a turn, and if the draft only closes that question."""
    rules, shapes = GAMES[game], set[tuple[str, bool]]()
    for step in islice(random_steps(rules, 7), 150):
        if not isinstance(ask := step.live.pending, Ask):
            continue
        for key in {DONE, next(iter(ask.menu()))} & ask.menu().keys():
            if (shape := (ask.kind, key == DONE)) not in shapes:
                shapes.add(shape)
                draft = Draft(situation(rules, step), [key], forced=True)
                assert show_draft(draft).text.strip()
    assert shapes


@pytest.mark.parametrize("game", ["vijayanagara", "rajas_of_the_ganges", "successors"])
def test_dice_are_told_once(game: str) -> None:
    """If a roll says that its faces are in the story, all of them are, and the order above has none.

    A card may be drawn first, but nobody is asked before the faces are told.
    """
    rules, told = GAMES[game], 0
    for step in islice(random_steps(rules, 7), 400):
        for turn in step.closed:
            entries = typed_lines.replay_turn(rules, turn).made
            for at, made in enumerate(entries):
                if made.seat != CHANCE or not made.told or not made.key.isdecimal():
                    continue
                after = takewhile(lambda entry: entry.seat == CHANCE, entries[at + 1 :])
                lines = [line for entry in (made, *after) for line in entry.story]
                story = " ".join(line.words.read(rules.name) for line in lines)
                faces = made.key.removeprefix(made.key[: game == "successors"])  # of the first: odd or even
                assert Counter(faces) <= Counter(story), (made.key, story)
                told += 1
                dice = f"The dice show {', '.join(made.key)}"
                assert not any(dice in line for line in turn_text.tell_turn(rules, turn))
    assert told > 2


def test_nobody_reads_that_a_secret_question_was_closed() -> None:
    secret = Made("north", DONE, "north", answers=True, asked=None, eyes=frozenset({"north"}))
    assert order_text.is_closing([secret], frozenset({"north"}))
    assert not order_text.is_closing([secret], SPECTATOR)


def test_what_leaves_no_choice_goes_without_saying_beside_what_closes_a_question() -> None:
    """First nothing is spent, then the only possible loss follows."""
    asked = SimpleNamespace(forced=True)
    closed = Made("north", DONE, "north", answers=True, asked=None, eyes=None)
    lost = replace(closed, key="2-troops", asked=cast(Question, asked))
    assert order_text.is_closing([closed, lost], SPECTATOR)
    assert not order_text.is_closing([lost], SPECTATOR)


ATTACKED = """
card: event-11
cavalry: {sultanate: 0, vijayanagara: 1}
spaces:
  karnataka: {rebelling-rajas: 3, temples: 1, troops: 1}
"""


def test_a_forced_answer_of_somebody_else_parts_nothing_that_one_seat_decides() -> None:
    """Otherwise the earlier answers are told twice: with that answer, and with the whole order."""
    at = at_position(ATTACKED)
    game = submit(at.rules, at.position, at.asked, ["command", "attack", "karnataka"]).game
    while (live := resume(at.rules, game)).pending.seat == "sultanate":  # type: ignore[union-attr]
        game = submit(at.rules, game, "sultanate", ["done"]).game
    spent = submit(at.rules, game, "vijayanagara", ["charge-4"])
    assert [entry.seat for entry in spent.game.log[-2:]] == ["vijayanagara", "sultanate"]
    at.stored.settings = "{}"  # type: ignore[misc]
    assert announce.make_posts(LoadedGame(at.stored, at.rules, game, live), spent, 1) == []


@complete_game
def test_what_is_declined_in_words_is_told_without_its_question(rules: Rules) -> None:
    for game in play_at_random(rules, "declined")[:40]:
        for speech in turn_text._list_speeches(rules, game, 0, None, SPECTATOR):
            closed = [made for made in speech.made if made.key == DONE and made.clause is not None]
            if speech.closes and closed and all(made.clause and made.clause.done for made in closed):
                assert speech.asked == "", (speech.asked, speech.text)


def test_equal_acts_one_after_the_other_are_told_once_with_their_number() -> None:
    times = phrase("story.times", line="Lose 3 Troops", n=3)
    assert order_text.join_acts(acts("Lose 3 Troops.", *["Lose 3 Troops."] * 2, "Lose 1 Troop.")) == (
        f"{times} Lose 1 Troop."
    )
    assert order_text.join_acts(acts("A.", "B.", "A.")) == "A. B. A.", "their order stays"


def test_deeds_one_after_the_other_name_their_seat_once() -> None:
    plays, withdraws = acts("plays Red Monk.", "withdraws.", told="Green")
    then = phrase("order.then", line="plays Red Monk", next="withdraws")
    assert order_text.join_acts([plays, withdraws]) == f"Green {then}."
    assert order_text.join_acts([plays]) == "Green plays Red Monk."


@pytest.mark.parametrize("key", ["taj_mahal", "rajas_of_the_ganges"])
def test_a_preview_shows_an_order_and_does_not_tell_it_as_done(key: str) -> None:
    """An order that is not played yet read like a post: "Green withdraws."."""
    rules, looked = GAMES[key], 0
    for step in islice(random_steps(rules, 7), 100):
        if not isinstance(ask := step.live.pending, Ask):
            continue
        draft = Draft(situation(rules, step), [next(iter(ask.menu()))], forced=True)
        line, *_ = describe_order(draft)
        form = "order" if draft.complete else "order.so_far"
        looked += says(line.text, form, seat=rules.name(ask.seat))
    assert looked > 20


def acts(*texts: str, told: str = "") -> list[Part]:
    return [Part(text, text.rstrip("."), frozenset(), told=told) for text in texts]


@complete_game
def test_no_order_repeats_an_act_in_the_same_words(rules: Rules) -> None:
    for game in play_at_random(rules, "repeated")[:40]:
        for speech in turn_text._list_speeches(rules, game, 0, None, SPECTATOR, brief=True):
            for parts, text in ((speech.parts, speech.brief), (speech.bare_parts, speech.bare_text)):
                for one, other in pairwise(part.text for part in parts):
                    assert one != other or f"{one} {other}" not in text, text
                    assert one != other or f"{one} {other}" not in speech.text, speech.text


def test_only_the_last_order_of_an_unfinished_turn_is_told_so_far() -> None:
    """Another seat's order earlier in the turn is finished, whatever the last one still lacks."""
    rules, looked = GAMES["vijayanagara"], 0
    for turn in play_at_random(rules, "so far")[:20]:
        lines = [line.text for line in turn_text.tell_by_kind(rules, turn)]
        orders = [line for line in lines if says(line, "order")]
        if len(orders) < 2:
            continue
        begun = turn_text.tell_by_kind(rules, turn, goes_on=True)
        so_far = [says(line.text, "order.so_far") for line in begun if says(line.text, "order.so_far")]
        assert len(so_far) <= 1
        looked += len(so_far)
    assert looked


@pytest.mark.parametrize("seed", ["a", "b"])
def test_who_did_something_is_not_told_to_have_closed_a_question(seed: str) -> None:
    """ "No more Cavalry. Spend Cavalry to Screen 5." would contradict itself."""
    rules, looked = GAMES["vijayanagara"], 0
    for game in play_at_random(rules, seed):
        made = order_text.play_turn(rules, game).made
        for act in turn_text.list_acts(rules, game):
            own = [each for each in made[act.first : act.last] if each.seat == act.seat and each.clause]
            closings = {
                each.clause.done.read(rules.name)
                for each in own
                if each.key == DONE and each.clause is not None and each.clause.done is not None
            }
            if closings and not order_text.is_closing(own, SPECTATOR):
                looked += 1
                assert not any(f"{closing}." in act.line for closing in closings), act.line
    assert looked
