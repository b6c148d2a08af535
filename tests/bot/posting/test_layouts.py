"""Screens stay within the limits of Discord and of a phone, whatever a game asks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

import render
from bot.posting import layouts
from bot.posting.buttons import make_button_view
from bot.posting.pictures import Drawing
from bot.replies.mark import Mark
from bot.replies.panel import SCREEN, Panel
from bot.replies.reply import ActionButton, Look, Reply
from bot.replies.text import add_number, write_clause
from bot.session.loaded_game import LoadedGame
from rules.asking import DONE
from rules.kernel import Option, begin, list_barred_options
from rules.loading.games import GAMES
from rules.orders.buttons.controls import FEW, Menu, Rest
from rules.words import say
from sandbox.limits import MAX_BYTES
from tests.bot.presses import find_all_actions
from tests.every_game.test_secrets import STORED
from tests.games.taj_mahal import table as taj_table
from tests.phrases import begins, phrase

MARK = Mark(10**9 - 1, 9999, 99999, "ffff")
BUTTON, SELECT = discord.ComponentType.button.value, discord.ComponentType.select.value
TEXT, GALLERY = discord.ComponentType.text_display.value, discord.ComponentType.media_gallery.value
BLUE, GREY, GREEN = 1, 2, 3
LABELS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=200)
OPTIONS = st.builds(
    Option, st.text("abcxyz-:~", min_size=1, max_size=150), LABELS, why_not=st.sampled_from(["", "no"])
)
MENUS = st.builds(
    Menu,
    LABELS,
    st.lists(OPTIONS, min_size=1, max_size=25, unique_by=lambda option: option.key).map(tuple),
    st.integers(1, 5),
)
CONTROLS = st.lists(st.one_of(OPTIONS, MENUS), max_size=7, unique_by=lambda one: getattr(one, "key", id(one)))


def items(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the buttons and lists of a message."""
    for component in components:
        yield from items(component.get("components", []))
        if component["type"] in (BUTTON, SELECT):
            yield component


def shown(view: discord.ui.LayoutView | discord.ui.View) -> list[dict[str, Any]]:
    """Return the components as they are sent."""
    components: list[dict[str, Any]] = view.to_components()
    return components


