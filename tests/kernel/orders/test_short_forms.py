"""`Extras.spell_out`: a game's short forms are expanded in all typed orders."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.errors import NotAllowed
from rules.extras import Notation
from rules.orders.corrections import correct_slips
from rules.orders.notation import find_help, parse
from rules.orders.suggestions import suggest
from tests.kernel import toy
from tests.kernel.play import TOY, march_north


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let "mtm" mean "march to malwa" in the toy game, and refuse "xx"."""

    def spell_out(_: Any, __: str, text: str) -> str:
        if "xx" in text:
            raise NotAllowed("No way.")
        return text.replace("mtm", "march to malwa")

    monkeypatch.setattr(toy, "EXTRAS", replace(toy.EXTRAS, notation=Notation(spell_out=spell_out)))


def test_orders_help_and_suggestions_read_the_long_form(short: None) -> None:
    game = march_north()
    assert parse(TOY, game, "north", "command mtm") == parse(TOY, game, "north", "command march to malwa")
    assert correct_slips(TOY, game, "north", "command mtm")[0] == "command march to malwa"
    assert str(find_help(TOY, game, "north", "command mtm ?")) == str(
        find_help(TOY, game, "north", "command march to malwa ?")
    )
    assert [each.text for each in suggest(TOY, game, "north", "command mtm ")] == [
        each.text for each in suggest(TOY, game, "north", "command march to malwa ")
    ]


def test_a_slip_is_put_right_in_the_long_form(short: None) -> None:
    text, found, *_ = correct_slips(TOY, march_north(), "north", "command mtm from delih 2t")
    assert text == "command march to malwa from delhi 2t"
    assert [said for said, _ in found] == ["delih"]


def test_a_short_form_that_stands_for_nothing_is_refused(short: None) -> None:
    with pytest.raises(NotAllowed, match="No way"):
        parse(TOY, march_north(), "north", "xx")
    assert suggest(TOY, march_north(), "north", "xx") == []
