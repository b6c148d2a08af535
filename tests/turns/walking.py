"""The shortest way through the panels to an order that somebody has in mind, by what he may tap: measured
without a bot, on the panels and layouts themselves.

A tap on a button is one; a list is two, to open it and to choose, and with several answers one more than that
for each: to open, each, to close. Sizes are those of a phone of 390 by 844.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import Any

import discord

from bot.posting import layouts
from bot.table import changing
from bot.table.answers import SCREEN, Answer
from bot.table.draft import Draft
from bot.table.position import Situation
from bot.table.preview import shown
from rules.asking import DONE
from rules.kernel import NotAllowed, Rules, Step
from rules.orders.ways import JOINT, Menu

Wishes = dict[tuple[str, str], list[str]]  # the topic of a question to the answers to it
Tap = tuple[int, Draft]  # taps, and what they lead to
BUTTON, SELECT = discord.ComponentType.button.value, discord.ComponentType.select.value
ROW = discord.ComponentType.action_row.value
TEXT = discord.ComponentType.text_display.value
GREEN = discord.ButtonStyle.success.value
MOST_TAPS = 40  # of a way that is looked for
LETTERS = 38  # in a line
LINE, BUTTONS, LIST, HEAD = 22, 40, 48, 48  # pixels; the head is the name, and that only you can see this
TALLEST = 640  # pixels, of what stands between the head of the screen and the line to write in
PICTURE = 272  # a board that is drawn beside a draft


@dataclass(frozen=True)
class Screen:
    """One message as it is sent. `usable`: buttons and lists that can be pressed; `entries`: in its lists;
    `height` in pixels; `green`: what commits on it."""

    text: str
    usable: int
    entries: int
    height: int
    green: tuple[str, ...]


@dataclass(frozen=True)
class Walk:
    """The way to an order: its taps, the green one among them, and the screens that it leads over."""

    taps: int
    screens: tuple[Screen, ...]


def screen(answer: Answer) -> Screen:
    """A private answer as it is sent."""
    view, _ = layouts.answered(answer, None)
    components: list[dict[str, Any]] = view.to_components()  # type: ignore[no-untyped-call]
    rows = [row["components"] for row in components if row["type"] == ROW]
    items = [item for row in rows for item in row if not item.get("disabled")]
    text = "\n".join(each["content"] for each in components if each["type"] == TEXT)
    lines = sum(-(-max(1, len(line)) // LETTERS) for line in text.splitlines())
    heights = [LIST if row[0]["type"] == SELECT else BUTTONS for row in rows]
    picture = PICTURE if answer.view is not None else 0
    return Screen(
        text,
        len(items),
        sum(len(item["options"]) for item in items if item["type"] == SELECT),
        HEAD + LINE * lines + sum(heights) + picture,
        tuple(item["label"] for item in items if item.get("style") == GREEN),
    )


def walk(at: Situation, order: Sequence[str]) -> Walk | None:
    """The taps to this order of the asked seat, given in its keys, as somebody makes them who takes the
    longest step each time and puts right at once what was filled in otherwise; None where that leads
    nowhere. Where answers may come in any order, any order is the same."""
    goal = Draft(at, order)
    wanted = _answers(goal)
    draft, taps, screens = Draft(at), 0, [screen(_first(at))]
    while not (draft.complete and _sorted(_answers(draft)) == _sorted(wanted)):
        step = _change(draft, wanted) or _choice(draft, wanted)
        if step is None or taps > MOST_TAPS:
            return None
        taps, draft = taps + step[0], step[1]
        screens.append(screen(shown(draft)))
    return Walk(taps + 1, tuple(screens))


def wander(at: Situation, rng: Random) -> Walk:
    """An order of somebody who taps at random, at most three answers in a list."""
    draft, taps, screens = Draft(at), 0, [screen(_first(at))]
    while not draft.complete:
        panel = draft.now.panel()
        assert panel is not None
        control = rng.choice([one for one in panel.controls if isinstance(one, Menu) or not one.why_not])
        if isinstance(control, Menu):
            most = min(3, control.most)
            chosen = [option.key.split(JOINT) for option in rng.sample(control.options, rng.randint(1, most))]
            chosen = [chain for chain in chosen if chain[-1] != DONE] or chosen[:1]
            taps += 2 if control.most == 1 else len(chosen) + 2
        else:
            chosen, taps = [control.key.split(JOINT)], taps + 1
        draft = draft.tapped(*chosen)
        screens.append(screen(shown(draft)))
    return Walk(taps + 1, tuple(screens))


def check(found: Walk) -> None:
    """What holds on every way: ten buttons and lists a screen, nothing that commits before the last, and
    there one button, under the order in words with what follows."""
    for each in found.screens:
        assert each.usable <= SCREEN, each.text
    for each in found.screens[:-1]:
        assert each.green == (), each.text
        assert each.height <= TALLEST, each.text
    last = found.screens[-1]
    assert len(last.green) == 1
    assert last.green[0].startswith("Confirm")
    assert len(last.text.splitlines()) >= 3


def situation(rules: Rules[Any], step: Step[Any]) -> Situation:
    """A game in which somebody holds all seats."""
    holder = SimpleNamespace(user_id=1, level="")
    stored: Any = SimpleNamespace(
        id=1, notes=(), answered=(), seats=(), seat=lambda _: holder, seats_of=lambda _: ()
    )
    return Situation(stored, rules, step.game, step.live)


def _first(at: Situation) -> Answer:
    panel = at.panel()
    assert panel is not None
    return Answer(panel.question, panel)


def _answers(draft: Draft) -> Wishes:
    found: Wishes = defaultdict(list)
    for given in draft.given:
        found[given.ask.topic].append(given.key)
    return found


def _sorted(answers: Wishes) -> dict[tuple[str, str], list[str]]:
    return {topic: sorted(keys) for topic, keys in answers.items()}


def _choice(draft: Draft, wanted: Wishes) -> Tap | None:
    """The longest way on that the panel offers towards the answers that are wanted."""
    if draft.complete or draft.now.ask is None:
        return None
    for plain in (False, True):
        panel = draft.now.panel(plain=plain)
        assert panel is not None
        best: tuple[int, int, list[list[str]]] | None = None
        for control in panel.controls:
            offered = control.options if isinstance(control, Menu) else (control,) * (not control.why_not)
            fitting = [
                chain
                for option in offered
                if (chain := option.key.split(JOINT)) and _fits(draft, chain, wanted)
            ]
            if not fitting:
                continue
            several = isinstance(control, Menu) and control.most > 1 and DONE not in fitting[0]
            chosen = fitting[: control.most] if several and isinstance(control, Menu) else fitting[:1]
            cost = 1 if not isinstance(control, Menu) else 2 if control.most == 1 else len(chosen) + 2
            if best is None or len(chosen) * len(chosen[0]) > best[1]:
                best = cost, len(chosen) * len(chosen[0]), chosen
        if best is not None:
            return best[0] + plain, draft.tapped(*best[2])
        if not panel.rest:
            return None
    return None


def _fits(draft: Draft, chain: Sequence[str], wanted: Wishes) -> bool:
    """True where these keys answer as is wanted."""
    try:
        after = Draft(draft.base, (*draft.keys, *chain), forced=True)
    except NotAllowed:
        return False
    given: Wishes = defaultdict(list)
    for each in after.given:
        given[each.ask.topic].append(each.key)
    new = {each.ask.topic for each in after.given[len(draft.given) :]}
    return all(_within(given[topic], wanted.get(topic, [])) for topic in new)


def _within(given: Sequence[str], wanted: Sequence[str]) -> bool:
    """True where all that is given is wanted, and nothing is closed before all of it is given."""
    places = [key for key in given if key != DONE]
    if len(set(places)) < len(places) or not {*places} <= {*wanted}:
        return False
    return DONE not in given or (DONE in wanted and {*places} == {*wanted} - {DONE})


def _change(draft: Draft, wanted: Wishes) -> Tap | None:
    """What was filled in and is wanted otherwise: one by one, or all of it in another manner."""
    menu, wrong = changing.menu(draft), _wrong(draft, wanted)
    if menu is None or not wrong:
        return None
    for option in menu.options:
        if option.key.startswith(changing.MANNER):
            after = changing.applied(draft, option.key)
            if len(_wrong(after, wanted)) + 1 < len(wrong):
                return 2, after
    place, key = wrong[0]
    direct = any(option.key == f"{place} {key}" for option in menu.options)
    return 2 if direct else 4, draft.changed(place, key)


def _wrong(draft: Draft, wanted: Wishes) -> list[tuple[int, str]]:
    """Where in the draft something was filled in that is wanted otherwise, and how."""
    found = []
    for given in draft.given:
        right = [key for key in wanted.get(given.ask.topic, []) if key != given.key]
        same = [each.key for each in draft.given if each.ask.topic == given.ask.topic]
        if given.others and given.key not in wanted.get(given.ask.topic, []):
            instead = [key for key in right if key not in same and any(key == o.key for o in given.others)]
            if instead:
                found.append((given.place, instead[0]))
    return found
