"""The story says what each seat lost, won and rolled, in whole sentences."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.story.changes import find_changes
from bot.story.names import find_names, find_numbers
from render.successors.dice import label_hits
from rules import successors
from rules.ask import Ask
from rules.kernel import CHANCE, Live, copy_start
from rules.orders.questions import make_question
from rules.orders.typed_lines import replay_turn
from rules.successors.board import PROVINCES, VALUE
from rules.successors.chit_list import explain_chit
from rules.successors.digest import ELIMINATION, MORE, MOST_NEWS, describe_changes, tell_chapter, tell_points
from rules.successors.entries import describe_entry
from rules.successors.fighting.forecast import write_forecast
from rules.successors.fighting.odds import forecast
from rules.successors.sequence.revenue import warn_of_upkeep
from rules.successors.sequence.rolled_event import CLAUSES
from rules.successors.state import State
from rules.successors.tables import CHITS
from rules.successors.warnings import GUARD, list_warnings
from rules.words import Line, Words, join_list, say
from tests.every_game.tables import tables
from tests.games.successors.table import GAME, Table, place, step

FAR = {"red": "EGY", "blue": "THR", "green": "THR", "yellow": "THE"}


def tell(before: State, after: State, story: Any) -> list[Words]:
    """Return the sentences of the digest, in order."""
    one, other = (successors.view(s, None) for s in (before, after))
    return [sentence for part in tell_chapter(one, other, story, "") for sentence in part]


def fight_on(table: Table) -> Table:
    """Play to the end of the battle: every die shows 6, and nobody retreats."""
    while table.told("won") == [] and table.live.pending is not None:
        table.dice("6" * table.due) if table.due else table.play("hold")
    return table


def test_upkeep_that_is_not_paid_is_told_as_a_loss() -> None:
    table = step("revenue", {"BAB": {"red": "5i 3l"}}, talents={"red": 1})
    while table.ask.kind == "upkeep":
        table.play("lose-l-BAB")
    (unpaid,) = table.told("unpaid")
    assert unpaid["seat"] == "red"
    assert len(table.told("disbanded")) == 8 - 1 - table.s.income("red")
    table.play("done")
    sentences = tell(place({"BAB": {"red": "5i 3l"}}), table.s, table.s.story)
    assert [each.args["seat"] for each in sentences if "units" in each.args] == ["red"], "told once"


def test_what_concerns_the_seat_to_act_is_told_first() -> None:
    units = {"SYR": {"red": "3c", "blue": "2l"}, "MAC": {"green": "1i"}}
    table = fight_on(step("combat", units, leaders=FAR).play("fight-SYR-blue"))
    first, *_ = tell(place(units), table.s, table.s.story)
    assert {"red", "SYR"} <= find_names(first), "the battle of the seat to act"


def test_news_that_is_left_out_is_named_by_its_places() -> None:
    places = [*PROVINCES][: MOST_NEWS + 2]
    sides = {"winner": "blue", "loser": "green"}
    story = [Line(say("-"), kind="won", parts={**sides, "place": each}) for each in places]
    view = successors.view(step("combat", {"SYR": {"red": "1l"}}).s, None)
    told = [sentence for part in tell_chapter(view, view, story, "red") for sentence in part]
    assert told[-1] == say(MORE, places=join_list(places[MOST_NEWS:]))


def test_all_points_are_told_once_the_leader_first_if_any_changed() -> None:
    before, after = (
        successors.view(step("revenue", {"SYR": {"blue": "1l"}}, talents={"red": n}).s, None) for n in (0, 1)
    )
    assert tell_points(before, before) == []
    (told,) = tell_points(before, after)
    text = told.read(GAME.name)
    assert text.index("Blue") < text.index("Red")
    assert "Green" in text


def test_a_province_won_in_battle_is_told_with_its_battle_and_no_second_time() -> None:
    units = {"SYR": {"red": "2c", "blue": "3l"}}
    table = fight_on(step("combat", units, leaders=FAR).play("fight-SYR-blue"))
    told = [each for each in tell(place(units), table.s, table.s.story) if "SYR" in find_names(each)]
    assert table.s.controller("SYR") == "red"
    assert len(told) == 1
    assert {"red", "blue"} <= find_names(told[0])


def test_an_event_is_told_before_what_it_brought_if_it_took_something() -> None:
    units = {"BAC": {"green": "1l"}}
    table = step("events", units, leaders=FAR).dice("223")
    first, second, *_ = tell(place(units), table.s, table.s.story)
    assert first.args["seat"] == "red"
    assert first.args["title"] in [row["title"] for row in table.told("event")]
    assert "BAC" in find_names(second)


def test_an_event_of_another_seat_says_what_it_does() -> None:
    units = {"SYR": {"red": "3l"}}
    table = step("events", units, leaders=FAR).dice("121")
    before, after = (GAME.view(each, None) for each in (place(units), table.s))
    told = [each for part in tell_chapter(before, after, table.s.story, "blue") for each in part]
    (event,) = (each for each in told if "title" in each.args)
    assert event.args["clause"] == table.told("event")[0]["clause"]


def test_a_battle_names_the_losses_of_both_sides() -> None:
    units = {"SYR": {"red": "2i", "blue": "1l"}}
    table = fight_on(step("combat", units, leaders=FAR).play("fight-SYR-blue"))
    text = " ".join(each.read(GAME.name) for each in tell(place(units), table.s, table.s.story))
    assert table.s.seat == "blue", "who acts next reads their own losses first"
    assert text.startswith("Red took Syria from Blue in battle: Blue lost 1 Levy, Red lost 1 Infantry.")
    throws = [line.parts["throws"].read(GAME.name) for line in table.s.story if line.kind == "losses"]
    assert throws
    assert not any(each in text for each in throws), "the picture has the dice"


def test_a_defender_who_won_held_the_province() -> None:
    """Nobody had control while as many units of both sides were there."""
    units = {"SYR": {"red": "2l", "blue": "2i"}}
    table = step("combat", units, leaders=FAR).play("fight-SYR-blue")
    table.dice("1166")
    text = " ".join(each.read(GAME.name) for each in tell(place(units), table.s, table.s.story))
    assert table.s.controller("SYR") == "blue"
    assert text.startswith("Blue held Syria against Red: Red lost 2 Levies.")


def test_whoever_is_asked_whether_to_retreat_reads_their_own_losses_first() -> None:
    start = {"SYR": {"red": "6i", "blue": "6i"}}
    table = step("combat", start, leaders=FAR).play("fight-SYR-blue")
    table.dice("611111611111")
    assert table.ask.seat == "blue", "the defender"
    text = " ".join(each.read(GAME.name) for each in tell(place(start), table.s, table.s.story))
    assert (
        "Red and Blue fight in Syria: Blue lost 1 Infantry, Red lost 1 Infantry. The battle goes on." in text
    )


def test_a_province_is_not_taken_while_units_fight_there() -> None:
    """Blue had control. Red has more units there now, but the battle decides who gets the province."""
    start = {"SYR": {"blue": "3i"}}
    table = step("combat", {"SYR": {"red": "6i", "blue": "3i"}}, leaders=FAR).play("fight-SYR-blue")
    table.dice("611111111")
    assert table.s.controller("SYR") == "red"
    assert table.ask.kind == "retreat"
    (told,) = [each for each in tell(place(start), table.s, table.s.story) if "SYR" in find_names(each)]
    assert {"red", "blue"} <= find_names(told)


def test_control_with_units_of_others_there_names_them() -> None:
    then = place({"SYR": {"red": "1i", "blue": "1i"}})
    now = place({"SYR": {"red": "2i", "blue": "1i"}})
    (told,) = tell(then, now, [])
    assert told.args["provinces"] == join_list(["SYR"])
    assert told.args["rest"] == join_list(["blue"])


def test_lost_control_is_told_with_its_cause_and_not_as_the_last_word() -> None:
    """A later sentence of the same post may say who has control then."""
    units = {"SYR": {"blue": "2i"}}
    for now, words in (
        ({"SYR": {"red": "2i", "blue": "2i"}}, "Red entered Syria, so Blue lost control there."),
        (
            {"SYR": {"red": "3i", "blue": "2i"}},
            "Red has more units in Syria now than Blue, but scores only where it is alone.",
        ),
    ):
        (told,) = tell(place(units), place(now), [])
        assert told.read(GAME.name) == words
    (told,) = tell(
        place({"SYR": {"red": "1i", "blue": "2i"}}), place({"SYR": {"red": "1i", "blue": "1i"}}), []
    )
    assert told.read(GAME.name) == "Blue lost control of Syria: nobody has the most units there."


def test_who_fled_is_named_also_if_nobody_won() -> None:
    sides = {"attacker": "red", "defender": "blue", "place": "SYR"}
    losses = {"throws": say("-"), "lost": {"red-i": 1}, "fallen": {"blue-i": 1}}
    story = [
        Line(say("-"), kind="losses", parts={**sides, **losses}),
        Line(say("-"), kind="retreat", parts={"seat": "blue", "place": "SYR", "to": "EGY"}),
        Line(say("-"), kind="won", parts={"winner": "", "place": "SYR"}),
    ]
    s = place({})
    (told,) = tell(s, s, story)
    assert {"blue", "EGY"} <= find_names(told)
    assert "Blue fled to Egypt" in told.read(GAME.name)


def test_provinces_left_out_are_counted_with_their_noun() -> None:
    now = place({each: {"red": "1i"} for each in ("SYR", "EGY", "BAB", "MED", "SUS", "THR", "CIL")})
    (told,) = tell(place({}), now, [])
    assert len(find_names(told) - {"red"}) == 5
    assert told.read(GAME.name).endswith(" and 2 more provinces.")


def test_a_battle_whose_dice_were_told_before_has_no_losses_to_tell() -> None:
    units = {"SYR": {"red": "2i", "blue": "1l"}}
    table = fight_on(step("combat", units, leaders=FAR).play("fight-SYR-blue"))
    end = [line for line in table.s.story if line.kind == "won"]
    first, *_ = tell(place(units), table.s, end)
    assert "losses" not in str(first.args)


def test_what_changed_for_a_seat_names_units_and_its_leader() -> None:
    then = place({"SYR": {"red": "3i 2l"}, "BAB": {"blue": "1i"}})
    now = place({"SYR": {"red": "1i"}, "BAB": {"blue": "1i"}}, captives={"red": "blue"})
    before, after = (successors.view(s, None) for s in (then, now))
    told = [each.read(GAME.name) for each in describe_changes(before, after, "red")]
    assert told[:2] == ["Blue captured your leader", "You lost 2 Infantry and 2 Levies in Syria"]


def test_an_enemy_who_entered_or_took_a_province_of_the_reader_is_named() -> None:
    then = place({"BAB": {"red": "2i"}, "SUS": {"red": "1i"}})
    now = place({"BAB": {"red": "2i", "blue": "2i"}, "SUS": {"green": "1i"}})
    before, after = (successors.view(s, None) for s in (then, now))
    told = describe_changes(before, after, "red")
    named = [find_names(each.args["enemies"]) | find_names(each.args["provinces"]) for each in told[:2]]
    assert named == [{"blue", "BAB"}, {"green", "SUS"}]
    assert "units" in told[2].args, "who took what comes before the losses"
    assert describe_changes(after, after, "red") == []


def test_who_loses_the_last_unit_is_out_and_it_is_told() -> None:
    before = place({"BAB": {"blue": "1i"}, "MAC": {"green": "1i"}}, phase="revenue", seat="red")
    table = step("revenue", {"BAB": {"blue": "1i"}, "MAC": {"green": "1i"}}, talents={"red": 0})
    assert [sentence.args for sentence in tell(before, table.s, table.s.story)].count({"seat": "red"}) == 1
    then, now = (successors.view(s, None) for s in (before, table.s))
    paragraphs = tell_chapter(then, now, table.s.story, "blue")
    assert [sentence.args for sentence in paragraphs[ELIMINATION]] == [{"seat": "red"}]
    assert ELIMINATION in GAME.EXTRAS.prose.decisive
    first = describe_changes(then, now, "red")[0]
    assert first.read(GAME.name) == "You are out of the game: you have no units left"
    assert describe_changes(now, now, "red") == [], "it is told once"


@pytest.mark.parametrize(("dice", "quiet"), [("111", True), ("141", True), ("115", True), ("113", False)])
def test_an_event_is_told_in_one_line_that_says_whether_it_changes_anything(dice: str, quiet: bool) -> None:
    """ODD 11 does nothing, the leader is at Home (41), no port is held (15); ODD 13 brings Talents."""
    table = step("events", {"SYR": {"red": "1i"}}, leaders={**FAR, "red": "SYR"}).dice(dice)
    (event,) = table.told("event")
    assert event["quiet"] is quiet
    assert (event["clause"].text == CLAUSES["nothing"]) is quiet
    assert len(table.s.story) == 1


@pytest.mark.parametrize(
    ("dice", "kinds"),
    [
        ("131", ["event"]),  # Rebels come to an empty Thrace
        ("153", ["event"]),  # volunteers join the leader
        ("141", ["event"]),  # the leader goes Home
        ("545", ["event"]),  # a sum is paid
    ],
)
def test_what_an_event_brings_is_told_with_the_event_and_no_second_time(dice: str, kinds: list[str]) -> None:
    units = {"SYR": {"red": "1i"}, "EGY": {"red": "1i"}}
    leaders = {**dict.fromkeys(FAR, "THE"), "red": "EGY"}
    table = step("events", units, leaders=leaders, talents={"red": 9}).dice(dice)
    assert [line.kind for line in table.s.story] == kinds


def test_ones_own_event_is_told_also_if_others_rolled_events_too() -> None:
    tables = [step("events", {"SYR": {seat: "1i"}}, seat, leaders=FAR) for seat in ("red", "blue")]
    events = [line for table in tables for line in table.dice("113").s.story]
    view = successors.view(tables[0].s, None)
    told = [sentence for part in tell_chapter(view, view, events, "red") for sentence in part]
    assert [sentence.args["seat"] for sentence in told if "title" in sentence.args] == ["red"]


@pytest.mark.parametrize(("enemy", "warned"), [("3i", True), ("2i", False), ("1l", False)])
def test_a_leader_with_few_units_in_reach_of_a_stronger_enemy_is_warned_of(enemy: str, warned: bool) -> None:
    enemies = {"BAB": {"blue": enemy}}
    before = place({"SYR": {"red": "1i"}, "MES": {"red": "1i"}, **enemies}, leaders={"red": "PHR"})
    after = place({"MES": {"red": "2i"}, **enemies}, leaders={"red": "MES"})
    assert ([each.kind for each in list_warnings(before, after, "red")].count(GUARD) == 1) is warned
    assert GUARD not in [each.kind for each in list_warnings(after, after, "red")], (
        "the order changed nothing"
    )


@pytest.mark.parametrize(("left", "warned"), [("1l", True), ("3l", False)])
def test_a_home_left_with_few_units_in_reach_of_a_stronger_enemy_is_warned_of(
    left: str, warned: bool
) -> None:
    """Syria is the Home of Red. The leader has gone on."""
    enemies, leaders = {"MES": {"blue": "3i"}, "EGY": {"red": "5i"}}, {"red": "EGY"}
    before, after = (place({"SYR": {"red": units}, **enemies}, leaders=leaders) for units in ("4l", left))
    assert ([each.kind for each in list_warnings(before, after, "red")].count(GUARD) == 1) is warned
    assert GUARD not in [each.kind for each in list_warnings(after, after, "red")]


def test_the_places_for_new_units_say_who_is_there() -> None:
    units = {"SYR": {"red": "2i", "blue": "5l"}, "EGY": {"red": "1l"}}
    table = step("revenue", units, talents={"red": 9}, leaders={**FAR, "red": "EGY"})
    while table.ask.kind != "place-units":
        buys = [key for key in table.keys if key.endswith("-l")]
        table.play(buys[0] if buys else table.keys[0])
    home, leader = (each.label for each in make_question(GAME, table.ask).legal)
    assert "5 of Blue" in home
    assert "5" not in leader


def test_a_forecast_of_a_battle_says_which_side_has_a_leader() -> None:
    units = {"BAB": {"red": "2i", "blue": "3i"}}
    for leaders, led in (({"red": "BAB"}, "own"), ({"blue": "BAB"}, "theirs")):
        state = place(units, phase="combat", seat="red", leaders=FAR | leaders)
        (told,) = (each.args for each in write_forecast(state, "red", None) if "own" in each.args)
        armies = {side: told[side] for side in ("own", "theirs")}
        assert [
            side for side, army in armies.items() if isinstance(army, Words) and "leader" in army.text
        ] == [led]


def test_whoever_rolled_a_desertion_reads_that_nobody_deserted() -> None:
    units = {"SYR": {"red": "3l"}}
    table = step("events", units, leaders=FAR).dice("123").dice("666")
    before, after = (GAME.view(each, None) for each in (place(units), table.s))
    read = {seat: tell_chapter(before, after, table.s.story, seat) for seat in ("red", "blue")}
    assert sum(map(len, read["red"])) == 2, "the Event and its result"
    assert sum(map(len, read["blue"])) == 0


def test_the_entry_of_a_chit_and_of_a_marriage_says_what_it_brings() -> None:
    table = step("movement", {"SYR": {"red": "1i"}}, chits={"10": "red", "5": "blue"})
    assert describe_entry(table.s, table.ask, "chit-10") == explain_chit(CHITS["10"])
    table = step("events", {"SYR": {"red": "1i"}}).dice("245").play("blue")
    assert table.ask.kind == "marriage-agree"
    said = [describe_entry(table.s, table.ask, key) for key in ("yes", "no")]
    assert None not in said
    assert said[0] != said[1]


def test_every_roll_is_told_with_its_meaning() -> None:
    """No line of the log is only "Dice: 2"."""
    rolled = 0
    for table in tables(GAME):
        for game in table.turns():
            for made in replay_turn(GAME, game).made:
                if made.seat == CHANCE and len(made.key) > 1 and made.key.isdigit():
                    assert made.told
                    rolled += 1
    assert rolled


def test_every_answer_is_worded_as_a_part_of_a_sentence() -> None:
    """No order reads like "Green: Macedonia."."""
    unworded = set[str]()
    for table in tables(GAME):
        for game in table.turns():
            live = Live(GAME, copy_start(GAME, game))
            for seat, key in game.log:
                ask = live.pending
                if (
                    isinstance(ask, Ask)
                    and ask.presentation.phrase is None
                    and ask.presentation.label is None
                ):
                    unworded.add(ask.kind)
                live.enter(seat, key)
    assert unworded == set()


def test_a_purchase_beyond_upkeep_is_warned_of() -> None:
    table = step("revenue", {"SYR": {"red": "2i"}}, talents={"red": 6})
    assert warn_of_upkeep(table.s, "red") == []
    table.play("7-l" if "7-l" in table.keys else table.keys[0])
    while isinstance(table.live.pending, Ask) and table.ask.kind == "place-units":
        table.play("home")
    (warned,) = warn_of_upkeep(table.s, "red")
    s = table.s
    assert warned.kind == "upkeep"
    assert warned.words.args["n"] == s.units("red") - s.talents["red"] - s.income("red")
    assert warn_of_upkeep(s, "blue") == [], "it is not Blue's turn"


def test_a_throw_names_the_die_that_hits_only_with_a_leader() -> None:
    """Without it, the hits would not follow from the faces."""
    units = {"SYR": {"red": "2i", "blue": "2i"}}
    table = step("combat", units, leaders={**FAR, "red": "SYR"}).play("fight-SYR-blue").dice("4111")
    (line,) = [each for each in table.s.story if each.kind == "losses"]
    assert table.s.fights[-1].hits == (1, 0)
    assert "(1 hit, with a leader's +1 on the 4)" in line.parts["throws"].read(GAME.name)
    assert label_hits(table.s.fights[-1], 0).endswith("(4+1)")
    assert label_hits(table.s.fights[-1], 1) == "no hits"


def test_an_alliance_that_was_made_and_broken_is_one_sentence() -> None:
    s = place({})
    made = Line(say("-"), kind="allied", parts={"one": "red", "other": "blue"})
    broken = Line(say("-"), kind="broken", parts={"seat": "blue", "other": "red"})
    (told,) = tell(s, s, [made, broken])
    assert find_names(told) == {"red", "blue"}
    assert len(tell(s, s, [made])) == len(tell(s, s, [broken])) == 1


def test_no_change_comes_from_an_act_that_declines_something() -> None:
    """Whoever plays no chit changes nothing; the Event before it does."""
    units = {"BAC": {"green": "1l"}, "SYR": {"red": "1i"}}
    table = step("events", units, leaders=FAR, chits={"16": "blue"}).dice("223")
    table.play("pass")
    found = find_changes(GAME, "green", GAME.view(table.s, None), (table.game,))
    causes = [cause.text for _, causes in found.found for cause in causes]
    assert causes
    assert not [text for text in causes if GAME.name("blue") in text]


def test_a_loss_names_the_place_unless_other_units_moved() -> None:
    before = successors.view(place({"SYR": {"red": "3l 2i"}, "EGY": {"red": "1i"}}), None)
    left = successors.view(place({"SYR": {"red": "1l 2i"}, "EGY": {"red": "1i"}}), None)
    moved = successors.view(place({"SYR": {"red": "2i"}, "EGY": {"red": "1l 1i"}}), None)
    assert any("SYR" in find_names(each) for each in describe_changes(before, left, "red"))
    assert not any("SYR" in find_names(each) for each in describe_changes(before, moved, "red"))


def test_an_alliance_is_told_before_what_others_did() -> None:
    """A summary with little room takes the first paragraphs."""
    before, after = place({"SYR": {"blue": "1l"}}), place({"SYR": {"yellow": "1l"}})
    made = Line(say("-"), kind="allied", parts={"one": "red", "other": "blue"})
    then, now = successors.view(before, None), successors.view(after, None)
    paragraphs = [each for each in GAME.EXTRAS.prose.digest(then, now, [made], "green") if each]
    assert paragraphs[0] == [made.words]
    assert len(paragraphs) > 1


def test_no_sentence_on_a_battle_depends_on_how_many_a_side_is() -> None:
    """“The Rebels” is plural, and “Red” is singular."""
    units = {"SYR": {"red": "2i", "white": "2l"}}
    table = step("combat", units, leaders=FAR).play("fight-SYR-white")
    (line,) = [each for each in table.s.story if each.kind == "battle"]
    assert " meets " not in line.words.read(GAME.name)
    odds = [words.read(GAME.name) for words in forecast(table.s, "red", table.live.pending)]
    assert odds
    assert not [text for text in odds if re.search(r"Rebels \w+s ", text)]


@pytest.mark.parametrize("seat", ["green", "red"])
def test_a_seat_is_told_that_it_is_alone_again(seat: str) -> None:
    """Macedonia is the Home of Green."""
    before, after = (place({"MAC": {seat: "3i"} | more}) for more in ({"blue": "1l"}, {}))
    then, now = (successors.view(s, None) for s in (before, after))
    [clause] = describe_changes(then, now, seat)
    assert "MAC" in find_names(clause)
    assert ("MAC" in find_names(clause.args["home"])) == (seat == "green")
    assert any({"MAC", seat} == find_names(each) for each in tell(before, after, []))
    assert describe_changes(now, now, seat) == []


def test_a_retreat_says_what_the_place_is_worth_and_which_other_enemies_are_next_to_it() -> None:
    units = {"SYR": {"red": "1c", "blue": "1i 1l"}, "MED": {"green": "1i"}}
    table = step("combat", units, leaders=FAR).play("fight-SYR-blue").dice("1").dice("111")
    assert table.ask.kind == "retreat"
    found = {key: describe_entry(table.s, table.ask, key) for key in ("retreat-MES", "retreat-CIL")}
    named = {key: find_names(words) for key, words in found.items()}
    assert {key: names & {"red", "green"} for key, names in named.items()} == {
        "retreat-MES": {"green"},
        "retreat-CIL": set(),
    }
    assert all(words is not None and VALUE[key[-3:]] in find_numbers(words) for key, words in found.items())


def test_two_sides_that_destroyed_each_other_are_both_named() -> None:
    before = place({"SYR": {"red": "1c", "blue": "1c"}}, phase="combat", seat="red", leaders=FAR)
    table = (
        step("combat", {"SYR": {"red": "1c", "blue": "1c"}}, leaders=FAR).play("fight-SYR-blue").dice("55")
    )
    assert not table.s.stacks.get("SYR")
    ended = [words for words in tell(before, table.s, table.s.story) if "SYR" in find_names(words)]
    assert any({"red", "blue"} <= find_names(words) for words in ended[:1])