def usable(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [item for item in items(components) if not item.get("disabled")]


@given(CONTROLS, st.booleans(), st.sampled_from(("", "some", "steps")))
def test_any_panel_fits_a_message_and_a_screen(controls: list[Any], undo: bool, rest: Rest) -> None:
    panel = Panel(MARK, "?", tuple(controls), undo, rest, draft=True)
    view, _ = layouts.lay_out_answer(Reply("So far.", panel), None)
    components = shown(view)
    assert view.total_children_count <= 40
    for row in components:
        if row["type"] == discord.ComponentType.action_row.value:
            assert 1 <= len(row["components"]) <= 5
    assert len(usable(components)) <= SCREEN
    ids = [item["custom_id"] for item in items(components)]
    assert len(set(ids)) == len(ids)
    assert all(len(custom_id) <= 100 for custom_id in ids)
    assert all(custom_id.partition(":")[0] in find_all_actions() for custom_id in ids)
    for item in items(components):
        if item["type"] == BUTTON:
            assert len(item["label"]) <= 80
            continue
        values = [option["value"] for option in item["options"]]
        assert len(set(values)) == len(values) <= 25
        assert all(len(value) <= 100 for value in values)
        assert item["max_values"] <= len(values)
        assert len(item["placeholder"]) <= 150
        assert all(1 <= len(option["label"]) <= 100 for option in item["options"])


def test_the_question_stands_right_above_its_answers_and_the_tools_are_last() -> None:
    controls = (Option("a", "A"), Menu("Where?", (Option("b", "B"),)), Option("c", "C", why_not="no room"))
    view, _ = layouts.lay_out_answer(
        Reply("So far.", Panel(MARK, "What now?", controls, True, draft=True)), None
    )
    text, *rows = shown(view)
    assert text["content"].splitlines() == ["So far.", "What now?", phrase("barred", acts="C", why="no room")]
    found = [item for row in rows for item in row["components"]]
    assert [item.get("label", item.get("placeholder")) for item in found] == [
        "A", "Where?", "C", phrase("button.undo"), phrase("button.look"),
    ]  # fmt: skip
    assert [item.get("style") for item in found] == [GREY, None, GREY, GREY, GREY]
    assert [bool(item.get("disabled")) for item in found] == [False, False, True, False, False]


def test_a_picture_with_numbers_stands_between_its_question_and_the_answers() -> None:
    """It came first. A long text below it moved it off the screen."""
    image = render.Picture(b"", "The supply.", 1080, 500)
    takes = Option("a", "A", says="fits any colour", at=("supply", "a"))
    panel = Panel(MARK, "Take which card?", (takes, Option("b", "B")), picture="supply")
    for numbered, kinds in ((panel, [TEXT, GALLERY, TEXT]), (replace(panel, picture=""), [GALLERY, TEXT])):
        view, _ = layouts.lay_out_answer(Reply("So far: Withdraw.", numbered), Drawing(image))
        parts = shown(view)[: len(kinds)]
        assert [each["type"] for each in parts] == kinds
        assert parts[-1]["content"].endswith(panel.clauses)
        assert panel.question in parts[kinds.index(TEXT)]["content"]


def test_what_all_tools_are_behind_is_on_every_screen() -> None:
    """That holds for any number of other buttons."""
    controls = tuple(Option(key, key) for key in "abcdefg")
    panel = Panel(MARK, "What now?", controls, True, draft=True)
    buttons = tuple(ActionButton("since", str(number), "More") for number in range(9))
    for view, _ in (
        layouts.lay_out_answer(Reply("", panel, buttons=buttons), None),
        layouts.lay_out_post("", "", {}, panel, buttons),
    ):
        assert [item["label"] for item in items(shown(view))][-1] == phrase("button.look")
        assert len(usable(shown(view))) <= SCREEN


def test_the_hint_stays_under_every_question_that_has_room_for_two_tools() -> None:
    """It was missing under long questions, because other tools came before it."""
    hint, plan = ActionButton("counsel", "1", "Hint"), ActionButton("ahead", "1", "Plan", "main")
    others = (plan, *(ActionButton("since", str(number), "Since") for number in range(3)), hint)
    for n in range(SCREEN - 1):
        controls = tuple(Option(str(key), str(key)) for key in range(n))
        panel = Panel(MARK, "What now?", controls, True, draft=True)
        view, _ = layouts.lay_out_post("", "", {}, panel, others)
        found = usable(shown(view))
        assert "Hint" in [item.get("label") for item in found]
        assert len(found) <= SCREEN


def test_undo_says_when_it_takes_back_an_order_that_was_played() -> None:
    for draft, key in ((True, "button.undo"), (False, "button.undo_played")):
        panel = Panel(MARK, "What now?", (Option("a", "A"),), undo=True, draft=draft)
        view, _ = layouts.lay_out_answer(Reply("", panel), None)
        assert phrase(key) in [item["label"] for item in items(shown(view))]


@pytest.mark.parametrize("undo", [True, False])
def test_a_post_has_undo_if_the_asked_player_can_undo_their_last_order(undo: bool) -> None:
    """The button was only in the private question, which nobody opens whose answers are in the post."""
    panel = Panel(MARK, "What now?", (Option("a", "A"), Option("b", "B")), undo)
    view, _ = layouts.lay_out_post("", "", {}, panel)
    assert (phrase("button.undo_played") in [item["label"] for item in items(shown(view))]) == undo


def test_what_would_do_nothing_is_grey() -> None:
    controls = (Option("a", "A"), Option("b", "B (does nothing)", idle=True))
    panel = Panel(MARK, "What now?", controls, draft=True, main="a")
    view, _ = layouts.lay_out_answer(Reply("", panel), None)
    assert [item["style"] for item in items(shown(view)) if item["label"] in "A, B (does nothing)"] == [
        BLUE,
        GREY,
    ]


def test_a_post_without_a_likely_answer_has_a_blue_button_that_explains_the_answers() -> None:
    controls = (Option("a", "A"), Option("b", "B"))
    for main, blue in (("", phrase("button.legal")), ("a", "A")):
        view, _ = layouts.lay_out_post("", "", {}, Panel(MARK, "What now?", controls, main=main))
        assert [item["label"] for item in items(shown(view)) if item.get("style") == BLUE] == [blue]


def test_a_post_whose_lists_say_what_their_entries_bring_has_no_blue_button() -> None:
    lists = Menu("March", (Option("a", "A", says="to score 2"), Option("b", "B", says="to score 1")))
    view, _ = layouts.lay_out_post("", "", {}, Panel(MARK, "What now?", (lists, Option(DONE, "Done"))))
    assert [item["label"] for item in items(shown(view)) if item.get("style") == BLUE] == []


def test_the_first_that_commits_keeps_its_colour_and_all_others_are_grey() -> None:
    looks: list[Look] = ["main", "plain", "good", "main", "good"]
    made = make_button_view([ActionButton("v", str(n), str(n), look) for n, look in enumerate(looks)])
    assert [item["style"] for item in items(shown(made))] == [GREY, GREY, GREEN, GREY, GREY]
    off = [ActionButton("v", "0", "0", "main", off=True), ActionButton("v", "1", "1", "main")]
    assert [item["style"] for item in items(shown(make_button_view(off)))] == [GREY, BLUE]


def test_what_is_barred_says_why_in_a_clause() -> None:
    why = "2.3.3: one seat a card does that"
    alike = [Option(key, key, why_not=why, refused=say(why, n=1)) for key in ("A", "B")]
    long = Option("c", "C", why_not=f"PA-16: {'far ' * 40}")
    panel = Panel(MARK, "What now?", (*alike, long, Option("d", "D")))
    assert panel.barred == phrase("barred", acts="A, B", why="one seat a card does that (rule 2.3.3)")
    view, _ = layouts.lay_out_post("Story.", "What now?", {}, panel)
    assert shown(view)[1]["content"].endswith(panel.barred)
    assert [item["label"] for item in items(shown(view))] == [
        "C",
        "D",
        phrase("button.legal"),
        phrase("button.look"),
    ], "no button for A and B"


def test_what_would_do_nothing_says_why_beside_it() -> None:
    why = "3.1: each space costs 1 Resource, and you have none"
    idle = [Option(key, f"{key} (does nothing)", idle=True, why_idle=why) for key in ("A", "B")]
    panel = Panel(MARK, "What now?", (*idle, Option("d", "D"), Menu("Where?", (idle[0],))))
    said = phrase("idle", acts="A, B", why="each space costs 1 Resource, and you have none (rule 3.1)")
    assert panel.barred == said
    view, _ = layouts.lay_out_post("Story.", "What now?", {}, panel)
    assert shown(view)[1]["content"].endswith(said)
    assert [item["label"] for item in items(shown(view)) if "label" in item][:3] == [
        "A (does nothing)",
        "B (does nothing)",
        "D",
    ], "they may be chosen"
    [menu] = [item for item in items(shown(view)) if "options" in item]
    assert begins(menu["options"][0]["description"], "idle.line")


def test_only_what_confirms_is_green() -> None:
    last = Panel(MARK, "", (), True, draft=True, confirm="Confirm: Pass", signature="0123456789ab")
    view, _ = layouts.lay_out_answer(Reply("This is your order.", last), None)
    green = [item for item in items(shown(view)) if item["style"] == GREEN]
    assert [item["label"] for item in green] == ["Confirm: Pass"]
    assert green[0]["custom_id"].endswith(":0123456789ab")


@pytest.mark.parametrize("count", [1, FEW, 25])
def test_what_a_label_says_beside_its_answer_stands_under_it(count: int) -> None:
    menu = Menu("Where?", tuple(Option(f"key-{n}", f"Place {n} (worth {n})") for n in range(count)))
    view, _ = layouts.lay_out_answer(Reply("", Panel(MARK, "?", (menu,))), None)
    [item] = [item for item in items(shown(view)) if item["type"] == SELECT]
    assert [(o["label"], o["description"]) for o in item["options"]] == [
        (f"Place {n}", f"worth {n}") for n in range(count)
    ]


def test_buttons_stand_side_by_side_as_far_as_a_phone_has_room() -> None:
    options = tuple(Option(f"key-{n}", label) for n, label in enumerate(["Yes", "No", "x" * 45, "y" * 70]))
    rows = layouts.make_answer_rows(Panel(MARK, "?", options))
    assert [len(row) for row in rows] == [2, 1, 1]


def test_a_closed_list_leaves_out_what_the_question_above_says() -> None:
    label = "Shaded: Kampili Shelters a Rebel: choose Karnataka or Maharashtra"
    panel = Panel(MARK, "Kampili Shelters a Rebel: which side?", (Menu(label, (Option("a", "A"),)),))
    view, _ = layouts.lay_out_answer(Reply("", panel), None)
    [item] = [item for item in items(shown(view)) if item["type"] == SELECT]
    assert item["placeholder"] == "Shaded: choose Karnataka or Maharashtra"


@pytest.mark.parametrize("confirm", ["", "Confirm"])
def test_all_changes_of_filled_in_answers_are_in_one_list(confirm: str) -> None:
    change = Menu("Change", (Option("~along", "Governors too"), Option("3 malwa", "Malwa")))
    panel = Panel(MARK, "Which Decree?", (), draft=True, change=change, confirm=confirm, signature="s")
    view, _ = layouts.lay_out_answer(Reply("", panel), None)
    [menu] = [each for each in items(shown(view)) if each["type"] == SELECT]
    assert len(menu["options"]) == len(change.options)


def test_a_closed_list_goes_on_asking_something() -> None:
    """The text after the last colon may be the end of a report, and no question for a title."""
    label = "Spend Cavalry? Your dice: 3 2 6 4. Against you, the Sultanate: 6 4."
    view, _ = layouts.lay_out_answer(Reply("", Panel(MARK, label, (Menu(label, (Option("a", "A"),)),))), None)
    [item] = [item for item in items(shown(view)) if item["type"] == SELECT]
    assert item["placeholder"] == "Spend Cavalry?"


def test_answers_are_numbered_beside_the_picture_that_has_their_numbers_alone() -> None:
    cards = (Option("red", "Red", at=("hand", "red")), Option("green", "Green", at=("hand", "green")))
    panel = Panel(MARK, "Which card?", cards, picture="hand")
    for answer, labels in (
        (Reply("", panel), ["1. Red", "2. Green"]),
        (Reply("", panel, view=cast(Any, object())), ["Red", "Green"]),
    ):
        view, _ = layouts.lay_out_answer(answer, None)
        buttons = [item["label"] for item in items(shown(view)) if item["type"] == BUTTON]
        assert buttons[:2] == labels


@pytest.mark.parametrize(
    ("question", "placeholder"),
    [
        ("**Red** – where do you march from Hellespontine Phrygia?", phrase("list.choose")),
        ("**Red** – What do you do?", "Where do you march from Hellespontine Phrygia?"),
    ],
)
def test_a_closed_list_that_a_phone_would_cut_does_not_repeat_the_question(
    question: str, placeholder: str
) -> None:
    menu = Menu("Where do you march from Hellespontine Phrygia?", (Option("a", "A"),))
    view, _ = layouts.lay_out_answer(Reply("", Panel(MARK, question, (menu,))), None)
    [item] = [item for item in items(shown(view)) if item["type"] == SELECT]
    assert item["placeholder"] == placeholder


def test_a_closed_list_asks_no_more_than_the_question_above() -> None:
    label = "Which one, and where to? Leaping over a Goat captures it."
    panel = Panel(MARK, f"The Tigers move: {label}", (Menu(label, (Option("a", "A"),)),))
    view, _ = layouts.lay_out_answer(Reply("", panel), None)
    [item] = [item for item in items(shown(view)) if item["type"] == SELECT]
    assert item["placeholder"] == "Which one, and where to?"


def test_a_place_in_two_lists_has_one_number() -> None:
    march, build = (
        Menu(act, tuple(Option(f"{act} {place}", place, at=("map", place)) for place in places))
        for act, places in (("march", ("delhi", "sindh")), ("build", ("sindh", "malwa")))
    )
    panel = Panel(MARK, "Which Command?", (march, build, Option("pass", "Pass")), picture="map")
    assert panel.marks == ("delhi", "sindh", "malwa")
    assert panel.numbers == {"march delhi": 1, "march sindh": 2, "build sindh": 2, "build malwa": 3}


@pytest.mark.parametrize(("picture", "opening"), [("board", ("1–2: ", "3–4: ")), ("", ("", ""))])
def test_lists_of_numbered_places_say_their_numbers(picture: str, opening: tuple[str, str]) -> None:
    options = [Option(f"key-{n}", f"Place {n}", at=("board", f"key-{n}")) for n in range(1, 5)]
    lists = (Menu("One … two", tuple(options[:2])), Menu("Three … four", tuple(options[2:])))
    panel = Panel(MARK, "Which province?", lists, picture=picture)
    view, _ = layouts.lay_out_answer(Reply("", panel), None)
    told = [item["placeholder"] for item in items(shown(view)) if item["type"] == SELECT]
    assert told == [f"{opening[0]}One … two", f"{opening[1]}Three … four"]


@pytest.mark.parametrize("letter", ["a", "é", "म", "𑀫"])
def test_texts_have_fewer_bytes_than_discord_fails_on(letter: str) -> None:
    """Discord answers 500 if the texts, with 12 bytes more for each, exceed some 10,170 bytes."""
    view = layouts.make_layout(letter * 4000, (), letter * 4000)
    texts = [item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay)]
    assert sum(len(text.encode()) + 12 for text in texts) <= MAX_BYTES
    assert [text[-1] for text in texts] == ["…", "…"]


