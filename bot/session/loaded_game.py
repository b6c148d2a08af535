"""Hold a running game in memory: its stored data, rules, and open turn, played up to the open question."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import lru_cache

from bot.language.words import join_names, say, speak_within
from bot.replies.mark import Mark
from bot.replies.panel import ROOM, Panel
from bot.replies.text import write_clause
from bot.session.bot_seats import name_level, name_style
from bot.session.table_names import title_table
from bot.session.views import view_game
from bot.settings.game_settings import GameSettings, return_finished_seats
from db.records import Seat, StoredGame
from rules import kernel
from rules.ask import EVERYTHING, SPECTATOR, Reader
from rules.asking import DONE
from rules.errors import NoUndo
from rules.kernel import (
    CHANCE,
    FINAL,
    SIDE,
    Ask,
    Choice,
    Entry,
    Game,
    Live,
    NotAllowed,
    Rules,
    Step,
    View,
    list_barred_options,
)
from rules.orders.buttons.controls import Control, Menu, find_ways
from rules.orders.buttons.lookahead import JOINT, find_sight
from rules.presentation import Sight

MAX_CHOICES = 256  # turns in the cache of `list_choices`
LABEL = (
    46  # the most characters of a button that names the next question, so that a phone shows it in one line
)


class LoadedGame:
    """A game that is loaded and played up to its open question.

    Attributes:
        stored: the game as the store has it
        rules: the game's rules
        position: the open turn: its start and its entries
        live: the running coroutine of the open turn, with its state and open question
        shown: during a bot player's move, the turn and the entry of the last posted board, or (0, 0) if there
            is none; None at other times
        judged: whether the open order is the last order of a lesson; the lesson then judges this order
    """

    __slots__ = ("_mark", "judged", "live", "position", "rules", "shown", "stored")

    def __init__(self, stored: StoredGame, rules: Rules, position: Game, live: Live) -> None:
        self.stored, self.rules, self.position, self.live = stored, rules, position, live
        self.shown: tuple[int, int] | None = None
        self.judged = False
        self._mark: Mark | None = None

    def move_to_step(self, step: Step) -> LoadedGame:
        """Return the game after a step."""
        return self.move_to(step.game, step.live)

    def move_to(self, position: Game, live: Live) -> LoadedGame:
        """Return the game at another position."""
        return type(self)(self.stored, self.rules, position, live)

    @property
    def ask(self) -> Ask | None:
        """Return the open question; None if the game is over."""
        return self.live.pending if isinstance(self.live.pending, Ask) else None

    @property
    def asked(self) -> str:
        """Return the seat that has to decide; "" if the game is over."""
        return self.ask.seat if self.ask is not None else ""

    @property
    def mark(self) -> Mark:
        """Return the mark of the present place in the game. Buttons carry this mark."""
        if self._mark is None:
            self._mark = Mark.of(self.stored.id, self.position)
        return self._mark

    def view(self, seat: str | None) -> View:
        """Return the present view of a seat. If `seat` is None, return a spectator's view."""
        return view_game(self.rules, self.position, seat, lambda: self.rules.view(self.live.state, seat))

    def find_result(self) -> str | None:
        """Return the headline of the last board, in the game's language; None if the game goes on.

        The store keeps it for other readers, so it must not be in the language of the person who acts.
        """
        if self.asked:
            return None
        with speak_within(GameSettings.of(self.stored).language):
            return self.view(None).headline

    def question(self) -> tuple[str, int | None]:
        """Return the sentence of the open question, and the id of the user that it asks.

        The sentence is "" if no question is open. The id is None if the question asks no person.
        """
        if (ask := self.ask) is None:
            return "", None
        seat, question = title_seat(self.rules, ask.seat, self.position), ask.prompt.read(self.rules.name)
        holder = self.stored.seat(ask.seat)
        if holder is None:
            return say("asked.nobody", seat=seat, question=question), None
        if holder.level:
            return say("asked.bot", seat=seat, holder=name_holder(self.rules, holder)), None
        return say("asked", user=holder.user_id, seat=seat, question=question), holder.user_id

    def build_public_panel(self) -> Panel | None:
        """Return the panel of the open question for everybody.

        Return None if a bot player is asked, or if no question is open. For a secret question, the panel has
        only the button that opens the asked player's own panel.
        """
        ask = self.ask
        if ask is not None and (holder := self.stored.seat(ask.seat)) is not None and holder.level:
            return None
        if ask is not None and ask.secret:
            return Panel(self.mark, self.question()[0], own=say("button.own"))
        return self.build_panel(reader=SPECTATOR)

    def build_panel(
        self, user_id: int | None = None, *, plain: bool = False, reader: Reader | None = None
    ) -> Panel | None:
        """Return the panel of the open question; None if no question is open, or if it asks another user.

        With `plain`, each answer has a control of its own, also an answer without effect.
        `reader` is who sees the panel, by default the asked seat.
        """
        ask = self.ask
        if ask is None or (user_id is not None and ask.seat not in self.stored.seats_of(user_id)):
            return None
        on = find_ways(self.rules, self.position, ROOM, reader, plain=plain)
        undo = self.can_undo(ask.seat) or self._can_undo_answer()
        question, _ = self.question()
        if on.fills:
            question = "\n".join([question, say("asked.fills")])
        if why := self._explain_only_answer(ask, on.controls):
            question = "\n".join([question, say("asked.only", why=why)])
        kind = self.rules.KEY, ask.kind
        controls = tuple(each for control in on.controls for each in self._list_closings(control, on.onward))
        main = _find_closing(controls) if on.main == DONE else on.main
        panel = Panel(self.mark, question, controls, undo, on.rest, kind=kind, main=main)
        panel = replace(panel, answers=on.answers)
        return self._add_public_picture(panel, ask) if reader == SPECTATOR else self._add_picture(panel, ask)

    def _explain_only_answer(self, ask: Ask, controls: Sequence[Control]) -> str:
        """Return why only one answer is legal; "" if more answers are legal, or if a button says why.

        Also return "" if the other answers are illegal for different reasons.
        """
        if len(ask.menu()) != 1 or any(not isinstance(each, Menu) and each.why_not for each in controls):
            return ""
        reasons = {write_clause(option.why_not) for option in list_barred_options(self.rules, ask)}
        return reasons.pop() if len(reasons) == 1 else ""

    def _add_picture(self, panel: Panel, ask: Ask) -> Panel:
        """Return the panel with a picture of what its question is about, drawn for the asked seat."""
        sight = find_sight(self.rules, ask)
        if sight is None:
            kinds = (each.at[0] for each in panel.options)
            sight = next((Sight(kind) for kind in kinds if kind), None)
        if sight is None:
            return panel
        pictured = replace(panel, picture=sight.kind, around=sight.around, drawn=self.view(ask.seat))
        return self._number_places(pictured, sight)

    def _add_public_picture(self, panel: Panel, ask: Ask) -> Panel:
        """Return the panel. If its question names a picture, add it; otherwise the post's board is enough."""
        own, sight = ask.presentation.picture, find_sight(self.rules, ask)
        if not own or sight is None:
            return panel
        return self._number_places(
            replace(panel, picture=own, marked=sight.kind, drawn=self.view(None)), sight
        )

    def _number_places(self, panel: Panel, sight: Sight) -> Panel:
        """Return the panel. If places of its picture have numbers of their own, answers get these numbers."""
        if not panel.marks:
            return panel
        if sight.number is not None:
            printed = {sight.number(mark): mark for mark in panel.marks}
            slots = tuple(printed.get(number, "") for number in range(1, max(printed) + 1))
            return replace(panel, slots=slots, names_have_numbers=True)
        places = self.rules.EXTRAS.numbered.get(sight.kind, ())
        if not {*panel.marks} <= {*places}:
            return panel
        return replace(panel, slots=tuple(place if place in panel.marks else "" for place in places))

    def _list_closings(self, control: Control, onward: str) -> list[Control]:
        """Return a list with the control. If the control closes the question, change its label.

        The new label, such as "Nothing more", also names the next question `onward` if its text is short.
        If the player has already chosen something here, and the next questions are of kinds that the player
        has answered in this turn, return two controls: one goes on to these questions, the other closes them
        too. But if these questions offer only answers that the player gave before, return only the other.
        """
        ask, log = self.ask, self.position.log
        if ask is None or isinstance(control, Menu) or control.idle or control.key != DONE:
            return [control]
        if ask.presentation.route:
            return [replace(control, label=say("button.end_here"))]
        own = [each for each in list_choices(self.rules, self.position) if each.seat == ask.seat]
        same = [each for each in own if each.topic == ask.topic]
        # The question may ask again for the same thing, such as one more token.
        same += [each for each in own[-1:] if each.topic[0] == ask.kind]
        again = any(log[each.entry].key != DONE for each in same)
        none = "button.no_act" if ask.presentation.form == "act" else "button.none"
        answered = {each.topic[0]: log[each.entry].key for each in own if log[each.entry].key != DONE}
        menus, after = self._find_closings(answered) if again else ([], "")
        if len(menus) > 1:
            label = _name_closing(say("button.no_more"), after)
            end = replace(control, key=JOINT.join(DONE for _ in menus), label=label)
            leads_back = all(menu <= {DONE, *answered.values()} for menu in menus[1:])
            return [end] if leads_back else [replace(control, label=say("button.something_else")), end]
        return [replace(control, label=_name_closing(say("button.no_more" if again else none), onward))]

    def _find_closings(self, answered: Collection[str]) -> tuple[list[frozenset[str]], str]:
        """Return the legal answers to the open question and to each later question that closing it leads to.

        Also return the question to the asked seat that follows; "" if there is none, or if it is secret. Stop
        before a question that is secret or final, that can't be closed, or whose kind is not in `answered`.
        """
        live, menus = kernel.resume(self.rules, self.position), list[frozenset[str]]()
        while isinstance(ask := live.pending, Ask) and ask.seat == self.asked:
            if DONE not in ask.menu() or ask.final or ask.secret or ask.kind not in answered:
                return menus, "" if ask.secret else ask.prompt.read(self.rules.name)
            menus.append(frozenset(ask.menu()))
            live.enter(ask.seat, DONE)
        return menus, ""

    def _can_undo_answer(self) -> bool:
        """Return whether the asked player may undo their order after a bot player has answered it.

        The undo also removes the bot player's answer. It is not possible if dice or a card were revealed
        since the order began, or if the open question or an answer since then is final.
        """
        holder = self.stored.seat(self.asked)
        if holder is None or holder.user_id not in self.stored.answered:
            return False
        if self.ask is not None and self.ask.final:
            return False
        decided = list_decisions(self.rules, self.position)
        own = [index for index, (_, who) in enumerate(decided) if who == self.asked]
        first = find_opening(decided, own[-1]) if own else len(self.position.log)
        later = [each for each in list_choices(self.rules, self.position) if each.entry >= first]
        return not any(each.seat == CHANCE or each.final for each in later)

    def can_undo(self, seat: str, previous: Game | None = None) -> bool:
        """Return whether one tap undoes the seat's last order. `previous` is the last closed turn, if any."""
        try:
            undo_last_order(self.rules, self.position, seat, previous)
        except NotAllowed:
            return False
        return True

    def find_order_start(self) -> int:
        """Return the index of the entry where the asked seat's unfinished order begins.

        The choices from there on are not posted yet. Without an unfinished order, return the number of
        entries. At the end of a game, the last order counts as unfinished.
        """
        first, decider = len(self.position.log), ""
        for choice in list_choices(self.rules, self.position):
            if choice.seat not in (decider, CHANCE) and not choice.aside:
                first, decider = choice.entry, choice.seat
        return first if decider == self.asked or self.ask is None else len(self.position.log)


