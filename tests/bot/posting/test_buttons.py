"""Buttons and lists stay within Discord's limits, whatever a game asks."""

from __future__ import annotations

import re

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.orders.order_form import make_order_form
from bot.posting import buttons
from bot.replies.mark import KEY_LENGTH, PATTERN, Mark, read_mark, shorten_key
from bot.replies.reply import Call, EntryForm, FormField
from bot.replies.text import MAX_TEXT, clip_label, pack_pages
from rules.kernel import SIDE, Option
from tests.bot.callers import CHANNEL, TOY, Room, caller
from tests.kernel import toy

MARK = Mark(10**9 - 1, 9999, 99999, "ffff")


async def test_the_options_of_a_question_itself_are_a_tap_away(game: Room) -> None:
    user = await game.decider()
    for key in ("command", "done"):
        await game.choose(key)
    shown = (await game.table.question(caller(user))).panel
    plain = (await game.table.question(caller(user), plain=True)).panel
    assert shown is not None
    assert plain is not None
    assert "muster" in [option.key for option in shown.options]
    assert [option.key for option in plain.options] == ["march", "attack", "muster", "parley"]
    assert plain.mark == shown.mark


def test_a_mark_goes_into_an_id_and_back() -> None:
    assert read_mark(str(MARK)) == MARK
    assert re.fullmatch(PATTERN, str(MARK))


def test_long_keys_are_shortened_and_still_mean_one_thing() -> None:
    key = "troops-in-" * 20
    assert shorten_key("malwa") == "malwa"
    assert len(shorten_key(key)) <= KEY_LENGTH
    assert shorten_key(key) != shorten_key(key + "x")
    assert shorten_key(SIDE + key).startswith(SIDE)


async def test_a_long_key_is_found_again(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.replies.mark.KEY_LENGTH", 3)
    await room.begin()
    answer = await room.choose("command")
    assert answer.panel is not None


def test_a_form_shows_only_its_own_hints_and_begins_labels_with_capitals() -> None:
    fields = [FormField("pace", "Pace", [Option("any", "any pace")]), FormField("word", "A word")]
    form = buttons.make_form(EntryForm("Form", fields, Call("x", "")))
    pace, word = (each.component for each in form.children if isinstance(each, discord.ui.Label))
    assert isinstance(pace, discord.ui.Select)
    assert isinstance(word, discord.ui.TextInput)
    assert [option.label for option in pace.options] == ["Any pace"]
    assert word.placeholder is None, "a word is no order, so nothing is listed as legal"


def test_the_order_form_is_within_limits() -> None:
    form = buttons.make_form(make_order_form(Call("form.order", "")))
    assert len(form.title) <= 45
    [label] = form.children
    assert isinstance(label, discord.ui.Label)
    assert len(label.text) <= 45


async def test_the_card_of_a_lobby_fits(room: Room) -> None:
    await room.lobby.create(caller(), toy.KEY)
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    assert len(buttons.make_card_view(TOY, stored).to_components()) == 1


@settings(max_examples=50)
@given(st.lists(st.text(min_size=1, max_size=3000), max_size=12))
def test_pages_hold_everything_in_order(parts: list[str]) -> None:
    whole = "\n".join(part if len(part) <= MAX_TEXT else part[: MAX_TEXT - 1] + "…" for part in parts)
    for found in (pack_pages(parts, MAX_TEXT), pack_pages(parts, MAX_TEXT, fill_last=True)):
        assert all(len(page) <= MAX_TEXT for page in found)
        assert "\n".join(found) == whole


def test_the_last_page_is_full_and_the_first_may_be_short() -> None:
    assert pack_pages(["aa", "bb", "cc"], 5, fill_last=True) == ["aa", "bb\ncc"]
    assert pack_pages(["aa", "bb", "cc"], 5) == ["aa\nbb", "cc"]
    assert pack_pages([], 5, fill_last=True) == [""]


def test_a_label_ends_where_a_word_can_stand() -> None:
    label = "1: give the Sultanate 1 Resource to place 1 Raja in a Province of your choice"
    assert clip_label(label, 55) == "1: give the Sultanate 1 Resource to place 1 Raja"
    assert clip_label(label, 200) == label
    assert len(clip_label("x" * 90, 80)) == 80
