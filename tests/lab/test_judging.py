"""What a board calls a person for, as the measurements count it."""

from __future__ import annotations

from bot.story.post import Place, Post
from lab.simulated.judging import QUESTION, find_called_for

GAME, ASHA, BALA = 7, 100, 101


def test_a_board_calls_the_asked_person_for_its_question() -> None:
    board = Post(text="", asks=f"<@{ASHA}> **Red**: which card?", at=Place(turn=3, entry=5))
    assert find_called_for(GAME, board, ASHA) == (GAME, QUESTION, 3, 5)
    assert find_called_for(GAME, board, BALA) is None, "they have lost their seat: another thing"


def test_the_last_board_calls_everybody_for_the_end() -> None:
    board = Post(text="", result_lines=1, at=Place(turn=3, entry=5))
    assert find_called_for(GAME, board, ASHA) == find_called_for(GAME, board, BALA) == (GAME, "end")
