"""Write a sentence on how a game was won: who led, and in which turn the winner took the final lead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.language.words import join_names, say
from bot.session.loaded_game import title_seat
from bot.story.chapters import name_time
from rules.kernel import Game, Rules, resume
from rules.words import read_said as as_read
from rules.words import within


def describe_lead(rules: Rules, turns: Sequence[Game]) -> str:
    """Return a sentence on who led a finished game; "" without points or with several winners.

    The sentence names the game's measure, such as "by score", because a review tells who led by chances. A
    seat leads at the start of a turn if no other seat has as many points. `turns` are all turns of the game.
    """
    scores = rules.EXTRAS.scores
    if scores is None:
        return ""
    winners = scores.ranking(resume(rules, turns[-1]).state)[0]
    points = [scores.points(rules.view(rules.load(turn.start), None)) for turn in turns]
    if len(winners) > 1 or not all(points):
        return ""
    leaders, winner = [_find_leader(each) for each in points], winners[0]
    measure = within(scores.measure, rules.name)
    if leaders[0] == winner and {*leaders} <= {winner, ""}:
        return say("final.led", seat=title_seat(rules, winner), measure=measure)
    taken = max((at for at, leader in enumerate(leaders) if leader != winner), default=0)
    others = [leader for leader in leaders if leader]
    changes = sum(one != other for one, other in zip(others, [*others[1:], winner], strict=True))
    turn = name_time(rules, turns[taken])
    if taken == len(turns) - 1 and leaders[-1]:
        leader = title_seat(rules, leaders[-1])
        last = {"leader": leader, "seat": rules.name(winner), "measure": measure}
        why = _name_new_parts(rules, turns[-1], (winner, leaders[-1]))
        return say("final.led_last_why", why=why, **last) if why else say("final.led_last", turn=turn, **last)
    told = {"seat": title_seat(rules, winner), "turn": turn, "measure": measure}
    return say("final.led_changes", n=changes, **told) if changes > 1 else say("final.led_since", **told)


def _name_new_parts(rules: Rules, turn: Game, seats: Sequence[str]) -> str:
    """Return the parts of points that were new in a turn for only one of these seats; "" if there are none.

    A part that only grew is not new.
    """
    scores = rules.EXTRAS.scores
    if scores is None:
        return ""
    then = scores.parts_by_kind(rules.view(rules.load(turn.start), None))
    now = scores.parts_by_kind(rules.view(resume(rules, turn).state, None))
    new = [(seat, kind) for seat in seats for kind in now.get(seat, ()) if kind not in then.get(seat, ())]
    kinds = Counter(kind for _, kind in new)
    parts = [
        say("final.part", seat=rules.name(seat), part=as_read(now[seat][kind], rules.name))
        for seat, kind in new
        if kinds[kind] == 1
    ]
    return join_names(parts) if parts else ""


def add_below_result(text: str, line: str) -> str:
    """Return the text of a game's end. Make `line` its second line, unless `line` is "" or already there."""
    first, *others = text.split("\n")
    return "\n".join([first, *([line] if line and line not in others else []), *others])


def _find_leader(points: Mapping[str, float]) -> str:
    """Return the seat with the most points; "" if several seats have the most points."""
    most = max(points.values())
    seats = [seat for seat, each in points.items() if each == most]
    return seats[0] if len(seats) == 1 else ""