def test_a_question_with_one_legal_answer_says_why_the_other_answers_are_illegal() -> None:
    """A list leaves out what is illegal, so a card that can't be played would have no reason."""
    rules = GAMES["taj_mahal"]
    maroon = {"hand": ["red-ev", "green-ee"], "table": ["yellow-eg"]}
    step = begin(rules, rules.dump(taj_table.place(players={"maroon": maroon})), "seed")
    at = LoadedGame(replace(STORED, game=rules.KEY), rules, step.game, step.live)
    assert at.ask is not None
    assert len(at.ask.menu()) == 1
    [why] = {write_clause(option.why_not) for option in list_barred_options(rules, at.ask)}
    panel = at.build_panel()
    assert panel is not None
    assert phrase("asked.only", why=why) in panel.question.split("\n")


@pytest.mark.parametrize(
    ("number", "label", "written"),
    [
        (1, "Delhi", "1. Delhi"),
        (1, "2 Troops in Delhi", "1: 2 Troops in Delhi"),
        (11, "2B-3C", "11: 2B-3C"),  # some fonts have no circle with 11
    ],
)
def test_no_number_of_an_answer_stands_beside_a_count(number: int, label: str, written: str) -> None:
    """ "1. 2 Troops in Delhi" can be misread."""
    assert add_number(number, label) == written