def _find_closing(controls: Sequence[Control]) -> str:
    """Return the key of the first button that closes the question; "" if there is none."""
    keys = [each.key for each in controls if not isinstance(each, Menu)]
    return next((key for key in keys if {*key.split(JOINT)} == {DONE}), "")


def _name_closing(closing: str, onward: str) -> str:
    """Return the label of a button that closes a question and goes on to the question `onward`."""
    named = say("button.onward", closing=closing, question=onward) if onward else closing
    return named if len(named) <= LABEL else closing


def read_as(stored: StoredGame, user_id: int) -> Reader:
    """Return the seats whose secrets this person may read: their own, or all once the game is over."""
    return EVERYTHING if stored.over else frozenset(stored.seats_of(user_id))


def list_choices(rules: Rules, game: Game) -> tuple[Choice, ...]:
    """Return the choices of a turn. They are cached, because each act needs them several times."""
    return _list_choices(rules, game)


@lru_cache(MAX_CHOICES)
def _list_choices(rules: Rules, game: Game) -> tuple[Choice, ...]:
    """Return the choices of a turn."""
    return kernel.list_choices(rules, game)


def have_others_chosen(at: LoadedGame, turn: Game) -> bool:
    """Return whether seats other than the asked seat have made choices in `turn` since `at`.

    Side acts (such as trades) don't count.
    """
    here, own = len(at.position.log), (CHANCE, at.asked)
    if all(entry.seat in own or is_side_act(entry) for entry in turn.log[here:]):
        return False
    made = list_choices(at.rules, turn)
    return any(each.entry >= here and each.seat not in own and not each.aside for each in made)


