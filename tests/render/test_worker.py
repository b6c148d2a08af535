"""Pictures drawn in other processes, and the cache of drawn pictures."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import pytest

import render
from render.worker import BESIDE, Animation, Job, Shelf, draw, warm
from rules.state import View
from tests.render.test_changes import DICE, thrown
from tests.render.views import later, middle, start


def test_a_process_draws_what_is_drawn_here() -> None:
    jobs: list[Job | Animation] = [
        Job(start()),
        Job(middle(), highlight=frozenset({"andhra"})),
        Job(later(), since=middle(), deeds=thrown(middle(), later())),
        Job(middle(), space="andhra"),
        Animation((start(), middle())),
    ]
    with ProcessPoolExecutor(1, get_context("spawn"), warm, (start(),)) as pool:
        there = list(pool.map(draw, jobs))
    assert there == [draw(job) for job in jobs]
    assert there[-1] == render.animate((start(), middle()))


def test_the_open_card_has_one_picture_for_everybody() -> None:
    view = start()
    richer = replace(view, viewer="bahmani", factions=tuple(replace(f, resources=9) for f in view.factions))
    cards = [Job(each, "card").trim() for each in (view, richer)]
    assert cards[0].key() == cards[1].key() != Job(replace(view, card=None), "card").trim().key()
    for job in (Job(view), Job(view, "map"), Job(view, space="andhra")):
        assert job.trim() is job


def test_less_is_drawn_where_it_shows_all() -> None:
    moved = replace(start(), spaces=tuple(
        replace(space, pieces={**space.pieces, "troops": 3}) if space.key == "malwa" else space
        for space in start().spaces
    ))  # fmt: skip
    assert draw(Job(moved, since=start(), small=True)) == render.picture(moved, size="strip", since=start())
    assert draw(Job(moved, "board", since=start(), small=True)).width == 1600
    assert draw(Job(middle(), since=start(), small=True)) == render.picture(middle(), since=start())
    assert draw(Job(moved, small=True)) == render.picture(moved)


def test_beside_text_a_picture_that_would_be_too_small_to_read_stays_as_it_is() -> None:
    for view in (start(), middle()):
        whole, beside = draw(Job(view)), draw(Job(view, tallest=BESIDE))
        assert whole.height > BESIDE * whole.width
        assert (beside.height, beside.alt) == (whole.height, whole.alt)
        assert beside.width == whole.width
    assert draw(Job(start(), "strip", since=start(), tallest=BESIDE)) == draw(
        Job(start(), "strip", since=start())
    )


def test_warming_leaves_out_what_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str | None] = []

    def picture(_view: View, size: str | None = None, **_: object) -> None:
        if not drawn:
            drawn.append("trouble")
            raise ValueError("no ink")
        drawn.append(size)

    monkeypatch.setattr(render, "picture", picture)
    warm(middle(), start())
    assert drawn == ["trouble", None, "strip", "map", "table"]


def test_equal_jobs_have_equal_keys() -> None:
    assert Job(middle()).key() == Job(middle()).key()
    assert pickle.loads(pickle.dumps(Job(middle()))).key() == Job(middle()).key()
    lit = [
        Job(middle(), highlight=frozenset(spaces)) for spaces in (("andhra", "delhi"), ("delhi", "andhra"))
    ]
    assert lit[0].key() == lit[1].key()
    assert Animation((start(), middle())).key() == Animation((start(), middle())).key()


def test_other_jobs_have_other_keys() -> None:
    jobs: list[Job | Animation] = [
        Job(middle()), Job(later()), Job(middle(), "board"), Job(middle(), theme="night"),
        Job(middle(), highlight=frozenset({"delhi"})), Job(middle(), since=start()),
        Job(middle(), deeds=DICE), Job(middle(), marks=("a", "b")),
        Job(middle(), space="delhi"), Job(replace(middle(), viewer="bahmani")),
        Job(middle(), during=(start(),)), Job(middle(), small=True), Animation((middle(),)),
        Animation((middle(),), "night"), Animation((start(), middle())),
    ]  # fmt: skip
    assert len({job.key() for job in jobs}) == len(jobs)


def test_the_shelf_keeps_what_was_asked_for_last() -> None:
    picture = render.Picture(b"x" * 400, "", 1, 1)
    shelf = Shelf(room=1000)
    first, second, third = (Job(view).key() for view in (start(), middle(), later()))
    assert shelf.get(first) is None
    shelf.put(first, picture)
    assert shelf.get(first) is picture
    shelf.put(second, picture)
    assert shelf.get(first) is picture
    shelf.put(third, picture)
    assert shelf.get(second) is None
    assert shelf.get(first) is shelf.get(third) is picture
    shelf.put(third, picture)
    assert shelf.used == 800
