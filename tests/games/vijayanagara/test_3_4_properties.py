"""Chapters 3 and 4 on random positions: the rulebook's statements on every Command and Decree.

Each is run on its own, with random answers and dice. The test looks only at the positions before and after
it, and at the answers.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from rules.chance import Roll
from rules.kernel import Ask, list_options
from rules.vijayanagara import SEATS, commands
from rules.vijayanagara.board import FACTIONS, KINDS, PROSPERITY, PROVINCES, SPACES, TOTALS, UNITS
from rules.vijayanagara.commands import attack
from rules.vijayanagara.commands.battle import battle
from rules.vijayanagara.commands.terms import Terms
from rules.vijayanagara.decrees import DECREES
from rules.vijayanagara.sides import Side
from rules.vijayanagara.state import State
from tests.games.vijayanagara.table import GAME

POSITIONS = range(10)
COMMANDS = [(faction, name) for faction in SEATS for name in commands.COMMANDS[faction]]
RULE = re.compile(r"\d\.\d\d?(\.\d)?[ :,]")


def random_position(rng: Random) -> State:
    """Return a random position: pieces, markers, Influence, Resources and Cavalry anywhere that is legal."""
    influence = {"bahmani": rng.randrange(5), "vijayanagara": rng.randrange(5)}
    box = {
        "troops": 32,
        "governors": 5,
        "qasbahs": 5,
        "amirs": 14,
        "forts": 5,
        "rajas": 14,
        "temples": 5,
        "mongols": 12,
    }
    spaces: dict[str, dict[str, int]] = {space: {} for space in SPACES}
    for _ in range(rng.randrange(10, 70)):
        kind, space = rng.choice(KINDS), rng.choice(SPACES)
        sort = "amirs" if "amirs" in kind else "rajas" if "rajas" in kind else kind
        outside = space not in PROVINCES
        if not box[sort] or _out_of_place(kind, outside):
            continue
        if kind in ("qasbahs", "forts", "temples") and spaces[space].get(kind):
            continue
        spaces[space][kind] = spaces[space].get(kind, 0) + 1
        box[sort] -= 1
    cavalry = Counter(rng.choice(["pool", *FACTIONS]) for _ in range(10))
    document = {
        "spaces": spaces,
        "independent": [province for province in PROVINCES if rng.random() < 0.5],
        "influence": influence,
        "resources": {faction: rng.choice((0, 1, 2, 5, 9, 23)) for faction in FACTIONS},
        "cavalry": {faction: cavalry[faction] for faction in FACTIONS},
        "dynasty": rng.choice(("khalji", "tughlaq")),
    }
    state: State = GAME.load(json.dumps(document))
    return state


def _out_of_place(kind: str, outside: bool) -> bool:
    """1.3.2, 1.3.3: return whether a piece is on the wrong side of the Provinces' border.

    Mongol Invaders may be outside the Provinces; the rivals' pieces may not.
    """
    return kind not in ("troops", "governors", "qasbahs") and (kind == "mongols") is not outside


@dataclass
class Run:
    """A run of one Command or Decree: the states before and after, the questions and the answers."""

    before: State
    after: State
    free: bool
    log: list[tuple[str, str, str, str]] = field(default_factory=list)  # seat, prompt, lead, key

    def answers(self, prompt: str) -> list[str]:
        """Return the answers to questions that contain this text."""
        return [key for _, asked, _, key in self.log if prompt in asked]

    def chosen(self, *leads: str) -> list[str]:
        """Return the spaces selected for the Command."""
        return [
            key
            for _, asked, lead, key in self.log
            if lead in leads and (" which " in asked or " another " in asked) and key in SPACES
        ]


def drive(steps: Any, run: Run, rng: Random) -> Run:
    """Answer at random to the end. Every question must have an answer, every refusal a rule."""
    state, value = run.after, None
    while True:
        try:
            pending = steps.send(value)
        except StopIteration:
            break
        state.check()
        if isinstance(pending, Roll):
            value = [rng.randint(1, 6) for _ in range(pending.dice)]
            continue
        assert isinstance(pending, Ask)
        menu = pending.menu()
        assert menu, f"no answer to: {pending.prompt}"
        for option in list_options(GAME, pending):
            assert not option.why_not or RULE.match(option.why_not), option.why_not
            assert not set("{}_") & set(option.label + option.why_not), option
        prompt = pending.prompt.read(GAME.name)
        assert not set("{}_") & set(prompt)
        key = rng.choice(list(menu))
        run.log.append((pending.seat, prompt, pending.presentation.lead, key))
        value = menu[key]
    state.check()
    for line in state.story:
        text = line.words.read(GAME.name)
        assert re.fullmatch(r"[A-Z0-9][^{}_]*\.", text), text
    return run


def runs(faction: str, name: str, kind: str) -> Iterator[Run]:
    """Yield the Command or Decree on each random position in which it is possible."""
    for number in POSITIONS:
        rng = Random(f"{faction} {name} {number}")
        state = random_position(rng)
        before, free = deepcopy(state), number % 5 == 4
        if kind == "command":
            command = commands.COMMANDS[faction][name]
            terms = Terms(khalji=True, free=free, least=1 if number % 7 == 6 else 0)
            if commands.why_not_command(state, faction, name, command, terms) is None:
                yield drive(commands.run(state, faction, name, terms), Run(before, state, free), rng)
        elif DECREES[faction][name].why_not(state, faction) is None:
            yield drive(DECREES[faction][name].execute(state, faction), Run(before, state, free), rng)


def units(state: State, space: str, faction: str) -> int:
    """Return the number of the faction's Units in the space, Obedient and Rebelling."""
    return sum(state.board[space][kind] for kind in UNITS[faction])


