"""Handle interactions from the click to the last follow-up, by Discord's rules for bots."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from sandbox.errors import Json, Problem, Refusal, invalid_form, unknown
from sandbox.faults import Faults
from sandbox.gateway import Gateway
from sandbox.limits import ATTACHMENT_LIMIT, choice_problems, message_problems, modal_problems
from sandbox.messages import Workshop
from sandbox.serializers import channel_json
from sandbox.wire import Upload
from sandbox.world import DM, EPHEMERAL, LOADING, Channel, Post, User, World, now

ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0


class Kind(IntEnum):
    """The kind of an interaction."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Answer(IntEnum):
    """The kind of a bot's answer."""

    MESSAGE = 4
    DEFERRED = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


REPLY_CHAT_INPUT, REPLY = 20, 19


@dataclass
class Interaction:
    """An interaction and all its effects."""

    id: str
    kind: Kind
    user: User
    channel: Channel
    data: Json
    source: Post | None = None
    """The message with the component that was used."""
    opened_by: Interaction | None = None
    """The interaction that opened the form, if this is a submitted form."""
    command: str = ""
    token: str = field(default_factory=lambda: secrets.token_urlsafe(48))
    created: float = field(default_factory=time.monotonic)
    answer: Answer | None = None
    answer_data: Json = field(default_factory=dict)
    answered_after: float = 0.0
    failed: bool = False
    token_ended: bool = False
    """Whether a test has ended the token early."""
    original: Post | None = None
    follow_ups: list[Post] = field(default_factory=list)
    done: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the bot has answered, or when its time is over."""
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the final answer has come after a deferred one."""

    @property
    def age(self) -> float:
        return time.monotonic() - self.created


