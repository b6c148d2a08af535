"""A table with another language than the acting person: what everybody reads, and what the person reads."""

from __future__ import annotations

from bot.engine.thinking import RANDOM
from bot.hosting.repairs import Repairs
from bot.language.grammar import read_grammar
from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from bot.orders.service import OrderService
from bot.people.preference_editor import PreferenceStore
from bot.seating.leaving import Leaving
from bot.seating.lobby import Lobby
from bot.seating.seats import Seats
from bot.seating.table_settings import TableSettings
from bot.views.board import BoardViews
from bot.views.lobby_card import write_lobby_card
from db.records import StoredGame
from db.store import Store
from rules import kernel
from rules.extras.scores import place_of
from rules.loading.games import GAMES
from rules.words import language, within
from tests.bot.callers import CHANNEL, NORTH, SEED, SOUTH, Room, caller, make_reminders
from tests.phrases import begins, phrase

FRENCH = read_grammar("fr").typeset  # as it is printed


async def room_of(store: Store, game: str) -> Room:
    """Return a French table at which Asha has all seats and uses English."""
    room = Room(store)
    room.table = OrderService(store, LocalizedGames(GAMES), lambda: None)
    room.lobby, room.look = Lobby(room.table, lambda: SEED), BoardViews(room.table)
    room.options = TableSettings(make_reminders(room.table, PreferenceStore(store)))
    await room.lobby.create(caller(), game)
    await room.options.set(caller(), "language", "fr")
    await room.lobby.join(caller(), "*")
    return room


async def said(room: Room) -> str:
    """Return the public text since the last call."""
    return "\n".join(post.words for _, post in await room.posted())


async def test_the_table_reads_one_language_and_the_one_who_acts_another(store: Store) -> None:
    room = await room_of(store, "aadu_huli")
    await room.lobby.start(caller())
    begun = await said(room)
    assert "Nord joue les Chèvres et commence. Sud joue les Tigres." in begun
    assert FRENCH("Posez une Chèvre sur quel point ?") in begun
    assert "Goats" not in begun
    answer = await room.table.order(caller(), "3b!")
    assert begins(answer.text, "done", line="Place a Goat on 3B.")
    assert FRENCH("Quel Tigre bouge, et où ?") in await said(room)
    refused = await room.table.question(caller())
    assert "Which Tiger moves, and where?" in refused.text
    with speak_within("fr"):
        status = await room.look.show_status(caller())
    assert "Aux Tigres de jouer (dernier coup" in status.text
    assert FRENCH("1 Chèvre sur le plateau, 14 en attente") in status.text


async def test_orders_are_typed_in_both_languages_and_read_in_one(store: Store) -> None:
    room = await room_of(store, "vijayanagara")
    await room.lobby.start(caller())
    await room.posted()
    with speak_within("fr"):
        english = await room.table.order(caller(), "command only rally gondwana")
        assert english.panel is not None
        await room.table.drop(caller(), english.panel.mark)
        french = await room.table.order(caller(), "commande seule ralliement in le Gondwana")
        assert english.text == french.text
        assert "Faire seulement une Commande. Ralliement au Gondwana." in french.text
        assert FRENCH("Le Ralliement amène 1 Émir au Gondwana.") in french.text


class Mixed:
    """An English table of Aadu-Huli aata. Asha holds Goats and Tigers, and taps in French."""

    def __init__(self, store: Store) -> None:
        self.room, self.store = Room(store), store
        self.room.table = OrderService(store, LocalizedGames(GAMES), lambda: None)
        self.room.lobby = Lobby(self.room.table, lambda: SEED)
        self.reminders = make_reminders(self.room.table, PreferenceStore(store))

    async def open(self) -> StoredGame:
        """Create the table, with Asha at both seats."""
        await self.room.lobby.create(caller(), "aadu_huli")
        await self.room.lobby.join(caller(), "*")
        return await self.load()

    async def load(self) -> StoredGame:
        """Return the game as it is stored now."""
        here = await self.store.find_in_channel(CHANNEL)
        assert here is not None
        return here

    async def started(self) -> StoredGame:
        """Create and start the table."""
        await self.open()
        await self.room.lobby.start(caller())
        await self.room.posted()
        return await self.load()


