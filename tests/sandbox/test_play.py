"""People's actions in the sandbox, answered by the real discord.py."""

from __future__ import annotations

import io
from pathlib import Path

import discord
import pytest
from PIL import Image

from bot.cli.arguments import MOST_PEOPLE
from sandbox.driver import Choice, File, NoAnswer, NotAllowed, Player
from sandbox.server import Sandbox
from sandbox.storage import Kept
from sandbox.world import NAMES, Channel
from tests.sandbox.sample_bot import SampleBot
from tests.until import until


async def test_a_slash_command_carries_every_kind_of_option(bot: SampleBot, asha: Player) -> None:
    sheet = File("orders.txt", b"march north")
    reply = await asha.slash("game new", game="vijayanagara", seats=2, open=False, friend="bala", sheet=sheet)
    assert reply.answer == "message"
    assert reply.text == "vijayanagara 2 False <@200000000000000002> 11"
    assert [user["username"] for user in reply.shown.raw["mentions"]] == ["bala"]
    assert reply.ms > 0


@pytest.mark.parametrize(
    ("name", "options", "why"),
    [
        ("game new", {}, "game is required"),
        ("game new", {"game": "chess"}, "none of vijayanagara"),
        ("game new", {"game": "vijayanagara", "seats": 4}, "from 1 to 3"),
        ("game new", {"game": "vijayanagara", "seats": "many"}, "does not fit"),
        ("game new", {"gane": "vijayanagara"}, "no option is called gane"),
        ("game", {}, "there are: new"),
        ("never-synced", {}, "no command /never-synced"),
    ],
)
async def test_the_client_refuses_what_discord_would_not_send(
    bot: SampleBot, asha: Player, name: str, options: dict[str, object], why: str
) -> None:
    with pytest.raises(NotAllowed, match=why):
        await asha.slash(name, **options)


async def test_autocomplete_suggests(bot: SampleBot, asha: Player) -> None:
    choices = await asha.autocomplete("do", "order", "com")
    assert choices == [Choice("command", "command"), Choice("comment", "comment")]


async def test_an_ephemeral_answer_is_seen_by_its_asker_only(
    bot: SampleBot, asha: Player, bala: Player
) -> None:
    reply = await asha.slash("do", order="attack")
    assert reply.shown.ephemeral
    assert [message.text for message in await asha.messages()] == ["you said attack"]
    assert await bala.messages() == []
    with pytest.raises(NotAllowed):
        await bala.dismiss(reply.shown)
    await asha.dismiss(reply.shown)
    assert await asha.messages() == []


async def test_a_deferred_answer_is_filled_in_and_followed_up(bot: SampleBot, asha: Player) -> None:
    reply = await asha.slash("later")
    assert reply.answer == "deferred"
    assert reply.settled
    message = await asha.wait_for(lambda one: "It took a while" in one.text)
    assert not message.thinking
    assert message.raw["embeds"][0]["image"]["url"] == message.attachments[0].url
    extra = await asha.wait_for(lambda one: one.text == "and one more thing")
    assert extra.ephemeral


async def test_a_button_replaces_the_picture_and_its_description(bot: SampleBot, asha: Player) -> None:
    board = (await asha.slash("board")).shown
    assert [(one.filename, one.alt) for one in board.attachments] == [("board.png", "A blue board")]
    reply = await asha.click(board, "Turn")
    assert reply.answer == "update"
    turned = await asha.again(board)
    assert turned.edited
    assert turned.content == "turned"
    (picture,) = turned.attachments
    assert (picture.filename, picture.alt, picture.width, picture.height) == (
        "board2.png",
        "A red board",
        60,
        30,
    )
    assert Image.open(io.BytesIO(await asha.download(picture))).size == (60, 30)


async def test_a_button_may_be_answered_late(bot: SampleBot, asha: Player) -> None:
    board = (await asha.slash("board")).shown
    reply = await asha.click(board, "slow")
    assert reply.answer == "deferred_update"
    assert reply.settled
    assert reply.shown.id == board.id
    assert reply.text == "slowly turned"


