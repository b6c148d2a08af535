"""Replies in time: a sign for slow ones, and another attempt after a network error."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import MagicMock, Mock

import aiohttp
import discord
import pytest
from structlog.testing import capture_logs

from bot.analysis.hints import announce_hint
from bot.discord_app import responder as responding
from bot.discord_app.action_table import ActionTable
from bot.discord_app.responder import Responder
from bot.language.words import speak, speak_within
from bot.learning.explanations import Explanations
from bot.people.preferences import Preferences
from bot.posting.pictures import Pictures
from bot.replies.reply import Refused, Reply
from db.connection.unusable import Unusable
from tests.phrases import begins, phrase
from tests.until import until


class Everybody:
    """People without preferences."""

    async def load(self, _: int) -> Preferences:
        return Preferences()


class Nobody:
    """A database that can't be read."""

    async def load(self, _: int) -> Preferences:
        raise OSError("disk")


class Wire:
    """An interaction that records its replies. It raises the errors in `trouble` first, one at a time."""

    def __init__(
        self, private: bool = False, trouble: list[Exception] | None = None, layout: bool = True
    ) -> None:
        self.user, self.channel, self.guild_id = SimpleNamespace(id=1), None, 1
        self.locale = discord.Locale.british_english
        self.app_permissions = discord.Permissions.all()
        self.type = discord.InteractionType.component
        self.id, self.calls, self.done = 1, list[tuple[str, Any]](), False
        self.trouble = trouble or []
        flags = SimpleNamespace(ephemeral=True, components_v2=layout)
        self.message = SimpleNamespace(id=5, flags=flags) if private else None
        self.followup = SimpleNamespace(
            send=lambda **given: self.take("follow up", given | {"said": texts(given)})
        )
        self.response = SimpleNamespace(
            is_done=lambda: self.done,
            defer=lambda **given: self.take("defer", given),
            send_message=lambda text="", **given: self.take("send", given | {"said": text or texts(given)}),
            edit_message=lambda **given: self.take("edit", given | {"said": texts(given)}),
        )

    async def take(self, what: str, given: dict[str, Any]) -> None:
        if self.trouble:
            raise self.trouble.pop(0)
        self.calls.append((what, given))
        self.done = True

    async def edit_original_response(self, **given: Any) -> None:
        if self.trouble:
            raise self.trouble.pop(0)
        self.calls.append(("edit original", given | {"said": texts(given)}))


def texts(given: dict[str, Any]) -> str:
    """Return the text of a message."""
    shown = given["view"].walk_children()
    return "\n".join(item.content for item in shown if isinstance(item, discord.ui.TextDisplay))


async def say(text: str) -> Reply:
    return Reply(text)


def answering(people: Everybody | Nobody) -> Responder:
    """Return a responder without games."""
    nobody: Any = None
    return Responder(
        ActionTable([]), MagicMock(), cast(Any, people), nobody, nobody, Explanations(nobody), Pictures()
    )


async def respond(wire: Wire, work: Any, **how: Any) -> list[tuple[str, Any]]:
    await answering(Everybody()).respond(cast(Any, wire), work, **how)
    return wire.calls


async def test_a_quick_answer_is_sent_at_once() -> None:
    [(what, given)] = await respond(Wire(), say("here"))
    assert (what, given["said"], given["ephemeral"]) == ("send", "here", True)


async def test_a_quick_answer_takes_the_place_of_the_private_one_before() -> None:
    [(what, given)] = await respond(Wire(private=True), say("here"))
    assert (what, given["said"]) == ("edit", "here")
    assert "content" not in given


async def test_a_private_answer_of_before_there_were_layouts_gives_way_with_its_text() -> None:
    [(_, given)] = await respond(Wire(private=True, layout=False), say("here"))
    assert (given["content"], given["embeds"], given["said"]) == (None, [], "here")


async def test_a_silent_answer_to_a_click_on_a_post_sends_no_message() -> None:
    async def silent() -> Reply:
        return Reply("seated", silent=True)

    private, post, typed = Wire(private=True), Wire(private=True), Wire()
    post.message = SimpleNamespace(
        id=6, flags=SimpleNamespace(ephemeral=False, components_v2=True), components=[]
    )
    assert await respond(post, silent()) == [("defer", {})]
    for wire in (private, typed):
        [(_, given)] = await respond(wire, silent())
        assert given["said"] == "seated", "nothing else shows it there"


@pytest.mark.parametrize("private", [False, True])
async def test_what_takes_long_is_announced_first(monkeypatch: pytest.MonkeyPatch, private: bool) -> None:
    monkeypatch.setattr(responding, "PATIENCE", 0.01)
    wire = Wire(private)

    async def late() -> Reply:
        await until(lambda: wire.calls)
        return Reply("at last")

    calls = await respond(wire, late())
    assert calls[0] == ("defer", {"ephemeral": True, "thinking": not private})
    assert calls[1][0] == "edit original"
    assert calls[1][1]["said"] == "at last"


