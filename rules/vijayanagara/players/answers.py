"""Answer every kind of question at a glance.

A player uses these answers for its own orders, where the proposal has no wanted answer. It also uses them
for the other seats in simulated turns. If this module has no rule for a kind of question, the first answer on
offer is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from rules.ask import Ask
from rules.asking import DONE
from rules.vijayanagara.board import (
    DELHI,
    FACTIONS,
    MONGOLS,
    OWNER,
    PROSPERITY,
    PUNJAB,
    RIVALS,
)
from rules.vijayanagara.cards import BLOCKS
from rules.vijayanagara.commands.rivals import OTHER
from rules.vijayanagara.players import bahmani, sultanate, vijayanagara
from rules.vijayanagara.players.proposal import Proposal, Sheet, Wanted
from rules.vijayanagara.players.survey import (
    count_needed,
    count_spare,
    estimate_battle,
    find_ripest,
    list_foes,
)
from rules.vijayanagara.players.trial import Answer, list_keys
from rules.vijayanagara.state import TRIBUTARY, State
from rules.vijayanagara.victory import count_points

SHEETS: Mapping[str, Sheet] = {
    "sultanate": sultanate.SHEET,
    "bahmani": bahmani.SHEET,
    "vijayanagara": vijayanagara.SHEET,
}
Keys = Sequence[str]
Rule = Callable[[State, Ask, Keys], str]
KEPT = 3  # Cavalry tokens that the Sultanate keeps for Timur in the last two blocks


def answer(wanted: Wanted) -> Answer:
    """Return a function that gives the wanted answers, and quick answers to other questions."""

    def choose(s: State, ask: Ask) -> str:
        for topic in (f"{ask.kind} {ask.about}", ask.kind):
            if topic in wanted:
                for key in (*wanted[topic], DONE):
                    if ask.menu.take(key) is not None:
                        return key
        return answer_at_a_glance(s, ask)

    return choose


def answer_at_a_glance(s: State, ask: Ask) -> str:
    """Return the answer to any question."""
    keys = list_keys(ask)
    return keys[0] if len(keys) == 1 else answer_among(s, ask, keys)


def answer_among(s: State, ask: Ask, keys: Keys) -> str:
    """Choose one of these keys as the answer to any question. There must be several keys."""
    rule = RULES.get(ask.kind)
    return keys[0] if rule is None else rule(s, ask, keys)


def list_proposals(s: State, me: str, names: Keys) -> Iterator[Proposal]:
    """Yield what the lines of the faction's sheet now propose for these Commands or Decrees."""
    sheet = SHEETS[me]
    for name, line in (*sheet.commands, *sheet.decrees):
        if name in names:
            yield from line(s, me)


def _command(s: State, ask: Ask, keys: Keys) -> str:
    """Choose the sheet's first proposal. Without one, end; if ending is illegal, take the first answer."""
    first = next(list_proposals(s, ask.seat, keys), None)
    return first.name if first is not None else DONE if DONE in keys else keys[0]


def _spaces(name: str) -> Rule:
    """Return the rule for the spaces of a Command. It selects the proposed spaces, one after the other.

    When no proposed space is on offer any more, the rule ends the selection. If ending is illegal, it takes
    the richest Province.
    """

    def rule(s: State, ask: Ask, keys: Keys) -> str:
        for made in list_proposals(s, ask.seat, (name,)):
            for space in made.spaces:
                if space in keys:
                    return space
        return DONE if DONE in keys else _richest(s, ask, keys)

    return rule


def _detail(topic: str) -> Rule:
    """Return the rule for a detail of a Decree, such as its place. It takes the first proposed answer.

    If no proposed answer is on offer, it takes "done". If "done" is illegal, it takes the richest Province.
    """

    def rule(s: State, ask: Ask, keys: Keys) -> str:
        for made in list_proposals(s, ask.seat, (topic.partition("-")[0],)):
            for key in made.details.get(topic, ()):
                if key in keys:
                    return key
        return DONE if DONE in keys else _richest(s, ask, keys)

    return rule


def _richest(s: State, ask: Ask, keys: Keys) -> str:
    """Choose the richest Province; of equals, the one where the faction needs the fewest pieces."""
    return min(
        keys, key=lambda p: (-PROSPERITY.get(p, 0), count_needed(s, p, ask.seat) if p in s.status else 0)
    )


def _origin(s: State, ask: Ask, keys: Keys) -> str:
    """Choose the space that can spare the most Units. End if no space can spare any."""
    best = max(keys, key=lambda p: count_spare(s, p, ask.seat) if p in s.board else -1)
    return best if best != DONE and (DONE not in keys or count_spare(s, best, ask.seat)) else DONE


def _units(s: State, ask: Ask, keys: Keys) -> str:
    """Choose as many Units of one kind as their space can spare; of equals, Troops or Obedient Units."""
    origin = ask.about.partition(" ")[0]
    most = max(1, count_spare(s, origin, ask.seat)) if origin in s.board else 1
    if ask.presentation.part:
        return DONE if DONE in keys else keys[-1]
    fit = [key for key in keys if key != DONE and _number(key) <= most]
    return max(fit, key=_number, default=keys[-1])


