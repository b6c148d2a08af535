"""The bot in a simulated Discord: each command and each button, as people use them."""

from __future__ import annotations

import io
from typing import Any

import discord
import pytest
import simcord
from PIL import Image
from simcord.results import ResponseMessage

import render
from bot.discord_app.client import Durbar
from bot.discord_app.services import build_services
from bot.language.words import LANGUAGES, load_sentences
from bot.posting.layouts import read
from bot.posting.pictures import Pictures
from bot.seating.seeds import give_no_word
from bot.version import read_version
from db.store import Store
from render.worker import Aid, Animation, Job
from sandbox.driver import PATIENCE
from tests.bot.callers import SEED, TOY, type_fast
from tests.kernel import toy
from tests.phrases import begins, phrase, says


def paint(job: Job | Animation) -> render.Picture:
    """Return a picture for a game without a painter."""
    if isinstance(job, Animation):
        return render.Picture(b"GIF", f"{len(job.views)} pictures", 8, 8, "gif")
    view, before = job.view, job.since
    assert not isinstance(view, Aid)
    file = io.BytesIO()
    Image.new("RGB", (8, 8), "white").save(file, "PNG")
    return render.Picture(file.getvalue(), f"{view.headline}, before: {before and before.headline}", 8, 8)


def bot_of(store: Store) -> Durbar:
    bot = Durbar(build_services(store, {toy.KEY: TOY}), pictures=Pictures(paint=paint))
    bot.services.seating.lobby.new_seed, bot.services.seating.lobby.new_word = lambda: SEED, give_no_word
    return bot


class Hall:
    """A channel with three people and the bot."""

    def __init__(self, env: simcord.Env, store: Store) -> None:
        self.env, self.store = env, store
        env.settle_timeout = PATIENCE  # as long as it takes, on any machine
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("hall")
        self.people = {name: env.create_user(name) for name in ("asha", "bala", "guest")}
        self.asha, self.bala, self.guest = map(self.guild.add_member, self.people.values())

    @property
    def last(self) -> discord.Message:
        message = self.channel.last_message
        assert message is not None
        return message

    async def begin(self) -> None:
        await self.asha.slash(self.channel, "game new", game="toy")
        card = self.last
        await self.asha.click(card, label=phrase("button.join", seat="The North"))
        await self.bala.click(card, label=phrase("button.join", seat="The South"))
        await self.asha.click(self.last, label=phrase("button.start"))

    def asked(self) -> Any:
        """Return the person mentioned by the last board."""
        for post in sorted(self.channel.history(), key=lambda post: -post.id):
            question = read(post).rpartition("\n")[2]
            for who in (self.asha, self.bala):
                if question.startswith(who.mention):
                    return who
        raise AssertionError("nobody is called")

    @property
    def end(self) -> discord.Message:
        """Return the post that ends the game."""
        [end] = [post for post in self.channel.history() if says(read(post), "final.below")]
        return end

    def labels(self, message: discord.Message | None = None) -> list[str | None]:
        """Return the labels of the buttons under a message, by default the last one."""
        message = message or self.last
        form = discord.ui.LayoutView if message.flags.components_v2 else discord.ui.View
        items = form.from_message(message).walk_children()
        return [item.label for item in items if isinstance(item, discord.ui.Button)]


@pytest.fixture
async def simcord_bot(store: Store) -> Durbar:
    return bot_of(store)


@pytest.fixture
async def hall(simcord_env: simcord.Env, store: Store) -> Hall:
    hall = Hall(simcord_env, store)
    await type_fast(store, *(user.id for user in hall.people.values()))
    return hall


def requests(hall: Hall) -> list[tuple[str, str, Any]]:
    """Return the bot's requests to Discord: method, path and body."""
    return [(entry.method, entry.path, entry.json) for entry in hall.env.http_requests]


def shown(result: simcord.InteractionResult) -> ResponseMessage:
    """Return the private reply."""
    assert result.response is not None
    return result.response


def said(result: simcord.InteractionResult) -> str:
    """Return the text of the private reply."""
    texts = [item["content"] for item in shown(result).components if "content" in item]
    return "\n".join([text for text in (shown(result).content, *texts) if text])


def files(result: simcord.InteractionResult) -> list[discord.Attachment]:
    """Return the files of the private reply."""
    return shown(result).attachments


def labels(result: simcord.InteractionResult) -> list[str]:
    """Return the labels of the buttons under the private reply."""
    rows = shown(result).components
    return [item["label"] for row in rows for item in row.get("components", ()) if "label" in item]


