"""Build views by hand: the set-up of rule 2.1, a crowded middle, and the end after Timur."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from rules.state import Stand
from rules.vijayanagara.board import MAP, SPACES
from rules.vijayanagara.view import CardView, DeckView, FactionView, SpaceView, View

CROWD = {
    "troops": 20,
    "governors": 5,
    "qasbahs": 1,
    "obedient-amirs": 10,
    "rebelling-amirs": 18,
    "forts": 1,
    "obedient-rajas": 12,
    "rebelling-rajas": 22,
    "temples": 1,
}
HORDE = {"troops": 32, "governors": 5, "qasbahs": 1, "mongols": 12}

CARD = CardView(
    key="event-1",
    number=1,
    title="Treasure of Devagiri",
    kind="event",
    order=("sultanate", "bahmani", "vijayanagara"),
    stay_eligible=False,
    text=(
        "Tribute from the south: the Sultanate gains 2 Resources for each Tributary Province with a Qasbah.",
        "The treasure is lost on the road: remove two Troops from Malwa or Maharashtra.",
    ),
)


def start() -> View:
    """2.1: return the board before the first card is played."""
    setup = MAP.setup.pieces
    spaces = tuple(
        SpaceView(
            key=key,
            name=space.name,
            code=space.code,
            type=space.type,
            prosperity=space.prosperity,
            status="tributary" if space.type == "province" else "",
            pieces={str(kind): number for kind, number in setup.get(key, {}).items()},
        )
        for key, space in MAP.spaces.items()
    )
    factions = (
        FactionView(
            "sultanate", "Delhi Sultanate", 18, 12, 2, None,
            {"troops": 10, "governors": 4, "qasbahs": 4}, {}, "eligible", True,
        ),
        FactionView(
            "bahmani", "Bahmani Kingdom", 0, 6, 0, 0,
            {"amirs": 6, "forts": 5}, {2: 2, 4: 2}, "eligible", False,
        ),
        FactionView(
            "vijayanagara", "Vijayanagara Empire", 0, 7, 0, 0,
            {"rajas": 8, "temples": 5}, {1: 2, 2: 2, 3: 2, 4: 2}, "eligible", False,
        ),
    )  # fmt: skip
    return View(
        game="vijayanagara",
        viewer=None,
        spaces=spaces,
        factions=factions,
        cavalry_pool=8,
        mongol_box=12,
        dynasty="khalji",
        card=CARD,
        deck=DeckView(
            block=1, left={"event": 5, "mongol": 2, "timurid": 0}, remaining=34, played=(CARD.title,)
        ),
        winners=(),
        provenance=(MAP.note.strip(),),
        headline="Treasure of Devagiri: the Delhi Sultanate is to act",
        standing=(
            ("Delhi Sultanate", Stand(("18",))),
            ("Bahmani Kingdom", Stand(("0",))),
            ("Vijayanagara Empire", Stand(("0",))),
        ),
    )


def put(view: View, pieces: Mapping[str, Mapping[str, int]], status: Mapping[str, str]) -> View:
    """Return the same table with other pieces and statuses in some spaces."""
    return replace(
        view,
        spaces=tuple(
            replace(
                space, pieces=pieces.get(space.key, space.pieces), status=status.get(space.key, space.status)
            )
            for space in view.spaces
        ),
    )


def middle() -> View:
    """Return a Tughlaq board with some of everything, and nine kinds of pieces in Maharashtra."""
    view = put(
        start(),
        {
            "delhi": {"troops": 7, "governors": 1, "mongols": 3},
            "mountain-passes": {"troops": 1, "mongols": 4},
            "punjab": {"troops": 3, "mongols": 2},
            "malwa": {"troops": 4, "governors": 1, "qasbahs": 1, "obedient-amirs": 2},
            "jaunpur": {"troops": 2, "rebelling-amirs": 1},
            "madhyadesh": {"troops": 1, "rebelling-amirs": 3, "forts": 1, "obedient-rajas": 1},
            "gujarat": {"troops": 2, "obedient-amirs": 3, "qasbahs": 1},
            "maharashtra": {
                "troops": 2, "governors": 1, "qasbahs": 1, "obedient-amirs": 1, "rebelling-amirs": 4,
                "forts": 1, "obedient-rajas": 1, "rebelling-rajas": 2, "temples": 1,
            },
            "gondwana": {"rebelling-amirs": 3},
            "andhra": {"troops": 1, "qasbahs": 1, "rebelling-amirs": 1, "rebelling-rajas": 4, "temples": 1},
            "karnataka": {"rebelling-rajas": 5, "temples": 1, "troops": 1},
            "tamilakam": {"rebelling-rajas": 3, "temples": 1},
            "orissa": {"obedient-rajas": 2, "obedient-amirs": 2},
            "bengal": {"obedient-amirs": 1},
        },
        {
            "maharashtra": "uncontrolled", "gondwana": "bahmani", "madhyadesh": "bahmani",
            "karnataka": "vijayanagara", "tamilakam": "vijayanagara", "andhra": "vijayanagara",
            "orissa": "uncontrolled", "sindh": "sultanate",
        },
    )  # fmt: skip
    sultanate, bahmani, vijayanagara = view.factions
    return replace(
        view,
        factions=(
            replace(sultanate, vp=8, resources=14, cavalry=1, place="command", acting=False,
                    box={"troops": 3, "governors": 2, "qasbahs": 2}),
            replace(bahmani, vp=7, resources=3, cavalry=2, influence=2, place="ineligible",
                    box={"amirs": 4, "forts": 3}, track={2: 0, 4: 2}),
            replace(vijayanagara, vp=12, resources=9, cavalry=4, influence=3, place="eligible", acting=True,
                    box={"rajas": 5, "temples": 2}, track={1: 0, 2: 0, 3: 0, 4: 2}),
        ),
        cavalry_pool=3,
        mongol_box=3,
        dynasty="tughlaq",
        card=replace(CARD, key="event-23", number=23, title="The Raya Rides to the Krishna",
                     stay_eligible=True, order=("bahmani", "sultanate", "vijayanagara")),
        deck=DeckView(block=3, left={"event": 3, "mongol": 1, "timurid": 0}, remaining=13,
                      played=("Treasure of Devagiri", "Cambay Taken")),
        headline="The Raya Rides to the Krishna: the Vijayanagara Empire is to act",
    )  # fmt: skip


def later() -> View:
    """Return the board some time after `middle`, with pieces moved, removed, flipped and placed.

    Control and tracks have changed, too.
    """
    view = put(
        middle(),
        {
            "delhi": {"troops": 4, "governors": 1, "mongols": 1},
            "punjab": {"troops": 6, "mongols": 2},
            "mountain-passes": {"mongols": 4},
            "malwa": {"troops": 2, "governors": 1, "qasbahs": 1, "rebelling-amirs": 2},
            "jaunpur": {"troops": 4, "rebelling-amirs": 2},
            "gondwana": {"rebelling-amirs": 1, "forts": 1},
            "madhyadesh": {"troops": 1, "rebelling-amirs": 4, "forts": 1},
            "maharashtra": {
                "troops": 2, "governors": 1, "obedient-amirs": 1, "rebelling-amirs": 5,
                "forts": 1, "rebelling-rajas": 3, "temples": 1,
            },
            "andhra": {"rebelling-amirs": 1, "rebelling-rajas": 6, "temples": 1},
            "karnataka": {"rebelling-rajas": 3, "temples": 1, "troops": 1},
            "orissa": {"rebelling-rajas": 2},
        },
        {"malwa": "uncontrolled", "orissa": "vijayanagara", "maharashtra": "bahmani"},
    )  # fmt: skip
    sultanate, bahmani, vijayanagara = view.factions
    track = dict.fromkeys((1, 2, 3, 4), 0)
    return replace(
        view,
        factions=(
            replace(sultanate, vp=6, resources=11, cavalry=0),
            replace(bahmani, vp=9, resources=1, cavalry=3, influence=3),
            replace(vijayanagara, vp=14, resources=12, place="event", influence=4, track=track),
        ),
        cavalry_pool=4,
        mongol_box=5,
    )


def end() -> View:
    """Return the board after Timur: the game is over and won."""
    view = put(middle(), {"delhi": {"mongols": 6}, "mountain-passes": {}, "punjab": {}}, {})
    return replace(
        view,
        factions=tuple(replace(faction, acting=False) for faction in view.factions),
        card=CardView(
            "timurid-2", None, "Timur Invades Delhi", "timurid", (), False, ("Timur rides for Delhi.",)
        ),
        deck=DeckView(block=4, left={"event": 0, "mongol": 0, "timurid": 0}, remaining=0, played=()),
        winners=("vijayanagara",),
        headline="Vijayanagara Empire wins with 12 victory points",
        standing=(
            ("Vijayanagara Empire", Stand(("12",))),
            ("Delhi Sultanate", Stand(("8",))),
            ("Bahmani Kingdom", Stand(("7",))),
        ),
    )


def crowded() -> View:
    """Return a board with the highest stack of each kind in every space.

    These are more pieces than exist, on purpose.
    """
    view = start()
    statuses = ("tributary", "uncontrolled", "sultanate", "bahmani", "vijayanagara")
    provinces = [key for key in SPACES if MAP.spaces[key].type == "province"]
    return put(
        view,
        {key: CROWD if key in provinces else HORDE for key in SPACES},
        {key: statuses[number % len(statuses)] for number, key in enumerate(provinces)},
    )
