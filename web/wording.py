"""List the labels, headings and explanations that a page shows around its game."""

from __future__ import annotations

from collections.abc import Mapping

from rules.words import Name, Words, as_is, say

WORDS: Mapping[str, Words] = {
    "skip": say("Skip to the board"),
    "board": say("Board"),
    "controls": say("Steps of the game"),
    "slider": say("Step"),
    "choices": say("How the board is shown"),
    "first": say("First step"),
    "back": say("Previous step"),
    "play": say("Play"),
    "pause": say("Pause"),
    "forward": say("Next step"),
    "last": say("Last step"),
    "changed": say("Show what changed"),
    "larger": say("Zoom in"),
    "smaller": say("Zoom out"),
    "whole": say("Whole board"),
    "palette": say("Colours"),
    "auto": say("Same as your device"),
    "day": say("Light"),
    "night": say("Dark"),
    "contrast": say("High contrast"),
    "begun": say("The beginning"),
    "card": say("The open card"),
    "standing": say("Standing"),
    "seat": say("Seat"),
    "stands": say("State at this step"),
    "person": say("Player"),
    "points": say("Points, step by step"),
    "chances": say("Chance to win, turn by turn"),
    "chances_note": say(
        "Bot players make this estimate. They know only what a spectator saw. "
        "Their simulations vary a little."
    ),
    "figures": say("The same in figures"),
    "words": say("The board in words"),
    "story": say("The story, step by step"),
    "proof": say("Proof of the dice"),
    "sealed": say("The secret seed is published when the game ends. Until then this is its hash:"),
    "committed": say("This hash was published when the game began:"),
    "seed": say("The secret seed, published at the end:"),
    "added": say("The words that the seats added to the seed:"),
    "proof_note": say(
        "Each die and each drawn card is computed from the seed and its place in the record (HMAC-SHA256). "
        "Beside each of them you see its place, as turn/entry. "
        "The button computes all dice and cards again in your browser."
    ),
    "check": say("Check every die and card"),
    "checking": say("Checking ..."),
    "no_check": say("This browser can't compute SHA-256 here."),
    "keys": say("Keys"),
    "keys_step": say("Left arrow: previous step. Right arrow: next step"),
    "keys_turn": say("Shift and left arrow: previous turn. Shift and right arrow: next turn"),
    "keys_ends": say("Home and End: first and last step"),
    "keys_play": say("Space: play and pause"),
    "keys_zoom": say(
        "On the board: + and - zoom in and out, 0 shows the whole board, arrow keys move a zoomed board"
    ),
    "keys_changed": say("On the board: the key C shows or hides what changed"),
    "running": say("This game is still running. The page shows what spectators may see."),
    "hidden": say("The rest is hidden until the game is over."),
    "waiting": say("Now"),
    "no_script": say("Without JavaScript you can read the story. The board shows the last step."),
    "no_unpacking": say("This browser is too old to unpack the pictures. You can still read the story."),
    "channel": say("Open the channel"),
    "newest": say("The game has moved on. Show the newest step"),
    "offline": say("The connection is lost. The page tries to connect again."),
    "gone": say("This page is no longer here. The players have switched it off or given it a new address."),
    "failed": say("The board can't be loaded now. The page tries again."),
}  # fmt: skip
COUNTED: Mapping[str, Words] = {  # texts with placeholders, which the page's script fills in
    "at": say("Step {at} of {last}", at=as_is("{at}"), last=as_is("{last}")),
    "proved": say(
        "All {many} follow from the seed, and the seed has the published hash.", many=as_is("{many}")
    ),
    "refuted": say(
        "{wrong} of {many} don't follow from the seed.", wrong=as_is("{wrong}"), many=as_is("{many}")
    ),
    "other_hash": say("The seed does not have the published hash."),
    "unsealed": say("{many} can't be checked: their seed is still secret.", many=as_is("{many}")),
}  # fmt: skip


def read_words(name: Name) -> dict[str, str]:
    """Return all texts of `WORDS` and `COUNTED` by key, in the language of `name`."""
    return {key: words.read(name) for key, words in ({**WORDS, **COUNTED}).items()}


def say_turn(turn: int, name: Name) -> str:
    """Return the heading of a turn."""
    return say("Turn {turn}", turn=turn).read(name)
