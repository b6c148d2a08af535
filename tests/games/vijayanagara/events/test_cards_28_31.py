"""The Durbar Deck, cards 28 to 31, both sides: what each does to a position written by hand."""

from __future__ import annotations

import pytest

from tests.games.vijayanagara.events.playing import cavalry, is_eligible, is_over, played, resources

S, B, V = "sultanate", "bahmani", "vijayanagara"


# ---------------------------------------------------------------------- 28 Golconda Ceded

TELANGANA = "{andhra: {obedient-rajas: 1}, gondwana: {rebelling-rajas: 1}, karnataka: {obedient-rajas: 1}}"


def test_card_28_unshaded_vijayanagara_pays() -> None:
    """28: an Amir comes to Andhra, and 2 Resources prevent the rest."""
    table = played(28, S, "unshaded", f"spaces: {TELANGANA}").answer(V, "1")
    assert is_over(table)
    assert resources(table) == (12, 8, 5)
    assert table.pieces("andhra") == {"obedient-amirs": 1, "obedient-rajas": 1}


def test_card_28_unshaded_a_raja_and_a_fort() -> None:
    """28: otherwise the Bahmanis replace a Raja around Warangal (not in Karnataka).

    The Fort may be with the new Amir.
    """
    table = played(28, V, "unshaded", f"spaces: {TELANGANA}").answer(V, "2")
    assert table.question.seat == B
    assert set(table.question.legal) == {"1-rebelling-rajas-in-gondwana", "1-obedient-rajas-in-andhra"}
    table.answer(B, "1-rebelling-rajas-in-gondwana")
    assert table.question.legal == ["1-forts-in-gondwana", "1-forts-in-andhra"]
    assert is_over(table.answer(B, "1-forts-in-gondwana"))
    assert table.pieces("gondwana") == {"obedient-amirs": 1, "forts": 1}
    assert resources(table) == (12, 6, 7)


def test_card_28_unshaded_without_resources_or_rajas() -> None:
    """28: Vijayanagara can't pay 2, and has no Raja there.

    The Amir in Andhra gets its Fort, which brings Control of Independent Andhra.
    """
    table = played(
        28,
        B,
        "unshaded",
        "{independent: [andhra], resources: {vijayanagara: 1}, spaces: {andhra: {troops: 1}}}",
    )
    assert is_over(table)
    assert table.pieces("andhra") == {"troops": 1, "rebelling-amirs": 1, "forts": 1}
    assert table.state.status["andhra"] == B
    assert resources(table) == (0, 0, 1)


def test_card_28_unshaded_a_fort_everywhere_already() -> None:
    """28, 1.4.4: a second Fort is never placed. The Raja is still replaced."""
    spaces = "{andhra: {forts: 1}, orissa: {obedient-rajas: 1, forts: 1}}"
    table = played(28, B, "unshaded", f"{{resources: {{}}, spaces: {spaces}}}")
    assert is_over(table)
    assert table.pieces("orissa") == {"obedient-amirs": 1, "forts": 1}
    assert table.pieces("andhra") == {"obedient-amirs": 1, "forts": 1}


GOLCONDA = "{maharashtra: {rebelling-amirs: 2}, orissa: {obedient-amirs: 1}, karnataka: {obedient-amirs: 1}}"


def test_card_28_shaded_rajas_for_amirs() -> None:
    """28: two Amirs go.

    For 1 Resource to the Sultanate two Rajas come, of Vijayanagara's choice around Warangal.
    """
    table = played(28, B, "shaded", f"spaces: {GOLCONDA}")
    assert not any("karnataka" in key for key in table.question.legal)
    table.answer(B, "1-rebelling-amirs-in-maharashtra 1-obedient-amirs-in-orissa")
    assert table.question.seat == V
    table.answer(V, "1 1-obedient-rajas-in-gondwana 1-obedient-rajas-in-andhra")
    assert is_over(table)
    assert resources(table) == (13, 6, 6)
    assert table.pieces("gondwana") == table.pieces("andhra") == {"obedient-rajas": 1}
    assert table.pieces("maharashtra") == {"rebelling-amirs": 1}
    assert table.pieces("orissa") == {}


