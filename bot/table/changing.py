"""What was filled in beside what somebody has chosen, and how he changes it: one list under his draft."""

from __future__ import annotations

from bot.language.words import say
from bot.table.draft import Draft
from rules.kernel import NotAllowed, Option
from rules.orders.ways import LONGEST, Menu

MANNER = "~"  # opens the value of another manner to fill in


def menu(draft: Draft) -> Menu | None:
    """The list of all that may be changed; None where nothing was filled in that could be otherwise. Where
    the answers are too many the list has their questions, each to be asked."""
    filled = [given for given in draft.given if given.others]
    name = draft.base.rules.name
    manners = {key: words.read(name) for given in filled for key, words in given.ask.manners.items()}
    offered = [Option(MANNER + key, label) for key, label in manners.items() if key != draft.how.manner]
    if draft.how.manner:
        offered.append(Option(MANNER, say("change.back")))
    direct = [
        Option(f"{given.place} {each.key}", each.label, says=given.ask.prompt.read(name))
        for given in filled
        for each in given.others
    ]
    if len(offered) + len(direct) > LONGEST:
        direct = [
            Option(f"{given.place} ", given.ask.prompt.read(name), says=given.said) for given in filled
        ][: LONGEST - len(offered)]
    options = (*offered, *direct)
    return Menu(say("change"), options) if options else None


def applied(draft: Draft, what: str) -> Draft:
    """The draft after a choice out of that list. Raises `NotAllowed`."""
    if what.startswith(MANNER):
        return draft.mannered(what.removeprefix(MANNER))
    index, _, key = what.partition(" ")
    if not index.isdecimal():
        raise NotAllowed(say("stale"))
    return draft.changed(int(index), key)