async def test_what_is_known_to_take_long_says_so_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sign is replaced by the reply, in the same message."""
    monkeypatch.setattr(responding, "SOON", 0.01)
    wire = Wire()

    async def late() -> Reply:
        await until(lambda: wire.calls)
        return Reply("at last")

    calls = await respond(wire, late(), fresh=True, meanwhile=lambda: "Some seconds.")
    assert [(what, given["said"]) for what, given in calls] == [
        ("send", "Some seconds."),
        ("edit original", "at last"),
    ]


async def test_the_sign_of_a_long_answer_is_in_the_language_of_who_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The cog that asks for the answer has not yet set the person's language."""
    monkeypatch.setattr(responding, "SOON", 0.01)
    wire = Wire()
    wire.locale = discord.Locale.french

    async def late() -> Reply:
        await until(lambda: wire.calls)
        return Reply("at last")

    with speak_within("en"):
        calls = await respond(wire, late(), fresh=True, meanwhile=announce_hint)
    with speak_within("fr"):
        assert calls[0][1]["said"] == announce_hint()


async def test_a_blocked_person_is_refused_in_their_language() -> None:
    wire, responder = Wire(), answering(Everybody())
    wire.locale, responder.blocked = discord.Locale.french, lambda: {1}
    with speak_within("en"):
        assert not await responder.welcome(cast(Any, wire))
    [(_, given)] = wire.calls
    with speak_within("fr"):
        assert given["said"] == phrase("blocked")


async def test_the_whole_of_an_answer_comes_in_a_new_message_once_it_is_ready() -> None:
    """The first message may show a question by then."""
    wire = Wire()

    async def late() -> Reply:
        await until(lambda: wire.calls)
        return Reply("all of it")

    async def begin() -> Reply:
        return Reply("a part", later=late)

    calls = await respond(wire, begin(), fresh=True)
    assert [(what, given["said"]) for what, given in calls] == [
        ("send", "a part"),
        ("follow up", "all of it"),
    ]
    assert calls[1][1]["ephemeral"]


async def test_an_answer_comes_in_as_many_parts_as_it_has() -> None:
    """A review has three: what is known at once, the chances, and the orders."""

    async def end() -> Reply:
        return Reply("all of it")

    async def go_on() -> Reply:
        return Reply("more of it", later=end)

    async def begin() -> Reply:
        return Reply("a part", later=go_on)

    calls = await respond(Wire(), begin(), fresh=True)
    assert [given["said"] for _, given in calls] == ["a part", "more of it", "all of it"]


async def test_an_answer_stays_if_the_whole_of_it_fails() -> None:
    async def fail() -> Reply:
        raise ValueError("a fault")

    async def begin() -> Reply:
        return Reply("a part", later=fail)

    [(_, given)] = await respond(Wire(), begin(), fresh=True)
    assert given["said"] == "a part"


async def test_a_refusal_of_the_whole_answer_is_told() -> None:
    async def refuse() -> Reply:
        raise Refused("not so")

    async def begin() -> Reply:
        return Reply("a part", later=refuse)

    calls = await respond(Wire(), begin(), fresh=True)
    assert [given["said"] for _, given in calls] == ["a part", "not so"]


async def test_a_dropped_answer_is_sent_again() -> None:
    reset = aiohttp.ClientOSError(104, "Connection reset by peer")
    assert [what for what, _ in await respond(Wire(trouble=[reset, reset]), say("here"))] == ["send"]
    assert await respond(Wire(trouble=[reset] * responding.ATTEMPTS), say("here")) == []


async def test_an_answer_that_comes_too_late_does_no_harm() -> None:
    response: Any = SimpleNamespace(status=404, reason="Not Found")
    late = discord.NotFound(response, {"code": 10062, "message": "Unknown interaction"})
    assert await respond(Wire(trouble=[late]), say("here")) == []


async def test_a_long_answer_is_cut_and_keeps_its_question() -> None:
    [(_, given)] = await respond(Wire(), say("x" * 5000))
    assert len(given["said"]) == 2000


async def test_a_refusal_is_an_answer() -> None:
    async def refuse() -> Reply:
        raise Refused("not so")

    [(_, given)] = await respond(Wire(), refuse())
    assert given["said"] == "not so"


