"""`/game options` of a running game: what differs from the defaults, and all behind a button."""

from __future__ import annotations

from typing import Any

import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from bot.posting.layouts import WHOLE_SCREEN
from bot.replies.reply import Reply
from bot.settings.options import list_option_values
from bot.settings.setting_values import NAME, SETTINGS
from db.store import Store
from rules.kernel import Rules
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, SOUTH, TOY, Room, caller
from tests.bot.players.test_bot_moves import goat_tigers
from tests.bot.presses import press
from tests.every_game.tiers import complete_game
from tests.phrases import phrase
from tests.turns.walking import HEAD, screen

CUT = "…"
SCREEN = WHOLE_SCREEN + HEAD  # pixels
CHANGED = {"pace": "72h+36h", "stops": "both", "reminders": "48", "hints": "open", "show": "after-end"}


async def begin(store: Store, rules: Rules, changed: dict[str, str]) -> tuple[Room, Reply]:
    """Start a game with these options and settings. Return its room, and the answer that lists them."""
    room = Room(store)
    room.table.games = LocalizedGames(GAMES)
    await room.lobby.create(caller(), rules.KEY)
    for name, value in changed.items():
        await room.options.set(caller(), name, value)
    await room.lobby.join(caller(), "*")
    await room.lobby.start(caller())
    return room, await room.options.set(caller(), None, None)


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_what_differs_fits_on_a_screen(store: Store, rules: Rules, language: str) -> None:
    values = {name: list_option_values(rules.Options, name) for name in rules.Options.model_fields}
    own = {name: found[-1] for name, found in values.items() if found}
    with speak_within(language):
        _, listed = await begin(store, rules, CHANGED | own)
        assert screen(listed).height <= SCREEN


async def test_hints_stay_off_in_a_rated_game(store: Store) -> None:
    """What is said about `hints` depends on `rated`, in the answer and to the others."""
    room, value = Room(store), phrase("hints.open")
    room.table.games = GAMES
    await room.lobby.create(caller(), "vijayanagara")
    await room.lobby.join(caller(2))
    for rated, now in (("on", phrase("hints.unless_rated", value=value)), ("off", value)):
        await room.options.set(caller(), "rated", rated)
        await room.posted()
        answer = await room.options.set(caller(), "hints", "open")
        assert answer.text == phrase("options.set", name="hints", value=now)
        told = phrase("agreed.told", user=1, name="hints", value=now)
        assert told in [post.text for _, post in await room.posted()]


async def test_hints_work_in_a_game_without_a_ranking(store: Store) -> None:
    room = Room(store)
    await room.lobby.create(caller(), TOY.KEY)
    told = await room.options.set(caller(), "hints", "open")
    assert told.text == phrase("options.set", name="hints", value=phrase("hints.open"))


async def test_the_button_lists_all(store: Store) -> None:
    """A line has the name, the value and, if all are listed, the meaning."""
    rules = GAMES["vijayanagara"]
    room, listed = await begin(store, rules, {"plunder": "per_mongol", "hints": "off"})
    shown = [line.split("`")[1] for line in listed.text.splitlines()[1:]]
    assert shown[:-1] == [NAME, "plunder", "rated", "hints"], "one person has all seats"
    usual = listed.text.splitlines()[-1]
    assert all(f"`{name}`" in usual for name in SETTINGS if name not in ("rated", "hints"))
    [every] = listed.buttons
    assert every.label == phrase("button.all_settings")
    full, left = list[str](), [every]
    while left:
        answer = await press(room.options, caller(), left[0])
        full += [line.split("`")[1] for line in answer.text.splitlines()[1:]]
        left = [each for each in answer.buttons if each.label == phrase("button.page_on")]
    assert full == [NAME, *rules.Options.model_fields, *SETTINGS]


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_each_page_of_all_settings_fits_on_a_screen(store: Store, rules: Rules, language: str) -> None:
    room = Room(store)
    room.table.games = LocalizedGames(GAMES)
    with speak_within(language):
        await room.lobby.create(caller(), rules.KEY)
        answer = await room.options.set(caller(), None, None)
        while True:
            assert screen(answer).height <= SCREEN
            assert CUT not in answer.text
            on = [each for each in answer.buttons if each.label == phrase("button.page_on")]
            if not on:
                break
            answer = await press(room.options, caller(), on[0])


