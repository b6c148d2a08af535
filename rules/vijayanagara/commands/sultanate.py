"""3.2.1 to 3.2.3: the Sultanate's Conscript, March and Govern (3.2.4 Attack is in `attack.py`)."""

from __future__ import annotations

from functools import partial

from rules.asking import DONE, amounts, count, fill_most, pick, pick_or_done
from rules.menu import WhyNot
from rules.presentation import Filling
from rules.vijayanagara import wording
from rules.vijayanagara.board import DELHI, OBEDIENT, REGIONS, RIVALS, TOTALS
from rules.vijayanagara.commands.moving import move_units_in
from rules.vijayanagara.commands.selecting import UpTo, ask_how_many, select_space
from rules.vijayanagara.commands.terms import Terms
from rules.vijayanagara.state import TRIBUTARY, State
from rules.words import Words, join_list, say


async def conscript(s: State, faction: str, terms: Terms) -> None:
    """3.2.1 Conscript: place Troops in each selected space.

    Up to five Troops are placed in Delhi, two in a space with a Qasbah, one in any other Tributary Province.
    """
    chosen: list[str] = []
    up_to = UpTo("troops", partial(count_conscript, s))
    while space := await select_space(s, faction, "conscript", chosen, terms, why_not_conscript, up_to):
        n = await ask_how_many(s, faction, space, up_to)
        data = {"units": {"troops": n}, "space": space}
        s.tell(
            "conscript",
            "Conscript brings {pieces} to {space}.",
            data,
            pieces=count(n, "troops"),
            space=space,
        )
        s.place(space, "troops", n)


def count_conscript(s: State, space: str) -> int:
    """3.2.1: return how many Troops a Conscript may place in this space."""
    return 5 if space == DELHI else 2 if s.board[space]["qasbahs"] else 1


def why_not_conscript(s: State, faction: str, space: str) -> Words | None:
    """3.2.1: return why there is no Conscript in the space.

    The space must be a Tributary Province, have a Qasbah, or be Delhi.
    """
    if not s.box["troops"]:
        return say("3.2.1 Conscript: no Troops are Available")
    if space == DELHI or s.board[space]["qasbahs"] or s.status.get(space) == TRIBUTARY:
        return None
    text = "3.2.1 Conscript: {space} is not Tributary and has no Qasbah"
    return say(text, space=space)


async def march(s: State, faction: str, terms: Terms) -> None:
    """3.2.2 March: move Troops and Governors from adjacent spaces into each destination.

    Each Unit moves once.
    """
    chosen: list[str] = []
    while to := await select_space(s, faction, "march", chosen, terms, why_not_march):
        await move_units_in(s, faction, to, TOTALS["troops"] + TOTALS["governors"])


def why_not_march(s: State, faction: str, space: str) -> Words | None:
    """3.2.2: return why no unused Unit can enter the space from an adjacent one."""
    if any(s.has_unused(origin, faction) for origin in s.adjacent[space]):
        return None
    return say("3.2.2 March: no Troops or Governors in an adjacent space can move to {space}", space=space)


async def govern(s: State, faction: str, terms: Terms) -> None:
    """3.2.3 Govern: place a Governor in each selected space without one.

    In a space with a Governor, remove up to two Obedient Units, place a Qasbah, or do both.
    """
    chosen: list[str] = []
    while space := await select_space(s, faction, "govern", chosen, terms, why_not_govern):
        governed = s.board[space]["governors"] > 0
        done: list[str] = []

        def why_not(
            deed: str, space: str = space, governed: bool = governed, done: list[str] = done
        ) -> Words | None:
            return _why_not_deed(s, space, deed, governed, done)

        deeds = ("governor", "remove", "qasbah")

        def next_deed(_: Filling, why_not: WhyNot = why_not, deeds: tuple[str, ...] = deeds) -> str:
            return next((deed for deed in deeds if why_not(deed) is None), DONE)

        while any(why_not(deed) is None for deed in deeds):
            prompt = say("Govern in {space}: what do you do?", space=space)
            deed = await (pick_or_done if done else pick)(
                faction,
                prompt,
                deeds,
                why_not,
                kind="govern",
                about=space,
                default=next_deed,
                phrase=wording.GOVERN,
            )
            if deed is None:
                break
            done.append(deed)
            await _do_deed(s, faction, space, deed)


async def _do_deed(s: State, faction: str, space: str, deed: str) -> None:
    match deed:
        case "governor":
            s.tell(
                "govern",
                "Govern brings 1 Governor to {space}.",
                {"space": space, "piece": "governors"},
                space=space,
            )
            s.place(space, "governors", 1)
        case "qasbah":
            s.tell(
                "govern",
                "Govern: a Qasbah is built in {space}.",
                {"space": space, "piece": "qasbahs"},
                space=space,
            )
            s.place(space, "qasbahs", 1)
        case _:
            obedient = {OBEDIENT[rival]: s.board[space][OBEDIENT[rival]] for rival in RIVALS}
            prompt = say("Govern in {space}: remove which Obedient Units?", space=space)
            fill = fill_most(obedient, 2)
            gone = await amounts(
                faction,
                prompt,
                obedient,
                2,
                1,
                kind="govern-units",
                about=space,
                fill=fill,
                phrase=wording.REMOVE,
            )
            pieces = join_list([count(n, kind) for kind, n in gone.items()])
            text = "Govern removes {pieces} from {space}."
            data = {"faction": faction, "units": gone, "space": space}
            s.tell("remove", text, data, pieces=pieces, space=space)
            for kind, n in gone.items():
                s.shift(space, kind, -n)
            s.adjust_control(space)


def _why_not_deed(s: State, space: str, deed: str, governed: bool, done: list[str]) -> Words | None:
    spot = s.board[space]
    if deed in done:
        return say("3.2.3 Govern: you have already chosen this option in {space}", space=space)
    match deed:
        case "governor":
            if done:
                return say("3.2.3 Govern: you can't both place a Governor and act with one already there")
            return None if s.box["governors"] else say("3.2.3 Govern: no Governor is Available")
        case _ if not governed:
            return say("3.2.3 Govern: you have no Governor in {space} to act with", space=space)
        case _ if "governor" in done:
            return say("3.2.3 Govern: you can't both place a Governor and act with one already there")
        case "remove":
            if any(spot[OBEDIENT[rival]] for rival in RIVALS):
                return None
            return say("3.2.3 Govern: no Obedient Unit is in {space}", space=space)
        case _:
            if spot["qasbahs"]:
                return say("1.4.4: a Qasbah stands in {space} already", space=space)
            return None if s.box["qasbahs"] else say("3.2.3 Govern: no Qasbah is Available")


def why_not_govern(s: State, faction: str, space: str) -> Words | None:
    """3.2.3: return why there is no Govern in the space.

    Govern needs a Tributary Province, a Province under Sultanate Control, a Mongol Invasion Region or Delhi,
    and an action that is possible there.
    """
    if space != DELHI and space not in REGIONS and s.status[space] not in (TRIBUTARY, "sultanate"):
        text = "3.2.3 Govern: {space} is Independent, and you do not Control it"
        return say(text, space=space)
    governed = s.board[space]["governors"] > 0
    if all(
        _why_not_deed(s, space, deed, governed, []) is not None for deed in ("governor", "remove", "qasbah")
    ):
        text = "3.2.3 Govern: no Governor is Available, and you can do nothing else in {space}"
        return say(text, space=space)
    return None
