"""The commands of `durbar` as they are typed: their output and exit codes."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from bot.cli.main import main
from lab import fuzz as fuzzing
from rules.chance import Roll, make_commitment
from rules.kernel import CHANCE, Ask, Live
from rules.loading.games import GAMES
from rules.records.proof import list_digests, seal_record
from rules.records.record import dump_record, load_record
from tests.every_game.golden import play_at_random

GAME = next(iter(GAMES))
# What only bot players need.
SEARCH, PLAYER = "rules.aadu_huli.search", "rules.vijayanagara.players.fair"
RULES = GAMES[GAME]
SEATS = RULES.seats(RULES.Options())


class Ran(NamedTuple):
    """The result of a command."""

    code: int
    out: str
    err: str


Durbar = Callable[..., Ran]


@pytest.fixture
def durbar(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Durbar:
    """Return a function that runs a command in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        try:
            code = main(arguments)
        except SystemExit as left:
            code = int(left.code or 0)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    return run


@pytest.fixture
def position(durbar: Durbar, tmp_path: Path) -> str:
    """Return a file with the set-up."""
    file = tmp_path / "start.yaml"
    file.write_text(durbar("position", GAME, "--new", "--seed", "7").out, encoding="utf-8")
    return file.name


def tried(durbar: Durbar, position: str, seat: str, order: str, *more: str) -> Any:
    """Return the report of `durbar try`."""
    ran = durbar("try", GAME, "--position", position, "--seat", seat, "--json", *more, order)
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def asked(durbar: Durbar, position: str) -> str:
    """Return the seat that the position asks."""
    refused = [durbar("try", GAME, "--position", position, "--seat", seat, "pass").code for seat in SEATS]
    assert sorted(refused) == [0, 2, 2]
    return SEATS[refused.index(0)]


def test_a_seat_that_there_is_not_is_told_which_there_are(durbar: Durbar, position: str) -> None:
    ran = durbar("try", GAME, "--position", position, "--seat", "nobody", "pass")
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert "“nobody”" in ran.err
    assert ", ".join(SEATS) in ran.err


def test_a_position_is_the_set_up_with_the_first_card_open(durbar: Durbar) -> None:
    ran = durbar("position", GAME, "--new", "--seed", "7")
    document = yaml.safe_load(ran.out)
    assert ran.code == 0
    assert document["game"] == GAME
    assert document["seed"] == "7"
    assert durbar("position", GAME, "--new", "--seed", "7").out == ran.out


def test_try_prints_a_position_that_can_be_tried_again(durbar: Durbar, position: str, tmp_path: Path) -> None:
    seat = asked(durbar, position)
    ran = durbar("try", GAME, "--position", position, "--seat", seat, "pass")
    assert ran.code == 0
    assert ran.err == ""
    (tmp_path / "next.yaml").write_text(ran.out, encoding="utf-8")
    assert asked(durbar, "next.yaml") != seat


def test_try_in_json_has_position_log_question_and_state(
    durbar: Durbar, position: str, tmp_path: Path
) -> None:
    seat = asked(durbar, position)
    report = tried(durbar, position, seat, "limited")
    assert set(report) == {"position", "orders", "log", "question", "now"}
    assert report["position"]["entries"][-1] == [seat, "limited"]
    assert report["question"]["seat"] == seat
    assert all({"key", "label"} <= set(option) for option in report["question"]["options"])
    (tmp_path / "next.json").write_text(json.dumps(report["position"]), encoding="utf-8")
    key = next(option["key"] for option in report["question"]["options"] if "why_not" not in option)
    assert tried(durbar, "next.json", seat, key)["position"]["entries"][:2] == [
        [seat, "limited"],
        [seat, key],
    ]


def test_try_refuses_with_a_reason_and_exit_code_2(durbar: Durbar, position: str) -> None:
    seat = asked(durbar, position)
    ran = durbar("try", GAME, "--position", position, "--seat", seat, "dance")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("I don't understand “dance”.")
    ran = durbar("try", GAME, "--position", position, "--seat", "nobody", "pass ?")
    assert ran.code == 2


def test_a_question_mark_is_answered(durbar: Durbar, position: str) -> None:
    seat = asked(durbar, position)
    ran = durbar("try", GAME, "--position", position, "--seat", seat, "limited ?")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.casefold().startswith(f"{RULES.name(seat)}: ".casefold())
    assert len(durbar("try", GAME, "--position", position, "--seat", seat, "?").out) > 20


