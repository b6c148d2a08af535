"""History: since the last visit, the log, the replay, the pinned index; and all games of a person."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.analysis.replays import Replays
from bot.discord_app.client import Durbar
from bot.hosting.repairs import Repairs
from bot.people.preference_editor import PreferenceStore
from bot.people.preferences import Preferences
from bot.posting.layouts import read
from bot.posting.private_images import draw_reply
from bot.replies.reply import Refused
from bot.story.post import Place, Post
from bot.views.history import OWN, History
from bot.views.my_games import MyGames
from db.records import Act, Kind
from db.store import Store
from render.worker import Job
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, TOY, Room, caller, make_reminders
from tests.bot.discord_app.test_discord import (
    Hall,
    bot_of,
    files,
    hall,
    labels,
    requests,
    said,
    shown,
    simcord_bot,
)
from tests.bot.hosting.test_repairs import surely
from tests.phrases import begins, pattern, phrase, says, slots

__all__ = ["hall", "simcord_bot"]


@pytest.fixture
def history(room: Room) -> History:
    return History(room.look)


@pytest.fixture
def replays(room: Room) -> Replays:
    return Replays(room.table)


async def passes(room: Room, times: int) -> list[int]:
    """Pass this many times; return who passed."""
    by = []
    for _ in range(times):
        by.append(await room.decider())
        await room.choose("pass")
    return by


async def test_since_i_last_acted(room: Room, history: History) -> None:
    await room.begin(6)
    first, second = (await passes(room, 2))[:2]
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    then = stored.position
    await passes(room, 1)
    answer = await history.since(caller(first))
    assert answer.text.startswith(phrase("since.head"))
    mine = room.table.games["toy"].name(stored.seats_of(second)[0])
    assert phrase("order", seat=mine, line="Pass.") in answer.text
    assert answer.text.count(": Pass.") in (1, 2)
    assert answer.view is not None
    assert answer.before is not None
    assert answer.before != answer.view
    assert then is not None
    nobody = await history.since(caller(GUEST))
    assert nobody.text.startswith(phrase("since.lately"))
    assert [button.verb for button in nobody.buttons] == ["log", "replay"]


async def test_a_summary_keeps_the_lines_that_must_be_read(room: Room, history: History) -> None:
    await room.begin(6)
    await passes(room, 3)
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    assert stored.position is not None
    lines = ("A plan was played.", "The bot's reason.")
    post = Post(text="all of it", at=Place.of(stored.position), summed=True, notices=lines)
    told = await history.shorten_post(stored, post, asks=False)
    assert told.text.splitlines()[:2] == list(lines)
    assert [each.label for each in told.buttons] == [phrase("button.whole")]


async def test_nothing_has_happened_since(room: Room, history: History) -> None:
    await room.begin(6)
    [who] = await passes(room, 1)
    answer = await history.since(caller(who))
    assert ": Pass." not in answer.text
    assert says(answer.text, "since.theirs"), "how they stand"
    other = await room.decider()
    assert other != who
    assert says(answer.text, "asked", user=other), "whose turn it is"


async def test_who_acted_last_and_is_asked_again_reads_that_it_is_their_turn(
    room: Room, history: History
) -> None:
    await room.lobby.create(caller(), "toy")
    await room.lobby.join(caller(NORTH), "*")
    await room.lobby.start(caller())
    await room.choose("pass")
    answer = await history.since(caller(NORTH))
    assert says(answer.text, "since.yours")
    assert says(answer.text, "since.nothing")
    assert answer.panel is not None


async def test_who_has_not_acted_reads_it_from_the_beginning(room: Room, history: History) -> None:
    await room.begin(6)
    who = await room.decider()
    other = NORTH + SOUTH - who
    await passes(room, 1)
    answer = await history.since(caller(other))
    assert ": Pass." in answer.text
    assert answer.panel is not None


async def test_an_undo_does_not_lose_the_place(room: Room, history: History) -> None:
    await room.begin(6)
    [who] = await passes(room, 1)
    await room.table.undo(caller(who))
    answer = await history.since(caller(who))
    assert answer.panel is not None
    assert answer.view is not None


async def test_after_an_undo_the_others_acts_since_the_last_standing_choice_are_told(
    room: Room, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The undo is the newest act, but the last choice that stands is the other player's."""
    await room.begin(6)
    first, *_ = by = await passes(room, 2)
    while by[-1] == first:
        by += await passes(room, 1)
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    newest = await room.store.find_last_act(stored.id, OWN, None)
    assert newest is not None

    async def find_undo(*_: object) -> Act:
        return replace(newest, kind=Kind.UNDO)

    monkeypatch.setattr(room.store, "find_last_act", find_undo)
    answer = await history.since(caller(first))
    assert ": Pass." in answer.text
    assert not says(answer.text, "since.nothing")


