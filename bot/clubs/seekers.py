"""Bring together people who look for a game (`/club seek`): store their wishes, and lay out their table.

What a person looks for is called their seek. People whose seeks fit form a party. The delivery of a party has
three steps: it posts one message that calls the people, it opens a thread under this message, and it lays out
the table in the thread. The table starts by itself, like any full table. `db.clubs.seeks` explains why no
person is forgotten or seated twice.
"""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from random import Random

import structlog
from pydantic import BaseModel, ConfigDict, TypeAdapter

from bot.clubs.laying_out import NewTable, choose_options, lay_out, make_default_bot_seat
from bot.clubs.matching import ANY, Party, Seeker, Wishes, match
from bot.language.words import get_language, join_names, say, speak_within
from bot.people.caller import Caller
from bot.replies.action import NOTHING, Entered, action, button
from bot.replies.forms import Filled, fill_in, offer_again, read_filled
from bot.replies.reply import EntryForm, FormField, Refused, Reply
from bot.replies.text import MAX_THREAD_TITLE, cut_text
from bot.seating.lobby import Lobby
from bot.seating.table_form import make_name_field, read_name_field
from bot.seating.thread_rights import require_posting_rights, require_thread_rights
from bot.settings.game_settings import PACES, GameSettings
from bot.settings.options import list_option_values
from bot.settings.setting_values import describe_pace
from bot.story.board_posts import format_time
from bot.story.post import Post
from bot.story.pushes import mention
from bot.views.ratings import Ratings
from db.records import NewDelivery, Seat, Seek, Stale
from rules.kernel import Option, Rules

log = structlog.get_logger(__name__)
PARTY, LAPSED = "party", "seek.lapsed"  # the kinds of deliveries
GAME, SEATS, PACE, TERMS = "game", "seats", "pace", "terms"  # the form's fields, except the table's name
FRIENDLY, PEOPLE, RATED = "friendly", "people", "rated"
SPANS = (100, 200, 400)  # the choices for the largest difference of ratings in a rated game, in points
WITHIN = "rated-"  # the key of such a choice ends with the points, such as "rated-200"
USUAL_PACE = "daily"  # the pace of a party if all its people accept any pace
LONGEST = timedelta(days=14)  # how long a seek lasts
SHORT = timedelta(days=1)  # how long a seek at the pace "live" lasts
_WISHES = TypeAdapter(Wishes)


class PlannedParty(BaseModel):
    """The content of a party's delivery."""

    model_config = ConfigDict(frozen=True)

    party: str
    game: str
    seats: int
    pace: str
    rated: bool