def test_an_unfinished_order_shows_the_board(durbar: Durbar, position: str) -> None:
    """The document keeps the earlier board, and can be tried again."""
    seat = asked(durbar, position)
    ran = durbar("try", GAME, "--position", position, "--seat", seat, "limited")
    assert "# Map: Prosperity, Control" in ran.out
    assert yaml.safe_load(ran.out)["entries"][-1] == [seat, "limited"]
    assert "# Map: " not in durbar("try", GAME, "--position", position, "--seat", seat, "pass").out


def attack(tmp_path: Path) -> tuple[str, str, str, int]:
    """Return a position whose next answer leads to dice: file, seat, answer, number of dice."""
    for game in play_at_random(RULES, "an attack"):
        live = Live(RULES, RULES.load(game.start))
        for at, (seat, key) in enumerate(game.log):
            chosen = isinstance(live.pending, Ask) and not live.pending.forced
            live.enter(seat, key)
            if chosen and isinstance(live.pending, Roll):
                before = [list(entry) for entry in game.log[:at]]
                document = {**json.loads(game.start), "turn": game.turn, "entries": before}
                (tmp_path / "attack.json").write_text(json.dumps(document), encoding="utf-8")
                return "attack.json", seat, key, live.pending.dice
    raise AssertionError("no dice in this game")


def test_try_with_scripted_dice(durbar: Durbar, tmp_path: Path) -> None:
    file, seat, key, dice = attack(tmp_path)
    faces = "6" * dice
    more = tried(durbar, file, seat, key)["orders"]
    rolled = sum(order["text"].count(" ") + 1 for order in more if order["seat"] == CHANCE)
    report = tried(durbar, file, seat, key, "--dice", faces + "1" * (rolled - dice))
    ran = durbar("try", GAME, "--position", file, "--seat", seat, "--dice", "1" * 40, key)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("durbar: --dice ")
    assert {"seat": CHANCE, "text": f"[{' '.join(faces)}]"} in report["orders"]
    ran = durbar("try", GAME, "--position", file, "--seat", seat, key)
    assert ran.code == 0
    assert "# Dice and cards come from the seed “0”; --dice sets the dice." in ran.out


def test_try_with_too_few_or_impossible_dice(durbar: Durbar, tmp_path: Path) -> None:
    file, seat, key, dice = attack(tmp_path)
    ran = durbar("try", GAME, "--position", file, "--seat", seat, "--dice", "6", key)
    assert ran == Ran(2, "", f"--dice: {dice} dice are rolled here, and 1 are left of “6”.\n")
    for faces in ("7", "", "six"):
        ran = durbar("try", GAME, "--position", file, "--seat", seat, "--dice", faces, key)
        assert ran.code == 2
        assert ran.err.startswith("durbar: --dice ")


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ("a: [", "durbar: bad.yaml: line 1: "),
        ("", "durbar: bad.yaml: "),
        ("game: a\ngame: b", "durbar: bad.yaml: line 2: “game” "),
        ("[" * 500, "durbar: bad.yaml: line 1: "),
        ("a: &x [1]\nb: [*x, *x]", "durbar: bad.yaml: line 1: "),
        (f"a: {'7' * 5000}", "durbar: bad.yaml: line 1: "),
        (f"a: [{'x, ' * 3_000_000}]", "durbar: bad.yaml: "),
        (f"a: [{'x, ' * 300_000}]", "durbar: bad.yaml: "),
        (": 3", "durbar: bad.yaml: line 1: "),
        ("turn: true", "durbar: bad.yaml: turn: "),
        ("seed: [1]", "durbar: bad.yaml: seed: "),
        (
            f"durbar: 1\ngame: {GAME}\ncommitment: x\nseed: y\n\n1 a pass",
            "durbar: bad.yaml: ",
        ),
        ("game: chess", "durbar: bad.yaml: "),
        ("nonsense: 1", "durbar: bad.yaml: "),
        ("turn: one", "durbar: bad.yaml: turn: "),
        ("turn: 0", "durbar: bad.yaml: turn: "),
        ("entries: pass", "durbar: bad.yaml: entries: "),
        ("entries: [[nobody, dance]]", "durbar: bad.yaml: entries: "),
    ],
)
def test_a_bad_position_is_answered_in_one_line(
    durbar: Durbar, tmp_path: Path, document: str, why: str
) -> None:
    (tmp_path / "bad.yaml").write_text(document, encoding="utf-8")
    for command in (["try", "--seat", SEATS[0], "pass"], ["perft", "--depth", "1"], ["play"]):
        ran = durbar(command[0], GAME, "--position", "bad.yaml", *command[1:])
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(why)
        assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("fuzz che\u202ess" + "s" * 90, "durbar: "),
        ("fuzz chess", "durbar: "),
        ("play chess", "durbar: "),
        ("position chess --new", "durbar: "),
        (f"try {GAME} --position none.yaml --seat {SEATS[0]} pass", "durbar: none.yaml: No such file"),
        (f"try {GAME} --position . --seat {SEATS[0]} pass", "durbar: .: Is a directory"),
        ("replay none.play", "durbar: none.play: No such file"),
        ("verify none.play", "durbar: none.play: No such file"),
        ("draw none.play", "durbar: none.play: No such file"),
        ("draw none.yaml", "durbar: none.yaml: No such file"),
        (f"position {GAME} --option wings=4", "durbar: --option wings=4: "),
        (f"play {GAME} --option", "usage: "),
        (f"perft {GAME} --depth 1 --option x", "durbar: --option x: "),
        (f"fuzz {GAME} --option wings=4", "durbar: --option wings=4: "),
        (f"fuzz {GAME} --games -1", "durbar: --games: "),
    ],
)
def test_what_is_not_there_is_answered_in_one_line(durbar: Durbar, command: str, why: str) -> None:
    ran = durbar(*command.split())
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(why)
    assert ran.err.count("\n") == 1 or why == "usage: "


