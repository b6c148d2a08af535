"""What each button does, by the verb in its id: one table for all of them."""

from __future__ import annotations

from bot.deadlines.adjournment import PLAY_ON, RESUME, Adjournment
from bot.deadlines.reminders import Reminders
from bot.discord_app.lesson_buttons import Deed, game_of, in_lessons, sealed, tapped
from bot.discord_app.responder import Responder, caller
from bot.discord_app.threads import begun
from bot.hosting.repairs import POSITION, REWIND, WITHOUT, Repairs
from bot.learning.daily_puzzle import STOP, TRY, PuzzleOfTheDay
from bot.learning.first_game import FirstGame
from bot.learning.lessons import TOGETHER
from bot.orders.last_order import LAST
from bot.orders.out_of_turn import DO
from bot.orders.plans import PLANNED, SETTLE
from bot.orders.repeat_order import RepeatOrder
from bot.orders.trades import DEAL, REPLY, SEND
from bot.plans import early_answers
from bot.posting import buttons
from bot.posting.action_buttons import Handler, Handlers, Interaction
from bot.replies.mark import read_number
from bot.seating.leaving import LEAVE, RESIGN, Leaving
from bot.seating.seats import Seats
from bot.views.help import Help
from bot.views.history import History
from bot.views.more import More
from bot.views.my_games import MyGames


