"""A post has only one picture of the board."""

from __future__ import annotations

import pytest

import render
from bot.posting.pictures import Drawing
from bot.posting.post_pictures import shows_board


@pytest.mark.parametrize(("height", "same"), [(1400, True), (1100, True), (400, False)])
def test_a_numbered_map_stands_for_the_board(height: int, same: bool) -> None:
    board, answers = (Drawing(render.Picture(b"", "", 1080, tall)) for tall in (1424, height))
    assert shows_board(board, answers) is same
    assert not shows_board(None, answers)
    assert not shows_board(board, None)
