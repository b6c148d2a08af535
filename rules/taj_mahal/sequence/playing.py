"""2 Playing: on its turn a seat plays one or two cards, or withdraws."""

from __future__ import annotations

from rules.ask import only_for
from rules.asking import DONE, ask
from rules.taj_mahal import wording
from rules.taj_mahal.cards import (
    ANY_COLOUR,
    COLOUR,
    COLOURED,
    TWO_POINTS,
    WHITE_KINDS,
)
from rules.taj_mahal.names import WITHDRAW
from rules.taj_mahal.state import State
from rules.words import Words, say

PLAY, WITH = "play", "with"  # the kinds of questions
PLAYED, SCORED_SPECIAL = "played", "special"  # the kinds of lines of the story
SPECIAL_POINTS = 2


async def choose_card(s: State, seat: str) -> str:
    """2.1, 2.2, 2.7: ask for a coloured card from the hand, or `WITHDRAW`.

    Only this seat sees which cards it may play. A seat with an empty hand has no choice but to withdraw.
    Everybody sees the number of cards in each hand, so this is no secret. A seat that can play none of its
    cards is asked like any other, because the others must not learn that it can play none.
    """
    prompt = say("Play a card or withdraw?")
    hand = s.players[seat].hand
    if not hand:
        return await ask(
            seat, prompt, (WITHDRAW,), kind=PLAY, final=True, foreseen=True, phrase=wording.WITHDRAW
        )
    return await ask(
        seat,
        prompt,
        lambda: [kind for kind in COLOURED if kind in hand],
        lambda kind: why_not_play(s, seat, kind),
        (WITHDRAW,),
        kind=PLAY,
        lead="play",
        phrase=wording.PLAY,
        also=lambda key: ("fold", "leave", "pass") if key == WITHDRAW else (),
        bare=(WITHDRAW,),
        eyes=only_for(seat),
        final=True,
        foreseen=True,
        picture="hand",
        ends=(WITHDRAW,),
        group=lambda kind: say("{colour}", colour=COLOUR[kind]),
    )


def why_not_play(s: State, seat: str, kind: str) -> Words | None:
    """2.3: return why the seat can't play this card; None if it can.

    All coloured cards that a seat plays in a visit have the colour of the first one. 2.5: a card that is
    played together with the change of colour may have any colour.
    """
    bound = s.bound(seat)
    if not needs_change(s, seat, kind) or ANY_COLOUR in s.find_free_specials(seat):
        return None
    return say("2.3: your colour in this visit is {colour}", colour=bound)


def needs_change(s: State, seat: str, kind: str) -> bool:
    """2.5: return whether the seat can play this card only together with the change of colour."""
    bound = s.bound(seat)
    return bool(bound) and COLOUR[kind] != bound


async def play(s: State, seat: str, kind: str) -> None:
    """2.2 to 2.6: play the coloured card, and optionally one white or special card with it."""
    changes = needs_change(s, seat, kind)
    s.play(seat, kind)
    other = await choose_second(s, seat, changes)
    if other == DONE:
        s.tell(PLAYED, "{seat} plays {card}.", seat=seat, card=kind)
        return
    s.play(seat, other)
    s.tell(PLAYED, "{seat} plays {card} with {other}.", seat=seat, card=kind, other=other)
    if other == TWO_POINTS:
        s.score(seat, "special", SPECIAL_POINTS)
        s.tell(SCORED_SPECIAL, "{seat} scores {n} for the +2 card.", seat=seat, n=SPECIAL_POINTS)


async def choose_second(s: State, seat: str, changes: bool) -> str:
    """2.4, 2.5: ask for a white card, a special card not yet played in this visit, or `DONE`.

    A card of another colour needs the change of colour. A seat without a card to add is asked too,
    because not asking would reveal its hand.
    """
    hand = s.players[seat].hand
    prompt = say("Add a white or special card?")
    if changes:
        why = say(
            "2.5: your coloured cards in a visit have one colour. "
            "To play another colour, add the “change of colour” card."
        )

        def items() -> list[str]:
            return [kind for kind in WHITE_KINDS if kind in hand] + s.find_free_specials(seat)

        return await ask(
            seat,
            prompt,
            items,
            lambda card: None if card == ANY_COLOUR else why,
            kind=WITH,
            lead="with",
            phrase=wording.WITH,
            eyes=only_for(seat),
            final=True,
            foreseen=True,
            picture="hand",
        )
    return await ask(
        seat,
        prompt,
        lambda: [kind for kind in WHITE_KINDS if kind in hand] + s.find_free_specials(seat),
        None,
        (DONE,),
        kind=WITH,
        lead="with",
        phrase=wording.WITH,
        eyes=only_for(seat),
        final=True,
        foreseen=True,
        picture="hand",
    )
