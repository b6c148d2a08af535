"""Lessons: each person's answers, separate from everybody else's."""

from __future__ import annotations

from dataclasses import replace

from db.records import Progress
from db.store import Store
from tests.db.table import ASHA, BIRBAL


async def test_a_lesson_is_kept_as_it_was_left(store: Store) -> None:
    begun = await store.lessons.open(ASHA, "toy", "first")
    assert (begun.state, begun.wrong, begun.hints, begun.text) == (Progress.OPEN, 0, 0, "")
    await store.lessons.keep(replace(begun, state=Progress.SHOWN, wrong=2, hints=1, text="[]"))
    again = await store.lessons.open(ASHA, "toy", "first")
    assert again == replace(begun, state=Progress.SHOWN, wrong=2, hints=1, text="[]")
    assert await store.lessons.find(begun.id) == again


async def test_what_was_explained_is_kept(store: Store) -> None:
    await store.lessons.explain(ASHA, "toy", ["march", "march:away"])
    await store.lessons.explain(ASHA, "toy", ["march", "attack"])
    assert await store.lessons.list_explained(ASHA, "toy") == {"march", "march:away", "attack"}
    assert await store.lessons.list_explained(ASHA, "other") == set()
    assert await store.lessons.list_explained(BIRBAL, "toy") == set()


async def test_the_lesson_opened_last_comes_first(store: Store) -> None:
    first = await store.lessons.open(ASHA, "toy", "first")
    second = await store.lessons.open(ASHA, "toy", "second")
    await store.lessons.open(BIRBAL, "toy", "first")
    assert await store.lessons.list_of(ASHA) == (second, first)
    await store.lessons.open(ASHA, "toy", "first")
    assert [lesson.lesson for lesson in await store.lessons.list_of(ASHA)] == ["first", "second"]
    assert await store.lessons.find(10_000) is None
