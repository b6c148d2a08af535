"""Show a game without changing it: the board, the standing, the cards, the rules and the record."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Protocol, runtime_checkable

from bot.deadlines import adjournment
from bot.language.words import SOURCE, join_clauses, join_names, say, speak_within
from bot.orders.service import OrderService
from bot.orders.stale_buttons import build_my_turn_panel
from bot.people.caller import Caller
from bot.people.preference_editor import PreferenceStore
from bot.replies.action import action, button
from bot.replies.out_of_date import refuse_unknown
from bot.replies.reply import ActionButton, ActionList, Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text, fit_above, fit_lines
from bot.session.loaded_game import LoadedGame, explain_finishing, explain_spectating, order_seats, read_as
from bot.session.table_names import title_table
from bot.session.talk import find_talk
from bot.session.views import view_after
from bot.settings.game_settings import GameSettings
from bot.settings.options import has_luck
from bot.story import record_header, standings
from bot.story.board_posts import format_time
from bot.story.post import Place
from bot.story.pushes import write_span
from bot.version import read_version
from bot.views import rulebook
from bot.views.lobby_card import write_lobby_card
from db.records import Status, StoredGame
from render import kinds, spaces, text_table
from rules import kernel
from rules.kernel import Ask, Game, Option, Pending, Rules, View
from rules.lessons.newcomer import find_newcomer
from rules.loading.games import GAMES
from rules.orders.matching import find_closest
from rules.orders.tokenizer import echo, normalize
from rules.records.proof import seal_record
from rules.records.record import FORM_1, Record, dump_record, list_turns
from rules.secrecy import HIDDEN, mask_turn
from rules.words import read_said
from rules.words import say as words


@runtime_checkable
class Provenanced(Protocol):
    """A view that names the sources of its map and its cards."""

    @property
    def provenance(self) -> Sequence[str]:
        """Return a sentence about each source."""


TEXT = "text"
REASON = 300  # the most characters about a package that is not loaded
MOST_RULES = 8  # a reply has at most this many buttons that open a rule


def view_between(rules: Rules, turns: Sequence[Game], since: Place) -> tuple[View, tuple[View, ...]]:
    """Return a spectator's view at `since`, and a view at the end of each turn except the last.

    `since` is a place in the first turn. If an undo has removed that place, the first turn may be an earlier
    one. Then the first view shows the end of that earlier turn.
    """
    first, *_ = turns
    begun = since.entry if first.turn == since.turn else len(first.log)
    return view_after(rules, first, begun), tuple(view_after(rules, turn) for turn in turns[:-1])


def choose_own_seat(pending: Pending | None, own: Sequence[str]) -> str:
    """Return the asked seat if it is one of a person's seats `own`, else the first of these seats."""
    asked = pending.seat if isinstance(pending, Ask) else ""
    return asked if asked in own else own[0]


def _list_close_ups(
    stored: StoredGame, rules: Rules, view: View, own: Sequence[str]
) -> tuple[ActionList, ...]:
    """Return a list that opens a game's close-ups; () if no seat has a close-up of its own.

    The whole board shows the mats of seats small, or not at all. `own`: the caller's seats.
    """
    keys = spaces(view)
    if not {seat.seat for seat in stored.seats} & {*keys}:
        return ()
    options = [
        Option(key, say("board.own", seat=rules.name(key)) if key in own else rules.name(key)) for key in keys
    ]
    return (ActionList(BoardViews.show_close_up.call(stored.id), say("board.closer"), options),)


