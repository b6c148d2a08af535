"""The reasons of bot players are true in the position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from rules import vijayanagara
from rules.kernel import Ask, Game, begin, list_legal_options, resume, submit
from rules.players import choose_order
from rules.vijayanagara import State
from rules.vijayanagara.board import FACTIONS, PROVINCES, RESOURCES_TOP, RIVALS
from rules.vijayanagara.players import sultanate
from rules.vijayanagara.players.answers import SHEETS, list_proposals
from rules.vijayanagara.players.survey import find_ripest
from rules.vijayanagara.state import TRIBUTARY
from rules.words import Words
from tests.games.vijayanagara.table import Table

RULES = vijayanagara
ORDERS = 150
INCOME = ("collect", "trade", "tax")  # Decrees whose reason is what they gain


@cache
def played(seed: str) -> tuple[Game, ...]:
    """Return the positions of a game between bot players, as far as `ORDERS` orders."""
    game, found = begin(RULES, RULES.dump(RULES.setup(RULES.Options())), seed).game, list[Game]()
    player = RULES.BOT_PLAYERS["sheet"](Random(1).randrange, lambda: False)
    while len(found) < ORDERS and isinstance(ask := resume(RULES, game).pending, Ask):
        found.append(game)
        game = submit(RULES, game, ask.seat, choose_order(RULES, game, player).keys).game
    return tuple(found)


def asked(kind: str) -> Iterator[tuple[Game, State, Ask]]:
    """Yield the positions with a question of this kind."""
    for game in played("true"):
        live = resume(RULES, game)
        if isinstance(live.pending, Ask) and live.pending.kind == kind:
            yield game, live.state, live.pending


def numbers(words: Words) -> set[int]:
    """Return all numbers of a reason, also those within its parts."""
    nested = [numbers(arg) if isinstance(arg, Words) else [arg] for arg in words.args.values()]
    return {n for each in nested for n in each if isinstance(n, int)}


def test_an_income_is_what_the_decree_brings() -> None:
    seen = set[str]()
    for game in played("true"):
        live = resume(RULES, game)
        ask = live.pending
        if not isinstance(ask, Ask) or ask.kind != "option":
            continue
        if "decree" not in [option.key for option in list_legal_options(RULES, ask)]:
            continue
        before, seat = live.state, ask.seat
        if before.pool < 2:
            continue  # the faction first chooses from whom it takes Cavalry (1.10)
        for proposal in list_proposals(before, seat, INCOME):
            after = resume(RULES, submit(RULES, game, seat, ("decree", proposal.name)).game).state
            gained = (
                after.resources[seat] - before.resources[seat],
                after.cavalry[seat] - before.cavalry[seat],
            )
            assert numbers(proposal.why) == {n for n in gained if n}, proposal
            seen.add(proposal.name)
    assert seen == {*INCOME}


def test_an_income_is_what_the_faction_can_hold() -> None:
    table = Table(f"resources: {{sultanate: {RESOURCES_TOP - 1}}}", first="sultanate")
    collect = next(list_proposals(table.state, "sultanate", ("collect",)))
    assert numbers(collect.why) == {1, 2}  # Resources, Cavalry


@pytest.mark.parametrize("rival", RIVALS)
def test_nobody_is_said_to_rebel_under_the_khaljis(rival: str) -> None:
    """2.7.1: a reason against a Rebellion under the Khaljis is another one than under the Tughlaqs."""
    unit = {"bahmani": "obedient-amirs", "vijayanagara": "obedient-rajas"}[rival]
    spaces = f"malwa: {{{unit}: 3}}"
    khalji, tughlaq = (
        Table(f"{{dynasty: {dynasty}, spaces: {{{spaces}}}}}", first="sultanate").state
        for dynasty in ("khalji", "tughlaq")
    )
    for s in (khalji, tughlaq):
        assert find_ripest(s, "malwa") == (rival, -2)
    early, late = (next(sultanate.conscript(s, "sultanate")).why for s in (khalji, tughlaq))
    assert early.text != late.text
    assert "rebel" not in {proposal.name for proposal in list_proposals(khalji, rival, ("rebel",))}


def test_a_reason_names_a_rival_that_outnumbers_all_others() -> None:
    """A reason against a rival names the one that is nearest to outnumbering all others in that Province."""
    seen = 0
    for _, s, ask in asked("option"):
        for proposal in list_proposals(s, ask.seat, [name for name, _ in SHEETS[ask.seat].commands]):
            rival, province = (proposal.why.args.get(each) for each in ("rival", "province"))
            if ask.seat == "sultanate" and rival in FACTIONS and province in PROVINCES:
                assert s.status[str(province)] == TRIBUTARY
                assert find_ripest(s, str(province))[0] == rival
                seen += 1
    assert seen
