"""5.0 Victory: points, the end, ties."""

from __future__ import annotations

import pytest

from rules import vijayanagara as game
from rules.vijayanagara.board import PROVINCES
from rules.vijayanagara.victory import count_points, find_winners
from rules.vijayanagara.view import view
from rules.vijayanagara.vocabulary import SEATS
from tests.games.vijayanagara.table import Table


def end(mongols: int, more: str = "") -> Table:
    """Return a table after the end, with this many Mongol Invaders in Delhi."""
    spaces = f"spaces: {{delhi: {{mongols: {mongols}}}}}"
    return Table(f"block: 4\nleft: {{event: 0}}\nplayed: [timurid, timurid]\nover: true\n{spaces}\n{more}")


def name_winners(table: Table) -> tuple[str, ...]:
    """Return the factions that the headline of an ended game names."""
    headline = view(table.state, None).headline
    return tuple(key for key, seat in SEATS.items() if seat.formal in headline)


@pytest.mark.parametrize(
    ("mongols", "extra"), [(0, 3), (1, 2), (2, 1), (3, 0), (4, -1), (5, -2), (6, -3), (7, -3), (12, -3)]
)
def test_5_1_the_sultanate_at_the_end(mongols: int, extra: int) -> None:
    """5.1: the example: +3 with no Mongol Invader in Delhi, -3 with six or more, 0 with three."""
    assert count_points(end(mongols).state, "sultanate") == 18 + extra


def test_5_1_before_the_end_the_prosperity_of_tributaries_alone() -> None:
    """5.1: Timur's points are added at the end of the game only."""
    state = game.load("spaces: {delhi: {mongols: 6}}\nindependent: [gujarat, sindh]")
    assert count_points(state, "sultanate") == 18 - 2 - 1


def test_5_1_independent_provinces_under_sultanate_control_do_not_count() -> None:
    """5.1: Tributary Provinces only."""
    state = game.load("spaces: {gujarat: {troops: 3}}\nindependent: [gujarat]")
    assert state.status["gujarat"] == "sultanate"
    assert count_points(state, "sultanate") == 16


@pytest.mark.parametrize(
    ("rival", "unit", "structure", "rule"),
    [
        ("bahmani", "rebelling-amirs", "forts", "5.2"),
        ("vijayanagara", "rebelling-rajas", "temples", "5.3"),
    ],
)
def test_5_2_and_5_3_controlled_prosperity_structures_and_influence(
    rival: str, unit: str, structure: str, rule: str
) -> None:
    """5.2, 5.3: the Prosperity of Controlled Provinces, the Structures on the map, and Influence."""
    table = Table(
        f"""
        influence: {{{rival}: 3}}
        spaces:
          andhra: {{{unit}: 2, troops: 1}}
          orissa: {{{unit}: 1, {structure}: 1}}
          gujarat: {{{unit}: 1, {structure}: 1, troops: 3}}
          malwa: {{{unit}: 5}}
        independent: [andhra, orissa]
        """
    )
    # Andhra 2 and Orissa 1; a Structure counts in a Tributary Province as well, the Units in Malwa do not
    assert count_points(table.state, rival) == 2 + 1 + 2 + 3, rule
    assert view(table.state, None).faction(rival).vp == 8


def test_5_0_most_victory_points_win_after_timur() -> None:
    """5.0: the winner is known after the invasion, not before."""
    assert find_winners(Table().state) == ()
    table = end(6, "influence: {bahmani: 4}\nindependent: [gujarat, maharashtra, karnataka]")
    assert find_winners(table.state) == ("sultanate",)  # 18 - 6 - 3 = 9 against 4
    assert view(table.state, None).winners == ("sultanate",)
    assert name_winners(table) == ("sultanate",)


TIED = "influence: {bahmani: 4, vijayanagara: 4}\nindependent: [%s]\nresources: {%s}"
ALL = ", ".join(PROVINCES)


@pytest.mark.parametrize(
    ("resources", "won"),
    [
        ("bahmani: 5, vijayanagara: 4", ("bahmani",)),
        ("sultanate: 9, vijayanagara: 4", ("vijayanagara",)),
        ("bahmani: 5, vijayanagara: 5", ("bahmani", "vijayanagara")),
    ],
)
def test_5_0_ties_are_broken_by_resources(resources: str, won: tuple[str, ...]) -> None:
    """5.0: with equal points the Resources decide; what is still tied is shared."""
    table = end(6, TIED % (ALL, resources))
    assert find_winners(table.state) == won  # both rivals have 4, the Sultanate -3
    assert name_winners(table) == won


def test_5_0_all_three_may_share_it() -> None:
    """5.0: the Sultanate ties too: 7 - 3 = 4 from its Tributaries, all Resources equal."""
    seven = ", ".join(
        key for key in ALL.split(", ") if key not in ("gujarat", "andhra", "karnataka", "sindh")
    )
    table = end(6, TIED % (seven, "sultanate: 2, bahmani: 2, vijayanagara: 2"))
    assert find_winners(table.state) == ("sultanate", "bahmani", "vijayanagara")
    assert name_winners(table) == ("sultanate", "bahmani", "vijayanagara")


LAST = "block: 4\nleft: {timurid: 1}\nplayed: [timurid]\n"


def test_5_0_the_final_scores_are_told() -> None:
    """5.0, 5.1: the story ends with Timur's points, all scores and the winner."""
    table = Table(LAST + "spaces: {delhi: {troops: 1}}")
    assert table.story()[-5:] == [
        "score: faction=sultanate n=+3",
        "score: faction=sultanate held=12-resources vp=21-points",
        "score: faction=bahmani held=6-resources vp=(kind=points)",
        "score: faction=vijayanagara held=7-resources vp=(kind=points)",
        "won: faction=sultanate",
    ]


def test_5_0_a_victory_by_resources_is_told() -> None:
    """5.0: the last line says who wins among those level on points, and why."""
    tied = TIED % (ALL, "bahmani: 5, vijayanagara: 4")
    story = Table(f"{LAST}{tied}\nspaces: {{delhi: {{mongols: 6}}}}").story()
    said = "won: faction=bahmani"
    assert story[-1] == said
