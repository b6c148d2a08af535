"""Standing answers, conditions of plans, digest, forecast, and bot players."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.story.names import find_names
from rules import taj_mahal
from rules.ask import only_for
from rules.chance import Draw, Roll, draw_by_numbers, find_faces
from rules.kernel import CHANCE, Ask, Player, Point, begin, resume, submit
from rules.orders.sentences import write_sentences
from rules.players import Mover, explain_order, play_out
from rules.taj_mahal.cards import CARDS, COLOURED, DECK, INFLUENCE, SHOWS
from rules.taj_mahal.digest import PART_TEXTS, describe_scores
from rules.taj_mahal.forecasts.withdrawal import forecast_withdrawal
from rules.taj_mahal.names import WITHDRAW, name_with_articles
from rules.taj_mahal.points import PALACES, PROVINCE
from rules.taj_mahal.purpose import describe_purpose
from rules.taj_mahal.sequence.visits import EFFECTS, TRADED, end_visit
from rules.taj_mahal.sequence.withdrawing import WITHDREW
from rules.taj_mahal.state import State
from rules.words import Line, Said, Words, as_is, in_turn, say
from tests.every_game.golden import play_at_random
from tests.facts import slots
from tests.games.taj_mahal.table import GAME, after, live, place
from tests.games.taj_mahal.test_secrets import exchanged, twin

STANDING = {policy.key: policy for policy in taj_mahal.EXTRAS.plans.policies}


def test_before_its_first_card_in_a_visit_a_seat_reads_what_each_symbol_wins() -> None:
    """Only the picture showed the prizes. Later the seat reads its rank."""
    begun = place(
        players={"maroon": {"hand": ["red-ev"]}, "blue": {"hand": ["red-eg"], "table": ["green-vg"]}}
    )
    view = taj_mahal.view(begun, None)
    aim = taj_mahal.EXTRAS.teaching.aim
    assert find_names(aim(view, "maroon", "play")) >= {"E", *view.place("guj").goods, *INFLUENCE, "C"}
    assert "C" not in find_names(aim(replace(view, court=("E",)), "maroon", "play"))
    assert "E" not in find_names(aim(view, "blue", "play"))


def test_the_standing_answer_for_the_supply_takes_white_cards_then_the_longest_colour() -> None:
    maroon = {"table": ["red-ee"], "hand": ["violet-ev", "violet-ee", "green-ee"]}
    s = place(players={"maroon": maroon}, supply=["green-ep", "violet-ep", "white-e", "red-ep"])
    turn = live(s)
    turn.enter("maroon", "withdraw")
    for wanted in ("white-e", "violet-ep"):
        ask = turn.pending
        assert isinstance(ask, Ask)
        assert STANDING["take"].answer(turn.state, ask, "whites") == wanted
        assert STANDING["palace"].answer(turn.state, ask, "most") is None
        turn.enter("maroon", wanted)


def test_the_standing_answer_for_palaces_is_where_they_score_most() -> None:
    maroon = {"table": ["red-ev", "red-pc"], "hand": ["red-ee"]}
    s = place(players={"maroon": maroon}, bonus={"guj-4": "two", "guj-2": "rice"})
    turn = live(s)
    turn.enter("maroon", "withdraw")
    chosen = []
    while isinstance(ask := turn.pending, Ask) and ask.kind != "take":
        answer = STANDING["palace"].answer(turn.state, ask, "most")
        assert answer is not None
        chosen.append(answer)
        turn.enter("maroon", answer)
    assert set(chosen[:2]) == {"guj-4", "guj-2"}
    assert len(chosen) == 3


@pytest.mark.parametrize(
    ("condition", "met"),
    [
        ("lead E", True),
        ("lead V", False),
        ("lead e p", True),
        ("not lead vizier", True),
        ("behind V", True),
        ("behind E", False),
        ("gone M", True),
        ("gone grand mogul", False),
        ("last", False),
        ("out 1", True),
        ("out 2", False),
        ("round 2", True),
        ("round 1", False),
        ("visit 3 and round 2", True),
        ("visit 4", False),
    ],
)
def test_conditions(condition: str, met: bool) -> None:
    players = {
        "maroon": {"table": ["red-ep", "white-e"], "hand": ["red-ee"]},
        "blue": {"table": ["green-vc"], "hand": ["green-ee"]},
    }
    s = place(3, players=players, out=["gray"], court=list("EVGPC"), palaces={"guj-1": "gray"})
    assert taj_mahal.EXTRAS.plans.why_not(condition) == ""
    assert taj_mahal.EXTRAS.plans.meets(s, "maroon", condition) is met


def test_what_a_withdrawal_brings_is_what_it_then_scores() -> None:
    """In random positions, the forecast points equal those of the withdrawal with these cities."""
    compared = 0
    for game in play_at_random(GAME, "advice"):
        s = taj_mahal.load(game.start)
        if not s.visit or not s.players[s.mover].table:
            continue
        seat, brings = s.mover, forecast_withdrawal(s, s.mover)
        turn = live(s)
        if isinstance(turn.pending, Draw):
            continue
        turn.enter(seat, "withdraw")
        cities = list(brings.cities)
        while isinstance(turn.pending, Ask) and turn.pending.kind in ("palace", "crown"):
            turn.enter(seat, brings.crown if turn.pending.kind == "crown" else cities.pop(0))
        if not isinstance(turn.pending, Ask | None):
            continue  # a card is drawn before the rest is scored
        scored = turn.state.players[seat].total - s.players[seat].total
        assert scored - turn.state.players[seat].points["cards"] == brings.points
        compared += 1
    assert compared > 30


def test_the_digest_and_the_score_parts_tell_what_happened() -> None:
    players = {"maroon": {"table": ["red-ev"], "hand": ["red-ee"], "influence": {"V": 1}}}
    s = place(3, players=players, out=["blue", "brown", "gray"], supply=["white-e"])
    before, then = taj_mahal.view(s, None), taj_mahal.view(after(s, "out palace 1"), None)
    causes: list[dict[str, Any]] = [{"n": 2}, {"n": 1}]  # the parts of the points
    won = {"told": [{"n": 1, "seat": "maroon", "won": ["guj"]}]}
    traded = {
        "told": [
            {"new": "maroon", "card": "special-c", "old": "", "symbol": "V", "does": EFFECTS["special-c"]}
        ]
    }
    told = [[slots(said) for said in part] for part in taj_mahal.EXTRAS.prose.digest(before, then, (), "")]
    deeds = [{"cities": ["guj-1"]}, {"scored": {"n": 3, "total": 3}}]
    built = {"seat": "maroon", "deeds": deeds}
    assert told == [[{"told": built, "causes": causes}], [won, traded], []]

    lines = {PROVINCE: 2, PALACES: 1}
    parts_of = [(kind, {"seat": "maroon", "n": n, "province": "guj"}) for kind, n in lines.items()]
    story = [Line(as_is(kind), kind=kind, parts=parts) for kind, parts in parts_of]
    told = [[slots(said) for said in part] for part in taj_mahal.EXTRAS.prose.digest(before, then, story, "")]
    causes = [{"n": 2, "province": "guj"}, {"n": 1, "province": "guj"}]  # each building, and nothing twice
    assert told == [[{"told": built, "causes": causes}], [traded], []]
    parts = [say(PART_TEXTS["provinces"], n=2), say(PART_TEXTS["palaces"], n=1)]
    assert describe_scores(then)["maroon"] == in_turn(parts, ", ")
    symbols = name_with_articles(["E", "V"])
    wins = say("{seat} wins {won}.", seat="maroon", won=symbols)
    withdrew = Line(wins, kind=WITHDREW, parts=wins.args)
    ((scored, *_), *_) = taj_mahal.EXTRAS.prose.digest(before, then, [withdrew, *story], "")
    symbols_won = {"won": [{"what": "E"}, {"what": "V"}]}
    assert slots(scored)["told"] == {**built, "deeds": [symbols_won, *deeds]}, "3.1: what it won"
    assert slots(taj_mahal.EXTRAS.prose.chapter(then)) == {"visit": 4, "province": then.province}


def test_a_reason_leaves_out_what_the_cards_score_at_the_end() -> None:
    """A reason hoped for 13 points where the withdrawal brought 7: its cards scored the others."""
    last = play_at_random(GAME, "posts")[-1]
    before, after_it = taj_mahal.view(taj_mahal.load(last.start), None), resume(GAME, last).state
    now = replace(taj_mahal.view(after_it, None), winners=())
    [seat] = {entry.seat for entry in last.log} - {CHANCE}
    brought = now.player(seat).points - now.player(seat).parts["cards"] - before.player(seat).points
    told = describe_purpose(before, now, seat, [entry.key for entry in last.log if entry.seat == seat])
    assert now.player(seat).parts["cards"]
    assert slots(told).get("n") == (brought or None)


def test_the_reason_for_a_withdrawal_repeats_nothing_that_the_log_tells() -> None:
    """The log told what a seat won and scored, and below it the same again as the reason."""
    leads = place(3, players={"maroon": {"table": ["red-ev"], "hand": ["red-ee", "red-gm"]}})
    step = begin(GAME, taj_mahal.dump(leads), "a" * 64)
    told = explain_order(GAME, step.game, [WITHDRAW], played=True)
    assert isinstance(told, Words)
    assert slots(told) == {"n": 2}, "the cards in its hand, and nothing that it won or scored"


def as_words(said: Said) -> Words:
    """Return a text of several words as such."""
    assert isinstance(said, Words)
    return said


def test_in_the_last_visit_no_reason_speaks_of_later_visits() -> None:
    hand = {"hand": ["red-ee", "red-gm"]}
    told = [
        explain_order(GAME, begin(GAME, taj_mahal.dump(s), "a" * 64).game, [WITHDRAW], played=True)
        for s in (place(3, players={"maroon": hand}), place(12, "agr", players={"maroon": hand}))
    ]
    assert "n" in as_words(told[0]).args
    assert "n" not in as_words(told[1]).args


def test_a_reason_names_only_symbols_of_the_cards_just_played() -> None:
    """It said "to stay ahead in the Princess" of a card that showed no Princess."""
    maroon = {"hand": ["red-gm", "red-ep", "red-vg"], "table": ["red-ep"]}
    blue = {"hand": ["violet-eg"], "table": ["violet-gm"]}
    s = place(3, players={"maroon": maroon, "blue": blue})
    before = taj_mahal.view(s, None)

    def reason(*cards: str) -> Words:
        twin = s.copy()
        for card in cards:
            twin.play("maroon", card)
        return as_words(describe_purpose(before, taj_mahal.view(twin, None), "maroon", cards))

    assert slots(reason("red-ep"))["symbols"] == [{"what": "E"}, {"what": "P"}], "it leads by more in both"
    assert slots(reason("red-gm"))["symbols"] == [{"what": "G"}, {"what": "M"}], (
        "it draws level, and was ahead in P and E"
    )


def test_2_5_the_preview_tells_what_a_special_card_does_and_that_it_comes_back() -> None:
    s = place(
        3,
        players={"maroon": {"table": ["red-ev", "special-any"], "hand": ["red-ee"]}},
        specials={"special-any": "maroon"},
    )
    first, back, _ = taj_mahal.EXTRAS.prose.forecast(s, "maroon", None)
    assert (slots(first)["colour"], slots(back)["card"]) == ("", "special-any")
    s.players["maroon"].table[:] = ["red-ee", "green-ev", "special-any"]
    first, *_ = taj_mahal.EXTRAS.prose.forecast(s, "maroon", None)
    assert slots(first)["colour"] == "red"


def test_the_forecast_says_what_a_withdrawal_would_bring() -> None:
    s = place(3, players={"maroon": {"table": ["red-ev"], "hand": ["red-ee"]}})
    (told,) = taj_mahal.EXTRAS.prose.forecast(s, "maroon", None)
    assert slots(told) == {"won": [{"what": "E"}, {"what": "V"}], "n": 3}
    assert taj_mahal.EXTRAS.prose.forecast(s, "blue", None) == ()


def test_the_forecast_while_a_seat_places_palaces_counts_the_whole_withdrawal() -> None:
    """A withdrawal that was tried with `/try` told nothing of its points while cities were open."""
    maroon = {"table": ["red-mp", "red-gm"], "hand": ["red-ee"]}
    turn = live(place(players={"maroon": maroon}, bonus={"guj-4": "two"}))
    turn.enter("maroon", WITHDRAW)
    for city in ("guj-4", "guj-1", "guj-2"):
        (told,) = taj_mahal.EXTRAS.prose.forecast(turn.state, "maroon", turn.pending)
        assert slots(told)["n"] == 3, "2 for the tile and 1 for palaces"
        turn.enter("maroon", city)
    assert turn.state.players["maroon"].total == 3


def test_a_second_card_alone_is_told_with_a_verb() -> None:
    """ "Maroon with White Vizier, then withdraws" stood in the answer of `/try`."""
    s = place(players={"maroon": {"hand": ["red-ee", "white-v", "red-vg"]}})
    game = begin(GAME, taj_mahal.dump(s), "a" * 64).game
    for key in ("red-ee", "white-v"):
        whole = submit(GAME, game, "maroon", [key])
        game = (*whole.closed, whole.game)[0]
    [row] = [each for each in write_sentences(GAME, game, 1, deeds=True) if each.text]
    assert row.text == "Maroon adds White Vizier."


@pytest.mark.parametrize("level", taj_mahal.BOT_PLAYERS)
def test_a_bot_player_never_looks_at_what_its_seat_does_not_see(level: str) -> None:
    """On tables that differ only in hidden cards it makes the same choice."""
    asked = 0
    for number, game in enumerate(play_at_random(GAME, "blind")[::9]):
        s = taj_mahal.load(game.start)
        if not s.visit or not s.supply:
            continue
        choices = {chosen(level, state) for state in (s, twin(s, s.mover, 1), twin(s, s.mover, number + 2))}
        assert len(choices) == 1
        asked += 1
    assert asked > 5


def chosen(level: str, s: State) -> str:
    """Return the player's answer to the first question of this turn."""
    turn = live(s)
    ask = turn.pending
    assert isinstance(ask, Ask)
    player = taj_mahal.BOT_PLAYERS[level](Random(1).randrange, lambda: False)
    return player.choose(point(turn.state, ask))