async def list_values(room: Room) -> dict[str, str]:
    """Return the value of each option and setting, as the list of all shows it."""
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    text = ""
    for page in (1, 2, 3):
        text += (await room.options.list_all(caller(), stored.id, page)).text + "\n"
    lines = [line for line in text.splitlines() if line.startswith("- `")]
    return {line.split("`")[1]: line.split("**")[1] for line in lines}


async def test_a_table_that_cannot_be_rated_says_so(store: Store) -> None:
    """`rated` is on, but nothing is rated with a bot player, or if one person has several seats."""
    den, levels = await goat_tigers(store)
    room = den.room
    await room.options.set(caller(), "rated", "on")
    assert (await list_values(room))["rated"] == phrase("value.on"), "somebody may take the other seat"
    await room.lobby.join(caller(), "south")
    assert (await list_values(room))["rated"] == phrase("rated.alone")
    answer = await room.options.set(caller(), "rated", "on")
    assert answer.text == phrase("options.set", name="rated", value=phrase("rated.alone"))
    await room.lobby.leave(caller(), "south")
    await den.seats.seat_bot(caller(), "south", levels[0])
    values = await list_values(room)
    assert (values["rated"], values["hints"]) == (phrase("rated.bot"), phrase("hints.private"))
    await room.lobby.start(caller())
    listed = (await room.options.set(caller(), None, None)).text
    assert phrase("options.line", name="rated", value=phrase("rated.bot")) in listed.splitlines()


async def test_the_card_says_how_the_sides_are_decided(store: Store) -> None:
    """Nobody knows in the lobby whether a seat has the Goats or the Tigers."""
    den, _ = await goat_tigers(store)
    for sides in ("drawn", "asked"):
        await den.room.options.set(caller(), "sides", sides)
        extra: Any = GAMES["aadu_huli"].Options.model_fields["sides"].json_schema_extra
        words = extra[sides]
        line = phrase("card.options", options=f"{words[0].upper()}{words[1:]}")
        assert line in (await den.room.look.show_status(caller())).text


async def test_the_card_says_each_changed_setting_in_a_sentence_of_its_own(store: Store) -> None:
    """How the sides are decided is a whole clause, which no “and” can join to “not rated”."""
    den, _ = await goat_tigers(store)
    await den.room.options.set(caller(), "rated", "off")
    card = (await den.room.look.show_status(caller())).text
    extra: Any = GAMES["aadu_huli"].Options.model_fields["sides"].json_schema_extra
    told = [extra["drawn"], phrase("setting.not_rated")]
    assert phrase("card.options", options=". ".join(f"{each[:1].upper()}{each[1:]}" for each in told)) in card


@pytest.mark.parametrize("rated", ["", "on"])
async def test_the_lobby_of_newcomers_says_how_its_game_will_count(store: Store, rated: str) -> None:
    """Nobody has finished a game, so their game is not rated and has hints, unless somebody rates it."""
    room = Room(store)
    room.table.games = GAMES
    await room.lobby.create(caller(), "aadu_huli")
    if rated:
        await room.options.set(caller(), "rated", rated)
    await room.lobby.join(caller())
    await room.lobby.join(caller(SOUTH))

    before = await list_values(room)
    assert before["rated"] == phrase("value.on" if rated else "rated.newcomers")
    await room.lobby.start(caller())
    after = await list_values(room)
    assert {name: before[name] for name in ("rated", "hints")} == {
        name: after[name] for name in ("rated", "hints")
    }


async def test_settings_are_named_in_the_reader_s_language_and_options_of_the_rules_are_not(
    store: Store,
) -> None:
    den, _ = await goat_tigers(store)
    with speak_within("fr"):
        pages = [(await den.room.options.set(caller(), None, None)).text]
        stored = await den.room.store.load(den.id)
        pages += [(await den.room.options.list_all(caller(), stored.id, page)).text for page in (2, 3, 4)]
        listed = "\n".join(pages)
        assert f"- `{phrase('named.language')}`" in listed
        assert "- `language`" not in listed
        assert "- `quiet`" in listed, "this option of the rules is not the preference for quiet hours"
