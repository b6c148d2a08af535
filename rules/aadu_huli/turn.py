"""5.5: decide the sides, then play one move in each turn."""

from __future__ import annotations

from functools import partial

from rules.aadu_huli import wording
from rules.aadu_huli.board import GOATS, MOVES, TIGERS
from rules.aadu_huli.entries import rank_move
from rules.aadu_huli.moves import (
    find_only_leap,
    find_outcome,
    list_candidates,
    list_empty_leaps,
    why_not,
)
from rules.aadu_huli.names import NORTH, SEATS, SOUTH
from rules.aadu_huli.state import State
from rules.asking import pick
from rules.chance import Roll
from rules.words import Words, say

MOST_BUTTONS = 4  # more buttons would hide half of the board on a phone


def over(s: State) -> bool:
    """Return whether one side has won, or the game is drawn."""
    return bool(s.sides) and find_outcome(s) is not None


async def turn(s: State) -> None:
    """5.5: play one move of the side to move. The first turn decides who plays which side."""
    if not s.sides:
        await decide_sides(s)
        return
    # Ask even if only one move is legal, so that spectators see every move as an order.
    placing = s.to_move == GOATS and s.waiting
    key = await pick(
        s.sides[s.to_move],
        make_prompt(s),
        partial(list_candidates, s),
        partial(why_not, s),
        kind="place" if placing else "move",
        form="place" if placing else "pick",
        phrase=wording.PLACE if placing else wording.MOVE,
        rank=partial(rank_move, s),
        typed=list_empty_leaps(s),  # lists leave these out, because they outnumber the legal moves
        picture="" if placing else "table",  # for a placing, the names of the points are enough
        buttons=None if placing else MOST_BUTTONS,
        usual=find_only_leap(s),
        skip="never",
    )
    s.play(key)
    if MOVES[key].over is not None:  # the order has told which Goat, so only the count follows
        s.add("capture", say("Goats captured: {n} of {needed}.", n=s.captured, needed=s.options.captures))
    if (ended := find_outcome(s)) is not None:
        s.add("ending", ended[1])


async def decide_sides(s: State) -> None:
    """5.5.1: let a die or North decide who has the Goats."""
    face, text = 0, "{goats} plays the Goats and begins. {tigers} plays the Tigers."
    if s.options.sides == "asked":
        question = say("Do you play the Goats or the Tigers?")
        chosen = await pick(NORTH, question, (GOATS, TIGERS), kind="side", phrase=wording.SIDE)
        north_has_goats = chosen == GOATS
    else:
        prompt = "A die decides who plays the Goats: {north} on 1 to 3, {south} on 4 to 6"
        (face,) = await Roll(1, say(prompt, north=NORTH, south=SOUTH), kind="side")
        north_has_goats = face <= 3
        text = "A die shows {face}: {goats} plays the Goats and begins. {tigers} plays the Tigers."
    goats, tigers = SEATS if north_has_goats else SEATS[::-1]
    s.sides = {GOATS: goats, TIGERS: tigers}
    s.add("sides", say(text, face=face, goats=goats, tigers=tigers))


def make_prompt(s: State) -> Words:
    """Return the question to the side to move. The other side reads it too."""
    if s.to_move == TIGERS:
        return say("Which Tiger moves, and where? A leap over a Goat captures it.")
    if s.waiting:
        return say("Place a Goat on which point?" if s.waiting > 1 else "Place the last Goat on which point?")
    if any(MOVES[key].start is None for key in s.recent[-2:]):  # the last Goat was just placed
        return say("All Goats are placed. From now on they move. Which one first, and where?")
    return say("Which Goat moves, and where?")