def point(s: State, ask: Ask) -> Point:
    look = lambda: taj_mahal.view(s, ask.seat)  # noqa: E731
    return Point(ask.seat, ask.kind, tuple(ask.menu()), (), look, look)


def test_fair_beats_random() -> None:
    won = 0.0
    for number in range(6):
        rng = Random(number)
        s = taj_mahal.setup(taj_mahal.Options())
        players: dict[str, Player] = {seat: Mover(rng.randrange) for seat in s.players}
        hero = [*s.players][number % 4]
        players[hero] = taj_mahal.BOT_PLAYERS["fair"](rng.randrange, lambda: False)

        def chance(_turn: int, _index: int, due: Roll | Draw, rng: Random = rng) -> str:
            return draw_by_numbers(rng.randrange, due)

        play_out(taj_mahal, s, players, chance)
        won += hero in taj_mahal.view(s, None).winners
    assert won >= 4


def test_the_exchange_of_hidden_cards_exchanges_cards() -> None:
    s = place(players={"maroon": {"hand": ["red-ee", "red-ev", "green-ee"]}})
    other = exchanged(s, "maroon", ["red-ee"], Random(1))
    assert other.players["maroon"].hand != s.players["maroon"].hand
    assert "red-ee" in other.players["maroon"].hand
    assert sum(other.deck.values()) == sum(s.deck.values())
    assert set(other.deck) <= set(DECK)