async def test_the_log_has_pages_with_buttons(
    room: Room, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.views.history.MAX_BODY", 400)
    await room.begin(12)
    one = await history.log(caller(GUEST), 1)
    assert one.buttons == ()
    assert not says(one.text, "log.page", page=1), "a single page needs no number"
    for _ in range(20):
        await room.table.order(caller(await room.decider()), "command decree trade, parley for gold")
    newest = await history.log(caller(GUEST), 1)
    assert says(newest.text, "log.page", page=1)
    [older] = newest.buttons
    assert older.label == phrase("button.older")
    game, _, page = older.about.partition(":")
    second = await history.log(caller(GUEST), int(page), int(game))
    assert says(second.text, "log.page", page=2)
    assert [button.label for button in second.buttons][-1] == phrase("button.newer")
    assert second.text != newest.text
    texts: list[str] = []
    while not texts or not says(texts[-1], "log.beyond", n=len(texts) - 1):
        texts.append((await history.log(caller(GUEST), len(texts) + 1)).text)
    *pages, none = texts
    assert begins(none, "log.beyond", page=len(texts), n=len(pages))
    assert all(begins(text, "log.turn") for text in pages), "a page begins with a turn"


async def test_the_game_again_step_by_step(room: Room, history: History, replays: Replays) -> None:
    with pytest.raises(Refused, match=pattern("no_game")):
        await replays.replay(caller(GUEST), None)
    await room.lobby.create(caller(), "toy")
    with pytest.raises(Refused, match=pattern("not_started")):
        await history.since(caller())
    await room.lobby.join(caller(), "*")
    await room.lobby.start(caller())
    await passes(room, 4)
    frame = await replays.replay(caller(GUEST), None)
    job = draw_reply(frame, Preferences())
    assert isinstance(job, Job)
    assert job.past, "the picture is about this turn, not about the next question"
    assert frame.text.startswith(phrase("replay.head", turn=1, last=3))
    assert [button.label for button in frame.buttons] == [
        phrase("button.first"),
        phrase("button.back"),
        phrase("button.forward"),
        phrase("button.last"),
        phrase("button.animate_all"),
    ]
    assert len({(button.verb, button.about) for button in frame.buttons}) == 5
    assert [button.label for button in frame.buttons if button.off] == [
        phrase("button.first"),
        phrase("button.back"),
    ], "there is nothing before"
    seen = [frame.view]
    while not begins(frame.text, "replay.head", turn=3, last=3):
        on = next(button for button in frame.buttons if button.label == phrase("button.forward"))
        game, _, turn = on.about.partition(":")
        frame = await replays.replay(caller(GUEST), int(turn), int(game))
        seen.append(frame.view)
    assert len(seen) == 3
    assert [button.label for button in frame.buttons if button.off] == [
        phrase("button.forward"),
        phrase("button.last"),
    ]
    assert seen[0] != seen[1]
    beyond = await replays.replay(caller(GUEST), 99)
    assert beyond.text == phrase("host.no_turn", first=1, last=3) + f"\n{frame.text}"
    assert frame.text.endswith(phrase("replay.open"))


async def test_what_a_seat_hides_is_not_in_the_replay(room: Room, history: History, replays: Replays) -> None:
    await room.begin(6)
    frame = await replays.replay(caller(NORTH), 1)
    assert getattr(frame.view, "hand", "hidden") is None
    own = await history.since(caller(NORTH))
    assert getattr(own.view, "hand", None) == 1


async def test_all_my_games(room: Room, store: Store) -> None:
    overview = MyGames(room.table)
    assert (await overview.list_mine(caller())).text == phrase("mine.none")
    await room.begin()
    who = await room.decider()
    [idle] = {NORTH, SOUTH} - {who}
    told = (await overview.list_mine(caller(idle))).text
    assert says(told, "mine.head_none"), "a number would read “0 wait for you”"
    await room.lobby.create(caller(who, CHANNEL + 1), "toy")
    await room.lobby.join(caller(who, CHANNEL + 1), "north")
    mine = (await overview.list_mine(caller(who))).text.splitlines()
    assert says(mine[0], "mine.head")
    assert begins(mine[1], "mine.you", game=1, title="Toy Deccan", link="https://discord.com/channels/1/700")
    assert says(mine[1], "mine.you")
    assert begins(mine[2], "mine.lobby", seats="The North")
    other = (await overview.list_mine(caller(NORTH + SOUTH - who))).text
    assert says(other, "mine.other")


async def test_a_game_that_ends_early_keeps_its_seed_behind_details(hall: Hall) -> None:
    await hall.asha.slash(hall.channel, "game new", game="toy")
    await hall.asha.slash(hall.channel, "game join", seat="north")
    await hall.bala.slash(hall.channel, "game join", seat="south")
    await hall.asha.slash(hall.channel, "game start")
    sure = await hall.asha.slash(hall.channel, "game end")
    await hall.asha.click(shown(sure), label=phrase("end.yes"))
    assert says(read(hall.last), "end.dropped")
    assert not any(says(read(hall.last), key) for key in ("final.seed", "final.record"))
    details = said(await hall.guest.click(hall.last, label=phrase("button.result")))
    assert says(details, "final.seed")
    assert all(name in details for name in ("The North", "The South")), "with the last standings"


async def test_a_game_ends_with_a_rematch(hall: Hall) -> None:
    await hall.asha.slash(hall.channel, "game new", game="toy")
    await hall.asha.slash(hall.channel, "game options", name="cards", value="1")
    await hall.asha.slash(hall.channel, "game options", name="pace", value="daily")
    await hall.asha.slash(hall.channel, "game join", seat="north")
    await hall.bala.slash(hall.channel, "game join", seat="south")
    await hall.asha.slash(hall.channel, "game start")
    for _ in range(2):
        await hall.asked().slash(hall.channel, "pass")
    end = hall.end
    ends = ("rematch", "rematch_sides", "replay", "result")
    assert hall.labels(end) == [phrase(f"button.{key}") for key in ends], "a review needs bot players"
    pressed = await hall.guest.click(end, label=phrase("button.result"))
    assert labels(pressed) == [phrase("button.animate_all"), phrase("button.page")], (
        "the rest is one tap away"
    )
    details = said(pressed)
    played = next(line for line in details.splitlines() if says(line, "final.summary"))
    assert slots(played, "final.summary")["over"].endswith(":t>"), "on one day"
    assert says(details, "final.seed")
    assert says(details, "final.check")
    again = await hall.guest.click(end, label=phrase("button.replay"))
    assert said(again).startswith(phrase("replay.head", turn=1, last=1))
    await hall.guest.slash(hall.channel, "index")
    [index] = [message for message in hall.channel.history() if message.embeds]
    assert says(index.embeds[0].description or "", "index.link", turn=1)
    foreign = await hall.guest.click(end, label=phrase("button.rematch"))
    assert begins(said(foreign), "rematch.not_you")
    await hall.env.restart_bot(bot_of(hall.store))
    await hall.bala.click(end, label=phrase("button.rematch"))
    assert says(read(hall.last), "rematch.told", user=hall.bala.id, users=hall.asha.mention)
    assert hall.labels(hall.last) == [phrase("button.rematch_join")]
    card = list(hall.channel.history())[-2]
    assert says(read(card), "card")
    assert phrase("card.option", name="cards", value=1).capitalize() in read(card)
    assert phrase("setting.daily") in read(card)
    for who, seat in ((hall.bala, "south"), (hall.asha, "north"), (hall.asha, "north")):
        twice = await who.click(end, label=phrase("button.rematch"))
        assert says(said(twice), "rematch.seated", seats=TOY.name(seat)), "and no second table"
    stored = await hall.store.find_in_channel(hall.channel.id)
    assert stored is not None
    assert {seat.seat: seat.user_id for seat in stored.seats} == {
        "south": hall.bala.id,
        "north": hall.asha.id,
    }
    ended = await hall.guest.slash(hall.channel, "replay")
    assert said(ended).startswith(phrase("replay.head", turn=1, last=1)), "the game before is still there"
    [choice, *others] = await hall.guest.autocomplete(hall.channel, "record", "game", "")
    assert not others
    record = await hall.guest.slash(hall.channel, "record", game=choice["value"])
    assert says(said(record), "record.whole")
    foreign = await hall.guest.slash(hall.channel, "log", game=stored.id)
    assert says(said(foreign), "not_started")


async def test_what_the_host_has_done_stands_in_the_log(room: Room, history: History) -> None:
    host = Repairs(make_reminders(room.table, PreferenceStore(room.store)), history.boards, room.lobby)
    await room.begin(6)
    who = await room.decider()
    await room.table.order(caller(who), "pass")
    await surely(host, caller(), host.rewind(caller(), 1))
    log = (await history.log(caller(GUEST), 1)).text
    assert log.splitlines()[:2] == [phrase("log.turn", turn=1), phrase("log.rewind")]
    await passes(room, 2)
    assert not says((await history.boards.send_record(caller())).text, "record.laid")
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    assert stored.position is not None
    await surely(host, caller(), host.set_position(caller(), stored.position.start))
    laid = stored.position.turn + 1
    log = (await history.log(caller(GUEST), 1)).text
    head = phrase("log.turn", turn=laid)
    assert f"{head}\n{phrase('log.position')}" in log
    record = await history.boards.send_record(caller())
    assert phrase("record.laid", turn=laid) in record.text
    choice = (await host.list_choices(caller()))[-1][1]
    await surely(host, caller(), host.leave_out(caller(), choice))
    assert phrase("log.without") in (await history.log(caller(GUEST), 1)).text


async def test_by_commands_and_buttons(hall: Hall) -> None:
    await hall.begin()
    board, who = hall.last, hall.asked()
    await who.slash(hall.channel, "pass")
    looking = await who.click(hall.last, label=phrase("button.look"))
    happened = await who.click(shown(looking), label=phrase("button.since"))
    assert says(said(happened), "since.nothing")
    assert len(files(happened)) == 1
    since = await hall.guest.slash(hall.channel, "since")
    assert said(since).startswith(phrase("since.lately"))
    log = await hall.guest.click(shown(since), label=phrase("button.log"))
    assert said(log).startswith(phrase("log.turn", turn=1))
    await hall.asked().slash(hall.channel, "pass")
    replay = await hall.guest.slash(hall.channel, "replay", turn=1)
    assert labels(replay) == [
        phrase("button.first"),
        phrase("button.back"),
        phrase("button.forward"),
        phrase("button.last"),
        phrase("button.animate_all"),
    ]
    assert len(files(replay)) == 1
    await hall.env.restart_bot(bot_of(hall.store))
    stepped = await hall.guest.click(shown(replay), label=phrase("button.forward"))
    assert stepped.acknowledged
    mine = await who.slash(hall.channel, "mine")
    assert says(said(mine), "mine.head_none")
    assert board.id != hall.last.id


async def test_the_index_is_pinned_and_grows(hall: Hall) -> None:
    await hall.begin()
    board, who = hall.last, hall.asked()
    await hall.asha.slash(hall.channel, "index")
    [index] = [message for message in hall.channel.history() if message.embeds]
    assert any(method == "PUT" and str(index.id) in path for method, path, _ in requests(hall))
    assert phrase(
        "index.link", turn=1, url=f"https://discord.com/channels/{hall.guild.id}/{hall.channel.id}/{board.id}"
    ) in str(index.embeds[0].description)
    await who.slash(hall.channel, "pass")
    for _ in range(2):
        await hall.asked().slash(hall.channel, "pass")
    [grown] = [message for message in hall.channel.history() if message.id == index.id]
    assert says(str(grown.embeds[0].description), "index.link", turn=2)
    await hall.asha.slash(hall.channel, "index")
    assert len([message for message in hall.channel.history() if message.embeds]) == 1
    await grown.delete()
    await hall.asha.slash(hall.channel, "index")
    assert len([message for message in hall.channel.history() if message.embeds]) == 1


async def test_an_index_that_may_not_be_pinned_says_so(hall: Hall) -> None:
    await hall.begin()
    hall.env.inject_error("PUT", "/channels/*", status=403)
    await hall.asha.slash(hall.channel, "index")
    assert says(read(hall.last), "index.not_pinned")
    assert isinstance(hall.env.bot, Durbar)
    assert any(method == "PUT" and "pins" in path for method, path, _ in requests(hall))


async def test_the_index_keeps_to_its_room(room: Room, history: History) -> None:
    await room.begin(12)
    await passes(room, 20)
    while claimed := (await room.store.claim_due())[0]:
        for delivery in claimed:
            await room.store.mark_sent(delivery.id, 10**18 + delivery.id)
    stored = await room.store.find_in_channel(CHANNEL)
    assert stored is not None
    links = await history.write_links(stored)
    assert len(links) <= 3900
    assert "[10](" in links


async def test_an_index_costs_no_more_in_a_longer_game(
    room: Room, history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It grows with each board, but only the newest boards and turns are read each time."""
    monkeypatch.setattr("bot.views.history.LINKED", 8)
    monkeypatch.setattr("bot.views.history.LINKED_TURNS", 4)
    read: dict[str, int] = {}

    def counted(name: str) -> None:
        reading = getattr(room.store, name)

        async def count(*asked: object) -> Any:
            found = await reading(*asked)
            read[name] = read.get(name, 0) + len(found)
            return found

        monkeypatch.setattr(room.store, name, count)

    async def unasked(*_: object) -> None:
        raise AssertionError("all of the game is read")

    await room.begin(12)
    for name in ("list_posted", "load_turn_starts"):
        counted(name)
    monkeypatch.setattr(room.store, "load_history", unasked)
    costs = []
    for _ in range(2):
        await passes(room, 10)
        while claimed := (await room.store.claim_due())[0]:
            for delivery in claimed:
                await room.store.mark_sent(delivery.id, 10**18 + delivery.id)
        stored = await room.store.find_in_channel(CHANNEL)
        assert stored is not None
        read.clear()
        assert await history.write_links(stored)
        costs.append(dict(read))
    assert costs[0] == costs[1]
    assert costs[1]["list_posted"] == 8
    assert costs[1]["load_turn_starts"] <= 5
