"""A running game in memory: what is stored, its rules, and its open turn played up to the question that
waits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from bot.language.words import join_names, say
from bot.replies.mark import Mark
from bot.replies.panel import ROOM, Panel
from bot.session.views import view_game
from bot.settings.game_settings import GameSettings
from db.records import Seat, StoredGame
from rules import kernel
from rules.ask import EVERYTHING, ONLOOKER, Reader
from rules.asking import DONE
from rules.errors import NoUndo
from rules.kernel import CHANCE, FINAL, SIDE, Ask, Choice, Entry, Game, Live, NotAllowed, Rules, Step, View
from rules.orders.controls import Control, Menu, ways

KEPT = 256  # turns of which the choices are kept in memory


class LoadedGame:
    """A game with its people at the table. `shown`: turn and entry of the board that was posted last, where
    what happened since then has had no picture. `judged`: in a lesson, which ends with the next order that
    leaves nothing more to decide."""

    __slots__ = ("_mark", "judged", "live", "position", "rules", "shown", "stored")

    def __init__(self, stored: StoredGame, rules: Rules, position: Game, live: Live) -> None:
        self.stored, self.rules, self.position, self.live = stored, rules, position, live
        self.shown: tuple[int, int] | None = None
        self.judged = False
        self._mark: Mark | None = None

    def move_to_step(self, step: Step) -> LoadedGame:
        """Return the same people after a step."""
        return self.move_to(step.game, step.live)

    def move_to(self, position: Game, live: Live) -> LoadedGame:
        """Return the same people at another place."""
        return type(self)(self.stored, self.rules, position, live)

    @property
    def ask(self) -> Ask | None:
        """The open question; None when the game is over."""
        return self.live.pending if isinstance(self.live.pending, Ask) else None

    @property
    def asked(self) -> str:
        """The seat that has to decide; "" when the game is over."""
        return self.ask.seat if self.ask is not None else ""

    @property
    def mark(self) -> Mark:
        """The place that buttons carry."""
        if self._mark is None:
            self._mark = Mark.of(self.stored.id, self.position)
        return self._mark

    def view(self, seat: str | None) -> View:
        """Return what a seat (None: a spectator) sees now."""
        return view_game(self.rules, self.position, seat, lambda: self.rules.view(self.live.state, seat))

    def question(self) -> tuple[str, int | None]:
        """The sentence that asks the seat that has to decide, the mention first, and whom it mentions."""
        if (ask := self.ask) is None:
            return "", None
        seat, question = title_seat(self.rules, ask.seat), ask.prompt.read(self.rules.name)
        holder = self.stored.seat(ask.seat)
        if holder is None:
            return say("asked.nobody", seat=seat, question=question), None
        if holder.level:
            return say("asked.automatic", seat=seat, holder=name_holder(holder)), None
        return say("asked", user=holder.user_id, seat=seat, question=question), holder.user_id

    def build_public_panel(self) -> Panel | None:
        """Build the open question as everybody may see it.

        A secret question shows only the button that opens the asked player's own panel.
        """
        ask = self.ask
        if ask is not None and (holder := self.stored.seat(ask.seat)) is not None and holder.level:
            return None  # a bot player needs no buttons
        if ask is not None and ask.secret:
            return Panel(self.mark, self.question()[0], own=say("button.own"))
        return self.build_panel(reader=ONLOOKER)

    def build_panel(
        self, user_id: int | None = None, *, plain: bool = False, reader: Reader | None = None
    ) -> Panel | None:
        """Return the open question, as buttons and lists.

        It is None when there is none, or when it is not this person's. `plain`: all its own answers, and
        nothing beyond it; `reader`: who sees the panel, if not the seat that is asked.
        """
        ask = self.ask
        if ask is None or (user_id is not None and ask.seat not in self.stored.seats_of(user_id)):
            return None
        on = ways(self.rules, self.position, ROOM, reader, plain=plain)
        undo = self.can_undo(ask.seat) or self._may_be_answered()
        question, _ = self.question()
        if on.beyond:
            question = "\n".join([question, say("asked.beyond", questions=" ".join(on.beyond))])
        if on.fills:
            question = "\n".join([question, say("asked.fills")])
        kind = self.rules.KEY, ask.kind
        controls = tuple(self._said(control) for control in on.controls)
        panel = Panel(self.mark, question, controls, undo, on.rest, kind=kind)
        shown = ask.presentation
        if not shown.picture:
            return panel
        eyes = None if reader == ONLOOKER else ask.seat
        drawn = self.view(eyes)
        return replace(panel, picture=shown.picture, unnumbered=shown.ends, drawn=drawn)

    def _said(self, control: Control) -> Control:
        """Return what closes the question says on its button that nothing is chosen, or nothing more."""
        ask, log = self.ask, self.position.log
        if ask is None or isinstance(control, Menu) or control.key != DONE or control.idle:
            return control
        if ask.presentation.route:
            return replace(control, label=say("button.end_here"))
        own = [each for each in list_choices(self.rules, self.position) if each.seat == ask.seat]
        same = [each for each in own if each.topic == ask.topic]
        same += [each for each in own[-1:] if each.topic[0] == ask.kind]  # a token more, say
        again = any(log[each.entry].key != DONE for each in same)
        none = "button.no_act" if ask.presentation.form == "act" else "button.none"
        return replace(control, label=say("button.no_more" if again else none))

    def _may_be_answered(self) -> bool:
        """Return whether an undo may drop a bot player's answer to the asked player's order too.

        It may not if dice or a card of this turn came later, or if something in it was final.
        """
        holder = self.stored.seat(self.asked)
        if holder is None or holder.user_id not in self.stored.answered:
            return False
        if self.ask is not None and self.ask.final:  # and so was what was answered to it the last time
            return False
        decided = list_decisions(self.rules, self.position)
        own = [index for index, (_, who) in enumerate(decided) if who == self.asked]
        first = find_opening(decided, own[-1]) if own else len(self.position.log)
        later = [each for each in list_choices(self.rules, self.position) if each.entry >= first]
        return not any(each.seat == CHANCE or each.final for each in later)

    def can_undo(self, seat: str, previous: Game | None = None) -> bool:
        """Return whether this seat may take back its last order; `previous`: the turn closed last, whole."""
        try:
            undo_last_order(self.rules, self.position, seat, previous)
        except NotAllowed:
            return False
        return True

    def find_order_start(self) -> int:
        """The entry with which the seat that is asked began to decide: what it chose since is not posted
        yet."""
        first, decider = len(self.position.log), ""
        for choice in list_choices(self.rules, self.position):
            if choice.seat not in (decider, CHANCE) and not choice.aside:
                first, decider = choice.entry, choice.seat
        return first if decider == self.asked or self.ask is None else len(self.position.log)


def read_as(stored: StoredGame, user_id: int) -> Reader:
    """Return what this person may read: what their seats may, or all of it once the game is over."""
    return EVERYTHING if stored.over else frozenset(stored.seats_of(user_id))


def list_choices(rules: Rules, game: Game) -> tuple[Choice, ...]:
    """Return the choices of a turn, kept in memory: each act asks for them several times."""
    return _choices(rules, game)


@lru_cache(KEPT)
def _choices(rules: Rules, game: Game) -> tuple[Choice, ...]:
    return kernel.choices(rules, game)


def have_others_chosen(at: LoadedGame, turn: Game) -> bool:
    """Return whether somebody else than who was asked has chosen something since, besides side acts."""
    here, own = len(at.position.log), (CHANCE, at.asked)
    if all(entry.seat in own or is_out_of_turn(entry) for entry in turn.log[here:]):
        return False
    made = list_choices(at.rules, turn)
    return any(each.entry >= here and each.seat not in own and not each.aside for each in made)


def list_seats(rules: Rules, stored: StoredGame) -> tuple[str, ...]:
    """Return the seats of a stored game, in their order, taken or free."""
    return rules.seats(rules.Options.model_validate_json(stored.options))


def list_decisions(rules: Rules, game: Game) -> list[tuple[int, str]]:
    """Return the places in a turn where somebody decided, or chance came, and who it was.

    A side act is opened with its sign.
    """
    return [
        (choice.entry, SIDE + choice.seat if choice.aside else choice.seat)
        for choice in list_choices(rules, game)
    ]


def find_opening(decided: Sequence[tuple[int, str]], index: int) -> int:
    """The place where the order began of which `decided[index]` is a part: what is taken back together. A
    side act stands alone."""
    place, who = decided[index]
    while index and decided[index - 1][1] == who and not who.startswith(SIDE):
        index -= 1
        place = decided[index][0]
    return place


def undo_last_order(
    rules: Rules, position: Game, seat: str, previous: Game | None = None
) -> tuple[Game, Game]:
    """Return the turn with the last order of this seat in it, and the same turn without.

    `previous`: the turn closed last, whole. Raises `NoUndo`, also where something in the order is final.
    """
    last = kernel.undo(rules, position, seat, previous, list_choices)
    whole = position if last.turn == position.turn or previous is None else previous
    decided = list_decisions(rules, whole)
    place = find_opening(decided, [place for place, _ in decided].index(len(last.log)))
    if has_final(rules, whole, place):
        raise NoUndo("No undo: something in that order is final.", FINAL)
    return whole, replace(whole, log=whole.log[:place])


def has_final(rules: Rules, game: Game, first: int) -> bool:
    """Return whether one of the answers from entry `first` of the turn on is final."""
    return any(choice.final for choice in list_choices(rules, game) if choice.entry >= first)


def list_open_seats(rules: Rules, stored: StoredGame, user_id: int) -> list[str]:
    """Return the seats that somebody may take: free ones, those on offer, those of bot players."""
    offers = GameSettings.of(stored).offered

    def takes(key: str) -> bool:
        holder = stored.seat(key)
        return holder is None or bool(holder.level) or offers.get(key, -1) in (0, user_id)

    return sorted(
        filter(takes, list_seats(rules, stored)), key=lambda key: getattr(stored.seat(key), "level", "") != ""
    )


def explain_spectating(rules: Rules, stored: StoredGame, user_id: int) -> str:
    """What somebody without a seat reads who wants to do what only players do: that, and how to play."""
    seats = [rules.name(key) for key in list_open_seats(rules, stored, user_id)]
    how = say("looks_on.open", seats=join_names(seats, "or")) if seats else say("looks_on.full")
    return say("looks_on", title=rules.TITLE, how=how)


def is_out_of_turn(entry: Entry) -> bool:
    """True for a side act."""
    return entry.key.startswith(SIDE)


def title_seat(rules: Rules, seat: str) -> str:
    """Return a seat's name as it opens a line."""
    name = rules.name(seat)
    return name[:1].upper() + name[1:]


def is_watched(stored: StoredGame) -> bool:
    """Return whether all seats are automatic: people only watch."""
    return all(seat.level for seat in stored.seats)


def name_holder(holder: Seat) -> str:
    """Return who holds a seat, as people read it: a mention, or what plays there by itself."""
    if holder.level:
        return say("holder.automatic", level=holder.level)
    if holder.user_id < 0:
        return say("holder.forgotten")
    return say("holder", user=holder.user_id)