class Interactions:
    """All interactions, by id and by token."""

    def __init__(self, world: World, gateway: Gateway, workshop: Workshop, faults: Faults) -> None:
        self.world = world
        self.gateway = gateway
        self.workshop = workshop
        self.faults = faults
        self.answer_seconds = ANSWER_SECONDS
        self.token_seconds = TOKEN_SECONDS
        self.by_id: dict[str, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # What the person does

    def begin(self, interaction: Interaction) -> Interaction:
        """Send the interaction to the bot, and start the time limit of the bot's first answer."""
        self.by_id[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        self._spawn(self._give_up_on(interaction))
        self._spawn(self._send(interaction))
        return interaction

    async def stop(self) -> None:
        """Cancel all pending tasks."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _give_up_on(self, interaction: Interaction) -> None:
        try:
            await asyncio.wait_for(interaction.done.wait(), self.answer_seconds)
        except TimeoutError:
            interaction.failed = True
            interaction.done.set()
            self.world.publish("failed", interaction.id, interaction.user)

    async def _send(self, interaction: Interaction) -> None:
        payload = self._payload(interaction)
        fault = self.faults.for_dispatch()
        match fault.do if fault else None:
            case "lose":
                return
            case "late":
                assert fault is not None
                await asyncio.sleep(fault.seconds)
            case "duplicate":
                await self.gateway.dispatch("INTERACTION_CREATE", payload)
        await self.gateway.dispatch("INTERACTION_CREATE", payload)

    def _payload(self, interaction: Interaction) -> Json:
        direct = interaction.channel.kind == DM
        where: Json = (
            {"user": interaction.user.as_json()}
            if direct
            else {
                "guild_id": interaction.channel.guild_id,
                "guild": {"id": interaction.channel.guild_id, "locale": "en-US", "features": []},
                "guild_locale": "en-US",
                "member": self.world.member(interaction.user, permissions=True),
            }
        )
        channel = channel_json(self.world, interaction.channel)
        if not direct:
            channel |= {"permissions": str(interaction.user.permissions)}
        source = {"message": interaction.source.data} if interaction.source is not None else {}
        return (
            where
            | source
            | {
                "id": interaction.id,
                "application_id": self.world.bot.id,
                "type": int(interaction.kind),
                "data": interaction.data,
                "channel": channel,
                "channel_id": interaction.channel.id,
                "token": interaction.token,
                "version": 1,
                "locale": "en-US",
                "app_permissions": str(self.world.bot_rights(interaction.channel)),
                "entitlements": [],
                "authorizing_integration_owners": {"0": interaction.channel.guild_id or "0"},
                "context": 1 if direct else 0,
                "attachment_size_limit": ATTACHMENT_LIMIT,
            }
        )

    # The bot's first answer

    def respond(self, interaction_id: str, token: str, body: Json, uploads: dict[int, Upload]) -> Json:
        """Apply the bot's first answer, and return an `InteractionCallbackResponse`."""
        interaction = self.by_id.get(interaction_id)
        if interaction is None or interaction.token != token or interaction.failed:
            raise unknown("interaction", 10062)
        if interaction.answer is not None:
            raise Refusal(400, 40060, "Interaction has already been acknowledged.")
        answer, data = Answer(body["type"]), body.get("data") or {}
        _check_allowed(interaction, answer)
        self._check_contents(interaction, answer, data, uploads)
        self._apply(interaction, answer, data, uploads)
        interaction.answer, interaction.answer_data, interaction.answered_after = (
            answer,
            data,
            interaction.age,
        )
        interaction.done.set()
        return self._callback_response(interaction)

    def _check_contents(
        self, at: Interaction, answer: Answer, data: Json, uploads: dict[int, Upload]
    ) -> None:
        match answer:
            case Answer.MESSAGE:
                found = list(message_problems(data, uploads))
            case Answer.UPDATE:
                assert at.source is not None
                found = list(message_problems(data, uploads, at.source.data))
            case Answer.CHOICES:
                found = list(choice_problems(data["choices"]))
            case Answer.MODAL:
                found = list(modal_problems(data))
            case _:
                found = []
        if found:
            raise invalid_form(found)

    def _apply(self, at: Interaction, answer: Answer, data: Json, uploads: dict[int, Upload]) -> None:
        if answer in (Answer.MESSAGE, Answer.DEFERRED):
            at.original = self._new_post(at, data, uploads, loading=answer is Answer.DEFERRED)
        elif answer is Answer.UPDATE:
            assert at.source is not None
            at.original = at.source
            self.edit(at.source, data, uploads)
        elif answer is Answer.DEFERRED_UPDATE:
            at.original = at.source

    def _new_post(
        self, at: Interaction, data: Json, uploads: dict[int, Upload], *, loading: bool = False
    ) -> Post:
        private = (data.get("flags") or 0) & EPHEMERAL
        kind = REPLY_CHAT_INPUT if at.kind is Kind.COMMAND else REPLY if at.source is not None else 0
        flags = private | (LOADING if loading else 0)
        post = self.workshop.blank(at.channel, self.world.bot, kind, flags=flags)
        post.only_for = at.user if private else None
        post.data |= {
            "application_id": self.world.bot.id,
            "webhook_id": self.world.bot.id,
            "interaction_metadata": self._metadata(at),
        }
        if at.kind is Kind.COMMAND:
            user = at.user.as_json()
            post.data["interaction"] = {"id": at.id, "type": int(at.kind), "name": at.command, "user": user}
        if kind == REPLY and at.source is not None:
            post.data["message_reference"] = {
                "type": 0,
                "channel_id": at.channel.id,
                "message_id": at.source.id,
                "guild_id": at.channel.guild_id,
            }
        if not loading:
            self.workshop.fill(post, data, uploads)
        return self.world.add_post(post)

    def _metadata(self, at: Interaction) -> Json:
        about: Json = {
            "id": at.id,
            "type": int(at.kind),
            "user": at.user.as_json(),
            "authorizing_integration_owners": {"0": at.channel.guild_id or "0"},
        }
        if at.original is not None:
            about["original_response_message_id"] = at.original.id
        if at.kind is Kind.COMPONENT and at.source is not None:
            about["interacted_message_id"] = at.source.id
        if at.kind is Kind.MODAL and at.opened_by is not None:
            about["triggering_interaction_metadata"] = self._metadata(at.opened_by)
        return about

    def _callback_response(self, at: Interaction) -> Json:
        about: Json = {
            "id": at.id,
            "type": int(at.kind),
            "channel_id": at.channel.id,
            "response_message_loading": at.answer is Answer.DEFERRED,
        }
        if at.channel.kind != DM:
            about["guild_id"] = at.channel.guild_id
        if at.original is not None:
            about |= {
                "response_message_id": at.original.id,
                "response_message_ephemeral": at.original.only_for is not None,
            }
        if at.original is not None and at.answer in (Answer.MESSAGE, Answer.UPDATE):
            return {"interaction": about, "resource": {"type": int(at.answer), "message": at.original.data}}
        return {"interaction": about}

    # Later messages with the token

    def by_token(self, token: str) -> Interaction:
        """Return the interaction of a webhook token.

        Refuse a token that is unknown, too old, or ended by a test. Refuse any token before
        the bot's first answer.
        """
        interaction = self._by_token.get(token)
        if interaction is None or interaction.answer is None:
            raise unknown("Webhook", 10015)
        if interaction.token_ended or interaction.age > self.token_seconds:
            raise Refusal(401, 50027, "Invalid Webhook Token")
        return interaction

    def end_tokens(self) -> None:
        """End the tokens of all interactions so far."""
        for interaction in self._by_token.values():
            interaction.token_ended = True

    def follow_up(self, at: Interaction, body: Json, uploads: dict[int, Upload]) -> Post:
        """Create a follow-up message. The first one after a deferred answer replaces "thinking..."."""
        if problems := list(message_problems(body, uploads)):
            raise invalid_form(problems)
        if (
            at.answer is Answer.DEFERRED
            and at.original
            and at.original.data["flags"] & LOADING
            and not at.original.gone
        ):
            self.edit(at.original, body, uploads, checked=True)
            at.settled.set()
            return at.original
        post = self._new_post(at, body, uploads)
        at.follow_ups.append(post)
        at.settled.set()
        return post

    def message_of(self, at: Interaction, message_id: str) -> Post:
        """Return a message that this token may change.

        `@original` is the first answer, or the message that this answer updates.
        """
        if message_id == "@original":
            if at.original is None or at.original.gone:
                raise unknown("Message", 10008)
            return at.original
        known = {post.id for post in (*at.follow_ups, at.original, at.source) if post is not None}
        if message_id not in known:
            raise unknown("Message", 10008)
        return self.world.post(message_id)

    def edit(self, post: Post, body: Json, uploads: dict[int, Upload], *, checked: bool = False) -> None:
        """Edit a message. `checked`: the caller has already checked the new body."""
        if not checked and (problems := list(message_problems(body, uploads, post.data))):
            raise invalid_form(problems)
        self.workshop.fill(post, body, uploads)
        if post.data["flags"] & LOADING:
            post.data["flags"] &= ~LOADING
        else:
            post.data["edited_timestamp"] = now()
        self.world.touch(post)

    def edit_with_token(
        self, at: Interaction, message_id: str, body: Json, uploads: dict[int, Upload]
    ) -> Post:
        """Edit a message with a webhook token (PATCH)."""
        post = self.message_of(at, message_id)
        self.edit(post, body, uploads)
        at.settled.set()
        return post

    def delete_with_token(self, at: Interaction, message_id: str) -> None:
        """Delete a message with a webhook token (DELETE)."""
        self.world.remove_post(self.message_of(at, message_id))
        at.settled.set()


def _check_allowed(interaction: Interaction, answer: Answer) -> None:
    if interaction.kind is Kind.AUTOCOMPLETE:
        allowed: Iterable[Answer] = (Answer.CHOICES,)
    else:
        allowed = {Answer.MESSAGE, Answer.DEFERRED}
        if interaction.source is not None:
            allowed |= {Answer.UPDATE, Answer.DEFERRED_UPDATE}
        if interaction.kind is not Kind.MODAL:
            allowed |= {Answer.MODAL}
    if answer not in allowed:
        raise invalid_form([Problem(("type",), f"{answer.name} does not answer {interaction.kind.name}")])