async def test_disabled_and_missing_components_cannot_be_used(bot: SampleBot, asha: Player) -> None:
    board = (await asha.slash("board")).shown
    with pytest.raises(NotAllowed, match="disabled"):
        await asha.click(board, "Off")
    with pytest.raises(LookupError, match="Turn, Slow, Off"):
        await asha.click(board, "Sideways")
    with pytest.raises(NotAllowed, match="not offered"):
        await asha.choose(board, "where", "kabul")


async def test_a_choice_opens_a_form_and_the_form_is_answered(bot: SampleBot, asha: Player) -> None:
    board = (await asha.slash("board")).shown
    opened = await asha.choose(board, "where", "Hampi")
    assert opened.modal is not None
    assert opened.modal.title == "To hampi"
    assert opened.modal.fields == ("word", "how")
    with pytest.raises(NotAllowed, match="word is required"):
        await asha.submit(opened.modal, {"how": ["foot"]})
    with pytest.raises(NotAllowed, match="length of word"):
        await asha.submit(opened.modal, {"word": "x" * 21, "how": ["foot"]})
    reply = await asha.submit(opened.modal, {"word": "elephant", "how": ["foot"]})
    assert reply.text == "elephant by foot (form:hampi)"
    assert reply.shown.raw["message_reference"]["message_id"] == board.id


async def test_a_form_belongs_to_who_opened_it(bot: SampleBot, asha: Player, bala: Player) -> None:
    opened = await asha.choose((await asha.slash("board")).message, "where", "delhi")
    with pytest.raises(NotAllowed, match="Bala has no such form open"):
        await bala.submit(opened.modal, {"word": "x", "how": ["foot"]})


async def test_components_v2_come_with_ids_and_resolved_pictures(bot: SampleBot, asha: Player) -> None:
    message = (await asha.slash("tall")).shown
    assert message.text == "## Your turn"
    ids = [one["id"] for one in message.components]
    assert len(ids) == len(set(ids)) == 8
    (gallery,) = (one for one in message.components if one["type"] == 12)
    assert gallery["items"][0]["media"]["url"] == message.attachments[0].url
    assert message.button("Again").custom_id == "again"


async def test_a_repeated_nonce_posts_once(bot: SampleBot, asha: Player, bala: Player) -> None:
    await asha.slash("post")
    await asha.wait_for(lambda one: one.text == "True")
    assert [message.text for message in await bala.messages()] == ["once only"]
    assert (await bala.last()).pinned


async def test_answering_twice_is_refused(sandbox: Sandbox, bot: SampleBot, asha: Player) -> None:
    await asha.slash("twice")
    await until(lambda: bot.errors)
    assert "40060" in str(bot.errors)
    assert [refusal for refusal in sandbox.refusals if " 40060 " in refusal]


async def test_nobody_answers_in_time(sandbox: Sandbox, bot: SampleBot, asha: Player) -> None:
    await asha.control("clock", {"answer_seconds": 0.2})
    with pytest.raises(NoAnswer):
        await asha.slash("silent")
    await until(lambda: bot.errors)
    assert "10062" in str(bot.errors)
    assert await asha.messages() == []


async def test_a_token_ends(sandbox: Sandbox, bot: SampleBot, asha: Player) -> None:
    await asha.control("clock", {"token_seconds": 0})
    asha.settle = 0.3
    reply = await asha.slash("later")
    assert not reply.settled
    assert reply.shown.thinking
    await until(lambda: sandbox.refusals)
    assert " 50027 " in sandbox.refusals[0]


async def test_people_talk_and_open_channels(sandbox: Sandbox, asha: Player, bala: Player) -> None:
    await asha.new_channel("Third Table")
    await asha.say("hello <@200000000000000002>")
    bala.channel = "third-table"
    assert (await bala.wait_for(lambda one: "hello" in one.content)).author == "asha"
    with pytest.raises(NotAllowed, match="already"):
        await asha.new_channel("third-table")


