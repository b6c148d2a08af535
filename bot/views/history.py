"""Show the past of a game without changing the game: recent turns, log, chapters, index and result."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import structlog

from bot.analysis.hints import Analysis
from bot.analysis.replays import Replays
from bot.language.words import join_names, say
from bot.people.caller import Caller
from bot.replies.action import action, button
from bot.replies.mark import NUMBER
from bot.replies.out_of_date import refuse_moved
from bot.replies.panel import Panel
from bot.replies.reply import ActionButton, Refused, Reply
from bot.replies.text import MAX_BODY, MAX_TEXT, cut_text, fit_above, group_by_order, pack_pages
from bot.session.loaded_game import LoadedGame, read_as
from bot.session.views import view_after
from bot.settings.game_settings import GameSettings
from bot.story import changes, chapters, summary, turn_text
from bot.story.changes import Known
from bot.story.end_posts import write_details
from bot.story.post import BOARD, INDEX, Place, Post, link_board
from bot.story.reasons import read_reason
from bot.story.rows import ROWS, SUMMARY_ROWS
from bot.story.standings import find_ending
from bot.views.board import BoardViews, choose_own_seat, list_used
from bot.views.game_pages import GamePages
from db.records import Kind, NewAct, Status, StoredGame
from rules.kernel import Game, Rules, View, resume

log = structlog.get_logger(__name__)
_PLACE = re.compile(rf"({NUMBER})\.({NUMBER})")  # the turn and the entry of a place, in the id of a button
LOOK_BACK = 3  # turns that `/since` shows to a spectator who has never acted
INDEX_SIZE = 3900  # the most characters of an index
LINKED, LINKED_TURNS = 200, 60  # an index reads the newest 200 boards, and links at most the newest 60 turns
ACTS = 1000  # a host's repairs are searched among this many of the newest acts
WORDS = 5  # a chapter explains at most this many new words
BEGINNING = 30  # after this turn, no post says what changed since the game began
OWN = (Kind.ORDER, Kind.SIDE, Kind.UNDO)
Lead = Callable[[Known], str]  # writes the text above a summary, and leaves out facts that the summary tells


def write_nothing(_: Known) -> str:
    """Write no lead."""
    return ""


class History:
    """Shows the past of a channel's game, running or over."""

    def __init__(self, boards: BoardViews, analysis: Analysis | None = None) -> None:
        """Set up the service. `analysis` estimates the chances to win for chapters; None leaves them out."""
        self.boards, self.orders, self.store, self.analysis = boards, boards.orders, boards.store, analysis

    @action("since", "{game_id}", looking=True)
    async def since(self, caller: Caller, game_id: int | None = None) -> Reply:
        """Return what happened since the caller last acted, as a text, a picture and the caller's own hand.

        For a player who has never acted, return the whole game. For a spectator who has never acted, return
        the last turns.
        """
        stored, rules = await self._load_begun(caller, game_id)
        own = stored.seats_of(caller.user_id)
        seat, reader = own[0] if len(own) == 1 else None, read_as(stored, caller.user_id)
        history = await self.store.load_history(stored.id)
        place = await self._find_last_visit(caller, stored, history)
        turns, said = _skip_to_set_position(stored, [game for game in history if game.turn >= place.turn])
        if turns[0].turn > place.turn:
            place = Place(turn=turns[0].turn, entry=0)
        panel, question = await self._build_question(caller, stored)
        lead = await self._tell_own(stored, own, turns, place.entry)

        def tell() -> tuple[str, summary.Summary]:
            fit = summary.begin_summary(rules, turns, place.entry, seat=seat, reader=reader, own=seat or "")
            return summary.tell_below(lead, lambda rows: fit(max(rows, ROWS)), SUMMARY_ROWS)

        concerns, told = await asyncio.to_thread(tell)
        before, *ends = told.views
        head = say("since.head") if own else say("since.lately")
        head, story = (head, told.text) if told.text else ("", say("since.nothing"))
        lines = [head, *said, concerns, question, story]
        further = list[ActionButton]()
        if not told.whole:
            further.append(self._make_whole_button(stored, place, Place.of(turns[-1])))
        further += [
            button(History.log.call(1, stored.id), say("button.log")),
            self._make_replay_button(stored),
        ]
        text = "\n".join(line for line in lines if line)
        buttons = tuple(further) if panel is None else tuple(further[:-2])
        hand = self._find_hand(stored, own)
        return Reply(text, panel, ends[-1], before, during=tuple(ends[:-1]), buttons=buttons, beside=hand)

    def _find_hand(self, stored: StoredGame, own: Sequence[str]) -> tuple[View, str] | None:
        """Return what shows a person their own hand (`Reply.beside`); None if they hold none now."""
        rules = self.orders.find_rules(stored)
        if not own or not rules.EXTRAS.hand or stored.status is not Status.RUNNING or stored.position is None:
            return None
        live = resume(rules, stored.position)
        return rules.view(live.state, choose_own_seat(live.pending, own)), rules.EXTRAS.hand

    async def shorten_post(self, stored: StoredGame, post: Post, *, asks: bool) -> Post:
        """Return the post with a short text.

        A post that is marked `summed` gets a summary as its text. `asks` says whether the post asks a
        question. If it does, the text begins with what changed for the asked seat. A post to a player who is
        out (`Post.out`) gets what happened since their last turn. If an error occurs, return the post with
        its text cut.
        """
        try:
            if post.out and post.told is not None and post.at is not None:
                return await self._tell_elimination(stored, post, post.told.turn, post.at)
            lead = await self.find_lead(self.orders.load_seated(stored)) if asks else write_nothing
            if post.summed and post.at is not None:
                line, post = await self._summarize_post(stored, post, post.at, lead)
            else:
                line = await asyncio.to_thread(lead, changes.NOTHING_KNOWN)
        except Exception:
            log.exception("what has happened can't be told in short", game=stored.id)
            return post.model_copy(update={"text": fit_above(post.text, *post.closing)})
        if not line or len(post.words) + len(line) + 1 > MAX_TEXT:
            return post
        return post.model_copy(update={"text": "\n".join(filter(None, [line, post.text]))})

    async def _tell_elimination(self, stored: StoredGame, post: Post, turn: int, end: Place) -> Post:
        """Return the post to a player who is out, with what happened since the last turn that they began.

        `turn`: the turn in which the player was put out. `end`: the place until which to tell.
        """
        rules = self.orders.find_rules(stored)
        first = await self.store.find_turn_after_own(stored.id, turn - 1, post.out)
        turns, _ = await self._load_between(stored, Place(turn=first or 1, entry=0), end)
        if not turns:
            return post
        now = view_after(rules, turns[-1])
        found = await asyncio.to_thread(changes.find_changes, rules, post.out, now, turns)
        told = found.write(rules)
        frame = "lately" if first else "lately.begun"
        lines = [post.text, *([say(frame, told=told)] if told else [])]
        return post.model_copy(update={"text": cut_text("\n".join(lines), MAX_TEXT)})

    @action("result", "{game_id}", fresh=True, looking=True)
    async def show_result(self, caller: Caller, game_id: int) -> Reply:
        """Show how a finished game's points add up, when the game was played, and the proof of its dice."""
        stored, rules = await self._load_begun(caller, game_id)
        if not stored.over or stored.position is None:
            raise Refused(say("result.later"))
        over = LoadedGame(stored, rules, stored.position, resume(rules, stored.position))
        animation = button(Replays.animate.call(0, stored.id), say("button.animate_all"))
        buttons = (
            *([animation] if GameSettings.of(stored).animation else []),
            button(GamePages.send_page.call(stored.id), say("button.page")),
        )
        return Reply(cut_text("\n".join(write_details(over)), MAX_TEXT), buttons=buttons)

    async def find_lead(self, at: LoadedGame) -> Lead:
        """Return the writer of a line on what changed for the asked seat since it last acted.

        At the beginning of the seat's own part of a turn, the line tells everything since the seat's own last
        turn; in another's turn, everything since the seat's last answer. For a seat that has not acted yet,
        say what changed since the game began; but after turn `BEGINNING`, the line is "". If only dice or
        cards came since the seat's last act, the line is "", because the story tells their result.
        """
        now = at.view(None)
        turns: Sequence[Game] = (at.position,)
        first = changes.find_end_of_own(at.rules, at.position, at.asked)
        frame = "lately.acted" if first else "lately"
        if first and not changes.have_others_acted(at.position, at.asked, first):
            return write_nothing
        if not first:
            begins = changes.is_turn_start(at, now)
            turn = await self.store.find_turn_after_own(at.stored.id, at.position.turn, at.asked)
            if not turn and at.position.turn > BEGINNING:
                return write_nothing
            loaded = await self.store.load_history(at.stored.id, max(turn - 1, 1))
            history, said = _skip_to_set_position(at.stored, loaded)
            own = min(turn, 1) if begins else len(history)  # at the beginning, only the seat's own last turn
            since = await asyncio.to_thread(changes.find_news, at.rules, history, own, at.asked)
            turns, first = since or (history, 0)
            if since is None and said:
                frame = "lately.own_story"
            elif since is None and not turn:
                frame = "lately.begun"
            elif not begins or any(changes.is_led_by(at.rules, game, at.asked) for game in history[1:-1]):
                # The line begins at an answer, or a plan or a caretaker led a later turn of the seat.
                frame = "lately.acted"
        found = await asyncio.to_thread(changes.find_changes, at.rules, at.asked, now, turns, first)

        def write(known: Known) -> str:
            told = found.write(at.rules, caused=frame == "lately.begun", known=known)
            return say(frame, told=told) if told else ""

        return write

    async def _tell_own(
        self, stored: StoredGame, own: Sequence[str], turns: Sequence[Game], first: int
    ) -> Lead:
        """Return a function that writes what a person wants to know first.

        The text tells what changed, whose turn it is, and how the person stands.

        `own` are the person's seats. If there are several, tell only about the asked seat. If none of them is
        asked, tell nothing.
        """
        rules = self.orders.find_rules(stored)
        asked = self.orders.load_seated(stored).asked if stored.status is Status.RUNNING else ""
        if asked not in own and len(own) != 1:
            return write_nothing
        seat = asked if asked in own else own[0]
        now = view_after(rules, turns[-1])
        found = await asyncio.to_thread(changes.find_changes, rules, seat, now, turns, first)
        stands = self._write_standing(stored, seat, join_names(list(dict(now.standing)[seat])), asked)

        def write(known: Known) -> str:
            told = found.write(rules, known=known)
            return "\n".join([*([say("lately.own_story", told=told)] if told else []), stands])

        return write

    def _write_standing(self, stored: StoredGame, seat: str, standing: str, asked: str) -> str:
        """Return a line with the standing of a seat.

        After a game that was played to its end, the line says how the game ended for the seat. Otherwise
        the line says whether the seat is asked.
        """
        rules, ending = self.orders.find_rules(stored), None
        if (
            stored.over
            and stored.position is not None
            and (live := resume(rules, stored.position)).pending is None
        ):
            ending = find_ending(LoadedGame(stored, rules, stored.position, live), [seat])
        if ending is None:
            frame = "since.yours" if asked == seat else "since.theirs"
            return say(frame, seat=rules.name(seat), standing=standing)
        name = rules.name(seat)
        if ending.place == ending.seats == 2:
            return say("since.lost", seat=name, standing=standing)
        if ending.place > 1:
            return say("since.place", seat=name, standing=standing, place=ending.place, n=ending.seats)
        return say("since.shared" if ending.sharing > 1 else "since.won", seat=name, standing=standing)

    @action("whole", "{game_id}:{since}:{until}:{page}", looking=True)
    async def whole(self, caller: Caller, since: str, until: str, page: int, game_id: int) -> Reply:
        """Return a page of the full story between two places. Page 1 is the oldest. Raises `Refused`."""
        stored, rules = await self._load_begun(caller, game_id)
        begin, end = _read_place(since), _read_place(until)
        turns, told = await self._load_between(stored, begin, end)
        if not turns:  # an undo has removed them
            raise refuse_moved()
        reader, whys = read_as(stored, caller.user_id), await self._load_reasons(stored)
        for game in turns:
            first = begin.entry if begin is not None and game.turn == begin.turn else None
            why = whys.get(game.turn, turn_text.NO_REASONS)
            found = await asyncio.to_thread(
                turn_text.tell_by_kind, rules, game, first, reader=reader, why=why
            )
            lines = [line.text for line in found]
            if told and all(line.kind in rules.EXTRAS.prose.opening for line in found):
                told[-1] = "\n".join([told[-1], *lines])  # a new card alone needs no heading
            else:
                told += _add_headings([say("log.turn", turn=game.turn)], lines) if lines else []
        pages = pack_pages(told, MAX_TEXT)
        page = min(max(page, 1), len(pages))
        steps = ((page - 1, say("button.back")), (page + 1, say("button.forward")))
        buttons = [
            button(History.whole.call(since, until, to, stored.id), label)
            for to, label in steps
            if 1 <= to <= len(pages)
        ]
        buttons.append(self._make_replay_button(stored, turns[0].turn))
        return Reply(pages[page - 1] or say("log.empty"), buttons=tuple(buttons))

    @action("log", "{game_id}:{page}", looking=True)
    async def log(self, caller: Caller, page: int, game_id: int | None = None) -> Reply:
        """Return a page of the log, with the reasons for bot players' orders. Page 1 is the newest."""
        stored, rules = await self._load_begun(caller, game_id)
        told: list[str] = []
        chapter, by_host, whys = (
            "",
            await self._list_repairs(stored),
            await self._load_reasons(stored),
        )
        for game in await self.store.load_history(stored.id):
            reader = read_as(stored, caller.user_id)
            why = whys.get(game.turn, turn_text.NO_REASONS)
            lines = await asyncio.to_thread(turn_text.tell_turn, rules, game, reader=reader, why=why)
            if lines := [*by_host.get(game.turn, ()), *lines]:
                heads = [say("log.turn", turn=game.turn)]
                if (title := await asyncio.to_thread(chapters.write_title, rules, game)) != chapter:
                    chapter = title
                    heads.insert(0, say("log.chapter", title=title))
                # Pack each turn alone first. A turn that fits on one page is then never split between two
                # pages.
                told += pack_pages(_add_headings(heads, lines), MAX_BODY)
        found = pack_pages(told, MAX_BODY, fill_last=True)
        beyond = say("log.beyond", page=page, n=len(found)) if page > len(found) else ""
        page = min(max(page, 1), len(found))
        text = "\n".join(part for part in (beyond, found[-page] or say("log.empty")) if part)
        buttons = []
        if page < len(found):
            buttons.append(button(History.log.call(page + 1, stored.id), say("button.older")))
        if page > 1:
            buttons.append(button(History.log.call(page - 1, stored.id), say("button.newer")))
        if len(found) > 1:
            text += "\n" + say("log.page", page=page, pages=len(found))
        return Reply(text, buttons=tuple(buttons))

    @action("digest", "{game_id}:{number}", old=("digestnext",), looking=True)
    async def digest(self, caller: Caller, number: int | None, game_id: int | None = None) -> Reply:
        """Return a chapter in prose with one picture of its changes. Without `number`, take the last chapter.

        Buttons open the chapter before and the chapter after. Raises `Refused`.
        """
        stored, rules = await self._load_begun(caller, game_id)
        found = await asyncio.to_thread(
            chapters.list_chapters, rules, await self.store.load_history(stored.id)
        )
        if not found:
            raise Refused(say("chapter.none", title=rules.TITLE))
        beyond = say("chapter.beyond", number=number, n=len(found)) if (number or 1) > len(found) else ""
        number = min(max(number or len(found), 1), len(found))
        chapter = found[number - 1]
        turns, said = _skip_to_set_position(stored, chapter.turns)
        prose, (before, *ends) = await asyncio.to_thread(summary.write_prose, rules, turns)
        new = await asyncio.to_thread(_explain_new_words, rules, found[: number - 1], prose)
        text = "\n".join([*said, prose, *await self._describe_chances(stored, turns), *new])
        goes_on = number == len(found) and not stored.over
        head = say("chapter.so_far", title=chapter.title) if goes_on else say("chapter", title=chapter.title)
        buttons = (
            [button(History.digest.call(number - 1, stored.id), say("button.older"))] if number > 1 else []
        )
        if number < len(found):
            buttons.append(button(History.digest.call(number + 1, stored.id), say("button.newer")))
        head = f"{beyond}\n{head}" if beyond else head
        during = tuple(ends[:-1])
        return Reply(f"{head}\n{text}", view=ends[-1], before=before, during=during, buttons=tuple(buttons))

    async def list_titles(self, caller: Caller) -> list[tuple[str, str]]:
        """Return a pair (title, number) for each chapter of the channel's game so far."""
        try:
            stored, rules = await self._load_begun(caller, None)
        except Refused:
            return []
        found = await asyncio.to_thread(
            chapters.list_chapters, rules, await self.store.load_history(stored.id)
        )
        return [(chapter.title, str(chapter.number)) for chapter in found]

    async def write_chapter(self, stored: StoredGame, post: Post) -> Post | None:
        """Return the post of a finished chapter with its text; None if an undo removed the chapter's end."""
        rules, history = self.orders.find_rules(stored), await self.store.load_history(stored.id)
        found = await asyncio.to_thread(chapters.list_chapters, rules, history)
        ends = [chapter for chapter in found if Place.of(chapter.turns[-1]) == post.at]
        if not ends or (ends[0] is found[-1] and not stored.over):
            return None
        turns, said = _skip_to_set_position(stored, ends[0].turns)
        tell = partial(summary.write_prose, rules, turns, rows=summary.CHAPTER_ROWS, ends=False)
        prose, _ = await asyncio.to_thread(tell)  # the last post tells the end of the game
        new = await asyncio.to_thread(_explain_new_words, rules, found[: ends[0].number - 1], prose)
        text = "\n".join([*said, prose, *await self._describe_chances(stored, turns), *new])
        began = Place(turn=turns[0].turn, entry=0)
        if post.summed and post.at is not None:
            _, post = await self._summarize_post(stored, post, post.at, write_nothing)
        lines = [*post.text.splitlines(), say("chapter.over", title=ends[0].title), text]
        buttons = (*post.buttons, button(Replays.replay.call(began.turn, stored.id), say("button.replay")))
        whole = {"text": cut_text("\n".join(lines), MAX_TEXT), "summed": False}
        return post.model_copy(update={**whole, "since": began, "buttons": buttons})

    async def index(self, caller: Caller) -> Reply:
        """Post and pin a message with links to the turns. Later turns get links too. Raises `Refused`."""
        async with self.orders.lock_channel(caller):
            stored, _ = await self._load_begun(caller, None)
            act = NewAct(Kind.TABLE, "index", caller.user_id, "", caller.interaction_id)
            post = Post(text="").delivery(stored, INDEX)
            await self.store.record_act(stored.id, act=act, deliveries=[post])
            self.orders.saved()
            return Reply(say("index.done"))

    async def write_links(self, stored: StoredGame) -> str:
        """Return the text of the index. It has a link for each of the newest turns, as many as fit."""
        found: dict[int, int] = {}
        for content, message_id in await self.store.list_posted(stored.id, BOARD, LINKED):
            post = Post.model_validate_json(content)
            if post.since is not None or post.at is not None:
                found.setdefault((post.since or post.at or Place(turn=1, entry=0)).turn, message_id)
        newest = sorted(found, reverse=True)[:LINKED_TURNS]
        begun = await self.store.load_turn_starts(stored.id, min(newest, default=1))
        turns = await asyncio.to_thread(_write_titles, self.orders.find_rules(stored), begun)
        rows: dict[str, list[str]] = {}
        room = INDEX_SIZE
        for turn in newest:
            title, line = (
                turns.get(turn, ""),
                say("index.link", turn=turn, url=link_board(stored, found[turn])),
            )
            room -= len(line) + 3 + (0 if title in rows else len(title) + 10)
            if room < 0:
                break
            rows.setdefault(title, []).append(line)
        return "\n".join(
            (say("index.chapter", title=title) + " " if title else "") + " · ".join(reversed(links))
            for title, links in reversed(rows.items())
        )

    async def _describe_chances(self, stored: StoredGame, turns: Sequence[Game]) -> list[str]:
        """Return a sentence on the chances to win before and after these turns.

        Return [] if the game shows no chances. If the computation fails, log this and return [].
        """
        if self.analysis is None:
            return []
        try:
            sentence = await self.analysis.write_chapter(stored, turns)
        except Exception:
            log.exception("the chances of a chapter can't be estimated", game=stored.id)
            return []
        return [sentence] if sentence else []

    async def _list_repairs(self, stored: StoredGame) -> dict[int, list[str]]:
        """Return lines about a host's repairs: `{turn: lines}`.

        `turn` is the turn where play went on after the repair.
        """
        found = {turn: [say("log.position")] for turn in GameSettings.of(stored).turns_set_by_hand}
        for act in (await self.store.list_acts(stored.id, size=ACTS)).acts:
            verb, _, place = act.line.partition(" ")
            if act.kind is Kind.HOST and verb == "rewind":
                found.setdefault(int(place), []).append(say("log.rewind"))
            elif act.kind is Kind.HOST and verb == "without":
                found.setdefault(int(place.partition(".")[0]), []).append(say("log.without"))
        return found

    async def _find_last_visit(self, caller: Caller, stored: StoredGame, history: Sequence[Game]) -> Place:
        """Return the place after the caller's last act.

        If this act is an undo, return the place after the last remaining choice of the caller's seats. For a
        player who has never acted, return the beginning of the game. For a spectator who has never acted,
        return the beginning of the turn `LOOK_BACK` turns ago.
        """
        act = await self.store.find_last_act(stored.id, OWN, caller.user_id)
        point = None if act is None else await self.store.find_point_after(stored.id, act.serial)
        seats = stored.seats_of(caller.user_id)
        if act is not None and act.kind is Kind.UNDO and seats:
            # The last answer that remains may be another player's, so look for one of the caller's seats.
            ends = (
                Place(turn=game.turn, entry=place + 1)
                for game in reversed(history)
                for place in reversed(range(len(game.log)))
                if game.log[place].seat in seats
            )
            return next(ends, Place(turn=history[0].turn, entry=0))
        if point is not None:
            return Place(turn=point.turn, entry=point.entry)
        start = history[0] if seats else history[-LOOK_BACK:][0]
        return Place(turn=start.turn, entry=0)

    async def _build_question(self, caller: Caller, stored: StoredGame) -> tuple[Panel | None, str]:
        if stored.status is not Status.RUNNING:
            return None, ""
        at = self.orders.load_seated(stored)
        panel = at.build_panel(caller.user_id)
        return panel, "" if panel is not None else cut_text(at.question()[0], 500)

    async def _summarize_post(
        self, stored: StoredGame, post: Post, at: Place, lead: Lead
    ) -> tuple[str, Post]:
        """Return the lead above the text, and the post with a summary as its text.

        The summary leaves room for the lead, but gets at least `ROWS` rows.
        """
        begin = post.told or post.since
        turns, said = await self._load_between(stored, begin, at)
        if not turns:  # an undo has removed the turns
            line = await asyncio.to_thread(lead, changes.NOTHING_KNOWN)
            return line, post.model_copy(update={"text": cut_text(post.text, MAX_TEXT)})
        first = begin.entry if begin is not None and turns[0].turn == begin.turn else None
        rules, why = self.orders.find_rules(stored), await self._load_reasons(stored)
        own = self.orders.load_seated(stored).asked if stored.status is Status.RUNNING else ""

        def tell() -> tuple[str, summary.Summary]:
            fit = summary.begin_summary(
                rules, turns, first, own=own, effects=post.effects, why=why, ends=False
            )
            return summary.tell_below(lead, lambda rows: fit(max(rows, ROWS)), SUMMARY_ROWS)

        line, told = await asyncio.to_thread(tell)
        text = "\n".join([*said, *post.notices, told.text, *post.closing])
        buttons = (*post.buttons, self._make_whole_button(stored, begin, at))
        return line, post.model_copy(update={"text": text, "buttons": buttons})

    async def _load_reasons(self, stored: StoredGame) -> dict[int, dict[int, str]]:
        """Return the reasons for bot players' orders in the reader's language.

        The form is `{turn: {first entry of the order: reason}}`.
        """
        found: dict[int, dict[int, str]] = {}
        rules = self.orders.find_rules(stored)
        for at, reason in (await self.store.load_reasons(stored.id)).items():
            found.setdefault(at.turn, {})[at.entry] = read_reason(rules, reason)
        return found

    async def _load_between(
        self, stored: StoredGame, since: Place | None, until: Place | None
    ) -> tuple[list[Game], list[str]]:
        """Return the turns between the places `since` and `until`, and a line on a position set by hand.

        Without `since`, the turns begin with the game. Without `until`, they end with the latest turn. If a
        position was set by hand, the turns begin there.
        """
        history = await self.store.load_history(stored.id, 1 if since is None else since.turn)
        turns = [
            game if until is None or game.turn < until.turn else replace(game, log=game.log[: until.entry])
            for game in history
            if until is None or game.turn <= until.turn
        ]
        if not turns:
            return [], []
        found, said = _skip_to_set_position(stored, turns)
        return list(found), said

    def _make_whole_button(self, stored: StoredGame, since: Place | None, until: Place) -> ActionButton:
        """Return the button that shows the full story between two places."""
        begin, end = (f"{place.turn}.{place.entry}" if place else "" for place in (since, until))
        return button(History.whole.call(begin, end, 1, stored.id), say("button.whole"))

    def _make_replay_button(self, stored: StoredGame, turn: int = 1) -> ActionButton:
        return button(Replays.replay.call(turn, stored.id), say("button.replay"))

    async def _load_begun(self, caller: Caller, game_id: int | None) -> tuple[StoredGame, Rules]:
        """Return the game with `game_id`, by default the channel's game, and its rules. Raises `Refused`."""
        stored = await self.orders.find_begun_game(caller, game_id)
        return stored, self.orders.find_rules(stored)


