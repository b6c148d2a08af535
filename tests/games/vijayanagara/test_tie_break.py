"""5.0 and 5.5: a tie in victory points and Resources, and the offer to play Aadu-Huli aata."""

from __future__ import annotations

import json

import pytest

from bot.deadlines import caretaker
from rules import vijayanagara as game
from rules.kernel import Ask, Game, InputError, Live
from rules.orders.notation import parse
from rules.vijayanagara.board import FACTIONS, PROVINCES
from rules.vijayanagara.victory import rank_seats as ranked
from tests.facts import facts
from tests.games.vijayanagara.table import GAME, Table

OVER = "block: 4\nleft: {event: 0}\nplayed: [timurid, timurid]\nover: true\nspaces: {delhi: {mongols: 6}}\n"
LAST = "block: 4\nleft: {timurid: 1}\nplayed: [timurid]\nspaces: {delhi: {mongols: 7}}\n"
RIVALS = "influence: {bahmani: 4, vijayanagara: 4}\n"
KEPT = ("gujarat", "andhra", "karnataka", "sindh")  # their Prosperity is 7, and 3 are lost for the Mongols
TWO = f"{RIVALS}independent: [{', '.join(PROVINCES)}]\nresources: {{bahmani: 5, vijayanagara: 5}}\n"
LOST = ", ".join(province for province in PROVINCES if province not in KEPT)
THREE = f"{RIVALS}independent: [{LOST}]\nresources: {{sultanate: 2, bahmani: 2, vijayanagara: 2}}\n"
OFFERED = "tie_break: {}"

# Rounds that one move ends: the fifth capture, the last Tiger's cage, the hundredth quiet turn.
CAPTURE = "{sides: {goats: %s, tigers: %s}, goats: [2b], captured: 4, to_move: tigers, recent: [2b]}"
CAGE = "{sides: {goats: %s, tigers: %s}, options: {tigers: 1}, tigers: [5a], goats: [3b, 4b, 5b]}"
SIDES = "{goats: bahmani, tigers: vijayanagara}"
QUIET = "{sides: {goats: %s, tigers: %s}, to_move: tigers, quiet: 99}"


def round_of(board: str, goats: str, tigers: str, tied: str = TWO, before: str = "") -> Table:
    """Return a table with a round about to end. `before`: the earlier rounds."""
    return Table(f"{OVER}{tied}tie_break: {{rounds: [{before}], board: {board % (goats, tigers)}}}")


def results(table: Table) -> tuple[tuple[str, ...], list[tuple[str, ...]], str]:
    """Return the winners, the ranking, and the facts of the headline."""
    return game.view(table.state, None).winners, ranked(table.state), headline(table)


def tie_round(table: Table) -> int:
    """Return the current or next round of the tie-break."""
    tie = game.view(table.state, None).tie_break
    assert tie is not None
    return tie.round


def headline(table: Table) -> str:
    """Return the facts of the headline."""
    captions = game.EXTRAS.languages.captions(table.state)
    assert captions is not None
    return facts(captions.headline)


# ---------------------------------------------------------------------- the offer


def test_5_0_a_tie_after_timur_is_told_and_the_game_goes_on() -> None:
    """5.0, 5.5: what Resources can't decide is not over with Timur's invasion."""
    table = Table(f"{LAST}{TWO}")
    assert table.story()[-1] == "tied: [bahmani, vijayanagara]"
    assert not game.over(table.state)
    assert results(table)[0] == ()
    assert headline(table) == "[bahmani-in-full, vijayanagara-in-full]"
    assert table.question.seat == "bahmani"
    assert table.question.legal == ["yes", "no"]
    assert table.question.asks == ("tie-break: [bahmani, vijayanagara]")


def test_5_0_without_a_tie_nothing_follows_timur() -> None:
    """5.0: Resources decide, so nobody is asked."""
    table = Table(f"{LAST}{TWO.replace('bahmani: 5', 'bahmani: 6')}")
    assert table.asked is None
    assert game.over(table.state)
    assert table.state.tie_break is None
    assert results(table)[0] == ("bahmani",)
    assert "tie_break" not in json.loads(game.dump(table.state))


def test_5_0_a_tie_for_the_second_place_is_left_alone() -> None:
    """5.5: "the winner of the game" is what is played for."""
    table = Table(f"{LAST}{RIVALS}resources: {{sultanate: 2, bahmani: 2, vijayanagara: 2}}")
    assert game.over(table.state)
    assert ranked(table.state) == [("sultanate",), ("bahmani", "vijayanagara")]


def test_5_0_who_is_not_tied_is_not_asked() -> None:
    """5.5: the tied factions only; here the Sultanate is third."""
    table = Table(f"{OVER}{TWO}{OFFERED}").answer("bahmani", "yes")
    assert table.question.seat == "vijayanagara"
    assert table.answer("vijayanagara", "yes").due is not None


