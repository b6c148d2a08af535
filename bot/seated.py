"""A running game in memory: what is stored, its rules, and its open turn played up to the question that
waits."""

from __future__ import annotations

from typing import Any

from bot.answers import Mark, Panel
from bot.words import say
from db.records import StoredGame
from rules import kernel
from rules.kernel import CHANCE, SIDE, Ask, Entry, Game, Live, NotAllowed, Rules, Step


class Seated:
    """A game with its people at the table."""

    __slots__ = ("live", "position", "rules", "stored")

    def __init__(self, stored: StoredGame, rules: Rules[Any], position: Game, live: Live[Any]) -> None:
        self.stored, self.rules, self.position, self.live = stored, rules, position, live

    def after(self, step: Step[Any]) -> Seated:
        """The same people after a step."""
        return Seated(self.stored, self.rules, step.game, step.live)

    @property
    def ask(self) -> Ask[Any] | None:
        """The question that waits; None when the game is over."""
        return self.live.pending if isinstance(self.live.pending, Ask) else None

    @property
    def asked(self) -> str:
        """The seat that has to decide; "" when the game is over."""
        return self.ask.seat if self.ask is not None else ""

    @property
    def mark(self) -> Mark:
        """The place that buttons carry."""
        return Mark.of(self.stored.id, self.position)

    def question(self) -> tuple[str, int | None]:
        """The sentence that asks the seat that has to decide, the mention first, and whom it mentions."""
        if (ask := self.ask) is None:
            return "", None
        seat, question = titled(self.rules, ask.seat), ask.prompt.read(self.rules.name)
        holder = self.stored.seat(ask.seat)
        if holder is None:
            return say("asked.nobody", seat=seat, question=question), None
        return say("asked", user=holder.user_id, seat=seat, question=question), holder.user_id

    def panel(self, user_id: int | None = None) -> Panel | None:
        """The question that waits, as buttons; None when there is none, or when it is not this person's."""
        ask = self.ask
        if ask is None or (user_id is not None and ask.seat not in self.stored.seats_of(user_id)):
            return None
        legal = tuple(option for option in kernel.options(self.rules, ask) if not option.why_not)
        return Panel(self.mark, self.question()[0], legal, self.can_undo(ask.seat))

    def can_undo(self, seat: str, previous: Game | None = None) -> bool:
        """True where this seat may take back its last choice; `previous`: the turn closed last, whole."""
        try:
            kernel.undo(self.rules, self.position, seat, previous)
        except NotAllowed:
            return False
        return True

    def began(self) -> int:
        """The entry with which the seat that is asked began to decide: what it chose since is not posted
        yet."""
        live = Live(self.rules, self.rules.load(self.position.start))
        first, decider = len(self.position.log), ""
        for index, entry in enumerate(self.position.log):
            if entry.seat != decider and is_decided(live, entry):
                first, decider = index, entry.seat
            live.enter(*entry)
        return first if decider == self.asked or self.ask is None else len(self.position.log)


def is_aside(entry: Entry) -> bool:
    """True for a side act."""
    return entry.key.startswith(SIDE)


def titled(rules: Rules[Any], seat: str) -> str:
    """A seat's name as it opens a line."""
    name = rules.name(seat)
    return name[:1].upper() + name[1:]


def is_decided(live: Live[Any], entry: Entry) -> bool:
    """True for a choice that somebody made: neither chance nor a side act nor the only answer there was."""
    pending = live.pending
    return entry.seat != CHANCE and not is_aside(entry) and isinstance(pending, Ask) and not pending.forced
