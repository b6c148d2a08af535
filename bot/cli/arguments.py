"""Declare the subcommands of `durbar`, their arguments, and the functions that run them.

`run` names the function of a command, such as "bot.cli.play:play". The function's module is loaded only when
the command runs.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable, Mapping
from typing import TypeAlias

from rules.loading.games import GAMES

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
PORT = 8765
PEOPLE, MOST_PEOPLE = 4, 40  # in the sandbox: the default and the greatest number of people
DEFAULT_SEED_HELP = "default: 0"
FORGET = "keep no games (default: keep them in DURBAR_DATABASE or data/sandbox)"
_POSITION = "YAML or JSON; - is standard input"


class _Version(argparse.Action):
    """Prints the version and exits. The version is read only if this option is given."""

    def __call__(self, whole: argparse.ArgumentParser, *_: object) -> None:
        print("durbar", importlib.import_module("bot.version").read_version())
        whole.exit()


def make_parser(command: str = "") -> argparse.ArgumentParser:
    """Return the parser of the command line.

    If `command` is the name of a command, the parser has only the commands of the same group. This is faster.
    """
    whole = argparse.ArgumentParser(
        prog="durbar", description="Board games by chat, most of them heavy and set in India."
    )
    whole.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    asked = [add for names, add in GROUPS.items() if command in names]
    for add in asked or GROUPS.values():
        add(commands)
    return whole


def _add_bot(commands: Commands) -> None:
    add = _add_command(
        commands,
        "run",
        "bot.cli.running:run",
        "run the bot if DURBAR_TOKEN or DURBAR_TOKEN_FILE is set, else the sandbox",
    )
    add.add_argument(
        "--port", type=int, default=PORT, help="port of the sandbox on 127.0.0.1 (default: %(default)s)"
    )
    add.add_argument("--forget", action="store_true", help=FORGET)
    _add_people(add)
    add = _add_command(
        commands, "sandbox", "bot.cli.running:sandbox", "run the bot in a local Discord, in your browser"
    )
    add.add_argument("--port", type=int, default=PORT, help="port on 127.0.0.1 (default: %(default)s)")
    add.add_argument("--forget", action="store_true", help=FORGET)
    _add_people(add)


def _add_people(add: argparse.ArgumentParser) -> None:
    add.add_argument(
        "--people",
        type=int,
        choices=range(1, MOST_PEOPLE + 1),
        metavar="N",
        default=PEOPLE,
        help=f"number of people in the sandbox, at most {MOST_PEOPLE} (default: %(default)s)",
    )


def _add_benchmarks(commands: Commands) -> None:
    add = _add_command(commands, "bench", "lab.commands:bench", "run the benchmarks")
    add.add_argument(
        "what",
        nargs="?",
        choices=["thinking", "growth", "load", "server", "spectators", "several", "kills"],
        help="run only this benchmark (takes minutes)",
    )
    add.add_argument("--games", type=int, help="load, spectators, several: number of channels at once")
    add.add_argument("--minutes", type=float, help="load, server, spectators: duration in minutes")
    add.add_argument("--people", type=int, help="load: people in each channel; server: people in all")
    add.add_argument("--processes", type=int, help="load: number of bots that share one PostgreSQL database")
    add.add_argument("--kills", type=int, help="load, server, several, kills: how many times a bot is killed")
    add.add_argument("--spectators", type=int, help="spectators: number of spectators of one game")
    add.add_argument("--pages", type=float, help="spectators: number of pages opened per minute")
    add.add_argument(
        "--pause", type=float, help="spectators: shortest time between two acts of a person, in seconds"
    )
    add.add_argument("--folder", help="kills: folder to save the state in, so that a later run continues")
    add.add_argument("--plot", metavar="FILE", help="growth: draw the curves as a PNG")
    add.add_argument("--json", action="store_true", help="print one JSON object")


def _add_command(commands: Commands, name: str, run: str, text: str) -> argparse.ArgumentParser:
    added = commands.add_parser(name, help=text, description=text)
    added.set_defaults(run=run)
    return added


def _add_game_command(commands: Commands, name: str, run: str, text: str) -> argparse.ArgumentParser:
    """Add a subcommand whose first argument is a game, and return it."""
    added = _add_command(commands, name, run, text)
    added.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    return added


def _add_game_options(added: argparse.ArgumentParser) -> None:
    added.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="option of the game, such as seats=4",
    )


def _add_play_commands(commands: Commands) -> None:
    add = _add_game_command(commands, "play", "bot.cli.play:play", "play all seats by hand at the terminal")
    add.add_argument("--seed", help="seed of dice and cards (default: random)")
    add.add_argument("--position", metavar="FILE", help=f"start from this position ({_POSITION})")
    add.add_argument("--from", dest="start", metavar="FILE.play", help="continue this recorded game")
    add.add_argument(
        "--record", metavar="FILE.play", help="save the game to this new file, or to the file of --from"
    )
    _add_game_options(add)
    add = _add_game_command(
        commands, "try", "bot.cli.trial:try_order", "apply one order to a position and print the result"
    )
    add.add_argument("--position", metavar="FILE", required=True, help=_POSITION)
    add.add_argument("--seat", required=True, help="seat that gives the order")
    dice = "faces to roll, in order (default: from the position's seed)"
    add.add_argument("--dice", metavar="613421", help=dice)
    add.add_argument("--json", action="store_true", help="print one JSON object")
    add.add_argument(
        "order", metavar="ORDER", help="as in docs/reference/orders.md; end it with ? to list what may follow"
    )
    add = _add_game_command(
        commands, "position", "bot.cli.trial:position", "print the set-up as a position file"
    )
    add.add_argument(
        "--new",
        action="store_true",
        help="no effect, kept for old scripts: the command always prints the set-up",
    )
    add.add_argument("--seed", default="0", help=f"seed of dice and cards ({DEFAULT_SEED_HELP})")
    _add_game_options(add)


def _add_record_commands(commands: Commands) -> None:
    add = _add_command(
        commands, "replay", "bot.cli.record:replay_record", "print a recorded game turn by turn"
    )
    add.add_argument("file", metavar="FILE.play", nargs="?")
    add.add_argument(
        "--open",
        action="store_true",
        help="instead, list running games in the database that this version's rules can't play",
    )
    add.add_argument("--until", metavar="N", type=int, help="last turn to print")
    add.add_argument("--json", action="store_true", help="print one JSON object")
    text = "check every entry of a record against the rules, and every roll and draw against its seed"
    add = _add_command(commands, "verify", "bot.cli.record:verify_record", text)
    add.add_argument("file", metavar="FILE.play")
    add.add_argument("--board", metavar="HASH", help="find the entry after which `/record` gave this hash")
    add = _add_command(commands, "draw", "bot.cli.record:draw", "draw a position, or the end of a record")
    add.add_argument("file", metavar="FILE", help="a .play file or a position file")
    name = "default: FILE with .png, or .gif for an animation"
    add.add_argument("-o", "--output", metavar="FILE.png", help=name)
    add.add_argument(
        "--kind",
        help="kind of picture: phone (default), board, large, card or strip, if the game has it; "
        "recap: a GIF of all turns",
    )
    add.add_argument("--theme", default="day", help="day, night, contrast or print (default: %(default)s)")
    add.add_argument("--space", metavar="KEY", help="draw a close-up of this space")
    add.add_argument("--until", metavar="N", type=int, help="record: last turn to draw")
    add.add_argument("--since", metavar="N", type=int, help="record: show what happened since turn N")
    text = "write a recorded game as a web page in one file"
    add = _add_command(commands, "page", "bot.cli.page:write", text)
    add.add_argument("file", metavar="FILE.play")
    add.add_argument("-o", "--output", metavar="FILE.html", help="default: FILE with .html")
    add.add_argument("--language", default="en", help="language of the page (default: %(default)s)")
    add.add_argument("--no-names", action="store_true", help="leave out who held the seats")
    add.add_argument("--no-chances", action="store_true", help="leave out the estimated chances to win")


def _add_aids(commands: Commands) -> None:
    add = _add_game_command(commands, "aid", "bot.cli.aid:write", "write a player aid for printing")
    add.add_argument("--side", help="which of the game's player aids (default: the first)")
    add.add_argument(
        "-o", "--output", metavar="FILE", help="a .png, .pdf or .md file (default: aid-GAME-SIDE.png)"
    )
    add.add_argument("--theme", default="print", help="day, night, contrast or print (default: %(default)s)")


def _add_games_options(added: argparse.ArgumentParser, default: int) -> None:
    games = "number of games (default: %(default)s)"
    added.add_argument("--games", metavar="N", type=int, default=default, help=games)
    added.add_argument("--seed", default="0", help=DEFAULT_SEED_HELP)


def _add_experiments(commands: Commands) -> None:
    text = "play random games to the end and look for faults in the rules"
    add = _add_game_command(commands, "fuzz", "lab.commands:fuzz_game", text)
    _add_games_options(add, 100)
    add.add_argument(
        "--json", action="store_true", help="print one JSON object per fault, and one at the end"
    )
    _add_game_options(add)
    text = "let bot players play against each other"
    add = _add_game_command(commands, "match", "lab.commands:play_match", text)
    add.add_argument(
        "level",
        metavar="LEVEL[:STYLE]",
        help="level of the bot that takes each seat in turn, such as fair:raider; random is a level too",
    )
    add.add_argument("other", metavar="OTHER[:STYLE]", help="level of the other bots")
    _add_games_options(add, 20)
    seconds = "thinking time per order (default: %(default)s)"
    add.add_argument("--seconds", metavar="S", type=float, default=1.0, help=seconds)
    looks = "instead of --seconds, the number of thinking steps per order, the same on any machine"
    add.add_argument("--looks", metavar="N", type=int, help=looks)
    results = "file for the games, one per line; if you stop the match, the same command continues it"
    add.add_argument("--results", metavar="FILE", help=results)
    add.add_argument(
        "--answers",
        action="store_true",
        help="print the standings after each chapter, and how often each answer was given",
    )
    _add_game_options(add)
    text = "simulate people who play twice a day, and count how often a game mentions them"
    add = _add_game_command(commands, "calls", "lab.commands:count_calls", text)
    _add_games_options(add, 4)
    add.add_argument(
        "--level", default="fair", help="level of the bots that play for these people (default: %(default)s)"
    )
    _add_game_options(add)
    text = "measure how accurate the estimated chances to win are; if you stop it, the same command continues"
    add = _add_game_command(commands, "calibrate", "lab.commands:calibrate", text)
    games = "number of games in all (default: %(default)s)"
    add.add_argument("--games", metavar="N", type=int, default=500, help=games)
    levels = "levels that play, chosen at random per seat, such as easy,fair (default: all but random)"
    add.add_argument("--levels", metavar="A,B", help=levels)
    kept = "file for the games, one per line (default: GAME.calibration)"
    add.add_argument("--keep", metavar="FILE", help=kept)
    add.add_argument("--seed", default="0", help=DEFAULT_SEED_HELP)
    fit = "instead, use the games to fit the weights that judge a position, and write them to this file"
    add.add_argument("--fit", metavar="FILE.toml", help=fit)
    add.add_argument("--plot", metavar="FILE.png", help="draw the reliability curve")
    text = (
        "learn the weights that judge a position from quick games; if you stop it, the same command continues"
    )
    add = _add_game_command(commands, "learn", "lab.commands:learn", text)
    games = "number of games in all (default: %(default)s)"
    add.add_argument("--games", metavar="N", type=int, default=3000, help=games)
    kept = "file for the games, one per line (default: GAME.lessons)"
    add.add_argument("--keep", metavar="FILE", help=kept)
    add.add_argument("--seed", default="0", help=DEFAULT_SEED_HELP)
    fit = "write the learned weights to this file, instead of printing how well they predict"
    add.add_argument("--fit", metavar="FILE.toml", help=fit)
    text = "find puzzles in games between bot players; if you stop it, the same command continues"
    add = _add_game_command(commands, "puzzles", "lab.commands:puzzles", text)
    most = "write at most this many puzzles (default: %(default)s)"
    add.add_argument("--most", metavar="N", type=int, default=20, help=most)
    games = "search at most this many games (default: %(default)s)"
    add.add_argument("--games", metavar="N", type=int, default=100, help=games)
    add.add_argument("--level", help="level that proposes orders (default: the strongest)")
    margin = "lead of the best order in the chance to win, from 0 to 1 (default: %(default)s)"
    add.add_argument("--margin", metavar="X", type=float, default=0.12, help=margin)
    after = "examine all decisions after this turn, instead of a sample of all turns"
    add.add_argument("--after", metavar="TURN", type=int, default=0, help=after)
    again = "instead, check the game's own puzzles again, and write the valid ones to the file of -o"
    add.add_argument("--again", action="store_true", help=again)
    add.add_argument("--seed", default="durbar", help="default: %(default)s")
    add.add_argument("-o", "--output", metavar="FILE.jsonl", help="default: the game's own file")
    text = (
        "add the clearest puzzles to the positions that check bot players; "
        "if you stop it, the same command continues"
    )
    add = _add_game_command(commands, "positions", "lab.commands:positions", text)
    again = "instead, check the positions again, and write the valid ones to the file of -o"
    add.add_argument("--again", action="store_true", help=again)
    puzzles = "puzzles, as `durbar puzzles -o` writes them (default: the game's own)"
    add.add_argument("--puzzles", metavar="FILE.jsonl", help=puzzles)
    games = "instead, search the decisions of this many games between bot players"
    add.add_argument("--games", metavar="N", type=int, default=0, help=games)
    text = "instead, add this position if its good order leads"
    add.add_argument("--position", metavar="FILE", help=f"{text} ({_POSITION})")
    add.add_argument("--good", metavar="KEYS", help="the keys of the good order, such as “event shaded”")
    add.add_argument("--rest", metavar="KEYS", help="the keys of the order that it is compared with")
    levels = "instead, ask these levels for their orders in all positions, such as fair,full"
    add.add_argument("--levels", metavar="LEVELS", help=levels)
    looks = "thinking steps of a level for an order (default: %(default)s)"
    add.add_argument("--looks", metavar="N", type=int, default=40, help=looks)
    add.add_argument("--seed", default="positions", help="default: %(default)s")
    add.add_argument("-o", "--output", metavar="FILE.jsonl", help="default: the game's own file")
    text = "count the possible continuations, as a check of the rules"
    add = _add_game_command(commands, "perft", "lab.commands:count_ways", text)
    add.add_argument("--position", metavar="FILE", help=f"default: the set-up ({_POSITION})")
    depth = "number of choices to look ahead; dice come from the position's seed"
    add.add_argument("--depth", metavar="D", type=int, required=True, help=depth)
    _add_game_options(add)


def _add_operator_commands(commands: Commands) -> None:
    text = "manage the database of DURBAR_DATABASE; see docs/how-to/back-up-and-restore.md"
    commands_of_group = commands.add_parser("db", help=text, description=text).add_subparsers(
        required=True, metavar="COMMAND"
    )
    _add_command(
        commands_of_group,
        "upgrade",
        "bot.cli.admin:upgrade",
        "create the tables of the database, or upgrade them to this version",
    )
    _add_command(
        commands_of_group,
        "current",
        "bot.cli.admin:current",
        "print the version of the database's tables; exit code 1 if it is not the newest",
    )
    _add_command(
        commands_of_group,
        "check",
        "bot.cli.admin:check",
        "look for errors in the database, and for games that this version can't play",
    )
    add = _add_command(
        commands_of_group,
        "backup",
        "bot.cli.admin:backup",
        "save the database as one SQLite file; the bot may keep running",
    )
    add.add_argument(
        "file",
        metavar="FILE",
        help="a new file; keep it secret, because it holds the future rolls of all open games",
    )
    add = _add_command(
        commands_of_group, "restore", "bot.cli.admin:restore", "restore a backup into an empty database"
    )
    add.add_argument("file", metavar="FILE")
    add = _add_command(
        commands_of_group,
        "copy",
        "bot.cli.admin:copy",
        "copy a database from SQLite to PostgreSQL or back; stop the bot first",
    )
    add.add_argument("source", metavar="FROM", help="address, as in DURBAR_DATABASE")
    add.add_argument("target", metavar="TO", help="address of an empty database")
    text = "manage people and games, on the bot's machine"
    group = commands.add_parser("admin", help=text, description=text)
    commands_of_group = group.add_subparsers(required=True, metavar="COMMAND")
    add = _add_command(
        commands_of_group, "tell", "bot.cli.admin:tell", "post a message in the channel of every running game"
    )
    add.add_argument("text", metavar="TEXT", help="message, such as when the bot will be down")
    add = _add_command(commands_of_group, "retry", "bot.cli.admin:retry", "retry failed posts")
    add.add_argument("--game", metavar="N", type=int, help="only this game (default: all running games)")
    add = _add_command(commands_of_group, "block", "bot.cli.admin:block", "block a person or a server")
    add.add_argument("id", metavar="ID", type=int)
    add.add_argument("why", metavar="WHY", help="a note for you; nobody else reads it")
    add = _add_command(commands_of_group, "unblock", "bot.cli.admin:unblock", "unblock a person or a server")
    add.add_argument("id", metavar="ID", type=int)
    _add_command(
        commands_of_group, "blocked", "bot.cli.admin:list_blocked", "list blocked people and servers"
    )
    add = _add_command(commands_of_group, "leave", "bot.cli.admin:leave", "make the bot leave a server")
    add.add_argument("id", metavar="SERVER", type=int)
    add = _add_command(commands_of_group, "forget", "bot.cli.admin:forget", "delete the data of a person")
    add.add_argument("id", metavar="USER", type=int)


def _add_data_commands(commands: Commands) -> None:
    text = "check files that you typed in from a printed game: map, cards or tables"
    group = commands.add_parser("data", help=text, description=text)
    commands_of_group = group.add_subparsers(required=True, metavar="COMMAND")
    add = _add_game_command(
        commands_of_group, "check", "bot.cli.data:check", "list the mistakes in files such as map.toml"
    )
    add.add_argument(
        "file", metavar="FILE", nargs="+", help="your file, with the name of the file that it replaces"
    )


def _add_deck_commands(commands: Commands) -> None:
    text = "check, show or judge your own deck; see docs/how-to/type-in-a-deck.md"
    group = commands.add_parser("deck", help=text, description=text)
    commands_of_group = group.add_subparsers(required=True, metavar="COMMAND")

    def add_command(name: str, run: str, text: str) -> argparse.ArgumentParser:
        added = _add_command(commands_of_group, name, f"bot.cli.decks:{run}", text)
        added.add_argument(
            "file", metavar="FILE", help="a file with the deck, or the name of a built-in deck"
        )
        added.add_argument("--game", help="default: the first game that has decks")
        return added

    add_command("check", "check", "list the mistakes in a deck")
    add = add_command("show", "show", "print a deck as players read it")
    add.add_argument("--card", metavar="N", type=int, help="one card only")
    add = add_command(
        "report", "report", "play random games with a deck, and print the effects of each side of each card"
    )
    _add_games_options(add, 2000)


def _add_seekers(commands: Commands) -> None:
    text = "simulate people who look for players, and print how long they wait under each rule"
    add = _add_command(commands, "seekers", "lab.commands:simulate_seekers", text)
    add.add_argument("--people", metavar="N", type=int, default=10_000, help="default: %(default)s")
    add.add_argument(
        "--a-day", metavar="N", type=float, default=10.0, help="how many come in a day (default: %(default)s)"
    )
    add.add_argument("--seed", default="0", help=DEFAULT_SEED_HELP)


def _add_simulation(commands: Commands) -> None:
    text = "simulate a server in fast time, kill its bot again and again, and print what was lost or doubled"
    add = _add_command(commands, "simulate", "lab.commands:simulate_server", text)
    for name, size in (("people", 30), ("games", 200), ("cups", 3)):
        add.add_argument(f"--{name}", metavar="N", type=int, default=size, help="default: %(default)s")
    add.add_argument("--no-league", action="store_true", help="play no season of a league")
    kills = "writes and requests from one kill to the next, on average; 0: no kills (default: %(default)s)"
    add.add_argument("--kill-every", metavar="N", type=float, default=500.0, help=kills)
    usual = (
        "a game that people play most, also in cups and the league; may be repeated (default: short games)"
    )
    add.add_argument("--usual", metavar="GAME", action="append", help=usual)
    add.add_argument("--seed", default="0", help=DEFAULT_SEED_HELP)


def _add_schedules(commands: Commands) -> None:
    text = "make schedules of cups, and print how equally people meet"
    add = _add_command(commands, "schedules", "lab.commands:measure_schedules", text)
    add.add_argument("--seats", metavar="N", type=int, default=3, help="3 to 5 (default: %(default)s)")
    add.add_argument(
        "--games-each", metavar="N", type=int, help="games of each person (default: one for each seat)"
    )
    add.add_argument("--steps", metavar="N", type=int, help="how long to search (default: as the bot does)")


def _add_new_game(commands: Commands) -> None:
    text = "start a game of your own: a package, copied from the example game"
    add = _add_command(commands, "new-game", "lab.new_game:write", text)
    add.add_argument("name", metavar="NAME", help="key of the game: small letters, digits and _")
    add.add_argument("--title", help="title of the game (default: made from NAME)")
    add.add_argument("-o", "--output", metavar="FOLDER", help="a new folder (default: durbar-NAME)")


# The groups of commands in the order of the help. A key holds the names of a group's commands. The value is
# the function that adds these commands to the parser.
GROUPS: Mapping[tuple[str, ...], Callable[[Commands], None]] = {
    ("run", "sandbox"): _add_bot,
    ("play", "try", "position"): _add_play_commands,
    ("replay", "verify", "draw", "page"): _add_record_commands,
    ("aid",): _add_aids,
    ("fuzz", "match", "calls", "calibrate", "learn", "puzzles", "positions", "perft"): _add_experiments,
    ("seekers",): _add_seekers,
    ("simulate",): _add_simulation,
    ("schedules",): _add_schedules,
    ("new-game",): _add_new_game,
    ("deck",): _add_deck_commands,
    ("data",): _add_data_commands,
    ("db", "admin"): _add_operator_commands,
    ("bench",): _add_benchmarks,
}
