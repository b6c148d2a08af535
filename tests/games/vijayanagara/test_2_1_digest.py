"""2.1: the blocks of the deck as chapters, and the digest of a part of the game, word for word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from bot.story.changes import Known, find_changes
from rules import vijayanagara as game
from rules.kernel import resume
from rules.loading.games import GAMES
from rules.records.record import load_record, replay
from rules.vijayanagara.board import BOX, FACTIONS, KINDS, MONGOLS, PROVINCES
from rules.vijayanagara.digest.events import EVENT_DEEDS, TAKEN_GOODS, list_events, tell_events
from rules.vijayanagara.events import execute
from rules.vijayanagara.events.goods import give
from rules.vijayanagara.events.rehearsal import run_at_random
from rules.vijayanagara.influence import CARD_GAIN
from rules.vijayanagara.names import does, name_actor
from rules.vijayanagara.options import Options
from rules.vijayanagara.position import setup
from rules.vijayanagara.view import View
from rules.words import Line, Said, Words, as_is, say
from rules.words import read_said as as_read
from tests import documents
from tests.every_game.golden import play_at_random
from tests.games.vijayanagara.acting import act
from tests.games.vijayanagara.events.trial import deck_of
from tests.games.vijayanagara.table import EVENTS, Table
from tests.games.vijayanagara.test_2_5_succession import card
from tests.games.vijayanagara.test_3_2_4_attacks import attack
from tests.games.vijayanagara.test_tie_break import OVER, TWO

DICE = "Dice: 1 2 against 3."
RECORDS = sorted(Path(__file__).parent.glob("*.play"))


def told(table: Table, before: View, story: Sequence[Line] | None = None) -> list[str]:
    """Return the digest of what has happened at a table since `before`."""
    lines = table.state.story if story is None else story
    return flat(game.EXTRAS.prose.digest(before, game.view(table.state, None), lines, ""))


def flat(paragraphs: Sequence[Sequence[Said]]) -> list[str]:
    """Return all sentences."""
    return [as_read(sentence, game.name) for paragraph in paragraphs for sentence in paragraph]


def titled(view: game.View) -> str:
    """Return the title of the chapter that begins with a view."""
    return as_read(game.EXTRAS.prose.chapter(view), game.name)


def line(kind: str, **parts: object) -> Line:
    """Return a story line with parts only: a digest uses nothing else."""
    return Line(say("-"), kind=kind, parts=parts)


def view_of(position: str) -> View:
    return game.view(Table(position, first="sultanate").state, None)


def test_2_1_a_block_and_the_card_that_ends_it_are_a_chapter() -> None:
    """2.1: three blocks end with a Succession card, the last one with Timur."""
    titles = [titled(view_of(f"block: {block}")) for block in (1, 2, 3, 4)]
    assert titles == [
        "Block 1: the years to the Zenith of the Delhi Sultanate",
        "Block 2: the years to the Rise of the Rebel Sultans",
        "Block 3: the years to the Lords of the Deccan",
        "Block 4: the years to Timur",
    ]


def test_2_7_in_pictures_a_chapter_has_the_name_of_its_dynasty() -> None:
    """2.7: the Khaljis until the first Succession card, the Tughlaqs after it; Timur ends the last block."""
    starts = ["block: 1\ndynasty: khalji", *(f"block: {block}\ndynasty: tughlaq" for block in (2, 3, 4))]
    marks = [as_read(game.EXTRAS.prose.chapter_mark(view_of(start)), game.name) for start in starts]
    assert marks == ["1 Khalji", "2 Tughlaq", "3 Tughlaq", "4 Timur"]


def test_nothing_worth_saying_is_short() -> None:
    table = Table(first="sultanate")
    assert told(table, game.view(table.state, None)) == []


def test_3_3_3_a_rebellion_is_told_with_what_it_wins() -> None:
    table = Table(
        "dynasty: tughlaq\nspaces: {gujarat: {obedient-amirs: 3, troops: 1}}",
        first="bahmani",
    )
    before = game.view(table.state, None)
    table.answer("bahmani", "limited rebel")
    story = [line("rebel", faction="bahmani", space="gujarat")]
    assert told(table, before, story)[1:] == [
        "The Bahmani Kingdom won Gujarat by Rebellion; its Rebelling Amirs went from 0 to 3."
    ]
    assert told(table, before, [])[1:] == [
        "The Bahmani Kingdom won Gujarat, Tributary until then.",
        "The Rebelling Amirs of the Bahmani Kingdom went from 0 to 3.",
    ]
    then = game.view(Table("dynasty: tughlaq", first="bahmani").state, None)
    assert flat(game.EXTRAS.prose.digest(then, then, story, "")) == [
        "The Bahmani Kingdom Rebelled in Gujarat."
    ]


def test_1_6_to_control_where_tribute_was_paid_is_no_gain_for_delhi() -> None:
    before = view_of("spaces: {gujarat: {troops: 3}}")
    table = Table("independent: [gujarat]\nspaces: {gujarat: {troops: 3}}")
    assert "The Sultanate lost the tribute of Gujarat but kept Control." in told(table, before)


def test_3_2_4_attacks_are_told_by_who_attacked_whom() -> None:
    table = attack("sultanate", "malwa: {troops: 2, rebelling-amirs: 1}", "malwa", dice="1666 66")
    before = view_of("spaces: {malwa: {troops: 2, rebelling-amirs: 1}}")
    assert (
        "The Sultanate attacked the Bahmani Kingdom in Malwa and removed 1 Amir without loss. "
        "Dice: 1 6 6 6 (hit on 1 to 2) against 6 6 (hit on 1). Left there: 2 Troops."
    ) in told(table, before)


def test_1_10_what_cavalry_did_to_the_dice_stands_beside_them() -> None:
    """Without it, a reader can't see why these dice brought these hits."""
    view, (attack_line, losses_line) = view_of(""), battle("andhra", "", "2-troops")
    charge = line("charge", charges=does("mongols", "Charge"), die=3, new=2)
    screen = line("screen", screens=does("sultanate", "Screen"), foe="vijayanagara", die=4)
    [text] = flat(game.EXTRAS.prose.digest(view, view, [attack_line, charge, screen, losses_line], ""))
    uses = ", then the Mongol Invaders Charge (3 to 2), then the Sultanate Screens (a 4 is out). "
    assert f"{DICE.rstrip('.')}{uses}" in text


