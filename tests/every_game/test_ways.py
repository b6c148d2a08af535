"""A panel shows every question on one screen, and everything that it offers is legal."""

from __future__ import annotations

import json
from collections import defaultdict
from random import Random

from bot.replies.panel import ROOM
from rules.asking import DONE, PASS
from rules.kernel import Ask, Game, Rules, resume, settle, submit
from rules.lessons.attempt import Attempt
from rules.lessons.lesson import read_course
from rules.loading.games import GAMES
from rules.orders.buttons.controls import LONGEST, Menu, count_usable, find_ways, list_singly
from rules.orders.buttons.lookahead import JOINT
from rules.orders.questions import make_question
from tests.every_game.tables import tables
from tests.every_game.tiers import every_game
from tests.kernel.play import random_steps

LOOKS = 60  # at questions of a random game


@every_game
def test_ways_can_be_gone_and_read(rules: Rules) -> None:
    steps = [
        step
        for table in tables(rules)
        for step in random_steps(rules, 5, **table.options)
        if isinstance(step.live.pending, Ask)
    ]
    for step in Random(1).sample(steps, min(LOOKS, len(steps))):
        ask = step.live.pending
        assert isinstance(ask, Ask)
        legal = [option.key for option in make_question(rules, ask).legal]
        for plain in (False, True):
            found = find_ways(rules, step.game, ROOM, plain=plain)
            assert count_usable(found.controls) <= ROOM
            for control in found.controls:
                if isinstance(control, Menu):
                    labels = [option.label for option in control.options]
                    assert 1 <= len(labels) <= LONGEST
                    assert len(set(labels)) == len(labels), labels
                    listed = {option.key for option in list_singly(control)}
                    assert listed.isdisjoint((DONE, PASS, *ask.presentation.ends)), "ends are buttons"
            keys = [option.key for option in found.offered]
            assert len(set(keys)) == len(keys)
            firsts = {key.split(JOINT)[0] for key in keys}
            assert firsts <= set(legal)
            # of a mix of kinds any may be named first: it is offered once, under one of its names
            shown = ask.presentation
            parts = {part for key in keys for each in key.split(JOINT) for part in shown.parts(each)}
            named = {part for key in legal for part in shown.parts(key)}
            assert found.rest or named <= parts, "nothing that is legal is lost"
            assert not (plain and found.rest)
            for key in Random(2).sample(keys, min(12, len(keys))):
                submit(rules, step.game, ask.seat, key.split(JOINT))
                live = resume(rules, step.game)
                for number, part in enumerate(key.split(JOINT)):
                    asked = live.pending
                    assert isinstance(asked, Ask)
                    assert not number or not asked.presentation.alone or asked.forced, keys
                    live.enter(ask.seat, part)


@every_game
def test_two_questions_never_share_a_screen(rules: Rules) -> None:
    """Each control answers the open question. What closes it is a button, and answers no other question."""
    for step in random_steps(rules, 7):
        if not isinstance(step.live.pending, Ask):
            continue
        for control in find_ways(rules, step.game, ROOM).controls:
            chains = [
                option.key.split(JOINT)
                for option in (list_singly(control) if isinstance(control, Menu) else [control])
            ]
            assert all(first != DONE or {*later} <= {DONE} for first, *later in chains), control.label
            assert not (isinstance(control, Menu) and [DONE] in chains), control.label


def test_many_cards_are_chosen_by_their_colour() -> None:
    """If there are more cards than buttons, a colour is a list. A single card and withdrawing are buttons."""
    rules = GAMES["taj_mahal"]
    dealt = settle(rules, Game("seed", 1, rules.dump(rules.setup(rules.Options()))))
    position = json.loads(dealt.game.start)
    hand = "red-em red-ep red-vc yellow-ep green-em green-ep green-vc violet-eg violet-ec".split()
    for player in position["players"].values():
        player["hand"] = {}
    position["players"][position["mover"]]["hand"] = dict.fromkeys(hand, 1)
    many = settle(rules, Game("seed", 1, json.dumps(position))).game
    controls = find_ways(rules, many, ROOM).controls
    menus = [control for control in controls if isinstance(control, Menu)]
    colours = [[option.key.partition("-")[0] for option in menu.options] for menu in menus]
    assert colours == [["red"] * 3, ["green"] * 3, ["violet"] * 2]
    assert [control.key for control in controls if not isinstance(control, Menu)] == ["yellow-ep", "withdraw"]


def test_so_many_of_one_thing_stand_in_one_list() -> None:
    """Seven Levies and the other purchases are two lists, and no list splits the Infantry."""
    rules = GAMES["successors"]
    attempt = Attempt(rules, read_course(rules)["buy"])
    menus = [
        control for control in find_ways(rules, attempt.game, ROOM).controls if isinstance(control, Menu)
    ]
    kinds = [{option.key.partition("-")[2] for option in menu.options} for menu in menus]
    assert kinds == [{"l"}, {"i", "c", "f", ""}]
    assert menus[0].label == "7 Levies … 1 Levy"


@every_game
def test_an_act_always_has_the_same_slot(rules: Rules) -> None:
    """A question's answers always have the same order in a game, whatever is refused."""
    slots: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for step in random_steps(rules, 5):
        ask = step.live.pending
        if not isinstance(ask, Ask) or ask.presentation.form != "act":
            continue
        seen = [key for key in ask.menu.slots() if key != DONE]
        known = slots[ask.seat, ask.kind, ask.about]
        if known and set(known) == set(seen):
            assert seen == known
        slots[ask.seat, ask.kind, ask.about] = seen
        controls = find_ways(rules, step.game, ROOM).controls
        acts = [
            (list_singly(control)[0] if isinstance(control, Menu) else control).key.split(JOINT)[0]
            for control in controls
        ]
        assert [key for key in acts if key in seen] == seen, "none is left out"
        buttons = [control.key for control in controls if not isinstance(control, Menu)]
        assert len(set(buttons)) == len(buttons), "Discord refuses a message with two buttons of one id"
