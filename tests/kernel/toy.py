"""Define a small invented game with every kind of question: dice, draws, another seat, acts out of turn."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import yaml
from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from rules.asking import amounts, draw, pick, pick_or_done
from rules.chance import Roll
from rules.extras import Conditions, Extras, Plans, Policy, Trades
from rules.kernel import Ask, Maker, NotAllowed, Option
from rules.phrase import Phrase
from rules.state import Stand
from rules.words import Line, Words, say

KEY = "toy"
TITLE = "Toy Deccan"
COMPLETE = False
SEATS = ("north", "south")
BOT_PLAYERS: Mapping[str, Maker] = {}
SPACES = ("delhi", "malwa", "rajput-kingdoms", "gujarat", "maharashtra", "andhra")
ADJACENT = {
    space: tuple(o for j, o in enumerate(SPACES) if 1 <= abs(i - j) <= 2) for i, space in enumerate(SPACES)
}
KINDS = ("troops", "governors")
COMMANDS = ("march", "attack", "muster", "parley")
NAMES = {
    "north": "The North",
    "south": "The South",
    "rajput-kingdoms": "Rājput Kingdoms",
    "1-troops": "Troop",
    "troops": "Troops",
    "1-governors": "Governor",
    "card-1": "Bad Omens",
    "card-2": "Good Rains",
    "parley": "Hold a parley",
}


class Options(BaseModel, frozen=True, extra="forbid"):
    """What the players choose before the game."""

    cards: int = Field(default=6, ge=1, le=12)


@dataclass(slots=True)
class Toy:
    """The whole state. The story is never stored."""

    deck: list[str]
    gold: dict[str, int]
    pieces: dict[str, dict[str, int]]  # "north/delhi": {"troops": 3}
    hands: dict[str, int]
    story: list[Line] = field(default_factory=list)

    def copy(self) -> Toy:
        pieces = {place: kinds.copy() for place, kinds in self.pieces.items()}
        return Toy(self.deck[:], self.gold.copy(), pieces, self.hands.copy())

    def at(self, seat: str, space: str, kind: str = "troops") -> int:
        return self.pieces.get(f"{seat}/{space}", {}).get(kind, 0)

    def add(self, seat: str, space: str, kind: str, n: int) -> None:
        kinds = self.pieces.setdefault(f"{seat}/{space}", {})
        kinds[kind] = kinds.get(kind, 0) + n
        if not kinds[kind]:
            del kinds[kind]
        if not kinds:
            del self.pieces[f"{seat}/{space}"]


_STORED = TypeAdapter(Toy)


@dataclass(frozen=True, slots=True)
class ToyView:
    """What a seat sees: its own hidden number, and the rest."""

    game: str
    standing: tuple[tuple[str, Stand], ...]
    headline: str
    hand: int | None


def seats(options: Options) -> tuple[str, ...]:
    return SEATS


def setup(options: Options) -> Toy:
    deck = [f"card-{1 + i % 2}" for i in range(options.cards)]
    pieces = {"north/delhi": {"troops": 4, "governors": 1}, "south/andhra": {"troops": 3, "governors": 1}}
    return Toy(
        deck,
        {"north": 3, "south": 3},
        {**pieces, "south/maharashtra": {"troops": 2}},
        {"north": 1, "south": 2},
    )


def over(state: Toy) -> bool:
    return not state.deck


async def turn(s: Toy) -> None:
    card = await draw(tuple(s.deck), say("the next card"), kind="card")
    s.deck.remove(card)
    for seat in SEATS if card == "card-1" else SEATS[::-1]:
        match await pick(
            seat,
            say("Card {card}", card=card),
            ("command", "event", "pass"),
            kind="option",
            form="act",
            frames=("command",),
        ):
            case "command":
                await command(s, seat)
            case "event":
                await event(s, seat, card)
            case _:
                s.gold[seat] += 1
                s.story.append(Line(say("{seat} passes.", seat=seat), kind="pass"))


async def command(s: Toy, seat: str) -> None:
    before = await decree(s, seat, say("Decree before the Command"), "before")
    run = {"march": march, "attack": attack, "muster": muster, "parley": parley}
    await run[await pick(seat, say("Command"), COMMANDS, kind="command", form="act")](s, seat)
    if not before:
        await decree(s, seat, say("Decree after the Command"), "after")


async def decree(s: Toy, seat: str, prompt: Words, when: str) -> bool:
    def why_not(name: str) -> Words | None:
        return say("2.1 Build: no gold") if name == "build" and not s.gold[seat] else None

    match await pick_or_done(
        seat,
        prompt,
        ("trade", "build"),
        why_not,
        kind="decree",
        about=when,
        lead="decree",
        phrase=Phrase("decree {answer}", "act"),
    ):
        case "trade":
            s.gold[seat] += 2
        case "build":
            s.gold[seat] -= 1
            where = await pick(
                seat,
                say("Build in"),
                [space for space in SPACES if s.at(seat, space)] or ["delhi"],
                kind="build-in",
                form="place",
                lead="in",
            )
            s.add(seat, where, "governors", 1)
        case _:
            return False
    return True


async def march(s: Toy, seat: str) -> None:
    reached: list[str] = []

    def sources(to: str) -> list[str]:
        return [space for space in ADJACENT[to] if s.pieces.get(f"{seat}/{space}") and space not in reached]

    def why_not_to(space: str) -> Words | None:
        if space in reached:
            return say("1.1 March: you have marched to {space} already", space=space)
        return None if sources(space) else say("1.1 March: no pieces of yours beside {space}", space=space)

    while to := await pick_or_done(
        seat, say("March to"), SPACES, why_not_to, kind="march-to", form="place", lead="to"
    ):
        reached.append(to)
        left = [to]

        def why_not_from(space: str, to: str = to, left: list[str] = left) -> Words | None:
            if space in left:
                return say("1.1 March: you have left {space} already", space=space)
            return None if space in sources(to) else say("1.1 March: no free pieces in {space}", space=space)

        while came := await pick_or_done(
            seat,
            say("March to {to} from", to=to),
            ADJACENT[to],
            why_not_from,
            kind="march-from",
            form="place",
            about=to,
            lead="from",
        ):
            left.append(came)
            supply = {kind: s.at(seat, came, kind) for kind in KINDS}
            for kind, n in (
                await amounts(
                    seat, say("Which pieces"), supply, sum(supply.values()), 1, kind="march-units", about=came
                )
            ).items():
                s.add(seat, came, kind, -n)
                s.add(seat, to, kind, n)


async def attack(s: Toy, seat: str) -> None:
    foe, fought = enemy(seat), list[str]()

    def why_not(space: str) -> Words | None:
        if space in fought:
            return say("1.2 Attack: you have attacked in {space} already", space=space)
        if not s.at(seat, space):
            return say("1.2 Attack: no Troops of yours in {space}", space=space)
        return None if s.at(foe, space) else say("1.2 Attack: no enemy in {space}", space=space)

    while space := await pick_or_done(
        seat, say("Attack in"), SPACES, why_not, kind="attack-in", form="place", lead="in"
    ):
        fought.append(space)
        await pick(
            seat, say("Against"), [foe], kind="attack-against", phrase=Phrase("against {answer}", "adverb")
        )
        dice = await Roll(2, say("Attack in {space}", space=space), kind="attack")
        hits = min(sum(die > 3 for die in dice), s.at(foe, space))
        saved = int(
            await pick(
                foe,
                say("Gold to save Troops"),
                [str(n) for n in range(min(hits, s.gold[foe]) + 1)],
                kind="save",
                lead="pay",
            )
        )
        s.gold[foe] -= saved
        if hits > saved:
            s.add(foe, space, "troops", saved - hits)
        s.story.append(Line(say("{n} fall in {space}.", n=hits - saved, space=space), kind="losses"))


async def muster(s: Toy, seat: str) -> None:
    where = await pick(
        seat,
        say("Muster in"),
        [space for space in SPACES if s.at(seat, space, "governors")] or ["delhi"],
        kind="muster-in",
        form="place",
        lead="in",
    )
    s.add(seat, where, "troops", 2)


async def parley(s: Toy, seat: str) -> None:
    gain = await pick(seat, say("Parley for"), ("peace", "gold"), kind="parley", lead="for", skip="never")
    s.gold[seat] += gain == "gold"


async def event(s: Toy, seat: str, card: str) -> None:
    foe = enemy(seat)
    if card == "card-2":
        s.gold[seat] += 3
        return
    lose = await pick(
        foe,
        say("Bad omens: lose"),
        ["gold"] if not s.at(foe, "andhra") else ["gold", "troops"],
        kind="omens",
    )
    if lose == "troops":
        s.add(foe, "andhra", "troops", -1)
    else:
        s.gold[foe] = max(0, s.gold[foe] - 2)


def enemy(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


def side(state: Toy, seat: str, act: str) -> None:
    verb, _, rest = act.partition("_")
    if verb != "give" or rest not in ("1", "2"):
        raise NotAllowed(f"“{act.replace('_', ' ')}” is no side act here: give 1, give 2.")
    if state.gold[seat] < int(rest):
        raise NotAllowed(say("3.1 Gifts: you have {n} gold.", n=state.gold[seat]))
    state.gold[seat] -= int(rest)
    state.gold[enemy(seat)] += int(rest)


def side_acts(state: Toy, seat: str) -> Sequence[Option]:
    return [Option(f"give_{n}", f"Give {n}") for n in (1, 2) if state.gold[seat] >= n]


def check(state: Toy) -> None:
    assert all(gold >= 0 for gold in state.gold.values()), "gold below 0"
    assert all(n > 0 for kinds in state.pieces.values() for n in kinds.values()), "empty heaps are not kept"


def view(state: Toy, seat: str | None) -> ToyView:
    standing = tuple((each, Stand((f"{state.gold[each]} gold",))) for each in SEATS)
    return ToyView(KEY, standing, f"{len(state.deck)} cards left", state.hands[seat] if seat else None)


def dump(state: Toy) -> str:
    document = _STORED.dump_python(state, exclude={"story"})
    return json.dumps({"game": KEY, **document}, separators=(",", ":"))


def load(text: str) -> Toy:
    try:
        document = json.loads(text) if text.startswith("{") else yaml.safe_load(text)
    except (ValueError, yaml.YAMLError) as error:
        raise ValueError(f"not a document: {error}") from None
    if not isinstance(document, dict) or document.pop("game", KEY) != KEY:
        raise ValueError("game: this is no position of toy")
    try:
        state = _STORED.validate_python(document)
        check(state)
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None
    except AssertionError as error:
        raise ValueError(str(error)) from None
    return state


def name(key: str) -> str:
    return NAMES.get(key) or key.replace("-", " ").capitalize()


def aliases(key: str) -> Sequence[str]:
    return {"rajput-kingdoms": ("raj",), "maharashtra": ("mah",), "parley": ("talk",)}.get(key, ())


def _payment(state: Toy, ask: Ask, value: str) -> str | None:
    keys = list(ask.menu())
    return (keys[-1] if value == "all" else "0") if ask.kind == "save" else None


PAYMENT: Policy[Toy] = Policy(
    "gold", "When I am attacked, I pay", lambda _: {"none": "nothing", "all": "all I can"}, _payment
)
CONDITIONS: Conditions[Toy] = Conditions(
    why_not=lambda text: "" if text in ("rich", "poor") else "Write “rich” or “poor”.",
    holds=lambda state, seat, text: (text == "rich") == (state.gold[seat] > 5),
    offered=lambda state, seat: {
        "rich": say("you have more than 5 gold"),
        "poor": say("you have 5 gold at most"),
    },
)
EXTRAS: Extras[Toy, ToyView] = Extras(
    scores=None,
    plans=Plans(policies=(PAYMENT,), conditions=CONDITIONS),
    trades=Trades(words=frozenset({"give", "beg"}), act=side, offered=side_acts),
)


def reference() -> Mapping[str, str]:
    return {"1.1": "March: move pieces between adjacent spaces.", "1.2": "Attack: roll two dice."}