def _skip_to_set_position(stored: StoredGame, turns: Sequence[Game]) -> tuple[Sequence[Game], list[str]]:
    """Return the turns from the last position set by hand on, and a line about that position.

    Without such a position, return all turns and no line.
    """
    laid = [
        index for index, game in enumerate(turns) if game.turn in GameSettings.of(stored).turns_set_by_hand
    ]
    return (turns[laid[-1] :], [say("log.position")]) if laid else (turns, [])


def _read_place(text: str) -> Place | None:
    """Return the place in the text of a button's id, such as "12.3"; None for any other text."""
    found = _PLACE.fullmatch(text)
    return None if found is None else Place(turn=int(found[1]), entry=int(found[2]))


def _add_headings(heads: Sequence[str], lines: Sequence[str]) -> list[str]:
    """Return one text for each order of a turn. The first text begins with the headings."""
    first, *others = group_by_order(lines)
    return ["\n".join([*heads, first]), *others]


def _explain_new_words(rules: Rules, before: Sequence[chapters.Chapter], prose: str) -> list[str]:
    """Explain the words in `prose` that no earlier chapter uses. `before` has the earlier chapters."""
    words = rules.EXTRAS.teaching.glossary()
    new = list_used(words, prose)
    for chapter in before:
        if not new:
            break
        earlier = dict(list_used(words, summary.write_prose(rules, chapter.turns)[0]))
        new = [(word, text) for word, text in new if word not in earlier]
    return [say("card.word", word=word, text=text) for word, text in new[:WORDS]]


def _write_titles(rules: Rules, turns: Sequence[Game]) -> dict[int, str]:
    """Return the chapter's title for each turn: `{turn's number: title}`."""
    return {game.turn: chapters.write_title(rules, game) for game in turns}


def make_details_button(stored: StoredGame) -> ActionButton:
    """Return the button that shows a finished game's standings, dates and seed."""
    return button(History.show_result.call(stored.id), say("button.result"))
