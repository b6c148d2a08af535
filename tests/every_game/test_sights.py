"""Each question about places, cards, tiles, dice or pieces has a picture, large enough for a phone.

It numbers the answers as the lists do.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import render
from bot.orders.draft import Draft
from bot.orders.preview import write_preview
from bot.people.preferences import Preferences
from bot.posting.layouts import lay_out_answer
from bot.posting.pictures import number_options
from bot.posting.private_images import draw_reply
from bot.replies.panel import Panel
from bot.replies.reply import Reply
from bot.replies.text import add_number
from bot.session.loaded_game import LoadedGame
from render.games import PAINTERS
from render.kit import canvas, numbers
from render.kit.canvas import Sheet
from render.kit.shapes import Rect, Spot
from render.kit.texts import ALT
from render.kit.written import Written, read_pieces, read_texts
from render.worker import Aid, Job, draw
from rules.asking import DONE, PASS
from rules.chance import Roll
from rules.kernel import Ask, Game, Option, Rules, Step, load_start, resume
from rules.loading.games import GAMES
from rules.orders.buttons.controls import Menu
from rules.orders.buttons.lookahead import JOINT, find_sight
from rules.successors.fighting.sea_battle import SeaStakes
from rules.vijayanagara.board import SPACES
from rules.words import say
from tests.bot.posting.test_layouts import GREY, items, shown
from tests.every_game.tables import tables
from tests.every_game.test_painter import views
from tests.every_game.test_secrets import STORED
from tests.every_game.tiers import PLAYABLE, complete_game, every_game
from tests.games.successors import table as successors_table
from tests.kernel.play import random_steps
from tests.legible import LEAST, PHONE
from tests.phrases import phrase
from tests.turns.walking import situation

# Questions that are about no place, card, tile, die or piece that a picture shows, and those whose answers
# are acts: their lists have the picture of the places that they lead to.
PLAIN = {
    "vijayanagara": {
        "command", "mongol-command", "free-command", "free-decree", "decree", "attack-order", "buy-shift",
        "gifts", "gain", "challenger", "fewer", "commands", "influence", "eligible", "free",
    },
    "taj_mahal": set[str](),
    "rajas_of_the_ganges": {"placement", "square", "turn"},  # their own picture has the numbers in it
    "successors": {"purchase", "dawn", "truce", "sail-fleets", "pay"},
    "aadu_huli": {"side"},
}  # fmt: skip
NUMBERED = re.compile(r"(\d+)\. ")
RED = 4  # Discord's number of the colour
FIGHTS = (
    "attack-in",
    "attack-with",
    "battles",
    "sea-fight",
)  # kinds of questions whose answers begin a battle
BATTLES = 3  # previews of battles that are looked at in each game
CROWDED = Path(__file__).parents[2] / "docs/positions/successors-march.yaml"
MANY_LINES = 14  # more than a phone's screen has room for beside a picture
LOOKS = 1  # questions of a kind that are looked at


@cache
def positions(key: str) -> tuple[Game, ...]:
    """Return the first questions of each kind in the random games."""
    found: dict[str, list[Game]] = {}
    for table in tables(PLAYABLE[key])[:2]:
        for turn in table.turns():
            start = replace(load_start(table.rules, turn), log=())
            live = resume(table.rules, start)
            for place, entry in enumerate((*turn.log, None)):
                if isinstance(live.pending, Ask) and len(found.setdefault(live.pending.kind, [])) < LOOKS:
                    found[live.pending.kind].append(replace(start, log=turn.log[:place]))
                if entry is not None:
                    live.enter(entry.seat, entry.key)
    return tuple(game for games in found.values() for game in games)


def panels(rules: Rules) -> Iterator[tuple[Ask, Panel]]:
    """Yield the questions as the asked seat reads them in private."""
    for game in positions(rules.KEY):
        at = LoadedGame(replace(STORED, game=rules.KEY), rules, game, resume(rules, game))
        assert at.ask is not None
        if (panel := at.build_panel()) is not None:
            yield at.ask, panel


def list_texts(job: Job) -> tuple[Written, ...]:
    """Return the texts in the picture of a question."""
    assert not isinstance(job.view, Aid)
    kind = PAINTERS[job.view.game].kinds[job.kind or ""]
    if kind.part is not None:
        return read_texts(kind.part(job.view, job.marks, job.highlight, job.theme, job.most))
    if kind.number is not None:
        return read_texts(kind.number(job.view, job.marks, job.theme))
    return read_texts(kind.draw(job.view, None, job.theme))


def list_labels(panel: Panel) -> list[str]:
    """Return the labels of all buttons and list entries under a question."""
    view, _ = lay_out_answer(Reply("", panel), None)
    found = items(shown(view))
    return [each["label"] for item in found for each in (item.get("options") or [item])]


def _is_apart(one: Rect, other: Rect) -> bool:
    """Return whether two boxes have no common point."""
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@complete_game
def test_each_question_about_things_has_its_picture(rules: Rules) -> None:
    bare = {ask.kind for ask, panel in panels(rules) if not panel.picture and len(panel.options) > 1}
    assert bare <= PLAIN.get(rules.KEY, set())


def test_the_only_place_of_an_act_has_its_number_in_the_picture() -> None:
    """ "Attack: Punjab" is one button, because there is no other place. It had no map."""
    rules, found = GAMES["vijayanagara"], set[str]()
    for step in random_steps(rules, 1):
        ask = step.live.pending
        if not isinstance(ask, Ask) or ask.kind not in ("mongol-command", "free-command", "decree"):
            continue
        panel = situation(rules, step).build_panel()
        assert panel is not None
        for button in panel.controls:
            act, _, place = ("", "", "") if isinstance(button, Menu) else button.label.partition(": ")
            if spaces := [space for space in SPACES if place.startswith(rules.name(space))]:
                assert isinstance(button, Option)
                assert (panel.picture, button.at) == ("map", ("map", spaces[0])), act
                found.add(ask.kind)
    assert len(found) == 3


@every_game
def test_pictures_number_the_answers_as_the_lists_do(rules: Rules) -> None:
    smallest: dict[str, float] = {}
    for ask, panel in panels(rules):
        if not panel.picture:
            continue
        assert panel.drawn is not None
        job = number_options(panel)
        assert job is not None
        picture, texts = draw(job), list_texts(job)
        assert 0 < len(picture.alt) <= ALT
        labels = list_labels(panel)
        for key, number in panel.numbers.items():
            starts = [label.startswith((f"{number}. ", add_number(number, "0")[:-1])) for label in labels]
            assert not any(starts) if panel.names_have_numbers else any(starts), (ask.kind, key)
            named, mark = next((each.label, each.at[1]) for each in panel.options if each.key == key)
            assert not panel.names_have_numbers or str(number) in named.split(), (
                "the name of the city has the number"
            )
            if places := rules.EXTRAS.numbered.get(panel.marked or panel.picture):
                assert number == places.index(mark) + 1, "a place has one number in all questions"
            sight = find_sight(rules, ask)
            if sight is not None and sight.number is not None:
                assert number == sight.number(sight.at(key.rpartition(JOINT)[2])), "a city has one number"
        for number in set(panel.numbers.values()):
            found = [text.tall * PHONE / picture.width for text in texts if text.text == str(number)]
            assert found, (ask.kind, number)
            smallest[panel.picture] = min(smallest.get(panel.picture, 99), max(found))
    assert all(tall >= LEAST for tall in smallest.values()), smallest


@every_game
def test_no_number_hides_a_piece_or_a_text(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither what is at its own place, nor what is beside it."""
    found, hidden = note_hidden(monkeypatch), dict[str, list[tuple[str, object]]]()
    for ask, panel in panels(rules):
        if panel.picture and (job := number_options(panel)) is not None:
            draw(job)
        if found:
            hidden[ask.kind], found[:] = found[:], []
    assert hidden == {}