def test_card_28_shaded_as_many_rajas_as_amirs() -> None:
    """28: one Amir goes, one Raja comes.

    The removal gave the Sultanate Andhra, and the Raja ends that Control.
    """
    table = played(
        28, S, "shaded", "{independent: [andhra], spaces: {andhra: {rebelling-amirs: 1, governors: 1}}}"
    )
    table.answer(S, "1-rebelling-amirs-in-andhra")
    assert table.state.status["andhra"] == S
    assert is_over(table.answer(V, "1 1-obedient-rajas-in-andhra"))
    assert table.pieces("andhra") == {"governors": 1, "obedient-rajas": 1}
    assert table.state.status["andhra"] == "uncontrolled"


def test_card_28_shaded_vijayanagara_declines() -> None:
    """28: "may"."""
    table = played(28, S, "shaded", f"spaces: {GOLCONDA}").answer(S, "2-rebelling-amirs-in-maharashtra")
    assert is_over(table.answer(V, "2"))
    assert resources(table) == (12, 6, 7)


def test_card_28_shaded_nothing_is_sold_where_nothing_is_bought() -> None:
    """28: no Amir is removed, so there is no Raja to buy, and Vijayanagara isn't asked.

    It isn't asked without Resources either.
    """
    assert is_over(played(28, S, "shaded", f"spaces: {GOLCONDA}").answer(S, "done"))
    table = played(28, S, "shaded", f"{{resources: {{}}, spaces: {GOLCONDA}}}")
    assert is_over(table.answer(S, "2-rebelling-amirs-in-maharashtra"))


# ---------------------------------------------------------------------- 29 A Draft upon Bukka

MUDGAL = "{maharashtra: {rebelling-amirs: 3}, andhra: {obedient-rajas: 2}, tamilakam: {obedient-rajas: 1}}"


def test_card_29_unshaded_vijayanagara_pays() -> None:
    """29: it pays 3 Resources to the Bahmanis, and nothing else happens.

    The Sultanate, which executed, Stays Eligible.
    """
    table = played(29, S, "unshaded", f"spaces: {MUDGAL}").answer(V, "1")
    assert is_over(table)
    assert resources(table) == (12, 9, 4)
    assert is_eligible(table, S)


def test_card_29_unshaded_three_factions_and_a_war() -> None:
    """29: the Sultanate executes, Vijayanagara refuses, the Bahmanis march and fight for free.

    The loser's Influence falls below an emptied slot, so two of its Rajas go back (1.9).
    """
    table = played(29, S, "unshaded", f"{{influence: {{vijayanagara: 1}}, spaces: {MUDGAL}}}").answer(V, "2")
    assert table.question.legal == ["maharashtra", "andhra", "karnataka"]
    assert cavalry(table) == (2, 2, 0)
    table.answer(B, "andhra migrate 3-rebelling-amirs")
    assert "shift" in table.question.legal
    table.answer(B, "done attack").dice("1266 66").answer(B, "done")
    assert table.question.seat == V
    assert table.question.asks == "back: n=2 why=(space=andhra winner=bahmani)"
    table.answer(V, "1-available")
    assert is_over(table)
    assert table.pieces("andhra") == {"obedient-amirs": 3}
    assert table.pieces("tamilakam") == {}
    assert table.state.influence == {B: 1, V: 0}
    assert resources(table) == (12, 6, 7)
    assert cavalry(table) == (2, 2, 0)


def test_card_29_unshaded_too_poor_to_pay() -> None:
    """29: Vijayanagara isn't asked.

    Nobody could come to Karnataka, and only the Sultanate could be attacked.
    """
    spaces = "{karnataka: {rebelling-amirs: 2, troops: 1}, andhra: {obedient-rajas: 1}}"
    table = played(29, B, "unshaded", f"{{resources: {{vijayanagara: 2}}, spaces: {spaces}}}")
    assert is_over(table.answer(B, "karnataka"))
    assert cavalry(table) == (2, 2, 0)


