"""Write and read a game as a document for people, a `.play` file.

A `.play` file has a header, an empty line, and the entries. Lines of the header are "game: vijayanagara" or
"seat sultanate: Asha". A line of entries is "1 bahmani command rebel": the number of the turn, the seat, and
the keys of its consecutive entries. "#" starts a comment. The last line is "end: " and a hash of the other
lines; it is written when the seed is published.

Records of form 1 have no such hash and may be written by hand. A record of form 2 must be exactly as Durbar
wrote it, apart from comments and empty lines.

While a game with secrets goes on, its record is written for one reader: "?" replaces each key that they may
not read. The record can be replayed up to the first "?". When the game is over, the record has everything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, zip_longest
from typing import Any, NamedTuple

from rules.chance import mix
from rules.errors import BadFile as BadFile
from rules.kernel import Entry, Game, InputError, Live, Pending, Rules, make_next_turn
from rules.secrecy import HIDDEN, is_hidden
from rules.state import S, V

FORM_1 = "1"  # written until 0.9.0, or by hand
FORM_2 = "2"
SEALED = "sealed"  # stands for the seed while the game goes on
BEFORE = "before "  # "before 12.3": the seed that decided chance before entry 3 of turn 12, with its hash
WORD = "word "  # "word north": the word that this seat added to the seed
END = "end: "
_FIELDS = (
    *("durbar", "version", "game", "options"),
    *("commitment", "seed", "turn", "start", "undone"),
)
PLAYED = "played "  # "played 7": the version of Durbar that played turn 7 and the turns after it
_MANY = ("seat ", WORD, BEFORE, PLAYED)
_PLACE = re.compile(r"(\d{1,9})\.(\d{1,9})", re.ASCII)


Watch = Callable[
    [Game, int, Pending | None], None
]  # called with a turn, the number of one of its entries, and the question or chance before this entry


class Earlier(NamedTuple):
    """A seed that a game had before its record was imported. The import gave the game another seed.

    `turn` and `entry` name the first entry after the import. This seed decided all dice and cards between the
    previous import (or, if there was none, the start of the game) and this import.

    `seed` includes the words of the seats. It is None if the seed was secret at the import; then nobody can
    check these dice and cards.
    """

    turn: int
    entry: int
    commitment: str
    seed: str | None
    why: str = ""  # why another seed replaced it, such as "import"; "" in records of form 1


class Turn(NamedTuple):
    """A turn of a record: its number and its entries."""

    number: int
    log: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game, or a game so far.

    `seed`: the secret seed, without the words that seats add to it; None while the game goes on. `start`:
    the document of the first state; None if it is the usual set-up with these options; "?" if the reader
    may not know it. `turns`: in order; the last turn may be open.
    """

    game: str
    commitment: str
    seed: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    seats: Mapping[str, str] = field(default_factory=dict)
    start: str | None = None
    turns: tuple[Turn, ...] = ()
    first: int = 1  # the number of the first turn
    earlier: tuple[Earlier, ...] = ()  # the seeds that came before `seed`, oldest first
    version: str = ""  # the version of Durbar that wrote a record of form 1; "" in records older than 0.9.0
    form: str = FORM_1
    versions: Mapping[int, str] = field(
        default_factory=dict
    )  # the versions that played the game, by the first turn of each: {1: "Durbar 0.9.0", 7: "Durbar 0.10.0"}
    words: Mapping[str, str] = field(default_factory=dict)  # the words that the seats added to the seed
    undone: tuple[tuple[int, int], ...] = ()  # see `rules.kernel.Game.undone`
    end: str = ""  # the hash in the last line of the record (`rules.records.proof.seal_record`)

    @property
    def hides(self) -> bool:
        """Whether something in the record is hidden from its reader."""
        return self.start == HIDDEN or any(is_hidden(turn.log) for turn in self.turns)

    @property
    def played_with(self) -> Mapping[int, str]:
        """The versions that played the game, by the first turn of each.

        A record of form 1 knows only the version that wrote it.
        """
        return self.versions or ({self.first: f"Durbar {self.version}"} if self.version else {})

    @property
    def mixed_seed(self) -> str | None:
        """The seed with the words of the seats, from which chance is computed; None while it is secret."""
        return None if self.seed is None else mix(self.seed, self.words)


def add_earlier(record: Record, last: Game, why: str) -> tuple[Earlier, ...]:
    """Return the earlier seeds for a game that continues this record with a new seed.

    `last`: the last turn of the record. The record's own seed becomes an earlier seed.
    """
    place, begun = (last.turn, len(last.log)), (record.first, 0)
    if place <= max([begun, *((each.turn, each.entry) for each in record.earlier)]):
        return record.earlier  # the record's own seed has decided nothing
    return (*record.earlier, Earlier(*place, record.commitment, record.mixed_seed, why))


def list_turns(games: Iterable[Game]) -> tuple[Turn, ...]:
    """Return the turns of a record, from stored turns. Turns without entries are left out."""
    return tuple(Turn(game.turn, game.log) for game in games if game.log)