class BoardViews:
    """Answers requests that anybody may make about a channel's game. The game runs or is over."""

    def __init__(self, orders: OrderService, people: PreferenceStore | None = None) -> None:
        """Set up the service. Without `people`, the status doesn't say who is away."""
        self.orders, self.store, self.people = orders, orders.store, people

    @action("board", fresh=True, looking=True)
    async def show_public_board(self, caller: Caller) -> Reply:
        """Return the board as the caller may see it."""
        return await self.show_board(caller)

    @action("close", "{game}:{}", looking=True)
    async def show_close_up(self, caller: Caller, game: int, *chosen: str) -> Reply:
        """Return the chosen close-up. Raises `Refused` if there is none of this name."""
        return await self.show_board(caller, next(iter(chosen), None), game)

    @action("hand", "{game}", fresh=True, looking=True)
    async def show_hand(self, caller: Caller, game: int) -> Reply:
        """Return a picture of the hand of the caller's seat. Raises `Refused` if they have none."""
        stored, rules, position = await self._require_started(caller, game)
        own, live = stored.seats_of(caller.user_id), kernel.resume(rules, position)
        if not own or not rules.EXTRAS.hand:
            raise Refused(explain_spectating(rules, stored, caller.user_id))
        view = rules.view(live.state, choose_own_seat(live.pending, own))
        return Reply(view.headline, view=view, size=rules.EXTRAS.hand)

    async def show_board(self, caller: Caller, what: str | None = None, game_id: int | None = None) -> Reply:
        """Return a picture of the game as the caller may see it. Without `what`, it shows the board.

        `what` is a kind of picture, the name of a space (for a close-up), or "text" (for the board in words).
        Raises `Refused` for any other text.
        """
        stored, rules, position = await self._require_started(caller, game_id)
        live = kernel.resume(rules, position)
        own = stored.seats_of(caller.user_id)
        view = rules.view(live.state, own[0] if len(own) == 1 else None)
        lists = _list_close_ups(stored, rules, view, own)
        if what is None:
            return Reply(view.headline, view=view, lists=lists)
        what = what.strip().casefold()
        called = {key: (key, rules.name(key), *rules.aliases(key)) for key in spaces(view)}
        # Look for close-ups first: a kind of the same name may show only the part that a question is about.
        for key, names in called.items():
            if what in map(str.casefold, names):
                return Reply(view.headline, view=view, space=key, lists=lists)
        if what in kinds(stored.game):
            return Reply(view.headline, view=view, size=what, lists=lists)
        if what == TEXT:
            return Reply(say("board.text", text=text_table(view)))
        shown = {kind: kind for kind in (*kinds(stored.game), TEXT)}
        known = shown | {normalize(name): rules.name(key) for key, names in called.items() for name in names}
        near = list(dict.fromkeys(known[word] for word in find_closest(normalize(what), known)))
        hint = say("board.meant", names=join_names(near, "or")) + " " if near else ""
        raise Refused(hint + say("board.sizes", sizes=join_names(tuple(shown), "or")))

    async def show_status(self, caller: Caller) -> Reply:
        """Return each seat's player and standing, and the seat that decides now. Raises `Refused`."""
        stored = await self._require_game(caller)
        rules = self.orders.find_rules(stored)
        adjourned = stored.status is Status.ADJOURNED
        buttons = (adjournment.make_resume_button(stored),) if adjourned else ()
        if stored.position is None:
            card = write_lobby_card(rules, stored, say("card.adjourned") if adjourned else "")
            talk = find_talk(stored)
            lines = [card] if talk is None else [card, say("status.talk", thread=talk)]
            return Reply("\n".join(lines), buttons=buttons)
        live = kernel.resume(rules, stored.position)
        view = rules.view(live.state, None)
        lines = [
            say("status", title=title_table(rules, stored), headline=view.headline),
            *standings.list_standings(rules, stored, view),
        ]
        if finishing := explain_finishing(rules, stored, caller.user_id):
            lines.append(finishing)
        if adjourned:
            lines.append(say("adjourned"))
        if link := self.orders.page_links.write(stored):
            lines.append(link)
        if (talk := find_talk(stored)) is not None:
            lines.append(say("status.talk", thread=talk))
        panel = None
        if stored.status is Status.RUNNING:
            at = self.orders.load_seated(stored)
            lines += await self._list_clocks(at)
            lines += await self._list_away(stored)
            lines.append(at.question()[0])
            if GameSettings.of(stored).unreachable:
                lines.append(say("lost.note"))
            panel = (await self.orders.question(caller)).panel
            # The button that confirms a draft stands only below the draft's preview, so leave it out here.
            if panel is not None and panel.confirm:
                panel = build_my_turn_panel(at)
        return Reply(cut_text("\n".join(lines), MAX_TEXT), panel, buttons=buttons)

    async def _list_clocks(self, at: LoadedGame) -> list[str]:
        """Return a line with the time that each person's seat has used, and the time left in its bank."""
        settings = await self.orders.count_time(at, GameSettings.of(at.stored))
        seats = [seat for seat in order_seats(at.rules, at.stored) if not seat.level]
        clocks = []
        for seat in (each.seat for each in seats if each.seat in settings.clocks):
            used, left = (timedelta(seconds=each) for each in settings.clocks[seat])
            places = {"seat": at.rules.name(seat), "used": write_span(used), "left": write_span(left)}
            clocks.append(say("status.clock" if settings.terms.most is None else "status.bank", **places))
        return [say("status.clocks", clocks=join_clauses(clocks))] if clocks else []

    async def _list_away(self, stored: StoredGame) -> list[str]:
        """Return a line for each player who is away, with the time when they come back."""
        lines, now = list[str](), datetime.now(UTC)
        for user in dict.fromkeys(seat.user_id for seat in stored.seats if not seat.level):
            preferences = None if self.people is None else await self.people.load(user)
            if preferences is not None and preferences.away is not None and preferences.is_away(now):
                lines.append(say("status.away", user=user, until=format_time(preferences.away)))
        return lines

    async def show_card(self, caller: Caller, number: int | None) -> Reply:
        """Return the text of a card by its number. Without a number, take the latest revealed card.

        Below the card's text, explain words of the game that the text uses. For a game without decks, return
        the list of its cards. Raises `Refused`.
        """
        stored, rules, position = await self._require_started(caller)
        if rules.EXTRAS.decks is None:
            return self._list_cards(caller, stored, rules, position, number)
        try:
            text = read_said(
                rules.EXTRAS.decks.card(kernel.resume(rules, position).state, number), rules.name
            )
        except ValueError as error:
            raise Refused(read_said(error.args[0], rules.name)) from None
        card = cut_text(text.replace("```", "'"), MAX_TEXT)
        words = [
            say("card.word", word=word, text=text)
            for word, text in list_used(rules.EXTRAS.teaching.glossary(), text)
        ]
        explained, _ = fit_lines(words, MAX_TEXT - len(card))
        return Reply("\n".join([card, *explained]))

    @staticmethod
    def _list_cards(
        caller: Caller, stored: StoredGame, rules: Rules, position: Game, number: int | None
    ) -> Reply:
        """Return the list of a game's cards if the game has no decks in files (`Decks`). Raises `Refused`."""
        own = stored.seats_of(caller.user_id)
        seat = own[0] if len(own) == 1 else None
        view = rules.view(kernel.resume(rules, position).state, seat)
        lines = rules.EXTRAS.teaching.cards(view, seat)
        if not lines:
            raise Refused(say("card.none", title=rules.TITLE))
        if number is not None:
            raise Refused(say("card.unnumbered", title=rules.TITLE))
        rows = [say("card.line", line=read_said(line, rules.name)) for line in lines]
        return Reply(cut_text("\n".join([say("card.all", title=rules.TITLE), *rows]), MAX_TEXT))

    @action("rule", "{game}:{number}", looking=True)
    async def show_rule(self, caller: Caller, number: str, game: str | None = None) -> Reply:
        """Return the text of a rule. If several rules fit equally well, return buttons for them.

        `number` is a rule's number, or a chapter, a word or a question to search for. A question about a
        command, such as `/undo`, is answered with this command. Raises `Refused`.
        """
        rules = await self._choose_rules(caller, game)
        reference, asked = rules.reference(), rules.EXTRAS.teaching.questions()
        number = number.strip().rstrip(".")
        if command := rulebook.find_command(number):
            told = {"undo": say("rules.undo"), "hint": say("rules.hint"), "leave": say("rules.leave")}
            return Reply(told[command])
        fitting, answers = _find_rules(rules, number)
        terms = rulebook.find_terms(rules.EXTRAS.teaching.glossary(), number)
        own, others = await self._name_seats(caller, rules)
        fitting = rulebook.move_own_first(reference, fitting, own, others, number)
        if not fitting:
            text = say("rules.unknown", number=echo(number))
            return Reply(
                text, buttons=make_rule_buttons(rules, rulebook.list_starting_points(reference, asked))
            )
        if not answers and len(fitting) > 1:
            rows = [
                say("rules.row", number=key, heading=rulebook.title_rule(reference, key))
                for key in reference
                if key in fitting
            ]
            head = say("rules.found", title=rules.TITLE, number=echo(number))
            return Reply(
                cut_text("\n".join([head, *rows]), MAX_TEXT), buttons=make_rule_buttons(rules, fitting)
            )
        first, *alike = fitting
        heading = rulebook.title_rule(reference, first, [*own, *others])
        rule_text = "\n".join([heading, *reference[first].splitlines()[1:]])
        rule = say("rules.rule", title=rules.TITLE, number=first, text=rule_text)
        # If a word is the rule's heading, leave out its meaning, because the rule's text explains the word.
        named = rulebook.read_heading(reference[first]).casefold()
        meanings = [
            say("card.word", word=word, text=meaning) for word, meaning in terms if word.casefold() != named
        ]
        text = cut_text("\n".join([*meanings, rule]), MAX_TEXT)
        near = dict.fromkeys([*alike, *rulebook.find_neighbours(reference, first)])
        return Reply(text, buttons=make_rule_buttons(rules, list(near)))

    async def suggest_rules(
        self, caller: Caller, typed: str, game: str | None = None
    ) -> list[tuple[str, str]]:
        """Return a pair (label, number) for each rule that fits a typed text. A label shows no backticks."""
        try:
            rules = await self._choose_rules(caller, game)
        except Refused:
            return []
        reference = rules.reference()
        fitting = _find_rules(rules, typed).numbers
        return [(cut_text(f"{key} {reference[key]}".replace("`", ""), 100), key) for key in fitting]

    @action("primer", "{game}", looking=True)
    async def show_primer(self, caller: Caller, game: str) -> Reply:
        """Return a text on what a game is about and how to read its board, with a picture of the board.

        If a game of this kind has begun in the channel, the picture shows its board. Otherwise the picture
        shows the start of a new game. Raises `Refused`.
        """
        rules = self.orders.games.get(game)
        told = None if rules is None else find_newcomer(rules)
        if rules is None or told is None:
            raise refuse_unknown()
        about, *legend = [words(text).read(rules.name) for text in (told.about, *told.board)]
        text = "\n\n".join(
            [say("primer", title=rules.TITLE), about, "\n".join(f"- {line}" for line in legend)]
        )
        stored = await self.store.find_in_channel(caller.channel_id)
        if stored is not None and stored.game == game and stored.position is not None:
            view = view_after(rules, stored.position)
        else:
            start = kernel.begin(rules, rules.dump(rules.setup(rules.Options())), rules.KEY)
            view = rules.view(start.live.state, None)
        win = button(BoardViews.show_rule.call("win", game), say("button.win"))
        # don't cut the picture, because the text explains all parts of the board
        return Reply(text, view=view, buttons=(win,))

    async def send_record(self, caller: Caller, game_id: int | None = None) -> Reply:
        """Return the record of the game as a `.play` file. Raises `Refused`.

        While the game runs, the file leaves out the seed and what the caller may not know.
        """
        stored, rules, _ = await self._require_started(caller, game_id)
        running = not stored.over
        history = await self.store.load_history(stored.id)
        # A host can set a position by hand. The rules can't replay that step, so the record begins with the
        # last such position.
        header = record_header.write_header(stored)
        turns = [game for game in history if game.turn >= header.first]
        laid = GameSettings.of(stored).turns_set_by_hand
        start = turns[0].start if laid else None
        reader = read_as(stored, caller.user_id)

        def write_record() -> tuple[Record, str]:
            record = replace(
                header,
                start=HIDDEN if start and running and rules.EXTRAS.hidden else start,
                turns=list_turns([mask_turn(rules, game, reader) for game in turns] if running else turns),
            )
            return record, dump_record(record if record.form == FORM_1 else seal_record(record))

        record, text = await asyncio.to_thread(write_record)
        whole = "record.whole" if has_luck(rules, stored.options) else "record.whole_sure"
        told = [say("record" if running else whole)]
        told += record_header.describe_digest(stored) if running else []
        if record.hides:
            told.append(say("record.hides"))
        if laid:
            told.append(say("record.laid", turn=turns[0].turn))
        return Reply("\n".join(told), file=(f"{stored.game}-{stored.id}.play", text))

    async def list_pictures(self, caller: Caller) -> list[tuple[str, str]]:
        """Return a pair (label, value) for each picture of the channel's game that `show_board` can draw."""
        stored = await self._find_last_game(caller)
        if stored is None:
            return []
        found = [(kind, kind) for kind in (*kinds(stored.game), TEXT)]
        if stored.position is None:
            return found
        rules = self.orders.find_rules(stored)
        closer = spaces(view_after(rules, stored.position))
        return [
            *(each for each in found if each[1] not in closer),
            *((rules.name(space), space) for space in closer),
        ]

    async def show_about(self, caller: Caller) -> Reply:
        """Return a text about Durbar, its version, and the sources of the channel's game."""
        text = say("about", games=", ".join(rules.TITLE for rules in self.orders.games.values()))
        stored = await self._find_last_game(caller)
        if stored is not None and stored.position is not None:
            rules = self.orders.find_rules(stored)
            view = view_after(rules, stored.position)
            if isinstance(view, Provenanced):
                text += "".join("\n" + say("about.provenance", text=part) for part in view.provenance)
        versions = [say("about.version", version=read_version())]
        for key, rules in self.orders.games.items():
            if (package := GAMES.package(key)) is not None:
                versions.append(say("about.package", title=rules.TITLE, **package._asdict()))
        versions += [say("about.refused", why=cut_text(why, REASON)) for why in GAMES.refused]
        return Reply(fit_above(text, *versions))

    async def view_moments(
        self, stored: StoredGame, at: Place, since: Place | None
    ) -> tuple[View, View | None, tuple[View, ...]]:
        """Return a spectator's view at the place `at`, the view at `since`, and the views between them.

        Each view between them shows the end of a turn. If an undo has removed `at`, the first view shows the
        present. Without `since`, the second view is None and there are no views between.
        """
        rules = self.orders.find_rules(stored)
        game = await self._load_turn(stored, at)
        if stored.status is Status.RUNNING and Place.of(game) == at:
            last = self.orders.load_seated(stored).view(None)
        else:
            last = view_after(rules, game, at.entry if game.turn == at.turn else len(game.log))
        if since is None:
            return last, None, ()
        first = await self._load_turn(stored, since)
        between: Sequence[Game] = ()
        if first.turn + 1 < game.turn:
            between = await self.orders.load_closed_turns(stored, first.turn + 1)
        closed = [turn for turn in (first, *between) if turn.turn < game.turn]
        return last, *view_between(rules, [*closed, game], since)

    async def _load_turn(self, stored: StoredGame, place: Place) -> Game:
        assert stored.position is not None, "only a game that has begun has a board"
        if stored.position.turn <= place.turn:
            return stored.position
        return (await self.orders.load_closed_turns(stored, place.turn))[0]

    async def _find_last_game(self, caller: Caller) -> StoredGame | None:
        found = await self.store.find_in_channel(caller.channel_id)
        return found or await self.store.find_in_channel(caller.channel_id, ended=True)

    async def _require_game(self, caller: Caller) -> StoredGame:
        if (stored := await self._find_last_game(caller)) is None:
            raise Refused(say("no_game"))
        return stored

    async def _require_started(
        self, caller: Caller, game_id: int | None = None
    ) -> tuple[StoredGame, Rules, Game]:
        stored = await self.orders.find_begun_game(caller, game_id)
        assert stored.position is not None, "it has begun"
        return stored, self.orders.find_rules(stored), stored.position

    async def _name_seats(self, caller: Caller, rules: Rules) -> tuple[list[str], list[str]]:
        """Return the names of the caller's seats and of all other seats of the channel's game.

        Return no names if that game uses other rules.
        """
        stored = await self._find_last_game(caller)
        if stored is None or stored.game != rules.KEY:
            return [], []
        own = stored.seats_of(caller.user_id)
        others = [each.seat for each in stored.seats if each.seat not in own]
        return [rules.name(seat) for seat in own], [rules.name(seat) for seat in others]

    async def _choose_rules(self, caller: Caller, game: str | None) -> Rules:
        if game is None and (stored := await self._find_last_game(caller)) is not None:
            game = stored.game
        if game is None and len(self.orders.games) == 1:
            game = next(iter(self.orders.games))
        if game is None or game not in self.orders.games:
            titles = ", ".join(rules.TITLE for rules in self.orders.games.values())
            raise Refused(say("rules.which", games=titles))
        return self.orders.games[game]


