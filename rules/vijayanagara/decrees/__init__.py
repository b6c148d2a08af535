"""4.0 Decrees: the three of each faction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.ask import IDLE
from rules.asking import DONE, count, pick, pick_or_done
from rules.face import Turn
from rules.vijayanagara import wording
from rules.vijayanagara.board import PROSPERITY, PROVINCES, SPACES
from rules.vijayanagara.commands.terms import ANY, Terms
from rules.vijayanagara.decrees import campaign
from rules.vijayanagara.decrees import rivals as rival_decrees
from rules.vijayanagara.influence import gain_cavalry, limit_gains
from rules.vijayanagara.state import TRIBUTARY, State
from rules.words import Words, join_list, say

TRIBUTE_CAVALRY = 2  # 4.2.1


def _why_never(s: State, faction: str) -> Words | None:
    return None


def _gain_nothing(s: State, faction: str) -> Mapping[str, int]:
    return {}


@dataclass(frozen=True, slots=True)
class Decree:
    """A Decree of a faction.

    Args:
        execute: the coroutine
        why_not: returns why the Decree can't be executed now
        idle: returns why the Decree would have no effect
        gains: returns what the faction gains; only for Decrees whose gains are known beforehand
    """

    execute: Callable[[State, str], Turn]
    why_not: Callable[[State, str], Words | None]
    idle: Callable[[State, str], Words | None] = _why_never
    gains: Callable[[State, str], Mapping[str, int]] = _gain_nothing


async def decree(s: State, faction: str) -> None:
    """4.1: choose one of the faction's three Decrees and execute it.

    The Decree comes before or after the whole Command.
    """
    book = DECREES[faction]

    def gain(d: str) -> Words | None:
        gains = [count(n, kind) for kind, n in book[d].gains(s, faction).items() if n]
        return join_list(gains) if gains else None

    def label(d: str) -> Words:
        if book[d].idle(s, faction) is not None:
            return say(IDLE, answer=d)
        brought = gain(d)
        if brought is None:
            return say("{decree}", decree=d)
        return say("{decree}: gain {gain}", decree=d, gain=brought)

    name = await pick(
        faction,
        say("Which Decree?"),
        tuple(book),
        lambda d: book[d].why_not(s, faction),
        kind="decree",
        form="act",
        lead="decree",
        skip="never",
        label=label,
        phrase=wording.make_decree(gain),
        also=lambda d: (TITLES[d].lower(),),
        idle=lambda d: book[d].idle(s, faction),
    )
    await book[name].execute(s, faction)


async def collect_tribute(s: State, faction: str) -> None:
    """4.2.1 Collect Tribute: gain half the total Tributary Prosperity (rounded down), and 2 Cavalry."""
    n = s.gain(faction, _count_tribute(s))
    s.tell("collect", "Collect Tribute: {faction} gains {gain}.", faction=faction, gain=count(n, "resources"))
    await gain_cavalry(s, faction, TRIBUTE_CAVALRY)


def calculate_tribute_gains(s: State, faction: str) -> Mapping[str, int]:
    """4.2.1: return what Collect Tribute gains."""
    return limit_gains(s, faction, _count_tribute(s), TRIBUTE_CAVALRY)


def _count_tribute(s: State) -> int:
    return s.prosperity(TRIBUTARY) // 2


async def campaign_decree(s: State, faction: str) -> None:
    """4.2.2: Campaign anywhere on the map."""
    await campaign.campaign(s, faction, ANY)


def why_not_campaign(s: State, faction: str) -> Words | None:
    """4.2.2: return why there is no Campaign: it needs Units that can set out."""
    return campaign.why_not_campaign(s, faction, Terms())


async def demand_obedience(s: State, faction: str) -> None:
    """4.2.3 Demand Obedience: place Tributary markers in Sultanate-Controlled Provinces with a Governor.

    All Amirs and Rajas there become Obedient, and the Sultanate gains the Provinces' Prosperity.
    """
    done: list[str] = []
    while province := await pick_or_done(
        faction,
        say("Demand Obedience in which Province?"),
        SPACES,
        lambda p: why_not_demand(s, p),
        kind="demand-in",
        form="place",
        lead="in",
        phrase=wording.make_where("demand"),
        default=lambda _: next((p for p in PROVINCES if why_not_demand(s, p) is None), DONE),
    ):
        done.append(province)
        n = s.gain(faction, PROSPERITY[province])
        text = "Demand Obedience in {province} makes it Tributary again, and {faction} gains {gain}."
        s.tell("demand", text, province=province, faction=faction, gain=count(n, "resources"))
        s.make_tributary(province)
    if not done:
        s.tell("demand", "Demand Obedience: no Province chosen.")


def why_not_demand(s: State, province: str) -> Words | None:
    """4.2.3: return why the Sultanate can't demand obedience there: it needs Control and a Governor."""
    if province not in PROVINCES:
        return say("4.2.3 Demand Obedience: {province} is not a Province", province=province)
    if s.status[province] != "sultanate":
        return say("4.2.3 Demand Obedience: you do not Control {province}", province=province)
    if s.board[province]["governors"]:
        return None
    return say("4.2.3 Demand Obedience: no Governor is in {province}", province=province)


def why_idle_demand(s: State, faction: str) -> Words | None:
    """4.2.3: return why obedience can't be demanded in any Province; None if it can."""
    if any(why_not_demand(s, province) is None for province in PROVINCES):
        return None
    return say("4.2.3 Demand Obedience: you Control no Independent Province with a Governor")


TITLES = {
    "collect": "Collect Tribute",
    "campaign": "Campaign",
    "demand": "Demand Obedience",
    "trade": "Trade",
    "build": "Build",
    "conspire": "Conspire",
    "tax": "Tax",
    "compel": "Compel",
}
DECREES: Mapping[str, Mapping[str, Decree]] = {
    "sultanate": {
        "collect": Decree(collect_tribute, _why_never, gains=calculate_tribute_gains),
        "campaign": Decree(campaign_decree, why_not_campaign),
        "demand": Decree(demand_obedience, _why_never, why_idle_demand),
    },
    "bahmani": {
        "trade": Decree(rival_decrees.trade, _why_never, gains=rival_decrees.calculate_trade_gains),
        "build": Decree(rival_decrees.build, rival_decrees.why_not_build),
        "conspire": Decree(rival_decrees.conspire, rival_decrees.why_not_conspire),
    },
    "vijayanagara": {
        "tax": Decree(
            rival_decrees.tax, _why_never, rival_decrees.why_idle_tax, rival_decrees.calculate_tax_gains
        ),
        "build": Decree(rival_decrees.build, rival_decrees.why_not_build),
        "compel": Decree(rival_decrees.compel, rival_decrees.why_not_compel),
    },
}
