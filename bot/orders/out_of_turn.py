"""Before a person confirms a side act (such as a trade), show what the act would change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.language.words import say
from bot.orders.forecast import write_warnings
from bot.orders.preview import list_changes
from bot.orders.undo import describe_terms
from bot.replies.action import button
from bot.replies.reply import ActionButton, Call, Reply
from bot.replies.text import MAX_TEXT, cut_text, split_sentences
from bot.session.loaded_game import LoadedGame
from rules.kernel import SIDE, Entry, InputError, Option, list_seats
from rules.orders.sentences import write_sentences
from rules.state import State


def describe_changes(at: LoadedGame, seat: str, *acts: str, answered: bool = False) -> list[str]:
    """Return a line for each standing that side acts would change, and lines with warnings.

    The lines tell what `seat` may see. With `answered`, assume that the other seats accept the proposals. If
    this changes no standing, as with an alliance, a line tells what happens instead. Return [] if an act is
    refused or nothing changes.
    """
    rules, state = at.rules, _carry_out(at, seat, acts)
    if state is None:
        return []
    agreed = list[Entry]()
    try:
        for other in _list_others(at, seat) if answered else ():
            new = _list_new_offers(at, state, other)
            if new and not new[0].why_not:
                rules.EXTRAS.trades.act(state, other, new[0].key)
                agreed.append(Entry(other, SIDE + new[0].key))
    except InputError:
        return []
    changes = list_changes(rules, rules.view(at.live.state, seat), rules.view(state, seat))
    if agreed and not changes:
        changes = [_tell_acts(at, seat, [*(Entry(seat, SIDE + act) for act in acts), *agreed], len(acts))]
    known_before = write_warnings(rules, at.live.state, at.live.state, seat)
    warned = write_warnings(rules, at.live.state, state, seat)
    return [*changes, *(line for line in warned if line not in known_before)]


def is_proposal(at: LoadedGame, seat: str, acts: Sequence[str]) -> bool:
    """Return whether one of these side acts gives another seat a proposal to answer."""
    state = _carry_out(at, seat, acts)
    if state is None:
        return False
    return any(_list_new_offers(at, state, other) for other in _list_others(at, seat))


def _list_others(at: LoadedGame, seat: str) -> list[str]:
    return [other for other in list_seats(at.rules, at.live.state) if other != seat]


def _carry_out(at: LoadedGame, seat: str, acts: Sequence[str]) -> State | None:
    """Return a copy of the state after a seat's side acts; None if an act is refused."""
    state = at.live.state.copy()
    try:
        for act in acts:
            at.rules.EXTRAS.trades.act(state, seat, act)
    except InputError:
        return None
    return state


def _list_new_offers(at: LoadedGame, state: State, seat: str) -> list[Option]:
    """Return the acts that a seat is offered in `state`, and is not offered now."""
    offered = at.rules.EXTRAS.trades.offered
    known = {each.key for each in offered(at.live.state, seat)}
    return [each for each in offered(state, seat) if each.key not in known]


def write_side_acts(at: LoadedGame, seat: str, keys: Sequence[str]) -> str:
    """Return the sentences that the seat will read after these side acts. Don't carry out the acts."""
    return _tell_acts(at, seat, [Entry(seat, key) for key in keys])


def _tell_acts(at: LoadedGame, seat: str, entries: Sequence[Entry], first: int = 0) -> str:
    """Return the sentences that the seat will read after these side acts, from the act `first` on."""
    log = at.position.log
    game = replace(at.position, log=(*log, *entries))
    rows = write_sentences(at.rules, game, len(log) + first, frozenset((seat,)))
    return " ".join(each.text for each in rows)


def show_proposal(line: str, rows: Sequence[str], does: Call, *more: ActionButton) -> Reply:
    """Show a proposal, the changes that it would bring (`rows`), and the button that sends the proposal."""
    text = "\n".join([say("deal.sure", line=line), *rows])
    return Reply(cut_text(text, MAX_TEXT), buttons=(button(does, say("button.send"), "good"), *more))


def ask_to_confirm(at: LoadedGame, seat: str, keys: Sequence[str], rows: Sequence[str], does: Call) -> Reply:
    """Show side acts, the changes from them (`rows`), and the button that carries out the acts."""
    offered = {SIDE + each.key: each.label for each in at.rules.EXTRAS.trades.offered(at.live.state, seat)}
    undo = describe_terms(at, seat, everyone=False, asked=at.asked)
    labels = [offered.get(key) or write_side_acts(at, seat, [key]).rstrip(".") for key in keys]
    text = "\n".join([say("aside.sure", line=". ".join(labels), undo=undo).rstrip(), *rows])
    named = [split_sentences(label.partition(":")[0])[0].rstrip(".") for label in labels]
    sure = say("button.aside", act=", ".join(named))
    return Reply(cut_text(text, MAX_TEXT), buttons=(button(does, sure, "good"),))