def test_1_10_charges_that_turn_the_same_die_are_told_together() -> None:
    """A battle's line told each of three Charges: "5 to 4", then "4 to 3", then "3 to 2"."""
    view, (attack_line, losses_line) = view_of(""), battle("andhra", "", "2-troops")
    uses = [("bahmani", 5), ("bahmani", 4), ("bahmani", 3), ("bahmani", 6), ("vijayanagara", 5)]
    charges = [line("charge", charges=does(who, "Charge"), die=die, new=die - 1) for who, die in uses]
    [text] = flat(game.EXTRAS.prose.digest(view, view, [attack_line, *charges, losses_line], ""))
    assert (
        ", then the Bahmani Kingdom Charges three times (5 to 2), then the Bahmani Kingdom Charges (6 to 5), "
        "then Vijayanagara Charges (5 to 4). "
    ) in text


@pytest.mark.parametrize(
    ("lost", "fallen", "sentence"),
    [
        ("", "2-troops", "Vijayanagara attacked the Sultanate in Andhra and removed 2 Troops without loss."),
        (
            "1-obedient-rajas",
            "",
            "Vijayanagara attacked the Sultanate in Andhra, lost 1 Raja and removed nothing.",
        ),
        ("", "", "Vijayanagara attacked the Sultanate in Andhra, without effect."),
    ],
)
def test_3_4_4_how_an_attack_ended(lost: str, fallen: str, sentence: str) -> None:
    view = view_of("")
    assert flat(game.EXTRAS.prose.digest(view, view, battle("andhra", lost, fallen), "")) == [
        f"{sentence} {DICE} Left there: 2 Obedient Rajas, 1 Troop and 1 Qasbah."
    ]


def test_3_4_4_attacks_on_the_same_foe_are_added_up() -> None:
    view = view_of("")
    story = [
        *battle("rajput-kingdoms", "1-obedient-rajas", "2-troops"),
        *battle("andhra", "2-rebelling-rajas-in-gondwana", "1-qasbahs"),
        *battle("andhra", "", "1-troops"),
    ]
    [sentence] = flat(game.EXTRAS.prose.digest(view, view, story, ""))
    assert sentence == (
        "Vijayanagara attacked the Sultanate three times, in the Rajput Kingdoms and Andhra, removed "
        "3 Troops and 1 Qasbah and lost 3 Rajas. "
        "Dice: the Rajput Kingdoms: 1 2 against 3; Andhra: 1 2 against 3; Andhra: 1 2 against 3."
    )
    more = [*story, *battle("malwa", "", "1-troops")]
    assert "Dice" not in " ".join(flat(game.EXTRAS.prose.digest(view, view, more, ""))), (
        "of four they are too many"
    )


