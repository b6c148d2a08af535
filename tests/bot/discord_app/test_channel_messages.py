"""A message that mentions the bot, or replies to it, is answered with how to order; no other message is."""

from __future__ import annotations

import pytest

from bot.language.words import speak_within
from bot.posting.layouts import read
from tests.bot.discord_app.test_discord import Hall, hall, labels, said, shown, simcord_bot
from tests.phrases import begins, phrase, says

__all__ = ["hall", "simcord_bot"]
SHOW, PLAY = "button.show_order", "button.play_order"


def mention(hall: Hall) -> str:
    return hall.env.bot.user.mention  # type: ignore[union-attr]


async def test_what_does_not_mention_the_bot_gets_no_answer(hall: Hall) -> None:
    await hall.begin()
    before = hall.last.id
    sent = await hall.asked().send(hall.channel, "command muster.")
    assert hall.last.id == sent.id
    assert sent.id > before


async def test_a_whole_line_of_the_asked_person_opens_its_preview_for_them(hall: Hall) -> None:
    await hall.begin()
    who, board = hall.asked(), hall.last
    other = hall.bala if who is hall.asha else hall.asha
    await who.send(hall.channel, f"{mention(hall)} command muster.")
    answer = hall.last
    assert read(answer) == phrase("mention.order", line="command muster.")
    assert hall.labels(answer) == [phrase(PLAY), phrase(SHOW)]
    refused = await other.click(answer, label=phrase(SHOW))
    assert refused.ephemeral
    assert said(refused) == phrase("mention.other", user=who.id)
    opened = await who.click(answer, label=phrase(SHOW))
    assert opened.ephemeral
    assert begins(said(opened), "preview")
    confirm = phrase("button.confirm", order="Command. Muster in Delhi")
    assert confirm in labels(opened), "although this person has switched previews off"
    assert hall.asked() is who
    await who.click(shown(opened), label=confirm)
    assert hall.asked() is other
    assert hall.last.id > board.id


async def test_one_tap_plays_a_whole_line_and_only_there(hall: Hall) -> None:
    await hall.begin()
    who = hall.asked()
    other = hall.bala if who is hall.asha else hall.asha
    await who.send(hall.channel, f"{mention(hall)} pass")
    answer = hall.last
    refused = await other.click(answer, label=phrase(PLAY))
    assert said(refused) == phrase("mention.other", user=who.id)
    assert hall.asked() is who
    await who.click(answer, label=phrase(PLAY))
    assert hall.asked() is other
    again = await who.click(answer, label=phrase(PLAY))
    assert begins(said(again), "stale")


async def test_a_reply_to_a_post_is_read_too_and_an_unclear_line_is_explained_in_private(hall: Hall) -> None:
    await hall.begin()
    who = hall.asked()
    await who.send(hall.channel, "/do `nothing` of this", reply_to=hall.last)
    answer = hall.last
    assert read(answer) == phrase("mention.order", line="'nothing' of this")
    opened = await who.click(answer, label=phrase(SHOW))
    assert opened.ephemeral
    assert "nothing" in said(opened)


async def test_others_read_how_to_order(hall: Hall) -> None:
    await hall.guest.send(hall.channel, mention(hall))
    assert read(hall.last) == phrase("mention.no_game")
    await hall.begin()
    asked = hall.asked()
    for who in {hall.asha, hall.bala, hall.guest} - {asked}:
        await who.send(hall.channel, f"{mention(hall)} pass")
        assert read(hall.last) == phrase("mention.how")
        assert hall.labels() == []
    await asked.send(hall.channel, mention(hall))
    assert read(hall.last) == phrase("mention.how"), "there is no order in it"


async def test_the_answer_in_a_game_is_in_the_language_of_the_table(hall: Hall) -> None:
    await hall.begin()
    await hall.guest.slash(hall.channel, "prefs", name="language", value="fr")
    await hall.guest.send(hall.channel, mention(hall))
    assert says(read(hall.last), "mention.how")
    with speak_within("fr"):
        assert not says(read(hall.last), "mention.how")


@pytest.mark.parametrize("text", ["nothing", "pass", "command"])
async def test_the_public_answer_does_not_say_whether_a_line_is_legal(hall: Hall, text: str) -> None:
    await hall.begin()
    await hall.asked().send(hall.channel, f"{mention(hall)} {text}")
    assert read(hall.last) == phrase("mention.order", line=text)
