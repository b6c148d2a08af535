"""Write a planned order as a sentence before its turn begins."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bot.orders.play_plans import complete_order
from bot.plans.plan import Plan, find_first_met
from bot.session.loaded_game import LoadedGame
from bot.story import order_text
from rules import kernel
from rules.asking import DONE, PASS
from rules.kernel import Ask, Entry, InputError
from rules.players import deal_hidden

SEED = "0" * 32  # the seed of the dice in imagined turns
MOST = 60  # if the seat's turn has not come after this many imagined answers, give up


def write_planned_order(at: LoadedGame, seat: str, plan: Plan) -> str:
    """Return the order of a plan for a turn as a sentence.

    If the bot can't read the order yet, return the order as it was typed.
    """
    try:
        turn = _imagine_turn(at, seat, plan)
        keys = [] if turn is None else complete_order(turn, plan.order)
    except (InputError, ValueError):  # the order may be legal in a later position
        return plan.order
    if turn is None or not keys:
        return plan.order
    entered = tuple(Entry(seat, key) for key in keys)
    position = replace(turn.position, log=(*turn.position.log, *entered))
    line = order_text.write_order(at.rules, position, len(turn.position.log), seat, frozenset((seat,)))
    return line or plan.order


def _imagine_turn(at: LoadedGame, seat: str, plan: Plan) -> LoadedGame | None:
    """Return an imagined turn of the seat that meets the plan's condition; None if no such turn comes soon.

    The imagined game begins with a random position that fits all that the seat may see. So the sentence
    reveals no secrets. In the imagined game, each seat ends its turn as soon as it can.
    """
    rules = at.rules
    state = deal_hidden(rules, at.view(seat), Random(0).randrange)
    step = kernel.begin(rules, rules.dump(state), SEED)
    for _ in range(MOST):
        if not isinstance(ask := step.live.pending, Ask):
            return None
        now = at.move_to_step(step)
        if ask.seat == seat and not step.game.log and find_first_met(now, seat, [plan]) is not None:
            return now
        menu = ask.menu()
        key = next((key for key in (DONE, PASS) if key in menu), next(iter(menu)))
        step = kernel.submit(rules, step.game, ask.seat, [key])
    return None