async def test_from_the_lobby_to_the_first_board(hall: Hall) -> None:
    made = await hall.asha.slash(hall.channel, "game new", game="toy")
    assert made.ephemeral
    card = hall.last
    assert says(read(card), "card")
    assert phrase("card.free", seat="The North") in read(card)
    joined = await hall.asha.slash(hall.channel, "game join", seat="north")
    assert begins(said(joined), "seat.yours", seats="The North")
    assert hall.last.id == card.id
    assert phrase("card.seat", seat="The North", holder=hall.asha.mention) in read(hall.last)
    early = await hall.asha.slash(hall.channel, "game start")
    assert begins(said(early), "lobby.seats_free", seats="The South")
    taken = await hall.bala.slash(hall.channel, "game join", seat="north")
    assert said(taken) == phrase("seat.other", seat="The North", holder=hall.asha.mention)
    await hall.bala.slash(hall.channel, "game join")
    begun = await hall.asha.slash(hall.channel, "game start")
    assert said(begun) == phrase("lobby.begun")
    board = hall.last
    assert board.id != card.id
    assert hall.asked().mention in read(board).splitlines()[-1]
    [opening] = [message for message in hall.channel.history() if says(read(message), "start.commitment")]
    assert card.id < opening.id < board.id
    [picture] = board.attachments
    assert picture.description == "5 cards left, before: None"
    assert hall.labels() == ["Command", "Event", "Pass", phrase("button.legal"), phrase("button.look")]
    posts = [body for method, path, body in requests(hall) if method == "POST" and path.endswith("/messages")]
    assert posts[-1]["allowed_mentions"] == {"parse": [], "users": [hall.asked().id]}


async def test_a_turn_by_buttons_is_entered_in_one_private_panel(hall: Hall) -> None:
    await hall.begin()
    who, board = hall.asked(), hall.last
    first = await who.click(board, label="Command")
    assert first.ephemeral
    assert phrase("button.undo") in labels(first)
    panel = shown(first)
    await who.click(panel, label="Trade")
    preview = await who.click(panel, label="Muster: Delhi")
    assert preview.response is None or preview.response.id == panel.id
    assert hall.last.id == board.id
    assert labels(preview) == [
        phrase("button.confirm", order="Command. Decree Trade. Muster in Delhi"),
        phrase("button.undo_step"),
        phrase("button.drop"),
        phrase("button.look"),
    ]
    assert len(files(preview)) == 1
    result = await who.click(
        panel, label=phrase("button.confirm", order="Command. Decree Trade. Muster in Delhi")
    )
    assert result.acknowledged
    assert hall.last.id != board.id
    assert "Command. Decree Trade. Muster in Delhi." in read(hall.last)
    assert hall.asked() is not who


async def test_old_buttons_go_when_a_new_board_stands(hall: Hall) -> None:
    await hall.begin()
    board = hall.last
    await hall.asked().slash(hall.channel, "pass")
    assert hall.last.id != board.id
    [again] = [message for message in hall.channel.history() if message.id == board.id]
    assert hall.labels(again) == []
    assert read(again).startswith(read(board))
    assert read(again).endswith(phrase("post.settled", link=hall.last.jump_url))


async def test_a_foreign_click_is_refused_in_private(hall: Hall) -> None:
    await hall.begin()
    board, who = hall.last, hall.asked()
    other = hall.bala if who is hall.asha else hall.asha
    for wrong, why in ((hall.guest, "looks_on"), (other, "others_decision")):
        result = await wrong.click(board, label="Pass")
        assert result.ephemeral
        assert says(said(result), why)
    assert hall.last.id == board.id


async def test_a_stale_click_does_nothing_and_leads_to_the_present_question(hall: Hall) -> None:
    await hall.begin()
    who, board = hall.asked(), hall.last
    await who.click(board, label="Command")
    stale = await who.click(board, label="Pass")
    assert stale.ephemeral
    assert begins(said(stale), "draft.waiting")
    assert labels(stale) == [phrase("button.to_draft"), phrase("button.instead", order="Pass")]
    opened = await who.click(shown(stale), label=phrase("button.to_draft"))
    assert "Decree before the Command" in said(opened)
    assert "Trade" in labels(opened)
    again = await who.click(board, label="Pass")
    taken = await who.click(shown(again), label=phrase("button.instead", order="Pass"))
    assert phrase("button.confirm", order="Pass") in labels(taken)


