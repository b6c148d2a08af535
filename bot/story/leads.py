"""Write a sentence on how a game was won: who led, and in which turn the winner took the final lead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.language.words import join_names, say
from bot.session.loaded_game import title_seat
from bot.story.chapters import name_time
from rules.kernel import Game, Rules, resume
from rules.words import Said, Words
from rules.words import told as as_read


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
        seats = {"leader": leader, "seat": rules.name(winner)}
        why = _name_new_parts(rules, turns[-1], (winner, leaders[-1]))
        return (
            say("final.led_last_why", why=why, **seats) if why else say("final.led_last", turn=turn, **seats)
        )
    told = {"seat": title_seat(rules, winner), "turn": turn}
    return say("final.led_changes", n=changes, **told) if changes > 1 else say("final.led_since", **told)


def _name_new_parts(rules: Rules, turn: Game, seats: Sequence[str]) -> str:
    """Return the parts of points that only one of these seats got in a turn; "" if there are none.

    A part that only grew is not new.
    """
    scores = rules.EXTRAS.scores
    if scores is None:
        return ""
    then = scores.parts(rules.view(rules.load(turn.start), None))
    now = scores.parts(rules.view(resume(rules, turn).state, None))
    known = {(seat, part.text) for seat in seats for part in _list_parts(then.get(seat))}
    new = [(seat, part) for seat in seats for part in _list_parts(now.get(seat))]
    new = [(seat, part) for seat, part in new if (seat, part.text) not in known]
    kinds = [part.text for _, part in new]
    found = [
        (rules.name(seat), as_read(part, rules.name)) for seat, part in new if kinds.count(part.text) == 1
    ]
    return join_names([say("final.part", seat=seat, part=part) for seat, part in found]) if found else ""


def _list_parts(said: Said | None) -> list[Words]:
    """Return the parts of a list of parts."""
    return [each for each in said.args.values() if isinstance(each, Words)] if isinstance(said, Words) else []


def add_below_result(text: str, line: str) -> str:
    """Return the text of a game's end. Make `line` its second line, unless `line` is "" or already there."""
    first, *others = text.split("\n")
    return "\n".join([first, *([line] if line and line not in others else []), *others])


def _find_leader(points: Mapping[str, float]) -> str:
    """Return the seat with the most points; "" if several seats have the most points."""
    most = max(points.values())
    seats = [seat for seat, each in points.items() if each == most]
    return seats[0] if len(seats) == 1 else ""
