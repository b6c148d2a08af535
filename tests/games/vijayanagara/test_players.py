"""The bot players answer every question, follow their sheets, and give true reasons."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules import vijayanagara
from rules.ask import Ask
from rules.chance import draw_by_numbers, find_faces
from rules.kernel import Live, begin
from rules.player import Adviser, Player, Point
from rules.players import choose_order, play_out
from rules.state import Entry
from rules.vijayanagara.board import FACTIONS
from rules.vijayanagara.cards import MONGOL_CARDS
from rules.vijayanagara.events import SIDES
from rules.vijayanagara.players import BOT_PLAYERS
from rules.vijayanagara.players.answers import answer_among
from rules.vijayanagara.players.fair import Desk, Weighed, drop_repeated
from rules.vijayanagara.players.first_look import play_next_turn
from rules.vijayanagara.players.full import rank_orders
from rules.vijayanagara.players.gains import UNITS, estimate_gain
from rules.vijayanagara.players.trial import list_keys, make_trial
from rules.vijayanagara.players.worth import compute_worth, estimate_timur
from rules.vijayanagara.victory import count_points
from rules.words import Words, within
from tests.facts import facts
from tests.games.vijayanagara.table import EVENTS, GAME, Table

EARLY = "block: 1"
LATE = "block: 3"


def player(level: str = "fair", seed: int = 1) -> Player:
    return BOT_PLAYERS[level](Random(seed).randrange, bool)


def point(table: Table) -> Point:
    """Return the point of decision of the asked seat at the beginning of a turn."""
    asked, state = table.question, table.state.copy()

    def look() -> Any:
        return vijayanagara.view(state, asked.seat)

    kind = "option" if "pass" in asked.legal else ""
    return Point(asked.seat, kind, tuple(asked.legal), (), look, look)


def order(position: str, faction: str, level: str = "fair") -> tuple[tuple[str, ...], str]:
    """Return the player's order on a card that this faction opens, and its reason as text."""
    chosen = player(level)
    assert isinstance(chosen, Adviser)
    advice = chosen.advise(point(Table(position, first=faction)))[0]
    assert not isinstance(advice.reason, str)
    return advice.keys, advice.reason.within(GAME.name)


# ---------------------------------------------------------------------- every question


def test_every_question_of_random_games_has_an_answer_at_a_glance() -> None:
    number, kinds = Random(5).randrange, set[str]()
    for _ in range(4):
        state = vijayanagara.setup(vijayanagara.Options())
        while not vijayanagara.over(state):
            state.story.clear()
            live = Live(GAME, state)
            while (pending := live.pending) is not None:
                if isinstance(pending, Ask):
                    menu = pending.menu()
                    key = list(menu)[number(len(menu))]
                    assert answer_among(live.state, pending, list_keys(pending)) in menu
                    kinds.add(pending.kind)
                    live.answer(menu[key])
                else:
                    live.answer(pending.read(draw_by_numbers(number, pending)))
    assert len(kinds) > 35


@pytest.mark.parametrize("level", list(BOT_PLAYERS))
def test_a_last_block_is_played_to_its_end(level: str) -> None:
    state = Table(f"block: 4\nplayed: {[f'event-{n}' for n in range(1, 19)]}").state
    number = Random(level).randrange
    players = {faction: BOT_PLAYERS[level](number, lambda: True) for faction in FACTIONS}
    play_out(GAME, state, players, lambda turn, index, due: find_faces(level, turn, index, due))
    state.check()
    assert vijayanagara.over(state)


def test_a_card_that_asks_only_after_it_has_changed_something_is_answered() -> None:
    """2.5.1: Zenith of the Delhi Sultanate has begun a dynasty when it asks for a Campaign."""
    left = "left: {event: 0, mongol: 0}"
    played = [*(f"event-{n}" for n in range(1, 7)), "mongol-bahmani", "mongol-vijayanagara"]
    start = GAME.load(f"block: 1\n{left}\nplayed: {played}")
    step = begin(GAME, GAME.dump(start), "zenith")
    assert isinstance(step.live.pending, Ask)
    assert step.live.pending.kind == "campaign"
    assert choose_order(GAME, step.game, player()).keys[0] in ("yes", "no")