class Seekers:
    """Stores what people look for, forms parties, and lays out tables for them."""

    def __init__(self, lobby: Lobby, ratings: Ratings, now: Callable[[], datetime]) -> None:
        self.lobby, self.orders, self.ratings, self.now = lobby, lobby.orders, ratings, now
        self.store = lobby.store

    # What a person asks

    @action("seek")
    async def open(self, caller: Caller) -> EntryForm:
        """Return the form in which a person says what they look for. Raises `Refused`."""
        require_server(caller)
        games = self.orders.games
        numbers = sorted({n for rules in games.values() for n in list_numbers(rules)})
        terms = {
            FRIENDLY: say("seek.friendly"),
            PEOPLE: say("seek.people"),
            RATED: say("seek.rated"),
            **{f"{WITHIN}{span}": say("seek.rated_within", n=span) for span in SPANS},
        }
        fields = [
            FormField(GAME, say("table.which"), _with_any(say("seek.any_game"), _list_titles(games))),
            FormField(
                SEATS,
                say("table.seats"),
                _with_any(
                    say("seek.any_number"), [Option(str(n), say("table.number", n=n)) for n in numbers]
                ),
            ),
            FormField(
                PACE,
                say("table.pace"),
                _with_any(say("seek.any_pace"), [Option(key, describe_pace(key)) for key in PACES]),
            ),
            FormField(TERMS, say("table.terms"), [Option(key, label) for key, label in terms.items()]),
            make_name_field(),
        ]
        return EntryForm(say("seek.title"), fields, Seekers.submit.call())

    @action("seek.again", "{chosen}:{name}")
    async def reopen(self, caller: Caller, chosen: str, name: str = "") -> EntryForm:
        """Return the form with what a person entered before it was refused. Raises `Refused`."""
        return fill_in(await self.open(caller), Filled(chosen, name))

    @action("form.seek")
    async def submit(self, caller: Caller, *, entered: Entered = NOTHING) -> Reply:
        """Store what the caller looks for. If other waiting people fit, form a party at once.

        Raises `Refused`, with a button that opens the form again.
        """
        try:
            return await self._submit(caller, entered)
        except Refused as refused:
            filled = read_filled(await self.open(caller), entered)
            raise offer_again(refused, Seekers.reopen.call(filled.chosen, filled.typed)) from None

    async def _submit(self, caller: Caller, entered: Entered) -> Reply:
        guild_id = require_server(caller)
        board = await self.store.notice_boards.find(guild_id)
        there = caller.channel_id if board is None else board.channel_id
        usual = caller.parent_id or there if board is None else there
        place = await self.store.homes.choose_channel(guild_id, usual)
        require_thread_rights(caller, place)
        if board is None:
            require_posting_rights(caller)  # a post in this channel will tell the caller if nobody is found
        wishes = await self._read_wishes(guild_id, caller.user_id, entered)
        now = self.now()
        until = now + (SHORT if wishes.pace == "live" else LONGEST)
        seek = Seek(
            guild_id,
            there,
            caller.user_id,
            caller.name,
            get_language(),
            _WISHES.dump_json(wishes).decode(),
            now,
            until,
        )
        if not await self.store.seeks.add(seek):
            raise Refused(say("seek.in_party"))
        await self.look(guild_id)
        waiting = await self.store.seeks.list_waiting(guild_id)
        if all(each.user_id != caller.user_id for each in waiting):
            return Reply(say("seek.matched"))
        text = say("seek.waiting", wishes=self.describe(wishes), until=format_time(until))
        return Reply(text, buttons=(button(Seekers.withdraw.call(), say("button.unseek")),))

    @action("unseek")
    async def withdraw(self, caller: Caller) -> Reply:
        """Withdraw the caller's seek. Raises `Refused`."""
        if not await self.store.seeks.withdraw(require_server(caller), caller.user_id):
            raise Refused(say("seek.none"))
        self.orders.due()
        return Reply(say("seek.withdrawn"))

    def describe(self, wishes: Wishes) -> str:
        """Return what a person looks for, in words."""
        games = self.orders.games
        titles = [games[key].TITLE for key in wishes.games if key in games]
        return " · ".join(
            [
                say("seek.any_game") if len(titles) == len(games) else join_names(titles, "or"),
                say("table.number", n=wishes.seats) if wishes.seats else say("seek.any_number"),
                say("seek.any_pace") if wishes.pace == ANY else describe_pace(wishes.pace),
                say("tables.rated") if wishes.rated else say("tables.friendly"),
                *([say("seek.with_bots")] if wishes.bots else []),
                *([] if wishes.span is None else [say("seek.within", n=wishes.span)]),
                *([wishes.name] if wishes.name else []),
            ]
        )

    async def list_lines(self, guild_id: int) -> list[str]:
        """Return a line for each person of a server who waits for players."""
        return [
            say("seek.line", user=seek.user_id, wishes=self.describe(read_wishes(seek)))
            for seek in await self.store.seeks.list_waiting(guild_id)
        ]

    async def _read_wishes(self, guild_id: int, user_id: int, entered: Entered) -> Wishes:
        """Return what a person has entered in the form. Raises `Refused` for unfit answers."""
        game, seats, pace, terms = (entered.get(key, "") for key in (GAME, SEATS, PACE, TERMS))
        known = self.orders.games
        games = tuple(known) if game == ANY else (game,) if game in known else ()
        numbers = {str(n) for key in games for n in list_numbers(known[key])}
        spans = {f"{WITHIN}{span}": span for span in SPANS}
        if terms not in (FRIENDLY, PEOPLE, RATED, *spans) or pace not in (ANY, *PACES) or not games:
            raise Refused(say("stale"))
        if seats != ANY and seats not in numbers:
            raise Refused(say("seek.no_number"))
        rated = terms in (RATED, *spans)
        games = tuple(key for key in games if not rated or known[key].EXTRAS.scores is not None)
        return Wishes(
            games,
            0 if seats == ANY else int(seats),
            pace,
            rated,
            terms == FRIENDLY,
            spans.get(terms),
            await self.ratings.find_points(guild_id, user_id),
            read_name_field(entered) or "",
        )

    # Parties

    async def look(self, guild_id: int | None = None) -> None:
        """Form all possible parties of a server (None: of each server). End seeks whose time is over."""
        waiting, now = await self.store.seeks.list_waiting(guild_id), self.now()
        if not waiting:
            return
        numbers = {key: list_numbers(rules) for key, rules in self.orders.games.items()}
        of_guild = defaultdict[int, list[Seek]](list)
        for seek in waiting:
            of_guild[seek.guild_id].append(seek)
        for there in of_guild.values():
            seekers = [Seeker(seek.id, read_wishes(seek), seek.created) for seek in there]
            for party in match(seekers, numbers, now):
                await self._form(party, [seek for seek in there if seek.id in party.ids])
        for seek in waiting:
            if seek.until <= now:
                await self.store.seeks.lapse(seek, self._write_lapse(seek))
        self.orders.due()

    async def _form(self, party: Party, people: Sequence[Seek]) -> None:
        """Let these people form a party. If one of them has withdrawn in the meantime, do nothing."""
        name = secrets.token_hex(8)
        plan = PlannedParty(
            party=name, game=party.game, seats=party.seats, pace=party.pace, rated=party.rated
        )
        place = await self.store.homes.choose_channel(people[0].guild_id, people[0].channel_id)
        post = NewDelivery(place, PARTY, plan.model_dump_json())
        try:
            await self.store.seeks.join(party.ids, name, post)
        except Stale:
            log.info("a party is not formed, because a person has withdrawn", party=name)

    def _write_lapse(self, seek: Seek) -> NewDelivery:
        """Return the post that tells a person that nobody has been found."""
        with speak_within(seek.language):
            again = button(Seekers.open.call(), say("button.seek"))
            text = say("seek.lapsed", user=seek.user_id, wishes=self.describe(read_wishes(seek)))
        content = Post(text=text, ping=(seek.user_id,), buttons=(again,)).model_dump_json()
        return NewDelivery(seek.channel_id, LAPSED, content)

    def write_call(self, plan: PlannedParty, people: Sequence[Seek]) -> str:
        """Return the message that calls the people of a party."""
        with speak_within(people[0].language):
            users = mention(seek.user_id for seek in people)
            return say("seek.found", users=users, title=self.orders.games[plan.game].TITLE)

    def name_thread(self, plan: PlannedParty, people: Sequence[Seek]) -> str:
        """Return the name of the thread of a party."""
        names = find_wanted_name(people) or ", ".join(seek.user_name for seek in people)
        return cut_text(f"{self.orders.games[plan.game].TITLE}: {names}", MAX_THREAD_TITLE)

    async def lay_out(self, plan: PlannedParty, people: Sequence[Seek], thread_id: int) -> None:
        """Create the table of a party in its thread, with everybody at a random seat. Delete their seeks."""
        rules, first = self.orders.games[plan.game], people[0]
        options = choose_options(rules, plan.seats)
        settings = GameSettings.for_new_table(
            language=first.language,
            pace=USUAL_PACE if plan.pace == ANY else plan.pace,
            rated=plan.rated,
            rated_chosen=True,
            hints="off" if plan.rated else "private",
        )
        seed = self.lobby.new_seed()
        seats = _seat_people(rules, options, people, seed)
        name = find_wanted_name(people)
        table = NewTable(
            rules, first.guild_id, thread_id, first.user_id, options, settings, seats, "party", name
        )
        await lay_out(self.lobby, table, seed, self.now(), before=lambda each: each.close_seeks(plan.party))

    async def part(self, plan: PlannedParty, people: Sequence[Seek], channel_id: int, *, gone: bool) -> None:
        """Tell the people of a party that no thread can be opened in a channel, and end their seeks.

        `gone` is whether the channel was deleted. Then it can no longer be the server's home.
        """
        if gone:
            await self.store.homes.forget_channel(people[0].guild_id, channel_id)
        with speak_within(people[0].language):
            users = mention(seek.user_id for seek in people)
            title = self.orders.games[plan.game].TITLE
            text = say("seek.parted", users=users, title=title, channel=channel_id)
        post = Post(text=text, ping=tuple(seek.user_id for seek in people))
        content = NewDelivery(people[0].channel_id, LAPSED, post.model_dump_json())
        await self.store.seeks.part(plan.party, content)


