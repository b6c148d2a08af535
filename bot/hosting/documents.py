"""Read records, read and write positions, and describe positions in words, for the command line and hosts.

A position document is the state at the start of a turn (`rules.dump`). It can have three more parts: the
turn's number (`turn`), the seed of its dice and cards (`seed`), and the turn's entries so far (`entries`).
Each entry is a pair of a seat and a key.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bot.version import describe_versions
from rules.errors import BadFile, InputError
from rules.extras.decks import Decks
from rules.kernel import CHANCE, Ask, Entry, Game, Live, Rules, resume
from rules.loading.games import GAMES
from rules.orders.questions import make_question
from rules.orders.tokenizer import echo
from rules.records.record import Record, is_record, load_record, replay
from rules.words import say

SEED = "0"  # the seed of a document that has no seed
# The parts that a document can leave out, with their defaults.
_PROGRESS: tuple[tuple[str, Any], ...] = (("turn", 1), ("entries", []), ("seed", SEED))
MAX_FILE_LENGTH = 4_000_000  # the most characters of a file; the record of a long game has about 400,000


def find_game(key: str) -> Rules:
    """Return the rules of the game with this key. Raises `InputError`."""
    if key not in GAMES:
        raise InputError(f"there is no game “{echo(key)}”; there are: {', '.join(GAMES)}")
    return GAMES[key]


def read_options(rules: Rules, pairs: Sequence[str]) -> dict[str, Any]:
    """Read options from words such as "seats=4". The values have the types of `rules.Options`.

    `["seats=4"]` gives `{"seats": 4}`. Raises `InputError`.
    """
    known = rules.Options.model_fields
    typed: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or name not in known:
            raise InputError(
                f"--option {echo(pair)}: {rules.TITLE} has {', '.join(f'{key}=' for key in known)}"
            )
        if name in typed:
            raise InputError(f"--option {name}: given twice")
        if name == "deck" and rules.EXTRAS.decks is not None:
            value = _read_deck(rules.EXTRAS.decks, value)
        number = value.isascii() and value.isdecimal() and len(value) < 10
        typed[name] = int(value) if number and known[name].annotation is not str else value
    try:
        options = rules.Options.model_validate(typed)
    except ValidationError as error:
        first = error.errors()[0]
        why = first["msg"].removeprefix("Value error, ")
        raise InputError(f"--option {first['loc'][0] if first['loc'] else ''}: {why}") from None
    return {name: getattr(options, name) for name in typed}


def _read_deck(decks: Decks[Any], value: str) -> str:
    """Return the deck that an option gives. Raises `InputError`.

    If `value` is a deck, return it unchanged. Otherwise `value` is the path of a file with a deck.
    """
    if not decks.check(value):
        return value
    if not Path(value).is_file():
        raise InputError(f"--option deck: “{echo(value)}” is neither a built-in deck nor a file")
    text = read_text(value)
    if mistakes := decks.check(text):
        raise InputError("\n".join([f"--option deck: {value} has mistakes:", *mistakes]))
    return text


def read_text(path: str) -> str:
    """Return the text of a file. The path "-" means standard input. Raises `InputError`."""
    try:
        if path == "-":
            text = sys.stdin.read(MAX_FILE_LENGTH + 1)
        else:
            with Path(path).open(encoding="utf-8") as file:
                text = file.read(MAX_FILE_LENGTH + 1)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not a text in UTF-8") from None
    if len(text) > MAX_FILE_LENGTH:
        raise InputError(f"{path}: more than {MAX_FILE_LENGTH} characters")
    return text


def find_undrawable(text: str) -> list[str]:
    """Return a complaint for each line with letters that the fonts of the pictures lack.

    Comments may have any letters, because no picture shows comments.
    """
    if text.isascii():
        return []
    from render.kit.canvas import Font, missing  # loads slowly

    font = Font("DurbarSans-Regular", 20)
    found = {
        number: missing(line, font)
        for number, line in enumerate(text.splitlines(), 1)
        if not line.lstrip().startswith("#")
    }
    return [
        f"line {number}: no font has {' '.join(sorted(letters))}; a picture shows an empty box for each"
        for number, letters in found.items()
        if letters
    ]


def write_file(path: str, content: str | bytes) -> None:
    """Write a whole file. Raises `InputError`."""
    try:
        if isinstance(content, bytes):
            Path(path).write_bytes(content)
        else:
            Path(path).write_text(content, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None


def read_record(path: str) -> tuple[Rules, Record]:
    """Return the record in a `.play` file, and the rules of its game. Raises `InputError`."""
    text = read_text(path)
    try:
        record = load_record(text)
    except BadFile as error:
        begins = "" if is_record(text) else "; a record begins with “game: ...” and “commitment: ...”"
        raise InputError(f"{path}: {error}{begins}") from None
    return find_game(record.game), record


def explain_versions(record: Record) -> str:
    """Return a text that names the other versions (of bot and game) that a record was played with.

    Return "" if the record was played only with this version, or if the record's game is not installed.
    """
    if record.game not in GAMES or not record.played_with:
        return ""
    now, others = describe_versions(record.game), []
    for turn, version in record.played_with.items():
        shorter = now.startswith(f"{version},")  # a record of form 1 knows only the version of Durbar
        if version != now and not shorter:
            others.append(f"from turn {turn} on with {version}")
    if not others:
        return ""
    return (
        f"This record was played {', '.join(others)}. This is {now}, which may have other cards or rules. "
        "To read the record, use the version it was played with."
    )


def replay_known(rules: Rules, record: Record, until: int | None = None) -> Iterator[tuple[Game, Live]]:
    """Yield each replayed turn of a record, up to turn `until` (None: the last).

    Raises `BadFile` if the rules refuse the record. If the game was played with other versions, the error
    names these versions.
    """
    try:
        yield from replay(rules, record, until)
    except BadFile as error:
        sentence = explain_versions(record)
        raise BadFile(f"{sentence} It stops here: {error}" if sentence else str(error)) from None


def read_position(path: str, rules: Rules | None = None, seed: str | None = None) -> tuple[Rules, Game]:
    """Return the position in a document, and the rules of its game. Raises `InputError`.

    With `rules`, the document must be of this game. `seed` replaces the document's seed.
    """
    document = _read_mapping(path)
    key = str(document.get("game", rules.KEY if rules else ""))
    if rules is None:
        rules = find_game(key)
    elif key != rules.KEY:
        raise InputError(f"{path}: this is a position of “{echo(key)}”, not of {rules.KEY}")
    turn, log, own_seed = (document.pop(part, none) for part, none in _PROGRESS)
    if type(turn) is not int or turn < 1:
        raise InputError(f"{path}: turn: a number from 1 on is needed")
    if type(own_seed) not in (int, str):
        raise InputError(f"{path}: seed: a word or a number is needed")
    try:
        entries = tuple(Entry(str(entry_seat), str(key)) for entry_seat, key in _check_pairs(log))
    except (TypeError, ValueError):
        first = rules.seats(rules.Options())[0]
        raise InputError(f"{path}: entries: pairs such as [{first}, pass] are needed") from None
    try:
        game = Game(seed or str(own_seed), turn, rules.dump(rules.load(json.dumps(document))), entries)
        resume(rules, game)
    except InputError as error:
        raise InputError(f"{path}: entries: {error}") from None
    except ValueError as error:
        raise InputError(f"{path}: {error}") from None
    return rules, game


def _check_pairs(log: Any) -> list[Any]:
    """Return the entries of a document unchanged. Raises `ValueError` if they are not pairs."""
    if not isinstance(log, list) or not all(
        isinstance(entry, list) and len(entry) == 2 and all(isinstance(part, str | int) for part in entry)
        for entry in log
    ):
        raise ValueError(log)
    return log


def _read_mapping(path: str) -> dict[str, Any]:
    from rules.errors import BadFile
    from rules.plain import read_plain  # the YAML parser loads slowly

    text = read_text(path)
    if is_record(text):
        raise InputError(
            f"{path}: this is the record of a game, not a position; "
            f"`durbar replay {path} --json` prints the last position, "
            f"`durbar play --from {path}` continues it"
        )
    try:
        document = read_plain(text)
    except BadFile as error:
        raise InputError(f"{path}: {error}") from None
    if not isinstance(document, dict):
        raise InputError(f"{path}: no position: a document such as “game: ...” is needed")
    return document


def write_position(rules: Rules, game: Game) -> dict[str, Any]:
    """Return a game's position as a document, which `read_position` reads."""
    document: dict[str, Any] = {"game": rules.KEY, **json.loads(rules.dump(rules.load(game.start)))}
    document |= {"seed": game.seed, "turn": game.turn}
    if game.log:
        document["entries"] = [list(entry) for entry in game.log]
    return document


