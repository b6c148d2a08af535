"""The table without Discord: acts, refusals, posts, undo."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.language.words import speak_within
from bot.replies.mark import Mark
from bot.replies.reply import Refused
from bot.story.post import BOARD
from db.store import Store
from rules.kernel import InputError, NotAllowed
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, Room, caller
from tests.bot.orders.test_draft import Deccan
from tests.bot.presses import trade
from tests.phrases import begins, pattern, phrase, says


def other(user: int) -> int:
    return SOUTH if user == NORTH else NORTH


async def test_an_intermediate_step_is_told_in_private_only(game: Room) -> None:
    answer = await game.choose("command")
    assert begins(answer.text, "order.so_far")
    assert answer.panel is not None
    assert answer.panel.undo
    assert await game.posted() == []


async def test_the_post_has_the_whole_order_the_story_and_calls_the_next(game: Room) -> None:
    first = await game.decider()
    await game.table.order(caller(first), "command muster .")
    [(kind, post)] = await game.posted()
    assert kind == "board"
    assert begins(post.asks.splitlines()[-1], "asked", user=other(first)), "right above the answers"
    assert "Command. Muster in Delhi." in post.text
    assert post.ping == (other(first),)
    assert post.at is not None
    assert post.since is not None
    assert (post.since.turn, post.since.entry) == (1, 1)


async def test_choices_made_one_by_one_are_posted_as_one_line(game: Room) -> None:
    first = await game.decider()
    for key in ("command", "done", "muster"):
        await game.choose(key)
    answer = await game.choose("done")
    assert await game.posted() == []
    assert answer.panel is not None
    await game.table.confirm(caller(first), answer.panel.mark, answer.panel.signature)
    posts = await game.posted()
    assert [kind for kind, _ in posts] == ["board"]
    assert "Command" in posts[0][1].text
    assert "Muster in Delhi." in posts[0][1].text


async def test_the_wrong_person_is_told_whose_decision_it_is(game: Room) -> None:
    right = await game.decider()
    panel = await game.panel()
    with pytest.raises(Refused, match=pattern("others_decision", holder=f"<@{right}>")):
        await game.table.click(caller(other(right)), panel.mark, "pass")
    with pytest.raises(Refused, match=pattern("others_decision")):
        await game.table.order(caller(other(right)), "pass")
    assert await game.posted() == []


async def test_a_stale_button_does_nothing_and_leads_to_the_present_question(game: Room) -> None:
    stale = await game.panel()
    user = await game.decider()
    await game.choose("command")
    with pytest.raises(Refused, match=pattern("draft.waiting")) as refused:
        await game.table.click(caller(user), stale.mark, "pass")
    assert refused.value.panel is not None
    assert (refused.value.panel.own, refused.value.panel.options) == (phrase("button.to_draft"), ())
    assert [each.label for each in refused.value.buttons] == [phrase("button.instead", order="Pass")]
    taken = await game.table.replace_draft(caller(user), stale.mark, "pass")
    assert taken.panel is not None
    assert "Pass" in taken.panel.confirm
    with pytest.raises(Refused, match=pattern("draft.waiting")):  # a complete draft is in the way too
        await game.table.click(caller(user), stale.mark, "command")
    await game.table.drop(caller(user), taken.panel.mark)
    assert not (await game.panel()).draft
    await game.choose("command")
    await game.table.order(caller(user), "pass")
    with pytest.raises(Refused, match=pattern("others_decision")):
        await game.table.click(caller(user), stale.mark, "pass")


async def test_a_button_of_a_branch_that_was_taken_back_is_stale(game: Room) -> None:
    user = await game.decider()
    await game.choose("command")
    await game.choose("trade")
    branch = await game.panel()
    await game.table.undo(caller(user))
    await game.choose("done")
    here = await game.panel()
    assert (branch.mark.turn, branch.mark.entry) == (here.mark.turn, here.mark.entry)
    with pytest.raises(Refused, match=pattern("stale")):
        await game.table.click(caller(user), branch.mark, "muster")


async def test_what_stands_under_an_order_that_has_changed_confirms_nothing(game: Room) -> None:
    """A Confirm is only for the order and the position that were shown."""
    user = await game.decider()
    panel = await game.panel()
    shown = (await game.table.click(caller(user), panel.mark, "pass")).panel
    assert shown is not None
    await trade(game.table, caller(other(user)), "give 1")
    await game.posted()
    for seal in (shown.signature, "", "0" * 12):
        again = await game.table.confirm(caller(user), shown.mark, seal)
        assert begins(again.text, "draft.since" if seal == shown.signature else "draft.changed")
        assert ("give 1" in again.text) is (seal == shown.signature)
        assert says(again.text, "draft.still")
        assert not says(again.text, "preview")
        assert again.panel is not None
        assert again.panel.confirm == phrase("button.confirm", order="Pass")
        assert again.panel.signature not in (shown.signature, seal)
    assert await game.posted() == []


async def test_the_same_interaction_acts_once(game: Room) -> None:
    user = await game.decider()
    panel = await game.panel()
    by = caller(user)
    last = (await game.table.click(caller(user), panel.mark, "pass")).panel
    assert last is not None
    await game.table.confirm(by, last.mark, last.signature)
    posts = await game.posted()
    with pytest.raises(Refused, match=pattern("repeated", line="Pass")):
        await game.table.confirm(by, last.mark, last.signature)
    assert len(posts) == 1
    assert await game.posted() == []


async def test_two_clicks_at_once_act_once(game: Room) -> None:
    user = await game.decider()
    panel = await game.panel()
    results = await asyncio.gather(
        *(game.table.click(caller(user), panel.mark, "command") for _ in range(5)), return_exceptions=True
    )
    assert sum(not isinstance(result, Refused) for result in results) == 1


async def test_a_refused_order_changes_nothing(game: Room) -> None:
    user, before = await game.decider(), await game.panel()
    with pytest.raises(NotAllowed, match=r"\(rule 1\.2\)"):
        await game.table.order(caller(user), "command attack gujarat")
    with pytest.raises(InputError, match="“dance”"):
        await game.table.order(caller(user), "command dance")
    assert await game.panel() == before


async def test_a_question_mark_lists_what_is_legal(game: Room) -> None:
    answer = await game.table.order(caller(await game.decider()), "command ?")
    assert "Decree before the Command" in answer.text
    assert answer.panel is not None
    assert answer.panel.own, "a button leads to the question"


async def test_a_question_mark_alone_shows_the_buttons_of_the_question(game: Room) -> None:
    user = await game.decider()
    answer = await game.table.order(caller(user), "?")
    panel = replace(await game.panel(user), question="")
    assert answer.panel == panel, "the text above has the question"
    [other] = {NORTH, SOUTH} - {user}
    assert (await game.table.order(caller(other), "?")).panel is None


async def test_a_question_mark_alone_gives_an_example(game: Room) -> None:
    user = caller(await game.decider())
    lines = (await game.table.order(user, "?")).text.splitlines()
    [example] = [line for line in lines if begins(line, "typed.example")]
    order = example.split("`")[1]
    assert any(begins(line, "typed.now") for line in lines)
    assert f"{order.split()[0]} ?" in lines[-1]
    answer = await game.table.order(user, order)
    assert begins(
        answer.text, "done.other", line="Command. Decree Trade. March to Malwa: 4 Troops from Delhi."
    )


async def test_undo_of_a_private_step_stays_private(game: Room) -> None:
    user = await game.decider()
    await game.choose("command")
    answer = await game.table.undo(caller(user))
    assert answer.text == phrase("undone.yours", line="Command.")
    assert answer.panel is not None
    assert await game.posted() == []


async def test_undo_of_a_posted_choice_is_posted(game: Room) -> None:
    user = await game.decider()
    await game.choose("pass")
    await game.posted()
    await game.table.undo(caller(user))
    [(kind, post)] = await game.posted()
    assert kind == "board"
    assert says(post.text, "undone", line="Pass.")
    assert post.asks.splitlines()[-1].startswith(f"<@{user}>")
    assert post.ping == ()


async def test_an_undo_button_works_once(game: Room) -> None:
    user = await game.decider()
    await game.choose("command")
    mark = (await game.panel()).mark
    await game.table.undo(caller(user), mark)
    with pytest.raises(Refused, match=pattern("stale")):
        await game.table.undo(caller(user), mark)


async def test_nobody_takes_back_for_another(game: Room) -> None:
    user = await game.decider()
    await game.choose("command")
    with pytest.raises(NotAllowed, match=pattern("undo.chance")):
        await game.table.undo(caller(other(user)))
    with (
        speak_within("fr"),
        pytest.raises(NotAllowed, match=r"^Des dés ou des cartes "),
    ):
        await game.table.undo(caller(other(user)))
    with pytest.raises(Refused, match=pattern("looks_on")):
        await game.table.undo(caller(GUEST))


async def test_anothers_question_is_not_put_to_a_spectator(game: Room) -> None:
    user = await game.decider()
    theirs = await game.table.order(caller(other(user)), "?")
    assert begins(theirs.text, "asked.theirs")
    assert "Command, Event, Pass" in theirs.text
    assert (await game.table.order(caller(user), "?")).text.startswith("Card ")


async def test_the_game_ends_with_the_standing_and_the_seed(game: Room) -> None:
    running = await game.store.find_in_channel(CHANNEL)
    assert running is not None
    assert running.position is not None
    for _ in range(4):
        answer = await game.choose("pass")
    assert answer.text == phrase("done.over", line="Pass.")
    posts = await game.posted()
    *_, last = [post for kind, post in posts if kind == BOARD]
    assert [kind for kind, _ in posts][-1:] == [BOARD], "how it ended is what stands last"
    assert says(last.asks, "final.below"), "who asks for the details reads the seed"
    assert running.position.seed not in last.asks
    assert "<@1>" in last.text
    assert await game.store.find_in_channel(CHANNEL) is None
    ended = await game.store.find_in_channel(CHANNEL, ended=True)
    assert ended is not None
    assert ended.result == "0 cards left"
    with pytest.raises(Refused, match=pattern("over")):
        await game.table.order(caller(), "pass")


async def test_a_side_act_is_posted_at_once_and_calls_nobody_to_the_board(game: Room) -> None:
    user = await game.decider()
    panel = await game.panel()
    for giver in (user, other(user)):
        await trade(game.table, caller(giver), "give 1")
        [(kind, post)] = await game.posted()
        assert kind == "aside"
        assert ": give 1" in post.text
    answer = await game.table.click(caller(user), panel.mark, "pass")  # the button has not grown stale
    await game.confirmed(user, answer)
    [(_, post)] = await game.posted()
    assert "give 1" not in post.text


async def test_side_acts_begin_with_their_words(game: Room) -> None:
    with pytest.raises(Refused, match=pattern("side.words", words="“beg” or “give”")):
        await game.table.order_side_act(caller(), "pass")


async def test_five_words_of_our_commands_are_not_tied_to_a_game(game: Room) -> None:
    user = await game.decider()
    with pytest.raises(Refused, match=pattern("no_such_word", word="limited", game="Toy Deccan")):
        await game.table.order_with_word(caller(user), "limited", "")
    answer = await game.table.order_with_word(caller(user), "command", "muster.")
    assert "Command" in answer.text


async def test_a_game_that_is_over_is_not_kept_in_memory(game: Room) -> None:
    for _ in range(3):
        await game.choose("pass")
        assert game.table._games
    await game.choose("pass")
    assert not game.table._games


async def test_one_person_may_hold_several_seats(room: Room) -> None:
    from tests.kernel import toy

    await room.lobby.create(caller(), toy.KEY)
    await room.lobby.join(caller(), "*")
    await room.lobby.start(caller())
    answer = await room.table.order(caller(), "pass")
    assert answer.panel is not None
    answer = await room.table.order(caller(), "pass")
    assert answer.panel is not None


async def test_who_holds_several_seats_takes_back_what_the_last_of_them_did(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.lobby.create(caller(), "vijayanagara")
    await deccan.lobby.join(caller(), "*")
    await deccan.lobby.start(caller())
    answer = await deccan.table.order(caller(), "pass")
    assert answer.panel is not None
    assert answer.panel.undo, "under the question to the next seat"
    answer = await deccan.table.undo(caller(), answer.panel.mark)
    assert "Pass" in answer.text


async def test_a_mark_says_game_turn_and_entry(game: Room) -> None:
    mark = (await game.panel()).mark
    assert isinstance(mark, Mark)
    assert (mark.turn, mark.entry) == (1, 1)


async def test_a_proposal_says_what_may_be_answered_and_its_answer_calls_the_proposer(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    taker = deccan.seats[1]
    await deccan.lobby.leave(caller(NORTH), taker)
    await deccan.lobby.join(caller(SOUTH), taker)
    room = Room(store)
    await room.posted()
    await trade(deccan.table, caller(NORTH), f"offer {taker} give 2 resources")
    [(_, post)] = await room.posted()
    assert post.text.startswith(phrase("aside", users=f"<@{SOUTH}>"))
    await trade(deccan.table, caller(SOUTH), "accept 1")
    [(_, post)] = await room.posted()
    assert post.text.startswith(phrase("aside.answered", users=phrase("holder", user=NORTH)))
    assert post.ping == (NORTH,)
