"""Where long texts are split."""

from __future__ import annotations

from bot.replies.text import group_by_order, pack_pages

ORDER, STORY, WHY = "**The North**: `March`", "- 3 Troops from Delhi to Punjab.", "-# It takes Control."


def test_an_order_stands_with_what_came_of_it() -> None:
    assert group_by_order([STORY, ORDER, STORY, WHY, ORDER]) == [STORY, "\n".join([ORDER, STORY, WHY]), ORDER]


def test_texts_end_between_orders_and_only_what_is_too_long_is_parted_within() -> None:
    whole = "\n".join([ORDER, STORY, WHY])
    parts = group_by_order([ORDER, STORY, WHY] * 3)
    assert pack_pages(parts, 2 * len(whole) + 1) == ["\n".join([whole, whole]), whole]
    assert pack_pages(parts, 2 * len(whole)) == [whole, whole, whole]
    short = len(whole) - 1
    assert all(len(page) <= short for page in pack_pages(parts, short))
    assert "\n".join(pack_pages(parts, short)) == "\n".join(parts)