@pytest.mark.parametrize(
    ("answers", "refused"),
    [("no", "bahmani"), ("yes no", "vijayanagara")],
)
def test_5_5_a_refusal_shares_the_victory(answers: str, refused: str) -> None:
    """5.5: "optionally": one No is enough, whoever says it, and nobody else is asked then."""
    table = Table(f"{OVER}{TWO}{OFFERED}")
    for faction, answer in zip(("bahmani", "vijayanagara"), answers.split(), strict=False):
        table.answer(faction, answer)
    assert game.over(table.state)
    assert table.story()[-1] == f"shared: factions=[bahmani, vijayanagara] refused={refused}"
    shared = ("bahmani", "vijayanagara")
    assert results(table) == (shared, [shared, ("sultanate",)], "[bahmani-in-full, vijayanagara-in-full]")
    tie = game.view(table.state, None).tie_break
    assert tie is not None
    assert tie.refused == (refused,)


def test_5_5_one_of_three_may_refuse() -> None:
    """5.5: then all three share."""
    table = Table(f"{OVER}{THREE}{OFFERED}")
    table.answer("sultanate", "yes").answer("bahmani", "no")
    assert results(table)[:2] == (FACTIONS, [FACTIONS])


# ---------------------------------------------------------------------- two play


def test_5_5_chance_decides_who_has_which_side() -> None:
    """5.5: "Decide randomly": the lot names the Goats, who begin."""
    for goats, tigers in (("bahmani", "vijayanagara"), ("vijayanagara", "bahmani")):
        table = Table(f"{OVER}{TWO}{OFFERED}").answer("bahmani", "yes").answer("vijayanagara", "yes")
        table.draw(goats)
        assert table.question.seat == goats
        assert table.question.asks == "place"
        assert table.answer(goats, "3b").question.seat == tigers
        assert table.question.asks == "move"


def test_5_5_the_lots_are_told() -> None:
    """5.5: who has what, in the story."""
    table = (
        Table(f"{OVER}{TWO}{OFFERED}").answer("bahmani", "yes").answer("vijayanagara", "yes").draw("bahmani")
    )
    told = "lot: goats=bahmani tigers=vijayanagara"
    assert table.story() == [told]


@pytest.mark.parametrize(
    ("board", "move", "winner"), [(CAPTURE, "1ax3b", "vijayanagara"), (CAGE, "5c", "bahmani")]
)
def test_5_5_who_wins_the_round_wins_the_game(board: str, move: str, winner: str) -> None:
    """5.5: the Tigers by five captures, the Goats by caging all Tigers."""
    table = round_of(board, "bahmani", "vijayanagara")
    assert not game.over(table.state)
    table.answer(table.question.seat, move)
    assert game.over(table.state)
    loser = next(faction for faction in ("bahmani", "vijayanagara") if faction != winner)
    places = [(winner,), (loser,), ("sultanate",)]
    assert results(table) == ((winner,), places, f"[{winner}-in-full]")
    assert table.story()[-1] == f"won: faction={winner}"
    standing = dict(game.view(table.state, None).standing)
    assert standing[winner][-1] == "won the tie-break"
    assert standing[loser][-1] == "lost the tie-break"
    assert "tie-break" not in str(standing["sultanate"])


def test_5_5_6_a_drawn_round_breaks_no_tie() -> None:
    """5.5.6: the prize of a drawn game is shared."""
    table = round_of(QUIET, "bahmani", "vijayanagara").answer("vijayanagara", "1a-2b")
    winners, ranking, said = results(table)
    assert winners == ("bahmani", "vijayanagara")
    assert ranking[0] == winners
    assert said == "[bahmani-in-full, vijayanagara-in-full]"
    assert table.story()[-1] == "shared: [bahmani, vijayanagara]"
    assert dict(game.view(table.state, None).standing)["bahmani"][-1] == "drew the tie-break"


def test_5_5_the_moves_are_refused_by_the_rules_of_their_own_game() -> None:
    """5.5.3: with the reason, as on a board of its own."""
    table = round_of(CAPTURE, "bahmani", "vijayanagara")
    assert table.refused("vijayanagara", "1ax3e").startswith("5.5.3 over=2e")
    assert table.refused("bahmani", "3b") == "seat=vijayanagara"
    with pytest.raises(InputError, match=r"Tiger on 3B\. .* 1A x 3B\."):
        parse(GAME, Game("s", 1, GAME.dump(table.state)), "vijayanagara", "b3")
    assert game.EXTRAS.notation.explain_unread(Table(f"{OVER}{TWO}{OFFERED}").state, ("", ""), ["b3"]) == ""


# ---------------------------------------------------------------------- three play


