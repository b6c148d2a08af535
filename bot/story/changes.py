"""Write what changed for a seat since its last act, and which acts brought the changes."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bot.language.words import join_names, say
from bot.session.loaded_game import LoadedGame, is_side_act
from bot.session.views import view_after, view_start
from bot.story.names import find_names
from bot.story.order_text import play_turn
from rules.ask import SPECTATOR, may_read
from rules.kernel import CHANCE, Game, Rules, View, resume
from rules.orders.sentences import name_last_act
from rules.orders.typed_lines import PlayedTurn
from rules.words import Words, merge_words, within

CAUSES = 2  # a sentence with more causes names none of them
SENTENCES = 5  # the most sentences on what changed
LONG = 100  # if a sentence has more characters, its last change moves to a new sentence
STAND, CLAUSE, LOSS = "stand", "clause", "loss"  # the kinds of changes
POINTS = STAND, 0  # the key of the points, the first part of a standing
ACT, ANSWER, OWN, EVENT = "act", "answer", "own", "event"  # the kinds of causes


class Told(NamedTuple):
    """Changes that the same acts brought. `changes` are clauses; `causes` name the newest of these acts."""

    changes: tuple[str, ...]
    causes: tuple[str, ...]


class Known(NamedTuple):
    """The facts that a text below the changes tells. The changes need not tell them again.

    Attributes:
        names: for each sentence of the text, the keys of the things in it (`find_names`)
        scored: the seats whose points the text tells
        orders: whether the text tells all orders, in the order of play
        results: whether the text also tells all results that name the seat
        holders: the places whose present holders the text tells (`Prose.holders`)
    """

    names: tuple[frozenset[str], ...] = ()
    scored: frozenset[str] = frozenset()
    orders: bool = False
    results: bool = False
    holders: frozenset[str] = frozenset()


NOTHING_KNOWN = Known()


class _Change(NamedTuple):
    """A change for a seat.

    Attributes:
        key: identifies the thing that changed, such as the second part of the standing
        text: the change in words; for a part of the standing, its old value
        after: for a part of the standing, its new value; "" for any other change
        names: the keys of the things that a clause names, such as places
    """

    key: tuple[str, Hashable]
    text: str
    after: str = ""
    names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Cause:
    """An act or event that changed something.

    Attributes:
        text: the cause in words
        kind: `ACT`, `ANSWER`, `OWN` or `EVENT`
        seat: the seat of the act
        words: the words of the act or event, before they become `text`; None if there are none
    """

    text: str
    kind: str
    seat: str = ""
    words: Words | None = field(default=None, compare=False)

    @property
    def names(self) -> frozenset[str]:
        """Return the seat of the act, or all keys that the words of an event name."""
        return frozenset((self.seat,)) if self.seat else find_names(self.words)


def is_turn_start(at: LoadedGame, now: View) -> bool:
    """Return whether the asked seat's own part of the turn begins with this question.

    The seat must not have chosen anything in this turn. Also, either no other seat has chosen anything, or
    the game names an aim for the seat at this question.
    """
    ask = at.ask
    if ask is None or find_end_of_own(at.rules, at.position, ask.seat):
        return False
    others = {entry.seat for entry in at.position.log if not is_side_act(entry)} - {CHANCE, ask.seat}
    chosen = any(find_end_of_own(at.rules, at.position, seat) for seat in others)
    return not chosen or bool(at.rules.EXTRAS.teaching.aim(now, ask.seat, ask.kind))


def find_end_of_own(rules: Rules, turn: Game, seat: str) -> int:
    """Return how many entries a turn has up to the seat's last choice; 0 if the seat has chosen nothing.

    A forced answer is no choice, because the bot enters it without asking.
    """
    made = play_turn(rules, turn).made if any(entry.seat == seat for entry in turn.log) else ()
    chosen = (
        place
        for place, each in enumerate(made, 1)
        if each.seat == seat and not (each.asked and each.asked.forced)
    )
    return max(chosen, default=0)


def find_last_own(rules: Rules, turns: Sequence[Game], seat: str) -> tuple[int, int] | None:
    """Return where the seat's last choice in these turns stands; None if the seat has chosen nothing.

    The place is the index of the turn, and the number of its entries up to this choice.
    """
    found = ((at, find_end_of_own(rules, turns[at], seat)) for at in reversed(range(len(turns))))
    return next((place for place in found if place[1]), None)


def have_others_acted(turn: Game, seat: str, first: int) -> bool:
    """Return whether another seat acted in a turn after its first `first` entries."""
    return any(entry.seat not in (CHANCE, seat) for entry in turn.log[first:])


def has_news(rules: Rules, turn: Game, seat: str, first: int) -> bool:
    """Return whether a turn brought a seat more after `first` entries than its own dice and cards.

    Dice and cards that follow the seat's last choice are news if they changed what the game has a clause for,
    such as the loss of units. A change of the standing alone is what the seat's own order brought.
    """
    if have_others_acted(turn, seat, first):
        return True
    prose, then, now = rules.EXTRAS.prose, view_after(rules, turn, first), view_after(rules, turn)
    return bool(prose.losses(then, now, seat) or prose.changes(then, now, seat))


def find_news(
    rules: Rules, history: Sequence[Game], own: int, seat: str
) -> tuple[Sequence[Game], int] | None:
    """Return the turns since a seat's last choice, and how many entries of the first turn are no news.

    The choice is looked for in the first `own` turns of the history. Return None if the seat has chosen
    nothing there.
    """
    if (place := find_last_own(rules, history[:own], seat)) is None:
        return None
    at, first = place
    return (history[at:], first) if has_news(rules, history[at], seat, first) else (history[at + 1 :], 0)


def is_led_by(rules: Rules, turn: Game, seat: str) -> bool:
    """Return whether a seat made the first choice of a turn. Side acts and forced answers don't count."""
    if not any(entry.seat == seat for entry in turn.log):
        return False
    chosen = (
        made.seat
        for entry, made in zip(turn.log, play_turn(rules, turn).made, strict=True)
        if entry.seat != CHANCE and not is_side_act(entry) and not (made.asked and made.asked.forced)
    )
    return next(chosen, "") == seat


