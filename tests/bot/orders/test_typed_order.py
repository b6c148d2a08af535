"""A typed order is parsed only once."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.language.typed_line import split_line
from bot.orders.draft import Draft
from bot.orders.nearest_orders import list_nearest_orders
from bot.orders.typed_order import Asked, Parsed, SideActs, read_order, read_typed
from bot.session.loaded_game import LoadedGame
from db.store import Store
from rules import taj_mahal
from rules.kernel import Ambiguous, InputError, Rules, begin, resume
from rules.loading.games import GAMES
from rules.orders import corrections, notation
from tests.bot.callers import CHANNEL, NORTH, SOUTH, Room, caller
from tests.bot.orders.test_draft import Deccan
from tests.every_game.test_secrets import STORED
from tests.every_game.test_typing import questions
from tests.every_game.tiers import complete_game
from tests.games.successors.table import place
from tests.games.taj_mahal import table as taj
from tests.phrases import says
from tests.turns.walking import situation


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts that are parsed."""
    found: list[str] = []
    real = notation.read_order

    def read(rules: Any, game: Any, seat: str, text: str, reader: Any = None) -> Any:
        found.append(text)
        return real(rules, game, seat, text, reader)

    monkeypatch.setattr(notation, "read_order", read)
    monkeypatch.setattr(corrections, "read_order", read)
    return found


@pytest.mark.parametrize("text", ["pass", "command", "command muster."])
async def test_an_order_is_parsed_once(game: Room, parsed: list[str], text: str) -> None:
    await game.table.order(caller(await game.decider()), text)
    assert parsed == [text]


async def test_a_misspelt_order_is_parsed_as_it_is_and_once_more_with_each_correction(
    game: Room, parsed: list[str]
) -> None:
    await game.table.order(caller(await game.decider()), "comand mustr.")
    assert parsed == ["comand mustr.", "command mustr.", "command muster."]


async def test_a_misspelt_order_after_a_draft_is_parsed_once_at_each_position(
    game: Room, parsed: list[str]
) -> None:
    user = await game.decider()
    await game.choose("command")
    parsed.clear()
    await game.table.order(caller(user), "mustr")
    assert parsed.count("mustr") == 2  # in place of the draft, and as its continuation


async def test_an_act_out_of_turn_is_parsed_once(game: Room, parsed: list[str]) -> None:
    other = SOUTH if await game.decider() == NORTH else NORTH
    await game.table.order(caller(other), "give 1")
    assert parsed == ["give 1"]


async def test_what_it_is_depends_on_who_types_it(game: Room) -> None:
    asked = await game.decider()
    stored = await game.store.find_in_channel(CHANNEL)
    assert stored is not None
    at = game.table.load_seated(stored)
    for user, text, kind in (
        (asked, "pass", Parsed),
        (asked, "give 1", Parsed),
        (NORTH + SOUTH - asked, "give 1", SideActs),
        (asked, "command ?", Asked),
        (NORTH + SOUTH - asked, "?", Asked),
    ):
        by = caller(user)
        assert isinstance(read_typed(by, await game.table.load_draft(by, at), split_line(text)), kind), text


@pytest.mark.parametrize("text", ["start over", "Start over."])
async def test_the_label_of_the_button_that_drops_a_draft_may_be_typed(game: Room, text: str) -> None:
    user = await game.decider()
    await game.choose("command")
    assert (await game.panel()).draft
    answer = await game.table.order(caller(user), text)
    assert answer.panel is not None
    assert not answer.panel.draft
    with pytest.raises(InputError):  # without a draft it is an order like any other
        await game.table.order(caller(user), text)


async def test_an_answer_that_has_a_button_is_not_offered_a_second_time(game: Room) -> None:
    user = await game.decider()
    await game.choose("command")
    shown = {option.label.casefold() for option in (await game.panel()).options}
    offered = await game.table.list_nearest(caller(user), "zzz")
    assert offered is not None
    assert not shown & {each.said.casefold() for each in offered}


@complete_game
def test_an_answer_may_be_typed_by_its_number_in_the_picture(rules: Rules) -> None:
    """The number is shown with what it means, and a name with the same number is no less likely."""
    stored, tried = replace(STORED, game=rules.KEY), 0
    for _, game in questions(rules.KEY)[::5]:
        draft = Draft(LoadedGame(stored, rules, game, resume(rules, game)))
        panel = draft.build_panel()
        assert panel is not None
        for key, number in [*panel.numbers.items()][:2]:
            chains = draft.read_keys(key)
            assert chains is not None
            try:
                read = read_order(draft, split_line(f"number {number}"))
            except Ambiguous:
                continue
            assert read.grown.keys == draft.with_tap(*chains).keys
            assert read.mended
            assert not read.sure
            tried += 1
    assert tried