@pytest.mark.parametrize(("seat", "march"), [("green", "MAC"), ("red", "CIL"), ("blue", "MES")])
def test_no_number_hides_a_unit_where_provinces_are_crowded(
    monkeypatch: pytest.MonkeyPatch, seat: str, march: str
) -> None:
    """If there is no room at a province, its number is farther away, but at no other province."""
    rules, found = GAMES["successors"], note_hidden(monkeypatch)
    crowded = CROWDED.read_text(encoding="utf-8").replace("seat: green", f"seat: {seat}")
    game = Game(f"{0:032x}", 1, rules.dump(rules.load(crowded)))
    at = LoadedGame(replace(STORED, game=rules.KEY), rules, game, resume(rules, game))
    panel = Draft(at, [f"march-{march}"], fills=False).build_panel()
    assert panel is not None
    job = number_options(panel)
    assert job is not None
    draw(job)
    assert found == []


def note_hidden(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, object]]:
    """Return a list that gets each number that hides something in pictures from now on, and what it hides."""
    found, plain = list[tuple[str, object]](), numbers.draw_number

    def note(
        sheet: Sheet, middle: Spot, which: str, size: int = 44, *colours: str, pointed: bool = False
    ) -> None:
        box = numbers.plate(middle, which, size)
        found.extend((which, each) for each in read_pieces(sheet.image) if not _is_apart(box, each))
        found.extend((which, each.text) for each in read_texts(sheet.image) if _crosses(box, each.box))
        plain(sheet, middle, which, size, *colours, pointed=pointed)

    for module in [each for name, each in sys.modules.items() if name.startswith("render.")]:
        if getattr(module, "draw_number", None) is plain:
            monkeypatch.setattr(module, "draw_number", note)
    return found