def test_5_5_of_three_two_play_and_the_winner_meets_the_third() -> None:
    """5.5: who waits, and who has which side in both rounds, is decided by chance."""
    table = Table(f"{OVER}{THREE}{OFFERED}")
    for faction in FACTIONS:
        table.answer(faction, "yes")
    table.draw("bahmani")
    assert "lot: faction=bahmani" in table.story()
    table.draw("vijayanagara")
    assert table.question.seat == "vijayanagara"
    assert table.answer("vijayanagara", "3b").question.seat == "sultanate"
    assert dict(game.view(table.state, None).standing)["bahmani"][-1] == "waits for the winner"


def test_5_5_the_second_round_decides_among_three() -> None:
    """5.5: the loser of the first round is out; lots are drawn anew."""
    table = round_of(CAPTURE, "bahmani", "sultanate", THREE).answer("sultanate", "1ax3b")
    assert not game.over(table.state)
    assert "knocked-out: factions=[sultanate, vijayanagara] loser=bahmani" in table.story()
    assert table.due is not None
    assert tie_round(table) == 2
    table.draw("sultanate")
    assert table.question.seat == "sultanate"
    assert dict(game.view(table.state, None).standing)["bahmani"][-1] == "lost the tie-break"


FIRST = "{goats: bahmani, tigers: sultanate, winner: tigers}"


def test_5_5_of_three_the_first_to_lose_is_third() -> None:
    """5.5: the last round's loser comes before the first's, as in any knock-out."""
    table = round_of(CAPTURE, "sultanate", "vijayanagara", THREE, FIRST).answer("vijayanagara", "1ax3b")
    assert results(table)[:2] == (("vijayanagara",), [("vijayanagara",), ("sultanate",), ("bahmani",)])
    assert table.story()[-2:] == [
        "won: faction=vijayanagara",
        "places: second=sultanate third=bahmani",
    ]


def test_5_5_a_drawn_first_round_is_shared_by_all_three() -> None:
    """5.5.6: nobody is out, and nothing more is played."""
    table = round_of(QUIET, "bahmani", "sultanate", THREE).answer("sultanate", "1a-2b")
    assert game.over(table.state)
    assert results(table)[:2] == (FACTIONS, [FACTIONS])


def test_5_5_a_drawn_second_round_is_shared_by_two() -> None:
    """5.5.6: who lost the first round stays out."""
    table = round_of(QUIET, "sultanate", "vijayanagara", THREE, FIRST).answer("vijayanagara", "1a-2b")
    assert results(table)[:2] == (
        ("sultanate", "vijayanagara"),
        [("sultanate", "vijayanagara"), ("bahmani",)],
    )


# ---------------------------------------------------------------------- what is closed, and what stays quiet


def test_1_5_2_nothing_is_traded_after_the_final_scores() -> None:
    """1.5.2: the scores are counted, offers that were open included."""
    offer = "offers: [{number: 1, giver: bahmani, taker: vijayanagara, give: {resources: 1}}]\n"
    table = Table(f"{OVER}{TWO}{offer}{OFFERED}")
    for seat, act in (("bahmani", "offer vijayanagara give 1r"), ("vijayanagara", "accept 1")):
        assert table.refused(seat, f"~{act}").startswith("1.5.2")
        assert not game.EXTRAS.trades.offered(table.state, seat)


def test_2_3_7_nobody_is_told_of_a_next_card() -> None:
    """2.3.7: no card comes any more, so the preview of a move says nothing of Eligibility."""
    table = round_of(CAPTURE, "bahmani", "vijayanagara")
    assert game.EXTRAS.prose.forecast(table.state, "vijayanagara", None) == []


@pytest.mark.parametrize(
    "position",
    [f"{OVER}{TWO}{OFFERED}", f"{OVER}{TWO}tie_break: {{board: {CAGE % ('bahmani', 'vijayanagara')}}}"],
)
def test_standing_answers_and_conditions_do_not_speak_up(position: str) -> None:
    """Standing answers are for the battles and the Mongols; conditions of plans are about the open card."""
    live = Live(GAME, GAME.load(position))
    ask = live.pending
    assert isinstance(ask, Ask)
    for policy in GAME.EXTRAS.plans.policies:
        for value in policy.values(ask.seat):
            assert policy.answer(live.state, ask, value) is None
    assert not game.EXTRAS.plans.meets(live.state, ask.seat, "first")
    with pytest.raises(InputError):
        parse(GAME, Game("s", 1, GAME.dump(live.state)), ask.seat, "pass")


def test_a_caretaker_declines_the_offer_and_moves_in_the_game() -> None:
    """Who is not there is not made to play for the victory; in a round under way a legal move is made."""
    for table, key in (
        (Table(f"{OVER}{TWO}{OFFERED}"), "no"),
        (round_of(CAGE, "bahmani", "vijayanagara"), "1a"),
    ):
        live = Live(GAME, GAME.load(GAME.dump(table.state)))
        assert isinstance(live.pending, Ask)
        assert caretaker.choose_key(GAME, live.state, live.pending) == key