class Changes(NamedTuple):
    """What changed for a seat, and the acts and events that brought each change.

    Attributes:
        seat: the seat
        seats: all seats
        found: the changes, each with its causes
    """

    seat: str
    seats: frozenset[str]
    found: tuple[tuple[_Change, tuple[_Cause, ...]], ...]

    def write(self, rules: Rules, *, caused: bool = False, known: Known = NOTHING_KNOWN) -> str:
        """Return sentences on what changed, and by which acts; "" if nothing changed.

        If the same acts brought several changes, these changes share a sentence. A sentence first tells what
        the seat lost, won or must fear, and then how its standing changed. The sentences tell only what
        everybody may see.

        Args:
            rules: the rules of the game
            caused: whether to tell only changes that other seats or events brought; the set-up is then left
                out
            known: what the text below tells; it is left out
        """
        own = say("lately.own")
        by_others = (each for each in self.found if any(cause.text != own for cause in each[1]))
        told = (self._replace(found=tuple(by_others)) if caused else self).list_told(rules, known)
        return " ".join(map(_write_sentence, told[:SENTENCES]))

    def list_told(self, rules: Rules, known: Known = NOTHING_KNOWN) -> list[Told]:
        """Return the changes with their causes, without what the text below tells (`known`).

        A loss (`Prose.losses`) is always told, first of all. A sentence on a battle does not tell that the
        battle's place changed hands; only a sentence on the place's holder does. If anything else is told,
        clauses stay that the text tells too; they then have no causes. If the text tells all orders, changes
        of the standing have no causes. If the text also tells all results that name the seat, no change has
        causes.
        """
        about = [names for names in known.names if self.seat in names]
        named = frozenset(name for names in about for name in names)
        places = frozenset(place for each in rules.EXTRAS.prose.holders.values() for place in each)
        named -= places - known.holders

        def is_below(change: _Change, causes: Sequence[_Cause]) -> bool:
            if change.key[0] == LOSS:
                return False
            if change.key == POINTS and self.seat in known.scored:
                return True
            return change.key[0] != STAND and _are_told(causes, about) and change.names <= named

        # Readers take what is told about them for all of it. So if anything is told, all clauses are, except
        # those on places whose holders the text tells.
        some = any(not is_below(*each) for each in self.found)
        groups: dict[tuple[_Cause, ...], list[_Change]] = {}
        for change, causes in self.found:
            stands, causes_told = change.key[0] == STAND, _are_told(causes, about)
            if is_below(change, causes) and (stands or not some or change.names & known.holders):
                continue
            below = known.results or ((stands or is_below(change, causes)) and (causes_told or known.orders))
            groups.setdefault(() if below else causes, []).append(change)
        joined: dict[tuple[_Cause, ...], list[_Change]] = {}
        for causes, group in groups.items():
            wider = [each for each in groups if _includes(each, causes, self.seats)]
            joined.setdefault(max(wider, key=len, default=causes), []).extend(group)
        worded: dict[tuple[str, ...], list[_Change]] = {}
        for causes, group in joined.items():
            named = frozenset.intersection(*(change.names for change in group))
            # "Blue took your Syria" needs no cause such as Blue's march to Syria.
            new = [each for each in causes if not each.names or not each.names <= named]
            worded.setdefault(_word_causes(rules, new), []).extend(group)
        return [Told(_word_changes(group), causes) for causes, group in worded.items()]


