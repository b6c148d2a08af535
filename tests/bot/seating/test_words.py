"""Each seat adds a word to the dice, after the hash of the seed is posted."""

from __future__ import annotations

import pytest

from bot.replies.reply import Refused
from bot.seating.lobby import Lobby
from bot.seating.seeds import take_word
from bot.settings.game_settings import GameSettings
from bot.views.lobby_card import write_lobby_card
from db.records import Kind, NewAct
from db.store import Store
from rules.chance import make_commitment, unmix
from rules.loading.games import GAMES
from rules.records.proof import verify
from tests.bot.callers import CHANNEL, NORTH, SEED, SOUTH, TOY, Room, caller, opened
from tests.bot.hours import Clock
from tests.kernel import toy
from tests.phrases import pattern, says


async def test_the_words_of_the_seats_are_in_the_dice_and_in_the_record(store: Store) -> None:
    room = Room(store)
    room.lobby = Lobby(room.table, lambda: SEED, take_word)
    await room.lobby.create(caller(), toy.KEY)
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    shown = (await room.options.set(caller(), None, None)).text
    assert make_commitment(SEED)[:32] in shown, "the hash is there before any word"
    settings = GameSettings.of(stored).with_(plain_card=False)  # as for a host who has finished a game
    await store.set_settings(stored, settings.to_json(), act=NewAct(Kind.LOBBY, "known", NORTH))
    stored = await store.load(stored.id)
    assert make_commitment(SEED)[:32] in write_lobby_card(TOY, stored)
    joined = await room.lobby.join(caller(NORTH, interaction=77), "north")
    assert not joined.buttons, "the button is among the options"
    options = await room.options.set(caller(NORTH), None, None)
    assert [each.verb for each in options.buttons] == ["word", "settings"]
    assert says(options.text, "word.why")
    assert make_commitment(SEED)[:32] not in joined.text, "one line about dice is enough"
    await room.lobby.join(caller(SOUTH), "south")
    with pytest.raises(Refused, match=pattern("word.none")):
        await room.lobby.give_word(caller(SOUTH), stored.id, entered={"word": "  "})
    given = await room.lobby.give_word(caller(SOUTH), stored.id, entered={"word": " a  river\n"})
    assert says(given.text, "word.given", word="a river")
    assert make_commitment(SEED)[:32] in given.text, "a copy that the bot can't edit"
    await room.lobby.start(caller())
    told = "\n".join(post.words for _, post in await room.posted())
    assert says(told, "start.words")
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    assert unmix(stored.seed) == (SEED, {"north": "77", "south": "a river"})
    assert GameSettings.of(stored).words == {}
    file = (await room.look.send_record(caller())).file
    assert file is not None
    record = opened(file[1])
    assert record.words == {"north": "77", "south": "a river"}
    assert verify(TOY, record) == []
    with pytest.raises(Refused, match=pattern("word.late")):
        await room.lobby.give_word(caller(SOUTH), stored.id, entered={"word": "late"})


async def test_who_leaves_takes_their_word_along(store: Store) -> None:
    room = Room(store)
    room.lobby = Lobby(room.table, lambda: SEED, take_word)
    await room.lobby.create(caller(), toy.KEY)
    await room.lobby.join(caller(NORTH, interaction=77), "north")
    await room.lobby.leave(caller(NORTH), "north")
    await room.lobby.join(caller(SOUTH, interaction=88), "*")
    await room.lobby.start(caller(SOUTH))
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    assert "77" not in unmix(stored.seed)[1].values()


async def test_a_seat_that_is_offered_and_kept_keeps_its_word(store: Store) -> None:
    """Since the start, the words are in the seed. So no change of seats loses them."""
    clock = Clock(store)
    clock.room.lobby = Lobby(clock.room.table, lambda: SEED, take_word)
    await clock.begin()
    [own] = (await clock.game()).seats_of(NORTH)
    seed = (await clock.game()).seed
    assert own in unmix(seed)[1]
    await clock.seats.offer(caller(NORTH), own)
    await clock.seats.claim(caller(NORTH), own)
    assert (await clock.settings()).offered == {}
    assert (await clock.game()).seed == seed


async def test_only_words_that_people_typed_are_posted(store: Store) -> None:
    room = Room(store)
    room.lobby = Lobby(room.table, lambda: SEED, take_word)
    await room.lobby.create(caller(), toy.KEY)
    await room.lobby.join(caller(NORTH, interaction=1576948123178107222), "north")
    await room.lobby.join(caller(SOUTH), "south")
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    await room.lobby.give_word(caller(SOUTH), stored.id, entered={"word": "a river"})
    await room.lobby.start(caller())
    told = "\n".join(post.words for _, post in await room.posted())
    assert says(told, "start.word", word="a river")
    assert "1576948123178107222" not in told


async def test_a_game_without_luck_has_no_seal_and_no_words(store: Store) -> None:
    room = Room(store)
    room.table.games = GAMES
    room.lobby = Lobby(room.table, lambda: SEED, take_word)
    await room.lobby.create(caller(), "aadu_huli")
    await room.lobby.join(caller(NORTH, interaction=77), "north")
    await room.lobby.join(caller(SOUTH, interaction=88), "south")
    await room.lobby.start(caller())
    told = "\n".join(post.words for _, post in await room.posted())
    assert not says(told, "start.commitment")
    assert not says(told, "start.words")
