"""A seat whose name doesn't say its side is named with it, once the side is decided."""

from __future__ import annotations

from bot.learning.help import Help
from bot.session.loaded_game import LoadedGame, list_open_seats, name_seat
from bot.story.pushes import write_call
from bot.views.board import BoardViews
from db.store import Store
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, Room, caller, type_fast
from tests.phrases import phrase, says

TITLES = {"goats": "Goats", "tigers": "Tigers"}


async def begin(store: Store) -> tuple[Room, LoadedGame, dict[str, str]]:
    """Start Aadu-Huli; return its room, the loaded game, and each seat's name with its side."""
    room = Room(store)
    room.table.games = GAMES
    await type_fast(store, NORTH, SOUTH)
    await room.lobby.create(caller(), "aadu_huli")
    await room.lobby.join(caller(NORTH), "north")
    await room.lobby.join(caller(SOUTH), "south")
    await room.lobby.start(caller())
    at = await load(room)
    state = at.live.state
    names = {
        seat: phrase("seat.side", seat=at.rules.name(seat), side=TITLES[side])
        for side, seat in state.sides.items()  # type: ignore[attr-defined]
    }
    return room, at, names


async def load(room: Room) -> LoadedGame:
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    return room.table.load_seated(stored)


async def test_posts_and_calls_name_the_side(store: Store) -> None:
    room, at, names = await begin(store)
    post = (await room.posted())[-1][1]
    goats, tigers = at.asked, next(seat for seat in names if seat != at.asked)
    assert names[goats] == f"{at.rules.name(goats)} (Goats)"
    assert says(post.asks, "asked", user=NORTH if goats == "north" else SOUTH, seat=names[goats])
    holder = at.stored.seat(goats)
    assert holder is not None
    assert names[goats] in write_call(at, [holder.user_id], None)
    await room.table.order(caller(holder.user_id), "3b")
    post = (await room.posted())[-1][1]
    assert says(post.text, "order", seat=names[goats])
    assert says(post.asks, "asked", seat=names[tigers])


async def test_free_seats_name_the_side(store: Store) -> None:
    room, at, names = await begin(store)
    await room.lobby.leave(caller(SOUTH))
    [free] = list_open_seats(at.rules, (await load(room)).stored, GUEST)
    shown = await Help(BoardViews(room.table)).show(caller(GUEST))
    assert phrase("button.claim", seat=names[free]) in [button.label for button in shown.buttons]


async def test_before_the_start_a_seat_has_no_side(store: Store) -> None:
    room = Room(store)
    room.table.games = GAMES
    await room.lobby.create(caller(), "aadu_huli")
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    rules = room.table.find_rules(stored)
    assert name_seat(rules, "north", stored.position) == rules.name("north")
