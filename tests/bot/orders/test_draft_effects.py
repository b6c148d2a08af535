"""The text of an unfinished order names all gains, so that the reader can check the standing."""

from __future__ import annotations

from bot.orders.draft import Draft
from bot.orders.preview import describe_draft, show_step
from rules.kernel import begin
from rules.taj_mahal import dump
from rules.taj_mahal.points import BONUS, PALACES, PROVINCE
from tests.games.taj_mahal.table import GAME, place
from tests.turns.walking import situation


def test_the_lines_on_points_come_before_other_effects() -> None:
    players = {"maroon": {"hand": ["yellow-ee"], "table": ["red-ev", "red-gm"]}}
    state = place(players=players, bonus={"guj-4": "rice", "guj-2": "two"})
    at = situation(GAME, begin(GAME, dump(state), "0" * 32))
    draft = Draft(at).with_typed(["withdraw", "guj-4", "guj-2", "guj-1"])
    assert not draft.complete, "the seat still takes cards"
    told = describe_draft(draft, show_step(draft))
    scored = [line for line in draft.now.live.state.story if line.kind in (BONUS, PROVINCE, PALACES)]
    assert len(scored) > 2
    for line in scored:
        assert line.words.read(GAME.name).rstrip(".") in told