def _number(key: str) -> int:
    number = key.partition("-")[0]
    return int(number) if number.isdigit() else 0


def _kind(key: str) -> str:
    return key.partition("-")[2].partition("-in-")[0]


def _space(key: str) -> str:
    return key.partition("-in-")[2]


def _most(s: State, ask: Ask, keys: Keys) -> str:
    """Choose as many as possible."""
    return max(keys, key=_number)


def _govern(s: State, ask: Ask, keys: Keys) -> str:
    """Remove Units, else build a Qasbah, else place a Governor."""
    return next((key for key in ("remove", "qasbah", "governor") if key in keys), keys[0])


def _govern_units(s: State, ask: Ask, keys: Keys) -> str:
    """Choose as many Units as possible, of the rival that needs the fewest pieces for a majority there."""
    rival = find_ripest(s, ask.about)[0]
    return max(keys, key=lambda key: (key != DONE, OWNER.get(_kind(key)) == rival, _number(key)))


def _against(s: State, ask: Ask, keys: Keys) -> str:
    """Attack the foe with the best odds."""
    return max(keys, key=lambda foe: estimate_battle(s, ask.seat, foe, ask.about)[0])


def _attack_in(s: State, ask: Ask, keys: Keys) -> str:
    """Choose a space only if a line of the sheet would attack there.

    If one must be chosen, choose the one with the best odds.
    """
    for made in list_proposals(s, ask.seat, ("attack",)):
        for space in made.spaces:
            if space in keys:
                return space
    if DONE in keys:
        return DONE
    return max(
        keys,
        key=lambda p: max(
            (estimate_battle(s, ask.seat, f, p)[0] for f in list_foes(s, ask.seat, p)), default=0
        ),
    )


CHEAP = (
    "troops",
    "obedient-rajas",
    "obedient-amirs",
    "rebelling-rajas",
    "rebelling-amirs",
    "qasbahs",
    "governors",
    "forts",
    "temples",
)


def _lose(s: State, ask: Ask, keys: Keys) -> str:
    """Choose the cheapest piece. Structures that are worth a point come last.

    Of pieces of the same kind, those that a space next to the battle can't spare come last.
    """

    def cost(key: str) -> tuple[int, bool, int]:
        space = _space(key)
        return CHEAP.index(_kind(key)), bool(space) and not count_spare(s, space, ask.seat), -_number(key)

    return min(keys, key=cost)


def _spend(s: State, ask: Ask, keys: Keys) -> str:
    """Spend Cavalry for a result: on a Charge that adds a hit, or on a Screen that saves a piece."""
    fight = s.fight
    if fight is None:
        return DONE
    attacking = fight.attacker.faction == ask.seat
    own, foe = (fight.attacker, fight.defender) if attacking else (fight.defender, fight.attacker)
    keeps = ask.seat == "sultanate" and s.block >= BLOCKS - 1 and fight.space != DELHI
    if keeps and s.cavalry[ask.seat] <= KEPT:
        return DONE
    their = s.units(fight.space, MONGOLS) if foe.faction == MONGOLS else s.pieces(fight.space, foe.faction)
    charge = f"charge-{own.reach + 1}"
    if charge in keys and own.hits < their:
        return charge
    screens = [key for key in keys if key.startswith("screen-") and int(key[7:]) <= foe.reach]
    if screens and foe.hits <= s.pieces(fight.space, ask.seat) + sum(own.joined.values()):
        return max(screens)
    return DONE


def _plunder(s: State, ask: Ask, keys: Keys) -> str:
    """Choose the safest Province: where the rival closest to Control lacks the most pieces.

    Of equals, choose the poorest. In a Province that is not Tributary, this rival counts as lacking 1 piece.
    """
    return max(keys, key=lambda p: (s.status[p] != TRIBUTARY or find_ripest(s, p)[1], -PROSPERITY[p]))


def _back(s: State, ask: Ask, keys: Keys) -> str:
    """Choose Units from the box, then from spaces that can spare them."""
    return max(keys, key=lambda key: (_kind(key) == "available", count_spare(s, _space(key), ask.seat)
               if _space(key) else 0, _number(key)))  # fmt: skip


def _take_cavalry(s: State, ask: Ask, keys: Keys) -> str:
    """Take Cavalry from the faction with the most points among those that have Cavalry."""
    others = [key for key in keys if key in FACTIONS]
    return max(others, key=lambda other: count_points(s, other)) if others else keys[0]


def _gain(s: State, ask: Ask, keys: Keys) -> str:
    """Choose Resources if the faction has fewer than six, else Cavalry."""
    kind = "resources" if s.resources[ask.seat] < 6 else "cavalry"
    return max(keys, key=lambda key: (key != DONE, _kind(key) == kind, _number(key)))