def test_3_2_4_a_battle_whose_roll_was_told_before_counts_by_its_end() -> None:
    """The text since one chose their losses and the text of the whole chapter count the same losses."""
    table = attack("sultanate", "malwa: {troops: 2, rebelling-amirs: 1}", "malwa", dice="1666 66")
    before = game.view(table.state, None)
    story = [each for each in table.state.story if each.kind == "losses"]
    assert (
        "The Sultanate attacked the Bahmani Kingdom in Malwa and removed 1 Amir without loss. "
        "Left there: 2 Troops."
    ) in told(table, before, story)


def test_3_2_4_losses_that_are_still_to_be_chosen_are_no_result() -> None:
    view = view_of("")
    rolled = [line for line in battle("andhra", "", "2-troops") if line.kind == "attack"]
    assert flat(game.EXTRAS.prose.digest(view, view, rolled, "")) == [
        f"Vijayanagara attacked the Sultanate in Andhra, and the losses are still to be chosen. {DICE}"
    ]


def test_battles_of_the_reader_come_first_and_say_who_is_left() -> None:
    view = view_of("")
    story = battle("andhra", "", "1-troops") * 4
    first, *_ = flat(game.EXTRAS.prose.digest(view, view, story, "sultanate"))
    assert "Left there: " in first, "four battles, and the reader fought in them"
    assert "Left there: " not in " ".join(flat(game.EXTRAS.prose.digest(view, view, story, "bahmani")))


def test_what_changed_hands_was_built_and_shifted() -> None:
    then = Table(
        "independent: [andhra, malwa]\n"
        "spaces: {andhra: {rebelling-rajas: 2, temples: 1}, malwa: {troops: 1, obedient-amirs: 1}, "
        "punjab: {mongols: 1}}\n"
        "influence: {vijayanagara: 1}",
        first="sultanate",
    )
    now = Table(
        "independent: [andhra]\n"
        "spaces: {andhra: {rebelling-amirs: 2, forts: 1}, malwa: {troops: 1, obedient-amirs: 1}, "
        "delhi: {mongols: 2}}\n"
        "influence: {bahmani: 1}",
        first="sultanate",
    )
    text = " ".join(told(now, game.view(then.state, None), []))
    for sentence in (
        "Malwa paid tribute to Delhi again",
        "The Bahmani Kingdom took Andhra from Vijayanagara",
        "the number of Mongol Invaders went from 1 to 2: 2 in Delhi.",
        "A Fort was built in Andhra; a Temple was lost in Andhra.",
        "Deccan Influence went from 0 to 1 for the Bahmani Kingdom and from 1 to 0 for Vijayanagara.",
    ):
        assert sentence.casefold() in text.casefold()


def test_1_6_delhi_loses_no_province_that_pays_it_tribute_again() -> None:
    then = Table("independent: [malwa]\nspaces: {malwa: {troops: 2}}", first="sultanate")
    now = Table("spaces: {malwa: {troops: 2}}", first="sultanate")
    text = " ".join(told(now, game.view(then.state, None), []))
    assert "Malwa paid tribute to Delhi again." in text
    assert "lost by" not in text


def test_2_3_4_many_events_are_told_by_who_played_them() -> None:
    view = view_of("")
    cards = (("sultanate", "Warden of the Market"), ("bahmani", "Bengal Goes Its Own Way"))
    story = [line("event", faction=who, card=card) for who, card in cards * 2]
    assert flat(game.EXTRAS.prose.digest(view, view, story, ""))[-1] == (
        "Events: the Sultanate played “Warden of the Market” and “Warden of the Market”; the Bahmani "
        "Kingdom played “Bengal Goes Its Own Way” and “Bengal Goes Its Own Way”."
    )


EFFECTS = """
- place: {what: Raja, n: 2, at: Andhra}
- move: {what: Troops, n: 1, from: Delhi, to: Punjab}
- remove: {what: Troops, n: 2, at: Sindh}
- eligible: {of: D, next: no}
"""
SEEN = "spaces: {delhi: {troops: 3}, sindh: {troops: 2}}"


def test_3_5_3_what_was_plundered_is_told_after_the_battles() -> None:
    view = view_of("")
    story = [
        *battle("andhra", "", "1-troops"),
        line("plunder-resources", space="punjab", faction="sultanate", n=2),
        *(
            line("plunder-troops", space="punjab", faction="sultanate", province=one)
            for one in ("sindh",) * 2
        ),
        line("timur-plunder-resources", space="delhi", faction="sultanate", n=1),
    ]
    for own in ("", *FACTIONS):
        _, plunder, *_ = flat(game.EXTRAS.prose.digest(view, view, story, own))
        assert (
            plunder == "Plunder in Punjab and Delhi cost the Sultanate 3 Resources and 2 Troops from Sindh."
        )