def test_the_same_luck_gives_the_same_order() -> None:
    once, again = (player().choose(point(Table(EARLY, first="sultanate"))) for _ in range(2))
    assert once == again


# ---------------------------------------------------------------------- what it is after


def test_a_rival_rebels_where_it_can() -> None:
    spaces = "spaces: {gujarat: {obedient-amirs: 4, troops: 1}, delhi: {troops: 5}}"
    keys, why = order(f"{LATE}\nresources: {{bahmani: 2}}\n{spaces}", "bahmani")
    assert "rebel" in keys
    assert "gujarat" in keys
    assert why == "to take Gujarat, where it has 4 pieces and all others together have 1"


def test_the_sultanate_demands_obedience_where_it_can() -> None:
    spaces = "spaces: {gujarat: {governors: 1, troops: 3, obedient-amirs: 1}, delhi: {troops: 12}}"
    keys, _ = order(f"{LATE}\nindependent: [gujarat]\nresources: {{sultanate: 4}}\n{spaces}", "sultanate")
    assert "demand" in keys
    assert "gujarat" in keys[keys.index("demand") :]


def test_the_sultanate_demands_obedience_where_it_has_just_marched() -> None:
    pieces = "gujarat: {troops: 1, rebelling-amirs: 3}, malwa: {troops: 5, governors: 1}, delhi: {troops: 12}"
    goods = "resources: {sultanate: 12}\ncavalry: {sultanate: 6}"
    keys, why = order(f"{LATE}\nindependent: [gujarat]\n{goods}\nspaces: {{{pieces}}}", "sultanate")
    assert keys[:3] == ("command", "march", "gujarat")
    assert keys[keys.index("demand") :] == ("demand", "gujarat", "done")
    assert why == "to Control Gujarat again (3 Troops more were needed)"


def test_the_sultanate_conscripts_where_a_qasbah_stands_and_demands_obedience_there() -> None:
    pieces = "gujarat: {troops: 1, governors: 1, qasbahs: 1, rebelling-amirs: 3}, delhi: {troops: 12}"
    goods = "resources: {sultanate: 6}\ncavalry: {sultanate: 6}"
    keys, why = order(f"{LATE}\nindependent: [gujarat]\n{goods}\nspaces: {{{pieces}}}", "sultanate")
    assert keys == ("command", "conscript", "gujarat", "done", "demand", "gujarat", "done")
    assert why == "to gain 2 VP by the tribute of Gujarat"


def test_a_campaign_that_a_card_grants_is_tried_as_the_sheet_proposes_it() -> None:
    """2.5.1: to where a rival is near, and not only to the first that comes to mind."""
    pieces = (
        "malwa: {troops: 8, governors: 1}, gujarat: {troops: 1, obedient-amirs: 3}, "
        "jaunpur: {troops: 8, governors: 1}, bengal: {troops: 1, obedient-rajas: 3}, delhi: {troops: 12}"
    )
    state = GAME.load(f"block: 2\ncard: zenith\nspaces: {{{pieces}}}")
    found = Desk(state, (), "sultanate", luck=1).answers()
    ways = {each.keys for each in found if each.keys[0] == "yes"}
    assert {"gujarat", "bengal"} <= {key for keys in ways for key in keys}
    assert len({each.keys for each in found}) >= 3, "and not to Campaign at all"


@pytest.mark.parametrize(
    ("position", "before", "key", "told"),
    [
        ("block: 2\ncard: mongol-bahmani", "", "amass", "To gather the Mongol Invaders against Delhi"),
        (
            "block: 3\ncard: rise",
            "no",
            "rebel",
            "To take Orissa, where it has 3 pieces and all others together have 1",
        ),
        ("block: 4\ncard: lords", "done", "bahmani-up", "To gain 1 VP by Influence"),
        (
            "block: 4\ncard: lords",
            "done",
            "vijayanagara-down",
            "So that Vijayanagara loses 1 VP by Influence",
        ),
        ("block: 4\ncard: lords", "done", "done", "To spend no Resources on Influence"),
    ],
)
def test_what_is_decided_alone_has_a_reason_too(position: str, before: str, key: str, told: str) -> None:
    """2.4, 2.5.2, 2.5.3: Mongol Commands, what a Succession card grants, and what the Lords sell."""
    pieces = "orissa: {troops: 1, obedient-amirs: 3}, punjab: {mongols: 2}"
    purse = "resources: {sultanate: 0, bahmani: 9}\ninfluence: {bahmani: 1, vijayanagara: 1}"
    state = GAME.load(f"{position}\ndynasty: tughlaq\n{purse}\nspaces: {{{pieces}}}")
    log = (Entry("sultanate", before),) if before else ()
    found = {each.keys[0]: each for each in reversed(Desk(state, log, "bahmani", luck=1).answers())}
    why = found[key].why
    assert not isinstance(why, str)
    assert why.read(GAME.name) == told