def test_a_file_that_is_no_text(durbar: Durbar, tmp_path: Path) -> None:
    (tmp_path / "picture.play").write_bytes(b"\x89PNG\xff")
    assert durbar("replay", "picture.play").err.startswith("durbar: picture.play: ")


def test_a_position_is_no_record(durbar: Durbar, position: str) -> None:
    for command in ("replay", "verify"):
        ran = durbar(command, position)
        assert ran.code == 2
        assert ran.err.count("\n") == 1


def test_an_unknown_command_is_a_usage_error(durbar: Durbar) -> None:
    assert durbar("dance").code == 2
    assert durbar().code == 2
    assert "fuzz" in durbar("--help").out


def test_the_version_is_the_installed_one(durbar: Durbar) -> None:
    assert durbar("--version") == (0, f"durbar {metadata.version('durbar')}\n", "")


def test_play_at_the_terminal_and_all_that_reads_a_record(durbar: Durbar, tmp_path: Path) -> None:
    typed = "help\nboard\n?\n\ndance\npass\nundo\npass\npass\npass\n"
    ran = durbar("play", GAME, "--seed", "7", "--record", "game.play", typed=typed)
    assert ran.code == 0
    assert "“dance”" in ran.out
    text = (tmp_path / "game.play").read_text(encoding="utf-8")
    assert f"played 1: Durbar {metadata.version('durbar')}, data " in text
    assert text.count("pass") == 3
    ran = durbar("verify", "game.play")
    assert ran.code == 0
    assert " of them dice or cards" in ran.out
    ran = durbar("replay", "game.play")
    assert ran.out.count("Pass") >= 3
    report = json.loads(durbar("replay", "game.play", "--json", "--until", "2").out)
    assert [turn["turn"] for turn in report["turns"]] == [1, 2]
    assert set(report) == {"game", "turns", "position", "question", "now"}
    ran = durbar("draw", "game.play", "-o", "board.png")
    assert ran.out.startswith("board.png: ")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")


def test_play_for_another_seat_and_quit(durbar: Durbar, position: str) -> None:
    seat = asked(durbar, position)
    other = next(each for each in SEATS if each != seat)
    ran = durbar("play", GAME, "--position", position, typed=f"{other}: pass\nundo\nquit\n")
    assert ran.code == 0
    assert "decision now" in ran.out
    assert "Nothing to undo" in ran.out or "No undo" in ran.out


