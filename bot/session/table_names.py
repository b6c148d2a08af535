"""Name tables: from the game's own list ("The Road to Daulatabad"), or as their hosts have chosen."""

from __future__ import annotations

import re
from itertools import chain

from bot.language.words import say
from bot.replies.reply import Refused
from bot.settings.game_settings import WITH_NAMES, GameSettings
from db.records import Names, StoredGame
from rules.kernel import Rules
from rules.loading.table_names import LONGEST, list_table_names, offer_names, split_name
from rules.orders.tokenizer import echo
from rules.words import say as words

SHORTEST = 3  # the fewest characters of a name that a host chooses
_OWN = re.compile(r"[\w'’,.!?& -]+")  # without the characters from which Discord makes mentions and links


def name_table(rules: Rules, stored: StoredGame) -> str:
    """Return the name of a table in the current language.

    A table without a stored name gets a name from the game's list, or the game's title if there is no list.
    """
    names = list_table_names(rules)
    name = stored.name or (names[stored.id % len(names)] if names else "")
    first, number = split_name(name)
    return words(first).read(rules.name) + number if first in names else name or rules.TITLE


def title_table(rules: Rules, stored: StoredGame) -> str:
    """Return the name of a table with its game in brackets."""
    name = name_table(rules, stored)
    return name if name == rules.TITLE else say("table_name.full", name=name, title=rules.TITLE)


def name_public_table(rules: Rules, stored: StoredGame) -> str:
    """Return the name of a table for people without Discord.

    A name that a host has chosen may be about people, so a page that hides the players' names does not show
    it.
    """
    own = split_name(stored.name)[0] not in ("", *list_table_names(rules))
    if own and GameSettings.of(stored).web != WITH_NAMES:
        return rules.TITLE
    return name_table(rules, stored)


def offer_table_names(rules: Rules, own: str | None = None, *, needed: bool = True) -> Names:
    """Return a function that offers names for a new table. The store takes the first free name.

    `own` is the name that the host wants. If it is None, the function offers the names of the game. With
    `needed`, the function offers only `own`. Without `needed`, the names of the game follow `own`, because
    another table may have the host's name by now. Raises `Refused`.
    """
    names = offer_names(list_table_names(rules))
    if own is None:
        return names
    name = read_own_name(own)
    return (lambda _: (name,)) if needed else (lambda earlier: chain((name,), names(earlier)))


def read_own_name(typed: str) -> str:
    """Return the name that a host has typed. Raises `Refused` if it is no name for a table."""
    name = " ".join(typed.split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise Refused(say("table_name.length", least=SHORTEST, most=LONGEST))
    if _OWN.fullmatch(name) is None or not any(map(str.isalpha, name)):
        raise Refused(say("table_name.characters", typed=echo(name)))
    return name