def test_card_29_unshaded_the_attack_may_be_declined() -> None:
    """29: "may": the Bahmanis come, and do not attack."""
    spaces = "{karnataka: {rebelling-amirs: 2, troops: 1}, andhra: {obedient-rajas: 1}}"
    table = played(29, B, "unshaded", f"{{resources: {{vijayanagara: 2}}, spaces: {spaces}}}")
    table.answer(B, "andhra migrate 2-rebelling-amirs done")
    assert is_over(table)
    assert table.pieces("andhra") == {"obedient-amirs": 2, "obedient-rajas": 1}
    assert table.pieces("karnataka") == {"troops": 1}


def test_card_29_shaded_the_bahmanis_pay() -> None:
    """29: the same with the rivals exchanged."""
    table = played(29, V, "shaded", f"spaces: {MUDGAL}").answer(B, "1")
    assert is_over(table)
    assert resources(table) == (12, 3, 10)
    assert cavalry(table) == (2, 0, 0)


def test_card_29_shaded_migrate_shift_and_attack_on_a_fort() -> None:
    """29: the free Migrate's shift costs 1 (3.1.3). The Attack is on the Bahmanis alone.

    It has three dice against the Fort, and the win is another step of Influence.
    """
    spaces = "{tamilakam: {obedient-rajas: 2}, karnataka: {obedient-amirs: 1, forts: 1, troops: 1}}"
    table = played(29, S, "shaded", f"spaces: {spaces}").answer(B, "2")
    table.answer(V, "karnataka migrate 2-obedient-rajas shift")
    assert resources(table) == (12, 6, 6)
    assert table.state.influence == {B: 0, V: 1}
    table.answer(V, "attack").dice("126 66").answer(V, "done")
    assert is_over(table)
    assert table.pieces("karnataka") == {"troops": 1, "obedient-rajas": 2}
    assert table.state.influence == {B: 0, V: 2}
    assert cavalry(table) == (2, 0, 2)


# ---------------------------------------------------------------------- 30 Great Mosque of Gulbarga


def test_card_30_unshaded_amir_then_fort() -> None:
    """30: around Gulbarga, but not in Maharashtra, which has a Fort.

    The Amir only makes it equal; the Fort brings Control, and the Amir Rebels.
    """
    table = played(
        30,
        B,
        "unshaded",
        "{independent: [karnataka], spaces: {maharashtra: {forts: 1}, karnataka: {troops: 1}}}",
    )
    assert table.question.legal == ["andhra", "karnataka"]
    assert is_over(table.answer(B, "karnataka"))
    assert table.pieces("karnataka") == {"troops": 1, "rebelling-amirs": 1, "forts": 1}
    assert table.state.status["karnataka"] == B
    assert (resources(table), cavalry(table)) == ((12, 8, 7), (2, 1, 0))


def test_card_30_unshaded_no_fort_available() -> None:
    """30: the Sultanate executes and chooses. All Forts are on the map, so only the Amir comes.

    The Cavalry and the Resources are the Bahmanis'.
    """
    forts = ", ".join(f"{space}: {{forts: 1}}" for space in ("sindh", "gujarat", "malwa", "bengal", "orissa"))
    table = played(30, S, "unshaded", f"spaces: {{{forts}}}").answer(S, "andhra")
    assert is_over(table)
    assert table.pieces("andhra") == {"obedient-amirs": 1}
    assert (resources(table), cavalry(table)) == ((12, 8, 7), (2, 1, 0))


def test_card_30_unshaded_a_fort_in_each() -> None:
    """30: there is no Province to choose. Cavalry and Resources still come."""
    table = played(
        30, B, "unshaded", "spaces: {maharashtra: {forts: 1}, andhra: {forts: 1}, karnataka: {forts: 1}}"
    )
    assert is_over(table)
    assert not any(spot["obedient-amirs"] for spot in table.state.board.values())
    assert (resources(table), cavalry(table)) == ((12, 8, 7), (2, 1, 0))