async def test_an_answer_announced_on_a_wire_that_broke_is_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Discord already has the sign, and says so at the second attempt. The reply replaces it."""
    monkeypatch.setattr(responding, "PATIENCE", 0.01)
    refused: Any = SimpleNamespace(status=400, reason="Bad Request")
    twice = discord.HTTPException(refused, {"code": 40060, "message": "already been acknowledged"})
    wire = Wire(trouble=[aiohttp.ClientOSError(104, "Connection reset by peer"), twice])

    async def late() -> Reply:
        await until(lambda: not wire.trouble)
        return Reply("at last")

    [(what, given)] = await respond(wire, late())
    assert (what, given["said"]) == ("edit original", "at last")


async def test_who_clicks_while_the_database_fails_has_an_answer_all_the_same() -> None:
    wire, responder = Wire(), answering(Nobody())
    with capture_logs() as logs:
        await responder.respond(cast(Any, wire), say("here"))
    assert [given["said"] for _, given in wire.calls] == ["here"]
    assert logs[0]["log_level"] == "error"


async def test_a_fault_has_a_number_that_stands_in_the_log() -> None:
    responder = answering(Everybody())

    async def broken() -> Any:
        raise OSError("disk")

    for guarded in (False, True):
        wire: Any = Wire()
        wire.id, wire.type = 0xABC0000001F, discord.InteractionType.component
        with capture_logs() as logs:
            await (responder.guard(wire, broken()) if guarded else responder.respond(wire, broken()))
        [(_, given)] = wire.calls
        assert given["said"] == phrase("broken", number="0000001f")
        assert [line["number"] for line in logs] == ["0000001f"]


@pytest.mark.parametrize("private", [False, True])
async def test_who_clicks_while_the_database_is_away_reads_so_beside_the_question(private: bool) -> None:
    responder = answering(Everybody())

    async def refused() -> Any:
        raise Unusable("PostgreSQL can't be reached.")

    for guarded in (False, True):
        wire: Any = Wire(private)
        wire.type = discord.InteractionType.component
        with capture_logs() as logs:
            await (responder.guard(wire, refused()) if guarded else responder.respond(wire, refused()))
        [(how, given)] = wire.calls
        assert (how, given["said"], given["ephemeral"]) == ("send", phrase("database.away"), True)
        assert [line["why"] for line in logs] == ["PostgreSQL can't be reached."]


async def test_an_answer_whose_token_has_ended_is_a_line_in_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord ends the token 15 minutes after a click. The act stands, and its post reports it."""
    monkeypatch.setattr(responding, "PATIENCE", 0.01)
    refused: Any = SimpleNamespace(status=401, reason="Unauthorized")
    ended = discord.HTTPException(refused, {"code": 50027, "message": "Invalid Webhook Token"})
    wire, did = Wire(), list[str]()

    async def late() -> Reply:
        await until(lambda: wire.calls)
        wire.trouble.append(ended)
        did.append("an order")
        return Reply("too late")

    with capture_logs() as logs:
        assert [what for what, _ in await respond(wire, late())] == ["defer"]
    assert did == ["an order"]
    assert [(line["log_level"], line["event"]) for line in logs] == [("warning", "Discord refused an answer")]


@pytest.mark.parametrize(
    ("locale", "set_to", "language"),
    [
        ("fr", None, "fr"),
        ("fr", "en", "en"),
        ("en-GB", "fr", "fr"),
        ("ja", None, "en"),
    ],
)
async def test_people_are_spoken_to_in_the_language_of_their_discord(
    locale: str, set_to: str | None, language: str
) -> None:
    class Settled(Everybody):
        async def load(self, _: int) -> Preferences:
            return Preferences() if set_to is None else Preferences(language=set_to)

    wire, responder = Wire(), answering(Settled())
    wire.locale = discord.Locale(locale)

    async def broken() -> Reply:
        raise OSError("disk")

    with capture_logs():
        await responder.respond(cast(Any, wire), broken())
    [(_, given)] = wire.calls
    with speak_within(language):
        assert begins(given["said"], "broken")
    speak("en")


@pytest.mark.parametrize("thread", [False, True])
def test_each_right_that_the_bot_lacks_is_seen(thread: bool) -> None:
    send = "send_messages_in_threads" if thread else "send_messages"
    needed = ("view_channel", send, "attach_files", "embed_links", "read_message_history")
    wire: Any = Wire()
    wire.channel = Mock(spec=discord.Thread) if thread else None
    assert responding._find_missing_permissions(wire) == ()
    for name in needed:
        wire.app_permissions = discord.Permissions.all()
        wire.app_permissions.update(**{name: False})
        assert responding._find_missing_permissions(wire) == (name,)
    wire.app_permissions = discord.Permissions(**dict.fromkeys(needed, True))
    assert responding._find_missing_permissions(wire) == (), "and it needs no other"
