"""How the bot says things: one catalogue, so that it sounds like one person; another language is another one.

Plain, warm, exact: the mention first, then what is asked, then what is legal. What happens in a game is told
by the rules of that game (`rules.words`), not here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal

from bot.language import (
    words_fr,
    words_fr_secrets,
    words_fr_table,
    words_fr_turn,
    words_secrets,
    words_table,
    words_turn,
)

ENGLISH: Mapping[str, str] = {
    # The question that waits
    "asked": "<@{user}> **{seat}** – {question}",
    "asked.nobody": "**{seat}** – {question}\nNobody holds this seat: `/game join` takes it.",
    "asked.automatic": "-# **{seat}** – {holder} decides.",
    "holder": "<@{user}>",
    "holder.automatic": "the automatic player “{level}”",
    "holder.kept": "{holder}, caretaker",
    "foot": "-# {headline}",
    "order": "**{seat}**: `{line}`",
    "story": "- {line}",
    # Answers to the one who acts
    "done": "Done: `{line}`",
    "done.other": "Done: `{line}`\nNow **{seat}** decides.",
    "done.over": "Done: `{line}`\nThat was the last decision of the game.",
    "undone": "**{seat}** takes back: ~~`{line}`~~",
    "undo.nothing": "Nothing to undo: you have chosen nothing yet in this turn.",
    "undo.chance": "No undo: dice or cards have been revealed since your last choice.",
    "undo.other": "No undo: {seat} has chosen since then.",
    "undone.yours": "Taken back: ~~`{line}`~~",
    "undone.draft": "It is your draft again: “Undo” takes back its last step, “Start over” all of it.",
    "side.words": "That begins with {words}.",
    "side.none": "This game knows nothing that is done on the side; `/do` takes any order.",
    "asked.beyond": "-# Or go on at once: {questions}",
    "aside": "{users} This is for you: {verbs}?",
    "aside.answered": "{users} Your proposal is answered:",
    # Refusals
    "no_game": "There is no game in this channel. `/game new` lays one out.",
    "not_started": "This game has not begun. `/game join` takes a seat, `/game start` begins.",
    "over": "The game in this channel is over. `/game new` begins another, `/record` keeps this one.",
    "no_seat": "You hold no seat in this game. `/game join` takes one that is free.",
    "looks_on": "You are looking on here: you hold no seat in this game of **{title}**. {how}",
    "looks_on.open": "You may take the seat of {seats}: `/seat claim`.",
    "looks_on.full": (
        "Every seat is taken; when one is offered, `/seat claim` takes it. `/mine` lists your own games, and "
        "`/game new` in another channel begins one."
    ),
    "stale": "The game has gone on since that button was shown. This is the question now:",
    "stale.undo": "The game has gone on since that button was shown; nothing was taken back.",
    "raced": "Somebody acted at the same moment, so nothing was done. Please look again, and choose again.",
    "repeated": "That is done already: `{line}`",
    "nobodys_decision": "Nobody holds **{seat}**, who has to decide: `/game join` takes it.",
    "others_decision": "It is **{seat}**'s decision now ({holder}).",
    "no_such_word": "{game} has no “{word}” at this point. `/do` takes any order; `?` lists what is legal.",
    "too_late": "The button is from a game that is gone.",
    "broken": "That went wrong on our side; nothing has changed in your game.",
    # Before a game
    "lobby.made": "**{title}** is laid out. Take a seat; when all are taken, start it.",
    "lobby.no_such_game": "There is no game “{typed}” here. We play {games}.",
    "lobby.lacks": "No game can be played here: I may not {lacks}. Whoever manages the channel can help.",
    "lobby.channel_taken": "This channel has a game of {title} already; a thread has room for another.",
    "lobby.started": "This game has begun already.",
    "lobby.seats_free": "Nobody holds {seats} yet. One person may hold several seats: `/game join`.",
    "lobby.not_seated": "Only somebody with a seat, or who made the game, can start it.",
    "lobby.begun": "The game begins.",
    "card": "## {title}\nLaid out by <@{user}>. Who plays?",
    "card.seat": "- **{seat}**: {holder}",
    "card.free": "- **{seat}**: free",
    "card.how": (
        "-# Take a seat below; one person may hold several, and `/seat bot` gives one to an automatic player "
        "of any level."
    ),
    "card.option": "{name}: **{value}**",
    "card.options": "-# {options}. `/game options` says what these mean, and sets them.",
    "card.begun": "-# The game has begun.",
    "card.dropped": "-# The game was given up.",
    "seat.taken": "<@{user}> takes the seat of **{seat}**.",
    "seat.taken_over": "<@{user}> takes the seat of **{seat}**, which <@{before}> held.",
    "seat.yours": "You play **{seats}**.",
    "seat.other": "The seat of **{seat}** is taken by {holder}.",
    "seat.full": "All seats are taken.",
    "seat.unknown": "The seats are {seats}.",
    "seat.none": "You don't hold that seat.",
    "seat.free": "<@{user}> leaves the seat of **{seat}**. `/game join` takes it.",
    "seat.left": "You have left **{seats}**.",
    "options.line": "- `{name}`: **{value}**",
    "options.meaning": "- `{name}`: **{value}** – {meaning}",
    "options.list": "The options of this game:\n{options}",
    "options.late": "Options can be set only before the game starts.",
    "options.unknown": "The options are {names}.",
    "options.bad_value": "`{name}` can't be “{value}”. {why}",
    "options.may_be": "It may be {allowed}.",
    "options.set": "`{name}` is now **{value}**.",
    "options.file": "a file of your own",
    "deck.none": "{title} is played without a deck of cards, so it can't take one.",
    "deck.bad": "That deck has mistakes, so no game is laid out:\n```\n{mistakes}\n```",
    "deck.more": "... and {n} more",
    "deck.size": "A deck is a text file of at most {limit} kB, this one has {size}.",
    "deck.text": "A deck is a text file in UTF-8, and this one is none.",
    "card.none": "{title} has no cards to look at.",
    "card.side": "-# {text}",
    "card.word": "-# **{word}**: {text}",
    # The beginning and the end of a game
    "start": "**{title} begins.**",
    "start.seat": "- **{seat}**: {holder}",
    "start.commitment": "-# A secret seed fixes the dice; the end shows it. Its SHA-256: `{commitment}`",
    "final": "## {headline}",
    "final.seed": "-# The seed of the dice was `{seed}`; `/record` and `durbar verify` check every roll.",
    "end.sure": "Give up this game of **{title}** for good? Everybody's moves stay in its record.",
    "end.yes": "Give it up",
    "end.not_host": "Only <@{user}>, who made this game, or somebody who may manage this channel can end it.",
    "end.dropped": "<@{user}> ends this game of **{title}**; it was not played to its end.",
    "end.result": "given up",
    "end.done": "The game is over.",
    # Looking
    "board.sizes": "The board can be drawn as {sizes}; or name a space, to see it close up.",
    "board.meant": "Did you mean {names}?",
    "board.text": "```\n{text}\n```",
    "status": "## {title}\n{headline}",
    "standing": "- **{seat}** ({holder}): {standing}",
    "standing.sum": "{points} ({sum})",
    "standing.nobody": "- **{seat}** (nobody): {standing}",
    "log.page": "-# Page {page} of {pages}; page 1 is the newest.",
    "log.turn": "**Turn {turn}**",
    "log.empty": "Nothing has happened yet.",
    "rules.unknown": "No rule has that number, and none speaks of “{number}”. The chapters are {near}.",
    "rules.found": "**{title}, {number}**: `/rules` with one of these numbers",
    "rules.row": "- `{number}` {heading}",
    "rules.rule": "**{title}, {number}**\n{text}",
    "rules.which": "Which game? {games}",
    "record": "The record so far; the secrets come with the end of the game.",
    "record.laid": "It begins with turn {turn}, from a position that was set by hand.",
    "record.whole": "The whole record, with the seed: `durbar verify` checks every roll.",
    "about": (
        "**Durbar** plays board games of Indian history by chat: {games}.\n"
        "One order line says everything: click it together, or type it with `/do`; `?` lists what is legal. "
        "Every roll can be checked by anyone when the game is over.\n"
        "Free software under the MIT licence. No code, art or text of the games' publishers is in it; "
        "if you like a game, buy it."
    ),
    "about.provenance": "- {text}",
    # Buttons and lists
    "button.undo": "Undo",
    "button.board": "Board",
    "button.type": "Type it",
    "button.more": "More ({page} of {pages})",
    "button.join": "Play {seat}",
    "button.start": "Start",
    "select.placeholder": "Choose ({first}–{last} of {count})",
    "modal.title": "Your order",
    "modal.label": "Order",
    "modal.hint": "A ? at the end lists what is legal there",
}


LANGUAGES: Mapping[str, str] = {"en": "English", "fr": "français"}
CATALOGUES: Mapping[str, Mapping[str, str]] = {
    "en": {**ENGLISH, **words_table.ENGLISH, **words_turn.ENGLISH, **words_secrets.ENGLISH},
    "fr": {**words_fr.FRENCH, **words_fr_table.FRENCH, **words_fr_turn.FRENCH, **words_fr_secrets.FRENCH},
}
_language: ContextVar[str] = ContextVar("language", default="en")


def speak(language: str) -> None:
    """From here on, in this task, the sentences of this language."""
    _language.set(language)


def spoken_language() -> str:
    """The language that is spoken now."""
    return _language.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """The sentences of this language, as long as it lasts: a table's own, say, in an answer to somebody."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


def say(key: str, /, **places: object) -> str:
    """The sentence of the catalogue in the language that is spoken, its `{places}` filled in."""
    return CATALOGUES[_language.get()][key].format(**places)


def in_a_row(parts: Sequence[str], last: Literal["and", "or"] = "and") -> str:
    """Several names, at least one, as a sentence has them: "a, b and c"."""
    *most, final = parts
    joint = say("list.and") if last == "and" else say("list.or")
    return f"{', '.join(most)} {joint} {final}" if most else final