async def test_who_hands_their_seats_to_bot_players_is_told_in_the_table_s_language(store: Store) -> None:
    table = Mixed(store)
    here, leaving = await table.started(), Leaving(table.reminders, table.room.lobby)
    await Seats(table.reminders).seat_bot(caller(), "south", RANDOM)
    await table.room.posted()
    with speak_within("fr"):
        await leaving.finish(caller(), here.id)
    assert phrase("finish.told", user=NORTH, seats="North") in await said(table.room)


async def test_who_gives_a_seat_to_a_bot_player_is_told_in_the_table_s_language(store: Store) -> None:
    table = Mixed(store)
    await table.started()
    with speak_within("fr"):
        await Seats(table.reminders).seat_bot(caller(), "south", RANDOM)
    told = await said(table.room)
    assert "South" in told
    assert "Sud" not in told


async def test_a_seat_that_a_host_gives_is_told_in_the_table_s_language(store: Store) -> None:
    table = Mixed(store)
    await table.started()
    with speak_within("fr"):
        repairs = Repairs(table.reminders, table.room.look, table.room.lobby)
        await repairs.seat(caller(manages=True), "south", SOUTH, "Bala")
    told = await said(table.room)
    assert "South" in told
    assert "Sud" not in told


async def test_the_result_of_a_dropped_game_is_stored_in_the_table_s_language(store: Store) -> None:
    table = Mixed(store)
    here = await table.started()
    with speak_within("fr"):
        await table.room.lobby.end(caller(), here.id)
    assert (await store.load(here.id)).result == phrase("end.result")


async def test_the_result_of_a_game_is_read_in_the_table_s_language(store: Store) -> None:
    table = Mixed(store)
    at = table.room.table.load_seated(await table.started())
    live = kernel.resume(at.rules, at.position)
    live.pending = None
    over = at.move_to(at.position, live)
    with speak_within("fr"):
        assert at.find_result() is None
        result = over.find_result()
    assert result == over.view(None).headline


async def test_a_game_without_a_catalogue_is_read_in_english(store: Store) -> None:
    room = Room(store)
    room.table = OrderService(store, LocalizedGames(room.table.games), lambda: None)
    face = room.table.games["toy"]
    with speak_within("fr"):
        assert language(face.name) == "fr"
        assert face.name("north") == "The North"
        assert within("as it is", face.name) == "as it is"


async def test_the_card_tells_a_changed_option_in_whole_words_of_the_table_s_language(store: Store) -> None:
    room = await room_of(store, "aadu_huli")
    await room.options.set(caller(), "sides", "asked")
    here = await store.find_in_channel(CHANNEL)
    assert here is not None
    with speak_within("fr"):
        card = write_lobby_card(room.table.find_rules(here), here)
    assert "Nord choisit qui a les Tigres et qui les Chèvres" in card
    assert "asked" not in card


def test_the_games_are_those_that_there_are() -> None:
    spoken = LocalizedGames(GAMES)
    assert list(spoken) == list(GAMES)
    assert len(spoken) == len(GAMES)
    assert "chess" not in spoken
    assert spoken["aadu_huli"] is spoken["aadu_huli"]
    assert spoken["aadu_huli"].KEY == "aadu_huli"


def test_a_place_is_an_ordinal_in_french() -> None:
    """It was "à la place 2 sur 3"."""
    points = {"north": 3.0, "east": 3.0, "south": 2.0, "west": 1.0}
    with speak_within("fr"):
        told = [place_of(seat, points).read(LocalizedGames(GAMES)["aadu_huli"].name) for seat in points]
    assert told == ["1er ex æquo sur 4", "1er ex æquo sur 4", "3e sur 4", "4e sur 4"]