async def test_the_bot_reads_only_what_mentions_it_or_replies_to_it(
    sandbox: Sandbox, bot: SampleBot, asha: Player
) -> None:
    await asha.say("good morning")
    await asha.say("@durbar good evening")
    answer = await asha.wait_for(lambda m: m.text.startswith("you wrote"))
    assert answer.text == f"you wrote <@{sandbox.world.bot.id}> good evening"
    await asha.say("good night", reply=answer)
    answer = await asha.wait_for(lambda m: m.text == "you wrote good night")
    assert [m.text for m in await asha.messages() if "morning" in m.text] == ["good morning"]


async def test_without_a_bot_there_is_no_answer(sandbox: Sandbox, asha: Player) -> None:
    with pytest.raises(NotAllowed, match="no command"):
        await asha.slash("board")
    with pytest.raises(TimeoutError):
        await asha.wait_until_ready(timeout=0.05)


async def test_a_direct_message_is_for_two(
    sandbox: Sandbox, bot: SampleBot, asha: Player, bala: Player
) -> None:
    user = await bot.fetch_user(200000000000000001)
    await user.send("psst")
    asha.channel = sandbox.world.direct(sandbox.world.user("asha")).id
    assert (await asha.last()).text == "psst"
    bala.channel = asha.channel
    with pytest.raises(NotAllowed, match="Missing Access"):
        await bala.last()
    assert (await asha.slash("do", order="whisper")).text == "you said whisper"


async def test_a_thread_is_a_channel_too(sandbox: Sandbox, bot: SampleBot, asha: Player) -> None:
    hall = bot.get_channel(int(sandbox.world.channel("durbar-hall").id))
    assert isinstance(hall, discord.TextChannel)
    thread = await (await hall.send("the start")).create_thread(name="aside")
    await thread.send("over here")
    asha.channel = "aside"
    assert (await asha.last()).text == "over here"
    assert (await asha.slash("do", order="x")).text == "you said x"


async def test_who_watches_over_a_restart_is_told(sandbox: Sandbox, asha: Player) -> None:
    answer = await asha.control("../user/asha/updates?since=999999&timeout=20")
    assert answer["revision"] < 999999
    assert answer["updates"] == []


async def test_a_channel_that_people_make_is_there_in_a_later_sandbox(tmp_path: Path) -> None:
    kept, made = tmp_path / "kept.json", list[str]()
    for _ in range(2):
        sandbox = Sandbox(channels=kept)
        await sandbox.start()
        async with Player(sandbox.base_url, "asha") as asha:
            if not made:
                made.append(await asha.new_channel("first-game"))
            found = {each.id: each.name for each in sandbox.world.channels.values()}
        await sandbox.stop()
        assert found[made[0]] == "first-game"


def test_channels_are_kept_whole_whatever_happens_meanwhile(tmp_path: Path) -> None:
    file = tmp_path / "kept.json"
    for number in range(2):
        Kept(file).keep(Channel(str(number), f"room-{number}", "400"))
    assert [name for _, name, _ in Kept(file).channels] == ["room-0", "room-1"]
    assert list(tmp_path.iterdir()) == [file], "what was half written is not left"


async def test_there_can_be_many_people() -> None:
    sandbox = Sandbox(people=MOST_PEOPLE)
    await sandbox.start()
    async with Player(sandbox.base_url, NAMES[-1].lower()) as last:
        assert last.id == sandbox.world.users[-1].id
        assert (await last.say("hello")).author == NAMES[-1].lower()
    await sandbox.stop()
    assert len(NAMES) == MOST_PEOPLE
    assert len({user.id for user in (*sandbox.world.users, sandbox.world.bot)}) == MOST_PEOPLE + 1
