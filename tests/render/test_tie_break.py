"""5.5: the pictures and words of a tie-break: the Goat-Tiger board in place of the map."""

from __future__ import annotations

from dataclasses import replace

import render
from render.kit.written import read_texts
from render.vijayanagara.panels import card_panel
from rules.vijayanagara.view import View, view
from tests.games.vijayanagara.table import Table
from tests.games.vijayanagara.test_tie_break import (
    CAPTURE,
    FIRST,
    OFFERED,
    OVER,
    SIDES,
    THREE,
    TWO,
    round_of,
)
from tests.render.test_golden import check


def seen(table: Table) -> View:
    return view(table.state, None)


def test_the_board_is_drawn_and_told_while_a_round_is_played() -> None:
    """The Goat-Tiger board has the factions' names, in all sizes, kinds and themes."""
    table = round_of(CAPTURE, "sultanate", "vijayanagara", THREE, FIRST)
    shown = seen(table)
    alt = render.picture(shown).alt
    assert alt.startswith(
        "Goat placed on 2B. Tigers to move for Vijayanagara. Tie-break of all three factions"
    )
    assert "Tigers on 1A, 2C, 2D. In danger: 2B. Goats on 2B." in alt
    told = "The Delhi Sultanate (Tigers) beat the Bahmani Kingdom (Goats) at Aadu-Huli aata."
    assert alt.endswith(f"{told} Bahmani Kingdom: out.")
    table_text = " ".join(render.text_table(shown).split())
    assert "Tie-break of all three factions," in table_text
    assert table_text.endswith(f"{told} Bahmani Kingdom: out.")
    plain = seen(Table(f"{OVER}{THREE}{OFFERED}"))
    for kind in render.kinds("vijayanagara"):
        size = render.picture(shown, size=kind)
        assert len(size.alt) <= 1024
        if kind in render.sizes("vijayanagara"):
            map_ = render.picture(plain, size=kind)
            assert (size.width, size.height) == (map_.width, map_.height)
            assert size.file != map_.file
    for theme in render.PAINTERS["vijayanagara"].themes:
        assert render.picture(shown, theme=theme).width == 1080


def test_the_moves_of_a_round_are_numbered_on_its_board() -> None:
    shown = seen(round_of(CAPTURE, "sultanate", "vijayanagara", THREE, FIRST))
    plain, numbered = (
        render.picture(shown, size="table"),
        render.picture(shown, size="table", marks=("2c-3c",)),
    )
    assert numbered.file != plain.file
    assert "1 2C-3C" in numbered.alt
    assert "Bahmani Kingdom: out." in numbered.alt


def test_the_round_is_read_on_the_board() -> None:
    """The band above the board says it whole, in as many lines as it needs."""
    shown = seen(round_of(CAPTURE, "sultanate", "vijayanagara", THREE, FIRST))
    painter = render.PAINTERS["vijayanagara"]
    for size in painter.sizes:
        texts = [text.text for text in read_texts(painter.draw(shown, frozenset(), size, "day"))]
        assert not [text for text in texts if text.endswith("…")]
        assert sum("round 2 of 2" in text for text in texts) == 2, "in the band and beside the board"


def test_the_last_move_is_lit_and_a_new_board_is_not() -> None:
    """The changed places are points of the board, not spaces of the map."""
    offered = seen(Table(f"{OVER}{TWO}{OFFERED}"))
    board = f"{OVER}{TWO}tie_break: {{board: {{sides: {SIDES}}}}}"
    begun = seen(Table(board))
    placed = seen(Table(board).answer("bahmani", "3b"))
    assert render.find_changed(offered, begun) == frozenset()
    assert render.find_changed(begun, placed) == {"3b"}
    assert render.picture(placed, since=begun).alt.startswith("Goat placed on 3B. Tigers to move")
    assert " Tie-break of Bahmani and Vijayanagara. " in render.picture(begun, since=offered).alt
    assert "No move was made" not in render.picture(begun, since=offered).alt


def test_the_end_shows_the_map_again_and_how_the_tie_was_broken() -> None:
    table = round_of(CAPTURE, "bahmani", "vijayanagara")
    before = seen(table)
    after = seen(table.answer("vijayanagara", "1ax3b"))
    alt = render.picture(after, since=before).alt
    assert alt.startswith(
        "The Vijayanagara Empire wins by the tie-break. "
        "The Vijayanagara Empire (Tigers) beat the Bahmani Kingdom (Goats) at Aadu-Huli aata. "
        "The Delhi Sultanate: −3 VP"
    )
    assert render.small(after, before) is None
    assert "Won by Vijayanagara Empire" in render.text_table(after)


def test_an_animation_may_lead_from_the_map_to_the_board_and_back() -> None:
    """All frames have the same size."""
    table = Table(f"{OVER}{TWO}{OFFERED}")
    views = [seen(table), seen(round_of(CAPTURE, "bahmani", "vijayanagara"))]
    views.append(seen(round_of(CAPTURE, "bahmani", "vijayanagara").answer("vijayanagara", "1ax3b")))
    animation = render.animate(views, size="board")
    assert animation.width == 1600
    assert animation.alt.startswith(
        "Step by step. The Vijayanagara Empire wins by the tie-break. The Vijayanagara Empire (Tigers)"
    )
    assert "Nothing has changed" not in animation.alt
    assert render.animate(views[:2]).alt.startswith("Step by step. ")


def test_between_the_rounds_the_next_is_named() -> None:
    """The lots come next. It is known who waits and who is out."""
    between = seen(Table(f"{OVER}{THREE}{OFFERED}"))
    tie = between.tie_break
    assert tie is not None
    later = replace(between, tie_break=replace(tie, round=2, left=tie.tied[:2]))
    assert render.picture(later).file != render.picture(between).file
    said = card_panel.heading(later)
    assert (said.title, said.seals) == ("Drawing lots for the last round", tie.tied[:2])


def test_the_picture_as_somebody_liked_it(rewrite: bool) -> None:
    shown = seen(round_of(CAPTURE, "sultanate", "vijayanagara", THREE, FIRST))
    check("tie-break-board", render.picture(shown, size="board"), rewrite)