def verbs(
    responder: Responder,
    seats: Seats,
    leaving: Leaving,
    host: Repairs,
    history: History,
    overview: MyGames,
    guide: Help,
    first_game: FirstGame,
    reminders: Reminders,
    adjourning: Adjournment,
    daily: PuzzleOfTheDay,
) -> Handlers:
    """Verb to what is done with the interaction and with what the id says the button is about."""
    table, read, repeating = responder.table, buttons.read, RepeatOrder(responder.table)
    tools = More(table)
    orders: dict[str, Deed] = {
        "d": lambda by, about: table.click(by, *tapped(about)),
        "sure": lambda by, about: table.click(by, *tapped(about)),
        "plain": lambda by, _: table.question(by, plain=True),
        "page": lambda by, _: table.question(by),
        "go": lambda by, about: table.confirm(by, *sealed(about)),
        "drop": lambda by, about: table.drop(by, read(about)),
        "peek": lambda by, about: tools.peek(by, read(about)),
        "take": lambda by, about: responder.whatif.take(by, read(about)),
        LAST: lambda by, about: repeating.take(by, read(about)),
        "undo": lambda by, about: responder.undo_requests.undo(by, read(about)),
        "join": lambda by, about: responder.lobby.join(by, _rest(about), game_of(about)),
        "start": lambda by, about: responder.lobby.start(by, read_number(about)),
        "end": lambda by, about: responder.lobby.end(by, read_number(about)),
    }
    board: dict[str, Deed] = {"board": lambda by, _: responder.look.board(by)}
    beneath: dict[str, Deed] = {
        "look": lambda by, about: tools.menu(by, read_number(about)),
        "legal": lambda by, _: tools.meaning(by),
    }
    beside: dict[str, Deed] = {
        early_answers.SHOW: lambda by, about: responder.ahead.show(by, about),
        early_answers.GIVE: lambda by, about: responder.ahead.give(by, about),
        early_answers.UNSAY: lambda by, about: responder.ahead.unsay(by, about),
        "claim": lambda by, about: seats.claim(by, _rest(about), game_of(about)),
        "plea": lambda by, about: responder.undo_requests.ask(by, game_of(about)),
        "agree": lambda by, about: responder.undo_requests.answer(by, game_of(about), agrees=True),
        "against": lambda by, about: responder.undo_requests.answer(by, game_of(about), agrees=False),
        REPLY: lambda by, about: responder.deals.reply(by, about),
        SEND: lambda by, about: responder.deals.send(by, about),
        DO: lambda by, about: table.agree(by, game_of(about), _rest(about)),
        "games": lambda _, __: guide.games(),
        "lay": lambda by, about: responder.lobby.new(by, about),
        "mine": lambda by, _: overview.mine(by),
        "about": lambda by, _: responder.look.about(by),
        "rematch": lambda by, about: overview.rematch(by, game_of(about)),
        LEAVE: lambda by, about: responder.lobby.leave(by, _rest(about), game_of(about)),
        RESIGN: lambda by, about: leaving.resign(by, _rest(about), game_of(about)),
        SETTLE: lambda by, about: responder.plans.settle(by, about),
        "automatic": lambda by, about: seats.automatic(by, _rest(about), None, game_of(about)),
        PLAY_ON: lambda by, about: adjourning.play_on(by, game_of(about)),
        RESUME: lambda by, about: adjourning.resume(by, game_of(about)),
        "hush": lambda by, about: reminders.hush(by, game_of(about)),
        STOP: lambda by, _: daily.stop(by),
        "advice": lambda by, about: responder.analysis.take(by, game_of(about), *_hint(_rest(about))),
    }
    looking: dict[str, Deed] = {
        "since": lambda by, about: history.since(by, game_of(about)),
        "log": lambda by, about: history.log(by, read_number(_rest(about)), game_of(about)),
    }
    looking["primer"] = lambda _, about: responder.look.primer(about)
    looking["rule"] = lambda by, about: responder.look.rule(by, _rest(about), about.partition(":")[0])
    for verb in ("digest", "digestnext"):  # two buttons of one message may not have the same id
        looking[verb] = lambda by, about: history.digest(by, read_number(_rest(about)), game_of(about))
    for verb in ("film", "filmall"):
        looking[verb] = lambda by, about: history.film(by, read_number(_rest(about)), game_of(about))
    for verb in ("replay", "stepback", "stepon", "replaylast"):
        looking[verb] = lambda by, about: history.replay(by, read_number(_rest(about)), game_of(about))
    for verb in (POSITION, REWIND, WITHOUT):
        beside[verb] = lambda by, about, verb=verb: host.sure(by, verb, about)  # type: ignore[misc]

    def handler(deed: Deed, *, fresh: bool = False, looking: bool = False) -> Handler:
        async def done(interaction: Interaction, about: str) -> None:
            work = deed(caller(interaction), about)
            await responder.respond(interaction, work, fresh=fresh, looking=looking)

        return done

    async def hint(interaction: Interaction, about: str) -> None:
        await responder.hint(interaction, read_number(about))

    async def typing(interaction: Interaction, about: str) -> None:
        await interaction.response.send_modal(buttons.order_form(lesson=min(game_of(about), 0)))

    async def together(interaction: Interaction, about: str) -> None:
        work = begun(
            responder.group_lessons, responder.drawn, interaction, caller(interaction), read_number(about)
        )
        await responder.respond(interaction, work, fresh=True)

    async def manner(interaction: Interaction, about: str) -> None:
        mark, _, key = about.rpartition(":")
        await responder.chosen(interaction, mark, [key], changes=True)

    async def again(interaction: Interaction, _: str) -> None:
        await responder.retype(interaction)

    async def counter(interaction: Interaction, about: str) -> None:  # of a post of before
        await responder.deal(interaction, f"{game_of(about)}::{_rest(about)}")

    def taught(deeds: dict[str, Deed]) -> dict[str, Deed]:
        return in_lessons(responder.group_lessons, first_game, deeds)

    return {
        **{verb: handler(deed) for verb, deed in taught(orders | beside).items()},
        **{verb: handler(deed, looking=True) for verb, deed in looking.items()},
        TRY: handler(daily.open),
        TOGETHER: together,
        "manner": manner,
        "own": handler(responder.own),
        "look": handler(taught(beneath)["look"], fresh=True, looking=True),
        "legal": handler(taught(beneath)["legal"], fresh=True, looking=True),
        "counsel": hint,
        "board": handler(taught(board)["board"], fresh=True, looking=True),
        "again": again,
        DEAL: responder.deal,
        PLANNED: responder.plan_form,
        "type": typing,
        "counter": counter,
    }


def _rest(about: str) -> str:
    """What a button says besides its game."""
    return about.partition(":")[2]


def _hint(rest: str) -> tuple[int, str]:
    """The number of an order of a hint, and the mark of its place."""
    order, _, mark = rest.partition(":")
    return read_number(order), mark