async def test_buttons_work_after_a_restart(hall: Hall) -> None:
    await hall.begin()
    who, board = hall.asked(), hall.last
    first = await who.click(board, label="Command")
    await hall.env.restart_bot(bot_of(hall.store))
    again = await who.click(shown(first), label="Trade")
    assert again.acknowledged
    assert hall.last.id == board.id


async def test_orders_are_typed_and_suggested(hall: Hall) -> None:
    await hall.begin()
    who = hall.asked()
    suggested = await who.autocomplete(hall.channel, "do", "order", "command m")
    assert "command Muster" in [choice["value"] for choice in suggested]
    suggested = await who.autocomplete(hall.channel, "command", "order", "m")
    assert "Muster" in [choice["value"] for choice in suggested]
    assert await hall.guest.autocomplete(hall.channel, "do", "order", "command ") == []
    legal = await who.slash(hall.channel, "do", order="command ?")
    assert "Decree before the Command" in said(legal)
    wrong = await who.slash(hall.channel, "do", order="command attack gujarat")
    assert "(rule 1.2)" in said(wrong)
    done = await who.slash(hall.channel, "command", order="muster.")
    assert begins(said(done), "done.other", line="Command. Muster in Delhi.")
    other = hall.asked()
    for name in ("decree", "limited"):
        result = await other.slash(hall.channel, name, order="trade")
        assert says(said(result), "no_such_word", game="Toy Deccan")
    result = await other.slash(hall.channel, "event")
    assert said(result).startswith(phrase("done", line="Event."))


async def test_an_order_is_typed_into_the_form(hall: Hall) -> None:
    await hall.begin()
    who = hall.asked()
    looking = await who.click(hall.last, label=phrase("button.look"))
    form = await who.click(shown(looking), label=phrase("button.type"))
    assert form.modal is not None
    [label] = form.modal["components"]
    result = await who.submit_modal(form, {label["component"]["custom_id"]: "pass"})
    assert begins(said(result), "done.other", line="Pass.")


async def test_undo_by_command_and_by_button(hall: Hall) -> None:
    await hall.begin()
    who = hall.asked()
    step = await who.click(hall.last, label="Command")
    back = await who.click(shown(step), label=phrase("button.undo"))
    assert back.acknowledged
    await who.slash(hall.channel, "pass")
    undone = await who.slash(hall.channel, "undo")
    assert phrase("undone.yours", line="Pass.") in said(undone)
    assert says(read(hall.last), "undone", line="Pass.")
    assert hall.asked() is who


async def test_what_if_is_private_and_may_be_committed(hall: Hall) -> None:
    await hall.begin()
    who, board = hall.asked(), hall.last
    tried = await who.slash(hall.channel, "try", order="command muster.;; pass")
    assert tried.ephemeral
    assert len(files(tried)) == 1
    assert says(said(tried), "try")
    assert hall.last.id == board.id
    await who.click(shown(tried), label=phrase("button.draft"))
    done = await who.click(shown(tried), label=phrase("button.confirm", order="Command. Muster in Delhi"))
    assert done.acknowledged
    assert "Command. Muster in Delhi." in read(hall.last)
    looked = await hall.guest.slash(hall.channel, "try", order="pass")
    assert labels(looked) == [phrase("button.keep")]


async def test_taking_back_is_asked_of_the_table(hall: Hall) -> None:
    await hall.begin()
    who = hall.asked()
    other = hall.bala if who is hall.asha else hall.asha
    await who.slash(hall.channel, "pass")
    await other.slash(hall.channel, "pass")
    offered = await who.slash(hall.channel, "undo")
    assert says(said(offered), "undo.chance")
    await who.click(shown(offered), label=phrase("button.plea"))
    request = hall.last
    assert "~~Pass.~~" in read(request)
    await other.click(request, label=phrase("button.agree"))
    assert says(read(hall.last), "plea.struck")
    assert hall.asked() is who


async def test_a_draft_is_dropped_and_looked_at(hall: Hall) -> None:
    await hall.begin()
    who, board = hall.asked(), hall.last
    step = await who.click(board, label="Command")
    looking = await who.click(shown(step), label=phrase("button.look"))
    assert labels(looking)[:6] == [
        phrase("button.board"),
        phrase("button.since"),
        phrase("button.legal_long"),
        phrase("button.type"),
        phrase("button.peek"),
        phrase("button.drop"),
    ]
    gone = await who.click(shown(looking), label=phrase("button.drop"))
    assert gone.acknowledged
    assert hall.last.id == board.id
    again = await who.click(board, label="Pass")
    assert begins(said(again), "preview")
    assert hall.last.id == board.id, "a blue button never counts"
    done = await who.click(shown(again), label=phrase("button.confirm", order="Pass"))
    assert done.acknowledged
    assert hall.last.id != board.id


