"""Set-up: roll for the order; then each seat chooses a Home and buys its first units."""

from __future__ import annotations

from rules.asking import pick
from rules.chance import Roll
from rules.successors import wording
from rules.successors.board import PROVINCES, RAISES, VALUE
from rules.successors.forces import FORCES
from rules.successors.sequence.revenue import buy_and_disband
from rules.successors.state import State
from rules.words import Words, in_turn, join_list, say


async def decide_order(s: State) -> None:
    """Roll one die for each seat. The seat with the highest die chooses first; the rest follow clockwise.

    Seats that tie for the highest die roll again.
    """
    tied = list(s.seats)
    while len(tied) > 1:
        prompt = say("The dice decide who chooses a Home first: {seats}", seats=join_list(tied))
        faces = await Roll(len(tied), prompt, kind="first", told=True)
        s.tell(
            "dice",
            "{seats} roll {faces} for the first choice of a Home.",
            seats=join_list(tied),
            faces=in_turn(faces, " "),
        )
        tied = [seat for seat, face in zip(tied, faces, strict=True) if face == max(faces)]
    at = s.seats.index(tied[0])
    s.order = [*s.seats[at:], *s.seats[:at]]
    s.seat = s.order[0]
    s.tell("first", "{seat} chooses a Home first.", seat=s.seat)


async def choose_home(s: State, seat: str) -> None:
    """Ask for a free Home, and for units to buy there for at most 5 Talents.

    At least one of the units must be a land unit. The leader is placed at the Home too.
    """

    def why_not(province: str) -> Words | None:
        taken = next((other for other, home in s.homes.items() if home == province), None)
        return (
            None
            if taken is None
            else say("Set-up: {province} is already the Home of {taken}", province=province, taken=taken)
        )

    prompt = say("Which province do you choose as your Home?")
    home = await pick(
        seat,
        prompt,
        PROVINCES,
        why_not,
        kind="home",
        form="place",
        label=_label_home,
        phrase=wording.HOME,
        picture="reach",
    )
    s.homes[seat] = s.leaders[seat] = home
    s.tell("home", "{seat} chooses {home} as Home.", seat=seat, home=home)
    await buy_and_disband(s, seat, setting_up=True)
    at = s.order.index(seat) + 1
    if at < len(s.order):
        s.seat = s.order[at]
        return
    # the last seat to choose moves first in every game turn, and the others follow clockwise
    at = s.seats.index(seat)
    s.order = [*s.seats[at:], *s.seats[:at]]
    s.tell("order", "The order of play is {order}.", order=join_list(s.order))


def _label_home(province: str) -> Words:
    text = "{province} (worth {value}, raises {raises})"
    return say(text, province=province, value=VALUE[province], raises=RAISES[province])


def give_first_talents(s: State) -> None:
    """Give each seat its first 5 Talents."""
    s.talents = dict.fromkeys(s.seats, FORCES.setup.talents)
