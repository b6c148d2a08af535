"""The last post of a game: how it ended."""

from __future__ import annotations

from dataclasses import replace
from re import search, sub

import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.words import say, speak_within
from bot.orders.service import OrderService
from bot.people.preference_editor import PreferenceStore
from bot.replies.rows import count_rows
from bot.seating.lobby import Lobby
from bot.seating.table_settings import TableSettings
from bot.settings.game_settings import GameSettings, Uncounted, find_uncounted
from bot.story.end_posts import write_details, write_result
from bot.story.leads import describe_lead
from bot.story.pushes import remove_signs
from bot.story.standings import find_ending
from db.store import Store
from rules.kernel import Rules
from rules.loading.games import GAMES
from rules.players.outlook import is_certain
from rules.words import read_said as as_read
from rules.words import within
from tests.bot.callers import CHANNEL, NORTH, SEED, SOUTH, Room, caller, make_reminders
from tests.every_game.golden import play_at_random
from tests.every_game.tiers import complete_game
from tests.phrases import phrase, says, slots

SCREEN_ROWS = 22  # the rows of text on a phone's screen


async def told(store: Store, *levels: str) -> Uncounted | None:
    """Return why a rated game with these levels ("": a person) does not count, in which a seat had a hint.

    Its end says that there was a hint.
    """
    table = OrderService(store, GAMES, lambda: None)
    lobby = Lobby(table, lambda: SEED)
    await lobby.create(caller(), "vijayanagara")
    await lobby.join(caller(NORTH), "*")
    await lobby.start(caller(NORTH))
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    held = zip(stored.seats, levels, strict=True)
    seats = [replace(seat, user_id=n, level=level) for n, (seat, level) in enumerate(held, NORTH)]
    settings = GameSettings.of(stored).with_(rated=True, hinted=(seats[0].seat,))
    at = table.load_seated(replace(stored, settings=settings.to_json(), seats=tuple(seats)))
    assert any(says(line, "final.hints") for line in write_result(at))
    return find_uncounted(GAMES["vijayanagara"], at.stored)


async def test_hints_cost_the_rating_where_there_was_one(store: Store) -> None:
    assert await told(store, "", "", "") is Uncounted.HINTED


async def test_beside_a_bot_player_hints_cost_nothing(store: Store) -> None:
    assert await told(store, "", "", "easy") is Uncounted.BOT


def test_a_lead_that_changes_in_the_last_turn_says_why() -> None:
    """Timur costs the Sultanate points that nobody had before."""
    rules = GAMES["vijayanagara"]
    lead = describe_lead(rules, play_at_random(rules, "t13"))
    assert slots(lead, "final.led_last_why") == {
        "leader": "The Sultanate",
        "seat": "Vijayanagara",
        "why": "the Sultanate: Delhi after Timur −3",
        "measure": "by score",
    }
    assert count_rows(lead) <= 3


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_end_says_who_won_by_what_how_and_the_places(
    store: Store, rules: Rules, language: str
) -> None:
    """The post of the end is short: a sentence or two on the victory, one on the lead, a line each seat."""
    table = OrderService(store, LocalizedGames(GAMES), lambda: None)
    lobby = Lobby(table, lambda: SEED)
    await lobby.create(caller(), rules.KEY)
    await lobby.join(caller(NORTH), "*")
    await lobby.start(caller(NORTH))
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    first, *others = stored.seats
    seats = (first, *(replace(seat, user_id=SOUTH) for seat in others[:1]))
    bots = (replace(seat, user_id=0, level="easy") for seat in others[1:])
    turns = play_at_random(rules, "posts")
    assert rules.EXTRAS.scores is not None
    with speak_within(language):
        at = table.load_seated(replace(stored, seats=(*seats, *bots), position=turns[-1]))
        assert at.ask is None
        head, *places = write_result(at, (), [NORTH, SOUTH])
        details, lead = write_details(at), describe_lead(at.rules, turns)
        won = as_read(rules.EXTRAS.scores.result(at.live.state), at.rules.name)
        tie = rules.EXTRAS.scores.tie(at.live.state)
        sums = [within(each, at.rules.name) for each in rules.EXTRAS.scores.parts(at.view(None)).values()]
    for user in (NORTH, SOUTH):
        outcome = find_ending(at, at.stored.seats_of(user))
        assert outcome is not None
        frame = "end.place" if outcome.place > 1 else "end.shared" if outcome.sharing > 1 else "end.won"
        frame = "end.lost" if outcome.place == outcome.seats == 2 else frame
        with speak_within(language):
            assert say(frame, user=f"<@{user}>", place=outcome.place, n=outcome.seats) in head
    assert head.startswith(f"<@{NORTH}>")
    assert won or tie, "it says by what"
    assert won in head
    ranked = [seat for place in rules.EXTRAS.scores.ranking(at.live.state) for seat in place]
    assert len(places) == len(ranked)
    for line, seat in zip(places, ranked, strict=True):
        holder = at.stored.seat(seat)
        assert holder is not None
        assert not holder.user_id or f"<@{holder.user_id}>" in line, "each person finds their own place"
        assert "," not in sub(r"\([^()]*\)", "", line), "one figure a seat"
        assert count_rows(remove_signs(line)) <= 3
    summed = [any(each in line for line in places) for each in sums]
    assert all(summed) or not any(summed), "all seats say how their points add up, or none"
    assert all(any(each in line for line in details) for each in sums)
    assert sum(map(len, details)) > sum(map(len, places)), "all figures are in the details"
    assert bool(lead) == (rules.KEY != "aadu_huli"), "it has no points"
    lucky = not is_certain(rules) or rules.EXTRAS.draws_sides(rules.Options())
    with speak_within(language):
        found = [any(says(line, key) for line in details) for key in ("final.seed", "final.check")]
    assert found == [lucky, lucky], "a game without luck shows no seed and promises no check of its dice"
    assert not search(r"\([^()]*\(", lead), "no bracket stands within a bracket"
    assert count_rows(lead) <= 3
    whole = "\n".join([head, lead, *places])
    assert count_rows(remove_signs(whole)) <= SCREEN_ROWS
    assert "`" not in whole, "no seed and no hash near the result"