def test_card_30_shaded_a_qasbah_in_a_province() -> None:
    """30: not Delhi or Punjab (no Provinces), and not Sindh (it has one), but Malwa."""
    spaces = (
        "{delhi: {troops: 3}, punjab: {troops: 2}, malwa: {troops: 1}, sindh: {governors: 1, qasbahs: 1}}"
    )
    table = played(30, S, "shaded", f"spaces: {spaces}")
    assert is_over(table)
    assert table.pieces("malwa") == {"troops": 1, "qasbahs": 1}
    assert resources(table) == (13, 6, 7)


@pytest.mark.parametrize(("seat", "unit", "structure"), [(B, "amirs", "forts"), (V, "rajas", "temples")])
def test_card_30_shaded_each_rival_builds_its_own(seat: str, unit: str, structure: str) -> None:
    """30: the executing faction gets its Structure, in a place of its choice, and its Resource."""
    table = played(
        30,
        seat,
        "shaded",
        f"""
        resources: {{{seat}: 23}}
        spaces: {{gujarat: {{obedient-{unit}: 1}}, orissa: {{obedient-{unit}: 1}}}}
        """,
    )
    assert is_over(table.answer(seat, f"1-{structure}-in-orissa"))
    assert table.pieces("orissa") == {f"obedient-{unit}": 1, structure: 1}
    assert table.state.resources[seat] == 24


# ---------------------------------------------------------------------- 31 Gangadevi's Poem

MADURAI = "spaces: {karnataka: {obedient-rajas: 2}, andhra: {obedient-rajas: 1}, tamilakam: {troops: 1}}"


def test_card_31_unshaded_move_rebel_and_sing() -> None:
    """31: two of three Rajas move and Rebel under the Tughlaqs.

    A Temple, 1 Cavalry, 3 Resources and a step of Influence come. Vijayanagara is Eligible, though it
    executed.
    """
    table = played(31, V, "unshaded", f"{{dynasty: tughlaq, {MADURAI}}}")
    table.answer(V, "2-obedient-rajas-in-karnataka")
    assert table.question.legal == ["1-obedient-rajas-in-andhra", "done"]
    assert is_over(table.answer(V, "done rebel"))
    assert table.pieces("tamilakam") == {"troops": 1, "rebelling-rajas": 2, "temples": 1}
    assert table.state.status["tamilakam"] == V
    assert table.state.influence == {B: 0, V: 1}
    assert table.state.box["rajas"] == 13
    assert (resources(table), cavalry(table)) == ((12, 6, 10), (2, 0, 1))
    assert is_eligible(table, V)


def test_card_31_unshaded_under_the_khaljis_only_an_attack() -> None:
    """31, 2.7.1: there is no Rebel. Tamilakam stays Tributary; Temple and Influence still come."""
    table = played(31, V, "unshaded", f"{{cavalry: {{}}, {MADURAI}}}")
    table.answer(V, "2-obedient-rajas-in-karnataka 1-obedient-rajas-in-andhra")
    assert table.question.barred["rebel"].startswith("2.7.1")
    table.answer(V, "attack").dice("1666 66").answer(V, "done")
    assert is_over(table)
    assert table.pieces("tamilakam") == {"obedient-rajas": 3, "temples": 1}
    assert table.state.status["tamilakam"] == "tributary"
    assert table.state.influence[V] == 1


def test_card_31_unshaded_vijayanagara_always_moves_and_fights() -> None:
    """31: the Bahmanis execute. Vijayanagara moves none, and declines the Attack. It gets all the rest."""
    table = played(
        31,
        B,
        "unshaded",
        """
        independent: [tamilakam]
        spaces: {karnataka: {obedient-rajas: 1}, tamilakam: {rebelling-rajas: 2, troops: 1}}
        """,
    )
    assert table.question.seat == V
    assert is_over(table.answer(V, "done done"))
    assert table.state.influence == {B: 0, V: 1}
    assert (resources(table), cavalry(table)) == ((12, 6, 10), (2, 0, 1))
    assert is_eligible(table, V)
    assert not is_eligible(table, B)
    assert table.pieces("karnataka") == {"obedient-rajas": 1}
    assert table.pieces("tamilakam") == {"troops": 1, "rebelling-rajas": 2, "temples": 1}


