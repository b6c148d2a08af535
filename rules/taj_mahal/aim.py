"""Describe the prizes or the rank of a seat that is asked which card to play.

The symbols in which it leads are left out, because the picture shows them.
"""

from __future__ import annotations

from rules.extras.scores import place_of
from rules.taj_mahal.cards import CROWN, ELEPHANT, INFLUENCE
from rules.taj_mahal.description import list_names
from rules.taj_mahal.sequence.playing import PLAY
from rules.taj_mahal.view import View
from rules.words import Plural, Said, Words, in_turn, say


def describe_aim(view: View, seat: str, kind: str) -> Said:
    """Return the prizes of the visit before a seat's first card in it, and the seat's rank later.

    Return "" unless the question is which card to play.
    """
    if kind != PLAY:
        return ""
    if not view.player(seat).table and (prizes := _list_prizes(view)):
        return say("Prizes – {prizes}.", prizes=in_turn(prizes))
    place = place_of(seat, {each.key: each.points for each in view.players})
    return say("{place}.", place=place)


def _list_prizes(view: View) -> list[Words]:
    """3.2 to 3.4: return what each symbol still at court wins in the current province."""
    here, found = view.place(view.province), list[Words]()
    if ELEPHANT in view.court:
        found.append(say("{symbol}: tile ({goods})", symbol=ELEPHANT, goods=list_names(here.goods)))
    if symbols := [symbol for symbol in view.court if symbol in INFLUENCE]:
        palaces = say(
            Plural("{symbols}: a palace", "{symbols}: a palace each"),
            n=len(symbols),
            symbols=list_names(symbols),
        )
        bonus = [city.bonus for city in here.cities if city.bonus]
        text = "{palaces} (bonus: {tiles})"
        found.append(say(text, palaces=palaces, tiles=list_names(bonus)) if bonus else palaces)
    if CROWN in view.court:
        found.append(say("{symbol}: crown palace", symbol=CROWN))
    return found
