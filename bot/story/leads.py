"""Write a sentence on how a game was won: who led, and in which turn the winner took the final lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.language.words import say
from bot.session.loaded_game import title_seat
from bot.story.chapters import name_time
from rules.kernel import Game, Rules, resume


def describe_lead(rules: Rules, turns: Sequence[Game]) -> str:
    """Return a sentence on who led a finished game; "" without points or with several winners.

    The sentence says "by score", because a review tells who led by chances. A seat leads at the start of a
    turn if no other seat has as many points. `turns` are all turns of the game.
    """
    scores = rules.EXTRAS.scores
    if scores is None:
        return ""
    winners = scores.ranking(resume(rules, turns[-1]).state)[0]
    points = [scores.points(rules.view(rules.load(turn.start), None)) for turn in turns]
    if len(winners) > 1 or not all(points):
        return ""
    leaders, winner = [_find_leader(each) for each in points], winners[0]
    if leaders[0] == winner and {*leaders} <= {winner, ""}:
        return say("final.led", seat=title_seat(rules, winner))
    taken = max((at for at, leader in enumerate(leaders) if leader != winner), default=0)
    others = [leader for leader in leaders if leader]
    changes = sum(one != other for one, other in zip(others, [*others[1:], winner], strict=True))
    turn = name_time(rules, turns[taken])
    if taken == len(turns) - 1 and leaders[-1]:
        leader = title_seat(rules, leaders[-1])
        return say("final.led_last", leader=leader, seat=rules.name(winner), turn=turn)
    told = {"seat": title_seat(rules, winner), "turn": turn}
    return say("final.led_changes", n=changes, **told) if changes > 1 else say("final.led_since", **told)


def add_below_result(text: str, line: str) -> str:
    """Return the text of a game's end. Make `line` its second line, unless `line` is "" or already there."""
    first, *others = text.split("\n")
    return "\n".join([first, *([line] if line and line not in others else []), *others])


def _find_leader(points: Mapping[str, float]) -> str:
    """Return the seat with the most points; "" if several seats have the most points."""
    most = max(points.values())
    seats = [seat for seat, each in points.items() if each == most]
    return seats[0] if len(seats) == 1 else ""