def test_special_cards_that_were_won_or_taken_are_named() -> None:
    """6.1: the standing has no part for a withdrawal, which no seat gains or loses."""
    tops = [
        place(specials={"special-e": seat} if seat else {}, out=["gray"]) for seat in ("", "maroon", "blue")
    ]
    none, own, lost = (taj_mahal.view(s, None) for s in tops)
    prose = taj_mahal.EXTRAS.prose
    [won] = prose.changes(none, own, "maroon")
    [taken] = prose.losses(own, lost, "maroon")
    assert not prose.losses(none, own, "maroon")
    assert not prose.changes(own, lost, "maroon"), "the loss is told once"
    assert isinstance(won, Words)
    assert isinstance(taken, Words)
    assert won.args["symbol"] == taken.args["symbol"] == "G"
    assert won.args["does"] == say(EFFECTS["special-e"]), "it was named and never explained"
    assert taken.args["new"] == "blue"
    assert {len(parts) for _, parts in none.standing} == {2}


def test_6_1_trades_come_after_points() -> None:
    """Another player's trade stood before the points of the visit."""
    held, taken = (place(specials={"special-e": seat}, out=["gray"]) for seat in ("maroon", "blue"))
    held.players["blue"].points["palaces"] = 0
    taken.players["blue"].points["palaces"] = 3
    before, after_it = (taj_mahal.view(s, None) for s in (held, taken))
    told = [
        [
            as_words(words)
            for part in taj_mahal.EXTRAS.prose.digest(before, after_it, [], own)
            for words in part
        ]
        for own in ("maroon", "blue", "")
    ]
    assert told[0] == told[1] == told[2]
    assert ["special-e" in str(slots(words)) for words in told[0]] == [False, True]


