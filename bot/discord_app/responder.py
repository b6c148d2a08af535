"""Pass commands, buttons, lists and forms from Discord to the services, and answer in time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence, Set
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import partial
from typing import Any, Concatenate, ParamSpec, cast

import aiohttp
import discord
import structlog

from bot.discord_app.action_table import ActionTable
from bot.discord_app.lesson_threads import ClickThread, run_in_thread
from bot.discord_app.private_questions import PrivateQuestion, PrivateQuestions
from bot.engine import metrics
from bot.engine.answers_first import AnswersFirst
from bot.language.words import get_language, join_names, say, speak, speak_within
from bot.learning.explanations import Explanations
from bot.learning.group_lessons import GroupLessons
from bot.orders.own_question import OwnQuestion
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.people.preference_editor import PreferenceStore
from bot.people.preferences import Preferences
from bot.posting import buttons, layouts
from bot.posting.channel_sight import read_sight
from bot.posting.pictures import Drawing, Pictures
from bot.posting.private_images import draw_answer
from bot.replies.reply import EntryForm, Refused, Reply
from bot.replies.text import fit_above
from db.connection.unusable import Unusable
from db.records import NoGame
from rules.kernel import InputError

log = structlog.get_logger(__name__)
PATIENCE = 1.2  # seconds to wait for an answer before deferring it; Discord allows 3 seconds
SOON = 0.3  # seconds to wait before deferring an answer that always takes long
LATEST = 780.0  # seconds to wait for the whole answer; Discord accepts further messages for 900 seconds
ATTEMPTS = 3  # the most attempts to send an answer that the network drops
ANSWERED = 40060  # Discord's error code for an interaction that was answered already
# The types of interactions for which discord.py's command tree calls `welcome`.
BY_THE_TREE = (discord.InteractionType.application_command, discord.InteractionType.autocomplete)
Interaction = discord.Interaction[Any]
Work = Coroutine[Any, Any, Reply]
P = ParamSpec("P")


class Responder:
    """Answers interactions in private. Only a lesson in a thread has public answers.

    Posts for the whole channel come from the outbox instead.
    """

    def __init__(
        self,
        actions: ActionTable,
        orders: OrderService,
        people: PreferenceStore,
        own_question: OwnQuestion,
        group_lessons: GroupLessons,
        explanations: Explanations,
        pictures: Pictures,
        blocked: Callable[[], Set[int]] = frozenset,
        answers_first: AnswersFirst | None = None,
    ) -> None:
        """Set up the responder.

        Args:
            actions: the table of the methods that clicks call
            orders: the service for orders; it reports answers, to be drawn ahead, and each change of a game
            people: the preferences of all people
            own_question: the service that leads people back to their open question
            group_lessons: the service for lessons in threads
            explanations: the service that explains questions
            pictures: the drawer of pictures
            blocked: a function that returns the ids of people and servers that may not use the bot
            answers_first: counts the answers that the bot is making, because posts wait for them
        """
        self.actions, self.people, self.own_question = actions, people, own_question
        self.group_lessons, self.explanations, self.pictures = group_lessons, explanations, pictures
        self.blocked, self.answers_first = blocked, answers_first or AnswersFirst()
        self.private_questions = PrivateQuestions()
        self._ahead: set[asyncio.Task[None]] = set()
        orders.answering.listen(self.draw_ahead)
        orders.store.listen(self.private_questions.see_change)

    async def run(
        self,
        interaction: Interaction,
        method: Callable[Concatenate[Caller, P], Work],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Answer a command with the reply of a service's method."""
        await self.greet(interaction)  # the method needs the caller's preferences and language
        await self.respond(interaction, method(self.caller(interaction), *args, **kwargs))

    async def look(
        self,
        interaction: Interaction,
        method: Callable[Concatenate[Caller, P], Work],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Answer a command that decides nothing, and add a button that leads back to the open question."""
        await self.greet(interaction)
        await self.respond(interaction, method(self.caller(interaction), *args, **kwargs), looking=True)

    async def open_form(
        self, interaction: Interaction, method: Callable[[Caller], Coroutine[Any, Any, EntryForm]]
    ) -> None:
        """Answer a command with the form that a service's method returns."""
        await self.greet(interaction)
        try:
            form = await method(self.caller(interaction))
        except Refused as refused:
            await self.respond(interaction, _raise(refused))
            return
        await interaction.response.send_modal(buttons.make_form(form))

    async def click(self, interaction: Interaction) -> None:
        """Answer a button, a list or a form by calling the action in its id. Raises `InputError`."""
        await self.greet(interaction)
        data: Any = interaction.data or {}
        entered = interaction.type is discord.InteractionType.modal_submit
        click = self.actions.find(str(data.get("custom_id")), form=entered)
        by, how, message = self.caller(interaction), click.action.how, interaction.message
        given = {
            "values": data.get("values", ()),
            "entered": buttons.read_form(data),
            "thread": ClickThread(interaction, self.pictures),
        }
        if message is not None and "shown" in click.action.wants:
            given["shown"] = layouts.read(message)
        if click.action.opens_form:
            form: Any = await click.run(by, given)
            await interaction.response.send_modal(buttons.make_form(form))
            return

        def call_action(by: Caller) -> Work:
            return cast(Work, click.run(by, given))

        if how.shared:
            work = self.group_lessons.take(by, click.lesson, call_action, looking=how.looking)
        else:
            work = call_action(by)
        looking = how.looking and not how.lesson  # in a lesson, its own buttons lead back
        await self.respond(interaction, work, fresh=how.fresh, looking=looking, meanwhile=how.meanwhile)

    async def respond(
        self,
        interaction: Interaction,
        work: Work,
        *,
        fresh: bool = False,
        looking: bool = False,
        meanwhile: Callable[[], str] | None = None,
    ) -> None:
        """Do the work and show its reply in time, or defer the reply and show it later.

        Args:
            interaction: the command or click
            work: the coroutine that returns the reply
            fresh: whether to send a new message instead of replacing the clicked one
            looking: whether the work decides nothing; then its reply never replaces a question
            meanwhile: returns the text that a fresh reply shows until the work is done; it is called when the
                language is known
        """
        begin = time.perf_counter()
        preferences = await self.greet(interaction)
        fresh = fresh or (looking and self._has_question_buttons(interaction.message))
        by = self.caller(interaction) if looking else None
        taught = self._is_group_lesson(interaction.message)
        work = run_in_thread(interaction, work) if taught else work
        in_place = not fresh and (taught or _is_private(interaction))
        if in_place and interaction.message is not None:
            self.private_questions.forget(interaction.message.id)
        task = asyncio.ensure_future(self._make_reply(work, preferences, interaction, by))
        with nullcontext() if meanwhile else self.answers_first.count_answer():
            await asyncio.wait({task}, timeout=SOON if meanwhile else PATIENCE)
        announced = False

        def announcing() -> Awaitable[object]:
            if meanwhile is None:
                return interaction.response.defer(ephemeral=True, thinking=not in_place)
            return interaction.response.send_message(
                view=layouts.make_layout(meanwhile(), (), ""), ephemeral=True
            )

        if not task.done():
            metrics.DEFERRED.inc()
            announced = await _send(interaction, announcing)
        try:
            answer, drawing, question = await task
        except Unusable as refused:
            await self.answer_failure(interaction, refused)  # a new message, so that the question stays
            return
        beside = announced and in_place and taught and not answer.public
        in_place = in_place and (bool(answer.public) or not taught)
        if (missing := _find_missing_permissions(interaction)) and not answer.public:
            lacks = join_names([say(f"permission.{name}") for name in missing])
            text = fit_above(answer.text, say("lacks.note", lacks=lacks))
            answer = replace(answer, text=text)
        older = in_place and not _has_layout(interaction)  # the plain text of an old message is removed
        cleared: dict[str, Any] = {"content": None, "embeds": []} if older else {}

        silent = answer.silent and interaction.message is not None and not _is_private(interaction)

        def deliver(view: layouts.View, files: list[discord.File]) -> Awaitable[object]:
            if beside:
                return interaction.followup.send(view=view, files=files, ephemeral=True)
            if announced or interaction.response.is_done():
                return interaction.edit_original_response(view=view, attachments=files, **cleared)
            if in_place:
                return interaction.response.edit_message(view=view, attachments=files, **cleared)
            return interaction.response.send_message(
                view=view, files=files, ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
            )

        async def send_answer() -> None:
            if silent and not interaction.response.is_done():
                await interaction.response.defer()
                return
            with speak_within(answer.public or get_language()):
                view, files = layouts.lay_out_answer(answer, drawing)
            sent = await deliver(view, files)
            if question is not None and (
                message_id := _find_message_id(interaction, sent, in_place=in_place)
            ):
                self.private_questions.keep(question, message_id, interaction, view)

        await _send(interaction, send_answer)
        metrics.ANSWERS.observe(time.perf_counter() - begin)
        if answer.later is not None:
            await self._send_whole(interaction, answer.later(), preferences)

    async def _send_whole(self, interaction: Interaction, work: Work, preferences: Preferences) -> None:
        """Wait for the whole answer, and send it as a new message. The first message has only a part.

        The first message is not edited, because it may show something else by now. If the answer still has
        only a part, the rest follows it in the same way. If the work fails or takes too long, send nothing.
        """
        try:
            async with asyncio.timeout(LATEST):
                answer = await _answer_refusals(work)
                drawing = await draw_answer(self.pictures, answer, preferences)
        except Exception as error:
            log.warning("the rest of an answer failed", error=repr(error), interaction=interaction.id)
            return

        def sending() -> Awaitable[object]:
            view, files = layouts.lay_out_answer(answer, drawing)
            return interaction.followup.send(view=view, files=files, ephemeral=True)

        await _send(interaction, sending)
        if answer.later is not None:
            await self._send_whole(interaction, answer.later(), preferences)

    async def greet(self, interaction: Interaction) -> Preferences:
        """Load and return this person's preferences, and set the language of this task to theirs."""
        try:
            preferences = await self.people.load(interaction.user.id)
        except Exception:
            log.exception("preferences can't be loaded", interaction=interaction.id)
            preferences = Preferences()
        speak(preferences.choose_language(interaction.locale.value))
        return preferences

    async def welcome(self, interaction: Interaction) -> bool:
        """Return whether this person and their server may use the bot. If not, tell the person."""
        if not {interaction.user.id, interaction.guild_id} & self.blocked():
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            await _send(interaction, lambda: interaction.response.autocomplete([]))
        else:
            await self.greet(interaction)
            await _send(
                interaction, lambda: interaction.response.send_message(say("blocked"), ephemeral=True)
            )
        return False

    async def guard(self, interaction: Interaction, handling: Coroutine[Any, Any, object]) -> None:
        """Await the handling of an interaction. After any error, the user still gets an answer."""
        try:
            if interaction.type not in BY_THE_TREE and not await self.welcome(interaction):
                handling.close()
                return
            await handling
        except (InputError, NoGame) as refused:  # the id is out of date, or the form can't be opened
            await self.respond(interaction, _raise(refused), fresh=True)
        except Exception as error:
            await self.answer_failure(interaction, error)

    async def answer_failure(self, interaction: Interaction, error: Exception) -> None:
        """Answer that the database can't be used, or that the bot made a mistake, with the fault's number."""
        if isinstance(error, Unusable):
            log.error("an interaction came while the database can't be used", why=str(error))
            await self._excuse(interaction, say("database.away"))
            return
        number = name_fault(interaction)
        metrics.FAULTS.inc()
        log.error("an interaction failed", number=number, interaction=interaction.id, exc_info=error)
        await self._excuse(interaction, say("broken", number=number))

    async def _excuse(self, interaction: Interaction, text: str) -> None:
        """Send a private message that says why an interaction had no effect."""

        def sending() -> Awaitable[object]:
            if interaction.response.is_done():
                return interaction.followup.send(text, ephemeral=True)
            return interaction.response.send_message(text, ephemeral=True)

        await _send(interaction, sending)

    def draw_ahead(self, caller: Caller, answer: Reply) -> None:
        """Start to draw the picture of an answer while the database saves the caller's act.

        When the answer is sent, it uses this picture.
        """
        if caller.preferences is not None and caller.interaction_id is not None:
            task = asyncio.create_task(self._draw_ahead(answer, caller.preferences))
            self._ahead.add(task)
            task.add_done_callback(self._ahead.discard)

    async def _draw_ahead(self, answer: Reply, preferences: Preferences) -> None:
        with suppress(Exception):  # if this fails, the picture is drawn when the answer is sent
            await draw_answer(self.pictures, answer, preferences)

    def caller(self, interaction: Interaction) -> Caller:
        """Return the caller of an interaction."""
        return Caller(
            user_id=interaction.user.id,
            name=interaction.user.display_name,
            channel_id=interaction.channel_id or 0,
            guild_id=interaction.guild_id,
            interaction_id=interaction.id,
            manages=interaction.permissions.manage_channels,
            manages_server=interaction.permissions.manage_guild,
            lacks=_find_missing_permissions(interaction),
            preferences=self.people.load_known(interaction.user.id),
            sees=partial(_sees, interaction),
            parent_id=interaction.channel.parent_id
            if isinstance(interaction.channel, discord.Thread)
            else None,
            find_lacks=partial(_find_lacks, interaction),
        )

    def _has_question_buttons(self, message: discord.Message | None) -> bool:
        """Return whether a message has the buttons of a question."""
        return message is not None and any(map(self.actions.is_answer, buttons.list_ids(message)))

    def _is_group_lesson(self, message: discord.Message | None) -> bool:
        """Return whether a message is a public message with a lesson's buttons."""
        if message is None or message.flags.ephemeral:
            return False
        return any(map(self.actions.is_lesson, buttons.list_ids(message)))

    async def _make_reply(
        self, work: Work, preferences: Preferences, interaction: Interaction, back: Caller | None = None
    ) -> tuple[Reply, Drawing | None, PrivateQuestion | None]:
        """Return the reply of the work, its picture, and its question. A refusal or an error becomes a reply.

        If `back` is given, add a button that leads this caller back to their question. Raises `Unusable`.
        """
        try:
            answer = await work
            question = self.private_questions.make(interaction.user.id, answer)
            answer = await self.explanations.explain_answer(
                interaction.user.id, preferences, answer, layouts.find_room
            )
            answer = answer if back is None else await self.own_question.lead_back(back, answer)
            return answer, await draw_answer(self.pictures, answer, preferences), question
        except Refused as refused:
            answer = Reply(str(refused), refused.panel, buttons=refused.buttons)
            return answer, None, self.private_questions.make(interaction.user.id, answer)
        except InputError as refused:
            return Reply(str(refused)), None, None
        except NoGame:
            return Reply(say("too_late")), None, None
        except Unusable:
            raise
        except Exception:
            number = name_fault(interaction)
            metrics.FAULTS.inc()
            log.exception("an action failed", number=number, interaction=interaction.id)
            return Reply(say("broken", number=number)), None, None


async def _answer_refusals(work: Work) -> Reply:
    """Return the reply of the work. A refusal becomes a reply."""
    try:
        return await work
    except Refused as refused:
        return Reply(str(refused), refused.panel, buttons=refused.buttons)


def _sees(interaction: Interaction, channel_id: int) -> bool:
    """Return whether the person of an interaction can see a channel or thread of this server."""
    if channel_id == interaction.channel_id:
        return True
    if interaction.guild is None or not isinstance(interaction.user, discord.Member):
        return False
    return read_sight(interaction.guild).sees(interaction.user, channel_id)


def _find_lacks(interaction: Interaction, channel_id: int, names: Sequence[str]) -> tuple[str, ...]:
    """Return the permissions in `names` that the bot lacks in a channel of the interaction's server.

    Return () for a channel that this process doesn't know.
    """
    rights = interaction.app_permissions if channel_id == interaction.channel_id else None
    channel = None if interaction.guild is None else interaction.guild.get_channel_or_thread(channel_id)
    if isinstance(channel, discord.ForumChannel):  # a post in a forum needs no permission for threads
        names = [name for name in names if name != "create_public_threads"]
    if rights is None and interaction.guild is not None and channel is not None:
        rights = channel.permissions_for(interaction.guild.me)
    return () if rights is None else tuple(name for name in names if not getattr(rights, name))


async def _raise(refused: InputError | NoGame) -> Reply:
    raise refused


def _find_missing_permissions(interaction: Interaction) -> tuple[str, ...]:
    if interaction.guild_id is None:
        return ()  # in a direct message everything is allowed
    in_thread = isinstance(interaction.channel, discord.Thread)
    send = "send_messages_in_threads" if in_thread else "send_messages"
    needed = ("view_channel", send, "attach_files", "embed_links", "read_message_history")
    return tuple(name for name in needed if not getattr(interaction.app_permissions, name))


def name_fault(interaction: Interaction) -> str:
    """Return the number of a fault: 8 hexadecimal digits, short enough to read out."""
    return f"{interaction.id & 0xFFFFFFFF:08x}"


async def _send(interaction: Interaction, sending: Callable[[], Awaitable[object]]) -> bool:
    """Send an answer, and retry if the network drops it. Return whether Discord has got the answer.

    An answer that Discord refuses, for example because it comes too late, is only logged.
    """
    for attempt in range(1, ATTEMPTS + 1):
        try:
            await sending()
            return True
        except (aiohttp.ClientError, OSError) as error:
            if attempt == ATTEMPTS:
                log.warning("the network dropped an answer", error=repr(error), interaction=interaction.id)
        except discord.InteractionResponded:
            return True
        except discord.HTTPException as error:
            if attempt > 1 and error.code == ANSWERED:
                return True  # an earlier attempt arrived, but its confirmation was lost
            log.warning("Discord refused an answer", error=str(error), interaction=interaction.id)
            return False
    return False


def _find_message_id(interaction: Interaction, sent: object, *, in_place: bool) -> int | None:
    """Return the id of the message that an answer has sent or edited; None if Discord didn't say it.

    `sent` is what the request to Discord returned.
    """
    if in_place and interaction.message is not None:
        return interaction.message.id
    if isinstance(sent, discord.InteractionCallbackResponse):
        return sent.message_id
    return sent.id if isinstance(sent, discord.Message) else None


def _is_private(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


def _has_layout(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.components_v2
