"""The toy game with hands in a simulated Discord.

Public posts, with their pictures, buttons and alt texts, reveal nothing. Private replies are for their owner.
"""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

import render
from bot.discord_app.client import Durbar
from bot.discord_app.services import build_services
from bot.posting.pictures import Pictures
from db.store import Store
from render.worker import Animation, Job
from rules.ask import SPECTATOR
from rules.kernel import Game, Rules
from tests.bot.callers import SEED
from tests.bot.discord_app.test_discord import Hall, hall, labels, paint, requests, said, shown
from tests.bot.secrets.spy import known, named
from tests.kernel import toy_hands
from tests.phrases import begins, phrase

__all__ = ["hall"]
JOBS: list[Job | Animation] = []


def described(job: Job | Animation) -> render.Picture:
    """Return a picture whose alt text contains all data that it was drawn from."""
    JOBS.append(job)
    picture = paint(job)
    return render.Picture(picture.file, str(job)[:1000], 8, 8, picture.ending)


@pytest.fixture
async def simcord_bot(store: Store) -> Durbar:
    """Return the bot with the toy game with hands."""
    JOBS.clear()
    bot = Durbar(
        build_services(store, {toy_hands.KEY: cast(Rules, toy_hands)}), pictures=Pictures(paint=described)
    )
    bot.services.seating.lobby.new_seed = lambda: SEED
    return bot


async def begun(hall: Hall) -> list[Any]:
    """Start a game with three people."""
    await hall.asha.slash(hall.channel, "game new", game="toy_hands", seats=3)
    people = [hall.asha, hall.bala, hall.guest]
    for who in people:
        await who.slash(hall.channel, "game join")
    await hall.asha.slash(hall.channel, "game start")
    return people


async def turns(hall: Hall) -> list[Game]:
    stored = await hall.store.find_in_channel(hall.channel.id)
    assert stored is not None
    return list(await hall.store.load_history(stored.id))


def posted(hall: Hall) -> list[Any]:
    """Return everything that was sent to the channel for all to see."""
    return [body for _, path, body in requests(hall) if path.startswith("/channels/")]


async def test_a_public_post_of_a_secret_question_has_one_button_that_opens_ones_own(hall: Hall) -> None:
    north, east, _ = await begun(hall)
    await north.slash(hall.channel, "do", order="play")
    assert hall.labels()[:2] == ["Play", "Rest"], "what follows is not for all eyes, so it is not offered"
    gem = (await state(hall)).hands["north"][0]
    done = await north.slash(hall.channel, "do", order=f"play gem {gem}, done")
    assert begins(said(done), "done.other")
    assert hall.labels()[0] == phrase("button.own")
    assert "Type it" not in hall.labels()
    opened = await east.click(hall.last, label=phrase("button.own"))
    assert "Do you bar it?" in said(opened)
    assert "Pass" in labels(opened)
    looking = await north.click(hall.last, label=phrase("button.own"))
    assert "Pass" not in labels(looking)
    assert not named(posted(hall)) - known(await turns(hall), SPECTATOR)


async def test_the_panel_of_a_secret_question_numbers_its_buttons_in_a_picture_of_ones_own(
    hall: Hall,
) -> None:
    north, *_ = await begun(hall)
    hand = (await state(hall)).hands["north"]
    panel = await north.slash(hall.channel, "do", order="play")
    assert [label for label in labels(panel) if label[:1].isdigit()] == [
        f"{number}. {gem.title()}" for number, gem in enumerate(hand, 1)
    ]
    [job] = [job for job in JOBS if isinstance(job, Job) and job.kind == "hand"]
    assert job.marks == tuple(hand)
    assert cast(toy_hands.CourtView, job.view).seat == "north"
    assert [file.filename for file in shown(panel).attachments] == ["board.png"]
    public = [job for job in JOBS if isinstance(job, Job) and job.kind != "hand"]
    assert all(cast(toy_hands.CourtView, job.view).seat is None for job in public)
    await north.slash(hall.channel, "do", order="rest")
    await north.slash(hall.channel, "do", order="done")
    assert not named(posted(hall)) - known(await turns(hall), SPECTATOR)


async def test_the_post_of_a_public_question_carries_its_picture_too(hall: Hall) -> None:
    for who in await begun(hall):
        await who.slash(hall.channel, "do", order="rest done")
    job = next(job for job in JOBS if isinstance(job, Job) and job.kind == "court")
    assert job.marks == ("0", "1", "2")
    assert cast(toy_hands.CourtView, job.view).seat is None
    assert [file.filename for file in hall.last.attachments] == ["answers.png"]
    assert hall.labels()[:3] == ["1: 0", "2: 1", "3: 2"]


async def state(hall: Hall) -> toy_hands.Court:
    stored = await hall.store.find_in_channel(hall.channel.id)
    assert stored is not None
    bot = cast(Durbar, hall.env.bot)
    return cast(toy_hands.Court, bot.services.orders.service.load_seated(stored).live.state)


async def test_a_game_by_commands_tells_the_channel_nothing(hall: Hall) -> None:
    people, rng = await begun(hall), Random(3)
    for _ in range(30):
        stored = await hall.store.find_in_channel(hall.channel.id)
        if stored is None:
            break
        at = cast(Durbar, hall.env.bot).services.orders.service.load_seated(stored)
        assert at.ask is not None
        who = people[toy_hands.SEATS.index(at.asked)]
        for order in ("?", "gem ?", "ruby"):
            other = people[toy_hands.SEATS.index(at.asked) - 1]
            answer = await other.slash(hall.channel, "do", order=order)
            seen = known(await turns(hall), frozenset(stored.seats_of(other.id)))
            assert not named(said(answer)) - seen - {"ruby"}
        word = rng.choice([toy_hands.name(key) for key in at.ask.menu()])
        await who.slash(hall.channel, "do", order=f"{word}." if rng.random() < 0.5 else word)
        panel = await who.slash(hall.channel, "do", order="?")
        assert said(panel)
        assert not named(posted(hall)) - known(await turns(hall), SPECTATOR)
