"""Styles of bot players: chosen, kept, named, and played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine.thinking import Task, think
from bot.language.words import say, speak_within
from bot.learning.first_game import FirstGame
from bot.learning.lessons import LessonService
from bot.replies.reply import Refused
from bot.seating.homes import HomeTables
from bot.seating.opening import write_start_steps
from bot.seating.seats import NO_STYLE
from bot.session.bot_seats import choose_style, make_bot_seat, name_style
from bot.session.loaded_game import order_seats
from bot.settings.game_settings import GameSettings
from db.records import Kind, NewAct, Seat
from db.store import Store
from rules import kernel
from rules.loading.games import GAMES
from tests.bot.callers import SEED, SOUTH, caller
from tests.bot.players.test_bot_moves import Den, goat_tigers
from tests.phrases import pattern, phrase, says

GAME = GAMES["aadu_huli"]
STYLES = list(GAME.EXTRAS.styles)
LEVEL = next(iter(GAME.BOT_PLAYERS))


async def south(den: Den) -> Seat:
    """Return the seat with the bot player."""
    seat = (await den.game()).seat("south")
    assert seat is not None
    return seat


async def test_a_style_is_chosen_and_stays_and_the_card_and_the_beginning_name_it(store: Store) -> None:
    den, _ = await goat_tigers(store)
    done = await den.seats.seat_bot(caller(), "south", LEVEL)
    style = (await south(den)).style
    assert style in STYLES
    holder = phrase("holder.styled", level=LEVEL, style=name_style(GAME, style))
    assert says(done.text, "bot.done", seat="South", holder=holder)
    status = await den.room.look.show_status(caller())
    assert phrase("card.seat", seat="South", holder=holder) in status.text
    await den.room.posted()
    await den.room.lobby.start(caller())
    _, (_, post), *_ = await den.room.posted()
    assert phrase("start.seat", seat="South", holder=holder) in post.text
    assert (await south(den)).style == style


async def test_a_style_by_name_in_the_language_of_the_person_or_none(store: Store) -> None:
    den, levels = await goat_tigers(store)
    labels = await den.seats.list_styles(caller())
    assert [value for _, value in labels] == [*STYLES, NO_STYLE]
    for label, style in labels[:-1]:
        assert label.startswith(name_style(GAME, style))
        await den.seats.seat_bot(caller(), "south", LEVEL, style=style)
        assert (await south(den)).style == style
    with speak_within("fr"):
        await den.seats.seat_bot(caller(), "south", LEVEL, style=name_style(GAME, STYLES[0]))
    assert (await south(den)).style == STYLES[0]
    await den.seats.seat_bot(caller(), "south", levels[-1], style=STYLES[1])
    await den.seats.seat_bot(caller(), "south", style=STYLES[0])
    assert await south(den) == make_bot_seat("south", levels[-1], STYLES[0]), "the level stays"
    await den.seats.seat_bot(caller(), "south", LEVEL, style=NO_STYLE)
    assert await south(den) == make_bot_seat("south", LEVEL)
    with pytest.raises(Refused, match=pattern("bot.styles", level=LEVEL)):
        await den.seats.seat_bot(caller(), "south", LEVEL, style="godlike")
    with pytest.raises(Refused, match=pattern("bot.styles", level="random", styles=NO_STYLE)):
        await den.seats.seat_bot(caller(), "south", "random", style=STYLES[0])


async def test_the_worker_is_told_the_style_and_a_seat_of_before_has_none(store: Store) -> None:
    den, _ = await goat_tigers(store)
    await den.seats.seat_bot(caller(), "south", LEVEL, style=STYLES[1])
    north = Seat("north", 0, f"automatic, {LEVEL}", LEVEL)
    await store.take_seat(den.id, north, act=NewAct(Kind.LOBBY, "bot", 0), deliveries=[], instead_of=1)
    await den.room.lobby.start(caller())
    den.bot_moves.wake()
    while len({task.seat for task in den.tasks}) < 2:
        await den.posted()
    await den.bot_moves.close()
    assert {(task.seat, task.style) for task in den.tasks} == {("north", ""), ("south", STYLES[1])}


def test_a_style_that_the_game_no_longer_has_is_played_as_none() -> None:
    step = kernel.begin(GAME, GAME.dump(GAME.setup(GAME.Options())), SEED)
    assert isinstance(step.live.pending, kernel.Ask)
    plain = Task(GAME.KEY, replace(step.game, seed=""), step.live.pending.seat, "steady", 1.0, 1)
    assert think(replace(plain, style="godlike")) == think(plain)


def test_opponents_differ_in_style_while_there_are_enough() -> None:
    seats = list[Seat]()
    for number in range(len(STYLES) + 1):
        seats.append(make_bot_seat(f"{number}", LEVEL, choose_style(GAME, LEVEL, seats, f"luck {number}")))
    assert sorted(seat.style for seat in seats[:-1]) == sorted(STYLES)
    assert seats[-1].style in STYLES
    assert len({choose_style(GAME, LEVEL, (), f"luck {number}") for number in range(20)}) == len(STYLES)
    assert choose_style(GAME, LEVEL, (), "luck") == choose_style(GAME, LEVEL, (), "luck")
    assert not choose_style(GAME, "random", (), "luck")


async def test_a_first_game_names_its_opponents_in_one_line(store: Store) -> None:
    den = Den(store)
    den.room.table.games = GAMES
    first = FirstGame(HomeTables(den.room.lobby), den.seats, LessonService.learn.call)
    answer = await first.start_first(caller(SOUTH), GAME.KEY)
    (bot,) = (seat for seat in (await first.orders.find_game(caller(SOUTH))).seats if seat.level)
    style = GAME.EXTRAS.styles[bot.style]
    told = say(
        "guide.opponent",
        seat=GAME.name(bot.seat),
        style=style.title.within(GAME.name),
        habit=style.habit.within(GAME.name),
    )
    assert told in answer.text.splitlines()


async def test_the_first_post_names_the_styles_of_several_bot_players(store: Store) -> None:
    den, rules = Den(store), GAMES["taj_mahal"]
    den.room.table.games = GAMES
    await den.room.lobby.create(caller(), rules.KEY)
    await den.room.lobby.join(caller())
    await den.seats.fill_with_bots(replace(caller(), interaction_id=None), "fair")
    stored = await den.room.table.find_game(caller())
    bots = [seat for seat in order_seats(rules, stored) if seat.level]
    steps = "\n".join(write_start_steps(rules, stored))
    for seat in bots[1:]:
        named = phrase("start.styled", seat=rules.name(seat.seat), style=name_style(rules, seat.style))
        assert named in steps
    short = GameSettings.of(stored).with_(first_game=True).to_json()
    assert not any(
        name_style(rules, style) in line
        for line in write_start_steps(rules, replace(stored, settings=short))
        for style in rules.EXTRAS.styles
    )
