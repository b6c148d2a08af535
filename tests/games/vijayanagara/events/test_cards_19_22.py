"""The Durbar Deck, cards 19 to 22, both sides: what each does to a position written by hand."""

from __future__ import annotations

from tests.games.vijayanagara.events.playing import cavalry, is_eligible, is_over, played, resources

S, B, V = "sultanate", "bahmani", "vijayanagara"


# ---------------------------------------------------------------------- 19 Kapaya's League


def test_card_19_unshaded_a_piece_goes_and_vijayanagara_compels() -> None:
    """19: the removed piece may be a Structure. The free Compel places two Rajas (4.4.3)."""
    table = played(19, V, "unshaded", "spaces: {andhra: {troops: 1, qasbahs: 1, obedient-rajas: 1}}")
    table.answer(V, "1-qasbahs-in-andhra compel karnataka 2-rajas")
    assert is_over(table)
    assert table.pieces("andhra") == {"troops": 1, "obedient-rajas": 1}
    assert table.pieces("karnataka") == {"obedient-rajas": 2}
    assert (resources(table), cavalry(table)) == ((12, 6, 11), (2, 0, 1))
    assert table.state.influence == {B: 0, V: 1}
    assert is_eligible(table, V)


def test_card_19_unshaded_an_influential_compel() -> None:
    """19, 4.4.3: from Influence 2 on, the Compel also brings a Cavalry and removes a Troop. The Rajas Rebel.

    The card brings another Cavalry.
    """
    table = played(
        19, V, "unshaded", "{influence: {vijayanagara: 2}, spaces: {andhra: {troops: 2, temples: 1}}}"
    )
    table.answer(V, "compel andhra 2-rajas 1-troops")
    assert is_over(table)
    assert table.pieces("andhra") == {"rebelling-rajas": 2, "temples": 1}
    assert cavalry(table) == (2, 0, 2)
    assert table.state.influence[V] == 3


def test_card_19_unshaded_the_compel_comes_before_the_step() -> None:
    """19, 4.4.3: the card brings Influence 2 last, too late for a Cavalry and a Troop."""
    position = "{influence: {vijayanagara: 1}, spaces: {andhra: {troops: 2, temples: 1}}}"
    table = played(19, V, "unshaded", position).answer(V, "compel andhra 2-rajas")
    assert is_over(table)
    assert table.pieces("andhra") == {"troops": 1, "obedient-rajas": 2, "temples": 1}
    assert table.state.influence[V] == 2
    assert cavalry(table) == (2, 0, 1)


def test_card_19_unshaded_vijayanagara_may_always_decline() -> None:
    """19: the Sultanate executes and loses its own Troop.

    The Compel is still Vijayanagara's, which may decline.
    """
    table = played(19, S, "unshaded", "spaces: {andhra: {troops: 1}, karnataka: {obedient-rajas: 1}}")
    assert table.question.seat == V
    assert table.pieces("andhra") == {}
    assert is_over(table.answer(V, "done"))
    assert table.pieces("karnataka") == {"obedient-rajas": 1}
    assert (resources(table), table.state.influence[V]) == ((12, 6, 11), 1)


def test_card_19_unshaded_nobody_there_and_nothing_to_compel_from() -> None:
    """19, 1.9: the Sultanate has nobody in Andhra, and no Vijayanagara piece can Compel.

    4 Resources, 1 Cavalry and a step of Influence remain, and the step frees two Rajas.
    """
    table = played(19, B, "unshaded", "spaces: {delhi: {troops: 1}}")
    assert is_over(table)
    assert (resources(table), cavalry(table)) == ((12, 6, 11), (2, 0, 1))
    assert table.state.influence == {B: 0, V: 1}
    assert table.state.box["rajas"] == 22 - 2 * 3
    assert is_eligible(table, V)


RAJAS = "spaces: {maharashtra: {obedient-rajas: 1}, gondwana: {obedient-rajas: 1}, karnataka: {temples: 1}}"


def test_card_19_shaded_vijayanagara_pays_after_the_first() -> None:
    """19: one Raja is replaced, and 2 Resources to that faction save the second."""
    table = played(19, B, "shaded", RAJAS).answer(B, "bahmani 1-obedient-rajas-in-gondwana")
    assert table.question.seat == V
    assert "F=bahmani" in table.question.asks
    assert is_over(table.answer(V, "1"))
    assert resources(table) == (12, 8, 5)
    assert table.pieces("gondwana") == {"obedient-amirs": 1}
    assert table.pieces("maharashtra") == {"obedient-rajas": 1}


