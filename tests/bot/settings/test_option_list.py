"""`/game options` of a running game: what differs from the defaults, and all behind a button."""

from __future__ import annotations

import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from bot.posting.layouts import WHOLE_SCREEN
from bot.replies.reply import Reply
from bot.settings.options import AGREED, NAME, list_field_values
from db.store import Store
from rules.kernel import Rules
from rules.loading.games import GAMES
from tests.bot.callers import TOY, Room, caller
from tests.bot.presses import press
from tests.every_game.tiers import complete_game
from tests.phrases import phrase
from tests.turns.walking import HEAD, screen

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
    values = {name: list_field_values(rules.Options, name) for name in rules.Options.model_fields}
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
    assert shown[:-1] == [NAME, "plunder", "hints"]
    usual = listed.text.splitlines()[-1]
    assert all(f"`{name}`" in usual for name in AGREED if name != "hints")
    [every] = listed.buttons
    assert every.label == phrase("button.all_settings")
    full = (await press(room.options, caller(), every)).text
    assert [line.split("`")[1] for line in full.splitlines()[1:]] == [
        NAME,
        *rules.Options.model_fields,
        *AGREED,
    ]