def test_3_1_the_forecast_names_the_symbols_in_which_the_seat_is_tied_or_behind() -> None:
    maroon = {"table": ["yellow-gc", "yellow-ev"], "hand": ["red-ee"]}
    brown = {"table": ["green-vc", "white-v"], "hand": ["green-ee"]}
    s = place(players={"maroon": maroon, "brown": brown})
    led, not_won = taj_mahal.EXTRAS.prose.forecast(s, "maroon", None)
    assert isinstance(led, Words)
    assert isinstance(not_won, Words)
    assert led.args["won"] == name_with_articles(["E", "G"])
    tied, behind = (name_with_articles([symbol]) for symbol in "CV")
    parts = [
        say("you are tied in {symbols}", symbols=tied),
        say("you are behind in {symbols}", symbols=behind),
    ]
    assert not_won.args["parts"] == in_turn(parts, ", ")


def test_the_forecast_of_a_withdrawal_changes_when_it_has_begun() -> None:
    """It tells the best points while palaces are placed, and the exact points after the draw for a tile."""
    placing, promised = 0, 0
    for game in play_at_random(GAME, "begun"):
        s = taj_mahal.load(game.start)
        seat = s.mover
        if not s.visit or not s.players[seat].table or not isinstance(live(s).pending, Ask):
            continue
        turn, had, least = live(s), 0, None
        turn.enter(seat, "withdraw")
        while isinstance(turn.pending, Ask) and turn.pending.seat == seat and turn.pending.kind != "play":
            told = [slots(said) for said in taj_mahal.EXTRAS.prose.forecast(turn.state, seat, turn.pending)]
            assert all("card" in each for each in told if "n" not in each), "6.1: a special card"
            assert sum("n" in each for each in told) == (turn.pending.kind in ("palace", "crown"))
            placing += turn.pending.kind in ("palace", "crown")
            turn.enter(seat, max(turn.pending.menu(), key=lambda key: turn.state.bonus.get(key) == "card"))
        while isinstance(turn.pending, Draw) and turn.pending.eyes == only_for(seat):
            if least is None and turn.state.players[seat].table:
                had, forecast = turn.state.players[seat].total, taj_mahal.EXTRAS.prose.forecast
                later = forecast(turn.state, seat, turn.pending)[1:]
                least = sum(slots(words).get("n", 0) for words in later)
            turn.enter(CHANCE, find_faces("seed", 1, 1, turn.pending))
        if least is not None:
            points = turn.state.players[seat]
            assert 0 < least == points.total - points.points["cards"] - had
            promised += 1
    assert placing > 10
    assert promised > 1