def test_a_game_played_from_a_position_is_recorded_from_there(
    durbar: Durbar, position: str, tmp_path: Path
) -> None:
    durbar("play", GAME, "--position", position, "--record", "part.play", typed="pass\nquit\n")
    assert "start: {" in (tmp_path / "part.play").read_text(encoding="utf-8")
    assert durbar("verify", "part.play").code == 0


def test_play_goes_on_from_a_record(durbar: Durbar, tmp_path: Path) -> None:
    durbar("play", GAME, "--seed", "7", "--record", "game.play", typed="pass\nquit\n")
    before = (tmp_path / "game.play").read_text(encoding="utf-8")
    ran = durbar("play", GAME, "--record", "game.play", typed="quit\n")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("durbar: game.play: ")
    assert "--from game.play" in ran.err
    assert (tmp_path / "game.play").read_text(encoding="utf-8") == before
    ran = durbar(
        "play", GAME, "--from", "game.play", "--record", "game.play", typed="pass\nundo\npass\nquit\n"
    )
    assert (ran.code, ran.err) == (0, "")
    after = (tmp_path / "game.play").read_text(encoding="utf-8")
    assert after.count("pass") == 2
    assert after.startswith(before.rstrip().rpartition("\n")[0])
    assert durbar("verify", "game.play").code == 0
    durbar("play", GAME, "--from", "game.play", "--seed", "8", "--record", "other.play", typed="pass\nquit\n")
    assert "before " in (tmp_path / "other.play").read_text(encoding="utf-8")
    assert durbar("verify", "other.play").code == 0
    other = next(key for key in GAMES if key != GAME)
    assert "this is a game of" in durbar("play", other, "--from", "game.play").err
    assert "--option" in durbar("play", GAME, "--from", "game.play", "--option", "x=y").err


def test_options_are_taken_everywhere(durbar: Durbar, tmp_path: Path) -> None:
    name, given = next(
        (name, str(not field.default).lower())
        for name, field in RULES.Options.model_fields.items()
        if field.annotation is bool
    )
    option = ("--option", f"{name}={given}")
    document = yaml.safe_load(durbar("position", GAME, *option).out)
    assert document["options"][name] is (given == "true")
    durbar("play", GAME, "--seed", "7", "--record", "game.play", *option, typed="pass\nquit\n")
    assert f'"{name}": {given}' in (tmp_path / "game.play").read_text(encoding="utf-8")
    assert durbar("verify", "game.play").code == 0
    assert durbar("perft", GAME, "--depth", "1", *option).out == durbar("perft", GAME, "--depth", "1").out
    assert durbar("fuzz", GAME, "--games", "1", *option).code == 0
    assert "given twice" in durbar("position", GAME, *option, *option).err


@pytest.mark.parametrize("key", [key for key in GAMES if "seats" in GAMES[key].Options.model_fields])
def test_a_number_of_seats_is_an_option(durbar: Durbar, key: str) -> None:
    rules = GAMES[key]
    most = max(n for n in range(2, 6) if _seats(rules, n))
    assert durbar("position", key, "--option", f"seats={most}").code == 0
    ran = durbar("position", key, "--option", "seats=99")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("durbar: --option seats: ")


def _seats(rules: Any, number: int) -> int:
    try:
        return len(rules.seats(rules.Options(seats=number)))
    except ValueError:
        return 0


def test_until_a_turn_before_the_first_is_refused(durbar: Durbar) -> None:
    durbar("play", GAME, "--seed", "7", "--record", "game.play", typed="pass\nquit\n")
    for command in ("replay", "draw"):
        for until in ("-1", "0"):
            ran = durbar(command, "game.play", "--until", until)
            assert ran == Ran(2, "", f"durbar: --until {until}: the first turn of this record is 1\n")


@pytest.mark.parametrize(
    ("command", "never"),
    [
        ("--help", ("discord", "PIL", "pydantic", "yaml", "aiohttp", "sqlalchemy", "rules.kernel")),
        ("try --help", ("discord", "PIL", "pydantic", "yaml")),
        *(
            (
                f"position {key}",
                ("discord", "PIL", "aiohttp", "sqlalchemy", "render", "lab.bench", SEARCH, PLAYER),
            )
            for key in GAMES
        ),
    ],
)
def test_a_command_loads_what_it_needs(command: str, never: tuple[str, ...]) -> None:
    said, loaded = _loaded(command)
    assert said
    games = {key for key in GAMES if f"rules.{key}" in loaded}
    assert not _among(loaded, never)
    named = {command.split()[1]} - {"--help"} if "--help" not in command else set()
    assert games - {"aadu_huli"} <= named, "but for the board that breaks ties no game brings another"
    # to list the games of installed packages takes 60 modules of the standard library
    assert "--help" not in command or len(loaded) < 180