def executed() -> list[Line]:
    """Return the story of an Event with these effects, executed by Vijayanagara."""
    document = {"card": "event-1", "options": {"deck": deck_of(EFFECTS)}, **documents.read(SEEN)}
    s = Table(documents.write(document), first="vijayanagara").state
    run_at_random(execute(s, "vijayanagara"), Random(1).randrange)
    return s.story


def test_2_3_4_an_event_is_told_with_what_it_did_the_readers_losses_first() -> None:
    before = view_of(SEEN)
    story = executed()
    first, *_ = flat(game.EXTRAS.prose.digest(before, before, story, ""))
    assert first == (
        "The Event removed 2 Troops from Sindh, moved 1 Troop from Delhi to Punjab, placed 2 Obedient Rajas "
        "in Andhra and made the Sultanate Ineligible for the next card."
    )
    asked = next(place for place, each in enumerate(story) if each.kind == "place")
    [later, *_] = flat(game.EXTRAS.prose.digest(before, before, story[asked:], "sultanate"))
    assert later == first.replace("2 Troops", "2 Troops of the Sultanate"), (
        "it is told too if its beginning was told before, and it names the reader's seat"
    )


def test_2_3_4_two_events_are_told_each_with_what_it_did() -> None:
    before = view_of(SEEN)
    story = executed()
    other = line("event", faction="bahmani", card="Cambay Taken")
    told = flat(game.EXTRAS.prose.digest(before, before, [*story, other], ""))
    assert told[:2] == [
        (
            "Vijayanagara played “Trial”, which removed 2 Troops from Sindh, moved 1 Troop from Delhi to "
            "Punjab, placed 2 Obedient Rajas in Andhra and made the Sultanate Ineligible for the next card."
        ),
        "The Bahmani Kingdom played “Cambay Taken”.",
    ]


@pytest.mark.parametrize("card", EVENTS)
def test_2_3_4_of_every_event_all_pieces_that_come_or_go_are_told(card: str) -> None:
    """A reader learns of each piece that an Event placed, moved, replaced or removed, and where."""
    rng = Random(card)
    for _ in range(8):
        s = setup(Options())
        s.card = card
        run_at_random(execute(s, rng.choice(FACTIONS)), rng.randrange)
        lines = [
            each
            for each in s.story
            if each.kind in EVENT_DEEDS and "units" in each.parts and "faction" not in each.parts
        ]
        seen = {kind for each in lines for kind in each.parts["units"]}
        seen |= {each.parts["space"] for each in lines[:1] if "space" in each.parts}
        view = game.view(s, None)
        told = " ".join(flat(game.EXTRAS.prose.digest(view, view, s.story, "sultanate")))
        assert not [key for key in seen if game.name(key).removesuffix("s") not in told], told


def test_5_0_the_end_is_told_once() -> None:
    view = view_of("")
    points = {"bahmani": 9, "sultanate": 1, "vijayanagara": 5}
    factions = tuple(replace(each, vp=points[each.key]) for each in view.factions)
    won = replace(view, winners=("bahmani",), factions=factions)
    assert flat([game.EXTRAS.prose.ending(won, [])]) == [
        (
            "Timur came and the game ended: the Bahmani Kingdom won with 9 victory points, ahead of "
            "Vijayanagara with 5 and the Sultanate with 1."
        )
    ]
    assert "Timur" not in " ".join(flat(game.EXTRAS.prose.digest(view, won, [], ""))), (
        "a summary adds the end"
    )


def test_5_5_the_tie_break_is_told_with_the_end() -> None:
    view = game.view(
        game.load(tied("rounds: [{goats: bahmani, tigers: vijayanagara, winner: tigers}]")), None
    )
    assert flat([game.EXTRAS.prose.ending(view, [])]) == [
        "Timur came and the game ended: the Bahmani Kingdom and Vijayanagara were tied.",
        "The Vijayanagara Empire (Tigers) beat the Bahmani Kingdom (Goats) at Aadu-Huli aata.",
        "Vijayanagara won the tie-break and the game.",
    ]
    view = game.view(game.load(tied("refused: [bahmani]")), None)
    assert flat([game.EXTRAS.prose.ending(view, [])])[1:] == [
        "The Bahmani Kingdom declined to play Aadu-Huli aata for the victory.",
        "The Bahmani Kingdom and Vijayanagara shared the victory.",
    ]
    view = game.view(game.load(tied("")), None)
    assert "Timur" not in " ".join(flat([game.EXTRAS.prose.ending(view, [])])), "nothing is decided yet"


