"""What each button does, by the verb in its id: one table for all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.discord_app.respond import Responder, Work, caller
from bot.hosting.host import POSITION, REWIND, WITHOUT, Host
from bot.looking.chronicle import Chronicle
from bot.looking.overview import Overview
from bot.posting import buttons
from bot.posting.tool_buttons import Handler, Handlers, Interaction
from bot.table import ahead
from bot.table.answers import Caller
from bot.tableside.clock import Clockwork
from bot.tableside.seats import Seats

Deed = Callable[[Caller, str], Work]


def verbs(
    desk: Responder, seats: Seats, host: Host, chronicle: Chronicle, overview: Overview, keeper: Clockwork
) -> Handlers:
    """Verb to what is done with the interaction and with what the id says the button is about."""
    table, read = desk.table, buttons.read
    orders: dict[str, Deed] = {
        "d": lambda by, about: table.click(by, *_tapped(about)),
        "sure": lambda by, about: table.click(by, *_tapped(about)),
        "plain": lambda by, _: table.question(by, plain=True),
        "page": lambda by, _: table.question(by),
        "go": lambda by, about: table.confirm(by, *_sealed(about)),
        "drop": lambda by, about: table.drop(by, read(about)),
        "peek": lambda by, about: table.peek(by, read(about)),
        "take": lambda by, about: desk.whatif.take(by, read(about)),
        "undo": lambda by, about: desk.takeback.undo(by, read(about)),
        "join": lambda by, about: desk.lobby.join(by, _rest(about), _game(about)),
        "start": lambda by, about: desk.lobby.start(by, int(about)),
        "end": lambda by, about: desk.lobby.end(by, int(about)),
    }
    beside: dict[str, Deed] = {
        ahead.SHOW: lambda by, about: desk.ahead.show(by, about),
        ahead.GIVE: lambda by, about: desk.ahead.give(by, about),
        ahead.UNSAY: lambda by, about: desk.ahead.unsay(by, about),
        "claim": lambda by, about: seats.claim(by, _rest(about), _game(about)),
        "plea": lambda by, about: desk.takeback.ask(by, _game(about)),
        "agree": lambda by, about: desk.takeback.answer(by, _game(about), agrees=True),
        "against": lambda by, about: desk.takeback.answer(by, _game(about), agrees=False),
        "since": lambda by, about: chronicle.since(by, _game(about)),
        "log": lambda by, about: chronicle.log(by, int(_rest(about)), _game(about)),
        "rematch": lambda by, about: overview.rematch(by, _game(about)),
        "automatic": lambda by, about: seats.automatic(by, _rest(about), None, _game(about)),
        "hush": lambda by, about: keeper.hush(by, _game(about)),
    }
    for verb in ("digest", "digestnext"):  # two buttons of one message may not have the same id
        beside[verb] = lambda by, about: chronicle.digest(by, int(_rest(about)), _game(about))
    for verb in ("film", "filmall"):
        beside[verb] = lambda by, about: chronicle.film(by, int(_rest(about)), _game(about))
    for verb in ("replay", "stepback", "stepon", "replaylast"):
        beside[verb] = lambda by, about: chronicle.replay(by, int(_rest(about)), _game(about))
    for verb in (POSITION, REWIND, WITHOUT):
        beside[verb] = lambda by, about, verb=verb: host.sure(by, verb, about)  # type: ignore[misc]

    def handler(deed: Deed, *, fresh: bool = False) -> Handler:
        async def done(interaction: Interaction, about: str) -> None:
            await desk.respond(interaction, deed(caller(interaction), about), fresh=fresh)

        return done

    async def typing(interaction: Interaction, _: str) -> None:
        await interaction.response.send_modal(buttons.order_form())

    async def counter(interaction: Interaction, about: str) -> None:
        await desk.counter(interaction, caller(interaction), _game(about), _rest(about))

    return {
        **{verb: handler(deed) for verb, deed in (orders | beside).items()},
        "own": handler(desk.own),
        "look": handler(lambda by, about: table.tools(by, int(about)), fresh=True),
        "legal": handler(lambda by, _: table.order(by, "?"), fresh=True),
        "board": handler(lambda by, _: desk.look.board(by), fresh=True),
        "type": typing,
        "counter": counter,
    }


def _tapped(about: str) -> tuple[Any, str]:
    """The mark of a button, and the key it answers with."""
    mark, key = buttons.split(about)
    return buttons.read(mark), key


def _sealed(about: str) -> tuple[Any, str]:
    """The mark of a button that confirms, and the seal of what it confirms; "" on a button of before there
    were seals, which confirms nothing."""
    game, turn, place, *seal = about.split(":")
    return buttons.read(f"{game}:{turn}:{place}"), "".join(seal)


def _game(about: str) -> int:
    """The game that a button is about."""
    return int(about.partition(":")[0])


def _rest(about: str) -> str:
    """What a button says besides its game."""
    return about.partition(":")[2]