def test_card_19_shaded_once_more() -> None:
    """19: or Vijayanagara lets it replace once more, and only once. That faction chooses again."""
    spaces = "{maharashtra: {obedient-rajas: 1}, gondwana: {obedient-rajas: 1}, orissa: {rebelling-rajas: 2}}"
    table = played(19, V, "shaded", f"spaces: {spaces}").answer(V, "bahmani")
    table.answer(B, "1-obedient-rajas-in-gondwana").answer(V, "2")
    assert is_over(table.answer(B, "1-rebelling-rajas-in-orissa"))
    assert table.pieces("gondwana") == {"obedient-amirs": 1}
    assert table.pieces("orissa") == {"obedient-amirs": 1, "rebelling-rajas": 1}
    assert table.pieces("maharashtra") == {"obedient-rajas": 1}
    assert resources(table) == (12, 6, 7)


def test_card_19_shaded_three_factions_decide_one_after_the_other() -> None:
    """19: the Bahmanis pick the Sultanate, which replaces with its choice of Unit.

    Vijayanagara lets it go on.
    """
    table = played(19, B, "shaded", "spaces: {orissa: {obedient-rajas: 2}}").answer(B, "sultanate")
    assert set(table.question.legal) == {"troops", "governors"}
    assert is_over(table.answer(S, "governors").answer(V, "2").answer(S, "troops"))
    assert table.pieces("orissa") == {"troops": 1, "governors": 1}


def test_card_19_shaded_who_cannot_pay_is_not_asked() -> None:
    """19: "in full or not at all": 1 Resource is not 2, so the second Raja goes too."""
    table = played(19, B, "shaded", f"{{resources: {{vijayanagara: 1}}, {RAJAS}}}")
    table.answer(B, "bahmani 1-obedient-rajas-in-maharashtra")
    assert is_over(table)
    assert table.pieces("gondwana") == {"obedient-amirs": 1}
    assert resources(table) == (0, 0, 1)


# ---------------------------------------------------------------------- 20 Bengal Goes Its Own Way


def test_card_20_unshaded_bengal_becomes_independent_first() -> None:
    """20: Bengal becomes Independent, and so Controlled.

    The next Amir is Rebelling, even under the Khaljis.
    """
    table = played(20, B, "unshaded", "spaces: {}")
    assert is_over(table)
    assert table.pieces("bengal") == {"rebelling-amirs": 1}
    assert table.state.status["bengal"] == B
    assert table.state.dynasty == "khalji"


def test_card_20_unshaded_control_flips_between_the_steps() -> None:
    """20: first the Sultanate Units have Control, then nobody has: the Amir stays Obedient."""
    table = played(20, B, "unshaded", "spaces: {bengal: {troops: 1}}")
    assert table.pieces("bengal") == {"troops": 1, "obedient-amirs": 1}
    assert table.state.status["bengal"] == "uncontrolled"
    assert "control: faction=sultanate space=bengal" in table.story()


def test_card_20_unshaded_independent_already() -> None:
    """20: the Sultanate loses 3. The executing rival is the Challenger. Two against two: nobody Controls."""
    table = played(20, B, "unshaded", "{independent: [bengal], spaces: {bengal: {troops: 2}}}")
    assert is_over(table)
    assert resources(table) == (9, 6, 7)
    assert table.pieces("bengal") == {"troops": 2, "obedient-amirs": 2}


def test_card_20_unshaded_all_that_the_sultanate_has() -> None:
    """20: the Sultanate has 2 of the 3 Resources. The Challenger that it names places 2 Units."""
    table = played(
        20, S, "unshaded", "{independent: [bengal], resources: {sultanate: 2, bahmani: 5}, spaces: {}}"
    )
    assert table.question.legal == [B, V]
    assert is_over(table.answer(S, V))
    assert resources(table) == (0, 5, 0)
    assert table.pieces("bengal") == {"rebelling-rajas": 2}
    assert table.state.status["bengal"] == V


def test_card_20_shaded_a_campaign_that_ends_in_bengal() -> None:
    """20: the Campaign brings Control, so the marker returns: Amirs Obedient, 3 Resources and 1 Cavalry."""
    table = played(
        20, V, "shaded", "{independent: [bengal], spaces: {delhi: {troops: 3}, bengal: {rebelling-amirs: 2}}}"
    )
    table.answer(S, "yes 3-troops")
    assert table.refused(S, "punjab") == "4.2.2 space=punjab"
    assert is_over(table.answer(S, "jaunpur bengal"))
    assert table.pieces("bengal") == {"troops": 3, "obedient-amirs": 2}
    assert table.state.status["bengal"] == "tributary"
    assert resources(table) == (15, 6, 7)
    assert cavalry(table) == (3, 0, 0)


