"""Buttons and lists within Discord's limits, whatever a game asks."""

from __future__ import annotations

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.posting import buttons
from bot.table.announce import LIMIT, pages
from bot.table.answers import KEY_LENGTH, Mark, Panel, clip, short
from rules.asking import DONE
from rules.kernel import SIDE, Option
from tests.bot.people import CHANNEL, TOY, Room, caller
from tests.kernel import toy

MARK = Mark(10**9 - 1, 9999, 99999, "ffff")
OPTIONS = st.lists(
    st.builds(Option, st.text("abcxyz-:~", min_size=1, max_size=150), st.text(min_size=1, max_size=200)),
    min_size=1,
    max_size=120,
    unique_by=lambda option: option.key,
)


@given(OPTIONS, st.booleans(), st.integers(0, 9))
def test_any_question_fits_a_message(options: list[Option], undo: bool, page: int) -> None:
    view = buttons.question_view(Panel(MARK, "?", tuple(options), undo), page)
    rows = view.to_components()
    assert len(rows) <= 5
    ids = []
    for row in rows:
        assert 1 <= len(row["components"]) <= 5
        for item in row["components"]:
            ids.append(item["custom_id"])
            if item["type"] == discord.ComponentType.select.value:
                assert 1 <= len(item["options"]) <= 25
                assert all(
                    1 <= len(o["label"]) <= 100 and 1 <= len(o["value"]) <= 100 for o in item["options"]
                )
                assert len({o["value"] for o in item["options"]}) == len(item["options"])
                assert len(item["placeholder"]) <= 150
            else:
                assert len(item["label"]) <= 80
    assert len(set(ids)) == len(ids)
    assert all(len(custom_id) <= 100 for custom_id in ids)


def test_what_ends_the_order_and_what_stands_apart_have_buttons_of_their_own() -> None:
    options = tuple(Option(f"key-{n}", f"Label {n}") for n in range(17))
    sure = (Option("done a", "A – confirm"), Option("done b", "B – confirm"))
    view = buttons.question_view(Panel(MARK, "?", options, sure=sure, apart="More: ?", draft=True, undo=True))
    rows = view.to_components()
    assert len(rows) == 5
    assert all(len(row["components"]) <= 5 for row in rows)
    ids = [item["custom_id"] for row in rows for item in row["components"]]
    assert sum(custom_id.startswith("sure:") for custom_id in ids) == 2
    assert sum(custom_id.startswith("plain:") for custom_id in ids) == 1
    assert all(buttons.PRESS.fullmatch(custom_id) for custom_id in ids)


async def test_the_options_of_a_question_itself_are_a_tap_away(game: Room) -> None:
    user = await game.decider()
    for key in ("command", "done"):
        await game.choose(key)
    shown = (await game.table.question(caller(user))).panel
    plain = (await game.table.question(caller(user), plain=True)).panel
    assert shown is not None
    assert plain is not None
    assert "parley peace" in [option.key for option in shown.options]
    assert [option.key for option in plain.options] == ["march", "attack", "muster", "parley"]
    assert plain.mark == shown.mark


@pytest.mark.parametrize("count", [1, 20, 21, 25, 26, 51, 120])
def test_every_option_is_on_some_page(count: int) -> None:
    options = (*(Option(f"key-{n}", f"Label {n}") for n in range(count - 1)), Option(DONE, "Done"))
    seen: set[str] = set()
    for page in range(5):
        for item in buttons.question_view(Panel(MARK, "?", options), page).walk_children():
            if isinstance(item, buttons.Press) and item.verb == "d":
                seen.add(item.about.rsplit(":", 1)[1])
            if isinstance(item, buttons.Pick):
                seen |= {option.value for option in item.item.options}
    assert seen == {option.key for option in options}


def test_a_mark_goes_into_an_id_and_back() -> None:
    assert buttons.read(buttons.written(MARK)) == MARK


def test_long_keys_are_shortened_and_still_mean_one_thing() -> None:
    key = "troops-in-" * 20
    assert short("malwa") == "malwa"
    assert len(short(key)) <= KEY_LENGTH
    assert short(key) != short(key + "x")
    assert short(SIDE + key).startswith(SIDE)


async def test_a_long_key_is_found_again(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.table.answers.KEY_LENGTH", 3)
    await room.begin()
    answer = await room.choose("command")
    assert answer.panel is not None


def test_the_order_form_is_within_limits() -> None:
    form = buttons.order_form()
    assert len(form.title) <= 45
    [label] = form.children
    assert isinstance(label, discord.ui.Label)
    assert len(label.text) <= 45


async def test_the_card_of_a_lobby_fits(room: Room) -> None:
    await room.lobby.new(caller(), toy.KEY)
    stored = await room.store.in_channel(CHANNEL)
    assert stored is not None
    assert len(buttons.card_view(TOY, stored).to_components()) == 1


@given(st.lists(st.text(min_size=1, max_size=3000), max_size=40))
def test_pages_hold_everything_in_order(parts: list[str]) -> None:
    found = pages(parts, LIMIT)
    assert all(len(page) <= LIMIT for page in found)
    whole = "\n".join(part if len(part) <= LIMIT else part[: LIMIT - 1] + "…" for part in parts)
    assert "\n".join(found) == whole


def test_a_label_ends_where_a_word_can_stand() -> None:
    label = "1: give the Sultanate 1 Resource to place 1 Raja in a Province of your choice"
    assert clip(label, 55) == "1: give the Sultanate 1 Resource to place 1 Raja"
    assert clip(label, 200) == label
    assert len(clip("x" * 90, 80)) == 80