async def test_trades_at_any_time(hall: Hall) -> None:
    await hall.begin()
    waiting = hall.bala if hall.asked() is hall.asha else hall.asha
    suggested = await waiting.autocomplete(hall.channel, "trade", "act", "")
    assert [choice["name"] for choice in suggested] == ["Give 1", "Give 2"]
    asked = await waiting.slash(hall.channel, "trade", act="give 1")
    assert says(said(asked), "aside.sure")
    result = await waiting.click(shown(asked), label=labels(asked)[0])
    assert said(result).startswith(phrase("done", line="give 1"))
    assert ": give 1" in read(hall.last)


async def test_options_before_the_start(hall: Hall) -> None:
    await hall.asha.slash(hall.channel, "game new", game="toy")
    names = await hall.asha.autocomplete(hall.channel, "game options", "name", "")
    agreed = [
        "pace",
        "stops",
        "reminders",
        "start",
        "language",
        "rated",
        "hints",
        "animation",
        "reasons",
        "web",
        "show",
        "talk",
    ]
    assert [choice["value"] for choice in names] == ["name", "cards", *agreed]
    values = await hall.asha.autocomplete(hall.channel, "game options", "value", "1", name="cards")
    assert [choice["value"] for choice in values] == ["1", "10", "11", "12"]
    result = await hall.asha.slash(hall.channel, "game options", name="cards", value="3")
    assert said(result) == phrase("options.set", name="cards", value=3)
    assert phrase("card.option", name="cards", value=3).capitalize() in read(hall.last)
    for name, value, why in (("cards", "99", "options.may_be"), ("colour", "red", "options.unknown")):
        refused = await hall.asha.slash(hall.channel, "game options", name=name, value=value)
        assert says(said(refused), why)
    listed = await hall.asha.slash(hall.channel, "game options")
    assert "**3**" in said(listed)


async def test_leaving_and_ending(hall: Hall) -> None:
    await hall.begin()
    who = hall.asked()
    seats = await who.autocomplete(hall.channel, "game leave", "seat", "")
    assert len(seats) == 1
    asked = await who.slash(hall.channel, "game leave")
    await who.click(shown(asked), label=labels(asked)[0])
    assert says(read(hall.last), "seat.free")
    assert says(read(hall.last), "post.asked")
    lost = await who.slash(hall.channel, "pass")
    assert begins(said(lost), "nobodys_decision")
    await hall.guest.slash(hall.channel, "game join")
    assert says(read(hall.last), "seat.taken")
    refused = await hall.bala.slash(hall.channel, "game end")
    assert hall.asha.mention in said(refused)
    sure = await hall.asha.slash(hall.channel, "game end")
    assert sure.ephemeral
    await hall.asha.click(shown(sure), label=phrase("end.yes"))
    assert says(read(hall.last), "end.dropped")
    assert SEED in said(await hall.guest.click(hall.last, label=phrase("button.result")))
    again = await hall.asha.slash(hall.channel, "game new", game="toy")
    assert says(said(again), "lobby.made")


async def test_what_is_taken_back_is_struck_through_above(hall: Hall) -> None:
    await hall.begin()
    who = hall.asked()
    await who.slash(hall.channel, "pass")
    told = hall.last
    assert "passes" in read(told)
    await who.slash(hall.channel, "undo")
    assert hall.last.id != told.id
    struck = next(message for message in hall.channel.history() if message.id == told.id)
    story = read(struck).partition("\n-# ")[0]
    assert all("~~" in line for line in story.splitlines() if line.strip())
    assert "~~" in read(hall.last)


async def test_the_open_question_is_always_at_hand(hall: Hall) -> None:
    await hall.begin()
    who = hall.asked()
    seen = await who.slash(hall.channel, "log")
    assert labels(seen)[-1] == phrase("button.own")
    turn = await who.click(shown(seen), label=phrase("button.own"))
    assert "Pass" in labels(turn)
    assert "Pass" in labels(await who.slash(hall.channel, "turn"))
    assert labels(await who.slash(hall.channel, "help")).count(phrase("button.own")) == 1
    elsewhere = await hall.guest.slash(hall.channel, "turn")
    assert says(said(elsewhere), "turn.board")


