"""Run cups and leagues: who takes part, their tables, results and standings, and repairs by their hosts.

Each change loads a competition, makes a changed copy (`progress`), and saves the differences and the posts
about them in one transaction. So a crash loses nothing. If another change was saved in the meantime, the
change starts again from the beginning. So several processes never do the same step twice.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

import structlog

from bot.analysis.hints import Analysis
from bot.clubs.laying_out import NewTable, choose_options, lay_out, make_default_bot_seat
from bot.clubs.seekers import require_server
from bot.competitions import export, form, news
from bot.competitions.game_results import decide_unfinished, read_game_result
from bot.competitions.progress import (
    VOID,
    advance,
    count,
    find_champions,
    list_open_matches,
    redo_round,
    withdraw,
)
from bot.competitions.results import How, adjudicate, make_result
from bot.competitions.rounds import Game, is_bot
from bot.competitions.standings_text import (
    explain_tie_breaks,
    list_rows,
    title,
    write_match,
    write_open,
    write_standings,
)
from bot.competitions.terms import CUP, LEAGUE, Format, Terms
from bot.engine.job_queue import Busy
from bot.language.words import get_language, join_names, say, speak_within
from bot.people.caller import Caller
from bot.replies.action import NOTHING, Entered, action, button
from bot.replies.forms import Filled, fill_in, offer_again, read_filled
from bot.replies.pages import make_page_buttons
from bot.replies.reply import ActionButton, EntryForm, Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.seating.lobby import Lobby
from bot.seating.thread_rights import require_rights, require_thread_rights
from bot.session.table_names import read_own_name
from bot.settings.game_settings import GameSettings
from bot.story.post import Post
from db.clubs.competition_records import Competition, Entrant, LogLine, Match, Stage
from db.records import NewDelivery, NoGame, Seat, Stale, StoredGame
from rules.kernel import Rules

log = structlog.get_logger(__name__)
TABLE, NEWS = "cup.table", "cup.news"  # the kinds of deliveries
TRIES = 8  # the most tries of a change; a try fails if another change was saved in the meantime
MOST = 12  # the most open competitions of a server
ON_A_PAGE = 12  # the most matches on a page of results
MINUTE = 60  # seconds
ESTIMATE = 30.0  # seconds to estimate each seat's chance in a game whose time is over


class Changed(NamedTuple):
    """The result of a change.

    Attributes:
        after: the competition after the change
        log: lines for the log of the competition
        told: functions; each writes a post for the channel of the competition
        called: the people whom each of these posts calls
    """

    after: Competition
    log: Sequence[LogLine] = ()
    told: Sequence[Callable[[], str]] = ()
    called: Sequence[int] = ()


Change = Callable[[Competition], Changed]


class CompetitionService:
    """Runs the cups and leagues of all servers."""

    def __init__(self, lobby: Lobby, analysis: Analysis, now: Callable[[], datetime]) -> None:
        self.lobby, self.orders, self.analysis, self.now = lobby, lobby.orders, analysis, now
        self.games, self.store, self.competitions = (
            lobby.orders.games,
            lobby.store,
            lobby.store.competitions,
        )

    # Making a cup or league

    async def open(
        self, caller: Caller, kind: str, name: str | None, starts: str | None, days: int | None
    ) -> EntryForm:
        """Return the form for a new cup or league. Raises `Refused`."""
        guild_id = require_server(caller)
        if caller.parent_id is not None:
            raise Refused(say("cup.thread"))
        require_rights(caller)
        require_thread_rights(caller, await self.store.homes.choose_channel(guild_id, caller.channel_id))
        known = await self.competitions.list_of(guild_id)
        if len([each for each in known if each.stage is not Stage.OVER]) >= MOST:
            raise Refused(say("cup.most", n=MOST))
        name = read_own_name(name or _write_usual_name(kind, len(known) + 1))
        at = 0
        if starts is not None:
            at = int(form.read_start(starts, caller.preferences, self.now()).timestamp()) // MINUTE
        elif kind == LEAGUE:
            raise Refused(say("cup.needs_date"))
        return self._make_form(kind, days or form.DAYS[kind], at, name)

    @action("form.cup", "{kind}:{days}:{starts}:{name}")
    async def submit(
        self, caller: Caller, kind: str, days: int, starts: int, name: str, *, entered: Entered = NOTHING
    ) -> Reply:
        """Make the cup or league that the form describes. Raises `Refused`, with a button to try again.

        `starts` is the start in minutes since 1970; 0 for no start. A time in seconds is too long for a
        form's id.
        """
        try:
            return await self._submit(caller, kind, days, starts, name, entered)
        except Refused as refused:
            chosen = read_filled(self._make_form(kind, days, starts, name), entered).chosen
            raise offer_again(
                refused, CompetitionService.reopen.call(kind, days, starts, chosen, name)
            ) from None

    @action("cup.again", "{kind}:{days}:{starts}:{chosen}:{name}")
    async def reopen(self, _: Caller, kind: str, days: int, starts: int, chosen: str, name: str) -> EntryForm:
        """Return the form with what a person entered before it was refused."""
        return fill_in(self._make_form(kind, days, starts, name), Filled(chosen, ""))

    def _make_form(self, kind: str, days: int, starts: int, name: str) -> EntryForm:
        return EntryForm(
            say("cup.new_cup") if kind == CUP else say("cup.new_league"),
            form.make_fields(self.games, kind),
            CompetitionService.submit.call(kind, days, starts, name),
        )

    async def _submit(
        self, caller: Caller, kind: str, days: int, starts: int, name: str, entered: Entered
    ) -> Reply:
        guild_id = require_server(caller)
        at = datetime.fromtimestamp(starts * MINUTE, UTC) if starts else None
        game, terms = form.read_terms(self.games, kind, entered, days, at)
        now = self.now()
        new = Competition(
            guild_id,
            caller.channel_id,
            caller.user_id,
            kind,
            name,
            game,
            get_language(),
            terms.model_dump_json(),
            now,
            wake=at,
        )
        await self.competitions.create(new, LogLine(caller.user_id, "made", now))
        self.orders.due()
        return Reply(say("cup.made", name=name))

    # Taking part

    @action("enter", "{number}", fresh=True)
    async def join(self, caller: Caller, number: int) -> Reply:
        """Let the caller take part in a cup or league. Raises `Refused`."""
        of = await self._load_here(caller, number)

        def enter(of: Competition) -> Changed:
            known, now = of.find_entrant(caller.user_id), self.now()
            if known is not None and not known.withdrawn:
                raise Refused(say("cup.joined_already", name=of.name))
            if of.stage is Stage.OVER or (of.kind == CUP and of.stage is not Stage.OPEN):
                raise Refused(say("cup.late", name=of.name))
            others = tuple(each for each in of.entrants if each is not known)
            entrant = Entrant(caller.user_id, caller.name, now if known is None else known.joined)
            after = replace(of, entrants=(*others, entrant))
            return Changed(after, [LogLine(caller.user_id, "joined", now)])

        of = await self._change(of.id, enter)
        waits = of.kind == LEAGUE and of.stage is Stage.RUNNING
        leave = button(CompetitionService.leave.call(of.id), say("button.cup_leave"))
        return Reply(say("cup.you_wait" if waits else "cup.you_joined", name=of.name), buttons=(leave,))

    @action("quit", "{number}:{sure}", fresh=True)
    async def leave(self, caller: Caller, number: int, sure: str | None = None) -> Reply:
        """Let the caller leave a cup or league. While it runs, ask for confirmation. Raises `Refused`."""
        of = await self._load_here(caller, number)
        entrant = of.find_entrant(caller.user_id)
        if entrant is None or entrant.withdrawn or of.stage is Stage.OVER:
            raise Refused(say("cup.not_in", name=of.name))
        if of.stage is Stage.RUNNING and not sure:
            leave = button(CompetitionService.leave.call(of.id, "yes"), say("button.cup_leave_sure"))
            return Reply(say("cup.leave_sure", name=of.name), buttons=(leave,))
        await self._withdraw(of, caller.user_id, caller, "")
        return Reply(say("cup.you_left", name=of.name))

    async def find(self, caller: Caller, kind: str, typed: str | None) -> Competition:
        """Return the competition that a person means. `typed` is its number or its name. Raises `Refused`.

        Without `typed`, return the only open competition of this channel. If the channel has none, return the
        only open competition of the server. If the server has none, return its newest competition.
        """
        known = [e for e in await self.competitions.list_of(require_server(caller)) if e.kind == kind]
        if typed is not None:
            sought = typed.strip().casefold()
            named = [each for each in known if sought in (str(each.id), each.name.casefold())]
            named = named or [each for each in known if sought in each.name.casefold()]
        else:
            open_ = [each for each in known if each.stage is not Stage.OVER]
            named = [each for each in open_ if each.channel_id == caller.channel_id] or open_ or known[:1]
        if not named:
            raise Refused(say("cup.none_cup") if kind == CUP else say("cup.none_league"))
        if len(named) > 1:
            raise Refused(say("cup.which", names=join_names([each.name for each in named], "or")))
        return named[0]

    async def list_names(self, caller: Caller, kind: str) -> list[tuple[str, str]]:
        """Return the server's cups or leagues as pairs of name and number, the newest first."""
        if caller.guild_id is None:
            return []
        found = await self.competitions.list_of(caller.guild_id)
        return [(each.name, str(each.id)) for each in found if each.kind == kind]

    # Reading

    @action("standings", "{number}:{season}", looking=True)
    async def show_standings(self, caller: Caller, number: int, season: int | None = None) -> Reply:
        """Return the standings of a season, by default of the last season. Raises `Refused`.

        Before the first season, return the terms and the people who have joined.
        """
        of = await self._load_here(caller, number)
        rules = self._find_rules(of)
        if of.stage is Stage.OPEN and not of.season:
            return Reply(write_open(of, rules), buttons=self._make_buttons(of))
        season = min(max(season or of.season, 1), of.season)
        head = [title(of, rules)] + ([say("cup.of_season", n=season)] if of.kind == LEAGUE else [])
        text = "\n".join([*head, *list_rows(of, season), explain_tie_breaks(of, rules)])
        turned = [
            button(CompetitionService.show_standings.call(of.id, n), say("cup.of_season", n=n))
            for n in (season - 1, season + 1)
            if 1 <= n <= of.season
        ]
        results = button(CompetitionService.show_results.call(of.id), say("button.cup_results"))
        return Reply(cut_text(text, MAX_TEXT), buttons=(*turned, results))

    @action("results", "{number}:{page}", looking=True)
    async def show_results(self, caller: Caller, number: int, page: int | None = None) -> Reply:
        """Return a page of the matches of a competition. Raises `Refused`.

        By default, return the page with the last match that has begun.
        """
        of = await self._load_here(caller, number)
        if not of.matches:
            raise Refused(say("cup.no_matches", name=of.name))
        pages = -(-len(of.matches) // ON_A_PAGE)
        begun = max((index for index, each in enumerate(of.matches) if each.how or each.due), default=0)
        page = min(max(page or begun // ON_A_PAGE + 1, 1), pages)
        lines = [
            "- " + write_match(each, await self._load_table(each))
            for each in of.matches[(page - 1) * ON_A_PAGE : page * ON_A_PAGE]
        ]
        head = say("cup.results", name=of.name, page=page, pages=pages)
        turned = make_page_buttons(page, pages, lambda n: CompetitionService.show_results.call(of.id, n))
        return Reply(cut_text("\n".join([head, *lines]), MAX_TEXT), buttons=turned)

    async def export(self, caller: Caller, number: int, what: str) -> Reply:
        """Return a competition as a file, CSV or JSON. Raises `Refused`."""
        of = await self._load_here(caller, number)
        if what == export.CSV:
            text = export.write_csv(of)
        else:
            text = export.write_json(of, await self.competitions.list_log(of.id))
        return Reply(say("cup.exported", name=of.name), file=(f"{of.kind}-{of.id}.{what}", text))

    # Repairs by the host

    async def withdraw(self, caller: Caller, number: int, user_id: int, reason: str) -> Reply:
        """Withdraw a person from a cup or league. Raises `Refused`."""
        of = await self._load_hosted(caller, number)
        entrant = of.find_entrant(user_id)
        if entrant is None or entrant.withdrawn or of.stage is Stage.OVER:
            raise Refused(say("cup.they_not_in", user=user_id, name=of.name))
        await self._withdraw(of, user_id, caller, reason)
        return Reply(say("cup.host_done"))

    async def set_result(
        self, caller: Caller, number: int, match_number: int, places: str, reason: str
    ) -> Reply:
        """Set the result of a match: the place of each seat, such as "1 2". Raises `Refused`."""
        of = await self._load_hosted(caller, number)

        def set_(of: Competition) -> Changed:
            match = of.find_match(match_number)
            if match is None or len(match.people) < 2 or match.how == VOID:
                raise Refused(say("cup.no_match", n=match_number))
            if of.stage is Stage.OVER or match.season != of.season or _is_built_on(of, match):
                raise Refused(say("cup.match_closed", n=match_number))
            typed = places.replace("-", " ").replace(",", " ").split()
            if len(typed) != len(match.people) or not all(each.isdecimal() for each in typed):
                raise Refused(say("cup.bad_places", n=len(match.people)))
            result = make_result(Game(match.people), [int(each) for each in typed], How.SET)
            counted = count(match, result, reason)
            matches = tuple(counted if each is match else each for each in of.matches)
            line = LogLine(caller.user_id, f"set {match_number}: {places} ({reason})", self.now())

            def tell() -> str:
                line = write_match(counted)
                return say("cup.told_set", name=of.name, user=caller.user_id, match=line)

            return Changed(replace(of, matches=matches), [line], [tell])

        await self._change(of.id, set_)
        return Reply(say("cup.host_done"))

    async def redo(self, caller: Caller, number: int, round_: int, reason: str) -> Reply:
        """Let people play a round of the present season again, at new tables. Raises `Refused`."""
        of = await self._load_hosted(caller, number)

        def redo_(of: Competition) -> Changed:
            there = [each for each in of.list_matches(of.season) if each.round == round_]
            if of.stage is not Stage.RUNNING or not there:
                raise Refused(say("cup.no_round", n=round_))
            if any(_is_built_on(of, each) for each in there):
                raise Refused(say("cup.round_closed", n=round_))
            line = LogLine(caller.user_id, f"round {round_} again ({reason})", self.now())
            places = {"name": of.name, "user": caller.user_id, "n": round_, "reason": reason}
            return Changed(redo_round(of, round_), [line], [lambda: say("cup.told_redo", **places)])

        await self._change(of.id, redo_)
        return Reply(say("cup.host_done"))

    async def end(self, caller: Caller, number: int, reason: str) -> Reply:
        """End a cup or league early. Its standings stay as they are. Raises `Refused`."""
        of = await self._load_hosted(caller, number)

        def end_(of: Competition) -> Changed:
            if of.stage is Stage.OVER:
                raise Refused(say("cup.over", name=of.name))
            matches = tuple(each if each.how else replace(each, how=VOID) for each in of.matches)
            line = LogLine(caller.user_id, f"ended ({reason})", self.now())
            over = replace(of, stage=Stage.OVER, matches=matches)
            places = {"user": caller.user_id, "reason": reason}
            return Changed(over, [line], [lambda: say("cup.told_end", name=of.name, **places)])

        await self._change(of.id, end_)
        return Reply(say("cup.host_done"))

    # What goes on by itself

    async def look(self) -> None:
        """Bring competitions up to date if a step is due or a game has ended."""
        for number in await self.competitions.list_due(self.now()):
            try:
                await self._change(number, Changed)
            except Exception:
                log.exception("a competition can't be brought up to date", competition=number)

    async def lay_out(self, of: Competition, match: Match, thread_id: int) -> None:
        """Create the table of a match in its thread, with everybody at their seats.

        Raises `Stale`, what `laying_out.lay_out` raises, and `Refused` if the game isn't installed.
        """
        rules, terms = self._find_rules(of), Terms.of(of)
        options = choose_options(rules, terms.seats)
        names = {each.user_id: each.user_name for each in of.entrants}
        keys = rules.seats(rules.Options.model_validate_json(options))
        seed, seats = self.lobby.new_seed(), list[Seat]()
        for key, user in zip(keys, match.people, strict=True):
            if is_bot(user):
                seats.append(make_default_bot_seat(rules, key, seats, seed))
            else:
                seats.append(Seat(key, user, names[user]))
        settings = GameSettings.for_new_table(
            language=of.language,
            pace=terms.pace,
            rated=terms.rated,
            rated_chosen=True,
            hints="off",
            start=0,
        )
        table = NewTable(rules, of.guild_id, thread_id, of.host_id, options, settings, seats, of.kind)
        await lay_out(
            self.lobby,
            table,
            seed,
            self.now(),
            after=lambda changes, made: changes.lay_out_match(match.id, made.id),
        )

    async def tell_no_thread(self, of: Competition, channel_id: int) -> None:
        """Tell the host that the bot can't open threads in a channel, so new tables wait."""
        told = _make_delivery(of.channel_id, news.write_no_thread(of, channel_id))
        await self.competitions.change(of, of, posts=[told])
        self.orders.due()

    def write_post(self, of: Competition) -> tuple[str, tuple[ActionButton, ...]]:
        """Return the text and the buttons of a competition's post, in the competition's language."""
        rules = self._find_rules(of)
        with speak_within(of.language):
            text = write_open(of, rules)
            if of.stage is not Stage.OPEN:
                text = write_standings(of, rules, MAX_TEXT)
            return cut_text(text, MAX_TEXT), self._make_buttons(of)

    async def _change(self, number: int, change: Change) -> Competition:
        """Change a competition, take all steps that are then due, and save it with its posts.

        Raises what `change` raises, and `Refused` if too many other changes came first.
        """
        for _ in range(TRIES):
            seen = await self.competitions.load(number)
            changed = change(seen)
            counted = await self._count_games(changed.after)
            after = await asyncio.to_thread(advance, counted, self.now())  # making a schedule can take 0.1 s
            posts = [*self._tell(seen, changed), *await self._make_posts(seen, after)]
            if after == seen and not changed.log and not posts:
                return seen
            try:
                done = await self.competitions.change(seen, after, log=changed.log, posts=posts)
            except Stale:
                log.info("a competition has changed meanwhile", competition=number)
                continue
            self.orders.due()
            return done
        raise Refused(say("cup.busy"))

    async def _withdraw(self, of: Competition, user_id: int, caller: Caller, reason: str) -> None:
        def leave(of: Competition) -> Changed:
            line = f"withdrawn: {user_id} ({reason})" if reason else "left"
            told: Sequence[Callable[[], str]] = ()
            called: Sequence[int] = ()
            if reason:
                places = {"name": of.name, "user": user_id, "by": caller.user_id, "reason": reason}
                told = [lambda: say("cup.told_out", **places)]
                called = [user_id] if user_id != caller.user_id else []
            elif of.stage is Stage.RUNNING:
                told = [lambda: say("cup.told_left", user=user_id, name=of.name)]
            log = [LogLine(caller.user_id, line, self.now())]
            return Changed(withdraw(of, user_id), log, told, called)

        await self._change(of.id, leave)

    async def _count_games(self, of: Competition) -> Competition:
        """Return a competition with new results: of games that are over, and of games whose time is over."""
        if of.stage is not Stage.RUNNING or not list_open_matches(of):
            return of
        rules, left = self._find_rules(of), frozenset(e.user_id for e in of.entrants if e.withdrawn)
        end, now, found = Terms.of(of).find_season_end(of.season), self.now(), list[Match]()
        for match in of.matches:
            late = end if match.due is None else match.due
            over = late is not None and late <= now
            stored = None if match.how else await self._load_table(match)
            if stored is not None and stored.over:
                match = count(match, read_game_result(rules, stored, match, left))
            elif stored is not None and over:
                try:
                    chances = await self._estimate(rules, stored)
                except (Busy, TimeoutError):
                    log.info("a game is decided later", game=stored.id)
                else:
                    match = count(match, decide_unfinished(rules, stored, match, left, chances))
            elif not match.how and over:
                match = count(match, adjudicate(Game(match.people), None))
            found.append(match)
        return replace(of, matches=tuple(found))

    async def _estimate(self, rules: Rules, stored: StoredGame) -> Mapping[str, float] | None:
        """Return each seat's chance to win a running game; None if it can't be estimated.

        Raises `Busy` and `TimeoutError` if it can be estimated later.
        """
        if not rules.BOT_PLAYERS or stored.position is None:
            return None
        try:
            async with asyncio.timeout(ESTIMATE):
                *_, last = await self.analysis.estimate_curve(stored, (stored.position,))
        except (Busy, TimeoutError):
            raise
        except Exception:  # without chances the seats share the point equally, as the post says
            log.exception("the chances of a game can't be estimated", game=stored.id)
            return None
        return {seat: chance.mean for seat, chance in last.items()}

    async def _make_posts(self, seen: Competition, after: Competition) -> list[NewDelivery]:
        """Return the posts about new tables, about decided games, and about the end of a season or cup.

        A game whose result is decided gets a post only if people are still playing it.
        """
        posts, before = list[NewDelivery](), {each.number: each for each in seen.matches}
        place: int | None = None  # the channel for new tables; most changes open no tables
        for match in after.matches:
            known = before.get(match.number)
            if not match.how and match.due is not None and (known is None or known.due is None):
                if place is None:
                    place = await self.store.homes.choose_channel(after.guild_id, after.channel_id)
                content = json.dumps([after.id, match.number])
                posts.append(NewDelivery(place, TABLE, content))
            if match.how and known is not None and not known.how and match.game_id is not None:
                stored = await self._load_table(match)
                if stored is not None and not stored.over:
                    posts.append(_make_delivery(stored.channel_id, news.write_decided(after, match)))
        if after.stage is Stage.OVER and seen.stage is Stage.RUNNING:
            if winners := find_champions(after):
                end = news.write_end(after, self._find_rules(after), winners)
                posts.append(_make_delivery(after.channel_id, end))
            elif told := news.write_season_news(seen, after):
                posts.append(_make_delivery(after.channel_id, told))
        elif told := news.write_season_news(seen, after):
            posts.insert(0, _make_delivery(after.channel_id, told))  # before the next season's tables
        return posts

    def _tell(self, of: Competition, changed: Changed) -> list[NewDelivery]:
        """Return the posts that tell the channel of the competition about a person's change."""
        called = tuple(user for user in changed.called if user > 0)
        with speak_within(of.language):
            return [_make_delivery(of.channel_id, Post(text=write(), news=called)) for write in changed.told]

    async def _load_table(self, match: Match) -> StoredGame | None:
        return None if match.game_id is None else await self.store.load(match.game_id)

    async def _load_here(self, caller: Caller, number: int) -> Competition:
        """Return a competition of the caller's server. Raises `Refused`."""
        try:
            of = await self.competitions.load(number)
        except NoGame:
            raise Refused(say("cup.gone")) from None
        if of.guild_id != caller.guild_id:
            raise Refused(say("cup.gone"))
        return of

    async def _load_hosted(self, caller: Caller, number: int) -> Competition:
        """Return a competition that the caller may repair, as its host or as a manager of its server.

        Raises `Refused`.
        """
        of = await self._load_here(caller, number)
        if caller.user_id != of.host_id and not caller.manages_server:
            raise Refused(say("cup.not_host", user=of.host_id))
        return of

    def _find_rules(self, of: Competition) -> Rules:
        """Return the rules of a competition's game. Raises `Refused` if the game isn't installed."""
        rules = self.games.get(of.game)
        if rules is None:
            raise Refused(say("lobby.no_such_game", typed=of.game, games=", ".join(self.games)))
        return rules

    def _make_buttons(self, of: Competition) -> tuple[ActionButton, ...]:
        """Return the buttons under the post of a competition."""
        found = list[ActionButton]()
        if of.stage is Stage.OPEN or (of.kind == LEAGUE and of.stage is Stage.RUNNING):
            found.append(button(CompetitionService.join.call(of.id), say("button.cup_join"), "good"))
        if of.stage is Stage.OPEN:
            found.append(button(CompetitionService.leave.call(of.id), say("button.cup_leave")))
        if of.season:
            standings = CompetitionService.show_standings.call(of.id)
            found.append(button(standings, say("button.cup_standings")))
            found.append(button(CompetitionService.show_results.call(of.id), say("button.cup_results")))
        return tuple(found)


def _make_delivery(channel_id: int, post: Post) -> NewDelivery:
    return NewDelivery(channel_id, NEWS, post.model_dump_json())


def _write_usual_name(kind: str, n: int) -> str:
    return say("cup.name_cup", n=n) if kind == CUP else say("cup.name_league", n=n)


def _is_built_on(of: Competition, match: Match) -> bool:
    """Return whether a later round was formed from the result of a match."""
    later = any(each.round > match.round for each in of.list_matches(match.season))
    return later and Terms.of(of).format is not Format.ALL_PLAY