@pytest.mark.parametrize(("faction", "name"), COMMANDS)
def test_3_1_the_price_of_every_command(faction: str, name: str) -> None:
    """3.1, 3.1.3: 1 Resource a space and 1 for a shift of Influence; nobody else's Resources change."""
    seen = 0
    for run in runs(faction, name, "command"):
        spaces = run.chosen("in", "to")
        assert len(set(spaces)) == len(spaces), "3.1.1"
        assert run.answers("pay 1 Resource").count("shift") <= 1
        price = run.before.resources[faction] - run.after.resources[faction]
        shift = run.answers("pay 1 Resource").count("shift")
        assert price == shift + (0 if run.free else len(spaces))
        assert all(run.after.resources[f] == run.before.resources[f] for f in FACTIONS if f != faction)
        spent = Counter(seat for seat, _, _, key in run.log if key.startswith(("charge", "screen")))
        assert all(run.after.cavalry[f] == run.before.cavalry[f] - spent[f] for f in FACTIONS), "1.10"
        seen += len(spaces) > 0
    assert seen >= 3, "the positions say something"


@pytest.mark.parametrize(
    ("faction", "name"), [("sultanate", "march"), ("bahmani", "migrate"), ("vijayanagara", "migrate")]
)
def test_3_1_2_no_unit_moves_twice(faction: str, name: str) -> None:
    """3.2.2, 3.3.2, 3.4.2: one step each: no more Units leave a space than stood there."""
    seen = 0
    for run in runs(faction, name, "command"):
        came: Counter[str] = Counter()
        went: Counter[str] = Counter()
        to = origin = ""
        for _, asked, lead, key in run.log:
            if lead == "to" and key in SPACES:
                to = key
            elif asked.endswith(": from where?"):
                origin = key
            elif ": which Units?" in asked and key != "done":
                assert origin in run.before.adjacent[to]
                came[to] += int(key.partition("-")[0])
                went[origin] += int(key.partition("-")[0])
        for space in SPACES:
            assert went[space] <= units(run.before, space, faction)
            moved = units(run.before, space, faction) + came[space] - went[space]
            assert units(run.after, space, faction) == moved
            assert faction == "sultanate" or came[space] <= 3
        seen += bool(came)
    assert seen >= 3


def test_3_2_1_conscript_counted() -> None:
    """3.2.1: five, two or one Troops in each selected space, fewer only where the box runs out."""
    for run in runs("sultanate", "conscript", "command"):
        left = run.before.box["troops"]
        for space in SPACES:
            placed = run.after.board[space]["troops"] - run.before.board[space]["troops"]
            spot = run.before.board[space]
            most = 5 if space == "delhi" else 2 if spot["qasbahs"] else 1
            assert 0 <= placed <= most
            assert (placed > 0) is (space in run.chosen("in"))
            if placed:
                assert space == "delhi" or spot["qasbahs"] or run.before.status[space] == "tributary"
        assert run.after.box["troops"] >= max(0, left - 60)


@pytest.mark.parametrize("faction", ["bahmani", "vijayanagara"])
def test_3_3_1_rally_counted(faction: str) -> None:
    """3.3.1, 3.4.1: one, and one more each at home, beside a Temple, and under its Control."""
    home = {"bahmani": "maharashtra", "vijayanagara": "karnataka"}[faction]
    for run in runs(faction, "rally", "command"):
        for space in PROVINCES:
            placed = units(run.after, space, faction) - units(run.before, space, faction)
            most = 1 + (space == home) + (run.before.status[space] == faction)
            most += faction == "vijayanagara" and run.before.board[space]["temples"]
            assert placed <= most
            assert (placed > 0) is (space in run.chosen("in"))