def test_an_order_is_explained_by_the_part_that_does_more() -> None:
    spaces = "spaces: {gujarat: {qasbahs: 1}, sindh: {obedient-rajas: 1}, delhi: {troops: 12}}"
    keys, why = order(f"{LATE}\nresources: {{vijayanagara: 3}}\n{spaces}", "vijayanagara")
    assert keys[:3] == ("decree", "compel", "gujarat")
    assert why == "to take Gujarat, where it has 2 pieces and all others together have 1"


def test_before_timur_the_sultanate_guards_an_empty_delhi() -> None:
    spaces = "spaces: {mountain-passes: {mongols: 4}, malwa: {troops: 1, governors: 1}}"
    keys, why = order(f"block: 4\nresources: {{sultanate: 1}}\n{spaces}", "sultanate")
    assert "conscript" in keys
    assert "delhi" in keys
    assert why == "to guard Delhi (no Units there, 4 Mongol Invaders on the map)"


def test_without_resources_it_does_not_name_a_command_as_its_reason() -> None:
    spaces = "spaces: {gujarat: {obedient-amirs: 2, troops: 1}, malwa: {obedient-amirs: 1}}"
    keys, why = order(f"{EARLY}\nresources: {{bahmani: 0}}\n{spaces}", "bahmani")
    assert "gather" not in why or set(keys) & {"gujarat", "malwa", "maharashtra"}


def test_an_event_is_executed_for_what_it_brings() -> None:
    before, name = vijayanagara.setup(vijayanagara.Options()), vijayanagara.name
    placed, poorer, better = before.copy(), before.copy(), before.copy()
    assert not estimate_gain(before, before, "bahmani"), "then the order's effect is its reason"
    placed.shift("karnataka", "obedient-rajas", 2)
    assert within(estimate_gain(before, placed, "vijayanagara"), name) == "to place 2 Rajas by the Event"
    poorer.influence["bahmani"] = before.influence["bahmani"] - 1
    told = within(estimate_gain(before, poorer, "vijayanagara"), name)
    assert told == "so that the Bahmani Kingdom loses 1 VP by the Event"
    better.influence["bahmani"] = before.influence["bahmani"] + 2
    assert within(estimate_gain(before, better, "bahmani"), name) == "to gain 2 VP by the Event"
    hoped = within(estimate_gain(before, better, "bahmani", certain=before), name)
    assert hoped == "hoping to gain 2 VP by the Event", "it may come otherwise"
    assert "may bring" in within(estimate_gain(before, before, "bahmani", certain=before), name)


def test_an_adviser_goes_on_with_its_first_advice() -> None:
    chosen = player()
    assert isinstance(chosen, Adviser)
    here = point(Table(EARLY, first="vijayanagara"))
    advised = chosen.advise(here)
    assert chosen.choose(here) == advised[0].keys[0]
    assert len({advice.keys for advice in advised}) == len(advised) > 3


def test_timur_is_met_in_delhi() -> None:
    assert estimate_timur(11, 6, 3) > estimate_timur(5, 6, 3) > estimate_timur(5, 10, 3)
    assert (estimate_timur(30, 0, 0), estimate_timur(0, 12, 0)) == (3, -3)


def test_resources_are_saved_for_the_lords_of_the_deccan() -> None:
    def three_more(position: str) -> float:
        held = (Table(f"{position}\nresources: {{vijayanagara: {n}}}").state for n in (6, 9))
        six, nine = (compute_worth(state)["vijayanagara"] for state in held)
        return nine - six

    last_of_the_third = "block: 3\nleft: {event: 1}"
    assert three_more(last_of_the_third) > 0.5, "a level of Influence is bought for three"
    assert three_more("block: 2\nleft: {event: 1}") < 0.2
    assert three_more("block: 4\nleft: {event: 5, timurid: 2}") < 0.2, "the Lords are over"