def list_seats(rules: Rules, stored: StoredGame) -> tuple[str, ...]:
    """Return all seats of a stored game in the order of its rules."""
    return rules.seats(rules.Options.model_validate_json(stored.options))


def order_seats(rules: Rules, stored: StoredGame) -> list[Seat]:
    """Return the taken seats in the order of the rules."""
    return [seat for key in list_seats(rules, stored) if (seat := stored.seat(key)) is not None]


def list_decisions(rules: Rules, game: Game) -> list[tuple[int, str]]:
    """Return a pair for each choice and chance event of a turn: the index of its entry, and its seat.

    The seat of a chance event is `CHANCE`. The seat of a side act has the prefix `SIDE`.
    """
    return [
        (choice.entry, SIDE + choice.seat if choice.aside else choice.seat)
        for choice in list_choices(rules, game)
    ]


def find_opening(decided: Sequence[tuple[int, str]], index: int) -> int:
    """Return the index of the entry where the order with `decided[index]` begins.

    Consecutive choices of a seat are one order, which is undone as a whole. Each side act is a separate
    order.
    """
    place, who = decided[index]
    while index and decided[index - 1][1] == who and not who.startswith(SIDE):
        index -= 1
        place = decided[index][0]
    return place


def undo_last_order(
    rules: Rules, position: Game, seat: str, previous: Game | None = None
) -> tuple[Game, Game]:
    """Return the turn that contains the last order of this seat, and the same turn cut before that order.

    `previous` is the last closed turn with all entries. Raises `NoUndo` if the order can't be undone, for
    example because an answer after the cut is final.
    """
    last = kernel.undo(rules, position, seat, previous, list_choices)
    whole = position if last.turn == position.turn or previous is None else previous
    decided = list_decisions(rules, whole)
    place = find_opening(decided, [place for place, _ in decided].index(len(last.log)))
    if has_final(rules, whole, place):
        raise NoUndo("No undo: something in that order is final.", FINAL)
    return whole, replace(whole, log=whole.log[:place])


