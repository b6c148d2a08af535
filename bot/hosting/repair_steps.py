"""Carry out single steps of a host's repairs: read positions and records, find choices, enter them again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.hosting.documents import replay_known
from bot.language.words import say
from bot.replies.reply import Refused
from bot.replies.text import cut_text
from bot.session.loaded_game import list_decisions as all_decisions
from rules import kernel
from rules.errors import BadFile
from rules.kernel import CHANCE, SIDE, Entry, Game, InputError, Rules, Step
from rules.orders.tokenizer import echo
from rules.plain import read_plain
from rules.records.record import Record, add_earlier, is_record, load_record

ENDS = 3  # of many removed orders, a preview shows the first 3 and the last 3


def read_recorded(known: Mapping[str, Rules], _: str, text: str) -> tuple[Record, list[Game]]:
    """Return a record and its turns, the open turn last. Raises `Refused`.

    If the record hides secrets, return the unchanged record without turns. Otherwise, add the record's
    present seed to its earlier seeds, because the new game gets another seed.
    """
    games: list[Game] = []
    try:
        record = load_record(text)
        rules = known.get(record.game)
        if rules is None:
            titles = ", ".join(rules.TITLE for rules in known.values())
            raise Refused(say("lobby.no_such_game", typed=echo(record.game), games=titles))
        if record.hides:
            return record, []
        if len(record.turns) > rules.EXTRAS.most_turns:
            raise Refused(say("host.too_long", turns=len(record.turns), most=rules.EXTRAS.most_turns))
        games += [replace(game, loaded=None) for game, _ in replay_known(rules, record)]
    except BadFile as error:
        raise Refused(say("host.bad_record", why=cut_text(str(error), 500))) from None
    return replace(record, earlier=add_earlier(record, games[-1], "import")), games


def go_on(rules: Rules, games: Sequence[Game], seed: str, chain: str) -> list[Game]:
    """Give the turns of a record another seed, and play on to the next question.

    Return all turns, the open or last turn at the end. `chain` is the published hash of the
    seed and the start.
    """
    seeded = list[Game]()
    for game in games:
        seeded.append(replace(game, seed=seed, chain=kernel.find_digest(seeded[-1]) if seeded else chain))
    step = kernel.settle(rules, seeded[-1])
    return [*seeded[:-1], *step.closed, step.game]


def describe_games(undone: Sequence[str]) -> list[str]:
    """Return a line for each removed order.

    If there are many orders, return only the first and the last `ENDS` of them. A line between them says how
    many orders are left out.
    """
    left = len(undone) - 2 * ENDS
    if left <= 1:
        return list(undone)
    return [*undone[:ENDS], say("host.more", n=left), *undone[-ENDS:]]


def read_position(known: Mapping[str, Rules], key: str, text: str) -> str:
    """Read a position document of this game. Return its state as text for the store. Raises `Refused`."""
    rules = known[key]
    try:
        if is_record(text):
            raise ValueError(say("host.record_no_position"))
        document = read_plain(text)
        if not isinstance(document, dict):
            raise ValueError(say("host.no_document"))
        for part in ("turn", "entries", "seed"):
            document.pop(part, None)
        return rules.dump(rules.load(json.dumps(document)))
    except ValueError as error:
        raise Refused(say("host.bad_position", why=cut_text(str(error), 500))) from None


def list_decisions(rules: Rules, game: Game, *, asides: bool = False) -> list[int]:
    """Return the indexes of a turn's entries that are decisions. `asides` adds side acts, such as trades."""
    found = all_decisions(rules, game)
    return [at for at, who in found if who != CHANCE and (asides or not who.startswith(SIDE))]


def find_first_decision(rules: Rules, game: Game) -> int:
    """Return the index of a turn's first decision; the number of entries if the turn has no decision."""
    return next(iter(list_decisions(rules, game)), len(game.log))


def list_later(rules: Rules, history: Sequence[Game], turn: int, index: int) -> list[Entry]:
    """Return the decisions and side acts after entry `index` of turn `turn`, also those of later turns."""
    return [
        each.log[number]
        for each in history
        if each.turn >= turn
        for number in list_decisions(rules, each, asides=True)
        if each.turn > turn or number > index
    ]


def enter_again(rules: Rules, to: Game, later: Sequence[Entry]) -> tuple[Step, int]:
    """From the position `to`, enter the choices in `later`, until one is refused.

    Return the step that all entered choices make together, and the number of entered choices.
    """
    game, live = to, kernel.resume(rules, to)
    closed: list[Game] = []
    entered = 0
    for entry in later:
        try:
            step = kernel.submit(rules, game, entry.seat, [entry.key])
        except InputError:
            break
        game, live, entered = step.game, step.live, entered + 1
        closed += step.closed
    return Step(game, live, tuple(closed)), entered
