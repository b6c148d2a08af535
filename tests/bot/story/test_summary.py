"""A post tells the player it pings what has changed since their own last turn."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.language.words import say
from bot.orders.service import OrderService
from bot.seating.lobby import Lobby
from bot.story.changes import (
    NOTHING_KNOWN,
    find_changes,
    find_end_of_own,
    find_last_own,
    is_led_by,
    is_turn_start,
)
from bot.story.episodes import list_episodes
from bot.story.order_text import add_gain, join_acts, play_turn, write_order_line
from bot.story.post import Post
from bot.story.summary import begin_summary, summarize
from bot.story.turn_text import list_acts
from bot.views.board import BoardViews
from bot.views.history import History
from db.store import Store
from rules.kernel import CHANCE, Ask, Game, Rules, Step, begin, resume, submit
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, NORTH, SEED, caller
from tests.bot.orders.test_taps import at_position
from tests.every_game.golden import play_at_random
from tests.every_game.news import list_opened
from tests.every_game.tiers import complete_game
from tests.games.successors.table import place as place_units
from tests.phrases import begins, phrase, says, slots
from tests.turns.walking import situation

THEN = """
card: event-11
places: {sultanate: limited, bahmani: ineligible}
independent: [andhra, karnataka]
spaces:
  delhi: {troops: 5}
  andhra: {rebelling-rajas: 3}
  karnataka: {rebelling-rajas: 2}
"""
LATELY = ("lately", "lately.acted", "lately.begun")  # frames of the line
MOST = 360  # characters of a line on what changed
NOW = THEN.replace("[andhra, karnataka]", "[karnataka]").replace("andhra: {rebelling-rajas: 3}", "andhra: {}")


def told(text: str, left: str) -> str:
    """Return what the asked seat is told in the position `text`, if it left the game in `left`."""
    at = at_position(text)
    now = at.view(None)
    assert is_turn_start(at, now)
    return find_changes(at.rules, at.asked, now, [at_position(left).position, at.position]).write(at.rules)


def test_its_points_and_what_it_has_lost() -> None:
    line = told(NOW, THEN)
    assert says(line, "lately.stand"), "a change is a clause with a subject"
    lost, _, stood = line.partition(phrase("lately.stand", changes="\0").partition("\0")[0])
    assert "lost Control of Andhra" in lost, "what was lost comes before the standing"
    assert "Andhra" not in stood
    assert "Resources" not in line, "what is as it was goes without saying"


def test_nothing_where_nothing_has_changed_or_it_is_its_first_turn() -> None:
    assert told(THEN, THEN) == ""
    first = at_position(NOW)
    view = first.rules.view(first.live.state, None)
    assert find_changes(first.rules, first.asked, view, ()).write(first.rules) == ""


BEATEN = """
game_turn: 2
phase: revenue
seat: red
homes: {red: SYR, blue: BAB, green: MAC, yellow: EGY}
units: {BAB: {blue: 3i}, MAC: {green: 1i}, EGY: {yellow: 1i}}
captives: {red: blue}
talents: {red: 1, blue: 3}
"""


def test_a_forced_answer_is_no_act_of_ones_own() -> None:
    """The seat can't pay a ransom, so nobody asked; then comes the first question that it may answer."""
    rules = GAMES["successors"]
    step = begin(rules, rules.dump(rules.load(BEATEN)), SEED)
    at = situation(rules, step)
    assert at.asked == "red"
    assert "red" in {entry.seat for entry in at.position.log}
    assert find_end_of_own(rules, at.position, "red") == 0
    assert is_turn_start(at, at.view(None))


@complete_game
async def test_of_any_game_a_line_is_told_to_whom_it_concerns(store: Store, rules: Rules) -> None:
    """One person plays all seats. Each turn begins with a line about the other seats."""
    table = OrderService(store, GAMES, lambda: None)
    lobby = Lobby(table, lambda: SEED)
    await lobby.create(caller(), rules.KEY)
    await lobby.join(caller(NORTH), "*")
    await lobby.start(caller())
    found = list[str]()
    for _ in range(60):
        stored = await store.find_in_channel(CHANNEL)
        if stored is None:
            break
        at = table.load_seated(stored)
        line = (await History(BoardViews(table)).find_lead(at))(NOTHING_KNOWN)
        post = await History(BoardViews(table)).shorten_post(
            at.stored, Post(text="They pass.", asks="What?"), asks=True
        )
        assert post.text == "\n".join([*[line] * bool(line), "They pass."]), "who is called reads it first"
        assert "\n" not in line
        assert line == "" or any(begins(line, frame) for frame in LATELY)
        assert len(line) < MOST
        found += [line] if line else []
        assert isinstance(at.ask, Ask)
        *_, key = at.ask.menu()
        await table.enter(caller(), at, [key])
    if rules.KEY in ("vijayanagara", "successors"):
        assert found


