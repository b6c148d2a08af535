"""Show a game's player aid (its actions and costs) as pictures and as text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bot.language.words import join_names, say
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.replies.action import action, button
from bot.replies.reply import Refused, Reply
from bot.replies.text import cut_text
from bot.seating.games import sort_games
from bot.seating.typed_names import read_game, read_key
from bot.session.loaded_game import title_seat
from bot.views.board import make_primer_button
from render.worker import Aid
from rules.kernel import Rules
from rules.lessons.aid import ALL, Chapter, as_text, find_aid, split_pages
from rules.lessons.newcomer import find_newcomer

LABEL = 40  # the most characters on the button of a page
ALT = 1000  # the most characters of the picture's alt text; the attached file has the whole text


class PlayerAids:
    """Shows the player aids of games."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders

    async def show(self, caller: Caller, game: str | None = None, side: str | None = None) -> Reply:
        """Return a player aid, by default for the channel's game and the caller's seat. Raises `Refused`.

        If several aids fit, return a button for each aid. If no game is found, list the games that have aids.
        """
        store = self.orders.store
        here = await store.find_in_channel(caller.channel_id)
        here = here or await store.find_in_channel(caller.channel_id, ended=True)
        key = read_game(self.orders.games, game) if game else "" if here is None else here.game
        if key not in self.orders.games:
            return self._list_games()
        rules = self.orders.games[key]
        sheets = find_aid(rules)
        own = () if here is None or here.game != key else here.seats_of(caller.user_id)
        if side is not None:
            side = read_key(side, {each: rules.name(each) for each in sheets})
            if not side:
                raise Refused(say("aid.sides", sides=join_names([rules.name(each) for each in sheets], "or")))
        elif len(sheets) == 1:
            side = next(iter(sheets))
        else:
            side = next((seat for seat in own if seat in sheets), None)
        if side is None:
            buttons = (
                button(PlayerAids.open.call(key, each), title_seat(rules, each), "main") for each in sheets
            )
            return Reply(say("aid.which", title=rules.TITLE), buttons=tuple(buttons))
        return find_sheet(rules, side)

    @action("aid", "{game}:{side}:{page}")
    async def open(self, caller: Caller, game: str, side: str = "", page: int | None = None) -> Reply:
        """Return one page of a player aid. Without `page`, reply as `show` does. Raises `Refused`."""
        if game not in self.orders.games or page is None:
            return await self.show(caller, game, side or None)
        if side not in find_aid(self.orders.games[game]):
            raise Refused(say("aid.games"))
        return find_sheet(self.orders.games[game], side, page)

    def _list_games(self) -> Reply:
        games = sort_games(self.orders.games.values())
        buttons = (
            button(PlayerAids.open.call(rules.KEY), rules.TITLE, "main") for rules in games if find_aid(rules)
        )
        return Reply(say("aid.games"), buttons=tuple(buttons))


def find_sheet(rules: Rules, side: str, page: int = 1) -> Reply:
    """Return a page of a player aid as a picture, a file of the whole text, and a button for each page.

    If there is only one page, it has no button. If the game has texts for newcomers, one more button explains
    the signs on the board.
    """
    chapters = find_aid(rules)[side]
    title = rules.TITLE if side == ALL else title_seat(rules, side)
    whole = split_pages([chapter for chapter in chapters if not chapter.explains])
    page = min(max(page, 1), len(whole))
    buttons = [
        button(
            PlayerAids.open.call(rules.KEY, side, number),
            _write_label(number, each, before),
            off=number == page,
        )
        for number, (before, each) in enumerate(pairwise([(), *whole]), 1)
    ]
    text = say("aid.shown", sheet=title)
    drawn = Aid(title, whole[page - 1], as_text(title, whole[page - 1])[:ALT])
    file = (f"aid-{rules.KEY}-{side}.md", as_text(title, chapters))
    pages = buttons if len(whole) > 1 else []
    signs = [make_primer_button(rules)] if find_newcomer(rules) is not None else []
    return Reply(text, aid=drawn, file=file, buttons=(*pages, *signs))


def _write_label(number: int, page: Sequence[Chapter], before: Sequence[Chapter]) -> str:
    """Return the label of a page's button: the page's first and last chapter.

    If the first chapter began on the page before, the label names that chapter and the page's first item.
    """
    first, last = page[0], page[-1]
    if before and before[-1].title == first.title:
        return cut_text(f"{number}. {first.title}: {first.items[0].title}", LABEL)
    return cut_text(f"{number}. {first.title}{f' … {last.title}' if last is not first else ''}", LABEL)