async def test_a_misspelled_order_leaves_a_draft_as_it_was(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    while (await deccan.at()).asked != "bahmani":
        await deccan.table.order(caller(), "pass")
    await deccan.table.order(caller(), "command rally maharashtra")
    before = (await deccan.table.load_draft(caller(), await deccan.at())).keys
    assert before
    with pytest.raises(InputError, match=r"You have no piece in Karnataka.*\(rule 3\.3\.1\)"):
        await deccan.table.order(caller(), "rally karnatka")
    assert await deccan.table.list_nearest(caller(), "rally karnatka")
    assert (await deccan.table.load_draft(caller(), await deccan.at())).keys == before


SUPPLY = ["violet-ep", "yellow-ep", "green-em", "violet-em"]


def make_taking(*, table: list[str], hand: list[str]) -> Draft:
    """Return a draft of *Taj Mahal* whose seat is asked for 2 cards of the supply."""
    state = taj.place(players={"maroon": {"hand": hand, "table": table}}, supply=SUPPLY)
    at: Any = situation(taj.GAME, begin(taj.GAME, taj_mahal.dump(state), "0" * 32))
    at.stored.seats_of = lambda _: ("maroon",)
    draft = Draft(at)
    while draft.now.ask is not None and draft.now.ask.kind != "take":
        key = "withdraw" if not draft.keys else next(iter(draft.now.ask.menu()))
        draft = draft.with_tap((key,))
    return draft


@pytest.mark.parametrize("text", ["{}, {}", "{} {}", "{} and {}"])
@pytest.mark.parametrize("numbers", [(1, 2), (2, 1), (4, 1), (3, 4)])
def test_several_numbers_are_those_of_the_picture_that_the_player_sees(
    numbers: tuple[int, int], text: str
) -> None:
    """“1, 2” was refused. After the first card, the others have other numbers."""
    draft = make_taking(table=["red-vc"], hand=["red-ee"])
    panel = draft.build_panel()
    assert panel is not None
    keys = {number: key for key, number in panel.numbers.items()}
    parsed = read_order(draft, split_line(text.format(*numbers)))
    assert [*parsed.keys] == [keys[number] for number in numbers]
    assert says(parsed.mended, "mended", said="{}, {}".format(*numbers))
    assert not parsed.sure


def test_a_number_that_cannot_follow_is_left_out() -> None:
    draft = make_taking(table=["red-vc"], hand=["red-ee"])
    parsed = read_order(draft, split_line("1, 9"))
    assert len(parsed.keys) == 1
    assert says(parsed.mended, "typed.refused", rest="9")
    with pytest.raises(InputError):
        read_order(draft, split_line("8, 9"))


def test_what_is_offered_for_refused_numbers_continues_the_draft() -> None:
    draft = make_taking(table=["red-vc"], hand=["red-ee"])
    for near in list_nearest_orders(caller(), draft, split_line("8, 9")):
        grown = read_order(draft, split_line(near.order)).grown
        assert tuple(grown.keys[: len(draft.keys)]) == tuple(draft.keys)


def test_an_order_with_exact_numbers_is_not_asked_for_more_units() -> None:
    """Neither is its answer "1 levy" to the question about units, as the button "1 Levy" takes no others."""
    rules = GAMES["successors"]
    state = place({"EGY": {"red": "2l 2i"}}, phase="movement", seat="red")
    at = situation(rules, begin(rules, rules.dump(state), "0" * 32))
    marched = read_order(Draft(at), split_line("Egypt to Thebaid 1 levy")).grown
    assert marched.keys == ("march-EGY", "THE", "1-l", "done")
    assert marched.now.ask is not None
    assert marched.now.ask.kind == "march-to"
    begun = Draft(at).with_typed(["march-EGY", "THE"])
    answered = read_order(begun, split_line("1 levy")).grown
    assert answered.keys == marched.keys
    both = read_order(begun, split_line("1 levy 1 infantry")).grown
    assert both.keys == ("march-EGY", "THE", "1-l", "1-i")


@pytest.mark.parametrize(
    ("end", "complete"), [("; done", True), ("; done.", True), ("", False), (", done", False)]
)
def test_done_after_a_semicolon_ends_the_order_and_not_only_the_choice_of_units(
    end: str, complete: bool
) -> None:
    rules = GAMES["successors"]
    state = place({"EGY": {"red": "5l 2i"}, "THE": {"red": "2l"}}, phase="movement", seat="red")
    at = situation(rules, begin(rules, rules.dump(state), "0" * 32))
    grown = read_order(Draft(at), split_line(f"march from Egypt to Coele-Syria with 4 levies{end}")).grown
    assert grown.keys[:4] == ("march-EGY", "PAL", "4-l", "done")
    assert grown.complete is complete


async def test_words_that_a_rule_refuses_are_not_asked_for_again(store: Store) -> None:
    """ "Type it when you are asked for it" would contradict the rule's reason."""
    deccan = Deccan(store)
    await deccan.begin()
    while (await deccan.at()).asked != "sultanate":
        await deccan.table.order(caller(), "pass")
    answer = await deccan.table.order(caller(), "pass; attack bengal", shows=True)
    assert says(answer.text, "typed.refused", rest="attack bengal")
    assert "Attack is a Command" in answer.text
    assert not says(answer.text, "typed.rest")


async def test_the_reasons_below_what_can_be_typed_stand_there_once(store: Store) -> None:
    """ "Not Harbour: you need a die ..." stood in the text, and "Harbour: you need a die ..." below it."""
    room, key = Room(store), "rajas_of_the_ganges"
    room.table.games = {**room.table.games, key: GAMES[key]}
    await room.lobby.create(caller(), key)
    await room.options.set(caller(), "seats", "2")
    await room.lobby.join(caller(NORTH), "haridwar")
    await room.lobby.join(caller(SOUTH), "kannauj")
    await room.lobby.start(caller())
    first = await room.decider()
    await room.confirmed(first, await room.table.order(caller(first), "assorted goods"))
    by = caller(await room.decider())
    own = (await room.table.question(by)).panel
    assert own is not None
    assert own.barred
    assert not own.legal.barred
    answer = await room.table.order(by, "?")
    assert answer.panel is not None
    assert not answer.panel.barred


async def test_a_misspelled_word_before_a_question_mark_is_answered(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    right = (await deccan.table.order(caller(), "command ?")).text
    answer = await deccan.table.order(caller(), "comand ?")
    assert says(answer.text, "mended", said="comand", meant="command")
    assert answer.text.endswith(right)


async def test_a_short_name_that_two_options_begin_with_is_read_aloud(store: Store) -> None:
    """ "Command" alone means the Command with a Decree, which costs the next card."""
    deccan = Deccan(store)
    await deccan.begin()
    while (await deccan.at()).asked != "bahmani":
        await deccan.table.order(caller(), "pass")
    for text, told in (("command rally maharashtra", True), ("command only rally maharashtra", False)):
        answer = await deccan.table.order(caller(), text, shows=True)
        meant = {"said": "command", "meant": "Command and Decree", "other": "Command only"}
        assert says(answer.text, "typed.meant", **meant) is told


@pytest.mark.parametrize(
    "text", ["5 levys", "march egypt to thebaid 5 levys", "march egypt to thebaid 1 levys"]
)
def test_a_misspelled_kind_after_a_number_is_corrected(text: str) -> None:
    """A 5 that only Levies have was read alone, and "levys" was left over; a 1 could also mean Infantry."""
    rules = GAMES["successors"]
    state = place({"EGY": {"red": "5l 2i"}}, phase="movement", seat="red")
    at = situation(rules, begin(rules, rules.dump(state), "0" * 32))
    begun = Draft(at).with_typed(["march-EGY", "THE"]) if text[0].isdigit() else Draft(at)
    read = read_order(begun, split_line(text))
    assert [key for key in read.keys if key != "done"][-1].endswith("-l")
    assert read.mended


@pytest.mark.parametrize("text", ["march egypt to thebiad 5 levies", "egpyt to thebaid 5 levies"])
def test_a_correction_writes_names_as_the_game_does(text: str) -> None:
    rules = GAMES["successors"]
    state = place({"EGY": {"red": "5l 2i"}}, phase="movement", seat="red")
    at = situation(rules, begin(rules, rules.dump(state), "0" * 32))
    mended = read_order(Draft(at), split_line(text)).mended
    assert {"Thebaid", "Egypt"} & {*re.findall(r"\w+", mended)}
    assert not {"thebaid", "egypt"} & {*re.findall(r"\w+", mended)}