def test_3_5_mongols_are_told_of_where_something_changed() -> None:
    road = [view_of(f"spaces: {{{where}}}") for where in ("delhi: {mongols: 2}", "punjab: {mongols: 2}", "")]
    there, elsewhere, gone = road
    assert not [text for text in flat(game.EXTRAS.prose.digest(there, there, [], "")) if "Mongol" in text]
    assert flat(game.EXTRAS.prose.digest(there, elsewhere, [], "")) == [
        "The number of Mongol Invaders on the map did not change: 2 in Punjab."
    ]
    assert flat(game.EXTRAS.prose.digest(there, gone, [], "")) == [
        "No Mongol Invaders were left on the map (2 before)."
    ]


def tied(so_far: str) -> str:
    """Return a position after Timur with Bahmani and Vijayanagara tied, and with this tie-break."""
    return f"{OVER}{TWO}tie_break: {{{so_far}}}"


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_chapter_of_a_game_reads_well(path: Path) -> None:
    """No key of the game shows, every sentence ends, and a chapter fits into a message."""
    before, title, story = None, "", list[Line]()
    for turn, live in replay(game, load_record(path.read_text())):
        start = game.view(game.load(turn.start), None)
        if before is None or titled(start) != title:
            before, title, story = start, titled(start), []
        story += live.state.story
        sentences = flat(game.EXTRAS.prose.digest(before, game.view(live.state, None), story, ""))
        text = " ".join(sentences)
        assert len(text) <= 1200
        assert all(sentence[0].isupper() or sentence[0].isdigit() for sentence in sentences)
        assert all(sentence.endswith(".") for sentence in sentences)
        assert not [key for key in ("obedient-", "rebelling-", "-in-", "{", "nothing at") if key in text]


def battle(space: str, lost: str, fallen: str) -> list[Line]:
    """Return the two story lines of a battle of Vijayanagara against the Sultanate.

    `lost`, `fallen`: their losses, such as "2-troops".
    """
    sides = {"attacker": "vijayanagara", "defender": "sultanate", "space": space}

    def losses(key: str) -> dict[tuple[str, str], int]:
        number, _, kind = key.partition("-")
        kind, _, source = kind.partition("-in-")
        return {(source or space, kind): int(number)} if key else {}

    dice = {"own": say("{dice}", dice=as_is("1 2")), "other": say("{dice}", dice=as_is("3"))}
    return [
        line("attack", **sides, **dice),
        line("losses", **sides, lost=losses(lost), fallen=losses(fallen)),
    ]


def test_1_4_1_enemies_that_come_where_the_reader_holds_are_a_threat() -> None:
    """Only Units that can fight, and only where there were none before."""

    def changes(before: str, after: str, seat: str) -> list[Words]:
        then, now = (view_of(f"spaces: {{{where}}}") for where in (before, after))
        told = game.EXTRAS.prose.changes(then, now, seat)
        return [each for each in told if isinstance(each, Words) and "enemy" in each.args]

    came = "delhi: {troops: 5, mongols: 2}"
    [threat] = changes("delhi: {troops: 5}", came, "sultanate")
    assert isinstance(threat.args["spaces"], Words)
    assert threat.read(game.name) == "The Mongol Invaders threaten Delhi"
    assert not changes(came, came, "sultanate"), "they were there before"
    assert not changes("delhi: {troops: 5}", came, "bahmani"), "who doesn't hold the space isn't threatened"
    held, rival = "malwa: {troops: 5}", "malwa: {troops: 5, obedient-amirs: 1}"
    assert not changes(held, rival, "sultanate"), "Obedient Units don't fight"
    [threat] = changes(held, rival.replace("obedient", "rebelling"), "sultanate")
    assert threat.args["enemy"] == "bahmani"


def test_5_1_mongol_invaders_that_come_to_delhi_are_told_first() -> None:
    then = view_of("spaces: {delhi: {mongols: 1}}")
    now = view_of("spaces: {delhi: {mongols: 3}, punjab: {mongols: 2}, malwa: {rebelling-amirs: 4}}")
    story = [line("amass", pieces="4", space="punjab")]
    [came], *others = game.EXTRAS.prose.digest(then, now, story, "")
    assert as_read(came, game.name) == "Mongol Invaders came to Delhi (2 more, now 3)."
    assert "Mongol Invaders came to Punjab (2 more, now 2)." in flat(others)


