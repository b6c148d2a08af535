"""Make all services of the bot and connect them. This module itself uses no discord.py."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
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
from bot.seating.homes import HomeTables
from bot.seating.leaving import Leaving
from bot.seating.lobby import Lobby
from bot.seating.rematches import Rematches
from bot.seating.seats import Seats
from bot.seating.seeds import give_no_word, make_seed, take_word
from bot.seating.table_form import TableForm
from bot.seating.table_options import TableOptions
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


@dataclass(frozen=True)
class Services:
    """All services that commands, buttons, lists and forms call.

    `saved` is a signal, sent after an act that may have caused a post.
    """

    saved: Signal[[]]
    job_queue: JobQueue
    thinking: Thinking
    orders: OrderService
    people: PreferenceStore
    question_plans: QuestionPlans
    own_question: OwnQuestion
    order_form: OrderForm
    mentions: Mentions
    undo_requests: UndoRequests
    trades: Trades
    plans: Plans
    reminders: Reminders
    adjournment: Adjournment
    analysis: Analysis
    lobby: Lobby
    table_options: TableOptions
    seats: Seats
    tables: Tables
    follows: Follows
    shows: Shows
    polls: Polls
    notice_boards: NoticeBoards
    seekers: Seekers
    ranks: Ranks
    competitions: CompetitionService
    homes: HomeTables
    leaving: Leaving
    board: BoardViews
    history: History
    replays: Replays
    pages: GamePages
    rematches: Rematches
    my_games: MyGames
    more: More
    whatif: WhatIf
    kept_lines: KeptLines
    notebooks: NotebookViews
    opened_notebooks: OpenedNotebooks
    help: Help
    stats: Stats
    suggestions: Suggestions
    lessons: LessonService
    group_lessons: GroupLessons
    daily_puzzle: PuzzleOfTheDay
    first_game: FirstGame
    table_form: TableForm
    player_aids: PlayerAids
    explanations: Explanations
    repairs: Repairs
    server_page: ServerPageSetting
    webhook: WebhookSetting

    def __iter__(self) -> Iterator[object]:
        return (getattr(self, field.name) for field in fields(self))


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
    )
    people = PreferenceStore(store, *list_offered(games))
    question_plans, undo_requests = QuestionPlans(orders), UndoRequests(orders)
    order_form = OrderForm(orders, undo_requests)
    own_question = OwnQuestion(orders, question_plans)
    reminders = Reminders(orders, people, History.since.call, Seats.claim.call)
    analysis = Analysis(orders, queue)
    new_word = take_word if luck is None else give_no_word
    lobby = Lobby(orders, new_seed, new_word)
    seats = Seats(reminders)
    tables, stats = Tables(lobby, seats), Stats(orders, people)
    shows = Shows(analysis, people, reminders.now)
    seekers, homes = Seekers(lobby, stats.ratings, reminders.now), HomeTables(lobby)
    board = BoardViews(orders, people)
    history = History(board, analysis)
    lessons, whatif, kept_lines = (
        LessonService(orders, GroupLessons.ask.call),
        WhatIf(orders),
        KeptLines(orders),
    )
    return Services(
        saved=saved,
        job_queue=queue,
        thinking=Thinking(
            _make_thinker(queue, None if job_queue else games),
            seconds,
            (lambda: secrets.randbits(64)) if luck is None else (lambda: luck),
        ),
        orders=orders,
        people=people,
        question_plans=question_plans,
        own_question=own_question,
        order_form=order_form,
        mentions=Mentions(order_form),
        undo_requests=undo_requests,
        trades=Trades(orders),
        plans=Plans(orders),
        reminders=reminders,
        adjournment=Adjournment(orders, reminders.now),
        analysis=analysis,
        lobby=lobby,
        table_options=TableOptions(reminders),
        seats=seats,
        tables=tables,
        follows=Follows(tables, people, reminders.now),
        shows=shows,
        polls=Polls(shows),
        notice_boards=NoticeBoards(tables, seekers),
        seekers=seekers,
        ranks=Ranks(stats.ratings),
        competitions=CompetitionService(lobby, analysis, reminders.now),
        homes=homes,
        leaving=Leaving(reminders, lobby),
        board=board,
        history=history,
        replays=Replays(orders),
        pages=GamePages(orders, analysis, drawers),
        rematches=Rematches(reminders, new_seed, new_word),
        my_games=MyGames(orders),
        more=More(orders),
        whatif=whatif,
        kept_lines=kept_lines,
        notebooks=NotebookViews(whatif, kept_lines, people),
        opened_notebooks=OpenedNotebooks(orders),
        help=Help(board),
        stats=stats,
        suggestions=Suggestions(orders),
        lessons=lessons,
        group_lessons=GroupLessons(lessons),
        daily_puzzle=PuzzleOfTheDay(lessons, people, reminders.now),
        first_game=FirstGame(homes, seats, LessonService.learn.call),
        table_form=TableForm(homes, seats),
        player_aids=PlayerAids(orders),
        explanations=Explanations(orders),
        repairs=Repairs(reminders, board, lobby),
        server_page=ServerPageSetting(orders),
        webhook=WebhookSetting(orders, webhooks),
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
