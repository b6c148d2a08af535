"""1, 2, 10, 11: set up the table, carry out turns, and end rounds and the game.

In a turn a seat places one worker, with all consequences. The first turn only rolls dice and draws tiles.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.asking import draw
from rules.chance import Roll
from rules.rajas_of_the_ganges.action_spaces.placing import can_place, place_worker
from rules.rajas_of_the_ganges.board import BOARD, COLOURS
from rules.rajas_of_the_ganges.stacks import turn_up
from rules.rajas_of_the_ganges.state import State
from rules.words import join_list, say


def over(s: State) -> bool:
    """11: return whether the game is over. It ends with the stage in which a player's markers meet."""
    return s.over


async def turn(s: State) -> None:
    """2: let the seat to move place a worker; in the first turn, set up the table."""
    if s.elephant:
        seat = s.to_act
        await place_worker(s, seat)
        s.order.done = True
        await turn_up(s)
        _test_end(s, seat)
        pass_on(s)
    else:
        await set_up(s)


async def set_up(s: State) -> None:
    """1: turn up twelve tiles, and roll a die of each colour for each seat.

    The seat with the lowest sum begins. Chance breaks a tie. The money of a seat depends on its place in the
    order of the seats.
    """
    await turn_up(s)
    sums: dict[str, int] = {}
    for seat, realm in s.realms.items():
        prompt = say("{seat} rolls a die of each colour", seat=seat)
        faces = await Roll(len(COLOURS), prompt, kind="setup", told=True)
        for colour, face in zip(COLOURS, faces, strict=True):
            realm.take(colour, face)
        sums[seat] = sum(faces)
        told = [say("{colour} {face}", colour=c, face=f) for c, f in zip(COLOURS, faces, strict=True)]
        s.tell(
            "rolled",
            "{seat} rolls {dice} at the start: the sum is {n}.",
            seat=seat,
            dice=join_list(told),
            n=sum(faces),
        )
    lowest = [seat for seat, total in sums.items() if total == min(sums.values())]
    if len(lowest) > 1:
        prompt = say("Tie-break between {seats}", seats=join_list(lowest))
        s.elephant = await draw(lowest, prompt, kind="elephant")
    else:
        (s.elephant,) = lowest
    s.tell("elephant", "{seat} takes the elephant and begins.", seat=s.elephant)
    for seat, money in zip(order_from_elephant(s), BOARD.begin.money, strict=False):
        s.realms[seat].money = money
    s.to_act = s.elephant


def order_from_elephant(s: State) -> tuple[str, ...]:
    """2: return the seats in the order of a stage, from the elephant on."""
    at = s.seats.index(s.elephant)
    return s.seats[at:] + s.seats[:at]


def _test_end(s: State, seat: str) -> None:
    """11: record in state and story if the markers of this seat have met or passed each other."""
    gap = s.realms[seat].gap
    if gap < 0 or seat in s.crossed:
        return
    s.crossed = (*s.crossed, seat)
    text = "The markers of {seat} pass each other by {n}."
    s.tell("crossed", text if gap else "The markers of {seat} meet.", seat=seat, n=gap)
    if len(s.crossed) == 1 and seat != order_from_elephant(s)[-1]:
        s.tell("last-stage", "The game ends after this stage.")


def pass_on(s: State) -> None:
    """2, 10, 11: go on to the next seat that can place a worker, or end the game.

    A stage or a round may end before that seat's turn.
    """
    s.moved = True
    at = order_from_elephant(s).index(s.to_act)
    while True:
        at += 1
        if at == len(s.seats):
            if s.crossed:
                _finish(s)
                return
            if not s.moved:
                _end_round(s)
            s.moved, at = False, 0
        seat = order_from_elephant(s)[at]
        if can_place(s, seat):
            s.to_act = seat
            return
        if s.count_at_home(seat) > 0:
            s.tell("skipped", "{seat} has a worker but no space for it, and is skipped.", seat=seat)


def _end_round(s: State) -> None:
    """10: pass the elephant to the seat at the Great Mogul, or else clockwise; bring all workers back."""
    (seat,) = s.taken.get("mogul", ()) or (order_from_elephant(s)[1],)
    s.elephant = seat
    s.taken.clear()
    s.round += 1
    s.tell("round", "Round {n} begins; {seat} has the elephant.", n=s.round, seat=seat)


def _finish(s: State) -> None:
    """11: end the game, and add the winner to the story."""
    s.over, s.to_act = True, ""
    s.tell("end", "The game is over: {seat} wins.", seat=rank_seats(s)[0][0])


def rank_seats(s: State) -> Sequence[Sequence[str]]:
    """11: return the seats in groups by rank, the winner first.

    The greatest gap wins. Among equal gaps, the seat whose markers met first wins. The seats whose markers
    have not met come last. They are ranked by gap, and those with equal gaps share a rank.
    """
    met = sorted(s.crossed, key=lambda seat: (-s.realms[seat].gap, s.crossed.index(seat)))
    rest = [seat for seat in s.seats if seat not in s.crossed]
    gaps = sorted({s.realms[seat].gap for seat in rest}, reverse=True)
    return [(seat,) for seat in met] + [
        tuple(seat for seat in rest if s.realms[seat].gap == gap) for gap in gaps
    ]
