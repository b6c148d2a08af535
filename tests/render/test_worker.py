"""Pictures drawn in other processes, and the shelf of those drawn already."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context

import render
from render.worker import Job, Shelf, draw, recap, warm
from tests.render.test_changes import DICE
from tests.render.views import later, middle, start


def test_a_process_draws_what_is_drawn_here() -> None:
    jobs = [
        Job(start()),
        Job(middle(), "board", "night", frozenset({"andhra"})),
        Job(later(), since=middle(), dice=DICE, moves=()),
        Job(middle(), space="andhra"),
    ]
    with ProcessPoolExecutor(1, get_context("spawn"), warm, (start(),)) as pool:
        there = list(pool.map(draw, jobs))
        film = pool.submit(recap, (start(), middle())).result()
    assert there == [draw(job) for job in jobs]
    assert film == render.recap((start(), middle()))


def test_equal_jobs_have_equal_keys() -> None:
    assert Job(middle()).key() == Job(middle()).key()
    assert pickle.loads(pickle.dumps(Job(middle()))).key() == Job(middle()).key()
    lit = [
        Job(middle(), highlight=frozenset(spaces)) for spaces in (("andhra", "delhi"), ("delhi", "andhra"))
    ]
    assert lit[0].key() == lit[1].key()


def test_other_jobs_have_other_keys() -> None:
    jobs = [
        Job(middle()), Job(later()), Job(middle(), "board"), Job(middle(), theme="night"),
        Job(middle(), highlight=frozenset({"delhi"})), Job(middle(), since=start()), Job(middle(), moves=()),
        Job(middle(), dice=DICE), Job(middle(), space="delhi"), Job(replace(middle(), viewer="bahmani")),
    ]  # fmt: skip
    assert len({job.key() for job in jobs}) == len(jobs)


def test_the_shelf_keeps_what_was_asked_for_last() -> None:
    picture = render.Picture(b"x" * 400, "", 1, 1)
    shelf = Shelf(room=1000)
    first, second, third = Job(start()), Job(middle()), Job(later())
    assert shelf.get(first) is None
    assert shelf.put(first, picture) is picture
    shelf.put(second, picture)
    assert shelf.get(first) is picture
    shelf.put(third, picture)
    assert shelf.get(second) is None
    assert shelf.get(first) is shelf.get(third) is picture
    shelf.put(third, picture)
    assert shelf.used == 800