def dump_record(record: Record) -> str:
    """Return the text of a `.play` file. Raises `ValueError` if a key or name could not be read back."""
    rows = [*write_header(record), ""]
    for number, log in record.turns:
        for seat, entries in groupby(log, key=lambda entry: entry.seat):
            keys = [entry.key for entry in entries]
            if wrong := [
                word for word in (seat, *keys) if not word or word.split() != [word] or word[0] == "#"
            ]:
                raise ValueError(f"turn {number}: “{wrong[0]}” can't stand in a record")
            rows.append(" ".join((str(number), seat, *keys)))
    if record.end:
        rows.append(END + record.end)
    return "\n".join(rows) + "\n"


def write_header(record: Record) -> list[str]:
    """Return the lines of a record's header."""
    head = {
        "durbar": record.form,
        "version": record.version,
        "game": record.game,
        "options": json.dumps(dict(record.options)) if record.options else "",
        "commitment": record.commitment,
        "seed": record.seed if record.seed is not None else SEALED,
        "turn": str(record.first) if record.first != 1 else "",
        "start": _compact_json(record.start) if record.start else "",
    }
    for each in record.earlier:
        seed = SEALED if each.seed is None else each.seed
        head[f"{BEFORE}{each.turn}.{each.entry}"] = (
            f"{each.commitment} {seed}"
            if record.form == FORM_1
            else json.dumps({"hash": each.commitment, "seed": each.seed, "why": each.why})
        )
    head |= {f"{PLAYED}{turn}": version for turn, version in sorted(record.versions.items())}
    head["undone"] = " ".join(f"{turn}.{entry}" for turn, entry in record.undone)
    head |= {f"{WORD}{seat}": " ".join(word.split()) for seat, word in record.words.items()}
    head |= {f"seat {seat}": " ".join(who.split()) for seat, who in record.seats.items()}
    return [f"{name}: {value}" for name, value in head.items() if value]


def is_record(text: str) -> bool:
    """Return whether a text begins like a `.play` file."""
    head = text.removeprefix("\ufeff").lstrip()[:2000].partition("\n\n")[0].splitlines()
    return any(row.startswith("commitment:") for row in head) and any(row.startswith("game:") for row in head)


def _compact_json(start: str) -> str:
    return start if start == HIDDEN else json.dumps(json.loads(start))


def load_record(text: str) -> Record:
    """Return the record of a `.play` file. Raises `BadFile`, which names the line or the field."""
    head: dict[str, str] = {}
    turns: dict[int, list[Entry]] = {}
    in_head, end = True, ""
    rows: list[tuple[int, str]] = []
    for at, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        row = raw.strip()
        if row.startswith("#"):
            continue
        if row:
            rows.append((at, row))
        if in_head and row:
            name, colon, value = row.partition(":")
            if not colon or name in head or not (name in _FIELDS or name.startswith(_MANY)):
                raise BadFile(f"line {at}: “{row[:60]}” is no line of a header such as “game: vijayanagara”")
            head[name] = value.strip()
        elif row and end:
            raise BadFile(f"line {at}: “{row[:60]}” comes after the end of the record")
        elif row.startswith(END):
            end = row.removeprefix(END)
        elif row:
            _read_entries(at, row, turns)
        elif head:
            in_head = False
    record = _read(head, turns, end)
    if record.form == FORM_2:
        _check_form(record, rows)
    return record


def _read(head: Mapping[str, str], turns: Mapping[int, Sequence[Entry]], end: str) -> Record:
    """Return the record of these parts of a file. Raises `BadFile`."""
    form = head.get("durbar", FORM_1)
    if form not in (FORM_1, FORM_2):
        raise BadFile(f"this is a record of version {form}; versions {FORM_1} and {FORM_2} can be read")
    if missing := [name for name in ("game", "commitment", "seed") if not head.get(name)]:
        raise BadFile(f"the header has no “{missing[0]}:”")
    first = _read_number("turn", head.get("turn", "1"))
    if first < 1 or min(turns, default=first) < first:
        raise BadFile("turn: the number of the first turn is needed")
    options = _read_json("options", head.get("options", "{}"))
    if head.get("start", HIDDEN) != HIDDEN:
        _read_json("start", head["start"])
    return Record(
        head["game"],
        head["commitment"],
        None if head["seed"] == SEALED else head["seed"],
        options,
        _read_named("seat ", head),
        head.get("start"),
        tuple(Turn(number, tuple(log)) for number, log in turns.items()),
        first,
        _read_earlier(form, _read_named(BEFORE, head)),
        head.get("version", ""),
        form,
        {_read_number(PLAYED, turn): version for turn, version in _read_named(PLAYED, head).items()},
        _read_named(WORD, head),
        tuple(_place("undone", place) for place in head.get("undone", "").split()),
        end,
    )


def _read_named(kind: str, head: Mapping[str, str]) -> dict[str, str]:
    return {name.removeprefix(kind): value for name, value in head.items() if name.startswith(kind)}


def _check_form(record: Record, rows: Sequence[tuple[int, str]]) -> None:
    """Raise `BadFile` if a record of form 2 differs in any line from what Durbar would write."""
    written = [row for row in dump_record(record).splitlines() if row]
    for (at, row), wanted in zip_longest(rows, written, fillvalue=(0, "")):
        if row != wanted:
            raise BadFile(f"line {at}: “{row[:60]}” isn't as Durbar writes it; something was changed here")


