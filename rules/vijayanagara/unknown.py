"""Explain words of the game that don't answer the open question.

The reply says what the words mean, which faction has the named thing, or which rule excludes it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rules.kernel import Option
from rules.orders.matching import WHOLE_WORDS, find_best
from rules.vijayanagara.board import DELHI, FACTIONS, PROVINCES, RIVALS, SPACES, UNITS
from rules.vijayanagara.commands import COMMANDS
from rules.vijayanagara.commands.rivals import MIGRATE, OTHER
from rules.vijayanagara.commands.terms import is_shadowed
from rules.vijayanagara.decrees import DECREES
from rules.vijayanagara.decrees.campaign import STEPS
from rules.vijayanagara.names import aliases, name
from rules.vijayanagara.state import State
from rules.vijayanagara.vocabulary import PIECES
from rules.words import Plural, Said, Words, join_list, say

ADVANCE = ("advance-from", "advance-units")  # kinds of questions for an Advance
FIRST_CHOICES = ("pass", "event")  # 2.3.3: options that can only be the first choice on a card
NUMBER_LATER = {  # by kind of question: the reply to a number that is typed too early
    "option": say("2.3.3: first say how you act. Numbers of pieces come later."),
    "march-to": say("3.2.2 March: first name a destination. The number of Units comes after it."),
    "migrate-to": say("3.3.2, 3.4.2 Migrate: first name a destination. The number of Units comes after it."),
}
SMALL = ("in", "to", "with", "from")  # the small words before a space
WITHOUT_DECREE = {  # 2.3.3: why no Decree is possible now, by what the faction has chosen for this card
    "command": "4.0: {what} is a Decree. You execute one per turn, before or after the whole Command.",
    "event": "2.3.3: {what} is a Decree, and “Command only” has none.",
    "event-text": "2.3.4: {what} is a Decree, and you are executing an Event.",
    "limited": "2.3.5: {what} is a Decree, and a Limited Command has none.",
}


def explain_unknown(s: State, seat: str, topic: tuple[str, str], said: Sequence[str]) -> Said:
    """Return why these words are no answer here; "" if the game has no explanation."""
    if said[0].isdecimal():
        return _explain_used(s, seat, *topic) or NUMBER_LATER.get(topic[0]) or ""
    explanations = (_explain_first_choice, _explain_too_late, _explain_elsewhere)
    return next((why for explain in explanations if (why := explain(s, seat, topic[0], said))), "")


def _explain_first_choice(s: State, seat: str, kind: str, said: Sequence[str]) -> Words | None:
    """2.3.3: explain a Pass or an Event that is typed at a later question than the first."""
    if kind in ("", "option") or said[0] not in FIRST_CHOICES:
        return None
    if _is_acting(s, seat):
        text = (
            "2.3.3: {what} is possible only as your first choice on a card. You have already "
            "made that choice."
        )
    else:
        text = (
            "2.3.3: {what} is possible only as your first choice on a card. This question asks "
            "something else."
        )
    return say(text, what=said[0])


def _explain_used(s: State, seat: str, kind: str, about: str) -> Words | None:
    """3.1.2: explain Units that can't move or fight, because this Command has used them."""
    if kind not in ("march-units", "migrate-units", "attack-units"):
        return None
    space = about.split()[0]
    used = sum(s.used.get(space, {}).get(unit, 0) for unit in UNITS[seat])
    text = Plural(
        "3.1.2: {n} of your Units in {space} has acted in this Command already.",
        "3.1.2: {n} of your Units in {space} have acted in this Command already.",
    )
    return say(text, n=used, space=space) if used else None


def _explain_too_late(s: State, seat: str, kind: str, said: Sequence[str]) -> Words | None:
    """Return the rule or limit that excludes the typed words; None if none is found."""
    if said[0] == "shift" and seat in RIVALS:
        text = "{rule}: you can shift Influence once per Command, where {other} has a piece, for 1 Resource."
        return say(text, rule=MIGRATE[seat], other=OTHER[seat])
    if said[0] == "vindhya":
        return say("1.3.6: no piece can enter the Vindhya Range.")
    small = said[0] if said[0] in SMALL else ""
    space = _find_named(SPACES, said[1:] if small else said)
    if not space:
        return None
    if kind == "fewer":  # this question asks for a number; the next one asks for the space
        return None
    if (
        kind == "attack-units"
        or (not kind and small == "with")
        or (not kind and _is_about_attack(s, seat, small))
    ):
        return say("3.2.4, 3.3.4, 3.4.4: Units can join an Attack from one adjacent space only.")
    if _count_steps(s) == STEPS:
        return say("4.2.2 Campaign: a route has {n} steps at most.", n=STEPS)
    if kind == "command":
        return say("3.0: first name a Command. {space} comes after it.", space=space)
    if s.acting == seat and s.sequence[seat] == "limited":
        return say("2.3.5: a Limited Command may use only 1 space.")
    if s.acting == seat and is_shadowed(s):
        return say("5.5: under Timur's Shadow each Command may use only 1 space.")
    moves_mongols = s.card is None or kind.startswith(("mongol", "advance"))
    if kind in ADVANCE or (moves_mongols and s.story and s.story[-1].kind == "advance"):
        return say("3.5.2: an Advance goes from the Mountain Passes to Punjab, or from Punjab to Delhi.")
    if seat in RIVALS and space not in PROVINCES and not moves_mongols:
        if space == DELHI:
            return say(
                "1.3.3: only Mongol Invaders and pieces of the Sultanate can enter {space}.", space=space
            )
        return say("1.3.2: only Mongol Invaders and pieces of the Sultanate can enter {space}.", space=space)
    return None