def test_5_2_before_its_draw_a_seat_without_played_cards_reads_that_it_wins_nothing() -> None:
    turn = live(place(players={"maroon": {"hand": ["red-ee", "red-ev"]}}))
    turn.enter("maroon", "withdraw")
    assert isinstance(turn.pending, Draw)
    cards, won = taj_mahal.EXTRAS.prose.forecast(turn.state, "maroon", turn.pending)
    assert slots(cards)["all"]
    assert isinstance(won, Words)
    assert not won.args


def test_before_a_draw_the_forecast_tells_what_ends_the_visit_and_who_won_the_province() -> None:
    """4.1, 6.1: bonus tiles, the province and the trades of special cards are certain before the draw."""
    s = place(
        players={
            "maroon": {"hand": [], "table": ["red-ev", "red-em"], "influence": {"V": 1}},
            "blue": {"hand": [], "tiles": [1]},
        },
        out=["blue", "brown", "gray"],
        court=list("VGMPC"),
        bonus={"guj-4": "card", "guj-2": "two"},
    )
    turn = live(s)
    turn.enter("maroon", "withdraw")
    for city in ("guj-4", "guj-2"):
        turn.enter("maroon", city)
    assert isinstance(turn.pending, Draw)
    _, scored, won, traded = taj_mahal.EXTRAS.prose.forecast(turn.state, "maroon", turn.pending)
    assert slots(scored)["n"] == 3  # the tile and the palaces; the province is gone
    assert slots(won) == {"seat": "blue"}
    assert (slots(traded)["seat"], slots(traded)["symbol"]) == ("maroon", "V")
    s = turn.state.copy()
    end_visit(s)
    assert [line.words for line in s.story if line.kind == TRADED] == [traded]