@pytest.mark.parametrize("faction", ["bahmani", "vijayanagara"])
def test_3_3_3_rebel_counted(faction: str) -> None:
    """3.3.3, 3.4.3: what was Tributary with a majority is under Control, and nothing else has changed."""
    for run in runs(faction, "rebel", "command"):
        for space in PROVINCES:
            chosen = space in run.chosen("in")
            assert run.after.status[space] == (faction if chosen else run.before.status[space])
            if chosen:
                assert 2 * run.before.pieces(space, faction) > sum(run.before.board[space].values())
                assert run.before.status[space] == "tributary"
            else:
                assert run.after.board[space] == run.before.board[space]


def test_3_2_3_govern_counted() -> None:
    """3.2.3: a Governor more, or at most two Obedient Units fewer and a Qasbah more where one stood."""
    for run in runs("sultanate", "govern", "command"):
        for space in SPACES:
            then, now = run.before.board[space], run.after.board[space]
            gone = {k: then[k] - now[k] for k in ("obedient-amirs", "obedient-rajas") if then[k] > now[k]}
            turned = 0 if run.after.status.get(space) == run.before.status.get(space) else 9
            if now["governors"] > then["governors"]:
                assert now["governors"] == then["governors"] + 1
                assert now["qasbahs"] == then["qasbahs"]
                assert not gone
            assert sum(gone.values()) <= 2 + turned
            assert now["qasbahs"] - then["qasbahs"] in (0, 1)
            assert now["troops"] == then["troops"]
            if gone or now["qasbahs"] > then["qasbahs"]:
                assert then["governors"]