def _is_about_attack(s: State, seat: str, small: str) -> bool:
    """Return whether `small` is the "from" of an Attack, typed before anything happens in the turn."""
    return small == "from" and s.acting == seat and not s.story


def _count_steps(s: State) -> int:
    """4.2.2: return the number of steps in the Campaign that has just ended.

    Return 0 if something else has happened since.
    """
    steps = 0
    for line in reversed(s.story):
        if line.kind == "campaign-to":
            steps += 1
        elif line.kind not in ("control", "turn", "drop-off", "pick-up"):
            break
    return steps


def _explain_elsewhere(s: State, seat: str, kind: str, said: Sequence[str]) -> Words | None:
    """Explain the name of a Command or Decree that is no answer now, or that belongs to another faction.

    Also explain pieces that can't be chosen here.
    """
    said = said[1:] if said[0] in ("command", "decree") and len(said) > 1 else said
    if found := _find_named({key for faction in COMMANDS.values() for key in faction}, said):
        if found in COMMANDS[seat]:
            return _explain_command(s, seat, kind, found)
        text = "3.0: {what} is a Command of {whose}. Your Commands: {own}."
        own = join_list([*COMMANDS[seat]])
        return say(text, what=found, whose=_name_owner(COMMANDS, found), own=own)
    if found := _find_named({key for faction in DECREES.values() for key in faction}, said):
        if found in DECREES[seat]:
            return _explain_decree(s, seat, kind, found)
        text = "4.0: {what} is a Decree of {whose}. Your Decrees: {own}."
        own = join_list([*DECREES[seat]])
        return say(text, what=found, whose=_name_owner(DECREES, found), own=own)
    if found := _find_named(PIECES, said):
        return say("None of the {pieces} can be chosen here.", pieces=found)
    return None


def _explain_command(s: State, seat: str, kind: str, found: str) -> Words:
    """3.0: return why a faction can't execute a Command of its own now."""
    if kind == "option":
        text = "3.0: {what} is a Command. First say how you act: write “limited”, for example."
    elif not _is_acting(s, seat):
        text = "3.0: {what} is a Command, and it is not your turn to execute one."
    elif s.in_event:
        text = "2.3.4: {what} is a Command, and you are executing an Event."
    elif kind in ("command", "decree"):
        text = "3.0: {what} is a Command, not a Decree."
    elif (act := kind.partition("-")[0]) in DECREES[seat]:
        text = "3.0: {what} is a Command, and this question is about your Decree."
    elif act == found:
        text = "3.0: you are executing {what} now. Type only the answer to this question."
    else:
        text = "3.0: {what} is another Command. You execute only one per turn."
    return say(text, what=found)


def _explain_decree(s: State, seat: str, kind: str, found: str) -> Words:
    """2.3.3, 4.0: return why a faction can't execute a Decree of its own now."""
    act = kind.partition("-")[0]
    if kind == "option":
        text = "4.0: {what} is a Decree. First say how you act: write “decree”, for example."
        if taker := next((faction for faction in FACTIONS if s.sequence[faction] == "command"), None):
            text = "2.3.3: {what} is a Decree, and {taker} has taken the one Decree of this card."
            return say(text, what=found, taker=taker)
    elif not _is_acting(s, seat):
        text = "4.0: {what} is a Decree, and it is not your turn to execute one."
    elif s.in_event:
        text = WITHOUT_DECREE["event-text"]
    elif kind == "decree":
        text = "4.0: {what} is a Decree, not a Command."
    elif act == found:
        text = "4.0: you are executing {what} now. Type only the answer to this question."
    elif act in DECREES[seat]:
        text = "4.0: {what} is another Decree. You execute only one per turn."
    elif kind == "command" and s.sequence[seat] == "command":
        text = "4.0: {what} is a Decree, and this question asks for a Command."
    else:
        text = WITHOUT_DECREE[s.sequence[seat]]
    return say(text, what=found)


def _is_acting(s: State, seat: str) -> bool:
    """2.3.3: return whether the faction has chosen how it acts on the open card."""
    return s.card is not None and s.acting == seat and s.sequence[seat] in WITHOUT_DECREE


def _name_owner(book: Mapping[str, Mapping[str, object]], found: str) -> Words:
    return join_list([faction for faction, keys in book.items() if found in keys])


def _find_named(keys: Collection[str], said: Sequence[str]) -> str:
    """Return the only key that the first words name in full; "" if none or several."""
    options = [Option(key, name(key), tuple(aliases(key))) for key in sorted(keys)]
    fit, found = find_best(options, said)
    return found[0].key if fit is not None and fit.fit >= WHOLE_WORDS and len(found) == 1 else ""
