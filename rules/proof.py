"""What a record proves: its chance came from the seed whose hash was published, by the rules."""

from __future__ import annotations

from rules.chance import Draw, Roll, chance, commitment
from rules.errors import BadRecord
from rules.kernel import CHANCE, Game, Pending, Rules
from rules.record import Record, origin, replay
from rules.secrecy import HIDDEN


def commits_to_start(record: Record) -> bool:
    """True where the hash was published of the start too: older ones are of the seed alone."""
    return record.seed is not None and _holds(record.seed, record.commitment, _origin(record))


def _origin(record: Record) -> str:
    return "" if record.start == HIDDEN else origin(record.game, record.options, record.start)


def _holds(seed: str, published: str, *starts: str) -> bool:
    return any(commitment(seed, start) == published for start in starts)


def verify(rules: Rules, record: Record) -> list[str]:
    """What is wrong with the record: the hash of its seed and start, any roll or draw that the seed doesn't
    give, any illegal entry."""
    faults, start = [], _origin(record)
    if record.seed is None:
        faults.append("the seed is sealed until the game ends: chance can't be verified yet")
    elif not _holds(record.seed, record.commitment, start, ""):
        faults.append(
            "the seed and the start don't have the hash that was published when the game began (commitment)"
        )
    for each in record.earlier:
        if each.seed is not None and not _holds(each.seed, each.commitment, start, ""):
            faults.append(f"the seed before turn {each.turn}, entry {each.entry} doesn't have its hash")

    def watch(game: Game, at: int, pending: Pending | None) -> None:
        seat, key = game.log[at]
        seed = seed_at(record, game.turn, at)
        if seat == CHANCE and isinstance(pending, Roll | Draw) and seed is not None:
            due = chance(seed, game.turn, at, pending)
            if key != due:
                faults.append(f"turn {game.turn}, entry {at}: chance gave {key}, the seed gives {due}")

    try:
        for game, _ in replay(rules, record, watch=watch):
            last = game
    except BadRecord as error:
        faults.append(str(error))
    else:
        if record.hides:
            faults.append(
                f"from turn {last.turn}, entry {len(last.log)} on something is hidden until the game ends"
            )
    return faults


def seed_at(record: Record, turn: int, entry: int) -> str | None:
    """The seed of this entry's chance; None: it is sealed."""
    held = (each.seed for each in record.earlier if (turn, entry) < (each.turn, each.entry))
    return next(held, record.seed)