def has_final(rules: Rules, game: Game, first: int) -> bool:
    """Return whether an answer of the turn, from entry `first` on, is final."""
    return any(choice.final for choice in list_choices(rules, game) if choice.entry >= first)


def list_open_seats(rules: Rules, stored: StoredGame, user_id: int) -> list[str]:
    """Return the seats that this person may take: free, on offer, or held by a bot player (listed last)."""
    offers = GameSettings.of(stored).offered

    def takes(key: str) -> bool:
        holder = stored.seat(key)
        if holder is None or holder.level:
            return True
        return holder.user_id != user_id and offers.get(key, -1) in (0, user_id)

    return sorted(
        filter(takes, list_seats(rules, stored)), key=lambda key: getattr(stored.seat(key), "level", "") != ""
    )


def explain_spectating(rules: Rules, stored: StoredGame, user_id: int) -> str:
    """Return the text that refuses a spectator's act, and says how this person can join.

    If bot players finish the game for this person, the text says so instead (`explain_finishing`).
    """
    if finishing := explain_finishing(rules, stored, user_id):
        return finishing
    seats = [name_seat(rules, key, stored.position) for key in list_open_seats(rules, stored, user_id)]
    how = say("looks_on.open", seats=join_names(seats, "or")) if seats else say("looks_on.full")
    return say("looks_on", title=title_table(rules, stored), how=how)


def explain_finishing(rules: Rules, stored: StoredGame, user_id: int) -> str:
    """If bot players finish the running game for this person, return a text that says so; else ""."""
    own = return_finished_seats(stored).seats_of(user_id)
    if stored.over or not own or stored.seats_of(user_id):
        return ""
    seats = join_names([title_seat(rules, key, stored.position) for key in own])
    title = title_table(rules, stored)
    return say("finish.under_way", title=title, seats=seats, seat=rules.name(own[0]))


def is_side_act(entry: Entry) -> bool:
    """Return whether an entry is a side act."""
    return entry.key.startswith(SIDE)


def name_seat(rules: Rules, seat: str, game: Game | None = None) -> str:
    """Return a seat's name. If the rules give the seat a side in this turn, return the side too."""
    name, side = rules.name(seat), rules.EXTRAS.side
    if side is None or game is None:
        return name
    words = side(game.loaded or rules.load(game.start), seat)
    return name if words is None else say("seat.side", seat=name, side=words.read(rules.name))


def title_seat(rules: Rules, seat: str, game: Game | None = None) -> str:
    """Return a seat's name and side with a capital first letter, for the beginning of a line."""
    name = name_seat(rules, seat, game)
    return name[:1].upper() + name[1:]


def is_watched(stored: StoredGame) -> bool:
    """Return whether bot players hold all taken seats. Return False if they finish the game for a person."""
    return all(seat.level for seat in stored.seats) and not GameSettings.of(stored).finishing


def name_holder(rules: Rules, holder: Seat) -> str:
    """Return the holder of a seat in words: a mention, a bot player, or a deleted person.

    A bot player comes with its level and its style.
    """
    if holder.level and (style := name_style(rules, holder.style)):
        return say("holder.styled", level=name_level(holder.level), style=style)
    if holder.level:
        return say("holder.bot", level=name_level(holder.level))
    if holder.user_id < 0:
        return say("holder.forgotten")
    return say("holder", user=holder.user_id)
