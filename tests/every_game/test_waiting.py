"""What a seat reads since its last act: each battle that cost it pieces, and each fact once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

import pytest

from bot.language.words import speak_within
from bot.replies.rows import count_rows
from bot.story.changes import find_changes
from bot.story.rows import ROWS, SPARE_ROWS, SUMMARY_ROWS
from bot.story.summary import Summary, summarize, tell_below
from rules.kernel import CHANCE, Game, Rules, load_start, resume
from rules.loading.games import GAMES
from rules.successors.view import INCOME, UPKEEP
from rules.words import Line, within
from tests.every_game.golden import play_at_random

SEEDS = ("posts", "dice")
SPANS = 40  # of each game; the checks replay each turn of a span many times
LOSSES = "losses"  # the kind of the story lines on what a battle cost, in all games with battles


def find_losers_of_units(line: Line) -> set[str]:
    """Return the seats that lost pieces in a battle of Successors."""
    sides = (line.parts["attacker"], line.parts["lost"]), (line.parts["defender"], line.parts["fallen"])
    return {seat for seat, lost in sides if any(lost.values())}


BATTLES: Mapping[str, tuple[str, Callable[[Line], set[str]]]] = {
    "successors": ("place", find_losers_of_units),
    "vijayanagara": ("space", find_losers_of_units),
}


def list_spans(rules: Rules, seed: str, seat: str) -> Iterator[tuple[list[Game], int]]:
    """Yield the turns between two acts of a seat, and the first entry of them that it has not read."""
    turns, last, first = play_at_random(rules, seed), 0, 0
    for number, game in enumerate(turns):
        for place, entry in enumerate(game.log):
            if entry.seat != seat:
                continue
            since = game.log[first:place] if number == last else game.log[:place]
            if number > last or any(each.seat not in (CHANCE, seat) for each in since):
                yield [*turns[last:number], replace(load_start(rules, game), log=game.log[:place])], first
            last, first = number, place + 1


def list_story(rules: Rules, turns: Sequence[Game], first: int) -> list[Line]:
    """Return the lines of the log since the first unread entry."""
    begun = resume(rules, replace(turns[0], log=turns[0].log[:first]))
    skipped = len(begun.state.story) if first else 0
    return [line for game in turns for line in resume(rules, game).state.story][skipped:]


def read_span(rules: Rules, turns: Sequence[Game], first: int, seat: str) -> tuple[str, Summary]:
    """Return the two texts of a post or of `/since`: what changed for the seat, and the story below it."""
    found = find_changes(rules, seat, rules.view(resume(rules, turns[-1]).state, None), turns, first)

    def tell(rows: int) -> Summary:
        return summarize(rules, turns, first, own=seat, rows=max(rows, ROWS))

    return tell_below(lambda known: found.write(rules, known=known), tell, SUMMARY_ROWS)


def find_costly_places(rules: Rules, turns: Sequence[Game], first: int, seat: str) -> set[str]:
    """Return the places where the seat lost pieces in a battle."""
    slot, losers = BATTLES[rules.KEY]
    story = list_story(rules, turns, first)
    return {line.parts[slot] for line in story if line.kind == LOSSES and seat in losers(line)}


@pytest.mark.parametrize("key", BATTLES)
def test_each_battle_that_cost_a_seat_pieces_is_told_to_it_once(key: str) -> None:
    """If the story says what the seat lost in a battle, the lead names it only beside something else.

    Readers take a lead about themselves for all that happened to them.
    """
    rules, looked, once = GAMES[key], 0, 0
    for seed, seat in product(SEEDS, rules.seats(rules.Options())):
        for turns, first in list_spans(rules, seed, seat):
            places = find_costly_places(rules, turns, first, seat) if looked < SPANS else ()
            if not places:
                continue
            looked += 1
            lead, told = read_span(rules, turns, first, seat)
            text = "\n".join((lead, told.text))
            assert not [place for place in places if rules.name(place) not in text], (seat, text)
            below = [names for names in told.known.names if seat in names]
            story = list_story(rules, turns, first)
            taken = any(line.kind == "captured" and seat in line.parts.values() for line in story)
            # If the leader was captured, the lead says so and names the battle that brought it.
            if (
                not told.whole
                and not taken
                and all(any(place in names for names in below) for place in places)
            ):
                once += 1
                found = find_changes(
                    rules, seat, rules.view(resume(rules, turns[-1]).state, None), turns, first
                )
                others = [change for change, _ in found.found if not change.names & places]
                assert others or not [place for place in places if rules.name(place) in lead], (seat, text)
    assert looked
    assert once


def test_a_lead_leaves_out_what_follows_from_other_changes() -> None:
    """In Successors, a lead tells lost units and provinces, and not the upkeep and income that follow."""
    rules, followed = GAMES["successors"], 0
    for seat in rules.seats(rules.Options()):
        for turns, first in list(list_spans(rules, "posts", seat))[: SPANS // 4]:
            then, now = (
                dict(rules.view(resume(rules, game).state, None).standing)[seat][INCOME : UPKEEP + 1]
                for game in (replace(turns[0], log=turns[0].log[:first]), turns[-1])
            )
            lead, _ = read_span(rules, turns, first, seat)
            followed += then != now
            assert not [part for part in (*then, *now) if part in lead], lead
    assert followed


def test_a_lead_begins_with_what_others_took_although_the_text_below_tells_it() -> None:
    """In Taj Mahal, the lead on the reader's points left out the special card that the reader had lost."""
    rules, looked = GAMES["taj_mahal"], 0
    for seed, seat in product(SEEDS, rules.seats(rules.Options())):
        for turns, first in list_spans(rules, seed, seat):
            then = rules.view(resume(rules, replace(turns[0], log=turns[0].log[:first])).state, None)
            now = rules.view(resume(rules, turns[-1]).state, None)
            losses = rules.EXTRAS.prose.losses(then, now, seat)
            if not losses:
                continue
            looked += 1
            lead, _ = read_span(rules, turns, first, seat)
            lost = within(losses[0], rules.name)
            assert lead.startswith(lost[:1].upper() + lost[1:]), (lead, lost)
    assert looked


def test_the_points_of_a_seat_are_told_once() -> None:
    """In Successors, a long story ends with all points, so its lead leaves them out."""
    rules, looked = GAMES["successors"], 0
    for seat in rules.seats(rules.Options()):
        for turns, first in list_spans(rules, "posts", seat):
            now = dict(rules.view(resume(rules, turns[-1]).state, None).standing)[seat]
            if looked < SPANS // 2 and len(turns) > 4:
                lead, told = read_span(rules, turns, first, seat)
                assert not told.known.scored or now[0] not in lead, (lead, told.text)
                looked += bool(told.known.scored)
    assert looked


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_long_wait_is_told_in_the_order_of_play(language: str) -> None:
    """If the lead takes much room, it leaves its causes to the acts below it."""
    rules, looked = GAMES["vijayanagara"], 0
    with speak_within(language):
        for seat in rules.seats(rules.Options()):
            for turns, first in list(list_spans(rules, "posts", seat))[: SPANS // 4]:
                lead, told = read_span(rules, turns, first, seat)
                looked += len(turns) > 4
                assert told.ordered, (seat, told.text)
                assert count_rows(lead) + count_rows(told.text) <= SUMMARY_ROWS + SPARE_ROWS
    assert looked
