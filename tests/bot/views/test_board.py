"""Rules found by number, chapter or word; explained cards; the card of a game in its lobby."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.replies.reply import Refused
from bot.settings.game_settings import GameSettings
from bot.story.board_posts import format_relative
from bot.views.board import BoardViews, list_used
from bot.views.lobby_card import write_lobby_card
from db.store import Store
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, GUEST, TOY, Room, caller
from tests.bot.orders.test_draft import Deccan
from tests.phrases import begins, pattern, phrase, says


@pytest.fixture
async def look(store: Store) -> BoardViews:
    """Return the views of a started game."""
    deccan = Deccan(store)
    await deccan.begin()
    return BoardViews(deccan.table)


async def found(look: BoardViews, typed: str) -> list[str]:
    """Return the lines of the reply."""
    return (await look.show_rule(caller(GUEST), typed)).text.splitlines()


async def test_a_rule_by_its_number(look: BoardViews) -> None:
    assert (await found(look, "3.2.4."))[0].endswith(" 3.2.4**")
    assert (await found(look, "3.2.4"))[1] == "Attack (Delhi Sultanate Commands)"
    assert (await found(look, "3.2.1"))[1] == "Conscript (Delhi Sultanate Commands)"


async def test_a_chapter_lists_its_rules(look: BoardViews) -> None:
    head, *rows = await found(look, "1")
    assert says(head, "rules.found", number="1")
    assert rows[0] == phrase("rules.row", number="1.1", heading="General Course of Play")
    assert all(row.startswith("- `1.") for row in rows)


async def test_a_word_lists_the_rules_of_that_name(look: BoardViews) -> None:
    _, *rows = await found(look, "attack")
    assert rows == [
        phrase("rules.row", number="3.2.4", heading="Attack (Delhi Sultanate Commands)"),
        phrase("rules.row", number="3.3.4", heading="Attack (Bahmani Kingdom Commands)"),
        phrase("rules.row", number="3.4.4", heading="Attack (Vijayanagara Empire Commands)"),
        phrase("rules.row", number="3.5.3", heading="Attack and Plunder"),
    ]
    assert (await found(look, "Vindhya"))[1] == "Vindhya Range", "a single one is shown at once"
    assert len(await found(look, "adjacent")) > 3, "in no heading, but in texts"


async def test_what_no_rule_speaks_of(look: BoardViews) -> None:
    none = await look.show_rule(caller(GUEST), "zeppelin")
    assert says(none.text, "rules.unknown", number="zeppelin")
    offered = [button.about for button in none.buttons]
    assert {f"vijayanagara:{n}" for n in ("1.1.1", "5.0", "2.3.3")} <= {*offered}
    assert offered == sorted(offered), "by the number of the rule"
    suggested = await look.suggest_rules(caller(GUEST), "attack")
    assert [number for _, number in suggested] == ["3.2.4", "3.3.4", "3.4.4", "3.5.3"]


async def test_a_question_is_answered_with_buttons(look: BoardViews) -> None:
    for question in ("how do I win", "How do I win?", "vp"):
        answer = await look.show_rule(caller(GUEST), question)
        assert "Winning the game" in answer.text
        assert "vijayanagara:5.2" in [button.about for button in answer.buttons]
    shown = await look.show_rule(caller(GUEST), "3.2", "vijayanagara")
    assert len(shown.buttons) <= 10, "a screen has room for them"


@pytest.mark.parametrize(
    ("question", "command"),
    [
        ("how do I undo a move?", "undo"),
        ("can I take back my move", "undo"),
        ("comment annuler mon dernier coup ?", "undo"),
        ("how do I get a hint", "hint"),
        ("how do I leave the game?", "leave"),
    ],
)
async def test_a_question_about_a_command_names_it(look: BoardViews, question: str, command: str) -> None:
    """A player of Aadu-Huli aata asked how to undo a move, and read the rule of the Goats' turn."""
    answer = await look.show_rule(caller(GUEST), question)
    assert answer.text == phrase(f"rules.{command}")
    assert not says((await look.show_rule(caller(GUEST), "how do I leave Delhi")).text, f"rules.{command}")