def _read_number(name: str, text: str) -> int:
    if re.fullmatch(r"\d{1,9}", text, re.ASCII) is None:
        raise BadFile(f"{name}: “{text[:60]}” isn't the number of a turn")
    return int(text)


def _place(name: str, text: str) -> tuple[int, int]:
    if (found := _PLACE.fullmatch(text)) is None:
        raise BadFile(f"{name}: “{text[:60]}” isn't a turn and an entry such as 12.3")
    return int(found[1]), int(found[2])


def _read_earlier(form: str, head: Mapping[str, str]) -> tuple[Earlier, ...]:
    found = []
    for name, value in head.items():
        turn, entry = _place(BEFORE.strip(), name)
        if form == FORM_1:
            sealed, _, key = value.partition(" ")
            if not key:
                raise BadFile(f"{BEFORE}{name}: a hash is needed, then a seed or “{SEALED}”")
            found.append(Earlier(turn, entry, sealed, None if key == SEALED else key))
            continue
        said = _read_json(f"{BEFORE}{name}", value)
        published, seed, why = (said.get(part) for part in ("hash", "seed", "why"))
        if not (isinstance(published, str) and isinstance(why, str) and isinstance(seed, str | None)):
            raise BadFile(f"{BEFORE}{name}: “hash”, “seed” and “why” are needed")
        found.append(Earlier(turn, entry, published, seed, why))
    return tuple(found)


def _read_entries(at: int, row: str, turns: dict[int, list[Entry]]) -> None:
    number, *words = row.split()
    if not (number.isascii() and number.isdigit()) or len(words) < 2:
        raise BadFile(f"line {at}: “{row[:60]}” isn't a turn number, a seat and keys")
    turn = int(number)
    if turns and turn < next(reversed(turns)):
        raise BadFile(f"line {at}: turn {turn} comes after turn {next(reversed(turns))}")
    turns.setdefault(turn, []).extend(Entry(words[0], key) for key in words[1:])


def _read_json(name: str, value: str) -> dict[str, Any]:
    try:
        found = json.loads(value)
    except ValueError as error:
        raise BadFile(f"{name}: {error}") from None
    if not isinstance(found, dict):
        raise BadFile(f"{name}: not a JSON object")
    return found


def write_origin(
    game: str, options: Mapping[str, Any], start: str | None = None, first: int | None = None
) -> str:
    """Return what a game starts from, as the text that the published hash (`commitment`) covers.

    The text is JSON on one line, with sorted keys.

    Args:
        game: the key of the game
        options: the options that the players chose
        start: the first state; None if it is the usual set-up with these options
        first: the number of the first turn; None in form 1, where the hash does not cover it
    """
    parts: dict[str, Any] = {
        "game": game,
        "options": dict(options),
        "start": json.loads(start) if start else None,
    }
    if first is not None:
        parts["turn"] = first
    return json.dumps(parts, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def find_first_state(rules: Rules[S, V], record: Record) -> str:
    """Return the document of the state before the first turn. Raises `BadFile`."""
    if record.start == HIDDEN:
        raise BadFile("the position that the record starts with is hidden until the game is over")
    try:
        if record.start is not None:
            return rules.dump(rules.load(record.start))
        return rules.dump(rules.setup(rules.Options.model_validate(dict(record.options))))
    except ValueError as error:
        raise BadFile(f"the record doesn't start: {error}") from None


def replay(
    rules: Rules[S, V], record: Record, until: int | None = None, watch: Watch | None = None
) -> Iterator[tuple[Game, Live[S, V]]]:
    """Play the record again. Yield each turn with all its entries, and the state and question after them.

    If the last turn is closed, the turn after it is yielded too. The replay stops before the first hidden
    entry.

    `until`: the number of the last turn to yield. `watch` is called before each entry. Raises `BadFile` at
    the first entry that doesn't fit, or if the start or the order of the turns is wrong.
    """
    recorded = {turn.number: turn.log for turn in record.turns}
    last = max(recorded, default=record.first)
    game = Game(record.mixed_seed or "", record.first, find_first_state(rules, record), undone=record.undone)
    while True:
        game = replace(game, log=recorded.pop(game.turn, ()))
        live = Live(rules, rules.load(game.start))
        for at, entry in enumerate(game.log):
            if entry.key == HIDDEN:
                yield replace(game, log=game.log[:at]), live
                return
            if watch is not None:
                watch(game, at, live.pending)
            try:
                live.enter(*entry)
            except InputError as error:
                raise BadFile(f"turn {game.turn}, entry {at} ({entry.seat} {entry.key}): {error}") from None
        if live.pending is not None and game.turn < last:
            raise BadFile(f"turn {game.turn} ends before it is over, and turn {last} follows")
        yield game, live
        if live.pending is not None or game.turn == until:
            return
        if rules.over(live.state):
            if recorded:
                raise BadFile(f"turn {min(recorded)} comes after the end of the game")
            return
        game = make_next_turn(game, rules.dump(live.state))
