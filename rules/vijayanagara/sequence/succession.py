"""2.5 Succession cards and 2.7 the dynasty they change."""

from __future__ import annotations

from functools import partial

from rules.asking import count, pick_or_done, yes_no
from rules.vijayanagara import commands, wording
from rules.vijayanagara.board import DELHI, FACTIONS, PROVINCES
from rules.vijayanagara.commands.terms import FREE_LIMITED, Terms
from rules.vijayanagara.decrees import campaign
from rules.vijayanagara.influence import (
    CARD_GAIN,
    can_shift,
    gain_cavalry,
    gain_from_card,
    gain_mix,
    shift_influence,
)
from rules.vijayanagara.state import State
from rules.vijayanagara.trade import could_get
from rules.words import Words, say

KEEPS_TO = Terms(among=frozenset((DELHI, *PROVINCES)))  # 2.5: "using only Delhi and Provinces"
MIX_TOP = 3
SHIFT_PRICE, SHIFT_TIMES = 3, 3
SHIFTS = {
    "bahmani-up": ("bahmani", 1),
    "bahmani-down": ("bahmani", -1),
    "vijayanagara-up": ("vijayanagara", 1),
    "vijayanagara-down": ("vijayanagara", -1),
}


async def resolve_zenith(s: State) -> None:
    """2.5.1 Zenith of the Delhi Sultanate: begin the Tughlaq Dynasty (2.7.2), and give each faction its gift.

    The Sultanate may Campaign, the Bahmani Kingdom gets Cavalry, and the Vijayanagara Empire gets Resources.
    """
    s.dynasty = "tughlaq"
    await offer_campaign(s, "zenith")
    await gain_cavalry(s, "bahmani", s.influence["bahmani"] + s.on_map("forts"), kind=CARD_GAIN)
    gain_from_card(s, "vijayanagara", s.influence["vijayanagara"] + s.on_map("temples"))


async def resolve_rise(s: State) -> None:
    """2.5.2 Rise of the Rebel Sultans: offer the Sultanate a Campaign, then let each rival act.

    Each rival may execute a free Limited Command. Then it may gain Resources and Cavalry in any combination:
    at most 3 in all, and no more than the Prosperity that it Controls.
    """
    await offer_campaign(s, "rise")
    grant = say("{card}: which free Command do you execute, in 1 space?", card="rise")
    for rival in ("bahmani", "vijayanagara"):
        await commands.execute(s, rival, FREE_LIMITED, grant=grant)
        await gain_mix(s, rival, min(MIX_TOP, s.prosperity(rival)))


async def resolve_lords(s: State) -> None:
    """2.5.3 Lords of the Deccan: let each faction in turn pay 3 Resources to shift a rival's Influence by 1.

    A faction may do so up to three times. If a faction can't pay, but a trade could help (1.5.2), it is asked
    once.
    """
    for faction in FACTIONS:
        for bought in range(SHIFT_TIMES):
            needs_trade = not bought and could_get(s.resources, faction, SHIFT_PRICE)
            text = "{card}: pay {price} Resources to raise or lower a rival's Influence by 1?"
            prompt = say(text, card="lords", price=SHIFT_PRICE)
            shift = await pick_or_done(
                faction,
                prompt,
                tuple(SHIFTS),
                partial(_why_not_shift, s, faction),
                kind="buy-shift",
                skip="never" if needs_trade else "forced",
                phrase=wording.SHIFTS,
            )
            if shift is None:
                break
            s.pay(faction, SHIFT_PRICE)
            price = count(SHIFT_PRICE, "resources")
            rival, by = SHIFTS[shift]
            text = "{faction} pays {price} to shift {rival}'s Influence."
            if rival == faction:
                text = "{faction} pays {price} to shift its own Influence."
            s.tell("buy-shift", text, faction=faction, price=price, rival=rival)
            await shift_influence(s, rival, by, say("{faction} paid for it", faction=faction))


def _why_not_shift(s: State, faction: str, key: str) -> Words | None:
    rival, by = SHIFTS[key]
    if s.resources[faction] < SHIFT_PRICE:
        has = count(s.resources[faction], "resources")
        return say("2.5.3: a shift costs {price} Resources, and you have {has}", price=SHIFT_PRICE, has=has)
    if can_shift(s, rival, by):
        return None
    return say("1.9: {rival}'s Influence is at the end of its track", rival=rival)


async def offer_campaign(s: State, card: str) -> None:
    """2.5.1, 2.5.2: offer the Sultanate a Campaign in Delhi and the Provinces.

    The Campaign can't enter the Mongol Invasion Regions.
    """
    if campaign.why_not_campaign(s, "sultanate", KEEPS_TO) is not None:
        s.tell(
            "no-campaign",
            "{faction} has no Units to Campaign with in Delhi or a Province.",
            faction="sultanate",
        )
        return
    prompt = say("{card}: do you Campaign (only in Delhi and Provinces)?", card=card)
    origins = " ".join(campaign.list_origins(s, "sultanate", KEEPS_TO))
    if await yes_no("sultanate", prompt, say("Campaign"), say("No Campaign"), kind="campaign", about=origins):
        await campaign.campaign(s, "sultanate", KEEPS_TO)


CARDS = {"zenith": resolve_zenith, "rise": resolve_rise, "lords": resolve_lords}
ORDER = tuple(CARDS)