async def test_who_has_had_no_turn_reads_what_they_lost_since_the_game_began(store: Store) -> None:
    """One person plays all seats at random, until a seat loses something before its first turn."""
    table, found = OrderService(store, GAMES, lambda: None), list[str]()
    for game in range(12):
        lobby, by, rng = Lobby(table, lambda: SEED), partial(caller, channel=CHANNEL + game), Random(game)
        await lobby.create(by(), "vijayanagara")
        await lobby.join(by(), "*")
        await lobby.start(by())
        for _ in range(20):
            stored = await store.find_in_channel(CHANNEL + game)
            assert stored is not None
            at = table.load_seated(stored)
            turns = (await store.load_history(stored.id))[:-1]
            line = (await History(BoardViews(table)).find_lead(at))(NOTHING_KNOWN)
            led = any(is_led_by(at.rules, turn, at.asked) for turn in turns)
            assert not begins(line, "lately.begun" if led else "lately"), line
            found += [line] if begins(line, "lately.begun") else []
            assert isinstance(at.ask, Ask)
            await table.enter(by(), at, [rng.choice([*at.ask.menu()])])
    assert found
    assert all("after" in line for line in found), "what the set-up dealt is not told"


async def test_in_anothers_turn_a_line_tells_all_since_the_seats_last_answer(store: Store) -> None:
    """One person plays all seats at random, until a seat must answer in another's turn."""
    table, found = OrderService(store, GAMES, lambda: None), list[str]()
    lobby, rng = Lobby(table, lambda: SEED), Random(0)
    await lobby.create(caller(), "successors")
    await lobby.join(caller(), "*")
    await lobby.start(caller())
    while not found:
        stored = await store.find_in_channel(CHANNEL)
        assert stored is not None
        at = table.load_seated(stored)
        rules, seat, now, history = at.rules, at.asked, at.view(None), await store.load_history(stored.id)
        since = find_last_own(rules, history, seat)
        if since is not None and since[0] < len(history) - 1 and not is_turn_start(at, now):
            told = find_changes(rules, seat, now, history[since[0] :], since[1]).write(rules)
            line = (await History(BoardViews(table)).find_lead(at))(NOTHING_KNOWN)
            assert line == (say("lately.acted", told=told) if told else "")
            found += [line] if told else []
        assert isinstance(at.ask, Ask)
        keys = [*at.ask.menu()]
        fights = [key for key in keys if key.startswith(("fight", "insist", "hold"))]
        await table.enter(caller(), at, [rng.choice(fights or keys)])


@complete_game
def test_a_turn_is_led_by_who_chose_first(rules: Rules) -> None:
    for game in play_at_random(rules, "led")[:30]:
        made = play_turn(rules, game).made
        seats = [
            each.seat
            for each in made
            if each.seat != CHANCE and not (each.asked is not None and each.asked.forced)
        ]
        led = [
            seat
            for seat, _ in rules.view(resume(rules, game).state, None).standing
            if is_led_by(rules, game, seat)
        ]
        assert led == seats[:1]


@complete_game
def test_what_a_seat_spends_in_anothers_turn_is_its_own_order(rules: Rules) -> None:
    """The text names no other seat as the cause, because the seat chose to spend it, such as Cavalry."""
    found = 0
    for game in play_at_random(rules, "posts")[:40]:
        for place, made in enumerate(play_turn(rules, game).made):
            if made.seat == CHANCE or made.asked is None or is_led_by(rules, game, made.seat):
                continue
            part = rules.EXTRAS.prose.spent.get(made.asked.topic[0])
            ended = replace(game, log=game.log[: place + 1])
            views = [
                rules.view(resume(rules, replace(ended, log=ended.log[:n])).state, None)
                for n in (place, place + 1)
            ]
            old, new = (dict(view.standing)[made.seat] for view in views)
            if part is None or old[part] == new[part] or old[:part] != new[:part]:
                continue
            found += 1
            told = find_changes(rules, made.seat, views[1], (ended,), place).list_told(rules)
            [causes] = [each.causes for each in told if any(new[part] in text for text in each.changes)]
            assert causes == (say("lately.own"),)
    assert found or not rules.EXTRAS.prose.spent


@pytest.mark.parametrize("seat", ["sultanate", "bahmani"])
def test_what_others_lost_is_not_told(seat: str) -> None:
    rules: Any = GAMES["vijayanagara"]
    then, now = (rules.view(at_position(text).live.state, None) for text in (THEN, NOW))
    clauses = " ".join(words.read(rules.name) for words in rules.EXTRAS.prose.changes(then, now, seat))
    assert "lost" not in clauses
    assert ("Andhra" in clauses) == (seat == "sultanate")