def test_card_20_shaded_control_without_a_campaign() -> None:
    """20: no Units elsewhere can Campaign, but the Sultanate Controls Bengal. 24 Resources is the most."""
    position = "{independent: [bengal], resources: {sultanate: 22}, spaces: {bengal: {troops: 1}}}"
    table = played(20, S, "shaded", position)
    assert is_over(table)
    assert table.state.status["bengal"] == "tributary"
    assert resources(table) == (24, 0, 0)
    assert cavalry(table) == (3, 0, 0)


def test_card_20_shaded_no_control_no_gain() -> None:
    """20: Bengal is more than three spaces from Sindh, and stays Bahmani: nothing happens."""
    table = played(
        20, S, "shaded", "{independent: [bengal], spaces: {sindh: {troops: 1}, bengal: {rebelling-amirs: 1}}}"
    )
    assert is_over(table)
    assert table.state.status["bengal"] == B
    assert "nothing" in table.story()
    assert resources(table) == (12, 6, 7)


# ---------------------------------------------------------------------- 21 Lamps of Khuldabad


def test_card_21_unshaded_bahmani_influence_always_rises() -> None:
    """21: the step from 1 to 2 frees two Amirs (1.9.1), and 2 Resources come.

    Vijayanagara, which executed, Stays Eligible.
    """
    table = played(21, V, "unshaded", "{influence: {bahmani: 1}, spaces: {}}")
    assert is_over(table)
    assert table.state.influence == {B: 2, V: 0}
    assert table.state.box["amirs"] == 16
    assert resources(table) == (12, 8, 7)
    assert is_eligible(table, V)


def test_card_21_unshaded_at_the_end_of_the_track() -> None:
    """21, 1.9: a shift off the end is ignored."""
    table = played(21, B, "unshaded", "{influence: {bahmani: 4}, spaces: {}}")
    assert is_over(table)
    assert table.state.influence[B] == 4
    assert is_eligible(table, B)


def test_card_21_shaded_in_two_provinces() -> None:
    """21: in each of two Provinces all Amirs turn Obedient, and one goes. A third Province isn't possible."""
    spaces = "{karnataka: {rebelling-rajas: 2}, andhra: {obedient-amirs: 1}, orissa: {rebelling-amirs: 1}}"
    table = played(21, S, "shaded", f"spaces: {spaces}").answer(S, "karnataka andhra")
    assert is_over(table)
    assert table.pieces("karnataka") == {"obedient-rajas": 1}
    assert table.pieces("andhra") == {}
    assert table.pieces("orissa") == {"rebelling-amirs": 1}
    assert is_eligible(table, S)


def test_card_21_shaded_the_removal_gives_control_away() -> None:
    """21: a rival's Province can't be chosen.

    In Gondwana the removal gives Vijayanagara Control, so its Rajas Rebel again.
    """
    table = played(
        21,
        S,
        "shaded",
        """
        independent: [gondwana, maharashtra]
        spaces: {gondwana: {rebelling-amirs: 2, rebelling-rajas: 2}, maharashtra: {rebelling-amirs: 2}}
        """,
    )
    assert table.question.legal == ["gondwana", "done"]
    assert is_over(table.answer(S, "gondwana 1-obedient-amirs-in-gondwana"))
    assert table.pieces("gondwana") == {"obedient-amirs": 1, "rebelling-rajas": 2}
    assert table.state.status["gondwana"] == V
    assert table.pieces("maharashtra") == {"rebelling-amirs": 2}


def test_card_21_shaded_up_to_two_may_be_none() -> None:
    """21: "up to": the executing faction may stop at once. A Province with only a Temple can't be chosen."""
    table = played(21, B, "shaded", "spaces: {andhra: {obedient-amirs: 1}, karnataka: {temples: 1}}")
    assert table.question.legal == ["andhra", "done"]
    assert is_over(table.answer(B, "done"))
    assert table.pieces("andhra") == {"obedient-amirs": 1}


# ---------------------------------------------------------------------- 22 Amirs of a Hundred


def test_card_22_unshaded_one_in_each_province() -> None:
    """22: up to one Unit of any kind in each Province around Daulatabad; and 2 Resources."""
    table = played(
        22,
        B,
        "unshaded",
        "spaces: {gujarat: {troops: 2}, malwa: {troops: 1, governors: 1}, maharashtra: {troops: 1}}",
    )
    table.answer(B, "1-troops-in-gujarat 1-governors-in-malwa")
    assert table.question.legal == ["1-troops-in-maharashtra", "done"]
    assert is_over(table.answer(B, "done"))
    assert table.pieces("gujarat") == table.pieces("malwa") == {"troops": 1, "obedient-amirs": 1}
    assert table.pieces("maharashtra") == {"troops": 1}
    assert resources(table) == (12, 8, 7)