def _buy_shift(s: State, ask: Ask, keys: Keys) -> str:
    """Always buy the shift that comes with a Migrate.

    At the Lords of the Deccan a rival first raises its own Influence, then lowers the other rival's. The
    Sultanate lowers the Influence of the rival with more points.
    """
    if "shift" in keys:
        return "shift"
    me = ask.seat
    leader = max(RIVALS, key=lambda rival: (rival != me, count_points(s, rival)))
    if me in RIVALS:
        leader = OTHER[me]
    for key in (f"{me}-up", f"{leader}-down"):
        if key in keys:
            return key
    return DONE


def _mongol_command(s: State, ask: Ask, keys: Keys) -> str:
    """Choose Attack and Plunder if three Mongols or more are in Punjab or Delhi, else Amass, else Advance."""
    if "plunder" in keys and any(s.board[p][MONGOLS] >= 3 for p in (PUNJAB, DELHI)):
        return "plunder"
    return next((key for key in ("amass", "advance") if key in keys), keys[0])


def _mongol_space(s: State, ask: Ask, keys: Keys) -> str:
    """Choose the space with the most Mongol Invaders; of equals, Delhi."""
    return max(keys, key=lambda p: (s.board[p][MONGOLS], p == DELHI))


def _campaign(s: State, ask: Ask, keys: Keys) -> str:
    """Campaign if a line of the sheet proposes it."""
    return "yes" if next(list_proposals(s, ask.seat, ("campaign",)), None) is not None else "no"


def _campaign_to(s: State, ask: Ask, keys: Keys) -> str:
    """Go the way that a line of the sheet proposes.

    Without a proposal, end here. If ending is illegal, go anywhere.
    """
    for made in list_proposals(s, ask.seat, ("campaign",)):
        for key in made.details.get(f"campaign-to {ask.about}", ()):
            if key in keys:
                return key
        break
    return DONE if DONE in keys else keys[0]


def _whom(s: State, ask: Ask, keys: Keys) -> str:
    """Choose the piece to replace or remove: a Rebelling Unit, else a Governor, else a Troop, else any."""
    worth = ("1-rebelling-rajas", "1-rebelling-amirs", "1-governors", "1-troops")
    return next((key for key in worth if key in keys), keys[0])


def _by(s: State, ask: Ask, keys: Keys) -> str:
    """Choose a Rebelling Unit if there is one."""
    return next((key for key in keys if "rebelling" in key), keys[0])


def _compel_from(s: State, ask: Ask, keys: Keys) -> str:
    """Choose the space that can spare the most Units. End if no space can spare any."""
    return _origin(s, ask, keys)


def _pieces(s: State, ask: Ask, keys: Keys) -> str:
    """Choose as many pieces as possible: others' pieces first, and those in the richest Province first."""

    def rank(key: str) -> tuple[bool, bool, int, int]:
        kind, space = _kind(key), _space(key)
        own = OWNER.get(kind) == ask.seat
        return key != DONE, not own, PROSPERITY.get(space, 0), _number(key)

    return max(keys, key=rank)


def _yes(s: State, ask: Ask, keys: Keys) -> str:
    """Agree."""
    return "yes" if "yes" in keys else keys[0]


def _no(s: State, ask: Ask, keys: Keys) -> str:
    """Accept no gift."""
    return "no" if "no" in keys else keys[0]


# Kinds of question that are answered at a glance while an Event is only tried.
TRIFLES = frozenset(
    (
        *("attack-units", "attack-with", "back", "campaign-units", "gifts", "lose", "march-units"),
        *("migrate-units", "plunder", "spend", "take-cavalry"),
    )
)

RULES: Mapping[str, Rule] = {
    "command": _command,
    "free-command": _command,
    "decree": _command,
    "free-decree": _command,
    **{f"{name}-in": _spaces(name) for name in ("conscript", "govern", "rally", "rebel")},
    **{f"{name}-to": _spaces(name) for name in ("march", "migrate")},
    "attack-in": _attack_in,
    "attack-against": _against,
    "attack-with": _origin,
    "attack-units": _most,
    "march-from": _origin,
    "march-units": _units,
    "migrate-from": _origin,
    "migrate-units": _units,
    "govern": _govern,
    "govern-units": _govern_units,
    "place": _most,
    "lose": _lose,
    "spend": _spend,
    "plunder": _plunder,
    "back": _back,
    "take-cavalry": _take_cavalry,
    "gain": _gain,
    "gifts": _no,
    "buy-shift": _buy_shift,
    "mongol-command": _mongol_command,
    "advance-from": _mongol_space,
    "advance-units": _most,
    "plunder-in": _mongol_space,
    "campaign": _campaign,
    "campaign-from": _detail("campaign-from"),
    "campaign-units": _units,
    "campaign-to": _campaign_to,
    "demand-in": _detail("demand-in"),
    "build-in": _detail("build-in"),
    "conspire-in": _detail("conspire-in"),
    "conspire-whom": _whom,
    "conspire-by": _by,
    "compel-in": _detail("compel-in"),
    "compel-place": _most,
    "compel-from": _compel_from,
    "compel-units": _units,
    "compel-remove": _whom,
    "pick": _richest,
    "pieces": _pieces,
    "move-to": _richest,
    "tie-break": _yes,
}
