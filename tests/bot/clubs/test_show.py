"""The turn of the day: which turn is shown, what is said of it, and who is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any, cast

import pytest

from bot.analysis.advice import Estimate
from bot.analysis.hints import Analysis
from bot.clubs import show
from bot.clubs.show import HERE, Shows
from bot.engine.job_queue import Busy, JobQueue
from bot.engine.thinking import Counted, seat_player
from bot.orders.service import OrderService
from bot.people.preference_editor import PreferenceStore
from bot.posting.channel_sight import ChannelSight
from bot.posting.clubs import show_posts
from bot.posting.clubs.show_posts import ShowPosts
from bot.posting.outbox import NotYet
from bot.posting.pictures import Pictures
from bot.replies.reply import Refused
from bot.seating.lobby import Lobby
from bot.seating.table_settings import TableSettings
from bot.settings.game_settings import GameSettings
from db.clubs.shows import SHOW
from db.records import Delivery, NewDelivery, StoredGame
from db.store import Store
from rules.kernel import Game
from rules.loading.games import GAMES
from rules.players import choose_order
from tests.bot.callers import CHANNEL, GUEST, NORTH, SEED, SOUTH, caller, make_reminders, now
from tests.bot.clubs.test_tables import MANAGER
from tests.bot.discord_app.test_discord import paint
from tests.phrases import pattern, phrase, says

GAME, GUILD = "aadu_huli", 1
DAY = timedelta(days=1)
SURE = 0.001  # a standard error


class Discord:
    """A client that records what is sent."""

    def __init__(self) -> None:
        self.sent = list[dict[str, Any]]()

    def get_partial_messageable(self, *_: object, **__: object) -> Any:
        return self

    async def send(self, text: str, **more: object) -> Any:
        self.sent.append({"text": text, **more})
        return type("Message", (), {"id": 100 + len(self.sent)})()


class Guessing(Analysis):
    """Says that the chances leap by so much in these turns of a game."""

    def __init__(self, orders: OrderService) -> None:
        super().__init__(orders, JobQueue(cast(Any, None)))
        self.leaps, self.fails = {5: 0.3}, cast(Exception | None, None)
        self.estimated = 0  # turns

    async def estimate_curve(self, stored: StoredGame, turns: Sequence[Game], *_: object) -> Any:
        if self.fails is not None:
            raise self.fails
        self.estimated += len(turns)
        starts = [self._point(turn.turn) for turn in turns]
        return (*starts, self._point(turns[-1].turn + 1)) if stored.over else tuple(starts)

    def _point(self, before: int) -> dict[str, Estimate]:
        """Return the chances after all leaps in turns before this one."""
        chance = 0.5 + sum(leap for turn, leap in self.leaps.items() if turn < before)
        return {"tigers": Estimate(chance, SURE), "goats": Estimate(1 - chance, SURE)}


class Stage:
    """A server with a show, and the time, which tests set."""

    def __init__(self, store: Store) -> None:
        self.store, self.time, self.client = store, now(), Discord()
        self.table, self.people = OrderService(store, GAMES, lambda: None), PreferenceStore(store)
        self.lobby, self.options = (
            Lobby(self.table, lambda: SEED),
            TableSettings(make_reminders(self.table, self.people)),
        )
        self.analysis = Guessing(self.table)
        self.shows = Shows(self.analysis, self.people, lambda: self.time)
        self.posts = ShowPosts(cast(Any, self.client), self.shows, Pictures(paint=paint))

    async def play(self, orders: int = 8, channel: int = CHANNEL, **options: str) -> StoredGame:
        """Let bot players give so many orders for two people."""
        await self.lobby.create(caller(channel=channel), GAME)
        for name, value in options.items():
            await self.options.set(caller(channel=channel), name, value)
        for user in (NORTH, SOUTH):
            await self.lobby.join(caller(user, channel))
        await self.lobby.start(caller(channel=channel))
        player = seat_player(GAMES[GAME], "casual", Random(3).randrange, Counted(50))
        for _ in range(orders):
            stored = await self.store.find_in_channel(channel)
            assert stored is not None
            at = self.table.load_seated(stored)
            holder = stored.seat(at.asked)
            assert holder is not None
            keys = choose_order(GAMES[GAME], at.position, player).keys
            await self.table.enter(caller(holder.user_id, channel), at, keys)
        stored = await self.store.find_in_channel(channel)
        assert stored is not None
        return stored

    def make_delivery(self) -> Delivery:
        row: Any = {"channel_id": 700, "kind": SHOW, "content": "{}", "id": 1, "nonce": "n", "attempts": 1}
        return cast(Delivery, type("Row", (), row | {"error": "", "first_tried": None})())

    async def post(self) -> int | None:
        """Post what is due, as the outbox does, until the turn is chosen."""
        for _ in range(100):
            try:
                return await self.posts.post(self.make_delivery())
            except NotYet:
                continue
        raise AssertionError("no turn is chosen")


@pytest.fixture
async def stage(store: Store, monkeypatch: pytest.MonkeyPatch) -> Stage:
    async def see_all(*_: object) -> ChannelSight:
        return ChannelSight((), {}, {})  # without roles, each channel is as open as any other

    monkeypatch.setattr(show_posts, "load_sight", see_all)
    stage = Stage(store)
    await stage.shows.set(MANAGER, HERE, 0)
    return stage


async def test_only_managers_of_the_server_set_it(stage: Stage) -> None:
    for refused in (caller(), replace(caller(), manages=True)):
        with pytest.raises(Refused, match=pattern("show.not_you")):
            await stage.shows.set(refused, HERE)
    shown = await stage.shows.set(MANAGER, None)
    assert shown.text == phrase("show.set", channel=700, hour="0:00", zone="UTC")
    await stage.shows.set(MANAGER, None, 9)
    here = await stage.shows.store.find(GUILD)
    assert here is not None
    assert here.hour == 9
    assert says((await stage.shows.set(MANAGER, "off")).text, "show.off")
    assert await stage.post() is None


async def test_the_turn_that_changed_the_chances_most_is_shown_once_a_day(stage: Stage) -> None:
    game = await stage.play(hints="open")
    assert await stage.post() == await stage.post() == 101
    [sent] = stage.client.sent
    head, moved, order = sent["text"].split("\n")
    assert says(head, "show.head", turn=5, title="Aadu-Huli aata")
    assert phrase("review.change", before="50%", after="80%") in moved
    assert phrase("review.change", before="50%", after="20%") in moved
    assert says(order, "show.order") or says(order, "show.by_others")
    assert len(sent["files"]) == 1
    [shown] = await stage.shows.store.list_shown(GUILD)
    assert (shown.game_id, shown.turn, shown.message_id) == (game.id, 5, 101)


@pytest.mark.parametrize("decided", [2, 5, 17, 30])
async def test_a_turn_long_before_the_last_one_is_shown(stage: Stage, decided: int) -> None:
    """A game of a day is compared from its first turn on, with a bounded number of estimates."""
    stage.analysis.leaps = {decided: 0.3, 32: 0.05}
    await stage.play(34, hints="open")
    assert await stage.post() == 101
    [shown] = await stage.shows.store.list_shown(GUILD)
    assert shown.turn == decided
    assert stage.analysis.estimated <= show.MOST_POINTS


async def test_a_turn_is_never_shown_twice_and_an_old_one_not_at_all(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(show, "WINDOW", 2 * DAY)  # a day later, the game is recent at any hour
    await stage.play(hints="open")
    await stage.post()
    stage.analysis.leaps = {5: 0.3, 6: 0.1}
    stage.time += DAY
    assert await stage.post() == 102
    shown = await stage.shows.store.list_shown(GUILD)
    assert [each.turn for each in shown] == [6, 5]
    stage.time += DAY
    assert await stage.post() is None


async def test_a_running_game_hides_its_chances_unless_its_hints_are_open(stage: Stage) -> None:
    await stage.play()
    await stage.post()
    [sent] = stage.client.sent
    assert phrase("show.most") in sent["text"]
    assert "%" not in sent["text"]


@pytest.mark.parametrize("value", ["off", "after-end"])
async def test_a_table_that_says_no_is_not_shown(stage: Stage, value: str) -> None:
    await stage.play(show=value)
    assert await stage.post() is None
    assert stage.client.sent == []


async def test_a_table_that_says_no_after_the_choice_is_not_shown(stage: Stage) -> None:
    await stage.play()
    here = await stage.shows.store.find(GUILD)
    assert here is not None
    assert await stage.shows.choose(here, lambda _: True) is not None
    await stage.options.set(caller(), "show", "off")
    assert await stage.post() is None


async def test_a_hidden_channel_is_left_out(stage: Stage) -> None:
    await stage.play()
    here = await stage.shows.store.find(GUILD)
    assert here is not None
    assert await stage.shows.choose(here, lambda channel: channel != CHANNEL) is None


async def test_changes_that_may_be_noise_are_not_shown(stage: Stage) -> None:
    await stage.play()
    stage.analysis.leaps = {5: SURE}
    assert await stage.post() is None
    assert await stage.store.shows.list_unplanned() == (), "the next day is planned"


async def test_a_busy_server_waits(stage: Stage) -> None:
    await stage.play()
    stage.analysis.fails = Busy(60.0)
    for _ in range(2):
        with pytest.raises(NotYet):
            await stage.posts.post(stage.make_delivery())
    stage.analysis.fails = None
    assert await stage.post() == 101


async def test_a_choice_that_takes_long_is_posted_by_the_delivery_that_waits(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The choice goes on while the outbox has put the delivery of the day off."""
    await stage.play(hints="open")
    monkeypatch.setattr(show_posts, "PATIENCE", 0.0)
    outbox = stage.store
    await outbox.shows.plan(NewDelivery(700, SHOW, "{}", now()))
    first = await claim(stage)
    with pytest.raises(NotYet):
        await stage.posts.post(first)
    await outbox.put_off(first.id, "", now())
    [choice] = stage.posts._tasks.values()
    await choice
    again = await claim(stage)
    assert again.id == first.id
    message_id = await stage.posts.post(again)
    assert message_id == 101
    await outbox.mark_sent(again.id, message_id)
    assert await outbox.shows.list_unplanned() == (), "the next day is planned"
    await stage.shows.set(MANAGER, "off")
    await outbox.shows.choose((await outbox.shows.list_shown(GUILD))[0], NewDelivery(700, SHOW, "{}"))
    with pytest.raises(AssertionError):
        await claim(stage)


async def claim(stage: Stage) -> Delivery:
    """Return the delivery of the show that is due, and mark all others as sent."""
    while claimed := (await stage.store.claim_due()).claimed:
        for each in claimed:
            if each.kind == SHOW:
                return each
            await stage.store.mark_sent(each.id, None)
    raise AssertionError("no delivery of the show is due")


async def test_a_show_in_french_speaks_french(stage: Stage) -> None:
    await stage.play(hints="open")
    here = await stage.shows.store.find(GUILD)
    assert here is not None
    await stage.shows.store.set(replace(here, language="fr"), await stage.shows._make_delivery(here))
    await stage.post()
    assert "Tour du jour" in stage.client.sent[0]["text"]


async def test_new_tables_may_be_shown_and_older_ones_not(stage: Stage) -> None:
    assert GameSettings.of(await stage.play(0)).show == "on"
    assert GameSettings().show == "off"


async def test_who_sees_nothing_of_a_server_sets_nothing(stage: Stage) -> None:
    with pytest.raises(Refused, match=pattern("tables.nowhere")):
        await stage.shows.set(replace(caller(GUEST), guild_id=None), HERE)
