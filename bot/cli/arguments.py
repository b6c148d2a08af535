"""The subcommands of `durbar`, what each takes, and where it is carried out.

Nothing else is loaded to read a command: `run` names the function that carries it out, as "module:function".
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable, Mapping
from typing import TypeAlias

from rules.games import GAMES

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
PORT = 8765
SEEDED = "default: 0"
FORGET = "the sandbox keeps no games (else: DURBAR_DATABASE, or data/sandbox)"
_POSITION = "YAML or JSON; - is standard input"


class _Version(argparse.Action):
    """Print the version and end. The version is read only when somebody asks."""

    def __call__(self, whole: argparse.ArgumentParser, *_: object) -> None:
        print("durbar", importlib.import_module("bot.version").read_version())
        whole.exit()


def parser(command: str = "") -> argparse.ArgumentParser:
    """The parser of the whole command line; where the `command` is known, of that and those beside it."""
    whole = argparse.ArgumentParser(prog="durbar", description="Heavy board games of Indian history by chat.")
    whole.add_argument("--version", action=_Version, nargs=0, help="print the version and end")
    commands = whole.add_subparsers(required=True, metavar="COMMAND")
    asked = [add for names, add in GROUPS.items() if command in names]
    for add in asked or GROUPS.values():
        add(commands)
    return whole


def _bot(commands: Commands) -> None:
    add = _command(
        commands, "run", "bot.cli.running:run", "the bot when DURBAR_TOKEN is set, else the sandbox"
    )
    add.add_argument(
        "--port", type=int, default=PORT, help="of the sandbox on 127.0.0.1 (default: %(default)s)"
    )
    add.add_argument("--forget", action="store_true", help=FORGET)
    add = _command(
        commands, "sandbox", "bot.cli.running:sandbox", "the bot in a Discord of its own, in your browser"
    )
    add.add_argument("--port", type=int, default=PORT, help="on 127.0.0.1 (default: %(default)s)")
    add.add_argument("--forget", action="store_true", help=FORGET)


def _benchmarks(commands: Commands) -> None:
    add = _command(commands, "bench", "lab.commands:bench", "run the benchmarks")
    add.add_argument(
        "what",
        nargs="?",
        choices=["thinking", "growth", "load", "several", "kills"],
        help="only this one, which takes minutes",
    )
    add.add_argument("--games", type=int, help="of load and several: so many channels at once")
    add.add_argument("--minutes", type=float, help="of load: for so long")
    add.add_argument("--processes", type=int, help="of load: with so many bots over one PostgreSQL")
    add.add_argument("--kills", type=int, help="of load, several and kills: kill a bot so many times")
    add.add_argument("--folder", help="of kills: where it keeps what it needs to go on later")
    add.add_argument("--plot", metavar="FILE", help="of growth: draw the curves, as a PNG")
    add.add_argument("--json", action="store_true", help="print one JSON object")


def _command(commands: Commands, name: str, run: str, text: str) -> argparse.ArgumentParser:
    added = commands.add_parser(name, help=text, description=text)
    added.set_defaults(run=run)
    return added


def _of_game(commands: Commands, name: str, run: str, text: str) -> argparse.ArgumentParser:
    """A subcommand that takes a game first, and its options."""
    added = _command(commands, name, run, text)
    added.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    return added


def _with_options(added: argparse.ArgumentParser) -> None:
    added.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="of the game, such as seats=4"
    )


def _games_by_hand(commands: Commands) -> None:
    add = _of_game(commands, "play", "bot.cli.play:play", "play at the terminal, all seats by hand")
    add.add_argument("--seed", help="where dice and cards come from (default: by chance)")
    add.add_argument("--position", metavar="FILE", help=f"start from this position ({_POSITION})")
    add.add_argument("--from", dest="start", metavar="FILE.play", help="go on with this recorded game")
    add.add_argument(
        "--record", metavar="FILE.play", help="keep the game here; only the file given to --from may exist"
    )
    _with_options(add)
    add = _of_game(
        commands, "try", "bot.cli.trial:try_order", "apply one order to a position and print what comes of it"
    )
    add.add_argument("--position", metavar="FILE", required=True, help=_POSITION)
    add.add_argument("--seat", required=True, help="whose order it is")
    dice = "the faces to roll, in order (default: as the position's seed gives them)"
    add.add_argument("--dice", metavar="613421", help=dice)
    add.add_argument("--json", action="store_true", help="print one JSON object")
    add.add_argument(
        "order", metavar="ORDER", help="as in docs/reference/orders.md; with ? at its end: what may follow"
    )
    add = _of_game(
        commands, "position", "bot.cli.trial:position", "print the set-up as a position to start from"
    )
    add.add_argument("--new", action="store_true", help="the set-up, up to the first question (always so)")
    add.add_argument("--seed", default="0", help=f"where dice and cards come from ({SEEDED})")
    _with_options(add)


def _records(commands: Commands) -> None:
    add = _command(commands, "replay", "bot.cli.record:replay_record", "tell a recorded game turn by turn")
    add.add_argument("file", metavar="FILE.play", nargs="?")
    add.add_argument(
        "--open", action="store_true", help="instead: which open games of the database don't fit these rules"
    )
    add.add_argument("--until", metavar="N", type=int, help="the last turn to tell")
    add.add_argument("--json", action="store_true", help="print one JSON object")
    text = "check every roll, draw and entry of a record against its seed"
    add = _command(commands, "verify", "bot.cli.record:verify_record", text)
    add.add_argument("file", metavar="FILE.play")
    add = _command(commands, "draw", "bot.cli.record:draw", "draw a position, or the end of a record")
    add.add_argument("file", metavar="FILE", help="a .play file or a position document")
    name = "default: FILE with .png or, of a recap, .gif for its ending"
    add.add_argument("-o", "--output", metavar="FILE.png", help=name)
    add.add_argument(
        "--kind",
        help="of picture: phone (the default), board, and what else the game has, such as large, card or "
        "strip; recap: a GIF of all turns",
    )
    add.add_argument("--theme", default="day", help="day, night, contrast or print (default: %(default)s)")
    add.add_argument("--space", metavar="KEY", help="a close-up of this space instead")
    add.add_argument("--until", metavar="N", type=int, help="of a record: the last turn")
    add.add_argument("--since", metavar="N", type=int, help="of a record: show what happened since turn N")


def _aids(commands: Commands) -> None:
    add = _of_game(commands, "aid", "bot.cli.aid:write", "draw a player aid, to be printed")
    add.add_argument("--side", help="whose sheet (default: the first)")
    add.add_argument("-o", "--output", metavar="FILE", help="ends with .png, .pdf or .md")
    add.add_argument("--theme", default="print", help="day, night, contrast or print (default: %(default)s)")


def _with_games(added: argparse.ArgumentParser, default: int) -> None:
    added.add_argument("--games", metavar="N", type=int, default=default, help="default: %(default)s")
    added.add_argument("--seed", default="0", help=SEEDED)


def _many_games(commands: Commands) -> None:
    text = "play at random to the end and look for faults in the rules"
    add = _of_game(commands, "fuzz", "lab.commands:fuzz_game", text)
    _with_games(add, 100)
    add.add_argument("--json", action="store_true", help="print one JSON object a fault, and one at the end")
    _with_options(add)
    text = "let automatic players play against each other"
    add = _of_game(commands, "match", "lab.commands:play_match", text)
    add.add_argument("level", metavar="LEVEL", help="of the player who takes each seat in turn; or: random")
    add.add_argument("other", metavar="OTHER", help="of all the others")
    _with_games(add, 20)
    seconds = "of thinking about an order (default: %(default)s)"
    add.add_argument("--seconds", metavar="S", type=float, default=1.0, help=seconds)
    looks = "instead: so many looks whether an order is thought about enough, the same on any machine"
    add.add_argument("--looks", metavar="N", type=int, help=looks)
    results = "where the games are kept, a line each: a run that was stopped goes on where it ended"
    add.add_argument("--results", metavar="FILE", help=results)
    add.add_argument(
        "--answers",
        action="store_true",
        help="tell how the seats stood after each chapter, and what was answered how often",
    )
    _with_options(add)
    text = "simulate games of people who look in twice a day: how often is somebody called?"
    add = _of_game(commands, "calls", "lab.commands:count_calls", text)
    _with_games(add, 4)
    add.add_argument("--level", default="fair", help="that decides for them (default: %(default)s)")
    _with_options(add)
    text = "see in many games how true the chances to win are; a run that was stopped goes on"
    add = _of_game(commands, "calibrate", "lab.commands:calibrate", text)
    add.add_argument("--games", metavar="N", type=int, default=500, help="in all (default: %(default)s)")
    levels = "that play, each seat's by chance: easy,fair (default: all but random)"
    add.add_argument("--levels", metavar="A,B", help=levels)
    kept = "where the games are kept, a line each (default: GAME.calibration)"
    add.add_argument("--keep", metavar="FILE", help=kept)
    add.add_argument("--seed", default="0", help=SEEDED)
    fit = "fit what a position counts for to the games instead, and write it to this file"
    add.add_argument("--fit", metavar="FILE.toml", help=fit)
    add.add_argument("--plot", metavar="FILE.png", help="draw the reliability")
    text = "learn from quick games what the signs of a position count for; a run that was stopped goes on"
    add = _of_game(commands, "learn", "lab.commands:learn", text)
    add.add_argument("--games", metavar="N", type=int, default=3000, help="in all (default: %(default)s)")
    kept = "where the games are kept, a line each (default: GAME.lessons)"
    add.add_argument("--keep", metavar="FILE", help=kept)
    add.add_argument("--seed", default="0", help=SEEDED)
    fit = "write what they teach to this file, instead of saying how well it foretells"
    add.add_argument("--fit", metavar="FILE.toml", help=fit)
    text = "find puzzles in games between automatic players; a run that was stopped goes on"
    add = _of_game(commands, "puzzles", "lab.commands:puzzles", text)
    add.add_argument("--most", metavar="N", type=int, default=20, help="in the file (default: %(default)s)")
    games = "that are looked through at most (default: %(default)s)"
    add.add_argument("--games", metavar="N", type=int, default=100, help=games)
    add.add_argument("--level", help="that proposes orders (default: the strongest)")
    margin = "by how much of a chance the best are better (default: %(default)s)"
    add.add_argument("--margin", metavar="X", type=float, default=0.12, help=margin)
    after = "all decisions after this turn of each game, instead of any now and then"
    add.add_argument("--after", metavar="TURN", type=int, default=0, help=after)
    again = "weigh those of the game's own file again instead, and write those that hold to another"
    add.add_argument("--again", action="store_true", help=again)
    add.add_argument("--seed", default="durbar", help=SEEDED)
    add.add_argument("-o", "--output", metavar="FILE.jsonl", help="default: the game's own file")
    text = "count the ways that play can go on, as a check of the rules"
    add = _of_game(commands, "perft", "lab.commands:count_ways", text)
    add.add_argument("--position", metavar="FILE", help=f"default: the set-up ({_POSITION})")
    depth = "choices; dice fall as the position's seed has them"
    add.add_argument("--depth", metavar="D", type=int, required=True, help=depth)
    _with_options(add)


def _operator(commands: Commands) -> None:
    text = "the database of DURBAR_DATABASE as a whole; docs/how-to/back-up-and-restore.md"
    deeds = commands.add_parser("db", help=text, description=text).add_subparsers(
        required=True, metavar="COMMAND"
    )
    _command(deeds, "upgrade", "bot.cli.admin:upgrade", "make its tables, or bring them to this version")
    _command(
        deeds, "current", "bot.cli.admin:current", "say which version its tables have; 1 if not the newest"
    )
    _command(deeds, "check", "bot.cli.admin:check", "look for what is broken in it")
    add = _command(deeds, "backup", "bot.cli.admin:backup", "save it as one SQLite file, while the bot runs")
    add.add_argument("file", metavar="FILE", help="a new one; whoever reads it knows every roll to come")
    add = _command(
        deeds, "restore", "bot.cli.admin:restore", "bring back what was saved, into an empty database"
    )
    add.add_argument("file", metavar="FILE")
    add = _command(
        deeds, "copy", "bot.cli.admin:copy", "move it, from SQLite to PostgreSQL or back; stop the bot before"
    )
    add.add_argument("source", metavar="FROM", help="an address as in DURBAR_DATABASE")
    add.add_argument("target", metavar="TO", help="of an empty database")
    text = "what concerns people and games, on the machine the bot runs on"
    group = commands.add_parser("admin", help=text, description=text)
    deeds = group.add_subparsers(required=True, metavar="COMMAND")
    add = _command(deeds, "tell", "bot.cli.admin:tell", "say something in the channel of every running game")
    add.add_argument("text", metavar="TEXT", help="when you stop for maintenance, say")
    add = _command(deeds, "retry", "bot.cli.admin:retry", "try again the posts that were given up")
    add.add_argument("--game", metavar="N", type=int, help="of this game only (default: of all that run)")
    add = _command(deeds, "block", "bot.cli.admin:block", "want nothing to do with a person or a server")
    add.add_argument("id", metavar="ID", type=int)
    add.add_argument("why", metavar="WHY", help="for yourself: nobody else reads it")
    add = _command(deeds, "unblock", "bot.cli.admin:unblock", "welcome them again")
    add.add_argument("id", metavar="ID", type=int)
    _command(deeds, "blocked", "bot.cli.admin:blocked", "list who is blocked")
    add = _command(deeds, "leave", "bot.cli.admin:leave", "leave a server")
    add.add_argument("id", metavar="SERVER", type=int)
    add = _command(deeds, "forget", "bot.cli.admin:forget", "delete what is known of a person")
    add.add_argument("id", metavar="USER", type=int)


def _data(commands: Commands) -> None:
    text = "check the files of a printed game's map, cards or tables that you have typed in"
    group = commands.add_parser("data", help=text, description=text)
    deeds = group.add_subparsers(required=True, metavar="COMMAND")
    add = _of_game(deeds, "check", "bot.cli.data:check", "name each mistake of files such as map.toml")
    add.add_argument("file", metavar="FILE", nargs="+", help="named as the game's own file is")


def _decks(commands: Commands) -> None:
    text = "check, show or judge a deck of your own; docs/how-to/type-in-a-deck.md says how to write one"
    group = commands.add_parser("deck", help=text, description=text)
    deeds = group.add_subparsers(required=True, metavar="COMMAND")

    def deed(name: str, run: str, text: str) -> argparse.ArgumentParser:
        added = _command(deeds, name, f"bot.cli.decks:{run}", text)
        added.add_argument("file", metavar="FILE", help="the deck, or the name of a built-in one")
        added.add_argument("--game", help="default: the first game that has decks")
        return added

    deed("check", "check", "name each mistake of a deck")
    add = deed("show", "show", "print a deck as players read it")
    add.add_argument("--card", metavar="N", type=int, help="one card only")
    add = deed("report", "report", "play at random with a deck and print what each side did")
    _with_games(add, 2000)


def _new_game(commands: Commands) -> None:
    text = "begin a game of your own: a package, as a copy of the example game"
    add = _command(commands, "new-game", "lab.new_game:write", text)
    add.add_argument("name", metavar="NAME", help="its key: small letters, digits and _")
    add.add_argument("--title", help="what people call it (default: made from NAME)")
    add.add_argument("-o", "--output", metavar="FOLDER", help="a new folder (default: durbar-NAME)")


# Those that stand together in the help, by their names.
GROUPS: Mapping[tuple[str, ...], Callable[[Commands], None]] = {
    ("run", "sandbox"): _bot,
    ("play", "try", "position"): _games_by_hand,
    ("replay", "verify", "draw"): _records,
    ("aid",): _aids,
    ("fuzz", "match", "calls", "calibrate", "learn", "puzzles", "perft"): _many_games,
    ("new-game",): _new_game,
    ("deck",): _decks,
    ("data",): _data,
    ("db", "admin"): _operator,
    ("bench",): _benchmarks,
}