def read_wishes(seek: Seek) -> Wishes:
    """Return the wishes of a stored seek."""
    return _WISHES.validate_json(seek.wishes)


def find_wanted_name(people: Sequence[Seek]) -> str | None:
    """Return the first table name that one of these people wants; None if nobody wants one."""
    return next(filter(None, (read_wishes(seek).name for seek in people)), None)


def list_numbers(rules: Rules) -> list[int]:
    """Return the possible numbers of players of a game, except 1."""
    numbers = list_option_values(rules.Options, "seats") or [str(len(rules.seats(rules.Options())))]
    return [int(number) for number in numbers if int(number) > 1]


def _seat_people(rules: Rules, options: str, people: Sequence[Seek], seed: str) -> list[Seat]:
    """Return the people at random seats, and bot players of the default level at the other seats."""
    keys = list(rules.seats(rules.Options.model_validate_json(options)))
    Random(seed).shuffle(keys)
    seats = [Seat(key, seek.user_id, seek.user_name) for key, seek in zip(keys, people, strict=False)]
    for key in keys[len(people) :]:
        seats.append(make_default_bot_seat(rules, key, seats, seed))
    return seats


def _list_titles(games: Mapping[str, Rules]) -> list[Option]:
    return [Option(key, rules.TITLE) for key, rules in games.items()]


def _with_any(label: str, options: Sequence[Option]) -> list[Option]:
    return [Option(ANY, label), *options]


def require_server(caller: Caller) -> int:
    """Return the caller's server. Raises `Refused` in a private channel."""
    if caller.guild_id is None:
        raise Refused(say("tables.nowhere"))
    return caller.guild_id
