"""Find the shortest way through the panels to an order. It needs no bot, only the panels and layouts.

A tap on a button counts 1. A choice from a list counts 2: open it and choose. A choice of several answers
counts 1 for each, plus 2 to open and close the list. Sizes are those of a phone of 390 by 844 pixels.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from types import SimpleNamespace
from typing import Any

import discord

import render
from bot.orders import autofill
from bot.orders.draft import Draft
from bot.orders.preview import show_draft
from bot.people.preferences import Preferences
from bot.posting import layouts
from bot.posting.private_images import draw_reply
from bot.replies.mark import shorten_key
from bot.replies.panel import SCREEN
from bot.replies.reply import Reply
from bot.replies.rows import count_rows
from bot.session.loaded_game import LoadedGame
from render.worker import BESIDE, Job, draw
from rules.asking import DONE
from rules.kernel import NotAllowed, Rules, Step
from rules.orders.buttons.controls import Menu, list_singly
from rules.orders.buttons.lookahead import JOINT
from tests.phrases import confirms, says

Wishes = dict[tuple[str, str], list[str]]  # the wanted answers by the topic of the question
Tap = tuple[int, Draft]  # the number of taps, and the draft after them
BUTTON, SELECT = discord.ComponentType.button.value, discord.ComponentType.select.value
ROW = discord.ComponentType.action_row.value
TEXT = discord.ComponentType.text_display.value
GREEN = discord.ButtonStyle.success.value
MOST_TAPS = 40  # the most taps of a searched way
LINE, SMALL, BUTTONS, LIST, HEAD = (
    22,
    18,
    40,
    48,
    48,
)  # pixels; the head is the bot's name and "only you can see this"
TALLEST = 640  # pixels between the top bar of the screen and the input line
BOARD, STRIP = round(layouts.COLUMN * BESIDE), 195  # greatest size of a picture next to a draft
PHONE = 844  # greatest height in pixels of the last screen, with its picture


@dataclass(frozen=True)
class Screen:
    """A message as it is sent.

    Attributes:
        usable: the number of buttons and lists that can be used.
        entries: the number of entries in its lists.
        height: its height in pixels.
        green: the labels of buttons that commit.
    """

    text: str
    usable: int
    entries: int
    height: int
    green: tuple[str, ...]


@dataclass(frozen=True)
class Walk:
    """The way to an order: the number of taps, with the last one on a green button, and the screens."""

    taps: int
    screens: tuple[Screen, ...]


def screen(answer: Reply) -> Screen:
    """Return a private reply as it is sent."""
    view, _ = layouts.lay_out_answer(answer, None)
    components: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
    packed = [row["components"] for row in components if row["type"] == ROW]
    items = [item for row in packed for item in row if not item.get("disabled")]
    text = "\n".join(each["content"] for each in components if each["type"] == TEXT)
    said = sum(count_rows(line) * (SMALL if line.startswith("-# ") else LINE) for line in text.splitlines())
    heights = [LIST if row[0]["type"] == SELECT else BUTTONS for row in packed]
    picture = 0
    if answer.view is not None and answer.before is not None:
        left = round(layouts.COLUMN * layouts.find_tallest(answer))  # the board is cut to what is left
        board = render.small(answer.view, answer.before, answer.during) is None
        picture = min(BOARD, left) if board else STRIP
    return Screen(
        text,
        len(items),
        sum(len(item["options"]) for item in items if item["type"] == SELECT),
        HEAD + said + sum(heights) + picture,
        tuple(item["label"] for item in items if item.get("style") == GREEN),
    )


def measure(answer: Reply) -> int:
    """Return the height of a private reply in pixels, with its picture as it is drawn."""
    bare = screen(replace(answer, view=None, before=None)).height
    if (job := draw_reply(answer, Preferences())) is None:
        return bare
    assert isinstance(job, Job)
    picture = draw(job)
    return bare + round(layouts.COLUMN * picture.height / picture.width)


def list_replies(at: LoadedGame, rng: Random) -> list[Reply]:
    """Return the replies to a person who taps at random, from the first question to the preview."""
    draft, found = Draft(at), [_first(at)]
    while not draft.complete:
        draft = _tap(draft, rng)[0]
        found.append(show_draft(draft))
    return found


def walk(at: LoadedGame, order: Sequence[str]) -> Walk | None:
    """Return the taps to this order of the asked seat; None if there is no way.

    The person takes the longest step each time, and corrects wrong autofill at once. If answers may come in
    any order, any order is equal.
    """
    goal = Draft(at, order)
    wanted = _answers(goal)
    draft, taps, screens = Draft(at), 0, [screen(_first(at))]
    while not (draft.complete and _sorted(_answers(draft)) == _sorted(wanted)):
        step = _change(draft, wanted) or _choice(draft, wanted)
        if step is None or taps > MOST_TAPS:
            return None
        taps, draft = taps + step[0], step[1]
        screens.append(screen(show_draft(draft)))
    return Walk(taps + 1, tuple(screens))


def wander(at: LoadedGame, rng: Random) -> Walk:
    """Return the way of a person who taps at random, with at most three answers in a list."""
    draft, taps, screens = Draft(at), 0, [screen(_first(at))]
    while not draft.complete:
        draft, more = _tap(draft, rng)
        taps += more
        screens.append(screen(show_draft(draft)))
    return Walk(taps + 1, tuple(screens))


def complete(at: LoadedGame, rng: Random) -> Draft:
    """Return a complete order, tapped at random."""
    draft = Draft(at)
    while not draft.complete:
        draft = _tap(draft, rng)[0]
    return draft


def _tap(draft: Draft, rng: Random) -> tuple[Draft, int]:
    """Return the draft after a random choice from a button or a list, and its number of taps.

    If a button closes the question, the person presses it half of the time.
    """
    panel = draft.now.build_panel()
    assert panel is not None
    usable = [one for one in panel.controls if isinstance(one, Menu) or not one.why_not]
    ends = [one for one in usable if not isinstance(one, Menu) and {*one.key.split(JOINT)} == {DONE}]
    control = rng.choice(ends if ends and rng.random() < 1 / 2 else usable)
    if not isinstance(control, Menu):
        return draft.with_tap(control.key.split(JOINT)), 1
    options = rng.sample(control.options, rng.randint(1, min(3, control.most)))
    chains = draft.read_keys(*(shorten_key(option.key) for option in options))
    assert chains is not None
    chosen = [chain for chain in chains if chain[-1] != DONE] or chains[:1]
    return draft.with_tap(*chosen), 2 if control.most == 1 else min(len(chosen), len(options)) + 2


def check(found: Walk) -> None:
    """Check the limits of every way.

    A screen has at most ten buttons and lists. Nothing commits before the last screen. The last screen has
    one button that commits, below the order in words and its effects, and it fits a phone.
    """
    for each in found.screens:
        assert each.usable <= SCREEN, each.text
    for each in found.screens[:-1]:
        assert each.green == (), each.text
        assert each.height <= TALLEST, each.text
    last = found.screens[-1]
    assert len(last.green) == 1
    assert confirms(last.green[0])
    assert len(last.text.splitlines()) >= 3
    assert last.height <= PHONE, last.text
    assert not any(says(line, "preview.more") for line in last.text.splitlines()), "no effect is hidden"


def situation(rules: Rules, step: Step) -> LoadedGame:
    """Return a loaded game in which one person holds all seats."""
    holder = SimpleNamespace(user_id=1, level="")
    stored: Any = SimpleNamespace(
        id=1, notes=(), answered=(), seats=(), seat=lambda _: holder, seats_of=lambda _: ()
    )
    return LoadedGame(stored, rules, step.game, step.live)


def _first(at: LoadedGame) -> Reply:
    panel = at.build_panel()
    assert panel is not None
    return Reply(panel.question, panel)


def _answers(draft: Draft) -> Wishes:
    found: Wishes = defaultdict(list)
    for given in draft.answers:
        found[given.ask.topic].append(given.key)
    return found


def _sorted(answers: Wishes) -> dict[tuple[str, str], list[str]]:
    return {topic: sorted(keys) for topic, keys in answers.items()}


def _choice(draft: Draft, wanted: Wishes) -> Tap | None:
    """Return the longest step that the panel offers towards the wanted answers."""
    if draft.complete or draft.now.ask is None:
        return None
    for plain in (False, True):
        panel = draft.now.build_panel(plain=plain)
        assert panel is not None
        best: tuple[int, int, list[list[str]]] | None = None
        for control in panel.controls:
            offered = (
                list_singly(control) if isinstance(control, Menu) else (control,) * (not control.why_not)
            )
            fitting = [
                chain
                for option in offered
                if (chain := option.key.split(JOINT)) and _fits(draft, chain, wanted)
            ]
            if not fitting:
                continue
            several = isinstance(control, Menu) and control.most > 1 and DONE not in fitting[0]
            chosen = fitting[: control.most] if several and isinstance(control, Menu) else fitting[:1]
            whole = isinstance(control, Menu) and offered != control.options and len(chosen) == len(offered)
            cost = 1 if not isinstance(control, Menu) else 2 if control.most == 1 else len(chosen) + 2
            cost = 3 if whole else cost  # open, "All", close
            if best is None or len(chosen) * len(chosen[0]) > best[1]:
                best = cost, len(chosen) * len(chosen[0]), chosen
        if best is not None:
            return best[0] + plain, draft.with_tap(*best[2])
        if not panel.rest:
            return None
    return None


def _fits(draft: Draft, chain: Sequence[str], wanted: Wishes) -> bool:
    """Return whether these keys give only wanted answers."""
    try:
        after = Draft(draft.base, (*draft.keys, *chain), forced=True)
    except NotAllowed:
        return False
    given: Wishes = defaultdict(list)
    for each in after.answers:
        given[each.ask.topic].append(each.key)
    new = {each.ask.topic for each in after.answers[len(draft.answers) :]}
    return all(_within(given[topic], wanted.get(topic, [])) for topic in new)


def _within(given: Sequence[str], wanted: Sequence[str]) -> bool:
    """Return whether all given answers are wanted, and nothing is closed before all of them are given."""
    places = [key for key in given if key != DONE]
    if len(set(places)) < len(places) or not {*places} <= {*wanted}:
        return False
    return DONE not in given or (DONE in wanted and {*places} == {*wanted} - {DONE})


def _change(draft: Draft, wanted: Wishes) -> Tap | None:
    """Return the best correction of wrong autofill.

    The correction fills in all again in another manner, takes the best answers of a list together, or asks a
    question again.
    """
    menu, wrong = autofill.autofill_menu(draft), _wrong(draft, wanted)
    if menu is None or not wrong:
        return None
    # by place of the answer: number of wrong answers after it, and its key
    best: dict[str, tuple[int, str]] = {}
    for option in menu.options:
        place, _, key = option.key.partition(" ")
        if not key and not place.startswith(autofill.MANNER):
            continue
        left = len(_wrong(autofill.apply_change(draft, option.key), wanted))
        if place.startswith(autofill.MANNER) and left + 1 < len(wrong):
            return 1, autofill.apply_change(draft, option.key)  # one tap on a button
        if left < len(wrong):
            best[place] = min(best.get(place, (len(wrong), "")), (left, option.key))
    if not best:
        return 2, autofill.apply_change(draft, f"{wrong[0]} ")
    chosen = [key for _, key in best.values()][: menu.most]
    return (2 if len(chosen) == 1 else len(chosen) + 2), autofill.apply_change(draft, *chosen)


def _wrong(draft: Draft, wanted: Wishes) -> list[int]:
    """Return the places in the draft of questions with unwanted answers, or that are closed too early."""
    found = []
    for topic, keys in _answers(draft).items():
        given, right = {*keys}, {*wanted.get(topic, [])}
        of_topic = [each for each in draft.answers if each.ask.topic == topic]
        closed = DONE in given or any(each.others for each in of_topic)
        if given - right - {DONE} or (closed and right - given - {DONE}):
            found.append(of_topic[0].place)
    return found