def test_card_22_unshaded_control_changes_hands() -> None:
    """22, 1.7: the Bahmanis now have 2 against 1 where the Sultanate had 2 against 1. Their Amirs Rebel."""
    table = played(
        22,
        B,
        "unshaded",
        "{independent: [maharashtra], spaces: {maharashtra: {troops: 2, obedient-amirs: 1}}}",
    )
    assert is_over(table.answer(B, "1-troops-in-maharashtra"))
    assert table.pieces("maharashtra") == {"troops": 1, "rebelling-amirs": 2}
    assert table.state.status["maharashtra"] == B


def test_card_22_unshaded_no_amir_available() -> None:
    """22, 1.4.6: all fourteen Amirs are on the map, so the Troop is only removed."""
    table = played(22, B, "unshaded", "spaces: {gujarat: {troops: 1}, karnataka: {obedient-amirs: 14}}")
    assert is_over(table.answer(B, "1-troops-in-gujarat"))
    assert table.pieces("gujarat") == {}


def test_card_22_unshaded_the_executing_sultanate_may_spare_itself() -> None:
    """22: the executing faction decides everything except the Resources."""
    table = played(22, S, "unshaded", "spaces: {gujarat: {troops: 1}}")
    assert is_over(table.answer(S, "done"))
    assert resources(table) == (12, 8, 7)
    assert table.pieces("gujarat") == {"troops": 1}


CENTURIONS = """
    spaces:
      malwa: {governors: 1}
      gujarat: {obedient-amirs: 2}
      maharashtra: {rebelling-amirs: 1}
      andhra: {obedient-amirs: 1}
"""


def test_card_22_shaded_a_resource_for_each_amir_removed() -> None:
    """22: Gujarat and Maharashtra are next to the Governor, Andhra isn't.

    Then the Bahmanis turn the Amirs of one Province.
    """
    table = played(22, S, "shaded", CENTURIONS)
    assert table.question.legal == ["1-obedient-amirs-in-gujarat", "1-rebelling-amirs-in-maharashtra", "done"]
    table.answer(S, "1-obedient-amirs-in-gujarat 1-rebelling-amirs-in-maharashtra")
    assert resources(table) == (14, 6, 7)
    assert table.question.seat == B
    assert set(table.question.legal) == {"gujarat", "andhra"}
    assert is_over(table.answer(B, "andhra"))
    assert table.pieces("andhra") == {"rebelling-amirs": 1}
    assert table.pieces("gujarat") == {"obedient-amirs": 1}
    assert table.pieces("maharashtra") == {}


def test_card_22_shaded_three_at_most() -> None:
    """22: one Amir from each of three out of four Provinces; all Amirs of the fourth turn."""
    near = ("gujarat", "maharashtra", "jaunpur", "rajput-kingdoms")
    spaces = ", ".join(f"{space}: {{obedient-amirs: 1}}" for space in near)
    table = played(22, S, "shaded", f"spaces: {{malwa: {{governors: 1}}, {spaces}}}")
    table.answer(S, [f"1-obedient-amirs-in-{space}" for space in near[:3]])
    assert is_over(table)
    assert resources(table) == (15, 6, 7)
    assert table.pieces("rajput-kingdoms") == {"rebelling-amirs": 1}, "the only Amir left"


def test_card_22_shaded_none_removed_nothing_gained() -> None:
    """22: "up to 3" may be none. The Bahmanis' part is still carried out."""
    table = played(22, V, "shaded", CENTURIONS).answer(V, "done")
    assert resources(table) == (12, 6, 7)
    assert table.question.seat == B
    assert is_over(table.answer(B, "gujarat"))
    assert table.pieces("gujarat") == {"rebelling-amirs": 2}


def test_card_22_shaded_a_qasbah_reaches_as_far_and_24_is_the_top() -> None:
    """22, 1.8: with 23 Resources, two Amirs bring only 1. A Qasbah reaches as far as a Governor."""
    table = played(
        22,
        S,
        "shaded",
        """
        resources: {sultanate: 23}
        spaces: {andhra: {qasbahs: 1, obedient-amirs: 2}, orissa: {obedient-amirs: 1}}
        """,
    )
    table.answer(S, "1-obedient-amirs-in-andhra 1-obedient-amirs-in-orissa")
    assert is_over(table)
    assert resources(table) == (24, 0, 0)
    assert table.pieces("andhra") == {"qasbahs": 1, "rebelling-amirs": 1}, "the only Province left to turn"