@pytest.mark.parametrize("seed", ["a", "posts"])
def test_1_6_a_lost_province_is_told_unless_the_text_names_its_holder(seed: str) -> None:
    """An Event's sentence on a Governor in Orissa doesn't say that Orissa pays no tribute any more."""
    rules, lost = GAMES["vijayanagara"], 0
    everything = Known((frozenset((*FACTIONS, *PROVINCES, *KINDS, *(f"1-{kind}" for kind in KINDS))),))
    for turn in play_at_random(rules, seed):
        now = game.view(resume(game, turn).state, None)
        for seat in FACTIONS:
            found = find_changes(rules, seat, now, [turn])
            for change, causes in found.found:
                lost_here = change.names & {*PROVINCES}
                if not lost_here or not all(cause.names for cause in causes):
                    continue
                lost += 1
                for holders, missing in ((frozenset[str](), True), (frozenset(PROVINCES), False)):
                    told = found.list_told(rules, everything._replace(holders=holders))
                    assert any(change.text in each.changes for each in told) is missing
    assert lost


def test_2_4_an_invasion_and_its_gifts_are_told_by_what_they_changed() -> None:
    then, now = view_of("spaces: {punjab: {mongols: 2}}"), view_of("spaces: {delhi: {mongols: 3}}")
    parts = {"pieces": "3", "space": "mountain-passes"}
    [text] = flat(game.EXTRAS.prose.digest(then, now, [Line(say("-"), kind="amass", parts=parts)], ""))
    assert text == "Mongol Invaders came to Delhi (3 more, now 3)."
    had, has = (Table(f"influence: {{bahmani: {n}}}", first="sultanate") for n in (2, 1))
    gifts = [Line(say("-"), kind="gifts", parts={"faction": "bahmani"})]
    before, after = (game.view(table.state, None) for table in (had, has))
    assert flat(game.EXTRAS.prose.digest(before, after, gifts, ""))[-1] == (
        "The Bahmani Kingdom accepted Compromising Gifts: Deccan Influence went from 2 to 1 for the Bahmani "
        "Kingdom."
    )


def test_3_2_3_govern_and_compel_say_what_they_removed() -> None:
    """3.2.3, 4.4.3: the losses of each faction are added up, those of the reader first."""
    story = [
        line("remove", faction="sultanate", units={"obedient-amirs": 1}, space="gujarat"),
        line("remove", faction="sultanate", units={"obedient-rajas": 2}, space="tamilakam"),
        line("remove", faction="sultanate", units={"obedient-rajas": 1}, space="karnataka"),
        line("compel-remove", faction="vijayanagara", units={"troops": 1}, space="andhra"),
        line("conspire", faction="bahmani", units={"governors": 1}, space="malwa", new="obedient-amirs"),
        line("track", faction="vijayanagara", units={"rebelling-rajas": 2}, space="orissa"),
        line("track", faction="vijayanagara", units={}, space=""),
        line("mongols-home", faction=MONGOLS, units={MONGOLS: 3}, space="punjab"),
    ]
    view = view_of("block: 1")
    assert flat(game.EXTRAS.prose.digest(view, view, story, "vijayanagara")) == [
        "The Sultanate Governed and removed 3 Rajas of Vijayanagara from Tamilakam and Karnataka.",
        "The Sultanate Governed and removed 1 Amir of the Bahmani Kingdom from Gujarat.",
        "The Sultanate lost 1 Troop in Andhra.",
        "The Bahmani Kingdom Conspired and removed 1 Governor of the Sultanate from Malwa.",
        "Vijayanagara put 2 Rajas from Orissa back onto the Influence track.",
        "3 Mongol Invaders went home.",
    ]


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_1_4_each_piece_that_leaves_the_map_is_told(seed: str) -> None:
    """A reader can add up the losses: Attacks, plunder, Decrees, Events, and Units back on the track."""
    missed = list[tuple[Counter[str], str]]()
    for turn in play_at_random(GAMES["vijayanagara"], seed):
        live = resume(game, replace(turn, log=()))
        for entry in turn.log:
            before, begun = game.view(live.state, None), len(live.state.story)
            live.enter(entry.seat, entry.key)
            after = game.view(live.state, None)
            gone = count_pieces(before) - count_pieces(after)
            if not gone:
                continue
            said = game.EXTRAS.prose.digest(before, after, live.state.story[begun:], "")
            numbers = [number for paragraph in said for each in paragraph for number in find_numbers(each)]
            for sort, n in gone.items():
                found = [number for number, kind in numbers if BOX.get(kind, kind) == sort]
                if not any(sum(some) == n for size in (1, 2, 3) for some in combinations(found, size)):
                    missed.append((gone, " ".join(flat(said))))
    assert not missed


def count_pieces(view: View) -> Counter[str]:
    """Return how many pieces of each sort are on the map."""
    found = Counter[str]()
    for space in view.spaces:
        for kind, n in space.pieces.items():
            found[BOX[kind]] += n
    return found