async def test_a_refused_text_is_kept_for_another_try(hall: Hall) -> None:
    await hall.begin()
    who = hall.asked()
    looking = await who.click(hall.last, label=phrase("button.look"))
    form = await who.click(shown(looking), label=phrase("button.type"))
    assert form.modal is not None
    [field] = form.modal["components"]
    refused = await who.submit_modal(form, {field["component"]["custom_id"]: "pss tomorrow"})
    assert phrase("typed.kept", text="pss tomorrow") in said(refused)
    again = await who.click(shown(refused), label=phrase("button.correct"))
    assert again.modal is not None
    assert again.modal["components"][0]["component"]["value"] == "pss tomorrow"


async def test_looking(hall: Hall) -> None:
    await hall.begin()
    board = await hall.guest.slash(hall.channel, "board")
    assert board.ephemeral
    assert len(files(board)) == 1
    status = await hall.guest.slash(hall.channel, "game status")
    assert phrase("standing", seat="The North", holder=hall.asha.mention, standing="3 gold") in said(status)
    await hall.asked().slash(hall.channel, "pass")
    log = await hall.guest.slash(hall.channel, "log")
    assert phrase("log.turn", turn=1) in said(log)
    assert ": Pass." in said(log)
    rule = await hall.guest.slash(hall.channel, "rules", about="1.2")
    assert said(rule) == phrase("rules.rule", title="Toy Deccan", number="1.2", text="Attack: roll two dice.")
    numbers = await hall.guest.autocomplete(hall.channel, "rules", "about", "dice")
    assert [choice["value"] for choice in numbers] == ["1.2"]
    unknown = await hall.guest.slash(hall.channel, "rules", about="9")
    assert says(said(unknown), "rules.unknown", number=9)
    record = await hall.guest.slash(hall.channel, "record")
    [file] = files(record)
    text = (await file.read()).decode()
    assert "seed: sealed" in text
    assert f"played 1: Durbar {read_version()}" in text
    assert SEED not in text
    about = await hall.guest.slash(hall.channel, "about")
    assert "Toy Deccan" in said(about)
    assert read_version() in said(about)
    looking = await hall.guest.click(hall.last, label=phrase("button.look"))
    pressed = await hall.guest.click(shown(looking), label=phrase("button.board"))
    assert pressed.ephemeral
    assert len(files(pressed)) == 1


async def test_to_the_end_of_a_game(hall: Hall) -> None:
    await hall.asha.slash(hall.channel, "game new", game="toy")
    await hall.asha.slash(hall.channel, "game options", name="cards", value="1")
    await hall.asha.slash(hall.channel, "game join", seat="*")
    await hall.asha.slash(hall.channel, "game start")
    for _ in range(2):
        await hall.asha.slash(hall.channel, "pass")
    assert begins(read(hall.end), "push.end")
    assert says(read(hall.end), "final.moves")
    assert says(read(hall.end), "order")
    ends = ("button.rematch", "button.replay", "button.result")
    assert hall.labels(hall.end) == [phrase(key) for key in ends]
    assert hall.end.id == hall.last.id, "how it ended stands last, after the animation"
    record = await hall.asha.slash(hall.channel, "record")
    assert f"seed: {SEED}" in (await files(record)[0].read()).decode()
    for command in ("pass", "hint", "undo"):
        nothing = await hall.asha.slash(hall.channel, command)
        assert begins(said(nothing), "over")
        assert labels(nothing) == [phrase(key) for key in ends]


async def test_a_fault_of_ours_is_owned_and_changes_nothing(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.begin()
    who, board = hall.asked(), hall.last

    def broken(*_: object) -> None:
        raise RuntimeError("a fault in the rules")

    monkeypatch.setattr("bot.orders.draft.find_outcome", broken)
    result = await who.click(board, label="Pass")
    assert begins(said(result), "broken")
    monkeypatch.undo()
    assert begins(said(await who.slash(hall.channel, "pass")), "done.other", line="Pass.")


async def test_a_board_that_cannot_be_drawn_does_not_hold_up_the_game(hall: Hall) -> None:
    await hall.begin()

    def broken(job: Job | Animation) -> render.Picture:
        raise RuntimeError("no ink")

    bot = hall.env.bot
    assert isinstance(bot, Durbar)
    bot.responder.pictures.paint = broken
    before = hall.last.id
    await hall.asked().slash(hall.channel, "pass")
    assert hall.last.id != before
    assert hall.last.attachments == []


async def test_the_texts_of_all_languages_are_loaded_before_a_person_waits_for_them(hall: Hall) -> None:
    load_sentences.cache_clear()
    assert isinstance(hall.env.bot, Durbar)
    hall.env.bot._load_games()
    assert load_sentences.cache_info().currsize == len(LANGUAGES)