def _are_told(causes: Sequence[_Cause], about: Sequence[frozenset[str]]) -> bool:
    """Return whether each cause is told by a sentence. `about` has the names in each sentence on the seat."""
    return bool(causes) and all(each.names and any(each.names <= names for names in about) for each in causes)


def find_changes(rules: Rules, seat: str, now: View, turns: Sequence[Game], first: int = 0) -> Changes:
    """Return what changed for a seat since its last act.

    Args:
        rules: the rules of the game
        seat: the seat
        now: a spectator's view after the turns
        turns: the turns since the seat's last act, or since the game began; without turns, nothing is told
        first: the number of entries to skip in the first turn
    """
    seats = frozenset(dict(now.standing))
    if not turns:
        return Changes(seat, seats, ())
    changes = _list_changes(rules, _view_begin(rules, turns[0], first), now, seat)
    causes = _find_causes(rules, turns, now, seat, first) if changes else []
    return Changes(seat, seats, tuple((each, _list_causes(causes, each)) for each in changes))


def _includes(causes: Sequence[_Cause], some: Sequence[_Cause], seats: frozenset[str]) -> bool:
    """Return whether `causes` has all of `some`, and only causes that concern the same seats as `some`."""
    wide, narrow = ({each.names & seats for each in group} for group in (causes, some))
    return bool(some) and {*causes} >= {*some} and wide == narrow and frozenset() not in wide


def _word_changes(changes: Sequence[_Change]) -> tuple[str, ...]:
    """Return the changes as clauses. One last clause has all changed parts of the standing."""
    stood = sorted((each for each in changes if each.key[0] == STAND), key=lambda each: str(each.key[1]))
    clauses = [each.text for each in changes if each.key[0] != STAND]
    if stood:
        changed = [
            say("lately.from", before=_drop_same_unit(each.text, each.after), after=each.after)
            for each in stood
        ]
        clauses.append(say("lately.stand", changes=join_names(changed)))
    return tuple(clauses)


def _drop_same_unit(before: str, after: str) -> str:
    """Return a part of a standing, without its unit if `after` has the same unit: "18" for "18 points"."""
    number, _, unit = before.partition(" ")
    return number if number[:1].isnumeric() and unit and after.partition(" ")[2] == unit else before


def _view_begin(rules: Rules, game: Game, first: int) -> View:
    """Return a spectator's view of a turn after its first `first` entries."""
    return view_after(rules, game, first) if first else view_start(rules, game.start)


def _list_changes(rules: Rules, then: View, now: View, seat: str) -> list[_Change]:
    """Return what changed for a seat between the spectator's views `then` and `now`."""
    old, new = dict(then.standing)[seat], dict(now.standing)[seat]
    found = []
    prose = rules.EXTRAS.prose
    for kind, clauses in ((LOSS, prose.losses), (CLAUSE, prose.changes)):
        for said in clauses(then, now, seat):
            form = said.text if isinstance(said, Words) else said
            found.append(_Change((kind, form), within(said, rules.name), names=find_names(said)))
    if min(len(old), len(new)) == 1 and len(old) != len(new):
        return found  # one standing says only "out of the game"; a clause says the same
    # Compare only parts that both standings have. One standing can have an additional part at its end. The
    # game has a clause for this part.
    pairs = enumerate(zip(old, new, strict=False))
    told = [(place, pair) for place, pair in pairs if place not in prose.unchanging]
    found += [_Change((STAND, place), before, after) for place, (before, after) in told if before != after]
    return found


def _find_causes(
    rules: Rules, turns: Sequence[Game], now: View, seat: str, first: int
) -> list[tuple[_Change, tuple[_Cause, ...]]]:
    """Return each change of a seat in one step, with the acts that brought it, in play order."""
    found: list[tuple[_Change, tuple[_Cause, ...]]] = []
    starts = [_view_begin(rules, game, 0 if number else first) for number, game in enumerate(turns)]
    for game, before, after in zip(turns, starts, (*starts[1:], now), strict=True):
        if not _list_changes(rules, before, after, seat):
            continue
        played, skipped = play_turn(rules, game), first if game is turns[0] else 0
        for place, (was, then) in enumerate(_list_steps(rules, game, before, skipped), skipped):
            changed = _list_changes(rules, was, then, seat)
            causes = _name_causes(rules, played, place, seat) if changed else []
            spent = _find_spent(rules, played, place, seat)
            for each in changed:
                own = each.key == (STAND, spent)  # a seat spends its own Cavalry, no matter who attacks
                found.append((each, (_make_cause(rules, OWN),) if own else tuple(causes)))
    return found