def find_numbers(said: object) -> list[tuple[int, str]]:
    """Return the numbers of pieces in a sentence, each with the kind of the pieces."""
    if not isinstance(said, Words):
        return [each for part in said for each in find_numbers(part)] if isinstance(said, tuple) else []
    if isinstance(n := said.args.get("n"), int) and isinstance(said.args.get("many"), str):
        return [(n, str(said.args["many"]))]
    return [each for part in said.args.values() for each in find_numbers(part)]


def test_1_4_5_rebelling_units_without_a_rebellion_come_last_those_of_the_reader_first() -> None:
    """1.4.5, 3.3.3: short posts leave out the last sentences, so what factions did comes before."""
    before = view_of("spaces: {andhra: {rebelling-rajas: 1}, gujarat: {rebelling-amirs: 1}}")
    after = view_of("spaces: {andhra: {rebelling-rajas: 3}, gujarat: {rebelling-amirs: 2}}")
    story = [line("govern", space="malwa", piece="qasbahs")]
    assert flat(game.EXTRAS.prose.digest(before, after, story, "vijayanagara"))[-3:] == [
        "The Sultanate Governed: it built 1 Qasbah in Malwa.",
        "The Rebelling Rajas of Vijayanagara went from 1 to 3.",
        "The Rebelling Amirs of the Bahmani Kingdom went from 1 to 2.",
    ]


def test_3_2_3_what_govern_placed_is_told_with_the_spaces() -> None:
    """The order "Govern in Malwa" alone doesn't say what happened there."""
    story = [
        line("govern", space="malwa", piece="qasbahs"),
        line("govern", space="sindh", piece="governors"),
        line("govern", space="delhi", piece="governors"),
    ]
    view = view_of("block: 1")
    assert flat(game.EXTRAS.prose.digest(view, view, story, "")) == [
        "The Sultanate Governed: it built 1 Qasbah in Malwa and placed 2 Governors in Sindh and Delhi."
    ]


def test_3_5_3_plunder_after_an_attack_stands_in_its_sentence() -> None:
    """Plunder without an attack there has a sentence of its own."""
    battle = line(
        "losses", space="delhi", attacker=name_actor(MONGOLS), defender="sultanate", lost={}, fallen={}
    )
    robbed = [
        line("plunder-resources", faction="sultanate", space=space, n=n)
        for space, n in (("delhi", 2), ("punjab", 1))
    ]
    view = view_of("block: 1")
    told = flat(game.EXTRAS.prose.digest(view, view, [battle, *robbed], "sultanate"))
    assert any(
        text.endswith(", then plundered 2 Resources.") or ", then plundered 2 Resources. " in text
        for text in told
    )
    assert "Plunder in Punjab cost the Sultanate 1 Resource." in told


def test_2_3_7_a_faction_reads_that_it_sits_out_a_card() -> None:
    view = view_of("block: 1")
    story = [line("eligibility", ineligible=["bahmani"])]
    for own, expected in (("bahmani", ["The Bahmani Kingdom sits out the next card."]), ("sultanate", [])):
        assert flat(game.EXTRAS.prose.digest(view, view, story, own)) == expected


def test_2_5_1_a_succession_card_says_what_it_gave() -> None:
    """A gift names its giver."""
    position = "influence: {vijayanagara: 3}\nspaces: {}\nresources: {vijayanagara: 5}"
    then, table = view_of(f"{position}\nblock: 1\ndynasty: khalji"), card(1, position)
    now, story = game.view(table.state, None), table.lines()
    first, *_ = game.EXTRAS.prose.digest(then, now, story, "")
    [gifts] = [as_read(each, game.name) for each in first]
    assert gifts == "The Succession card gave 3 Resources to Vijayanagara."
    assert not game.EXTRAS.prose.means(then, now, story, "sultanate"), "the card's gifts are told once"


@pytest.mark.parametrize("seed", ["a", "b"])
def test_1_8_what_was_gained_and_what_was_spent_are_both_told(seed: str) -> None:
    """A Decree in short says what it gave alone, so the sum after an order may not look like it."""
    both = 0
    for turn in play_at_random(GAMES["vijayanagara"], seed):
        live = resume(game, replace(turn, log=()))
        first = before = game.view(live.state, None)
        gained, spent = Counter[str](), Counter[str]()
        for entry in turn.log:
            live.enter(entry.seat, entry.key)
            after = game.view(live.state, None)
            for each in FACTIONS:
                change = after.faction(each).resources - before.faction(each).resources
                gained[each] += max(change, 0)
                spent[each] += max(-change, 0)
            before = after
        story = [each for each in live.state.story if each.kind not in MIXED]
        if len(story) < len(live.state.story):
            continue
        said = game.EXTRAS.prose.means(first, before, story, "")
        sums = [each for words in said for each in find_sums(words)]
        for each in FACTIONS:
            if gained[each] and spent[each] and gained[each] != spent[each]:
                both += 1
                assert (gained[each], spent[each]) in sums, as_read(said[0], game.name)
                assert f"+{gained[each]} −{spent[each]} " in " ".join(
                    as_read(line, game.name) for line in said
                )
    assert both


