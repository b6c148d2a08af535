"""Run `durbar replay`, `verify` and `draw`: print, check or draw the record of a game."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from bot.hosting.documents import (
    describe_open_question,
    explain_versions,
    find_speaker,
    read_position,
    read_record,
    replay_known,
    tell_story,
    write_file,
    write_position,
    write_question,
)
from rules.ask import EVERYTHING, Ask
from rules.errors import InputError
from rules.kernel import CHANCE, Rules, resume, settle
from rules.orders.typed_lines import write_lines
from rules.records.proof import POSTED, find_seed, list_digests, list_limits, list_published, verify
from rules.records.record import FORM_1, Record, replay
from rules.state import View

RECAP = "recap"  # the value of `--kind` for a GIF of the game


def replay_record(arguments: argparse.Namespace) -> int:
    """Print the orders and effects of each turn, and the open question at the end.

    With `--open`, read no record: print the running games that this version can't play.
    """
    if arguments.open == (arguments.file is not None):
        raise InputError("give a record, or --open")
    if arguments.open:
        from bot.cli.admin import replay_open  # loads slowly

        return replay_open(arguments)
    rules, record = read_record(arguments.file)
    _refuse_until(arguments.until, record)
    turns = []
    game, live = None, None
    for game, live in replay_known(rules, record, arguments.until):
        said = [
            {"seat": seat, "text": text}
            for seat, text, _, _ in write_lines(rules, game, 0, EVERYTHING)
            if text
        ]
        turns.append({"turn": game.turn, "orders": said, "log": tell_story(rules, live)})
        if not arguments.json:
            print(f"{game.turn}.")
            for order in said:
                print(f"  {find_speaker(rules, order['seat'])}{order['text']}")
            for line in tell_story(rules, live):
                print(f"    {line}")
    assert game is not None
    assert live is not None
    if arguments.json:
        report = {
            "game": rules.KEY,
            "turns": turns,
            "position": write_position(rules, game),
            "question": write_question(rules, live),
            "now": json.loads(rules.dump(live.state)),
        }
        print(json.dumps(report, ensure_ascii=False))
    else:
        if record.hides:
            print("\nThe rest is hidden until the game is over.")
        print(f"\n{describe_open_question(rules, live)}")
    return 0


def verify_record(arguments: argparse.Namespace) -> int:
    """Print the faults of a record. Return 1 if there are any.

    If there are no faults, print hashes that a person can compare with those in the channel. Also say what
    this command can't check. With `--board`, also look for a hash (`find_board`).
    """
    rules, record = read_record(arguments.file)
    if faults := verify(rules, record):
        print("\n".join(faults))
        if sentence := explain_versions(record):
            print(sentence)
        return 1
    entries = [
        (entry.seat == CHANCE, find_seed(record, turn.number, at))
        for turn in record.turns
        for at, entry in enumerate(turn.log)
    ]
    by_chance = sum(chance for chance, _ in entries)
    many = f"{len(entries)} {'entry' if len(entries) == 1 else 'entries'}"
    print(f"{many}, {by_chance} of them dice or cards: none contradicts the rules or the seed.")
    *_, (last, live) = replay(rules, record)
    if isinstance(live.pending, Ask):
        print(f"Unfinished: the record ends in turn {last.turn}, and a question is open.")
    print("Compare with what was posted in the channel:")
    for line in list_published(record):
        print(f"  {line}")
    print("\n".join(list_limits(record, [seed for chance, seed in entries if chance])))
    return find_board(record, arguments.board) if arguments.board else 0


def find_board(record: Record, posted: str) -> int:
    """Print the place in the record to which a hash belongs. Return 1 if there is no such place.

    `posted` is a hash that `/record` gave.

    Raises `InputError` if digits of the hash are missing, or if the record is of form 1.
    """
    if record.form == FORM_1:
        raise InputError("--board: a record of form 1 has no hashes of boards")
    if len(posted) < POSTED:
        raise InputError(f"--board: all {POSTED} digits of the hash are needed")
    for turn, count, found in list_digests(record):
        if found.startswith(posted):
            print(
                f"{posted} fits the record up to turn {turn}, entry {count}. Nothing before that was changed."
            )
            return 0
    print(
        f"{posted} fits no place in this record. "
        "The hash is of another game, or the record was changed somewhere before the place of this hash."
    )
    return 1


def draw(arguments: argparse.Namespace) -> int:
    """Write a picture of a position or a record, and print its alt text."""
    from render import PAINTERS, animate, crop, kinds, picture, spaces  # loads slowly

    rules, turns, views = _read_views(arguments)
    if rules.KEY not in PAINTERS:
        raise InputError(f"{rules.TITLE} has no pictures")
    if arguments.kind is not None and arguments.kind not in (known := (*kinds(rules.KEY), RECAP)):
        raise InputError(f"--kind {arguments.kind}: choose one of {', '.join(known)}")
    if arguments.theme not in (themes := PAINTERS[rules.KEY].themes):
        raise InputError(f"--theme {arguments.theme}: choose one of {', '.join(themes)}")
    if arguments.space is not None and (arguments.kind is not None or arguments.since is not None):
        raise InputError("--space does not go with --kind or --since")
    if arguments.space is not None and arguments.space not in (places := spaces(views[-1])):
        raise InputError(f"--space {arguments.space}: choose one of {', '.join(places)}")
    if arguments.since is not None and not arguments.file.endswith(".play"):
        raise InputError("--since needs a record: a position has no earlier turns")
    first = 0
    if arguments.since is not None:
        if arguments.since not in turns:
            raise InputError(f"--since {arguments.since}: the turns are {turns[0]} to {turns[-1]}")
        first = turns.index(arguments.since)
    animation = arguments.kind == RECAP
    if animation and arguments.output is not None and not arguments.output.endswith(".gif"):
        raise InputError(f"-o {arguments.output}: an animation needs a .gif file")
    ending = ".gif" if animation else ".png"
    output = arguments.output or str(
        Path("position.png" if arguments.file == "-" else arguments.file).with_suffix(ending)
    )
    if animation:
        drawn = animate(views[first:], None, arguments.theme)
    elif arguments.space is not None:
        drawn = crop(views[-1], arguments.space, theme=arguments.theme)
    else:
        since = None if arguments.since is None else views[first]
        drawn = picture(
            views[-1],
            size=arguments.kind,
            theme=arguments.theme,
            since=since,
            during=tuple(views[first:-1]),
        )
    write_file(output, drawn.file)
    print(f"{output}: {drawn.width} x {drawn.height}\n{drawn.alt}")
    return 0


def _refuse_until(until: int | None, record: Record) -> None:
    if until is not None and until < record.first:
        raise InputError(f"--until {until}: the first turn of this record is {record.first}")


def _read_views(arguments: argparse.Namespace) -> tuple[Rules, list[int], list[View]]:
    """Return the rules, the numbers of the turns, and the view at the end of each turn.

    A position file has one turn.
    """
    if arguments.file.endswith(".play"):
        rules, record = read_record(arguments.file)
        _refuse_until(arguments.until, record)
        played = replay_known(rules, record, arguments.until)
        ends = [(game.turn, rules.view(live.state, None)) for game, live in played]
        return rules, [turn for turn, _ in ends], [view for _, view in ends]
    rules, game = read_position(arguments.file)
    live = settle(rules, game).live if not game.log else resume(rules, game)
    return rules, [game.turn], [rules.view(live.state, None)]