@pytest.mark.parametrize("faction", SEATS)
def test_3_1_2_no_unit_fights_twice(faction: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """3.2.4, 3.3.4, 3.4.4: those that fought at home and those that joined are never more than there were."""
    fought: Counter[str] = Counter()
    most = {"sultanate": 2, "bahmani": 2, "vijayanagara": 1}[faction]
    structure = {"sultanate": "qasbahs", "bahmani": "forts", "vijayanagara": "temples"}[faction]

    async def watched(s: State, space: str, attacker: Side, defender: Side) -> tuple[int, int]:
        joined = sum(attacker.joined.values())
        assert joined <= most
        assert attacker.units > 0
        if joined:
            assert attacker.source in s.adjacent[space]
            assert s.board[attacker.source][structure]
        fought[attacker.source] += joined
        fought[space] += attacker.units - joined
        count = {f: sum(s.pieces(sp, f) for sp in SPACES) for f in (faction, defender.faction)}
        lost, fallen = await battle(s, space, attacker, defender)
        now = {f: sum(s.pieces(sp, f) for sp in SPACES) for f in (faction, defender.faction)}
        assert (count[faction] - now[faction], count[defender.faction] - now[defender.faction]) == (
            lost,
            fallen,
        )
        assert lost <= 2
        assert fallen <= 4
        return lost, fallen

    monkeypatch.setattr(attack, "battle", watched)
    battles = 0
    for run in runs(faction, "attack", "command"):
        assert all(fought[space] <= units(run.before, space, faction) for space in fought if space)
        influence_moved = run.after.influence != run.before.influence
        assert not influence_moved or faction != "sultanate"
        battles += sum(fought.values()) > 0
        fought.clear()
    assert battles >= 3


def test_4_2_1_collect_recomputed() -> None:
    """4.2.1: half the Tributary Prosperity, rounded down, 24 at most."""
    for run in runs("sultanate", "collect", "decree"):
        tribute = sum(PROSPERITY[p] for p in PROVINCES if run.before.status[p] == "tributary") // 2
        assert run.after.resources["sultanate"] == min(24, run.before.resources["sultanate"] + tribute)
        pool = 10 - sum(run.before.cavalry.values())
        gained = run.after.cavalry["sultanate"] - run.before.cavalry["sultanate"]
        assert min(2, pool) <= gained <= 2, "1.10: what the pool lacks may be taken from others"


def test_4_3_1_trade_recomputed() -> None:
    """4.3.1: Provinces with a Bahmani piece; one, two, two, three or three... Cavalry by Influence."""
    for run in runs("bahmani", "trade", "decree"):
        own = ("obedient-amirs", "rebelling-amirs", "forts")
        places = sum(any(run.before.board[p][kind] for kind in own) for p in PROVINCES)
        assert run.after.resources["bahmani"] == min(24, run.before.resources["bahmani"] + places)
        tokens = (1, 2, 2, 3, 3)[run.before.influence["bahmani"]]
        pool = 10 - sum(run.before.cavalry.values())
        gained = run.after.cavalry["bahmani"] - run.before.cavalry["bahmani"]
        assert min(tokens, pool) <= gained <= tokens


def test_4_4_1_tax_recomputed() -> None:
    """4.4.1: Prosperity of the Provinces in which Vijayanagara outnumbers all others, and Temples."""
    for run in runs("vijayanagara", "tax", "decree"):
        board = run.before.board
        own = ("obedient-rajas", "rebelling-rajas", "temples")
        gain = sum(board[space]["temples"] for space in SPACES)
        for p in PROVINCES:
            mine = sum(board[p][kind] for kind in own)
            if run.before.status[p] != "tributary" and 2 * mine > sum(board[p].values()):
                gain += PROSPERITY[p]
        assert run.after.resources["vijayanagara"] == min(24, run.before.resources["vijayanagara"] + gain)


def test_4_2_2_campaign_counted() -> None:
    """4.2.2: nobody is lost, at most four spaces change, in a row of neighbours from the origin."""
    seen = 0
    for run in runs("sultanate", "campaign", "decree"):
        for sort in TOTALS:
            assert run.after.on_map(sort) == run.before.on_map(sort)
        origin = run.answers("Campaign from which space?")[0]
        route = [origin, *(key for key in run.answers("Campaign with") if key in SPACES)]
        assert 2 <= len(route) <= 4
        assert len(set(route)) == len(route)
        assert all(b in run.before.adjacent[a] for a, b in pairwise(route))
        for space in SPACES:
            if space not in route:
                assert run.after.board[space] == run.before.board[space]
                assert run.after.status.get(space) == run.before.status.get(space)
        assert units(run.after, origin, "sultanate") < units(run.before, origin, "sultanate")
        seen += len(route) == 4
    assert seen >= 3


@pytest.mark.parametrize(("faction", "name"), [(f, d) for f in SEATS for d in DECREES[f]])
def test_4_1_decrees_take_nothing_from_others(faction: str, name: str) -> None:
    """4.0: no Decree costs Resources or touches another's; Cavalry only where the pool was empty (1.10)."""
    seen = 0
    for run in runs(faction, name, "decree"):
        assert run.after.resources[faction] >= run.before.resources[faction]
        assert all(run.after.resources[f] == run.before.resources[f] for f in FACTIONS if f != faction)
        if run.before.pool >= 3:
            assert all(run.after.cavalry[f] == run.before.cavalry[f] for f in FACTIONS if f != faction)
        assert run.after.influence == run.before.influence
        seen += 1
    assert seen >= 3


def test_4_2_3_demand_counted() -> None:
    """4.2.3: Sultanate Controlled Provinces with a Governor, their Prosperity; nobody Rebels there."""
    for run in runs("sultanate", "demand", "decree"):
        changed = [p for p in PROVINCES if run.after.status[p] != run.before.status[p]]
        gain = sum(PROSPERITY[p] for p in changed)
        assert run.after.resources["sultanate"] == min(24, run.before.resources["sultanate"] + gain)
        for p in changed:
            assert (run.before.status[p], run.after.status[p]) == ("sultanate", "tributary")
            assert run.before.board[p]["governors"]
            assert not run.after.board[p]["rebelling-amirs"] + run.after.board[p]["rebelling-rajas"]


def losses(run: Run, *factions: str) -> int:
    """Return how many pieces on the map these factions have lost."""
    return sum(run.before.pieces(sp, f) - run.after.pieces(sp, f) for sp in SPACES for f in factions)


def test_4_3_3_conspire_counted() -> None:
    """4.3.3: one or two pieces are replaced, each by one Amir at most."""
    for run in runs("bahmani", "conspire", "decree"):
        replaced = losses(run, "sultanate", "vijayanagara")
        assert 1 <= replaced <= 2
        assert 0 <= -losses(run, "bahmani") <= replaced


def test_4_4_3_compel_counted() -> None:
    """4.4.3: two Rajas come at most, into one Province; one piece is removed at most, from Influence 2 on."""
    for run in runs("vijayanagara", "compel", "decree"):
        assert 0 <= losses(run, "sultanate", "bahmani") <= (run.before.influence["vijayanagara"] >= 2)
        more = [units(run.after, p, "vijayanagara") - units(run.before, p, "vijayanagara") for p in PROVINCES]
        assert max(more) <= 2
        assert sum(n > 0 for n in more) <= 1
        assert sum(n < 0 for n in more) <= 1