MIXED = (CARD_GAIN, "plunder-resources", "timur-plunder-resources")  # lines that the digest tells


def find_sums(said: object) -> list[tuple[int, int]]:
    """Return the pairs of what was gained and spent in a sentence."""
    if not isinstance(said, Words):
        return [each for part in said for each in find_sums(part)] if isinstance(said, tuple) else []
    if "earned" in said.args:
        return [(int(str(said.args["earned"])), int(str(said.args["spent"])))]
    return [each for part in said.args.values() for each in find_sums(part)]


def test_4_4_2_a_built_structure_is_told_as_a_gain() -> None:
    """4.4.2: "Build in Malwa" doesn't say what was built."""
    table = act("vijayanagara", "malwa: {obedient-rajas: 1}", "decree build")
    then = game.view(table.state, None)
    assert not game.EXTRAS.prose.means(then, then, [], "vijayanagara")
    [told] = game.EXTRAS.prose.means(then, then, table.lines(), "vijayanagara")
    assert as_read(told, game.name) == "+1 Temple."


def test_4_4_3_placed_rajas_are_told_as_a_gain() -> None:
    """4.4.3: "Compel in Malwa" doesn't say how many Rajas came."""
    table = act("vijayanagara", "malwa: {obedient-rajas: 1}", "decree compel malwa 2-rajas")
    then = game.view(table.state, None)
    [told] = game.EXTRAS.prose.means(then, then, table.lines(), "vijayanagara")
    assert as_read(told, game.name) == "+2 Rajas."


def test_2_3_4_many_events_tell_what_they_took() -> None:
    """2.3.4: of many Events, a digest tells the titles. Pieces and goods that they took are told too."""
    view, story = view_of(""), list[Line]()
    for title in ("One", "Two", "Three", "Four"):
        story += [
            line("event", faction="sultanate", card=title, side="unshaded"),
            line("remove", units={"obedient-amirs": 1}, space="gujarat"),
            line("lose", faction="bahmani", lost={"resources": 2}),
            line("give", giver="bahmani", lost={"cavalry": 1}),
        ]
    assert told(Table(first="sultanate"), view, story)[1:] == [
        "Events removed 4 Amirs of the Bahmani Kingdom from Gujarat.",
        "Events cost the Bahmani Kingdom 8 Resources and 4 Cavalry.",
    ]


def test_1_8_lines_on_taken_goods_name_their_holder() -> None:
    """1.8: the digest reads from each such line who lost what."""
    table = Table("cavalry: {bahmani: 3}", first="sultanate")
    give(table.state, "bahmani", "sultanate", "Cavalry", 2)
    lines = table.lines()
    for seed in ("a", "c"):
        for turn in play_at_random(GAMES["vijayanagara"], seed):
            lines += resume(game, turn).state.story
    taken = [
        (each.parts[TAKEN_GOODS[each.kind]], each.parts["lost"]) for each in lines if each.kind in TAKEN_GOODS
    ]
    assert taken[0] == ("bahmani", {"cavalry": 2})
    assert ("sultanate", {"resources": 5}) in taken


def test_1_10_taken_cavalry_is_told_once() -> None:
    """1.10: a sentence says who took Cavalry from whom, so the loser's means leave it out."""
    story = [line("take-cavalry", faction="bahmani", loser="sultanate")]
    then, now = view_of("cavalry: {sultanate: 2}"), view_of("cavalry: {sultanate: 1}")
    assert not game.EXTRAS.prose.means(then, now, story, "bahmani")


def test_a_replacement_has_its_number() -> None:
    """ "Replaced 1 Governor with Obedient Amir" lacked a word."""
    parts = {"units": {"governors": 1}, "space": "gujarat", "new": "obedient-amirs"}
    story = [line("event", faction="bahmani", card="Trial"), line("replace", **parts)]
    told = " ".join(as_read(each, game.name) for each in tell_events(list_events(story), ""))
    assert "replaced 1 Governor with 1 Obedient Amir in Gujarat" in told