def test_few_playouts_do_not_outweigh_what_an_order_is_worth_at_once() -> None:
    good, poor = (Weighed(0.0, (key,)) for key in ("good", "poor"))
    looks = {good.keys: 0.5, poor.keys: 0.2}
    assert rank_orders([poor, good], {good.keys: [], poor.keys: []}, looks) == [good, poor]
    few: dict[tuple[str, ...], list[float]] = {good.keys: [0.3], poor.keys: [0.4]}
    assert rank_orders([good, poor], few, looks) == [good, poor]
    many: dict[tuple[str, ...], list[float]] = {good.keys: [0.3] * 40, poor.keys: [0.4] * 40}
    assert rank_orders([good, poor], many, looks) == [poor, good]


def test_a_first_look_gives_a_legal_order_wherever_one_is_asked_for() -> None:
    state, number, seen = vijayanagara.setup(vijayanagara.Options()), Random(8).randrange, set[str]()
    while not vijayanagara.over(state):
        before = state.copy()
        state = play_next_turn(state, number)
        state.check()
        seen |= {box for faction, box in state.sequence.items() if box != before.sequence[faction]}
    assert {"command", "event"} <= seen


def test_in_a_quick_turn_a_mongol_command_is_weighed() -> None:
    """2.4: at a glance Mongol Invaders gather before they are three; these two may win Punjab at once."""
    before = Table(f"{LATE}\nspaces: {{punjab: {{troops: 2, mongols: 2}}, delhi: {{troops: 3}}}}").state
    ends = [play_next_turn(before.copy(), Random(seed).randrange) for seed in range(12)]
    assert "attack" in {s.story[1].kind for s in ends if s.shown in MONGOL_CARDS}


def test_who_comes_second_looks_at_a_limited_command_too() -> None:
    """2.3.5: after which it stays Eligible, which a Command alone costs."""
    first = ("command", "rally", "karnataka", "done", "tax")
    state = make_trial(
        GAME.load(f"{EARLY}\ncard: event-2"), [Entry("vijayanagara", key) for key in first]
    ).state
    found = Desk(state, (), "bahmani", luck=1).first_look()
    assert {"command-only", "limited", "event", "pass"} == {each.keys[0] for each in found}


@pytest.mark.parametrize("me", FACTIONS)
@pytest.mark.parametrize("card", list(EVENTS))
def test_the_reason_of_each_side_of_an_event_names_what_that_side_changes(card: str, me: str) -> None:
    """2.3.4: the reason is never that of a Command or a Decree, and what it counts is what has come of it."""
    others = {other: "ineligible" for other in FACTIONS if other != me}
    riches = "{sultanate: 9, bahmani: 5, vijayanagara: 5}"
    before = Table(f"{{block: 2, card: {card}, resources: {riches}, places: {others}}}").state
    desk = Desk(before, (), me, luck=3)
    sides = [each for each in desk.orders() if each.keys[0] == "event"]
    assert {each.keys[1] for each in sides} == {key for key in SIDES if getattr(EVENTS[card], key)}
    for order in sides:
        after = desk.carry_out([Entry(me, key) for key in order.keys[:2]])[1].state
        changed = {
            "vp": count_points(after, me) - count_points(before, me),
            "gain": after.resources[me] - before.resources[me],
            "units": before.box[UNITS[me]] - after.box[UNITS[me]],
        }
        if not order.why:  # it gains nothing to count, so the reason is what the order does
            assert changed["vp"] <= 0, changed
            assert changed["units"] <= 0, changed
            continue
        assert isinstance(order.why, Words)
        if isinstance(foe := order.why.args.get("foe"), str):
            changed["vp"] = count_points(before, foe) - count_points(after, foe)
        for place, named in order.why.args.items():
            said = facts(named) if isinstance(named, Words) else str(named)
            assert place == "foe" or said.split("-")[0] == str(changed[place]), order.why.english
        assert "Event" in order.why.english


def test_a_repeated_order_keeps_its_best_place() -> None:
    best, other, again = Weighed(3.0, ("a",)), Weighed(2.0, ("b",)), Weighed(1.0, ("a",))
    assert drop_repeated([best, other, again]) == [best, other]
