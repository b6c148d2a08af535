"""What “You can type:” names is short, and is read as the answer that it stands for."""

from __future__ import annotations

from rules.errors import InputError
from rules.kernel import Ask, Rules, resume
from rules.orders.notation import parse
from rules.orders.questions import LABEL_WORDS, make_question
from rules.orders.tokenizer import split_words
from tests.every_game.test_typing import questions
from tests.every_game.tiers import every_game


@every_game
def test_an_act_is_typed_in_few_words(rules: Rules) -> None:
    for seat, game in questions(rules.KEY):
        ask = resume(rules, game).pending
        assert isinstance(ask, Ask)
        asked = make_question(rules, ask)
        for option in asked.legal if asked.act else ():
            if option.also and len(split_words(option.label)) > LABEL_WORDS:
                typed, label = option.also[0], option.label
                assert label not in asked.list_typed()
                assert typed.lower() in asked.list_typed().lower()
                try:
                    keys = parse(rules, game, seat, typed)
                except InputError as refused:
                    raise AssertionError((label, typed)) from refused
                assert keys[0] == option.key, (label, typed)