async def test_suggested_rules_show_no_backticks(look: BoardViews) -> None:
    look.orders.games = GAMES
    suggested = await look.suggest_rules(caller(GUEST), "setup", "aadu_huli")
    assert "5.5.1" in [number for _, number in suggested]
    assert "`" not in "".join(label for label, _ in suggested)


@pytest.mark.parametrize("key", GAMES)
async def test_the_buttons_of_rules_stand_in_the_order_of_the_rules(look: BoardViews, key: str) -> None:
    look.orders.games = GAMES
    order = [f"{key}:{number}" for number in GAMES[key].reference()]
    tried = 0
    for typed in ("win", "how does the game end", "turn", "2", "zeppelin"):
        answer = await look.show_rule(caller(GUEST), typed, key)
        places = [order.index(each.about) for each in answer.buttons if each.about in order]
        assert places == sorted(places), typed
        tried += len(places) > 1
    assert tried


async def test_a_card_explains_the_words_that_it_uses(look: BoardViews) -> None:
    rules = next(iter(look.orders.games.values()))
    texts = [(await look.show_card(caller(GUEST), number)).text for number in range(1, 37)]
    assert any(says(text, "card.word", word="Challenger") for text in texts)
    for text in texts:
        head = text.partition("\n-# ")[0]
        for word, _ in list_used(rules.EXTRAS.teaching.glossary(), head):
            assert f"-# **{word}**: " in text
        assert len(text) <= 2000


def test_words_are_found_in_the_order_of_the_text() -> None:
    words = {"Fort": "a", "rival": "b", "Unit": "c"}
    assert [word for word, _ in list_used(words, "Each rival builds Forts beside a comfort.")] == [
        "rival",
        "Fort",
    ]


async def test_the_card_of_a_lobby_has_the_seats_first_and_the_options_in_a_line(room: Room) -> None:
    await room.lobby.create(caller(), "toy")
    await room.options.set(caller(), "pace", "daily")
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    lines = write_lobby_card(TOY, stored).splitlines()
    assert "\n".join(lines[:2]) == phrase("card", title="Toy Deccan", user=1)
    assert lines[2:4] == [phrase("card.free", seat="The North"), phrase("card.free", seat="The South")]
    assert begins(lines[4], "card.how")
    assert begins(lines[5], "card.options", options=phrase("setting.daily").capitalize())
    assert len(lines) == 6, "the host is new, so the seal is among the options"
    settings = GameSettings.of(stored)
    assert settings.plain_card
    known = replace(stored, settings=settings.with_(plain_card=False).to_json())
    assert [says(line, "card.seal") for line in write_lobby_card(TOY, known).splitlines()][6:] == [True]
    told = await room.options.set(caller(), None, None)
    assert says(told.text, "card.seal")
    assert [each.label for each in told.buttons] == [phrase("button.page_on")], "no word without a seat"
    await room.options.set(caller(), "pace", "none")
    await room.options.set(caller(), "language", "fr")  # is heard, and need not be said
    assert not (await room.lobby.join(caller(), "*")).buttons
    assert "word" in [each.verb for each in (await room.options.set(caller(), None, None)).buttons]
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    starts = GameSettings.of(stored).starts_at
    assert starts is not None
    lines = write_lobby_card(TOY, stored).splitlines()
    assert lines[4:] == [phrase("card.starts", when=format_relative(starts))], "usual settings need no line"


async def test_in_a_full_lobby_nobody_is_told_to_take_a_seat(room: Room) -> None:
    await room.lobby.create(caller(), "toy")
    for seat, key in (("north", "not_started"), ("south", "not_started.full")):
        await room.lobby.join(caller(), seat)
        stored = await room.store.find_in_channel(CHANNEL)
        assert stored is not None
        with pytest.raises(Refused, match=pattern(key)):
            room.table.load_seated(stored)


async def test_a_rule_that_is_called_like_a_word_is_not_told_twice(look: BoardViews) -> None:
    """The rule "Control" says what Control is; "Obedient" is explained beside a rule of another name."""
    control, obedient = await found(look, "Control"), await found(look, "Obedient")
    assert not says(control[0], "card.word")
    assert says(obedient[0], "card.word")
