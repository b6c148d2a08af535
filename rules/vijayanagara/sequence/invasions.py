"""2.4 Mongol Invasion cards and 2.6 the Timurid Empire.

The Mongol Commands (3.5) are in `commands.mongols`.
"""

from __future__ import annotations

from collections import Counter

from rules.asking import count, yes_no
from rules.vijayanagara.board import BOX, DELHI, PASSES, PUNJAB
from rules.vijayanagara.commands.mongols import attack_as_mongols, execute_mongol_command, plunder_resources
from rules.vijayanagara.influence import gain_cavalry, shift_influence
from rules.vijayanagara.state import State
from rules.words import Plural, Text, agreeing, in_turn, join_list, say

FIRST = (
    "The card lets you lead the Mongol Invaders for 2 Commands. They hurt only the Sultanate. Which "
    "Mongol Command comes first?"
)
SECOND = "Which Mongol Command comes second?"
TIMUR = "timur-"  # the prefix of the `kind` of each line on Timur's battles
SUMMED = tuple(
    f"{TIMUR}{kind}"
    for kind in ("attack", "charge", "screen", "no-cavalry", "losses", "plunder-resources", "onward")
)


async def resolve_mongol_invasion(s: State, faction: str) -> None:
    """2.4: let the card's faction execute two Mongol Commands, then offer it Compromising Gifts."""
    alone = await execute_mongol_command(s, faction, say(FIRST), "first")
    prompt = say(SECOND)
    if alone is not None:
        prompt = in_turn([prompt, alone], " ")
    await execute_mongol_command(s, faction, prompt, "second")
    await offer_compromising_gifts(s, faction)


async def offer_compromising_gifts(s: State, faction: str) -> None:
    """2.4.2 Compromising Gifts: offer 2 Resources and 2 Cavalry for a level of Influence."""
    if not s.influence[faction]:
        s.tell("no-gifts", "{faction} can't accept Compromising Gifts: its Influence is 0.", faction=faction)
        return
    text = "Compromising Gifts: lower your Influence by 1 to gain 2 Resources and 2 Cavalry?"
    if await yes_no(faction, say(text), say("Accept gifts"), say("Decline gifts"), kind="gifts"):
        s.tell("gifts", "{faction} accepts the Compromising Gifts.", faction=faction)
        await shift_influence(s, faction, -1, say("Compromising Gifts"))
        n = s.gain(faction, 2)
        s.tell("gain", "{faction} gains {gain}.", faction=faction, gain=count(n, "resources"))
        await gain_cavalry(s, faction, 2)


def gather_timur(s: State) -> None:
    """2.6: place half the Available Mongol Invaders (rounded down) in the Mountain Passes.

    This happens at the first Timurid Empire card.
    """
    n = s.place(PASSES, "mongols", s.box["mongols"] // 2)
    text = "Timur's army gathers: {pieces} placed in {space}."
    s.tell("timur-gathers", text, pieces=count(n, "mongols"), space=PASSES)


async def invade_as_timur(s: State) -> None:
    """2.6 Timur Invades Delhi: attack in the Mountain Passes, then in Punjab, then in Delhi.

    After the battles in the Passes and in Punjab, the surviving Units of both sides move on to the next
    space. In Delhi the battle goes on until one side has no Units there. The Mongol Invaders plunder only
    Resources, and only in Delhi, after each attack there.
    """
    s.tell("timur-invades", "Timur invades Delhi.")
    for space, onward in ((PASSES, PUNJAB), (PUNJAB, DELHI)):
        await attack_as_mongols(s, space, within=TIMUR)
        for kind in ("mongols", "troops", "governors"):
            if n := s.board[space][kind]:
                s.move(kind, n, space, onward)
                pieces, go = count(n, kind), agreeing(n, "go")
                text = "{pieces} {go} on from {space} to {onward}."
                s.tell(f"{TIMUR}onward", text, pieces=pieces, go=go, space=space, onward=onward)
    while s.board[DELHI]["mongols"] and s.units(DELHI, "sultanate"):
        await attack_as_mongols(s, DELHI, within=TIMUR)
        plunder_resources(s, DELHI, within=TIMUR)
    _sum_up(s)


def _sum_up(s: State) -> None:
    """Sum up Timur's battles in one line.

    A list of all their rolls would be too long for the end of the game.
    """
    battles = [line.parts for line in s.story if line.kind == f"{TIMUR}losses"]
    taken = sum(line.parts["n"] for line in s.story if line.kind == f"{TIMUR}plunder-resources")
    fell, fallen = 0, Counter[str]()
    for parts in battles:
        fell += sum(parts["lost"].values())
        for (_, kind), n in parts["fallen"].items():
            fallen[BOX[kind]] += n
    goods = [count(n, sort) for sort, n in fallen.items()] + [count(taken, "resources")] * (taken > 0)
    text: Text = "Timur's invasion is over. Still in {space}: {pieces}."
    if battles:
        text = Plural(
            "Timur's invasion is over. In {n} battle {faction} lost {goods}, and {fell} fell. "
            "Still in {space}: {pieces}.",
            "Timur's invasion is over. In {n} battles {faction} lost {goods}, and {fell} fell. "
            "Still in {space}: {pieces}.",
        )
    s.tell(
        "timur-over",
        text,
        n=len(battles),
        faction="sultanate",
        goods=join_list(goods),
        fell=count(fell, "mongols"),
        pieces=count(s.board[DELHI]["mongols"], "mongols"),
        space=DELHI,
    )