def test_6_1_a_preview_tells_who_is_about_to_take_a_special_card() -> None:
    maroon = {"hand": ["red-ee"], "table": ["red-ep"]}
    blue: dict[str, Any] = {"hand": ["green-ee"], "table": ["green-vg"]}
    symbol = next(each for each, card in CARDS.specials["printed"].card.items() if card == "special-e")
    seats: dict[str, Any] = {"maroon": maroon, "blue": {**blue, "influence": {symbol: 1}}}
    s = place(players=seats, specials={"special-e": "maroon"})
    s.players["blue"].table[0] = next(card for card in COLOURED if SHOWS[card][0] == symbol)

    def list_losses(state: State) -> list[object]:
        told = [slots(said) for said in taj_mahal.EXTRAS.prose.forecast(state, "maroon", None)]
        return [each["card"] for each in told if each.get("other") == "blue"]

    assert list_losses(s) == ["special-e"], "blue leads in its second tile"
    s.players["blue"].influence[symbol] = 0
    assert not list_losses(s), "a first tile takes nothing"
    s.players["blue"].influence[symbol] = 2
    s.out.append("maroon")
    s.players["maroon"].table.clear()
    assert list_losses(s) == ["special-e"], "blue has two, and the visit is not over for it"


def test_a_summary_tells_the_cards_played_before_a_score() -> None:
    """2.5, 5.5: the result of a withdrawal or of the +2 card replaced the order that played the card."""
    maroon = {"hand": ["red-ee", "red-ev", "red-vg"]}
    out = ["blue", "brown", "gray"]
    s = place(players={"maroon": maroon}, out=out, specials={"special-2": "maroon"})
    turn = live(s)
    for key in ("red-ee", "special-2", "red-ev", "done", "withdraw"):
        turn.enter("maroon", key)
    before, now = (taj_mahal.view(each, None) for each in (s, turn.state))
    (first, *_), *_ = taj_mahal.EXTRAS.prose.digest(before, now, turn.state.story, "")
    names = find_names(first)
    assert {"red-ee", "special-2", "red-ev"} <= names
