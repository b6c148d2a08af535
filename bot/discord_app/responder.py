"""Between Discord and the table: commands, buttons, lists and forms come in here, and are answered in
time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import structlog

from bot.discord_app.threads import in_use
from bot.engine import metrics
from bot.language.words import join_names, say, speak, speak_within, spoken_language
from bot.learning.explanations import Explanations
from bot.learning.group_lessons import GroupLessons
from bot.learning.lesson_session import is_lesson
from bot.learning.lessons import LessonService
from bot.orders.plans import PLANNED, Plans
from bot.orders.trades import DEAL, Trades
from bot.orders.undo_requests import UndoRequests
from bot.people.caller import Caller
from bot.people.preference_editor import PreferenceStore
from bot.people.preferences import Preferences
from bot.plans.early_answers import Ahead
from bot.posting import buttons, layouts
from bot.posting.action_buttons import TEMPLATE, turn
from bot.posting.private_images import draw_reply
from bot.replies.reply import ActionButton, Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.story.announce import link_board
from bot.views.suggestions import Suggestions
from bot.views.whatif import WhatIf
from db.records import NoGame, Status
from rules.kernel import InputError

if TYPE_CHECKING:
    from bot.analysis.hints import Analysis
    from bot.orders.service import OrderService
    from bot.posting.pictures import Drawing, Pictures
    from bot.seating.lobby import Lobby
    from bot.views.board import BoardViews

log = structlog.get_logger(__name__)
PATIENCE = 1.2  # seconds until an answer is announced instead of given; Discord gives 3
SOON = 0.3  # seconds until it is, where it is known that it takes some
ATTEMPTS = 3  # of an answer that the network drops
ANSWERED = 40060  # Discord's code for an interaction that has its answer
BY_THE_TREE = (discord.InteractionType.application_command, discord.InteractionType.autocomplete)
Interaction = discord.Interaction[Any]
Work = Coroutine[Any, Any, Reply]


class Responder:
    """Answers interactions. All answers are private: what concerns the channel is posted by the outbox."""

    def __init__(
        self,
        table: OrderService,
        lobby: Lobby,
        look: BoardViews,
        pictures: Pictures,
        people: PreferenceStore,
        analysis: Analysis,
    ) -> None:
        self.table, self.lobby, self.look, self.pictures = table, lobby, look, pictures
        self.analysis = analysis
        self.plans, self.ahead = Plans(table), Ahead(table)
        self.whatif, self.undo_requests, self.prompts = WhatIf(table), UndoRequests(table), Suggestions(table)
        self.people, self.deals, self.school = people, Trades(table), LessonService(table)
        self.explanations, self.group_lessons = Explanations(table), GroupLessons(self.school)
        self.unwelcome: Callable[[], Set[int]] = frozenset  # people and servers that are blocked

    async def pressed(self, interaction: Interaction, verb: str, about: str) -> None:
        """A button."""
        await self.greet(interaction)
        await interaction.client.verbs[verb](interaction, about)

    async def own(self, by: Caller, game: str = "") -> Reply:
        """The question that is asked of this person: the one that waits, or one beside it. Whoever is asked
        nothing reads what is asked of whom, and where."""
        answer = await self.table.question(by)
        if answer.panel is not None:
            return answer
        stored = await self.table.here(by)
        with suppress(Refused):
            return await self.ahead.show(by, game or str(stored.id))
        if stored.panel_id is None:
            return answer
        return replace(answer, text="\n".join([answer.text, say("turn.board", link=link_board(stored))]))

    async def _led_back(self, by: Caller, answer: Reply) -> Reply:
        """What somebody looks at, with a button that leads him back to what he is asked."""
        led = answer.panel is not None or any(knob.verb == "own" for knob in answer.knobs)
        stored = None if led else await self.table.store.in_channel(by.channel_id)
        if stored is None or stored.status is not Status.RUNNING:
            return answer
        if self.table.seated(stored).asked not in stored.seats_of(by.user_id):
            return answer
        return replace(
            answer, knobs=(*answer.knobs, ActionButton("own", str(stored.id), say("button.own"), "main"))
        )

    async def chosen(
        self, interaction: Interaction, mark: str, keys: Sequence[str], *, changes: bool = False
    ) -> None:
        """Options of a list; `changes`: of what was filled in."""
        by, at = caller(interaction), buttons.read(mark)
        first, *more = keys or ("",)  # a list without an answer is no answer that fits
        judge = self.school if is_lesson(at.game) else self.table
        deed = judge.change if changes else judge.click
        work = self.group_lessons.take(by, at.game, lambda by: deed(by, at, first, *more))
        await self.respond(interaction, work)

    async def hint(self, interaction: Interaction, game: int | None = None) -> None:
        """A hint for the game, or for that of the channel; until it is there it is said how long it may
        take."""
        await self.greet(interaction)
        work, meanwhile = self.analysis.hint(caller(interaction), game), self.analysis.meanwhile()
        await self.respond(interaction, work, fresh=True, meanwhile=meanwhile)

    async def deal(self, interaction: Interaction, about: str) -> None:
        """The form for a proposal."""
        await self.greet(interaction)
        try:
            opened = await self.deals.opened(caller(interaction), about)
        except InputError as refused:
            await self.respond(interaction, _refusal(refused), fresh=True)
            return
        entries = opened.entries(self.table.games[opened.key].name)
        form = buttons.entry_form(f"{DEAL}:{opened.about}", say("deal.title"), entries)
        await interaction.response.send_modal(form)

    async def plan_form(self, interaction: Interaction, about: str) -> None:
        """The form for a plan."""
        await self.greet(interaction)
        try:
            entries = await self.plans.form(caller(interaction))
        except InputError as refused:
            await self.respond(interaction, _refusal(refused), fresh=True)
            return
        form = buttons.entry_form(f"{PLANNED}:{about}", say("plan.title"), entries)
        await interaction.response.send_modal(form)

    async def leftover(self, interaction: Interaction) -> None:
        """What discord.py lets fall: the order form, and a click that came just after its button was taken
        off."""
        if (form := buttons.form_text(interaction)) is not None:
            by, (line, lesson) = caller(interaction), form
            if lesson:
                work = self.group_lessons.take(by, lesson, lambda by: self.school.order(by, lesson, line))
            else:
                work = self._typed(by, line)
            await self.respond(interaction, work)
        elif (chosen := buttons.form_entries(interaction, DEAL)) is not None:
            await self.respond(interaction, self.deals.proposed(caller(interaction), *chosen), fresh=True)
        elif (planned := buttons.form_entries(interaction, PLANNED)) is not None:
            await self.respond(interaction, self.plans.formed(caller(interaction), planned[1]), fresh=True)
        elif (match := buttons.lost_press(interaction)) is None:
            return
        elif match.re is buttons.PRESS:
            await self.pressed(interaction, match["verb"], match["about"])
        elif match.re is TEMPLATE:
            await turn(interaction, match["verb"], match["about"])
        else:
            data: Any = interaction.data
            changes = match["list"] == "c"
            await self.chosen(interaction, match["mark"], data["values"], changes=changes)

    async def _typed(self, by: Caller, line: str) -> Reply:
        """An order out of the form; one that is refused is kept for another try."""
        try:
            return await self.table.order(by, line)
        except InputError as refused:
            kept = say("typed.kept", text=line.replace("`", "'"))
            text = "\n".join([cut_text(str(refused), MAX_TEXT - len(kept) - 1), kept])
            again = ActionButton("again", "", say("button.correct"), "main")
            return Reply(text, knobs=(again, ActionButton("own", "", say("button.own"))))

    async def retype(self, interaction: Interaction) -> None:
        """The order form once more, with the text that the message has kept."""
        message = interaction.message
        kept = "" if message is None else layouts.read(message).partition("```\n")[2].partition("\n```")[0]
        await interaction.response.send_modal(buttons.order_form(kept))

    async def respond(
        self,
        interaction: Interaction,
        work: Work,
        *,
        fresh: bool = False,
        looking: bool = False,
        meanwhile: str = "",
    ) -> None:
        """Do the work and show its answer, in time or later. `fresh`: not in the place of the answer before;
        `looking`: nothing is decided with it, so that it never stands in the place of a question;
        `meanwhile`: what a fresh answer that takes some seconds says until it is there."""
        begin = time.perf_counter()
        preferences = await self.greet(interaction)
        fresh = fresh or (looking and buttons.asks(interaction.message))
        by = caller(interaction) if looking else None
        taught = buttons.teaches(interaction.message)  # a lesson that all in its thread see
        work = in_use(interaction, work) if taught else work
        task = asyncio.ensure_future(self._done(work, preferences, interaction, by))
        await asyncio.wait({task}, timeout=SOON if meanwhile else PATIENCE)
        in_place, announced = not fresh and (taught or _is_private(interaction)), False

        def announcing() -> Awaitable[object]:
            if not meanwhile:
                return interaction.response.defer(ephemeral=True, thinking=not in_place)
            return interaction.response.send_message(view=layouts.layout(meanwhile, (), ""), ephemeral=True)

        if not task.done():
            metrics.DEFERRED.inc()
            announced = await _send(interaction, announcing)
        answer, drawing = await task
        beside = announced and in_place and taught and not answer.public
        in_place = in_place and (bool(answer.public) or not taught)
        if (missing := _lacks(interaction)) and not answer.public:
            lacks = join_names([say(f"permission.{name}") for name in missing])
            text = "\n".join([cut_text(answer.text, MAX_TEXT - 300), say("lacks.note", lacks=lacks)])
            answer = replace(answer, text=text)
        older = in_place and not _has_layout(interaction)  # a message of before, whose text gives way
        cleared: dict[str, Any] = {"content": None, "embeds": []} if older else {}

        def sending() -> Awaitable[object]:
            with speak_within(answer.public or spoken_language()):
                view, files = layouts.answered(answer, drawing)
            if beside:
                return interaction.followup.send(view=view, files=files, ephemeral=True)
            if announced or interaction.response.is_done():
                return interaction.edit_original_response(view=view, attachments=files, **cleared)
            if in_place:
                return interaction.response.edit_message(view=view, attachments=files, **cleared)
            return interaction.response.send_message(
                view=view, files=files, ephemeral=True, allowed_mentions=discord.AllowedMentions.none()
            )

        await _send(interaction, sending)
        metrics.ANSWERS.observe(time.perf_counter() - begin)

    async def greet(self, interaction: Interaction) -> Preferences:
        """From here on this person is spoken to as he likes it, as far as that can be read."""
        try:
            preferences = await self.people.of(interaction.user.id)
        except Exception:
            log.exception("how somebody likes things can't be read", interaction=interaction.id)
            preferences = Preferences()
        speak(preferences.spoken(interaction.locale.value))
        return preferences

    async def drawn(self, answer: Reply, preferences: Preferences) -> Drawing | None:
        """The picture of an answer. What a panel numbers can be answered without it."""
        if (job := draw_reply(answer, Preferences() if answer.public else preferences)) is None:
            return None
        try:
            with speak_within(answer.public or spoken_language()):
                return await self.pictures.draw(job)
        except Exception:
            if answer.view is not None or answer.film or answer.curves is not None:
                raise
            log.exception("answers can't be numbered")
            return None

    async def welcome(self, interaction: Interaction) -> bool:
        """False, and said so, for a person or a server that is blocked."""
        if not {interaction.user.id, interaction.guild_id} & self.unwelcome():
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            await _send(interaction, lambda: interaction.response.autocomplete([]))
        else:
            await _send(
                interaction, lambda: interaction.response.send_message(say("blocked"), ephemeral=True)
            )
        return False

    async def guard(self, interaction: Interaction, handling: Coroutine[Any, Any, object]) -> None:
        """Handle an interaction; whatever goes wrong, whoever made it has an answer."""
        try:
            if interaction.type not in BY_THE_TREE and not await self.welcome(interaction):
                handling.close()
                return
            await handling
        except (InputError, NoGame) as refused:  # by what the id of a button says, before anything is done
            await self.respond(interaction, _refusal(refused), fresh=True)
        except Exception as error:
            await self.failed(interaction, error)

    async def failed(self, interaction: Interaction, error: Exception) -> None:
        """Own up to a fault, with the number under which it stands in the log."""
        number = number_of(interaction)
        metrics.FAULTS.inc()
        log.error("an interaction failed", number=number, interaction=interaction.id, exc_info=error)
        text = say("broken", number=number)

        def sending() -> Awaitable[object]:
            if interaction.response.is_done():
                return interaction.followup.send(text, ephemeral=True)
            return interaction.response.send_message(text, ephemeral=True)

        await _send(interaction, sending)

    async def _done(
        self, work: Work, preferences: Preferences, interaction: Interaction, back: Caller | None = None
    ) -> tuple[Reply, Drawing | None]:
        """The answer of the work, or what kept it from being done, with its picture. `back`: who is led back
        from it to what he is asked."""
        try:
            answer = await self.explanations.explained(interaction.user.id, preferences, await work)
            answer = answer if back is None else await self._led_back(back, answer)
            return answer, await self.drawn(answer, preferences)
        except Refused as refused:
            return Reply(str(refused), refused.panel, knobs=refused.knobs), None
        except InputError as refused:
            return Reply(str(refused)), None
        except NoGame:
            return Reply(say("too_late")), None
        except Exception:
            number = number_of(interaction)
            metrics.FAULTS.inc()
            log.exception("an act failed", number=number, interaction=interaction.id)
            return Reply(say("broken", number=number)), None


async def _refusal(refused: InputError | NoGame) -> Reply:
    raise refused


def caller(interaction: Interaction) -> Caller:
    """Who has clicked or typed, and where."""
    return Caller(
        user_id=interaction.user.id,
        name=interaction.user.display_name,
        channel_id=interaction.channel_id or 0,
        guild_id=interaction.guild_id,
        interaction_id=interaction.id,
        manages=interaction.permissions.manage_channels,
        lacks=_lacks(interaction),
        preferences=interaction.client.responder.people.known(interaction.user.id),
    )


def _lacks(interaction: Interaction) -> tuple[str, ...]:
    if interaction.guild_id is None:
        return ()  # between the two of them everything is allowed
    in_thread = isinstance(interaction.channel, discord.Thread)
    send = "send_messages_in_threads" if in_thread else "send_messages"
    needed = ("view_channel", send, "attach_files", "embed_links", "read_message_history")
    return tuple(name for name in needed if not getattr(interaction.app_permissions, name))


def number_of(interaction: Interaction) -> str:
    """What a fault is called, short enough to be read out."""
    return f"{interaction.id & 0xFFFFFFFF:08x}"


async def _send(interaction: Interaction, sending: Callable[[], Awaitable[object]]) -> bool:
    """Send an answer, and again if the network drops it; true if Discord has it. One that comes too late is a
    line in the log."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            await sending()
            return True
        except (aiohttp.ClientError, OSError) as error:
            if attempt == ATTEMPTS:
                log.warning("an answer was lost on the way", error=repr(error), interaction=interaction.id)
        except discord.InteractionResponded:
            return True
        except discord.HTTPException as error:
            if attempt > 1 and error.code == ANSWERED:
                return True  # it had come; what was lost was the word that it had
            log.warning("Discord refuses an answer", error=str(error), interaction=interaction.id)
            return False
    return False


def _is_private(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


def _has_layout(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.components_v2