def _crosses(one: Rect, other: Rect) -> bool:
    """Return whether two boxes overlap by more than the soft edge of a letter."""
    inner = other[0] + 2, other[1] + 2, other[2] - 2, other[3] - 2
    return not _is_apart(one, inner)


@every_game
def test_a_picture_with_numbers_is_legible_below_any_text(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The picture of "/do ?" was 326 pixels wide on a phone, and the board in it a third of that."""
    narrow, widened, asked = dict[str, float](), canvas.widen, ""

    def record(picture: canvas.Drawn, wide: int) -> canvas.Drawn:
        narrow[asked] = picture.width / wide
        return widened(picture, wide)

    monkeypatch.setattr(canvas, "widen", record)
    seen = 0
    for ask, panel in panels(rules):
        asked, job = ask.kind, draw_reply(Reply("a\n" * MANY_LINES, panel.legal), Preferences())
        # a map shows less land instead
        if isinstance(job, Job) and PAINTERS[rules.KEY].kinds[job.kind or ""].part is None:
            draw(job)
            seen += 1
    assert seen or rules.KEY not in ("taj_mahal", "rajas_of_the_ganges")
    assert {kind: n for kind, n in narrow.items() if n < render.NARROWEST} == {}


@every_game
def test_numbers_rise_in_each_list_and_stand_only_where_a_picture_has_them(rules: Rules) -> None:
    for game in positions(rules.KEY):
        at = LoadedGame(replace(STORED, game=rules.KEY), rules, game, resume(rules, game))
        for panel in (at.build_panel(), at.build_public_panel()):
            if panel is None:
                continue
            view, _ = lay_out_answer(Reply("", panel), None)
            for item in items(shown(view)):
                labels = [option["label"] for option in item.get("options", ())]
                numbers = [int(found[1]) for label in labels if (found := NUMBERED.match(label))]
                assert numbers == sorted(numbers), labels
                assert not numbers or number_options(panel) is not None


@every_game
def test_one_button_at_most_has_a_colour_and_it_ends_nothing_if_anything_goes_on(rules: Rules) -> None:
    for ask, panel in panels(rules):
        view, _ = lay_out_answer(Reply("", panel), None)
        looks = {item["label"]: item["style"] for item in items(shown(view)) if "style" in item}
        coloured = [label for label, look in looks.items() if look != GREY]
        assert len(coloured) <= 1, ask.kind
        assert phrase("button.look") not in coloured, "it leads away from the answers"
        assert RED not in looks.values()
        buttons = [each for each in panel.controls if isinstance(each, Option) and not each.why_not]
        onward = [each.key for each in buttons if each.key not in (DONE, PASS, *ask.presentation.ends)]
        if ask.final and len(buttons) > 1:  # it spends something for good, so no button advises it
            assert panel.main in ("", ask.presentation.usual), ask.kind
            continue
        if panel.main != ask.presentation.usual or not panel.main:
            assert panel.main in ("", *onward) or not onward, ask.kind
            assert not panel.main or len(onward) <= 1, f"nobody says that most people want it: {ask.kind}"
            assert (
                panel.main
                or len(onward) != 1
                or len(panel.controls) > len(buttons)
                or any(each.idle for each in buttons)
            )


@pytest.mark.parametrize("key", ["vijayanagara", "successors"])
def test_the_preview_of_a_battle_shows_the_map_cut_to_it(key: str) -> None:
    """It shows the place and the place that Units join from, larger than on the whole map."""
    rules, looked = GAMES[key], 0
    whole = read_texts(PAINTERS[key].draw(next(views(rules)), frozenset(), "phone", "day"))
    for step in (step for seed in range(3) for step in random_steps(rules, seed)):
        at = situation(rules, step)
        if looked == BATTLES:
            break
        if at.ask is None or at.ask.kind not in FIGHTS:
            continue
        draft = Draft(at, [next(iter(at.ask.menu()))], fills=True)
        roll = draft.now.live.pending
        if (
            not draft.complete
            or not isinstance(roll, Roll)
            or (sight := rules.EXTRAS.rolled_for(roll)) is None
        ):
            continue
        preview = write_preview(draft)
        job = draw_reply(preview, Preferences())
        assert isinstance(job, Job)
        assert (job.kind, job.highlight) == (sight.kind, frozenset(sight.around))
        assert job.highlight
        assert rules.EXTRAS.prose.forecast(draft.now.live.state, draft.seat, roll), "the odds are below it"
        assert len(list_texts(job)) < len(whole)
        looked += 1
    assert looked


def test_a_preview_of_a_retreat_shows_the_retreat_and_not_the_next_battle() -> None:
    """The dice that follow belong to a battle of two other seats."""
    rules, leaders = GAMES["successors"], {"red": "EGY", "blue": "THR", "green": "THR", "yellow": "THE"}
    units = {"SYR": {"red": "1c", "blue": "1i"}, "MED": {"red": "1c", "green": "1i"}}
    table = successors_table.step("combat", units, leaders=leaders).play("fight-SYR-blue", "fight-MED-green")
    table.dice("1").dice("11")
    at = situation(rules, Step(table.game, resume(rules, table.game), ()))
    draft = Draft(at, ["retreat-PHO"], fills=True)
    assert draft.complete
    roll = draft.now.live.pending
    assert isinstance(roll, Roll)
    preview = write_preview(draft)
    job = draw_reply(preview, Preferences())
    assert isinstance(job, Job)
    assert "MED" not in job.highlight
    assert preview.before is not None
    assert preview.panel is not None
    assert preview.panel.confirm != phrase("button.roll")


def test_a_question_in_a_battle_shows_the_last_throw() -> None:
    rules, kind = GAMES["successors"], PAINTERS["successors"].kinds["part"]
    assert kind.part is not None
    steps = (step for seed in range(3, 9) for step in random_steps(rules, seed))
    views: Iterator[Any] = (step.live.state for step in steps if isinstance(step.live.pending, Ask))
    thrown = next(state for state in views if state.fighting and state.fights)
    view: Any = rules.view(thrown, None)
    last = thrown.fights[-1]
    around = frozenset({last.place})
    with_dice, without = (
        kind.part(each, (), around, "day", None) for each in (view, replace(view, fighting=False))
    )
    assert with_dice.height > without.height
    assert len(read_texts(with_dice)) > len(read_texts(without))


def test_a_battle_at_sea_has_its_place_on_the_map() -> None:
    rules = GAMES["successors"]
    roll = Roll(3, say("Sea battle"), SeaStakes("AEG", 1, 2, "red", "blue"), "sea-battle")
    sight = rules.EXTRAS.rolled_for(roll)
    assert sight is not None
    assert sight.around == ("AEG",)
    assert rules.EXTRAS.prose.forecast(rules.setup(rules.Options()), "red", roll)


@every_game
def test_moves_in_a_post_are_numbered_on_its_picture(rules: Rules) -> None:
    """The board prints the names of its places, but nothing at a way from one place to another."""
    for step in random_steps(rules, 120):
        at = situation(rules, step)
        panel = at.build_public_panel()
        if panel is None or panel.own or panel.drawn is not None:
            continue
        places = {*PAINTERS[rules.KEY].spaces(at.view(None))}
        for _, mark in (each.at for each in panel.options):
            assert len(places & {*re.split("[-x]", mark)}) < 2, mark