@pytest.mark.parametrize("lost", [4, 5])
def test_a_list_of_lost_places_never_ends_with_one_more(lost: int) -> None:
    rules: Any = GAMES["vijayanagara"]
    places = ["andhra", "karnataka", "tamilakam", "orissa", "gondwana"][:lost]
    held = f"independent: [{', '.join(places)}]\nspaces:\n" + "".join(
        f"  {place}: {{rebelling-rajas: 2}}\n" for place in places
    )
    then, now = (rules.view(rules.load(f"card: event-11\n{text}"), None) for text in (held, ""))
    [clause] = [
        words.read(rules.name)
        for words in rules.EXTRAS.prose.changes(then, now, "vijayanagara")
        if "Control" in words.text
    ]
    assert sum(rules.name(place) in clause for place in places) == (4 if lost == 4 else 3)
    assert ("more" in clause) == (lost > 4)


@complete_game
def test_before_a_chapter_a_summary_tells_only_the_acts(rules: Rules) -> None:
    turns = play_at_random(rules, "posts")[:12]
    told = summarize(rules, turns, effects=False)
    assert not told.whole
    acts = [
        line
        for game in turns
        for act in list_acts(rules, game, 0)
        for parts in ([add_gain(part) for part in each] for each in (act.bare_parts, act.parts))
        for named in (parts, [part._replace(text=f"{part.head}.") for part in parts])
        for bare in (act.bare, join_acts(named))
        for line in (
            act.line,
            act.brief,
            write_order_line(rules, act.seat, game, bare, told=any(part.told for part in parts)),
        )
    ]
    lines = [line for line in told.text.splitlines() if not says(line, "summary.left")]
    opened = {text for _, text in list_opened(rules, turns)}
    for line in (each for each in lines if each not in opened):
        cut = next((kind for kind in ("order.clipped", "order.also") if says(line, kind)), "")
        begun = slots(line, cut)["line"] if cut else line
        assert any(act.startswith(begun) for act in acts)


def test_a_short_summary_tells_acts_and_not_the_way_of_an_order() -> None:
    """With little room, a summary names Commands and Decrees, but not the option that comes before them."""
    rules = GAMES["vijayanagara"]
    turns = play_at_random(rules, "posts")[:12]
    acts = [act for game in turns for act in list_acts(rules, game, 0)]
    ways = {part.text for act in acts for part in act.parts if part.kinds == {"option"}}
    told = summarize(rules, turns, effects=False)
    assert ways
    assert not told.whole
    assert [line for line in told.text.splitlines() for way in ways if way in line] == []


def play_until_red_is_asked(number: int) -> list[Game]:
    """Return turns with battles of Red, from Red's Combat to Red's next question. `number`: for the dice."""
    units = {
        "BAB": {"red": "4l", "yellow": "3l"},
        "SYR": {"red": "2i", "blue": "1l"},
        "MES": {"blue": "2i"},
        "EGY": {"yellow": "3i"},
        "MAC": {"green": "3i"},
        "PER": {"yellow": "2l"},
    }
    talents = {"red": 5, "yellow": 9, "blue": 3, "green": 4}
    start = place_units(units, phase="combat", seat="red", talents=talents)
    rules, rng, turns = GAMES["successors"], Random(number), list[Game]()
    step = begin(rules, rules.dump(start), f"{number:064x}")
    while isinstance(ask := step.live.pending, Ask) and not (turns and ask.seat == "red"):
        keys = [*ask.menu()]
        fights = [key for key in keys if key.startswith(("fight", "insist", "hold"))]
        step = submit(rules, step.game, ask.seat, [rng.choice(fights or keys)])
        turns += step.closed
    return [*turns, step.game]


@pytest.mark.parametrize(("number", "rows"), [(4, 14), (10, 14), (22, 14), (24, 16), (19, 16)])
def test_the_readers_own_losses_come_before_small_orders_of_others(number: int, rows: int) -> None:
    rules, turns = GAMES["successors"], play_until_red_is_asked(number)
    text = begin_summary(rules, turns, own="red")(rows).text.replace("*", "")
    results = [each for one in list_episodes(rules, turns, own="red") for each in one.results]
    own = [each.text.replace("*", "") for each in results if "red" in each.names]
    assert own
    assert all(each in text for each in own)


@pytest.mark.parametrize("number", [10, 22])
async def test_a_line_tells_what_came_after_the_last_choice_of_the_own_turn(number: int) -> None:
    """In Red's own Combat, Red's units fall after Red's last choice."""
    rules, turns = GAMES["successors"], play_until_red_is_asked(number)

    class Past:
        async def find_turn_after_own(self, *_: object) -> int:
            return turns[0].turn + 1

        async def load_history(self, _: int, first: int) -> list[Game]:
            return [game for game in turns if game.turn >= first]

    history: Any = SimpleNamespace(orders=None, store=Past())
    at = situation(rules, Step(turns[-1], resume(rules, turns[-1])))
    vars(at.stored)["settings"] = "{}"
    end = find_end_of_own(rules, turns[0], "red")
    told = find_changes(rules, "red", at.view(None), turns, end).write(rules)
    assert told != find_changes(rules, "red", at.view(None), turns[1:]).write(rules)
    assert (await History(history).find_lead(at))(NOTHING_KNOWN) == say("lately", told=told)
