"""Make all services of the bot and connect them. This module itself uses no discord.py."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from typing import NamedTuple

from bot.analysis.hints import Analysis
from bot.analysis.opened_notebooks import OpenedNotebooks
from bot.analysis.replays import Replays
from bot.clubs.follows import Follows
from bot.clubs.notice_board import NoticeBoards
from bot.clubs.polls import Polls
from bot.clubs.ranks import Ranks
from bot.clubs.seekers import Seekers
from bot.clubs.show import Shows
from bot.clubs.tables import Tables
from bot.competitions.service import CompetitionService
from bot.deadlines.adjournment import Adjournment
from bot.deadlines.reminders import Reminders
from bot.engine.job_queue import JobQueue, Urgency
from bot.engine.thinking import Task, think
from bot.engine.workers import Workers
from bot.hosting.repairs import Repairs
from bot.hosting.server_page import ServerPageSetting
from bot.hosting.webhook import WebhookSetting
from bot.learning.daily_puzzle import PuzzleOfTheDay
from bot.learning.explanations import Explanations
from bot.learning.first_game import FirstGame
from bot.learning.group_lessons import GroupLessons
from bot.learning.help import Help
from bot.learning.lessons import LessonService
from bot.learning.more import More
from bot.learning.player_aids import PlayerAids
from bot.orders.mentions import Mentions
from bot.orders.order_form import OrderForm
from bot.orders.own_question import OwnQuestion
from bot.orders.plans import Plans
from bot.orders.service import OrderService
from bot.orders.trades import Trades
from bot.orders.undo_requests import UndoRequests
from bot.people.preference_editor import PreferenceStore
from bot.plans.question_plans import QuestionPlans
from bot.players.bot_moves import Think
from bot.posting.pictures import list_offered
from bot.seating.end_buttons import list_end_buttons
from bot.seating.homes import HomeTables
from bot.seating.leaving import Leaving
from bot.seating.lobby import Lobby
from bot.seating.preference_panel import PreferencePanel
from bot.seating.rematches import Rematches
from bot.seating.seats import Seats
from bot.seating.seeds import give_no_word, make_seed, take_word
from bot.seating.table_form import TableForm
from bot.seating.table_settings import TableSettings
from bot.session.signal import Signal
from bot.session.uploads import Uploads
from bot.settings.page_links import PageLinks
from bot.settings.webhook_address import Mode
from bot.views.board import BoardViews
from bot.views.game_pages import GamePages
from bot.views.history import History
from bot.views.kept_lines import KeptLines
from bot.views.my_games import MyGames
from bot.views.notebook import NotebookViews
from bot.views.stats import Stats
from bot.views.suggestions import Suggestions
from bot.views.whatif import WhatIf
from db.store import Store
from rules.kernel import Rules
from rules.player import Advice


class Thinking(NamedTuple):
    """How bot players think.

    Attributes:
        think: chooses an order
        seconds: the thinking time for an order
        luck: returns a seed for random numbers
    """

    think: Think
    seconds: float
    luck: Callable[[], int]


class OrdersRoom(NamedTuple):
    """The services of orders and plans."""

    service: OrderService
    question_plans: QuestionPlans
    own_question: OwnQuestion
    order_form: OrderForm
    mentions: Mentions
    undo_requests: UndoRequests
    trades: Trades
    plans: Plans


class DeadlinesRoom(NamedTuple):
    """The services that watch the clocks."""

    reminders: Reminders
    adjournment: Adjournment


class AnalysisRoom(NamedTuple):
    """The services for hints, reviews and replays."""

    hints: Analysis
    replays: Replays
    opened_notebooks: OpenedNotebooks


class ViewsRoom(NamedTuple):
    """The services that only show something."""

    board: BoardViews
    history: History
    pages: GamePages
    my_games: MyGames
    whatif: WhatIf
    kept_lines: KeptLines
    notebooks: NotebookViews
    stats: Stats
    suggestions: Suggestions


class SeatingRoom(NamedTuple):
    """The services for tables and their seats."""

    lobby: Lobby
    table_settings: TableSettings
    seats: Seats
    homes: HomeTables
    rematches: Rematches
    leaving: Leaving
    table_form: TableForm
    preferences: PreferencePanel


class ClubsRoom(NamedTuple):
    """The services for what a server shares."""

    tables: Tables
    follows: Follows
    shows: Shows
    polls: Polls
    notice_boards: NoticeBoards
    seekers: Seekers
    ranks: Ranks


class LearningRoom(NamedTuple):
    """The services for newcomers."""

    lessons: LessonService
    group_lessons: GroupLessons
    daily_puzzle: PuzzleOfTheDay
    first_game: FirstGame
    help: Help
    more: More
    player_aids: PlayerAids
    explanations: Explanations


class HostingRoom(NamedTuple):
    """The services for hosts."""

    repairs: Repairs
    server_page: ServerPageSetting
    webhook: WebhookSetting


class Services(NamedTuple):
    """The services of the bot, by room.

    Attributes:
        saved: the signal after an act that may have caused a post
        job_queue: the queue of jobs for bot players, hints and reviews
        thinking: how bot players think
        people: the preferences of all people
        competitions: the service for cups and leagues
    """

    saved: Signal[[]]
    job_queue: JobQueue
    thinking: Thinking
    people: PreferenceStore
    orders: OrdersRoom
    deadlines: DeadlinesRoom
    analysis: AnalysisRoom
    views: ViewsRoom
    seating: SeatingRoom
    clubs: ClubsRoom
    competitions: CompetitionService
    learning: LearningRoom
    hosting: HostingRoom

    def list_services(self) -> list[object]:
        """Return the services whose methods can be actions."""
        return [
            self.people,
            *self.orders,
            *self.deadlines,
            *self.analysis,
            *self.views,
            *self.seating,
            *self.clubs,
            self.competitions,
            *self.learning,
            *self.hosting,
        ]


def build_services(
    store: Store,
    games: Mapping[str, Rules],
    *,
    job_queue: JobQueue | None = None,
    readers: Workers | None = None,
    drawers: Workers | None = None,
    seconds: float = 1.0,
    luck: int | None = None,
    page_links: PageLinks | None = None,
    webhooks: Mode = "off",
) -> Services:
    """Return all services, connected.

    Args:
        store: the database
        games: the rules of each game, by key
        job_queue: the queue of jobs for bot players, hints and reviews; None to run the jobs in threads
        readers: the workers that read uploaded files; None for threads
        drawers: the workers that make pages for `/record`; None for threads
        seconds: the thinking time of a bot player for each order
        luck: the seed of all games and bot players, for tests; None for secret random seeds
        page_links: the writer of links to games' web pages; None if there are no pages
        webhooks: "off", "on", or "local" to allow webhooks also on this machine
    """
    new_seed = make_seed if luck is None else lambda: f"{luck:032x}"
    saved = Signal[[]]()
    queue = job_queue or JobQueue(asyncio.to_thread)
    orders = OrderService(
        store,
        games,
        saved,
        uploads=Uploads(games, readers),
        page_links=page_links,
        end_buttons=list_end_buttons,
    )
    people = PreferenceStore(store, *list_offered(games))
    question_plans, undo_requests = QuestionPlans(orders), UndoRequests(orders)
    order_form, own_question = OrderForm(orders, undo_requests), OwnQuestion(orders, question_plans)
    ordering = OrdersRoom(
        orders,
        question_plans,
        own_question,
        order_form,
        Mentions(order_form),
        undo_requests,
        Trades(orders),
        Plans(orders),
    )
    reminders = Reminders(orders, people, History.since.call, Seats.claim.call)
    analysis = Analysis(orders, queue)
    board, stats = BoardViews(orders, people), Stats(orders, people)
    whatif, kept_lines = WhatIf(orders), KeptLines(orders)
    views = ViewsRoom(
        board,
        History(board, analysis),
        GamePages(orders, analysis, drawers),
        MyGames(orders),
        whatif,
        kept_lines,
        NotebookViews(whatif, kept_lines, people),
        stats,
        Suggestions(orders),
    )
    new_word = take_word if luck is None else give_no_word
    lobby, seats = Lobby(orders, new_seed, new_word), Seats(reminders)
    homes = HomeTables(lobby)
    table_settings = TableSettings(reminders)
    seating = SeatingRoom(
        lobby,
        table_settings,
        seats,
        homes,
        Rematches(reminders, new_seed, new_word),
        Leaving(reminders, lobby),
        TableForm(homes, seats),
        PreferencePanel(people, table_settings, own_question),
    )
    tables, shows = Tables(lobby, seats), Shows(analysis, people, reminders.now)
    seekers = Seekers(lobby, stats.ratings, reminders.now)
    clubs = ClubsRoom(
        tables,
        Follows(tables, people, reminders.now),
        shows,
        Polls(shows),
        NoticeBoards(tables, seekers),
        seekers,
        Ranks(stats.ratings),
    )
    lessons = LessonService(orders, GroupLessons.ask.call)
    learning = LearningRoom(
        lessons,
        GroupLessons(lessons),
        PuzzleOfTheDay(lessons, people, reminders.now),
        FirstGame(homes, seats, LessonService.learn.call),
        Help(board),
        More(orders),
        PlayerAids(orders),
        Explanations(orders),
    )
    return Services(
        saved=saved,
        job_queue=queue,
        thinking=Thinking(
            _make_thinker(queue, None if job_queue else games),
            seconds,
            (lambda: secrets.randbits(64)) if luck is None else (lambda: luck),
        ),
        people=people,
        orders=ordering,
        deadlines=DeadlinesRoom(reminders, Adjournment(orders, reminders.now)),
        analysis=AnalysisRoom(analysis, Replays(orders), OpenedNotebooks(orders)),
        views=views,
        seating=seating,
        clubs=clubs,
        competitions=CompetitionService(lobby, analysis, reminders.now),
        learning=learning,
        hosting=HostingRoom(
            Repairs(reminders, board, lobby), ServerPageSetting(orders), WebhookSetting(orders, webhooks)
        ),
    )


def _make_thinker(queue: JobQueue, games: Mapping[str, Rules] | None) -> Think:
    """Return the function that chooses an order for a bot player.

    `games` are the games of this process. None means that worker processes think. They load the games
    themselves.
    """

    def think_here(task: Task) -> Advice:
        return think(task, games or {})

    async def think_in_queue(task: Task) -> Advice:
        return await queue.think(Urgency.MOVE, think if games is None else think_here, task)

    return think_in_queue