def test_card_31_unshaded_without_a_raja_no_temple() -> None:
    """31: an Amir is no Raja, and Andhra's Raja stays away. Influence and the gains do not depend on it."""
    table = played(31, V, "unshaded", "spaces: {andhra: {obedient-rajas: 1}, tamilakam: {obedient-amirs: 1}}")
    assert is_over(table.answer(V, "done"))
    assert table.pieces("tamilakam") == {"obedient-amirs": 1}
    assert table.state.influence == {B: 0, V: 1}
    assert (resources(table), cavalry(table)) == ((12, 6, 10), (2, 0, 1))
    assert is_eligible(table, V)


def test_card_31_unshaded_the_raja_may_fall_before_the_temple() -> None:
    """31: the only Raja attacks and is lost, so no Temple comes."""
    table = played(31, V, "unshaded", "cavalry: {}\nspaces: {tamilakam: {troops: 2, obedient-rajas: 1}}")
    table.answer(V, "attack").dice("6666 11").answer(V, "done")
    assert is_over(table)
    assert table.pieces("tamilakam") == {"troops": 2}
    assert table.state.influence[V] == 1


def test_card_31_unshaded_the_temple_may_bring_control() -> None:
    """31, 1.7: in Independent Tamilakam Raja and Temple outnumber the Troop, and the Raja Rebels."""
    position = "independent: [tamilakam]\nspaces: {tamilakam: {troops: 1, obedient-rajas: 1}}"
    table = played(31, V, "unshaded", position)
    assert table.state.status["tamilakam"] == "uncontrolled"
    assert is_over(table.answer(V, "done"))
    assert table.pieces("tamilakam") == {"troops": 1, "rebelling-rajas": 1, "temples": 1}
    assert table.state.status["tamilakam"] == V


@pytest.mark.parametrize("influence", [1, 4])
def test_card_31_unshaded_one_temple_and_the_end_of_the_track(influence: int) -> None:
    """31, 1.4.4, 1.9: a second Temple is never placed. A shift off the end of the track is ignored."""
    spaces = "spaces: {tamilakam: {obedient-rajas: 1, temples: 1}}"
    table = played(31, V, "unshaded", f"influence: {{vijayanagara: {influence}}}\n{spaces}")
    assert is_over(table)
    assert table.pieces("tamilakam") == {"obedient-rajas": 1, "temples": 1}
    assert table.state.influence[V] == min(influence + 1, 4)


def test_card_31_unshaded_rajas_turn_as_they_arrive() -> None:
    """31, 3.4.2: Rebelling Rajas turn Obedient in Tributary Tamilakam.

    Nobody is there to fight, so the Temple is next.
    """
    table = played(31, V, "unshaded", "spaces: {karnataka: {rebelling-rajas: 4}}")
    assert is_over(table.answer(V, "3-rebelling-rajas-in-karnataka"))
    assert table.pieces("tamilakam") == {"obedient-rajas": 3, "temples": 1}
    assert table.pieces("karnataka") == {"rebelling-rajas": 1}, "three at most"


def test_card_31_shaded_the_sultanate_places_the_executor_removes() -> None:
    """31: two Units in any mix come. The Bahmanis, who execute, choose which Raja goes."""
    table = played(31, B, "shaded", "spaces: {tamilakam: {obedient-rajas: 1, rebelling-rajas: 1}}")
    table.answer(S, "1-troops-in-tamilakam 1-governors-in-tamilakam")
    assert is_over(table.answer(B, "1-rebelling-rajas-in-tamilakam"))
    assert table.pieces("tamilakam") == {"troops": 1, "governors": 1, "obedient-rajas": 1}


def test_card_31_shaded_control_from_one_to_nobody_to_the_other() -> None:
    """31, 1.7: nobody Controls with two against two; the Sultanate does with two against one."""
    table = played(31, S, "shaded", "{independent: [tamilakam], spaces: {tamilakam: {rebelling-rajas: 2}}}")
    assert is_over(table.answer(S, "2-troops-in-tamilakam"))
    assert table.pieces("tamilakam") == {"troops": 2, "rebelling-rajas": 1}
    assert table.state.status["tamilakam"] == S