def test_a_deck_brings_one_game_and_a_database_neither_discord_nor_a_table() -> None:
    said, loaded = _loaded("deck check durbar")
    assert said
    assert {key for key in GAMES if f"rules.{key}" in loaded} == {GAME, "aadu_huli"}
    assert not _among(loaded, ("discord", "PIL", "sqlalchemy", PLAYER))
    assert not _among(_loaded("db current")[1], ("discord", "aiohttp", "babel", "bot.table", "bot.language"))


def _among(loaded: set[str], never: tuple[str, ...]) -> set[str]:
    return {name for name in loaded for part in never if f"{name}.".startswith(f"{part}.")}


def _loaded(command: str) -> tuple[str, set[str]]:
    """Return a command's output, and the modules that it loads."""
    code = (
        "import sys; from bot.cli.main import main\n"
        "try: main(sys.argv[1:])\n"
        "except SystemExit: pass\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, *command.split()],
        capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    return ran.stdout, set(ran.stderr.split())


def test_verify_says_what_it_cannot_check(durbar: Durbar, tmp_path: Path) -> None:
    """In an imported game, earlier rolls have another seed, which may still be sealed."""
    durbar("play", GAME, "--seed", "7", "--record", "game.play", typed="pass\nquit\n")
    file = tmp_path / "game.play"
    durbar("play", GAME, "--from", "game.play", "--seed", "8", "--record", "game.play", typed="pass\nquit\n")
    record = load_record(file.read_text(encoding="utf-8"))
    [earlier] = record.earlier
    ran = durbar("verify", "game.play")
    assert ran.code == 0
    assert "Unfinished: " in ran.out
    published = (earlier.commitment, record.commitment, make_commitment("8"), record.end)
    assert all(each[:32] in ran.out for each in published), "to compare with what was posted"
    assert "still sealed" not in ran.out
    assert "no seat added a word" in ran.out
    sealed = seal_record(replace(record, earlier=(earlier._replace(seed=None),)))
    file.write_text(dump_record(sealed), encoding="utf-8")
    ran = durbar("verify", "game.play")
    assert ran.code == 0
    assert (
        f"up to turn {earlier.turn}, from before the game was imported. Their seed is still sealed" in ran.out
    )


def test_verify_finds_the_hash_of_a_board(durbar: Durbar, tmp_path: Path) -> None:
    durbar("play", GAME, "--seed", "7", "--record", "game.play", typed="pass\nquit\n")
    *_, (turn, count, found) = list_digests(load_record((tmp_path / "game.play").read_text(encoding="utf-8")))
    ran = durbar("verify", "game.play", "--board", found[:32])
    assert (ran.code, ran.out.splitlines()[-1].partition(",")[0]) == (
        0,
        f"{found[:32]} fits the record up to turn {turn}",
    )
    assert f", entry {count}." in ran.out
    assert durbar("verify", "game.play", "--board", "0" * 32).code == 1
    assert durbar("verify", "game.play", "--board", found[:8]).code == 2


def test_an_older_record_that_no_longer_fits_names_its_version(durbar: Durbar, tmp_path: Path) -> None:
    file = tmp_path / "game.play"
    durbar("play", GAME, "--seed", "7", "--record", "game.play", typed="pass\nquit\n")
    record = load_record(file.read_text(encoding="utf-8"))
    older = replace(record, versions={1: "Durbar 0.0.1, data c0ffee"})
    turns = [
        turn._replace(log=tuple(entry._replace(key=entry.key.replace("pass", "dance")) for entry in turn.log))
        for turn in record.turns
    ]
    file.write_text(dump_record(seal_record(replace(older, turns=tuple(turns)))), encoding="utf-8")
    for command in ("replay", "verify"):
        ran = durbar(command, "game.play")
        assert "This record was played from turn 1 on with Durbar 0.0.1, data c0ffee" in ran.out + ran.err
    file.write_text(dump_record(seal_record(older)), encoding="utf-8")
    assert durbar("replay", "game.play").code == 0, "it fits still"


def test_verify_tells_what_is_wrong(durbar: Durbar, tmp_path: Path) -> None:
    durbar("play", GAME, "--seed", "7", "--record", "game.play", typed="pass\nquit\n")
    text = (tmp_path / "game.play").read_text(encoding="utf-8")
    (tmp_path / "game.play").write_text(text.replace("seed: 7", "seed: 8"), encoding="utf-8")
    ran = durbar("verify", "game.play")
    assert ran.code == 1
    assert "the seed and the start don't have the hash" in ran.out
    (tmp_path / "game.play").write_text(text.replace("pass", "dance"), encoding="utf-8")
    changed = durbar("verify", "game.play")
    assert "“dance” does not answer" in changed.out
    ran = durbar("replay", "game.play")
    assert ran.code == 2
    assert "“dance” does not answer" in ran.err
    (tmp_path / "game.play").write_text("nothing", encoding="utf-8")
    assert durbar("verify", "game.play").err.startswith("durbar: game.play: line 1: ")


def test_draw_a_position(durbar: Durbar, position: str, tmp_path: Path) -> None:
    assert durbar("draw", position).code == 0
    assert (tmp_path / "start.png").exists()


def test_fuzz_without_a_fault(durbar: Durbar) -> None:
    ran = durbar("fuzz", GAME, "--games", "2", "--seed", "x")
    assert ran.code == 0
    games, entries, faults = ran.out.splitlines()[-1].split(", ")
    assert (games, faults) == ("2 games", "0 faults")
    assert int(entries.removesuffix(" entries")) > 100
    assert json.loads(durbar("fuzz", GAME, "--games", "1", "--json").out)["faults"] == 0


def test_fuzz_writes_each_fault_out(durbar: Durbar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def check(self: fuzzing.Watcher, state: Any) -> None:
        assert len(self.log) < 40, "a rule is broken"

    monkeypatch.setattr(fuzzing.Watcher, "turn_end", check)
    ran = durbar("fuzz", GAME, "--games", "2", "--seed", "x")
    assert ran.code == 1
    assert ran.out.splitlines()[0].startswith("game 0: AssertionError: a rule is broken")
    assert ran.out.splitlines()[-1].endswith(", 2 faults")
    file = f"{GAME}-fault-x-0.play"
    assert file in ran.out
    assert durbar("verify", file).code == 0
    lines = [
        json.loads(line)
        for line in durbar("fuzz", GAME, "--games", "1", "--seed", "x", "--json").out.splitlines()
    ]
    assert lines[0]["file"] == file
    assert lines[-1]["faults"] == 1


def test_perft_counts(durbar: Durbar, position: str) -> None:
    one = durbar("perft", GAME, "--position", position, "--depth", "1").out.splitlines()
    two = durbar("perft", GAME, "--position", position, "--depth", "2").out.splitlines()
    assert one[-1] == f"total: {len(one) - 1}"
    assert int(two[-1].removeprefix("total: ")) > len(one)
    assert durbar("perft", GAME, "--position", position, "--depth", "0").code == 2


def test_run_without_a_token_is_the_sandbox(durbar: Durbar, monkeypatch: pytest.MonkeyPatch) -> None:
    ports: list[tuple[int, bool, int]] = []
    monkeypatch.delenv("DURBAR_TOKEN", raising=False)

    def run_sandbox(port: int, *, forget: bool, people: int) -> int:
        ports.append((port, forget, people))
        return 0

    monkeypatch.setattr("bot.discord_app.dev.run_sandbox", run_sandbox)
    ran = durbar("run", "--port", "1234")
    assert (ran.code, ran.err) == (0, "")
    assert "DURBAR_TOKEN" in ran.out
    assert durbar("sandbox", "--forget").code == 0
    assert ports == [(1234, False, 4), (8765, True, 4)]


def test_run_with_a_wrong_setting(durbar: Durbar, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DURBAR_TOKEN", "x")
    monkeypatch.setenv("DURBAR_LOG", "loud")
    ran = durbar("run")
    assert ran.code == 2
    assert ran.err.startswith("durbar: The settings are not right. DURBAR_LOG: ")