def write_yaml(document: dict[str, Any]) -> str:
    """Return a document as YAML."""
    import yaml  # loads slowly, and few commands write YAML

    dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)  # 10 times as fast as `SafeDumper`
    return yaml.dump(
        document, Dumper=dumper, sort_keys=False, allow_unicode=True, default_flow_style=None, width=110
    )


def find_speaker(rules: Rules, seat: str) -> str:
    """Return the name of a seat with a colon, to begin a line: "North: ". Return "" for chance."""
    return "" if seat == CHANCE else say("{seat}: ", seat=seat).read(rules.name)


def tell_story(rules: Rules, live: Live, start: int = 0) -> list[str]:
    """Return the lines of the turn's story from line `start` on. The lines also tell secrets."""
    return [line.words.read(rules.name) for line in live.state.story[start:]]


def write_question(rules: Rules, live: Live) -> dict[str, Any] | None:
    """Return the open question with its options as JSON values; None if no question is open."""
    if not isinstance(live.pending, Ask):
        return None
    asked = make_question(rules, live.pending)
    offered = [
        {"key": option.key, "label": option.label, **({"why_not": option.why_not} if option.why_not else {})}
        for option in asked.options
    ]
    return {"seat": asked.seat, "prompt": asked.prompt, "options": offered}


def format_table(rules: Rules, live: Live, seat: str | None) -> str:
    """Return the board in words, as a seat sees it (None: a spectator).

    For a game without pictures, return only its headline and standings.
    """
    from render import PAINTERS, text_table  # loads slowly

    view = rules.view(live.state, seat)
    if view.game in PAINTERS:
        return text_table(view)
    standing = [f"  {rules.name(seat)}: {standing}" for seat, standing in view.standing]
    return "\n".join([view.headline, *standing])


def describe_open_question(rules: Rules, live: Live) -> str:
    """Return the open question in words, or the result if the game is over."""
    if isinstance(live.pending, Ask):
        return f"{find_speaker(rules, live.pending.seat)}{make_question(rules, live.pending)}"
    return rules.view(live.state, None).headline
