"""**Explain choices** explains each word of the game in a question, in its answers and in the headline."""

from __future__ import annotations

from dataclasses import replace

from bot.learning.more import More, explain_question
from bot.replies.text import MAX_TEXT
from bot.session.loaded_game import LoadedGame
from bot.views.board import list_terms, list_used
from rules.kernel import Rules, resume
from rules.orders.notation import find_help
from tests.every_game.test_secrets import STORED
from tests.every_game.test_sights import positions
from tests.every_game.tiers import every_game
from tests.phrases import says

MOST_PAGES = 30


def read_pages(at: LoadedGame) -> list[str]:
    """Return the pages of the explanation of the open question."""
    asked, pages = find_help(at.rules, at.position, at.asked, "?"), list[str]()
    for page in range(1, MOST_PAGES):
        answer = explain_question(at.rules, asked, at, page, More.turn_page.call)
        pages.append(answer.text)
        forward = More.turn_page.call(page + 1).about
        if not any(each.verb == "legal.page" and each.about == forward for each in answer.buttons):
            break
    return pages


@every_game
def test_each_word_of_the_game_in_a_question_is_explained(rules: Rules) -> None:
    terms, found = list_terms(rules), 0
    for game in positions(rules.KEY):
        at = LoadedGame(replace(STORED, game=rules.KEY), rules, game, resume(rules, game))
        panel = at.build_panel()
        if at.ask is None or panel is None:
            continue
        pages = read_pages(at)
        assert all(len(page) <= MAX_TEXT for page in pages)
        text = "\n".join(pages)
        shown = [panel.question, *(option.label for option in panel.options), at.view(None).headline]
        for word, _ in list_used(terms, "\n".join(shown)):
            assert any(says(line, "card.word", word=word) for line in text.splitlines()), (at.ask.kind, word)
            found += 1
    assert found or not terms