def _list_steps(rules: Rules, game: Game, start: View, first: int) -> Iterator[tuple[View, View]]:
    """Yield a spectator's views before and after each step of a turn.

    A step is the turn's beginning or one of its entries. `start` is the view after the first `first` entries.
    """
    live, was = resume(rules, replace(game, log=game.log[:first])), start
    for entry in (None, *game.log[first:]):
        if entry is not None:
            live.enter(entry.seat, entry.key)
        now = rules.view(live.state, None)
        yield was, now
        was = now


def _find_spent(rules: Rules, turn: PlayedTurn, place: int, seat: str) -> int | None:
    """Return the index of the part that a step spends from a seat's standing; None if it spends no part."""
    made = turn.made[place - 1] if place else None
    if made is None or made.seat != seat or made.asked is None:
        return None
    return rules.EXTRAS.prose.spent.get(made.asked.topic[0])


def _name_causes(rules: Rules, turn: PlayedTurn, place: int, seat: str) -> list[_Cause]:
    """Return the causes of a step's changes: the step's events, else the last event or act before it.

    `place` is the number of the step: 0 is the beginning of the turn, 1 is its first entry.
    """
    act = name_last_act(turn.made[:place])
    while act is not None and turn.made[act.entry].key in rules.EXTRAS.prose.trifling:
        act = name_last_act(turn.made[: act.entry])  # skip an act that only declines something
    began = 0 if act is None else act.entry + 1
    stories = (turn.story, *(made.story for made in turn.made[:place]))
    for story in reversed(stories[began:]):
        lines = [line for line in story if may_read(line.readers, SPECTATOR)]
        events = [event for line in lines if (event := rules.EXTRAS.prose.cause(line, seat)) is not None]
        if events:
            return [_make_cause(rules, EVENT, words=event) for event in events]
    if act is None:
        return []
    answered = next((each.seat for each in reversed(turn.made[:place]) if each.seat != CHANCE), act.seat)
    if seat == act.seat != answered:  # the cause is another seat's answer to the seat's own act
        return [_make_cause(rules, ANSWER, answered)]
    if act.seat == seat:
        return [_make_cause(rules, OWN)]
    return [_make_cause(rules, ACT, act.seat, act.words)]


def _list_causes(steps: Sequence[tuple[_Change, tuple[_Cause, ...]]], change: _Change) -> tuple[_Cause, ...]:
    """Return the acts that brought a change, in play order; () if they don't explain all of it.

    A step brought the change if it changed the same thing. If the change is a clause that names things, such
    as provinces, then the step must name one of them; other clauses of such steps explain what is left. If no
    step changed the same thing, return the causes of similar changes.

    `steps`: the changes of single steps, with their causes.
    """
    same = [(each, causes) for each, causes in steps if each.key == change.key]
    similar = [(each, causes) for each, causes in steps if each.key[0] == change.key[0]]
    if change.names:
        same = [(each, causes) for each, causes in same if each.names & change.names]
        left = change.names.difference(*(each.names for each, _ in same))
        also = [each for each in similar if each not in same and each[0].names & left]
        if left.difference(*(each.names for each, _ in also)):
            return ()
        chosen = [each for each in similar if each in same or each in also]
    else:
        chosen = same or similar
    return tuple(dict.fromkeys(cause for _, causes in chosen for cause in causes))


def _word_causes(rules: Rules, causes: Sequence[_Cause]) -> tuple[str, ...]:
    """Return the causes in words, similar ones joined; () if there are more than `CAUSES`."""
    merged = list[_Cause]()
    for cause in causes:
        for place, each in enumerate(merged):
            if (each.kind, each.seat) != (cause.kind, cause.seat) or not each.words or not cause.words:
                continue
            if (words := merge_words(each.words, cause.words, rules.name)) is not None:
                merged[place] = _make_cause(rules, each.kind, each.seat, words)
                break
        else:
            merged.append(cause)
    return tuple(cause.text for cause in merged) if len(merged) <= CAUSES else ()


def _make_cause(rules: Rules, kind: str, seat: str = "", words: Words | None = None) -> _Cause:
    text = "" if words is None else words.within(rules.name)
    if kind == OWN:
        text = say("lately.own")
    elif kind == ANSWER:
        text = say("lately.answer", seat=rules.name(seat))
    elif kind == ACT:
        text = say("lately.act", seat=rules.name(seat), act=text)
    return _Cause(text, kind, seat, words)


def _write_sentence(told: Told) -> str:
    """Return a sentence with changes and the acts that brought them.

    If only the seat's own orders brought the changes, name no act. If the sentence becomes too long, write a
    second sentence for the last change.
    """
    *first, last = told.changes
    text = join_names(told.changes)
    if first and len(text) > LONG:
        return f"{_write_sentence(told._replace(changes=tuple(first)))} {_write_sentence(Told((last,), ()))}"
    text = text[:1].upper() + text[1:]
    if not told.causes or told.causes == (say("lately.own"),):
        return say("lately.told", told=text)
    return say("lately.cause", told=text, causes=join_names(told.causes))
