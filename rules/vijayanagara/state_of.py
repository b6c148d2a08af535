"""Build the state that a view shows, for players that search.

Between turns this is the whole state, because nothing in this game is hidden except the results of chance.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.aadu_huli.view import state_of as board_of
from rules.vijayanagara.board import FACTIONS, KINDS, PROVINCES, RIVALS, SPACES
from rules.vijayanagara.events.deckfile import load_deck
from rules.vijayanagara.options import Options
from rules.vijayanagara.sides import Side, Stakes
from rules.vijayanagara.state import State, TieBreak, fill_box
from rules.vijayanagara.victory.tie_view import TieBreakView
from rules.vijayanagara.view import DiceView, FightView, View


def state_of(view: View, number: Callable[[int], int]) -> State:
    """Return the state of this view. Nothing is hidden, so no random number is drawn.

    In the middle of a turn, the view shows only a part of a battle, and not which Units a Command has used
    (3.1.2). So take the view from the start of the turn, and play the turn's entries again.
    """
    assert isinstance(view.options, Options), "every view of a game has its options"
    board = {space.key: dict.fromkeys(KINDS, 0) | dict(space.pieces) for space in view.spaces}
    factions = {faction.key: faction for faction in view.factions}
    influence = {rival: factions[rival].influence or 0 for rival in RIVALS}
    status = {space.key: space.status for space in view.spaces}
    state = State(
        options=view.options,
        deck=load_deck(view.options.deck),
        board={space: board[space] for space in SPACES},
        status={province: status[province] for province in PROVINCES},
        box=fill_box(board, influence),
        resources={faction: factions[faction].resources for faction in FACTIONS},
        cavalry={faction: factions[faction].cavalry for faction in FACTIONS},
        influence=influence,
        dynasty=view.dynasty,
        block=view.deck.block,
        left=dict(view.deck.left),
        played=list(view.deck.keys),
        card=view.card.key if view.card is not None and view.card_open else None,
        sequence={faction: factions[faction].place for faction in FACTIONS},
        stays=set(view.stays),
        barred=set(view.barred),
        offers=list(view.offers),
        offered=view.offered,
        over=view.over,
        tie_break=_make_tie_break(view.tie_break, number),
    )
    if view.tie_break is None or view.tie_break.board is None:
        state.acting = next((faction.key for faction in view.factions if faction.acting), None)
    state.shown, state.walks = view.shown, list(view.walks)
    if view.fight is not None:
        state.fight, state.fights = _make_fight(view.fight), view.fight.number
    return state


def _make_fight(fight: FightView) -> Stakes:
    attacker, defender = map(_make_side, fight.dice)
    attacker.losing = fight.losing
    return Stakes(fight.space, attacker, defender)


def _make_side(dice: DiceView) -> Side:
    return Side(dice.faction, dice.reach, list(dice.now), faces=dice.faces, spent=dice.spent)


def _make_tie_break(tie: TieBreakView | None, number: Callable[[int], int]) -> TieBreak | None:
    if tie is None:
        return None
    board = None if tie.board is None else board_of(tie.board, number)
    return TieBreak(list(tie.refused), list(tie.played), board)
