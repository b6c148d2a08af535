"""PA-1: run a game turn. Each step of a seat is one turn of the kernel: Events, Revenue, Movement, Combat."""

from __future__ import annotations

from rules.asking import pick
from rules.successors import wording
from rules.successors.fighting.combat import combat
from rules.successors.forces import TURNS
from rules.successors.moving.movement import movement
from rules.successors.sequence import set_up
from rules.successors.sequence.events import events, make_truce
from rules.successors.sequence.revenue import revenue
from rules.successors.state import COMBAT, DAWN, EVENTS, MOVEMENT, REVENUE, State
from rules.successors.tables import CHITS
from rules.successors.victory import count_halves, rank_seats, say_points
from rules.words import say

AT_DAWN = tuple(key for key, chit in CHITS.items() if chit.when == "dawn")


async def turn(s: State) -> None:
    """PA-1: play the next step of the game."""
    match s.phase:
        case "set-up":
            await _set_up(s)
        case "dawn":
            await start_game_turn(s)
        case "events":
            await events(s, s.seat)
            s.phase = REVENUE
        case "revenue":
            await _revenue(s)
        case "movement":
            await movement(s, s.seat)
            s.phase = COMBAT
        case _:
            await combat(s, s.seat)
            pass_on(s)


async def _set_up(s: State) -> None:
    if not s.order:
        set_up.give_first_talents(s)
        await set_up.decide_order(s)
        return
    await set_up.choose_home(s, s.seat)
    if len(s.homes) == len(s.seats):
        s.number, s.phase, s.seat = 1, DAWN, ""


async def _revenue(s: State) -> None:
    """PA-3: carry out the Revenue, except in the first game turn.

    An eliminated seat has no further steps.
    """
    if s.number > 1:
        after = _get_next_seat(s)
        await revenue(s, s.seat)
        if s.ended:
            finish_game(s)
            return
        if s.seat not in s.order:
            step_to(s, after)
            return
    s.phase = MOVEMENT


async def start_game_turn(s: State) -> None:
    """PA-1 (E): begin a game turn: end old truces, and ask about dawn chits.

    Each seat with such a chit is asked, in the order of play, whether it plays the chit.
    """
    s.first = ""
    s.truces = {pair: until for pair, until in s.truces.items() if until}
    s.tell("game-turn", "Game turn {n} of {turns} begins.", n=s.number, turns=TURNS)
    for seat in list(s.order):
        while held := [chit for chit in AT_DAWN if s.chits.get(chit) == seat]:
            prompt = say("Game turn {n} begins. Do you play a chit?", n=s.number)
            answer = await pick(
                seat,
                prompt,
                [*(f"chit-{chit}" for chit in held), "pass"],
                kind="dawn",
                alone=True,
                phrase=wording.CHIT,
            )
            if answer == "pass":
                break
            chit = answer.removeprefix("chit-")
            del s.chits[chit]
            s.tell("chit", "{seat} plays {chit}.", seat=seat, chit=answer)
            if CHITS[chit].effect == "first":
                s.first = seat
            else:
                others = [other for other in s.order if other != seat]
                other = await pick(
                    seat,
                    say("With whom do you make a truce?"),
                    others,
                    kind="truce",
                    skip="never",
                    phrase=wording.TRUCE,
                )
                make_truce(s, seat, other, "")
    s.ranked = list(s.play_order())
    step_to(s, s.ranked[0])


def _get_next_seat(s: State) -> str:
    """Return the seat that plays next in this game turn; "" for none."""
    order = [seat for seat in s.ranked if seat in s.order]
    at = order.index(s.seat) + 1
    return order[at] if at < len(order) else ""


def pass_on(s: State) -> None:
    """PA-1: go on to the next seat, or to the next game turn."""
    step_to(s, _get_next_seat(s))


def step_to(s: State, seat: str) -> None:
    """Start the Events of `seat`; if it is "", end the game turn."""
    s.landed = {}
    if not seat:
        s.seat, s.number, s.phase = "", s.number + 1, DAWN
        if s.number > TURNS:
            s.number = TURNS
            finish_game(s)
        return
    s.seat, s.phase = seat, EVENTS
    if s.ending:  # alliances end now if they were broken in the previous seat's turn
        s.allied -= s.ending
        s.ending = set()
    s.truces = {pair: until for pair, until in s.truces.items() if until != seat}


def finish_game(s: State) -> None:
    """PA-41 to PA-44: end the game and report the points."""
    s.ended = True
    for seat in s.order:
        s.tell("points", "{seat} has {points}.", seat=seat, points=say_points(count_halves(s, seat)))
    s.tell("winner", "{seat} wins the game.", seat=rank_seats(s)[0][0])


def over(s: State) -> bool:
    """Return whether the game has ended."""
    return s.ended