async def never_first(*_: object) -> bool:
    """Newcomers get a short first post, without a seal."""
    return False


@pytest.mark.parametrize("sides", ["drawn", "asked"])
async def test_a_die_that_decides_only_the_sides_is_sealed_and_shown_as_other_dice_are(
    store: Store, monkeypatch: pytest.MonkeyPatch, sides: str
) -> None:
    """The sides of Aadu-Huli aata were rolled without a seal, so nobody could check the die."""
    room, rules, sealed = Room(store), GAMES["aadu_huli"], sides == "drawn"
    room.table = OrderService(store, GAMES, lambda: None)
    room.lobby = Lobby(room.table, lambda: SEED)
    room.options = TableSettings(make_reminders(room.table, PreferenceStore(store)))
    await room.lobby.create(caller(), rules.KEY)
    await room.options.set(caller(), "sides", sides)
    for user, seat in ((NORTH, "north"), (SOUTH, "south")):
        await room.lobby.join(caller(user), seat)
    await room.posted()
    monkeypatch.setattr("bot.seating.opening._is_first_game", never_first)
    await room.lobby.start(caller(NORTH))
    told = "\n".join(post.text for _, post in await room.posted())
    assert says(told, "start.commitment") is sealed
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    over = room.table.load_seated(replace(stored, position=play_at_random(rules, "posts")[-1]))
    details = "\n".join(write_details(over))
    assert [says(details, key) for key in ("final.seed", "final.check")] == [sealed, sealed]


@complete_game
async def test_a_draw_of_all_is_told_once_and_has_no_places(
    store: Store, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = rules.EXTRAS.scores
    assert scores is not None
    rank = scores.ranking
    drawn = replace(scores, ranking=lambda state: [[seat for group in rank(state) for seat in group]])
    monkeypatch.setattr(rules, "EXTRAS", replace(rules.EXTRAS, scores=drawn))
    table = OrderService(store, GAMES, lambda: None)
    lobby = Lobby(table, lambda: SEED)
    await lobby.create(caller(), rules.KEY)
    await lobby.join(caller(NORTH), "*")
    await lobby.start(caller(NORTH))
    stored = await store.find_in_channel(CHANNEL)
    assert stored is not None
    at = table.load_seated(replace(stored, position=play_at_random(rules, "posts")[-1]))
    head, *places = write_result(at, (), [NORTH])
    assert not says(head, "end.shared")
    assert head.startswith(phrase("news", users=f"<@{NORTH}>", text=""))
    assert not [line for line in places if says(line, "standing.place")]
    assert all(says(line, "standing") for line in places)
