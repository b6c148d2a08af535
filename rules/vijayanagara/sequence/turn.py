"""2.2, 2.3: the sequence of play.

A turn either reveals the next card, or lets the next Eligible Faction act on the open card.
"""

from __future__ import annotations

from dataclasses import replace

from rules.asking import count, pick
from rules.vijayanagara import commands, events, wording
from rules.vijayanagara.board import FACTIONS
from rules.vijayanagara.cards import EVENTS, LASTING_CARD, NEW_CARD, TIMURID, ZENITH
from rules.vijayanagara.commands.terms import ANY, LIMITED
from rules.vijayanagara.decrees import decree
from rules.vijayanagara.influence import limit_gains
from rules.vijayanagara.sequence import invasions, succession
from rules.vijayanagara.sequence.deck import draw_card, get_plain_title, get_title
from rules.vijayanagara.state import State
from rules.vijayanagara.victory import announce_winner, is_decided, tie_break
from rules.words import Words, join_list, mark_text, say

ELIGIBLE, INELIGIBLE = "eligible", "ineligible"
CHOICES = ("command", "decree", "command-only", "event", "limited", "pass")
# options that only lead to a Command, or to a Command and a Decree
FRAMES = ("command", "decree", "command-only", "limited")
TAKEN = {  # 2.3.3: why an option can't be chosen, by the box that another faction has taken
    "command": "2.3.3: {taker} has taken the Command and Decree of this card",
    "event": "2.3.3: {taker} has taken the Event or “Command only” on this card",
}
PASS_GAIN = {"sultanate": 3, "bahmani": 1, "vijayanagara": 1}  # 2.3.6


async def turn(s: State) -> None:
    """2.2: reveal the next card. If a card is open, let the next Eligible Faction act on it instead.

    After Timur's invasion, a turn is a step of the tie-break (5.5), if there is one.
    """
    if s.over:
        await tie_break.go_on(s)
        return
    if s.card not in EVENTS:
        await reveal(s)
    elif (faction := find_next_eligible(s)) is not None:
        await act(s, faction)
    if s.card is not None and find_next_eligible(s) is None:
        adjust_eligibility(s)


async def reveal(s: State) -> None:
    """2.2 Start, 2.3.8 Next Card: reveal a card.

    An Event waits for the factions. Any other card is carried out at once (2.4, 2.5, 2.6).
    """
    card, s.card = s.card or await draw_card(s), None  # a position may begin with any card open
    s.shown = card
    kind = LASTING_CARD if card in (ZENITH, TIMURID) else NEW_CARD
    s.tell(kind, _choose_text(s, card), card=get_title(s, card), faction=card.removeprefix("mongol-"))
    if card in EVENTS:
        s.card = card
    elif card in succession.CARDS:
        await succession.CARDS[card](s)
    elif card != TIMURID:
        await invasions.resolve_mongol_invasion(s, card.removeprefix("mongol-"))
    elif s.played.count(TIMURID) == 1:
        invasions.gather_timur(s)
    else:
        await invasions.invade_as_timur(s)
        s.over = True
        announce_winner(s)


def _choose_text(s: State, card: str) -> str:
    """2.2: return the sentence that tells of a revealed card. If the card is no Event, say what it means."""
    if card in EVENTS:
        return "The new card is {card}."
    if card == ZENITH:
        return "The new card is {card}: the Bahmanis and Vijayanagara can Rebel from now on."
    if card in succession.CARDS:
        return "The new card is {card}, a Succession card: it takes effect at once."
    if card != TIMURID:
        return "The new card is {card}: {faction} now executes 2 Mongol Commands."
    if s.played.count(TIMURID) == 1:
        return "The new card is {card}: Timur's army gathers. A second such card ends the game."
    return "The new card is {card}: Timur invades Delhi, and the game ends."


def find_next_eligible(s: State) -> str | None:
    """2.3.1, 2.3.2: return the first Eligible Faction in the order of the open card; None if none is."""
    if s.card not in EVENTS:
        return None
    return next((faction for faction in s.deck.events[s.card].order if s.sequence[faction] == ELIGIBLE), None)


async def act(s: State, faction: str) -> None:
    """2.3.3 Options for Eligible Factions: ask for a big choice, a Limited Command or a Pass; carry it out.

    A big choice is a Command and a Decree, the Event, or a Command alone.
    """
    s.acting = faction
    passing = limit_gains(s, faction, PASS_GAIN[faction])["resources"]
    prompt = say("{card}: what do you do?", card=get_title(s, s.card or ""))
    choice = await pick(
        faction,
        prompt,
        CHOICES,
        lambda choice: why_not_choose(s, choice),
        kind="option",
        form="act",
        usual="command",  # the choice with the most acts
        frames=FRAMES,
        phrase=wording.make_option(
            mark_text(get_plain_title(s, s.card or "")), count(passing, "resources") if passing else None
        ),
        skip="never",
        card=why_not_choose(s, "event") is None,
    )
    s.sequence[faction] = "command" if choice == "decree" else "event" if choice == "command-only" else choice
    match choice:
        case "command":
            await commands.execute(s, faction, ANY)
            await decree(s, faction)
        case "decree":
            await decree(s, faction)
            await commands.execute(s, faction, ANY)
        case "command-only":
            await commands.execute(s, faction, replace(ANY, alone=True))
        case "limited":
            s.owed[faction] = 1
            await commands.execute(s, faction, LIMITED)
        case "event":
            s.in_event = True
            await events.execute(s, faction)
            s.in_event = False
        case _:
            n = s.gain(faction, PASS_GAIN[faction])
            s.tell("pass", "{faction} Passes and gains {gain}.", faction=faction, gain=count(n, "resources"))


def why_not_choose(s: State, choice: str) -> Words | None:
    """2.3.3, 2.3.5: return why an Eligible Faction can't take this option now."""
    fork = {"command": "command", "decree": "command", "command-only": "event", "event": "event"}.get(choice)
    if taker := next((faction for faction in FACTIONS if fork and s.sequence[faction] == fork), None):
        return say(TAKEN[fork or ""], taker=taker)
    if choice == "event" and not events.is_written(s):
        return say("2.3.4: {card} has no Event text in this deck", card=get_title(s, s.card or ""))
    faction = find_next_eligible(s)
    if choice == "limited" and faction is not None:
        if not s.resources[faction]:
            return say("2.3.5 Limited Command: by rule 3.1, a space costs 1 Resource, and you have none")
        book = commands.COMMANDS[faction].items()
        if all(commands.why_not_command(s, faction, name, command, LIMITED) for name, command in book):
            return say("2.3.5 Limited Command: you need a space, and you can select none now")
    return None


def adjust_eligibility(s: State) -> None:
    """2.3.7 Adjust Eligibility: make a faction that took a big choice Ineligible, all others Eligible.

    An Event can keep a faction Eligible or make one Ineligible. Afterwards no card is open.
    """
    for faction in FACTIONS:
        forked = s.sequence[faction] in ("command", "event") and faction not in s.stays
        s.sequence[faction] = INELIGIBLE if forked or faction in s.barred else ELIGIBLE
    s.stays.clear()
    s.barred.clear()
    s.shown, s.card = s.card, None
    ready = [faction for faction in FACTIONS if s.sequence[faction] == ELIGIBLE]
    s.tell(
        "eligibility",
        "Eligible for the next card: {factions}.",
        {"ineligible": [faction for faction in FACTIONS if faction not in ready]},
        factions=join_list(ready) if ready else "nobody",
    )


def over(s: State) -> bool:
    """2.2: return whether the game is over: after the second Timurid Empire card and any tie-break (5.5)."""
    return is_decided(s)