def _find_rules(rules: Rules, typed: str) -> rulebook.Found:
    """Search the rules for a typed text in the current language. If no rule fits, search in English."""
    asked = rules.EXTRAS.teaching.questions()
    found = rulebook.find_rules(rules.reference(), typed, asked)
    if found.numbers:
        return found
    with speak_within(SOURCE):
        return rulebook.find_rules(rules.reference(), typed, asked)


def make_primer_button(rules: Rules) -> ActionButton:
    """Return the button that shows what the game is about."""
    return button(BoardViews.show_primer.call(rules.KEY), say("button.primer"))


def make_rule_buttons(rules: Rules, numbers: Sequence[str]) -> tuple[ActionButton, ...]:
    """Return a button for each of the first `MOST_RULES` rules.

    The buttons are in the order of the rulebook.
    """
    reference, shown = rules.reference(), {*numbers[:MOST_RULES]}
    return tuple(
        button(
            BoardViews.show_rule.call(number, rules.KEY),
            say("button.rule", number=number, heading=rulebook.title_rule(reference, number)),
        )
        for number in reference
        if number in shown
    )


def list_terms(rules: Rules) -> dict[str, str]:
    """Return the meaning of each word of a game: the words of its glossary, and the names of its acts."""
    new, read = find_newcomer(rules), rules.name
    acts = {} if new is None else {read(key): words(each).within(read) for key, each in new.words.items()}
    return {**rules.EXTRAS.teaching.glossary(), **acts}


def list_used(words: Mapping[str, str], text: str) -> list[tuple[str, str]]:
    """Return pairs (word, meaning): the words of a glossary that a text uses, in the order of the text."""
    places = {word: re.search(_make_pattern(word), text, re.IGNORECASE) for word in words}
    found = sorted((place.start(), word) for word, place in places.items() if place is not None)
    return [(word.partition("|")[0], words[word]) for _, word in found]


def _make_pattern(word: str) -> str:
    """Return the pattern that finds a word of the glossary.

    For a word with one form, the pattern also finds longer words that begin with it. For a word with several
    forms ("Marchandise|Marchandises"), it finds only exactly these forms.
    """
    forms = word.split("|")
    return rf"\b(?:{'|'.join(map(re.escape, forms))})" + (r"\b" if len(forms) > 1 else "")
